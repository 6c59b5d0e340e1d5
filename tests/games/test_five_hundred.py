"""The rule book of Five Hundred, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, sizes, suits, trumps, winner

from kibitz.errors import TextError

HEARTS = "five_hundred(trump=H)"
PLAIN = "five_hundred(contract=no-trump)"
MISERE = "five_hundred(contract=misere)"


class TestTheCards:
    def test_four_play_with_43_cards_and_three_with_33(self) -> None:
        assert sizes("five_hundred") == (43, 10, 3)
        assert sizes("five_hundred(players=3)") == (33, 10, 3)

    def test_for_four_they_go_down_to_the_red_fours_and_black_fives(self) -> None:
        names = game_of(PLAIN).pack.by_name
        assert {"D4", "H4", "S5", "C5", "JO"} <= set(names)
        assert not {"S4", "C4", "D3", "H2"} & set(names)

    def test_for_three_down_to_the_sevens(self) -> None:
        with pytest.raises(TextError, match="expected cards of the deck: H6"):
            game_of("five_hundred(players=3)").parse("...6. A.... K....")

    @pytest.mark.parametrize(
        ("trump", "bowers"),
        [("S", "JO SJ CJ SA"), ("C", "JO CJ SJ CA"), ("D", "JO DJ HJ DA"), ("H", "JO HJ DJ HA")],
    )
    def test_joker_and_bowers_are_the_highest_trumps(self, trump: str, bowers: str) -> None:
        assert trumps(f"five_hundred(trump={trump})").startswith(f"{bowers} {trump}K {trump}Q")

    def test_without_a_trump_jacks_stand_below_queens(self) -> None:
        assert suits(PLAIN)[0] == "SA SK SQ SJ ST S9 S8 S7 S6 S5"


class TestTheTrick:
    def test_joker_and_left_bower_follow_trumps(self) -> None:
        hands = "...A7. A..J.. 9....O 8..6.."
        assert legal(HEARTS, hands, "HA") == "DJ"
        assert legal(HEARTS, hands, "HA", "DJ") == "JO"

    def test_who_cannot_follow_plays_any_card(self) -> None:
        assert legal(HEARTS, "A9.... ...K.O 8.7... 7.6...", "SA") == "JO HK"

    def test_the_joker_beats_all(self) -> None:
        assert winner(HEARTS, "HA", "HJ", "JO", "DJ") == "JO"
        assert winner(PLAIN, "SA", "JO", "SK", "DA") == "JO"
        assert winner(MISERE, "SA", "JO", "SK") == "JO"

    def test_without_a_trump_it_is_played_by_who_cannot_follow(self) -> None:
        assert legal(PLAIN, "A9.... 8....O 7.6... 6.7...", "SA") == "S8"

    def test_the_highest_card_wins(self) -> None:
        assert winner(HEARTS, "DA", "DJ", "H4", "DK") == "DJ"
        assert winner(PLAIN, "DT", "DJ", "HA", "DQ") == "DQ"


class TestTheContract:
    def test_the_contractor_leads(self) -> None:
        for contract in ("suit", "no-trump"):
            assert game_of(f"five_hundred(contract={contract},declarer=2)").deal(1).turn == 2
        assert game_of("five_hundred(contract=misere,declarer=1)").deal(1).turn == 1

    def test_four_are_partners_and_among_three_one_plays_against_two(self) -> None:
        assert game_of("five_hundred(declarer=1)").side_of == (0, 1, 0, 1)
        assert game_of("five_hundred(players=3,declarer=1)").side_of == (0, 1, 0)

    def test_it_needs_as_many_tricks_as_it_bid_six_at_least(self) -> None:
        game = game_of("five_hundred(utility=goal)")
        assert (game.payoffs((6, 4)), game.payoffs((5, 5))) == ((1, 0), (0, 1))
        game = game_of("five_hundred(utility=goal,goal=8,declarer=3)")
        assert (game.payoffs((2, 8)), game.payoffs((3, 7))) == ((0, 1), (1, 0))

    def test_misere_is_played_by_three_and_made_without_a_trick(self) -> None:
        game = game_of(MISERE)
        assert (game.players, game.side_of) == (3, (0, 1, 1))
        assert (game.payoffs((0, 10)), game.payoffs((1, 9))) == ((1, 0), (0, 1))

    def test_the_joker_is_dangerous_in_misere(self) -> None:
        here = after(MISERE, "....O A.... K....", "JO", "SA", "SK")
        assert here.taken == (1, 0, 0)
