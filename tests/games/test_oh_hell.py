"""The rule book of Oh Hell, clause by clause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trick_positions import deal, position

import kibitz
from kibitz import KibitzError, TextError


def names(moves: object) -> str:
    return " ".join(map(str, moves))  # type: ignore[call-overload]


class TestTheDeal:
    @pytest.mark.parametrize(("players", "cards"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
    def test_ten_cards_each_or_as_many_as_leave_one_to_turn(self, players: int, cards: int) -> None:
        here = deal(f"oh_hell(players={players})", 1)
        assert {len(here.hand(player)) for player in range(players)} == {cards}

    def test_any_smaller_or_larger_number_of_cards(self) -> None:
        assert len(deal("oh_hell(cards=17)", 1).hand(0)) == 17
        assert len(deal("oh_hell(cards=1)", 1).hand(0)) == 1

    @pytest.mark.parametrize("players", range(3, 8))
    def test_the_next_card_is_turned_up_and_stays_out_of_the_hands(self, players: int) -> None:
        for seed in range(20):
            here = deal(f"oh_hell(players={players})", seed)
            (mark,) = here.marks
            turned = mark.removeprefix("turned=")
            held = [str(card) for player in range(players) for card in here.hand(player)]
            assert turned not in held
            assert len({turned, *held}) == here.game.hand_size * players + 1
            assert here.trump == "SHDC".index(turned[0])

    def test_every_suit_is_turned_up_at_times(self) -> None:
        assert {deal("oh_hell", seed).trump for seed in range(40)} == {0, 1, 2, 3}

    def test_if_all_cards_are_dealt_there_is_no_trump(self) -> None:
        here = deal("oh_hell(players=4,cards=13)", 1)
        assert here.marks == frozenset()
        assert here.trump is None
        assert here.game.parse(str(here)) == here

    def test_fewer_cards_of_the_same_game_leave_one_to_turn(self) -> None:
        here = deal("oh_hell(players=4,cards=13)", 1, cards=12)
        assert len(here.marks) == 1
        assert here.game.parse(str(here)) == here

    def test_a_seed_deals_these_cards_for_ever(self) -> None:
        assert str(deal("oh_hell", 3, 2)) == ".A.Q. J.8.. ..AJ. 0 - 0,0,0 turned=C2"


class TestTrump:
    hands = "7..K.4 .2..K7 J...A3"

    def test_the_card_turned_up_makes_its_suit_trump(self) -> None:
        here = position("oh_hell", f"{self.hands} turned=H9")
        end = here.play("DK").play("H2").play("SJ")
        assert end.taken == (0, 1, 0)

    def test_it_is_remembered_to_the_end(self) -> None:
        here = position("oh_hell", f"{self.hands} turned=H9")
        while not here.is_over:
            here = here.play(here.moves()[0])
            assert str(here).endswith(" turned=H9")

    def test_a_trump_that_is_named_needs_no_card(self) -> None:
        here = position("oh_hell(trump=S)", self.hands)
        assert here.play("DK").play("H2").play("SJ").taken == (0, 0, 1)

    def test_no_trump(self) -> None:
        here = position("oh_hell(trump=none)", self.hands)
        assert here.trump is None
        assert here.play("DK").play("H2").play("SJ").taken == (1, 0, 0)
        assert kibitz.game("oh_hell", trump=None) == kibitz.game("oh_hell(trump=none)")

    def test_trumps_may_be_led_at_any_time(self) -> None:
        here = position("oh_hell(trump=S)", self.hands)
        assert names(here.legal_moves()) == "S7 DK C4"

    def test_follow_suit_otherwise_any_card(self) -> None:
        here = position("oh_hell(trump=S)", self.hands).play("C4")
        assert names(here.legal_moves()) == "CK C7"
        here = position("oh_hell(trump=S)", self.hands).play("DK")
        assert names(here.legal_moves()) == "H2 CK C7"

    def test_a_card_turned_up_is_dead(self) -> None:
        """The king is nobody's, so ace and queen are one move."""
        here = position("oh_hell", "AQ... J5... T4... turned=SK")
        assert names(here.moves()) == "SA"

    def test_the_trump_is_part_of_the_position(self) -> None:
        hearts = position("oh_hell", f"{self.hands} turned=H9")
        clubs = position("oh_hell", f"{self.hands} turned=C9")
        assert hearts != clubs
        assert hearts.key() != clubs.key()
        assert hearts.relative_key() != clubs.relative_key()

    def test_it_is_shown(self) -> None:
        assert "turned=H9" in position("oh_hell", f"{self.hands} turned=H9").show()


class TestText:
    def test_hands_and_the_card_turned_up_are_a_start_position(self) -> None:
        short = position("oh_hell", "7..K.4 .2..K7 J...A3 turned=H9")
        assert str(short) == "7..K.4 .2..K7 J...A3 0 - 0,0,0 turned=H9"

    def test_hands_alone_are_one_where_the_trump_is_named(self) -> None:
        short = position("oh_hell(trump=D)", "7..K.4 .2..K7 J...A3")
        assert str(short) == "7..K.4 .2..K7 J...A3 0 - 0,0,0"

    def test_a_game_is_its_text(self) -> None:
        assert str(kibitz.game("oh_hell(trump=turned,players=3,cards=10)")) == "oh_hell"
        assert str(kibitz.game("oh_hell(trump=none)")) == "oh_hell(trump=none)"


class TestBids:
    def test_oh_is_how_near_each_comes_to_its_bid(self) -> None:
        game = kibitz.game("oh_hell(cards=3,bids=1/0/2,utility=oh)")
        assert game.payoffs((1, 0, 2)) == (0, 0, 0)
        assert game.payoffs((0, 3, 0)) == (-1, -3, -2)

    def test_without_bids_tricks_count(self) -> None:
        assert kibitz.game("oh_hell").payoffs((4, 6, 0)) == (4, 6, 0)

    def test_a_player_who_has_its_bid_ducks(self) -> None:
        text = "A2... .3.. .4.. 1 SK,SQ 1,0,0"
        for utility, move, outcome in (("oh", "S2", (1, 1, 1)), ("tricks", "SA", (3, 0, 0))):
            game = f"oh_hell(cards=3,trump=none,bids=1/1/1,utility={utility})"
            result = kibitz.solve(position(game, text))
            assert (str(result.move), result.outcome) == (move, outcome)

    def test_any_bids_will_do_also_those_that_add_up(self) -> None:
        assert kibitz.game("oh_hell(cards=3,bids=1/1/1)").arguments()["bids"] == (1, 1, 1)


BAD = {
    "expected one card turned up, such as turned=HQ": "7..K.4 .2..K7 J...A3",
    "or a game with trump=H or trump=none": "7..K.4 .2..K7 J...A3 0 - 0,0,0",
    "expected one card": "7..K.4 .2..K7 J...A3 turned=H9,turned=S9",
    "expected one card turned": "7..K.4 .2..K7 J...A3 0 - 0,0,0 broken",
    "expected a card, suit of SHDC": "7..K.4 .2..K7 J...A3 turned=9X",
    "expected a card, suit": "7..K.4 .2..K7 J...A3 turned=",
    "expected each card once: H2 turned up": "7..K.4 .2..K7 J...A3 turned=H2",
    "expected each card once: DK turned up": "7...4 .2..K7 J...A3 0 DK 0,0,0 turned=DK",
    "expected 3 hands": "7..K.4 .2..K7 turned=H2",
    "expected the hands alone": "7..K.4 .2..K7 J...A3 H2",
    "expected equal hands": "7..K.4 .2..K7 J...A turned=H9",
    "expected at most 10 tricks": "7..K.4 .2..K7 J...A3 0 - 8,0,0 turned=H9",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_position_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        position("oh_hell", text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_with_a_trump_that_is_named_no_card_is_turned_up() -> None:
    for text in ("7... 6... 5... turned=H9", "7... 6... 5... 0 - 0,0,0 turned=H9"):
        with pytest.raises(TextError, match=r"expected marks of this game \(none\)"):
            position("oh_hell(trump=H)", text)


def test_with_all_cards_dealt_no_card_is_turned_up() -> None:
    here = deal("oh_hell(players=4,cards=13)", 1)
    for card in ("S2", "HA"):
        hands = " ".join(str(here).split()[:4])
        with pytest.raises(TextError, match=r"expected (each card once|no card turned up)"):
            here.game.parse(f"{hands} turned={card}")
    text = "A... K... Q... J... 0 - 12,0,0,0 turned=H9"
    with pytest.raises(TextError, match="expected no card turned up, since all are dealt"):
        here.game.parse(text)
    here.game.parse(text.replace("12", "11"))


BAD_GAMES = {
    "expected 3 to 7 players": "oh_hell(players=2)",
    "expected 3 to 7 players: 8": "oh_hell(players=8)",
    "expected 1 to 17 cards each": "oh_hell(cards=18)",
    "expected 1 to 7 cards each": "oh_hell(players=7,cards=8)",
    "unknown trump 'X'; expected one of S, H, D, C, none, turned": "oh_hell(trump=X)",
    "unknown trump 'turn'; did you mean 'turned'?": "oh_hell(trump=turn)",
    "utility oh needs bids": "oh_hell(utility=oh)",
    "expected 3 bids of 0 to 10": "oh_hell(bids=1/1/11)",
    "utility target needs 'targets', which oh_hell lacks": "oh_hell(utility=target)",
}


@pytest.mark.parametrize(("message", "text"), BAD_GAMES.items())
def test_a_bad_game_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        kibitz.game(text)
    assert message in str(error.value)


@given(st.text("AKQ2. 01-,turned=SHDC", max_size=40))
def test_noise_is_refused_with_one_line(text: str) -> None:
    try:
        kibitz.game("oh_hell").parse(text)
    except KibitzError as error:
        assert len(str(error).splitlines()) == 1
