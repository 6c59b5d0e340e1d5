"""Programs as players: what they are told, how long they live, a match that has none of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from commands import command
from waiting import wait_for

import kibitz
from kibitz import Clock, View
from kibitz.matches.check_player import check_player
from kibitz.matches.start import begin
from kibitz.matches.table import choose, play_out
from kibitz.players import player
from kibitz.players.others import PlayerFailed
from kibitz.programs import end_all
from kibitz.whole.hand import Hidden

BOT = """
import json, os, sys
with open({log!r}, "a") as log:
    log.write(f"started {{os.getpid()}}\\n")
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(line)
    if number == {dies}:
        sys.exit(3)
    moves = asked["moves"] if asked["asks"] != "move" else asked["legal_moves"]
    count = asked["choices"][0] if asked["asks"] == "pass" else 1
    print("/".join(moves[:count]), flush=True)
"""


class Bot:
    """A program that plays the first of its choices, and what it was told."""

    def __init__(self, folder: Path, stay: str = "hand", dies: int = -1) -> None:
        self.log, path = folder / "log.txt", folder / "bot.py"
        path.write_text(BOT.format(log=str(self.log), dies=dies))
        self.text = f"external({sys.executable} {path},seconds=60,stay={stay})"

    @property
    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()

    @property
    def processes(self) -> list[int]:
        return [int(line.split()[1]) for line in self.lines if line.startswith("started")]

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines if not line.startswith("started")]


def is_gone(number: int) -> bool:
    return not psutil.pid_exists(number) or psutil.Process(number).status() == "zombie"


def test_it_is_told_all_that_it_needs_without_knowing_the_rules(tmp_path: Path) -> None:
    bot = Bot(tmp_path)
    game = begin("whole-oh-hell(players=3,most=4)", 2)
    played = play_out(game, [player(bot.text), player("rules"), player("rules")], 2)
    assert played.failures == ("", "", "")
    asked = {one["asks"] for one in bot.told}
    assert asked == {"bid", "play"}
    for one in bot.told:
        assert (one["players"], one["seat"], one["turn"]) == (3, 0, 0)
        assert len(one["bids"]) == len(one["scores"]) == len(one["taken_so_far"]) == 3
        assert one["dealer"] in range(3)
        assert len(one["turned_up"]) == 1
        assert 0 <= one["seed"] < 2**53
        assert one["seconds"] == 60
        assert one["time_left"] is None
        assert len(one["dealt"]) == len(one["cards"]) + len(one["tricks"]) + (
            one["trick_leader"] == 0 and 0 in range(len(one["table"]))
        )
        for trick in one["tricks"]:
            assert len(trick["cards"]) == 3
        leads = [trick["leader"] for trick in one["tricks"]]
        winners = [trick["winner"] for trick in one["tricks"]]
        assert [*leads, one["trick_leader"]][1:] == winners
        assert sum(one["taken_so_far"]) == len(one["tricks"])
        assert View.from_dict(one).as_dict().items() <= one.items()


def test_the_hand_before_passing_is_the_hand_that_was_dealt() -> None:
    here = begin("whole-hearts", 3)
    before = {}
    for seat in range(4):
        assert isinstance(here, Hidden)
        before[seat] = here.view(seat).as_dict()["cards"]
    while here.number == 0:
        assert isinstance(here, Hidden)
        for seat in range(4):
            assert here.view(seat).as_dict()["dealt"] == before[seat]
        here = here.after(choose(player("rules"), here))


def test_tricks_are_those_that_were_played() -> None:
    start = kibitz.game("spades(players=3,cards=4)").deal(7)
    view = kibitz.view(start, ["HT", "H8", "HK", "HJ"])
    told = view.as_dict()
    assert told["tricks"] == [{"leader": 0, "cards": ["HT", "H8", "HK"], "winner": 2}]
    assert (told["table"], told["trick_leader"], told["turn"]) == (["HJ"], 2, 0)
    assert list(map(str, view.table)) == told["table"]


def test_with_a_clock_it_is_told_what_is_left(tmp_path: Path) -> None:
    bot = Bot(tmp_path)
    seats = [player(bot.text), player("rules"), player("rules")]
    play_out(begin("spades(players=3,cards=4)", 1), seats, 1, clock=Clock(100, 1))
    left = [one["time_left"] for one in bot.told]
    assert left[0] == 100
    assert all(99 < one <= 100 + len(left) for one in left)
    assert all(one["increment"] == 1 for one in bot.told)


def test_on_a_board_it_is_told_who_plays_and_what_is_legal(tmp_path: Path) -> None:
    bot = Bot(tmp_path)
    position = kibitz.game("chinese_checkers").deal(1)
    assert player(bot.text, seed=9).play_open(position) == position.legal_moves()[0]
    (told,) = bot.told
    assert (told["asks"], told["players"], told["seed"]) == ("move", 3, 9)


@pytest.mark.parametrize(("stay", "processes"), [("hand", 6), ("match", 1)])
def test_one_that_stays_is_started_once(tmp_path: Path, stay: str, processes: int) -> None:
    bot = Bot(tmp_path, stay)
    for seed in range(3):
        seats = [player(bot.text), player("rules"), player(bot.text)]
        assert not any(play_out(begin("spades(players=3,cards=3)", seed), seats, seed).failures)
    assert len(bot.processes) == processes
    assert is_gone(bot.processes[0]) == (stay == "hand")
    end_all()
    wait_for(lambda: is_gone(bot.processes[0]))


def test_one_that_stays_and_dies_is_started_again_and_asked_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = Bot(tmp_path, "match", dies=4)
    seats = [player(bot.text), player("rules"), player("rules")]
    for seed in range(3):
        assert not any(play_out(begin("spades(players=3,cards=4)", seed), seats, seed).failures)
    assert len(bot.processes) == 3
    assert "ended with exit code 3: started again" in capfd.readouterr().err
    end_all()


def test_one_that_dies_twice_at_one_question_has_failed(tmp_path: Path) -> None:
    bot = Bot(tmp_path, "match", dies=0)
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    with pytest.raises(kibitz.KibitzError, match="before its first answer"):
        player(bot.text).play(view)
    (tmp_path / "bot.py").write_text("print(input() and 'D3', flush=True)")
    path = tmp_path / "bot.py"
    text = f"external({sys.executable} {path},seconds=60,stay=match)"
    assert str(player(text).play(view)) == "D3"
    path.write_text("raise SystemExit(3)")
    with pytest.raises(PlayerFailed, match="ended with exit code 3"):
        player(text).play(view)


def test_a_match_leaves_no_program_behind(tmp_path: Path) -> None:
    bot = Bot(tmp_path, "match")
    words = ["match", "spades(players=3,cards=3)", bot.text, "rules", "--blocks", "2"]
    running = command(*words, "--store", ":memory:", "--workers", "1")
    out, err = running.communicate()
    assert running.returncode == 0, err
    assert "of the processor" in out
    assert len(bot.processes) == 1
    wait_for(lambda: is_gone(bot.processes[0]))


@pytest.mark.parametrize("stay", ["hand", "match"])
@pytest.mark.parametrize("what", ["no-such-program-at-all", "{python} no-such-file.py"])
def test_a_program_that_cannot_be_started_ends_the_match_with_code_2(
    what: str, stay: str, tmp_path: Path
) -> None:
    text = f"external({what.format(python=sys.executable)},stay={stay})"
    running = command(
        *("match", "spades(players=3,cards=3)", text, "rules", "--blocks", "1"),
        *("--store", ":memory:"),
        cwd=tmp_path,
    )
    out, err = running.communicate()
    assert (running.returncode, out) == (2, "")
    assert "cannot be started" in err or "before its first answer" in err


def test_a_program_that_dies_in_the_middle_of_a_hand_has_a_fault(tmp_path: Path) -> None:
    dies = Bot(tmp_path, dies=2)
    faults = check_player(dies.text, "spades(players=3,cards=4)", deals=1)
    assert faults == [f"{player(dies.text)} ended with exit code 3"]


LEAVING = """
import subprocess, sys, threading, time
from kibitz import programs

class Slow(subprocess.Popen):
    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        print(self.pid, flush=True)
        started.set()
        time.sleep(0.5)

started = threading.Event()
subprocess.Popen = Slow
threading.Thread(target=programs.Program, args=(["sleep", "60"],), daemon=True).start()
started.wait()
programs.leave(3)
"""


def test_one_that_is_just_being_started_is_ended_too() -> None:
    left = subprocess.run(
        [sys.executable, "-c", LEAVING], stdout=subprocess.PIPE, text=True, check=False
    )
    assert left.returncode == 3
    wait_for(lambda: is_gone(int(left.stdout)))
