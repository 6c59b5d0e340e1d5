"""Information-set MCTS equals a plain one, written once more after the code of its authors."""

from __future__ import annotations

import math
from typing import Any

import pytest

import kibitz
from kibitz import Position, TextError
from kibitz.cards.simple_rules import by_rules
from kibitz.engines import kernel
from kibitz.engines.problem.chances import SplitMix
from kibitz.engines.problem.protocol import Unfit
from kibitz.matches.check_player import check_player
from kibitz.players.ismcts import Tree, TreeInKernel
from kibitz.players.judgement import played_out
from kibitz.players.player import player


class Node:
    """A node with a list of children, each with who moved, as the authors have it."""

    def __init__(self, move: Any, parent: Node | None, moved: int | None) -> None:
        self.move, self.parent, self.moved = move, parent, moved
        self.children: list[Node] = []
        self.wins, self.visits, self.avails = 0.0, 0, 1


def plain(worlds: list[Position], seed: int, c: float) -> dict[str, tuple[int, int, float]]:
    """Visits, availability and wins of each move at the root."""
    chances, root = SplitMix(seed), Node(None, None, None)
    rows = [worlds[0].game.payoffs(outcome) for outcome in set(worlds[0].outcomes())]

    def reward(side: int, payoffs: tuple[int, ...]) -> float:
        column = [row[side] for row in rows]
        return (payoffs[side] - min(column)) / (max(column) - min(column))

    def drawn(moves: list[Any]) -> Any:
        return moves[0] if len(moves) == 1 else moves[chances.below(len(moves))]

    for state in worlds:
        node = root
        while not state.is_over:
            legal = list(state.legal_moves())
            tried = [child.move for child in node.children]
            untried = [move for move in legal if move not in tried]
            if untried:
                child = Node(drawn(untried), node, state.side)
                node.children.append(child)
                node, state = child, state.play(child.move)
                break
            here = [child for move in legal for child in node.children if child.move == move]
            best = max(
                here,
                key=lambda one: (
                    one.wins / one.visits + c * math.sqrt(math.log(one.avails) / one.visits)
                ),
            )
            for child in here:
                child.avails += 1
            node, state = best, state.play(best.move)
        while not state.is_over:
            state = state.play(drawn(list(state.legal_moves())))
        payoffs = state.game.payoffs(state.outcome)
        up: Node | None = node
        while up is not None:
            up.visits += 1
            up.wins += 0 if up.moved is None else reward(up.moved, payoffs)
            up = up.parent
    return {str(one.move): (one.visits, one.avails, one.wins) for one in root.children}


@pytest.mark.parametrize(
    "game", ["spades(players=3,cards=4,breaking=false)", "hearts(players=3,cards=4)"]
)
def test_the_tree_is_that_of_a_plain_search_of_the_same_worlds(game: str) -> None:
    """With payoffs whose range is a power of two sums are exact; with others nearly so."""
    for seed in range(4):
        view = kibitz.view(kibitz.game(game).deal(seed))
        worlds: list[Position] = list(kibitz.worlds(view).sample(150, seed))
        tree = Tree(worlds[0], 0.7, seed)
        for world in worlds:
            tree.iterate(world)
        wanted = plain(worlds, seed, 0.7)
        below = tree.root.below
        assert {str(move): one.visits for move, one in below.items()} == {
            move: visits for move, (visits, _, _) in wanted.items()
        }
        for move, one in below.items():
            _, avails, wins = wanted[str(move)]
            assert one.available == avails
            assert one.gain / tree.span[one.side] == pytest.approx(wins)


@pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel here")
@pytest.mark.parametrize(
    "game", ["spades(players=3)", "hearts", "bridge(trump=H)", "euchre", "skat(contract=null)"]
)
def test_the_kernel_grows_the_same_tree(game: str) -> None:
    view = kibitz.view(kibitz.game(game).deal(5))
    worlds = list(kibitz.worlds(view).sample(120, 5))
    one, two = Tree(worlds[0], 0.7, 9), TreeInKernel(worlds[0], 0.7, 9)
    for tree in (one, two):
        tree.iterate_all(worlds)
    wanted = {
        (int(card), choice.visits, choice.available, choice.gain)
        for card, choice in one.root.below.items()
    }
    assert set(two.grows.root()) == wanted
    assert one.best(view.moves()) == two.best(view.moves())


@pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel here")
def test_worlds_with_other_outcomes_are_for_python() -> None:
    deal = kibitz.game("hearts(players=3,cards=4)").deal(1)
    worlds = list(kibitz.worlds(kibitz.view(deal)).sample(50, 1))
    with pytest.raises(Unfit, match="no other outcomes"):
        TreeInKernel(worlds[0], 0.7, 1).iterate_all(worlds)
    first = kibitz.game("bridge").deal(1)
    for hands in ([1, 2], [1, 2, 3, 4], [2**60, 1, 2, 4]):
        tree = TreeInKernel(first, 0.7, 1)
        with pytest.raises(ValueError, match="expected"):
            tree.grows.iterate([hands], [])
    spades = kibitz.game("spades(players=3)").deal(1)
    with pytest.raises(ValueError, match="expected a legal card"):
        TreeInKernel(spades, 0.7, 1).grows.iterate([spades.hands], [60])  # type: ignore


@pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel here")
@pytest.mark.parametrize(
    "game",
    ["spades(players=3,cards=5,bids=2/1/1,utility=mot)", "bridge(trump=H)", "hearts"],
)
def test_a_tree_by_rules_is_the_same_in_both_engines_card_by_card(game: str) -> None:
    for seed in range(2):
        view = kibitz.view(kibitz.game(game).deal(seed))
        worlds, cards = list(kibitz.worlds(view).sample(16, seed)), view.moves()
        one, two = (kind(worlds[0], 0.2, 9, patience=2) for kind in (Tree, TreeInKernel))
        assert isinstance(two, TreeInKernel)
        assert one.iterate_all(worlds, cards) == two.iterate_all(worlds, cards)
        assert one.iterate_all(worlds) == two.iterate_all(worlds)
        wanted = {
            (int(card), choice.visits, choice.available, choice.gain)
            for card, choice in one.root.below.items()
        }
        assert set(two.grows.root()) == wanted


def test_a_tree_by_rules_begins_with_what_rules_play_and_waits_with_the_rest() -> None:
    view = kibitz.view(kibitz.game("spades(players=3)").deal(3))
    world = kibitz.worlds(view).sample(1, 1)[0]
    tree, first = Tree(world, 0.2, 1, patience=3), view.moves()[0]
    ends = [tree.iterate(world, first) for _ in range(3)]
    assert set(ends) == {world.game.payoffs(played_out(world.play(first)))}
    below = tree.root.below[first]
    assert list(below.below) == [by_rules(world.play(first))]
    for _ in range(4):
        tree.iterate(world, first)
    assert len(below.below) == 2
    assert tree.root.visits == below.visits == 7


def test_it_plays_by_rules_below_the_tree_if_asked() -> None:
    assert check_player("ismcts(20,playouts=rules)", "hearts(cards=4)", deals=1) == []
    with pytest.raises(TextError, match="expected a trick game for play-outs by rules"):
        player("ismcts(playouts=rules)").play_open(kibitz.game("tree").parse("0[(5,4,1) (1,2,3)]"))


@pytest.mark.parametrize("game", ["hearts(cards=4)", "bridge(cards=4)"])
def test_it_keeps_the_rules_repeats_itself_and_does_not_peek(game: str) -> None:
    assert check_player("ismcts(20)", game, deals=1) == []


def test_it_plays_where_nothing_is_hidden_too() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    assert player("ismcts(200)").play_open(tree) == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ismcts(0)", "expected 1 iteration or more"),
        ("ismcts(c=-1)", "expected c of 0 or more"),
        ("ismcts(seconds=0)", "expected a limit of more than 0 seconds"),
    ],
)
def test_what_cannot_be_is_one_line(line: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        player(line)


def test_a_clock_stops_it() -> None:
    view = kibitz.view(kibitz.game("hearts").deal(1).play("C2"))
    chosen = player("ismcts(1000000,seconds=0.02)").choose(view)
    assert chosen in view.moves()
