"""Nijssen 2013, Table 4.2 with speculative pruning: where does max^n stand then?"""

from __future__ import annotations

from typing import ClassVar

from kibitz.experiments.shared.boards import BRS, PARANOID, ROWS, SEARCH, Boards, Kind

SPECULATIVE = Kind("speculative max^n", f"speculative(test=discrete,{SEARCH})", parts=True)


class Table42Speculative(Boards):
    """The same, but max^n has speculative pruning and the discrete test."""

    title = "Speculative max^n, paranoid and BRS on four boards"
    setting = (
        "Table 4.2 of Nijssen 2013 once more, with speculative pruning, the discrete test and a "
        "table of bounds where the thesis has shallow pruning. Its numbers for max^n with shallow "
        "pruning are on [its own page](nijssen-2013-table-4-2.md)."
    )
    choices = (
        *Boards.shared,
        "**Where max^n stands.** Compare wins and plies of max^n with those of shallow pruning on "
        "the other page, whose games have the same starts, seatings and limits. Wins say something "
        "only where a line has an interval; plies are means over all moves of a game, so that few "
        "games tell more about them.",
    )
    kinds = (SPECULATIVE, PARANOID, BRS)
    seconds = (0.02, 1)
    published: ClassVar = {}
    depths: ClassVar = dict.fromkeys((row.label for row in ROWS), (None, None, None))
