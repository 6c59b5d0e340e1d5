"""Tables come back as they were, and hold the same rows in every form."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest
from counted import Counted, measured, table

from kibitz import KibitzError
from kibitz.lab import export
from kibitz.lab.pools import Pools
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
