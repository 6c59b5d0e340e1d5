"""Write docs/architecture.md and its drawing from what the modules import: `make docs`."""

from __future__ import annotations

import ast
import functools
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
SOURCE = DOCS.parent / "src" / "kibitz"
PAGE, DRAWING = DOCS / "architecture.md", DOCS / "images" / "architecture.svg"
FRONT = "kibitz"

Graph = Mapping[str, frozenset[str]]
"""Rooms, each with the rooms that it imports."""


class Edge(NamedTuple):
    """One import: from which module, of which, in which line."""

    module: str
    imported: str
    line: int


@functools.cache
def modules() -> dict[str, Path]:
    """The modules below `kibitz` by name; the kernel is known by its stub."""
    found = {}
    for path in sorted((*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pyi"))):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room(module: str) -> str:
    """Where a module is: its folder, or by itself if that is the top; without `kibitz.`."""
    folder = modules()[module].name == "__init__.py"
    parts = module.split(".")
    inside = parts[1:] if folder or len(parts) == 2 else parts[1:-1]
    return ".".join(inside) or FRONT


def edges(module: str) -> Iterator[Edge]:
    """All imports of a module, those in functions too; not what is for types alone."""

    def walk(node: ast.AST) -> Iterator[Edge]:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Edge(module, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            home = f"kibitz.{node.module or ''}".rstrip(".") if node.level else str(node.module)
            for alias in node.names:
                inner = f"{home}.{alias.name}"
                yield Edge(module, inner if inner in modules() else home, node.lineno)
        for child in ast.iter_child_nodes(node):
            yield from walk(child)

    tree = ast.parse(modules()[module].read_text())
    return (edge for edge in walk(tree) if edge.imported in modules())


@functools.cache
def all_edges() -> list[Edge]:
    """The imports that lead from one room to another."""
    found = (edge for module in modules() for edge in edges(module))
    return [edge for edge in found if room(edge.module) != room(edge.imported)]


def graph() -> Graph:
    """Which room imports which."""
    found: dict[str, set[str]] = {room(module): set() for module in modules()}
    for edge in all_edges():
        found[room(edge.module)].add(room(edge.imported))
    return {name: frozenset(below) for name, below in found.items()}


def cycle(rooms: Graph) -> list[str]:
    """Rooms that import each other in a ring; none if there is no such ring."""
    done: set[str] = set()

    def visit(name: str, above: list[str]) -> list[str]:
        if name in above:
            return [*above[above.index(name) :], name]
        if name not in done:
            for below in sorted(rooms[name]):
                found = visit(below, [*above, name])
                if found:
                    return found
            done.add(name)
        return []

    return next(filter(None, (visit(name, []) for name in sorted(rooms))), [])


def floors(rooms: Graph) -> list[list[str]]:
    """The rooms from the top floor down: each stands above all that it imports."""

    @functools.cache
    def height(name: str) -> int:
        return 1 + max(map(height, rooms[name]), default=-1)

    return [
        sorted(name for name in rooms if height(name) == floor)
        for floor in reversed(range(1 + max(map(height, rooms))))
    ]


def stairs(rooms: Graph) -> Iterator[tuple[str, str]]:
    """The imports without those that others imply."""

    @functools.cache
    def under(name: str) -> frozenset[str]:
        return rooms[name].union(*map(under, rooms[name]))

    for name, below in rooms.items():
        implied = frozenset[str]().union(*map(under, below))
        yield from ((name, one) for one in sorted(below - implied))


# The drawing.

HIGH, GAP, STEP, LETTER = 24, 14, 62, 6.6


def svg(rooms: Graph) -> str:
    """Floors of rooms, with a line for each import that no other implies."""
    boxes: dict[str, tuple[float, float, float]] = {}
    house = floors(rooms)
    wide = {name: len(name) * LETTER + 16 for name in rooms}
    longest = max(sum(wide[name] + GAP for name in names) for names in house) + GAP
    for floor, names in enumerate(house):
        left = (longest + GAP - sum(wide[name] + GAP for name in names)) / 2
        for name in names:
            width = wide[name]
            boxes[name] = (left, 12.0 + floor * STEP, width)
            left += width + GAP
    height = 24 + (len(house) - 1) * STEP + HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {longest:.0f} {height}" '
        'font-family="monospace" font-size="11">',
        f'<rect width="{longest:.0f}" height="{height}" fill="white"/>',
    ]
    for name, below in stairs(rooms):
        (x, y, width), (x2, y2, width2) = boxes[name], boxes[below]
        title = f"<title>{escape(name)} imports {escape(below)}</title>"
        lines.append(
            f'<path d="M{x + width / 2:.0f} {y + HIGH:.0f} L{x2 + width2 / 2:.0f} {y2:.0f}" '
            f'stroke="#9ab" fill="none">{title}</path>'
        )
    folders = {room(name) for name, path in modules().items() if path.name == "__init__.py"}
    for name, (x, y, width) in boxes.items():
        fill = "#dfe9f5" if name in folders else "#f6f6f2"
        lines.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{HIGH}" rx="4" '
            f'fill="{fill}" stroke="#456"/><text x="{x + width / 2:.0f}" y="{y + 16:.0f}" '
            f'text-anchor="middle">{escape(name)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


# The walks.


class Walk(NamedTuple):
    """A call, and the main files that it passes in this order."""

    title: str
    before: str
    """What is there already."""
    call: str
    files: tuple[str, ...]

    def run(self) -> list[str]:
        """The files of Kibitz that the call enters, one after the other."""
        names: dict[str, object] = {}
        exec(self.before, names)
        return traced(lambda: exec(self.call, names))


DEAL = """
import kibitz
from kibitz.players import names, player
names()
deal = kibitz.game("spades(players=3)").deal(1, cards=4)
"""
WALKS = (
    Walk(
        "One deal is solved",
        DEAL,
        'kibitz.solve(deal, engine="reference")',
        (
            "asking/solve.py",
            "history.py",
            "asking/choosing.py",
            "algorithm.py",
            "engines/choice.py",
            "engines/problem/scores.py",
            "engines/reference/engine.py",
            "engines/reference/search.py",
        ),
    ),
    Walk(
        "One position is analysed, with a value for every move",
        DEAL,
        'kibitz.analyse(deal, engine="reference")',
        (
            "asking/analyse.py",
            "history.py",
            "asking/choosing.py",
            "engines/choice.py",
            "engines/reference/engine.py",
        ),
    ),
    Walk(
        "One card is chosen over sampled worlds",
        DEAL,
        'player("sampling(worlds=3,exact=4)").choose(kibitz.view(deal))',
        (
            "players/player.py",
            "players/searching.py",
            "whole/view.py",
            "players/worlds.py",
            "players/appraisal.py",
            "asking/many.py",
            "engines/choice.py",
        ),
    ),
    Walk(
        "One row of an experiment is measured",
        """
import kibitz.asking.solve
from pathlib import Path
from kibitz.experiments import experiment, reproduce
from kibitz.lab import fingerprint, runner
fingerprint.signature()
name = "aaai-2000-eight-cards"
experiment(name)
""",
        'next(reproduce([name], quick=True, workers=1, store=Path(":memory:")))',
        (
            "experiments/__init__.py",
            "lab/runner.py",
            "experiments/aaai_2000_eight_cards.py",
            "lab/store.py",
            "lab/fingerprint.py",
            "lab/pools.py",
            "lab/searching.py",
            "asking/solve.py",
            "engines/choice.py",
        ),
    ),
)


def traced(call: Callable[[], object]) -> list[str]:
    """The files of Kibitz whose functions a call enters, in this thread and in new ones."""
    found = [""]
    root = f"{SOURCE}/"

    def see(frame: object, event: str, argument: object) -> None:
        code = frame.f_code  # type: ignore[attr-defined]
        if event == "call" and code.co_filename.startswith(root) and code.co_name != "<module>":
            name = code.co_filename[len(root) :]
            if name != found[-1]:
                found.append(name)

    threading.setprofile(see)
    sys.setprofile(see)
    try:
        call()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return found[1:]


def written(walks: Iterable[Walk]) -> Iterator[str]:
    """The walks for the page."""
    for walk in walks:
        yield f"* **{walk.title}**, `{walk.call}`: {', '.join(f'`{name}`' for name in walk.files)}."


PAGE_TEXT = """\
# The architecture on one page

A box is a folder of `src/kibitz/`, or a file at its top level. Each stands above everything that it
imports, so there are no cycles. Lines are imports, without those that others imply. `make docs`
draws this from the code, and `tests/test_architecture.py` checks it.

![Packages, each above what it imports](images/architecture.svg)

Some imports are forbidden. Games and the reference engine know `game.py` and never each other; only
the `tricks` folder of that engine knows cards. `lab` knows no game, player or match: it is given
what it needs of them. Nothing imports `bridges`, which need other libraries.

## Four calls

These are the main files that a call passes through, in this order. The tests make the calls and
check the order.

{walks}

## Every package and what it imports

| package | imports |
| --- | --- |
{rows}
"""


def page() -> str:
    """The page."""
    rooms = graph()
    rows = (f"| `{name}` | {', '.join(f'`{b}`' for b in sorted(rooms[name]))} |" for name in rooms)
    return PAGE_TEXT.format(walks="\n".join(written(WALKS)), rows="\n".join(sorted(rows)))


if __name__ == "__main__":
    DRAWING.write_text(svg(graph()))
    PAGE.write_text(page())
