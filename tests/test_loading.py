"""Own modules, as module:name."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import kibitz
from kibitz import KibitzError, TextError
from kibitz.loading import closed, load

MODULES = {
    "fails.py": "\nx = 1 / 0\n",
    "below.py": "import fails\n",
    "quits.py": "import sys\n\nsys.exit(3)\n",
    "typo.py": "def f(:\n",
    "library.py": "import json\n\njson.loads('{')\n",
    "late.py": "def few(o):\n    import beside\n\n    return beside.few(o)\n",
    "beside.py": "from mine import Mine\n\nfew = Mine.few\n",
    "stands_in.py": "",
    "mine.py": "class Mine:\n    @staticmethod\n    def few(o):\n        return [-t for t in o]\n",
}


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, code in MODULES.items():
        (tmp_path / name).write_text(code)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("fails:f", "ZeroDivisionError: division by zero (fails.py, line 2)"),
        ("below:f", "ZeroDivisionError: division by zero (fails.py, line 2)"),
        ("quits:f", "SystemExit: 3 (quits.py, line 3)"),
        ("typo:f", "SyntaxError: invalid syntax (typo.py, line 1)"),
        ("library:f", "char 1) (library.py, line 3)"),
        ("mine:no", "AttributeError: module 'mine' has no attribute 'no'"),
        ("no_such:f", "ModuleNotFoundError: No module named 'no_such'"),
    ],
)
def test_a_module_that_cannot_be_loaded_is_refused_in_one_line(name: str, why: str) -> None:
    with pytest.raises(KibitzError, match=re.escape(why) + r"\Z") as caught:
        kibitz.game(f"spades(players=3,utility={name})")
    assert str(caught.value).startswith(f"expected a utility 'module:name': '{name}': ")
    assert len(str(caught.value).splitlines()) == 1


def test_a_name_may_be_inside_of_a_class() -> None:
    assert load("mine:Mine.few", "utility")([1, 2]) == [-1, -2]


def test_what_lies_beside_an_own_module_is_found_by_it_alone_whenever_it_is_imported(
    tmp_path: Path,
) -> None:
    few = load("late:few", "utility")
    assert few([1, 2]) == [-1, -2]  # imports when it is called
    assert not (tmp_path / "__pycache__").exists()
    with pytest.raises(ModuleNotFoundError, match="stands_in"):
        importlib.import_module("stands_in")


def test_for_strangers_nothing_is_loaded_that_was_not_before() -> None:
    load("colorsys:rgb_to_hsv", "a function")
    with closed():
        assert load("colorsys:rgb_to_hsv", "a function") is not None
        with pytest.raises(TextError, match="named at the start: 'colorsys:rgb_to_yiq'"):
            load("colorsys:rgb_to_yiq", "a function")
    assert load("colorsys:rgb_to_yiq", "a function") is not None


def test_older_texts_of_the_utilities_of_whole_games_are_read() -> None:
    for older, now in (("spades:contract", "spades"), ("oh_hell:exact", "oh_hell")):
        name = older.partition(":")[2]
        found = kibitz.Utility.parse(f"kibitz.matches.whole_{older}")
        assert found == kibitz.Utility.parse(f"kibitz.whole.{now}:{name}")
