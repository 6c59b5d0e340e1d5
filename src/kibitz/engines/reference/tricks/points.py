"""Two sides that share out points, or tricks under any duties: `backup=points`.

A question is whether the first side takes at least so many of the points that are left. What was
taken before does not matter to it, so one entry of the table, the least and the most that the first
side can still take, serves every way to a position; and what lies between the two is asked by
halving. Nothing is assumed about what must be played or which card wins.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kibitz.cards.deck import Card
from kibitz.cards.game import TrickGame
from kibitz.cards.order import nobody_beats
from kibitz.cards.position import TrickPosition
from kibitz.engines.problem.ordering import Order
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.scores import PlainScores, Scores
from kibitz.engines.problem.sides import opposite
from kibitz.engines.reference.decision import Needs
from kibitz.engines.reference.driver import Child, NodeSearch
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES, Search, table_faults
from kibitz.engines.reference.table import Store
from kibitz.engines.reference.tricks.inner_order import expected, friends
from kibitz.engines.reference.tricks.partition import Decided, PartitionRun, want_tricks
from kibitz.engines.reference.two_sided import Minimax, TwoSided
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Position
from kibitz.leaf_table import LeafTable

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

Range = tuple[int, int]
"""The least and the most that the first side takes of what is left."""


@SEARCHES.named("points")
@dataclass(frozen=True)
class Points(Search):
    """Two sides that share out points, asked by yes or no."""

    backup = "points"
    two_sided = True
    needs_opposed = True
    known_as, against_all = "points", "paranoid"
    rules = ("entry", "window")
    prune = "alpha-beta"
    window = "zero"

    table: Literal["none", "points"] = "none"
    keys: Literal["absolute", "relative"] = "absolute"
    probe: Literal["card", "trick"] = "card"
    sure: Literal["none", "used"] = "none"
    """Whether a trick that nobody can beat any more counts at once."""
    inner: Literal["listed", "weights"] = "listed"
    """In which order moves are asked where that changes no value."""
    order: str | Order = "high"

    def check(self, position: Position) -> None:
        """Refuse games that are not for this search by their rules."""
        _refuse(position, reason_against(position))

    def faults(self) -> Iterator[str]:
        """Why parts do not go together."""
        if self.table != "none" and self.probe != "trick":
            yield "'points' asks its table between tricks; use probe=trick"
        yield from table_faults(self)

    def begin(self, problem: Problem) -> PointsRun:
        self.check(problem.position)
        return PointsRun(self, problem)

    def plain(self) -> TwoSided:
        return Minimax(order=self.order)

    @property
    def needs(self) -> Needs:
        return "outcomes"

    @property
    def by_questions(self) -> bool:
        return True

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        lacks = reason_against(position)
        if not lacks and not LeafTable.of(position).opposed:
            lacks = "two sides that want the opposite"
        if not lacks and not want_tricks(LeafTable.of(position)):
            lacks = "sides that want more"
        return not lacks, f"needs {lacks}" if lacks else "two sides that share out points"

    def check_scores(self, position: Position, scores: PlainScores) -> None:
        """Refuse sides that want anything else than more."""
        opposite(position, self)
        assert isinstance(scores, Scores)
        _refuse(position, "" if want_tricks(scores.leaves) else "sides that want more")


class PointsRun(PartitionRun):
    """A search for points at work on one position."""

    store: Store[Range] | None  # type: ignore[assignment]

    def node(self, position: TrickPosition, need: int, depth: int) -> NodeSearch:
        """Whether the first side takes at least so many of the points that are left."""
        # Step 1. What needs no search: too few or too many, a trick that is won, the table.
        left = position.to_share - sum(position.taken)
        if need <= 0 or need > left:
            yield Event("leaf", depth)
            return Decided(need <= 0)
        won = self.won(position)
        if need <= won or need > left + min(0, won):
            yield self.cut("entry", depth, need <= won)
            return Decided(need <= won)
        key: Hashable = None
        if self.store is not None and position.settled:
            key = position.key_to_come(self.search.keys == "relative")
            least, most = self.store.look(key) or (0, left)
            if need <= least or need > most:
                yield Event("hit", depth)
                return Decided(need <= least)

        # Step 2. The moves, the most promising first.
        yield Event("expand", depth, turn=position.turn)
        ours, game = position.side == 0, position.game
        moves: Sequence[Card] = position.moves()
        if self.search.inner == "weights":
            moves = weighed(position, moves, self.last.get(position.tricks_left))
        found, before = Decided(not ours), game.by_side(position.taken)[0]

        # Step 3. Ask each until one answers as the mover wants.
        for move in moves:
            after = position.play(move)
            gained = game.by_side(after.taken)[0] - before
            below: Decided = yield Child(
                move, *self.asked, self.node(after, need - gained, depth + 1)
            )
            if below.yes == ours:
                found = Decided(ours, move=move)
                if position.settled:
                    self.last[position.tricks_left] = move
                yield self.cut("window", depth, ours)
                break

        # Step 4. Remember the answer.
        if key is not None:
            assert self.store is not None
            least, most = self.store.look(key) or (0, left)
            kept = (max(least, need), most) if found.yes else (least, min(most, need - 1))
            self.store.keep(key, kept)
        yield Event("leave", depth)
        return found

    def won(self, position: TrickPosition) -> int:
        """The points of a trick that is won, below zero for the second side; otherwise 0."""
        if self.search.sure == "none" or not position.table:
            return 0
        card, player = position.winning
        players, turn = len(position.hands), position.turn
        still = range(players - len(position.table))
        hands = (position.hands[(turn + seat) % players] for seat in still)
        if not nobody_beats(position, hands, position.led, card):
            return 0
        worth = position.worth(position.table)
        return worth if position.game.side(player) == 0 else -worth


def weighed(position: TrickPosition, moves: Sequence[Card], last: Card | None) -> list[Card]:
    """The moves, the heaviest first; `last` is the lead that decided a question most recently."""
    if position.table:
        weights = {card: follow_weight(position, card) for card in moves}
    else:
        weights = {card: lead_weight(position, card) + 50 * (card == last) for card in moves}
    return sorted(moves, key=lambda card: -weights[card])


def follow_weight(position: TrickPosition, card: Card) -> int:
    """Points to a trick that our side is likely to win, no points to one that it loses.

    Otherwise low cards first, and trumps last.
    """
    mover, trumps = position.turn, position.trumps
    now, who = position.winning
    wins = expected(position, card) if position.wins(card) else expected(position, now, who)
    weight = card.rank
    if trumps >> card & 1 and position.led != card.suit:
        weight -= 10
    points = 8 * position.game.worth_of(card)
    return weight + 200 + points if friends(position, wins, mover) else weight - points


def lead_weight(position: TrickPosition, card: Card) -> int:
    """What our side is likely to win, with many points; else low cards with few."""
    points = 4 * position.game.worth_of(card)
    if friends(position, expected(position, card), position.turn):
        return 100 + points
    return card.rank - points


def _refuse(position: Position, lacks: str) -> None:
    if lacks:
        name, two = position.game.text_name(), position.game.sides == 2
        other = "alpha-beta" if two else "paranoid or maxn"
        raise InvalidAlgorithm(f"'points' needs {lacks}, not {name}; use {other}")


def reason_against(position: Position) -> str:
    """What this search needs and a game lacks; nothing if all is well."""
    if not isinstance(position, TrickPosition):
        return "a game of tricks"
    game = position.game
    if game.takes_points_away:
        return "points of 0 and more"
    if type(game).by_side is not TrickGame.by_side:
        return "sides that add up what their players take"
    return ""
