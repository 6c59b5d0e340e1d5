"""The table that bridge players ask for: five strains by four declarers, with all hands open."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kibitz.asking.budget import Budget
from kibitz.asking.choosing import checked, strongest
from kibitz.cards import TrickPosition
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import NEVER, Cancel, Watch, check_cancel, check_progress
from kibitz.errors import TextError
from kibitz.game import Position
from kibitz.games.bridge import Bridge
from kibitz.games.bridge.contract import TRICKS
from kibitz.games.bridge.par import Par, par
from kibitz.games.bridge.seats import SEATS, seat_of, vulnerability
from kibitz.results import Limit, Stopped
from kibitz.scoring import Utility
from kibitz.showing.layout import columns, html_table
from kibitz.workers import at_once, in_order

STRAINS = ("NT", "S", "H", "D", "C")
BY_SIDE = "NSEW"
"""The declarers as they are listed, partners side by side."""


@dataclass(frozen=True)
class TrickTable:
    """How many tricks each declarer takes in each strain, if all play perfectly.

    >>> table = kibitz.trick_table(kibitz.game("bridge").parse("N:A2... KJ... 43... Q5..."))
    >>> table["NT", "S"], table["NT", "E"]
    (1, 1)
    """

    position: TrickPosition
    tricks: Mapping[tuple[str, str], int]
    """By strain and declarer, such as `("NT", "S")`; without those not known yet."""
    stopped: Stopped = ""
    """What stopped it before all was known: a limit, Ctrl-C, `cancel`, or nothing."""
    par: Par | None = None
    """The par score, for a whole deal whose tricks are all known."""

    def __getitem__(self, contract: tuple[str, str]) -> int:
        return self.tricks[contract]

    def rows(self) -> list[list[str]]:
        """The table as texts, headings first."""
        cells = [[str(self.tricks.get((one, seat), "-")) for seat in BY_SIDE] for one in STRAINS]
        rows = ([strain, *row] for strain, row in zip(STRAINS, cells, strict=True))
        return [["", *BY_SIDE], *rows]

    def show(self) -> str:
        """The table, a line per strain, and par."""
        known = f"{len(self.tricks)} of {len(STRAINS) * len(BY_SIDE)} known"
        more = f"\nSTOPPED EARLY, {known}" if self.stopped else ""
        return columns(self.rows()) + (f"\n{self.par.show()}" if self.par else "") + more

    def as_dict(self) -> dict[str, Any]:
        """The table in plain types, ready for JSON."""
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "tricks": {
                strain: {seat: self.tricks.get((strain, seat)) for seat in BY_SIDE}
                for strain in STRAINS
            },
            "par": self.par.as_dict() if self.par is not None else None,
            "stopped": self.stopped,
        }

    def _repr_html_(self) -> str:
        return html_table(self.rows())


def contract_position(position: TrickPosition, strain: str, declarer: str) -> TrickPosition:
    """The position with the trump of a strain, where the player after the declarer leads."""
    game = position.game
    assert isinstance(game, Bridge)
    game = replace(game, trump=strain, utility=Utility.parse("tricks"), bids=None)
    return replace(position, game=game, leader=(SEATS.index(declarer) + 1) % len(SEATS))


def trick_table(
    position: Position,
    *,
    dealer: str = "N",
    vulnerable: str = "None",
    limit: Limit | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    cancel: Cancel = NEVER,
    keep_interrupted: bool = False,
) -> TrickTable:
    """The tricks of every declarer in every strain: twenty searches.

    A whole deal takes less than a second, rarely a few seconds.
    Trump and leader of the position do not matter; tricks taken before count. Searches run in as
    many threads as there are workers, by default one per processor. `progress` is
    called with the number of searches that are done.

    Of a whole deal `par` is the score if both sides also bid with all cards open, for a dealer and
    for sides that are vulnerable: `None`, `NS`, `EW` or `All`.

    The seconds of a limit are for the whole table, its nodes are shared out among the strains; when
    it is reached, or `cancel` is set, the table has what is known. Ctrl-C raises
    KeyboardInterrupt, or with `keep_interrupted` stops in the same way.

    >>> ending = kibitz.game("bridge").parse("N:Q5.5.3.4 93.8.52. .Q4.J.T2 .6..AK76")
    >>> print(kibitz.trick_table(ending).show())
        N  S  E  W
    NT  3  1  2  1
    S   4  2  1  1
    H   2  2  2  2
    D   3  2  2  2
    C   1  1  4  4
    """
    here, limit = _checked(position), checked(limit)
    check_progress(progress)
    check_cancel(cancel)
    dealer, vulnerable = seat_of(dealer), vulnerability(vulnerable)
    workers = at_once(workers)
    work = _Work(here, limit, cancel)
    tricks: dict[tuple[str, str], int] = {}
    stopped: Stopped = ""
    for found, why in in_order(work.strain, STRAINS, workers, work.interrupted):
        tricks |= found
        stopped = why if why == "interrupt" else stopped or why
        if progress is not None:
            progress(len(tricks))
    if stopped == "interrupt" and not keep_interrupted:
        raise KeyboardInterrupt
    whole = len(tricks) == len(STRAINS) * len(SEATS) and here.tricks_left == TRICKS
    return TrickTable(here, tricks, stopped, par(tricks, dealer, vulnerable) if whole else None)


class _Work:
    """The searches behind one table, within one limit."""

    def __init__(self, position: TrickPosition, limit: Limit, cancel: Cancel) -> None:
        self.position, self.cancel = position, cancel
        self.interrupted = threading.Event()
        self.whole = Budget(limit, Watch(cancel=self))

    def is_set(self) -> bool:
        """Whether its searches should stop."""
        return self.interrupted.is_set() or self.cancel.is_set()

    def strain(self, strain: str) -> tuple[dict[tuple[str, str], int], Stopped]:
        """The tricks of all declarers, as far as they are known, and what stopped it.

        They come one after the other, so that they share a table.
        """
        budget = self.whole.among(len(STRAINS))
        memory = TranspositionTable(budget.limit.table_mb)
        found: dict[tuple[str, str], int] = {}
        for seat in BY_SIDE:
            one = contract_position(self.position, strain, seat)
            result = budget.search(one, strongest(one), budget.share(), memory, line_later=True)
            if not result.complete or result.value is None:
                return found, self._why(result.stopped)
            tricks = result.value[one.game.side(SEATS.index(seat))]
            assert tricks is not None  # with two sides, both are known
            found[strain, seat] = tricks
        return found, ""

    def _why(self, stopped: Stopped) -> Stopped:
        """What stopped a search; after Ctrl-C all others are stopped too."""
        if stopped == "interrupt":
            self.interrupted.set()
        return "interrupt" if stopped == "cancel" and not self.cancel.is_set() else stopped


def _checked(position: Position) -> TrickPosition:
    """The position, if it is one of Bridge between two tricks."""
    if not isinstance(position, TrickPosition) or not isinstance(position.game, Bridge):
        raise TextError(f"expected a position of bridge: {str(position)!r}")
    if position.game.sides != 2:
        raise TextError(f"expected two sides, not {position.game}")
    if position.table:
        raise TextError(f"expected no card on the table: {str(position)!r}")
    return position
