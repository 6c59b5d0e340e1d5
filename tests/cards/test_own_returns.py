"""What methods of a trick game of one's own may not give: one line says which, and what it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import kibitz
from kibitz import GameError, KibitzError, TrickGame

DEAL = "7..K.4 .2..K7 J...A3"


def game_that(name: str, given: Any, is_property: bool, counts_tricks: bool) -> type[TrickGame]:
    """A class with one method, or property, that gives this."""

    def answer(*_: Any) -> Any:
        return given

    own = {name: property(answer) if is_property else answer, "counts_tricks": counts_tricks}
    return dataclass(frozen=True)(type("Own", (TrickGame,), own))


@pytest.mark.parametrize("given", [-1, 4, "S", 1.5])
@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_a_trump_is_a_suit_of_the_pack_or_none(given: Any, engine: str) -> None:
    game = game_that("trump_in", given, False, True)(players=3)
    with pytest.raises(GameError, match=r"expected trump_in\(\) to be a suit of 0 to 3, or None"):
        kibitz.solve(game.parse(DEAL), engine=engine)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("allowed", None, r"expected allowed\(\) to keep some of S7 DK C4, no others: None in 7"),
        ("marks_after", None, r"expected marks_after\(\) to be a set of words: None in .*Own"),
        ("marks_after", "odd", r"expected marks_after\(\) to be a set of words: 'odd' in .*Own"),
        ("first_leader", None, "expected a leader of 0 to 2: None"),
        ("first_taken", None, r"expected first_taken\(\) to be 3 numbers: None"),
        ("points", "5", r"expected points\(\) to be a whole number for SA: '5' in .*Own"),
        ("points", 0.5, r"expected points\(\) to be a whole number for SA: 0.5 in .*Own"),
        ("stays", None, r"expected stays\(\) to be a whole number for SA: None in .*Own"),
    ],
)
def test_a_method_that_gives_something_else_is_named(name: str, given: Any, message: str) -> None:
    game = game_that(name, given, False, counts_tricks=name not in ("points", "stays"))(players=3)
    with pytest.raises(KibitzError, match=message):
        kibitz.solve(game.parse(DEAL))


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("pack", None, "expected pack to be a Pack: None in .*Own"),
        ("deck", "AKQ", "expected deck to be a set of cards: 'AKQ' in .*Own"),
        ("usual_teams", 2, "expected usual_teams to be a tuple of sides, or None: 2 in .*Own"),
        ("duties", None, "expected duties to be Duties: None in .*Own"),
        ("restrictions", None, "expected restrictions to be Restrictions: None in .*Own"),
        ("last_trick", None, "expected last_trick to be a whole number: None in .*Own"),
    ],
)
def test_so_is_a_property(name: str, given: Any, message: str) -> None:
    own = game_that(name, given, True, counts_tricks=name != "last_trick")
    with pytest.raises(KibitzError, match=message):
        own(players=3).parse(DEAL)


def test_marks_may_be_any_set_of_words() -> None:
    game = game_that("marks_after", {"odd"}, False, True)(players=3)
    position = game.parse(DEAL).play("S7")
    assert position.marks == frozenset({"odd"})
    assert isinstance(hash(position.key()), int)
