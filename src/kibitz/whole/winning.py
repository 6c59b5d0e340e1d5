"""The chance to win a whole game, and playing for it: a utility of the outcome of one hand.

What follows a hand is drawn from hands that were played before: `hand_scores.txt` has bids and
tricks, or points, of hands that players of Kibitz played against each other. The rest of the
game is drawn from them many times; the same times for every outcome, so that outcomes are
compared under the same luck. `kibitz.matches.hand_scores` writes the file.
"""

from __future__ import annotations

import functools
import itertools
import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import resources

from kibitz import text
from kibitz.cards import TrickGame
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Payoffs
from kibitz.scoring import Utility
from kibitz.whole.game import Sheet, WholeGame, whole_game
from kibitz.whole.view import View

FILE = "hand_scores.txt"
FUTURES = 100
"""How often the rest of a game is drawn."""
LONGEST = 100
"""Hands after which a game that is drawn ends."""
AT_ONCE = 8
"""How many hands more are drawn if a game is not over after those that are there."""
SCALE = 100_000
"""What a sure win is worth beside the payoff of the hand, which decides between equal chances."""

Row = tuple[tuple[int, ...], tuple[int, ...]]
"""Of a hand what players bid, if they do, and what they took, from the dealer's left on."""


@functools.cache
def _rows() -> dict[str, dict[int, list[Row]]]:
    """The hands of the file by what they are like, and by kind."""
    found: dict[str, dict[int, list[Row]]] = {}
    kinds: dict[int, list[Row]] = {}
    for line in (resources.files("kibitz.whole") / FILE).read_text().splitlines():
        if line.startswith("game "):
            kinds = found[line.removeprefix("game ")] = {}
        elif line and not line.startswith("#"):
            kind, bids, taken = line.split()
            row = (
                () if bids == "-" else text.read_ints(bids, "bids"),
                text.read_ints(taken, "taken"),
            )
            kinds.setdefault(int(kind), []).append(row)
    return found


class Futures:
    """Hands that are drawn to follow, as often as a game is finished, and what they come to.

    What a side has comes to the same whatever the others have, so it is said for each by itself.
    """

    def __init__(self, rows: Sequence[Iterator[Row]], sides: int, fine: tuple[int, int]) -> None:
        self._rows, self._fine = rows, fine
        self._sums: list[list[list[tuple[int, int]]]] = [[[] for _ in rows] for _ in range(sides)]
        """Of each side in each future, after each hand: its points, and its bags."""
        self._paths: dict[tuple[int, int], list[Path]] = {}
        self._ends: dict[tuple[int, int, float, float], list[int]] = {}
        self.hands = 0
        """How many hands are drawn in each future."""

    def draw(self, hands: int) -> None:
        """So many hands more in each future."""
        for _ in range(hands):
            for future, rows in enumerate(self._rows):
                for sums, points, bags in zip(self._sums, *next(rows), strict=True):
                    before = sums[future][-1] if self.hands else (0, 0)
                    sums[future].append((before[0] + points, before[1] + bags))
            self.hands += 1
        self._paths.clear()
        self._ends.clear()

    def paths(self, side: int, bags: int) -> list[Path]:
        """For each future what a side gains that has so many bags."""
        found = self._paths.get((side, bags))
        if found is None:
            checkpoint()
            points, each = self._fine
            found = self._paths[side, bags] = [
                Path([own - points * ((bags + more) // each) for own, more in sums])
                for sums in self._sums[side]
            ]
        return found

    def ends(self, side: int, bags: int, to_lose: float, to_gain: float) -> list[int]:
        """For each future after which hand a side has lost or gained so much, or `hands`."""
        key = side, bags, to_lose, to_gain
        if key not in self._ends:
            self._ends[key] = [
                min(bisect_left(path.most, to_gain), bisect_left(path.lost, to_lose))
                for path in self.paths(side, bags)
            ]
        return self._ends[key]


class Path:
    """What a side gains in one future."""

    def __init__(self, gains: list[int]) -> None:
        self.gains = gains
        """After each hand the points, less what bags have cost."""
        self.most = list(itertools.accumulate(gains, max))
        """The most so far."""
        self.lost = list(itertools.accumulate((-own for own in gains), max))
        """The most that was lost so far."""


class Chances:
    """The chances to win a whole game, by its sheet between two hands.

    >>> from kibitz.whole.game import Sheet, whole_game
    >>> from kibitz.whole.winning import Chances
    >>> chances = Chances.of(whole_game("whole-spades(players=3,to=300)"))
    >>> ahead, behind, _ = chances(Sheet(5, (280, 150, 150), (0, 0, 0)))
    >>> ahead > 0.9 > 0.1 > behind
    True
    """

    def __init__(self, rules: WholeGame, hands: dict[int, list[Row]]) -> None:
        self.rules = rules
        self._known: dict[Sheet, tuple[float, ...]] = {}
        self._luck = [_luck(at) for at in range(FUTURES)]
        self._side_of = rules.hand(0).side_of
        self._hands = hands
        self._scores: dict[tuple[int, int], list[Row]] = {}
        self._futures: dict[int, Futures] = {}

    @classmethod
    @functools.lru_cache(16)
    def of(cls, rules: WholeGame) -> Chances:
        """The chances in games by these rules."""
        return cls(rules, _rows()[rules.like])

    def __call__(self, sheet: Sheet) -> tuple[float, ...]:
        """The chance of each side; a win that several share is divided."""
        found = self._known.get(sheet)
        if found is None:
            checkpoint()
            won = [0.0] * len(sheet.points)
            over = self.rules.is_over(sheet)
            ends = [self.rules.scores(sheet)] if over else self._ends(sheet)
            for scores in ends:
                best = max(scores)
                if scores.count(best) == 1:
                    won[scores.index(best)] += 1
                    continue
                winners = [side for side, own in enumerate(scores) if own == best]
                for side in winners:
                    won[side] += 1 / len(winners)
            found = self._known[sheet] = tuple(own / len(ends) for own in won)
        return found

    def _ends(self, sheet: Sheet) -> list[tuple[int, ...]]:
        """What sides score in the end, each time that a game which is not over is finished."""
        return (self._one_by_one if self.rules.limits is None else self._by_points)(sheet)

    def _one_by_one(self, sheet: Sheet) -> list[tuple[int, ...]]:
        """The same, hand by hand."""
        rules, found = self.rules, list[tuple[int, ...]]()
        going = [(sheet, luck) for luck in self._luck]
        for hand in range(LONGEST):
            scores, before, going = self._scored(sheet.number + hand), going, []
            for here, luck in before:
                after = rules.added(here, *scores[int(luck[hand] * len(scores))])
                if rules.is_over(after):
                    found.append(rules.scores(after))
                else:
                    going.append((after, luck))
            if not going:
                break
        return found + [rules.scores(here) for here, _ in going]

    def _by_points(self, sheet: Sheet) -> list[tuple[int, ...]]:
        """The same where points alone end a game, each side by itself."""
        assert self.rules.limits is not None
        (low, high), futures = self.rules.limits, self._after(sheet.number)
        sides = list(enumerate(zip(sheet.points, sheet.bags, strict=True)))
        while True:
            ends = [futures.ends(side, bags, own - low, high - own) for side, (own, bags) in sides]
            last = list(map(min, *ends))
            if max(last) < futures.hands or futures.hands == LONGEST:
                break
            futures.draw(min(AT_ONCE, LONGEST - futures.hands))
        last = [min(hand, LONGEST - 1) for hand in last]
        scores = []
        for side, (own, bags) in sides:
            paths = zip(futures.paths(side, bags), last, strict=True)
            points = tuple(own + path.gains[hand] for path, hand in paths)
            scores.append(self.rules.scores(Sheet(0, points, ())))  # each by itself
        return list(zip(*scores, strict=True))

    def _after(self, number: int) -> Futures:
        """The hands that follow from one on, drawn once for all sheets."""

        def rows(luck: list[float]) -> Iterator[Row]:
            for hand, share in enumerate(luck):
                scores = self._scored(number + hand)
                yield scores[int(share * len(scores))]

        if number not in self._futures:
            sides = max(self._side_of) + 1
            self._futures[number] = Futures(list(map(rows, self._luck)), sides, self.rules.fine)
        return self._futures[number]

    def _scored(self, number: int) -> list[Row]:
        """What the hands of the table would score as hand of this number: points and bags.

        A hand with more cards than any in the table is taken to score like the largest.
        """
        rules = self.rules
        first = (rules.dealer(number) + 1) % rules.players
        key = min(rules.kind(number), max(self._hands)), first
        if key not in self._scores:
            self._scores[key] = [
                rules.score(turned(bids, first), turned(taken, first), self._side_of, number)
                for bids, taken in self._hands[key[0]]
            ]
        return self._scores[key]


def _luck(at: int) -> list[float]:
    stream = random.Random(at)
    return [stream.random() for _ in range(LONGEST)]


def turned(values: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Values from a player on, by seats."""
    return values[-first:] + values[:-first] if first else values


def for_the_game(game: TrickGame, view: View) -> TrickGame:
    """A hand of a whole game, with the chance to win the whole as utility.

    The payoff that the hand has by itself decides between outcomes with the same chances.
    """
    if not view.whole:
        return game
    bags = view.bags or (0,) * len(view.scores)
    return _aimed(game, view.whole, Sheet(view.number, view.scores, bags))


@functools.lru_cache(256)
def _aimed(game: TrickGame, whole: str, sheet: Sheet) -> TrickGame:
    rules = whole_game(whole)
    chances, sides = Chances.of(rules), range(game.sides)
    bids = game.by_side(game.bids) if game.bids else ()
    known: dict[tuple[int, ...], Payoffs] = {}

    def chance(taken: tuple[int, ...]) -> Payoffs:
        taken = tuple(taken)
        if taken not in known:
            score = rules.score(bids, taken, sides, sheet.number)
            won = chances(rules.added(sheet, *score))
            own = game.payoffs(taken)
            known[taken] = tuple(
                round(SCALE * share) + payoff for share, payoff in zip(won, own, strict=True)
            )
        return known[taken]

    aimed = replace(game, utility=Utility(chance))
    aimed.__dict__["wanted"] = game.wanted  # by the hand: chances take long to say, and are rough
    return aimed
