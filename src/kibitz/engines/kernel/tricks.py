"""Trick games in numbers: the rules that `TrickGame` says as data, and nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from kibitz.cards.deck import CARDS
from kibitz.cards.game import ALIKE, TrickGame
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import BEGUN, BROKEN
from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import Adapter, Numbers, rows_of

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.cards.restrictions import Marks
    from kibitz.engines.reference.scores import PlainScores
    from kibitz.game import Position

PROGRESS_BITS = 47
"""Room for what all sides have taken."""
POINT_CLASSES = 16
"""How many different worths of cards there may be."""

CODE = ("allowed", "marks_after", "by_side", "points_in", "_restrictions")
"""What the kernel has as code of its own: a game that overrides it goes to the reference.

All else that `TrickGame` lets a game say is read as data when a search begins, or only
matters for deals and texts.
"""


class Tricks(Adapter):
    """Positions of trick games."""

    def reason_against(self, position: Position) -> str:
        game = cast("TrickGame", position.game)
        if type(position) is not TrickPosition:
            return f"it does not know the positions of {game.text_name()}"
        for method in CODE:
            if getattr(type(game), method) is not getattr(TrickGame, method):
                return f"it does not know {method}() of {game.text_name()}"
        if [game.side(player) for player in range(game.players)] != list(game.side_of):
            return f"it does not know side() of {game.text_name()}"
        if len({game.trump_in(marks) for marks in _later_marks(position)}) > 1:
            return f"it does not know the changing trumps of {game.text_name()}"
        worths = list(map(game.points, CARDS))
        if min(worths) < 0 or len(set(worths)) > POINT_CLASSES:
            return f"it counts points of 0 and more, of at most {POINT_CLASSES} kinds"
        most = game.hand_size if game.counts_tricks else sum(worths)
        if game.sides * most.bit_length() > PROGRESS_BITS:
            return f"it has no room for {most} points for each of {game.sides} sides"
        return ""

    def run(self) -> Callable[..., Any]:
        return _kernel.search_tricks

    def numbers(
        self, position: Position, first: Position, algorithm: Algorithm, scores: PlainScores
    ) -> tuple[Numbers, Numbers]:
        table, rows = rows_of(scores)
        deal, owners = cast("TrickPosition", position), cast("TrickPosition", first).hands
        return _rules(deal, owners, table.leaves.outcomes), rows

    def to_count(self, position: Position) -> Numbers:
        """A position whose moves are to be counted."""
        deal = cast("TrickPosition", position)
        return _rules(deal, deal.hands, tuple(deal.outcomes()))

    def goes_on(self, first: Position, position: Position) -> bool:
        """Who holds what must follow from the first position: a key says which cards are held.

        What is taken and what is in play must add up to as much, since a key leaves out what
        lies on the table.
        """
        before, now = cast("TrickPosition", first), cast("TrickPosition", position)
        held = zip(now.hands, before.hands, strict=True)
        same = [(each.trump, each.left_over, each.to_share) for each in (before, now)]
        return same[0] == same[1] and all(hand & ~owned == 0 for hand, owned in held)


def _later_marks(position: TrickPosition) -> list[Marks]:
    """All that the rules may come to remember, by what they remember now."""
    marks, restricted = position.marks, position.game.restrictions.mark_names
    return [
        marks | frozenset(more)
        for count in range(len(restricted) + 1)
        for more in itertools.combinations(restricted, count)
    ]


def _rules(position: TrickPosition, owners: tuple[int, ...], outcomes: tuple[Any, ...]) -> Numbers:
    game, marks = position.game, position.marks
    restrictions, worths = game.restrictions, list(map(game.points, CARDS))
    return {
        "players": game.players,
        "sides": game.sides,
        "side_of": game.side_of,
        "trump": -1 if position.trump is None else position.trump,
        "counts_tricks": game.counts_tricks,
        "points": [] if game.counts_tricks and not any(worths) else worths,
        "alike": ALIKE.index(game.alike),
        **asdict(restrictions),
        "broken": BROKEN in marks,
        "begun": BEGUN in marks or not restrictions.minds_the_first_trick,
        "hands": position.hands,
        "owners": owners,
        "left_over": position.left_over * game.players,
        "leader": position.leader,
        "table": position.table,
        "taken": game.by_side(position.taken),
        "outcomes": outcomes,
    }


ADAPTER = Tricks()
