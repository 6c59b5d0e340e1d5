"""What other sides may want: models of them, utilities in place of the game's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.engines.reference.every_child import EveryChildRun
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Game, Payoffs, Position
from kibitz.leaf_table import payoffs_of
from kibitz.scoring import Utility

Models = tuple[Payoffs, ...]
"""What an end is worth: by the game's own utility, then by each of the models."""


def games_of(game: Game, models: Sequence[str]) -> list[Game]:
    """The game with the utility of each model."""
    if models and not hasattr(game, "utility"):
        raise InvalidAlgorithm(f"'models' need a game with a utility, unlike {game.text_name()}")
    made: Any = game
    return [replace(made, utility=Utility.parse(one)) for one in models]


def worth_at(run: EveryChildRun, position: Position, models: Sequence[Game]) -> Models:
    """What an end, or the estimate where the search stops, is worth in all these ways."""
    worth = [run.scores_at(position)]
    if models:
        leaf = run.search.leaf
        outcome = position.outcome if position.is_over else position.estimate(str(leaf))
        combine = run.scores.combine
        worth += [combine(payoffs_of(model, outcome)) for model in models]
    return tuple(worth)
