"""Advise: what a player would choose, within its time, why, and how sure that is.

There is always a legal move: what a player has found by then; by simple rules if that is nothing,
or if it fails.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from kibitz.cards import TrickPosition
from kibitz.engines.problem.protocol import NEVER, Cancel, check_cancel, until
from kibitz.errors import KibitzError, TextError, blaming, check_kind
from kibitz.game import Move, Position
from kibitz.players import judgement
from kibitz.players.appraisal import Appraisal, By, Unawaited
from kibitz.players.before_play import by_worlds
from kibitz.players.clock import ON_BOARD, Clock, timed
from kibitz.players.foreign import answer_of, comes_along
from kibitz.players.others import PlayerFailed
from kibitz.players.plain import Rules
from kibitz.players.player import OpenPlayer, Player, player
from kibitz.programs import Late
from kibitz.results import Certainty, Result, check_seconds
from kibitz.showing.layout import columns, in_full
from kibitz.whole.view import View, written
from kibitz.whole.view import view as view_of

SECONDS = 1.0
"""How long a choice may take, if nothing is said."""

T = TypeVar("T")


@dataclass(frozen=True)
class Advice:
    """What to choose, why, and how sure that is.

    >>> view = kibitz.View.parse("spades(players=3,cards=3) seat=1 hand=A.2..K plays=C7")
    >>> found = kibitz.advise(view)
    >>> found.move, found.why, found.certainty
    (CK, 'CK is the only legal choice', 'exact')
    """

    where: View | Position
    """The view that it is for, or the position, where nothing is hidden."""
    player: str
    """The text of the player who was asked."""
    move: Move
    """A legal card, bid, trump or move on a board, or a tuple of cards to pass."""
    why: str
    """The reason in a sentence."""
    sure: str
    """How sure that is, in a sentence."""
    certainty: Certainty
    """Exact, if there is no other choice or a search has come to its end; else an estimate, or
    unknown where the player says no values.
    """
    appraisal: Appraisal | None
    """What each choice is worth over worlds, if the player looked at any."""
    result: Result | None
    """What its search has found, where nothing is hidden."""
    allowed: float
    """The seconds that it had."""
    seconds: float
    """The seconds that it took."""
    processor: float
    """The seconds of processor time that it took, without what a player of your own took."""
    stopped: str = ""
    """Why the player stopped early: `seconds`, `cancel`, or `interrupt` for Ctrl-C in the command;
    empty if it did all it wanted."""
    failed: str = ""
    """What is wrong with the player, if it gave no legal answer."""

    @property
    def asks(self) -> str:
        """What is chosen: play, bid, pass or trump; a move where nothing is hidden."""
        return self.where.asks if isinstance(self.where, View) else "move"

    @property
    def by_what(self) -> str:
        """The basis of the choice: worlds, a search, rules, the player's word, or necessity."""
        if self.certainty == "exact" and self.result is None:
            return "necessity"
        if self.result is not None:
            return "search"
        if self.appraisal is not None and self.appraisal.means:
            return "worlds"
        return "rules" if self.why.endswith("by simple rules") else "player"

    @property
    def moves(self) -> Sequence[Move]:
        """The choices that there are."""
        return _moves(self.where)

    def as_dict(self) -> dict[str, Any]:
        """The advice in plain types, ready for JSON."""
        where, found = self.where, self.appraisal
        seat = {"seat": where.seat} if isinstance(where, View) else {"turn": where.turn}
        return {
            "game": str(where.game),
            **seat,
            "asks": self.asks,
            "player": self.player,
            "move": written(self.move),
            "moves": list(map(str, self.moves)),
            "why": self.why,
            "sure": self.sure,
            "certainty": self.certainty,
            "by": self.by_what,
            "worlds": found.worlds if found else None,
            "of_worlds": found.number if found else None,
            "choices": [] if found is None else _choices(found),
            "value": None if self.result is None else self.result.value,
            "allowed": self.allowed,
            "seconds": self.seconds,
            "processor": self.processor,
            "stopped": self.stopped,
            "failed": self.failed,
        }

    def show(self) -> str:
        """The advice for people."""
        rows = [[self.asks, written(self.move)], ["why", self.why], ["sure", self.sure]]
        rows.append(["player", self.player])
        if self.stopped:
            took = f"{self.seconds * 1000:.0f} ms of {self.allowed * 1000:.0f} ms"
            rows.append(["stopped", f"by {self.stopped} after {took}"])
        if self.failed:
            rows.append(["failed", self.failed])
        lines = [columns(rows, left=(0, 1))]
        if self.appraisal is not None and self.appraisal.means:
            lines.append(_table(self.appraisal))
        return "\n\n".join(lines)

    def _repr_html_(self) -> str:
        return in_full(self.show())


def _choices(found: Appraisal) -> list[dict[str, Any]]:
    """What each choice is worth, in plain types."""
    rows = []
    for row in found.as_dict()["cards"]:
        low, high = row["interval"] or (None, None)
        more = {"mean": row["mean"], "low": low, "high": high, "best_in": row["best_in"]}
        rows.append({"move": row["card"], **more})
    return rows


def _table(found: Appraisal) -> str:
    """What each choice is worth, the best first."""
    rows = [["choice", "mean", "95 %", "best in"]]
    for move in sorted(found.means, key=lambda move: -found.worth(move)):
        between = found.interval(move)
        ends = [_amount(end, found.scale) for end in between or ()]
        worth = _amount(found.worth(move), found.scale)
        rows.append([written(move), worth, " to ".join(ends) or "-", f"{found.votes[move]:.0%}"])
    return columns(rows)


def advise(
    where: View | Position | Mapping[str, Any] | str,
    player: Player | str = "sampling",
    *,
    seconds: float | None = None,
    time_left: float | None = None,
    increment: float = 0.0,
    seed: int = 0,
    cancel: Cancel = NEVER,
) -> Advice:
    """What a player would choose, within its time: always a legal move, why, and how sure.

    `where` is a view, its text or its JSON as a mapping, of a card to play, a bid, cards to pass
    or a trump; or a position, with all hands open for players that peek. The player has `seconds`
    for this choice, by default 1; or a sensible part of `time_left` for the whole game, with an
    `increment` for each choice. When its time is up, or `cancel` is set, the answer is the best
    so far. If there is none, or if the player fails, the answer is by simple rules.

    >>> view = "hearts seat=2 hand=Q5.A.AT943.A8653 leader=0 plays=C2/CJ"
    >>> found = kibitz.advise(view, "sampling(worlds=20)", seconds=10)
    >>> found.move in found.moves, found.certainty, found.appraisal.worlds
    (True, 'estimate', 20)
    """
    start, busy = time.perf_counter(), time.thread_time()
    check_cancel(cancel)
    check_seconds(seconds)
    here, who = _read(where), _player(player, seed)
    if isinstance(here, TrickPosition) and not isinstance(who, OpenPlayer):
        here = view_of(here)
    if isinstance(here, View) and isinstance(who, OpenPlayer):
        raise TextError(f"expected a player that does not peek, or a position: {who}")
    if not _moves(here):
        raise TextError(f"expected a view of the player who is to choose: {here}")
    clock = None if time_left is None else Clock(time_left, increment)
    allowed = SECONDS if seconds is None and clock is None else seconds
    if clock is not None:
        share = clock.share(_choices_left(here))
        allowed = share if allowed is None else min(allowed, share)
    assert allowed is not None
    left = allowed - (time.perf_counter() - start)
    with timed(left, clock), until(cancel):
        found = _asked(here, who, left, cancel)
    processor = time.thread_time() - busy + who.elsewhere
    who.close()
    return Advice(
        here,
        str(who),
        **found,
        allowed=allowed,
        seconds=time.perf_counter() - start,
        processor=processor,
    )


def _read(where: object) -> View | Position:
    """What is asked about."""
    if isinstance(where, str):
        return View.parse(where)
    if isinstance(where, Mapping):
        return View.from_dict(where)
    check_kind(where, View | Position, "a view, its text, or a position")
    return where  # type: ignore[return-value]


def _player(line: Player | str, seed: int) -> Player:
    who = player(line, seed)
    if who.at_terminal:
        raise TextError(f"expected a player that needs no terminal: {who}")
    return who


def _moves(where: View | Position) -> Sequence[Move]:
    if isinstance(where, View):
        return where.moves()
    return [] if where.is_over else where.legal_moves()


def _choices_left(where: View | Position) -> int:
    return where.hand.bit_count() if isinstance(where, View) else ON_BOARD


def _only(where: View | Position) -> Move | None:
    """The choice, if there is only one."""
    moves = _moves(where)
    if isinstance(where, View) and where.asks == "pass":
        return tuple(moves) if where.choices == (len(moves),) else None
    return moves[0] if len(moves) == 1 else None


def _asked(where: View | Position, who: Player, seconds: float, cancel: Cancel) -> dict[str, Any]:
    """What the player chooses and says, as fields of an advice."""
    only = _only(where)
    if only is not None:
        return _said(only, f"{written(only)} is the only legal choice", SURE, "exact")
    try:
        if isinstance(where, View):
            return _in_a_view(where, who, seconds, cancel)
        return _open(where, who, seconds, cancel)
    except Late:
        return _instead(where, f"{who} did not answer in time", stopped="seconds")
    except PlayerFailed as error:
        return _instead(where, f"{who} failed", failed=str(error))
    except KeyboardInterrupt:
        if not cancel.is_set():
            raise
        return _instead(where, "nobody waits any longer", stopped="cancel")


SURE = "certain: there is no other"
UNSURE = "not known: no values were compared"


def _said(
    move: Move,
    why: str,
    sure: str = UNSURE,
    certainty: Certainty = "unknown",
    appraisal: Appraisal | None = None,
    result: Result | None = None,
    stopped: str = "",
    failed: str = "",
) -> dict[str, Any]:
    return {
        "move": move,
        "why": why,
        "sure": sure,
        "certainty": certainty,
        "appraisal": appraisal,
        "result": result,
        "stopped": stopped,
        "failed": failed,
    }


def _instead(
    where: View | Position, why: str, stopped: str = "", failed: str = ""
) -> dict[str, Any]:
    """By simple rules, or any legal choice if these fail in a game of one's own."""
    move: Move
    try:
        if isinstance(where, View):
            move = where.move(judgement.choice(where))
        else:
            move = where.legal_move(Rules().play_open(where))
    except Exception:
        moves = _moves(where)
        passes = isinstance(where, View) and where.asks == "pass"
        move = tuple(moves[: where.choices[0]]) if passes else moves[0]  # type: ignore[union-attr]
    return _said(move, f"{why}: by simple rules", stopped=stopped, failed=failed)


def _in_a_view(view: View, who: Player, seconds: float, cancel: Cancel) -> dict[str, Any]:
    """The choice of a player that sees no more than a view."""
    if type(who).appraisal is Player.appraisal:
        move = _foreign(who, lambda: who.choose(view), seconds, cancel)
        return _said(move, f"{who} chooses {written(move)} of {len(view.moves())}")
    stopped = "seconds"
    try:
        found = _foreign(who, lambda: who.appraisal(view), seconds, cancel)
    except Unawaited as error:
        if not cancel.is_set():
            raise
        found, stopped = error.found, "cancel"
    if found is None or not found.means:
        move = view.move(judgement.choice(view) if found is None else found.best())
        hurry = by_worlds(view)
        why = "there was no time to look at worlds" if hurry else "worlds are not looked at for it"
        return _said(move, f"{why}: by simple rules", appraisal=found, stopped=stopped * hurry)
    by: By = getattr(who, "by", "mean") if view.asks == "play" else "mean"
    move = view.move(found.best(by))
    wanted = min(getattr(who, "worlds", found.worlds), found.number or found.worlds)
    short = found.worlds < min(wanted, 60 if view.asks == "bid" else wanted)
    return _said(
        move,
        _why(found, move, by),
        _how_sure(found, move, by),
        "estimate",
        found,
        stopped=stopped * short,
    )


def _why(found: Appraisal, move: Move, by: By) -> str:
    of = f"{found.worlds:,}" if found.number is None else f"{found.worlds:,} of {found.number:,}"
    worlds = f"all {found.worlds:,}" if found.all else of
    how = "solved with open hands" if found.solved else "played out by rules"
    if found.experience:
        how = f"{how}, and {found.experience:.0%} by experience"
    if by == "vote":
        best = f"is best in {found.votes[move]:.0%}"
    else:
        what = "the best chance to win the game" if found.scale else "the best mean payoff"
        best = f"has {what}, {_amount(found.worth(move), found.scale)},"
    return f"{written(move)} {best} in {worlds} worlds that agree with the view, {how}"


def _how_sure(found: Appraisal, move: Move, by: By) -> str:
    if len(found.means) < 2:
        return "an estimate: nothing else was looked at"
    other, apart, interval = found.ahead(move, by)
    than = f"{_amount(apart, found.scale)} more than {written(other)}"
    if found.all:
        return f"an estimate: {than}, over every world, in which all hands are known"
    if interval is None:
        return f"an estimate: {than}, in one world"
    low, high = (_amount(end, found.scale) for end in interval)
    close = "; too close to tell" if interval[0] <= 0 <= interval[1] else ""
    return f"an estimate: {than} (95 %: {low} to {high}){close}"


def _amount(value: float, scale: int | None) -> str:
    return f"{value:.2f}" if scale is None else f"{value / scale:.1%}"


def _open(position: Position, who: Player, seconds: float, cancel: Cancel) -> dict[str, Any]:
    """The choice where nothing is hidden, or of a player that sees everything."""
    if type(who).result is Player.result:
        move = _foreign(who, lambda: position.legal_move(who.play_open(position)), seconds, cancel)
        return _said(move, f"{who} chooses {move} of {len(position.legal_moves())}")
    result = _foreign(who, lambda: who.result(position), seconds, cancel)
    if result is None or result.move is None:
        return _instead(position, "the search has found nothing yet", stopped="seconds")
    depth = f" {result.depth} plies deep" if result.depth else ""
    why = f"{result.move} is best by {result.algorithm}{depth}"
    words = {"exact": "exact: the search came to its end"}
    sure = words.get(result.certainty, f"{result.certainty}: the search did not come to its end")
    return _said(
        result.move, why, sure, result.certainty, result=result, stopped=result.stopped or ""
    )


def _foreign(who: Player, ask: Callable[[], T], seconds: float, cancel: Cancel) -> T:
    """What a player answers; what is wrong with one from elsewhere, in one line."""
    try:
        return answer_of(who, lambda: _blamed(who, ask), seconds, cancel)
    except (Late, KeyboardInterrupt):
        raise
    except BaseException as error:
        if comes_along(who):
            raise
        why = str(error) if isinstance(error, KibitzError) else f"{type(error).__name__}: {error}"
        raise PlayerFailed(" ".join(why.split())) from error


def _blamed(who: Player, ask: Callable[[], T]) -> T:
    if comes_along(who):
        return ask()
    with blaming(who):
        return ask()
