"""Random own games as plain data, and max^n of them in plain words; nothing of Kibitz is used.

A trick game is said by `Tricks`, a tree or any other graph without cycles by `Graph`. `answer`
searches every move there is. Only where an order other than the usual one decides ties, the
cards that are one move are listed once, as the definitions say, since that order goes by them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

SUITS = "SHDC"
RANKS = "23456789TJQKA"
FULL_DECK = tuple(suit + rank for suit in SUITS for rank in reversed(RANKS))

Payoffs = tuple[int, ...]
Line = tuple[Any, ...]


def place(card: str) -> tuple[int, int]:
    """Where a card is listed: suits S H D C, and from high to low."""
    return SUITS.index(card[0]), -RANKS.index(card[1])


def height(card: str) -> int:
    return RANKS.index(card[1])


class State(NamedTuple):
    """A position of a trick game."""

    hands: tuple[tuple[str, ...], ...]
    leader: int
    table: tuple[str, ...]
    taken: tuple[int, ...]
    """By each side."""
    broken: bool
    begun: bool


@dataclass(frozen=True)
class Question:
    """What is asked of a position: how players choose, and in which order moves are listed."""

    order: str = "high"
    ties: str = "first"
    combine: str = "own"
    against: bool = False
    """Whether all others play against the side to move, as paranoid search has it."""
    root: int = -1
    """Whose payoff that is about, or the ties."""


@dataclass(frozen=True)
class Tricks:
    """A trick game as data."""

    players: int = 3
    deck: tuple[str, ...] = FULL_DECK
    cards: int = 1
    """How many cards each is dealt at most."""
    points: dict[str, int] = field(default_factory=dict)
    counts_tricks: bool = True
    to_win: bool = True
    """Whether the order `suits` lists first what wins, which is for the game to say."""
    tricks: int = 0
    """After how many tricks play ends; 0 for when all cards are played."""
    trump: str = ""
    late_trump: bool = False
    """Whether there are no trumps before a breaker was played."""
    overtake: bool = False
    """Whether who follows suit must beat the winning card if it is of that suit, and if it can."""
    sides: tuple[int, ...] = (0, 1, 2)
    utility: str = "return list(taken)"
    """The body of a function of what each side has taken."""
    lowest: int = 0
    """What the game declares that no payoff is below."""
    alike: str = "live"
    closed: tuple[str, ...] = ()
    breakers: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    first_lead: tuple[str, ...] = ()
    first_lowest: bool = False
    first_not: tuple[str, ...] = ()

    @cached_property
    def payoffs(self) -> Callable[[Payoffs], Sequence[int]]:
        """What an outcome is worth to each side."""
        names: dict[str, Any] = {}
        exec(f"def payoffs(taken):\n    {self.utility}", names)
        found: Callable[[Payoffs], Sequence[int]] = names["payoffs"]
        return found

    @property
    def minds_the_first_trick(self) -> bool:
        return bool(self.first_lead or self.first_not)

    def turn(self, state: State) -> int:
        return (state.leader + len(state.table)) % self.players

    def side(self, state: State) -> int:
        return self.sides[self.turn(state)]

    def trumps(self, state: State) -> str:
        return "" if self.late_trump and not state.broken else self.trump

    def is_over(self, state: State) -> bool:
        if state.table:
            return False
        ended = self.tricks and self.counts_tricks and sum(state.taken) >= self.tricks
        return bool(ended) or not any(state.hands)

    def legal(self, state: State) -> list[str]:
        """Every card that may be played, as they are listed."""
        hand = state.hands[self.turn(state)]
        first = self.minds_the_first_trick and not state.begun
        cards = list(hand)
        if state.table:
            led = state.table[0][0]
            cards = [card for card in hand if card[0] == led] or cards
            best = state.table[self.best_on_table(state)]
            if self.overtake and cards[0][0] == led == best[0]:
                cards = [card for card in cards if height(card) > height(best)] or cards
        else:
            opening = [card for card in cards if card in self.first_lead]
            if first and opening:
                return [min(opening, key=height)] if self.first_lowest else opening
            free = [card for card in cards if card not in self.closed]
            if free and not state.broken and set(free) != set(self.alone):
                cards = free
        if first:
            cards = [card for card in cards if card not in self.first_not] or cards
        return cards

    def best_on_table(self, state: State) -> int:
        """Which card is winning the trick."""
        trump, best = self.trumps(state), 0
        for at, card in enumerate(state.table):
            now = state.table[best]
            if card[0] == now[0]:
                best = at if height(card) > height(now) else best
            elif card[0] == trump:
                best = at
        return best

    def play(self, state: State, card: str) -> State:
        """The position after a card."""
        turn = self.turn(state)
        hands = list(state.hands)
        hands[turn] = tuple(held for held in hands[turn] if held != card)
        broken = state.broken or card in self.breakers
        table = (*state.table, card)
        if len(table) < self.players:
            return State(tuple(hands), state.leader, table, state.taken, broken, state.begun)
        whole = state._replace(table=table)  # trumps as they were before this card
        leader = (state.leader + self.best_on_table(whole)) % self.players
        taken = list(state.taken)
        worth = 1 if self.counts_tricks else sum(self.points.get(each, 0) for each in table)
        taken[self.sides[leader]] += worth
        begun = state.begun or self.minds_the_first_trick
        return State(tuple(hands), leader, (), tuple(taken), broken, begun)

    # Cards that are one move.

    def kind(self, card: str) -> tuple[int, ...]:
        """What the rules tell a card by, besides suit and rank; code of its own may mind each."""
        sets = self.closed, self.breakers, self.alone
        own = (FULL_DECK.index(card),) * self.overtake
        return self.points.get(card, 0), *(int(card in cards) for cards in sets), *own

    def groups(self, state: State) -> list[list[str]]:
        """The legal cards, those that are one move together.

        They are of one kind, and between them is no live card of another player, and no own
        card of another kind.
        """
        turn, found = self.turn(state), list[list[str]]()
        held = state.hands[turn]
        live = {card for hand in state.hands for card in hand}
        if self.late_trump and not state.broken:
            live.update(state.table)  # any of these may come to be a trump
        elif state.table:
            live.add(state.table[self.best_on_table(state)])
        others = live - set(held)
        if self.alike == "next":
            others = set(FULL_DECK) - set(held)
        for card in self.legal(state):
            last = found[-1][-1] if found else ""
            between = {
                each
                for each in (*others, *held)
                if last
                and each[0] == card[0] == last[0]
                and height(card) < height(each) < height(last)
            }
            one = (
                self.alike != "none"
                and last != ""
                and last[0] == card[0]
                and self.kind(last) == self.kind(card)
                and not between & others
                and all(self.kind(each) == self.kind(card) for each in between)
            )
            if one:
                found[-1].append(card)
            else:
                found.append([card])
        return found

    # Orders.

    def listed(self, state: State, order: str) -> list[str]:
        """The moves in the order that decides ties; `every` and `high` differ by merging only."""
        if order == "every":
            return self.legal(state)
        moves = [group[0] for group in self.groups(state)]
        if order == "high":
            return moves
        if order == "low":
            return moves[::-1]
        if order == "trick":
            wins = [card for card in moves if self._wins(state, card)]
            return wins + [card for card in moves[::-1] if card not in wins]
        return sorted(moves, key=lambda card: self._by_suits(state, card))

    def _wins(self, state: State, card: str) -> bool:
        if state.table:
            table = (state.table[self.best_on_table(state)], card)
            return self.best_on_table(state._replace(table=table)) == 1
        return not self._above(self._others(state), card)

    def _others(self, state: State) -> list[str]:
        turn = self.turn(state)
        return [card for at, hand in enumerate(state.hands) if at != turn for card in hand]

    @staticmethod
    def _above(cards: Sequence[str], card: str) -> int:
        return sum(each[0] == card[0] and height(each) > height(card) for each in cards)

    def _suits(self, state: State) -> list[str]:
        """Trumps last, others by length and by who held them when the trick began."""
        held = [(card, player) for player, hand in enumerate(state.hands) for card in hand]
        held += [(card, (state.leader + at) % self.players) for at, card in enumerate(state.table)]
        held.sort(key=lambda pair: place(pair[0]))
        owners = {
            suit: [(player, self.kind(card)) for card, player in held if card[0] == suit]
            for suit in SUITS
        }
        trump = self.trumps(state)
        return sorted(SUITS, key=lambda suit: (suit == trump, len(owners[suit]), owners[suit]))

    def _by_suits(self, state: State, card: str) -> tuple[Any, ...]:
        turn, suit, trump = self.turn(state), card[0], self.trumps(state)
        hand, others = state.hands[turn], self._others(state)
        still = self.players - len(state.table)
        later = [state.hands[(turn + seat) % self.players] for seat in range(1, still)]
        at = self._suits(state).index(suit)
        length = sum(each[0] == suit for each in hand)
        above = self._above(others, card)
        if state.table and self.to_win:
            led = state.table[0][0]
            if self._wins(state, card):
                beaten = any(self._beats(other, led, card, trump) for other in later)
                return (4 if suit != led else 1) if beaten else 0, height(card)
            all_above = above + self._above(hand, card)
            return 3 if suit == trump != led else 2, -all_above, at
        if state.table:
            bad = any(self.points.get(each, 0) for each in state.table)
            return self._wins(state, card) == bad, length, above, at, place(card)
        if self.to_win:
            void = [all(each[0] != suit for each in other) for other in later]
            ruffs = [
                seat
                for seat, other in enumerate(later, 1)
                if trump not in ("", suit) and void[seat - 1] and any(c[0] == trump for c in other)
            ]
            safe = not above and not ruffs
            group = 0 if safe else 1 + max(ruffs, default=0)
            if suit == trump:
                group = 1 if safe else len(later) + 2
            return group, -length, suit == trump, -at, place(card)
        below = sum(each[0] == suit and height(each) < height(card) for each in others)
        points = self.points.get(card, 0) > 0
        return points, not above, not below, length, -at, place(card)

    @staticmethod
    def _beats(hand: Sequence[str], led: str, card: str, trump: str) -> bool:
        """Whether a hand that follows suit can beat a card."""
        playable = [each for each in hand if each[0] == led] or hand
        higher = any(each[0] == card[0] and height(each) > height(card) for each in playable)
        return higher or (card[0] != trump and any(each[0] == trump for each in playable))

    # Texts.

    def text(self, state: State, taken: Sequence[int]) -> str:
        """The position in a line, with what each player has taken."""
        hands = [
            ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in SUITS)
            for hand in state.hands
        ]
        table = ",".join(state.table) or "-"
        marks = ["begun"] * (state.begun and self.minds_the_first_trick)
        marks += ["broken"] * (state.broken and bool(self.breakers))
        words = [*hands, str(state.leader), table, ",".join(map(str, taken)), ",".join(marks)]
        return " ".join(words).strip()


@dataclass(frozen=True)
class Graph:
    """A game that is a graph: each node has a mover and moves to later nodes, or an outcome."""

    players: int
    sides: tuple[int, ...]
    nodes: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]
    """For each node its mover and its moves, by name; at the end the mover is -1 - outcome."""
    values: tuple[Payoffs, ...]
    """The payoffs of each outcome."""

    def turn(self, state: int) -> int:
        return self.nodes[state][0]

    def side(self, state: int) -> int:
        return self.sides[self.turn(state)]

    def is_over(self, state: int) -> bool:
        return self.turn(state) < 0

    def payoffs_at(self, state: int) -> Payoffs:
        return self.values[-1 - self.turn(state)]

    def listed(self, state: int, order: str) -> list[str]:
        moves = [name for name, _ in self.nodes[state][1]]
        return moves[::-1] if order == "low" else moves

    def play(self, state: int, move: str) -> int:
        return dict(self.nodes[state][1])[move]


class Plain:
    """Plain max^n of one game; what was found is kept, and nothing is cut."""

    def __init__(self, game: Tricks | Graph, most: int = 10**9) -> None:
        self.game, self.most = game, most
        self.known: dict[Any, tuple[Payoffs, Line]] = {}

    def worth(self, state: Any, question: Question) -> Payoffs:
        """The payoffs at the end."""
        game = self.game
        if isinstance(game, Graph):
            payoffs = game.payoffs_at(state)
        else:
            payoffs = tuple(game.payoffs(state.taken))
        if question.combine == "against":
            return tuple(sum(own - other for other in payoffs) for own in payoffs)
        return payoffs

    def answer(self, state: Any, question: Question) -> tuple[Payoffs, list[Any]]:
        """The payoffs and the line."""
        payoffs, line = self._search(state, question)
        moves = []
        while line:
            moves.append(line[0])
            line = line[1]
        return payoffs, moves

    def _search(self, state: Any, question: Question) -> tuple[Payoffs, Line]:
        game: Any = self.game
        if game.is_over(state):
            return self.worth(state, question), ()
        key = state, question
        if key in self.known:
            return self.known[key]
        if len(self.known) >= self.most:
            raise TooLarge
        mover, root = game.side(state), question.root
        best: tuple[Payoffs, Line] | None = None
        for move in game.listed(state, question.order):
            payoffs, line = self._search(game.play(state, move), question)
            if best is not None and not self._better(payoffs, best[0], mover, root, question):
                continue
            best = payoffs, (move, line)
        assert best is not None
        self.known[key] = best
        return best

    @staticmethod
    def _better(new: Payoffs, old: Payoffs, mover: int, root: int, question: Question) -> bool:
        if question.against and mover != root:
            return new[root] < old[root]
        if question.ties == "against-root" and mover != root and new[mover] == old[mover]:
            return new[root] < old[root]
        return new[mover] > old[mover]


class TooLarge(Exception):
    """More positions than a plain search should look at."""
