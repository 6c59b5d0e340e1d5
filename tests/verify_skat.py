"""Skat positions against values that another program found.

    git clone https://github.com/johan-stph/skat-solver
    python tests/verify_skat.py skat-solver/skat-solver/data [--each N]

Its files have a position on each line: the cards of the declarer and of the two others, as bits of
a number, what lies in the skat, who leads, the contract, and what the declarer takes of the cards
in the hands. They come without a licence, so they are read where they are and not kept here.
`--each` takes every Nth line only.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import cast

import kibitz
from kibitz.cards import TrickPosition

CONTRACTS = ("contract=grand", "trump=C", "trump=S", "trump=H", "trump=D")
BITS = [f"{suit}{rank}" for suit in "DHSC" for rank in "789QKTA"] + ["DJ", "HJ", "SJ", "CJ"]
"""The cards by bits, the lowest first."""
RANKS = "JATKQ987"


def hand(bits: int) -> str:
    """A hand as Kibitz writes it."""
    held = {card for at, card in enumerate(BITS) if bits >> at & 1}
    return ".".join("".join(rank for rank in RANKS if f"{suit}{rank}" in held) for suit in "CSHD")


def position_of(line: str) -> tuple[TrickPosition, int]:
    """The position of a line, and what the declarer takes in it."""
    *hands, _, leader, contract, taken = map(int, line.split(","))
    game = kibitz.game(f"skat({CONTRACTS[contract]},declarer=0)")
    text = f"{' '.join(map(hand, hands))} {leader} - 0,0,0"
    return cast("TrickPosition", game.parse(text)), taken


def differences(lines: list[str]) -> list[str]:
    """Lines that have another value here."""
    found = []
    for line in lines:
        position, taken = position_of(line)
        value = kibitz.solve(position, "points").value
        assert value is not None
        if value[position.game.side_of[0]] != taken:
            found.append(f"{line}: {value} at {position}")
    return found


def main() -> None:
    """Compare, file by file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=1)
    options = parser.parse_args()
    files = sorted(options.folder.glob("*_cards.txt"))
    if not files:
        sys.exit(f"expected files *_cards.txt in {options.folder}")
    wrong = 0
    for file in files:
        lines = file.read_text().split()[:: options.each]
        unlike = differences(lines)
        wrong += len(unlike)
        print(f"{file.name}: {len(lines)} positions, {len(unlike)} differ", flush=True)
        for text in unlike[:5]:
            print(f"  {text}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
