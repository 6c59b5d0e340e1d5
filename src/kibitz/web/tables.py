"""A game at the table: a person, or nobody, against any players.

A game goes by its log, which says all that was chosen and comes with every question: to undo is
to ask with a shorter one. Of hidden cards only the view of the seat is answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

import kibitz
from kibitz import Limit, Position, TextError
from kibitz.cards import TrickGame, TrickPosition
from kibitz.matches import log
from kibitz.matches.table import Seats
from kibitz.players import Player, names, player
from kibitz.players.appraisal import Appraisal
from kibitz.players.others import External, Human
from kibitz.players.searching import Sampling
from kibitz.web.reading import check_game, check_log, hand_at, lines_of
from kibitz.web.visitors import Answers, Room
from kibitz.whole.hand import Hidden, Sitting
from kibitz.whole.view import View

OUTSIDE = (External, Human)
"""Players that run programs, or ask at the terminal."""
MOST_LOOKED_AT = {"worlds": 200, "nodes": 1_000_000}
"""What a player of a question may look at."""
MOST_REDUCED = 5
"""Cards in a hand of a player who reduces payoffs; each one more takes much more memory."""


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
        for name, most in MOST_LOOKED_AT.items():
            if getattr(one, name, 0) > most:
                raise TextError(f"expected {name} of {most:,} at most: {one}")
        if getattr(one, "by", "") == "reduction" and getattr(one, "exact", 0) > MOST_REDUCED:
            raise TextError(f"expected exact of {MOST_REDUCED} at most by payoff reduction: {one}")
    return found * number if len(found) == 1 else found


def _seat(question: Mapping[str, Any], number: int) -> int | None:
    """Where the person sits; none if all are players."""
    seat = question.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < number):
        raise TextError(f"expected a seat of 0 to {number - 1}: {seat!r}")
    return seat


def _read(question: Mapping[str, Any]) -> tuple[str, int, list[tuple[int, Any]]]:
    """The game, the seed and the choices: of a log, or those of a new game."""
    text = question.get("log")
    if isinstance(text, str) and text:
        check_log(text)
        return log.read(lines_of(text))
    game = str(question.get("game", ""))
    check_game(game)
    seed = question.get("seed", 0)
    if type(seed) is not int or not 0 <= seed <= 10**9:
        raise TextError(f"expected a seed: {seed!r}")
    return game, seed, []


def played(question: Mapping[str, Any], room: Room) -> Answers:
    """The game after each choice, until the person is to choose or it is over."""
    game, seed, choices = _read(question)
    here = log.replay(game, seed, choices)
    seat = _seat(question, here.players)
    seated = players_of(question.get("players"), here.players)

    def state(choice: dict[str, Any] | None = None) -> dict[str, Any]:
        return {"log": log.write(game, seed, choices), "choice": choice, **shown(here, seat)}

    def after(move: Any) -> dict[str, Any]:
        nonlocal here
        turn, asks = here.turn, asked(here)
        choices.append((turn, move))
        here = here.after(move)
        hidden = asks == "pass" and turn != seat
        return {"player": turn, "asks": asks, "move": "" if hidden else log.write_move(move)}

    yield state(after(here.move(question["move"])) if question.get("move") else None)
    with closing(Seats(seated, seed)) as seats:
        while not here.is_over and not room.cancel.is_set():
            if here.turn != seat:
                yield state(after(seats.choose(here)))
                continue
            moves = _moves(here)
            if not question.get("forced") or asked(here) not in ("play", "move") or len(moves) > 1:
                return
            yield state(after(moves[0]))


def asked(game: Sitting) -> str:
    """What the next choice is: to play a card, to bid and so on, or a move on a board."""
    return game.view().asks if isinstance(game, Hidden) else "move"


def _moves(game: Sitting) -> Sequence[Any]:
    """What there is to choose from."""
    if isinstance(game, Hidden):
        return game.view().moves()
    assert game.position is not None
    return game.position.legal_moves()


def shown(game: Sitting, seat: int | None) -> dict[str, Any]:
    """What the person sees of a game; whoever only watches sees all."""
    over = game.is_over
    more = _hidden(game, seat) if isinstance(game, Hidden) else _board(game)
    own = not over and game.turn == seat
    return {
        "seat": seat,
        "sides": [game.side(at) for at in range(game.players)],
        "turn": None if over else game.turn,
        "asks": "" if over else asked(game),
        "moves": [str(move) for move in _moves(game)] if own else [],
        "number": game.number,
        "score": list(game.points) if over or game.number else [],
        "is_over": over,
        **more,
    }


def _board(game: Sitting) -> dict[str, Any]:
    """What all see of a game with nothing hidden."""
    assert game.position is not None
    position = game.position
    return {**position.as_dict(), "names": list(position.game.player_names), "open": True}


def _hidden(game: Any, seat: int | None) -> dict[str, Any]:
    """What a person sees of a game of cards."""
    over, position = game.is_over, game.position
    view = game.view((0 if over else game.turn) if seat is None else seat)
    everything = position is not None and (seat is None or over)
    hands = [None if at != view.seat else _cards(view) for at in range(game.players)]
    if everything and isinstance(position, TrickPosition):
        hands = [list(map(str, position.hand(player))) for player in range(game.players)]
    hand = hand_at(game)
    trump = view.game.trump_in(view.public.marks)
    return {
        "open": False,
        "names": list(view.game.player_names),
        "choices": list(view.choices),
        "to": view.to,
        "hands": hands,
        "sizes": list(view.sizes),
        "table": _laid(view.public.leader, view.public.table, game.players),
        "taken": list(view.public.taken),
        "bids": list(view.bids),
        "trump": None if trump is None else view.game.pack.suit_names[trump],
        "suits": suits_of(view.game),
        "last": _last_trick(view),
        "hand": {
            **hand.history.as_dict(),
        }
        if hand and (over or seat is None)
        else None,
    }


def _cards(view: View) -> list[str]:
    return [str(card) for card in view.game.pack.listed(view.hand)]


def suits_of(game: TrickGame) -> list[dict[str, str]]:
    """What is printed on the cards of a game: each suit by its letter, and what stands for it."""
    pack = game.pack
    return [
        {"letter": letter, "sign": sign}
        for letter, sign in zip(pack.letters, pack.signs, strict=True)
    ]


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
    by = (leader + view.game.winner(cards, view.game.trump_in(marks))) % players
    return {"cards": _laid(leader, cards, players), "by": by}


# Hints.


def hint(question: Mapping[str, Any], room: Room) -> Answers:
    """What each choice is worth: with all cards open, or over deals that one may think of."""
    game, seed, choices = _read(question)
    here = log.replay(game, seed, choices)
    if here.is_over:
        raise TextError("the game is over")
    if isinstance(here, Hidden) and asked(here) != "play":
        usual = Sampling(seed=seed).choose(here.view())
        yield {"asks": asked(here), "choice": log.write_move(usual)}
    elif isinstance(here, Hidden) and question.get("how") != "open":
        yield from appraised(here.view(), 40, room)
    else:
        assert here.position is not None
        yield from _open_hint(here.position, room)


def _open_hint(position: Position, room: Room) -> Answers:
    limit = Limit(seconds=room.seconds, table_mb=room.table_mb)
    for found in kibitz.analysing(position, limit=limit, cancel=room.cancel):
        yield found.as_dict()


def appraised(view: View, number: int, room: Room) -> Answers:
    """An appraisal that grows, deal by deal, after the exact chances of every card."""
    found = kibitz.worlds(view)
    chances = {str(card): chance for card, chance in found.chances().items()}
    known = {"seat": view.seat, "number": str(found.number), "chances": chances}
    yield known
    if view.asks != "play" or view.turn != view.seat:
        return
    for appraisal in Appraisal.growing(Sampling(worlds=max(1, number)).sample(view)):
        if room.cancel.is_set():
            return
        yield {**known, **appraisal.as_dict()}
