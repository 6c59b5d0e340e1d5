"""Searches of the root's side against all others that look at fewer replies.

Between two turns of the root, paranoid search lets every opponent play anything, which it
mostly would not. `backup=opps` lets few of them do so: OPPS(n1, l1, l2) is
`opps(opponents=n1,moves=l1,others=l2)`, where n1 opponents choose among their first l1 moves
and the others among their first l2. The order of moves is part of such a value. BRS+ is one
opponent with all its moves and the others with their first (Esser, Gras, Winands, Schadd and
Lanctot 2013; Baier and Kaisers 2020). With all moves of all opponents it is paranoid.

`backup=brs` lets one of them move and the others pass, whether or not the rules allow that
(Schadd and Winands 2011); so it is for positions that know what a pass leads to.

The loop is that of `two_sided.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.sides import after_reply, opponents, side_of_root
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import NOT_ASKED
from kibitz.engines.reference.two_sided import Path, TwoSided, TwoSidedRun
from kibitz.errors import GameError
from kibitz.game import Move, Position

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm


@SEARCHES.named("opps")
@dataclass(frozen=True)
class Opps(TwoSided):
    """All others against the player to move, but only few of them with all their moves."""

    backup = "opps"
    guarantees = True

    opponents: int = 1
    """How many opponents between two turns of the root may choose among more moves."""
    moves: int | None = None
    """Among how many of their first; none for all of them."""
    others: int | None = 1
    """And the others among how many; none for all of them."""

    def faults(self) -> Iterator[str]:
        """Why parts do not go together."""
        yield from super().faults()
        if self.opponents < 0:
            yield f"expected 0 opponents or more: opponents={self.opponents}"
        for axis, number in (("moves", self.moves), ("others", self.others)):
            if number is not None and number < 1:
                yield f"expected 1 move or more, or none for all: {axis}={number}"

    def begin(self, problem: Problem) -> OppsRun:
        return OppsRun(self, problem)

    def plain(self) -> TwoSided:
        few = {"opponents": self.opponents, "moves": self.moves, "others": self.others}
        return replace(super().plain(), **few)  # type: ignore[arg-type]

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        return True, "by assumption all others want the opposite"

    @property
    def selective(self) -> bool:
        return super().selective or self.others is not None or self.moves is not None


class OppsRun(TwoSidedRun):
    """A search with few replies at work on one position."""

    search: Opps

    def moves(self, path: Path) -> Sequence[Move]:
        """All moves of the root; the first ones of an opponent."""
        moves, search = self.order(path.position), self.search
        if path.position.side == self.side:
            return moves
        return moves[: search.moves if path.spent < search.opponents else search.others]

    def after(self, path: Path, moves: Sequence[Move], child: int) -> Path:
        """A reply counts if it is not among those that every opponent has."""
        position, others = path.position.after(moves[child]), self.search.others
        if path.position.side == self.side:
            return Path(position)
        return Path(position, path.spent + (others is not None and child >= others))

    def key(self, path: Path, plies: int) -> Hashable:
        """The key of a position, and of what is left of the replies where that matters."""
        key = super().key(path, plies)
        if key is NOT_ASKED or path.position.side == self.side:
            return key
        return key, path.spent


class Reply(NamedTuple):
    """A move of one opponent, before and after which the others pass."""

    player: int
    passes: int
    """How many pass before it."""
    move: Move

    def __str__(self) -> str:
        return f"{self.player}:{self.move}"


@SEARCHES.named("brs")
@dataclass(frozen=True)
class Brs(TwoSided):
    """All others against the player to move, but one of them moves and the others pass."""

    backup = "brs"
    guarantees = True
    imagines = True
    selective = True

    def begin(self, problem: Problem) -> BrsRun:
        return BrsRun(self, problem)

    def check(self, position: Position) -> None:
        """Refuse a position in which nobody can be imagined to pass."""
        if not position.can_skip:
            name = position.game.text_name()
            raise GameError(f"brs needs a game in which a pass can be imagined, unlike {name}")

    def prospect(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        if not position.can_skip:
            return False, "needs a game in which a pass can be imagined"
        return super().prospect(position, algorithm)

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        return True, "by assumption all others want the opposite"

    def played(self, root: Position, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """The line up to the first pass that is only imagined."""
        lists, side, position = order_for(root, self), side_of_root(root), root
        for at, number in enumerate(numbers):
            moves, replies = lists(position), not position.is_over and position.side != side
            if number >= len(moves):  # of another opponent
                return numbers[:at]
            position = position.after(moves[number])
            if replies and not position.is_over and position.side != side:
                return numbers[: at + 1]
        return numbers


class BrsRun(TwoSidedRun):
    """A search with one reply at work on one position."""

    def moves(self, path: Path) -> Sequence[Move]:
        """The moves of the root; those of all opponents in turn, each after earlier passes."""
        position = path.position
        if position.side == self.side:
            return self.order(position)
        return [
            Reply(there.turn, passes, move)
            for passes, there in opponents(position, self.side)
            for move in self.order(there)
        ]

    def after(self, path: Path, moves: Sequence[Move], child: int) -> Path:
        """Where a move leads; around a reply all the other opponents pass."""
        position, move = path.position, moves[child]
        if position.side == self.side:
            return Path(position.after(move))
        return Path(after_reply(position, move.move, move.passes, self.side))
