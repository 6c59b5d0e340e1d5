"""The rule book of the play of Bridge, and deals in Portable Bridge Notation."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trick_positions import deal, position

import kibitz
from kibitz import KibitzError, TextError
from kibitz.cards import TrickPosition, write_hand
from kibitz.games.bridge import pbn
from kibitz.games.bridge.imps import between_rooms, imps
from kibitz.matches.check_player import check_player

HANDS = "A.2.3.4 K.5.6.7 Q.8.9.T 2.J.Q.K"


class TestThePlay:
    def test_thirteen_cards_each(self) -> None:
        here = deal("bridge", 1)
        assert [len(here.hand(player)) for player in range(4)] == [13] * 4

    def test_north_and_south_play_against_east_and_west(self) -> None:
        game = kibitz.game("bridge")
        assert game.sides == 2
        assert [game.side(pbn.SEATS.index(seat)) for seat in "NSEW"] == [0, 0, 1, 1]

    def test_sides_and_players_go_by_the_names_of_their_seats(self) -> None:
        here = position("bridge", HANDS)
        assert "in words North-South 1 trick, East-West 3 tricks" in kibitz.solve(here).show()
        assert "North to move; all exact" in kibitz.analyse(here).show()
        finesse = position("bridge", "W:K6... AQ... 32... 54... S")
        shown = kibitz.review(finesse, ["S5", "S6", "SA", "S2"]).show()
        assert "3  North   SA      SQ" in shown
        assert "costs: North 1, East 0, South 0, West 0" in shown
        alone = kibitz.game("bridge(teams=none)")
        assert alone.side_names == ["North", "East", "South", "West"]
        assert kibitz.game("spades(teams=0/1/0/1)").side_names == ["P0-P2", "P1-P3"]

    def test_partners_count_their_tricks_together(self) -> None:
        end = position("bridge", "A... 2... 3... 4... 0 - 1,2,3,4")
        for card in ("SA", "S2", "S3", "S4"):
            end = end.play(card)
        assert end.outcome == end.game.payoffs(end.outcome) == (5, 6)

    def test_all_tricks_are_shared_out(self) -> None:
        assert {sum(outcome) for outcome in kibitz.game("bridge").outcomes()} == {13}

    def test_the_leader_is_a_field_of_the_position(self) -> None:
        here = position("bridge", f"{HANDS} 3 - 0,0,0,0")
        assert here.turn == 3
        assert here.play("S2").turn == 0

    def test_follow_suit_otherwise_any_card(self) -> None:
        here = position("bridge(trump=S)", "A... .3..7 Q...T ...K2 0 H2 0,0,0,0")
        assert [str(card) for card in here.legal_moves()] == ["H3"]
        assert [str(card) for card in here.play("H3").legal_moves()] == ["SQ", "CT"]

    @pytest.mark.parametrize(
        ("trump", "winner"), [("S", 2), ("H", 0), ("D", 1), ("C", 3), ("none", 0)]
    )
    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
        self, trump: str, winner: int
    ) -> None:
        here = position(f"bridge(trump={trump})", ".A.. ..2. 2... ...2")
        assert here.play("HA").play("D2").play("S2").play("C2").leader == winner

    def test_trumps_may_be_led_at_any_time(self) -> None:
        here = position("bridge(trump=S)", HANDS)
        assert [str(card) for card in here.legal_moves()] == ["SA", "H2", "D3", "C4"]

    def test_the_finesse_works_on_one_side_only(self) -> None:
        """The king before the tenace is lost, behind it it makes a trick."""
        before, behind = "AQ... 32... 54... K6...", "AQ... K6... 54... 32..."
        game = kibitz.game("bridge")
        assert kibitz.solve(game.parse(f"{before} 2 - 0,0,0,0")).value == (2, 0)
        assert kibitz.solve(game.parse(f"{behind} 2 - 0,0,0,0")).value == (1, 1)


class TestSpellings:
    @pytest.mark.parametrize("trump", ["N", "NT", "nt", "None", "none"])
    def test_no_trump_goes_by_several_names(self, trump: str) -> None:
        assert str(kibitz.game(f"bridge(trump={trump})")) == "bridge"

    def test_suits_may_be_in_lower_case(self) -> None:
        assert str(kibitz.game("bridge(trump=h)")) == "bridge(trump=H)"
        assert str(kibitz.game("oh_hell(trump=Turned)")) == "oh_hell"

    def test_ten_may_be_written_out_and_ranks_be_small(self) -> None:
        here = position("bridge", "a10.2.. k.5.6.7 Q.8.9.t 2.j.10.k 0 d3 0,0,0,0")
        assert str(here) == "AT.2.. K.5.6.7 Q.8.9.T 2.J.T.K 0 D3 0,0,0,0"

    def test_cards_are_played_by_any_spelling(self) -> None:
        here = position("bridge", "T... K... Q... J...")
        for name in ("ST", "S10", "st", "TS", "10s"):
            assert here.play(name) == here.play("s10")

    @pytest.mark.parametrize("seat", [*"NESW", *"nesw"])
    def test_a_leader_may_be_a_seat(self, seat: str) -> None:
        here = position("bridge", f"{HANDS} {seat}")
        assert here.leader == pbn.SEATS.index(seat.upper())
        assert here == position("bridge", f"N:{HANDS} {here.leader} - 0,0,0,0")
        assert here == position("bridge", f"{HANDS} {seat} - 0,0,0,0")

    def test_a_card_turned_up_has_one_text(self) -> None:
        game = kibitz.game("oh_hell(cards=2)")
        here = game.parse("AK... QJ... T9... turned=h10")
        assert str(here).endswith(" turned=HT")
        assert game.parse(str(here)) == here


class TestCompass:
    long = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"

    def test_the_hands_stand_as_they_sit(self) -> None:
        assert (
            position("bridge(trump=S)", f"{HANDS} W - 1,2,0,0").play("S2").show()
            == """\
            > North
              S A
              H 2
              D 3
              C 4
  West                    East
  S -            -        S K
  H J         S2    -     H 5
  D Q            -        D 6
  C K                     C 7
              South
              S Q
              H 8
              D 9
              C T
S is trump, North-South 1, East-West 2
North plays: SA"""
        )

    @pytest.mark.parametrize("seed", range(10))
    def test_it_fits_in_forty_columns(self, seed: int) -> None:
        assert max(map(len, deal("bridge", seed).show().splitlines())) <= 40

    def test_no_card_is_lost_in_the_longest_suits(self) -> None:
        assert position("bridge", self.long).show().count("AKQJT98765432") == 4

    def test_the_end_has_no_one_to_move(self) -> None:
        here = position("bridge", "A... K... Q... J...")
        for card in ("SA", "SK", "SQ", "SJ"):
            here = here.play(card)
        assert ">" not in here.show()
        assert here.show().endswith("the end: (1, 0), payoffs (1, 0)")

    def test_on_their_own_each_has_its_tricks(self) -> None:
        here = position("bridge(teams=none)", f"{HANDS} N - 1,0,2,0")
        assert "no trump, North 1, East 0, South 2, West 0" in here.show()

    def test_a_drawing_and_a_table_for_notebooks_hold_every_card(self) -> None:
        here = position("bridge", f"{HANDS}").play("SA")
        drawing = ElementTree.fromstring(here.svg())
        words = "".join(drawing.itertext())
        for name in ("North", "East", "South", "West", "♠A", "♥ J", "East plays"):
            assert name in words
        assert "<b>East</b> to play" in here._repr_html_()
        assert '<span style="color:#c22">♥</span> J' in here._repr_html_()

    @pytest.mark.parametrize("players", range(3, 8))
    def test_games_without_names_for_seats_are_shown_and_drawn_in_rows(self, players: int) -> None:
        bids = "/".join(["1"] * players)
        deal = kibitz.game(f"oh_hell(players={players},cards=4,bids={bids})").deal(1)
        here = position(str(deal.game), str(deal.play(deal.moves()[0])))
        words = "".join(ElementTree.fromstring(here.svg()).itertext())
        assert here.show().startswith("player")
        assert "> 1" in words
        assert "player 1 plays" in words
        for player, hand in enumerate(here.hands):
            assert all(ranks in words for ranks in write_hand(hand).split(".") if ranks), player


class TestPbn:
    whole = "W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"

    def test_hands_go_clockwise_from_the_first_seat(self) -> None:
        west, north, east, south = self.whole.removeprefix("W:").split()
        hands = [write_hand(hand) for hand in pbn.read_deal(self.whole)]
        assert hands == [north, east, south, west]

    @pytest.mark.parametrize("first", pbn.SEATS)
    def test_any_seat_can_be_first(self, first: str) -> None:
        here = kibitz.game("bridge").parse(self.whole)
        assert isinstance(here, TrickPosition)
        written = pbn.write_deal(here, first)
        assert written.startswith(f"{first}:")
        assert pbn.read_deal(written) == here.hands

    def test_a_deal_is_written_as_it_was_read(self) -> None:
        assert pbn.write_deal(position("bridge", self.whole), "W") == self.whole

    def test_a_deal_stands_for_the_hands_in_a_position(self) -> None:
        short = position("bridge", "E:K.5.6.7 Q.8.9.T 2.J.Q.K A.2.3.4")
        assert str(short) == f"{HANDS} 0 - 0,0,0,0"
        long = position("bridge", "E:K.5.6. Q.8.9.T 2.J.Q.K A.2.3.4 1 C7 1,2,0,0")
        assert str(long) == "A.2.3.4 K.5.6. Q.8.9.T 2.J.Q.K 1 C7 1,2,0,0"

    def test_lower_case_and_any_order_of_ranks_are_read(self) -> None:
        assert pbn.read_deal("n:2ak... ... ... ...") == pbn.read_deal("N:AK2... ... ... ...")

    def test_what_was_taken_and_who_leads_is_not_in_a_deal(self) -> None:
        assert pbn.write_deal(position("bridge", f"{HANDS} 3 - 1,0,0,2")) == f"N:{HANDS}"

    def test_cards_on_the_table_are_refused(self) -> None:
        with pytest.raises(TextError, match="expected four hands and no card on the table"):
            pbn.write_deal(position("bridge", HANDS).play("SA"))

    def test_four_hands_of_any_game_are_written(self) -> None:
        assert pbn.write_deal(position("spades", HANDS)) == f"N:{HANDS}"
        with pytest.raises(TextError, match="expected four hands"):
            pbn.write_deal(position("spades(players=3)", "A... K... Q..."))

    @pytest.mark.parametrize("first", ["", "X", "NE", "n"])
    def test_no_seat_is_refused(self, first: str) -> None:
        with pytest.raises(TextError, match="expected a seat of NESW to begin with"):
            pbn.write_deal(position("bridge", HANDS), first)

    @given(st.integers(0, 10**6), st.integers(1, 13), st.sampled_from(pbn.SEATS))
    def test_deals_round_trip(self, seed: int, cards: int, first: str) -> None:
        here = deal("bridge", seed, cards)
        assert here.game.parse(pbn.write_deal(here, first)) == here


BAD = {
    "expected a seat of NESW, a colon and four hands": "X:A... K... Q... J...",
    "expected a seat of NESW": "NE:A... K... Q... J...",
    "expected a seat": ":A... K... Q... J...",
    "a colon and four hands": "N:A... K... Q...",
    "expected all four hands, none hidden as '-'": "N:A... - Q... -",
    "expected a hand S.H.D.C": "N:A.. K... Q... J...",
    "expected ranks of": "N:1... K... Q... J...",
    "expected each card once: SA": "N:A... A... Q... J...",
    "expected equal hands": "N:A... K... Q... J2...",
    "expected the hands alone": "N:A... K... Q... J... 3",
    "expected a leader of 0 to 3": "N:A... K... Q... J... 4 - 0,0,0,0",
    "expected 4 hands": "A... K... Q...",
    "expected at most 13 tricks": "A... K... Q... J... 0 - 13,0,0,0",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_position_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        position("bridge", text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


BAD_GAMES = {
    "expected 4 players: 3": "bridge(players=3)",
    "expected 1 to 13 cards each": "bridge(cards=14)",
    "unknown trump 'X'; expected one of S, H, D, C, none": "bridge(trump=X)",
    "expected two teams or more": "bridge(teams=0/0/0/0)",
}


@pytest.mark.parametrize(("message", "text"), BAD_GAMES.items())
def test_a_bad_game_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        kibitz.game(text)
    assert message in str(error.value)


@given(st.text("NESWnesw:AKT92.-, 01\n\u017f", max_size=40))
def test_noise_is_refused_with_one_line(text: str) -> None:
    for read in (kibitz.game("bridge").parse, pbn.read_deal):
        try:
            read(text)
        except KibitzError as error:
            assert len(str(error).splitlines()) == 1


class TestTheDummy:
    GAME = "bridge(cards=4,trump=S,dummy=N)"

    def test_nobody_sees_it_before_the_lead_which_comes_from_its_right(self) -> None:
        for dummy, leader in zip("NESW", "WNES", strict=True):
            start = kibitz.game(f"bridge(cards=4,dummy={dummy})").deal(1)
            assert pbn.SEATS[start.turn] == leader
            for seat in range(4):
                assert kibitz.view(start, seat=seat).given == ()

    @given(st.integers(0, 50), st.integers(1, 15), st.randoms())
    def test_after_the_lead_all_see_it_and_who_plays_it_sees_the_declarer(
        self, seed: int, plays: int, draw: Random
    ) -> None:
        start = here = kibitz.game(self.GAME).deal(seed)
        moves = []
        for _ in range(plays):
            moves.append(draw.choice(here.legal_moves()))
            here = here.play(moves[-1])
        assert isinstance(here, TrickPosition)
        for seat, seen in ((0, 2), (1, 0), (2, 0), (3, 0)):
            view = kibitz.view(start, moves, seat)
            assert kibitz.View.parse(str(view)) == view
            known = [p for p in range(4) if p != seat and view.known[p]]
            assert known == ([seen] if here.hands[seen] else [])
            for world in kibitz.worlds(view).sample(3):
                assert (world.hands[seat], world.hands[seen]) == (
                    here.hands[seat],
                    here.hands[seen],
                )

    def test_values_are_those_without_a_dummy(self) -> None:
        for seed in range(5):
            shown = kibitz.game(self.GAME).deal(seed)
            plain = kibitz.game("bridge(cards=4,trump=S)").parse(str(shown))
            found, usual = kibitz.solve(shown), kibitz.solve(plain)
            assert (found.value, found.line, found.stats) == (usual.value, usual.line, usual.stats)

    def test_no_player_peeks_at_hidden_cards(self) -> None:
        for one in ("sampling(worlds=5)", "rules"):
            assert not check_player(one, self.GAME, deals=2)

    def test_who_declares_plays_for_both(self) -> None:
        game = kibitz.game(self.GAME)
        assert isinstance(game, kibitz.TrickGame)
        assert [game.plays_for(seat) for seat in range(4)] == [(0, 2), (1,), (2, 0), (3,)]
        with pytest.raises(TextError, match="expected a seat of NESW: 'X'"):
            kibitz.game("bridge(dummy=X)")


def test_imps_are_those_of_the_laws() -> None:
    least = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500)
    for number, points in enumerate((*least, 1750, 2000, 2250, 2500, 3000, 3500, 4000), start=1):
        assert (imps(points), imps(points - 10), imps(-points)) == (number, number - 1, -number)


def test_imps_need_a_score_in_both_rooms() -> None:
    boards: list[dict[str, Any]] = [
        {"board": "o1", "room": "Open", "score": 620},
        {"board": "c1", "room": "Closed", "score": 170},
        {"board": "2", "room": "Open", "score": 50},
        {"board": "2", "room": "Closed", "score": None},
        {"board": "3", "room": "", "score": 50},
    ]
    assert between_rooms(boards) == {"1": 10}
