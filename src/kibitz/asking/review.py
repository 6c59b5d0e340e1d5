"""A played hand, move by move: the change by each move, and the cost of a mistake."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.asking.analyse import check_values
from kibitz.asking.choosing import algorithm_for, checked
from kibitz.asking.solve import search_by
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import NEVER, Cancel, Watch
from kibitz.game import Move, Position
from kibitz.history import History, hand_at
from kibitz.in_time import ready_by
from kibitz.results import Certainty, Limit, Result, Stopped, in_words, wording
from kibitz.showing.layout import columns, escaped, html_table
from kibitz.text import names_of
from kibitz.values import Known, Value, Vector

LEAST_SURE: tuple[Certainty, ...] = (
    "unknown",
    "bound",
    "estimate",
    "so far",
    "at least",
    "unsound",
    "unproved",
    "exact",
)
"""What is less sure comes first."""


@dataclass(frozen=True)
class Turn:
    """One move of a played hand, and what it changed.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> (turn,) = kibitz.review(deal, ["S7"]).turns
    >>> turn.player, turn.move, turn.best, turn.cost, turn.change
    (0, S7, DK, 1, (-1, 1, 0))
    """

    player: int
    move: Move
    best: Move
    """A best move; the one that was played, if it was one."""
    worth: Value
    """What is known of the value after it."""
    change: tuple[int, ...]
    """What it changed for each side, as far as that is known."""
    cost: int
    """What it cost the player who made it, as far as that is known."""
    certainty: Certainty

    @property
    def value(self) -> Known:
        """The payoffs after it; None for sides of which the limit leaves nothing known."""
        return self.worth.payoffs or (None,) * len(self.change)

    def as_dict(self) -> dict[str, Any]:
        """The turn in plain types, ready for JSON."""
        words = wording(self.certainty, self.worth)
        said = {**vars(self), **words, "value": self.value}
        del said["worth"]
        return {**said, "move": str(self.move), "best": str(self.best)}


@dataclass(frozen=True)
class Review:
    """A hand that was played, move by move. The changes of all moves add up to the result.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> review = kibitz.review(deal, ["S7", "C7", "SJ"])
    >>> review.costs, [turn.move for turn in review.mistakes]
    ({0: 1, 1: 1, 2: 0}, [S7, C7])
    """

    position: Position
    algorithm: Algorithm
    worth: Value
    """What is known of the value before the first move."""
    turns: tuple[Turn, ...]
    certainty: Certainty = "exact"
    """How certain the value before the first move is."""
    stopped: Stopped = ""
    """Whether Ctrl-C or `cancel` stopped it before the last move."""

    @property
    def value(self) -> Known:
        """The payoffs before the first move; None for sides that nothing is known of."""
        return self.worth.payoffs or (None,) * self.position.game.sides

    @property
    def mistakes(self) -> list[Turn]:
        """The moves that cost something."""
        return [turn for turn in self.turns if turn.cost]

    @property
    def costs(self) -> dict[int, int]:
        """What the mistakes of each player cost it."""
        costs = dict.fromkeys(range(self.position.game.players), 0)
        for turn in self.turns:
            costs[turn.player] += turn.cost
        return costs

    def as_dict(self) -> dict[str, Any]:
        """The review in plain types, ready for JSON."""
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            **wording(self.certainty, self.worth),
            "value": self.value,
            "turns": [turn.as_dict() for turn in self.turns],
            "costs": list(self.costs.values()),
            "stopped": self.stopped,
        }

    def rows(self) -> list[list[str]]:
        """The mistakes as texts, headings first."""
        rows = [["", "player", "played", "better", "cost", "value after"]]
        names = self.position.game.player_names
        for number, turn in enumerate(self.turns, start=1):
            if turn.cost:
                cells = [number, names[turn.player], turn.move, turn.best, turn.cost]
                rows.append([*map(str, cells), _sure(turn.worth, turn.certainty)])
        return rows

    def show(self) -> str:
        """Every mistake with its cost, and the total cost to each player."""
        moves = f"{len(self.turns)} move{'s' * (len(self.turns) != 1)}"
        begins = f"value before the first move {_sure(self.worth, self.certainty)}"
        if self.stopped:
            begins = f"STOPPED EARLY, after {moves}\n{begins}"
        if not self.mistakes:
            unknown = sum(not _is_known(turn.worth) for turn in self.turns)
            return f"{begins}\nno mistakes in {moves}{f', {unknown} not valued' * bool(unknown)}"
        ends = _sure(self.turns[-1].worth, self.turns[-1].certainty)
        names = self.position.game.player_names
        costs = ", ".join(f"{names[player]} {cost}" for player, cost in self.costs.items())
        mistakes = columns(self.rows(), left=range(1, 6))
        rough = "" if all(turn.certainty == "exact" for turn in self.turns) else "rough "
        return f"{begins}\n{mistakes}\nvalue at the end {ends}\n{rough}costs: {costs}"

    def _repr_html_(self) -> str:
        return f"{html_table(self.rows())}<p>{escaped(self.show().splitlines()[-1])}</p>"


def _sure(worth: Value, certainty: Certainty) -> str:
    """A value, and whether it is estimated."""
    if not _is_known(worth):
        return "not known"
    return str(worth) + ("" if certainty == "exact" else f" {in_words(certainty)}")


def _is_known(worth: Value) -> bool:
    """Whether there is a value, of one side at least."""
    return worth.known and set(worth.payoffs or ()) != {None}


def review(
    position: Position | History,
    moves: Iterable[Move] | str = (),
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    cancel: Cancel = NEVER,
    keep_interrupted: bool = False,
) -> Review:
    """Go through a hand that was played from a position, and evaluate every move.

    The moves may be one text, separated by spaces or commas; or give the hand as a `History`.

    A limit is for each move. When `cancel` is set, it ends with the moves so far, or before there
    is a value with KeyboardInterrupt. Ctrl-C raises that too, or with `keep_interrupted` ends
    with the moves so far.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> print(kibitz.review(deal, ["DK", "H2", "SJ", "C3"]).show())
    value before the first move (1, 0, 2)
       player  played  better  cost  value after
    4  P2      C3      CA      1     (1, 1, 1)
    value at the end (1, 1, 1)
    costs: P0 0, P1 0, P2 1
    """
    found = reviewing(
        position,
        moves,
        algorithm,
        engine=engine,
        limit=limit,
        cancel=cancel,
        keep_interrupted=keep_interrupted,
    )
    *_, last = found
    return last


def reviewing(
    position: Position | History,
    moves: Iterable[Move] | str = (),
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    cancel: Cancel = NEVER,
    keep_interrupted: bool = False,
) -> Iterator[Review]:
    """The same review, one move longer each time, from none on.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> [len(review.turns) for review in kibitz.reviewing(deal, ["DK", "H2"])]
    [0, 1, 2]
    """

    def value_of(here: Position) -> Result:
        return search_by(
            here,
            chosen,
            within,
            Watch(cancel=cancel),
            estimates=algorithm is None,
            engine=engine,
            table=kept,
            keep_interrupted=keep_interrupted,
        )

    hand, within = hand_at(position), checked(limit)
    position, moves = hand.start, itertools.chain(hand.moves, names_of(moves))
    with ready_by(Watch().ends(within)):  # one for all moves, since ties are part of it
        chosen = algorithm_for(algorithm, position, within)
    check_values(chosen)
    kept = None
    if chosen.search.table != "none":
        kept = TranspositionTable(within.table_mb, position)
    begin = before = value_of(position)
    if not begin.worth.known and _ended(begin):
        raise KeyboardInterrupt
    found = Review(position, begin.algorithm, _worth(begin), (), begin.certainty, _ended(begin))
    yield found
    for move in () if found.stopped else moves:
        played = position.legal_move(move)
        after = value_of(position.play(played))
        if _ended(after):
            yield replace(found, stopped=_ended(after))
            return
        found = replace(found, turns=(*found.turns, _turn(position, played, before, after)))
        position, before = position.play(played), after
        yield found


def _worth(result: Result) -> Value:
    """The value, or that nothing is known of any side within the limit."""
    unknown = Vector((None,) * result.position.game.sides)
    return result.worth if result.worth.known else unknown


def _ended(result: Result) -> Stopped:
    """Whether Ctrl-C, or who asked for it, ended a search; a limit does not end a review."""
    return result.stopped if result.stopped in ("interrupt", "cancel") else ""


def _are_one(position: Position, played: Move, best: Move | None) -> bool:
    """Whether two moves are the same, or one for the other."""
    return any(played in group and best in group for group in position.groups())


def _turn(position: Position, played: Move, before: Result, after: Result) -> Turn:
    """What a move changed, by the values before and after it."""
    unknown = (None,) * position.game.sides
    pairs = zip(after.value or unknown, before.value or unknown, strict=True)
    change = tuple(0 if None in pair else (pair[0] or 0) - (pair[1] or 0) for pair in pairs)
    cost = -change[position.side]
    begun: Certainty = before.certainty if before.worth.known else "estimate"
    sure = min(begun, after.certainty, key=LEAST_SURE.index)
    if sure not in ("exact", "unproved"):  # of two depths: what was the best before costs nothing
        cost = 0 if _are_one(position, played, before.move) else max(cost, 0)
    best = played if cost <= 0 else before.move
    return Turn(position.turn, played, best, _worth(after), change, cost, sure)
