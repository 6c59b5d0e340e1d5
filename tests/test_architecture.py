"""The rooms: no ring of imports, doors that stay shut, and walks that are walked."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WRITER = ROOT / "docs" / "write_architecture_page.py"
HOUSE = runpy.run_path(str(WRITER))
WALKS = HOUSE["WALKS"]

SHUT = [
    ("games", "engines.reference"),
    ("engines.reference", "games"),
    ("engines.reference", "cards"),
    *(("lab", room) for room in ("games", "cards", "whole", "players", "matches", "experiments")),
    *(("players", room) for room in ("matches", "lab", "experiments")),
    ("cards", "games"),
    ("engines.reference", "engines.kernel"),
    *((room, "bridges") for room in ("kibitz", "cli", "web", "experiments", "matches", "games")),
]
OPEN = [("engines.reference.tricks", "cards")]


def is_in(inner: str, room: str) -> bool:
    return f"{inner}.".startswith(f"{room}.")


def test_no_rooms_import_each_other_in_a_ring() -> None:
    assert HOUSE["cycle"](HOUSE["graph"]()) == []


def test_a_ring_is_found() -> None:
    rooms = {"a": {"b"}, "b": {"c", "d"}, "c": set(), "d": {"e"}, "e": {"b"}}
    assert HOUSE["cycle"](rooms) == ["b", "d", "e", "b"]


def test_imports_inside_functions_count_and_those_for_types_do_not() -> None:
    found = {edge.imported for edge in HOUSE["edges"]("kibitz.experiments")}
    assert "kibitz.lab.runner" in found  # imported in a function
    assert "kibitz.algorithm" not in HOUSE["graph"]()["engines.problem"]  # imported for types


@pytest.mark.parametrize(("above", "below"), SHUT)
def test_doors_stay_shut(above: str, below: str) -> None:
    through = [
        f"{edge.module}, line {edge.line}: {edge.imported}"
        for edge in HOUSE["all_edges"]()
        for one, other in [(HOUSE["room"](edge.module), HOUSE["room"](edge.imported))]
        if is_in(one, above) and is_in(other, below)
        if not any(is_in(one, open_) and is_in(other, to) for open_, to in OPEN)
    ]
    assert through == []


def test_every_room_of_a_shut_door_is_there() -> None:
    rooms = HOUSE["graph"]()
    assert {room for door in [*SHUT, *OPEN] for room in door} <= rooms.keys()


def test_each_room_stands_above_what_it_imports() -> None:
    rooms = HOUSE["graph"]()
    floors = HOUSE["floors"](rooms)
    floor = {room: number for number, names in enumerate(floors) for room in names}
    assert floor.keys() == rooms.keys()
    assert all(floor[room] < floor[below] for room in rooms for below in rooms[room])


@pytest.mark.parametrize("number", range(len(WALKS)))
def test_a_walk_passes_its_files_in_their_order(number: int) -> None:
    """In a process of its own, since what is known already is not walked again."""
    script = f"import runpy; print(*runpy.run_path({str(WRITER)!r})['WALKS'][{number}].run())"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    passed = iter(done.stdout.split())
    assert [name for name in WALKS[number].files if name not in passed] == []


def test_the_page_and_its_drawing_are_written_anew() -> None:
    assert HOUSE["PAGE"].read_text() == HOUSE["page"](), "run make docs: architecture.md"
    drawn = HOUSE["svg"](HOUSE["graph"]())
    assert HOUSE["DRAWING"].read_text() == drawn, "run make docs: images/architecture.svg"


def test_the_page_of_the_kernel_lists_every_file_beside_its_twin() -> None:
    page = (ROOT / "docs" / "kernel.md").read_text()
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", page.partition("## Side by side")[2], re.M)
    kernel, source = ROOT / "kernel", ROOT / "src" / "kibitz"
    names = {name for files, _ in rows for name in re.findall("`(.*?)`", files)}
    listed = {path for name in names for path in kernel.glob(name)}
    assert listed == {path for end in ("h", "hpp", "cpp") for path in kernel.glob(f"**/*.{end}")}
    twins = {name for _, files in rows for name in re.findall("`(.*?)`", files)}
    homes = source / "engines" / "reference", source
    assert [name for name in twins if not any((home / name).exists() for home in homes)] == []
