"""Two sides that share out points, or tricks under any duties: `backup=points`.

A question is whether the first side takes at least so many of the points that are left. What was
taken before does not matter to it. An answer is a bound on what the first side takes, with the
cards whose ranks it rests on; so an entry of the table serves all positions that differ in nothing
else, and nearly as well those in which other points lie in the same places. What lies between
two bounds is asked by halving. Nothing is assumed about what must be played or which card wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kibitz.cards.deck import Card, Hand
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
from kibitz.engines.reference.tricks.partition import (
    PartitionRun,
    decided_by,
    next_below,
    want_tricks,
    with_trick,
)
from kibitz.engines.reference.tricks.points_table import PointsEntry, Shape, Shapes, answer, lowest
from kibitz.engines.reference.two_sided import Minimax, TwoSided
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Position
from kibitz.leaf_table import LeafTable

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm


class Bounded(NamedTuple):
    """What the first side takes at least, if the answer is yes, otherwise at most."""

    yes: bool
    bound: int
    ranks: Hand = 0
    """The cards whose ranks it rests on, with all above them in their suits."""
    move: Card | None = None


class Neighbours(NamedTuple):
    """Cards of the mover with no live card of another between them, which may differ in points."""

    first: Card
    last: Card
    kept: tuple[Card, ...]
    """Those that are asked: where it is known who wins the trick, one of them."""


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
    """Whether a trick that the other side cannot beat any more counts at once."""
    near: Literal["none", "used"] = "none"
    """Whether cards next to each other answer for one another, as far as their points allow."""
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

    store: Store[list[PointsEntry]] | None  # type: ignore[assignment]

    def __init__(self, search: Any, problem: Problem) -> None:
        super().__init__(search, problem)
        self.shapes = Shapes(self.root, search.keys == "absolute")
        self.near = search.near == "used" and self.shapes.by_data

    def node(self, position: TrickPosition, need: int, depth: int) -> NodeSearch:
        """Whether the first side takes at least so many of the points that are left."""
        # Step 1. What needs no search: too few or too many, a trick that is won, the table.
        left = position.to_share - sum(position.taken)
        if need <= 0 or need > left:
            yield Event("leaf", depth)
            return Bounded(need <= 0, 0 if need <= 0 else left)
        known = self.won(position, need, left)
        if known is not None:
            yield self.cut("entry", depth, known.yes)
            return known
        shape: Shape | None = None
        if self.store is not None and position.settled:
            shape = self.shapes.of(position)
            found_in = answer(self.store.look(shape.key) or [], shape, need)
            if found_in is not None:
                yield Event("hit", depth)
                return Bounded(found_in[0] >= need, *found_in)

        # Step 2. The moves, the most promising first.
        yield Event("expand", depth, turn=position.turn)
        ours, game = position.side == 0, position.game
        moves: Sequence[Card] = position.moves()
        groups: list[Neighbours] = []
        ranks = 0
        if self.near:
            groups, ranks = self.neighbours(position, moves)
            moves = [card for group in groups for card in group.kept]
        group_of = {card: group for group in groups for card in group.kept}
        if self.search.inner == "weights":
            moves = weighed(position, moves, self.last.get(position.tricks_left))
        bound, before = -1 if ours else left + 1, game.by_side(position.taken)[0]
        better = max if ours else min
        found: Bounded | None = None
        tried: list[tuple[Card, Bounded]] = []

        # Step 3. Ask each until one answers as the mover wants.
        for move in moves:
            below = self.like_another(move, tried, group_of, need, ours) if self.near else None
            if below is None:
                after = position.play(move)
                gained = game.by_side(after.taken)[0] - before
                below = yield Child(move, *self.asked, self.node(after, need - gained, depth + 1))
                rests = below.ranks | (0 if after.table else self.decided_by(position, move))
                below = Bounded(below.yes, below.bound + gained, rests)
            if below.yes == ours:
                found = below._replace(move=move)
                if position.settled:
                    self.last[position.tricks_left] = move
                yield self.cut("window", depth, ours)
                break
            tried.append((move, below))
            bound, ranks = better(bound, below.bound), ranks | below.ranks
        if found is None:
            for group in groups:
                if group.first <= lowest(game.pack, ranks & game.pack.suit_cards[group.first.suit]):
                    ranks |= 1 << group.last
            found = Bounded(not ours, bound, ranks)

        # Step 4. Remember the answer, and what it rests on.
        if shape is not None:
            assert self.store is not None
            kept = self.shapes.entry(shape, found.ranks, found.bound, not found.yes)
            self.store.keep(shape.key, [*(self.store.look(shape.key) or ()), kept])
        yield Event("leave", depth)
        return found

    def decided_by(self, position: TrickPosition, move: Card) -> Hand:
        """The cards whose ranks decide a trick that ends with a move."""
        return 0 if position.to_lay else decided_by(position, move)

    def won(self, position: TrickPosition, need: int, left: int) -> Bounded | None:
        """What a trick that is won says."""
        if self.search.sure == "none" or not position.table or not is_won(position):
            return None
        ours, worth = wins_trick(position) == 0, position.worth(position.table)
        if need > worth if ours else need <= left - worth:
            return None
        return Bounded(ours, worth if ours else left - worth, rests_on_winning(position))

    def neighbours(
        self, position: TrickPosition, moves: Sequence[Card]
    ) -> tuple[list[Neighbours], Hand]:
        """The moves in groups, and on which ranks it rests that some are not asked.

        Of neighbours that cannot change who wins the trick, the one with most points is best if
        the mover's side wins it, otherwise the one with fewest.
        """
        game, hand, side = position.game, position.hands[position.turn], position.side
        others, firsts = position._live() & ~hand, game.pack.first_copies
        alone = hand & ((others & firsts) << 1 | (others & ~firsts) >> 1) if firsts else 0
        groups: list[Neighbours] = []
        ranks = 0
        for card in moves:
            last = groups[-1].last if groups else None
            if (
                last is None
                or last.suit != card.suit
                or others & ((1 << card) - (1 << last))
                or alone & (1 << card | 1 << last)
                or self.shapes.kinds[last] != self.shapes.kinds[card]
            ):
                groups.append(Neighbours(card, card, (card,)))
                continue
            group, after = groups[-1], position.play(card)
            kept = (*group.kept, card)
            if not after.table or is_won(after):
                wins = after.side if not after.table else wins_trick(after)
                more = game.worth_of(card) > game.worth_of(group.kept[0])
                kept = (card,) if more == (wins == side) else group.kept
                if not position.table or position.wins(card):
                    back = with_trick(position, position.table)
                    ranks |= next_below(game.pack, back, card, position.turn)
                else:
                    ranks |= rests_on_winning(position)
            groups[-1] = Neighbours(group.first, card, kept)
        return groups, ranks

    def like_another(
        self,
        move: Card,
        tried: Sequence[tuple[Card, Bounded]],
        group_of: dict[Card, Neighbours],
        need: int,
        ours: bool,
    ) -> Bounded | None:
        """What a move that failed says of another: a neighbour, or a higher card above all ranks
        that counted. If they change places, no more than the difference of their points does.
        """
        game = self.root.game
        suit = game.pack.suit_cards[move.suit]
        for other, below in tried:
            like = group_of[other] is group_of[move]
            if not like and not self.resting(suit) and suit >> other & 1 and other < move:
                like = lowest(game.pack, below.ranks & suit) < other
            if not like:
                continue
            apart = abs(game.worth_of(move) - game.worth_of(other))
            bound = below.bound + apart if ours else below.bound - apart
            if (bound < need) == ours:
                return Bounded(not ours, bound, below.ranks)
        return None

    def resting(self, suit: Hand) -> bool:
        """Whether all ranks of a suit may count for what must be played."""
        return self.shapes.resting & suit != 0


def is_won(position: TrickPosition) -> bool:
    """Whether nobody of the other side can beat the card that is winning the trick any more."""
    card, player = position.winning
    players, turn, side_of = len(position.hands), position.turn, position.game.side_of
    still = ((turn + seat) % players for seat in range(players - len(position.table)))
    hands = (position.hands[seat] for seat in still if side_of[seat] != side_of[player])
    return nobody_beats(position, hands, position.led, card)


def wins_trick(position: TrickPosition) -> int:
    """The side that is winning the trick."""
    return position.game.side_of[position.winning[1]]


def rests_on_winning(position: TrickPosition) -> Hand:
    """The card that is winning the trick, and those next below it in the same hand."""
    back = with_trick(position, position.table)
    return next_below(position.game.pack, back, *position.winning)


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
    if not position.trump_stays:
        return "one trump suit"
    if game.takes_points_away:
        return "points of 0 and more"
    if type(game).by_side is not TrickGame.by_side:
        return "sides that add up what their players take"
    return ""
