"""The rule book of Knock-out Whist, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import game_of, legal, sizes, winner

from kibitz.errors import TextError


class TestTheDeal:
    @pytest.mark.parametrize("players", range(2, 8))
    def test_two_to_seven_have_seven_cards_each_at_first(self, players: int) -> None:
        assert sizes(f"knock_out_whist(players={players})") == (52, 7, 52 - 7 * players)

    @pytest.mark.parametrize("cards", range(1, 7))
    def test_and_one_less_in_each_hand_after_it(self, cards: int) -> None:
        assert game_of(f"knock_out_whist(cards={cards})").deal(1).tricks_left == cards

    @pytest.mark.parametrize("players", [1, 8])
    def test_no_others_play(self, players: int) -> None:
        with pytest.raises(TextError, match="expected 2 to 7 players"):
            game_of(f"knock_out_whist(players={players})")


class TestTheTrick:
    game = "knock_out_whist(players=3,trump=D)"

    def test_follow_suit_otherwise_play_any_card(self) -> None:
        assert legal(self.game, "A..2. K..3. ..4.2", "SA") == "SK"
        assert legal(self.game, "A..2. K..3. ..4.2", "SA", "SK") == "D4 C2"

    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(self) -> None:
        assert winner(self.game, "SQ", "D2", "SA") == "D2"
        assert winner(self.game, "SQ", "SK", "CA") == "SK"

    def test_player_0_leads_and_each_is_alone(self) -> None:
        assert game_of(self.game).deal(1).turn == 0
        assert game_of(self.game).sides == 3


class TestKnockingOut:
    def test_who_takes_no_trick_is_out(self) -> None:
        assert game_of("knock_out_whist").payoffs((3, 2, 2, 0)) == (2, 2, 2, 0)

    def test_one_trick_is_enough_and_the_more_are_out_the_better(self) -> None:
        assert game_of("knock_out_whist").payoffs((1, 6, 0, 0)) == (3, 3, 0, 0)
        assert game_of("knock_out_whist").payoffs((1, 4, 1, 1)) == (1, 1, 1, 1)
