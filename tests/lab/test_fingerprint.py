"""A result belongs to its task, to the code that measured it, and to the search."""

from __future__ import annotations

import importlib
import linecache
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import counted
import pytest
from counted import Counted, Remeasured, Reworded, Searching, Seated, measured

import kibitz
from kibitz import KibitzError, experiments, games, scoring, text
from kibitz.algorithm import Algorithm
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference import SEARCHES
from kibitz.engines.reference.searches import choices
from kibitz.experiments.shared.playing import Playing
from kibitz.game import Position
from kibitz.lab import fingerprint
from kibitz.lab.pools import Pools
from kibitz.lab.work import Cancel, Numbers, Task, Work
from kibitz.matches import probes
from kibitz.matches.match import Match

OWN = """
from kibitz.lab.work import Work, Task

FACTOR = 2

def twice(number):
    return FACTOR * number

class Own(Work):
    def tasks(self, quick):
        return [Task("a", 0, {"of": "1"})]

    def measure(self, task, cancel):
        return {"twice": self.more(task.case)}

    def more(self, number):
        return twice(number)

    def other(self):
        return 1
"""


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

    def test_results_of_a_worker_with_another_search_are_refused(
        self, tmp_path: Path, threads: Pools, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = iter(["one", "another"] * counted.TASKS)
        monkeypatch.setattr("kibitz.lab.runner.signature", lambda: next(answers))
        with pytest.raises(KibitzError, match="a worker has another search"):
            measured(Counted(), tmp_path / "store", threads)


class TestSearch:
    @pytest.fixture
    def searches(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
        """What the searches count, to be changed."""
        counts = dict(fingerprint.counts())
        monkeypatch.setattr(fingerprint, "counts", lambda: counts)
        monkeypatch.setattr("kibitz.lab.store.counts", lambda: counts)
        signature = fingerprint.signature.__wrapped__
        for module in ("fingerprint", "store", "runner"):
            monkeypatch.setattr(f"kibitz.lab.{module}.signature", signature)
        return counts

    def test_another_search_is_noticed(
        self, tmp_path: Path, threads: Pools, searches: dict[str, int]
    ) -> None:
        measured(Counted(), tmp_path / "store", threads)
        name = list(searches)[3]
        searches[name] += 1
        _, warnings = measured(Counted(), tmp_path / "store", threads)
        assert warnings == [
            f"counted:Counted: the search changed ({name} visits {searches[name]:,} nodes, "
            f"was {searches[name] - 1:,}); {counted.TASKS} older results are not used and their "
            "tasks run again"
        ]
        assert measured(Counted(), tmp_path / "store", threads)[1] == []

    @pytest.mark.parametrize("plays", [True, False])
    def test_players_that_choose_otherwise_are_noticed_where_players_play(
        self,
        plays: bool,
        tmp_path: Path,
        threads: Pools,
        searches: dict[str, int],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(Seated, "plays", plays)
        names = [name for name in searches if " play " in name]
        older = {name: searches.pop(name) for name in names}
        measured(Seated(), tmp_path / "store", threads)
        searches.update(older)
        assert measured(Seated(), tmp_path / "store", threads)[1] == []
        measured(Seated(), tmp_path / "another", threads)
        searches[names[-1]] += 1
        _, warnings = measured(Seated(), tmp_path / "another", threads)
        assert [
            f"the search changed ({names[-1]} goes differently)" in line for line in warnings
        ] == [True] * plays

    def test_what_players_choose_is_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = fingerprint.counts.__wrapped__()
        monkeypatch.setattr("kibitz.players.judgement.bid", lambda view: view.choices[1])
        now = fingerprint.counts.__wrapped__()
        changed = [name for name in now if now[name] != before[name]]
        assert [name.split("(")[0] for name in changed] == ["whole-spades"]
        assert Playing.plays

    @pytest.mark.parametrize(
        ("used", "changed", "stale"),
        [
            ("leaf-table", "outcome-sets", False),
            ("leaf-table", "paranoid", False),
            ("leaf-table", "speculative", True),
            ("leaf-table", "perft", True),
            ("paranoid", "outcome-sets", False),
            ("paranoid", "maxn", True),
            ("paranoid", "alpha-beta", True),
            ("paranoid", "partition", False),
            ("partition", "paranoid-partition", True),
            ("partition", "outcome-sets", True),
            ("outcome-sets", "outcome-sets", True),
            ("outcome-sets", "paranoid", False),
            (None, "outcome-sets", True),
            (None, "paranoid", True),
        ],
    )
    def test_a_result_depends_on_the_searches_that_can_have_had_a_part_in_it(
        self,
        used: str | None,
        changed: str,
        stale: bool,
        tmp_path: Path,
        threads: Pools,
        searches: dict[str, int],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Other back-up rules, with another loop and no part in common, have none."""
        monkeypatch.setattr(Searching, "used", used)
        _, told = measured(Searching(), tmp_path / "store", threads)
        assert told == []
        name = next(name for name in searches if name.split()[1].partition("(")[0] == changed)
        searches[name] += 1
        results, told = measured(Searching(), tmp_path / "store", threads)
        assert len(results) == counted.TASKS
        assert bool(told) == stale

    def test_who_measures_otherwise_depends_on_all_searches(self) -> None:
        class Named(Counted):
            def searches(self, task: Task) -> Sequence[Algorithm]:
                return ()

        class Otherwise(Named):
            def measure(self, task: Task, cancel: Cancel) -> Numbers:
                return {}

        named, otherwise = (
            fingerprint.rules(work, work.tasks(quick=True)[0]) for work in (Named(), Otherwise())
        )
        assert not named
        assert otherwise == set(SEARCHES)

    def test_an_experiment_uses_no_back_up_rule_that_it_does_not_name(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Searches of a task of each column are seen as they begin."""
        seen: set[str] = set()

        def noted(position: Position, algorithm: Algorithm, *more: Any) -> Problem:
            seen.add(algorithm.backup)
            return Problem(position, algorithm, *more)

        monkeypatch.setattr("kibitz.engines.choice.Problem", noted)
        used: set[str] = set()
        for found in experiments.everything():
            columns = {task.column: task for task in found.tasks(quick=True)}
            for task in columns.values():
                if fingerprint.rules(found, task) - {fingerprint.PLAY} != set(SEARCHES):
                    seen.clear()
                    found.measure(task, Cancel())
                    assert seen <= fingerprint.rules(found, task), task
                    used |= seen
        assert {"maxn", "paranoid"} <= used

    @pytest.mark.parametrize(
        ("game", "line", "backups"),
        [
            ("hearts", "rules", set()),
            ("hearts", "playouts(5)", set()),
            ("hearts", "sampling(worlds=5)", {"maxn"}),
            ("spades(players=3)", "search(paranoid(leaf=cards),nodes=50)", {"paranoid"}),
            ("spades(players=3)", "search(nodes=50)", {"maxn"}),
            ("chinese_checkers", "search(nodes=50)", set(SEARCHES)),
            ("chinese_checkers", "sampling", set(SEARCHES)),
            ("hearts", "player:careful", set(SEARCHES)),
            ("hearts", "own_players:Deeper", set(SEARCHES)),
        ],
    )
    def test_a_match_depends_on_the_algorithms_of_its_players(
        self, game: str, line: str, backups: set[str]
    ) -> None:
        match = Match(game, (line, "random"))
        [task] = match.tasks(quick=True)[:1]
        assert fingerprint.rules(match, task) == backups

    def test_one_more_search_in_the_list_changes_nothing(
        self, tmp_path: Path, threads: Pools, searches: dict[str, int]
    ) -> None:
        told: list[int] = []
        measured(Counted(), tmp_path / "store", threads)
        searches["another game"] = 7
        results, warnings = measured(
            Counted(), tmp_path / "store", threads, lambda done, tasks: told.append(done)
        )
        assert (len(results), warnings, told) == (counted.TASKS, [], [])

    def test_the_counts_are_those_of_the_search(self) -> None:
        """A new part, preset, utility or game adds a search: then add its line to the file.

        A line that changes is a changed search, or changed players if it is a game that they
        play, and older results no longer count. In a sum of all counts errors could cancel.
        """
        lines = (Path(__file__).parent / "counts.txt").read_text().splitlines()
        wanted = {name: int(count) for count, name in (line.split(" ", 1) for line in lines)}
        assert fingerprint.counts() == wanted

    def test_every_game_and_every_choice_is_in_a_search(self) -> None:
        """Most of them by themselves; a part that needs others is to be added to the list."""
        counts = fingerprint.counts()
        went = [
            (kibitz.game(game), kibitz.Algorithm.parse(algorithm))
            for game, algorithm, depth in probes.searches()
            if f"{game} {algorithm}" + (f" {depth} plies" if depth else "") in counts
        ]
        for name in games.names():
            assert f"{name} perft 2 plies" in counts
        utilities = {str(game.arguments().get("utility")) for game, _ in went}
        assert utilities >= set(scoring.all_utilities())
        assert {algorithm.preset for _, algorithm in went} == set(kibitz.PRESETS)
        for axis, names in choices().items():
            chosen = {algorithm.search.shown(axis) for _, algorithm in went}
            assert chosen >= set(names), axis

    def test_every_rule_that_an_experiment_changes_is_in_a_search(self) -> None:
        def changed(words: str) -> set[tuple[str, str]]:
            name, arguments = text.read_call(words)
            usual = kibitz.game(name).arguments()
            sizes = {
                "players",
                "cards",
                "tricks",
                "bids",
                "utility",
                "depth",
                "branching",
                "move_limit",
            }
            return {
                (rule, value)
                for rule, value in arguments.items()
                if rule not in sizes and value != text.write_value(usual[rule])
            }

        covered = {rule for words, _, _ in probes.SEARCHES for rule in changed(words)}
        for found in experiments.everything():
            for task in found.tasks(quick=True):
                if "game" in task.what and not task.what["game"].startswith("whole-"):
                    assert changed(task.what["game"]) <= covered


class TestCode:
    @pytest.fixture
    def own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.syspath_prepend(str(tmp_path))
        return tmp_path / "measured_here.py"

    def made(self, own: Path, changes: Mapping[str, str]) -> str:
        """The fingerprint of the work in a module, with some of its words changed."""
        words = OWN
        for before, after in changes.items():
            assert before in words
            words = words.replace(before, after)
        own.write_text(words)
        sys.modules.pop("measured_here", None)
        importlib.invalidate_caches()
        linecache.checkcache()
        sys.dont_write_bytecode, before_that = True, sys.dont_write_bytecode
        module = importlib.import_module("measured_here")
        sys.dont_write_bytecode = before_that
        work: Work = module.Own()
        return fingerprint.fingerprint(work, work.tasks(quick=True)[0])

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("FACTOR = 2", "FACTOR = 3"),
            ("FACTOR * number", "FACTOR + number"),
            ("return twice(number)", "return twice(number) + 1"),
            ('"twice"', '"doubled"'),
            ('"of": "1"', '"of": "2"'),
        ],
    )
    def test_what_measuring_uses_changes_the_fingerprint(
        self, before: str, after: str, own: Path
    ) -> None:
        assert self.made(own, {}) != self.made(own, {before: after})

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("FACTOR = 2", "FACTOR = 2  # two"),
            ("def twice(number):", 'def twice(number):\n    """Twice."""'),
            ("return 1", "return 2"),
        ],
    )
    def test_a_comment_or_what_measuring_does_not_use_changes_none(
        self, before: str, after: str, own: Path
    ) -> None:
        assert self.made(own, {}) == self.made(own, {before: after})

    def test_every_experiment_keeps_its_fingerprint_from_run_to_run(self) -> None:
        for found in experiments.everything():
            task = found.tasks(quick=True)[0]
            assert fingerprint.fingerprint(found, task) == fingerprint.fingerprint(found, task)


def test_without_probes_it_is_said_where_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "PROBES", [])
    with pytest.raises(kibitz.KibitzError, match=r"import kibitz\.experiments$"):
        fingerprint.counts.__wrapped__()
