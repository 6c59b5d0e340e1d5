"""The rule book of Pinochle, clause by clause: the play of partners, and of three."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, points, sizes, trumps, winner

from kibitz.errors import TextError

THREE = "pinochle(contract=auction)"


class TestTheCards:
    def test_two_of_each_of_24_cards_the_ten_above_the_king(self) -> None:
        assert trumps("pinochle(trump=H)") == "HA HT HK HQ HJ H9"
        assert sizes("pinochle") == (48, 12, 0)

    def test_three_have_15_each_and_a_widow_of_three(self) -> None:
        assert sizes(THREE) == (48, 15, 3)

    def test_there_are_250_points_with_the_last_trick(self) -> None:
        assert points("pinochle") == points(THREE) == 250

    def test_of_two_equal_cards_the_first_wins(self) -> None:
        assert winner("pinochle", "HA", "H9", "HA", "HK") == "HA 0"
        assert winner("pinochle", "HT", "SA", "SA", "HA") == "SA 1"


class TestPartners:
    def test_partners_sit_opposite(self) -> None:
        assert game_of("pinochle").side_of == (0, 1, 0, 1)

    def test_the_declarer_leads(self) -> None:
        assert [game_of(f"pinochle(declarer={p})").deal(1).turn for p in range(4)] == [0, 1, 2, 3]

    def test_follow_suit_and_beat_the_best_card_if_you_can(self) -> None:
        hands = ".Q.K. .KJ.. .A9.. .T9.."
        assert legal("pinochle", hands, "HQ") == "HK"
        assert legal("pinochle", hands, "HQ", "HK") == "HA"

    def test_who_cannot_beat_it_follows_with_any_card(self) -> None:
        assert legal("pinochle", ".A.K. .KJ.. .T9.. .QJ..", "HA") == "HK HJ"

    def test_an_equal_card_does_not_beat_the_first(self) -> None:
        assert legal("pinochle", ".A.K. .A9.. .T9.. .QJ..", "HA") == "HA H9"

    def test_nobody_must_beat_a_plain_card_that_was_trumped(self) -> None:
        hands = ".Q.K. J..K. .A9.. .T9.."
        assert legal("pinochle", hands, "HQ", "SJ") == "HA H9"

    def test_who_cannot_follow_trumps_and_overtrumps(self) -> None:
        hands = ".Q.K. J..K. Q9... .T9.."
        assert legal("pinochle", hands, "HQ") == "SJ"
        assert legal("pinochle", hands, "HQ", "SJ") == "SQ"

    def test_who_cannot_overtrump_still_trumps(self) -> None:
        hands = ".Q.K. A..K. Q9... .T9.."
        assert legal("pinochle", hands, "HQ", "SA") == "SQ S9"

    def test_without_either_any_card(self) -> None:
        assert legal("pinochle", ".Q.K. ..KA. .T9.. .J9..", "HQ") == "DA DK"

    def test_trumps_led_are_beaten_too(self) -> None:
        assert legal("pinochle", "Q..K. AJ... T9... .J9..", "SQ") == "SA"

    def test_the_last_trick_brings_ten_more(self) -> None:
        assert after("pinochle", ".A.. .T.. .K.. .9..", "HA", "HT", "HK", "H9").outcome == (35, 0)


class TestThree:
    def test_the_declarer_is_alone_and_needs_what_it_bid(self) -> None:
        game = game_of("pinochle(contract=auction,declarer=1,goal=100,utility=goal)")
        assert game.side_of == (0, 1, 0)
        assert game.payoffs((150, 100)) == (0, 1)
        assert game.payoffs((151, 99)) == (1, 0)

    def test_only_trumps_must_be_beaten(self) -> None:
        assert legal(THREE, ".Q.K. .KJ.. .A9..", "HQ") == "HK HJ"
        assert legal(THREE, "Q..K. KJ... A9...", "SQ") == "SK"

    def test_nobody_must_overtrump(self) -> None:
        assert legal(THREE, ".Q.K. J..K. Q9...", "HQ", "SJ") == "SQ S9"

    def test_the_widow_counts_for_the_declarer(self) -> None:
        for seed in range(10):
            deal = game_of("pinochle(contract=auction,declarer=2)").deal(seed)
            held = sum(map(deal.game.points, deal.in_play()))
            assert deal.taken == (0, 0, 240 - held)

    def test_who_takes_it_lays_three_cards_away(self) -> None:
        deal = game_of("pinochle(contract=auction,declarer=2,kitty=taken)").deal(1)
        assert [len(deal.hand(p)) for p in range(3)] == [15, 15, 18]
        for _ in range(3):
            assert deal.turn == 2
            deal = deal.play(deal.legal_moves()[0])
        assert deal.turn == deal.leader == 2
        assert sum(deal.taken) + sum(map(deal.game.points, deal.in_play())) == 240


def test_two_do_not_play() -> None:
    with pytest.raises(TextError, match="expected 4 players: 2"):
        game_of("pinochle(players=2)")
