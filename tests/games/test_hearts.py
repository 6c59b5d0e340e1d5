"""The rule book of Hearts, clause by clause."""

from __future__ import annotations

import random

import pytest
from trick_positions import position

import kibitz
from kibitz import IllegalMove, KibitzError, LeafTable, TextError
from kibitz.cards import TrickPosition
from kibitz.games.hearts import Hearts

THREE = "hearts(players=3)"
FREE = "hearts(players=3,lead=first,first_trick=any)"


def legal(game: str, text: str) -> str:
    return names(position(game, text).legal_moves())


def names(moves: object) -> str:
    return " ".join(map(str, moves))  # type: ignore[call-overload]


def playout(game: str, seed: int, cards: int | None = None) -> list[TrickPosition]:
    """The positions of a random game."""
    draw = random.Random(seed)
    positions = [kibitz.game(game).deal(seed, cards)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(draw.choice(positions[-1].legal_moves())))
    return positions  # type: ignore[return-value]


class TestDeals:
    def test_four_have_thirteen_cards_each(self) -> None:
        here = kibitz.game("hearts").deal(1)
        assert {len(here.hand(player)) for player in range(4)} == {13}  # type: ignore[attr-defined]

    def test_three_have_seventeen_without_the_deuce_of_diamonds(self) -> None:
        here = kibitz.game(THREE).deal(1)
        cards = [str(card) for player in range(3) for card in here.hand(player)]  # type: ignore[attr-defined]
        assert len(cards) == 51
        assert "D2" not in cards
        with pytest.raises(TextError, match="expected cards of the deck: D2"):
            position(THREE, "..2. ..3. ..4.")

    def test_each_plays_for_itself(self) -> None:
        assert kibitz.game("hearts").sides == 4
        assert kibitz.game("hearts(teams=0/1/0/1)").sides == 2

    def test_all_the_points_are_26(self) -> None:
        for game in ("hearts", THREE):
            for seed in range(10):
                assert sum(playout(game, seed)[-1].outcome) == 26


class TestFirstLead:
    HANDS = "A...A32 .A..654 ..A.987"

    def test_the_holder_of_the_deuce_of_clubs_leads_it(self) -> None:
        here = position(THREE, self.HANDS)
        assert here.turn == 0
        assert names(here.legal_moves()) == "C2"

    def test_or_any_club(self) -> None:
        assert legal("hearts(players=3,lead=any-club)", self.HANDS) == "CA C3 C2"

    def test_or_player_0_leads_any_card(self) -> None:
        assert legal("hearts(players=3,lead=first)", "A...A ..5.2 ..A.9") == "SA CA"

    def test_in_short_hands_the_lowest_club_stands_for_the_deuce(self) -> None:
        here = position(THREE, "A...A ..5.7 ...T9")
        assert here.turn == 1
        assert names(here.legal_moves()) == "C7"
        assert position("hearts(players=3,lead=any-club)", "A...A ..5.7 ...T9").turn == 1

    def test_without_a_club_player_0_leads_any_card(self) -> None:
        for lead in ("C2", "any-club"):
            here = position(f"hearts(players=3,lead={lead})", "A.2.3. 65.3.. J.5.A.")
            assert here.turn == 0
            assert names(here.legal_moves()) == "SA D3"

    def test_after_the_first_trick_the_winner_leads_what_it_likes(self) -> None:
        here = position(THREE, self.HANDS).play("C2").play("C6").play("C9")
        assert here.turn == 2
        assert names(here.legal_moves()) == "DA C8 C7"

    def test_a_deal_has_the_right_leader(self) -> None:
        for seed in range(20):
            here = kibitz.game("hearts").deal(seed)
            assert names(here.legal_moves()) == "C2"
            assert kibitz.game("hearts(lead=first)").deal(seed).turn == 0

    def test_somebody_else_cannot_lead_the_first_trick(self) -> None:
        with pytest.raises(TextError, match="expected the holder of the lowest club to lead"):
            position(THREE, f"{self.HANDS} 1 - 0,0,0")
        assert position(THREE, f"{self.HANDS} 1 - 0,0,0 begun").turn == 1
        assert position("hearts(players=3,lead=first)", f"{self.HANDS} 1 - 0,0,0").turn == 1


class TestTricks:
    def test_there_is_no_trump(self) -> None:
        here = position(FREE, "..3. A... ..4.").play("D3").play("SA").play("D4")
        assert here.leader == 2

    def test_follow_suit_if_you_can_otherwise_any_card(self) -> None:
        assert legal(FREE, "3... .5..2 .4..3 0 CA 0,0,0") == "C2"
        assert legal(FREE, "32... Q5.5.. 4.4..3 0 CA 0,0,0") == "SQ S5 H5"

    def test_a_heart_is_a_point_and_the_queen_of_spades_thirteen(self) -> None:
        here = position("hearts(lead=first,first_trick=any)", "...A Q... .A.. ...2")
        end = here.play("CA").play("SQ").play("HA").play("C2")
        assert end.outcome == (14, 0, 0, 0)
        assert str(end) == "... ... ... ... 0 - 14,0,0,0 broken"

    def test_other_cards_are_nothing(self) -> None:
        here = position(FREE, "...A K... ..A.").play("CA").play("SK").play("DA")
        assert here.outcome == (0, 0, 0)


class TestFirstTrick:
    def test_no_points_on_the_first_trick(self) -> None:
        assert legal(THREE, "A.3.. Q.A.K. K..A.3 0 C2 0,0,0") == "DK"

    def test_unless_there_is_nothing_else(self) -> None:
        assert legal(THREE, "A... Q.A.. ..A.3 0 C2 0,0,0") == "SQ HA"

    def test_following_suit_comes_first(self) -> None:
        game = "hearts(players=3,lead=first)"
        assert legal(game, "A... Q..K. ..A.3 0 S2 0,0,0") == "SQ"
        assert legal(game, "A... Q5... ..A.3 0 S2 0,0,0") == "S5"

    def test_the_leader_keeps_to_it_as_well(self) -> None:
        assert legal("hearts(players=3,lead=first)", "Q..5. K..6. A..7.") == "D5"

    def test_the_rule_ends_with_the_first_trick(self) -> None:
        assert legal(THREE, "A.3.. Q.A.K. K..A.3 0 C2 0,0,0 begun") == "SQ HA DK"

    def test_or_any_card(self) -> None:
        game = "hearts(players=3,first_trick=any)"
        assert legal(game, "A... Q..K. ..A.3 0 C2 0,0,0") == "SQ DK"

    def test_it_is_over_with_its_last_card(self) -> None:
        here = position(THREE, "A...2 K...3 J...4")
        for card in ("C2", "C3"):
            here = here.play(card)
            assert here.marks == frozenset()
            assert position(THREE, str(here)) == here
        assert here.play("C4").marks == {"begun"}

    def test_where_no_rule_minds_it_there_is_no_such_mark(self) -> None:
        here = position(FREE, "A...2 K...3 J...4").play("C2").play("C3").play("C4")
        assert here.marks == frozenset()
        with pytest.raises(TextError, match=r"expected marks of this game \(broken\): 'begun'"):
            position(FREE, "A... K... J... 0 - 0,0,0 begun")


class TestBreaking:
    def test_a_heart_may_not_be_led_before_hearts_are_broken(self) -> None:
        assert legal(THREE, "5.A.. 6.2.. 7.3.. 0 - 0,0,0 begun") == "S5"

    def test_unless_there_is_nothing_else(self) -> None:
        assert legal(THREE, ".A4.. 6.2.. 7.3.. 0 - 0,0,0 begun") == "HA H4"

    def test_hearts_and_the_queen_alone_force_her_out(self) -> None:
        assert legal(THREE, "Q.A.. 6.2.. 7.3.. 0 - 0,0,0 begun") == "SQ"

    def test_or_leave_the_choice(self) -> None:
        game = "hearts(players=3,forced_lead=any)"
        assert legal(game, "Q.A.. 6.2.. 7.3.. 0 - 0,0,0 begun") == "SQ HA"
        assert legal(game, "QJ.A.. 64.2.. 75.3.. 0 - 0,0,0 begun") == "SQ SJ"

    def test_a_heart_that_is_thrown_or_led_breaks_them(self) -> None:
        here = position(THREE, "..53. .A.6. ..74. 0 - 0,0,0 begun")
        assert here.play("D5").play("D6").play("D7").marks == {"begun"}
        thrown = position(THREE, "..5. .A.. ..7. 0 - 0,0,0 begun").play("D5").play("HA")
        led = position(THREE, ".A4.. 6.2.. 7.3.. 0 - 0,0,0 begun").play("HA")
        assert thrown.marks == led.marks == {"begun", "broken"}

    def test_then_hearts_may_be_led(self) -> None:
        assert legal(THREE, "5.A.. 6.2.. 7.3.. 0 - 0,0,0 broken") == "S5 HA"

    @pytest.mark.parametrize(("breaking", "broken"), [("points", True), ("hearts", False)])
    def test_the_queen_of_spades_breaks_them_or_not(self, breaking: str, broken: bool) -> None:
        game = f"hearts(players=3,breaking={breaking})"
        here = position(game, "A4... Q.2.. J.3.. 0 - 0,0,0 begun").play("SA").play("SQ").play("SJ")
        assert ("broken" in here.marks) == broken
        assert position(game, str(here)) == here

    def test_without_the_rule_any_card_may_be_led(self) -> None:
        game = "hearts(players=3,breaking=none)"
        assert legal(game, "5.A.. 6.2.. 7.3.. 0 - 0,0,0 begun") == "S5 HA"
        with pytest.raises(TextError, match=r"expected marks of this game \(begun\): 'broken'"):
            position(game, "5.A.. 6.2.. 7.3.. 0 - 0,0,0 broken")

    def test_broken_and_unbroken_are_different_positions(self) -> None:
        text = "5.A.. 6.2.. 7.3.. 0 - 0,0,0"
        closed, broken = position(THREE, f"{text} begun"), position(THREE, f"{text} broken")
        assert closed != broken
        assert closed.key() != broken.key()
        assert closed.relative_key() != broken.relative_key()


class TestMarksThatFollow:
    def test_points_taken_say_that_a_trick_is_over_and_hearts_are_broken(self) -> None:
        assert position(THREE, "5.A.. 6.2.. 7.3.. 0 - 1,0,0").marks == {"begun", "broken"}

    def test_thirteen_may_be_the_queen_who_does_not_break_them_everywhere(self) -> None:
        hearts = "hearts(players=3,breaking=hearts)"
        assert position(THREE, "5.A.. 6.2.. 7.3.. 0 - 13,0,0").marks == {"begun", "broken"}
        assert position(hearts, "5.A.. 6.2.. 7.3.. 0 - 13,0,0").marks == {"begun"}
        assert position(hearts, "5... 6... 7... 0 - 7,6,0").marks == {
            "begun",
            "broken",
        }

    def test_the_table_says_so_by_itself(self) -> None:
        here = position("hearts(first_trick=any)", "... ...3 .4.. .5.. 0 C2 0,0,0,0")
        assert here.play("C3").play("H4").marks == {"broken"}
        assert position(str(here.game), "... ... ... .5.. 0 C2,C3,H4 0,0,0,0").marks == {"broken"}

    def test_broken_hearts_say_that_a_trick_is_over(self) -> None:
        assert position(THREE, "5.A.. 6.2.. 7.3.. 1 - 0,0,0 broken").marks == {"begun", "broken"}


class TestMoves:
    def test_neighbours_are_one_move_only_if_worth_the_same(self) -> None:
        assert names(position(FREE, "KQJ... 654... 32.2..").moves()) == "SK SQ SJ"
        assert names(position(FREE, "QJ... 65... 32...").moves()) == "SQ SJ"

    def test_cards_with_the_own_queen_between_them_are_two_moves(self) -> None:
        """The positions after them list their moves in another order, so ties fall otherwise."""
        here = position(
            "hearts(players=3,lead=first,first_trick=any)", "KQT.9.Q3. 4.Q4..Q96 A5.3.4.A5"
        )
        assert names(here.moves()) == "SK SQ ST DQ D3"
        for row in kibitz.analyse(here).moves:
            assert row.value == kibitz.solve(here.play(row.move)).value
        assert kibitz.solve(here.play("ST")).value != kibitz.solve(here.play("SK")).value
        clean = position(THREE, "A4... KQT... 5..3.3 0 C2 0,0,0")
        assert names(clean.moves()) == "SK ST"  # nor if the queen may not be played

    def test_hearts_are_all_worth_the_same(self) -> None:
        assert names(position(FREE, ".AKQ.. 654... 32.2..").moves()) == "HA"

    def test_relative_keys_know_the_queen(self) -> None:
        queen, jack = position(FREE, "Q... 5... 4..."), position(FREE, "J... 5... 4...")
        king = position(FREE, "K... 5... 4...")
        assert queen.relative_key() != jack.relative_key() == king.relative_key()

    def test_keys_know_the_points_on_the_table(self) -> None:
        queen, jack = (
            position(FREE, f"... ... 6... 0 SA,{card} 0,0,0 broken") for card in ("SQ", "SJ")
        )
        assert queen.key() != jack.key()
        assert queen.relative_key() != jack.relative_key()


class TestOutcomes:
    def test_what_was_taken_and_every_way_to_share_out_the_rest(self) -> None:
        here = position(FREE, "Q.A.. K.K.. A.2.. 0 - 1,0,0")
        assert len(list(here.outcomes())) == 3 * 10
        assert (4 + 13, 0, 0) in here.outcomes()
        assert (1, 3, 13) in here.outcomes()
        assert (0, 4, 13) not in here.outcomes()
        assert here.allows((1, 3, 13))
        assert not here.allows((0, 4, 13))

    def test_points_on_the_table_are_still_to_be_taken(self) -> None:
        here = position(FREE, "... 5... 6... 0 SQ 0,0,0")
        assert list(here.outcomes()) == [(0, 0, 13), (0, 13, 0), (13, 0, 0)]

    def test_partners_share_points(self) -> None:
        here = position("hearts(teams=0/1/0/1,lead=first)", ".A.. .K.. .2.. .3.. 0 - 0,5,0,4")
        assert list(here.outcomes()) == [(side, 13 - side) for side in range(5)]

    def test_a_whole_deal_has_a_leaf_table_of_2234_outcomes(self) -> None:
        game = kibitz.game("hearts")
        table = LeafTable.of(game.deal(1))
        assert len(table.outcomes) == 2234
        assert table.outcomes == LeafTable.of(game).outcomes
        assert len(LeafTable.of(kibitz.game(THREE)).outcomes) == 312

    def test_short_hands_have_their_outcomes_in_their_positions(self) -> None:
        with pytest.raises(KibitzError, match="expected a position"):
            LeafTable.of(kibitz.game("hearts(cards=4)"))


class TestScoring:
    @pytest.mark.parametrize(
        ("game", "points", "payoffs"),
        [
            (THREE, (3, 10, 13), (23, 16, 13)),
            (THREE, (0, 26, 0), (0, 26, 0)),
            (THREE, (0, 25, 1), (26, 1, 25)),
            ("hearts(players=3,moon=false)", (0, 26, 0), (26, 0, 26)),
            ("hearts", (0, 0, 26, 0), (0, 0, 26, 0)),
            ("hearts(teams=0/1/0/1)", (26, 0), (26, 0)),
            ("hearts(players=3,utility=fewest)", (3, 10, 13), (1, 0, 0)),
            ("hearts(players=3,utility=fewest)", (7, 12, 7), (1, 0, 1)),
            ("hearts(players=3,utility=fewest)", (0, 26, 0), (0, 1, 0)),
            ("hearts(players=3,utility=fewest,moon=false)", (0, 26, 0), (1, 0, 1)),
        ],
    )
    def test_payoffs(self, game: str, points: tuple[int, ...], payoffs: tuple[int, ...]) -> None:
        assert kibitz.game(game).payoffs(points) == payoffs

    def test_fewer_than_26_are_no_moon_even_if_they_are_all_there_are(self) -> None:
        assert kibitz.game("hearts(players=3,cards=2)").payoffs((0, 5, 0)) == (26, 21, 26)

    def test_a_player_close_to_the_moon_goes_for_it(self) -> None:
        text = ".A2.. K.3.. J.4.. 0 - 22,0,0"
        moon = kibitz.solve(position(FREE, text))
        assert (str(moon.move), moon.outcome, moon.value) == ("HA", (26, 0, 0), (26, 0, 0))
        less = kibitz.solve(position(f"{FREE[:-1]},moon=false)", text))
        assert (str(less.move), less.outcome, less.value) == ("H2", (22, 1, 3), (4, 25, 23))

    def test_the_moon_is_a_rule_of_the_game_and_no_option_of_the_utility(self) -> None:
        with pytest.raises(TextError, match="expected 'moon' among the arguments of the game"):
            kibitz.game("hearts(utility=points(moon=true))")
        with pytest.raises(TextError, match="utility points needs 'moon', which spades lacks"):
            kibitz.game("spades(players=3,utility=points)")


BAD = {
    "expected at most 26 points, taken or to come: 27": ".A.. .2.. .3.. 0 - 24,0,0",
    "expected at most 26 points, taken or to come: 28": "Q.5.. A.2.. K.3.. 0 - 12,0,0",
    "expected at most 10 points, or 13 and more for one player": ".A.. .2.. .3.. 0 - 6,5,0",
    "expected points and marks that 0 tricks of 17 can give": (
        "AKQJT98765432.5432.. .AKQJT9876.AKQJT987. ..6543.AKQJT98765432 2 - 0,0,0 begun"
    ),
    "expected a card that may be played to the first trick, not C5": "...2 .3..6 .4..7 0 C5 0,0,0",
    "not HA, or the mark begun": "A... 5... 6...7 0 C2,HA 0,0,0",
    "not SQ, or the mark begun": "A... 5... 6...7 0 C2,SQ 0,0,0",
    "expected the holder of the lowest club": "A...5 .2..6 .3..2 0 - 0,0,0",
    "expected 3 counts taken": ".A.. .2.. .3.. 0 - 1,1",
    "expected marks of this game (begun, broken): 'bruised'": ".A.. .2.. .3.. 0 - 0,0,0 bruised",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_position_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        position(THREE, text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_more_points_than_the_tricks_gone_are_refused() -> None:
    short = "hearts(players=3,cards=3,lead=first)"
    assert position(short, "5.A.. 6.2.. 7.3.. 0 - 15,0,0").taken == (15, 0, 0)
    with pytest.raises(TextError, match="expected points and marks that 1 tricks of 3 can give"):
        position(short, "5.A.. 6.2.. 7.3.. 0 - 16,0,0")
    with pytest.raises(TextError, match="expected at most 3 cards each"):
        position(short, "5.A4.K. 6.2K.A. 7.3Q.Q.")


BAD_GAMES = {
    "expected 3 to 4 players: 2": "hearts(players=2)",
    "expected 1 to 17 cards each": "hearts(players=3,cards=18)",
    "unknown lead 'c2'; expected one of C2, any-club, first": "hearts(lead=c2)",
    "unknown breaking 'heart'; did you mean 'hearts'?": "hearts(breaking=heart)",
    "expected true or false": "hearts(moon=full)",
    "expected no bids in hearts: bids=1/1/1": "hearts(players=3,bids=1/1/1)",
}


@pytest.mark.parametrize(("message", "text"), BAD_GAMES.items())
def test_a_bad_game_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        kibitz.game(text)
    assert message in str(error.value)


def test_rules_given_as_fields_are_checked_too() -> None:
    assert Hearts(lead="any-club") == kibitz.game("hearts(lead=any-club)")
    with pytest.raises(TextError, match="unknown first_trick 'dirty'"):
        kibitz.game("hearts", first_trick="dirty")


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="illegal move HA for player 0"):
        position(THREE, "5.A.. 6.2.. 7.3.. 0 - 0,0,0 begun").play("HA")


def test_every_position_of_a_game_is_read_back_as_it_was() -> None:
    for game in ("hearts", THREE, FREE, "hearts(lead=any-club,breaking=hearts,forced_lead=any)"):
        for seed in range(10):
            for here in playout(game, seed):
                assert here.game.parse(str(here)) == here
