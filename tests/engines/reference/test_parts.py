"""Parts of one's own: decision tests, orders, back-up rules."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from generators import random_tree

import kibitz
from kibitz import Algorithm, BackupRule, DecisionTest, Payoffs, Position, solve
from kibitz.cli import main
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


class Hasty(DecisionTest):
    """Cuts whatever has a bound."""

    needs = "bounds"

    def __init__(self, scores: Any) -> None:
        pass

    def possible(self, bounds: Any, feasible: Any) -> bool:
        return not bounds


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

    @pytest.mark.parametrize(
        "line",
        [
            "maxn(backup=test_parts:together,table=exact)",
            "test_parts:Kind(own=3)",
            "speculative(prune=test_parts:TWO_PLIES,test=test_parts:Careful)",
            "maxn(order=test_parts:by_name)",
            "leaf-table(keys=relative)",
        ],
    )
    def test_an_algorithm_travels_to_another_process(self, line: str) -> None:
        algorithm = Algorithm.parse(line)
        assert pickle.loads(pickle.dumps(algorithm)) == algorithm

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
            ("order=test_parts:SPADES", "expected a function as an order"),
            ("test=no_such:thing", "expected a test 'module:name'"),
            ("backup=builtins:int", "expected a function, or a dataclass that extends Search"),
            ("prune=test_parts:SPADES", "expected a function as a pruning rule"),
            ("prune=test_parts:Kind", "expected a function as a pruning rule"),
            ("test=test_parts:always", "DecisionTest: test=test_parts:always$"),
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
