"""Own code that is changed under a store: no result of the old code is taken for one of the new."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import pytest
from counted import measured

from kibitz import KibitzError
from kibitz.lab.fingerprint import fingerprint
from kibitz.lab.own_code import own_code
from kibitz.lab.pools import Pools, _Threads
from kibitz.lab.store import Store
from kibitz.lab.work import Work
from kibitz.loading import load
from kibitz.matches.match import Match

SEARCHING = """
from kibitz.lab.experiment import Experiment, Task

class Own(Experiment):
    title = paper = setting = "of my own"

    def tasks(self, quick):
        what = {"game": "GAME", "deal": "1", "algorithm": "ALGORITHM"}
        return [Task("a", 0, what)]

    def lines(self, results):
        return []
"""
MEASURING = """
from kibitz.lab.work import Work, Task

class Own(Work):
    def tasks(self, quick):
        return [Task("a", 0, {"of": "1"})]

    def measure(self, task, cancel):
        return {"found": FOUND}
"""
CHOICE = "int(BOTS[0].choose(view(game('spades(players=3,cards=4)').deal(1))))"
BOTS = """
from kibitz import game, view
from kibitz.players import Player

class Base(Player):
    def play(self, view):
        return view.moves()[0]

class Bot(Base):
    pass

BOTS = [Bot()]
"""
NOTED = """
class Notes:
    def __init__(self):
        self.noted = []
    def note(self, thing):
        self.noted.append(thing)
        return thing

NOTES = Notes()
"""
SETTINGS = """
from dataclasses import asdict, dataclass

@dataclass
class Settings:
    worth: int = 1

SETTINGS = Settings()
"""
BOT = "def bot(view):\n    return str(view.moves()[AT])\n"
GAME = "spades(players=3,cards=4)"
OWN_RULES = """
players = 3
suits = "S H D C"
ranks = "A K Q J T 9"
trump = "S"
points = { A = 11, K = 4 }
"""
TEST = """
from kibitz import DecisionTest

class Own(DecisionTest):
    needs = "bounds"
    def __init__(self, scores): pass
    def possible(self, bounds, feasible): return True
"""
PROGRAM = """
import sys
from own_rule import number
for line in sys.stdin:
    import json
    print(json.loads(line)["moves"][number], flush=True)
"""


def searching(game: str = GAME, algorithm: str = "shallow") -> str:
    return SEARCHING.replace("GAME", game).replace("ALGORITHM", algorithm)


def measuring(found: str, before: str = "") -> str:
    return before + MEASURING.replace("FOUND", found)


@dataclass(frozen=True)
class Kind:
    """Files, which of them is changed and how, and the work: an experiment, or a player."""

    files: Mapping[str, str]
    change: tuple[str, str, str]
    work: str = "own_work:Own"
    game: str = "spades(players=3,cards=4)"


KINDS = {
    "game": Kind(
        {
            "own_work.py": searching("own_game:Mine(players=3)"),
            "own_game.py": "from kibitz.games.spades import Spades\nclass Mine(Spades):\n"
            "    def deal(self, seed, cards=None):\n        return super().deal(seed, cards=4)\n",
        },
        ("own_game.py", "cards=4", "cards=5"),
    ),
    "utility": Kind(
        {
            "own_work.py": searching("spades(players=3,cards=5,utility=own_score:few)"),
            "own_score.py": "def few(tricks): return [t for t in tricks]\n",
        },
        ("own_score.py", "[t for", "[-t for"),
    ),
    "decision test": Kind(
        {"own_work.py": searching(algorithm="shallow(test=own_test:Own)"), "own_test.py": TEST},
        ("own_test.py", "return True", "return False"),
    ),
    "order": Kind(
        {
            "own_work.py": searching(algorithm="shallow(order=own_order:first)"),
            "own_order.py": "def first(position): return sorted(position.moves(), key=str)\n",
        },
        ("own_order.py", "key=str", "key=str, reverse=True"),
    ),
    "evaluation": Kind(
        {
            "own_work.py": searching(
                algorithm="maxn(leaf=own_leaf:worth,width=1)"
            ).replace("def lines", "def measure(self, task, cancel):\n"
            "        from kibitz import Limit, game, solve\n"
            "        deal = game(task.what['game']).deal(1)\n"
            "        found = solve(deal, task.what['algorithm'], limit=Limit(depth=2))\n"
            "        return {'first': found.value[0]}\n\n    def lines"),
            "own_leaf.py": "def worth(position): return (1, 2, 3)\n",
        },
        ("own_leaf.py", "(1, 2, 3)", "(2, 2, 3)"),
    ),
    "player, a function": Kind(
        {"own_bot.py": BOT.replace("AT", "0")}, ("own_bot.py", "[0]", "[-1]"), "own_bot:bot"
    ),
    "player, a class": Kind(
        {
            "own_bot.py": "from kibitz.players import Player\nclass Bot(Player):\n"
            "    def play(self, view): return view.moves()[0]\n"
        },
        ("own_bot.py", "[0]", "[-1]"),
        "own_bot:Bot",
    ),
    "helper of a player": Kind(
        {"own_bot.py": "from own_rule import AT\n" + BOT, "own_rule.py": "AT = 0\n"},
        ("own_rule.py", "0", "-1"),
        "own_bot:bot",
    ),
    "helper of a helper": Kind(
        {
            "own_bot.py": "import own_rule\n" + BOT.replace("AT", "own_rule.at()"),
            "own_rule.py": "from own_deep import AT\ndef at():\n    return AT\n",
            "own_deep.py": "AT = 0\n",
        },
        ("own_deep.py", "0", "-1"),
        "own_bot:bot",
    ),
    "package with relative imports": Kind(
        {
            "own_pack/__init__.py": "from .inner import rules\n",
            "own_pack/inner/__init__.py": "",
            "own_pack/inner/rules.py": "from ..base import AT\n",
            "own_pack/base.py": "AT = 0\n",
            "own_pack/bots.py": "from . import rules\n" + BOT.replace("AT", "rules.AT"),
        },
        ("own_pack/base.py", "0", "-1"),
        "own_pack.bots:bot",
    ),
    "first file of a package": Kind(
        {
            "own_pack/__init__.py": "AT = 0\n",
            "own_pack/bots.py": "import own_pack\n" + BOT.replace("AT", "own_pack.AT"),
        },
        ("own_pack/__init__.py", "0", "-1"),
        "own_pack.bots:bot",
    ),
    "way of measuring": Kind(
        {"own_work.py": measuring("1")}, ("own_work.py", '"found": 1', '"found": 2')
    ),
    "list beside the measuring": Kind(
        {"own_work.py": measuring("sum(PARTS)", "PARTS = [1, 2]\n")},
        ("own_work.py", "[1, 2]", "[1, 3]"),
    ),
    "cached function beside it": Kind(
        {
            "own_work.py": measuring(
                "found()",
                "import functools\n@functools.cache\ndef found(): return 1\n",
            )
        },
        ("own_work.py", "return 1", "return 2"),
    ),
    "function of a module beside it": Kind(
        {
            "own_work.py": measuring("own_rule.found()", "import own_rule\n"),
            "own_rule.py": "def found(): return 1\n",
        },
        ("own_rule.py", "return 1", "return 2"),
    ),
    "function imported by its name": Kind(
        {
            "own_work.py": measuring("found()", "from own_rule import found\n"),
            "own_rule.py": "def found(): return 1\n",
        },
        ("own_rule.py", "return 1", "return 2"),
    ),
    "class above in another file": Kind(
        {
            "own_work.py": "import own_base\nclass Own(own_base.Own):\n    found = 1\n",
            "own_base.py": measuring("self.found + 0"),
        },
        ("own_base.py", "+ 0", "+ 1"),
    ),
    "attribute that a class above uses": Kind(
        {
            "own_work.py": "import own_base\nclass Own(own_base.Own):\n    found = 1\n",
            "own_base.py": measuring("self.found + 0"),
        },
        ("own_work.py", "found = 1", "found = 2"),
    ),
    "object of a class beside it": Kind(
        {"own_work.py": measuring(CHOICE, BOTS)}, ("own_work.py", "moves()[0]", "moves()[-1]")
    ),
    "class in a table beside it": Kind(
        {
            "own_work.py": measuring(
                CHOICE.replace("[0]", "[0]()"), BOTS.replace("[Bot()]", "[Bot]")
            )
        },
        ("own_work.py", "moves()[0]", "moves()[-1]"),
    ),
    "field of an object beside it": Kind(
        {"own_work.py": measuring("sum(asdict(SETTINGS).values())", SETTINGS)},
        ("own_work.py", "worth: int = 1", "worth: int = 2"),
    ),
    "function that a decorator notes": Kind(
        {
            "own_work.py": measuring(
                "NOTES.noted[0]()", NOTED + "@NOTES.note\ndef found(): return 1\n"
            )
        },
        ("own_work.py", "return 1", "return 2"),
    ),
    "class that a decorator notes": Kind(
        {
            "own_work.py": measuring(
                "NOTES.noted[0]()['x']",
                NOTED + "@NOTES.note\nclass Found(dict):\n    def __missing__(self, key):\n"
                "        return self.found()\n    def found(self): return 1\n",
            )
        },
        ("own_work.py", "return 1", "return 2"),
    ),
    "class that another is told of": Kind(
        {
            "own_work.py": measuring(
                "NOTED[0]().visit(ast.parse(''))",
                "import ast\nNOTED = []\nclass Base(ast.NodeVisitor):\n"
                "    def __init_subclass__(cls): NOTED.append(cls)\n"
                "class Found(Base):\n    def visit_Module(self, node): return 1\n",
            )
        },
        ("own_work.py", "return 1", "return 2"),
    ),
    "part named in a string of the code": Kind(
        {
            "own_work.py": measuring("nodes('shallow(test=own_test:Own)')",
                "from kibitz import game, solve\ndef nodes(text):\n"
                f"    return solve(game('{GAME}').deal(1), text).stats.visited\n"),
            "own_test.py": TEST,
        },
        ("own_test.py", "return True", "return False"),
    ),
    "module loaded by its name": Kind(
        {
            "own_work.py": measuring(
                "load().AT",
                "import importlib\ndef load(): return own\n"
                "own = importlib.import_module('own_rule')\n",
            ),
            "own_rule.py": "AT = 0\n",
        },
        ("own_rule.py", "0", "1"),
    ),
    "file of rules": Kind(
        {"own_work.py": searching("rules/own.toml(cards=3)"), "rules/own.toml": OWN_RULES},
        ("rules/own.toml", '"A K Q J T 9"', '"T 9 A K Q J"'),
    ),
    "file of rules that players play": Kind(
        {"own.toml": OWN_RULES},
        ("own.toml", "K = 4", "K = 5"),
        "rules",
        "own.toml(cards=3)",
    ),
    "file of rules in a string of the code": Kind(
        {
            "own_work.py": measuring("value()", "from kibitz import game, solve\ndef value():\n"
                "    return solve(game('own.toml').deal(2, 3)).value[0]\n"),
            "own.toml": OWN_RULES,
        },
        ("own.toml", "A = 11", "A = 21"),
    ),
    "program": Kind(
        {"own_program.py": PROGRAM, "own_rule.py": "number = 0\n"},
        ("own_program.py", "[number]", "[-1]"),
        f"external({sys.executable} own_program.py)",
    ),
    "helper of a program": Kind(
        {"own_program.py": PROGRAM, "own_rule.py": "number = 0\n"},
        ("own_rule.py", "0", "-1"),
        f"external({sys.executable} own_program.py)",
    ),
}  # fmt: skip


class Here(Pools):
    """Everything in threads, so that matches need no processes."""

    def executor(self, work: Work) -> Executor:
        return self._pools.setdefault("threads", _Threads(1))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pools]:
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    pools = Here()
    yield pools
    pools.close()
    forget()


def forget() -> None:
    """As in a new process: no own module is loaded."""
    for name in [name for name in sys.modules if name.startswith("own_")]:
        if name != "own_players":
            del sys.modules[name]
    importlib.invalidate_caches()


def write(files: Mapping[str, str]) -> None:
    for name, words in files.items():
        Path(name).parent.mkdir(exist_ok=True, parents=True)
        Path(name).write_text(words)


def made(kind: Kind, store: Path, pools: Pools) -> tuple[list[dict[str, float]], list[str]]:
    """The numbers of a work, in a process that knows nothing yet."""
    forget()
    if kind.work == "own_work:Own":
        work: Work = load(kind.work, "an experiment")()
    else:
        work = Match(kind.game, (kind.work, "random"), blocks=3)
    results, warnings = measured(work, store, pools)
    times = {f"{kind}seconds {player}" for kind in ("", "processor ") for player in range(2)}
    numbers = [dict(outcome.numbers) for outcome in results.outcomes]
    return [{key: one[key] for key in one.keys() - times} for one in numbers], warnings


@pytest.mark.parametrize("name", KINDS)
def test_changed_under_a_store_it_does_not_mix(name: str, here: Pools, tmp_path: Path) -> None:
    kind = KINDS[name]
    write(kind.files)
    old, _ = made(kind, tmp_path / "store", here)
    assert made(kind, tmp_path / "store", here)[0] == old
    file, before, after = kind.change
    assert before in kind.files[file]
    write({file: kind.files[file].replace(before, after)})
    new, warnings = made(kind, tmp_path / "store", here)
    assert new == made(kind, tmp_path / "another", here)[0]
    assert new != old
    assert sum("the way of measuring changed" in line for line in warnings) == 1
    write(kind.files)
    assert made(kind, tmp_path / "store", here)[0] == old


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("own_rule.py", "# a remark\nAT = 0\n"),
        ("own_rule.py", '"""What it is."""\nAT = 0\n'),
        ("own_other.py", "AT = 7\n"),
    ],
)
def test_a_comment_or_another_module_changes_nothing(
    file: str, words: str, here: Pools, tmp_path: Path
) -> None:
    kind = KINDS["helper of a player"]
    write({**kind.files, "own_other.py": "AT = 1\n"})
    made(kind, tmp_path / "store", here)
    write({file: words})
    assert made(kind, tmp_path / "store", here)[1] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("open('data').read()", "open (own_work.py, line 9)"),
        ("importlib.import_module(NAME).AT", "import_module (own_work.py, line 9)"),
        ("len(Path('data').read_text())", "read_text (own_work.py, line 9)"),
    ],
)
def test_what_cannot_be_followed_is_said_where_older_results_are_used(
    words: str, said: str, here: Pools, tmp_path: Path
) -> None:
    write({"own_work.py": measuring(f"1 if True else {words}"), "data": "1"})
    kind = Kind({}, ("", "", ""))
    assert made(kind, tmp_path / "store", here)[1] == []
    assert made(kind, tmp_path / "store", here)[1] == [
        f"own_work:Own: 1 older results are used, which do not notice a change of: {said}"
    ]


def test_a_remark_in_a_file_of_rules_changes_nothing(here: Pools, tmp_path: Path) -> None:
    kind = KINDS["file of rules"]
    write(kind.files)
    made(kind, tmp_path / "store", here)
    write({"rules/own.toml": f"# a remark\n{OWN_RULES}"})
    assert made(kind, tmp_path / "store", here)[1] == []


def test_the_rules_of_a_game_of_kibitz_belong_to_what_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.lab.own_code.BUILT_IN", tmp_path)
    (tmp_path / "skat.toml").write_text(OWN_RULES)
    before = own_code("skat(cards=3) rules v random")
    assert before != own_code("spades rules v random") == own_code("")
    (tmp_path / "skat.toml").write_text(OWN_RULES.replace("K = 4", "K = 5"))
    assert own_code("skat(cards=3) rules v random") != before


def test_a_table_of_functions_is_the_same_in_another_process(here: Pools) -> None:
    write({"own_work.py": measuring("T[0]()", "def one(): return 1\nT = {0: one}\n")})
    found = []
    for _ in range(2):
        work = load("own_work:Own", "an experiment")()
        found.append((fingerprint(work, *work.tasks(True)), sys.modules["own_work"]))
        forget()
    (first, one), (second, other) = found
    assert repr(one.T) != repr(other.T)
    assert first == second


def test_reading_runs_nothing(here: Pools) -> None:
    write({"own_pack/__init__.py": "1 / 0\n", "own_pack/bots.py": "1 / 0\n"})
    assert own_code("own_pack.bots:bot").text.count("1 / 0") == 2
    assert not any(name.startswith("own_pack") for name in sys.modules)


def test_what_is_installed_or_pythons_is_not_followed(here: Pools) -> None:
    write({"own_bot.py": "import json, pytest, kibitz\nimport own_rule\n", "own_rule.py": "A = 1"})
    assert own_code("own_bot:bot").text == (
        "own_bot\nimport json, pytest, kibitz\nimport own_rule\nown_rule\nA = 1"
    )


def test_a_module_that_is_loaded_counts_as_it_was(here: Pools) -> None:
    """What was changed in the file since is not what runs here, until it is loaded again."""
    write({"own_bot.py": "A = 1\n"})
    module = load("own_bot:A", "a number") and sys.modules["own_bot"]
    before = own_code("own_bot:A")
    write({"own_bot.py": "A = 2\n"})
    assert own_code("own_bot:A") == before
    sys.path.insert(0, str(Path.cwd()))
    try:
        importlib.reload(module)
    finally:
        sys.path.pop(0)
    assert own_code("own_bot:A") != before


def test_what_is_measured_while_its_code_is_changed_is_not_kept(
    here: Pools, tmp_path: Path
) -> None:
    change = "Path('own_rule.py').write_text('AT = 22')"
    write(
        {
            "own_work.py": measuring(f"{change} * load('own_rule:AT', 'a number')").replace(
                "class", "from pathlib import Path\nfrom kibitz.loading import load\n\nclass"
            ),
            "own_rule.py": "AT = 1\n",
        }
    )
    with pytest.raises(KibitzError, match="expected workers with the same own code"):
        made(Kind({}, ("", "", "")), tmp_path / "store", here)
    with Store(tmp_path / "store") as store:
        assert store.kept() == {}


def test_two_commands_one_with_changed_code_share_a_store(tmp_path: Path) -> None:
    """Each has the numbers of its own code, at the same time and afterwards."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for number, folder in enumerate(folders):
        folder.mkdir()
        (folder / "own_bot.py").write_text("from own_rule import AT\n" + BOT)
        (folder / "own_rule.py").write_text(f"AT = {-number}\n")
    words = ["match", GAME, "own_bot:bot", "random", "--blocks", "6", "--json", "--workers", "1"]

    def begin(folder: Path, store: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-P", "-m", "kibitz", *words, "--store", str(store)]
        return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)

    def scores(running: subprocess.Popen[str]) -> str:
        said, _ = running.communicate(timeout=300)
        assert running.returncode == 0
        return said.partition("milliseconds")[0]

    fresh = [scores(begin(folder, folder / "store")) for folder in folders]
    assert fresh[0] != fresh[1]
    both = [begin(folder, tmp_path / "store") for folder in folders]
    assert [scores(running) for running in both] == fresh
