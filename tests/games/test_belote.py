"""The rule book of Belote, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, points, sizes, suits, trumps, winner

CONTRACTS = ("trump", "sans-atout", "tout-atout")
HEARTS = "belote(trump=H)"


class TestTheCards:
    def test_eight_of_32_cards_each(self) -> None:
        assert sizes("belote") == (32, 8, 0)

    @pytest.mark.parametrize("trump", "SHDC")
    def test_jack_and_nine_are_the_highest_trumps(self, trump: str) -> None:
        order = trumps(f"belote(trump={trump})").replace(trump, "")
        assert order == "J 9 A T K Q 8 7"

    def test_in_other_suits_the_ten_is_second(self) -> None:
        assert suits(HEARTS)[0] == "SA ST SK SQ SJ S9 S8 S7"

    @pytest.mark.parametrize("contract", CONTRACTS)
    def test_there_are_162_points_ten_of_them_for_the_last_trick(self, contract: str) -> None:
        assert points(f"belote(contract={contract})") == 162
        assert game_of(f"belote(contract={contract})").last_trick == 10

    def test_points_of_trumps_and_others(self) -> None:
        game = game_of(HEARTS)
        worth = {name: game.points(game.pack.read_card(name)) for name in ("HJ", "H9", "SJ", "S9")}
        assert worth == {"HJ": 20, "H9": 14, "SJ": 2, "S9": 0}

    def test_without_trumps_an_ace_counts_19(self) -> None:
        game = game_of("belote(contract=sans-atout)")
        assert game.points(game.pack.read_card("DA")) == 19
        assert suits("belote(contract=sans-atout)")[2] == "DA DT DK DQ DJ D9 D8 D7"

    def test_if_all_are_trumps_each_suit_goes_and_counts_as_one(self) -> None:
        game = game_of("belote(contract=tout-atout)")
        assert suits("belote(contract=tout-atout)")[2] == "DJ D9 DA DT DK DQ D8 D7"
        assert [game.points(game.pack.read_card(name)) for name in ("DJ", "D9", "DA")] == [14, 9, 6]


class TestTheTrick:
    def test_follow_suit(self) -> None:
        assert legal(HEARTS, "A..7. K.J.. Q..8. J..9.", "SA") == "SK"

    def test_who_cannot_must_trump(self) -> None:
        assert legal(HEARTS, "A..7. .7.K. Q..8. J..9.", "SA") == "H7"

    def test_and_above_a_trump_that_is_winning(self) -> None:
        assert legal(HEARTS, "A..7. .A..K .J7.. K..8.", "SA", "HA") == "HJ"

    def test_below_it_if_there_is_no_other_way(self) -> None:
        assert legal(HEARTS, "A..7. .J..K .7.8. K..9.", "SA", "HJ") == "H7"

    def test_but_not_if_the_partner_is_winning(self) -> None:
        assert legal(HEARTS, "A..7. K..K. .J.8. Q..9.", "SA", "SK") == "HJ D8"
        assert legal(HEARTS, "A..7. .9.K. T..8. .J.9.", "SA", "H9", "ST") == "HJ D9"

    def test_and_must_if_it_is_not(self) -> None:
        assert legal(HEARTS, "K..7. A..K. .J.8. Q..9.", "SK", "SA") == "HJ"

    def test_without_trumps_any_card_goes(self) -> None:
        assert legal(HEARTS, "A..7. ..K.8 Q..8. J..9.", "SA") == "DK C8"

    def test_trumps_are_followed_from_above_if_possible(self) -> None:
        hands = ".A.7. .T9.. .8J.. .K..9"
        assert legal(HEARTS, hands, "HA") == "H9"
        assert legal(HEARTS, hands, "HA", "H9") == "HJ"
        assert legal(HEARTS, hands, "HA", "H9", "HJ") == "HK"

    def test_also_above_the_partner(self) -> None:
        assert legal(HEARTS, ".9.7. .T..8 .8J.. .K..9", "H9", "HT") == "HJ"

    def test_other_suits_need_not_be_beaten(self) -> None:
        assert legal(HEARTS, "K..7. A9... Q..8. J..9.", "SK") == "SA S9"

    def test_the_highest_card_wins(self) -> None:
        assert winner(HEARTS, "SA", "H7", "ST", "H8") == "H8"
        assert winner(HEARTS, "HA", "H9", "HJ", "HT") == "HJ"
        assert winner(HEARTS, "SK", "ST", "DA", "CA") == "ST"

    def test_the_last_trick_brings_ten_more(self) -> None:
        here = after(HEARTS, "A... K... Q... .7..", "SA", "SK", "SQ", "H7")
        assert (here.leader, here.taken) == (3, (0, 0, 0, 11 + 4 + 3 + 10))


class TestOtherContracts:
    def test_without_trumps_there_is_only_suit_to_follow(self) -> None:
        game = "belote(contract=sans-atout)"
        assert legal(game, "K..7. A9... ..8.7 J..9.", "SK") == "SA S9"
        assert legal(game, "K..7. A9... ..8.7 J..9.", "SK", "SA") == "D8 C7"

    def test_if_all_are_trumps_the_suit_led_is_followed_from_above(self) -> None:
        game = "belote(contract=tout-atout)"
        assert legal(game, "A..7. T9... ..8.7 J..9.", "SA") == "S9"
        assert legal(game, "A..7. T9... ..8.7 J..9.", "SA", "S9") == "D8 C7"
        assert winner(game, "SA", "S9", "DJ", "CJ") == "S9"


def test_the_takers_need_82() -> None:
    game = game_of("belote(declarer=1,utility=goal)")
    assert game.side_of == (0, 1, 0, 1)
    assert (game.payoffs((80, 82)), game.payoffs((81, 81))) == ((0, 1), (1, 0))
    assert game.deal(1).turn == 0
