"""The rule book of Sergeant Major (8-5-3), clause by clause."""

from __future__ import annotations

import pytest
from trick_positions import position

import kibitz
from kibitz import LeafTable, TextError, Utility
from kibitz.cards import TrickPosition


class TestTheDeal:
    def test_sixteen_cards_each_and_four_set_aside(self) -> None:
        here = kibitz.game("sergeant_major").deal(1)
        assert isinstance(here, TrickPosition)
        held = {card for player in range(3) for card in here.hand(player)}
        assert {len(here.hand(player)) for player in range(3)} == {16}
        assert len(held) == 48

    def test_player_0_leads(self) -> None:
        assert kibitz.game("sergeant_major").deal(1).turn == 0

    def test_a_seed_deals_these_cards_for_ever(self) -> None:
        here = kibitz.game("sergeant_major").deal(3, cards=4)
        assert str(here) == "J.A8.Q. .5.AJ.2 84..84. 0 - 0,0,0"


class TestTheTrick:
    hands = "..A.4 2...3 ..K.2"

    def test_without_a_trump_the_highest_of_the_suit_led_wins(self) -> None:
        here = position("sergeant_major", self.hands).play("DA").play("S2").play("DK")
        assert (here.leader, here.taken) == (0, (1, 0, 0))

    @pytest.mark.parametrize(("trump", "leader"), [("S", 1), ("H", 0), ("D", 0), ("C", 0)])
    def test_with_a_trump_that_is_named_the_highest_trump(self, trump: str, leader: int) -> None:
        here = position(f"sergeant_major(trump={trump})", self.hands)
        assert here.play("DA").play("S2").play("DK").leader == leader

    def test_trumps_may_be_led_at_any_time(self) -> None:
        here = position("sergeant_major(trump=D)", self.hands)
        assert [str(card) for card in here.legal_moves()] == ["DA", "C4"]

    def test_follow_suit_if_you_can(self) -> None:
        here = position("sergeant_major(trump=S)", self.hands).play("C4")
        assert [str(card) for card in here.legal_moves()] == ["C3"]


class TestTheCount:
    def test_tricks_count_by_default_and_there_are_sixteen(self) -> None:
        game = kibitz.game("sergeant_major")
        assert game.payoffs((9, 4, 3)) == (9, 4, 3)
        assert {sum(outcome) for outcome in game.outcomes()} == {16}

    def test_target_is_tricks_above_or_below_8_5_and_3(self) -> None:
        game = kibitz.game("sergeant_major(utility=target)")
        assert game.payoffs((8, 5, 3)) == (0, 0, 0)
        assert game.payoffs((10, 2, 4)) == (2, -3, 1)

    def test_targets_go_by_seat(self) -> None:
        game = kibitz.game("sergeant_major(utility=target,targets=5/3/8)")
        assert game.payoffs((10, 2, 4)) == (5, -1, -4)

    def test_nine_five_two(self) -> None:
        game = kibitz.game("sergeant_major(utility=target)", targets=[9, 5, 2])
        assert game.payoffs((9, 5, 2)) == (0, 0, 0)
        assert str(game) == "sergeant_major(utility=target,targets=9/5/2)"

    def test_partners_add_up_their_targets(self) -> None:
        game = kibitz.game("sergeant_major(utility=target,teams=0/1/1)")
        assert game.payoffs((8, 8)) == (0, 0)

    def test_sums_count_from_the_lowest_which_is_negative(self) -> None:
        assert LeafTable.of(kibitz.game("sergeant_major(utility=target)")).lowest == -8

    def test_a_shift_of_payoffs_changes_no_move(self) -> None:
        """Targets are constants, so play is that of tricks."""
        for seed in range(10):
            tricks, target = (
                kibitz.solve(kibitz.game(f"sergeant_major(utility={utility})").deal(seed, 4))
                for utility in ("tricks", "target")
            )
            assert tricks.line == target.line

    def test_a_function_of_ones_own_can_ask_for_targets(self) -> None:
        def reached(tricks: tuple[int, ...], targets: tuple[int, ...]) -> list[bool]:
            return [t >= goal for t, goal in zip(tricks, targets, strict=True)]

        game = kibitz.game("sergeant_major", utility=reached)
        assert game.payoffs((9, 4, 3)) == (1, 0, 1)

    def test_targets_are_no_option_of_the_utility(self) -> None:
        with pytest.raises(TextError, match="expected 'targets' among the arguments of the game"):
            Utility.parse("target(targets=3)")


class TestFirstTricks:
    """`tricks`: play ends early, as in the searches of AAAI-2000."""

    game = kibitz.game("sergeant_major(tricks=5)")

    def test_play_ends_after_so_many_tricks_with_cards_in_the_hands(self) -> None:
        deal = self.game.deal(1)
        for _ in range(15):
            assert not deal.is_over
            deal = deal.play(deal.moves()[0])
        assert deal.is_over
        assert sum(deal.outcome) == 5
        assert all(len(deal.hand(player)) == 11 for player in range(3))  # type: ignore[attr-defined]

    def test_the_outcomes_share_out_those_tricks(self) -> None:
        assert {sum(outcome) for outcome in self.game.outcomes()} == {5}
        assert set(self.game.outcomes()) == set(self.game.deal(1).outcomes())
        assert kibitz.ScoreRange.of(self.game).max_sum == 5

    def test_the_deals_are_those_of_the_whole_game(self) -> None:
        assert str(self.game.deal(7)) == str(kibitz.game("sergeant_major").deal(7))

    def test_all_tricks_is_the_whole_game(self) -> None:
        assert str(kibitz.game("sergeant_major(cards=4,tricks=4)")) == "sergeant_major(cards=4)"

    def test_a_short_hand_ends_with_its_cards(self) -> None:
        line = kibitz.solve(self.game.deal(1, cards=3)).line
        assert len(line) == 9

    def test_the_value_is_that_of_a_search_of_the_whole_game_cut_there(self) -> None:
        whole = kibitz.game("sergeant_major(cards=4)")
        for seed in range(10):
            cut = kibitz.solve(kibitz.game("sergeant_major(cards=4,tricks=2)").deal(seed))
            assert cut.value == first_tricks(whole.deal(seed), 6)


def first_tricks(deal: kibitz.Position, plies: int) -> tuple[int, ...]:
    """Max^n on the tricks taken after some plies."""
    if plies == 0:
        taken: tuple[int, ...] = deal.taken  # type: ignore[attr-defined]
        return taken
    below = [first_tricks(deal.play(move), plies - 1) for move in deal.moves()]
    return max(below, key=lambda taken: taken[deal.turn])


BAD = {
    "expected 3 hands": "7..K.4 .2..K7",
    "expected at most 16 tricks": "7..K.4 .2..K7 J...A3 0 - 14,0,0",
    "expected marks of this game (none)": "7..K.4 .2..K7 J...A3 0 - 0,0,0 turned=H9",
    "expected each card once: S7": "7..K.4 7.2..K J...A3",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_position_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        position("sergeant_major", text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


BAD_GAMES = {
    "expected 3 players: 4": "sergeant_major(players=4)",
    "expected 1 to 16 cards each: 17": "sergeant_major(cards=17)",
    "unknown trump 'turned'; expected one of S, H, D, C, none": "sergeant_major(trump=turned)",
    "expected 3 targets of 0 to 16: targets=8/5 ": "sergeant_major(targets=8/5)",
    "expected 3 targets of 0 to 16: targets=8/5/2/1": "sergeant_major(targets=8/5/2/1)",
    "expected 3 targets of 0 to 16: targets=17/0/0": "sergeant_major(targets=17/0/0)",
    "expected 3 targets of 0 to 16: targets=-1/9/8": "sergeant_major(targets=-1/9/8)",
    "expected a whole number": "sergeant_major(targets=a/b/c)",
    "expected 1 to 16 tricks: 0": "sergeant_major(tricks=0)",
    "expected 1 to 4 tricks: 5": "sergeant_major(cards=4,tricks=5)",
    "expected 3 bids of 0 to 2": "sergeant_major(cards=4,tricks=2,bids=3/0/0)",
    "'tricks' is for games that count tricks, not for hearts": "hearts(tricks=3)",
    "utility target needs 'targets', which spades lacks": "spades(utility=target)",
}


@pytest.mark.parametrize(("message", "text"), BAD_GAMES.items())
def test_a_bad_game_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        kibitz.game(text)
    assert message in str(error.value)
