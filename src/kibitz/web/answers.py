"""Each question of the page with the one call of the library that answers it.

`ANSWERS` have one answer, `STREAMS` ever better ones. A question is a mapping; most say a game, a
position and the moves since, as texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import kibitz
from kibitz import Algorithm, Game, Limit, TextError, loading
from kibitz.cards import Hand, TrickGame
from kibitz.cards.units import unit_of
from kibitz.engines.kernel import BUILT
from kibitz.games.chinese_checkers.game import BoardPosition
from kibitz.history import History
from kibitz.matches.start import plain
from kibitz.players.levels import LEVELS
from kibitz.presets import DEFAULT
from kibitz.web import bridge, exporting, hints, menus, reading, stores, tables, watching
from kibitz.web.reading import Opened, game_of, history_of
from kibitz.web.visitors import Answers, Room
from kibitz.whole.game import WHOLE
from kibitz.whole.view import View

for _name in ("spades:contract", "spades:nil_or_contract", "oh_hell:exact"):
    loading.load(f"kibitz.whole.{_name}", "a utility")  # the hands of whole games are texts too

Question = Mapping[str, Any]
MOST_WORLDS = 200
MOST_FOR_TIES = 3.0
"""Seconds, since nobody waits for it."""


@dataclass(frozen=True)
class Site:
    """What was said at the start: what to show first, own games, and stores of results."""

    first: Opened | None = None
    view: str = "home"
    """Which of the views to show first."""
    whole: str = ""
    """The whole game to play first, if one was named."""
    own: tuple[str, ...] = ()
    """Texts of games that were named, besides those that come with Kibitz."""
    stores: tuple[Path, ...] = field(default=())

    @property
    def fragment(self) -> str:
        """What to show first, as the end of an address."""
        if self.whole:
            return f"#/table?{urlencode({'game': self.whole})}"
        if self.first is None:
            return f"#/{self.view}" if self.view != "home" else ""
        words = {
            **self.first.hand.as_dict(),
            "play": " ".join(map(str, self.first.hand.moves)),
            "view": self.first.view,
            "at": "0" if self.first.boards and self.first.hand.moves else "",
            "board": str(self.first.at) if self.first.at else "",
        }
        view = "analyse" if self.view == "home" else self.view
        return f"#/{view}?{urlencode({key: word for key, word in words.items() if word})}"


Answerer = Callable[[Question, Site, Room], dict[str, Any] | Answers]


def answering(answer: Answerer, question: Question, site: Site, room: Room) -> Answers:
    """The answers to a question; what its texts name is not loaded."""
    with loading.closed():
        found = answer(question, site, room)
        if isinstance(found, dict):
            yield found
        else:
            yield from found


def text_of(question: Question, key: str, usual: str = "") -> str:
    """A text of a question."""
    found = question.get(key, usual)
    if not isinstance(found, str):
        raise TextError(f"expected a text as {key}: {found!r}")
    return found


def number_of(question: Question, key: str, usual: int, most: int) -> int:
    """A whole number of a question, from 0 to the most there may be."""
    found = question.get(key, usual)
    if type(found) is not int or not 0 <= found <= most:
        raise TextError(f"expected {key} of 0 to {most:,}: {found!r}")
    return found


def _algorithm(question: Question, key: str = "algorithm") -> Algorithm | None:
    line = text_of(question, key)
    return Algorithm.parse(line) if line else None


def _limit(room: Room, part: float = 1.0) -> Limit:
    """The limit of a search that may take a part of the room."""
    return Limit(seconds=room.seconds * part, table_mb=room.table_mb)


# What there is.


def about(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """Games, algorithms and players to choose from."""
    games = [*kibitz.games.names(), *site.own]
    return {
        "version": kibitz.__version__,
        "engine": "kernel" if BUILT else "reference",
        "games": [_listed(text) for text in games],
        "whole": sorted(WHOLE),
        "menus": [*menus.GAMES],
        "levels": [
            {"name": level.name, "about": level.title(), "text": level.text()} for level in LEVELS
        ],
        "algorithms": [
            {"name": name, "claim": preset.claim} for name, preset in kibitz.PRESETS.items()
        ],
        "players": tables.player_names(),
        "examples": watching.examples(),
        "boards": list(site.first.boards) if site.first else [],
        "said": site.first.said if site.first else "",
        "seconds": room.seconds,
        "others": room.others,
    }


USUAL = {
    "bridge": "bridge(trump=S)",
    "oh_hell": "oh_hell(players=4,cards=7,bids=2/2/2/1)",
    "spades": "spades(players=3,cards=8)",
    "hearts": "hearts(players=3,cards=8)",
    "sergeant_major": "sergeant_major(cards=8)",
}
"""What to begin with: small enough to be solved in a moment."""


def _listed(text: str) -> dict[str, Any]:
    found = game_of(USUAL.get(text, text))
    shown = {"text": str(found), "name": found.name, "about": found.title}
    return {**shown, "players": found.players}


def _about(game: Game) -> dict[str, Any]:
    """A game, its players and sides by their names, and its cards if it has some."""
    cards = isinstance(game, TrickGame)
    deck = game.pack.listed(game.deck) if isinstance(game, TrickGame) else ()
    return {
        **game.as_dict(),
        "text": str(game),
        "names": list(game.player_names),
        "side_of": [game.side(player) for player in range(game.players)],
        "side_names": list(game.side_names),
        "cards": cards,
        "counts": game.outcome_headings()[0],
        "unit": unit_of(game),
        "deck": list(map(str, deck)),
        "suits": tables.suits_of(game) if isinstance(game, TrickGame) else [],
    }


# Positions.


def read(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """What was pasted."""
    return reading.read(text_of(question, "text"), text_of(question, "game"))


def deal(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """A deal by its seed, also of a game with conditions on its deals."""
    cards, seed = question.get("cards"), number_of(question, "seed", 0, 10**9)
    if cards is not None:
        cards = number_of(question, "cards", 0, 60)
    game = menus.spelled(text_of(question, "game"))
    game_of(plain(game))  # which refuses one that is too large
    found = kibitz.deals(game, cards=cards).deal(seed)
    return Opened(History(found)).as_dict()


def line(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """The positions of a hand, from its start on."""
    found = history_of(question)
    return {"game": _about(found.game), "positions": [one.as_dict() for one in found.line]}


def arrange(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """The position that hands make, as they were put together by hand."""
    found, hands = game_of(question.get("game")), question.get("hands")
    lists = isinstance(hands, list) and all(isinstance(hand, list) for hand in hands)
    if not isinstance(found, TrickGame) or not isinstance(hands, list) or not lists:
        raise TextError(f"expected hands of a trick game: {hands!r}")
    texts = [_hand(found, list(map(str, hand))) for hand in hands]
    leader = number_of(question, "leader", 0, found.players - 1)
    start = replace(found.parse(" ".join(texts)), leader=leader)
    start.check()
    return Opened(History(start)).as_dict()


def _hand(game: TrickGame, names: Sequence[str]) -> str:
    """The text of the hand that has cards of these names."""
    pack = game.pack
    held: Hand = 0
    for name in names:
        copies = [card for card in pack.by_name[pack.read_name(name)] if not held >> card & 1]
        if not copies:
            raise TextError(f"expected each card {pack.once}: {name}")
        held |= 1 << copies[0]
    return pack.write_hand(held)


def draw(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """The drawing of a position, where its game has one; else nothing."""
    return {"svg": exporting.drawing(history_of(question).position)}


def path(question: Question, site: Site, room: Room) -> dict[str, Any]:
    """The points that a piece touches on its way."""
    found = history_of(question).position
    move = text_of(question, "move")
    return {"path": found.path(move) if isinstance(found, BoardPosition) else []}


# Searches.


def analyse(question: Question, site: Site, room: Room) -> Answers:
    """Every move with its value, better and better; with `longer` from where it stopped."""
    hand, algorithm = history_of(question), _algorithm(question)
    asked = f"{hand.game} {hand.start} {hand.moves} {algorithm}"
    paused = room.paused.take(room.visitor, asked)
    analyser = paused if paused and question.get("longer") else kibitz.Analyser(hand, algorithm)
    found = None
    try:
        for found in analyser.run(_limit(room), cancel=room.cancel):
            yield found.as_dict()
    finally:  # also if the visitor has stopped it
        if found is not None and not found.complete:
            room.paused.put(room.visitor, asked, analyser)


def solve(question: Question, site: Site, room: Room) -> Answers:
    """One search with each algorithm: side by side, and under another tie rule."""
    hand, asked = history_of(question), question.get("algorithms")
    if not isinstance(asked, list) or not 1 <= len(asked) <= 4:
        raise TextError(f"expected one to four algorithms: {asked!r}")
    ties = text_of(question, "ties", "first")
    for text in asked:
        algorithm = Algorithm.parse(str(text)) if text else None
        if ties != "first":
            algorithm = (algorithm or Algorithm.parse(DEFAULT)).with_parts(ties=ties)
        limit = _limit(room, 1 / len(asked))
        yield kibitz.solve(hand, algorithm, limit=limit, cancel=room.cancel).as_dict()


def ties(question: Question, site: Site, room: Room) -> Answers:
    """Whether the value depends on how players break ties."""
    limit = replace(_limit(room), seconds=min(room.seconds, MOST_FOR_TIES))
    yield kibitz.ties(history_of(question), limit=limit, cancel=room.cancel).as_dict()


def review(question: Question, site: Site, room: Room) -> Answers:
    """A played hand, move by move."""
    hand = history_of(question)
    each = max(0.25, 2 * room.seconds / (len(hand.moves) + 1))
    limit = Limit(seconds=each, table_mb=room.table_mb)
    found = kibitz.reviewing(hand, algorithm=_algorithm(question), limit=limit, cancel=room.cancel)
    return (one.as_dict() for one in found)


def worlds(question: Question, site: Site, room: Room) -> Answers:
    """What each card is worth over deals that agree with a view, and who may hold what."""
    return hints.appraised(_view(question), number_of(question, "worlds", 40, MOST_WORLDS), room)


def _view(question: Question) -> View:
    """A view: its text, or that of the player to move."""
    line = text_of(question, "view")
    if line:
        game_of(line.strip().partition(" ")[0])
        return View.parse(line)
    hand = history_of(question)
    return kibitz.view(hand.start, hand.moves)


MOST_TITLE = 400
"""Letters of the title of a page."""


def page(question: Question, site: Site, room: Room) -> Answers:
    """A hand as one page that opens anywhere, with every position of it analysed."""
    hand = history_of(question)
    if len(hand.moves) > exporting.MOST_MOVES:
        raise TextError(
            f"expected a hand of {exporting.MOST_MOVES} moves at most for a page: "
            f"{len(hand.moves)}; use kibitz serve --export"
        )
    title = question.get("title", "")
    if not isinstance(title, str) or len(title) > MOST_TITLE:
        raise TextError(f"expected a title of {MOST_TITLE} letters at most")
    names = question.get("names", [])
    if not isinstance(names, list) or len("".join(map(str, names))) > MOST_TITLE:
        raise TextError(f"expected names of {MOST_TITLE} letters at most")
    called = [str(name) for name in names]
    yield {"html": exporting.page_of(hand, room.seconds, room.table_mb, title, called)}


def hint(question: Question, site: Site, room: Room) -> Answers:
    """What a player at the table might do: by open cards, or over deals that it may think of."""
    return tables.hint(question, room)


ANSWERS: dict[str, Answerer] = {
    "about": about,
    "read": read,
    "deal": deal,
    "line": line,
    "arrange": arrange,
    "draw": draw,
    "hand": lambda question, site, room: tables.hand_of(question),
    "path": path,
    "contract": bridge.contract,
    "export": lambda question, site, room: exporting.texts(question),
    "watch": lambda question, site, room: watching.watched(question),
    "lab": lambda question, site, room: stores.listed(site.stores),
    "results": lambda question, site, room: stores.results(site.stores, question),
}
STREAMS: dict[str, Answerer] = {
    "analyse": analyse,
    "solve": solve,
    "ties": ties,
    "review": review,
    "worlds": worlds,
    "hint": hint,
    "bridge": bridge.table,
    "declare": bridge.to_play,
    "page": page,
    "table": lambda question, site, room: tables.played(question, room),
}
