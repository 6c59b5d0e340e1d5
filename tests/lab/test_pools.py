"""Where tasks run: a real cluster, a scheduler and worker processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import counted
import psutil  # type: ignore[import-untyped]
import pytest
from counted import TESTS, Counted, measured, notes, start, table
from waiting import wait_for

from kibitz import KibitzError
from kibitz.cli import main
from kibitz.lab import pools as places
from kibitz.lab import runner
from kibitz.lab.pools import pools
from kibitz.lab.runner import run
from kibitz.lab.store import Store


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
            message = "expected a worker with a module .*'away:.*No module named 'away'"
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

    def test_workers_of_our_own_listen_to_this_machine_only(self) -> None:
        with pools(cluster="local:1") as ready:
            ready.executor(Counted())
            here = psutil.Process()
            places = {
                connection.laddr.ip
                for process in (here, *here.children(recursive=True))
                for connection in process.net_connections()
                if connection.status == psutil.CONN_LISTEN
            }
        assert places == {"127.0.0.1"}

    def test_a_worker_without_kibitz_is_told_in_one_line(self, tmp_path: Path) -> None:
        from distributed import Client, LocalCluster

        def lack() -> None:
            sys.modules.update(dict.fromkeys(("kibitz", "kibitz.lab.pools"), None))  # type: ignore[arg-type]

        lack.__module__ = "__main__"
        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0"
        ) as cluster:
            with Client(cluster) as client:  # type: ignore[no-untyped-call]
                client.run(lack)
            message = "expected the same Kibitz on every worker: .*kibitz"
            with (
                pools(cluster=cluster.scheduler_address) as ready,
                pytest.raises(KibitzError, match=message),
            ):
                measured(Counted(), tmp_path / "store", ready)

    def test_ctrl_c_on_a_terminal_is_one_line(self, tmp_path: Path) -> None:
        running = start(tmp_path, "--cluster", "local:2", **{counted.PAUSE: "60"})
        wait_for(lambda: len(notes(tmp_path)) == 2)
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


OWN = """
from kibitz.lab.experiment import Experiment, Line, Task

class Own(Experiment):
    title, paper, setting, workers = "Twice", "none", "Numbers.", "processes"

    def tasks(self, quick):
        return [Task("twice", case, {"of": str(case)}) for case in range(4)]

    def measure(self, task, cancel):
        return {"twice": 2 * task.case}

    def lines(self, results):
        return [Line("twice", results.mean("twice", "twice"))]
"""


@pytest.mark.parametrize("where", [["--workers", "2"], ["--cluster", "local:1"]])
def test_a_module_of_the_working_directory_is_found_by_other_processes(
    where: list[str], tmp_path: Path
) -> None:
    (tmp_path / "own_experiment.py").write_text(OWN)
    command = Path(sys.executable).with_name("kibitz")
    done = subprocess.run(
        [command, "reproduce", "own_experiment:Own", *where],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "twice" in done.stdout


HIDDEN = """
import sys
from importlib.machinery import PathFinder

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in ("dask", "distributed", "matplotlib", "pyarrow"):
            found = PathFinder.find_spec(name, [at for at in sys.path if "site-packages" not in at])
            if found is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return found

sys.meta_path.insert(0, Hidden())
from kibitz.cli import main
sys.exit(main(["reproduce", *sys.argv[1:]]))
"""
"""The command where the packages that one can do without are not installed."""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["own_experiment:Own", "--parquet", "out"], "--parquet needs pyarrow"),
        (["own_experiment:Own", "--cluster", "local:1"], "--cluster needs dask"),
        (["ijcai-2005-figure-5", "--docs", "pages"], "plots need matplotlib"),
    ],
)
def test_no_file_of_the_working_directory_stands_in_for_a_package(
    words: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "own_experiment.py").write_text(OWN)
    for name in ("dask", "distributed", "matplotlib", "pyarrow"):
        (tmp_path / f"{name}.py").write_text("print('stands in')")
    done = subprocess.run(
        [sys.executable, "-P", "-c", HIDDEN, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


KIBITZ = "import sys; sys.path.remove(''); from kibitz.cli import main; sys.exit(main())"


def test_a_file_of_the_working_directory_stands_in_for_no_module_of_a_worker(
    tmp_path: Path,
) -> None:
    """As the installed command starts them; own modules from there are loaded by their names."""
    for name in ("socket", "selectors", "random"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')\n1 / 0\n")
    (tmp_path / "bot.py").write_text("def bot(view):\n    return str(view.moves()[0])\n")
    words = ["match", "spades(players=3,cards=2)", "bot:bot", "random", "--blocks", "1"]
    done = subprocess.run(
        [sys.executable, "-c", KIBITZ, *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "ran").exists()


def test_a_program_that_a_worker_starts_finds_what_is_beside_it(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("AT = 0\n")
    (tmp_path / "bot.py").write_text(
        "import json, sys\nfrom helper import AT\n"
        "for line in sys.stdin:\n    print(json.loads(line)['moves'][AT], flush=True)\n"
    )
    words = ["match", "spades(players=3,cards=2)", f"external({sys.executable} bot.py)", "random"]
    done = subprocess.run(
        [sys.executable, "-c", KIBITZ, *words, "--blocks", "1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
