"""The rule book of Schieber, the Jass of two pairs, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, points, sizes, suits, trumps, winner

CONTRACTS = ("trump", "obenabe", "undenufe")
SPADES = "jass(trump=S)"


class TestTheCards:
    def test_nine_of_36_cards_each(self) -> None:
        assert sizes("jass") == (36, 9, 0)

    @pytest.mark.parametrize("trump", "SHDC")
    def test_jack_and_nine_are_the_highest_trumps(self, trump: str) -> None:
        order = trumps(f"jass(trump={trump})").replace(trump, "")
        assert order == "J 9 A K Q T 8 7 6"

    def test_other_suits_go_from_the_ace_down(self) -> None:
        assert suits(SPADES)[1] == "HA HK HQ HJ HT H9 H8 H7 H6"

    @pytest.mark.parametrize("contract", CONTRACTS)
    def test_there_are_157_points_five_of_them_for_the_last_trick(self, contract: str) -> None:
        assert points(f"jass(contract={contract})") == 157
        assert game_of(f"jass(contract={contract})").last_trick == 5

    def test_the_trump_jack_counts_20_and_the_nine_14(self) -> None:
        game = game_of(SPADES)
        worth = {name: game.points(game.pack.read_card(name)) for name in ("SJ", "S9", "HJ", "H9")}
        assert worth == {"SJ": 20, "S9": 14, "HJ": 2, "H9": 0}

    def test_without_a_trump_eights_count_8(self) -> None:
        for contract in ("obenabe", "undenufe"):
            game = game_of(f"jass(contract={contract})")
            assert game.points(game.pack.read_card("D8")) == 8

    def test_from_below_the_six_is_highest_and_counts_11_for_the_ace(self) -> None:
        game = game_of("jass(contract=undenufe)")
        assert suits("jass(contract=undenufe)")[0] == "S6 S7 S8 S9 ST SJ SQ SK SA"
        assert [game.points(game.pack.read_card(name)) for name in ("S6", "SA")] == [11, 0]

    def test_hands_are_written_alike_in_all_contracts(self) -> None:
        hands = "A6... K9... .Q7.. .J8.."
        games = [game_of(f"jass(contract={one})") for one in CONTRACTS]
        assert {str(game.parse(hands)) for game in games} == {f"{hands} 0 - 0,0,0,0"}


class TestTheTrick:
    def test_follow_suit_or_play_a_trump(self) -> None:
        assert legal(SPADES, ".A.6. 9.K.. .Q.7. .J.8.", "HA") == "S9 HK"

    def test_who_cannot_follow_plays_any_card(self) -> None:
        assert legal(SPADES, ".A.6. 9..K. .Q.7. .J.8.", "HA") == "S9 DK"

    def test_nobody_trumps_below_another_trump(self) -> None:
        hands = ".A.6.7 9.K..T A8.Q.. J..8.9"
        assert legal(SPADES, hands, "HA", "S9") == "HQ"
        assert legal(SPADES, hands, "HA", "HK") == "SA S8 HQ"

    def test_unless_it_has_nothing_else(self) -> None:
        assert legal(SPADES, ".A.6. 9.K.. A8... J..8.", "HA", "S9") == "SA S8"

    def test_who_holds_nothing_but_trumps_plays_any_of_them(self) -> None:
        assert legal(SPADES, ".A.6. 8.K.. J6... 7..8.", "HA", "S8") == "SJ S6"

    def test_a_trump_above_the_other_may_be_played(self) -> None:
        hands = ".A.6.7 9.K..T J8.Q.. K..8.9"
        assert legal(SPADES, hands, "HA", "S9") == "SJ HQ"

    def test_trumps_are_followed(self) -> None:
        assert legal(SPADES, "A..6. 9.K.. 7.Q.. 6..8.", "SA") == "S9"

    def test_but_the_jack_of_trumps_need_not_be_played(self) -> None:
        assert legal(SPADES, "A..6. J.K.. 7.Q.. 6..8.", "SA") == "SJ HK"
        assert legal(SPADES, "A..6.7 J8.K.. 7.Q..T 6..8.9", "SA") == "SJ S8"

    @pytest.mark.parametrize("contract", ["obenabe", "undenufe"])
    def test_without_a_trump_suit_is_followed(self, contract: str) -> None:
        assert legal(f"jass(contract={contract})", ".A.6. 9.K.. .Q.7. .J.8.", "HA") == "HK"

    def test_the_highest_card_wins(self) -> None:
        assert winner(SPADES, "HA", "S6", "HK", "S9") == "S9"
        assert winner(SPADES, "SA", "S9", "SJ", "SK") == "SJ"
        assert winner("jass(contract=obenabe)", "HT", "SA", "HK", "HQ") == "HK"
        assert winner("jass(contract=undenufe)", "HT", "S6", "H7", "H9") == "H7"

    def test_the_last_trick_brings_five_more(self) -> None:
        here = after(SPADES, ".A.. .K.. 6... .J..", "HA", "HK", "S6", "HJ")
        assert (here.leader, here.taken) == (2, (0, 0, 11 + 4 + 2 + 5, 0))


def test_partners_sit_across_and_the_first_hand_leads() -> None:
    assert game_of("jass").side_of == (0, 1, 0, 1)
    assert game_of("jass").deal(1).turn == 0
