"""Advice: a legal move each time, why, and how sure, whoever is asked for whatever."""

from __future__ import annotations

import json
import random
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from commands import Capture, command, data, run

import kibitz
from kibitz import Clock, KibitzError, View, advise
from kibitz.cards import TrickGame
from kibitz.games import names
from kibitz.matches.start import begin
from kibitz.matches.table import choose
from kibitz.players.player import player
from kibitz.whole.hand import Hand, Hidden

HEARTS = "hearts seat=2 hand=Q5.A.AT943.A8653 leader=0 plays=C2/CJ"
SHORT = "spades(players=3) seat=0 hand=A..K.3 out=QJT965432.AKQJT9876543.AQJT98765432.QJT987654"
GAMES = [
    *(name for name in names() if isinstance(kibitz.game(name), TrickGame)),
    "whole-hearts",
    "whole-spades",
    "whole-oh-hell",
    "whole-sergeant-major",
]


def is_legal(view: View, move: Any) -> bool:
    return bool(view.move(move) == move)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_legal_choice_at_every_point_of_a_hand(game: str) -> None:
    """Also bids, cards to pass or to lay away, and trumps; with hardly any time, and with some."""
    here, stream = begin(game, 5), random.Random(5)
    asked = set[str]()
    while not here.is_over and here.number < 2:
        assert isinstance(here, Hidden)
        view = here.view()
        if view.asks not in asked or stream.random() < 0.1:
            asked.add(view.asks)
            for seconds in (1e-6, 0.004):
                found = advise(view, seconds=seconds, seed=stream.randrange(9))
                assert is_legal(view, found.move)
                assert found.why
                assert found.sure
        here = here.after(choose(player("random", stream.getrandbits(32)), here))


def test_it_says_why_and_how_sure() -> None:
    found = advise(HEARTS, seconds=60)
    assert found.why == (
        "C8 has the best mean payoff, 13.73, in 100 of 9,633,467,324,098,800 worlds that agree "
        "with the view, played out by rules, and 50% by experience"
    )
    assert found.sure == "an estimate: 0.29 more than CA (95 %: -0.21 to 0.79); too close to tell"
    assert (found.certainty, found.stopped, found.failed) == ("estimate", "", "")
    assert found.move == kibitz.player("sampling").choose(View.parse(HEARTS))
    told = found.as_dict()
    assert told["move"] == "C8"
    assert [row["move"] for row in told["choices"]] == told["moves"]
    assert all(row["low"] < row["mean"][2] < row["high"] for row in told["choices"])


def test_all_worlds_leave_no_interval_and_open_hands_no_certainty() -> None:
    found = advise(SHORT, "sampling(worlds=200)", seconds=60)
    assert found.appraisal is not None
    assert found.appraisal.all
    assert found.appraisal.solved
    assert f"in all {found.appraisal.worlds} worlds" in found.why
    assert found.certainty == "estimate"
    low, high = found.appraisal.interval(found.move) or (0, 1)
    assert low == high


def test_votes_and_chances_to_win_are_said_as_such() -> None:
    assert "is best in " in advise(HEARTS, "sampling(by=vote,worlds=10)", seconds=60).why
    bid = "whole-spades(players=4,to=100) seat=0 hand=AKQ4.A3.K652.872 asks=bid number=1"
    found = advise(f"{bid} scores=80/20", "sampling(aim=game,worlds=10)", seconds=60)
    assert "has the best chance to win the game, " in found.why
    assert "%" in found.why


def test_the_only_choice_is_exact() -> None:
    found = advise("spades(players=3,cards=3) seat=1 hand=A.2..K plays=C7")
    assert (str(found.move), found.certainty) == ("CK", "exact")
    found = advise("hearts(cards=3) seat=1 hand=AK.2.. asks=pass choices=3")
    assert len(found.move) == 3
    assert found.certainty == "exact"


def test_no_time_is_by_rules_and_says_so() -> None:
    found = advise(HEARTS, seconds=1e-9)
    assert found.move == player("rules").choose(View.parse(HEARTS))
    assert found.why == "there was no time to look at worlds: by simple rules"
    assert (found.stopped, found.certainty) == ("seconds", "unknown")
    lay = begin("whole-sergeant-major", 1)
    for choice in ("S",):
        lay = lay.after(lay.move(choice))
    found = advise(lay.view(), seconds=60)  # type: ignore[attr-defined]
    assert found.why == "worlds are not looked at for it: by simple rules"
    assert found.stopped == ""


def test_positions_are_searched_where_nothing_is_hidden_or_by_who_peeks() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) (6,4,0)]")
    found = advise(tree, seconds=60)
    assert (found.move, found.certainty, found.as_dict()["value"]) == (1, "exact", (6, 4, 0))
    deal = kibitz.game("spades(players=3,cards=4)").deal(1)
    open_hands = advise(deal, "search", seconds=60)
    assert open_hands.result is not None
    assert open_hands.move in deal.legal_moves()
    assert isinstance(advise(deal, seconds=60).where, View)
    star = kibitz.game("chinese_checkers").deal(1)
    for who in ("rules", "random", "search", "sampling"):
        assert advise(star, who, seconds=0.01).move in star.legal_moves()


def own_that_sleeps(view: View) -> object:
    time.sleep(5)
    return view.moves()[0]


def own_that_fails(view: View) -> object:
    return 1 / 0


def own_that_cheats(view: View) -> object:
    return "S1"


@pytest.mark.parametrize(
    ("name", "why", "failed"),
    [
        ("sleeps", "did not answer in time", ""),
        ("fails", "failed", "ZeroDivisionError"),
        ("cheats", "failed", "illegal play S1"),
    ],
)
def test_a_player_of_ones_own_that_fails_is_stood_in_for(name: str, why: str, failed: str) -> None:
    found = advise(HEARTS, f"{__name__}:own_that_{name}", seconds=0.05)
    assert found.move == player("rules").choose(View.parse(HEARTS))
    assert f"{why}: by simple rules" in found.why
    assert failed in found.failed
    assert "\n" not in found.failed


def test_what_is_cancelled_is_answered_at_once() -> None:
    cancel = threading.Event()
    cancel.set()
    found = advise(HEARTS, seconds=600, cancel=cancel)
    assert found.stopped == "cancel"
    assert is_legal(View.parse(HEARTS), found.move)


def test_a_clock_for_the_game_gives_a_part_of_it() -> None:
    found = advise(HEARTS, time_left=13.0)
    assert found.allowed == Clock(13.0).share(13) == pytest.approx(1.5 * 13 / 13.5)
    assert advise(HEARTS, time_left=13.0, seconds=0.5).allowed == 0.5
    assert advise(HEARTS, time_left=-1.0).move


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"seconds": 0}, "expected a limit of more than 0 seconds: 0"),
        ({"seconds": "1"}, "expected a limit of more than 0 seconds: '1'"),
        ({"player": "human"}, "expected a player that needs no terminal: human"),
        ({"player": "search"}, "expected a player that does not peek, or a position: search"),
        ({"player": "sampler"}, "unknown player 'sampler'; did you mean 'sampling'?"),
        ({"time_left": float("nan")}, "expected seconds for a game"),
        ({"where": 7}, "expected a view, its text, or a position: 7"),
        ({"where": HEARTS.replace("seat=2", "seat=3")}, "expected a view of the player who is to"),
        ({"player": "external(no-such-program-at-all)"}, "external(no-such-program-at-all) cannot"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: dict[str, Any], message: str) -> None:
    with pytest.raises(KibitzError) as refused:
        advise(**{"where": HEARTS, **words})
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_a_history_that_no_deal_has_is_refused() -> None:
    """Player 1 did not follow clubs, and clubs are all that is left for it to hold."""
    out = "KQJT9876543.AKQJT9876543.AKQJT98765432.AKQJT98762"
    with pytest.raises(KibitzError, match="no deal agrees with") as refused:
        advise(f"spades(players=2,cards=3,breaking=false) seat=0 hand=A2... plays=C5/H2 out={out}")
    assert "\n" not in str(refused.value)


# In the shell.


def test_the_verb_answers_for_a_view_a_position_and_json(capsys: Capture) -> None:
    view = HEARTS.removeprefix("hearts ")
    found = data(capsys, "advise", "hearts", view, "--seconds", "60")
    assert (found["move"], found["allowed"]) == ("C8", 60.0)
    code, out, err = run(capsys, "advise", "hearts", view, "--seconds", "60")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].split() == ["play", "C8"]
    mapping = View.parse(HEARTS).json()
    assert data(capsys, "advise", "-", mapping, "--seconds", "60")["move"] == "C8"
    assert data(capsys, "advise", "tree", "0[(5,4,1) (6,4,0)]", "--player", "search")["move"] == "1"
    clock = ["--time-left", "26", "--increment", "1", "--player", "rules", "--seed", "3"]
    assert data(capsys, "advise", "hearts", view, *clock)["allowed"] == Clock(26, 1).share(13)


def test_the_verb_reads_a_view_per_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    view = HEARTS.removeprefix("hearts ")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{view}\nseat=9 hand=A...\n"))
    code, out, _ = run(capsys, "advise", "hearts", "-", "--player", "rules")
    assert code == 2
    assert '"move": "C8"' in out.splitlines()[0]
    assert '"error": "expected a seat of 0 to 3: 9"' in out.splitlines()[1]


def test_the_verb_refuses_in_one_line(capsys: Capture) -> None:
    code, out, err = run(capsys, "advise", "hearts", "seat=2 hand=Q5.A.AT943.A865X")
    assert (code, out) == (2, "")
    assert err.startswith("kibitz: expected ranks of AKQJT98765432: 'X'")


def test_a_hand_of_a_whole_game_says_what_follows_from_it() -> None:
    for game in ("whole-spades(players=3)", "whole-oh-hell", "whole-hearts"):
        start = begin(game, 2)
        view = start.view()  # type: ignore[attr-defined]
        more = f" asks={view.asks}"
        number = f" number={view.number}" if view.number else ""
        marks = f" marks={','.join(view.marks)}" if view.marks else ""
        out = f" out={view.game.pack.write_hand(view.out)}" if view.out else ""
        hand = view.game.pack.write_hand(view.hand)
        assert View.parse(f"{game} seat={view.seat} hand={hand}{more}{number}{marks}{out}") == view


def test_one_hand_is_a_hand() -> None:
    assert isinstance(begin("hearts", 1), Hand)


RINGS = """
import signal, time

def rings(view):
    signal.raise_signal(signal.SIGINT)
    time.sleep(60)
"""


@pytest.mark.parametrize("view", ["-", HEARTS.removeprefix("hearts ")])
def test_ctrl_c_gives_the_best_answer_so_far(tmp_path: Path, view: str) -> None:
    (tmp_path / "mine.py").write_text(RINGS)
    words = ["advise", "hearts", view, "--player", "mine:rings", "--seconds", "60", "--json"]
    process = command(*words, cwd=tmp_path, stdin=subprocess.PIPE)
    line = HEARTS.removeprefix("hearts ")
    out, err = process.communicate(f"{line}\n{line}\n" if view == "-" else None)
    assert (process.returncode, err) == (130, "")
    (found,) = map(json.loads, out.splitlines())
    assert found["stopped"] == "interrupt"


class After:
    """Set when it has been asked so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_what_is_cancelled_says_what_it_has_found_by_then() -> None:
    found = advise(HEARTS, "sampling(worlds=2000)", seconds=600, cancel=After(500))
    assert (found.stopped, found.by_what, found.certainty) == ("cancel", "worlds", "estimate")
    assert found.appraisal is not None
    assert 0 < found.appraisal.worlds < 2000


HAD = 0.4
"""Seconds of a processor with which a player has had time, however busy the machine is."""


@pytest.mark.parametrize(
    "who",
    [
        "sampling(worlds=1000000000)",
        "sampling(worlds=1000000000,weigh=bids)",
        "playouts(1000000000)",
    ],
)
def test_more_worlds_than_can_be_drawn_in_time_leave_time_to_look_at_some(who: str) -> None:
    for seconds in (1, 4, 16, 64):
        found = advise(HEARTS, who, seconds=seconds)
        if found.processor >= HAD or found.seconds < seconds / 2:
            break  # it was not the machine that took the time
    assert (found.stopped, found.by_what) == ("seconds", "worlds")
