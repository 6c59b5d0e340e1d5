"""The store believes no byte: whatever is wrong with the file is said in one line."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import counted
import pytest
from counted import Counted, change, kept_in, measured

from kibitz import KibitzError
from kibitz.cli import main
from kibitz.lab import store
from kibitz.lab.pools import Pools
from kibitz.lab.runner import run
from kibitz.lab.store import Store

SQUARES = {case: case * case for case in range(counted.TASKS)}


@pytest.fixture
def path(tmp_path: Path, threads: Pools) -> Path:
    """A store with all results."""
    measured(Counted(), tmp_path / "store", threads)
    return tmp_path / "store"


class TestWhatItHolds:
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
        with pytest.raises(KibitzError, match=r"expected a store of results: .*: (it|not) "):
            Store(path)
        assert path.read_bytes() == before

    def test_a_file_that_is_no_store_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "text"
        path.write_text("no database\n" * 100)
        with pytest.raises(KibitzError, match="expected a store of results"):
            Store(path)

    def test_a_store_of_an_older_layout_is_refused_and_stays_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "store"
        change(path, "create table results (experiment text, task text, numbers text)")
        change(path, "insert into results values ('a', 'b', 'c')")
        before = path.read_bytes()
        with pytest.raises(KibitzError, match="of an older layout, without checksums; move it"):
            Store(path)
        assert path.read_bytes() == before

    def test_it_is_one_file_from_the_first_result_on(self, tmp_path: Path, threads: Pools) -> None:
        """So none can be lost beside it, and a copy of it is a store."""
        path, found = tmp_path / "store", []

        def copy(done: int, tasks: int) -> None:
            if done:
                shutil.copy(path, tmp_path / "copy")
                found.append(len(kept_in(tmp_path / "copy")))
                beside = {file.name for file in tmp_path.iterdir()}
                assert beside <= {"store", "copy", "store-claims"}

        measured(Counted(), path, threads, copy)
        assert found == list(range(1, counted.TASKS + 1))
        assert {file.name for file in tmp_path.iterdir()} == {"store", "copy"}


class TestDamage:
    def test_a_flipped_byte_gives_no_wrong_number_and_is_not_passed_over(
        self, path: Path, tmp_path: Path
    ) -> None:
        data, draw = path.read_bytes(), random.Random(1)
        said = 0
        for _ in range(40):
            flipped = bytearray(data)
            flipped[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
            (tmp_path / "flipped").write_bytes(flipped)
            warnings: list[str] = []
            try:
                with Store(tmp_path / "flipped", read_only=True, warn=warnings.append) as kept:
                    results = kept.results(Counted(), Counted().tasks(quick=False))
            except KibitzError as error:
                assert len(str(error).splitlines()) == 1
                said += 1
                continue
            for outcome in results:
                assert outcome.numbers["square"] == SQUARES[outcome.task.case]
            if len(results) < counted.TASKS:
                assert len(warnings) == 1
            said += len(warnings)
        assert said > 5

    def test_a_damaged_row_is_told_and_its_task_runs_again(
        self, path: Path, threads: Pools
    ) -> None:
        change(path, "update results set numbers = replace(numbers, '49', '48')")
        results, warnings = measured(Counted(), path, threads)
        assert warnings == [
            f"expected 40 results in {str(path)!r}: 39 are whole; the others run again"
        ]
        assert results.values("square", "square") == SQUARES
        assert measured(Counted(), path, threads)[1] == []

    def test_so_far_leaves_out_a_damaged_row_and_tells(self, path: Path) -> None:
        change(path, "update results set numbers = '{\"square\": 7}' where task = 'square #0007'")
        warnings: list[str] = []
        with Store(path, read_only=True, warn=warnings.append) as kept:
            results = kept.results(Counted(), Counted().tasks(quick=False))
        assert (len(results), len(warnings)) == (counted.TASKS - 1, 1)

    @pytest.mark.parametrize(
        "words",
        [
            "delete from results where task = 'square #0007'",
            "delete from searches",
            "delete from tally",
            "update tally set sum = 1",
        ],
    )
    def test_rows_that_are_gone_are_told(self, words: str, path: Path, threads: Pools) -> None:
        change(path, words)
        results, warnings = measured(Counted(), path, threads)
        assert len(warnings) == 1
        assert "are whole; the others run again" in warnings[0]
        assert results.values("square", "square") == SQUARES

    def test_a_file_that_is_damaged_as_a_whole_is_refused(self, path: Path, threads: Pools) -> None:
        data = path.read_bytes()
        path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
        with pytest.raises(KibitzError, match=r"expected a store of results: .*: it is damaged"):
            measured(Counted(), path, threads)


class TestMeanwhile:
    @pytest.mark.parametrize("replaced", [False, True])
    def test_a_store_that_is_removed_or_replaced_during_a_run_is_noticed(
        self, replaced: bool, tmp_path: Path, threads: Pools
    ) -> None:
        path = tmp_path / "store"

        def remove(done: int, tasks: int) -> None:
            if done == 5:
                path.rename(tmp_path / "away")
                if replaced:
                    shutil.copy(tmp_path / "away", path)

        with pytest.raises(KibitzError, match=r"removed or replaced .*; stopped with 5 of 40"):
            measured(Counted(), path, threads, remove)

    def test_a_full_disk_is_one_line_and_what_was_written_stays(self, tmp_path: Path) -> None:
        def small() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

        done = subprocess.run(
            [sys.executable, "-m", "kibitz", "reproduce", "counted:Counted"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": counted.TESTS},
            preexec_fn=small,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert "expected a store of results: 'reproduction.sqlite': disk" in done.stderr
        assert "of 40 tasks of counted:Counted done" in done.stderr
        assert len(kept_in(tmp_path / "reproduction.sqlite")) > 5

    def test_while_another_process_writes_it_waits(
        self, path: Path, threads: Pools, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert store.PATIENCE == 60
        monkeypatch.setattr(store, "PATIENCE", 0.1)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(KibitzError, match="database is locked"):
            measured(Counted(), path, threads)
        other.close()

    def test_others_may_read_while_it_is_written(self, path: Path, threads: Pools) -> None:
        with Store(path) as kept, Store(path, read_only=True) as read:
            results = run(Counted(), kept, threads)
            assert len(read.results(Counted(), Counted().tasks(quick=False))) == len(results)


class TestReadOnly:
    def test_so_far_changes_nothing(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(path.parent)
        before = path.read_bytes(), path.stat().st_mtime_ns
        assert main(["reproduce", "counted:Counted", "--so-far", "--store", "store"]) == 0
        assert "513.5" in capsys.readouterr().out
        assert (path.read_bytes(), path.stat().st_mtime_ns) == before
        assert [file.name for file in path.parent.iterdir()] == ["store"]

    @pytest.mark.skipif(os.geteuid() == 0, reason="may write everywhere")
    def test_so_far_needs_no_right_to_write(self, path: Path) -> None:
        path.chmod(0o444)
        path.parent.chmod(0o555)
        try:
            assert main(["reproduce", "counted:Counted", "--so-far", "--store", str(path)]) == 0
        finally:
            path.parent.chmod(0o755)

    def test_nothing_is_written_to_a_store_that_is_read(self, path: Path) -> None:
        with Store(path, read_only=True) as kept:
            task = Counted().tasks(quick=True)[0]
            with pytest.raises(KibitzError, match="readonly"):
                kept.keep(Counted(), task, {"square": 0}, 0.1)

    def test_it_says_which_tasks_have_results(self, path: Path) -> None:
        with Store(path, read_only=True) as kept:
            ((name, tasks),) = kept.kept().items()
        wanted = Counted().tasks(quick=False)
        assert name == Counted().name
        assert sorted(tasks, key=lambda task: task.id) == sorted(wanted, key=lambda task: task.id)
        assert {task.definition for task in tasks} == {task.definition for task in wanted}
