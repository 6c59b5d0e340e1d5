"""Games of one's own that misbehave: `solve` and `check_game` answer in one clear line."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from heaps import Heaps, HeapsPosition

import kibitz
from kibitz import Game, KibitzError, Position, TrickPosition, check_game
from kibitz.cards import Card, Hand, TrickGame


class Generated(HeapsPosition):
    def moves(self) -> Any:
        return (move for move in HeapsPosition.moves(self))


class Endless(HeapsPosition):
    def outcomes(self) -> Iterator[tuple[int, ...]]:
        return itertools.repeat((0, 0, 0))


class Forgetting(HeapsPosition):
    def after(self, move: str) -> Any:
        HeapsPosition.after(self, move)


class Passing(HeapsPosition):
    can_skip = True

    def skipped(self) -> Any:
        return "a pass"


class Listing(HeapsPosition):
    def moves(self) -> list[Any]:
        return [[move] for move in HeapsPosition.moves(self)]

    def after(self, move: Any) -> Any:
        return HeapsPosition.after(self, move[0])


class Keyed(HeapsPosition):
    def key(self) -> Any:
        return list(self.heaps)


def heaps(kind: type[HeapsPosition], turn: int = 0) -> Game:
    def start(self: Any) -> Position:
        return kind(self, self.heaps, (0,) * self.players, turn)

    return type("Own", (Heaps,), {"start": start})(heaps=(2, 2, 3))  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Outside(TrickGame):
    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        return cards | 1 << 51


@dataclass(frozen=True)
class Nothing(TrickGame):
    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        return 0


@dataclass(frozen=True)
class Elsewhere(TrickGame):
    def winner(self, trick: Sequence[Card], trump: int | None) -> int:
        return 7


CASES = [
    (heaps(Generated), "expected a list from moves()", "moves() gives no list: generator"),
    (heaps(HeapsPosition, 9), "expected turn to be a player of 0 to 2: 9", "turn is no player"),
    (Outside(cards=3), "expected allowed() to keep some of", "moves() fails: expected allowed()"),
    (Nothing(cards=3), "expected allowed() to keep some of", "moves() fails: expected allowed()"),
    (Elsewhere(cards=3), "expected winner() to be a place of", "expected winner() to be a place"),
]


@pytest.mark.parametrize(("game", "error", "fault"), CASES)
def test_solve_and_check_say_what_was_expected(game: Game, error: str, fault: str) -> None:
    for algorithm in (None, "maxn", "leaf-table(order=low)"):
        with pytest.raises(KibitzError) as found:
            kibitz.solve(game.deal(0), algorithm)
        assert str(found.value).startswith(error)
    assert any(fault in line for line in check_game(game, deals=1))


def test_outcomes_without_an_end_are_a_fault_and_hang_nothing() -> None:
    game = heaps(Endless)
    assert kibitz.solve(game.deal(0)).value == kibitz.solve(heaps(HeapsPosition).deal(0)).value
    (fault,) = check_game(game, deals=1)
    assert "expected outcomes() to end within 1,000,000 outcomes" in fault


def test_a_game_of_no_players_is_refused() -> None:
    with pytest.raises(KibitzError, match="expected 1 player or more: 0 in 'heaps:Heaps"):
        kibitz.game("heaps:Heaps(players=0)")


NO_POSITION = "for a position; expected one from play(), after() and skipped()"
NO_HASH = "a move, an outcome or a key that cannot be hashed: unhashable type: 'list'"


@pytest.mark.parametrize(
    ("kind", "algorithm", "given"),
    [
        *((Forgetting, each, f"None {NO_POSITION}") for each in ("maxn", "uct", "best-first")),
        *((Passing, each, f"a str {NO_POSITION}") for each in ("brs", "best-first(policy=brs)")),
        (Listing, "uct", NO_HASH),
        (Keyed, "maxn(table=exact)", NO_HASH),
    ],
)
def test_what_is_given_instead_of_a_position_or_a_key_is_said_in_one_line(
    kind: type[HeapsPosition], algorithm: str, given: str
) -> None:
    bounds = {"highest": 2, "max_sum": 3, "start": type(heaps(kind)).start}
    game: Game = type("Own", (Heaps,), bounds)(heaps=(2, 2, 3))
    with pytest.raises(KibitzError) as found:
        kibitz.solve(game.start(), algorithm)
    assert str(found.value) == f"{game} gives {given}"


def test_check_looks_at_passes_that_are_imagined() -> None:
    faults = check_game(heaps(Passing), deals=1)
    assert faults[0].startswith("skipped() gives no Position: 'a pass' in ")
