"""Clocks: for a choice and for a game, kept by every player that searches."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

import kibitz
from kibitz import Clock, KibitzError, Player, TextError, View
from kibitz.game import Move
from kibitz.matches.match import Match, match
from kibitz.matches.start import begin
from kibitz.matches.table import choices_left, choose, play_out
from kibitz.players import player
from kibitz.players.appraisal import FEWEST
from kibitz.players.clock import SOON, seconds_for, thinking, timed
from kibitz.players.searching import Sampling


@pytest.mark.parametrize("line", ["60", "60+1", "0.5+0.01", "1e-05"])
def test_a_clock_is_its_text(line: str) -> None:
    assert str(Clock.parse(line)) == line
    assert Clock.parse(str(Clock.parse(line))) == Clock.parse(line)


@pytest.mark.parametrize("line", ["", "x", "60+", "0", "-1", "60+-1", "nan", "inf", "1+inf", "+1"])
def test_what_is_no_clock_is_refused_in_one_line(line: str) -> None:
    if line == "60+":
        assert Clock.parse(line) == Clock(60)
        return
    with pytest.raises(TextError) as refused:
        Clock.parse(line)
    assert str(refused.value) == (
        f"expected seconds for a game, and seconds that each choice adds, as 60+1: {line!r}"
    )


def test_shares_never_take_all_and_last_to_the_end() -> None:
    clock = Clock(10, 0.1)
    for choices in range(40, 0, -1):
        share = clock.share(choices)
        assert 0 < share <= clock.left
        clock = clock.after(share)
    assert clock.left > 0
    assert Clock(-1, 5).share(3) == 0


def test_a_player_stops_a_little_before_its_time_is_over() -> None:
    assert seconds_for(None) is None
    assert thinking() is None
    assert seconds_for(10.0) == pytest.approx(9.98)
    assert seconds_for(0.1) == pytest.approx(0.095)
    assert seconds_for(0.005) == pytest.approx(0.004)
    with timed(5.0):
        assert 4 < (seconds_for(None) or 0) < 5
        assert seconds_for(1.0) == pytest.approx(0.98)
        with timed(None):
            assert seconds_for(None) is None
    with timed(-1.0):
        assert seconds_for(None) == SOON


ASKED = [
    ("hearts", 0),
    ("spades(players=3,cards=3)", 0),
    ("whole-spades", 0),
    ("whole-hearts", 0),
    ("whole-sergeant-major", 0),
    ("skat", 0),
]


@pytest.mark.parametrize(("game", "choices"), ASKED)
@pytest.mark.parametrize("text", ["sampling", "sampling(exact=4,by=reduction)", "playouts"])
def test_without_time_all_is_by_rules_and_with_much_as_without_a_clock(
    text: str, game: str, choices: int
) -> None:
    view = begin(game, 3).view()  # type: ignore[attr-defined]
    words = text.rstrip(")") + ("," if "(" in text else "(")
    hurried, patient = (
        player(f"{words}worlds=8,seconds={seconds})") for seconds in ("0.000001", "100")
    )
    assert choose(hurried, begin(game, 3)) == player("rules").choose(view)
    found, usual = (one.appraisal(view) for one in (patient, player(f"{words}worlds=8)")))
    assert found is not None
    assert usual is not None
    assert found.worlds == usual.worlds
    if view.asks != "pass":  # of which fewer are looked at with a clock
        assert found == usual


def test_what_is_found_in_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is over after the second part of the worlds, whenever that is."""
    from kibitz.in_time import TimeOver
    from kibitz.players import appraisal

    real, calls = appraisal.played_out, list[int]()

    def played_out(worlds):  # type: ignore[no-untyped-def]
        calls.append(len(worlds))
        if len(calls) == 3:
            raise TimeOver
        return real(worlds)

    monkeypatch.setattr(appraisal, "played_out", played_out)
    view = kibitz.view(kibitz.game("spades").deal(1))
    found = Sampling(seconds=100.0).appraisal(view)
    assert found.worlds == sum(calls[:2]) >= FEWEST
    assert found.number == kibitz.worlds(view).number
    assert not found.all


def test_searches_keep_the_clock_of_the_game() -> None:
    deal = kibitz.game("spades(players=3)").deal(1)
    with timed(0.02):
        found = player("search(maxn(leaf=cards),nodes=100000000)").result(deal)
    assert found is not None
    assert found.stopped == "seconds"


@dataclass(frozen=True, repr=False)
class Slow(Player):
    """Thinks too long, and notes what it was told."""

    def play(self, view: View) -> Move:
        now = thinking()
        assert now is not None
        assert now.clock is not None
        time.sleep(max(0.0, now.clock.left + 0.1))
        return view.moves()[0]


def test_who_has_no_time_left_goes_on_at_random_and_the_match_says_so() -> None:
    game = begin("spades(players=3,cards=4)", 1)
    played = play_out(game, [Slow(), player("rules"), player("rules")], 1, clock=Clock(0.05))
    assert played.failures[0].endswith("Slow has no time left")
    assert played.failures[1:] == ("", "")
    assert played.end.is_over
    assert all(busy >= 0 for busy in played.processor)
    assert played.seconds[0] > 0.1


def test_choices_to_come_are_more_in_a_whole_game_than_in_a_hand() -> None:
    assert choices_left(begin("spades(players=3,cards=4)", 1)) == 4
    assert choices_left(begin("whole-spades", 1)) > 13
    assert choices_left(begin("chinese_checkers", 1)) > 1


def test_a_match_has_a_clock_and_says_what_time_was_taken() -> None:
    game = "spades(players=3,cards=4)"
    found = match(game, "sampling(worlds=4)", "rules", blocks=1, clock="20.0+1", workers=1)
    assert found.match.clock == "20+1"
    told = found.as_dict()
    assert told["clock"] == "20+1"
    assert all(row["processor_ms"] >= 0 for row in told["players"])
    assert "; of the processor " in found.show().splitlines()[-1]
    timed_, plain = Match(game, ("rules", "random"), clock="20+1"), Match(game, ("rules", "random"))
    assert timed_.column != plain.column
    with pytest.raises(KibitzError, match="expected seconds for a game"):
        Match(game, ("rules", "random"), clock="soon")


def test_a_player_of_ones_own_that_never_answers_does_not_hold_up_a_match_with_a_clock() -> None:
    game = begin("spades(players=3,cards=4)", 1)
    who = [player("own_players:hanging"), player("rules"), player("rules")]
    played = play_out(game, who, 1, clock=Clock(0.05))
    assert played.failures == ("own_players:hanging has no time left", "", "")
    assert played.end.is_over
