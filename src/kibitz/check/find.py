"""find: the smallest tree or deal on which something happens, for teachers and papers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.algorithm import Algorithm
from kibitz.asking.solve import compare
from kibitz.check.shrinking import shrunk, simpler
from kibitz.check.small import SMALL, positions, size, trees
from kibitz.comparison import Comparison
from kibitz.errors import InvalidAlgorithm, KibitzError, TextError, blaming, check_count, check_kind
from kibitz.game import Game, Position
from kibitz.games import game as read_game
from kibitz.loading import load_function, name_of
from kibitz.showing.layout import in_full, quoted
from kibitz.text import and_list

ENOUGH = 8
"""How many finds are made small, of which the smallest is taken."""
TREES = "players=3,low=0,total=6,step=1"
"""The random trees that are looked at if no game is named: all payoffs add up to 6."""

Happens = Callable[[Comparison], str]
"""What happened in a comparison, in words; nothing if it did not happen."""


class Sort(NamedTuple):
    """Something that can be looked for."""

    words: str
    algorithms: tuple[str, ...]
    """Those that are compared, if none are named."""
    happens: Callable[[Comparison, float], str]
    only: str = ""
    """The kinds of steps of a trace that show it."""


def _some(count: int, one: str, more: str) -> str:
    return "" if not count else f"{count} {one if count == 1 else more}"


def _cuts(rule: str) -> Callable[[Comparison, float], str]:
    return lambda found, _: _some(found[0].stats.cuts.get(rule, 0), f"{rule} cut", f"{rule} cuts")


def _again(found: Comparison, _: float) -> str:
    return _some(found[0].stats.re_searches, "child searched again", "children searched again")


def _hits(found: Comparison, _: float) -> str:
    return _some(found[0].stats.table_hits, "table hit", "table hits")


def _counts(found: Comparison, ratio: float) -> str:
    first, *others = (result.stats.visited for result in found)
    apart = [count for count in others if max(first, count) >= ratio * min(first, count)]
    return f"{first:,} and {and_list(f'{count:,}' for count in others)} nodes" if apart else ""


def _tie(found: Comparison, _: float) -> str:
    values = list(dict.fromkeys(str(result.worth) for result in found))
    return f"the value is {' or '.join(values)}" if len(values) > 1 else ""


def _differ(found: Comparison, _: float) -> str:
    moves = list(dict.fromkeys(str(result.move) for result in found))
    return f"the move is {' or '.join(moves)}" if len(moves) > 1 else ""


SORTS: Mapping[str, Sort] = {
    "re-search": Sort("a child searched again", ("speculative",), _again, "again"),
    "distant-cut": Sort("a distant cut", ("speculative",), _cuts("distant"), "cut"),
    "shallow-cut": Sort("a shallow cut", ("shallow",), _cuts("shallow"), "cut"),
    "immediate-cut": Sort("an immediate cut", ("immediate",), _cuts("immediate"), "cut"),
    "entry-cut": Sort(
        "a cut on entry", ("speculative(test=leaf-table,heuristic=taken)",), _cuts("entry"), "cut"
    ),
    "table-hit": Sort("a table hit", ("maxn(table=exact)",), _hits, "hit"),
    "counts": Sort("counts far apart", ("maxn", "shallow"), _counts),
    "tie": Sort("a tie that matters", ("maxn", "maxn(order=low)"), _tie),
    "differ": Sort("moves that differ", ("maxn", "paranoid"), _differ),
}
"""What can be looked for by name."""


@dataclass(frozen=True)
class Example:
    """The smallest position that was found on which something happens.

    >>> example = kibitz.find("shallow-cut")
    >>> example.what, str(example.position)
    ('1 shallow cut', '0[(2,2,2) 2[(0,1,5) (0,2,4)]]')
    """

    sort: str
    comparison: Comparison
    what: str
    """What happened."""
    tried: int
    """How many positions were looked at before it was made small."""

    @property
    def position(self) -> Position:
        """The position."""
        return self.comparison.position

    @property
    def commands(self) -> list[str]:
        """Commands that show it: each search step by step, and side by side."""
        game, position = quoted(str(self.position.game)), quoted(str(self.position))
        names = [quoted(str(result.algorithm)) for result in self.comparison]
        only = SORTS[self.sort].only if self.sort in SORTS else ""
        only = f" --only {only}" if only else ""
        one = [f"kibitz trace {game} {position} --algorithm {name}{only}" for name in names]
        both = [f"kibitz compare {game} {position} {' '.join(names)}"] if len(names) > 1 else []
        return [*both, *one]

    def show(self) -> str:
        """The texts, what happened, and the commands that show it."""
        rows = [
            ("what", self.what),
            ("game", str(self.position.game)),
            ("position", str(self.position)),
            *(("algorithm", str(result.algorithm)) for result in self.comparison),
            *(("see", command) for command in self.commands),
        ]
        return "\n".join(f"{name:10} {said}" for name, said in rows)

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, ready for JSON."""
        return {
            "what": self.what,
            "tried": self.tried,
            "commands": self.commands,
            **self.comparison.as_dict(),
        }

    def _repr_html_(self) -> str:
        return in_full(self.show())


class NotFound(KibitzError):
    """Nothing was found; the message says how much was looked at.

    >>> kibitz.find(lambda found: "", ["maxn"], tries=10)
    Traceback (most recent call last):
    kibitz.check.find.NotFound: not found in 10 positions: __main__:<lambda>
    """


def find(
    what: str | Callable[[Comparison], object],
    algorithms: Iterable[Algorithm | str] | str = (),
    game: Game | str | None = None,
    *,
    tries: int = 2000,
    seed: int = 0,
    ratio: float = 2.0,
    progress: Callable[[int], None] | None = None,
) -> Example:
    """The smallest random tree, or small deal of a game, on which something happens.

    `what` is a name, see `kibitz find --help`; or a function, also as a text
    `module:function`, which gets the `Comparison` of the algorithms and returns what
    happened in words, or only whether it did. `counts` looks for node counts that are `ratio`
    times apart.
    Small ones come first, some finds are made smaller step by step, and the smallest is taken.

    >>> print(kibitz.find("tie").show())
    what       the value is (1, 2, 3) or (1, 4, 1)
    game       tree
    position   0[(1,2,3) (1,4,1)]
    algorithm  maxn
    algorithm  maxn(order=low)
    see        kibitz compare tree "0[(1,2,3) (1,4,1)]" maxn "maxn(order=low)"
    see        kibitz trace tree "0[(1,2,3) (1,4,1)]" --algorithm maxn
    see        kibitz trace tree "0[(1,2,3) (1,4,1)]" --algorithm "maxn(order=low)"
    """
    check_kind(algorithms, Iterable, "algorithms in a list")
    check_kind(game, Game | str | None, "a game or its text")
    check_count(tries, "try")
    if not ratio > 1:
        raise TextError(f"expected a ratio above 1: {ratio!r}")
    sort, happens, usual = _sort(what, ratio)
    named = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    chosen = [Algorithm.parse(each) if isinstance(each, str) else each for each in named or usual]
    if not chosen:
        raise TextError(f"expected algorithms to look at, for {sort}")
    if sort in ("counts", "tie", "differ") and len(chosen) < 2:
        raise TextError(f"expected two algorithms or more for {sort}: {chosen[0]}")
    look = _Looking(chosen, happens)
    finds: list[tuple[tuple[int, int], Comparison, str]] = []
    for tried, position in enumerate(_small(game, tries, seed), start=1):
        found = look.at(position)
        if found is not None:
            position, (comparison, said) = shrunk(position, found, _simpler, look.at)
            key = size(position, 10 * SMALL), len(str(position))
            finds.append((key, comparison, said))
        if progress is not None:
            progress(tried)
        if len(finds) == ENOUGH:
            break
    if not finds:
        if not look.fits:
            raise InvalidAlgorithm(look.unfit)
        raise NotFound(f"not found in {tried:,} positions: {sort}")
    _, comparison, said = min(finds, key=lambda each: each[0])
    return Example(sort, comparison, said, tried)


def _sort(
    what: str | Callable[[Comparison], object], ratio: float
) -> tuple[str, Happens, Sequence[str]]:
    """The name of what is looked for, the question, and the usual algorithms."""
    if isinstance(what, str) and ":" not in what:
        if what not in SORTS:
            raise TextError(f"expected {', '.join(SORTS)}, or module:function: {what!r}")
        known = SORTS[what]
        return what, lambda found: known.happens(found, ratio), known.algorithms
    function = load_function(what, "condition") if isinstance(what, str) else what
    name = what if isinstance(what, str) else name_of(function)

    def happens(found: Comparison) -> str:
        with blaming(name):
            answer = function(found)
        return answer if isinstance(answer, str) else name if answer else ""

    return name, happens, ()


def _small(game: Game | str | None, tries: int, seed: int) -> Iterator[Position]:
    if game is None:
        return trees(tries, seed, TREES)
    named = read_game(game) if isinstance(game, str) else game
    return positions(named, tries, seed)


def _simpler(position: Position) -> Iterator[Position]:
    """Simpler positions, of trees with as many players and the same payoffs."""
    return simpler(position, payoffs=False)


class _Looking:
    """Compares algorithms on positions, and says what happened."""

    def __init__(self, algorithms: Sequence[Algorithm], happens: Happens) -> None:
        self.algorithms, self.happens = algorithms, happens
        self.fits, self.unfit = False, ""

    def at(self, position: Position) -> tuple[Comparison, str] | None:
        """What happens there, if it does."""
        if position.is_over:
            return None
        try:
            found = compare(position, self.algorithms)
        except KibitzError as error:
            self.unfit = str(error)
            return None
        if found.refused:
            self.unfit = found.refused[0].reason
            return None
        self.fits = True
        said = self.happens(found)
        return (found, said) if said else None
