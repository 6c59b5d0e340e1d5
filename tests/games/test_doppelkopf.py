"""The rule book of Doppelkopf, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, points, sizes, suits, trumps, winner

from kibitz.errors import TextError

SOLOS = ("suit", "queens", "jacks", "fleischlos")
TEAMS = "doppelkopf(teams=0/1/0/1)"


class TestTheCards:
    def test_each_of_48_cards_is_there_twice_and_each_player_has_twelve(self) -> None:
        assert sizes("doppelkopf") == (48, 12, 0)
        pack = game_of("doppelkopf").pack
        assert {len(copies) for copies in pack.by_name.values()} == {2}

    def test_in_a_normal_game_these_26_are_trumps(self) -> None:
        assert trumps("doppelkopf") == "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9"

    def test_the_ten_of_hearts_is_no_heart(self) -> None:
        assert suits("doppelkopf")[:3] == ["CA CT CK C9", "SA ST SK S9", "HA HK H9"]

    @pytest.mark.parametrize("contract", ["normal", *SOLOS])
    def test_there_are_240_points(self, contract: str) -> None:
        assert points(f"doppelkopf(contract={contract})") == 240

    def test_a_hand_may_hold_both_copies(self) -> None:
        deal = game_of(TEAMS).parse("AA... TT... KK... 99...")
        assert str(deal).startswith("AA... TT...")
        with pytest.raises(TextError, match="expected each card twice at most: CA"):
            game_of(TEAMS).parse("AA... TA... KA... 99...")


class TestTheParties:
    def test_the_holders_of_the_queens_of_clubs_are_re(self) -> None:
        deal = game_of("doppelkopf(cards=2)").parse("Q.A.. A.A.. T.T.. Q.T..")
        assert deal.game.side_of == (0, 1, 1, 0)

    def test_one_with_both_plays_a_silent_solo(self) -> None:
        deal = game_of("doppelkopf(cards=2)").parse("A.A.. QQ... T.T.. K.T..")
        assert deal.game.side_of == (0, 1, 0, 0)

    def test_every_deal_has_one_or_two_of_re(self) -> None:
        for seed in range(20):
            deal = game_of("doppelkopf").deal(seed)
            holders = [player for player in range(4) if "CQ" in map(str, deal.hand(player))]
            side = deal.game.rule("declarer")
            assert [p for p in range(4) if deal.game.side_of[p] == side] == holders

    def test_re_needs_121_and_kontra_120(self) -> None:
        deal = game_of("doppelkopf(cards=2,utility=goal)").parse("A.A.. Q.A.. T.T.. Q.T..")
        assert deal.game.payoffs((120, 120)) == (1, 0)
        assert deal.game.payoffs((119, 121)) == (0, 1)

    @pytest.mark.parametrize("contract", SOLOS)
    def test_in_a_solo_one_plays_against_three(self, contract: str) -> None:
        game = game_of(f"doppelkopf(contract={contract},declarer=2)")
        assert game.deal(1).game.side_of == (0, 0, 1, 0)

    def test_the_player_after_the_dealer_leads(self) -> None:
        assert all(game_of("doppelkopf").deal(seed).turn == 0 for seed in range(5))


class TestSolos:
    @pytest.mark.parametrize(
        ("trump", "expected"),
        [
            ("D", "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9"),
            ("H", "HT CQ SQ HQ DQ CJ SJ HJ DJ HA HK H9"),
            ("S", "HT CQ SQ HQ DQ CJ SJ HJ DJ SA ST SK S9"),
            ("C", "HT CQ SQ HQ DQ CJ SJ HJ DJ CA CT CK C9"),
        ],
    )
    def test_a_suit_takes_the_place_of_diamonds(self, trump: str, expected: str) -> None:
        assert trumps(f"doppelkopf(contract=suit,trump={trump})") == expected

    def test_of_queens_only_they_are_trumps(self) -> None:
        assert trumps("doppelkopf(contract=queens)") == "CQ SQ HQ DQ"
        assert suits("doppelkopf(contract=queens)")[1:3] == ["CA CT CK CJ C9", "SA ST SK SJ S9"]

    def test_of_jacks_only_they_are_trumps(self) -> None:
        assert trumps("doppelkopf(contract=jacks)") == "CJ SJ HJ DJ"
        assert suits("doppelkopf(contract=jacks)")[3] == "HA HT HK HQ H9"

    def test_fleischlos_has_no_trump(self) -> None:
        assert suits("doppelkopf(contract=fleischlos)")[2] == "HA HT HK HQ HJ H9"
        assert winner("doppelkopf(contract=fleischlos)", "H9", "CQ", "HJ", "DA") == "HJ"


class TestTheTrick:
    def test_of_two_equal_cards_the_first_wins(self) -> None:
        assert winner("doppelkopf", "SA", "SK", "SA", "S9") == "SA 0"
        assert winner("doppelkopf", "D9", "HT", "CQ", "HT") == "HT 1"

    def test_a_trump_is_followed_by_any_trump(self) -> None:
        hands = ".A..9 TJ... .T.T. ...AK"
        assert legal(TEAMS, hands, "D9") == "CJ"
        assert legal(TEAMS, hands, "D9", "CJ") == "HT"
        assert legal(TEAMS, hands, "D9", "CJ", "HT") == "DA DK"

    def test_who_cannot_follow_plays_any_card(self) -> None:
        assert legal(TEAMS, ".A..9 TJ... .T.T. ...AK", "SA") == "CT CJ"

    def test_both_copies_in_a_hand_are_one_move(self) -> None:
        assert legal(TEAMS, "AA... TT... KK... 99...") == "CA"

    def test_the_winner_takes_the_points(self) -> None:
        here = after(TEAMS, "A... T... K... ..T.", "CA", "CT", "CK", "HT")
        assert (here.leader, here.taken) == (3, (0, 0, 0, 35))


def test_the_parties_of_a_position_from_the_middle_must_be_said() -> None:
    with pytest.raises(TextError, match="since the position does not show who is with CQ"):
        game_of("doppelkopf").parse("A... T... K... ..T.")
