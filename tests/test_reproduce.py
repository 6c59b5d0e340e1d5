"""The runner loses nothing and runs nothing twice; every experiment runs; pages are its words."""

from __future__ import annotations

import gzip
import json
import math
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import counted
import psutil  # type: ignore[import-untyped]
import pytest
from counted import Counted, Exiting, Failing, InProcesses, Remeasured, Reworded

from kibitz import KibitzError, experiments
from kibitz.cli import main
from kibitz.experiments import experiment
from kibitz.reproduction import export, report, reproduce, runner, store
from kibitz.reproduction import pools as places
from kibitz.reproduction.experiment import (
    Estimate,
    Experiment,
    Outcome,
    Results,
    Task,
    estimate,
)
from kibitz.reproduction.pools import Pools, pools
from kibitz.reproduction.runner import run
from kibitz.reproduction.store import Store

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "reproduction"
TESTS = str(Path(__file__).parent)


def measured(
    kind: Experiment, path: Path, ready: Pools, progress: Callable[[int, int], None] | None = None
) -> tuple[Results, list[str]]:
    """Run an experiment on a store; the results and what it warned of."""
    warnings: list[str] = []
    with Store(path) as kept:
        tell = progress or (lambda done, tasks: None)
        return run(kind, kept, ready, progress=tell, warn=warnings.append), warnings


def table(results: Results, path: Path) -> bytes:
    export.to_csv(path, [(Counted(), results)])
    return path.read_bytes()


@pytest.fixture
def threads() -> Any:
    with pools(workers=2) as ready:
        yield ready


@pytest.fixture
def expected(tmp_path: Path, threads: Pools) -> bytes:
    """The table as it is when nothing happens."""
    results, _ = measured(Counted(), tmp_path / "expected.sqlite", threads)
    assert len(results) == counted.TASKS
    return table(results, tmp_path / "expected.csv")


def start(
    folder: Path, *words: str, name: str = "counted:Counted", **more: str
) -> subprocess.Popen[str]:
    """The command at work on the slow experiment, as the head of a group of processes."""
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "reproduce", name, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": TESTS, counted.NOTES: str(folder / "notes"), **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def notes(folder: Path) -> list[str]:
    path = folder / "notes"
    return path.read_text().splitlines() if path.exists() else []


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def kept_in(path: Path) -> set[str]:
    file = sqlite3.connect(path)
    found = {task for (task,) in file.execute("select task from results")}
    file.close()
    return found


def change(path: Path, words: str, *values: str) -> None:
    file = sqlite3.connect(path)
    file.execute(words, values)
    file.commit()
    file.close()


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
        assert (running.returncode, out) == (130, "")
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

        with pytest.raises(KibitzError, match="expected other names for numbers"):
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

        ready = Pools(workers=7)
        ready._pools["threads"] = AtOnce()
        message = (
            r"task square #0003 of counted:Failing failed: ValueError: no such\snumber; stopped"
        )
        with pytest.raises(KibitzError, match=message):
            measured(Failing(), tmp_path / "store", ready)
        assert len(kept_in(tmp_path / "store")) == 7

    def test_nor_may_a_task_end_the_program(self, tmp_path: Path, threads: Pools) -> None:
        with pytest.raises(KibitzError, match="of counted:Exiting failed: SystemExit: 3"):
            measured(Exiting(), tmp_path / "store", threads)

    @pytest.mark.parametrize(
        "numbers", [None, "text", [1], {1: 1}, {"a": None}, {"a": "b"}, {"a": math.nan},
                    {"a": math.inf}, {"a": True}],
    )  # fmt: skip
    def test_what_is_no_number_is_refused(
        self, numbers: Any, tmp_path: Path, threads: Pools
    ) -> None:
        class Odd(Counted):
            def measure(self, task: Task) -> Any:
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

        with pytest.raises(KibitzError, match="expected a list of tasks of test_reproduce:"):
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


class TestStore:
    """Whatever is wrong with the file is one line."""

    @pytest.mark.parametrize(
        "words",
        [
            "create table other (a)",
            "create table results (a)",
            "create view results as select 1 as experiment",
            "pragma application_id = 7",
        ],
    )
    def test_a_database_of_others_is_refused_and_stays_as_it_is(
        self, words: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "store"
        change(path, words)
        before = path.read_bytes()
        with pytest.raises(KibitzError, match=r"expected a store of results: .*: it holds others"):
            Store(path)
        assert path.read_bytes() == before

    def test_a_store_without_our_mark_is_one_of_ours(self, tmp_path: Path, threads: Pools) -> None:
        path = tmp_path / "store"
        measured(Counted(), path, threads)
        change(path, "pragma application_id = 0")
        assert measured(Counted(), path, threads)[0].caveat == ""

    @pytest.mark.parametrize("text", ["{", "null", '{"a": NaN}', ""])
    def test_a_result_that_is_none_is_named(
        self, text: str, tmp_path: Path, threads: Pools
    ) -> None:
        measured(Counted(), tmp_path / "store", threads)
        change(tmp_path / "store", "update results set numbers = ?", text)
        with pytest.raises(KibitzError, match="expected numbers of square #0000 in "):
            measured(Counted(), tmp_path / "store", threads)

    def test_a_damaged_file(self, tmp_path: Path, threads: Pools) -> None:
        path = tmp_path / "store"
        measured(Counted(), path, threads)
        data = path.read_bytes()
        path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
        with pytest.raises(KibitzError, match=r"expected a store of results: .*: database disk"):
            measured(Counted(), path, threads)

    def test_a_full_disk(self, tmp_path: Path, threads: Pools) -> None:
        class Long(Counted):
            word = "of" * 100

        with Store(tmp_path / "store") as kept:
            kept._ask("pragma max_page_count = 2")
            with pytest.raises(KibitzError, match=r"disk is full; stopped with \d+ of 40 tasks"):
                run(Long(), kept, threads)
        assert len(kept_in(tmp_path / "store")) > 5

    def test_while_another_process_writes_it_waits(
        self, tmp_path: Path, threads: Pools, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Store(tmp_path / "store") as kept:
            assert kept._ask("pragma busy_timeout") == [(60_000,)]
        monkeypatch.setattr(store, "PATIENCE", 0.1)
        other = sqlite3.connect(tmp_path / "store", isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(KibitzError, match="database is locked"):
            measured(Counted(), tmp_path / "store", threads)
        other.close()


class TestChanges:
    def test_a_changed_task_is_noticed_and_old_results_stay_apart(
        self, tmp_path: Path, threads: Pools
    ) -> None:
        path = tmp_path / "store"
        _, before = measured(Counted(), path, threads)
        results, warnings = measured(Reworded(), path, threads)
        assert before == []
        assert warnings == [
            f"counted:Counted: the tasks changed; {counted.TASKS} older results are not used "
            "and their tasks run again"
        ]
        assert {tuple(outcome.task.what) for outcome in results.outcomes} == {("number",)}
        again, warnings = measured(Counted(), path, threads)
        assert (len(again), warnings) == (counted.TASKS, [])

    def test_another_way_of_measuring_is_noticed(self, tmp_path: Path, threads: Pools) -> None:
        measured(Counted(), tmp_path / "store", threads)
        _, warnings = measured(Remeasured(), tmp_path / "store", threads)
        assert "the way of measuring changed" in warnings[0]

    def test_another_search_is_noticed(
        self, tmp_path: Path, threads: Pools, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        measured(Counted(), tmp_path / "store", threads)
        was = store.signature()
        for module in ("store", "runner"):
            monkeypatch.setattr(f"kibitz.reproduction.{module}.signature", lambda: was + 1)
        _, warnings = measured(Counted(), tmp_path / "store", threads)
        assert f"the search (signature {was + 1:,}, was {was:,}) changed" in warnings[0]

    def test_results_of_a_worker_with_another_search_are_refused(
        self, tmp_path: Path, threads: Pools, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = iter([1, 2] * counted.TASKS)
        monkeypatch.setattr("kibitz.reproduction.runner.signature", lambda: next(answers))
        with pytest.raises(KibitzError, match="expected workers with the same search"):
            measured(Counted(), tmp_path / "store", threads)

    def test_the_signature_is_that_of_the_search(self) -> None:
        assert store.signature() == SIGNATURE

    def test_a_comment_changes_no_fingerprint_and_what_measuring_uses_does(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = store._code(Counted)
        assert code != store._code(Remeasured)
        assert "def square" in code
        assert "def half" in code
        assert "def lines" not in code
        assert '"""' not in code
        monkeypatch.setattr(counted, "PARTS", 3)
        assert store._code.__wrapped__(Counted) != code

    def test_every_experiment_keeps_its_fingerprint_from_run_to_run(self) -> None:
        for name in experiments.names():
            code = store._code(type(experiment(name)))
            assert code == store._code.__wrapped__(type(experiment(name)))
            assert " at 0x" not in code


SIGNATURE = 91376
"""Whoever changes it has changed the search, and results made before no longer count."""


class TestCluster:
    """A real cluster: a scheduler and two worker processes on this machine."""

    def test_a_lost_worker_loses_nothing(self, tmp_path: Path, expected: bytes) -> None:
        import logging

        from distributed import LocalCluster

        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
            env={counted.NOTES: str(tmp_path / "notes"), "PYTHONPATH": TESTS},
        ) as cluster:
            victims = [worker.pid for worker in cluster.workers.values()]
            killed = []

            def kill_one(done: int, tasks: int) -> None:
                if done == 8:
                    os.kill(victims[0], signal.SIGKILL)
                    killed.append(done)

            with pools(cluster=cluster.scheduler_address) as ready:
                results, _ = measured(Counted(), tmp_path / "store", ready, kill_one)
        assert killed == [8]
        assert table(results, tmp_path / "out.csv") == expected

    @pytest.fixture
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        import dask
        import distributed  # noqa: F401 has its own defaults

        monkeypatch.setattr(places, "PATIENCE", 2)
        monkeypatch.setattr(runner, "SILENCE", 0.2)
        with dask.config.set({"distributed.comm.timeouts.connect": 2}):
            yield

    @pytest.mark.usefixtures("impatient")
    def test_without_workers_it_says_so_and_waits_and_without_a_scheduler_it_ends(
        self, tmp_path: Path
    ) -> None:
        from distributed import LocalCluster

        warnings = []
        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0"
        ) as cluster:

            def hire(line: str) -> None:
                warnings.append(line)
                cluster.scale(1)

            def close(done: int, tasks: int) -> None:
                if done == 8:
                    cluster.close()

            message = r"the workers were lost; stopped with \d+ of 40 tasks of counted:Counted done"
            with (
                Store(tmp_path / "store") as kept,
                pools(cluster=cluster.scheduler_address) as ready,
                pytest.raises(KibitzError, match=message),
            ):
                run(Counted(), kept, ready, progress=close, warn=hire)
        assert len(warnings) == 1
        assert "has no workers; the tasks wait until there are some" in warnings[0]

    def test_a_worker_that_lacks_a_module_fails_the_task(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        away = ModuleType("away")
        away.Away = type("Away", (Counted,), {"__module__": "away"})  # type: ignore[attr-defined]
        with pools(cluster="local:1") as ready:
            ready.executor(Counted())
            monkeypatch.setitem(sys.modules, "away", away)
            message = "of away:Away failed: ModuleNotFoundError: No module named 'away'"
            with pytest.raises(KibitzError, match=message):
                measured(away.Away(), tmp_path / "store", ready)

    @pytest.mark.usefixtures("impatient")
    def test_what_is_no_scheduler_is_not_waited_for(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as mute:
            address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
            with (
                pools(cluster=address) as ready,
                pytest.raises(KibitzError, match=f"at '{address}': no answer"),
            ):
                ready.executor(Counted())

    def test_ctrl_c_on_a_terminal_is_one_line(self, tmp_path: Path) -> None:
        running = start(tmp_path, "--cluster", "local:2")
        wait_for(lambda: len(notes(tmp_path)) >= 3)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=20)
        assert (running.returncode, out) == (130, "")
        assert err.startswith("kibitz: stopped with ")
        assert len(err.splitlines()) == 1

    def test_local_workers_by_the_command(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ["reproduce", "ijcai-2005-table-1", "--store", str(tmp_path / "store"), "--json"]
        assert main([*words, "--cluster", "local:1"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert {line["ratio"] for line in found["lines"]} == {1}


FACTS = (
    "aaai-2000-table-1",
    "ijcai-2005-table-1",
    "ijcai-2005-figure-5",
    "ijcai-2005-figure-7",
    "ijcai-2005-figure-8",
    "ijcai-2005-appendix-a",
)
"""Experiments in which every published number must be ours."""


@pytest.mark.parametrize("name", experiments.names())
def test_the_quick_version_of_every_experiment(name: str, tmp_path: Path) -> None:
    [(found, results)] = reproduce([name], quick=True, workers=1, store=tmp_path / "store")
    assert (found.name, len(results)) == (name, len(found.tasks(quick=True)))
    lines = [line for line in found.lines(results) if line.ours.cases]
    assert lines
    shown = report.show(found, results)
    assert "quick: " in shown
    for line in lines:
        assert line.label in shown
        if name in FACTS and line.published is not None:
            assert line.ours.value == line.published
    report.write(tmp_path / "pages", [(found, results)])
    page = (tmp_path / "pages" / f"{name}.md").read_text()
    drawings = list((tmp_path / "pages").glob("*.svg"))
    assert len(drawings) == len(found.plots(results)) == page.count("![") > 0
    assert "What to make of it" not in page  # which is said of the whole
    with Store(tmp_path / "store") as kept:
        assert kept.changed(found, found.tasks(quick=False)) == ""
    for count in {0, len(results) // 2, len(results) - 1}:
        part = Results(results.outcomes[:count], results.tasks, quick=True)
        assert f"so far: {count} of " in report.show(found, part).replace(",", "")
        assert json.dumps(report.as_dict(found, part), allow_nan=False)
        report.write(tmp_path / "pages", [(found, part)])


def test_no_word_is_text_in_one_experiment_and_a_number_in_another() -> None:
    words: set[str] = set()
    numbers: set[str] = set()
    for name in experiments.names():
        found = experiment(name)
        for outcome in export.from_csv(PAGES / "data" / f"{name}.csv.gz", found).outcomes:
            words.update(outcome.task.what)
            numbers.update(outcome.numbers)
    assert not words & numbers


def test_the_published_numbers_are_those_of_the_papers() -> None:
    def constant(name: str, constant: str = "PUBLISHED") -> Any:
        return getattr(import_module(f"kibitz.experiments.{name}"), constant)

    assert list(constant("aaai_2000_table_2").values()) == [
        3.33e9, 32.7e6, 26.8e6, 1.43e6, 437_600, 36_121,
    ]  # fmt: skip
    assert constant("aaai_2000_table_2", "FACTORS") == (102, 1.22, 18.7, 3.27, 12.1)
    assert constant("aaai_2000_lemma_1") == {"Hearts": (52, 26), "Sergeant Major": (16, 16)}
    assert constant("ijcai_2003_table_1") == {
        2: (1.59, 1.84), 3: (2.08, 2.47), 4: (2.52, 3.00), 5: (2.92, 3.48), 6: (3.30, 3.91),
        8: (4.00, 4.70), 10: (4.64, 5.42), 20: (7.37, 8.39), 50: (13.57, 14.98),
        100: (21.54, 23.30), 1000: (100.0, 103.6),
    }  # fmt: skip
    assert list(constant("ijcai_2005_table_2").items()) == [
        ("full", 2.7e6), ("NCS", 1.9e6), ("MT", 1.1e6), ("MoMB", 400e3), ("mOT", 37.2e3),
        ("smOT", 8.6e3), ("WL", 788), ("OH", 40.7e3),
    ]  # fmt: skip
    assert list(constant("ijcai_2005_table_3").values()) == [481e3, 225e3, 14e3, 22e3]


def test_the_known_counts_of_table_1_of_2003_are_met() -> None:
    """b=10, depth 6, and b=3, depth 7, of the uniform trees with all leaves equal."""
    table = experiment("ijcai-2003-table-1")
    for game, visited in (("depth=6,branching=10", 67_183), ("depth=7,branching=3", 1_240)):
        task = table.tasks(quick=True)[0]
        what = {**task.what, "game": f"tree({game})"}
        assert table.measure(type(task)("b", 0, what)) == {"visited": visited}


class TestEstimates:
    def test_few_cases_have_no_interval(self) -> None:
        assert estimate([7]) == Estimate(7.0)
        assert estimate([1, 2, 3]) == Estimate(2.0, cases=3)
        assert estimate(range(10)).low is not None

    def test_without_a_case_there_is_nothing(self) -> None:
        assert estimate([]).cases == 0

    def test_the_interval_covers_the_mean_about_95_times_in_100(self) -> None:
        import random

        hits = 0
        for seed in range(60):
            draw = random.Random(seed)
            found = estimate([draw.gauss(10, 3) for _ in range(50)])
            assert found.low is not None and found.high is not None
            hits += found.low <= 10 <= found.high
        assert 51 <= hits <= 60

    def test_the_same_sample_gives_the_same_interval(self) -> None:
        assert estimate(range(100)) == estimate(range(100))


class TestExport:
    def test_csv_comes_back_as_it_was(self, tmp_path: Path, threads: Pools) -> None:
        results, _ = measured(Counted(), tmp_path / "store", threads)
        for name in ("out.csv", "out.csv.gz"):
            table(results, tmp_path / name)
            again = export.from_csv(tmp_path / name, Counted())
            assert again.outcomes == results.outcomes
            assert again.caveat == ""
        assert (
            gzip.decompress((tmp_path / "out.csv.gz").read_bytes())
            == (tmp_path / "out.csv").read_bytes()
        )

    def test_parquet_holds_the_same_rows(self, tmp_path: Path, threads: Pools) -> None:
        import pyarrow.parquet

        results, _ = measured(Counted(), tmp_path / "store", threads)
        found = [(Counted(), results)]
        export.to_parquet(tmp_path / "out.parquet", found)
        rows = pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()
        assert rows == export.rows(found)

    def test_what_parquet_cannot_hold_is_said_in_one_line(self, tmp_path: Path) -> None:
        task = Counted().tasks(quick=True)[0]
        results = Results([Outcome(task, {"square": 2**70})], 1)
        with pytest.raises(KibitzError, match="expected numbers that Parquet can hold"):
            export.to_parquet(tmp_path / "out.parquet", [(Counted(), results)])

    def test_without_pyarrow_there_is_one_clear_line(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(KibitzError, match="--parquet needs pyarrow; use pip install"):
            export.to_parquet(tmp_path / "out.parquet", [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["aaai-2000-table2"], "unknown experiment 'aaai-2000-table2'; did you mean"),
        (["counted:square"], "expected a subclass of Experiment: 'counted:square'"),
        (["ijcai-2005-table-1", "--workers", "0"], "expected 1 worker or more: 0"),
        (["ijcai-2005-table-1", "--cluster", "here"], "expected a cluster tcp://HOST:PORT or"),
        *(
            (["ijcai-2005-table-1", "--cluster", address], "expected a cluster tcp://HOST:PORT or")
            for address in ("local:x", "local:0", "tcp://", "tcp://127.0.0.1", "tcp:h", "tls://h:1")
        ),
        (["ijcai-2005-table-1", "--cluster", ""], "expected something after --cluster"),
        (["ijcai-2005-table-1", "--store", ""], "expected something after --store"),
        (["ijcai-2005-table-1", "--store", "."], "expected a store of results: '.'"),
        (["ijcai-2005-table-1", "--csv", "no/such/folder"], "expected a file to write to"),
        (["ijcai-2005-table-1", "--parquet", "."], "expected a file to write to"),
        (["ijcai-2005-table-1", "--docs", "/dev/null"], "expected a folder to write to"),
        (["counted:Counted", "--docs", "."], "expected experiments of Kibitz with --docs"),
        (["ijcai-2005-table-1", "--so-far"], "expected a store of results: 'reproduction.sqlite'"),
        (["--all", "ijcai-2005-table-1"], "expected one of NAME ..., --all and --list"),
        (["--list", "ijcai-2005-table-1"], "expected one of NAME ..., --all and --list"),
        (["--list", "--workers", "0"], "expected 1 worker or more: 0"),
    ],
)
def test_bad_input_gets_one_clear_line_and_code_2(
    words: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", *words]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_known_before_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "counted:Counted", "--parquet", "out.parquet"]) == 2
    assert "--parquet needs pyarrow; use pip install" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_found_is_written_though_another_experiment_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["counted:Counted", "counted:Counted", "counted:Failing"]
    assert main(["reproduce", *names, "--csv", "out.csv"]) == 2
    said = capsys.readouterr()
    assert said.out.count("counted:Counted: Squares") == 1
    assert "task square #0003 of counted:Failing failed" in said.err
    assert len((tmp_path / "out.csv").read_text().splitlines()) == counted.TASKS + 1


def test_a_full_stdout_is_one_line() -> None:
    words = [sys.executable, "-m", "kibitz", "reproduce", "--list"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("no database\n" * 100)
    with pytest.raises(KibitzError, match="expected a store of results"):
        Store(path)


def test_without_matplotlib_all_but_pages_works(tmp_path: Path) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; import kibitz.__main__"
    words = ["reproduce", "aaai-2000-best-case", "--quick", "--store", str(tmp_path / "store")]
    for more, status, said in ([], 0, ""), (["--docs", str(tmp_path)], 2, "plots need matplotlib"):
        done = subprocess.run(
            [sys.executable, "-c", code, *words, *more],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == bool(said)


def test_the_list_names_every_experiment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "--list", "--json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == experiments.names()


@pytest.mark.parametrize("name", sorted({page.stem for page in PAGES.glob("*.md")} - {"index"}))
def test_the_pages_are_what_the_program_writes_from_the_data_beside_them(name: str) -> None:
    found = experiment(name)
    results = export.from_csv(PAGES / "data" / f"{name}.csv.gz", found)
    assert (PAGES / f"{name}.md").read_text() == report.page(found, results)


def test_the_index_lists_every_page() -> None:
    assert (PAGES / "index.md").read_text() == report.index(PAGES)
    assert {page.stem for page in PAGES.glob("*.md")} <= {*experiments.names(), "index"}
