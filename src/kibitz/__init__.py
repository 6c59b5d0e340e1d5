"""Kibitz sees every hand and tells the best move, in games of more than two players."""

from kibitz.algorithm import PRESETS, Algorithm, all_algorithms
from kibitz.bench import bench
from kibitz.cards import Card
from kibitz.check import check_game
from kibitz.errors import (
    GameError,
    IllegalMove,
    InvalidAlgorithm,
    KibitzError,
    TextError,
    UnknownName,
)
from kibitz.game import Game, Position
from kibitz.games import all_games, game
from kibitz.leaf_table import LeafTable
from kibitz.perft import perft
from kibitz.prospects import Prospect, ScoreRange, prospect, prospects
from kibitz.solve import (
    Limit,
    Result,
    Stats,
    Step,
    agree,
    compare,
    solve,
    solve_many,
    strongest,
    trace,
)
from kibitz.transposition import TranspositionTable
from kibitz.utility import Utility

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Algorithm",
    "Card",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidAlgorithm",
    "KibitzError",
    "LeafTable",
    "Limit",
    "Position",
    "Prospect",
    "Result",
    "ScoreRange",
    "Stats",
    "Step",
    "TextError",
    "TranspositionTable",
    "UnknownName",
    "Utility",
    "agree",
    "all_algorithms",
    "all_games",
    "bench",
    "check_game",
    "compare",
    "game",
    "perft",
    "prospect",
    "prospects",
    "solve",
    "solve_many",
    "strongest",
    "trace",
]
