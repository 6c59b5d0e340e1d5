"""Trees as drawings: a tree of a game with its values, or the tree that a search visits.

Both become `Drawn` nodes; `svg` draws them from the top down, `nested` lists them in HTML.
What was never searched is grey, and each cut has a number that is explained below the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from kibitz.errors import TextError
from kibitz.showing.layout import Drawing, escaped, write_payoffs

if TYPE_CHECKING:
    from kibitz.asking.trace import Step
    from kibitz.engines.problem.ordering import Lister
    from kibitz.game import Game, Move, Outcome, Payoffs, Position

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a0479b", "#e0a000", "#4d5358")
"""One for each player, the same as on a board."""
MOST_DRAWN = 300
"""How many nodes a drawing has room for."""
MOST_LISTED = 500
"""How many nodes a list has room for."""
MOST_UNSEEN = 15
"""How many nodes of a branch that was not searched are drawn; of a larger one, its first."""


@dataclass
class Drawn:
    """A node as it is drawn: a leaf if nobody moves there."""

    move: str = ""
    mover: int | None = None
    value: str = ""
    note: str = ""
    """What must be exceeded here to matter, or what is known of it."""
    cut: str = ""
    """Why the rest of it was not searched."""
    children: list[Drawn] = field(default_factory=list)
    best: Drawn | None = None
    """The child that the value comes from."""
    unseen: bool = False
    """Whether it was never searched."""
    marked: bool = False
    steps: list[int] = field(default_factory=list)
    """The numbers of the steps that a search made here, the visit first."""
    kept: list[tuple[int, Drawn]] = field(default_factory=list)
    """At which steps a child became the best."""
    position: Position | None = None
    """What it is a drawing of, where that is known."""

    def __iter__(self) -> Iterator[Drawn]:
        yield self
        for child in self.children:
            yield from child


# The tree that a search visits.


def searched(
    steps: Iterable[Step], root: Position, lists: Lister | None, most: int
) -> tuple[list[Drawn], bool]:
    """The nodes that a search visits, and whether those are all of them.

    There is one tree for each time that the root is searched. `lists` names the moves of a
    position, to add those that were cut off; none if the search does not go down from the root.
    """
    trees: list[Drawn] = []
    path: list[tuple[Drawn, Position | None]] = []
    visited, again = 0, ""
    for number, step in enumerate(steps):
        if step.kind == "deepened":
            continue
        if step.kind in ("line", "stopped"):  # the tree is done
            break
        if step.kind == "visit":
            visited += 1
            if visited > most:
                return trees, False
            del path[step.depth :]
            while len(path) < step.depth:  # questions are asked below a root that is not visited
                trees.append(Drawn())
                path.append((trees[-1], None))
            node = Drawn(again + ("" if step.move is None else str(step.move)), note=step.needs())
            (path[-1][0].children if path else trees).append(node)
            path.append((node, _below(path, root, step.move) if lists else None))
            node.steps.append(number)
            node.position = path[-1][1]
            again = ""
            continue
        if not path:
            continue
        node, position = path[min(step.depth, len(path) - 1)]
        _note(node, step, number)
        again = "again " if step.kind == "again" else again
        if step.kind == "cut" and position is not None and lists is not None:
            seen = {child.move.removeprefix("again ") for child in node.children}
            node.mover = position.turn
            node.children += [
                _unseen(position, move, lists) for move in lists(position) if str(move) not in seen
            ]
    return trees, True


def _below(
    path: Sequence[tuple[Drawn, Position | None]], root: Position, move: Move
) -> Position | None:
    """The position that a visit leads to."""
    if not path:
        return root
    above = path[-1][1]
    return None if above is None else above.play(move)


def _note(node: Drawn, step: Step, number: int) -> None:
    """Take note of what happens in a node."""
    node.steps.append(number)
    value = step.answer(",")
    match step.kind:
        case "expand":
            node.mover = step.turn
        case "leaf" | "leave":
            node.value = value
        case "hit":
            node.value, node.note = value, f"{node.note} table".strip()
        case "cut":
            node.cut = f"{step.rule}: {step.why}"
            node.value = node.value or "NIL"
        case "keep" if node.children:
            node.best = node.children[-1]
            node.kept.append((number, node.best))


def _unseen(position: Position, move: Move, lists: Lister) -> Drawn:
    """A branch that was not searched, or its first node if it is large."""
    start = Drawn(str(move), unseen=True)
    waiting, count = [(start, position.play(move))], 1
    while waiting:
        node, here = waiting.pop()
        if here.is_over:
            node.value = write_payoffs(here.game.payoffs(here.outcome), ",")
            continue
        node.mover = here.turn
        for below in lists(here):
            node.children.append(Drawn(str(below), unseen=True))
            waiting.append((node.children[-1], here.play(below)))
        count += len(node.children)
        if count > MOST_UNSEEN:
            return Drawn(str(move), value="…", unseen=True)
    return start


# The drawing.

_STYLE = """
.tree text { font-family: sans-serif; font-size: 13px; fill: #222 }
.tree .edge { stroke: #888; stroke-width: 1.2 }
.tree .best { stroke: #222; stroke-width: 3 }
.tree .unseen .edge { stroke: #ccc; stroke-dasharray: 4 3 }
.tree .unseen text { fill: #aaa }
.tree .unseen circle { fill: #ddd }
.tree .cutting { stroke: #c22; stroke-width: 2 }
.tree .marked { fill: none; stroke: #222; stroke-width: 2 }
.tree .player { fill: white; font-weight: bold; text-anchor: middle }
.tree .leaf { text-anchor: middle }
.tree rect { fill: white }
.tree .move { font-size: 11px; fill: #555; text-anchor: middle }
.tree .note { font-size: 11px; fill: #777 }
.tree text.cut { fill: #c22; font-weight: bold }
.tree text.why { fill: #c22 }
"""
_DOWN = 78
"""How far a child is below its parent."""
_LETTER = 7.2
"""How wide a letter is, about."""


def svg(trees: Sequence[Drawn], game: Game, title: str, caption: str = "") -> Drawing:
    """Trees side by side, the roots at the top, and below them why each node was cut."""
    nodes = [node for tree in trees for node in tree]
    places, width = _places(trees)
    cuts = {id(node): at for at, node in enumerate((n for n in nodes if n.cut), start=1)}
    height = 40 + max((y for _, y in places.values()), default=0)
    legend = [f"{cuts[id(node)]}  cut: {node.cut}" for node in nodes if node.cut]
    legend = [caption, *legend] if caption else legend
    width = max(width, *(16 + len(line) * 6.6 for line in legend), 1) if legend else width
    size = f"{width:.0f} {height + 20 * len(legend) + 8:.0f}"
    parts = [
        f'<svg class="tree" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'width="{width:.0f}">',
        f"<title>{escaped(title)}</title>",
        f"<style>{_STYLE}</style>",
        *(_edge(node, child, places, cuts) for node in nodes for child in node.children),
        *(_node(node, game, places[id(node)], cuts.get(id(node))) for node in nodes),
    ]
    for at, line in enumerate(legend):
        kind = "" if caption and not at else ' class="why"'
        parts.append(f'<text{kind} x="8" y="{height + 20 * at + 12:.0f}">{escaped(line)}</text>')
    return Drawing("\n".join([*parts, "</svg>"]))


Places = Mapping[int, tuple[float, float]]


def _places(trees: Sequence[Drawn]) -> tuple[Places, float]:
    """Where each node stands, by its id: leaves side by side, a parent over its children."""
    texts = (text for tree in trees for node in tree for text in (node.value, node.note))
    apart = max(map(len, texts), default=1) * _LETTER + 34
    places: dict[int, tuple[float, float]] = {}
    across = 0.0

    def place(node: Drawn, depth: int) -> float:
        nonlocal across
        if node.children:
            below = [place(child, depth + 1) for child in node.children]
            x = (below[0] + below[-1]) / 2
        else:
            x = across + apart / 2
            across += apart
        places[id(node)] = x, 24 + _DOWN * depth
        return x

    for tree in trees:
        place(tree, 0)
    return places, across


def _ground(text: str, x: float, y: float, height: int) -> str:
    """A white ground for a text, so that no line goes through it."""
    width = len(text) * _LETTER + 2
    place = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}"'
    return f'<rect {place} width="{width:.1f}" height="{height}"/>'


def _edge(node: Drawn, child: Drawn, places: Places, cuts: Mapping[int, int]) -> str:
    """The line to a child, with its move; a red stroke through it where it was cut off."""
    (x, y), (to_x, to_y) = places[id(node)], places[id(child)]
    kind = "edge best" if child is node.best else "edge"
    line = f'<line class="{kind}" x1="{x:.1f}" y1="{y}" x2="{to_x:.1f}" y2="{to_y}"/>'
    at_x, at_y = x + 0.6 * (to_x - x), y + 0.6 * (to_y - y)
    move = _ground(child.move, at_x, at_y, 14)
    move += f'<text class="move" x="{at_x:.1f}" y="{at_y + 4:.1f}">{escaped(child.move)}</text>'
    if child.unseen and not node.unseen and id(node) in cuts:
        at_x, at_y = x + 0.33 * (to_x - x), y + 0.33 * (to_y - y)
        line += (
            f'<line class="cutting" x1="{at_x - 8:.1f}" y1="{at_y + 3:.1f}" '
            f'x2="{at_x + 8:.1f}" y2="{at_y - 3:.1f}"/>'
        )
    return f'<g class="{"unseen" if child.unseen else "seen"}">{line}{move}</g>'


def _node(node: Drawn, game: Game, place: tuple[float, float], cut: int | None) -> str:
    """A disc with who moves, its value and bounds beside it; a leaf is its value."""
    x, y = place
    kind = "unseen" if node.unseen else "seen"
    if node.mover is None:
        text = f'<text class="leaf" x="{x:.1f}" y="{y + 5}">{escaped(node.value)}</text>'
        ground = _ground(node.value, x, y, 18)
        note = f'<text class="note leaf" x="{x:.1f}" y="{y + 19}">{escaped(node.note)}</text>'
        return f'<g class="{kind}">{ground}{text}{note if node.note else ""}</g>'
    colour = COLOURS[node.mover % len(COLOURS)]
    who = escaped(game.initial(node.mover))
    parts = [
        f'<circle cx="{x:.1f}" cy="{y}" r="12" fill="{colour}"/>',
        f'<text class="player" x="{x:.1f}" y="{y + 4.5}">{who}</text>',
        _ground(node.value, x + 17 + len(node.value) * _LETTER / 2, y - 4, 16),
        f'<text x="{x + 17:.1f}" y="{y + 1}">{escaped(node.value)}</text>',
    ]
    if node.note:
        parts.append(_ground(node.note, x + 17 + len(node.note) * _LETTER / 2, y + 10, 12))
        parts.append(
            f'<text class="note" x="{x + 17:.1f}" y="{y + 14}">{escaped(node.note)}</text>'
        )
    if node.marked:
        parts.append(f'<circle class="marked" cx="{x:.1f}" cy="{y}" r="15"/>')
    if cut is not None:
        parts.append(f'<text class="cut" x="{x - 26:.1f}" y="{y + 5}">{cut}</text>')
    return f'<g class="{kind}">{"".join(parts)}</g>'


def check_size(trees: Sequence[Drawn], whole: bool = True) -> None:
    """Refuse a drawing that nobody can look at."""
    count = sum(1 for tree in trees for _ in tree)
    if not whole or count > MOST_DRAWN:
        raise TextError(f"expected at most {MOST_DRAWN} nodes to draw; search a smaller position")


# The film.


def film(
    steps: Sequence[Step],
    trees: Sequence[Drawn],
    game: Game,
    outcomes: Sequence[tuple[Outcome, Payoffs]],
) -> dict[str, Any]:
    """A search as data: the nodes in their places, and for each step where it is and what is left.

    Each step has the bounds that must be exceeded there, with the best of the player to move, and
    which of the outcomes exceed them all and can still come about.
    """
    nodes = [node for tree in trees for node in tree]
    number = {id(node): at for at, node in enumerate(nodes)}
    places, width = _places(trees)
    shown = [
        {
            "move": node.move,
            "mover": node.mover,
            "who": None if node.mover is None else game.initial(node.mover),
            "value": node.value,
            "note": node.note,
            "cut": node.cut,
            "unseen": node.unseen,
            "steps": node.steps,
            "kept": [(at, number[id(child)]) for at, child in node.kept],
            "children": [number[id(child)] for child in node.children],
            "x": places[id(node)][0],
            "y": places[id(node)][1],
        }
        for node in nodes
    ]
    where = {at: node for node in nodes for at in node.steps}
    bounds: dict[int, dict[int, int]] = {}
    frames = []
    for at, step in enumerate(steps):
        node = where.get(at)
        if node is None:
            continue
        now = bounds.setdefault(id(node), dict(step.bounds))
        if step.kind == "cut":
            now.update(step.bounds)
        elif step.kind == "keep" and step.value is not None and node.position is not None:
            side = node.position.side
            now[side] = max(now.get(side, step.value[side] or 0), step.value[side] or 0)
        frames.append(
            {
                **step.as_dict(),
                "words": str(step).strip(),
                "at": at,
                "node": number[id(node)],
                "bounds": dict(now),
                "left": [
                    row
                    for row, (outcome, payoffs) in enumerate(outcomes)
                    if all(payoffs[side] > bound for side, bound in now.items())
                    and (node.position is None or node.position.allows(outcome))
                ],
            }
        )
    height = max((y for _, y in places.values()), default=0) + 40
    return {"nodes": shown, "steps": frames, "width": width, "height": height}


# The list.


def nested(trees: Iterable[Drawn], game: Game, whole: bool = True) -> str:
    """Trees as lists in lists, in HTML; what was not searched is grey."""
    rest = "" if whole else "<p>and so on</p>"
    return f"<ul>{''.join(map(partial(_item, game), trees))}</ul>{rest}"


def _item(game: Game, node: Drawn) -> str:
    mover = "" if node.mover is None else game.who(node.mover)
    words = "  ".join(filter(None, (node.move, node.note, mover, node.value and f"= {node.value}")))
    item = partial(_item, game)
    seen = [child for child in node.children if not child.unseen]
    unseen = [child for child in node.children if child.unseen]
    cut = f'<li style="color:#c22">cut: {escaped(node.cut)}</li>' if node.cut else ""
    inner = "".join([*map(item, seen), cut, *map(item, unseen)])
    style = ' style="color:#999"' if node.unseen else ""
    return f"<li{style}>{escaped(words)}{f'<ul>{inner}</ul>' if inner else ''}</li>"
