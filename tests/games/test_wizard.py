"""The rule book of Wizard, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, hands, legal, sizes, trumps, winner

PLAIN = "wizard(trump=none)"


class TestTheCards:
    def test_sixty_with_four_wizards_and_four_jesters(self) -> None:
        assert sizes("wizard") == (60, 10, 30)
        assert [card.name for card in game_of("wizard").pack.cards[-8:]] == [
            *("W4", "W3", "W2", "W1"),
            *("J4", "J3", "J2", "J1"),
        ]

    @pytest.mark.parametrize(("players", "most"), [(3, 20), (4, 15), (5, 12), (6, 10)])
    def test_three_to_six_play_with_any_number_of_cards(self, players: int, most: int) -> None:
        assert game_of(f"wizard(players={players})").most_cards == most

    def test_the_trump_is_any_suit_or_none(self) -> None:
        assert trumps("wizard(trump=H)") == "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"
        assert game_of(PLAIN).trump_in(frozenset()) is None


class TestTheTrick:
    def test_the_first_wizard_wins(self) -> None:
        assert winner("wizard", "SA", "W1", "W4") == "W1"
        assert winner("wizard", "W1", "SA", "W2") == "W1"

    def test_otherwise_the_highest_trump_or_card_of_the_suit_led(self) -> None:
        assert winner("wizard", "HA", "S2", "J1") == "S2"
        assert winner(PLAIN, "H9", "SA", "HT") == "HT"

    def test_if_all_are_jesters_the_first_wins(self) -> None:
        assert winner("wizard", "J1", "J4", "J3") == "J1"

    def test_follow_suit_or_play_a_wizard_or_jester(self) -> None:
        cards = hands(PLAIN, "SA H5 C2", "SK H7 W1", "S2 D9 J3")
        assert legal(PLAIN, cards, "SA") == "SK W1"
        assert legal(PLAIN, cards, "SA", "SK") == "S2 J3"

    def test_without_the_suit_any_card(self) -> None:
        assert legal("wizard", hands("wizard", "HA H9 C2", "SK D7 W1", "S2 D9 J3"), "HA") == (
            "SK D7 W1"
        )

    def test_after_a_wizard_that_was_led_any_card(self) -> None:
        cards = hands("wizard", "SA W1", "SK W2", "S2 D9")
        assert legal("wizard", cards, "W1") == "SK W2"
        assert legal("wizard", cards, "W1", "W2") == "S2 D9"

    def test_a_jester_that_was_led_leaves_the_suit_to_the_next_card(self) -> None:
        cards = hands("wizard", "SA J1", "SK H7", "S2 H9")
        assert legal("wizard", cards, "J1") == "SK H7"
        assert legal("wizard", cards, "J1", "H7") == "H9"
        assert after("wizard", cards, "J1", "H7", "H9").taken == (0, 0, 1)

    def test_if_that_is_a_wizard_any_card(self) -> None:
        cards = hands("wizard", "SA J1", "SK W1", "S2 H9")
        assert legal("wizard", cards, "J1", "W1") == "S2 H9"

    def test_they_may_be_led(self) -> None:
        assert legal("wizard", hands("wizard", "SA W1 J2", "SK H7 C5", "S2 D9 J3")) == "SA W1 J2"


class TestBids:
    def test_an_exact_bid_is_worth_20_and_10_for_each_trick(self) -> None:
        game = game_of("wizard(cards=5,bids=0/2/3)")
        assert str(game.utility) == "wizard"
        assert game.payoffs((0, 2, 3)) == (20, 40, 50)

    def test_otherwise_each_trick_more_or_less_costs_10(self) -> None:
        assert game_of("wizard(cards=5,bids=0/2/3)").payoffs((1, 3, 1)) == (-10, -10, -20)

    def test_without_bids_tricks_count(self) -> None:
        assert game_of("wizard(cards=5)").payoffs((1, 3, 1)) == (1, 3, 1)
