"""The smallest tree or deal on which something happens."""

from __future__ import annotations

import shlex

import pytest

import kibitz
from kibitz import KibitzError, NotFound, find
from kibitz.check.find import SORTS
from kibitz.check.small import size
from kibitz.cli import main


@pytest.mark.parametrize("sort", SORTS)
def test_what_is_found_happens_and_its_commands_run(
    sort: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = find(sort, tries=800)
    assert size(example.position) <= 12
    for command in example.commands:
        words = shlex.split(command)
        assert words[0] == "kibitz"
        assert main(words[1:]) == 0
        assert capsys.readouterr().out


def test_nothing_simpler_has_a_distant_cut() -> None:
    """It takes three bounded players, two above the one that is to move."""
    example = find("distant-cut", tries=800)
    (result,) = example.comparison
    assert result.stats.cuts["distant"] == 1
    assert size(example.position) == 6


def test_deals_of_a_game_are_looked_at() -> None:
    example = find("tie", game="spades(players=3)", tries=200)
    one, two = example.comparison
    assert one.value != two.value
    assert str(example.position.game) == "spades(players=3)"


def test_a_condition_of_ones_own_is_given_the_comparison() -> None:
    def saves_four(found: kibitz.Comparison) -> str:
        plain, pruned = (result.stats.visited for result in found)
        return f"{plain - pruned} nodes saved" if plain - pruned >= 4 else ""

    example = find(saves_four, ["maxn", "leaf-table"], tries=300)
    assert example.what == "4 nodes saved"


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(NotFound, match="not found in 5 positions: counts"):
        find("counts", ["maxn", "maxn"], tries=5)
    with pytest.raises(KibitzError, match="expected two algorithms or more for tie: maxn"):
        find("tie", "maxn")
    with pytest.raises(KibitzError, match="a ratio above 1"):
        find("counts", ratio=1)
    with pytest.raises(KibitzError, match="expected re-search, distant-cut"):
        find("nothing")


def test_a_trace_of_cuts_has_each_cut_and_the_way_to_it() -> None:
    game = kibitz.game("tree(depth=5)")
    for seed in range(20):
        trace = kibitz.trace(game.deal(seed), "speculative")
        cuts = [step for step in trace if step.kind == "cut"]
        shown = list(trace.only("cuts"))
        assert [step for step in shown if step.kind == "cut"] == cuts
        for at, step in enumerate(shown):
            if step.kind == "cut" and step.depth:
                way = [each.depth for each in shown[:at] if each.kind == "visit"]
                assert step.depth in way
        assert {step.kind for step in shown} <= {"visit", "expand", "cut"}


def test_an_unknown_kind_of_step_is_refused() -> None:
    tree = kibitz.game("tree").parse("0[(1,0,0) (0,1,0)]")
    with pytest.raises(KibitzError, match="unknown kind of step 'cots'"):
        kibitz.trace(tree).only("cots")


def test_a_trace_without_such_a_step_says_so() -> None:
    trace = kibitz.trace(kibitz.game("tree").parse("0[(1,0,0) (0,1,0)]"), "maxn").only("cuts")
    assert trace.show() == "no step of the kind cut"
    assert trace.as_dict()["steps"] == []


def test_a_condition_of_another_number_of_arguments_is_blamed() -> None:
    def two(one: object, other: object) -> str:
        return ""

    with pytest.raises(KibitzError, match=r"two.* fails in .*two.. at test_find.py"):
        kibitz.find(two, ["maxn"])  # type: ignore[arg-type]
