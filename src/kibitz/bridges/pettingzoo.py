"""Trick games of Kibitz as environments of PettingZoo, and players of Kibitz as its agents.

    from kibitz.bridges.pettingzoo import env, Agent

    game = env("spades(players=3)")
    game.reset(seed=1)
    agents = {name: Agent("rules", seed) for seed, name in enumerate(game.agents)}
    for name in game.agent_iter():
        game.step(agents[name](*game.last()))

An action is a number: a card by its place in the pack; after the cards, bids from 0 on; after the
bids, suits to be trump. Cards to pass or to lay away are chosen one at a time. Rewards are the
payoffs, at the end. What an agent observes is made of its view, and nothing else; see `Layout`.
"""

from __future__ import annotations

import itertools
import json
import operator
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, SupportsIndex

from kibitz.bridges.needed import needed
from kibitz.cards import Card, Hand, Pack, hand_of
from kibitz.errors import IllegalMove, TextError, UnknownName, check_kind
from kibitz.game import Move, Position
from kibitz.matches.start import begin
from kibitz.players import Player, player
from kibitz.whole.hand import Hidden, Sitting
from kibitz.whole.view import View

with needed("PettingZoo", "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import BaseWrapper

ASKS = ("play", "bid", "pass", "trump")


class Layout(NamedTuple):
    """Where the numbers of an observation are, and what actions mean.

    Players are counted from the observer, who is player 0. In this order:

        hand    for each card 1 if the observer holds it
        played  for each card by whom it was played, from 1 on; 0 if it was not
        trick   for each card its place in the trick on the table, from 1 on; 0 if it is not there
        known   for each card who is known to hold it besides, from 1 on; 0 if nobody
        out     for each card 1 if the observer knows that it is in no hand
        chosen  for each card 1 if it is chosen to be passed, while others are chosen
        taken   for each player what it has taken
        bids    for each player its bid; -1 if it has made none
        scores  for each side its score in a whole game before this hand; the observer's side is
                not moved to the front
        turn    who is to choose, who leads the trick, and what the observer is asked for: 0 for a
                card to play, 1 for a bid, 2 for a card to pass or lay away, 3 for a trump

    >>> from kibitz.bridges.pettingzoo import env
    >>> layout = env("spades(players=3)").layout
    >>> layout.size, layout.slices()["taken"], layout.actions
    (324, slice(312, 315, None), 74)
    """

    pack: Pack
    players: int

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.pack.cards)

    @property
    def bids(self) -> int:
        """How many bids there can be."""
        return self.cards // self.players + 1

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.cards + self.bids + len(self.pack.suits)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(size for _, size in self._parts())

    def _parts(self) -> Iterator[tuple[str, int]]:
        for name in ("hand", "played", "trick", "known", "out", "chosen"):
            yield name, self.cards
        for name in ("taken", "bids", "scores"):
            yield name, self.players
        yield "turn", 3

    def slices(self) -> dict[str, slice]:
        """Where each part is."""
        ends = list(itertools.accumulate(size for _, size in self._parts()))
        starts = [0, *ends]
        return {
            name: slice(start, end)
            for (name, _), start, end in zip(self._parts(), starts, ends, strict=False)
        }

    def numbers(self, view: View, turn: int, chosen: Hand) -> Any:
        """A view as numbers."""
        found = np.zeros(self.size, dtype=np.int16)
        part = {name: found[where] for name, where in self.slices().items()}
        public, pack = view.public, self.pack
        for name, cards in (("hand", view.hand), ("out", view.out), ("chosen", chosen)):
            part[name][[int(card) for card in pack.listed(cards)]] = 1
        for played in view.history():
            part["played"][played.card] = 1 + self._from(view, played.player)
        for place, card in enumerate(public.table):
            part["trick"][card] = 1 + place
        for holder, cards in enumerate(view.known):
            if holder != view.seat:
                part["known"][list(map(int, pack.listed(cards)))] = 1 + self._from(view, holder)
        part["bids"][:] = -1
        for at, taken in enumerate(public.taken):
            part["taken"][self._from(view, at)] = taken
        for at, bid in enumerate(view.bids):
            part["bids"][self._from(view, at)] = -1 if bid is None else bid
        part["scores"][: len(view.scores)] = view.scores
        part["turn"][:] = (
            self._from(view, turn),
            self._from(view, public.leader),
            ASKS.index(view.asks),
        )
        return found

    def _from(self, view: View, at: int) -> int:
        """A player, counted from the observer on."""
        return (at - view.seat) % self.players

    def action(self, move: Move) -> int:
        """The number of a card, a bid or a suit."""
        if isinstance(move, Card):
            return int(move)
        if isinstance(move, str):
            return self.cards + self.bids + self.pack.suit_names.index(move)
        return self.cards + int(move)

    def move(self, action: int) -> Move:
        """The card, bid or suit of a number."""
        if action < self.cards:
            return self.pack.cards[action]
        if action < self.cards + self.bids:
            return action - self.cards
        return self.pack.suit_names[action - self.cards - self.bids]


class Environment(AECEnv):  # type: ignore[misc]
    """A hand of a trick game, or a whole game of hands, for PettingZoo."""

    def __init__(self, game: str, seed: int = 0, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.seed, self.render_mode = game, seed, render_mode
        self.metadata = {"name": game, "render_modes": ["ansi"], "is_parallelizable": False}
        sitting = begin(game, seed)
        if not isinstance(sitting, Hidden):
            raise TextError(f"expected a trick game: {game!r}")
        self.layout = Layout(sitting.view(0).game.pack, sitting.players)
        self.possible_agents = [f"player_{seat}" for seat in range(sitting.players)]
        limits = np.iinfo(np.int16)
        numbers = spaces.Box(limits.min, limits.max, (self.layout.size,), np.int16)
        mask = spaces.Box(0, 1, (self.layout.actions,), np.int8)
        self._sees = {
            name: spaces.Dict({"observation": numbers, "action_mask": mask})
            for name in self.possible_agents
        }
        self._acts = {name: spaces.Discrete(self.layout.actions) for name in self.possible_agents}
        self._begin(sitting)

    def _begin(self, sitting: Sitting) -> None:
        self.sitting, self._chosen = sitting, tuple[Card, ...]()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def _tell(self) -> None:
        """Whose turn it is, and what each may know."""
        if not self.sitting.is_over:
            self.agent_selection = self.possible_agents[self.sitting.turn]
        self.infos = {name: {"view": self.view(name).json()} for name in self.agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent observes: numbers, and which actions it may choose."""
        return self._sees[agent]

    def action_space(self, agent: str) -> Any:
        """The actions."""
        return self._acts[agent]

    def view(self, agent: str) -> View:
        """What an agent may know."""
        assert isinstance(self.sitting, Hidden)
        if agent not in self.possible_agents:
            raise UnknownName("agent", agent, self.possible_agents)
        return self.sitting.view(self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, as numbers, and the actions that it may choose."""
        view, seat = self.view(agent), self.possible_agents.index(agent)
        turn = seat if self.sitting.is_over else self.sitting.turn
        mask = np.zeros(self.layout.actions, dtype=np.int8)
        if turn == seat and not self.sitting.is_over:
            mask[[self.layout.action(move) for move in self._moves(view)]] = 1
        chosen = hand_of(self._chosen) if turn == seat else 0
        return {"observation": self.layout.numbers(view, turn, chosen), "action_mask": mask}

    def _moves(self, view: View) -> list[Move]:
        return [move for move in view.moves() if move not in self._chosen or view.asks != "pass"]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed deals the same cards, none the next ones."""
        self.seed = self.seed + 1 if seed is None else seed
        self._begin(begin(self.game, self.seed))

    def step(self, action: int | None) -> None:
        """Choose for the agent whose turn it is; what the rules do not allow is refused."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        view = self.view(self.agent_selection)
        number = operator.index(action) if isinstance(action, SupportsIndex) else -1
        move = self.layout.move(number) if 0 <= number < self.layout.actions else None
        if move is None or move not in self._moves(view):
            raise IllegalMove(f"illegal action {action} for {self.agent_selection} in {view}")
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self._choose(view, move)
        if self.sitting.is_over:
            scores = self.sitting.scores
            sides = {name: self.sitting.side(at) for at, name in enumerate(self.possible_agents)}
            self.rewards = {name: scores[sides[name]] for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()
        if self.sitting.is_over:
            self._deads_step_first()

    def _choose(self, view: View, move: Move) -> None:
        """Make a choice; cards to pass are made one choice when all of them are there."""
        if view.asks != "pass":
            self.sitting = self.sitting.after(move)
            return
        self._chosen = (*self._chosen, move)
        if len(self._chosen) == view.choices[0]:
            self.sitting = self.sitting.after(view.move(self._chosen))
            self._chosen = ()

    def render(self) -> str | None:
        """What the agent whose turn it is sees, as text, if that was asked for."""
        return self.view(self.agent_selection).show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def env(game: str, seed: int = 0, render_mode: str | None = None) -> Environment:
    """The environment of a trick game, such as `spades(players=3)`, or a whole one.

    >>> from kibitz.bridges.pettingzoo import Agent, env
    >>> game = env("spades(players=3,cards=4)")
    >>> game.reset(seed=1)
    >>> agents = {name: Agent("rules", seed) for seed, name in enumerate(game.agents)}
    >>> rewards = {}
    >>> for name in game.agent_iter():
    ...     rewards[name] = game.last()[1]
    ...     game.step(agents[name](*game.last()))
    >>> sum(rewards.values())
    4
    """
    return Environment(game, seed, render_mode)


class Agent:
    """A player of Kibitz as an agent: given what `last()` returns, it says an action."""

    def __init__(self, text: str | Player, seed: int = 0) -> None:
        self.player = player(text, seed)

    def __call__(
        self, observation: Any, reward: float, ended: bool, cut: bool, info: dict[str, Any]
    ) -> int | None:
        if ended or cut:
            return None
        if "view" not in info:
            raise TextError(
                "expected a view in the agent's info, as environments of Kibitz have it"
            )
        view = View.from_dict(json.loads(info["view"]))
        layout = Layout(view.game.pack, view.game.players)
        chosen = self.player.choose(view)
        allowed = observation["action_mask"]
        for move in chosen if isinstance(chosen, tuple) else (chosen,):
            twins = view.game.pack.by_name[move.name] if isinstance(move, Card) else (move,)
            for action in map(layout.action, twins):
                if allowed[action]:
                    return action
        raise TextError(f"expected an environment of Kibitz, where {chosen} can be chosen: {view}")


class Followed(BaseWrapper):  # type: ignore[misc]
    """An environment of any library's game with nothing hidden, followed by a position of Kibitz.

    PettingZoo has no copies of environments to search in; the position is one.

    `move` says which move an action is; by default the action is the move.
    """

    def __init__(
        self, env: Any, start: Position, move: Callable[[Position, int], Move] | None = None
    ) -> None:
        check_kind(start, Position, "a position, as game.parse reads it from a text")
        super().__init__(env)
        self.start = self.position = start
        self._move = move

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again, in both."""
        super().reset(seed, options)
        self.position = self.start

    def step(self, action: int | None) -> None:
        """Make a move in both."""
        super().step(action)
        if action is not None:
            move = self._move(self.position, action) if self._move else int(action)
            self.position = self.position.play(move)
