"""Deals under conditions: counted against a list of all, and drawn evenly."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from commands import Capture, run, shell

import kibitz
from kibitz import KibitzError, Position, TextError, TrickPosition
from kibitz.asking import deals as dealing
from kibitz.asking.deals import Deals
from kibitz.cards import Card, Hand, hand_of, read_card
from kibitz.matches.start import begin


@dataclass(frozen=True, repr=False)
class Tiny(kibitz.TrickGame):
    """Nine cards, three suits of two to four, of which each is dealt three."""

    name = "tiny"
    players: int = 2

    @property
    def deck(self) -> Hand:
        return hand_of(map(read_card, ["SA", "SK", "SQ", "S2", "HA", "H2", "DK", "DJ", "D2"]))

    @property
    def usual_cards(self) -> int:
        return 3


@dataclass(frozen=True, repr=False)
class Odd(Tiny):
    """Deals by code of its own."""

    def deal(self, seed: int, cards: int | None = None) -> TrickPosition:
        deck = sorted(self.pack.listed(self.deck), key=lambda card: -card)
        random.Random(seed).shuffle(deck)
        return self.dealt(deck, self.each_dealt(cards))


CONDITIONS = (
    "P0: spades>=2",
    "P0: S 2; P1: hearts<1",
    "P0: hcp 5-7",
    "P0: hcp>4, spades<=1; P1: hcp>=3",
    "P0+P1: hcp>=10",
    "P0+P1: hcp 10+; P0: hcp<=5",
    "P0: holds SA; P1: lacks HA",
    "P0: holds SA DK; aside: holds H2",
    "P0: shape 2100",
    "P1: shape 2-x-1-x/111x, hcp>=2",
    "each: hcp>=3",
    "each: shape 1110/2100",
    "aside: spades=1, points(A=1,S2=5) 1-6",
    "P0: aces+kings>=2",
    "P0: points(A=-2,K=3) -1-2",
    "P0: SA+SK+SQ=2",
)


def every_deal() -> Iterator[tuple[Hand, Hand, Hand]]:
    deck = Tiny().deck
    cards = [card for card in range(52) if deck >> card & 1]
    for one in itertools.combinations(cards, 3):
        rest = [card for card in cards if card not in one]
        for two in itertools.combinations(rest, 3):
            hands = hand_of(one), hand_of(two)
            yield (*hands, deck & ~sum(hands))


@pytest.mark.parametrize("where", CONDITIONS)
def test_the_number_is_that_of_a_list_of_all_deals_and_each_of_them_is_drawn(where: str) -> None:
    deals = kibitz.deals(Tiny(), where, count=4000)
    fit = [hands for hands in every_deal() if all(rule.fits(hands) for rule in deals.where.counted)]
    assert 0 < len(fit) < deals.all == 1680
    assert deals.number == len(fit)
    drawn = Counter(deal.hands for deal in deals if isinstance(deal, TrickPosition))
    assert set(drawn) <= {hands[:2] for hands in fit}
    mean = len(deals) / len(fit)
    assert max(drawn.values()) < mean + 6 * sqrt(mean) + 2
    squares = sum((drawn[hands[:2]] - mean) ** 2 / mean for hands in fit)
    assert squares < len(fit) + 5 * sqrt(2 * len(fit))


@pytest.mark.parametrize(
    ("game", "where"),
    [
        ("hearts(players=3)", "P0: hearts>=6, points>=18; P2: lacks SQ"),
        ("skat", "P0: trumps>=5, jacks>=2"),
        ("skat(kitty=taken)", "P0: jacks>=2, points>=50"),
        ("briscola", "P0: trumps>=1, points>=4; aside: holds DA"),
        ("briscola(players=4)", "each: trumps<=1"),
        ("doppelkopf", "P0: holds CQ; P1: points<=50"),
        ("french_tarot", "P1: T>=6, holds T21"),
        ("pinochle", "P0: aces>=2, shape 33xx/4xxx"),
        ("wizard(players=3)", "P0: hearts<=4, hcp>=9"),
        ("oh_hell(players=4,cards=5)", "P0: hcp>=6; aside: holds SA"),
    ],
)
def test_in_every_pack_the_probability_is_the_share_of_plain_deals(game: str, where: str) -> None:
    deals, tried = kibitz.deals(game, where, count=20), 1500
    hands = (dealing._hands(kibitz.game(game).deal(seed)) for seed in range(tried))
    share = sum(all(rule.fits(held) for rule in deals.where.counted) for held in hands) / tried
    chance = float(deals.probability)
    assert abs(share - chance) < 4 * sqrt(chance * (1 - chance) / tried)
    for deal in deals:
        assert all(rule.fits(dealing._hands(deal)) for rule in deals.where.counted)
        assert deal.game.parse(str(deal)) == deal


CARD_GAMES = [
    name for name in kibitz.games.names() if isinstance(kibitz.game(name), kibitz.TrickGame)
]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_trick_game_has_deals_under_conditions(name: str) -> None:
    for text in (name, *type(kibitz.game(name)).examples):
        game = kibitz.game(text)
        assert isinstance(game, kibitz.TrickGame)
        any_shape = "x" * len(game.pack.letters)
        sure = kibitz.deals(game, f"P0: shape {any_shape}; P1: points>=-999")
        assert sure.probability == 1
        best = next(game.pack.listed(game.deck))
        deal = kibitz.deals(game, f"P0: holds {best}", cards=max(1, game.hand_size - 1))[0]
        assert isinstance(deal, TrickPosition)
        assert any(deal.hands[0] >> card & 1 for card in game.pack.by_name[best.name])
        assert not deal.is_over


def test_known_numbers_of_bridge() -> None:
    """As the tables of bridge books have them, in hundredths of a percent."""
    known = {"shape 4432": 2155, "balanced": 4760, "hcp 12": 803, "spades 5": 1247}
    for where, chance in known.items():
        found = kibitz.deals("bridge", f"N: {where}").probability
        assert round(10_000 * float(found)) == chance
    four_honours = kibitz.deals("bridge", "North: holds SA SK SQ SJ")
    assert four_honours.probability == Fraction(11, 4165)


def test_a_deal_is_that_of_its_seed_also_among_others() -> None:
    where = "P0: spades>=5, hcp>=8"
    several = kibitz.deals("spades(players=3)", where, count=5, seed=7)
    alone = kibitz.deals("spades(players=3)", where, seed=9)
    assert several[2] == alone[0] == several[1:4][1] == list(several)[2]
    assert len(set(map(str, several))) == len(several) == 5
    assert kibitz.deals("spades", seed=3)[0] == kibitz.game("spades").deal(3)
    assert kibitz.deals("hearts", cards=4, seed=3)[0] == kibitz.game("hearts").deal(3, cards=4)


def has_pair(cards: list[Card]) -> bool:
    ranks = [card.rank for card in cards]
    return len(set(ranks)) < len(ranks)


def wrong(position: Position) -> bool:
    raise ValueError("no idea")


def never(position: Position) -> bool:
    return False


def test_a_python_condition_is_tried_beside_what_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "TRIES", 50)
    deals = kibitz.deals("spades(players=3,cards=5)", "P0: hcp>=9, test_deals:has_pair", count=20)
    for deal in deals:
        assert isinstance(deal, TrickPosition)
        assert has_pair(list(deal.game.pack.listed(deal.hands[0])))
        assert all(rule.fits(dealing._hands(deal)) for rule in deals.where.counted)
    assert deals.show().endswith("; test_deals:has_pair not counted")
    assert kibitz.deals("spades", lambda position: position.turn == 0)[0].turn == 0
    with pytest.raises(KibitzError, match=r"^none of 50 deals of spades fits 'test_deals:never'$"):
        kibitz.deals("spades", "test_deals:never")[0]
    with pytest.raises(KibitzError, match=r"test_deals:wrong fails in wrong\(\) at test_deals.py"):
        kibitz.deals("spades", "test_deals:wrong")[0]
    assert kibitz.deals("chinese_checkers", has_two_moves)[0].moves()


def has_two_moves(position: Position) -> bool:
    return len(position.moves()) > 1


def test_a_game_that_deals_by_code_of_its_own_is_tried() -> None:
    deals = kibitz.deals(Odd(), "P0: spades>=2, hcp>=6", count=5)
    for deal in deals:
        assert all(rule.fits(dealing._hands(deal)) for rule in deals.where.counted)
    with pytest.raises(KibitzError, match="expected a game whose deals can be counted"):
        _ = deals.number


def test_conditions_that_are_too_many_to_count_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    where = "P0: hcp 5-7; P1: spades<=1"
    exact = kibitz.deals(Tiny(), where).number
    monkeypatch.setattr(dealing, "FEW", 8)
    dealing._plan.cache_clear()
    deals = kibitz.deals(Tiny(), where, count=300)
    counting, tried = deals._plan
    assert tried
    assert counting is not None
    for deal in deals:
        assert all(rule.fits(dealing._hands(deal)) for rule in deals.where.counted)
    assert deals.number == exact
    monkeypatch.setattr(dealing, "MANY", 8)
    dealing._all_counted.cache_clear()
    with pytest.raises(KibitzError, match="expected simpler conditions: more than 8 cases"):
        _ = deals.number
    dealing._plan.cache_clear()


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("P0: spades>5-6", "expected one number after >: 'spades>5-6'"),
        ("P9: spades>=2", "expected a player of P0, P1, P2, P3, each or aside: 'P9'"),
        (
            "spades>=2",
            "expected a hand and its conditions, such as P0: spades>=5, or module:function",
        ),
        ("P0: spade>=2", "expected something to count"),
        ("P0: holds XX", "expected a card, suit of SHDC"),
        ("P0: holds", "expected cards after holds"),
        ("P0: holds SA SA", "expected each card once: SA"),
        ("P0: shape 533", "expected a shape of 4 suits"),
        ("P0+P1: balanced", "expected the shape of one hand"),
        ("P0:", "expected conditions separated by commas"),
        ("P0: spades>=2,,", "expected conditions separated by commas"),
        ("P0: spades 7-5", "expected the smaller number first"),
        ("P0: points(A=x)>=3", "expected values such as A=3 or SQ=13"),
        ("nosuch:thing", "expected a condition 'module:name'"),
        ("P0: spades>=14", "no deal of spades fits 'P0: spades>=14'"),
        ("P0: holds SA; P1: holds SA", "no deal of spades fits"),
    ],
)
def test_a_wrong_condition_is_one_line(where: str, said: str) -> None:
    with pytest.raises(KibitzError) as error:
        kibitz.deals("spades", where)[0]
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_conditions_follow_a_game_wherever_a_game_begins() -> None:
    line = "spades(players=3,cards=5) where P0: spades>=3, holds SA"
    start = begin(line, 4).position
    assert start == kibitz.deals("spades(players=3,cards=5)", "P0: spades>=3, holds SA").deal(4)
    assert kibitz.deals(line, "P1: lacks SK", seed=4).where.text.endswith("; P1: lacks SK")
    with pytest.raises(TextError, match="expected one hand, not a whole game"):
        begin("whole-spades where P0: spades>=3", 0)


def test_deals_can_be_solved() -> None:
    game = "spades(players=3,cards=4)"
    deals = kibitz.deals(game, "P0: spades>=3", count=4)
    found = list(kibitz.solve_many(game, deals, workers=1))
    alone = [kibitz.solve(deal) for deal in deals]
    assert [one.value for one in found if isinstance(one, kibitz.Result)] == [
        one.value for one in alone
    ]
    skat = kibitz.deals("skat(cards=3)", "P0: trumps>=2", count=2)
    assert all(isinstance(one, kibitz.Result) for one in kibitz.solve_many("skat(cards=3)", skat))


def test_the_command_deals_and_counts(tmp_path: Path) -> None:
    where = "P0: spades>=3, hcp>=8"
    code, out, _ = shell(
        f"kibitz deal 'spades(players=3,cards=5)' --seed 2 --count 3 --where '{where}'"
    )
    deals: Deals = kibitz.deals("spades(players=3,cards=5)", where, count=3, seed=2)
    assert (code, out.splitlines()) == (0, list(map(str, deals)))
    code, out, _ = shell(f"kibitz deal 'spades(players=3,cards=5)' --where '{where}' --probability")
    assert (code, out.strip()) == (0, deals.show())
    code, out, _ = shell(f"kibitz deal spades --seed 2 --where '{where}' --json")
    assert json.loads(out)["where"] == where
    code, out, err = shell("kibitz deal spades --where 'P0: spades>=3'")
    needed = "expected --seed N, to choose the deals, or --probability"
    assert (code, out, err.strip()) == (2, "", f"kibitz: {needed}")


def test_words_of_conditions_are_read_in_any_case() -> None:
    plain = "N: spades>=5, hcp 15-17, holds SA, points(A=3) 6; S: balanced, aces 1"
    shouted = "north: SPADES>=5, HCP 15-17, Holds sa, Points(A=3) 6; SOUTH: Balanced, ACES 1"
    assert kibitz.deals("bridge", shouted).number == kibitz.deals("bridge", plain).number > 0


@pytest.mark.parametrize("where", ["", " ", ";"])
def test_conditions_that_say_nothing_are_refused_where_they_are_typed(
    where: str, capsys: Capture
) -> None:
    for words in (("deal", "bridge", "--seed", "1"), ("match", "bridge", "rules", "random")):
        code, out, err = run(capsys, *words, "--where", where)
        assert (code, out) == (2, "")
        assert f"expected conditions such as P0: spades>=5: {where!r}" in err
