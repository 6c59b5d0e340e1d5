"""Questions and answers as plain data, for programs: one process for any number of hands and games.

A question is a mapping, such as a line of JSON:

    {"id": 7, "game": "spades(players=3)", "position": "7..K.4 .2..K7 J...A3"}

`ask` is `solve` (default), `analyse`, `review` or `trick-table`, with `game` and `position`;
`play` the moves to play before, or those to review; `ties` whether `solve` and `analyse` say if
the value depends on them; `algorithm` a text; `limit` a mapping such as
`{"seconds": 1}`, with any of nodes, seconds, table_mb, depth and threads. `choose` asks what a
`player` would do in a `view`, within `seconds` or a `time_left` with an `increment`, by a `seed`;
where nothing is hidden, in a `position`. `about` says what there is: the version, games, players.
An answer is what `as_dict()` of the result says, with the `id` of its question; or the `error` in
one line.
"""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from typing import Any

from kibitz import games
from kibitz.advising.advise import Advice, advise
from kibitz.asking.analyse import analyse
from kibitz.asking.review import review
from kibitz.asking.solve import solve
from kibitz.asking.trick_table import TrickTable, trick_table
from kibitz.engines.kernel import BUILT
from kibitz.engines.problem.protocol import NEVER, Cancel, check_cancel
from kibitz.errors import KibitzError, TextError, check_kind, shortened
from kibitz.game import Game, Position
from kibitz.games import game
from kibitz.history import History
from kibitz.players.player import names as player_names
from kibitz.results import Limit
from kibitz.showing.layout import Shown
from kibitz.text import check_names
from kibitz.whole.game import WHOLE
from kibitz.whole.view import View
from kibitz.workers import as_they_come, at_once, in_order

PROTOCOL = 1
"""Raised when an old client would misunderstand a new answer."""
KEYS = ("id", "ask", "game", "position", "play", "algorithm", "limit", "ties")
CHOOSING = ("player", "seconds", "time_left", "increment", "seed", "limit")
OF_CHOICES = ("id", "ask", "game", "view", "position", "play", *CHOOSING)
OF_OTHERS = {"about": ("id", "ask"), "cancel": ("id", "ask", "cancel")}
ASKS: dict[str, Callable[..., Shown]] = {
    "solve": solve,
    "analyse": analyse,
    "review": review,
    "trick-table": lambda hand, **options: _tricks(hand.position, **options),
}


def _tricks(position: Position, algorithm: str | None, **options: Any) -> TrickTable:
    if algorithm is not None:
        raise TextError(f"expected no algorithm for trick-table: {algorithm}")
    return trick_table(position, workers=1, **options)


@functools.lru_cache(1000)
def _game(text: str) -> Game:
    return game(text)


def answer(
    question: Mapping[str, Any], cancel: Cancel = NEVER, keep_interrupted: bool = False
) -> dict[str, Any]:
    """Answer one question; if something is wrong with it, the answer says what.

    When `cancel` is set, the best answer so far says so in `stopped`, or an `error` says that
    there is none yet. Ctrl-C raises KeyboardInterrupt, or with `keep_interrupted` stops in the
    same way.

    >>> question = {"id": 7, "game": "tree", "position": "0[(5,4,1) (6,4,0)]"}
    >>> found = kibitz.answer(question)
    >>> found["id"], found["move"], found["value"]
    (7, '1', (6, 4, 0))
    >>> kibitz.answer({"id": 8, "game": "tree"})["error"]
    'expected a text as position: None'
    """
    check_cancel(cancel)
    known: dict[str, Any] = {}
    try:
        if isinstance(question, str):
            raise TextError(f"expected an object in JSON, with {', '.join(KEYS)}: {question!r}")
        if not isinstance(question, Mapping):
            raise TextError(f"expected a mapping with {', '.join(KEYS)}: {question!r}")
        known = {key: question[key] for key in ("id", "game", "position") if key in question}
        found = _answer(question, cancel=cancel, keep_interrupted=keep_interrupted)
        return {"id": known["id"], **found} if "id" in known else found
    except KibitzError as error:
        return {**_echoed(known), "error": str(error)}
    except (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError) as error:
        return {**_echoed(known), "error": f"failed by a fault of kibitz: {_fault(error)}"}
    except KeyboardInterrupt:
        if not (keep_interrupted or cancel.is_set()):
            raise
        stopped = "cancel" if cancel.is_set() else "interrupt"
        return {**_echoed(known), "error": "stopped before there was an answer", "stopped": stopped}


def _fault(error: BaseException) -> str:
    """An unexpected fault in one line, so that the next question is still answered."""
    return shortened(" ".join(f"{type(error).__name__}: {error}".split()))


def _echoed(known: Mapping[str, Any]) -> dict[str, Any]:
    """What a question says of itself, beside an error: its id, and long texts in short."""
    texts = {key: known[key] for key in ("game", "position") if isinstance(known.get(key), str)}
    return {**known, **{key: shortened(text) for key, text in texts.items()}}


def _answer(question: Mapping[str, Any], **stopping: Any) -> dict[str, Any]:
    asked = str(question.get("ask", "solve"))
    if asked == "choose":
        return _chosen(question, stopping["cancel"]).as_dict()
    if asked == "about":
        check_names("key of a question", question, OF_OTHERS["about"])
        return about()
    if asked == "cancel":
        raise TextError("expected cancel as a line of kibitz batch, not as a single question")
    check_names("key of a question", question, KEYS)
    ask = ASKS.get(asked)
    if ask is None:
        known = ", ".join((*ASKS, "choose", *OF_OTHERS))
        raise TextError(f"expected ask to be one of {known}: {question['ask']!r}")
    limit, text = _limit(question), question.get("algorithm")
    algorithm = None if text is None else str(text)
    if "ties" in question:
        if asked not in ("solve", "analyse") or type(question["ties"]) is not bool:
            raise TextError(
                f"expected ties as true or false, to solve or analyse: {question['ties']!r}"
            )
        stopping["ties"] = question["ties"]
    found = ask(_hand(question), algorithm=algorithm, limit=Limit(**limit), **stopping)
    return found.as_dict()


def _hand(question: Mapping[str, Any]) -> History:
    """The position that is asked about, after the moves that are to be played."""
    words = {}
    for key in ("game", "position"):
        words[key] = question.get(key)
        if not isinstance(words[key], str):
            raise TextError(f"expected a text as {key}: {words[key]!r}")
    position = _game(str(words["game"])).parse(str(words["position"]))
    return History.of(position, question.get("play") or "")


def _limit(question: Mapping[str, Any]) -> dict[str, Any]:
    limit = question.get("limit") or {}
    if not isinstance(limit, Mapping):
        raise TextError(f"expected a limit such as {{'seconds': 1}}: {limit!r}")
    check_names("limit", limit, ("nodes", "seconds", "table_mb", "depth", "threads"))
    return dict(limit)


def _chosen(question: Mapping[str, Any], cancel: Cancel) -> Advice:
    """What a player would choose."""
    check_names("key of a question", question, OF_CHOICES)
    check_names("limit of a choice", question.get("limit") or {}, ("seconds",))
    known = {key: question[key] for key in CHOOSING[1:-1] if question.get(key) is not None}
    known.setdefault("seconds", _limit(question).get("seconds"))
    for key in ("time_left", "increment"):
        if type(known.get(key, 0)) not in (int, float):
            raise TextError(f"expected a number of seconds as {key}: {known[key]!r}")
    if type(known.get("seed", 0)) is not int:
        raise TextError(f"expected a whole number as seed: {known['seed']!r}")
    who = question.get("player") or "sampling"
    if not isinstance(who, str):
        raise TextError(f"expected a text as player: {who!r}")
    where: Any = question.get("view")
    if where is None and "position" not in question:
        raise TextError("expected a view, or a game and a position, to choose in")
    if where is None:
        where = _hand(question).position
    elif "position" in question or "play" in question:
        raise TextError("expected a view or a position to choose in, not both")
    else:
        where = read_view(where, str(question.get("game") or ""))
    return advise(where, who, cancel=cancel, **known)


def _name(game: str) -> str:
    """What a game is called, a whole one as its hands are."""
    return game.partition("(")[0].strip().removeprefix("whole-").replace("-", "_")


def read_view(view: object, game: str = "") -> View:
    """The view of a text or of a mapping, as JSON has it; the game may be said beside it."""
    if isinstance(view, str) and view.lstrip().startswith("{"):
        try:
            view = json.loads(view)
        except (ValueError, RecursionError):
            raise TextError(f"expected a view in JSON: {shortened(str(view))!r}") from None
    if isinstance(view, Mapping):
        inside = str(view.get("game", game))
        if game and _name(inside) != _name(game):
            raise TextError(f"expected one game, not {game!r} and in the view {inside!r}")
        return View.from_dict({"game": game, **view} if game else view)
    if not isinstance(view, str):
        raise TextError(f"expected a view as a text or an object: {view!r}")
    return View.parse(f"{game} {view}" if game else view)


def about() -> dict[str, Any]:
    """What there is to ask for, and who answers."""
    return {
        "kibitz": version("kibitz"),
        "protocol": PROTOCOL,
        "engine": "kernel" if BUILT else "reference",
        "asks": [*ASKS, "choose", *OF_OTHERS],
        "players": [name for name in player_names() if name != "human"],
        "games": list(games.names()),
        "whole_games": list(WHOLE),
    }


def answer_many(
    questions: Iterable[Mapping[str, Any]], *, workers: int | None = None, ordered: bool = True
) -> Iterator[dict[str, Any]]:
    """Answer questions in as many threads as there are workers, in their order or as they come.

    After Ctrl-C the last answer is that to the current question, with `stopped` in it.

    >>> asked = [{"game": "tree", "position": f"0[({at},0,0) (1,0,0)]"} for at in range(3)]
    >>> [found["move"] for found in kibitz.answer_many(asked, workers=2)]
    ['1', '0', '0']
    """
    check_kind(questions, Iterable, "a list of questions")
    stop = threading.Event()
    take = in_order if ordered else as_they_come
    asked = functools.partial(answer, cancel=stop, keep_interrupted=True)
    return _until_stopped(take(asked, questions, at_once(workers), stop))


def _until_stopped(answers: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for found in answers:
        if found.get("stopped") in ("interrupt", "cancel"):
            yield {**found, "stopped": "interrupt"}
            return
        yield found
