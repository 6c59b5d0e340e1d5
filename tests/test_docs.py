"""README and docs run as printed.

Python blocks are doctests. In console blocks, every line after `$ ` is typed, and what
follows is what it prints; which engine it names does not matter, nor do times.
"""

from __future__ import annotations

import dataclasses
import doctest
import re
import runpy
import shlex
from pathlib import Path

import matplotlib
import pytest
from commands import timeless

import kibitz
from kibitz import games
from kibitz.cli import main
from kibitz.scoring import all_utilities

matplotlib.use("Agg")

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUN = re.compile(r"^\$ kibitz ((?:[^\n]*\\\n)*[^\n]*)\n(.*?)(?=^\$ |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \|", re.MULTILINE)
LINK = re.compile(r"\]\((?!http)([^)#]+)")
API = runpy.run_path(str(ROOT / "docs" / "write_api_page.py"))
SITE = runpy.run_path(str(ROOT / "docs" / "conf.py"))


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_python_blocks_give_what_is_printed(page: Path) -> None:
    text = page.read_text()
    code = "".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(
        code, {"__name__": "__main__"}, str(page), str(page), 0
    )
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_commands_print_what_is_printed(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for block in BLOCK.findall(page.read_text()):
        for words, expected in RUN.findall(block):
            main(shlex.split(words.replace("\\\n", " ")))
            shown = capsys.readouterr()
            assert timeless(shown.out + shown.err) == timeless(expected), words


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", games.GAMES.files)
def test_the_page_of_a_game_of_rules_lists_its_arguments(name: str) -> None:
    """Beside those of every trick game, which docs/texts.md has."""
    page = (ROOT / "docs" / "games" / f"{name.replace('_', '-')}.md").read_text()
    listed = {word for row in ROW.findall(page) for word in re.findall(r"`(\w+)`", row)}
    fields = set(kibitz.game(name).arguments())
    every = {field.name for field in dataclasses.fields(kibitz.TrickGame)}
    assert listed <= fields
    assert fields - every <= listed


def test_the_pages_of_the_algorithms_are_what_the_program_writes() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "write_algorithm_pages.py"))["pages"]()
    assert {page.name for page in (ROOT / "docs" / "algorithms").iterdir()} == set(written)
    for name, text in written.items():
        assert (ROOT / "docs" / "algorithms" / name).read_text() == text, f"run make docs: {name}"


@pytest.mark.parametrize("name", kibitz.__all__)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    known = {"kibitz": kibitz, "__name__": "__main__"}
    test = doctest.DocTestParser().get_doctest(API["docstring"](name), known, name, name, 0)
    assert test.examples, f"write an example into the docstring of {name}"
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_of_the_public_names_is_what_the_program_writes() -> None:
    listed = [name for names in API["modules"]().values() for name in names]
    assert sorted(listed) == sorted(kibitz.__all__)
    assert API["PAGE"].read_text() == API["page"](), "run make docs: api.md"


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = [page for pages in SITE["NAVIGATION"].values() for page in pages]
    assert sorted(listed) == sorted(set(listed))
    pages = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")}
    assert {ROOT / f"{page}.md" for page in listed} == pages - {ROOT / "README.md"}


def test_texts_name_every_game_and_utility() -> None:
    text = (ROOT / "docs" / "texts.md").read_text()
    for name in games.names():
        assert f"(games/{name.replace('_', '-')}.md)" in text, name
    for name in all_utilities():
        assert re.search(rf"^\| `{name}[`(]", text, re.MULTILINE), name


def test_the_readme_names_every_game() -> None:
    words = (ROOT / "README.md").read_text()
    assert [name for name in games.names() if f"[{name}](docs/games/" not in words] == []
    listed = words.partition("* **Games**")[2].partition("\n* **")[0].lower()
    shown = [name.replace("_", " ").replace("-", " ") for name in games.names() if name != "tree"]
    listed = " ".join(listed.replace("-", " ").replace("!", "").split())
    assert [name for name in shown if name not in listed] == []


def test_the_glossary_has_both_engines_and_the_words_of_two_sided_searches() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text()
    for word in ("kernel", "reference", "paranoid", "window", "probe"):
        assert f"*{word}*" in text, word


def test_the_rows_of_the_glossary_stand_in_order() -> None:
    rows = re.findall(
        r"^\| \*\*(.*?)\*\*", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE
    )
    assert [row.lower() for row in rows] == sorted(row.lower() for row in rows)


def test_the_readme_starts_with_the_two_commands() -> None:
    first = re.search(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert first is not None
    assert [line.partition("#")[0].strip() for line in first[1].splitlines()] == [
        "make demo",
        "make test",
    ]


def test_every_code_block_is_of_a_kind_that_is_run_or_plain() -> None:
    for page in PAGES:
        kinds = re.findall(r"^```(\w*)\n", page.read_text(), re.MULTILINE)
        assert set(kinds) <= {"", "sh", "python", "console", "text", "cpp"}, page
