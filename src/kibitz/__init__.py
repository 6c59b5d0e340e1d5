"""Kibitz sees every hand and finds the best move, in games of more than two players."""

from kibitz.algorithm import PRESETS, Algorithm, all_algorithms
from kibitz.bench import bench
from kibitz.cards import Card
from kibitz.check import Faults, check_game
from kibitz.errors import (
    GameError,
    IllegalMove,
    InvalidAlgorithm,
    KibitzError,
    TextError,
    UnknownName,
)
from kibitz.game import Game, Move, Outcome, Payoffs, Position
from kibitz.games import all_games, game
from kibitz.leaf_table import LeafTable, Verdict
from kibitz.perft import Counts, perft
from kibitz.prospects import Prospect, Prospects, ScoreRange, prospect, prospects
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
from kibitz.trick_taking import TrickGame, TrickPosition
from kibitz.utility import Utility

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Algorithm",
    "Card",
    "Counts",
    "Faults",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidAlgorithm",
    "KibitzError",
    "LeafTable",
    "Limit",
    "Move",
    "Outcome",
    "Payoffs",
    "Position",
    "Prospect",
    "Prospects",
    "Result",
    "ScoreRange",
    "Stats",
    "Step",
    "TextError",
    "TranspositionTable",
    "TrickGame",
    "TrickPosition",
    "UnknownName",
    "Utility",
    "Verdict",
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
