"""The rule book of Sheepshead, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, legal, points, sizes, suits, trumps, winner

from kibitz.errors import TextError

ALONE = "sheepshead(called=none)"


class TestTheCards:
    def test_queens_jacks_and_diamonds_are_the_fourteen_trumps(self) -> None:
        assert trumps("sheepshead") == "CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9 D8 D7"

    def test_the_other_suits_have_six_cards_and_the_ten_beats_the_king(self) -> None:
        assert suits("sheepshead")[0] == "CA CT CK C9 C8 C7"
        assert [len(suit.split()) for suit in suits("sheepshead")] == [6, 6, 6, 14]

    def test_there_are_120_points(self) -> None:
        assert points("sheepshead") == 120

    @pytest.mark.parametrize(("players", "cards", "blind"), [(3, 10, 2), (4, 7, 4), (5, 6, 2)])
    def test_the_deal(self, players: int, cards: int, blind: int) -> None:
        assert sizes(f"sheepshead(players={players})") == (32, cards, blind)

    def test_five_play_unless_otherwise_said(self) -> None:
        assert game_of("sheepshead").players == 5


class TestThePicker:
    hands = "A.A.. K..A. T.T.. .K..J .9..9"

    def test_the_holder_of_the_jack_of_diamonds_is_its_partner(self) -> None:
        deal = game_of("sheepshead(cards=2)").parse(self.hands)
        assert deal.game.side_of == (0, 1, 1, 0, 1)
        deal = game_of("sheepshead(cards=2,declarer=2)").parse(self.hands)
        assert deal.game.side_of == (0, 0, 1, 1, 0)

    def test_a_picker_who_holds_it_plays_alone(self) -> None:
        deal = game_of("sheepshead(cards=2,declarer=3)").parse(self.hands)
        assert deal.game.side_of == (0, 0, 0, 1, 0)

    def test_and_so_does_one_who_calls_nobody(self) -> None:
        deal = game_of("sheepshead(cards=2,called=none)").parse(self.hands)
        assert deal.game.side_of == (0, 1, 1, 1, 1)

    @pytest.mark.parametrize("players", [3, 4])
    def test_among_three_and_four_the_picker_is_alone(self, players: int) -> None:
        for seed in range(10):
            game = game_of(f"sheepshead(players={players},declarer=1)").deal(seed).game
            assert game.side_of == (0, 1, 0, 0)[:players]

    def test_what_is_buried_counts_for_the_picker(self) -> None:
        for seed in range(10):
            deal = game_of("sheepshead(declarer=2)").deal(seed)
            held = sum(map(deal.game.points, deal.in_play()))
            assert deal.taken == (0, 0, 120 - held, 0, 0)

    def test_it_needs_61_points(self) -> None:
        game = game_of("sheepshead(called=none,utility=goal)")
        assert game.payoffs((61, 59)) == (1, 0)
        assert game.payoffs((60, 60)) == (0, 1)

    def test_the_player_after_the_dealer_leads_whoever_picks(self) -> None:
        assert all(game_of(f"sheepshead(declarer={n})").deal(1).turn == 0 for n in range(5))

    def test_from_the_middle_of_a_deal_the_partner_must_be_said(self) -> None:
        with pytest.raises(TextError, match="since the position does not show who is with DJ"):
            game_of("sheepshead").parse("A... K... T... .K.. .9..")


class TestTheTrick:
    def test_a_queen_or_jack_is_no_card_of_its_suit(self) -> None:
        hands = "A.A.. KQ... TJ... 9.9.. 8.8.."
        assert legal(ALONE, hands, "CA") == "CK"
        assert legal(ALONE, hands, "CA", "CK") == "CT"

    def test_a_trump_led_is_followed_by_queens_jacks_and_diamonds(self) -> None:
        hands = "A...7 KQ... .AJ.. .9.A. 8..7."
        assert legal(ALONE, hands, "D7") == "CQ"
        assert legal(ALONE, hands, "D7", "CQ") == "SJ"
        assert legal(ALONE, hands, "D7", "CQ", "SJ") == "S9 HA"

    def test_who_cannot_follow_plays_any_card(self) -> None:
        hands = "AK... Q.A.. TJ... .9.A. 8..7."
        assert legal(ALONE, hands, "CA") == "SA CQ"

    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(self) -> None:
        assert winner(ALONE, "HA", "HT", "H9", "CA", "HK") == "HA"
        assert winner(ALONE, "HK", "HT", "D7", "CA", "HA") == "D7"
        assert winner(ALONE, "DA", "DJ", "SQ", "CQ", "DQ") == "CQ"

    def test_the_winner_takes_the_points_and_leads(self) -> None:
        here = after(ALONE, "A... K... T... .A.. ...7", "CA", "CK", "CT", "SA", "D7")
        assert (here.leader, here.taken) == (4, (0, 0, 0, 0, 36))


class TestLeaster:
    def test_each_plays_alone_for_the_fewest_points(self) -> None:
        game = game_of("sheepshead(contract=leaster)")
        assert game.sides == 5
        assert game.payoffs((10, 20, 30, 40, 20)) == (-10, -20, -30, -40, -20)

    def test_the_blind_goes_with_the_last_trick(self) -> None:
        for seed in range(10):
            deal = game_of("sheepshead(contract=leaster)").deal(seed)
            assert sum(map(deal.game.points, deal.in_play())) + deal.game.last_trick == 120
            assert deal.taken == (0,) * 5
