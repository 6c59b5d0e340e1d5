"""What a visitor pasted: a position in any of our texts, PBN, LIN, a log, a view, or JSON.

Texts are of strangers: nothing here opens a file or runs what a text names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.cards import STANDARD, TrickGame, TrickPosition
from kibitz.cards.deck import SUITS
from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import TextError
from kibitz.game import Game, Position
from kibitz.games import game as read_game
from kibitz.games import is_own, names
from kibitz.games.bridge import boards, pbn
from kibitz.games.bridge.imps import between_rooms, number_of
from kibitz.games.tree import Tree
from kibitz.history import History
from kibitz.matches import log
from kibitz.matches.start import is_whole, plain
from kibitz.text import read_call
from kibitz.whole.game import hand_played
from kibitz.whole.view import View

MOST_MOVES = 2_000
MOST_CHOICES = 5_000
LARGEST_TREE = 20_000
"""Leaves of a random tree."""
LARGEST_LINE = 20_000_000
"""Characters of all positions of a hand together."""
EXPECTED = "expected a position, PBN, LIN, a log or a view"
_DEAL = re.compile(r"[NESWnesw]:\S*\.")
_TREE = re.compile(r"[0-9]++\s*+(?:\{[^{}]*+\}\s*+)?\[")
_LOG = re.compile(r"game\s+\S")
_LEAF = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True)
class Opened:
    """What a text says: a hand, and what kind of text it was."""

    hand: History
    kind: str = "position"
    """`position`, `PBN`, `LIN`, `log` or `view`."""
    log: str = ""
    """The log, if it is one: a game at the table can go on from it."""
    view: str = ""
    """The view, if it is one; `start` is then a deal that agrees with it."""
    boards: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    """Every board of PBN or LIN, of which this is one; of a bad one its `error`."""
    at: int = 0
    """Which of the boards this is."""
    said: str = ""
    """What was passed over, in one sentence."""

    def as_dict(self) -> dict[str, Any]:
        """What was read, in plain types, ready for JSON."""
        return {
            **self.hand.as_dict(),
            "kind": self.kind,
            "log": self.log,
            "view": self.view,
            "boards": list(self.boards),
            "at": self.at,
            "said": self.said,
        }


def game_of(line: object) -> Game:
    """The game that a text says, if it is not too large to be dealt."""
    if not isinstance(line, str):
        raise TextError(f"expected a game: {line!r}")
    found = read_game(line)
    if isinstance(found, Tree) and found.branching**found.depth > LARGEST_TREE:
        raise TextError(f"expected a tree of {LARGEST_TREE:,} leaves at most: {line!r}")
    return found


def history_of(question: Mapping[str, Any]) -> History:
    """The hand that a question is about."""
    said = _word(question, "position")
    start = game_of(question.get("game")).parse(said)
    moves = question.get("play", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise TextError(f"expected a list of {MOST_MOVES:,} moves at most: {moves!r}")
    if len(said) * len(moves) > LARGEST_LINE:
        raise TextError(f"expected a shorter position for {len(moves):,} moves: {said!r}")
    return History.of(start, map(str, moves))


def _word(question: Mapping[str, Any], key: str) -> str:
    found = question.get(key)
    if not isinstance(found, str):
        raise TextError(f"expected a text as {key}: {found!r}")
    return found


def opened(text: str, game: str = "") -> Opened:
    """What a text says; a bare position is one of this game."""
    text = text.strip()
    if kind := _kind_of(text):
        return of_boards(boards.read_text(text), kind)
    if not text:
        raise TextError(EXPECTED)
    if text.startswith("{"):
        return _json(text)
    if _LOG.match(text):
        return of_log(text)
    if " seat=" in text and " hand=" in text:
        return _view(text)
    try:
        return _position(text, game)
    except TextError:
        if _says_nothing(text, game):
            raise TextError(f"{EXPECTED}: {text!r}") from None
        raise


def _says_nothing(text: str, game: str) -> bool:
    """Whether a text has no hand and no game, where hands are expected."""
    first = text.split(maxsplit=1)[0].partition("(")[0]
    named = first in names() or (is_own(first) and "\n" not in text)
    hands = any(word.count(".") >= len(SUITS) - 1 for word in text.split())
    return not (named or hands or _TREE.match(text)) and isinstance(
        game_of(game or "spades"), TrickGame
    )


def _kind_of(text: str) -> str:
    """`PBN` or `LIN`, if it is one of them; else nothing."""
    return "" if text.startswith("{") or _LOG.match(text) else boards.kind_of(text)


def of_log(text: str) -> Opened:
    """The hand that a log has come to."""
    check_log(text)
    name, seed, choices = log.read(lines_of(text))
    hand = hand_played(log.replay(name, seed, choices))
    if hand is None:
        raise TextError("no cards were played in this log")
    return Opened(hand.history, "log", log=text)


def lines_of(text: str) -> list[str]:
    """The lines of a log, if they are not too many."""
    lines = text.splitlines()
    if len(lines) > MOST_CHOICES:
        raise TextError(f"expected {MOST_CHOICES:,} choices at most: {len(lines):,}")
    return lines


def check_log(text: str) -> None:
    """Refuse a log of a game that is too large, before it is dealt."""
    check_game(log.game_in(text.splitlines()))


def check_game(name: str) -> None:
    """Refuse a game that is too large."""
    if not is_whole(name):
        game_of(plain(name))


def _json(text: str) -> Opened:
    """Data that one of our own objects has written."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextError(f"expected JSON: {error}") from None
    if "seat" in data:
        return _of_view(View.from_dict(data))
    return Opened(history_of(data))


def read(text: str, game: str = "") -> dict[str, Any]:
    """What a text says, in plain types; also boards of which none has all its hands."""
    text = text.strip()
    kind = _kind_of(text)
    if not kind:
        return opened(text, game).as_dict()
    found = boards.read_text(text)
    every = _every(found)
    first = next((at for at, board in enumerate(every) if board["known"]), None)
    if first is None or any("error" not in board for board in every):
        return _chosen(found, every, kind).as_dict()
    none = {"game": "", "position": "", "play": [], "kind": kind, "log": "", "view": ""}
    return {**none, "boards": every, "at": first, "said": _said(found, every)}


def of_boards(found: boards.Boards, kind: str, board: str | None = None) -> Opened:
    """The board that is asked for, or else the first that can be shown, among all the others."""
    return _chosen(found, _every(found), kind, board)


def _chosen(
    found: boards.Boards, every: Sequence[Mapping[str, Any]], kind: str, board: str | None = None
) -> Opened:
    asked = [at for at, (number, _) in enumerate(found) if board in (None, number)]
    if not asked:
        raise TextError(f"expected {'a board' if board is None else f'board {board}'} in {kind}")
    first = next((at for at in asked if "error" not in every[at]), asked[0])
    hand = found[first][1].history  # which raises if there is none
    return Opened(hand, kind, boards=tuple(every), at=first, said=_said(found, every))


def _every(found: boards.Boards) -> list[dict[str, Any]]:
    """All boards of a file, each with its IMPs if it was played in two rooms."""
    every = [_board(number, record) for number, record in found]
    imps = between_rooms(every)
    return [{**board, "imps": imps.get(number_of(board))} for board in every]


def _board(number: str, record: pbn.Record) -> dict[str, Any]:
    """A board, or what is wrong with it; its play is only taken as far as it is legal."""
    checkpoint()
    data: dict[str, Any] = {
        "board": number,
        "label": record.label(number),
        **record.facts(),
        "known": {},
    }
    try:
        start = record.start
    except TextError as error:
        return {**data, "known": dict(record.known), "error": str(error), "notes": []}
    return {
        **data,
        "game": str(start.game),
        "position": str(start),
        "play": list(record.moves),
        "notes": list(record.notes),
    }


def _said(found: boards.Boards, every: Sequence[Mapping[str, Any]]) -> str:
    """What was passed over, in one sentence; nothing if all was read."""
    said = [str(found.skipped)] if found.skipped else []
    hidden = [board for board in every if "error" in board and board["known"]]
    wrong = [board for board in every if "error" in board and not board["known"]]
    parts = [board for board in every if board["notes"]]
    for which, one, many in (
        (hidden, "1 board has hidden hands", "boards have hidden hands"),
        (wrong, "1 board cannot be shown", "boards cannot be shown"),
        (parts, "1 board is read in part", "boards are read in part"),
    ):
        if which:
            count = one if len(which) == 1 else f"{len(which):,} {many}"
            first = "board" if len(which) == 1 else "the first is board"
            said.append(f"{count}, {first} {which[0]['board']}")
    return "; ".join(said)


def _view(text: str) -> Opened:
    return _of_view(View.parse(text))


def _of_view(view: View) -> Opened:
    """A deal that agrees with the view, to look at; what is not known is drawn."""
    from kibitz.players.worlds import worlds

    return Opened(History(worlds(view).sample(1)[0]), "view", view=str(view))


def _position(text: str, game: str) -> Opened:
    """A position, with or without its game in front; after `|` moves that were played."""
    line, _, moves = text.partition("|")
    first = line.strip().partition(" ")[0]
    if _DEAL.match(line):
        chosen = game if game.startswith("bridge") else "bridge"
        return _checked(game_of(chosen).parse(line), moves.split())
    if first.partition("(")[0].strip() in names() or is_own(first):
        first, rest = _call(line.strip())
        return _checked(game_of(first).parse(rest or "start"), moves.split())
    if _TREE.match(line):
        leaf = _LEAF.search(line)
        players = len(leaf[1].split(",")) if leaf else 3
        chosen = game if game.startswith("tree") else "tree"
        if read_game(chosen).players != players:
            chosen = f"tree(players={players})"
        return _checked(game_of(chosen).parse(line), moves.split())
    return _checked(_guessed(line, game).parse(line), moves.split())


def _call(line: str) -> tuple[str, str]:
    """The game in front of a line, and what follows it."""
    if "(" not in line.partition(" ")[0]:
        first, _, rest = line.partition(" ")
        return first, rest.strip()
    depth = 0
    for at, character in enumerate(line):
        depth += (character == "(") - (character == ")")
        if character == ")" and not depth:
            read_call(line[: at + 1])
            return line[: at + 1], line[at + 1 :].strip()
    raise TextError(f"expected brackets in pairs: {line!r}")


def _guessed(line: str, game: str) -> Game:
    """The game that was chosen, with as many players as there are hands, if these are hands."""
    chosen = game_of(game or "spades")
    dots = len(chosen.pack.letters) - 1 if isinstance(chosen, TrickGame) else 0
    hands = sum(field.count(".") == dots for field in line.split()) if dots else 0
    if hands in (0, chosen.players):
        return chosen
    return game_of(f"{chosen.text_name()}(players={hands})")


def _checked(start: Position, moves: str | Iterable[str]) -> Opened:
    return Opened(History.of(start, moves))


def pbn_of(position: Position) -> str:
    """The deal in PBN, where it can be written so; else nothing."""
    if not isinstance(position, TrickPosition) or position.table or len(position.hands) != 4:
        return ""
    if position.game.pack is not STANDARD:
        return ""
    return f'[Deal "{pbn.write_deal(position)}"]\n'
