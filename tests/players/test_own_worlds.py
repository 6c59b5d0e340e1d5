"""Worlds of games with any pack and any duties, against their definition, card by card dealt."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import pytest
from packs import AnyTricks
from trick_positions import shares

import kibitz
from kibitz import TrickGame, TrickPosition, View
from kibitz.cards import Duties, Hand, Restrictions, hand_of
from kibitz.cards.deck import pack_of
from kibitz.history import History
from kibitz.matches.check_player import check_player
from kibitz.players import judgement
from kibitz.players.player import player
from kibitz.whole.hand import Hand as OneHand
from kibitz.whole.view import written
from kibitz.whole.view_text import read_fields

Names: TypeAlias = tuple[str, ...]


def names(game: TrickGame, hand: Hand) -> Names:
    return tuple(sorted(card.name for card in game.pack.listed(hand)))


def deals(view: View, start: TrickPosition) -> Iterator[tuple[Hand, ...]]:
    """Every deal that may be the one; which of two equal cards is where, nobody sees."""
    game, seat, each = view.game, view.seat, view.game.hand_size
    if game.pack.copies == 1:
        played = [0] * game.players
        for one in view.history():
            played[one.player] |= 1 << one.card
        played[seat] |= view.hand
        sizes = [each - hand.bit_count() for hand in played]
        for hands in shares(list(game.pack.listed(view.unseen)), sizes):
            yield tuple(map(int.__or__, hands, played))
        return
    own, deck = names(game, start.hands[seat]), list(game.pack.listed(game.deck))
    for (hand,) in shares(deck, [each]):
        if names(game, hand) == own:
            rest = [card for card in deck if not hand >> card & 1]
            for others in shares(rest, [each] * (game.players - 1)):
                yield (*others[:seat], hand, *others[seat:])


def by_definition(view: View, start: TrickPosition) -> Counter[tuple[Names, ...]]:
    """How many deals lead to each set of hands; equal cards are different pieces of paper.

    In each all that was played was legal, and the player held what it holds.
    """
    game = view.game
    found: Counter[tuple[Names, ...]] = Counter()
    for hands in deals(view, start):
        if game.telling and not tells_the_same(start, hands):
            continue
        here = TrickPosition(game, hands, start.leader, (), start.taken, start.marks)
        for card in view.plays:
            if card.name not in {legal.name for legal in here.legal_moves()}:
                break
            here = here.play(card.name)
        else:
            found[tuple(names(game, hand) for hand in here.hands)] += 1
    return found


def tells_the_same(start: TrickPosition, hands: tuple[Hand, ...]) -> bool:
    """Whether a deal is led by the same player, and the same players are together."""
    called = start.game.arguments().get("called", "CQ")

    def told(hands: tuple[Hand, ...]) -> tuple[int, set[int]]:
        own = [names(start.game, hand) for hand in hands]
        together = {seat for seat in range(len(hands)) if called in own[seat]}
        if called == "CQ":
            return 0, together
        leader = next((seat for seat in range(len(hands)) if "SA" in own[seat]), 0)
        return leader, together | {getattr(start.game, "declarer", 0)}

    return told(hands) == told(start.hands)


def likely(counts: Counter[tuple[Names, ...]]) -> dict[tuple[Names, ...], Fraction]:
    whole = sum(counts.values())
    return {hands: Fraction(count, whole) for hands, count in counts.items()}


def dealt(name: str, seed: int) -> TrickPosition:
    start = kibitz.game(name).deal(seed)
    assert isinstance(start, TrickPosition)
    return start


def views(start: TrickPosition, seed: int, least: int = 0) -> Iterator[View]:
    """Views of all players at a random point of a hand that is played at random."""
    stream, hand = random.Random(seed), History(start)
    for _ in range(stream.randrange(least, start.plies_left)):
        hand = hand.after(stream.choice(hand.position.legal_moves()))
    for seat in range(start.game.players):
        yield View.of(start, hand.moves, seat)


def check(start: TrickPosition, seed: int, least: int = 0) -> None:
    """Worlds are the deals of the definition, each as likely; texts say the same."""
    for view in views(start, seed, least):
        expected = by_definition(view, start)
        for again in (view, View(view.game, **read_fields(view._words(), view.game.pack))):
            worlds = kibitz.worlds(again)
            found = Counter(tuple(names(view.game, h) for h in world.hands) for world in worlds)
            assert found.total() == worlds.number
            assert likely(found) == likely(expected), f"{view} {view.game.duties}"
            if view.game.pack.copies == 1:
                assert worlds.number == len(expected)
            assert str(again) == str(view)
            assert str(again.public) == str(view.public)
        for card in view.game.pack.cards[::3]:
            held = sum(n for hands, n in expected.items() if card.name in hands[0])
            assert worlds.chance(0, card) == Fraction(held, expected.total())


def at_random(stream: random.Random, copies: int) -> AnyTricks:
    """A small game with odd rules for three."""
    number = 5 if copies == 2 else stream.randrange(7, 10)
    printed = tuple((letter, *"AKQ") for letter in "SHD")
    every = [letter + rank for letter in "SHD" for rank in "AKQ"]
    stream.shuffle(every)
    cut = sorted(stream.sample(range(1, number), stream.randrange(1, 3)))
    suits = tuple(tuple(every[a:b]) for a, b in itertools.pairwise([0, *cut, number]))
    pack = pack_of(suits, printed, copies)

    def some(most: int) -> Hand:
        chosen = stream.sample(every[:number], stream.randrange(most + 1))
        return hand_of(card for name in chosen for card in pack.by_name[name])

    duties = Duties(
        follow=stream.choice(["must", "must", "or-trump", "free"]),
        void=stream.choice(["any", "trump", "overtrump"]),
        head=stream.choice(["none", "trumps", "all"]),
        spared=stream.random() < 0.3,
        under=stream.random() < 0.7,
        kept=some(1) if stream.random() < 0.3 else 0,
        wild=some(1) if stream.random() < 0.3 else 0,
        high=some(1) if stream.random() < 0.2 else 0,
        low=some(1) if stream.random() < 0.2 else 0,
        twins=stream.choice(["first", "second"]),
    )
    closed = some(3) if stream.random() < 0.4 else 0
    rules = Restrictions(closed=closed, breakers=some(2) | closed)
    if copies == 1 and stream.random() < 0.3:
        rules = Restrictions(closed=closed, breakers=closed, first_not=some(3))
    return AnyTricks(
        cards=stream.randrange(2, 4) if copies == 1 and number > 8 else 2,
        teams=stream.choice([None, (0, 1, 0), (0, 1, 1)]),
        own_pack=pack,
        own_trump=stream.choice([None, *range(len(suits))]),
        own_duties=duties,
        own_restrictions=rules,
    )


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("part", range(5))
def test_worlds_are_the_legal_deals_of_any_pack_under_any_duties(part: int, copies: int) -> None:
    for seed in range(40 * part, 40 * part + 40):
        game = at_random(random.Random(seed), copies)
        check(game.deal(seed), seed)


SKAT = [
    "skat(trump=H,declarer=1)",
    "skat(contract=grand,declarer=2)",
    "skat(contract=null)",
    "skat(contract=ramsch)",
]


@pytest.mark.parametrize("name", SKAT)
def test_worlds_of_skat_are_the_legal_deals(name: str) -> None:
    for seed in range(8):
        check(dealt(name, seed), seed, 21)


@pytest.mark.parametrize("name", SKAT)
def test_a_world_is_what_its_deal_leads_to(name: str) -> None:
    """The points of the skat go to whom they belong, by the cards that lie there."""
    for seed in range(10):
        start = dealt(name, seed)
        game = start.game.unsettled
        for view in views(start, seed):
            hand = OneHand(History.of(start, view.plays))
            for world in kibitz.worlds(view).sample(5, seed):
                there = hand.in_world(world)
                assert History.of(there.start, view.plays).position == world
                assert str(game.parse(str(there.start))) == str(there.start)
                assert game.parse(str(there.start)).game == there.start.game == world.game
                assert there.start.taken == game.first_taken(game._aside(there.start.hands))
                assert there.view(view.seat) == view


@pytest.mark.parametrize("name", SKAT)
def test_players_see_nothing_of_the_skat_but_who_laid_it_away(name: str) -> None:
    for who in ("random", "rules"):
        assert not check_player(who, name, deals=3)
    start = dealt(name, 3)
    aside = start.game.deck & ~sum(start.hands)
    for seat in range(3):
        view = View.of(start, (), seat)
        declares = start.game.rule("declarer") == start.game.side(seat) and start.game.has_teams
        assert view.out == (aside if declares else 0)
        assert view.public.taken == (start.taken if declares else (0, 0, 0))
        assert view.game == kibitz.game(name)


HOLDERS = """
players = 4
suits = "C S"
ranks = "Q A"
copies = 2
cards = 2
trump = "none"
top = ["all Q"]
sides = { holders = "CQ" }
points = { A = 11, Q = 3 }
"""
CALLED = """
players = 4
suits = "C S H D"
ranks = "A T K"
cards = 2
trump = "D"
sides = "declarer"
called = ["CA", "HA"]
leader = "SA"
points = { A = 11, T = 10, K = 4 }
"""


@pytest.mark.parametrize(
    ("source", "arguments"),
    [
        (HOLDERS, ""),
        (CALLED, "called=CA"),
        (CALLED, "called=HA,declarer=2"),
        (CALLED, "declarer=1"),
    ],
)
def test_who_is_together_and_who_leads_says_who_holds_a_card(
    source: str, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(source)
    found = 0
    for seed in range(20):
        try:
            start = dealt(f"own.toml({arguments})", seed)
        except kibitz.TextError as error:
            assert "expected players against the holders of " in str(error)
            continue
        check(start, seed, 3)
        found += 1
    assert found > 10


LAYING = ["skat(kitty=taken)", "skat(contract=null,kitty=taken)", "french_tarot(kitty=taken)"]


@pytest.mark.parametrize("name", [*LAYING, "pinochle(contract=auction,kitty=taken,declarer=2)"])
def test_only_the_declarer_sees_what_it_lays_away(name: str) -> None:
    start = dealt(name, 1)
    game, many = start.game, start.to_lay
    hand = OneHand(History(start))
    for who in ("random", "rules"):
        assert not check_player(who, name, deals=2)
    for number in range(many):
        view = hand.view()
        assert (view.asks, view.choices, view.to, view.seat) == ("pass", (1,), None, game.declarer)
        chances = kibitz.worlds(view).chances()
        assert {card.name for card in chances} == set(names(game, view.unseen))
        assert sum(view.sizes) == game.deck.bit_count() - number
        assert str(View.parse(str(view))) == str(view)
        hand = hand.after(hand.move(written(view.move(str(view.moves()[0])))))
    laid = hand_of(hand.history.moves)
    for seat in range(game.players):
        view = hand.view(seat)
        assert view.out == (laid if seat == game.declarer else 0)
        assert view.plays == ()
        assert view.game == game.once_laid
        for world in kibitz.worlds(view).sample(3):
            assert len(world.hand(game.declarer)) == game.hand_size
            if seat == game.declarer:
                assert world.taken == hand.position.taken


def test_rules_lay_away_points_that_count_and_keep_what_wins() -> None:
    view = View.parse("skat seat=0 hand=JAT.JAT7.AT.TK7 asks=pass choices=1")
    assert str(judgement.cards_to_pass(view)[0]) == "DT"
    view = View.parse("skat(contract=null) seat=0 hand=98.987.A87.987K asks=pass choices=1")
    assert str(judgement.cards_to_pass(view)[0]) in ("HA", "DK")


def test_what_is_laid_away_may_be_barred() -> None:
    start = dealt("french_tarot(kitty=taken,players=3)", 2)
    view = View.of(start)
    assert {str(card) for card in view.moves()} <= {
        f"{suit}{rank}" for suit in "SHDC" for rank in ("Q", "C", "J", *range(1, 11))
    }


DRAWING = ["briscola", "briscola(players=3,cards=2,stock=3,trump=S)", "briscola(players=4)"]


@pytest.mark.parametrize("name", DRAWING)
def test_nobody_sees_what_is_to_be_drawn_but_the_card_that_lies_open(name: str) -> None:
    start = dealt(name, 3)
    last, stream, hand = start.stock[-1], random.Random(4), OneHand(History(start))
    while not hand.is_over:
        here = hand.position
        for seat in range(hand.players):
            view = hand.view(seat)
            assert view.to_draw == len(here.stock)
            assert str(view.public) == str(View.parse(str(view)).public)
            for world in kibitz.worlds(view).sample(2, stream):
                world.check()
                assert world.hands[seat] == here.hands[seat]
                assert len(world.stock) == len(here.stock)
                assert world.stock[-1:] == here.stock[-1:] or last.suit != start.trump
                if not here.stock:
                    drawn = [
                        player for player in range(hand.players) if here.hands[player] >> last & 1
                    ]
                    assert all(world.hands[player] >> last & 1 for player in drawn)
        hand = hand.after(stream.choice(here.legal_moves()))


def test_worlds_with_a_stock_are_the_hands_and_orders_there_may_be() -> None:
    start = dealt("briscola(cards=2,stock=4,trump=C)", 1)
    assert start.trump is not None
    game, hand = start.game, OneHand(History(start))
    view = replace(hand.view(1), out=game.deck & ~hand_of(start.in_play()))
    worlds = kibitz.worlds(view)
    found = {(world.hands, world.stock) for world in worlds}
    assert len(found) == worlds.number == 10 * 6  # two of five cards, and three to be drawn
    assert len({world.stock for world in worlds.sample(200)}) > 20


def test_where_suit_is_followed_a_stock_leaves_worlds_open() -> None:
    start = dealt("tressette(contract=two)", 1)
    assert player("rules").choose(View.of(start)) in start.legal_moves()
    with pytest.raises(
        kibitz.KibitzError, match="expected a game without a stock, or one in which"
    ):
        kibitz.worlds(View.of(start))
