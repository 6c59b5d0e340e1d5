"""Players that search: with all hands open, or over worlds that agree with their view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from kibitz.algorithm import Algorithm
from kibitz.cards import Card, TrickPosition
from kibitz.errors import TextError
from kibitz.game import Move
from kibitz.players import judgement
from kibitz.players.player import OpenPlayer, Player
from kibitz.players.view import View
from kibitz.players.worlds import worlds
from kibitz.results import Limit
from kibitz.solve import solve

USUAL = Algorithm.parse("leaf-table")
DEEP = Algorithm.parse("leaf-table(leaf=cards)")
"""For a search that is not expected to come to the end."""

TABLE_MB = 8
"""Megabytes for the table of one search: many small ones."""

NEAR = 2
"""How far from the bid by judgement others are looked at."""

NODES = 20_000
"""Nodes for a world, all its cards together."""


def values(
    position: TrickPosition, algorithm: Algorithm, nodes: int
) -> dict[Card, tuple[int, ...]]:
    """The payoffs of all sides for every legal card, within so many nodes for all cards.

    What is not solved within them is played out by rules, unless the algorithm has a leaf.
    """
    groups = position.groups()
    limit = Limit(nodes=max(1, nodes // len(groups)), table_mb=TABLE_MB)
    found: dict[Card, tuple[int, ...]] = {}
    for group in groups:
        found.update(dict.fromkeys(group, _value(position.play(group[0]), algorithm, limit)))
    return found


def _value(position: TrickPosition, algorithm: Algorithm, limit: Limit) -> tuple[int, ...]:
    """The payoffs of all sides, solved, estimated or played out."""
    result = solve(position, algorithm, limit=limit)
    if algorithm.leaf == "none" and not result.complete:
        return judgement.played_out(position)
    known = tuple(payoff for payoff in result.value or () if payoff is not None)
    if len(known) < position.game.sides:
        raise TextError(f"expected an algorithm that values every side: {algorithm}")
    return known


@dataclass(frozen=True)
class Appraisal:
    """What each legal card is worth over some worlds."""

    side: int
    """The side of the player to move."""
    worlds: int
    means: Mapping[Card, tuple[float, ...]]
    """The average payoffs of all sides."""
    votes: Mapping[Card, float]
    """The share of the worlds in which it is best, or as good as the best."""

    @classmethod
    def of(
        cls, worlds: Sequence[TrickPosition], algorithm: Algorithm = USUAL, nodes: int = NODES
    ) -> Appraisal:
        """The cards of worlds that look the same to the player to move."""
        *_, last = cls.growing(worlds, algorithm, nodes)
        return last

    @classmethod
    def growing(
        cls, worlds: Sequence[TrickPosition], algorithm: Algorithm = USUAL, nodes: int = NODES
    ) -> Iterator[Appraisal]:
        """The same, one world after the other."""
        side = worlds[0].side
        sums: dict[Card, list[int]] = {}
        best: dict[Card, int] = {}
        for number, world in enumerate(worlds, start=1):
            found = values(world, algorithm, nodes)
            highest = max(payoffs[side] for payoffs in found.values())
            for card, payoffs in found.items():
                sums[card] = list(map(int.__add__, sums.get(card, [0] * len(payoffs)), payoffs))
                best[card] = best.get(card, 0) + (payoffs[side] == highest)
            means = {card: tuple(one / number for one in total) for card, total in sums.items()}
            yield cls(side, number, means, {card: votes / number for card, votes in best.items()})

    def as_dict(self) -> dict[str, Any]:
        """The appraisal in plain types, ready for JSON."""
        return {
            "side": self.side,
            "worlds": self.worlds,
            "best": str(self.best()),
            "cards": [
                {"card": str(card), "mean": self.means[card], "best_in": self.votes[card]}
                for card in sorted(self.means)
            ],
        }

    def worth(self, card: Card, by: Literal["mean", "vote"] = "mean") -> float:
        """What a card counts for the player to move."""
        return self.votes[card] if by == "vote" else self.means[card][self.side]

    def best(self, by: Literal["mean", "vote"] = "mean") -> Card:
        """The first of the best cards."""
        return max(sorted(self.means), key=lambda card: self.worth(card, by))


@dataclass(frozen=True, repr=False)
class Search(OpenPlayer):
    """Searches the position with every hand open."""

    name: ClassVar[str] = "search"
    first: ClassVar[str] = "algorithm"
    readers: ClassVar = {"algorithm": Algorithm.parse}

    algorithm: Algorithm = DEEP
    nodes: int = 250_000
    """Nodes visited for a move at most."""

    def play_open(self, position: TrickPosition) -> Move:
        if len(position.legal_moves()) == 1:
            return position.legal_moves()[0]
        result = solve(position, self.algorithm, limit=Limit(nodes=self.nodes, table_mb=64))
        return position.moves()[0] if result.move is None else result.move


@dataclass(frozen=True, repr=False)
class Sampling(Player):
    """Solves worlds that agree with its view, and plays the card that does best in them."""

    name: ClassVar[str] = "sampling"
    first: ClassVar[str] = "algorithm"
    readers: ClassVar = {"algorithm": Algorithm.parse}

    algorithm: Algorithm = USUAL
    worlds: int = 20
    nodes: int = NODES
    """Nodes visited in a world at most, all its cards together."""
    by: Literal["mean", "vote"] = "mean"
    """Whether the best mean wins, or the card that is best in most worlds."""

    def __post_init__(self) -> None:
        if self.worlds < 1 or self.nodes < 1:
            raise TextError(f"expected 1 world and 1 node or more: {self}")
        if self.by not in ("mean", "vote"):
            raise TextError(f"expected by=mean or by=vote: {self.by!r}")

    def play(self, view: View) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        return self.appraisal(view).best(self.by)

    def appraisal(self, view: View) -> Appraisal:
        """What each legal card is worth over the worlds."""
        return Appraisal.of(self.sample(view), self.algorithm, self.nodes)

    def sample(self, view: View) -> list[TrickPosition]:
        """The worlds to look at: all, if there are no more than asked for."""
        return worlds(view).different(self.worlds, self.stream(view))

    def bid(self, view: View) -> int:
        """The bid that is worth most over the worlds, each under the utility that it makes.

        Bids near the one by judgement are looked at. Who has not bid yet is taken to bid by
        judgement.
        """
        near = judgement.bid(view)
        bids = [bid for bid in view.choices if abs(bid - near) <= NEAR]
        sums = dict.fromkeys(bids, 0.0)
        for world in self.sample(view):
            for bid in bids:
                start = _with_bids(view, world, bid)
                limit = Limit(nodes=max(1, self.nodes // len(bids)), table_mb=TABLE_MB)
                sums[bid] += _value(start, self.algorithm, limit)[start.game.side(view.seat)]
        return max(bids, key=lambda bid: (sums[bid], -abs(bid - near)))


def _with_bids(view: View, world: TrickPosition, bid: int) -> TrickPosition:
    """A world in which this player bids so, and those who have not bid yet by judgement."""
    from kibitz.matches.start import whole_game  # which needs players

    made = list(view.bids)
    made[view.seat] = bid
    for seat, before in enumerate(made):
        if before is None:
            own = replace(view, seat=seat, hand=world.hands[seat], given=(), got=())
            made[seat] = judgement.bid(own)
    bids = tuple(one for one in made if one is not None)
    return replace(world, game=whole_game(view.whole).with_bids(world.game, bids))
