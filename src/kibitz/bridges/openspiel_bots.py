"""Players of Kibitz as bots of OpenSpiel, and worlds of Kibitz for its ISMCTS."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import kibitz.bridges.openspiel_kitty
import kibitz.bridges.openspiel_tables  # noqa: F401  these make their tables known
from kibitz.bridges.needed import needed
from kibitz.bridges.openspiel_cards import TABLES, Held, Sight, Table
from kibitz.cards import TrickPosition
from kibitz.errors import GameError, TextError, check_kind
from kibitz.players import Player, player
from kibitz.players.worlds import Worlds

with needed("OpenSpiel", "openspiel"):
    import pyspiel

Otherwise = Callable[[Any], int]
"""Chooses an action in a state."""
NOT_SHARED = {
    "tarok": "OpenSpiel deals it from a seed of 32 bits, so that no state has given hands",
}
"""Why there is no table for a game that seems to be there."""


def table_of(game: Any) -> Table:
    """The table of a game of OpenSpiel; one that Kibitz does not have is refused."""
    check_kind(game, pyspiel.Game, "a game of OpenSpiel, as pyspiel.load_game gives it")
    name = game.get_type().short_name
    if name in NOT_SHARED:
        raise TextError(f"expected a game whose worlds can be dealt: {name!r}: {NOT_SHARED[name]}")
    return TABLES.find(name)(game)


def check_state(state: Any) -> None:
    """Refuse what is no state of OpenSpiel in which a player is to act."""
    check_kind(state, pyspiel.State, "a state of OpenSpiel")
    if state.current_player() < 0:
        what = "chance" if state.is_chance_node() else "nobody"
        where = f"{state.get_game()} after {len(state.history())} actions"
        raise TextError(f"expected a state in which a player is to act: {what} in {where}")


class KibitzBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of Kibitz that plays a card game of OpenSpiel; it is shown what its seat has seen.

    Kibitz has no rules for auctions other than bids of tricks; there, and where somebody plays
    alone in Euchre, `otherwise` chooses, by default to pass, or at random where one may not.

    >>> import pyspiel
    >>> from kibitz.bridges.openspiel import KibitzBot
    >>> game = pyspiel.load_game("oh_hell(players=3,num_tricks_fixed=2)")
    >>> bots = [KibitzBot(game, "rules", seed) for seed in range(3)]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    [0.0, 11.0, 11.0]
    """

    def __init__(
        self, game: Any, text: str | Player, seed: int = 0, otherwise: Otherwise | None = None
    ) -> None:
        super().__init__()
        self.table, self.player, self.seed = table_of(game), player(text, seed), seed
        self.otherwise = otherwise

    def step(self, state: Any) -> int:
        """The action in a state, for whichever player is to act there."""
        table = self.table
        check_state(state)
        if str(state.get_game()) != str(table.game):
            raise TextError(f"expected a state of {table.game}: one of {state.get_game()}")
        sight = table.sight(state, state.current_player())
        if not table.asks(sight):
            return self.otherwise(state) if self.otherwise else self._says_little(state, sight)
        chosen = table.action(sight, self.player.choose(table.view(sight)))
        if chosen not in state.legal_actions():
            raise GameError(f"expected an action that OpenSpiel allows: {chosen} in {sight}")
        return chosen

    def _says_little(self, state: Any, sight: Sight) -> int:
        legal: list[int] = state.legal_actions()
        said = [action for action in self.table.cautious if action in legal]
        stream = random.Random(f"{self.seed} {len(sight.seen)}")
        return said[0] if said else stream.choice(legal)

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from one action to the next."""

    def provides_policy(self) -> bool:
        """It says what it does, not how likely."""
        return False


class Resampler:
    """Draws states in which a player has seen the same: a resampler for ISMCTS of OpenSpiel.

    All deals that agree with what the player has seen are as likely as each other. The same seed
    draws the same states. Where somebody plays alone in Euchre, OpenSpiel itself draws.

    >>> import random, pyspiel
    >>> from kibitz.bridges.openspiel import Resampler
    >>> draw, state = random.Random(1), pyspiel.load_game("spades").new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(draw.choice(state.legal_actions()))
    >>> other = Resampler(seed=1)(state, 0)
    >>> other.observation_string(0) == state.observation_string(0), str(other) == str(state)
    (True, False)
    """

    AHEAD = 32
    """How many worlds are drawn at a time."""

    def __init__(self, seed: int = 0) -> None:
        self.stream = random.Random(seed)
        self._tables: dict[str, Table] = {}
        self._sight: Sight | None = None
        self._worlds: Worlds | None = None
        self._drawn: list[TrickPosition] = []

    def table(self, state: Any) -> Table:
        """The table of a state's game."""
        game = state.get_game()
        name = str(game)
        if name not in self._tables:
            self._tables[name] = table_of(game)
        return self._tables[name]

    def __call__(self, state: Any, player: int) -> Any:
        check_state(state)
        table = self.table(state)
        sight = table.sight(state, player)
        if not table.has_worlds(sight):
            return state.resample_from_infostate(player, self.stream.random)
        if sight != self._sight or self._worlds is None:
            self._sight, self._worlds, self._drawn = sight, Worlds(table.view(sight)), []
        if not self._drawn:
            self._drawn = self._worlds.sample(self.AHEAD, self.stream, "auto")
        held = Held.of(table, self._worlds.view, self._drawn.pop())
        made = table.game.new_initial_state()
        for action in table.complete(sight, held, self.stream):
            made.apply_action(action)
        table.alike(state, made)
        return made
