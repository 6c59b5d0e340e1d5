"""Limits and Ctrl-C in own games whose rules take their time; players with a clock."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import kibitz
from kibitz import Game, Limit, Position
from kibitz.cards import TrickPosition
from kibitz.players.player import player


class Clock:
    """A clock that a game can move on."""

    late = 0.0
    calls = 0

    def wait(self) -> None:
        self.calls += 1
        self.late += 1.0


CLOCK = Clock()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock, as searches see it, with what games have moved it on by."""
    now = time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: now() + CLOCK.late)
    monkeypatch.setattr("kibitz.engines.choice.time", lambda: now() + CLOCK.late)
    CLOCK.calls, CLOCK.late = 0, 0.0
    yield CLOCK
    CLOCK.calls, CLOCK.late = 0, 0.0


@dataclass(frozen=True, repr=False)
class Pile(Game):
    """Three players take 1 or 2 of a pile; rules only, and each list of moves takes a second."""

    players: int = 3

    def start(self) -> Take:
        return Take(self, 0, (0, 0, 0), 30)

    def deal(self, seed: int, cards: int | None = None) -> Take:
        return self.start()

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        return outcome


@dataclass(frozen=True, eq=False, repr=False)
class Take(Position):
    game: Any
    turn: int
    taken: tuple[int, ...]
    left: int

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> tuple[int, ...]:
        return self.taken

    def moves(self) -> list[int]:
        CLOCK.wait()
        return list(range(1, min(2, self.left) + 1))

    def play(self, move: int) -> Take:
        taken = list(self.taken)
        taken[self.turn] += move
        return replace(self, turn=(self.turn + 1) % 3, taken=tuple(taken), left=self.left - move)


@dataclass(frozen=True, repr=False)
class Listing(Pile):
    """The same with outcomes, which take a second to list."""

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        CLOCK.wait()
        return [(a, b, 30 - a - b) for a in range(31) for b in range(31 - a)]


@dataclass(frozen=True, repr=False)
class Interrupted(Pile):
    """Somebody presses Ctrl-C while the outcomes are listed."""

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        raise KeyboardInterrupt


@pytest.mark.parametrize("algorithm", [None, "maxn", "maxn(table=exact)"])
def test_a_limit_is_looked_at_after_each_call_of_slow_rules(algorithm: str | None) -> None:
    deal = Pile().start()
    result = kibitz.solve(deal, algorithm, limit=Limit(seconds=5))
    assert (result.stopped, result.engine) == ("seconds", "reference")
    assert result.move in (1, 2)
    assert CLOCK.calls <= 8


def test_what_slow_rules_have_listed_once_is_not_listed_again() -> None:
    assert kibitz.solve(Listing().start(), limit=Limit(seconds=0.5)).move == 1
    assert CLOCK.calls <= 3
    CLOCK.calls, CLOCK.late = 0, 0.0
    kibitz.solve(Listing().start(), "leaf-table", limit=Limit(nodes=1))
    assert CLOCK.calls == 3  # the outcomes, whether there is one move, and the first of them


def test_an_analysis_and_a_review_of_slow_rules_keep_their_limits() -> None:
    deal = Pile().start()
    best = kibitz.analyse(deal, limit=Limit(seconds=5)).best
    assert best is not None
    assert (best.move, best.certainty) == (1, "unknown")
    assert CLOCK.calls <= 12
    CLOCK.late = 0.0
    review = kibitz.review(deal, [2, 1], limit=Limit(seconds=5))
    assert [turn.value for turn in review.turns] == [(None,) * 3] * 2
    assert "not known" in review.show()
    assert review.show().endswith("no mistakes in 2 moves, 2 not valued")


def test_a_line_of_slow_rules_ends_early() -> None:
    @dataclass(frozen=True, repr=False)
    class Short(Pile):
        def start(self) -> Take:
            return Take(self, 0, (0, 0, 0), 6)

    whole = kibitz.solve(Short().start(), "maxn")
    assert len(whole.line) > 1
    CLOCK.late = 0.0
    stopped = kibitz.solve(Short().start(), "maxn", limit=Limit(seconds=16))
    assert stopped.value is not None
    assert len(stopped.line) == 1


def test_ctrl_c_while_a_search_gets_ready_gives_a_move() -> None:
    deal = Interrupted().start()
    result = kibitz.solve(deal, "leaf-table", keep_interrupted=True)
    assert (result.move, result.value, result.stopped) == (1, None, "interrupt")
    with pytest.raises(KeyboardInterrupt):
        kibitz.solve(deal, "leaf-table")


@pytest.mark.parametrize("game", ["spades(players=3)", "hearts", "oh_hell(players=4,cards=3)"])
def test_a_player_with_a_clock_has_a_card_whatever_it_says(game: str) -> None:
    for seed in range(3):
        deal = kibitz.game(game).deal(seed)
        for seconds in (1e-6, 0.01):
            view = kibitz.view(deal)
            assert player(f"sampling(seconds={seconds})").choose(view) in view.moves()
            chosen = player(f"search(seconds={seconds})").play_open(deal)
            assert chosen in deal.legal_moves()


def test_a_clock_that_never_ends_changes_nothing() -> None:
    for seed in range(3):
        view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(seed))
        plain, clocked = player("sampling(worlds=10)"), player("sampling(worlds=10,seconds=600)")
        assert plain.choose(view) == clocked.choose(view)


def test_a_clock_is_more_than_nothing_and_not_for_payoff_reduction() -> None:
    with pytest.raises(kibitz.KibitzError, match="expected a limit of more than 0 seconds"):
        player("sampling(seconds=0)")
    with pytest.raises(kibitz.KibitzError, match="payoff reduction takes no clock"):
        player("sampling(by=reduction,seconds=1)")


@pytest.mark.parametrize("game", ["hearts", "hearts(players=3)", "spades(players=3)", "bridge"])
def test_what_a_search_gets_ready_is_kept_for_the_next(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, outcomes = [], TrickPosition.outcomes

    def count(position: TrickPosition) -> Iterable[tuple[int, ...]]:
        listed.append(position)
        return outcomes(position)

    monkeypatch.setattr(TrickPosition, "outcomes", count)
    for seed in range(3):
        deal = kibitz.game(game).deal(seed)
        kibitz.solve(deal.play(deal.legal_moves()[0]), limit=Limit(nodes=100))
    assert len({position.hands for position in listed}) <= 1
