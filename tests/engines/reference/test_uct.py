"""UCT: the numbers of its source, an independent plain UCT, and max^n when nothing is left."""

from __future__ import annotations

import math
from typing import Any

import pytest
from definition import expected
from generators import random_deal, random_hearts, random_tree

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, KibitzError, Limit, Position, solve
from kibitz.engines.problem.chances import SplitMix
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.uct import UCTRun, upper

SOLVERS = ("standard", "sets")


def run_of(position: Position, text: str, iterations: int) -> UCTRun:
    """A search after so many iterations, or when it is exhausted."""
    algorithm = Algorithm.parse(text)
    run = algorithm.search.begin(Problem(position, algorithm, Limit(), TranspositionTable(16)))
    assert isinstance(run, UCTRun)
    for event in run.events():
        iterations -= event.kind == "leave"
        if not iterations:
            break
    return run


@pytest.mark.parametrize(
    ("parent", "children", "values"),
    [
        (100, [(14, 61), (5, 27), (1.5, 12)], [0.284, 0.268, 0.249]),
        (61, [(13, 18), (4, 6), (30, 36)], [0.818, 0.832, 0.901]),
        (36, [(14, 17), (9, 11), (5, 7)], [0.915, 0.932, 0.857]),
        (100, [(20, 61), (12, 39)], [0.383, 0.376]),
        (61, [(7, 11), (11, 17), (4, 7), (17, 25)], [0.759, 0.745, 0.725, 0.761]),
        (25, [(0, 1), (1, 5), (6, 18)], [0.358, 0.360, 0.418]),
    ],
)
def test_the_worked_numbers(parent: int, children: Any, values: list[float]) -> None:
    """Of Nijssen's thesis; opponents have what the root has not."""
    found = [upper(gain / tried, tried, math.log(parent), 0.2) for gain, tried in children]
    assert found == pytest.approx(values, abs=0.001)


class Plain:
    """UCT once more: nested dictionaries, by recursion, without a solver."""

    def __init__(self, position: Position, c: float, weight: float, seed: int, against: bool):
        self.c, self.weight, self.chances = c, weight, SplitMix(seed)
        self.rows = [position.game.payoffs(outcome) for outcome in set(position.outcomes())]
        self.root, self.against, self.history = position.side, against, dict[Any, list[float]]()
        self.position, self.tree = position, self.made(position)

    def made(self, position: Position) -> dict[Any, Any]:
        return {"n": 0, "below": {move: {"n": 0, "sum": 0} for move in position.moves()}}

    def reward(self, side: int, payoffs: tuple[int, ...]) -> float:
        own = self.root if self.against else side
        column = [row[own] for row in self.rows]
        low, span = min(column), max(column) - min(column)
        return (payoffs[own] - low if own == side else max(column) - payoffs[own]) / (span or 1)

    def played_out(self, position: Position) -> tuple[int, ...]:
        while not position.is_over:
            moves = position.moves()
            at = 0 if len(moves) == 1 else self.chances.below(len(moves))
            position = position.play(moves[at])
        return position.game.payoffs(position.outcome)

    def value(self, node: dict[Any, Any], side: int, move: Any) -> float:
        child = node["below"][move]
        mean, n = child["sum"] / child["n"], child["n"]
        value: float = mean + self.c * math.sqrt(math.log(node["n"]) / n)
        if self.weight:
            total, tried = self.history[side, move]
            value += total / tried * self.weight / ((1 - mean) * n + 1)
        return value

    def walk(self, node: dict[Any, Any], position: Position) -> tuple[int, ...]:
        node["n"] += 1
        if position.is_over:
            return position.game.payoffs(position.outcome)
        if "below" not in node:
            node.update(self.made(position), n=node["n"])
            return self.played_out(position)
        node["n"] -= 1  # which the parent's formula does not count yet
        side, moves = position.side, list(node["below"])
        unseen = [move for move in moves if not node["below"][move]["n"]]
        move = unseen[0] if unseen else max(moves, key=lambda one: self.value(node, side, one))
        payoffs = self.walk(node["below"][move], position.play(move))
        node["n"] += 1
        reward = self.reward(side, payoffs)
        node["below"][move]["sum"] += reward
        known = self.history.setdefault((side, move), [0, 0])
        self.history[side, move] = [known[0] + reward, known[1] + 1]
        return payoffs

    def visits(self, iterations: int) -> list[int]:
        for _ in range(iterations):
            self.walk(self.tree, self.position)
        return [child["n"] for child in self.tree["below"].values()]


@pytest.mark.parametrize("policy", ["maxn", "paranoid"])
def test_visits_are_those_of_a_plain_uct(policy: str) -> None:
    """Payoffs whose range is a power of two, so that sums of doubles are exact."""
    game = kibitz.game("spades(players=3,breaking=false)")
    for seed in range(12):
        deal = game.deal(seed, cards=4)
        weight = [0, 5][seed % 2]
        text = f"uct(solver=none,policy={policy},history={weight},seed={seed},c=0.3)"
        run = run_of(deal, text, 150)
        plain = Plain(deal, 0.3, weight, seed, policy == "paranoid")
        assert [child.visits for child in run.tree.children] == plain.visits(150), seed


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("policy", ["maxn", "paranoid"])
def test_an_exhausted_tree_has_the_value_move_and_line_of_the_plain_search(
    policy: str, solver: str
) -> None:
    for seed in range(60):
        position = (random_tree, random_deal, random_hearts)[seed % 7 % 3](seed)
        algorithm = Algorithm.parse(f"uct(policy={policy},solver={solver},seed={seed},history=0)")
        result = solve(position, algorithm, engine="reference", limit=Limit(nodes=100_000))
        value, line, *_, outcome = expected(position, algorithm.plain())
        assert (result.value, list(result.line), result.outcome) == (value, line, outcome), position
        assert (result.certainty, result.stopped) == ("exact", "")


def test_best_replies_are_those_of_plain_best_reply_search() -> None:
    def plain(position: Position, root: int) -> int:
        if position.is_over:
            return int(position.game.payoffs(position.outcome)[root])
        if position.side == root:
            return max(plain(position.play(move), root) for move in position.moves())
        found, here = [], position
        while not here.is_over and here.side != root:
            for move in here.moves():
                after = here.play(move)
                while not after.is_over and after.side != root:
                    after = after.skipped()
                found.append(plain(after, root))
            here = here.skipped()
        return min(found)

    position = kibitz.game("chinese_checkers(players=3,move_limit=4)").start()
    algorithm = "uct(policy=brs,order=gain)"
    result = solve(position, algorithm, engine="reference", limit=Limit(nodes=20_000))
    assert (result.complete, result.certainty) == (True, "estimate")  # passes are imagined
    assert result.value is not None
    assert result.value[position.side] == plain(position, position.side)


def test_where_nobody_passes_there_are_no_best_replies() -> None:
    with pytest.raises(InvalidAlgorithm, match="imagines passes, which hearts"):
        solve(kibitz.game("hearts").deal(1), "uct(policy=brs)")


def test_a_search_is_the_same_each_time_and_another_with_another_seed() -> None:
    deal = kibitz.game("hearts(players=3)").deal(3, cards=6)
    runs = [run_of(deal, f"uct(seed={seed})", 60) for seed in (1, 1, 2)]
    first, again, other = ([child.gain for child in run.tree.children] for run in runs)
    assert first == again != other


@pytest.mark.parametrize(
    "text",
    ["uct", "uct(solver=none,history=0)", "uct(solver=sets)", "uct(policy=paranoid)"]
    + [f"uct(playouts={kind},leaf=cards)" for kind in ("one-ply", "two-ply")]
    + ["uct(playouts=order,order=trick,epsilon=0.2)", "uct(playouts=rules)"],
)
def test_every_stop_gives_a_legal_move_with_a_reason(text: str) -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=6)
    for nodes in (1, 2, 3, 7, 40):
        result = solve(deal, text, engine="reference", limit=Limit(nodes=nodes))
        assert result.stats.visited <= nodes
        assert result.move in deal.moves()
        if result.stopped:
            assert isinstance(result.worth, kibitz.Means)
            assert result.worth.visits <= result.worth.of == nodes
            assert (result.certainty, result.line[0]) == ("estimate", result.move)


def test_a_full_tree_grows_no_further_and_is_still_searched() -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=8)
    algorithm = Algorithm.parse("uct(solver=none)")
    memory = TranspositionTable(1)
    memory.bytes = 100 * (64 + 8 * 3)
    run = algorithm.search.begin(Problem(deal, algorithm, Limit(), memory))
    iterations = 300
    expanded = 0
    for event in run.events():
        expanded += event.kind == "expand"
        iterations -= event.kind == "leave"
        if not iterations:
            break
    assert expanded < 100
    assert isinstance(run, UCTRun)
    assert run.tree.visits == 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uct(c=-1)", "expected a number of 0 or more: c=-1"),
        ("uct(seed=-1)", "expected a seed of 0 to"),
        ("uct(epsilon=2)", "expected a chance of 0 to 1"),
        ("uct(playouts=one-ply)", "goes by estimates; use leaf="),
        ("uct(leaf=cards)", "is for playouts=one-ply or two-ply"),
        ("uct(policy=solo)", "unknown policy 'solo'"),
    ],
)
def test_what_cannot_be_is_one_line(text: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        Algorithm.parse(text)


def test_a_limit_on_depth_is_refused() -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=3)
    with pytest.raises(KibitzError, match="nodes or seconds, not on depth"):
        solve(deal, "uct", limit=Limit(depth=3))


def test_a_trace_shows_the_walks_and_ends() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    steps = list(kibitz.trace(tree, "uct"))
    assert [step.kind for step in steps].count("visit") == 3
    assert "> 1" in kibitz.trace(tree, "uct").show()
    assert steps[-1].value == (5, 4, 1)
