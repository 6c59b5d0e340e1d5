"""A game at the table: a person, or nobody, against any players.

A trick game, one hand or a whole game, goes by its log, which says all that was chosen. A game
without hidden cards goes by its position and the moves since. Both come with every question, so
that to undo is to ask with a shorter one. Of hidden cards only the view of the seat is answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kibitz
from kibitz import Limit, Position, TextError
from kibitz.cards import TrickPosition, listed, winner
from kibitz.matches import log
from kibitz.matches.hand import Hidden, Sitting
from kibitz.matches.table import choose
from kibitz.players import Player, names, player
from kibitz.players.appraisal import Appraisal
from kibitz.players.others import External, Human
from kibitz.players.player import stream_seed
from kibitz.players.searching import Sampling
from kibitz.players.view import View
from kibitz.web.reading import check_log, hand_of, line_of
from kibitz.web.visitors import Answers, Room

OUTSIDE = (External, Human)
"""Players that run programs, or ask at the terminal."""
MOST = {"worlds": 200, "nodes": 1_000_000}
"""What a player of a question may look at."""
OPEN_PLAYERS = {"search": 50_000, "glance": 2_000}
"""Players of games without hidden cards, with the nodes of a move."""
MOST_CHOICES = 5_000


def player_names() -> list[str]:
    """The players that can sit at a table."""
    known = [name for name in names() if name not in {one.name for one in OUTSIDE}]
    return sorted(known, key=lambda name: (name != "sampling", name))


def players_of(lines: object, number: int) -> list[Player]:
    """Who sits where; one stands for all."""
    if not isinstance(lines, list) or len(lines) not in (1, number):
        raise TextError(f"expected 1 player or {number}: {lines!r}")
    found = [player(str(line)) for line in lines]
    for one in found:
        if isinstance(one, OUTSIDE):
            raise TextError(f"expected a player that needs no program or terminal: {one}")
        for name, most in MOST.items():
            if getattr(one, name, 0) > most:
                raise TextError(f"expected {name} of {most:,} at most: {one}")
    return found * number if len(found) == 1 else found


def played(question: Mapping[str, Any], room: Room) -> Answers:
    """The game after each choice, until the person is to choose or it is over."""
    return _open(question, room) if "position" in question else _hidden(question, room)


def _seat(question: Mapping[str, Any], number: int) -> int | None:
    """Where the person sits; none if all are players."""
    seat = question.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < number):
        raise TextError(f"expected a seat of 0 to {number - 1}: {seat!r}")
    return seat


# Trick games.


def _read(question: Mapping[str, Any]) -> tuple[str, int, list[tuple[int, Any]]]:
    """The game, the seed and the choices: of a log, or those of a new game."""
    text = question.get("log")
    if isinstance(text, str) and text:
        check_log(text)
        lines = text.splitlines()
        if len(lines) > MOST_CHOICES:
            raise TextError(f"expected {MOST_CHOICES:,} choices at most: {len(lines):,}")
        return log.read(lines)
    game = str(question.get("game", ""))
    check_log(f"game {game}")
    seed = question.get("seed", 0)
    if type(seed) is not int or not 0 <= seed <= 10**9:
        raise TextError(f"expected a seed: {seed!r}")
    return game, seed, []


def _hidden(question: Mapping[str, Any], room: Room) -> Answers:
    game, seed, choices = _read(question)
    here = log.replay(game, seed, choices)
    seat, seated = _seat(question, here.players), players_of(question.get("players"), here.players)

    def state(choice: dict[str, Any] | None = None) -> dict[str, Any]:
        return {"log": log.write(game, seed, choices), "choice": choice, **shown(here, seat)}

    def after(move: Any) -> dict[str, Any]:
        nonlocal here
        turn, asks = here.turn, _view(here).asks
        choices.append((turn, move))
        here = here.after(move)
        hidden = asks == "pass" and turn != seat
        return {"player": turn, "asks": asks, "move": "" if hidden else log.write_move(move)}

    yield state(after(_view(here).move(question["move"])) if question.get("move") else None)
    while not here.is_over and not room.cancel.is_set():
        if here.turn == seat:
            moves = _view(here).moves()
            if not (question.get("forced") and _view(here).asks == "play" and len(moves) == 1):
                return
            yield state(after(moves[0]))
        else:
            one = seated[here.turn].seeded(stream_seed(seed, here.turn, here.number))
            yield state(after(choose(one, here)))


def _view(game: Sitting, seat: int | None = None) -> View:
    """What a player may know of a game with hidden cards."""
    if not isinstance(game, Hidden):
        raise TextError("expected a game with hidden cards")
    return game.view(seat)


def shown(game: Sitting, seat: int | None) -> dict[str, Any]:
    """What the person sees of a game; whoever only watches sees all."""
    over, position = game.is_over, game.position
    view = _view(game, (0 if over else game.turn) if seat is None else seat)
    names = view.game.seat_names or [f"P{at}" for at in range(game.players)]
    everything = position is not None and (seat is None or over)
    hands = [None if at != view.seat else _cards(view) for at in range(game.players)]
    if everything and isinstance(position, TrickPosition):
        hands = [[str(card) for card in listed(hand)] for hand in position.hands]
    hand = hand_of(game)
    trump = view.game.trump_in(view.public.marks)
    return {
        "seat": seat,
        "players": game.players,
        "names": list(names),
        "sides": [game.side(at) for at in range(game.players)],
        "turn": None if over else game.turn,
        "asks": "" if over else view.asks,
        "choices": list(view.choices),
        "to": view.to,
        "moves": [] if over or game.turn != seat else [str(move) for move in view.moves()],
        "hands": hands,
        "sizes": list(view.sizes),
        "table": _laid(view.public.leader, view.public.table, game.players),
        "taken": list(view.public.taken),
        "bids": list(view.bids),
        "trump": None if trump is None else "SHDC"[trump],
        "last": _last_trick(view),
        "number": game.number,
        "points": list(game.points) if over or game.number else [],
        "is_over": over,
        "hand": {
            "game": str(hand.start.game),
            "position": str(hand.start),
            "play": [str(card) for card in hand.plays],
        }
        if hand and (over or seat is None)
        else None,
    }


def _cards(view: View) -> list[str]:
    return [str(card) for card in listed(view.hand)]


def _laid(leader: int, cards: Sequence[Any], players: int) -> list[dict[str, Any]]:
    return [{"player": (leader + at) % players, "card": str(card)} for at, card in enumerate(cards)]


def _last_trick(view: View) -> dict[str, Any] | None:
    """The trick before the one on the table, and who took it."""
    players = view.game.players
    whole = len(view.plays) - len(view.public.table)
    if whole < players:
        return None
    trick = list(view.history())[whole - players : whole]
    cards = tuple(one.card for one in trick)
    leader, marks = trick[0].player, trick[0].before.marks
    by = (leader + winner(cards, view.game.trump_in(marks))) % players
    return {"cards": _laid(leader, cards, players), "by": by}


# Games without hidden cards.


def _open(question: Mapping[str, Any], room: Room) -> Answers:
    line = line_of(question)
    here, moves = line[-1], [str(move) for move in question.get("play", [])]
    seat, number = _seat(question, here.game.players), here.game.players
    lines = question.get("players")
    if not isinstance(lines, list) or len(lines) not in (1, number):
        raise TextError(f"expected 1 player or {number}: {lines!r}")
    seated = [str(name) for name in lines] * (number if len(lines) == 1 else 1)
    movers = [position.turn for position in line[:-1]]

    def state(choice: dict[str, Any] | None = None) -> dict[str, Any]:
        more = {"play": [*moves], "movers": [*movers], "choice": choice, "seat": seat}
        return {**here.as_dict(), **more}

    def after(move: Any) -> dict[str, Any]:
        nonlocal here
        movers.append(here.turn)
        moves.append(str(move))
        here = here.play(here.legal_move(move))
        return {"player": movers[-1], "asks": "play", "move": str(move)}

    yield state(after(question["move"]) if question.get("move") else None)
    while not here.is_over and not room.cancel.is_set():
        legal = here.legal_moves()
        if here.turn == seat and not (question.get("forced") and len(legal) == 1):
            return
        move = legal[0] if len(legal) == 1 else _best(here, seated[here.turn], room)
        yield state(after(move))


def _best(position: Position, name: str, room: Room) -> Any:
    nodes = OPEN_PLAYERS.get(name, OPEN_PLAYERS["search"])
    limit = Limit(nodes=nodes, seconds=room.seconds, table_mb=16)
    found = kibitz.solve(position, limit=limit, cancel=room.cancel)
    return position.moves()[0] if found.move is None else found.move


# Hints.


def hint(question: Mapping[str, Any], room: Room) -> Answers:
    """What each choice is worth: with all cards open, or over deals that one may think of."""
    if "position" in question:
        yield from _open_hint(line_of(question)[-1], room)
        return
    game, seed, choices = _read(question)
    here = log.replay(game, seed, choices)
    if here.is_over:
        raise TextError("expected a game that is not over")
    view = _view(here)
    if view.asks != "play":
        usual = Sampling(seed=seed).choose(view)
        yield {"asks": view.asks, "choice": log.write_move(usual)}
    elif question.get("how") == "open":
        assert here.position is not None
        yield from _open_hint(here.position, room)
    else:
        yield from appraised(view, 40, room)


def _open_hint(position: Position, room: Room) -> Answers:
    limit = Limit(seconds=room.seconds, table_mb=room.table_mb)
    for found in kibitz.analysing(position, limit=limit, cancel=room.cancel):
        yield found.as_dict()


def appraised(view: View, number: int, room: Room) -> Answers:
    """An appraisal that grows, deal by deal, after the exact chances of every card."""
    found = kibitz.worlds(view)
    chances = {str(card): chance for card, chance in found.chances().items()}
    known = {"view": str(view), "number": str(found.number), "chances": chances}
    yield known
    if view.asks != "play":
        return
    for appraisal in Appraisal.growing(Sampling(worlds=max(1, number)).sample(view)):
        if room.cancel.is_set():
            return
        yield {**known, **appraisal.as_dict()}
