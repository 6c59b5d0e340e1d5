"""Parts of one's own are tried against plain max^n, and counter-examples are small."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import kibitz
from kibitz import BackupRule, DecisionTest, KibitzError, check_part
from kibitz.check.definition import right, said
from kibitz.check.small import SMALL, positions, size, trees


class Sums(DecisionTest):
    """The discrete formula with n, where fewer players are bounded: wrong (IJCAI-2003)."""

    needs = "sums"

    def __init__(self, scores: Any) -> None:
        self.max_sum = scores.max_sum

    def possible(self, bounds: Any, feasible: Any) -> bool:
        return bool(sum(bounds.values()) + len(feasible.lowest) <= self.max_sum)


def twice(position: Any) -> list[Any]:
    moves = list(position.moves())
    return moves + moves[:1] if len(moves) > 2 else moves


def fails_on_two(position: Any) -> Sequence[Any]:
    moves: Sequence[Any] = position.moves()
    if len(moves) == 2:
        raise ValueError("two")
    return moves


def last_first(position: Any) -> list[Any]:
    return list(position.moves())[::-1]


@dataclass(frozen=True)
class Slip(BackupRule):
    """Says it is max^n, and takes the last of equals."""

    def chooses(self, position: Any, values: Any) -> int:
        own = [payoffs[position.side] for payoffs in values]
        return len(own) - 1 - own[::-1].index(max(own))

    def plain(self) -> Any:
        return kibitz.Algorithm().search


def test_a_wrong_test_has_a_counter_example_that_three_texts_reproduce() -> None:
    found = check_part("test", Sums).counter_example
    assert found is not None
    position = kibitz.game(found.game).parse(found.position)
    assert size(position) <= 5
    algorithm = kibitz.Algorithm(prune="none", test=Sums)
    assert kibitz.solve(position, algorithm).value != kibitz.solve(position, "maxn").value
    assert found.says != found.right


@pytest.mark.parametrize("order", [twice, fails_on_two])
def test_an_order_that_fails_is_a_counter_example(order: Any) -> None:
    found = check_part("order", order, deals=30).counter_example
    assert found is not None
    assert found.says.startswith("fails: ")
    assert size(kibitz.game(found.game).parse(found.position)) <= 4


def test_a_search_that_is_not_what_it_says_is_found() -> None:
    found = check_part("search", Slip, deals=30).counter_example
    assert found is not None
    assert size(kibitz.game(found.game).parse(found.position)) == 3


@pytest.mark.parametrize(
    ("kind", "part"),
    [("test", "kibitz.engines.reference.decision:Linear"), ("order", last_first)],
)
def test_what_is_right_has_no_counter_example(kind: str, part: Any) -> None:
    check = check_part(kind, part, deals=30)
    assert check and check.searches > 100
    assert "no counter-example" in check.show()


def test_every_sound_rule_passes_and_the_unsound_one_does_not() -> None:
    from kibitz.engines.reference import RULES

    assert check_part("rule", RULES["speculative"], deals=40)
    assert not check_part("rule", RULES["deep"], deals=100)


def test_the_definition_is_that_of_the_searches() -> None:
    for position in trees(40, seed=5):
        for text in (
            "maxn",
            "maxn(order=low)",
            "paranoid",
            "speculative(ties=against-root,test=leaf-table)",
        ):
            algorithm = kibitz.Algorithm.parse(text)
            assert said(kibitz.solve(position, algorithm)) == right(position, algorithm), text


def test_small_positions_are_small_and_the_same_for_a_seed() -> None:
    for name in ("spades(players=3)", "chinese_checkers(players=3)", "hearts"):
        game = kibitz.game(name)
        if name.startswith("chinese"):
            continue  # it has no end that random play comes to soon
        found = list(positions(game, 10, seed=3))
        assert all(size(position) <= SMALL for position in found)
        assert list(map(str, found)) == list(map(str, positions(game, 10, seed=3)))


def test_what_cannot_be_checked_is_refused_in_one_line() -> None:
    with pytest.raises(KibitzError, match="expected one of test, order, rule, search"):
        check_part("leaf", "x:y")
    with pytest.raises(KibitzError, match="expected 1 deal or more"):
        check_part("test", Sums, deals=0)
    with pytest.raises(KibitzError, match="expected a name or a subclass of DecisionTest"):
        check_part("test", twice)


def test_numbers_that_only_matter_together_are_made_small_together() -> None:
    class Early(Sums):
        def possible(self, bounds: Any, feasible: Any) -> bool:
            return bool(sum(bounds.values()) + len(bounds) + 1 <= self.max_sum)

    found = check_part("test", Early).counter_example
    assert found is not None
    assert found.position == "0[(0,0) (1,0)]"


class OneArgument(Sums):
    def possible(self, bounds: Any) -> bool:  # type: ignore[override]
        return True


class NoScores(Sums):
    def __init__(self) -> None:
        pass


class Abstract(DecisionTest):
    needs = "nothing"


def of_one(first: bool) -> bool:
    return True


@pytest.mark.parametrize(
    ("kind", "part", "where"),
    [
        ("test", OneArgument, "OneArgument.possible() at test_parts_checked.py:"),
        ("test", NoScores, "NoScores.__init__() at test_parts_checked.py:"),
        ("test", Abstract, "Abstract() at test_parts_checked.py: "),
        ("rule", of_one, "of_one() at test_parts_checked.py:"),
    ],
)
def test_a_part_that_cannot_be_called_is_a_counter_example(
    kind: str, part: Any, where: str
) -> None:
    found = check_part(kind, part, deals=20).counter_example
    assert found is not None
    assert f"fails in {where}" in found.says
    assert "TypeError" in found.says


def test_a_back_up_rule_that_cannot_be_called_is_refused_in_one_line() -> None:
    with pytest.raises(KibitzError, match=r"fails in of_one\(\) at test_parts_checked.py:"):
        check_part("search", of_one, deals=5)


def test_it_is_so_in_a_process_that_has_frozen_its_objects() -> None:
    gc.freeze()
    try:
        test_a_back_up_rule_that_cannot_be_called_is_refused_in_one_line()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_parts_of_kibitz_can_be_checked_by_name() -> None:
    assert check_part("test", "linear", deals=10)
    with pytest.raises(KibitzError, match="unknown test 'lineal'"):
        check_part("test", "lineal")


def test_a_test_must_say_what_it_needs() -> None:
    class Vague(Sums):
        needs = "all"  # type: ignore[assignment]

    with pytest.raises(KibitzError, match="expected one of nothing, bounds, sums, outcomes"):
        check_part("test", Vague)
