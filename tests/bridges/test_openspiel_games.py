"""Games of OpenSpiel as games of Kibitz: its own solvers, its bounds, texts, what is refused."""

from __future__ import annotations

import doctest
import inspect
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, minimax

import kibitz
from kibitz.bridges.openspiel import KibitzBot, OpenSpiel, Resampler, SpielPosition
from kibitz.bridges.pettingzoo import Layout, env

SMALL = (
    "tic_tac_toe",
    "nim(pile_sizes=1;2;3)",
    "nim(pile_sizes=2;2;3,is_misere=false)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "mnk(m=3,n=2,k=2)",
    "clobber(rows=2,columns=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)",
    "hex(board_size=3)",
    "y(board_size=3)",
    "breakthrough(rows=4,columns=3)",
)
SEARCHES = ("maxn(table=exact)", "shallow", "speculative(table=exact)", "leaf-table", "alpha-beta")


def game_of(line: str) -> OpenSpiel:
    game = kibitz.game(line)
    assert isinstance(game, OpenSpiel)
    return game


def open_names() -> list[str]:
    """The games of OpenSpiel for two or more, without chance, in turn, with nothing hidden."""
    kind = pyspiel.GameType
    return [
        each.short_name
        for each in pyspiel.registered_games()
        if each.default_loadable
        and each.chance_mode == kind.ChanceMode.DETERMINISTIC
        and each.dynamics == kind.Dynamics.SEQUENTIAL
        and each.information == kind.Information.PERFECT_INFORMATION
        and each.max_num_players > 1
    ]


@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_its_own_minimax(name: str) -> None:
    game = game_of(f"openspiel(game={name},same=text)")
    theirs, _ = minimax.alpha_beta_search(game.loaded)
    found = kibitz.solve(game.start())
    assert found.value == (theirs, -theirs)
    assert found.certainty == "exact"


@pytest.mark.parametrize("same", ["history", "text"])
@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_finds_the_same_value(search: str, same: str) -> None:
    draw = random.Random(f"{search} {same}")
    for name in ("nim(pile_sizes=1;2;2)", "connect_four(rows=3,columns=3,x_in_row=3)"):
        position = game_of(f"openspiel(game={name},same={same})").start()
        for _ in range(3):
            position = position.play(draw.choice(position.moves()))
        if not position.is_over:
            theirs = minimax.alpha_beta_search(position.game.loaded, position.state)[0]
            sign = 1 if position.turn == 0 else -1
            assert kibitz.solve(position, search).value == (sign * theirs, -sign * theirs)


def written_as_efg(tree: kibitz.Position) -> str:
    """A tree for three players in Gambit's format, which OpenSpiel reads."""
    lines, leaves, nodes = ['EFG 2 R "tree" { "A" "B" "C" }'], 0, [0, 0, 0]

    def walk(position: kibitz.Position) -> None:
        nonlocal leaves
        if position.is_over:
            leaves += 1
            lines.append(f't "" {leaves} "" {{ {", ".join(map(str, position.outcome))} }}')
            return
        nodes[position.turn] += 1
        names = " ".join(f'"m{move}"' for move in position.moves())
        number = nodes[position.turn]
        lines.append(f'p "" {position.turn + 1} {number} "" {{ {names} }} 0')
        for move in position.moves():
            walk(position.play(move))

    walk(tree)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(6))
def test_three_players_play_what_openspiel_calls_an_equilibrium(seed: int, tmp_path: Path) -> None:
    tree = kibitz.game("tree(depth=3)").deal(seed)
    file = tmp_path / "tree.efg"
    file.write_text(written_as_efg(tree))
    game = game_of(f"openspiel(game=efg_game(filename={file}))")
    assert game.players == 3
    assert kibitz.solve(game.start()).value == kibitz.solve(tree).value

    def best(state: pyspiel.State) -> dict[int, float]:
        position = game.parse(",".join(map(str, state.history())) or "start")
        move = kibitz.solve(position, "maxn").move
        assert move is not None
        return {int(move): 1.0}

    played = policy.tabular_policy_from_callable(game.loaded, best)
    assert exploitability.nash_conv(game.loaded, played) == 0


@pytest.mark.parametrize("name", open_names())
def test_random_games_read_back_from_their_texts(name: str) -> None:
    game, draw = game_of(f"openspiel(game={name})"), random.Random(name)
    assert kibitz.game(str(game)) == game
    position = game.start()
    for _ in range(60):
        if position.is_over:
            break
        moves = position.moves()
        assert len({str(move) for move in moves}) == len(moves)
        assert [int(move) for move in moves] == position.state.legal_actions()
        move = draw.choice(moves)
        position = position.play(str(move) if draw.random() < 0.5 else move)
    assert game.parse(str(position)) == position
    assert position.actions == tuple(position.state.history())


@pytest.mark.parametrize("name", [*SMALL[:4], "othello"])
def test_no_faults_are_found(name: str) -> None:
    assert kibitz.check_game(f"openspiel(game={name})", deals=2) == []


def test_the_bounds_are_what_openspiel_says() -> None:
    game = game_of("openspiel(game=dots_and_boxes(utility_margin=true))")
    assert (game.lowest, game.highest, game.max_sum) == (-4, 4, 0)
    assert (4, -4) in list(game.outcomes())
    assert game_of("openspiel(game=chess,scale=2)").highest == 2


def test_returns_are_whole_numbers_by_a_scale_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended:
        def __init__(self, *returns: float) -> None:
            self.given = returns

        def is_terminal(self) -> bool:
            return True

        def returns(self) -> list[float]:
            return list(self.given)

    thirds = SpielPosition(OpenSpiel(scale=3), (), Ended(1 / 3, -1 / 3))
    assert thirds.outcome == (1, -1)
    with pytest.raises(kibitz.GameError, match="expected a scale that makes whole numbers"):
        _ = SpielPosition(OpenSpiel(scale=2), (), Ended(1 / 3, -1 / 3)).outcome


def test_positions_go_to_other_processes() -> None:
    position = game_of("openspiel(game=connect_four)").parse("3,3,2")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.play("o4").actions == (3, 3, 2, 4)
    assert [str(move) for move in pickle.loads(pickle.dumps(position.moves()))][:2] == ["o0", "o1"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("openspiel(game=tic_tac)", "unknown game of OpenSpiel 'tic_tac'; did you mean"),
        ("openspiel(game=nim(piles=1))", "unknown parameter of nim 'piles'"),
        ("openspiel(game=backgammon)", "expected a game without chance: 'backgammon'"),
        ("openspiel(game=matrix_rps)", "expected a game in which players move in turn"),
        ("openspiel(game=phantom_ttt)", "expected a game with nothing hidden: 'phantom_ttt'"),
        ("openspiel(game=morpion_solitaire)", "expected a game of two players or more"),
        ("openspiel(game=amazons(board_size=3))", "expected a game that OpenSpiel loads"),
        ("openspiel(game=nfg_game)", "expected a game that OpenSpiel loads: 'nfg_game'"),
        ("openspiel(scale=0)", "expected a scale of 1 or more: 0"),
        ("openspiel(same=board)", "unknown same 'board'"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    line: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(kibitz.KibitzError) as refused:
        kibitz.game(line)
    assert words in str(refused.value) and "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("line", ["", "4,4", "9", "x(0_0)", "4 0"])
def test_a_wrong_position_is_one_line(line: str) -> None:
    with pytest.raises(kibitz.KibitzError):
        game_of("openspiel").parse(line)


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("openspiel", "this bridge needs OpenSpiel; use pip install 'kibitz[openspiel]'"),
        ("pettingzoo", "this bridge needs PettingZoo; use pip install 'kibitz[pettingzoo]'"),
    ],
)
def test_a_library_that_is_not_there_is_one_line(module: str, words: str) -> None:
    script = f"""
import sys
sys.modules["pyspiel"] = sys.modules["pettingzoo"] = None
import kibitz
try:
    import kibitz.bridges.{module}
except kibitz.KibitzError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.startswith(words) and done.stdout.count("\n") == 1, done.stderr


@pytest.mark.parametrize("name", [OpenSpiel, KibitzBot, Resampler, Layout, env])
def test_examples_in_docstrings_run(name: type) -> None:
    words = inspect.cleandoc(name.__doc__ or "")
    known = {"kibitz": kibitz, "__name__": "__main__"}
    test = doctest.DocTestParser().get_doctest(words, known, str(name), str(name), 0)
    assert test.examples and doctest.DocTestRunner().run(test).failed == 0
