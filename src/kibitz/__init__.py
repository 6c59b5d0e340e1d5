"""Kibitz sees every hand and finds the best move, in games of more than two players.

What is listed here is the interface. `kibitz.solve`, `analyse`, `game`, `perft`, `bench` and
`prospects` are the functions; modules of these names are found by `from kibitz.solve import ...`.
"""

from . import starting  # noqa: F401 before all that takes time

# isort: split
from kibitz.algorithm import PRESETS, Algorithm, all_algorithms
from kibitz.analyse import Analysis, MoveValue, analyse, analysing
from kibitz.batch import answer, answer_many
from kibitz.bench import bench
from kibitz.cards import Card, Restrictions, TrickGame, TrickPosition, TrumpGame
from kibitz.check import Faults, check_game
from kibitz.choosing import strongest
from kibitz.double_dummy import TrickTable, trick_table
from kibitz.engines.memory import TranspositionTable
from kibitz.engines.protocol import Cancel
from kibitz.engines.reference import DecisionTest
from kibitz.errors import (
    GameError,
    IllegalMove,
    InvalidAlgorithm,
    KibitzError,
    TextError,
    TooManyOutcomes,
    UnknownName,
)
from kibitz.game import Game, Move, Outcome, Payoffs, Position
from kibitz.games import all_games, game
from kibitz.leaf_table import LeafTable, Verdict
from kibitz.many import compare_many, solve_many
from kibitz.mistakes import Review, Turn, review, reviewing
from kibitz.perft import Counts, perft
from kibitz.players.view import View, view
from kibitz.players.worlds import Weighed, Worlds, worlds
from kibitz.prospects import Prospect, Prospects, ScoreRange, prospect, prospects
from kibitz.results import Comparison, Limit, Progress, Result, Stats, agree
from kibitz.scoring import Evaluation, Utility
from kibitz.solve import compare, solve, trace
from kibitz.traces import Step, Trace

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Algorithm",
    "Analysis",
    "Cancel",
    "Card",
    "Comparison",
    "Counts",
    "DecisionTest",
    "Evaluation",
    "Faults",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidAlgorithm",
    "KibitzError",
    "LeafTable",
    "Limit",
    "Move",
    "MoveValue",
    "Outcome",
    "Payoffs",
    "Position",
    "Progress",
    "Prospect",
    "Prospects",
    "Restrictions",
    "Result",
    "Review",
    "ScoreRange",
    "Stats",
    "Step",
    "TextError",
    "TooManyOutcomes",
    "Trace",
    "TranspositionTable",
    "TrickGame",
    "TrickPosition",
    "TrickTable",
    "TrumpGame",
    "Turn",
    "UnknownName",
    "Utility",
    "Verdict",
    "View",
    "Weighed",
    "Worlds",
    "agree",
    "all_algorithms",
    "all_games",
    "analyse",
    "analysing",
    "answer",
    "answer_many",
    "bench",
    "check_game",
    "compare",
    "compare_many",
    "game",
    "perft",
    "prospect",
    "prospects",
    "review",
    "reviewing",
    "solve",
    "solve_many",
    "strongest",
    "trace",
    "trick_table",
    "view",
    "worlds",
]
