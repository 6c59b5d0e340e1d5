"""The rule book of Spades and of trick-taking in general, clause by clause."""

from __future__ import annotations

import pytest
from trick_positions import position

import kibitz
from kibitz import IllegalMove, KibitzError, TextError


def names(moves: object) -> str:
    return " ".join(map(str, moves))  # type: ignore[call-overload]


OPEN = "spades(players=3,breaking=false)"
BREAKING = "spades(players=3)"


class TestRules:
    def test_follow_suit_if_you_can(self) -> None:
        here = position(OPEN, "A... K..7. 2..A. 0 DK 0,0,0")
        assert names(here.legal_moves()) == "D7"

    def test_otherwise_any_card(self) -> None:
        here = position(OPEN, "A... K.Q.. 2..A. 0 DK 0,0,0")
        assert names(here.legal_moves()) == "SK HQ"

    def test_the_highest_of_the_suit_led_wins_and_leads(self) -> None:
        here = position(OPEN, "..5.4 ..A.3 ..K.2").play("D5").play("DA").play("DK")
        assert (here.leader, here.taken, here.turn) == (1, (0, 1, 0), 1)

    def test_a_trump_beats_the_suit_led(self) -> None:
        here = position(OPEN, "..A.4 2...3 ..K.2").play("DA").play("S2").play("DK")
        assert (here.leader, here.taken) == (1, (0, 1, 0))

    def test_the_highest_trump_wins(self) -> None:
        here = position(OPEN, "..A.4 2...3 3...2").play("DA").play("S2").play("S3")
        assert here.leader == 2

    def test_a_card_of_another_suit_wins_nothing(self) -> None:
        here = position(OPEN, "..2.4 .A..3 ..3.2").play("D2").play("HA").play("D3")
        assert here.leader == 2

    def test_the_end_is_when_all_cards_are_played(self) -> None:
        here = position(OPEN, "..2. .A.. ..3.").play("D2").play("HA").play("D3")
        assert here.is_over
        assert here.outcome == (0, 0, 1)
        assert names(here.moves()) == ""

    def test_before_the_end_there_is_no_outcome(self) -> None:
        with pytest.raises(KibitzError, match="no outcome yet"):
            _ = position(OPEN, "..2. .A.. ..3.").outcome

    def test_an_illegal_move_names_itself_the_player_and_the_position(self) -> None:
        here = position(OPEN, "..2.4 .A.4. ..3.2").play("D2")
        with pytest.raises(IllegalMove, match=r"illegal move HA for player 1 in \.\.\.4 "):
            here.play("HA")

    def test_play_leaves_the_position_as_it_was(self) -> None:
        here = position(OPEN, "..2.4 .A..3 ..3.2")
        before = str(here)
        here.play("D2").play("HA")
        assert str(here) == before


class TestBreaking:
    def test_spades_may_not_be_led_before_they_are_broken(self) -> None:
        assert names(position(BREAKING, "A.2.. K.3.. Q.4..").legal_moves()) == "H2"

    def test_unless_there_is_nothing_else(self) -> None:
        assert names(position(BREAKING, "A2... K.3.. Q.4..").legal_moves()) == "SA S2"

    def test_a_spade_that_is_thrown_breaks_them(self) -> None:
        here = position(BREAKING, "A.2.. K...3 Q.4..").play("H2").play("SK").play("H4")
        assert here.marks == {"broken"}
        assert str(here).endswith(" broken")
        assert (
            names(position(BREAKING, "K..2. .3..2 .4..3 0 - 0,1,0 broken").legal_moves()) == "SK D2"
        )

    def test_a_spade_that_is_led_breaks_them(self) -> None:
        assert position(BREAKING, "A2... K.3.. Q.4..").play("SA").marks == {"broken"}

    def test_a_spade_on_the_table_says_so_by_itself(self) -> None:
        assert position(BREAKING, "... K... Q... 0 SA 0,0,0").marks == {"broken"}

    def test_without_the_rule_any_card_may_be_led(self) -> None:
        assert names(position(OPEN, "A.2.. K.3.. Q.4..").legal_moves()) == "SA H2"

    def test_without_the_rule_there_is_no_such_mark(self) -> None:
        with pytest.raises(TextError, match="expected marks of this game"):
            position(OPEN, "A.2.. K.3.. Q.4.. 0 - 0,0,0 broken")

    def test_broken_and_unbroken_are_different_positions(self) -> None:
        text = "A.2.. K.3.. Q.4.. 0 - 0,0,0"
        closed, broken = position(BREAKING, text), position(BREAKING, text + " broken")
        assert closed != broken
        assert closed.key() != broken.key()
        assert closed.relative_key() != broken.relative_key()


class TestMoves:
    def test_suits_s_h_d_c_and_from_high_to_low(self) -> None:
        here = position(OPEN, "82.T.A7.4 93.92.8.3 T.KQJ.K.2")
        assert names(here.legal_moves()) == "S8 S2 HT DA D7 C4"

    def test_neighbours_are_one_move_named_by_the_highest(self) -> None:
        here = position(OPEN, "AK..Q.4 J9..K.3 T8..A.2")
        assert names(here.moves()) == "SA DQ C4"
        assert names(here.legal_moves()) == "SA SK DQ C4"

    def test_a_live_card_of_another_between_them_makes_two(self) -> None:
        assert names(position(OPEN, "AQ... K5... 32...").moves()) == "SA SQ"

    def test_dead_cards_do_not(self) -> None:
        assert names(position(OPEN, "AQ... 65... 32...").moves()) == "SA"

    def test_the_card_that_is_winning_the_trick_is_live(self) -> None:
        assert names(position(OPEN, "2... AQ... 43... 0 SK 0,0,0").moves()) == "SA SQ"

    def test_the_other_cards_on_the_table_are_dead(self) -> None:
        here = position(OPEN, "6... 7... QT... 0 SK,SJ 0,0,0")
        assert names(here.moves()) == "SQ"

    def test_next_to_each_other_is_a_choice_of_the_game(self) -> None:
        game = OPEN.replace(")", ",alike=next)")
        assert names(position(game, "AKT... 765... 432...").moves()) == "SA ST"

    def test_so_is_every_card_for_itself(self) -> None:
        game = OPEN.replace(")", ",alike=none)")
        assert names(position(game, "AKT... 765... 432...").moves()) == "SA SK ST"

    def test_what_is_one_move_changes_nodes_and_not_values(self) -> None:
        for seed in range(20):
            found = []
            for alike in ("live", "next", "none"):
                game = kibitz.game(OPEN.replace(")", f",alike={alike})"))
                found.append(kibitz.solve(game.deal(seed, cards=3), "maxn"))
            assert len({(result.value, result.outcome) for result in found}) == 1
            visited = [result.stats.visited for result in found]
            assert visited == sorted(visited)

    def test_an_unknown_way_to_be_alike_is_refused(self) -> None:
        with pytest.raises(kibitz.UnknownName, match=r"alike 'dead'.*live, next, none"):
            kibitz.game(OPEN.replace(")", ",alike=dead)"))

    def test_every_legal_card_of_a_group_leads_to_the_same_value(self) -> None:
        for seed in range(30):
            here = kibitz.game(OPEN).deal(seed, cards=3)
            values: dict[kibitz.Card, object] = {}
            for card in here.legal_moves():
                group = max(move for move in here.moves() if move <= card)
                value = kibitz.solve(here.play(card), "maxn").value
                assert values.setdefault(group, value) == value


class TestKeys:
    def test_relative_keys_see_the_order_of_the_owners_only(self) -> None:
        low, high = position(OPEN, "5... 4... 3..."), position(OPEN, "A... J... 2...")
        assert low.key() != high.key()
        assert low.relative_key() == high.relative_key()

    def test_what_was_taken_is_in_the_key(self) -> None:
        text = "5... 4... 3... 0 - {}"
        for name in ("key", "relative_key"):
            one, two = (position(OPEN, text.format(taken)) for taken in ("1,0,0", "0,1,0"))
            assert getattr(one, name)() != getattr(two, name)()

    def test_equal_relative_keys_have_equal_values_and_move_numbers(self) -> None:
        low = position(OPEN, "96..5. 84..3. 73..2.")
        high = position(OPEN, "AJ..T. KT..8. Q4..7.")
        assert low.relative_key() == high.relative_key()
        one, two = kibitz.solve(low, "maxn"), kibitz.solve(high, "maxn")
        assert one.value == two.value
        while not low.is_over:
            at = list(low.moves()).index(one.line[0])
            assert list(high.moves())[at] == two.line[0]
            low, high = low.play(one.line[0]), high.play(two.line[0])
            one, two = kibitz.solve(low, "maxn"), kibitz.solve(high, "maxn")


class TestSides:
    def test_four_players_are_partners_by_default(self) -> None:
        game = kibitz.game("spades")
        assert game.sides == 2
        assert [game.side(player) for player in range(4)] == [0, 1, 0, 1]

    def test_partners_add_up_tricks_and_bids(self) -> None:
        game = kibitz.game("spades(bids=1/0/1/1,utility=mot)")
        here = game.parse("A... K... Q... J... 0 - 0,0,1,0")
        end = here.play("SA").play("SK").play("SQ").play("SJ")
        assert end.outcome == (2, 0)
        assert game.payoffs(end.outcome) == (23, 0)

    def test_each_for_itself(self) -> None:
        game = kibitz.game("spades(teams=none)")
        assert game.sides == 4
        assert str(game) == "spades(teams=0/1/2/3)"

    def test_two_and_three_players_play_for_themselves(self) -> None:
        assert kibitz.game("spades(players=2)").sides == 2
        assert kibitz.game("spades(players=3)").sides == 3


class TestDeals:
    @pytest.mark.parametrize(("players", "cards"), [(2, 13), (3, 17), (4, 13)])
    def test_as_many_cards_as_people_deal(self, players: int, cards: int) -> None:
        here = kibitz.game(f"spades(players={players})").deal(1)
        assert {len(here.hand(player)) for player in range(players)} == {cards}  # type: ignore[attr-defined]

    def test_the_same_seed_gives_the_same_deal(self) -> None:
        game = kibitz.game("spades(players=3)")
        assert game.deal(7) == game.deal(7) != game.deal(8)

    def test_a_seed_deals_these_cards_for_ever(self) -> None:
        assert str(kibitz.game(OPEN).deal(3, cards=4)) == "J.A8.Q. .5.AJ.2 84..84. 0 - 0,0,0"

    def test_short_and_long_form_are_the_same_position(self) -> None:
        short, long = "7..K.4 .2..K7 J...A3", "7..K.4 .2..K7 J...A3 0 - 0,0,0"
        assert position(OPEN, short) == position(OPEN, long)
        assert str(position(OPEN, short)) == long


BAD = {
    "expected 3 hands": "7..K.4 .2..K7",
    "expected a hand S.H.D.C": "7.K.4 .2..K7 J...A3",
    "expected ranks of": "7..X.4 .2..K7 J...A3",
    "expected each card once: S7": "7..K.4 7.2..K J...A3",
    "expected each card once: CK": "7..K.4 .2..KK J...A3",
    "expected equal hands": "7..K.4 .2..K J...A3",
    "expected a leader of 0 to 2": "7..K.4 .2..K7 J...A3 3 - 0,0,0",
    "expected a whole number": "7..K.4 .2..K7 J...A3 x - 0,0,0",
    "expected a card": "7..K.4 .2..K7 J...A3 0 XX 0,0,0",
    "expected at most 17 tricks": "7..K.4 .2..K7 J...A3 0 - 15,0,0",
    "expected 3 counts taken": "7..K.4 .2..K7 J...A3 0 - 0,0",
    "expected player 1 to follow D": "7...4 .2.3.K J...A3 0 DK,H5 0,0,0",
    "expected the hands alone": "7..K.4 .2..K7 J...A3 0",
    "expected fewer than 3 cards": "7... 6... 5... 0 DK,D2,D3 0,0,0",
    "expected marks": "7..K.4 .2..K7 J...A3 0 - 0,0,0 bruised",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_position_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        position(OPEN, text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


BAD_GAMES = {
    "expected 2 to 4 players": "spades(players=5)",
    "expected 1 to 17 cards each": "spades(players=3,cards=18)",
    "expected 3 bids of 0 to 17": "spades(players=3,bids=1/1)",
    "expected 3 bids": "spades(players=3,bids=1/1/18)",
    "utility mot needs bids": "spades(players=3,utility=mot)",
    "unknown utility 'mott'; did you mean 'mot'?": "spades(players=3,utility=mott)",
    "unknown argument of spades 'bid'; did you mean 'bids'?": "spades(bid=1/1/1/1)",
    "expected true or false": "spades(breaking=maybe)",
    "expected a team for each": "spades(teams=0/1)",
    "expected two teams or more": "spades(teams=0/0/0/0)",
    "unknown game 'spads'; did you mean 'spades'?": "spads",
    "wizard, or module:name for your own": "nim",
    "expected name(key=value,...)": "spades(players=3",
    "expected key=value": "spades(3)",
    "expected 'players' once": "spades(players=3,players=3)",
}


@pytest.mark.parametrize(("message", "text"), BAD_GAMES.items())
def test_a_bad_game_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        kibitz.game(text)
    assert message in str(error.value)


def test_bids_beyond_the_tricks_of_a_position_are_refused() -> None:
    with pytest.raises(TextError, match="expected bids of at most 3"):
        position("spades(players=3,bids=4/0/0)", "7..K.4 .2..K7 J...A3")
    position("spades(players=3,bids=4/0/0)", "7..K.4 .2..K7 J...A3 0 - 1,0,0")
    with pytest.raises(TextError, match="expected 3 bids of 0 to 3"):
        kibitz.game("spades(players=3,cards=3,bids=4/0/0)")


@pytest.mark.parametrize("move", [52, -1, None, 1.5])
def test_what_is_no_card_is_an_illegal_move(move: object) -> None:
    with pytest.raises(IllegalMove):
        position(OPEN, "7..K.4 .2..K7 J...A3").play(move)
