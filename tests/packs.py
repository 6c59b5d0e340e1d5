"""Trick games with random packs and duties: suits of any size, copies, cards that never win."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kibitz import Card, Duties, Pack, Restrictions, TrickGame, TrickPosition, Utility
from kibitz.cards import Hand, hand_of
from kibitz.cards.deck import STANDARD, pack_of
from kibitz.cards.restrictions import Marks

RANKS = "AKQJT98765432abcdefghi"
LETTERS = "SHDCXY"


@dataclass(frozen=True, repr=False)
class AnyTricks(TrickGame):
    """A game whose rules are its arguments."""

    own_pack: Pack = STANDARD
    own_duties: Duties = Duties()  # noqa: RUF009
    own_restrictions: Restrictions = Restrictions()  # noqa: RUF009
    own_trump: int | None = None
    own_points: tuple[int, ...] = ()
    own_last: int = 0
    own_staying: tuple[int, ...] = ()

    @property
    def pack(self) -> Pack:
        return self.own_pack

    @property
    def duties(self) -> Duties:
        return self.own_duties

    @property
    def restrictions(self) -> Restrictions:
        return self.own_restrictions

    def trump_in(self, marks: Marks) -> int | None:
        return self.own_trump

    def points(self, card: Card) -> int:
        return self.own_points[card] if self.own_points else 0

    def stays(self, card: Card) -> int:
        return self.own_staying[card] if self.own_staying else 0

    @property
    def last_trick(self) -> int:
        return self.own_last


@dataclass(frozen=True, repr=False)
class AnyPoints(AnyTricks):
    """The same for points."""

    counts_tricks: ClassVar[bool] = False


def random_pack(draw: random.Random, least: int) -> Pack:
    """Cards in printed suits, and shuffled into others that count; at least so many."""
    copies = draw.choice((1, 1, 2))
    long = draw.random() < 0.15
    while True:
        printed = [
            (LETTERS[suit], *RANKS[: draw.randint(1, 22 if long else 7)])
            for suit in range(draw.randint(1, 6))
        ]
        names = [letter + rank for letter, *ranks in printed for rank in ranks]
        if least <= len(names) * copies <= 104:
            break
    suits = [[letter + rank for rank in ranks] for letter, *ranks in printed]
    if draw.random() < 0.6:  # some cards move into another suit
        moving = draw.sample(names, draw.randint(0, len(names) // 2))
        to = draw.randrange(len(suits))
        suits = [[name for name in suit if name not in moving] for suit in suits]
        suits[to] = draw.sample(moving, len(moving)) + suits[to]
        suits = [suit for suit in suits if suit]
    return pack_of(tuple(map(tuple, suits)), tuple(printed), copies)


def random_duties(draw: random.Random, pack: Pack) -> Duties:
    """What must be played, sometimes with cards that have rules of their own."""
    if draw.random() < 0.2:
        return Duties(twins=draw.choice(("first", "second")))

    def some() -> Hand:
        """A few cards, all copies of each."""
        if draw.random() < 0.7:
            return 0
        names = draw.sample(list(pack.by_name), min(len(pack.by_name), draw.randint(1, 3)))
        return hand_of(card for name in names for card in pack.by_name[name])

    high = some()
    return Duties(
        follow=draw.choice(("must", "must", "or-trump", "free")),
        void=draw.choice(("any", "trump", "overtrump")),
        head=draw.choice(("none", "trumps", "all")),
        spared=draw.random() < 0.4,
        under=draw.random() < 0.6,
        kept=some(),
        wild=some(),
        high=high,
        low=some() & ~high,
        twins=draw.choice(("first", "second")),
    )


def random_restrictions(draw: random.Random, pack: Pack) -> Restrictions:
    """Mostly none."""
    if draw.random() < 0.7:
        return Restrictions()
    suit = draw.choice(pack.suit_cards)
    names = {str(card) for card in draw.sample(pack.cards, len(pack.cards) // 3)}
    any_cards = hand_of([card for card in pack.cards if str(card) in names])
    return Restrictions(
        closed=suit,
        breakers=draw.choice((suit, suit | any_cards)),
        first_lead=draw.choice((0, any_cards)),
        first_lowest=draw.random() < 0.5,
        first_not=draw.choice((0, 0, any_cards)),
    )


def random_points(draw: random.Random, pack: Pack, sides: int) -> tuple[int, ...]:
    """What cards are worth; few enough values that outcomes can be listed."""
    worth = draw.choice(((1,), (1, 2), (2, 10), (11, 10, 4, 3, 2)))
    share = 0.5 if sides < 4 else 0.2
    points = [draw.choice(worth) if draw.random() < share else 0 for _ in pack.by_name]
    return tuple(points[card // pack.copies] for card in pack.cards)


def random_camps(seed: int) -> TrickPosition:
    """A deal of two sides that want tricks, with nothing to mind but to follow suit."""
    draw = random.Random(f"two camps {seed}")
    players = draw.choice((2, 3, 4))
    each = draw.randint(1, {2: 7, 3: 5, 4: 4}[players])
    while True:
        pack = random_pack(draw, players * each)
        if pack.copies == 1:
            break
    closed = draw.choice((0, 0, draw.choice(pack.suit_cards)))
    game = AnyTricks(
        players=players,
        cards=each,
        teams={2: None, 3: (0, 1, 1), 4: draw.choice(((0, 1, 0, 1), (0, 1, 1, 1)))}[players],
        utility=Utility.parse("tricks"),
        own_pack=pack,
        own_restrictions=Restrictions(closed=closed, breakers=closed),
        own_trump=draw.choice((None, *range(len(pack.suits)))),
    )
    return started(game.deal(seed), draw)


def started(position: TrickPosition, draw: random.Random) -> TrickPosition:
    """A position that follows, or often the same; with any leader."""
    players = position.game.players
    position = replace(position, leader=draw.randrange(players))
    for _ in range(draw.choice((0, 0, 0, 1, 2, players))):
        if not position.is_over:
            position = position.play(draw.choice(position.legal_moves()))
    return position


def random_own_deal(seed: int, most: int = 4) -> TrickPosition:
    """A small deal of a random game, sometimes in the middle of play."""
    draw = random.Random(f"own pack {seed}")
    players = draw.choice((2, 3, 3, 3, 4, 4, 5))
    each = draw.randint(1, {2: most + 1, 3: most, 4: most - 1, 5: 2}[players])
    pack = random_pack(draw, players * each)
    teams: tuple[int, ...] | None = None
    if players >= 3 and draw.random() < 0.4:
        teams = {3: (0, 1, 1), 4: draw.choice(((0, 1, 0, 1), (0, 1, 1, 2))), 5: (0, 1, 0, 1, 1)}[
            players
        ]
    sides = max(teams) + 1 if teams else players
    arguments: dict[str, Any] = {
        "players": players,
        "cards": each,
        "teams": teams,
        "alike": draw.choice(("live", "live", "live", "next", "none")),
        "utility": Utility.parse(draw.choice(("tricks", "place"))),
        "own_pack": pack,
        "own_duties": random_duties(draw, pack),
        "own_restrictions": random_restrictions(draw, pack),
        "own_trump": draw.choice((None, *range(len(pack.suits)), *range(len(pack.suits)))),
    }
    if draw.random() < 0.5:
        game: AnyTricks = AnyTricks(**arguments)
    else:
        points = random_points(draw, pack, sides)
        staying: tuple[int, ...] = ()
        if draw.random() < 0.2:
            staying = tuple(3 * (card < 2 * pack.copies) for card in pack.cards)
        game = AnyPoints(
            **arguments,
            own_points=points,
            own_last=draw.choice((0, 0, 5, 10)),
            own_staying=staying,
        )
    return started(game.deal(seed), draw)


def random_two_sides(seed: int, most: int = 4) -> TrickPosition:
    """The same where there are two sides, more often with two of each card."""
    for number in range(1000 * seed, 1000 * seed + 1000):
        position = random_own_deal(number, most)
        if position.game.sides == 2 and (position.game.pack.copies == 2 or number % 3 == 0):
            return position
    raise AssertionError("no deal of two sides")
