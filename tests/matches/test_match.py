"""Matches: seatings, blocks, the sequential test, the store."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import own_players
import psutil  # type: ignore[import-untyped]
import pytest
from commands import command, shell
from waiting import wait_for

import kibitz
from kibitz.engines.kernel import BUILT
from kibitz.lab.fingerprint import fingerprint
from kibitz.lab.work import Cancel
from kibitz.matches.match import Match, match
from kibitz.matches.seating import seatings
from kibitz.matches.sure import standing
from kibitz.players import searching

GAME = "hearts(players=3,cards=4)"


@pytest.mark.parametrize(
    ("kinds", "sides", "number"), [(2, 2, 2), (2, 3, 6), (2, 4, 2), (3, 3, 6), (4, 4, 24)]
)
def test_seatings_treat_all_players_alike(kinds: int, sides: int, number: int) -> None:
    for every in (False, True):
        found = seatings(kinds, sides, every)
        assert every or len(found) == number
        assert len(set(found)) == len(found)
        for one in range(kinds):
            swap = {0: one, one: 0}
            swapped = {tuple(swap.get(kind, kind) for kind in seating) for seating in found}
            assert swapped == set(found)
    assert len(seatings(2, 4, every=True)) == 14


@pytest.mark.parametrize("line", ["random", "rules", "sampling(worlds=2,nodes=200)"])
@pytest.mark.parametrize("game", [GAME, "spades(cards=3)", "hearts(cards=3)"])
def test_two_copies_of_one_player_come_out_at_exactly_zero(line: str, game: str) -> None:
    play = Match(game, (line, line), blocks=3)
    for task in play.tasks(quick=False):
        numbers = play.measure(task, Cancel())
        assert numbers["score 0"] == numbers["score 1"]
        assert numbers["wins 0"] == numbers["wins 1"]


def test_rules_beat_random_play(tmp_path: Path) -> None:
    found = match("hearts", "rules", "random", blocks=20, workers=1, store=tmp_path / "m.sqlite")
    low = found.difference().low
    assert low is not None
    assert low > 0
    assert found.wins(0).value > found.wins(1).value
    assert "rules" in found.show()
    assert found.as_dict()["blocks"] == 20


def test_a_match_goes_on_where_it_stopped_and_ends_at_the_same(tmp_path: Path) -> None:
    store = tmp_path / "m.sqlite"
    match(GAME, "rules", "random", blocks=3, store=store, workers=1)
    made = []
    found = match(
        GAME,
        "rules",
        "random",
        blocks=6,
        store=store,
        workers=2,
        progress=lambda part, done, tasks: made.append(done),
    )
    assert made[0] == 3
    again = match(GAME, "rules", "random", blocks=6, workers=1)
    for number in ("score 0", "score 1", "wins 0", "choices 1"):
        assert found.values(number) == again.values(number)
    assert found.show().rpartition("\n")[0] == again.show().rpartition("\n")[0]
    assert match(GAME, "rules", "random", blocks=6, store=store, so_far=True).blocks == 6


def test_the_sequential_test_stops_at_the_first_block_that_makes_it_sure() -> None:
    stream = random.Random(1)
    better = [stream.gauss(0.5, 1) for _ in range(500)]
    found = standing(better)
    assert found.sure
    assert found.better == 0
    assert standing(better[: found.blocks]) == found
    assert not standing(better[: found.blocks - 1]).sure
    assert standing([-x for x in better]).better == 1
    assert standing([]).better is standing([0.0] * 100).better is None


def test_the_sequential_test_seldom_errs_where_the_difference_is_what_it_asks_for() -> None:
    stream = random.Random(2)
    wrong = sum(
        standing((stream.gauss(0.3, 1) for _ in range(2000)), by=0.3).better != 0
        for _ in range(300)
    )
    assert wrong <= 27  # 5 % are 15


def test_a_program_that_was_changed_is_another_player(tmp_path: Path) -> None:
    program = tmp_path / "program.sh"
    work = Match("hearts", (f"external(sh {program})", "random"))
    [task] = work.tasks(quick=True)[:1]
    program.write_bytes(b"echo \xff")
    before = fingerprint(work, task)
    assert fingerprint(work, task) == before
    program.write_bytes(b"echo \xfe")
    assert fingerprint(work, task) != before


def test_until_sure_ends_before_all_blocks_are_played() -> None:
    found = match("hearts", "rules", "random", blocks=2000, until_sure=True, workers=1)
    assert found.verdict is not None
    assert found.verdict.better == 0
    assert found.blocks < 100
    assert "sure: rules is better" in found.show()


def test_more_than_two_players_are_compared_with_the_first() -> None:
    lines = "rules", "random", "own_players:lowest"
    found = match(GAME, *lines, blocks=4, workers=1)
    assert len({found.score(kind).value for kind in range(3)}) == 3
    apart = [found.score(0).value - found.score(kind).value for kind in (1, 2)]
    said = [one["value"] for one in found.as_dict()["differences"]]
    assert said == pytest.approx(apart)
    rows = [line.split() for line in found.show().splitlines()]
    assert [row[3] for row in rows if row[0] == "first"] == [f"{one:+.2f}" for one in apart]
    assert [row["player"] for row in found.as_dict()["players"]] == list(lines)
    for kind, line in enumerate(lines):
        # Each sits in every seat of every block, against the same two others.
        games = [Match(GAME, lines, blocks=1, seed=block) for block in range(4)]
        counted = [one.measure(one.tasks(quick=False)[0], Cancel()) for one in games]
        mean = sum(numbers[f"score {kind}"] for numbers in counted) / 4
        assert found.score(kind).value == pytest.approx(mean), line


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rules",), "expected 2 to 3 players to compare: 1"),
        (("rules", "random", "rules", "random"), "expected 2 to 3 players to compare: 4"),
        (("rules", "sampler"), "unknown player"),
        (("rules", "human"), "expected players that need no terminal: human"),
    ],
)
def test_a_match_that_cannot_be_is_refused(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(kibitz.KibitzError, match=message):
        match(GAME, *words)


def test_deals_are_sorted_by_how_much_they_swing() -> None:
    found = match(GAME, "rules", "random", blocks=6, workers=1)
    swings = found.swings()
    assert sorted(block for block, _ in swings) == list(range(6))
    sizes = [abs(swing) for _, swing in swings]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(swing for _, swing in swings) / 6 == pytest.approx(found.difference().value)


def test_chinese_checkers_is_played_by_all_that_need_no_view() -> None:
    game = "chinese_checkers(players=2,move_limit=40)"
    found = match(game, "search(nodes=300)", "rules", blocks=2, workers=1)
    assert found.depth(0) is not None
    assert found.depth(1) is None
    assert "depth" in found.show()
    assert match(game, "rules", "random", blocks=3, workers=1).difference().value > 0
    assert match(game, "sampling", "sampling", blocks=1, workers=1).difference().value == 0
    with pytest.raises(kibitz.KibitzError, match="expected a player of games with nothing hidden"):
        match(game, "playouts(3)", "random", blocks=1, workers=1)


@pytest.mark.parametrize("game", ["hearts", "spades(players=3)", "bridge"])
def test_sampling_beats_rules_beats_random(game: str) -> None:
    """In sum, and in most of eight blocks that have nothing in common."""
    for better, worse in (("sampling", "rules"), ("rules", "random")):
        apart = []
        for seed in range(0, 8000, 1000):
            contest = Match(game, (better, worse), blocks=1, seed=seed)
            numbers = contest.measure(contest.tasks(quick=False)[0], Cancel())
            apart.append(numbers["score 0"] - numbers["score 1"])
        assert sum(apart) > 0, better
        assert sum(one > 0 for one in apart) > sum(one < 0 for one in apart), better


def test_a_program_from_standard_input_has_its_workers() -> None:
    program = (
        "from kibitz.matches.match import match\n"
        f"print(match({GAME!r}, 'rules', 'random', blocks=2, workers=2).blocks)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-"], input=program, capture_output=True, text=True, timeout=120
    )
    assert (ran.stdout, ran.stderr) == ("2\n", "")


def test_what_goes_wrong_in_a_player_of_ones_own_is_said_with_its_line() -> None:
    lines = Path(own_players.__file__).read_text().splitlines()
    at = next(at for at, line in enumerate(lines, start=1) if "the line that is named" in line)
    with pytest.raises(kibitz.KibitzError, match=rf"ZeroDivisionError.*\(own_players.py:{at}\)"):
        match(GAME, "own_players:divides", "random", blocks=1, workers=1)


def test_a_match_that_stops_without_a_file_does_not_say_that_it_goes_on() -> None:
    with pytest.raises(kibitz.KibitzError, match="without a file for them, none are kept") as said:
        match(GAME, "own_players:divides", "random", blocks=1, workers=1)
    assert "goes on" not in str(said.value)
    assert str(said.value).startswith("block 0 of own_players:divides v random failed: Zero")
    assert "; stopped with 0 of 1 blocks of match done; " in str(said.value)


def test_why_a_program_gave_up_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    once = "import json; print(json.loads(input())['moves'][0], flush=True); raise SystemExit(3)"
    failing = f'external({sys.executable} -c "{once}")'
    play = Match(GAME, (failing, "rules"), blocks=1)
    numbers = play.measure(play.tasks(quick=False)[0], Cancel())
    assert numbers["failures 0"] == 6  # games, though it has two seats in some
    assert capsys.readouterr().err == f"gave up: {failing} ended with exit code 3\n"


def test_seatings_share_searches_and_come_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match(GAME, ("search(nodes=100)", "search(maxn,nodes=100)"), blocks=1)
    [task] = play.tasks(quick=False)
    searches = []

    def counted(*words: Any, **more: Any) -> object:
        searches.append(words)
        return kibitz.solve(*words, **more)

    monkeypatch.setattr(searching, "solve", counted)
    alone, number = play.measure(task, Cancel()), len(searches)
    with searching.searching_once():
        shared = play.measure(task, Cancel())
    same = [name for name in alone if "seconds" not in name]
    assert [alone[name] for name in same] == [shared[name] for name in same]
    assert len(searches) - number < number


@pytest.mark.parametrize("program", ["no-such-program-at-all", "sh no-such-file", "false"])
def test_a_match_with_a_program_that_does_not_start_is_refused_in_one_line(
    program: str, tmp_path: Path
) -> None:
    line = f"external({program})"
    words = f"match '{GAME}' '{line}' rules --blocks 2 --store {tmp_path / 'store'}"
    code, out, err = shell(f"kibitz {words}")
    assert (code, out, err.count("kibitz: ")) == (2, "", 1)  # beside what the program says itself
    assert f"{line} cannot be started: " in err or f"{line} ended with exit code " in err


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_no_program_is_left_when_a_match_is_stopped(sent: signal.Signals, tmp_path: Path) -> None:
    """Not even one that does not listen, nor what it started."""
    program = tmp_path / "deaf.sh"
    program.write_text(f"trap '' TERM HUP INT\necho $$ >> {tmp_path}/pids\n" + "sleep 60\n" * 9)
    running = command("match", GAME, f"external(sh {program},seconds=60)", "rules", cwd=tmp_path)
    pids = tmp_path / "pids"
    wait_for(lambda: pids.exists() and bool(pids.read_text().split()))
    groups = [int(word) for word in pids.read_text().split()]
    running.send_signal(sent)
    running.communicate(timeout=60)
    assert running.returncode == 128 + sent

    def left() -> list[int]:
        return [pid for pid in psutil.pids() if psutil.pid_exists(pid) and _group(pid) in groups]

    wait_for(lambda: not left())


def _group(pid: int) -> int:
    try:
        return 0 if psutil.Process(pid).status() == "zombie" else os.getpgid(pid)
    except (psutil.NoSuchProcess, ProcessLookupError):
        return 0


GAMES_AND_PLAYERS = (
    ("spades(players=3,cards=4)", "sampling(worlds=4)", "playouts(worlds=6)"),
    ("hearts(players=3,cards=4)", "sampling(worlds=3,nodes=200)", "search(nodes=200)"),
    ("bridge(cards=3)", "sampling(worlds=3)", "playouts(worlds=5)"),
    ("whole-oh-hell(players=3,most=2,hands=rise)", "sampling(worlds=4,weigh=bids)", "rules"),
)
CHOICES = """
import sys
if sys.argv[1] == "hidden":
    sys.modules["kibitz._kernel"] = None
from kibitz.engines.kernel import BUILT
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player
assert BUILT == (sys.argv[1] == "kernel")
for game, *texts in {games}:
    start = begin(game, 1)
    seats = [player(texts[seat % 2]) for seat in range(start.players)]
    print(game, play_out(start, seats, 1).choices)
"""


@pytest.mark.skipif(not BUILT, reason="there is no kernel")
def test_a_seed_fixes_a_match_with_and_without_the_kernel() -> None:
    script = CHOICES.format(games=GAMES_AND_PLAYERS)
    with_it, without = (
        subprocess.run(
            [sys.executable, "-c", script, how], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for how in ("kernel", "hidden")
    )
    assert len(with_it) == len(GAMES_AND_PLAYERS)
    assert with_it == without
