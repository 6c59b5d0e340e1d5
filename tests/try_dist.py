"""Tries what `make dist` has built: python tests/try_dist.py FOLDER.

The source archive holds sources only. Each Python that is found takes one of the wheels, which
installs and runs with no compiler in reach; so does the source archive, on the reference alone.
All hold the page, and serve it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path

from make_dist import in_words, pythons, takes

SPADES = "spades(players=3,bids=1/1/2,utility=mot,breaking=false)"
HAND = "7..K.4 .2..K7 J...A3"
PAGE = Path(__file__).parents[1] / "src" / "kibitz" / "web" / "static"
STATIC = [str(path.relative_to(PAGE)) for path in PAGE.rglob("*") if path.is_file()]
"""The files of the page."""
LICENCES = {
    "LICENSE",
    *(f"LICENSE-{name}.txt" for name in ("htm", "nanobind", "preact", "robin-map")),
}
HEADERS = {"native.h", "concept.hpp", "own_search.hpp", "games/tree.hpp"}
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


def licences(wheel: Path) -> set[str]:
    """Whose licences a wheel holds."""
    with zipfile.ZipFile(wheel) as files:
        names = [name for name in files.namelist() if not name.endswith("/")]
    return {Path(name).name for name in names if ".dist-info/licenses/" in name}


def headers(wheel: Path) -> set[str]:
    """The headers for native games in a wheel."""
    place = "kibitz/include/kibitz/"
    with zipfile.ZipFile(wheel) as files:
        return {name.removeprefix(place) for name in files.namelist() if name.startswith(place)}


def installed(file: Path, folder: Path, python: Path) -> Path:
    """The command `kibitz` of a new environment in which no compiler works."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    no_compiler = {"PATH": str(folder / "bin"), "CC": "/bin/false", "CXX": "/bin/false"}
    no_compiler = {**os.environ, **no_compiler}
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{file}[serve]"]
    subprocess.run([folder / "bin" / "python", *words], env=no_compiler, check=True)
    return folder / "bin" / "kibitz"


def printed(command: Path, *words: str) -> str:
    """What a command prints, with nothing else in reach."""
    done = subprocess.run(
        [command, *words], env={"PATH": ""}, check=True, capture_output=True, text=True
    )
    return done.stdout


def page_files(kibitz: Path) -> set[str]:
    """What an installed page is made of."""
    where = "import kibitz, pathlib; print(pathlib.Path(kibitz.__file__).parent)"
    folder = Path(printed(kibitz.parent / "python", "-c", where).strip()) / "web" / "static"
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def served(kibitz: Path) -> bytes:
    """The page as an installed command serves it."""
    command = [str(kibitz), "serve", "--no-browser"]
    with subprocess.Popen(command, env={"PATH": ""}, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            cookies = urllib.request.HTTPCookieProcessor(CookieJar())
            opener = urllib.request.build_opener(cookies)
            with opener.open(server.stdout.readline().partition("#")[0].strip()) as page:
                return bytes(page.read())
        finally:
            server.terminate()


def try_file(file: Path, python: Path, engine: str) -> None:
    """Install a file for a Python, solve a hand, and ask for the page."""
    with tempfile.TemporaryDirectory() as place:
        kibitz = installed(file.resolve(), Path(place) / "environment", python)
        assert f"({engine})" in printed(kibitz, "--version"), printed(kibitz, "--version")
        solved = printed(kibitz, "solve", SPADES, HAND)
        assert solved.startswith("move     DK\nvalue    (13, 0, 23)\n"), solved
        assert solved.endswith(f"({engine})\n"), solved
        assert page_files(kibitz) == set(STATIC), page_files(kibitz) ^ set(STATIC)
        assert b"<title>Kibitz</title>" in served(kibitz)


def main(folder: Path) -> None:
    """Try all files."""
    archive, wheels = only(folder, "*.tar.gz"), sorted(folder.glob("*.whl"))
    assert products(archive) == [], products(archive)
    for wheel in wheels:
        assert licences(wheel) == LICENCES, licences(wheel) ^ LICENCES
        assert headers(wheel) >= HEADERS, HEADERS - headers(wheel)
    for version, python in pythons().items():
        (wheel,) = [wheel for wheel in wheels if takes(version, wheel)]
        try_file(wheel, python, "kernel")
        where = f"on Python {in_words(version)}"
        print(f"{wheel.name} installs and runs without a compiler {where}, on the kernel")
    try_file(archive, Path(sys.executable), "reference")
    print(f"{archive.name} installs and runs without a compiler, on the reference")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
