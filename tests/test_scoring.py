"""Utilities: the formulas of the definitions, and functions of one's own."""

from __future__ import annotations

import functools
import math

import pytest

import kibitz
from kibitz import GameError, LeafTable, TextError, Utility

BIDS = (1, 1, 2)


@pytest.mark.parametrize(
    ("utility", "tricks", "payoffs"),
    [
        ("tricks", (0, 1, 2), (0, 1, 2)),
        ("momb", (0, 1, 2), (0, 1, 1)),
        ("momb", (3, 0, 0), (2, 1, 1)),
        ("mot", (0, 0, 3), (0, 0, 25)),
        ("mot", (2, 1, 0), (12, 13, 0)),
        ("mot(bonus=0)", (2, 1, 0), (9, 10, 0)),
        ("smot", (3, 0, 0), (16, 0, 0)),
        ("smot(bonus=1)", (3, 0, 0), (12, 0, 0)),
        ("smot(margin=1)", (3, 0, 0), (15, 0, 0)),
        ("smot(margin=0)", (3, 0, 0), (14, 0, 0)),
        ("wl", (0, 1, 2), (0, 1, 1)),
        ("oh", (0, 3, 0), (-1, -2, -2)),
        ("place", (1, 1, 3), (0, 0, 2)),
        ("place", (0, 3, 0), (0, 2, 0)),
    ],
)
def test_formulas(utility: str, tricks: tuple[int, ...], payoffs: tuple[int, ...]) -> None:
    assert Utility.parse(utility).payoffs(tricks, bids=BIDS) == payoffs
    assert str(Utility.parse(utility)) == utility


def miser(outcome: tuple[int, ...]) -> tuple[int, ...]:
    """As few tricks as possible."""
    return tuple(-tricks for tricks in outcome)


def test_any_function_of_the_outcome_is_a_utility() -> None:
    game = kibitz.game("spades(players=3,breaking=false)", utility=miser)
    position = game.parse("A...2 K...3 Q...4")
    assert kibitz.solve(position).value == kibitz.solve(position, "maxn").value
    assert game.payoffs((2, 0, 0)) == (-2, 0, 0)


def test_a_function_goes_by_module_and_name_in_a_text() -> None:
    game = kibitz.game(f"spades(players=3,utility={__name__}:miser)")
    assert game.payoffs((2, 0, 0)) == (-2, 0, 0)
    assert kibitz.game(str(game)) == game


def test_a_missing_module_is_refused() -> None:
    with pytest.raises(TextError, match="expected a utility 'module:name'"):
        kibitz.game("spades(players=3,utility=no_such_module:f)")


@pytest.mark.parametrize("payoffs", [(0.5, 0, 0), ("a", 0, 0), None, (1, 2), (math.inf, 0, 0)])
def test_payoffs_that_are_not_a_whole_number_a_side_are_refused(payoffs: object) -> None:
    game = kibitz.game("spades(players=3)", utility=lambda outcome: payoffs)
    with pytest.raises(GameError, match=r"expected (whole numbers|3 payoffs)"):
        LeafTable.of(game)


def test_a_function_that_fails_is_named() -> None:
    game = kibitz.game("spades(players=3)", utility=lambda outcome: outcome[7])
    with pytest.raises(GameError, match=r"utility .* failed for \(0, 0, 17\): IndexError"):
        LeafTable.of(game)


def test_a_partial_function_will_do_and_a_builtin_without_signature_is_refused() -> None:
    scaled = functools.partial(lambda factor, outcome: [factor * t for t in outcome], 2)
    game = kibitz.game("spades(players=3)", utility=scaled)
    assert game.payoffs((1, 2, 0)) == (2, 4, 0)
    assert "partial" in str(game)
    with pytest.raises(TextError, match="expected a function of the outcome"):
        kibitz.game("spades(players=3,utility=builtins:max)")


def test_oh_is_negative_and_sums_count_from_its_lowest() -> None:
    table = LeafTable.of(kibitz.game("spades(players=3,cards=3,bids=1/1/2,utility=oh)"))
    assert table.lowest == -2


def low(outcome: tuple[int, ...], breaking: bool, margin: int = 1) -> tuple[int, ...]:
    """Asks the game for a rule, and has an option."""
    return tuple(margin * (breaking - tricks) for tricks in outcome)


def test_a_utility_may_ask_for_a_rule_of_the_game() -> None:
    game = kibitz.game(f"spades(players=3,breaking=false,utility={__name__}:low(margin=2))")
    assert game.payoffs((1, 2, 0)) == (-2, -4, 0)
    assert kibitz.game("spades(players=3)", utility=low).payoffs((1, 2, 0)) == (0, -1, 1)
    with pytest.raises(TextError, match="expected 'breaking' among the arguments of the game"):
        kibitz.game(f"spades(players=3,utility={__name__}:low(breaking=1))")


def test_bids_are_asked_for_even_with_a_default() -> None:
    def over(tricks: tuple[int, ...], bids: tuple[int, ...] = ()) -> list[int]:
        return [t - b for t, b in zip(tricks, bids, strict=True)]

    game = kibitz.game("spades(players=3,bids=1/1/2)", utility=over)
    assert game.payoffs((1, 2, 0)) == (0, 1, -2)
    assert game.utility.rules == ("bids",)  # type: ignore[attr-defined]
    with pytest.raises(TextError, match="needs bids"):
        kibitz.game("spades(players=3)", utility=over)


def test_a_function_of_another_form_is_refused() -> None:
    with pytest.raises(TextError, match="expected a function of the outcome"):
        kibitz.game("spades(players=3,bids=1/1/2)", utility=max)
    with pytest.raises(GameError, match="failed for"):
        kibitz.game("spades(players=3)", utility=lambda: (0, 0, 0)).payoffs((1, 1, 1))
    with pytest.raises(TextError, match="needs 'weight', which spades lacks"):
        kibitz.game("spades(players=3)", utility=lambda outcome, weight: outcome)
    game = kibitz.game("spades(players=3)", utility=lambda outcome, *more, **others: outcome)
    assert game.payoffs((1, 2, 0)) == (1, 2, 0)
