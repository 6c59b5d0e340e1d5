"""solve_many and compare_many: order, workers, processes, errors, progress, rows."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from definition import facts
from heaps import Heaps
from waiting import children_worked, interrupt, when, worked

import kibitz
from kibitz import KibitzError, Limit, Position, Result, solve
from kibitz.engines import elsewhere
from kibitz.engines.kernel import Kernel
from kibitz.engines.problem.protocol import Answer, Problem, Watch

SPADES = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
OPEN = kibitz.game("spades(players=3,breaking=false)")
FULL = OPEN.deal(1)
END = " 0 - 0,0,26 begun,broken"
POSITIONS = tuple(OPEN.deal(seed, cards=1 + seed % 6) for seed in range(24))


def test_answers_come_in_order_and_do_not_depend_on_the_workers() -> None:
    expected = [facts(solve(position)) for position in POSITIONS]
    for workers in (1, 2, 5):
        answers = list(kibitz.solve_many(OPEN, POSITIONS, workers=workers))
        results = [found for found in answers if isinstance(found, kibitz.Result)]
        assert [result.position for result in results] == list(POSITIONS)
        assert [facts(result) for result in results] == expected


def test_searches_for_one_side_are_in_one_go_for_each_side_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deals = [OPEN.deal(seed, cards=3) for seed in range(20)]
    positions = [one for deal in deals for one in (deal, deal.play(deal.moves()[0]))]
    text, search_many = "paranoid-partition", Kernel.search_many
    searched: list[Any] = []

    def listening(self: Kernel, problems: Sequence[Problem], watch: Watch) -> list[Answer]:
        answers = search_many(self, problems, watch)
        if str(problems[0].algorithm) == text:
            searched.extend(problem.position for problem in problems)
        return answers

    monkeypatch.setattr(Kernel, "search_many", listening)
    found = list(kibitz.solve_many(OPEN, positions, text, workers=1))
    assert len(searched) == len(positions)
    results = [result for result in found if isinstance(result, Result)]
    assert [facts(result) for result in results] == [facts(solve(one, text)) for one in positions]


def test_neighbours_with_the_same_outcomes_do_not_choose_the_search() -> None:
    """All points are taken; ten cards are for another search than nine."""
    texts = [
        "AKT...AKQJT98 J98..AKQ.7654 765..JT987.32" + END,
        "AKT...AKQJT9 J98..AKQ.765 765..JT98.32" + END,
    ]
    hearts = kibitz.game("hearts(players=3)")
    alone = [solve(hearts.parse(text)) for text in texts]
    assert alone[0].algorithm != alone[1].algorithm
    for order in (slice(None), slice(None, None, -1)):
        found = kibitz.solve_many(hearts, texts[order] * 20, workers=1)
        together = [result for result in found if isinstance(result, Result)]
        assert [one.algorithm for one in together] == [one.algorithm for one in alone[order]] * 20


def test_texts_will_do_and_a_bad_one_has_its_error_in_its_place() -> None:
    texts = [str(POSITIONS[5]), "nonsense", str(POSITIONS[7])]
    for workers in (1, 3):
        one, bad, two = kibitz.solve_many(OPEN, texts, workers=workers)
        assert isinstance(one, kibitz.Result)
        assert isinstance(two, kibitz.Result)
        assert str(bad) == "expected 3 hands separated by spaces: 'nonsense'"


def test_an_answer_does_not_wait_for_later_questions() -> None:
    answered = threading.Event()

    def positions() -> Iterator[Position]:
        yield POSITIONS[0]
        assert answered.wait(10)
        yield POSITIONS[1]

    for found in kibitz.solve_many(OPEN, positions(), workers=2):
        assert isinstance(found, kibitz.Result)
        answered.set()


def test_questions_that_fail_to_come_end_it_with_their_error() -> None:
    def positions() -> Iterator[Position]:
        yield POSITIONS[0]
        raise LookupError("mine")

    answers = kibitz.solve_many(OPEN, positions(), workers=2)
    assert isinstance(next(answers), kibitz.Result)
    with pytest.raises(LookupError, match="mine"):
        next(answers)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_with_the_best_answer_so_far(engine: str, workers: int) -> None:
    before = worked()

    def at_work() -> bool:
        """Whether so much time of a processor was used that all must be searching."""
        if engine == "reference" and workers > 1:
            return sum(used > 1 for used in children_worked()) == workers
        return worked() > before + 0.3

    when(at_work, interrupt)
    endless = [FULL] * 10
    answers = list(kibitz.solve_many(OPEN, endless, "maxn", workers=workers, engine=engine))
    assert len(answers) == 1
    assert isinstance(answers[0], kibitz.Result)
    assert answers[0].stopped == "interrupt"


def test_within_a_limit_answers_are_those_of_solve() -> None:
    whole, limit = [OPEN.deal(seed, cards=14) for seed in range(3)], Limit(nodes=2000)
    expected = [facts(solve(position, limit=limit)) for position in whole]
    for workers in (1, 2):
        found = list(kibitz.solve_many(OPEN, whole, limit=limit, workers=workers))
        assert [facts(result) for result in found if isinstance(result, Result)] == expected


def test_no_workers_are_refused() -> None:
    with pytest.raises(KibitzError, match="expected 1 worker or more: 0"):
        list(kibitz.solve_many(OPEN, POSITIONS, workers=0))


def test_positions_of_another_game_are_refused_in_a_batch() -> None:
    deals = [SPADES.deal(1, cards=3), OPEN.deal(1, cards=3)]
    good, bad = kibitz.solve_many(SPADES, deals)
    assert isinstance(good, kibitz.Result)
    assert "expected a position of spades(players=3,bids=1/1/2" in str(bad)


@dataclass(frozen=True)
class Noted(Heaps):
    """Heaps that note in a file which process asks for payoffs."""

    heaps: tuple[int, ...] = (2, 3, 4)
    notes: str = ""

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        with Path(self.notes).open("a") as file:
            file.write(f"{os.getpid()}\n")
        return super().payoffs(outcome)


def searched(game: Heaps, workers: int, limit: Limit | None = None) -> list[Result]:
    starts = [game.start()] * 4
    found = list(kibitz.solve_many(game, starts, "maxn", workers=workers, limit=limit))
    return [answer for answer in found if isinstance(answer, Result)]


class TestProcesses:
    """What the reference searches for several workers."""

    def test_a_game_of_ones_own_is_searched_in_as_many_processes(self, tmp_path: Path) -> None:
        alone, notes = searched(Heaps(heaps=(2, 3, 4)), workers=1), tmp_path / "notes"
        several = searched(Noted(notes=str(notes)), workers=2)
        assert [facts(result) for result in several] == [facts(result) for result in alone]
        assert len({*notes.read_text().split()} - {str(os.getpid())}) == 2

    def test_what_is_small_stays_here(self, tmp_path: Path) -> None:
        notes = tmp_path / "notes"
        searched(Noted(heaps=(1, 2), notes=str(notes)), workers=2)
        searched(Noted(notes=str(notes)), workers=2, limit=Limit(nodes=elsewhere.SMALL))
        assert {*notes.read_text().split()} == {str(os.getpid())}

    def test_what_cannot_be_sent_stays_here(self) -> None:
        @dataclass(frozen=True)
        class Local(Heaps):
            heaps: tuple[int, ...] = (2, 3, 4)

        assert [facts(result) for result in searched(Local(), workers=2)] == [
            facts(result) for result in searched(Heaps(heaps=(2, 3, 4)), workers=1)
        ]

    def test_a_process_that_dies_loses_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            elsewhere, "SERVE", "import sys; sys.stdin.buffer.read(20); sys.exit(1)"
        )
        results = searched(Heaps(heaps=(2, 3, 4)), workers=2)
        assert len(results) == 4
        assert all(result.complete for result in results)

    def test_an_error_of_the_game_is_told_as_it_is_here(self, tmp_path: Path) -> None:
        game = Noted(notes=str(tmp_path / "no" / "such"))
        both = [
            [str(found) for found in kibitz.solve_many(game, [game.start()] * 2, "maxn", workers=n)]
            for n in (1, 2)
        ]
        assert both[0] == both[1]
        assert "FileNotFoundError" in both[0][0]


def test_progress_counts_answers_and_errors() -> None:
    told: list[int] = []
    list(kibitz.solve_many(OPEN, ["nonsense", *map(str, POSITIONS)], progress=told.append))
    assert told == list(range(1, 26))


class TestCompareMany:
    ALGORITHMS = ("maxn", "shallow", "leaf-table")

    @pytest.mark.parametrize("workers", [1, 2])
    def test_ties_against_the_root_are_against_the_player_to_move_of_each(
        self, workers: int
    ) -> None:
        game = kibitz.game("spades(players=3,cards=3,bids=1/1/1,utility=wl,breaking=false)")
        deals: list[Any] = [game.deal(seed) for seed in range(20)]
        deals = [replace(deal, leader=at % 3) for at, deal in enumerate(deals)]
        algorithm = "leaf-table(ties=against-root)"
        together = kibitz.solve_many(game, deals, algorithm, workers=workers)
        alone = [kibitz.solve(deal, algorithm) for deal in deals]
        found = [facts(each) for each in together if isinstance(each, Result)]
        assert found == list(map(facts, alone))

    @pytest.mark.parametrize("workers", [1, 2])
    def test_each_comparison_is_that_of_its_position(self, workers: int) -> None:
        found = list(kibitz.compare_many(OPEN, POSITIONS, self.ALGORITHMS, workers=workers))
        for position, comparison in zip(POSITIONS, found, strict=True):
            assert isinstance(comparison, kibitz.Comparison)
            alone = kibitz.compare(position, self.ALGORITHMS)
            assert [facts(result) for result in comparison] == [facts(result) for result in alone]

    def test_a_bad_position_has_its_error_in_its_place(self) -> None:
        good, bad = kibitz.compare_many(OPEN, [str(POSITIONS[3]), "nonsense"], self.ALGORITHMS)
        assert isinstance(good, kibitz.Comparison)
        assert isinstance(bad, KibitzError)

    def test_rows_of_what_was_stopped_have_the_same_columns(self) -> None:
        whole = OPEN.deal(1, cards=12)
        found = kibitz.compare(whole, ["outcome-sets", "maxn"], limit=Limit(nodes=50))
        sets, plain = found.as_rows()
        assert {"value_2", "outcome_0", "lowest_1", "highest_1"} <= {*sets} & {*plain}
        assert not any(isinstance(cell, dict | list | tuple) for cell in sets.values())
        assert sets["highest_1"] is not None

    def test_texts_will_do_and_a_single_position_is_refused(self) -> None:
        (found,) = kibitz.compare_many(str(OPEN), [str(POSITIONS[3])], "maxn")
        assert isinstance(found, kibitz.Comparison)
        with pytest.raises(KibitzError, match="expected a list of positions"):
            list(kibitz.solve_many(OPEN, str(POSITIONS[3])))

    def test_rows_are_flat_and_alike(self) -> None:
        (found,) = kibitz.compare_many(OPEN, POSITIONS[5:6], self.ALGORITHMS)
        assert isinstance(found, kibitz.Comparison)
        rows = found.as_rows()
        assert [row["algorithm"] for row in rows] == list(self.ALGORITHMS)
        for row, result in zip(rows, found, strict=True):
            assert not any(isinstance(cell, dict | list | tuple) for cell in row.values())
            assert row["seconds"] == result.seconds
            assert (row["value_0"], row["visited"]) == (
                (result.value or ())[0],
                result.stats.visited,
            )
            assert row["cuts_shallow"] == result.stats.cuts["shallow"]


def test_the_seconds_of_each_search_are_its_own() -> None:
    """No average of those that went to the kernel in one go."""
    deals = [OPEN.deal(seed, cards=cards) for cards in (2, 5) for seed in range(8)]
    found = list(kibitz.solve_many(OPEN, deals, "maxn", workers=1))
    seconds = [answer.seconds for answer in found if isinstance(answer, kibitz.Result)]
    assert len(seconds) == len(deals)
    assert all(one > 0 for one in seconds)
    assert len(set(seconds)) > len(deals) // 2
