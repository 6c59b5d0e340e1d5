"""Games of a match that are kept: as logs, as rows of CSV, and reviewed move by move.

A result of a block holds notes of its games: who sat where, what was chosen, scores and times.
So logs and rows are there for every block that has a result, whenever they are asked for.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import files
from kibitz.asking.review import Review, review
from kibitz.errors import KibitzError, TextError, writing
from kibitz.history import History
from kibitz.matches import log
from kibitz.matches.board import Board
from kibitz.matches.export import hands
from kibitz.matches.seating import Seating
from kibitz.matches.start import begin, sides_of
from kibitz.results import Limit
from kibitz.whole.view import written

if TYPE_CHECKING:
    from kibitz.matches.match import Match, MatchResult
    from kibitz.matches.table import PlayedGame

NOTE, TIMES = "games", "seconds of games"
"""What the notes of a block are called; the second is the only one that may change."""
NODES = 100_000
"""How many nodes a move is reviewed with, unless it is said."""


@dataclass(frozen=True)
class KeptGame:
    """One game of a match, or of a log."""

    game: str
    seed: int
    """That of the deal, which is the number of its block."""
    choices: log.Choices
    number: int = 0
    """Which game of its block."""
    players: tuple[str, ...] = ()
    """Who sat on each seat."""
    scores: tuple[float, ...] = ()
    """What each seat has at the end; more is better."""
    seconds: tuple[float, ...] = ()
    """How long each seat thought."""

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"block-{self.seed}-game-{self.number}.log"

    def head(self) -> str:
        """The beginning of its log, which is known before it is played."""
        return log.write(self.game, self.seed, (), [self._seats] if self.players else ())

    @property
    def _seats(self) -> str:
        return f"seats: {', '.join(f'{seat} {name}' for seat, name in enumerate(self.players))}"

    def log(self) -> str:
        """Its log, which `kibitz review`, `export`, `play --go-on` and the page read."""
        remarks = [self._seats, f"scores: {_numbers(self.scores)}"]
        return log.write(self.game, self.seed, self.choices, remarks if self.players else ())

    def histories(self) -> list[History]:
        """The play of each of its hands; of a board, all of it."""
        start = begin(self.game, self.seed)
        if isinstance(start, Board):
            return [History.of(start.position, [move for _, move in self.choices])]
        return [hand.history for hand, _ in hands(self.game, self.seed, self.choices)]

    def review(self, limit: Limit | None = None) -> GameReview:
        """Its hands, reviewed move by move with all cards open."""
        within = limit or Limit(nodes=NODES)
        found = [review(history, limit=within) for history in self.histories()]
        return GameReview(self, tuple(found))

    def score_of(self, player: str) -> float:
        """By how much the seats of a player have more than the others, on average."""
        scores = list(zip(self.players, self.scores, strict=True))
        own = [score for name, score in scores if name == player]
        others = [score for name, score in scores if name != player] or own
        return sum(own) / len(own) - sum(others) / len(others)


@dataclass(frozen=True)
class GameReview:
    """A game with the reviews of its hands."""

    game: KeptGame
    hands: tuple[Review, ...]

    def costs(self) -> dict[str, float]:
        """What mistakes cost each player, all its seats and hands together."""
        found = dict.fromkeys(self._names, 0.0)
        for hand in self.hands:
            for seat, cost in hand.costs.items():
                found[self._names[seat]] += cost
        return found

    @property
    def _names(self) -> Sequence[str]:
        """Who sat where, or the seats themselves."""
        if self.game.players:
            return self.game.players
        return [str(seat) for seat in range(begin(self.game.game, self.game.seed).players)]

    def show(self) -> str:
        """Every hand for people, the mistakes of each seat with their costs."""
        lines = []
        if self.game.players:
            lines += [self.game._seats, f"scores: {_numbers(self.game.scores)}"]
        for number, hand in enumerate(self.hands, start=1):
            head = [f"hand {number}"] if len(self.hands) > 1 else []
            lines += [*head, str(hand.position), hand.show()]
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, ready for JSON."""
        return {
            "game": self.game.game,
            "seed": self.game.seed,
            "number": self.game.number,
            "players": list(self.game.players),
            "scores": list(self.game.scores),
            "hands": [hand.as_dict() for hand in self.hands],
            "costs": self.costs(),
        }


@dataclass(frozen=True)
class Lost:
    """A block that a player lost, with the game of it that went worst for it."""

    block: int
    by: float
    """What the player scored less than the others, on average over the games of the block."""
    game: KeptGame
    limit: Limit | None = None

    @functools.cached_property
    def review(self) -> GameReview:
        """The play of that game, move by move."""
        return self.game.review(self.limit)

    def show(self) -> str:
        """For people."""
        head = f"block {self.block}: {-self.by:+.2f}; its game {self.game.number}"
        return f"{head}\n{self.review.show()}"

    def as_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {"block": self.block, "by": self.by, "review": self.review.as_dict()}


def _numbers(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)


def notes(seatings: Sequence[Seating], played: Sequence[PlayedGame]) -> dict[str, str]:
    """What is kept of the games of a block."""
    found = [
        {
            "seating": seating,
            "choices": " ".join(written(move) for _, move in game.choices),
            "scores": game.end.scores,
        }
        for seating, game in zip(seatings, played, strict=True)
    ]
    times = [[round(one, 6) for one in game.seconds] for game in played]
    return {NOTE: json.dumps(found), TIMES: json.dumps(times)}


def games(result: MatchResult) -> list[KeptGame]:
    """Every game of the blocks that count, in order."""
    match, found = result.match, []
    for outcome in result.results.outcomes:
        block = outcome.task.case
        if block >= match.seed + result.blocks or NOTE not in outcome.notes:
            continue
        start = begin(match.game, block)
        side_of = sides_of(start)
        times = json.loads(outcome.notes[TIMES])
        for number, kept in enumerate(json.loads(outcome.notes[NOTE])):
            here, choices = start, []
            for word in kept["choices"].split():
                choices.append((here.turn, here.move(word)))
                here = here.after(choices[-1][1])
            found.append(
                KeptGame(
                    match.game,
                    block,
                    tuple(choices),
                    number,
                    tuple(match.players[kept["seating"][side]] for side in side_of),
                    tuple(kept["scores"][side] for side in side_of),
                    tuple(times[number]),
                )
            )
    return found


def lost(
    result: MatchResult, number: int, player: int = 0, limit: Limit | None = None
) -> list[Lost]:
    """The blocks that a player lost by most, at most `most` of them."""
    kinds, own = range(len(result.match.players)), result.values(f"score {player}")
    others = [result.values(f"score {kind}") for kind in kinds if kind != player]
    blocks = sorted(result.results.values(result.match.column, "choices"))[: result.blocks]
    by = {
        block: sum(scores[at] for scores in others) / len(others) - own[at]
        for at, block in enumerate(blocks)
    }
    chosen = sorted((block for block in blocks if by[block] > 0), key=lambda one: (-by[one], one))
    kept = games(result)
    name, found = result.match.players[player], []
    for block in chosen[:number]:
        of_block = [game for game in kept if game.seed == block]
        worst = min(of_block, key=lambda game: (game.score_of(name), game.number))
        found.append(Lost(block, by[block], worst, limit))
    return found


def check_folder(match: Match, folder: str | Path) -> None:
    """Refuse a folder for logs before play, as far as the beginnings of logs tell."""
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise TextError(f"expected a folder to write to: {str(folder)!r}")
    there = {path.name: path for path in folder.glob("block-*-game-*.log")}
    for block in range(match.seed, match.seed + match.blocks) if there else ():
        side_of = sides_of(begin(match.game, block))
        for number, seating in enumerate(match.seatings(side_of)):
            at_table = tuple(match.players[seating[side]] for side in side_of)
            game = KeptGame(match.game, block, (), number, at_table)
            path = there.get(game.name)
            if path and not files.read(path, "a log").startswith(game.head().encode()):
                raise _of_another(path)


def _of_another(path: Path) -> KibitzError:
    return KibitzError(f"expected a folder without logs of another match: {str(path)!r}")


def save(result: MatchResult, folder: str | Path) -> list[Path]:
    """Write the log of every game; a folder with logs of another match is refused."""
    folder = Path(folder)
    logs = {folder / game.name: game.log().encode() for game in games(result)}
    for path, data in logs.items():
        if path.exists() and files.read(path, "a log") != data:
            raise _of_another(path)
    with writing(folder, "folder"):
        folder.mkdir(parents=True, exist_ok=True)
    for path, data in logs.items():
        if not path.exists():
            files.write(path, data)
    return list(logs)


def block_rows(result: MatchResult) -> list[dict[str, Any]]:
    """A row per block and player: seed, score, wins, choices and time."""
    match, rows = result.match, []
    for outcome in result.results.outcomes:
        block, numbers = outcome.task.case, outcome.numbers
        if block >= match.seed + result.blocks:
            continue
        for kind, name in enumerate(match.players):
            rows.append(
                {
                    "game": match.game,
                    "block": block,
                    "player": name,
                    **{
                        word: numbers[f"{word} {kind}"]
                        for word in ("score", "wins", "failures", "choices", "seconds")
                    },
                }
            )
    return rows


def game_rows(result: MatchResult) -> list[dict[str, Any]]:
    """A row per game and seat: seed, who sat there, its score and time."""
    return [
        {
            "game": game.game,
            "block": game.seed,
            "number": game.number,
            "seat": seat,
            "player": name,
            "score": game.scores[seat],
            "seconds": game.seconds[seat],
        }
        for game in games(result)
        for seat, name in enumerate(game.players)
    ]


def read_log(name: str, how: str = "before") -> KeptGame:
    """The game of a log in a file."""
    game, seed, choices = log.load(name, how)
    if not choices:
        raise TextError(f"expected a log with choices: {name!r}")
    return KeptGame(game, seed, tuple(choices))
