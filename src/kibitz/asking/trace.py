"""A search step by step: what happens at each node, and why, in words that the game uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from kibitz.engines.reference.events import Kind
from kibitz.errors import UnknownName, check_kind
from kibitz.showing import drawing
from kibitz.showing.layout import Drawing, escaped, plies

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.game import Game, Move, Position
    from kibitz.values import Known, Value


@dataclass(frozen=True)
class Step:
    """One step of a trace, `depth` plies below the root, in words that the game uses.

    `kind` is that of `kibitz.engines.reference.events.Event`. `bounds` are the payoffs that
    players must exceed, or in a "cut" cannot; `ceiling` what the first of them must stay below in
    a two-sided search; `value` the payoffs of an answer.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> cut = next(step for step in kibitz.trace(tree, "shallow") if step.kind == "cut")
    >>> print(str(cut).strip())
    cut: shallow: P0 has 5 and P1 has 6, which is more than all there is, 10
    """

    depth: int
    kind: Kind | Literal["stopped"]
    game: Game = field(repr=False)
    """The game whose names for players and sides it uses."""
    move: Move | None = None
    bounds: Mapping[int, int] = field(default_factory=dict)
    ceiling: int | None = None
    answered: Value | None = None
    """The node's answer, which says payoffs and words for itself; None with a "hit" or "leave" is
    NIL.
    """
    rule: str = ""
    turn: int | None = None
    """The player to move, where a node is expanded."""
    why: str = ""
    """Why a node was cut, or its answer was known, in words."""
    compared: Mapping[str, int] = field(default_factory=dict)
    """The numbers behind that: `sum` and `max_sum`, `most`, `outcomes` left, or `reached`."""
    asked: Value | None = None
    """In a search by outcome sets, the outcomes that would still matter above."""

    @property
    def value(self) -> Known | None:
        """The payoffs of the answer, if it is one vector."""
        return None if self.answered is None else self.answered.payoffs

    @property
    def possible(self) -> tuple[Any, ...] | None:
        """All that the answer can be, where it is not one vector: with outcome sets, outcomes."""
        return None if self.answered is None else self.answered.possible

    def as_dict(self) -> dict[str, Any]:
        """The step in plain types, ready for JSON."""
        names = ["value" if name == "answered" else name for name in vars(self)]
        said = {name: getattr(self, name) for name in names if name != "game"}
        return {
            **said,
            "move": None if self.move is None else str(self.move),
            "asked": None if self.asked is None else self.asked.possible,
            "possible": self.possible,
        }

    def needs(self) -> str:
        """The limits within which a value matters, `[P0 > 5, < 8]`, or the outcomes that do."""
        if self.asked is not None:
            return f"[{self.asked}?]"
        names = self.game.side_names
        needs = [f"{names[side]} > {bound}" for side, bound in self.bounds.items()]
        needs += [] if self.ceiling is None else [f"< {self.ceiling}"]
        return f"[{', '.join(needs)}]" if needs else ""

    def __str__(self) -> str:
        indent = 0 if self.kind == "deepened" else self.depth
        return "    " * indent + self._words()

    def answer(self, between: str = ", ") -> str:
        """The node's answer: payoffs, or the outcomes that it can have."""
        return "NIL" if self.answered is None else self.answered.write(between)

    def _words(self) -> str:
        value = self.answer()
        match self.kind:
            case "visit":
                name = "root" if self.move is None else str(self.move)
                return f"{name}  {self.needs()}".rstrip()
            case "leaf":
                return f"= {value}"
            case "hit":
                return f"= {value} {self.why or 'from the table'}"
            case "expand":
                assert self.turn is not None
                return f"{self.game.who(self.turn)} to move"
            case "cut":
                return f"cut: {self.rule}: {self.why}"
            case "again":
                return f"search {self.move} again"
            case "keep" if self.move is None:  # a question at the root, answered by a yes
                return f"some move has {value} or better"
            case "keep" if self.answered is None:
                return f"best is {self.move}, outside the window"
            case "keep":
                return f"best is {self.move} with {value}"
            case "wait":
                return f"{self.move} waits"
            case "leave":
                return f"= {value}"
            case "line":
                return "the line to it:"
            case "play":
                return f"> {self.move}"
            case "deepened":
                return f"searched {plies(self.depth)} deep"
            case "stopped":
                return f"STOPPED after {self.why}"


@dataclass(frozen=True)
class Trace(Iterable[Step]):
    """The steps of a search; each iteration searches again.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) (6,4,0)]")
    >>> print(kibitz.trace(tree, "maxn").show())
    root
    player 0 to move
        0
        = (5, 4, 1)
    best is 0 with (5, 4, 1)
        1
        = (6, 4, 0)
    best is 1 with (6, 4, 0)
    = (6, 4, 0)
    """

    position: Position
    algorithm: Algorithm
    steps: Callable[[], Iterator[Step]] = field(repr=False)
    lists: Callable[[Position], Sequence[Move]] | None = field(default=None, repr=False)
    """The moves of a position in the order of the search; none if it does not go down from the
    root, as with `window=zero`.
    """
    kinds: frozenset[str] = frozenset()
    """The kinds of steps that are shown, with the ways to them; none for all. See `only`."""

    def __iter__(self) -> Iterator[Step]:
        return _leading_to(self.steps(), self.kinds) if self.kinds else self.steps()

    def only(self, *kinds: str) -> Trace:
        """The same with the steps of these kinds alone, such as `cut`, and the ways to them.

        >>> tree = kibitz.game("tree").parse("0[(5,4,1) (1,1,1) 1[(0,6,4) (9,1,0)]]")
        >>> print(kibitz.trace(tree, "shallow").only("cut").show())
        root
        player 0 to move
            2  [P0 > 5]
            player 1 to move
            cut: shallow: P0 has 5 and P1 has 6, which is more than all there is, 10
        """
        return replace(self, kinds=frozenset(map(_kind, kinds)))

    def as_dict(self) -> dict[str, Any]:
        """The trace in plain types, ready for JSON."""
        steps = list(self)
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            "steps": [step.as_dict() for step in steps if step.kind != "stopped"],
            "stopped": bool(steps) and steps[-1].kind == "stopped",
        }

    def show(self) -> str:
        """The trace, a line per step."""
        return "\n".join(map(str, self)) or self.nothing

    @property
    def nothing(self) -> str:
        """The text to show if there are no steps."""
        return f"no step of the kind {' or '.join(sorted(self.kinds))}"

    def svg(self) -> Drawing:
        """The tree that a small search visits, with the cuts and the branches that they cut off."""
        trees, whole = drawing.searched(self.steps(), self.position, self.lists, drawing.MOST_DRAWN)
        drawing.check_size(trees, whole)
        value = f" = {trees[-1].value}" if trees else ""
        return drawing.svg(
            trees, self.position.game, str(self.position), f"{self.algorithm}{value}"
        )

    def film(self, most_outcomes: int = 200) -> dict[str, Any]:
        """A small search as data to be watched: its tree, its steps, and the leaf-value table.

        Each step says in which node it is and which outcomes still exceed the bounds there. A
        table of more outcomes is left out.
        """
        from kibitz.leaf_table import LeafTable

        check_kind(most_outcomes, int, "a number of outcomes")
        steps = [step for step in self.steps() if step.kind != "stopped"]
        trees, whole = drawing.searched(steps, self.position, self.lists, drawing.MOST_DRAWN)
        table = None
        if self.position.lists_outcomes and self.position.has_few_outcomes:
            table = LeafTable.of(self.position)
        outcomes: list[tuple[Any, Any]] = []
        if table is not None and len(table.outcomes) <= most_outcomes:
            outcomes = list(zip(table.outcomes, table.payoffs, strict=True))
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            "side_names": list(self.position.game.side_names),
            **drawing.film(steps, trees, self.position.game, outcomes),
            "whole": whole
            and bool(steps)
            and (steps[-1].depth == 0 or steps[-1].kind == "deepened"),
            "rows": table.rows() if table is not None and outcomes else [],
        }

    def _repr_html_(self) -> str:
        trees, whole = drawing.searched(
            self.steps(), self.position, self.lists, drawing.MOST_LISTED
        )
        listed = drawing.nested(trees, self.position.game, whole)
        return f"<p>{escaped(str(self.algorithm))}</p>{listed}"


KINDS = {
    **{f"{kind}s": kind for kind in ("visit", "hit", "cut", "wait")},
    "leaves": "leaf",
    "re-search": "again",
    "re-searches": "again",
}
"""Other names for kinds of steps."""


def _kind(name: str) -> str:
    kind = KINDS.get(name, name)
    known = get_args(Kind)
    if kind not in known:
        raise UnknownName("kind of step", name, known)
    return kind


def _leading_to(steps: Iterable[Step], kinds: frozenset[str]) -> Iterator[Step]:
    """The steps of these kinds, each after the nodes on the way to it; and where it stopped."""
    way: dict[int, list[Step]] = {}
    for step in steps:
        if step.kind in kinds or step.kind == "stopped":
            for depth in [depth for depth in sorted(way) if depth <= step.depth]:
                yield from way.pop(depth)
            yield step
        elif step.kind == "visit":
            way = {depth: kept for depth, kept in way.items() if depth < step.depth}
            way[step.depth] = [step]
        elif step.kind == "expand" and step.depth in way:
            way[step.depth].append(step)
