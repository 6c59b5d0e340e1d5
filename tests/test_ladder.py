"""The program that writes the page of the ladder."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from kibitz.lab.estimate import NOTHING, Estimate
from kibitz.lab.store import Store
from kibitz.matches.match import Match
from kibitz.matches.start import begin

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def ladder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ladder", DOCS / "write_ladder_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_game_of_the_ladder_has_its_place_on_the_page(ladder: ModuleType) -> None:
    marks = re.findall(r"<!-- (.*) -->\n", (DOCS / "ladder.md").read_text())
    assert [mark for mark in marks if mark != "end"] == [*ladder.GAMES, "briefly", "searches"]
    for game in (*ladder.GAMES, *ladder.BRIEFLY, *ladder.BOARDS):
        assert begin(game, 0).players > 1


def test_every_search_for_many_players_is_a_player_of_its_game(ladder: ModuleType) -> None:
    for game, one, two in ladder.SEARCHES:
        assert Match(game, (one, two)).players == (one, two)


def test_a_match_of_searches_has_a_line_that_is_read_back(
    ladder: ModuleType, tmp_path: Path
) -> None:
    store = tmp_path / "ladder.sqlite"
    with Store(store):
        lines = list(ladder.searches({}, store, False, True, 0))
    assert len(lines) == 2 + len(ladder.SEARCHES)
    assert all(line.endswith("| not played |") for line in lines[2:])
    played = "\n".join(lines).replace("not played", "+1.00, 1 of 10 blocks")
    assert set(ladder.cells(played).values()) == {"+1.00, 1 of 10 blocks"}
    again = ladder.searches(ladder.cells(played), store, True, True, 0)
    assert "\n".join(again) == played


def test_a_table_has_a_row_for_each_player_but_the_first(ladder: ModuleType) -> None:
    asked: list[tuple[str, str]] = []

    def apart(one: str, two: str) -> str:
        asked.append((one, two))
        return f"{len(asked):+}.00"

    text = ladder.table("whole-hearts(to=50)", apart)
    lines = text.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:6]] == [
        f"| {name}" for name in ladder.PLAYERS[1:]
    ]
    assert asked[:3] == [
        ("rules", "random"),
        ("playouts(20)", "random"),
        ("playouts(20)", "rules"),
    ]
    assert len(asked) == 10 + 5
    assert len({line.count("|") for line in lines[:6]}) == 1
    assert "`sampling(aim=game)` against `sampling`: +15.00." in lines
    assert lines[-1] == "10 blocks unless a cell says otherwise, deals from 1000 on, 4 players."
    cells = ladder.cells(text)
    assert [cells[pair] for pair in asked] == [f"{at:+}.00" for at in range(1, 16)]


@pytest.mark.parametrize(
    ("game", "aim", "weigh"),
    [
        ("hearts", False, False),
        ("whole-hearts", True, False),
        ("whole-oh-hell", True, False),
        ("whole-spades", False, True),
    ],
)
def test_a_variant_plays_where_it_differs(
    ladder: ModuleType, game: str, aim: bool, weigh: bool
) -> None:
    names = list(ladder.variants(game))
    assert ("sampling(aim=game)" in names, "sampling(weigh=bids)" in names) == (aim, weigh)
    assert list(ladder.variants("chinese_checkers")) == []


def test_what_was_not_played_is_no_cell(ladder: ModuleType) -> None:
    text = ladder.table("hearts", lambda one, two: ladder.NOT_PLAYED)
    assert ladder.cells(text) == {}


@pytest.mark.parametrize("missing", [True, False])
def test_what_the_page_has_stays_where_nothing_is_played(
    ladder: ModuleType, missing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, store = tmp_path / "ladder.md", tmp_path / "store.sqlite"
    before = (DOCS / "ladder.md").read_text()
    page.write_text(before)
    monkeypatch.setattr(ladder, "PAGE", page)
    with Store(store):
        ladder.write(store, missing, so_far=True)
    assert page.read_text() == before


def test_a_difference_is_bold_if_its_interval_excludes_zero(ladder: ModuleType) -> None:
    assert ladder.written(Estimate(1.0, 0.5, 1.5, 20), 20) == "**+1.00 (+0.50 to +1.50)**"
    assert ladder.written(Estimate(1.0, -0.5, 2.5, 20), 20) == "+1.00 (-0.50 to +2.50)"
    assert ladder.written(NOTHING, 20) == "not played"


def test_a_cell_with_fewer_blocks_says_how_many(ladder: ModuleType) -> None:
    assert ladder.written(Estimate(1.0, 0.5, 1.5, 8), 10) == (
        "**+1.00 (+0.50 to +1.50)**, 8 of 10 blocks"
    )
    assert ladder.written(Estimate(-1.0), 10) == "-1.00, 1 of 10 blocks"


@pytest.mark.parametrize(("minutes", "blocks"), [(0, [10]), (1, [1, 2, 4, 8, 10]), (0.3, [1, 2])])
def test_within_minutes_there_are_twice_as_many_blocks_each_time(
    ladder: ModuleType, minutes: float, blocks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(ladder, "match", lambda *_, **more: asked.append(more["blocks"]))
    monkeypatch.setattr(ladder.time, "monotonic", lambda: 6.0 * len(asked))
    ladder.played("chinese_checkers", "rules", "random", Path("store"), minutes=minutes)
    assert asked == blocks
