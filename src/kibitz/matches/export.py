"""Logs for other programs: each hand as a record of tags, in the manner of PBN.

With four players and the pack of 52 a record is one of Portable Bridge Notation, seats N E S W for
players 0 to 3, which `kibitz.games.bridge.pbn` and bridge programs read. In other games seats are
their numbers; such records have the same tags, as Trickster's PTN has them, and bridge programs do
not know them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.cards import STANDARD, Card
from kibitz.errors import TextError
from kibitz.game import Move
from kibitz.games.bridge.pbn import SEATS, Record, Tag
from kibitz.matches.log import Choices
from kibitz.matches.start import begin
from kibitz.whole.game import Whole, hand_played
from kibitz.whole.hand import Hand
from kibitz.whole.view import written


def records(game: str, seed: int, choices: Choices) -> list[Record]:
    """The hands of a log, the last one as far as it went."""
    return [_record(game, hand, list(before)) for hand, before in hands(game, seed, choices)]


def hands(game: str, seed: int, choices: Choices) -> Iterator[tuple[Hand, Choices]]:
    """The hands of a log, the last one as far as it went, each with what was chosen before it."""
    here = begin(game, seed)
    if not isinstance(here, Hand | Whole):
        raise TextError(f"expected a game of cards: {game!r}")
    hand: Hand | None = here if isinstance(here, Hand) else None
    before: list[tuple[int, Move]] = []
    for player, move in choices:
        playing = hand_played(here)
        if playing is None:
            before.append((player, move))
        else:
            hand = playing.after(move)
            if hand.is_over:
                yield hand, before
                hand, before = None, []
        here = here.after(move)
    if hand is not None and hand.plays:
        yield hand, before


def _record(game: str, hand: Hand, before: list[tuple[int, Move]]) -> Record:
    return Record(tuple(_tags(game, hand, before)))


def _tags(game: str, hand: Hand, before: list[tuple[int, Move]]) -> Iterator[Tag]:
    """What was dealt, chosen before play, played and taken."""
    start, players = hand.start, hand.players
    pack = start.game.pack
    bridge = players == len(SEATS) and pack is STANDARD
    seats = SEATS if bridge else "".join(map(str, range(players)))
    leader = start.leader
    yield Tag("Event", game)
    yield Tag("Board", str(hand.number + 1))
    yield Tag("Deal", f"{seats[0]}:{' '.join(map(pack.write_hand, start.hands))}")
    yield Tag("Game", str(start.game))
    if hand.more.get("scores"):
        yield Tag("Scores", " ".join(map(str, hand.more["scores"])))
    for card in hand.history.moves[: start.to_lay]:
        before = [*before, (start.game.declarer, card)]
    if before:
        said = tuple(f"{seats[player]} {written(move)}" for player, move in before)
        yield Tag("Choices", seats[before[0][0]], said)
    yield Tag("Play", seats[leader], tuple(_tricks(hand, leader)))
    if hand.is_over:
        yield Tag("Taken", " ".join(map(str, hand.position.taken)))


def _tricks(hand: Hand, first: int) -> Iterator[str]:
    """A line for each trick, its columns the seats from the one that led the first."""
    here, players = hand.history.first(hand.start.to_lay).position, hand.players
    laid: dict[int, Card] = {}
    for card in hand.plays:
        laid[here.turn] = card
        here = here.play(card)
        if len(laid) == players:
            yield _line(laid, first, players)
            laid = {}
    if laid:
        yield _line(laid, first, players)
    if not hand.is_over:
        yield "*"


def _line(laid: dict[int, Card], first: int, players: int) -> str:
    return " ".join(str(laid.get((first + at) % players, "-")) for at in range(players))
