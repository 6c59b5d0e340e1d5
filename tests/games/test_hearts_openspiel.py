"""Whole games of Hearts card by card beside OpenSpiel: who moves, the legal cards, the payoffs.

Both play the same deal with the same random cards. In half of the deals long suits stay
together, and in half of the games points are held back while that is possible, so that
hands of points alone, unbroken hearts and shots at the moon are met.
"""

from __future__ import annotations

import itertools
import random

import pyspiel
import pytest

import kibitz
from kibitz import Card
from kibitz.cards import CARDS, NO_MARKS, TrickGame, TrickPosition, hand_of, read_card

GAMES = 500
GAMES_PER_VARIANT = 100

LEADS = {"C2": False, "any-club": True}
BREAKING = {"points": (True, True), "hearts": (True, False), "none": (False, True)}
FORCED_LEADS = {"queen": False, "any": True}
FIRST_TRICKS = {"clean": True, "any": False}
VARIANTS = list(itertools.product(LEADS, BREAKING, FORCED_LEADS, FIRST_TRICKS))

NO_PASS = 0

RARE = {
    "moon",
    "nothing but points in the first trick",
    "nothing but hearts to lead",
    "nothing but hearts and the queen to lead",
}


def action(card: Card) -> int:
    """OpenSpiel's number of a card: suits C D H S within ranks 2 to A."""
    return (12 - card.rank) * 4 + (3 - card.suit)


QUEEN = read_card("SQ")
CARD = {action(card): card for card in CARDS}


def both_games(lead: str, breaking: str, forced_lead: str, first_trick: str) -> tuple[str, str]:
    """The same rules for Kibitz and for OpenSpiel."""
    must_break, queen_breaks = BREAKING[breaking]
    arguments = {
        "pass_cards": False,
        "can_lead_any_club": LEADS[lead],
        "must_break_hearts": must_break,
        "qs_breaks_hearts": queen_breaks,
        "can_lead_hearts_instead_of_qs": FORCED_LEADS[forced_lead],
        "no_pts_on_first_trick": FIRST_TRICKS[first_trick],
    }
    theirs = ",".join(f"{key}={value}" for key, value in arguments.items())
    ours = f"lead={lead},breaking={breaking},forced_lead={forced_lead},first_trick={first_trick}"
    return f"hearts({ours})", f"hearts({theirs})"


def random_hands(draw: random.Random) -> list[list[Card]]:
    """Four hands: shuffled, or a suit each, the queen of spades with a random one, some mixed."""
    deck = list(CARDS)
    if draw.random() < 0.5:
        draw.shuffle(deck)
    else:
        swaps = [(deck.index(QUEEN), draw.randrange(52))]
        swaps += [(draw.randrange(52), draw.randrange(52)) for _ in range(draw.randint(0, 12))]
        for one, two in swaps:
            deck[one], deck[two] = deck[two], deck[one]
    hands = [deck[13 * player : 13 * (player + 1)] for player in range(4)]
    draw.shuffle(hands)
    return hands


def play_beside(ours: str, theirs: str, seed: int) -> set[str]:
    """Play one game in both and compare; tell which rare things were met."""
    draw, met = random.Random(seed), set()
    game = kibitz.game(ours)
    assert isinstance(game, TrickGame)
    hands, holds_back = random_hands(draw), draw.random() < 0.5
    other = pyspiel.load_game(theirs).new_initial_state()
    other.apply_action(NO_PASS)
    for cards in zip(*hands, strict=True):
        for card in cards:
            other.apply_action(action(card))
    held = tuple(map(hand_of, hands))
    here = TrickPosition(game, held, game.first_leader(held), (), (0,) * 4, NO_MARKS)
    while not here.is_over:
        legal = here.legal_moves()
        assert here.turn == other.current_player(), (ours, seed, here)
        assert set(legal) == {CARD[number] for number in other.legal_actions()}, (ours, seed, here)
        met |= rare(here)
        plain = [card for card in legal if holds_back and not game.points(card)]
        card = draw.choice(plain or legal)
        here = here.play(card)
        other.apply_action(action(card))
    assert other.is_terminal()
    assert game.payoffs(here.outcome) == tuple(other.returns()), (ours, seed, here)
    return met | ({"moon"} if 26 in here.outcome else set())


def rare(position: TrickPosition) -> set[str]:
    """The rare cases that a position is one of."""
    hand = position.hand(position.turn)
    points = all(position.game.points(card) for card in hand)
    hearts = points and all(card.suit == 1 for card in hand)
    met = set()
    if position.table and points and len(hand) == 13:
        met.add("nothing but points in the first trick")
    if not position.table and "broken" not in position.marks and len(hand) > 1:
        if hearts:
            met.add("nothing but hearts to lead")
        elif points:
            met.add("nothing but hearts and the queen to lead")
    return met


def test_the_usual_rules_are_those_of_openspiel() -> None:
    usual = {"pass_cards": True, "jd_bonus": False, "avoid_all_tricks_bonus": False}
    theirs = pyspiel.load_game("hearts").get_parameters()
    _, text = both_games("C2", "points", "queen", "clean")
    given = pyspiel.load_game(text).get_parameters()
    assert theirs == {**given, **usual}
    assert str(kibitz.game(both_games("C2", "points", "queen", "clean")[0])) == "hearts"


def test_games_by_the_usual_rules_agree() -> None:
    met = set()
    for seed in range(GAMES):
        met |= play_beside("hearts", "hearts(pass_cards=False)", seed)
    assert met == RARE


@pytest.mark.parametrize("variant", VARIANTS, ids="-".join)
def test_games_by_other_rules_agree(variant: tuple[str, str, str, str]) -> None:
    ours, theirs = both_games(*variant)
    met = set()
    for seed in range(GAMES_PER_VARIANT):
        met |= play_beside(ours, theirs, 1000 + seed)
    assert met == RARE
