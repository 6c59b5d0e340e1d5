"""The runner loses nothing and runs nothing twice; what fails is one line."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent import futures
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import counted
import psutil  # type: ignore[import-untyped]
import pytest
from counted import (
    Counted,
    Exiting,
    Failing,
    InProcesses,
    kept_in,
    measured,
    notes,
    start,
    table,
)
from waiting import wait_for

from kibitz import KibitzError
from kibitz.cli import main
from kibitz.experiments import reproduce
from kibitz.lab import export
from kibitz.lab.experiment import Cancel, Experiment, Numbers, Results, Task
from kibitz.lab.pools import Pools, pools
from kibitz.lab.runner import run, runs
from kibitz.lab.store import Store
from kibitz.lab.work import Work


def is_alive(process: psutil.Process) -> bool:
    return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)


class TestRunner:
    def test_killed_in_the_middle_it_goes_on_and_runs_nothing_finished_again(
        self, tmp_path: Path, expected: bytes
    ) -> None:
        store = tmp_path / "reproduction.sqlite"
        running = start(tmp_path, "--workers", "2", "--csv", "out.csv")
        wait_for(lambda: len(notes(tmp_path)) >= 10)
        running.kill()
        running.communicate()
        begun, finished = notes(tmp_path), kept_in(store)
        assert 0 < len(finished) < counted.TASKS
        assert len(set(begun) - finished) <= 3  # two at work, one handed out
        running = start(tmp_path, "--workers", "2", "--csv", "out.csv")
        out, err = running.communicate()
        assert (running.returncode, err) == (0, "")
        assert "ours / published" in out
        assert not finished & set(notes(tmp_path)[len(begun) :])
        assert (tmp_path / "out.csv").read_bytes() == expected
        running = start(tmp_path)
        running.communicate()
        assert len(notes(tmp_path)) == len(begun) + counted.TASKS - len(finished)

    @pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
    def test_ctrl_c_says_how_much_is_done_and_that_it_goes_on(
        self, sent: signal.Signals, tmp_path: Path
    ) -> None:
        running = start(tmp_path, "--workers", "1")
        wait_for(lambda: len(notes(tmp_path)) >= 5)
        running.send_signal(sent)
        out, err = running.communicate()
        assert (running.returncode, out) == (128 + sent, "")
        done = len(kept_in(tmp_path / "reproduction.sqlite"))
        assert err == (
            f"kibitz: stopped with {done} of {counted.TASKS} tasks of counted:Counted done; "
            "the same command goes on from here, --so-far shows what there is\n"
        )
        assert done >= 3

    @pytest.mark.parametrize("name", ["counted:Counted", "counted:InProcesses"])
    def test_ctrl_c_waits_for_nobody(self, name: str, tmp_path: Path) -> None:
        running = start(tmp_path, "--workers", "2", name=name, **{counted.PAUSE: "60"})
        wait_for(lambda: len(notes(tmp_path)) >= 2)
        at_work = psutil.Process(running.pid).children(recursive=True)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=10)
        assert (running.returncode, len(err.splitlines())) == (130, 1)
        wait_for(lambda: not any(map(is_alive, at_work)))

    def test_ctrl_c_is_told_to_what_is_at_work(self, tmp_path: Path) -> None:
        running = start(tmp_path, "--workers", "1", name="counted:Endless")
        wait_for(lambda: len(notes(tmp_path)) >= 1)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=10)
        assert running.returncode == 130
        assert notes(tmp_path)[-1] == "told"

    def test_killed_it_leaves_no_processes(self, tmp_path: Path) -> None:
        words = {"name": "counted:InProcesses", counted.PAUSE: "60"}
        running = start(tmp_path, "--workers", "2", **words)
        wait_for(lambda: len(notes(tmp_path)) >= 2)
        at_work = psutil.Process(running.pid).children(recursive=True)
        assert len(at_work) >= 2
        running.kill()
        wait_for(lambda: not any(map(is_alive, at_work)))
        running.communicate()

    def test_what_another_process_measures_meanwhile_is_not_measured_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(counted.NOTES, str(tmp_path / "notes"))
        monkeypatch.setenv(counted.PAUSE, "0")
        tasks = Counted().tasks(quick=False)[20:]
        told = []

        def meanwhile(done: int, of: int) -> None:
            told.append(done)
            if done == 1:
                with Store(tmp_path / "store") as other:
                    for task in tasks:
                        other.keep(Counted(), task, {"square": 0}, 0.1)

        with pools(workers=2) as ready:
            results, _ = measured(Counted(), tmp_path / "store", ready, meanwhile)
        assert len(notes(tmp_path)) == 20
        assert [outcome.numbers for outcome in results.outcomes[20:]] == [{"square": 0}] * 20
        assert told == list(range(counted.TASKS + 1))

    def test_processes_give_the_same_table(self, tmp_path: Path, expected: bytes) -> None:
        with pools(workers=2) as ready:
            results, _ = measured(InProcesses(), tmp_path / "store", ready)
        assert table(results, tmp_path / "out.csv") == expected

    def test_a_quick_run_is_part_of_the_whole(self, tmp_path: Path) -> None:
        def run_once(quick: bool) -> Results:
            runs = reproduce(["counted:Counted"], quick=quick, store=tmp_path / "store")
            [(_, results)] = runs
            return results

        assert len(run_once(quick=True)) == 4
        assert "not the averages" in run_once(quick=True).caveat
        whole = run_once(quick=False)
        assert (len(whole), whole.caveat) == (counted.TASKS, "")

    def test_a_number_with_the_name_of_a_word_of_its_task_is_refused(
        self, tmp_path: Path, threads: Pools
    ) -> None:
        class Clash(Counted):
            word = "square"

        with pytest.raises(KibitzError, match="these names of numbers are reserved"):
            measured(Clash(), tmp_path / "store", threads)

    def test_so_far_runs_nothing(self, tmp_path: Path) -> None:
        path, told = tmp_path / "store", []
        with pytest.raises(KibitzError, match=r"expected a store of results: .*: there is none"):
            list(reproduce(["counted:Counted"], so_far=True, store=path))
        assert not path.exists()
        list(reproduce(["counted:Counted"], quick=True, store=path))
        [(_, results)] = reproduce(
            ["counted:Counted"], so_far=True, store=path, progress=lambda *all: told.append(all)
        )
        assert results.caveat == f"so far: 4 of {counted.TASKS} tasks are done"
        assert told == []

    def test_only_some_columns_are_run(self, tmp_path: Path, threads: Pools) -> None:
        class Two(Counted):
            def tasks(self, quick: bool) -> Sequence[Task]:
                found = super().tasks(quick)
                return [*found, *(replace(task, column="other") for task in found)]

        with Store(tmp_path / "store") as store:
            with pytest.raises(KibitzError, match=r"name of a column of .*, square, other: 'no'"):
                run(Two(), store, threads, only="no")
            some = run(Two(), store, threads, only="oth")
            assert {outcome.task.column for outcome in some.outcomes} == {"other"}
            assert some.caveat == f"so far: {counted.TASKS} of {2 * counted.TASKS} tasks are done"
            assert not run(Two(), store, threads).caveat


class Match(Work):
    """Work that is no experiment: games of players, with a score for each."""

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task(f"{one} against {two}", deal, {"players": f"{one}/{two}", "deal": str(deal)})
            for one, two in (("a", "b"), ("b", "a"))
            for deal in range(2 if quick else 5)
        ]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        return {"score_0": task.case, "score_1": 5 - task.case}


class TestOtherWork:
    """The runner knows nothing of papers: any tasks with numbers will do."""

    def test_a_match_runs_goes_on_and_comes_out_as_a_table(self, tmp_path: Path) -> None:
        told: list[tuple[str, int, int]] = []

        def tell(work: Match, done: int, tasks: int) -> None:
            told.append((work.name, done, tasks))

        def run_once(quick: bool) -> Results:
            [(_, results)] = runs(
                [Match()], store=tmp_path / "store", quick=quick, workers=2, progress=tell
            )
            return results

        assert len(run_once(quick=True)) == 4
        results = run_once(quick=False)
        assert told[5:] == [("test_runner:Match", done, 10) for done in range(4, 11)]
        assert results.mean("a against b", "score_1").value == 3
        export.to_csv(tmp_path / "out.csv", [(Match(), results)])
        again = export.from_csv(tmp_path / "out.csv", Match())
        assert again.outcomes == results.outcomes


class TestFailures:
    """What goes wrong with one task is one line, and the others keep their results."""

    def test_a_task_that_fails_is_named_and_those_that_finished_with_it_are_kept(
        self, tmp_path: Path
    ) -> None:
        class AtOnce(ThreadPoolExecutor):
            """All that is handed out is done before anybody looks."""

            def submit(self, *words: Any, **more: Any) -> Any:
                future = super().submit(*words, **more)
                futures.wait([future])
                return future

        class Ready(Pools):
            def executor(self, work: Work) -> Executor:
                return at_once

        at_once, ready = AtOnce(), Ready(workers=7)
        message = (
            r"task square #0003 of counted:Failing failed: ValueError: no such number "
            r"\(counted.py:\d+\); stopped with 7 of 40"
        )
        with pytest.raises(KibitzError, match=message):
            measured(Failing(), tmp_path / "store", ready)
        assert len(kept_in(tmp_path / "store")) == 7

    def test_nor_may_a_task_end_the_program(self, tmp_path: Path, threads: Pools) -> None:
        with pytest.raises(KibitzError, match="of counted:Exiting failed: SystemExit: 3"):
            measured(Exiting(), tmp_path / "store", threads)

    @pytest.mark.parametrize(
        "numbers", [None, "text", [1], {1: 1}, {"a": None}, {"a": [1]}, {"a": math.nan},
                    {"a": math.inf}, {"a": True}],
    )  # fmt: skip
    def test_what_is_no_number_is_refused(
        self, numbers: Any, tmp_path: Path, threads: Pools
    ) -> None:
        class Odd(Counted):
            def measure(self, task: Task, cancel: Cancel) -> Any:
                return numbers

        with pytest.raises(KibitzError, match="expected finite numbers by their names: "):
            measured(Odd(), tmp_path / "store", threads)
        assert kept_in(tmp_path / "store") == set()

    @pytest.mark.parametrize("tasks", [None, iter([]), [1]])
    def test_what_is_no_list_of_tasks_is_refused(
        self, tasks: Any, tmp_path: Path, threads: Pools
    ) -> None:
        class Odd(Counted):
            def tasks(self, quick: bool) -> Any:
                return tasks

        with pytest.raises(KibitzError, match="expected a list of tasks of test_runner:"):
            measured(Odd(), tmp_path / "store", threads)

    def test_an_experiment_must_be_whole(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Wordy(Counted):
            def __init__(self, word: str) -> None:
                self.word = word

        class Untitled(Experiment):
            tasks = Counted.tasks
            lines = Counted.lines

        for kind, message in (Wordy, "made without words"), (Untitled, "with a title"):
            monkeypatch.setattr(counted, "Own", kind, raising=False)
            with pytest.raises(KibitzError, match=f"expected an experiment {message}"):
                list(reproduce(["counted:Own"], store=tmp_path / "store"))

    @pytest.mark.parametrize("method", ["tasks", "lines", "plots", "remarks"])
    def test_what_fails_in_a_method_is_named_with_its_place(
        self,
        method: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        class Own(Counted):
            name = "own"

        def fail(*_: Any) -> Any:
            raise ZeroDivisionError("by nought,\nthat is")

        monkeypatch.setattr(Own, method, fail)
        monkeypatch.setattr("kibitz.experiments.experiment", lambda name: Own())
        monkeypatch.setattr("kibitz.experiments.everything", list)
        words = ["reproduce", "own", "--store", ":memory:", "--docs", str(tmp_path)]
        assert main(words) == 2
        err = capsys.readouterr().err
        assert f"{method} of own failed: ZeroDivisionError: by nought, that is (test_run" in err
        assert len(err.splitlines()) == 1


def test_the_lab_does_without_the_experiments() -> None:
    code = (
        "import pkgutil, importlib, sys, kibitz.lab\n"
        "for module in pkgutil.iter_modules(kibitz.lab.__path__):\n"
        "    importlib.import_module(f'kibitz.lab.{module.name}')\n"
        "sys.exit('kibitz.experiments' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
