"""Parts of one's own: decision tests, orders, back-up rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from generators import random_tree

import kibitz
from kibitz import Algorithm, DecisionTest, Position, solve
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
