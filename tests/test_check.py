"""check_game finds what is wrong with a game: every fault has a game that is broken that way."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from heaps import Heaps, HeapsPosition

from kibitz import Card, Game, KibitzError, Position, TrickGame, check_game

HEAPS = (2, 2, 3)


def game(**changes: Any) -> Game:
    """Heaps with something else in the game."""
    return type("Broken", (Heaps,), changes)(heaps=HEAPS)  # type: ignore[no-any-return]


def position(**changes: Any) -> Game:
    """Heaps with something else in its positions."""
    kind: Any = dataclass(frozen=True)(type("BrokenPosition", (HeapsPosition,), changes))
    return game(start=lambda self: kind(self, self.heaps, (0,) * self.players, 0))


def moves_of(here: HeapsPosition) -> list[str]:
    return HeapsPosition.moves(here)


class Countdown(Position):
    """Not a dataclass: two players take 1 or 2 of five; with `shared`, from one list."""

    def __init__(self, game: Game, left: list[int], turn: int) -> None:
        self.game, self.left, self.turn = game, left, turn  # type: ignore[misc]

    @property
    def is_over(self) -> bool:
        return self.left[0] <= 0

    @property
    def outcome(self) -> int:
        return self.turn

    def moves(self) -> list[int]:
        return [1, 2]

    def play(self, move: Any) -> Countdown:
        self.left[0] -= self.legal_move(move)
        return Countdown(self.game, self.left, 1 - self.turn)


class Shared(Game):
    def start(self) -> Position:
        return Countdown(self, [5], 0)

    def payoffs(self, outcome: int) -> tuple[int, ...]:
        return (outcome, 1 - outcome, 0)


class Turnless(Countdown):
    """Forgets whose turn it is."""

    def __init__(self, game: Game) -> None:
        self.game, self.left = game, [5]


def play_by_itself(here: HeapsPosition, move: str) -> HeapsPosition:
    """Play without asking `after` of a subclass."""
    return HeapsPosition.after(here, here.legal_move(move))


def raises(error: Exception) -> Callable[..., Any]:
    def fail(*words: Any) -> Any:
        raise error

    return fail


def other_each_time(*answers: Any) -> Callable[..., Any]:
    """A function that gives one answer after the other, whatever it is asked."""
    turns = itertools.cycle(answers)
    return lambda *words: next(turns)


class Undecorated(Heaps):
    stones: int = 4


@dataclass(frozen=True)
class Forgetful(Heaps):
    """Its text leaves out the heaps."""

    def __str__(self) -> str:
        return self.text_name()


@dataclass(frozen=True)
class Illegible(Heaps):
    """Its text cannot be read."""

    def __str__(self) -> str:
        return f"{self.text_name()}(stones=1)"


def wrong_turn(self: Heaps) -> Position:
    return HeapsPosition(self, self.heaps, (0,) * self.players, 7)


def endless(here: HeapsPosition, move: str) -> Position:
    here.legal_move(move)
    return here


def random_play(here: HeapsPosition, move: str) -> Position:
    return HeapsPosition.play(here, random.choice([here.legal_move(move), *here.moves()]))


def never_last(here: HeapsPosition, outcome: tuple[int, ...]) -> bool:
    return outcome != (0, 1, 2)


FAULTS: dict[str, Callable[[], Game]] = {
    # The game.
    "Undecorated has fields but is not decorated by @dataclass(frozen=True): stones": (
        lambda: Undecorated()
    ),
    "hash() of the game fails: TypeError": lambda: Heaps(heaps=[2, 2]),  # type: ignore[arg-type]
    "sides fails: ZeroDivisionError": lambda: game(sides=property(lambda self: 1 // 0)),
    "side() is out of range: 3 of 3 for player 2": lambda: game(side=lambda self, p: p + (p == 2)),
    "the text of the game says another game": lambda: Forgetful(heaps=HEAPS),
    "the text of the game fails: unknown argument": lambda: Illegible(heaps=HEAPS),
    "parse() refuses a text by another error than TextError: '' with KeyError": (
        lambda: game(parse=raises(KeyError("x")))
    ),
    # The start.
    "deal() fails": lambda: game(start=raises(KeyError("x"))),
    "deal() fails: expected a position: Broken has no start()": lambda: game(
        start=Game.start, __str__=lambda self: "Broken"
    ),
    "deal() or start() gives no Position: 5": lambda: game(start=lambda self: 5),
    "a position is of another game": lambda: game(start=lambda self: Heaps().start()),
    "deal() is not the same for the same seed": lambda: game(
        deal=lambda self, seed: Heaps(heaps=HEAPS[: random.randint(1, 3)]).start(),
        __eq__=lambda self, other: True,
        __hash__=lambda self: 0,
    ),
    "the game fails: KeyError": lambda: position(__eq__=raises(KeyError("x"))),
    # The turn and the moves.
    "turn fails: AttributeError": lambda: game(start=lambda self: Turnless(self)),
    "turn is no player of 0 to 2: 7": lambda: game(start=wrong_turn),
    "is_over fails: KeyError": lambda: position(is_over=property(raises(KeyError("x")))),
    "moves() fails: KeyError: 'x' in heaps=2/2/3": lambda: position(moves=raises(KeyError("x"))),
    "moves() is empty before the end in heaps=2/2/3 won=0/0/0 turn=0": (
        lambda: position(moves=lambda self: [])
    ),
    "moves() gives no list: list_iterator": lambda: position(
        moves=lambda self: iter(moves_of(self))
    ),
    "moves() lists a move twice: 2-1": lambda: position(moves=lambda self: 2 * moves_of(self)),
    "moves() lists what legal_moves() does not": lambda: position(
        legal_moves=lambda self: moves_of(self)[:1]
    ),
    "moves() leaves out a legal move that is like no other: 2-2": lambda: position(
        moves=lambda self: moves_of(self)[:1], legal_moves=moves_of
    ),
    "hash() of a move fails: TypeError": lambda: position(
        moves=lambda self: [[move] for move in moves_of(self)]
    ),
    "two moves have one name: 1, 1": lambda: position(moves=lambda self: ["1", 1]),
    "legal_moves() is empty before the end": lambda: position(legal_moves=lambda self: []),
    # Playing.
    "play() fails: KeyError": lambda: position(play=raises(KeyError("x"))),
    "after() fails: KeyError": lambda: position(after=raises(KeyError("x")), play=play_by_itself),
    "after() leads to another position than play(): 2-1": lambda: position(
        after=lambda self, move: play_by_itself(self, moves_of(self)[-1]), play=play_by_itself
    ),
    "play() gives no Position: None for": lambda: position(play=lambda self, move: None),
    "play() by the name of a move, which legal_move() reads, fails: TypeError": lambda: position(
        moves=lambda self: range(len(moves_of(self))),
        play=lambda self, move: HeapsPosition.play(self, moves_of(self)[move]),
        legal_move=lambda self, move: move,
    ),
    "play() by the name of a move plays another": lambda: position(
        moves=lambda self: [tuple(move) for move in moves_of(self)],
        play=lambda self, move: HeapsPosition.play(
            self, moves_of(self)[-1] if isinstance(move, str) else "".join(move)
        ),
        legal_move=lambda self, move: move,
    ),
    "play() takes what is no move: ''": lambda: position(
        play=lambda self, move: HeapsPosition.play(
            self, move if move in moves_of(self) else moves_of(self)[0]
        )
    ),
    "play() refuses what is no move by another error: '' with KeyError": lambda: position(
        legal_move=lambda self, move: move
    ),
    "play() is not the same for the same move": lambda: position(play=random_play),
    "a position changes when it is asked or played from": lambda: Shared(),
    "a game does not end within 50 moves": lambda: position(play=endless),
    # Keys and texts.
    "key() is the same for different futures": lambda: position(key=lambda self: self.heaps),
    "relative_key() is the same for different futures": lambda: position(
        relative_key=lambda self: (self.won, sum(self.heaps))
    ),
    "hash() of key() fails: TypeError": lambda: position(key=lambda self: list(self.heaps)),
    "hash() of progress fails: TypeError": lambda: position(
        progress=property(lambda self: list(self.won))
    ),
    "key() is not the same when asked again": lambda: position(
        key=lambda self: random.getrandbits(64)
    ),
    "the text of a position says another: turn=1": lambda: position(
        __str__=lambda self: f"turn={self.turn}"
    ),
    "the text is the same for different futures": lambda: position(
        __str__=lambda self: f"turn={self.turn}"
    ),
    "the text of a position is not one line": lambda: position(
        __str__=lambda self: HeapsPosition.__str__(self) + "\n"
    ),
    "parse() of a position's own text fails: unknown field": lambda: position(
        __str__=lambda self: f"stones={sum(self.heaps)}"
    ),
    "str() fails: KeyError: 'x' in a BrokenPosition": lambda: position(
        __str__=raises(KeyError("x"))
    ),
    "equal positions have different hashes": lambda: position(__hash__=lambda self: id(self)),
    "show() fails: KeyError": lambda: position(show=raises(KeyError("x"))),
    # The end.
    "outcome fails: KeyError": lambda: position(outcome=property(raises(KeyError("x")))),
    "hash() of an outcome fails: TypeError": lambda: position(
        outcome=property(lambda self: list(self.won))
    ),
    "payoffs() fails: KeyError: 'x' in outcome (": lambda: game(payoffs=raises(KeyError("x"))),
    "payoffs() gives no tuple of 3 whole numbers: (0.5, 0, 0)": lambda: game(
        payoffs=lambda self, outcome: (0.5, 0, 0)
    ),
    "payoffs() gives no tuple of 3 whole numbers: [0, 0, 0]": lambda: game(
        payoffs=lambda self, outcome: [0, 0, 0]
    ),
    "payoffs() gives no tuple of 3 whole numbers: (0, 0)": lambda: game(
        payoffs=lambda self, outcome: (0, 0)
    ),
    "payoffs() is not the same when asked again": lambda: game(
        payoffs=other_each_time((0, 0, 0), (1, 0, 0))
    ),
    "a payoff is below lowest=1": lambda: game(lowest=1),
    "payoffs add up to more than max_sum=2": lambda: game(max_sum=2),
    "a payoff is above highest=1": lambda: game(highest=1),
    "plies_left is wrong: 99": lambda: position(plies_left=99),
    # What a search to a horizon asks.
    "ordered('gain') does not list the same as moves()": lambda: position(
        orders=("gain",), ordered=lambda self, order: moves_of(self)[1:]
    ),
    "ordered('gain') fails: NotImplementedError": lambda: position(orders=("gain",)),
    "estimate('now') is not among outcomes(): (99, 0, 0)": lambda: position(
        estimates=("now",), estimate=lambda self, leaf: (99, 0, 0)
    ),
    # What can come about.
    "outcomes() fails: KeyError": lambda: position(outcomes=raises(KeyError("x"))),
    "an outcome is not among outcomes() of the game": lambda: game(
        outcomes=lambda self: [(3, 0, 0)]
    ),
    "an outcome is not among outcomes() before it": lambda: position(
        outcomes=lambda self: [(3, 0, 0)]
    ),
    "sorting outcomes() fails: TypeError": lambda: position(
        outcomes=lambda self: [*self.game.outcomes(), None]
    ),
    "payoffs() gives no tuple of 3 whole numbers: (0, 0, 0, 0) for (0, 0, 0, 0)": lambda: position(
        outcomes=lambda self: [*self.game.outcomes(), (0, 0, 0, 0)]
    ),
    "allows() refuses an outcome that comes about: (0, 1, 2)": lambda: position(allows=never_last),
    "allows() fails: KeyError": lambda: position(allows=raises(KeyError("x"))),
    "allows() depends on more than progress: 0": lambda: position(progress=0),
}


@pytest.mark.parametrize(("fault", "broken"), FAULTS.items(), ids=FAULTS)
def test_every_fault_is_found(
    fault: str, broken: Callable[[], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.check.LONGEST", 50)
    found = check_game(broken())
    assert any(line.startswith(fault) for line in found), found
    assert all(len(line.splitlines()) == 1 for line in found)


def test_a_sound_game_has_no_faults() -> None:
    assert check_game(Heaps(heaps=HEAPS)) == []
    assert check_game("heaps:Heaps(players=4,heaps=1/2)", deals=3) == []


def test_positions_without_a_text_are_told_how_to_get_one() -> None:
    class Apart(Countdown):
        def play(self, move: Any) -> Apart:
            return Apart(self.game, [self.left[0] - self.legal_move(move)], 1 - self.turn)

    class NoText(Shared):
        def start(self) -> Position:
            return Apart(self, [5], 0)

    assert check_game(NoText()) == [
        "positions have no text; make Apart a dataclass, or write __str__, parse"
    ]


def test_a_search_led_astray_is_the_last_resort() -> None:
    """In one deal, what `allows` refuses does not come about by chance."""
    broken = position(
        outcomes=lambda self: self.game.outcomes(),
        allows=lambda self, outcome: outcome == (2, 1, 0),
    )
    found = check_game(broken, deals=1, seed=6)
    assert [line.partition(":")[0] for line in found] == [
        "a pruned search is led astray by outcomes, allows, bounds or keys"
    ]


def test_one_wrong_move_among_many_is_found() -> None:
    """Not all of twenty moves are played by name in every game, but each of them in some."""

    def play(here: HeapsPosition, move: tuple[str, ...] | str) -> HeapsPosition:
        if isinstance(move, tuple):
            return HeapsPosition.after(here, "".join(move))
        named = next(name for name in moves_of(here) if str(tuple(name)) == move)
        return HeapsPosition.after(here, "9-1" if named == "9-2" else named)

    broken: Any = position(
        moves=lambda self: [tuple(move) for move in moves_of(self)],
        play=play,
        after=Position.after,
        legal_move=lambda self, move: move,
    )
    found = check_game(replace(broken, heaps=tuple(range(1, 12))), deals=8)
    assert any(line.startswith("play() by the name of a move plays another") for line in found)


def test_the_same_seed_finds_the_same() -> None:
    broken = position(key=lambda self: self.heaps)
    assert check_game(broken, deals=3, seed=5) == check_game(broken, deals=3, seed=5)


def test_no_deals_are_refused() -> None:
    with pytest.raises(KibitzError, match="expected 1 deal or more: 0"):
        check_game(Heaps(), deals=0)


@dataclass(frozen=True)
class ManyOutcomes(TrickGame):
    """Seven players share out points in more ways than a leaf-value table holds."""

    players: int = 7
    counts_tricks = False

    def points(self, card: Card) -> int:
        return {"9": 11, "2": 10}.get(str(card)[1], 0)


def test_a_game_may_have_too_many_outcomes_to_list() -> None:
    assert check_game(ManyOutcomes(), deals=1) == []
