"""The table that bridge players ask for: five strains by four declarers, every hand seen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kibitz.cards import TrickPosition
from kibitz.cards.pbn import SEATS
from kibitz.choosing import strongest
from kibitz.engines.memory import TranspositionTable
from kibitz.errors import TextError
from kibitz.game import Position
from kibitz.games.bridge import Bridge
from kibitz.layout import columns, table
from kibitz.scoring import Utility
from kibitz.solve import solve
from kibitz.workers import at_once, in_order

STRAINS = ("NT", "S", "H", "D", "C")
BY_SIDE = "NSEW"
"""The declarers as they are listed, partners side by side."""


@dataclass(frozen=True)
class TrickTable:
    """How many tricks each declarer takes in each strain, if all play as well as can be.

    >>> table = kibitz.trick_table(kibitz.game("bridge").parse("N:A2... KJ... 43... Q5..."))
    >>> table["NT", "S"], table["NT", "E"]
    (1, 1)
    """

    position: TrickPosition
    tricks: Mapping[tuple[str, str], int]
    """By strain and declarer, such as `("NT", "S")`."""

    def __getitem__(self, contract: tuple[str, str]) -> int:
        return self.tricks[contract]

    def rows(self) -> list[list[str]]:
        """The table as texts, headings first."""
        cells = [[str(self.tricks[strain, seat]) for seat in BY_SIDE] for strain in STRAINS]
        rows = ([strain, *row] for strain, row in zip(STRAINS, cells, strict=True))
        return [["", *BY_SIDE], *rows]

    def show(self) -> str:
        """The table, a line per strain."""
        return columns(self.rows())

    def as_dict(self) -> dict[str, Any]:
        """The table in plain types, ready for JSON."""
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "tricks": {
                strain: {seat: self.tricks[strain, seat] for seat in BY_SIDE} for strain in STRAINS
            },
        }

    def _repr_html_(self) -> str:
        return table(self.rows())


def contract_position(position: TrickPosition, strain: str, declarer: str) -> TrickPosition:
    """The position with the trump of a strain, where the player after the declarer leads."""
    game = position.game
    assert isinstance(game, Bridge)
    game = replace(game, trump=strain, utility=Utility.parse("tricks"), bids=None)
    return replace(position, game=game, leader=(SEATS.index(declarer) + 1) % len(SEATS))


def trick_table(
    position: Position,
    *,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> TrickTable:
    """The tricks of every declarer in every strain: twenty searches.

    A whole deal takes less than a second, rarely some seconds.
    Trump and leader of the position do not matter; tricks taken before count. Searches run in as
    many threads as there are workers, as many as processors if it is not said. `progress` is
    called with the number of searches that are done.

    >>> ending = kibitz.game("bridge").parse("N:Q5.5.3.4 93.8.52. .Q4.J.T2 .6..AK76")
    >>> print(kibitz.trick_table(ending).show())
        N  S  E  W
    NT  3  1  2  1
    S   4  2  1  1
    H   2  2  2  2
    D   3  2  2  2
    C   1  1  4  4
    """
    here = _checked(position)
    workers = at_once(workers)
    stop = threading.Event()

    def answer(strain: str) -> dict[tuple[str, str], int]:
        """All declarers, one after the other, so that they share a table."""
        memory = TranspositionTable()
        found = {}
        for seat in BY_SIDE:
            one = contract_position(here, strain, seat)
            result = solve(one, strongest(one), cancel=stop, table=memory)
            if not result.complete or result.value is None:
                raise KeyboardInterrupt
            tricks = result.value[here.game.side(SEATS.index(seat))]
            assert tricks is not None  # with two sides, both are known
            found[strain, seat] = tricks
        return found

    tricks: dict[tuple[str, str], int] = {}
    for found in in_order(answer, STRAINS, workers, stop):
        tricks |= found
        if progress is not None:
            progress(len(tricks))
    return TrickTable(here, tricks)


def _checked(position: Position) -> TrickPosition:
    """The position, if it is one of Bridge between two tricks."""
    if not isinstance(position, TrickPosition) or not isinstance(position.game, Bridge):
        raise TextError(f"expected a position of bridge: {str(position)!r}")
    if position.game.sides != 2:
        raise TextError(f"expected two sides, not {position.game}")
    if position.table:
        raise TextError(f"expected no card on the table: {str(position)!r}")
    return position
