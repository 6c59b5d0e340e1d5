"""Tables come back as they were, and hold the same rows in every form."""

from __future__ import annotations

import gzip
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from counted import Counted, measured, table

from kibitz import KibitzError
from kibitz.lab import export, runner
from kibitz.lab.pools import Pools
from kibitz.lab.store import Store
from kibitz.lab.work import Measured, Results


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
        results = Results([Measured(task, {"square": 2**70})], 1)
        with pytest.raises(KibitzError, match="expected numbers that Parquet can hold"):
            export.to_parquet(tmp_path / "out.parquet", [(Counted(), results)])

    def test_without_pyarrow_there_is_one_clear_line(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(KibitzError, match="--parquet needs pyarrow; use pip install"):
            export.to_parquet(tmp_path / "out.parquet", [])

    def test_results_of_a_folder_are_taken_over(self, tmp_path: Path, threads: Pools) -> None:
        results, _ = measured(Counted(), tmp_path / "store", threads)
        part = Results(results.outcomes[:7], results.tasks, searches=results.searches)
        export.to_folder(tmp_path, Counted(), part)
        said: list[str] = []
        with Store(tmp_path / "other") as store:
            runner.take_over(Counted(), store, tmp_path, said.append)
            assert store.results(Counted(), Counted().tasks(quick=False)) == part.outcomes
            runner.take_over(Counted(), store, tmp_path, said.append)
        assert said == [
            f"counted:Counted: {new} of 7 results are taken over from counted-Counted.csv.gz"
            for new in (7, 0)
        ]

    def test_results_of_a_task_that_is_another_now_are_left_where_they_are(
        self, tmp_path: Path, threads: Pools
    ) -> None:
        results, _ = measured(Counted(), tmp_path / "store", threads)
        path = tmp_path / "counted-Counted.csv.gz"
        first, *others = results.outcomes
        changed = replace(first, task=replace(first.task, what={"of": "another"}))
        found = Results([changed, *others], 7, searches=results.searches)
        export.to_folder(tmp_path, Counted(), found)
        with pytest.raises(KibitzError, match="is defined otherwise in"):
            export.from_csv(path, Counted())
        with Store(tmp_path / "other") as store:
            runner.take_over(Counted(), store, tmp_path, lambda line: None)
            assert store.results(Counted(), Counted().tasks(quick=False)) == others

    @pytest.mark.parametrize("part", ["fingerprint", "signature", "searches"])
    def test_results_that_something_else_made_are_not_taken_over(
        self, part: str, tmp_path: Path, threads: Pools
    ) -> None:
        results, _ = measured(Counted(), tmp_path / "store", threads)
        export.to_folder(tmp_path, Counted(), results)
        path = tmp_path / "counted-Counted.csv.gz"
        if part == "searches":
            searches = tmp_path / export.SEARCHES
            searches.write_text(searches.read_text().replace(": 1", ": 2"))
        else:
            text = gzip.decompress(path.read_bytes()).decode()
            for made in {getattr(outcome, part) for outcome in results.outcomes}:
                text = text.replace(made, "0" * 16)
            path.write_bytes(gzip.compress(text.encode()))
        with Store(tmp_path / "other") as store:
            assert store.take_over(Counted(), export.from_csv(path, Counted())) == 0
            assert store.results(Counted(), Counted().tasks(quick=False)) == []
