"""The rule book of Ninety-Nine, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import game_of, legal, sizes, suits, winner


class TestTheCards:
    def test_nine_of_36_cards_are_played_by_each_three_are_its_bid(self) -> None:
        assert sizes("ninety_nine") == (36, 9, 9)

    def test_they_go_from_the_ace_down_to_the_six(self) -> None:
        assert suits("ninety_nine")[3] == "CA CK CQ CJ CT C9 C8 C7 C6"

    def test_the_first_hand_has_no_trump(self) -> None:
        assert game_of("ninety_nine").trump_in(frozenset()) is None

    @pytest.mark.parametrize(("trump", "suit"), [("S", 0), ("H", 1), ("D", 2), ("C", 3)])
    def test_later_each_suit_can_be_trump(self, trump: str, suit: int) -> None:
        assert game_of(f"ninety_nine(trump={trump})").trump_in(frozenset()) == suit


class TestTheTrick:
    def test_follow_suit_otherwise_play_any_card(self) -> None:
        assert legal("ninety_nine(trump=C)", "A..6. K..7. ..8.6", "SA") == "SK"
        assert legal("ninety_nine(trump=C)", "A..6. K..7. ..8.6", "SA", "SK") == "D8 C6"

    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(self) -> None:
        assert winner("ninety_nine", "SQ", "SK", "CA") == "SK"
        assert winner("ninety_nine(trump=C)", "SQ", "C6", "SA") == "C6"

    def test_the_player_after_the_dealer_leads_and_each_is_alone(self) -> None:
        assert game_of("ninety_nine").deal(1).turn == 0
        assert game_of("ninety_nine").sides == 3


class TestTheScore:
    game = game_of("ninety_nine(bids=3/3/3)")

    def test_each_trick_counts_1(self) -> None:
        assert self.game.payoffs((5, 2, 2)) == (5, 2, 2)

    def test_who_alone_takes_as_many_as_it_bid_has_30_more(self) -> None:
        assert self.game.payoffs((3, 4, 2)) == (33, 4, 2)

    def test_two_have_20_each(self) -> None:
        assert game_of("ninety_nine(bids=3/4/3)").payoffs((3, 4, 2)) == (23, 24, 2)

    def test_three_have_10_each(self) -> None:
        assert self.game.payoffs((3, 3, 3)) == (13, 13, 13)

    def test_without_bids_tricks_are_all_there_is(self) -> None:
        assert game_of("ninety_nine").payoffs((3, 4, 2)) == (3, 4, 2)
