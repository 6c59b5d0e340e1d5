"""Parts of one's own: decision tests, orders, back-up rules."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from generators import random_tree

import kibitz
from kibitz import Algorithm, DecisionTest, Position, solve
from kibitz.cli import main
from kibitz.engines.reference import BACKUPS
from kibitz.engines.reference.decision import LeafTableTest
from kibitz.engines.reference.plain import maxn
from kibitz.engines.reference.search import Search

SPADES = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")


class Careful(DecisionTest):
    """The test by the leaf-value table, as a class of one's own."""

    needs = "outcomes"

    def __init__(self, scores: Any) -> None:
        self.table = LeafTableTest(scores)

    def possible(self, bounds: Any, feasible: Any) -> bool:
        return self.table.possible(bounds, feasible)


class Hasty(DecisionTest):
    """Cuts whatever has a bound."""

    needs = "bounds"

    def __init__(self, scores: Any) -> None:
        pass

    def possible(self, bounds: Any, feasible: Any) -> bool:
        return not bounds


def by_name(position: Position) -> Sequence[Any]:
    return sorted(position.moves(), key=str)


class TestOwnParts:
    @pytest.mark.parametrize("preset", ["shallow", "last-branch", "speculative"])
    def test_a_decision_test_works_in_every_composition(self, preset: str) -> None:
        own = Algorithm.parse(f"{preset}(test=test_parts:Careful,table=bounds)")
        for seed in range(40):
            position = random_tree(seed)
            value, line = maxn(position)
            result = solve(position, own)
            assert (result.value, list(result.line)) == (value, line)
            like = solve(position, replace(own, test="leaf-table"), engine="reference")
            assert result.stats == like.stats
            assert result.engine == "reference"

    def test_texts_of_own_parts_round_trip(self) -> None:
        text = "speculative(test=test_parts:Careful,order=test_parts:by_name)"
        algorithm = Algorithm.parse(text)
        assert algorithm.test is Careful
        assert str(algorithm) == text
        assert Algorithm.parse(str(algorithm)) == algorithm
        assert Algorithm.parse("speculative", test=Careful, order=by_name) == algorithm

    def test_an_order_decides_ties(self) -> None:
        tree = kibitz.game("tree").parse("0[(1,0,0) (1,5,0)]")
        assert solve(tree, "maxn").move == 0
        last = Algorithm.parse("maxn", order=lambda position: position.moves()[::-1])
        assert solve(tree, last).move == 1

    @pytest.mark.parametrize(
        ("part", "message"),
        [
            ("test=builtins:int", "expected a name or a subclass of DecisionTest"),
            ("order=test_parts:SPADES", "expected a function as order"),
            ("test=no_such:thing", "expected test 'module:name'"),
            ("test=linaer", "did you mean 'linear'"),
            ("prune=shalow,test=linear", "did you mean 'shallow'"),
        ],
    )
    def test_what_is_no_part_is_refused(self, part: str, message: str) -> None:
        with pytest.raises(kibitz.KibitzError, match=message):
            Algorithm.parse(f"speculative({part})")


def test_a_back_up_rule_that_the_kernel_has_no_loop_for_runs_on_the_reference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Hopeful(Search):
        """Max^n by another name."""

    monkeypatch.setitem(BACKUPS._named, "hopeful", Hopeful)
    tree = random_tree(3)
    result = solve(tree, "maxn(backup=hopeful)")
    assert (result.engine, result.value) == ("reference", solve(tree, "maxn").value)
    with pytest.raises(kibitz.KibitzError, match="does not know backup=hopeful"):
        solve(tree, "maxn(backup=hopeful)", engine="kernel")


class TestUnproved:
    """A decision test of one's own may cut too much, and nobody knows."""

    POSITION = SPADES.parse("7..K.4 .2..K7 J...A3")
    OWN = "shallow(test=test_parts:Hasty)"

    def test_a_value_that_rests_on_it_is_not_called_exact(self) -> None:
        algorithm = Algorithm.parse(self.OWN)
        assert not algorithm.sound
        assert algorithm.as_dict()["sound"] is False
        result = solve(self.POSITION, algorithm)
        assert result.certainty == "unproved"
        assert result.show().endswith("UNPROVED: the value rests on test=test_parts:Hasty")
        careful = "shallow(test=test_parts:Careful)"
        stopped = solve(self.POSITION, careful, limit=kibitz.Limit(nodes=40))
        assert (stopped.stopped, stopped.certainty) == ("nodes", "unproved")
        analysis = kibitz.analyse(self.POSITION, algorithm)
        assert {row.certainty for row in analysis.moves} == {"unproved"}
        assert not analysis.complete
        assert "UNPROVED: values rest on test=test_parts:Hasty" in analysis.show()

    def test_a_right_one_is_not_either(self) -> None:
        assert solve(self.POSITION, "shallow(test=test_parts:Careful)").certainty == "unproved"

    def test_an_order_is_checked_and_an_evaluation_only_estimates(self) -> None:
        assert solve(self.POSITION, "shallow(order=test_parts:by_name)").certainty == "exact"
        assert Algorithm.parse("maxn", leaf=lambda position: (0, 0, 0)).sound

    def test_a_comparison_says_where_searches_differ_that_must_agree(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        wrong = kibitz.compare(self.POSITION, ["maxn", self.OWN])
        assert wrong.contradicts
        said = "they differ in value, where they must agree, and test=test_parts:Hasty is unproved"
        assert wrong.verdict == said
        words = ["compare", str(SPADES), str(self.POSITION), "maxn"]
        assert main([*words, self.OWN]) == 1
        assert capsys.readouterr().out.splitlines()[-1] == said
        assert main([*words, "shallow(test=test_parts:Careful)", "leaf-table"]) == 0

    @pytest.mark.parametrize("other", ["maxn(order=low)", "paranoid", "deep", "maxn(width=1)"])
    def test_what_need_not_agree_does_not_contradict(self, other: str) -> None:
        for seed in range(30):
            deal = SPADES.deal(seed, cards=4)
            assert not kibitz.compare(deal, ["maxn", other]).contradicts

    def test_lines_of_stdin_all_count(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{self.POSITION}\nA... K... Q...\n"))
        assert main(["compare", "spades(players=3,breaking=false)", "-", "maxn", self.OWN]) == 1
        found = [json.loads(line)["contradicts"] for line in capsys.readouterr().out.splitlines()]
        assert found == [True, False]
