"""The long run behind test_bridge_leads: every lead of 200 whole deals of Bridge against DDS.

    python tests/verify_bridge.py [--deals N] [--workers N] [--again]

Bo Haglund's solver, as PyPI's endplay brings it, must give every one of the 13 cards the same
tricks. Finished deals are noted in build/verify-bridge.txt as soon as they are; a run that was
stopped goes on where it was. `--again` starts anew.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import cast

import long_run
from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

import kibitz
from kibitz.cards import TrickPosition
from kibitz.games.bridge import pbn

NOTES = Path("build/verify-bridge.txt")
FIRST_SEED = 5_000_000
TRUMPS = {
    "none": Denom.nt,
    "S": Denom.spades,
    "H": Denom.hearts,
    "D": Denom.diamonds,
    "C": Denom.clubs,
}


def whole_deal(seed: int, cards: int = 13) -> tuple[TrickPosition, str]:
    """A deal, its trump and its leader by the seed."""
    trump = [*TRUMPS][seed % len(TRUMPS)]
    deal = kibitz.game(f"bridge(trump={trump})").deal(FIRST_SEED + seed, cards)
    return replace(cast("TrickPosition", deal), leader=seed % 4), trump


def leads(position: TrickPosition) -> dict[str, int | None]:
    """For each card, the tricks of the leader's side by every move's value."""
    found = kibitz.analyse(position)
    return {
        str(card): None if row.value is None else row.value[position.side]
        for row in found.moves
        for card in row.moves
    }


def double_dummy(position: TrickPosition, trump: str) -> dict[str, int | None]:
    """The same by DDS."""
    deal = Deal(pbn.write_deal(position), Player(position.leader), TRUMPS[trump])
    return {
        card.suit.name[0].upper() + card.rank.name[1]: tricks for card, tricks in solve_board(deal)
    }


def check(task: str) -> tuple[str, list[str]]:
    """Search one deal here and there."""
    position, trump = whole_deal(int(task))
    ours, theirs = leads(position), double_dummy(position, trump)
    if ours == theirs:
        return task, []
    return task, [f"bridge(trump={trump}) | {position}: {ours}, not {theirs}"]


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--deals", type=int, default=200)
    chosen = options.parse_args()
    wrong = long_run.faults([str(seed) for seed in range(chosen.deals)], check, NOTES, chosen)
    print(f"every lead of {chosen.deals:,} whole deals beside DDS: {wrong} deals differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
