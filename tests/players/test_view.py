"""A view holds what its player may know, and goes through text and JSON."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace
from typing import Any

import pytest

import kibitz
from kibitz import TextError, TrickGame, View
from kibitz.cards import hand_of
from kibitz.games import names
from kibitz.matches.check_player import check_player, leaks
from kibitz.matches.start import begin
from kibitz.matches.table import choose
from kibitz.players import player
from kibitz.whole.game import WHOLE, Whole
from kibitz.whole.hand import Hand

GAMES = [
    "spades(players=3)",
    "spades(players=3,cards=5,bids=1/2/2,utility=mot)",
    "hearts",
    "hearts(players=3,cards=6)",
    "oh_hell(players=4,cards=5)",
    "sergeant_major",
    "bridge(trump=H)",
]


def at_random(name: str, seed: int) -> tuple[kibitz.TrickPosition, list[kibitz.Card]]:
    """A deal, and some cards played from it."""
    start = kibitz.game(name).deal(seed)
    assert isinstance(start, kibitz.TrickPosition)
    here, plays, stream = start, [], random.Random(seed)
    for _ in range(stream.randrange(start.plies_left)):
        plays.append(stream.choice(here.legal_moves()))
        here = here.play(plays[-1])
    return start, plays


@pytest.mark.parametrize("name", GAMES)
def test_a_view_says_what_lies_open_and_what_may_be_played(name: str) -> None:
    for seed in range(20):
        start, plays = at_random(name, seed)
        here = start
        for card in plays:
            here = here.play(card)
        view = kibitz.view(start, plays)
        for same in (view, View.parse(str(view)), View.from_dict(json.loads(view.json()))):
            assert same == view
            assert same.public == (here.leader, here.table, here.taken, here.marks)
            assert same.seat == same.turn == here.turn
            assert same.moves() == here.legal_moves()
            assert same.sizes == tuple(map(int.bit_count, here.hands))
            assert same.position(here.hands) == here
            hidden = [hand for p, hand in enumerate(here.hands) if p != here.turn]
            assert sum(hidden) & ~same.unseen == 0


def test_plays_may_be_one_text() -> None:
    start = kibitz.game("spades(players=3,cards=3)").deal(1)
    plays = ["D3", str(start.play("D3").legal_moves()[0])]
    assert kibitz.view(start, ", ".join(plays), 0) == kibitz.view(start, plays, seat=0)


def test_a_seat_in_the_place_of_the_plays_and_one_that_is_none_are_refused() -> None:
    start: Any = kibitz.game("spades(players=3,cards=3)").deal(1)
    wrong: list[tuple[tuple[Any, ...], str]] = [
        ((0,), "expected the cards played, and a seat as seat=0: 0"),
        (([], 3), "expected a seat of 0 to 2: 3"),
        (([], -1), "expected a seat of 0 to 2: -1"),
        (([], "N"), "expected a seat of 0 to 2: 'N'"),
    ]
    for words, message in wrong:
        with pytest.raises(TextError) as refused:
            kibitz.view(start, *words)
        assert str(refused.value) == message


@pytest.mark.parametrize("name", GAMES)
def test_swapping_cards_that_a_player_did_not_see_leaves_its_view(name: str) -> None:
    for seed in range(10):
        start, plays = at_random(name, seed)
        view = kibitz.view(start, plays)
        for world in kibitz.worlds(view).sample(3, seed):
            played = [0] * start.game.players
            for one in view.history():
                played[one.player] |= 1 << one.card
            hands = tuple(map(int.__or__, world.hands, played))
            assert str(kibitz.view(replace(start, hands=hands), plays)) == str(view)


def test_no_field_of_a_view_can_hold_anothers_hand() -> None:
    kinds = {field.name: field.type for field in fields(View)}
    assert [name for name, kind in kinds.items() if "Hand" in str(kind)] == [
        "hand",
        "out",
        "given",
        "got",
        "turned",
    ]
    assert not any("Position" in str(kind) for kind in kinds.values())


def test_cards_that_were_not_dealt_are_unseen_and_a_card_turned_up_is_not() -> None:
    deal = kibitz.game("oh_hell(cards=4)").deal(1)
    view = kibitz.view(deal)
    assert view.unseen.bit_count() == 52 - 4 - 1
    assert sum(view.sizes) == 12


def test_in_a_position_from_the_middle_all_other_cards_were_seen() -> None:
    view = kibitz.view(kibitz.game("spades(players=3)").parse("7...4 ...K7 J...A3 0 DK,H2 0,0,0"))
    assert view.unseen == hand_of(map(kibitz.Card, ["S7", "C4", "CK", "C7"]))
    assert kibitz.worlds(view).number == 6


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("spades hand=A...", "expected seat=... in a view of spades"),
        ("spades seat=4 hand=A...", "expected a seat of 0 to 3: 4"),
        ("spades seat=0 hand=A... plays=SA", "expected each card once: SA in"),
        ("spades seat=0 hand=A... hands=A...", "unknown field of a view 'hands'"),
        ("tree(depth=2) seat=0 hand=A...", "expected a trick game: 'tree(depth=2)'"),
        ("spades seat=0 hand=A... bids=1/2", "expected bids for each of 4 players"),
        ("hearts(players=3) seat=0 hand=..2.", "expected cards of the deck"),
        ("spades seat=0 hand=A... asks=all", "unknown asks 'all'"),
        ("spades seat=0 hand=A... asks=bid", "expected choices that go with asks=bid"),
        ("spades seat=0 hand=A... asks=trump choices=4", "expected choices that go with"),
        ("hearts seat=0 hand=A... asks=pass choices=3 to=1", "expected choices that go with"),
        ("hearts seat=0 hand=A... asks=pass choices=1 to=4", "expected choices that go with"),
        ("spades(cards=3) seat=0 hand=A.K..", "expected 4 more cards in hand, plays and out"),
        (
            "spades(cards=3) seat=1 hand=A.K.. plays=H2/D3/H4/H5/D4",
            "expected a card that could be played, not D3",
        ),
    ],
)
def test_a_view_that_cannot_be_is_refused_in_one_line(line: str, message: str) -> None:
    with pytest.raises(kibitz.TextError) as error:
        View.parse(line)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


IMPOSSIBLE = [
    ("plays=C7 marks=foo", "expected marks of this game (broken): 'foo'"),
    ("plays=C7 scores=1/2", "expected scores for each of 3 sides"),
    ("plays=C7 bids=4/0/0", "expected bids of 0 to 3"),
    ("plays=C7 taken=2/0/0", "expected at most 1 as the sum of taken"),
    ("plays=C7 number=-1", "expected a number of the hand from 0"),
    ("plays=C7 whole=nonsense", "unknown whole game 'nonsense'"),
    ("plays=C7 whole=whole-spades", "expected a whole game of 3 players: 'whole-spades'"),
    ("plays=C7 given=A.../-/-", "expected a passed card not to be in hand: SA in"),
    ("plays=C7/CK/H2", "expected each card once: CK in"),
    ("plays=D3/H5/C2/C4", "expected a hand of 3 cards at most, with those played"),
]


@pytest.mark.parametrize(("more", "message"), IMPOSSIBLE)
def test_what_a_view_says_besides_its_cards_is_checked_too(more: str, message: str) -> None:
    with pytest.raises(kibitz.KibitzError) as refused:
        View.parse(f"spades(players=3,cards=3) seat=1 hand=A.2..K {more}")
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_others_cannot_have_played_against_the_rules_either() -> None:
    """Player 1 did not follow clubs, and played one in the next trick."""
    revoked = "spades(players=2,cards=3,breaking=false) seat=0 hand=A... plays=C5/H2/D3/C6"
    with pytest.raises(TextError, match="expected a card that could be played, not H2"):
        View.parse(revoked)
    assert View.parse(revoked.replace("H2", "C2"))


@pytest.mark.parametrize(
    "text",
    [*(name for name in names() if isinstance(kibitz.game(name), TrickGame)), *WHOLE],
)
def test_every_view_that_there_is_goes_through_its_texts(text: str) -> None:
    here, stream = begin(text, 4), random.Random(4)
    while not here.is_over and here.number < 2:
        assert isinstance(here, Hand | Whole)
        if stream.random() < 0.2:
            view = here.view(stream.randrange(here.players))
            assert str(View.parse(str(view))) == str(view)
            assert str(View.from_dict(json.loads(view.json()))) == str(view)
        here = here.after(choose(player("random", stream.getrandbits(32)), here))


def test_views_made_in_python_are_checked_as_texts_are() -> None:
    start = kibitz.game("bridge").deal(1)
    assert isinstance(start, kibitz.TrickPosition)
    view = kibitz.view(start, [start.legal_moves()[0]])
    card: Any = kibitz.Card
    lost = view.hand & view.hand - 1
    revoked = next(
        play for play in kibitz.cards.listed(view.hand) if play.suit != view.plays[0].suit
    )
    after = (*view.plays, revoked)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"plays": ("SA",)}, "expected a card, as Card('SA'): 'SA' for plays of a view"),
        ({"plays": (99,)}, "expected a card, as Card('SA'): 99 for plays of a view"),
        ({"plays": None}, "expected a tuple for plays of a view: None"),
        ({"hand": [card("SA")]}, "expected a set of cards: [SA] for hand of a view"),
        ({"hand": 1 << 60}, f"expected a set of cards: {1 << 60} for hand of a view"),
        ({"out": -1}, "expected a set of cards: -1 for out of a view"),
        ({"seat": "N"}, "expected whole numbers: 'N' for seat of a view"),
        ({"taken": (0, 0, 0, 0.5)}, "expected whole numbers: 0.5 for taken of a view"),
        ({"seat": 4}, "expected a seat of 0 to 3: 4"),
        ({"hand": lost}, "expected 4 more cards in hand, plays and out of a game with 13 cards"),
        ({"hand": view.hand & ~(1 << revoked), "plays": after}, "expected a card that could be "),
        ({"plays": (*view.plays, next(kibitz.cards.listed(view.hand)))}, "expected each card once"),
        ({"asks": "all"}, "unknown asks 'all'"),
        ({"marks": ["x"]}, "expected a frozenset of texts: ['x'] for marks of a view"),
        ({"to": "N"}, "expected whole numbers: 'N' for to of a view"),
        ({"scores": ("a", 0)}, "expected whole numbers: 'a' for scores of a view"),
        ({"bags": None}, "expected a tuple for bags of a view: None"),
        ({"number": "1"}, "expected whole numbers: '1' for number of a view"),
        ({"whole": 3}, "expected a text for whole of a view: 3"),
    ]
    for fields_, message in wrong:
        with pytest.raises(TextError) as refused:
            replace(view, **fields_)
        assert str(refused.value).startswith(message)
        assert "\n" not in str(refused.value)
    with pytest.raises(TextError, match="expected a trick game"):
        View("bridge", 0, 0)  # type: ignore[arg-type]


def test_who_is_not_to_play_has_nothing_to_choose_from() -> None:
    view = View.parse("spades(players=3,cards=3) seat=1 hand=4..9.A leader=2")
    assert view.turn == 2
    assert view.moves() == []
    with pytest.raises(kibitz.TextError, match="expected a view of the player who is to choose"):
        player("sampling").choose(view)


def test_bids_and_cards_to_pass_are_chosen_by_name() -> None:
    bidding = View.parse(
        "spades(players=3,cards=2) seat=1 hand=A..K. asks=bid choices=0/1/2 bids=2/-/-"
    )
    assert bidding.moves() == (0, 1, 2)
    assert bidding.move("2") == bidding.move(2) == 2
    with pytest.raises(kibitz.IllegalMove, match="illegal bid 3 for player 1"):
        bidding.move(3)
    passing = View.parse("hearts(cards=3) seat=1 hand=AK.2.. asks=pass choices=2")
    assert passing.move("SA/H2") == (kibitz.Card("SA"), kibitz.Card("H2"))
    for wrong in ("SA", "SA/SA", "SA/D2", 7):
        with pytest.raises(kibitz.KibitzError, match=r"expected 2 cards|expected a card"):
            passing.move(wrong)
    for view in (bidding, passing):
        assert View.from_dict(view.as_dict()) == view


def test_a_view_shows_itself() -> None:
    view = kibitz.view(kibitz.game("spades(players=3,cards=3,bids=1/1/1)").deal(1))
    assert view.show().splitlines()[0].startswith("game")
    assert view._repr_html_().startswith("<pre>")
    assert isinstance(view.game, TrickGame)


@pytest.mark.parametrize(
    "text",
    [
        "whole-hearts",
        "whole-hearts(players=3)",
        "whole-spades",
        "whole-spades(players=3,nil=true)",
        "whole-oh-hell",
        "whole-sergeant-major",
        *GAMES,
    ],
)
def test_no_field_of_a_view_tells_deals_apart_that_look_alike(text: str) -> None:
    """For every player, at every choice of the first hands, who chooses or not."""
    hands = 3 if text.startswith("whole-") else 1
    here, stream = begin(text, 1), random.Random(1)
    asked = set()
    while not here.is_over and here.number < hands:
        assert isinstance(here, Hand | Whole)
        view = here.view()
        if view.asks != "play" or stream.random() < 0.2:
            for seat in range(here.players):
                assert list(leaks(here, seat, stream)) == []
        asked.add(view.asks)
        here = here.after(choose(player("random", stream.getrandbits(32)), here))
    before = {
        "whole-hearts": {"pass"},
        "whole-spades": {"bid"},
        "whole-oh-hell": {"bid"},
        "whole-sergeant-major": {"pass", "trump"},
    }
    assert asked == {"play", *before.get(text.partition("(")[0], ())}


def test_who_holds_the_deuce_of_clubs_is_not_told_while_cards_are_passed() -> None:
    leaders = {begin("whole-hearts", seed).view(0).leader for seed in range(20)}  # type: ignore
    assert leaders == {0}


def test_a_field_that_tells_deals_apart_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Whole, "_leader", property(lambda game: game.deal.leader))
    faults = check_player("rules", "whole-hearts", deals=1)
    assert any(fault.startswith("leader of a view is ") for fault in faults)


def test_a_leader_that_hands_decide_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds the deuce of clubs is nobody's business while cards are passed."""
    assert not check_player("rules", "whole-hearts", deals=1)
    monkeypatch.setattr(Whole, "_leader", property(lambda here: here.deal.leader))
    assert any(
        "leader of a view is" in fault for fault in check_player("rules", "whole-hearts", deals=1)
    )
