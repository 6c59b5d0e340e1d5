"""Hands that players of Kibitz played against each other, for the chances to win a whole game.

python -m kibitz.matches.hand_scores 600        writes them anew, with 600 hands per game
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from kibitz import whole
from kibitz.cards import TrickPosition
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players.player import Player, player
from kibitz.whole.game import Whole, whole_game
from kibitz.whole.winning import FILE, Row, turned

GAMES = (
    "whole-hearts(players=3)",
    "whole-hearts",
    "whole-spades(players=2)",
    "whole-spades(players=3)",
    "whole-spades",
    "whole-spades(alone=true)",
    "whole-oh-hell(players=3)",
    "whole-oh-hell",
    "whole-oh-hell(players=5)",
    "whole-oh-hell(players=6)",
    "whole-oh-hell(players=7)",
    "whole-sergeant-major",
)
PLAYER = "rules"
"""Who played the hands."""


def hands(line: str, number: int) -> Iterator[tuple[int, Row]]:
    """The kinds and scores of at least this many hands of whole games."""
    rules = whole_game(line)
    who, found, seed = [player(PLAYER)] * rules.players, 0, 0
    while found < number:
        for at, hand in _finished(line, seed, who):
            back = -(rules.dealer(at) + 1) % rules.players
            yield rules.kind(at), (turned(hand.game.bids or (), back), turned(hand.taken, back))
            found += 1
        seed += 1


def _finished(line: str, seed: int, who: Sequence[Player]) -> Iterator[tuple[int, TrickPosition]]:
    """The numbers and the ends of the hands of a game."""
    here = begin(line, seed)
    assert isinstance(here, Whole)
    for _, move in play_out(here, who, seed).choices:
        if here.playing is not None:
            played = here.playing.after(move)
            if played.is_over:
                yield here.number, played.position
        here = here.after(move)


def write(path: Path, number: int) -> None:
    """Play hands of every game and write them down."""
    lines = [f"# bids and what was taken, from the dealer's left on; {PLAYER} on every seat"]
    for line in GAMES:
        lines.append(f"game {whole_game(line).like}")
        for kind, (bids, taken) in sorted(hands(line, number)):
            shown = ",".join(map(str, bids)) or "-"
            lines.append(f"{kind} {shown} {','.join(map(str, taken))}")
    path.write_text("\n".join([*lines, ""]))


if __name__ == "__main__":
    write(Path(whole.__path__[0]) / FILE, int(sys.argv[1]))
