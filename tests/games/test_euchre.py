"""The rule book of Euchre, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, sizes, suits, trumps, winner


class TestTheCards:
    def test_five_of_24_cards_each_and_four_stay_aside(self) -> None:
        assert sizes("euchre") == (24, 5, 4)

    @pytest.mark.parametrize(
        ("trump", "expected"),
        [
            ("S", "SJ CJ SA SK SQ ST S9"),
            ("C", "CJ SJ CA CK CQ CT C9"),
            ("H", "HJ DJ HA HK HQ HT H9"),
            ("D", "DJ HJ DA DK DQ DT D9"),
        ],
    )
    def test_the_bowers_are_the_highest_trumps(self, trump: str, expected: str) -> None:
        assert trumps(f"euchre(trump={trump})") == expected

    def test_the_suit_of_the_left_bower_lacks_its_jack(self) -> None:
        assert suits("euchre(trump=H)")[2] == "DA DK DQ DT D9"
        assert suits("euchre(trump=H)")[0] == "SA SK SQ SJ ST S9"


class TestTheTrick:
    game = "euchre(trump=H)"

    def test_the_left_bower_does_not_follow_its_own_suit(self) -> None:
        assert legal(self.game, "..A.9 ..J.A ..9.K A...Q", "DA") == "DJ CA"

    def test_but_trumps(self) -> None:
        assert legal(self.game, ".A..9 ..J.A ..9.K A...Q", "HA") == "DJ"

    def test_nobody_must_trump(self) -> None:
        assert legal(self.game, "..A.9 .9..A ..9.K A...Q", "DA") == "H9 CA"

    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(self) -> None:
        assert winner(self.game, "HA", "DJ", "HJ", "HK") == "HJ"
        assert winner(self.game, "DA", "DJ", "H9", "SA") == "DJ"
        assert winner(self.game, "DK", "DA", "SJ", "CA") == "DA"

    def test_tricks_count(self) -> None:
        here = after(self.game, "..A. ..J. ..9. A...", "DA", "DJ", "D9", "SA")
        assert (here.leader, here.taken) == (1, (0, 1, 0, 0))


class TestTheScore:
    def test_the_makers_have_1_for_three_tricks_and_2_for_all(self) -> None:
        game = game_of("euchre(declarer=1)")
        assert [game.payoffs(tricks) for tricks in ((2, 3), (1, 4), (0, 5))] == [
            (-1, 1),
            (-1, 1),
            (-2, 2),
        ]

    def test_the_others_have_2_if_they_are_euchred(self) -> None:
        assert game_of("euchre(declarer=1)").payoffs((3, 2)) == (2, -2)
        assert game_of("euchre(declarer=2)").payoffs((2, 3)) == (-2, 2)

    def test_partners_sit_across_and_the_player_after_the_dealer_leads(self) -> None:
        assert game_of("euchre").side_of == (0, 1, 0, 1)
        assert game_of("euchre(declarer=2)").deal(1).turn == 0


class TestAlone:
    game = "euchre(contract=alone,declarer=1)"

    def test_the_partner_sits_out_and_nine_cards_stay_aside(self) -> None:
        assert sizes(self.game) == (24, 5, 9)
        assert game_of(self.game).side_of == (0, 1, 0)

    def test_all_tricks_count_4_and_all_else_as_with_a_partner(self) -> None:
        game = game_of(self.game)
        assert [game.payoffs(tricks) for tricks in ((0, 5), (1, 4), (2, 3), (3, 2))] == [
            (-4, 4),
            (-1, 1),
            (-1, 1),
            (2, -2),
        ]
