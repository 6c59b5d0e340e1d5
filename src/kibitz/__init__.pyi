# ruff: noqa: I001 the names of a module stand together
"""The interface for readers of types: every public name, and the module that it is from."""

from kibitz.advising.advise import Advice as Advice, advise as advise
from kibitz.advising.batch import answer as answer, answer_many as answer_many
from kibitz.algorithm import Algorithm as Algorithm, all_algorithms as all_algorithms
from kibitz.asking.analyse import (
    Analyser as Analyser,
    Analysis as Analysis,
    MoveValue as MoveValue,
    analyse as analyse,
    analysing as analysing,
)
from kibitz.asking.beliefs import Beliefs as Beliefs, beliefs as beliefs
from kibitz.asking.bench import bench as bench
from kibitz.asking.choosing import strongest as strongest
from kibitz.asking.deals import Deals as Deals, deals as deals
from kibitz.asking.many import compare_many as compare_many, solve_many as solve_many
from kibitz.asking.perft import Counts as Counts, perft as perft
from kibitz.asking.prospects import (
    Prospect as Prospect,
    Prospects as Prospects,
    ScoreRange as ScoreRange,
    prospect as prospect,
    prospects as prospects,
)
from kibitz.asking.review import (
    Review as Review,
    Turn as Turn,
    review as review,
    reviewing as reviewing,
)
from kibitz.asking.solve import compare as compare, solve as solve, trace as trace
from kibitz.asking.study import (
    Case as Case,
    Study as Study,
    analyse_deals as analyse_deals,
    compare_deals as compare_deals,
)
from kibitz.asking.ties import Ties as Ties, ties as ties
from kibitz.asking.trace import Step as Step, Trace as Trace
from kibitz.asking.trick_table import TrickTable as TrickTable, trick_table as trick_table
from kibitz.building import (
    Built as Built,
    BuiltGame as BuiltGame,
    CompileError as CompileError,
    build as build,
)
from kibitz.cards import (
    Card as Card,
    Duties as Duties,
    Pack as Pack,
    Restrictions as Restrictions,
    Rules as Rules,
    TrickGame as TrickGame,
    TrickPosition as TrickPosition,
    TrumpGame as TrumpGame,
)
from kibitz.check import Faults as Faults, check_game as check_game
from kibitz.check.find import Example as Example, NotFound as NotFound, find as find
from kibitz.check.parts import (
    CounterExample as CounterExample,
    PartCheck as PartCheck,
    check_part as check_part,
)
from kibitz.comparison import Comparison as Comparison, Refusal as Refusal, agree as agree
from kibitz.engines.problem.memory import TranspositionTable as TranspositionTable
from kibitz.engines.problem.protocol import Cancel as Cancel
from kibitz.engines.reference import (
    BackupRule as BackupRule,
    DecisionTest as DecisionTest,
    PruningRule as PruningRule,
    Run as Run,
    Search as Search,
)
from kibitz.errors import (
    GameError as GameError,
    IllegalMove as IllegalMove,
    InvalidAlgorithm as InvalidAlgorithm,
    KibitzError as KibitzError,
    TextError as TextError,
    TooManyOutcomes as TooManyOutcomes,
    UnknownName as UnknownName,
)
from kibitz.game import (
    Game as Game,
    Move as Move,
    Outcome as Outcome,
    Payoffs as Payoffs,
    Position as Position,
)
from kibitz.games import all_games as all_games, game as game
from kibitz.games.bridge.auction import Auction as Auction
from kibitz.games.bridge.contract import Contract as Contract
from kibitz.games.bridge.par import Par as Par, par as par
from kibitz.history import History as History
from kibitz.leaf_table import LeafTable as LeafTable, Verdict as Verdict
from kibitz.native import NativeGame as NativeGame, include_folder as include_folder
from kibitz.players.appraisal import Appraisal as Appraisal
from kibitz.players.clock import Clock as Clock
from kibitz.players.player import OpenPlayer as OpenPlayer, Player as Player, player as player
from kibitz.players.worlds import Weighed as Weighed, Worlds as Worlds, worlds as worlds
from kibitz.presets import PRESETS as PRESETS
from kibitz.results import Limit as Limit, Progress as Progress, Result as Result, Stats as Stats
from kibitz.scoring import Evaluation as Evaluation, Utility as Utility
from kibitz.values import (
    Means as Means,
    Mixture as Mixture,
    Several as Several,
    Value as Value,
    Vector as Vector,
)
from kibitz.whole.view import Played as Played, Public as Public, View as View, view as view

__version__: str
__all__: list[str]
