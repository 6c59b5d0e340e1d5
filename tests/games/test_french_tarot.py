"""The rule book of French Tarot, clause by clause."""

from __future__ import annotations

import pytest
from rule_books import after, game_of, hands, legal, sizes, trumps, winner

from kibitz.cards import TrickPosition

GAME = "french_tarot"


def play(*cards: str, played: str, game: str = GAME) -> TrickPosition:
    """What has come of some hands once these cards were played."""
    return after(game, hands(game, *cards), *played.split())


class TestTheCards:
    def test_78_of_which_21_are_trumps(self) -> None:
        assert trumps(GAME).split() == [f"T{number}" for number in range(21, 0, -1)]
        assert len(game_of(GAME).pack.cards) == 78

    def test_suits_go_from_the_king_to_the_one_with_a_knight(self) -> None:
        assert " ".join(game_of(GAME).pack.suits[1]) == (
            "HK HQ HC HJ H10 H9 H8 H7 H6 H5 H4 H3 H2 H1"
        )

    @pytest.mark.parametrize(("players", "cards", "dog"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
    def test_the_deal(self, players: int, cards: int, dog: int) -> None:
        assert sizes(f"french_tarot(players={players})") == (78, cards, dog)

    def test_there_are_91_points_here_182_halves(self) -> None:
        game = game_of(GAME)
        assert sum(map(game.points_laid, game.pack.cards)) == sum(game.units) == 182

    @pytest.mark.parametrize(
        ("card", "halves"),
        [
            *(("T21", 9), ("T1", 9), ("TX", 9), ("SK", 9), ("HQ", 7), ("DC", 5), ("CJ", 3)),
            *(("S10", 1), ("H1", 1), ("T20", 1), ("T2", 1)),
        ],
    )
    def test_what_a_card_is_worth(self, card: str, halves: int) -> None:
        game = game_of(GAME)
        assert game.points_laid(game.pack.read_card(card)) == halves


class TestTheTrick:
    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(self) -> None:
        assert winner(GAME, "SK", "T1", "SQ", "T2") == "T2"
        assert winner(GAME, "S3", "HK", "SC", "SJ") == "SC"

    def test_follow_suit_with_any_card(self) -> None:
        cards = hands(GAME, "S3 H1", "S2 SK", "S4 T5", "T6 H2")
        assert legal(GAME, cards, "S3") == "SK S2"
        assert legal(GAME, cards, "S3", "SK") == "S4"

    def test_who_cannot_trumps_higher_if_it_can(self) -> None:
        cards = hands(GAME, "S3 H1 H5", "T7 H3 H6", "T8 T5 H4", "T6 T2 H2")
        assert legal(GAME, cards, "S3") == "T7"
        assert legal(GAME, cards, "S3", "T7") == "T8"
        assert legal(GAME, cards, "S3", "T7", "T8") == "T6 T2"

    def test_trumps_led_are_beaten_if_possible(self) -> None:
        cards = hands(GAME, "T7 H1", "T9 T3", "T10 T8", "T6 T2")
        assert legal(GAME, cards, "T7") == "T9"
        assert legal(GAME, cards, "T7", "T9") == "T10"
        assert legal(GAME, cards, "T7", "T9", "T10") == "T6 T2"

    def test_without_suit_and_trumps_any_card(self) -> None:
        assert legal(GAME, hands(GAME, "S3 H1", "D9 C3", "T1 T8", "T6 T2"), "S3") == "D9 C3"


class TestTheExcuse:
    def test_it_may_be_played_whatever_was_led(self) -> None:
        cards = hands(GAME, "S3 H1", "S9 TX", "T7 T8", "T6 T2")
        assert legal(GAME, cards, "S3") == "S9 TX"
        cards = hands(GAME, "S3 H1", "H9 T3", "T7 TX", "T6 T2")
        assert legal(GAME, cards, "S3", "T3") == "T7 TX"

    def test_nobody_must_play_it_as_a_trump(self) -> None:
        cards = hands(GAME, "S3 H1", "H9 TX", "T7 T8", "T6 T2")
        assert legal(GAME, cards, "S3") == "H9 TX"

    def test_it_wins_no_trick(self) -> None:
        assert winner(GAME, "S1", "TX", "H2", "D2") == "S1"
        assert winner(GAME, "TX", "S1", "H2", "D2") == "S1"

    def test_if_it_is_led_the_next_card_says_the_suit(self) -> None:
        cards = hands(GAME, "TX H1", "S9 H3", "S7 T8", "S6 T2")
        assert legal(GAME, cards, "TX") == "S9 H3"
        assert legal(GAME, cards, "TX", "S9") == "S7"

    def test_it_stays_with_its_player_who_gives_half_a_point_for_it(self) -> None:
        end = play("SK H1", "TX H3", "S7 T8", "S6 T2", played="SK TX S7 S6")
        assert end.taken == (9 + 1 + 1 + 1, 8, 0, 0)

    def test_in_the_last_trick_it_changes_sides(self) -> None:
        end = play("SK", "TX", "S7", "S6", played="SK TX S7 S6")
        assert end.outcome == (12 + 8, 0)
        end = play("S1", "TX", "SK", "S6", played="S1 TX SK S6")
        assert end.outcome == (8, 12)
        end = play("TX", "S1", "S7", "S6", played="TX S1 S7 S6")
        assert end.outcome == (0, 4 + 8)

    def test_points_add_up_in_every_game(self) -> None:
        for seed in range(20):
            here = game_of(GAME).deal(seed)
            while not here.is_over:
                assert here.to_share == 182
                here = here.play(here.legal_moves()[seed % len(here.legal_moves())])
            assert sum(here.outcome) == 182


class TestTheDeclarer:
    def test_it_plays_alone_among_three_and_four(self) -> None:
        assert game_of("french_tarot(declarer=2)").side_of == (0, 0, 1, 0)
        assert game_of("french_tarot(players=3)").side_of == (0, 1, 1)

    def test_among_five_with_the_holder_of_the_king_it_calls(self) -> None:
        game = game_of("french_tarot(players=5,called=HK,cards=1,declarer=1)")
        deal = game.parse(hands(GAME, "S1", "S2", "S3", "HK", "S5"))
        assert deal.game.side_of == (0, 1, 0, 1, 0)

    def test_the_first_player_leads_whoever_declares(self) -> None:
        assert {game_of(f"french_tarot(declarer={p})").deal(1).turn for p in range(4)} == {0}

    @pytest.mark.parametrize("halves", [72, 82, 102, 112])
    def test_it_needs_36_41_51_or_56_points(self, halves: int) -> None:
        game = game_of(f"french_tarot(utility=goal,goal={halves})")
        assert game.payoffs((halves, 182 - halves)) == (1, 0)
        assert game.payoffs((halves - 1, 183 - halves)) == (0, 1)


class TestTheDog:
    def test_aside_it_counts_for_the_declarer(self) -> None:
        for seed in range(20):
            deal = game_of("french_tarot(declarer=1)").deal(seed)
            held = sum(map(deal.game.points_laid, deal.in_play()))
            assert deal.taken == (0, 182 - held, 0, 0)

    def test_played_against_it_counts_for_the_others(self) -> None:
        for seed in range(20):
            deal = game_of("french_tarot(contract=contre,declarer=0)").deal(seed)
            held = sum(map(deal.game.points_laid, deal.in_play()))
            assert deal.game.by_side(deal.taken) == (0, 182 - held)

    def test_against_it_with_a_partner_too(self) -> None:
        for seed in range(20):
            deal = game_of("french_tarot(players=5,contract=contre,called=SK)").deal(seed)
            held = sum(map(deal.game.points_laid, deal.in_play()))
            assert deal.game.by_side(deal.taken) == (0, 182 - held)

    def test_taken_six_cards_are_laid_away_and_count_for_the_declarer(self) -> None:
        deal = game_of("french_tarot(declarer=3,kitty=taken)").deal(5)
        laid = 0
        assert deal.to_lay == 6
        while deal.to_lay:
            assert deal.turn == 3
            card = deal.legal_moves()[0]
            laid += deal.game.points_laid(card)
            deal = deal.play(card)
        assert deal.taken == (0, 0, 0, laid)
        assert deal.turn == 0
        assert deal.tricks_left == 18

    def test_never_kings_or_bouts_and_trumps_only_without_other_cards(self) -> None:
        game = "french_tarot(cards=1,kitty=taken)"
        others = "S1", "S2", "S3"
        cards = hands(GAME, "SK HK T21 T1 TX H5 T5", *others)
        assert legal(game, cards) == "H5"
        assert legal(game, cards, "H5") == "T5"
        cards = hands(GAME, "SK HQ HJ H10 T20 H5 T5", *others)
        assert legal(game, cards) == "HQ HJ H10 H5"


def test_small_deals_of_a_called_king_that_lies_in_the_dog_have_a_lonely_taker() -> None:
    game = game_of("french_tarot(players=5,called=HK)")
    alone = [game.deal(seed, 3).game.side_of == (0, 1, 1, 1, 1) for seed in range(60)]
    assert 0 < sum(alone) < 60
