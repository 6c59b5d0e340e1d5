"""Two sides that share out points, or tricks under any duties: `backup=points`.

A question is whether the first side takes at least a given number of the remaining points. What
was taken before does not affect it. An answer is a bound on what the first side takes, with the
cards whose ranks it depends on and the cards that each side takes. So one entry of the table serves
all positions that agree in these, with a bound adjusted to where their points lie. Bisection
narrows what is left between two bounds. Nothing is assumed about what must be played or which
card wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from kibitz.cards.deck import Card, Hand
from kibitz.cards.game import TrickGame
from kibitz.cards.order import nobody_beats
from kibitz.cards.position import TrickPosition
from kibitz.engines.problem.ordering import Order
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.driver import Child, NodeSearch
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Store
from kibitz.engines.reference.tricks.inner_order import expected, friends
from kibitz.engines.reference.tricks.partition import (
    PartitionRun,
    decided_by,
    next_below,
    with_trick,
)
from kibitz.engines.reference.tricks.points_table import (
    PointsEntry,
    Shape,
    Shapes,
    answer,
    change,
    lowest,
)
from kibitz.engines.reference.tricks.two_camps import TwoCamps
from kibitz.game import Position


class Bounded(NamedTuple):
    """A bound on what the first side takes: the least if the answer is yes, otherwise the most."""

    yes: bool
    bound: int
    ranks: Hand = 0
    """The bound depends on the ranks of these cards and all above them in their suits."""
    first: Hand = 0
    """The cards that the first side takes in some line,"""
    second: Hand = 0
    """and those that the second side takes. A card in neither set counts against the bound."""
    move: Card | None = None

    def changed(self, card: Card, more: int) -> int:
        """How much the bound changes if a card is worth `more` points more."""
        some, other = self.first >> card & 1, self.second >> card & 1
        return change(more, not self.yes, bool(some), bool(other))


@SEARCHES.named("points")
@dataclass(frozen=True)
class Points(TwoCamps):
    """Two sides that share out points, searched by yes-or-no questions."""

    backup = "points"
    known_as, against_all = "points", "paranoid"
    shared, wanted = "points", "more"

    table: Literal["none", "points"] = "none"
    keys: Literal["absolute", "relative"] = "absolute"
    probe: Literal["card", "trick"] = "card"
    sure: Literal["none", "used"] = "none"
    """Whether a trick that the other side can no longer beat is counted at once."""
    near: Literal["none", "used"] = "none"
    """Whether the answer for one card serves for its neighbours, as far as points allow."""
    inner: Literal["listed", "weights"] = "listed"
    """The order in which moves are tried where that changes no value."""
    order: str | Order = "high"

    def lacks(self, position: Position) -> str:
        return reason_against(position)

    def begin(self, problem: Problem) -> PointsRun:
        self.check(problem.position)
        return PointsRun(self, problem)


class PointsRun(PartitionRun):
    """A search for points at work on one position."""

    store: Store[list[PointsEntry]] | None  # type: ignore[assignment]

    def __init__(self, search: Any, problem: Problem) -> None:
        super().__init__(search, problem)
        self.shapes = Shapes(self.root, search.keys == "absolute")
        self.near = search.near == "used" and self.shapes.by_data

    def node(self, position: TrickPosition, need: int, depth: int) -> NodeSearch:
        """Whether the first side takes at least `need` of the remaining points."""
        # Step 1. What needs no search: too few or too many, a trick that is won, the table.
        left = position.to_share - sum(position.taken)
        if need <= 0 or need > left:
            yield Event("leaf", depth)
            open_ = live_in(position)
            return Bounded(True, 0, 0, 0, open_) if need <= 0 else Bounded(False, left, 0, open_)
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
                bound, ranks, first, second = found_in
                return Bounded(bound >= need, bound, ranks, first, second)

        # Step 2. The moves, the most promising first.
        yield Event("expand", depth, turn=position.turn)
        ours, game = position.side == 0, position.game
        moves: Sequence[Card] = position.moves()
        groups = self.groups(position, moves)
        group_of = {card: group for group in groups for card in group}
        if self.search.inner == "weights":
            moves = weighed(position, moves, self.last.get(position.tricks_left))
        before = game.by_side(position.taken)[0]
        legal = legal_by(position) if self.shapes.by_data else 0
        tried: list[tuple[Card, Bounded]] = []
        found: Bounded | None = None

        # Step 3. Try each until one gives the answer that the mover wants.
        for move in moves:
            below = self.like_another(move, tried, group_of, need, ours) if self.near else None
            if below is None:
                after = position.play(move)
                gained = game.by_side(after.taken)[0] - before
                below = yield Child(move, *self.asked, self.node(after, need - gained, depth + 1))
                below = below._replace(bound=below.bound + gained, move=None)
                if not after.table:
                    below = self.with_trick(below, position, move, after)
            if below.yes == ours:
                found = below._replace(ranks=below.ranks | legal, move=move)
                if position.settled:
                    self.last[position.tricks_left] = move
                yield self.cut("window", depth, ours)
                break
            tried.append((move, below))
        if found is None:
            found = all_fail(position, [below for _, below in tried], legal, groups)

        # Step 4. Remember the answer, and what it depends on.
        if shape is not None:
            assert self.store is not None
            kept = self.shapes.entry(
                shape, found.ranks, found.bound, not found.yes, found.first, found.second
            )
            self.store.keep(shape.key, [*(self.store.look(shape.key) or ()), kept])
        yield Event("leave", depth)
        return found

    def with_trick(
        self, below: Bounded, position: TrickPosition, move: Card, after: TrickPosition
    ) -> Bounded:
        """An answer after a trick, with the cards that decide it and the side that takes it."""
        rests = 0 if position.to_lay else decided_by(position, move)
        cards = on_table(position) | 1 << move
        first, second = below.first, below.second
        if position.game.side_of[after.leader] == 0:
            first |= cards
        else:
            second |= cards
        return below._replace(ranks=below.ranks | rests, first=first, second=second)

    def won(self, position: TrickPosition, need: int, left: int) -> Bounded | None:
        """The answer that a trick already won gives, if any."""
        if self.search.sure == "none" or not position.table or not is_won(position):
            return None
        ours, worth = wins_trick(position) == 0, position.worth(position.table)
        if need > worth if ours else need <= left - worth:
            return None
        ranks, trick = rests_on_winning(position), on_table(position)
        others = live_in(position) & ~trick
        if ours:
            return Bounded(True, worth, ranks, trick, others)
        return Bounded(False, left - worth, ranks, others, trick)

    def groups(self, position: TrickPosition, moves: Sequence[Card]) -> list[list[Card]]:
        """Neighbours: cards with no other player's live card between; their points may differ."""
        game, hand = position.game, position.hands[position.turn]
        others, firsts = position._live() & ~hand, game.pack.first_copies
        alone = hand & ((others & firsts) << 1 | (others & ~firsts) >> 1) if firsts else 0
        groups: list[list[Card]] = []
        for card in moves:
            last = groups[-1][-1] if groups else None
            if (
                not self.near
                or last is None
                or last.suit != card.suit
                or others & ((1 << card) - (1 << last))
                or alone & (1 << card | 1 << last)
                or self.shapes.kinds[last] != self.shapes.kinds[card]
            ):
                groups.append([card])
            else:
                groups[-1].append(card)
        return groups

    def like_another(
        self,
        move: Card,
        tried: Sequence[tuple[Card, Bounded]],
        group_of: dict[Card, list[Card]],
        need: int,
        ours: bool,
    ) -> Bounded | None:
        """The answer that a failed move gives for another: a neighbour, or a higher card above all
        ranks that mattered. If these two change places, only points move.
        """
        game = self.root.game
        suit = game.pack.suit_cards[move.suit]
        for other, below in tried:
            like = group_of[other] is group_of[move]
            if not like and not self.resting(suit) and suit >> other & 1 and other < move:
                alike = self.shapes.kinds[other] == self.shapes.kinds[move]
                like = alike and lowest(game.pack, below.ranks & suit) < other
            if not like:
                continue
            more = game.worth_of(move) - game.worth_of(other)
            bound = below.bound + below.changed(other, more) + below.changed(move, -more)
            if (bound < need) == ours:
                both = 1 << move | 1 << other
                first, second = together(below.first, both), together(below.second, both)
                return Bounded(not ours, bound, below.ranks, first, second)
        return None

    def resting(self, suit: Hand) -> bool:
        """Whether every rank of a suit may affect what must be played."""
        return self.shapes.resting & suit != 0


def all_fail(
    position: TrickPosition, tried: Sequence[Bounded], legal: Hand, groups: Sequence[list[Card]]
) -> Bounded:
    """The answer of a node whose moves all fail; a move also answers for the cards equal to it."""
    pack, own, yes = position.game.pack, position.hands[position.turn], tried[0].yes
    others = sum(position.hands) & ~own
    bound = (min if yes else max)(below.bound for below in tried)
    ranks, first, second = legal, 0, 0
    for below in tried:
        ranks, first, second = ranks | below.ranks, first | below.first, second | below.second
    for group in groups:
        if group[0] <= lowest(pack, ranks & pack.suit_cards[group[0].suit]):
            ranks |= 1 << group[-1]
        below_first = pack.suit_cards[group[0].suit] & ~((1 << group[0]) - 1)
        between = others & below_first
        alike = own & below_first & (((between & -between) or 1 << len(pack.cards)) - 1)
        first, second = together(first, alike), together(second, alike)
    return Bounded(yes, bound, ranks, first, second)


def together(some: Hand, cards: Hand) -> Hand:
    """`some`, and all of `cards` as well if one of them is among them."""
    return some | cards if some & cards else some


def live_in(position: TrickPosition) -> Hand:
    """The cards in all hands and on the table."""
    return sum(position.hands) | on_table(position)


def on_table(position: TrickPosition) -> Hand:
    """The cards of the trick."""
    return sum(1 << card for card in position.table)


def legal_by(position: TrickPosition) -> Hand:
    """The cards whose ranks decide what the mover may play: what it must beat or not play under.

    If all its cards beat the winning card, that depends on the lowest of them.
    """
    duties, trumps = position.game.duties, position.trumps
    if not position.table or position.led is None or duties.follow == "free":
        return 0
    own, pack = position.hands[position.turn], position.game.pack
    led, winning = pack.suit_cards[position.led], position.winning[0]
    follows, own_trumps = own & led & ~duties.kept, own & trumps
    trumps_led = led == trumps
    trumped = not trumps_led and trumps >> winning & 1 != 0
    heads = duties.head == "all" or (duties.head == "trumps" and trumps_led)
    without = not trumps_led and duties.void != "any"
    trumping = duties.follow == "or-trump" if follows else without
    compared = found = 0
    if heads and not trumped and follows.bit_count() > 1:
        compared = follows
    if trumped and ((trumping and duties.void == "overtrump") or not duties.under):
        compared |= own_trumps
    if compared:
        all_beat = all(position.wins(card) for card in pack.listed(compared))
        found |= 1 << compared.bit_length() - 1 if all_beat else 1 << winning
    same_suit = on_table(position) & pack.suit_cards[winning.suit] & ~(1 << winning)
    if duties.spared and trumping and own_trumps and same_suit:
        found |= 1 << winning
    return found


def is_won(position: TrickPosition) -> bool:
    """Whether the other side can no longer beat the card that is winning the trick."""
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
    """The moves, heaviest first; `last` is the lead that most recently decided a question."""
    if position.table:
        weights = {card: follow_weight(position, card) for card in moves}
    else:
        weights = {card: lead_weight(position, card) + 100 * (card == last) for card in moves}
    return sorted(moves, key=lambda card: -weights[card])


def follow_weight(position: TrickPosition, card: Card) -> int:
    """Favours points on a trick that our side is likely to win, and none on one that it loses.

    Otherwise low cards come first, and trumps last.
    """
    mover, trumps = position.turn, position.trumps
    now, who = position.winning
    wins = expected(position, card) if position.wins(card) else expected(position, now, who)
    weight = card.rank
    if trumps >> card & 1 and position.led != card.suit:
        weight -= 30
    points = position.game.worth_of(card)
    ours = friends(position, wins, mover)
    return weight + 200 + 8 * points if ours else weight - 16 * points


def lead_weight(position: TrickPosition, card: Card) -> int:
    """Favours high points on tricks that our side is likely to win, else low cards with few points.

    Above all, it favours leads that leave the other side few cards to choose from.
    """
    points, leader = position.game.worth_of(card), position.turn
    suit = position.game.pack.suit_cards[card.suit]
    foes = [hand for seat, hand in enumerate(position.hands) if not friends(position, seat, leader)]
    choices = sum((hand & suit).bit_count() or hand.bit_count() for hand in foes)
    wins = friends(position, expected(position, card), leader)
    return (100 + 6 * points if wins else card.rank - 4 * points) - 16 * choices


def reason_against(position: Position) -> str:
    """Something this search needs that the game lacks; empty if nothing is missing."""
    if not isinstance(position, TrickPosition):
        return "a game of tricks"
    game = position.game
    if game.wins_by_code:
        return "tricks that are won by rules said as data"
    if not position.trump_stays:
        return "one trump suit"
    if game.takes_points_away:
        return "points of 0 and more"
    if type(game).by_side is not TrickGame.by_side:
        return "sides that add up what their players take"
    return ""
