"""Kibitz sees every hand and finds the best move, in games of more than two players.

The names listed here are the interface. `kibitz.solve`, `analyse`, `game`, `perft`, `bench` and
`prospects` are the functions; the modules of these names are in `kibitz.asking`.
"""

from . import starting  # noqa: F401 before all that takes time

# isort: split
from kibitz.advising.advise import Advice, advise
from kibitz.advising.batch import answer, answer_many
from kibitz.algorithm import Algorithm, all_algorithms
from kibitz.asking.analyse import Analyser, Analysis, MoveValue, analyse, analysing
from kibitz.asking.beliefs import Beliefs, beliefs
from kibitz.asking.choosing import strongest
from kibitz.asking.deals import Deals, deals
from kibitz.asking.many import compare_many, solve_many
from kibitz.asking.perft import Counts, perft
from kibitz.asking.prospects import Prospect, Prospects, ScoreRange, prospect, prospects
from kibitz.asking.review import Review, Turn, review, reviewing
from kibitz.asking.solve import compare, solve, trace
from kibitz.asking.study import Case, Study, analyse_deals, compare_deals
from kibitz.asking.ties import Ties, ties
from kibitz.asking.trace import Step, Trace
from kibitz.asking.trick_table import TrickTable, trick_table
from kibitz.bench import bench
from kibitz.building import Built, BuiltGame, CompileError, build
from kibitz.cards import (
    Card,
    Duties,
    Pack,
    Restrictions,
    Rules,
    TrickGame,
    TrickPosition,
    TrumpGame,
)
from kibitz.check import Faults, check_game
from kibitz.check.find import Example, NotFound, find
from kibitz.check.parts import CounterExample, PartCheck, check_part
from kibitz.comparison import Comparison, Refusal, agree
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import Cancel
from kibitz.engines.reference import BackupRule, DecisionTest, PruningRule, Run, Search
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
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.contract import Contract
from kibitz.games.bridge.par import Par, par
from kibitz.history import History
from kibitz.leaf_table import LeafTable, Verdict
from kibitz.native import NativeGame, include_folder
from kibitz.players.appraisal import Appraisal
from kibitz.players.clock import Clock
from kibitz.players.player import OpenPlayer, Player, player
from kibitz.players.worlds import Weighed, Worlds, worlds
from kibitz.presets import PRESETS
from kibitz.results import Limit, Progress, Result, Stats
from kibitz.scoring import Evaluation, Utility
from kibitz.values import Means, Mixture, Several, Value, Vector
from kibitz.whole.view import Played, Public, View, view

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Advice",
    "Algorithm",
    "Analyser",
    "Analysis",
    "Appraisal",
    "Auction",
    "BackupRule",
    "Beliefs",
    "Built",
    "BuiltGame",
    "Cancel",
    "Card",
    "Case",
    "Clock",
    "Comparison",
    "CompileError",
    "Contract",
    "CounterExample",
    "Counts",
    "Deals",
    "DecisionTest",
    "Duties",
    "Evaluation",
    "Example",
    "Faults",
    "Game",
    "GameError",
    "History",
    "IllegalMove",
    "InvalidAlgorithm",
    "KibitzError",
    "LeafTable",
    "Limit",
    "Means",
    "Mixture",
    "Move",
    "MoveValue",
    "NativeGame",
    "NotFound",
    "OpenPlayer",
    "Outcome",
    "Pack",
    "Par",
    "PartCheck",
    "Payoffs",
    "Played",
    "Player",
    "Position",
    "Progress",
    "Prospect",
    "Prospects",
    "PruningRule",
    "Public",
    "Refusal",
    "Restrictions",
    "Result",
    "Review",
    "Rules",
    "Run",
    "ScoreRange",
    "Search",
    "Several",
    "Stats",
    "Step",
    "Study",
    "TextError",
    "Ties",
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
    "Value",
    "Vector",
    "Verdict",
    "View",
    "Weighed",
    "Worlds",
    "advise",
    "agree",
    "all_algorithms",
    "all_games",
    "analyse",
    "analyse_deals",
    "analysing",
    "answer",
    "answer_many",
    "beliefs",
    "bench",
    "build",
    "check_game",
    "check_part",
    "compare",
    "compare_deals",
    "compare_many",
    "deals",
    "find",
    "game",
    "include_folder",
    "par",
    "perft",
    "player",
    "prospect",
    "prospects",
    "review",
    "reviewing",
    "solve",
    "solve_many",
    "strongest",
    "ties",
    "trace",
    "trick_table",
    "view",
    "worlds",
]
