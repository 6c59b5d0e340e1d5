"""Parts of one's own: decision tests, orders, back-up rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from generators import random_tree

import kibitz
from kibitz import Algorithm, BackupRule, DecisionTest, Payoffs, Position, solve
from kibitz.engines.reference import SEARCHES
from kibitz.engines.reference.decision import LeafTableTest
from kibitz.engines.reference.plain import maxn
from kibitz.engines.reference.search import MaxN
from kibitz.leaf_table import payoffs_of

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


def always(first: bool, last: bool) -> bool:
    return True


TWO_PLIES = kibitz.PruningRule(always, life=2)


def together(position: Position, values: Sequence[Payoffs]) -> int:
    """The largest sum goes up."""
    sums = [sum(payoffs) for payoffs in values]
    return sums.index(max(sums))


@dataclass(frozen=True)
class Kind(BackupRule):
    """Own payoffs count so many times, and those of the others."""

    own: int = 2
    others: int = 1

    def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
        side = position.side
        worth = [self.own * one[side] + self.others * (sum(one) - one[side]) for one in values]
        return worth.index(max(worth))


def plain_together(position: Position) -> Payoffs:
    if position.is_over:
        return payoffs_of(position.game, position.outcome)
    return max((plain_together(position.play(move)) for move in position.moves()), key=sum)


class TestOwnParts:
    @pytest.mark.parametrize("test", ["linear", "leaf-table"])
    @pytest.mark.parametrize("rule", ["test_parts:always", "test_parts:TWO_PLIES"])
    def test_a_pruning_rule_is_exact_and_visits_what_it_visits_under_a_name(
        self, rule: str, test: str
    ) -> None:
        own = Algorithm.parse(f"speculative(prune={rule},test={test},table=bounds)")
        assert Algorithm.parse(str(own)) == own
        assert own.search.life_for(4) == (2 if "TWO" in rule else 3)
        for seed in range(40):
            position = random_tree(seed)
            value, line = maxn(position)
            result = solve(position, own)
            assert (result.value, list(result.line)) == (value, line)
            if "TWO" not in rule:
                like = own.with_parts(prune="speculative", first="given")
                assert result.stats == solve(position, like, engine="reference").stats

    @pytest.mark.parametrize("parts", ["", ",table=exact", ",table=exact,keys=relative"])
    def test_a_back_up_rule_says_what_a_node_makes_of_its_children(self, parts: str) -> None:
        for seed in range(10):
            deal = SPADES.deal(seed, cards=3)
            found = solve(deal, f"maxn(backup=test_parts:together{parts})")
            assert (found.engine, found.value) == ("reference", plain_together(deal))
            assert found.complete

    def test_a_search_of_ones_own_has_arguments_of_its_own(self) -> None:
        text = "test_parts:Kind(own=3,table=exact)"
        algorithm = Algorithm.parse(text)
        assert sorted(str(algorithm)) == sorted(text)
        assert Algorithm.parse(str(algorithm)) == algorithm
        assert algorithm.parts()["others"] == 1
        deal = SPADES.deal(2, cards=3)
        selfish = solve(deal, "test_parts:Kind(others=0)")
        plain = solve(deal, "maxn")
        assert (selfish.value, selfish.line) == (plain.value, plain.line)
        kind = solve(deal, "test_parts:Kind(own=1)")
        assert kind.value == solve(deal, "maxn(backup=test_parts:together)").value
        assert kibitz.compare(deal, ["maxn", text])[1].value == solve(deal, text).value
        with pytest.raises(kibitz.KibitzError, match="did you mean 'others'"):
            Algorithm.parse("test_parts:Kind(other=1)")

    @pytest.mark.parametrize("number", [-1, 99, None, True])
    def test_a_back_up_rule_that_chooses_no_child_is_told(self, number: Any) -> None:
        with pytest.raises(kibitz.KibitzError, match="expected a number from 0 to"):
            solve(random_tree(3), Algorithm(backup=lambda position, values: number))

    @pytest.mark.parametrize("preset", ["shallow", "last-branch", "speculative"])
    def test_a_decision_test_works_in_every_composition(self, preset: str) -> None:
        own = Algorithm.parse(f"{preset}(test=test_parts:Careful,table=bounds)")
        for seed in range(40):
            position = random_tree(seed)
            value, line = maxn(position)
            result = solve(position, own)
            assert (result.value, list(result.line)) == (value, line)
            like = solve(position, own.with_parts(test="leaf-table"), engine="reference")
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
            ("backup=builtins:int", "expected a function, or a dataclass that extends Search"),
            ("prune=test_parts:SPADES", "expected a function as pruning rule"),
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
    @dataclass(frozen=True)
    class Hopeful(MaxN):
        """Max^n by another name."""

        backup = "hopeful"

    monkeypatch.setitem(SEARCHES._named, "hopeful", Hopeful)
    tree = random_tree(3)
    result = solve(tree, "maxn(backup=hopeful)")
    assert (result.engine, result.value) == ("reference", solve(tree, "maxn").value)
    with pytest.raises(kibitz.KibitzError, match="does not know backup=hopeful"):
        solve(tree, "maxn(backup=hopeful)", engine="kernel")
