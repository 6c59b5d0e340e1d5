"""Limits and Ctrl-C in own games whose rules take their time; players with a clock."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pytest
from pile import Pile

import kibitz
from kibitz import Limit
from kibitz.cards import TrickPosition
from kibitz.in_time import TimeOver, check_time, ready_by
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
class Waiting(Pile):
    """A game with rules only, where each list of moves takes a second."""

    pile: int = 30

    def dawdle(self) -> None:
        CLOCK.wait()


@dataclass(frozen=True, repr=False)
class Listing(Waiting):
    """The same with outcomes, which take a second to list."""

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        CLOCK.wait()
        return [(a, b, 30 - a - b) for a in range(31) for b in range(31 - a)]


@dataclass(frozen=True, repr=False)
class Valuing(Waiting):
    """The same, where a second goes by whenever an outcome is valued."""

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        return [(a, b, 30 - a - b) for a in range(31) for b in range(31 - a)]

    def payoffs(self, outcome: Sequence[int]) -> tuple[int, ...]:
        CLOCK.wait()
        return super().payoffs(outcome)


@dataclass(frozen=True, repr=False)
class Interrupted(Waiting):
    """Somebody presses Ctrl-C while the outcomes are listed."""

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        raise KeyboardInterrupt


@pytest.mark.parametrize("algorithm", [None, "maxn", "maxn(table=exact)"])
def test_a_limit_is_looked_at_after_each_call_of_slow_rules(algorithm: str | None) -> None:
    deal = Waiting().start()
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


@pytest.mark.parametrize("algorithm", [None, "leaf-table", "speculative"])
@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_what_slow_rules_get_ready_is_given_up_when_time_is_over(
    algorithm: str | None, engine: str
) -> None:
    """There are 496 outcomes to value."""
    deal = Valuing().start()
    result = kibitz.solve(deal, algorithm, engine=engine, limit=Limit(seconds=5))
    assert (result.move, result.value, result.stopped) == (1, None, "seconds")
    assert CLOCK.calls <= 8


def test_an_analysis_and_a_review_give_up_getting_ready_too() -> None:
    deal = Valuing().start()
    best = kibitz.analyse(deal, limit=Limit(seconds=5)).best
    assert best is not None
    assert best.certainty == "unknown"
    assert CLOCK.calls <= 10
    CLOCK.calls = 0
    assert len(kibitz.review(deal, [1], limit=Limit(seconds=5)).turns) == 1
    assert CLOCK.calls <= 20


@pytest.mark.parametrize("game", ["hearts", "oh_hell(players=7)", "spades(players=3)", "bridge"])
@pytest.mark.parametrize("valued", [0, 10])
def test_a_game_that_gets_ready_in_no_time_has_an_estimate(
    game: str, valued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is kept of what was given up: the next search begins anew."""
    deal = kibitz.game(game).deal(5)
    while len(deal.moves()) == 1:
        deal = deal.play(deal.moves()[0])
    calls, payoffs = [], kibitz.leaf_table.payoffs_of

    def slow(game: kibitz.Game, outcome: tuple[int, ...]) -> tuple[int, ...]:
        calls.append(outcome)
        CLOCK.late += len(calls) > valued
        return payoffs(game, outcome)

    monkeypatch.setattr(kibitz.leaf_table, "_KEPT", {})
    monkeypatch.setattr(kibitz.engines.choice.KERNEL, "_scores", {})
    monkeypatch.setattr(kibitz.leaf_table, "payoffs_of", slow)
    result = kibitz.solve(deal, limit=Limit(seconds=0.5))
    assert len(calls) == valued + 1
    assert result.move in deal.legal_moves()
    assert (result.certainty, result.depth, result.stopped) == ("estimate", 0, "seconds")
    monkeypatch.setattr(kibitz.leaf_table, "payoffs_of", payoffs)
    CLOCK.late = 0.0
    assert kibitz.solve(deal, limit=Limit(nodes=2_000)).value is not None


def test_what_a_later_position_can_have_is_given_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the table of the deal it need not be valued for a search, but to say what is left."""
    deal = kibitz.game("spades(players=3)").deal(5)
    table, later = kibitz.TranspositionTable(deal=deal), deal
    kibitz.solve(deal, "outcome-sets", limit=Limit(nodes=1), table=table)
    for _ in range(6):
        later = later.play(later.moves()[0])
    calls = []

    def slow(game: kibitz.Game, outcome: tuple[int, ...]) -> tuple[int, ...]:
        calls.append(outcome)
        CLOCK.wait()
        return game.payoffs(outcome)

    monkeypatch.setattr(kibitz.leaf_table, "_KEPT", {})
    monkeypatch.setattr(kibitz.leaf_table, "payoffs_of", slow)
    result = kibitz.solve(later, "outcome-sets", limit=Limit(seconds=0.5), table=table)
    assert (result.move in later.legal_moves(), result.stopped) == (True, "seconds")
    assert len(calls) == 1


def test_an_analysis_and_a_review_of_slow_rules_keep_their_limits() -> None:
    deal = Waiting().start()
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
    deal = Waiting(pile=6).start()
    whole = kibitz.solve(deal, "maxn")
    assert len(whole.line) > 1
    CLOCK.late = 0.0
    stopped = kibitz.solve(deal, "maxn", limit=Limit(seconds=20))
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


def test_the_clock_passes_through_a_utility_that_asks_it() -> None:
    def patient(taken: Sequence[int]) -> Sequence[int]:
        check_time()
        return taken

    game = kibitz.game("spades(players=3,cards=3)", utility=patient)
    assert game.payoffs((1, 1, 1)) == (1, 1, 1)
    with ready_by(0), pytest.raises(TimeOver):
        game.payoffs((1, 1, 1))


def test_a_clock_is_more_than_nothing() -> None:
    with pytest.raises(kibitz.KibitzError, match="expected a limit of more than 0 seconds"):
        player("sampling(seconds=0)")


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
