"""A game at the table: a person, or nobody, against any players.

A game goes by its log, which says all that was chosen and comes with every question: to undo is
to ask with a shorter one. Of hidden cards only the view of the seat is answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from kibitz import TextError
from kibitz.cards import TrickGame, TrickPosition
from kibitz.cards.units import unit_of
from kibitz.matches import log
from kibitz.matches.table import Seats
from kibitz.players import Player, names, player
from kibitz.players.others import External, Human
from kibitz.web import bridge, claims
from kibitz.web.courses import Course, dealer_of, laid, tricks_of, won_by
from kibitz.web.hints import hinted
from kibitz.web.menus import spelled
from kibitz.web.reading import check_game, check_log, lines_of
from kibitz.web.visitors import Answers, Room
from kibitz.whole.game import Whole, hand_played
from kibitz.whole.hand import Hidden, Sitting
from kibitz.whole.view import View, shown_by, written
from kibitz.whole.why_not import barred

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
    game = spelled(str(question.get("game", "")))
    check_game(game)
    seed = question.get("seed", 0)
    if type(seed) is not int or not 0 <= seed <= 10**9:
        raise TextError(f"expected a seed: {seed!r}")
    return game, seed, []


def played(question: Mapping[str, Any], room: Room) -> Answers:
    """The game after each choice, until the person is to choose or it is over."""
    course = Course(*_read(question))
    seat = _seat(question, course.here.players)
    own = own_seats(course.here, seat)
    seated = players_of(question.get("players"), course.here.players)

    def state(choice: dict[str, Any] | None = None) -> dict[str, Any]:
        contract = bridge.standing(course.here, question.get("contract"))
        return {"log": course.text(), "choice": choice, **shown(course, seat), **contract}

    def after(move: Any) -> dict[str, Any]:
        turn, asks = course.here.turn, asked(course.here)
        ended = course.add(move)
        hidden = asks == "pass" and turn != seat
        told = {"player": turn, "asks": asks, "move": "" if hidden else written(move)}
        if ended is None:
            return told
        hand = ended.hand
        return {**told, "ended": {**ended.as_dict(), "tricks": tricks_of(hand.view(0))[-1:]}}

    first = question.get("move")
    if question.get("claim"):
        claims.check(course.here, own, room)
    yield state(after(course.here.move(first)) if first else None)
    number = course.here.number
    with closing(Seats(seated, course.seed)) as seats:
        while not course.here.is_over and not room.cancel.is_set():
            here = course.here
            if here.turn not in own:
                yield state(after(seats.choose(here)))
                continue
            if question.get("claim") and here.number == number and asked(here) == "play":
                yield state(after(claims.card(here, room)))
                continue
            moves = _moves(here)
            if not question.get("forced") or asked(here) not in ("play", "move") or len(moves) > 1:
                return
            yield state(after(moves[0]))


def own_seats(game: Sitting, seat: int | None) -> tuple[int, ...]:
    """For whom a person plays: itself, and a dummy; nobody if it only watches."""
    if seat is None:
        return ()
    return game.view(seat).game.plays_for(seat) if isinstance(game, Hidden) else (seat,)


def asked(game: Sitting) -> str:
    """What the next choice is: to play a card, to bid and so on, or a move on a board."""
    return game.view().asks if isinstance(game, Hidden) else "move"


def _moves(game: Sitting) -> Sequence[Any]:
    """The choices that there are."""
    if isinstance(game, Hidden):
        return game.view().moves()
    assert game.position is not None
    return game.position.legal_moves()


def shown(course: Course, seat: int | None) -> dict[str, Any]:
    """What the person sees of a game; someone who only watches sees everything."""
    game = course.here
    over = game.is_over
    more = _hidden(game, seat) if isinstance(game, Hidden) else _board(game)
    yours = own_seats(game, seat)
    own = not over and game.turn in yours
    return {
        "seat": seat,
        "yours": list(yours),
        "sides": [game.side(at) for at in range(game.players)],
        "turn": None if over else game.turn,
        "asks": "" if over else asked(game),
        "moves": [str(move) for move in _moves(game)] if own else [],
        "number": game.number,
        "score": list(game.points) if over or game.number else [],
        "is_over": over,
        "won": won_by(game),
        "dealer": dealer_of(game),
        "sheet": [ended.as_dict() for ended in course.ended],
        "goal": goal_of(game),
        **more,
    }


def goal_of(game: Sitting) -> str:
    """What is played for, in a few words; nothing for one hand."""
    return game.rules.goal if isinstance(game, Whole) else ""


def _board(game: Sitting) -> dict[str, Any]:
    """What all see of a game with nothing hidden."""
    assert game.position is not None
    position = game.position
    return {
        **position.as_dict(),
        "names": list(position.game.player_names),
        "open": True,
        "unit": unit_of(position.game),
    }


def _hidden(game: Any, seat: int | None) -> dict[str, Any]:
    """What a person sees of a game of cards."""
    over, position = game.is_over, game.position
    view = game.view((0 if over else game.turn) if seat is None else seat)
    everything = position is not None and (seat is None or over)
    shows = view.game.shows(position, view.seat) if isinstance(position, TrickPosition) else ()
    hands = [
        _cards(view, view.known[at]) if at in (view.seat, *shows) else None
        for at in range(game.players)
    ]
    yours = not over and game.turn in own_seats(game, seat)
    if everything and isinstance(position, TrickPosition):
        hands = [list(map(str, position.hand(player))) for player in range(game.players)]
    hand, pack = hand_played(game), view.game.pack
    trump, tricks = view.game.trump_in(view.public.marks), tricks_of(view)
    got = [(at, cards) for at, cards in enumerate(view.got) if cards and view.seat == seat]
    return {
        "open": False,
        "names": list(view.game.player_names),
        "choices": list(view.choices),
        "to": view.to,
        "hands": hands,
        "sizes": list(view.sizes),
        "table": laid(view.public.leader, view.public.table, game.players),
        "taken": list(view.public.taken),
        "counts": view.game.outcome_headings()[0],
        "bids": list(view.bids),
        "bags": list(view.bags),
        "targets": list(getattr(view.game, "targets", ())) if view.whole else [],
        "turned": [str(card) for card in pack.listed(shown_by(view.public.marks, view.game))],
        "got": [
            {"player": at, "cards": [str(card) for card in pack.listed(cards)]} for at, cards in got
        ],
        "dummy": next(iter(shows), None),
        "barred": barred(game.view()) if yours else {},
        "trump": None if trump is None else pack.suit_names[trump],
        "suits": suits_of(view.game),
        "deck": [str(card) for card in pack.listed(view.game.deck)],
        "tricks": tricks,
        "last": tricks[-1] if tricks else None,
        "unit": unit_of(view.game),
        "hand": dict(hand.history.as_dict()) if hand and (over or seat is None) else None,
    }


def _cards(view: View, cards: int) -> list[str]:
    return [str(card) for card in view.game.pack.listed(cards)]


def suits_of(game: TrickGame) -> list[dict[str, Any]]:
    """What is printed on the cards of a game: each suit by its letter, its sign and its name.

    Where cards of several printed suits are one suit, as trumps are in Skat, all its cards too.
    """
    pack = game.pack
    found: list[dict[str, Any]] = [
        {"letter": letter, "sign": sign, "name": name}
        for letter, sign, name in zip(pack.letters, pack.signs, pack.suit_words, strict=True)
    ]
    if any(pack.mixed):
        at = {one["letter"]: one for one in found}
        for name, cards in zip(pack.suit_names, pack.suits, strict=True):
            if name not in at:  # trumps that are all of one rank
                found.append({"letter": "", "sign": "", "name": "trumps"})
            at.get(name, found[-1])["cards"] = list(cards)
    return found


def hand_of(question: Mapping[str, Any]) -> dict[str, Any]:
    """A hand of a game that is over, as it was dealt and played; the last if nothing is said."""
    course, number = Course(*_read(question)), question.get("number", -1)
    if type(number) is not int or not -len(course.ended) <= number < len(course.ended):
        raise TextError(f"expected a hand of {len(course.ended)} that are over: {number!r}")
    return dict(course.ended[number].hand.history.as_dict())


def hint(question: Mapping[str, Any], room: Room) -> Answers:
    """What each choice is worth: with all cards open, or over deals that one may think of."""
    yield from hinted(Course(*_read(question)), str(question.get("how")), room)
