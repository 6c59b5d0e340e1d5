"""Logs: a game as lines of text that replay exactly, finished or not.

    game whole-spades(players=3,to=300)
    seed 7
    0 5
    1 4
    ...
    0 HK

After the game and its seed, a line says who chose what: a bid, cards to pass, a card. Lines
that begin with `#` are remarks. A log that ends in the middle is a game that can go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from kibitz import files, text
from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import KibitzError, TextError, shortened
from kibitz.game import Move
from kibitz.loading import closed
from kibitz.matches.start import begin
from kibitz.whole.hand import Sitting
from kibitz.whole.view import written

Choices = Sequence[tuple[int, Move]]


def write(game: str, seed: int, choices: Choices, remarks: Sequence[str] = ()) -> str:
    """The log of a game."""
    lines = [f"game {game}", f"seed {seed}", *(f"# {remark}" for remark in remarks)]
    return "\n".join([*lines, *(f"{seat} {written(move)}" for seat, move in choices), ""])


def _words(lines: Iterable[str]) -> list[list[str]]:
    """The words of each line that says something."""
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def game_in(lines: Iterable[str]) -> str:
    """The game of a log, as `read` has it, and nothing of it dealt."""
    words = _words(lines)
    if len(words) < 2 or words[0][0] != "game" or words[1][0] != "seed" or len(words[1]) != 2:
        begins = shortened(" ".join(words[0]), 60) if words else ""
        raise TextError(
            f"expected a log that begins with a line 'game' and a line 'seed': {begins!r}"
        )
    return " ".join(words[0][1:])


def read(lines: Iterable[str]) -> tuple[str, int, list[tuple[int, Move]]]:
    """The game, the seed and the choices of a log, each of which the rules allow."""
    lines = list(lines)
    game, words = game_in(lines), _words(lines)
    seed = text.read_int(words[1][1], "seed")
    here, choices = begin(game, seed), []
    for at, word in enumerate(words[2:], start=1):
        checkpoint()
        if len(word) != 2 or here.is_over or word[0] != str(here.turn):
            wanted = "the end" if here.is_over else f"a choice of player {here.turn}"
            raise TextError(f"expected {wanted}: {' '.join(word)!r}, choice {at} of the log")
        try:
            move = here.move(word[1])
        except KibitzError as error:
            raise TextError(f"choice {at} of the log: {error}") from None
        choices.append((here.turn, move))
        here = here.after(move)
    return game, seed, choices


def load(name: str, how: str = "before") -> tuple[str, int, list[tuple[int, Move]]]:
    """What `read` finds in a file, which loads no own game that was not named before, and how."""
    lines = files.read_text(Path(name), "a log").splitlines()
    with closed(how):
        try:
            return read(lines)
        except TextError as error:
            raise TextError(f"{error} in {name!r}") from None


def replay(game: str, seed: int, choices: Choices) -> Sitting:
    """The game that choices lead to."""
    here = begin(game, seed)
    for _, move in choices:
        checkpoint()
        here = here.after(move)
    return here
