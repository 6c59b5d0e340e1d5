"""Events as steps of a trace: scores become payoffs, and every cut has its reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.asking.trace import Step
from kibitz.engines.problem.sides import side_of_root
from kibitz.engines.reference.decision import Reason
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import Run
from kibitz.errors import GameError
from kibitz.loading import name_of
from kibitz.text import and_list

if TYPE_CHECKING:
    from kibitz.engines.reference.bounds import Bounds
    from kibitz.game import Position


def step_of(search: Run, root: Position, event: Event) -> Step:
    """An event of a search, as users see it."""
    bounds = {side: search.payoff(side, bound) for side, bound in event.bounds.items()}
    side = side_of_root(root)
    ceiling = None if event.ceiling is None else search.payoff(side, event.ceiling)
    answered, asked = (
        None if answer is None else search.value(answer) for answer in (event.answer, event.asked)
    )
    why, compared = "", dict[str, int]()
    own = search.reason(event) if event.kind in ("cut", "hit") else None
    if own is not None:
        why, compared = own
    elif event.kind == "cut":
        names = root.game.side_names
        if event.reached is not None:
            reached = search.payoff(side, event.reached)
            why = _window(event, names[side], bounds.get(side), ceiling, reached)
            compared = {"reached": reached}
        elif event.rule == "immediate":
            ((mover, best),) = bounds.items()
            why = f"{names[mover]} has the best it can get, {best}"
        else:
            why, compared = _beyond(search, event, bounds, names)
    return Step(
        event.depth,
        event.kind,
        root.game,
        event.move,
        bounds,
        ceiling,
        answered,
        event.rule,
        event.turn,
        why,
        compared,
        asked,
    )


def _window(event: Event, name: str, has: int | None, below: int | None, reached: int) -> str:
    """Why a window is closed: what the root's side gets here lies outside, or is an end of it."""
    if event.rule == "immediate":
        return f"{name} gets {reached}, which nothing left here changes"
    if has is not None and reached <= has:
        return f"{name} gets {reached} at most, and has {has}"
    return f"{name} gets {reached} at least, and must stay below {below} to matter"


def _beyond(
    search: Run, event: Event, bounds: Bounds, names: Sequence[str]
) -> tuple[str, dict[str, int]]:
    """Why no outcome beats the bounds, and the numbers that were compared."""
    wanted = and_list(f"{names[side]} > {bound}" for side, bound in bounds.items())
    if search.test is None or event.feasible is None:
        return f"nothing left has {wanted}", {}
    reason = search.test.reason(event.bounds, event.feasible)
    if not isinstance(reason, Reason):
        raise GameError(
            f"expected a Reason from reason() of {name_of(type(search.test))}: {reason!r}"
        )
    if reason.max_sum is not None:
        return _sum(search, event, reason.needed, reason.max_sum, names)
    if reason.most:
        side = next(iter(reason.most))
        most = search.payoff(side, reason.most[side])
        return f"{names[side]} gets {most} at most, and has {bounds[side]}", {"most": most}
    if reason.outcomes is not None:
        left = reason.outcomes
        which = (
            "the one outcome left does not have"
            if left == 1
            else f"none of {left} outcomes left has"
        )
        return f"{which} {wanted}", {"outcomes": left}
    return f"nothing left has {wanted}", {}


def _sum(
    search: Run, event: Event, needed: tuple[int, ...], max_sum: int, names: Sequence[str]
) -> tuple[str, dict[str, int]]:
    """Why sums forbid it: what each side has, or gets at least, is all there is or more."""
    lowest = search.scores.lowest
    base, unit = (0, "in ranks ") if lowest is None else (lowest, "")
    together, there_is = (total + base * len(needed) for total in (sum(needed), max_sum))
    parts = []
    for side, (name, score) in enumerate(zip(names, needed, strict=True)):
        bound = event.bounds.get(side)
        if bound is not None and score >= bound:
            verb = "has" if score == bound else "needs"
            parts.append(f"{name} {verb} {score + base}")
        elif score + base:
            parts.append(f"{name} gets {score + base} at least")
    more = "more than all" if together > there_is else "all"
    why = f"{unit}{and_list(parts)}, which is {more} there is, {there_is}"
    return why, {"sum": together, "max_sum": there_is}
