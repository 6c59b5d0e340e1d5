"""Deals under conditions: counted, and drawn so that each is as likely as every other.

Cards that all conditions treat alike are one kind; hands of which conditions ask only together
are one holder. Kind after kind is shared out among the holders. What is left to do depends on how
many cards each still needs and on what the conditions have counted so far, so it is counted once
for each of these, from the last kind on. From the counts a deal is drawn kind by kind, without a
try that is thrown away. It is the counting of worlds by suit lengths, with more to remember.
"""

from __future__ import annotations

import bisect
import itertools
import math
import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from kibitz.asking.where import Count, Patterns, Rule, Shape, less, may_have
from kibitz.cards import Card, TrickGame
from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import KibitzError

Ints: TypeAlias = tuple[int, ...]
State: TypeAlias = int | tuple[Patterns, int] | None
"""What a condition has counted so far; None once it holds whatever follows."""
States: TypeAlias = tuple[State, ...]
Step: TypeAlias = tuple[Ints, Ints, States, int]
"""How a kind is shared out, what is needed after it, what is counted then, in how many ways."""

SURE: State = None
DEAD = -(10**9)
"""What a condition counts that cannot hold any more."""


class TooMany(KibitzError):
    """There are more cases than are counted."""


class _Sum:
    """Goes along with a `Count`."""

    def __init__(self, rule: Count, kinds: Sequence[Sequence[Card]], groups: Ints) -> None:
        self.rule, self.groups = rule, groups
        self.worth = [rule.worth[kind[0]] for kind in kinds]
        whole = [worth * len(kind) for worth, kind in zip(self.worth, kinds, strict=True)]
        self.most = [sum(max(0, one) for one in whole[at:]) for at in range(len(kinds) + 1)]
        self.least = [sum(min(0, one) for one in whole[at:]) for at in range(len(kinds) + 1)]
        self.first = self._known(0, 0)

    def _known(self, counted: int, at: int) -> State:
        """What is counted before a kind, if it still matters."""
        low, high = self.rule.low, self.rule.high
        least, most = counted + self.least[at], counted + self.most[at]
        if (low is not None and most < low) or (high is not None and least > high):
            return DEAD
        sure = (low is None or least >= low) and (high is None or most <= high)
        return SURE if sure else counted

    def after(self, state: State, at: int, taken: int) -> State:
        """What is counted once this many of a kind are held."""
        if state is None:
            return SURE
        assert isinstance(state, int)
        return self._known(state + self.worth[at] * taken, at + 1)


class _Lengths:
    """Goes along with a `Shape`: kinds come suit by suit."""

    def __init__(self, rule: Shape, kinds: Sequence[Sequence[Card]], groups: Ints) -> None:
        self.rule, self.groups = rule, groups
        suits = range(len(rule.suits))
        places = [next(at for at in suits if rule.suits[at] >> kind[0] & 1) for kind in kinds]
        self.suits = [*places, len(rule.suits)]
        patterns = rule.patterns
        for _ in range(self.suits[0]):
            patterns = less(patterns, 0)
        self.first: State = (patterns, 0)

    def after(self, state: State, at: int, taken: int) -> State:
        """The patterns that are left for later suits, and the length of the one on its way."""
        assert isinstance(state, tuple)
        patterns, length = state
        if not may_have(patterns, length + taken):
            return DEAD
        suits = self.suits[at + 1] - self.suits[at]
        for one in range(suits):
            patterns = less(patterns, 0 if one else length + taken)
        if not patterns:
            return DEAD
        return patterns, 0 if suits else length + taken


class Counting:
    """The deals of a game that meet conditions, each with the same number of cards to a player.

    If there are too many cases it gives up, with `TooMany`.
    """

    def __init__(self, game: TrickGame, each: int, rules: Sequence[Rule], most: int) -> None:
        self.game, self.each, self.most = game, each, most
        players, deck = game.players, game.deck.bit_count()
        sizes = [each + game.most_laid * (p == game.declarer) for p in range(players)]
        turned = int(bool(game.last_in_stock))
        self.sizes = [*sizes, deck - sum(sizes) - turned, turned]
        self.groups = self._together(rules)
        self.kinds = self._alike(rules)
        self.rules = [
            (_Sum if isinstance(rule, Count) else _Lengths)(rule, self.kinds, self._at(rule))  # type: ignore[arg-type]
            for rule in rules
        ]
        self.barred = [turned and not game.last_in_stock >> kind[0] & 1 for kind in self.kinds]
        self._left = [sum(map(len, self.kinds[at + 1 :])) for at in range(len(self.kinds))]
        self._ways: dict[tuple[int, Ints, States], int] = {}
        self._fillings: dict[tuple[int, Ints], list[tuple[Ints, Ints, int, Ints]]] = {}
        self._after: dict[tuple[int, State, int, int], State] = {}
        self._steps: dict[tuple[int, Ints, States], tuple[list[Step], list[int]]] = {}
        self.needs = tuple(sum(self.sizes[one] for one in group) for group in self.groups)

    def _together(self, rules: Sequence[Rule]) -> list[Ints]:
        """The holders: hands of which conditions ask only together are one."""
        players = self.game.players
        found: dict[tuple[object, ...], list[int]] = {}
        for holder in range(players + 2):
            named = min(holder, players)  # the card turned is one of those aside
            asked = (at for at, rule in enumerate(rules) if named in rule.holders)
            found.setdefault((holder > players, *asked), []).append(holder)
        return list(map(tuple, found.values()))

    def _at(self, rule: Rule) -> Ints:
        """Which of the holders a condition is about."""
        players = self.game.players
        return tuple(
            at
            for at, group in enumerate(self.groups)
            if {min(holder, players) for holder in group} & set(rule.holders)
        )

    def _alike(self, rules: Sequence[Rule]) -> list[list[Card]]:
        """The kinds of cards, suit by suit if there are shapes, and what counts most first."""
        pack, kinds = self.game.pack, dict[tuple[object, ...], list[Card]]()
        shaped = any(isinstance(rule, Shape) for rule in rules)
        counts = [rule for rule in rules if isinstance(rule, Count)]
        suits = {c: at for at, cards in enumerate(pack.printed_cards) for c in pack.listed(cards)}
        for card in pack.listed(self.game.deck):
            worth = tuple(rule.worth[card] for rule in counts)
            suit = suits[card] if shaped else 0
            kinds.setdefault((suit, worth, self.game.last_in_stock >> card & 1), []).append(card)
        order = sorted(kinds, key=lambda kind: (kind[0], [-abs(one) for one in kind[1]], kind[2]))  # type: ignore[attr-defined]
        return [kinds[kind] for kind in order]

    @property
    def all(self) -> int:
        """How many deals there are at all."""
        if self.sizes[-1]:
            rest = math.factorial(self.game.deck.bit_count() - 1)
            rest *= self.game.last_in_stock.bit_count()
        else:
            rest = math.factorial(self.game.deck.bit_count())
        return rest // math.prod(map(math.factorial, self.sizes))

    @property
    def number(self) -> int:
        """How many meet the conditions."""
        found = self._begun()
        for group, need in zip(self.groups, self.needs, strict=True) if found else ():
            found *= math.factorial(need)
            found //= math.prod(math.factorial(self.sizes[holder]) for holder in group)
        return found

    def _begun(self) -> int:
        first = tuple(rule.first for rule in self.rules)
        return 0 if DEAD in first else self._count(0, self.needs, first)

    def _count(self, at: int, needs: Ints, states: States) -> int:
        """In how many ways the kinds from one on can be shared out."""
        if at == len(self.kinds):
            return 1
        key = at, needs, states
        found = self._ways.get(key)
        if found is None:
            checkpoint()
            found = 0
            for _, then, known, ways in self._shared(at, needs, states):
                found += ways * self._count(at + 1, then, known)
            if len(self._ways) >= self.most:
                raise TooMany(f"expected simpler conditions: more than {self.most:,} cases")
            self._ways[key] = found
        return found

    def _shared(self, at: int, needs: Ints, states: States) -> list[Step]:
        """Every way to share out a kind that may lead somewhere."""
        found, rules, after = [], range(len(self.rules)), self._after
        for shares, then, ways, taken in self._filled(at, needs):
            known = []
            for rule in rules:
                asked = rule, states[rule], at, taken[rule]
                state = after.get(asked, False)
                if state is False:
                    state = after[asked] = self.rules[rule].after(*asked[1:])
                if state == DEAD:
                    break
                known.append(state)
            else:
                found.append((shares, then, tuple(known), ways))
        return found

    def _filled(self, at: int, needs: Ints) -> list[tuple[Ints, Ints, int, Ints]]:
        """The shares of a kind, what is needed after them, their ways, and what conditions see."""
        key = at, needs
        found = self._fillings.get(key)
        if found is None:
            cards, found = len(self.kinds[at]), []
            for shares in self._shares(at, cards, needs, self._left[at]):
                ways = math.factorial(cards) // math.prod(map(math.factorial, shares))
                taken = tuple(sum(shares[one] for one in rule.groups) for rule in self.rules)
                found.append((shares, tuple(map(int.__sub__, needs, shares)), ways, taken))
            self._fillings[key] = found
        return found

    def _shares(self, at: int, cards: int, needs: Ints, left: int) -> Iterator[Ints]:
        """How many cards of a kind each holder can have, given the cards left after it."""
        turned = self.groups.index((self.game.players + 1,))
        room = [
            0 if self.barred[at] and group == turned else need for group, need in enumerate(needs)
        ]
        after = [sum(room[group + 1 :]) for group in range(len(room))]

        def fill(group: int, rest: int) -> Iterator[Ints]:
            if group == len(room) - 1:
                if needs[group] - left <= rest <= room[group]:
                    yield (rest,)
                return
            low = max(0, rest - after[group], needs[group] - left)
            for share in range(low, min(room[group], rest) + 1):
                for others in fill(group + 1, rest - share):
                    yield (share, *others)

        return fill(0, cards)

    def draw(self, stream: random.Random) -> list[Card]:
        """A deck that is dealt to meet the conditions; each is as likely as every other."""
        piles: list[list[Card]] = [[] for _ in self.groups]
        needs, states = self.needs, tuple(rule.first for rule in self.rules)
        for at, kind in enumerate(self.kinds):
            checkpoint()
            steps, running = self._weighed(at, needs, states)
            chosen = bisect.bisect_right(running, stream.randrange(running[-1]))
            shares, needs, states, _ = steps[chosen]
            stream.shuffle(cards := kind.copy())
            rest = iter(cards)
            for pile, share in zip(piles, shares, strict=True):
                pile += itertools.islice(rest, share)
        return self._deck(piles, stream)

    def _weighed(self, at: int, needs: Ints, states: States) -> tuple[list[Step], list[int]]:
        """The steps that lead somewhere, with their running weights."""
        key = at, needs, states
        found = self._steps.get(key)
        if found is None:
            steps, running = list[Step](), list[int]()
            for step in self._shared(at, needs, states):
                weight = step[3] * self._count(at + 1, step[1], step[2])
                if weight:
                    steps.append(step)
                    running.append(weight + (running[-1] if running else 0))
            found = self._steps[key] = steps, running
        return found

    def _deck(self, piles: Sequence[list[Card]], stream: random.Random) -> list[Card]:
        """The cards in the order in which they are dealt."""
        game, held = self.game, list[list[Card]]([[] for _ in self.sizes])
        for group, pile in zip(self.groups, piles, strict=True):
            stream.shuffle(pile)
            rest = iter(pile)
            for holder in group:
                held[holder] = list(itertools.islice(rest, self.sizes[holder]))
        *hands, aside, turned = held
        laid = hands[game.declarer][self.each :] if game.most_laid else []
        deck = [card for hand in hands for card in hand[: self.each]]
        drawn = game.stock_size if self.each == game.hand_size else 0
        if turned:
            last = game.hand_size * game.players + game.stock_size - 1
            aside.insert(last - len(deck), turned[0])
        return [*deck, *aside[:drawn], *laid, *aside[drawn:]]
