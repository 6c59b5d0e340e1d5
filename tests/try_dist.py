"""Tries what `make dist` has built: python tests/try_dist.py FOLDER.

The source archive holds sources only. The wheel installs and runs with no compiler in
reach; so does the source archive, on the reference alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

SPADES = "spades(players=3,bids=1/1/2,utility=mot,breaking=false)"
HAND = "7..K.4 .2..K7 J...A3"
PRODUCTS = {".o", ".so", ".pyc", ".sqlite", ".whl"}


def only(folder: Path, pattern: str) -> Path:
    """The one file of a pattern."""
    (found,) = folder.glob(pattern)
    return found


def products(archive: Path) -> list[str]:
    """What a source archive holds that is built from something else."""
    with tarfile.open(archive) as files:
        names = files.getnames()
    return [name for name in names if Path(name).suffix in PRODUCTS or "/build/" in name]


def installed(file: Path, folder: Path) -> Path:
    """The command `kibitz` of a new environment in which no compiler works."""
    venv.create(folder, with_pip=True)
    no_compiler = {"PATH": str(folder / "bin"), "CC": "/bin/false", "CXX": "/bin/false"}
    no_compiler = {**os.environ, **no_compiler}
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(file)]
    subprocess.run([folder / "bin" / "python", *words], env=no_compiler, check=True)
    return folder / "bin" / "kibitz"


def printed(command: Path, *words: str) -> str:
    """What a command prints, with nothing else in reach."""
    done = subprocess.run(
        [command, *words], env={"PATH": ""}, check=True, capture_output=True, text=True
    )
    return done.stdout


def main(folder: Path) -> None:
    """Try both files."""
    wheel, archive = only(folder, "*.whl"), only(folder, "*.tar.gz")
    assert products(archive) == [], products(archive)
    for file, engine in ((wheel, "kernel"), (archive, "reference")):
        with tempfile.TemporaryDirectory() as place:
            kibitz = installed(file.resolve(), Path(place) / "environment")
            assert f"({engine})" in printed(kibitz, "--version"), printed(kibitz, "--version")
            solved = printed(kibitz, "solve", SPADES, HAND)
            assert solved.startswith("move     DK\nvalue    (13, 0, 23)\n"), solved
            assert solved.endswith(f"({engine})\n"), solved
        print(f"{file.name} installs and runs without a compiler, on the {engine}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
