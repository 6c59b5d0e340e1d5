"""Every experiment runs, says what the papers say, and its page is what the program writes."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import counted
import pytest

import kibitz
from kibitz import experiments
from kibitz.cli import main
from kibitz.experiments import experiment
from kibitz.experiments.shared import boards
from kibitz.lab import export, overview, report
from kibitz.lab.estimate import Estimate
from kibitz.lab.experiment import Line
from kibitz.lab.pools import pools
from kibitz.lab.runner import run
from kibitz.lab.store import Store
from kibitz.lab.work import Cancel, Results

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "reproduction"
OVERVIEWS = {"index", overview.MISSED}
"""Pages about all experiments."""

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
    found = experiment(name)
    with Store(Path(":memory:")) as kept, pools(workers=1) as ready:
        results = run(found, kept, ready, quick=True)
        assert kept.changed(found, found.tasks(quick=False)) == ""
    assert (found.name, len(results)) == (name, len(found.tasks(quick=True)))
    lines = [line for line in found.lines(results) if line.ours.cases]
    assert lines
    shown = report.show(found, results)
    assert "quick: " in shown
    for line in lines:
        assert line.label in shown
        if name in FACTS and line.published is not None:
            assert line.ours.value == line.published
    report.write(tmp_path / "pages", [(found, results)], [found])
    page = (tmp_path / "pages" / f"{name}.md").read_text()
    drawings = list((tmp_path / "pages").glob("*.svg"))
    assert len(drawings) == len(found.plots(results)) == page.count("![") > 0
    assert "What to make of it" not in page  # which is said of the whole
    for count in {0, len(results) // 2}:
        part = Results(results.outcomes[:count], results.tasks, quick=True)
        assert f"so far: {count} of " in report.show(found, part).replace(",", "")
        assert json.dumps(report.as_dict(found, part), allow_nan=False)
        report.write(tmp_path / "pages", [(found, part)], [found])


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
    assert constant("ijcai_2003_table_8") == {
        2: (1.5874, 1.8393), 3: (2.0801, 2.4675), 4: (2.5198, 3.0000), 5: (2.9240, 3.4755),
        10: (4.6416, 5.4191), 1000: (100.00, 103.61),
    }  # fmt: skip
    assert constant("ijcai_2003_table_10") == {"maxn": 1.2e6, "speculative": 100e3}
    assert constant("ijcai_2003_table_10", "BEST_CASE") == 84_927
    assert list(constant("ijcai_2003_table_11").values()) == [
        (20.9, 11.1), (22.1, 12.1), (25.8, 17.1), (21.7, 11.1), (24.3, 15.4), (33.5, 22.4),
    ]  # fmt: skip
    assert list(constant("ijcai_2003_table_12").values()) == [
        (8.50, 8.50), (8.01, 8.99), (5.55, 5.78), (5.72, 5.61),
    ]  # fmt: skip
    assert list(constant("ijcai_2005_table_2").items()) == [
        ("full", 2.7e6), ("NCS", 1.9e6), ("MT", 1.1e6), ("MoMB", 400e3), ("mOT", 37.2e3),
        ("smOT", 8.6e3), ("WL", 788), ("OH", 40.7e3),
    ]  # fmt: skip
    assert list(constant("ijcai_2005_table_3").values()) == [481e3, 225e3, 14e3, 22e3]


@pytest.mark.parametrize("name", [name for name in experiments.names() if "nijssen" in name])
def test_wins_on_boards_are_shared_and_every_seating_is_played(name: str) -> None:
    found = experiment(name)
    assert isinstance(found, boards.Boards)
    for wins in found.published.values():
        assert len(wins) == len([each for each in found.seconds if each >= 0.25])
        assert all(sum(each) == pytest.approx(100, abs=0.7) for each in wins)  # as printed
    for row in found.rows:
        groups = boards.turns(len(found.kinds), row.players)
        seatings = {seating for group in groups for seating in group}
        assert len(seatings) == len(found.kinds) * len(groups)
        assert len(seatings) == {
            (2, 2): 2, (2, 3): 6, (2, 4): 14, (2, 6): 62, (3, 3): 6, (3, 4): 36, (3, 6): 540,
        }[len(found.kinds), row.players]  # fmt: skip
        for group in groups:
            together = sum(group, ())
            assert len({together.count(kind) for kind in range(len(found.kinds))}) == 1


def test_the_known_counts_of_table_8_of_2003_are_met() -> None:
    """b=10, depth 6, and b=3, depth 7, of the uniform trees with all leaves equal."""
    table = experiment("ijcai-2003-table-8")
    for game, visited in (("depth=6,branching=10", 67_183), ("depth=7,branching=3", 1_240)):
        task = table.tasks(quick=True)[0]
        what = {**task.what, "game": f"tree({game})"}
        assert table.measure(type(task)("b", 0, what), Cancel()) == {"visited": visited}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["aaai-2000-table2"], "unknown experiment 'aaai-2000-table2'; did you mean"),
        (["counted:square"], "expected a subclass of Experiment: 'counted:square'"),
        (["counted:Experiment"], "expected lines(), tasks() in 'counted:Experiment'"),
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
        (["ijcai-2005-table-1", "--so-far"], "expected a store of results: 'reproduction.sqlite'"),
        (["--all", "ijcai-2005-table-1"], "expected NAME ..., --all or --list"),
        (["--list", "ijcai-2005-table-1"], "expected NAME ..., --all or --list"),
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


def test_the_list_says_how_long_each_takes_and_what_was_spent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert {one.cost for one in experiments.everything()} == {"seconds", "minutes", "hours"}
    assert main(["reproduce", "--list"]) == 0
    assert "spent" not in capsys.readouterr().out
    assert main(["reproduce", "ijcai-2005-figure-8"]) == 0
    assert main(["reproduce", "--list"]) == 0
    (line,) = (
        one
        for one in capsys.readouterr().out.splitlines()
        if one.startswith("ijcai-2005-figure-8 ")
    )
    assert line.split()[1] == "seconds"
    assert line.endswith(" seconds for 1 results")


def test_an_experiment_of_ones_own_has_a_page_without_empty_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "counted:Studied", "--docs", "pages", "--store", ":memory:"]) == 0
    index = (tmp_path / "pages" / "index.md").read_text()
    assert index.startswith("# Experiments\n")
    assert "| experiment | what it shows |\n| --- | --- |\n| [counted:Studied]" in index
    capsys.readouterr()
    for name in ("counted:Studied", "counted:Counted"):
        assert main(["reproduce", name, "--docs", "pages"]) == 0
        assert ("published" in capsys.readouterr().out) == (name == "counted:Counted")
    page = (tmp_path / "pages" / "counted-Studied.md").read_text()
    assert page.startswith("# Long spades\n\nSpades, five cards each.\n\n## Numbers\n")
    table = [line for line in page.splitlines() if line.startswith("|")]
    assert table[0] == "|  | ours | 95 % interval | cases |"
    assert all(cell.strip() for line in table[1:] for cell in line.strip("|").split("|"))
    index = (tmp_path / "pages" / "index.md").read_text()
    assert index.count("| [counted:Studied](counted-Studied.md) | Long spades |") == 1
    assert index.count("| [counted:Counted](counted-Counted.md) |") == 1
    assert (tmp_path / "pages" / "data" / "counted-Studied.csv.gz").exists()


def test_an_index_without_papers_keeps_what_was_there(tmp_path: Path) -> None:
    for stem in ("counted-Studied", "counted-Counted"):
        (tmp_path / f"{stem}.md").touch()
    only_own = overview.index(tmp_path, [counted.Studied()])
    (tmp_path / "index.md").write_text(only_own)
    assert overview.index(tmp_path, []) == only_own
    both = overview.index(tmp_path, [counted.Counted()])
    assert "| [counted:Studied](counted-Studied.md) | Long spades |  |" in both
    (tmp_path / "index.md").write_text(both)
    assert overview.index(tmp_path, [counted.Counted()]) == both


def test_lines_of_what_was_not_measured_are_noticed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["reproduce", "counted:Counted", "--quick", "--store", ":memory:"]

    def ask_for(column: str, number: str) -> None:
        def lines(_: counted.Counted, found: Results) -> list[Line]:
            return [Line("", found.mean(column, number))]

        monkeypatch.setattr(counted.Counted, "lines", lines)

    ask_for("square", "squar")
    assert main(words) == 2
    said = "unknown number of 'square' 'squar'; did you mean 'square'?"
    assert said in capsys.readouterr().err
    ask_for("squares", "square")
    assert main(words) == 0
    said = "no line of the table is about what was measured: square"
    assert said in capsys.readouterr().out


def test_nothing_done_so_far_has_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "counted:Studied", "--quick"]) == 0
    capsys.readouterr()
    assert main(["reproduce", "counted:Counted", "--so-far"]) == 0
    *_, caveat = capsys.readouterr().out.strip().splitlines()
    assert caveat.startswith("so far: 0 of ")


def test_a_study_searches_deals_that_meet_conditions() -> None:
    where = "P0: spades>=3"
    (task, *_) = counted.Studied().tasks(quick=True)
    assert task.what["where"] == where
    deal = kibitz.deals(task.what["game"], where).deal(int(task.what["deal"]))
    stats = kibitz.solve(deal, task.what["algorithm"]).stats
    assert counted.Studied().measure(task, Cancel())["visited"] == stats.visited


@pytest.mark.parametrize("name", sorted({page.stem for page in PAGES.glob("*.md")} - OVERVIEWS))
def test_the_pages_are_what_the_program_writes_from_the_data_beside_them(name: str) -> None:
    found = experiment(name)
    results = export.from_csv(PAGES / "data" / f"{name}.csv.gz", found)
    assert (PAGES / f"{name}.md").read_text() == report.page(found, results)


def test_the_index_lists_every_page() -> None:
    assert (PAGES / "index.md").read_text() == overview.index(PAGES, experiments.everything())
    assert {page.stem for page in PAGES.glob("*.md")} <= {*experiments.names(), *OVERVIEWS}


def test_the_page_of_what_was_not_met_is_written_from_the_data() -> None:
    known = experiments.everything()
    page = (PAGES / f"{overview.MISSED}.md").read_text()
    assert page == overview.missed(PAGES, known)
    for one, _, lines in overview.published(PAGES, known):
        missed = any(line.judged and not line.met for line in lines)
        assert (f"## {one.paper}: {one.title}\n" in page) == missed


def test_data_of_other_tasks_are_left_out_with_a_word(tmp_path: Path) -> None:
    name = "counted-Counted"
    (tmp_path / f"{name}.md").touch()
    (tmp_path / "data").mkdir()
    rows = "experiment,column,case,of\ncounted:Counted,square,1,2\n"
    (tmp_path / "data" / f"{name}.csv.gz").write_bytes(gzip.compress(rows.encode()))
    page = overview.index(tmp_path, [counted.Counted()])
    assert "Its numbers are left out: its data are of a quick run or of other tasks." in page
    assert overview.missed(tmp_path, [counted.Counted()]) == ""


def test_a_number_is_met_within_the_interval_or_as_near_as_print_can_tell() -> None:
    def met(published: float, value: float, low: float | None, high: float | None) -> bool:
        line = Line("nodes", Estimate(value, low, high), published)
        return overview.Beside(counted.Counted(), line).met

    assert met(10, 12, 9, 15)
    assert not met(10, 12, 11, 13)
    assert met(1_000, 1_004, None, None)
    assert not met(1_000, 1_006, None, None)


def test_a_number_of_few_cases_is_not_judged_before_all_is_measured() -> None:
    def cell(estimate: Estimate, whole: bool) -> str:
        line = Line("nodes", estimate, 10)
        return overview.Beside(counted.Counted(), line, whole).cells[-1]

    assert cell(Estimate(12), whole=False) == "too few"
    assert cell(Estimate(12), whole=True) == "no"
    assert cell(Estimate(12, 11, 13), whole=False) == "no"
    assert cell(Estimate(12, 9, 15), whole=False) == "yes"
