"""Steps of a trace: every cut says why, in words and numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

import kibitz
from kibitz import DecisionTest, Step, Trace

SHALLOW = "0[(5,4,1) 1[(0,6,4) (9,1,0)]]"
NEVER_CUT = {"maxn", "soft", "mixed", "offensive", "prob", "uct", "best-first", "brs"}
"""Presets without cuts; and best replies, which need a game with passes."""


def trace(game: str, text: str, algorithm: str) -> Trace:
    return kibitz.trace(kibitz.game(game).parse(text), algorithm)


def cuts(steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if step.kind == "cut"]


WORDS = {
    "shallow: P0 has 5 and P1 has 6, which is more than all there is, 10": (
        "tree", SHALLOW, "shallow", {0: 5, 1: 6}, {"sum": 11, "max_sum": 10},
    ),
    "shallow: P0 has 5 and P1 has 5, which is all there is, 10": (
        "tree", "0[(5,4,1) 1[(0,5,5) (9,1,0)]]", "shallow",
        {0: 5, 1: 5}, {"sum": 10, "max_sum": 10},
    ),
    "shallow: P0 needs 6 and P1 needs 5, which is more than all there is, 10": (
        "tree", "0[(5,4,1) 1[(0,4,6) (9,1,0)]]", "shallow(test=discrete)",
        {0: 5, 1: 4}, {"sum": 11, "max_sum": 10},
    ),
    "shallow: P0 has 6, P1 has 3 and P2 gets 2 at least, which is more than all there is, 10": (
        "tree", "0[(6,4,0) 1{2>=2}[(5,3,2) (4,4,2)] (7,0,3)]", "abbnb",
        {0: 6, 1: 3}, {"sum": 11, "max_sum": 10},
    ),
    "shallow: P0 has 2, P1 has 3 and P2 gets -3 at least, which is more than all there is, 1": (
        "tree(low=-3)", "0[(2,1,-2) 1[(-3,3,1) (6,-2,-3)]]", "shallow",
        {0: 2, 1: 3}, {"sum": 2, "max_sum": 1},
    ),
    "shallow: in ranks P0 has 1 and P1 has 2, which is all there is, 3": (
        "tree", "0[(5,4,0) 1[(0,6,0) (9,1,0)] (0,9,0)]", "shallow(scale=rank)",
        {0: 5, 1: 6}, {"sum": 3, "max_sum": 3},
    ),
    "entry: P0 gets 5 at most, and has 7": (
        "tree", "0[(7,9,0) 1{0<=5}[(5,6,5) (4,7,5)] (8,0,0)]", "branch-and-bound",
        {0: 7}, {"most": 5},
    ),
    "immediate: P1 has the best it can get, 10": (
        "tree", "0[1[(0,10,0) (10,0,0)] (1,1,1)]", "immediate", {1: 10}, {},
    ),
    "shallow: none of 4 outcomes left has P0 > 3 and P1 > 1": (
        "tree", "0[(3,2,2) 1[(0,1,0) (4,0,0)] (2,1,3)]", "leaf-table", {0: 3, 1: 1},
        {"outcomes": 4},
    ),
    "entry: the one outcome left does not have P0 > 3": (
        "tree", "0[(3,2,2) 1{0<=0}[(0,1,0)] (4,0,0)]", "leaf-table", {0: 3}, {"outcomes": 1},
    ),
    "window: P0 gets 4 at most, and has 5": (
        "tree(players=2)", "0[(5,4) 1[(4,5) (9,0)]]", "alpha-beta", {0: 5}, {"reached": 4},
    ),
    "window: P0 gets 6 at least, and must stay below 4 to matter": (
        "tree(players=2)", "0[1[(4,5) 0[(6,3) (9,0)]]]", "alpha-beta", {}, {"reached": 6},
    ),
    "immediate: P0 gets 9, which nothing left here changes": (
        "tree(players=2)", "0[(9,0) (5,4)]", "alpha-beta(heuristic=taken)", {}, {"reached": 9},
    ),
    "entry: North-South gets 1 at least, and must stay below 1 to matter": (
        "bridge", "AQ... 32... 54... K6...",
        "alpha-beta(window=zero,heuristic=taken,table=bounds)", {0: 0}, {"reached": 1},
    ),
}  # fmt: skip


class TestWhy:
    @pytest.mark.parametrize(("words", "case"), WORDS.items())
    def test_a_cut_has_its_reason_in_words_and_numbers(
        self, words: str, case: tuple[str, str, str, dict[int, int], dict[str, int]]
    ) -> None:
        game, text, algorithm, bounds, compared = case
        cut = cuts(trace(game, text, algorithm))[0]
        assert str(cut).strip() == f"cut: {words}"
        assert (cut.bounds, cut.compared) == (bounds, compared)
        assert json.loads(json.dumps(cut.as_dict()))["why"] == words.partition(": ")[2]

    def test_a_test_of_ones_own_need_not_have_a_reason(self) -> None:
        cut = cuts(trace("tree", SHALLOW, f"shallow(test={__name__}:Timid)"))[0]
        assert str(cut).strip() == "cut: shallow: nothing left has P0 > 5 and P1 > 6"

    @pytest.mark.parametrize("name", sorted({*kibitz.PRESETS} - NEVER_CUT))
    def test_every_cut_of_every_preset_says_why(self, name: str) -> None:
        sides = dict.fromkeys(("alpha-beta", "partition", "points"), "bridge(cards=3)")
        own = {"immediate": "tree", **sides}
        game = kibitz.game(own.get(name, "spades(players=3,cards=3)"))
        found = [cut for seed in range(20) for cut in cuts(kibitz.trace(game.deal(seed), name))]
        assert found
        assert all(cut.why for cut in found)

    def test_who_is_to_move_stands_where_moves_are_made(self) -> None:
        turns = [step.turn for step in trace("tree", SHALLOW, "maxn") if step.kind == "expand"]
        assert turns == [0, 1]
        assert "    player 1 to move" in trace("tree", SHALLOW, "maxn").show().splitlines()

    def test_players_and_sides_go_by_their_names(self) -> None:
        shown = trace("bridge", "AQ... 32... 54... K6...", "shallow(test=leaf-table)").show()
        assert {"West to move", "East to move"} <= {line.strip() for line in shown.splitlines()}
        assert "[North-South > " in shown
        partners = trace(
            "spades(teams=0/1/0/1,bids=0/0/0/0)", "AQ... 32... 54... K6...", "alpha-beta"
        )
        assert "cut: window: P0-P2 gets 1" in partners.show()


class Timid(DecisionTest):
    """Cuts as soon as two players are bounded."""

    needs = "nothing"

    def possible(self, bounds: object, feasible: object) -> bool:
        return len(bounds) < 2  # type: ignore[arg-type]


def test_a_trace_that_was_stopped_says_so() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    for nodes, stopped in ((3, True), (5, False)):
        trace = kibitz.trace(tree, "maxn", limit=kibitz.Limit(nodes=nodes))
        assert trace.as_dict()["stopped"] is stopped
        assert ("STOPPED after 3 nodes" in trace.show()) is stopped
