"""Kibitz sees every hand and finds the best move, in games of more than two players.

The names listed here are the interface. `kibitz.solve`, `analyse`, `game`, `perft`, `bench` and
`prospects` are the functions; the modules of these names are elsewhere. A name is loaded when it
is first used, so that a program waits only for what it needs. `__init__.pyi` says the same to
readers of types.
"""

from . import starting  # noqa: F401 before all that takes time

# isort: split
import importlib
from typing import Any

from . import game  # the module: once loaded, it does not take the name of the function again

del game

__version__ = "0.1.0"

_NAMES = {
    "advising.advise": "Advice advise",
    "advising.batch": "answer answer_many",
    "algorithm": "Algorithm all_algorithms",
    "asking.analyse": "Analyser Analysis MoveValue analyse analysing",
    "asking.beliefs": "Beliefs beliefs",
    "asking.bench": "bench",
    "asking.choosing": "strongest",
    "asking.deals": "Deals deals",
    "asking.many": "compare_many solve_many",
    "asking.perft": "Counts perft",
    "asking.prospects": "Prospect Prospects ScoreRange prospect prospects",
    "asking.review": "Review Turn review reviewing",
    "asking.solve": "compare solve trace",
    "asking.study": "Case Study analyse_deals compare_deals",
    "asking.ties": "Ties ties",
    "asking.trace": "Step Trace",
    "asking.trick_table": "TrickTable trick_table",
    "building": "Built BuiltGame CompileError build",
    "cards": "Card Duties Pack Restrictions Rules TrickGame TrickPosition TrumpGame",
    "check": "Faults check_game",
    "check.find": "Example NotFound find",
    "check.parts": "CounterExample PartCheck check_part",
    "comparison": "Comparison Refusal agree",
    "engines.problem.memory": "TranspositionTable",
    "engines.problem.protocol": "Cancel",
    "engines.reference": "BackupRule DecisionTest PruningRule Run Search",
    "errors": "GameError IllegalMove InvalidAlgorithm KibitzError TextError TooManyOutcomes "
    "UnknownName",
    "game": "Game Move Outcome Payoffs Position",
    "games": "all_games game",
    "games.bridge.auction": "Auction",
    "games.bridge.contract": "Contract",
    "games.bridge.par": "Par par",
    "history": "History",
    "leaf_table": "LeafTable Verdict",
    "native": "NativeGame include_folder",
    "players.appraisal": "Appraisal",
    "players.clock": "Clock",
    "players.player": "OpenPlayer Player player",
    "players.worlds": "Weighed Worlds worlds",
    "presets": "PRESETS",
    "results": "Limit Progress Result Stats",
    "scoring": "Evaluation Utility",
    "values": "Means Mixture Several Value Vector",
    "whole.view": "Played Public View view",
}
"""The public names by the modules that they are from."""
_HOMES = {name: f"{__name__}.{home}" for home, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """A public name, loaded now; or a module of the package, such as `kibitz.cards`."""
    if name in _HOMES:
        found = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = found
        return found
    if not name.startswith("_"):
        module = f"{__name__}.{name}"
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
