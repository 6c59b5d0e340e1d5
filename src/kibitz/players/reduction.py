"""Payoff reduction: what cards are worth over worlds to one who must choose the same in all.

A player who values each world by itself takes itself to know later which world it is in, and
counts on the right choice in each (strategy fusion). Payoff-reduction minimaxing (I. Frank,
D. Basin and H. Matsubara, AAAI-98) goes through the play once for all worlds:

* At its own turn the player chooses one card for all worlds that look the same to it, the
  one with the best sum of its payoffs. So it is at this turn and its next; after that, each
  world is worth what it is with open hands.
* The others know the world, and each chooses in it what is best for itself.
* What the player can get in a world behind a choice of an opponent counts no more than what it
  would get from there with open hands: an opponent who knows the world lets it have no more.
  So worlds that will not come so far do not weigh there.

With two sides this is the algorithm of the paper, over those two turns. With more, an opponent's
choice is that of max^n, and only the player's own payoff is reduced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kibitz.cards import Card, TrickPosition
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Payoffs

TURNS = 2
"""At how many turns of its own a player chooses for all worlds at once."""

Values = Callable[[Sequence[TrickPosition]], Sequence[Payoffs]]
ByWorld = dict[int, Payoffs]


@dataclass
class Branch:
    """The same cards played in some of the worlds."""

    positions: Mapping[int, TrickPosition]
    """What they lead to, by the number of the world."""
    children: Mapping[Card, Branch]
    """By the next card, each with the worlds in which it can be played; none at the horizon."""
    values: ByWorld = field(default_factory=dict)
    """What each world is worth with open hands, once that is known."""

    @property
    def first(self) -> TrickPosition:
        return next(iter(self.positions.values()))

    def ends(self) -> Iterator[Branch]:
        """The nodes at the horizon."""
        if not self.children:
            yield self
        for child in self.children.values():
            yield from child.ends()


def reduced(worlds: Sequence[TrickPosition], values: Values) -> list[dict[Card, Payoffs]]:
    """For each world the payoffs of all sides for every legal card of the player to move.

    `values` says what positions are worth with open hands.
    """
    player = worlds[0].turn
    root = _grown(dict(enumerate(worlds)), player, TURNS)
    ends = list(root.ends())
    found = iter(values([position for end in ends for position in end.positions.values()]))
    for end in ends:
        end.values = {world: next(found) for world in end.positions}
    _value(root)
    rows = {card: _reduced(child, player, {}) for card, child in root.children.items()}
    return [{card: row[world] for card, row in rows.items()} for world in range(len(worlds))]


def _grown(positions: Mapping[int, TrickPosition], player: int, turns: int) -> Branch:
    """All that can be played from here, until the player has chosen so many times."""
    checkpoint()
    first = next(iter(positions.values()))
    if not turns or first.is_over:
        return Branch(positions, {})
    own = first.turn == player
    after: dict[Card, dict[int, TrickPosition]] = {}
    for world, position in positions.items():
        for card in position.legal_moves() if own else position.moves():
            after.setdefault(card, {})[world] = position.play(card)
    left = turns - own
    return Branch(positions, {card: _grown(after[card], player, left) for card in sorted(after)})


def _value(node: Branch) -> ByWorld:
    """Write down what every node is worth in each world with open hands: plain max^n."""
    checkpoint()
    if node.children:
        rows = [_value(child) for child in node.children.values()]
        node.values = _each_its_best(node.first.side, rows)
    return node.values


def _each_its_best(side: int, rows: Sequence[ByWorld]) -> ByWorld:
    """In each world the payoffs that a side likes best; the first of equals stays."""
    best: ByWorld = {}
    for row in rows:
        for world, payoffs in row.items():
            if world not in best or payoffs[side] > best[world][side]:
                best[world] = payoffs
    return best


def _reduced(node: Branch, player: int, most: Mapping[int, int]) -> ByWorld:
    """What each world is worth, where the player counts on no more than `most` in it."""
    checkpoint()
    first = node.first
    side = first.game.side(player)
    own = {world: payoffs[side] for world, payoffs in node.values.items()}
    at_most = {world: min(payoff, most.get(world, payoff)) for world, payoff in own.items()}
    if not node.children:
        return {
            world: (*payoffs[:side], at_most[world], *payoffs[side + 1 :])
            for world, payoffs in node.values.items()
        }
    below = most if first.side == side else at_most
    rows = [_reduced(child, player, below) for child in node.children.values()]
    if first.turn == player:
        return max(rows, key=lambda row: sum(payoffs[side] for payoffs in row.values()))
    return _each_its_best(first.side, rows)
