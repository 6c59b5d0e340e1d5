"""What a check asks of a game: it may fail in any way, and the first case of a fault is noted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from kibitz.errors import KibitzError, NotMadeYet, TooManyOutcomes, in_one_line, shortened
from kibitz.game import Game, Move, Payoffs, Position, finite

T = TypeVar("T")


class Stuck(Exception):
    """The game broke in a way that leaves nothing more to ask."""


class Asking:
    """The faults of one game, as they are found."""

    def __init__(self, game: Game) -> None:
        self.game = self.dealt = game
        self.faults: dict[str, str] = {}
        self.draw = random.Random(0)

    def fault(self, what: str, case: object = "", where: object = None) -> None:
        """Note a fault, with the first case that shows it."""
        shown = f"{what}: {case}" if case != "" else what
        place = "" if where is None else f" in {place_of(where)}"
        line = " ".join(f"{shown}{place}".split())
        self.faults.setdefault(what, in_one_line(shortened(line)))

    def stuck(self, what: str, case: object = "", where: object = None) -> NoReturn:
        """Note a fault that nothing can be asked after."""
        self.fault(what, case, where)
        raise Stuck

    def ask(self, what: str, where: object, question: Callable[..., T], *words: Any) -> T:
        """Ask the game something; it may fail in any way."""
        try:
            return question(*words)
        except NotMadeYet:
            raise  # no fault of the game
        except Exception as error:
            self.stuck(f"{what} fails", words_of(error), where)

    def deal(self, seed: int) -> Position:
        position = self.ask("deal()", self.dealt, self.dealt.deal, seed)
        if not isinstance(position, Position):
            self.stuck("deal() or start() gives no Position", repr(position))
        game = self.ask("game", position, getattr, position, "game")
        if not isinstance(game, Game) or not self.ask("covers()", game, self.dealt.covers, game):
            self.stuck("a position is of another game", game, position)
        self.game = game
        return position

    def play(self, position: Position, move: Move) -> Position:
        after = self.ask("play()", position, position.play, move)
        if not isinstance(after, Position):
            self.stuck("play() gives no Position", f"{after!r} for {move}", position)
        return after

    def moves(self, position: Position) -> Sequence[Move]:
        """The moves, one or more, in something that has an order."""
        return self.sequence("moves()", position, position.moves)

    def legal_moves(self, position: Position) -> Sequence[Move]:
        return self.sequence("legal_moves()", position, position.legal_moves)

    def sequence(
        self, what: str, position: Position, ask: Callable[[], Sequence[Move]]
    ) -> Sequence[Move]:
        moves = self.ask(what, position, ask)
        if not isinstance(moves, Sequence):
            self.stuck(f"{what} gives no list", type(moves).__name__, position)
        if not moves:
            self.stuck(f"{what} is empty before the end", "", position)
        return moves

    def is_over(self, position: Position) -> bool:
        return bool(self.ask("is_over", position, getattr, position, "is_over"))

    def payoffs(self, outcome: object) -> Payoffs:
        """What an outcome is worth: one whole number per side."""
        game = self.game
        payoffs = self.ask("payoffs()", f"outcome {outcome}", game.payoffs, outcome)
        whole = isinstance(payoffs, tuple) and all(type(payoff) is int for payoff in payoffs)
        if not whole or len(payoffs) != game.sides:
            what = f"payoffs() gives no tuple of {game.sides} whole numbers"
            self.stuck(what, f"{payoffs!r} for {outcome}")
        if game.payoffs(outcome) != payoffs:
            self.fault("payoffs() is not the same when asked again", f"for {outcome}")
        return payoffs

    def outcomes(self, position: Position) -> list[Any] | None:
        """The outcomes that a position lists, which have an order; none if it lists none, or if
        there are too many of them to do so.
        """

        def ask() -> set[Any] | None:
            try:
                return set(finite(position))
            except TooManyOutcomes:
                return None

        listed = self.ask("outcomes()", position, ask) if position.lists_outcomes else None
        return None if listed is None else self.ask("sorting outcomes()", position, sorted, listed)

    def facts(self, position: Position) -> tuple[Any, ...]:
        """What can be seen of a position; the same for equal positions.

        Moves by their texts: two copies of a card are the same to everybody.
        """
        text = self.ask("str()", position, str, position)
        if is_nameless(position, text):
            text = ""
        if self.is_over(position):
            return text, self.ask("outcome", position, getattr, position, "outcome")
        turn = self.ask("turn", position, getattr, position, "turn")
        moves = legal = list(self.moves(position))
        if type(position).legal_moves is not Position.legal_moves:
            legal = list(self.legal_moves(position))
        return text, turn, list(map(str, moves)), list(map(str, legal))


def is_nameless(position: Position, text: str) -> bool:
    """Whether a position has no text but where it lies in memory."""
    return text == object.__repr__(position)


def words_of(error: Exception) -> str:
    return str(error) if isinstance(error, KibitzError) else f"{type(error).__name__}: {error}"


def place_of(where: object) -> str:
    """A game or a position in a message, even if it cannot show itself."""
    try:
        return str(where)
    except Exception:
        return f"a {type(where).__name__}"
