"""What stores of results hold: experiments and matches, opened only to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz import experiments
from kibitz.errors import TextError
from kibitz.lab import report
from kibitz.lab.experiment import Experiment
from kibitz.lab.store import Store
from kibitz.lab.work import Results, Task
from kibitz.matches.match import Match, match

MOST_DEALS = 200
"""Deals that are listed."""


def listed(stores: Sequence[Path]) -> dict[str, Any]:
    """The stores, and what each has results of."""
    return {"stores": [{"name": str(path), "works": _works(path)} for path in stores]}


def _works(path: Path) -> list[dict[str, Any]]:
    with Store(path, read_only=True) as store:
        kept = store.kept()
    found = []
    for name, tasks in kept.items():
        if name == "match":
            found += [
                {"name": str(one.column), "kind": "match", "results": one.blocks}
                for one in _matches(tasks).values()
            ]
        elif name in experiments.names():
            title = experiments.experiment(name).title
            found.append(
                {"name": name, "title": title, "kind": "experiment", "results": len(tasks)}
            )
    return found


def _matches(tasks: Sequence[Task]) -> dict[str, Match]:
    """The matches that tasks belong to, by their columns."""
    blocks: dict[str, list[Task]] = {}
    for task in tasks:
        blocks.setdefault(task.column, []).append(task)
    found = {}
    for column, those in blocks.items():
        what, cases = those[0].what, [task.case for task in those]
        found[column] = Match(
            what["game"],
            tuple(what["players"].split(" v ")),
            max(cases) - min(cases) + 1,
            min(cases),
            what["seatings"] == "every",
        )
    return found


def results(stores: Sequence[Path], question: Mapping[str, Any]) -> dict[str, Any]:
    """The results of one experiment or match of a store."""
    path = next((path for path in stores if str(path) == question.get("store")), None)
    if path is None:
        raise TextError(f"expected a store that was named at the start: {question.get('store')!r}")
    name, said = str(question.get("name")), list[str]()
    with Store(path, read_only=True) as store:
        kept = store.kept()
    if name in kept and name in experiments.names():
        return _experiment(name, path, said)
    matches = _matches(kept.get("match", []))
    if name not in matches:
        raise TextError(f"expected an experiment or a match of {path.name}: {name!r}")
    return _match(matches[name], path, said)


def _match(one: Match, path: Path, said: list[str]) -> dict[str, Any]:
    found = match(
        one.game,
        *one.players,
        blocks=one.blocks,
        seed=one.seed,
        every=one.every,
        store=path,
        so_far=True,
        warn=said.append,
    )
    shown = {"title": one.column, "remarks": said, "plots": []}
    if not len(found.results):
        return {**shown, "rows": [], "deals": []}
    deals = [
        {"game": one.game, "seed": block, "label": f"block {block}", "number": round(swing, 3)}
        for block, swing in found.swings()[:MOST_DEALS]
    ]
    rows = [
        ["player", "score", "95 % interval", "wins"],
        *(
            [row["player"], _number(row["score"]["value"]), _interval(row["score"]), _share(row)]
            for row in found.as_dict()["players"]
        ),
    ]
    return {**shown, "rows": rows, "deals": deals, "heading": "difference of the scores"}


def _number(value: float) -> str:
    return report.write_number(value)


def _interval(score: Mapping[str, float | None]) -> str:
    low, high = score["low"], score["high"]
    return "" if low is None or high is None else f"{_number(low)} to {_number(high)}"


def _share(row: Mapping[str, Any]) -> str:
    return f"{row['wins']['value']:.1%}"


def _experiment(name: str, path: Path, said: list[str]) -> dict[str, Any]:
    found = experiments.reproduce([name], so_far=True, store=path, warn=said.append)
    ((one, numbers),) = found
    if not len(numbers):
        ((one, numbers),) = experiments.reproduce([name], quick=True, so_far=True, store=path)
    return {
        "title": f"{one.title} ({one.paper})",
        "remarks": [*said, *filter(None, [numbers.caveat])],
        "rows": report.rows(one, numbers) if len(numbers) else [],
        "plots": _plots(one, numbers) if len(numbers) else [],
        "deals": _deals(numbers),
        "heading": "nodes",
    }


def _plots(one: Experiment, numbers: Results) -> list[dict[str, str]]:
    """The drawings, where there is what draws them."""
    try:
        from kibitz.showing import plot
    except ImportError:
        return []
    return [
        {"caption": caption, "svg": plot.rendered(drawing).decode()}
        for caption, drawing in one.plots(numbers).items()
    ]


def _deals(numbers: Results) -> list[dict[str, Any]]:
    """The deals of an experiment, those with the largest numbers first."""
    found = [
        {
            "game": outcome.task.what["game"],
            "seed": int(outcome.task.what["deal"]),
            "label": outcome.task.id,
            "number": outcome.numbers.get("expanded", next(iter(outcome.numbers.values()))),
        }
        for outcome in numbers.outcomes
        if "game" in outcome.task.what and outcome.task.what.get("deal", "").isdecimal()
    ]
    return sorted(found, key=lambda deal: -float(deal["number"]))[:MOST_DEALS]
