"""The definition of every algorithm, in plain Python, written to be read.

Begin with `plain.py`, max^n in fifteen lines. `search.py` is the one loop that prunes it; the
other files are its parts, one per axis of the composition, which `kibitz.algorithm` lists. A part
registers itself; any file in this folder is found.
"""

import importlib
import pkgutil

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

from kibitz.engines.problem.ordering import ORDERS, Order  # noqa: E402
from kibitz.engines.problem.scores import COMBINE  # noqa: E402
from kibitz.engines.reference.backup_rule import BackupRule  # noqa: E402
from kibitz.engines.reference.bounds import RULES, PruningRule  # noqa: E402
from kibitz.engines.reference.decision import TESTS, DecisionTest  # noqa: E402
from kibitz.engines.reference.engine import Reference  # noqa: E402
from kibitz.engines.reference.searches import SEARCHES, Run, Search  # noqa: E402

__all__ = [
    "COMBINE",
    "ORDERS",
    "RULES",
    "SEARCHES",
    "TESTS",
    "BackupRule",
    "DecisionTest",
    "Order",
    "PruningRule",
    "Reference",
    "Run",
    "Search",
]
