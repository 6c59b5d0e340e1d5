"""Card games of OpenSpiel: what a seat has seen as a view of Kibitz, and a world as a state.

A state of OpenSpiel holds all cards. `Table.sight` takes from it what one seat has seen, and
everything after it is told that and no more: `view` says it as a view, and `complete` fills what
was hidden with the cards of a world. There is a table for each game in `openspiel_tables.py` and
`openspiel_kitty.py`.
"""

from __future__ import annotations

import functools
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from kibitz.cards import Card, Hand, TrickGame, TrickPosition, hand_of
from kibitz.errors import GameError
from kibitz.games import game as read_game
from kibitz.registry import Parts
from kibitz.whole.view import View

TABLES: Parts[type[Table]] = Parts("card game that OpenSpiel and Kibitz share")
"""By the names that OpenSpiel has for its games."""
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "10": "T"}


class Seen(NamedTuple):
    """An action as a seat has seen it: by whom, and which if that was not hidden."""

    player: int
    action: int | None


class Sight(NamedTuple):
    """What one seat has seen of a state."""

    seat: int
    turn: int
    """The player who is to act, which everyone sees."""
    seen: tuple[Seen, ...]

    def actions(self, first: int = 0, last: int | None = None) -> list[int]:
        """The numbers of some actions, none of which is hidden."""
        found = [each.action for each in self.seen[first:last]]
        return [action for action in found if action is not None]


class Table(ABC):
    """A card game of OpenSpiel that Kibitz plays."""

    before_cards: ClassVar[int] = 0
    """How many actions of chance come before the cards."""
    cautious: ClassVar[Sequence[int]] = ()
    """Actions for a player who says nothing, such as a pass."""

    def __init__(self, game: Any) -> None:
        self.game = game
        state = game.new_initial_state()
        for _ in range(self.before_cards):
            state.apply_action(state.chance_outcomes()[0][0])
        self.names: dict[int, str] = {}
        self.numbers: dict[str, int] = {}
        for action in range(self.deck_size):
            name = card_name(state.action_to_string(0, action))
            self.names[action], self.numbers[name] = name, action

    @property
    @abstractmethod
    def deck_size(self) -> int:
        """How many cards there are: actions below that are cards."""

    @abstractmethod
    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        """To whom each card of the deal goes; none for what all see of it."""

    def hidden(self, history: Sequence[Seen], seat: int) -> set[int]:
        """Which actions of a history a seat has not seen; told by what all have seen."""
        return {at for at, pile in enumerate(self.piles(history)) if pile not in (None, seat)}

    @abstractmethod
    def view(self, sight: Sight) -> View:
        """What a seat has seen, as a view; of a game whose sides are not known yet, any."""

    def asks(self, sight: Sight) -> bool:
        """Whether Kibitz has rules for what is to be chosen."""
        return True

    def complete(self, sight: Sight, held: Held, stream: random.Random) -> list[int]:
        """All actions, if these were the cards; by default the deal alone is hidden."""
        piles = self.piles(sight.seen)
        return filled(sight, piles, dict(enumerate(held.hands))) + sight.actions(len(piles))

    def has_worlds(self, sight: Sight) -> bool:
        """Whether Kibitz has a game for the rest of the hand."""
        return True

    def action(self, sight: Sight, choice: Any) -> int:
        """The action that a choice of Kibitz is."""
        return self.numbers[str(choice)]

    def alike(self, state: Any, other: Any) -> None:  # noqa: B027 most need nothing
        """Give a new state what is no action, such as the scores of earlier hands."""

    def sight(self, state: Any, seat: int) -> Sight:
        """What a seat has seen of a state."""
        history = [Seen(each.player, each.action) for each in state.full_history()]
        hidden = self.hidden(history, seat)
        seen = (
            Seen(each.player, None) if at in hidden else each for at, each in enumerate(history)
        )
        return Sight(seat, state.current_player(), tuple(seen))

    def cards(self, game: TrickGame, actions: Iterable[int]) -> tuple[Card, ...]:
        """Actions as cards of a game."""
        return tuple(game.pack.read_card(self.names[action]) for action in actions)

    def hand(self, game: TrickGame, actions: Iterable[int]) -> Hand:
        """Actions as a set of cards of a game."""
        return hand_of(self.cards(game, actions))

    def dealt(self, game: TrickGame, sight: Sight, player: int) -> Hand:
        """The cards of the deal that went to a player, as far as they were seen."""
        dealt = zip(sight.seen, self.piles(sight.seen), strict=False)
        own = (each.action for each, to in dealt if to == player and each.action is not None)
        return self.hand(game, own)


def in_turn(cards: int, players: int, first: int = 0) -> list[int | None]:
    """The piles of a deal by one card each in turn."""
    return [(first + at) % players for at in range(cards)]


@functools.lru_cache
def trick_game(line: str) -> TrickGame:
    """The game of Kibitz that a text says."""
    found = read_game(line)
    assert isinstance(found, TrickGame)
    return found


class Held(NamedTuple):
    """The cards of a world by their actions: what each player had when play began, and the rest."""

    hands: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]

    @classmethod
    def of(cls, table: Table, view: View, world: TrickPosition) -> Held:
        """What was held in a world before the cards of a view were played."""
        game, hands = world.game, [world.hand(player) for player in range(world.game.players)]
        for played in view.history():
            hands[played.player].append(played.card)
        used = hand_of(card for hand in hands for card in hand)
        aside = game.pack.listed(game.deck & ~(used | view.out))
        return cls(
            tuple(tuple(table.numbers[card.name] for card in hand) for hand in hands),
            tuple(table.numbers[card.name] for card in aside),
        )


def filled(
    sight: Sight, piles: Sequence[int | None], cards: Mapping[int, Iterable[int]]
) -> list[int]:
    """The actions of a deal, where card by card goes to these piles, or is seen by all."""
    dealt = list(zip(sight.seen, piles, strict=False))
    known = {each.action for each, pile in dealt if pile is not None}
    left = {pile: [card for card in some if card not in known] for pile, some in cards.items()}
    found = []
    for each, pile in dealt:
        if each.action is not None:
            found.append(each.action)
        elif pile is None:
            raise GameError(f"expected that all see what is dealt first: {sight}")
        else:
            found.append(left[pile].pop())
    return found


def card_name(name: str) -> str:
    """What Kibitz calls the card that OpenSpiel writes `♥10` or `TH`."""
    for theirs, ours in SUITS.items():
        name = name.replace(theirs, ours)
    return name if name[0] in "SHDC" else name[::-1]
