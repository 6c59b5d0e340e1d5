"""The documentation as a site in build/site, made by `make site`; it needs no network.

The pages are the Markdown files as they are. The source folder is the whole repository, so
that README and docs link to each other as they do elsewhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

project = "Kibitz"
copyright = "the Kibitz developers"
extensions = ["myst_parser"]
root_doc = "README"
source_suffix = {".md": "markdown"}
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*", "build", "dist", "src", "kernel", "tests", "bench"]
html_theme = "furo"
html_title = "Kibitz"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 3
pygments_style = "friendly"


def _pages(folder: str, *first: str) -> list[str]:
    """The pages of a folder, some of them first."""
    found = sorted(page.stem for page in (ROOT / "docs" / folder).glob("*.md"))
    ordered = [*first, *(name for name in found if name not in first)]
    return [f"docs/{folder}/{name}" for name in ordered]


NAVIGATION: dict[str, list[str]] = {
    "Use": [
        "docs/page",
        "docs/texts",
        "docs/ties-and-order",
        "docs/equilibria",
        "docs/leaf-value-tables",
        "docs/horizon",
        "docs/whole-deals",
        "docs/defaults",
        "docs/two-sides",
        "docs/speed",
        "docs/back-up-rules",
        "docs/best-first",
        "docs/bridges",
    ],
    "Games": [*_pages("games"), "docs/rules-files", "docs/own-games", "docs/native-games"],
    "Play": [
        "docs/players",
        "docs/protocol",
        "docs/matches",
        "docs/whole-games",
        "docs/ladder",
    ],
    "Algorithms": _pages("algorithms", "index"),
    "Experiments": ["docs/research", "docs/experiments", *_pages("reproduction", "index")],
    "Reference": ["docs/api", "docs/glossary"],
    "Inside": [
        "docs/architecture",
        "docs/search",
        "docs/kernel",
        "docs/status",
        "CONTRIBUTING",
        "CHANGELOG",
    ],
}


def _add_navigation(app: Any, page: str, source: list[str]) -> None:
    """Below the README, which is the first page, stands what the others are."""
    if page == root_doc:
        for caption, pages in NAVIGATION.items():
            listed = "\n".join(pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _add_navigation)
