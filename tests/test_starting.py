"""What is loaded when Kibitz starts: only what is needed, counted in modules."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import kibitz
from kibitz.cli import FAMILIES, _parser

HAND = ("spades(players=3,bids=1/1/2,utility=mot,breaking=false)", "7..K.4 .2..K7 J...A3")
HEAVY = {
    *("asyncio", "multiprocessing", "sqlite3", "subprocess", "socket", "concurrent", "tqdm"),
    *("difflib", "tomllib", "email", "importlib.metadata", "importlib.resources", "matplotlib"),
}
"""What takes long to load and is needed by few."""
SOLVE = (
    f"import sys; from kibitz.cli import main; main(['solve', *{HAND!r}]); "
    "print(*sys.modules, file=sys.stderr)"
)


def loaded(code: str) -> set[str]:
    """The modules that a program has loaded at its end, which it writes to stderr."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def rooms(modules: set[str]) -> set[str]:
    """The parts of Kibitz that modules belong to."""
    return {name.split(".")[1] for name in modules if name.startswith("kibitz.")}


def test_the_import_loads_no_search_no_cards_and_no_player() -> None:
    found = loaded("import sys, kibitz; print(*sys.modules, file=sys.stderr)")
    assert not rooms(found) & {"asking", "engines", "cards", "games", "players", "whole", "check"}
    assert not found & HEAVY
    assert len([name for name in found if name.startswith("kibitz.")]) <= 12


def test_solving_a_hand_in_the_shell_loads_no_player_no_file_of_bridge_and_no_other_verb() -> None:
    found = loaded(SOLVE)
    assert "kibitz.asking.solve" in found  # it did search
    assert not rooms(found) & {"players", "whole", "matches", "check", "lab", "web", "advising"}
    assert not found & HEAVY
    families = {f"kibitz.cli.{family}" for family in FAMILIES}
    assert found & families == {"kibitz.cli.searching", "kibitz.cli.completing"}
    assert not {name for name in found if name.startswith("kibitz.games.bridge")}


def test_the_stub_names_what_is_loaded_on_demand_and_from_where() -> None:
    stub = ast.parse(Path(str(kibitz.__file__)).with_suffix(".pyi").read_text())
    listed = {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert listed == kibitz._HOMES  # type: ignore[attr-defined]
    assert sorted(listed) == kibitz.__all__


def test_every_name_is_there_and_dir_lists_it() -> None:
    assert {*kibitz.__all__} <= {*dir(kibitz)}
    for name in kibitz.__all__:
        assert getattr(kibitz, name) is not None
    assert not hasattr(kibitz, "no_such_name")


def test_a_function_keeps_its_name_whatever_module_of_that_name_is_loaded() -> None:
    code = (
        "import kibitz.game, kibitz.asking.bench, kibitz.asking.solve, sys; import kibitz; "
        "print(kibitz.game.__name__, kibitz.bench.__module__, kibitz.solve.__module__, "
        "kibitz.cards.deck.__name__, type(kibitz.game).__name__, file=sys.stderr)"
    )
    assert loaded(code) == {
        *("game", "function", "kibitz.asking.bench", "kibitz.asking.solve", "kibitz.cards.deck"),
    }


def test_a_family_of_verbs_has_the_verbs_that_are_listed_for_it() -> None:
    for family, verbs in FAMILIES.items():
        _, known = _parser(verbs.split()[:1])
        assert known.names == verbs.split(), family
    _, everything = _parser([])
    assert everything.names == " ".join(FAMILIES.values()).split()
