"""Arguments of a wrong kind: one line says what was expected."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz import KibitzError
from kibitz.games.bridge import lin, pbn

ANY: Any = kibitz  # for what a type checker would refuse
MAXN = kibitz.Algorithm.parse("maxn")
LIN: Any = lin
PBN: Any = pbn
GAME: Any = kibitz.game("spades(players=3)")
DEAL: Any = GAME.deal(1, 3)
BRIDGE: Any = kibitz.game("bridge").deal(1, 2)
WORLDS: Any = kibitz.worlds(kibitz.view(DEAL))

POSITION = "a position, as game.parse reads it from a text"
SOURCE = "a game or a position, not its text or another"
ALGORITHM = "an algorithm, as Algorithm.parse reads it from a text"
EVENT = "a threading.Event, or an object with is_set(), as cancel"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: ANY.solve("7..K.4"), f"{POSITION}: '7..K.4'"),
        (lambda: ANY.solve(DEAL, 5), "an algorithm or its text: 5"),
        (lambda: ANY.solve(DEAL, limit=5), "a limit such as Limit(nodes=1000): 5"),
        (lambda: ANY.solve(DEAL, table=5), "a TranspositionTable: 5"),
        (lambda: ANY.solve(DEAL, progress=5), "a function as progress: 5"),
        (lambda: ANY.solve(DEAL, cancel=5), f"{EVENT}: 5"),
        (lambda: ANY.solve(DEAL, cancel=threading.Event), f"{EVENT}: {threading.Event}"),
        (lambda: ANY.analyse(DEAL, cancel=True), f"{EVENT}: True"),
        (lambda: ANY.strongest(GAME), f"{POSITION}: {GAME}"),
        (lambda: ANY.perft("7..K.4", 1), f"{POSITION}: '7..K.4'"),
        (lambda: ANY.perft(DEAL, 1.5), "a depth of 1 or more: 1.5"),
        (lambda: ANY.perft(DEAL, 2, progress=5), "a function as progress: 5"),
        (lambda: ANY.trick_table(BRIDGE, progress=5), "a function as progress: 5"),
        (lambda: ANY.compare(DEAL, 5), "algorithms in a list: 5"),
        (lambda: list(ANY.compare_many(GAME, [DEAL], 5)), "algorithms in a list: 5"),
        (lambda: list(ANY.compare_many(GAME, 5, "maxn")), "a list of positions: 5"),
        (lambda: list(ANY.solve_many(GAME, 5)), "a list of positions: 5"),
        (lambda: list(ANY.solve_many(5, [DEAL])), "a game or its text: 5"),
        (lambda: list(ANY.solve_many(GAME, [DEAL], progress=5)), "a function as progress: 5"),
        (lambda: ANY.answer({}, cancel=None), f"{EVENT}: None"),
        (lambda: ANY.answer_many(5), "a list of questions: 5"),
        (lambda: ANY.review(DEAL, 5), "moves in one text or in a list: 5"),
        (lambda: ANY.view(5), "a position of a trick game: 5"),
        (lambda: ANY.View.parse(5), "the text of a view: 5"),
        (lambda: ANY.View.from_dict(5), "a mapping, as View.as_dict makes it: 5"),
        (lambda: ANY.worlds(DEAL), f"a view, as kibitz.view gives it: {DEAL}"),
        (lambda: WORLDS.sample("x"), "0 worlds or more: 'x'"),
        (lambda: WORLDS.sample(-1), "0 worlds or more: -1"),
        (lambda: ANY.trace(DEAL).film("x"), "a number of outcomes: 'x'"),
        (lambda: ANY.check_game(5), "a game or its text: 5"),
        (lambda: ANY.game(5), "a text such as name(key=value,...): 5"),
        (lambda: ANY.Algorithm.parse(5), "a text such as name(key=value,...): 5"),
        (lambda: ANY.Limit(seconds="3"), "a limit of more than 0 seconds: '3'"),
        (lambda: ANY.Card(99), "a card, 0 to 51: 99"),
        (lambda: ANY.Card(2.5), "a card, 0 to 51: 2.5"),
        (lambda: ANY.Card([]), "a card, 0 to 51: []"),
        (lambda: ANY.agree(5), "results in a list: 5"),
        (lambda: ANY.prospect(5, MAXN), f"{SOURCE}: 5"),
        (lambda: ANY.prospect(DEAL, "maxn"), f"{ALGORITHM}: 'maxn'"),
        (lambda: GAME.deal(1, cards="3"), "1 to 17 cards each: '3'"),
        (lambda: GAME.deal(None), "a whole number as a seed: None"),
        (lambda: GAME.deal(1.5), "a whole number as a seed: 1.5"),
        (lambda: ANY.game("tree").deal("1"), "a whole number as a seed: '1'"),
        (lambda: ANY.game("rolit").deal(True), "a whole number as a seed: True"),
        (lambda: ANY.check_game(GAME, deals="3"), "a number of deals: '3'"),
        (lambda: ANY.check_game(GAME, seed=None), "a whole number as a seed: None"),
        (lambda: ANY.TrickGame(players="3"), "a number of players: '3'"),
        (lambda: ANY.TrickGame(cards="3"), "a whole number as cards: '3'"),
        (lambda: ANY.TrickGame(tricks=1.5), "a whole number as tricks: 1.5"),
        (lambda: ANY.TrickGame(teams=5), "a number for each player as teams: 5"),
        (lambda: ANY.TrickGame(bids=(1, "1", 1)), "whole numbers as bids: '1'"),
        (lambda: ANY.TrickGame(utility=[]), "a function of the outcome with a hash: []"),
        (lambda: ANY.Pack(5, ()), "suits as tuples of words: 5"),
        (lambda: ANY.Pack(((5,),), ()), "suits as tuples of words: ((5,),)"),
        (lambda: ANY.Pack((), (), 0), "1 or 2 copies of each card: 0"),
        (lambda: ANY.Pack((), (), 3), "1 or 2 copies of each card: 3"),
        (lambda: ANY.player(5), "a player or its text: 5"),
        (lambda: ANY.build(5), "the path of a source: 5"),
        (lambda: ANY.par(5), "the tricks of every strain and declarer: 5"),
        (lambda: ANY.beliefs(DEAL, 5), "an algorithm or its text: 5"),
        (lambda: ANY.prospects("spades"), f"{SOURCE}: 'spades'"),
        (lambda: ANY.LeafTable.of(5), f"{SOURCE}: 5"),
        (lambda: LIN.read(5), "a text or a path: 5"),
        (lambda: LIN.read("\0.lin"), "a file to read: '\\x00.lin': embedded null byte"),
        (lambda: PBN.read(5), "a text or a path: 5"),
    ],
)
def test_an_argument_of_a_wrong_kind_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(KibitzError) as error:
        ask()
    assert str(error.value) == f"expected {message}"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: ANY.game("hearts", lead=5), "unknown lead '5'; expected one of C2"),
        (lambda: ANY.Algorithm(table=5), "unknown table '5'; expected one of none"),
        (lambda: ANY.solve(DEAL, engine=[]), r"unknown engine '\[\]'; expected one of auto"),
        (lambda: kibitz.game("tree").parse("0[(1,0,0) (0,1,0)]").play(True), "illegal move True"),
    ],
)
def test_so_is_what_stands_for_a_name_or_a_move(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(KibitzError, match=f"^{message}"):
        ask()


class Broken:
    """What cannot say whether to stop."""

    def is_set(self) -> bool:
        raise LookupError("no such search")


@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_what_goes_wrong_in_cancel_is_no_fault_of_the_game(engine: str) -> None:
    long = GAME.deal(1, 8)
    with pytest.raises(LookupError, match="no such search"):
        kibitz.solve(long, "maxn", engine=engine, cancel=Broken())


@pytest.mark.parametrize("name", kibitz.games.names())
def test_no_game_reads_a_position_from_what_is_no_text(name: str) -> None:
    game: Any = kibitz.game(name)
    with pytest.raises(KibitzError, match=r"^expected the text of a position: 5$"):
        game.parse(5)


class TestWhatIsEchoed:
    def test_control_characters_and_line_breaks_are_escaped(self) -> None:
        position = kibitz.game("spades(players=3)").parse("7..K.4 .2..K7 J...A3")
        with pytest.raises(kibitz.IllegalMove) as error:
            position.play(position.legal_move("a\x1b[31m\nb\udc80"))
        assert str(error.value).startswith(r"illegal move a\x1b[31m\nb\udc80 in 7..K.4")

    def test_a_long_position_is_echoed_in_short(self) -> None:
        long = "x" * 100_000
        found = kibitz.answer({"id": long, "game": "spades", "position": long})
        assert found["id"] == long
        assert len(found["position"]) < 1_000
        assert len(found["error"]) < 1_000
        assert len(kibitz.answer({"game": long, "position": ""})["game"]) < 1_000
