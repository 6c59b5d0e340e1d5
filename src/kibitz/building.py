"""Games compiled from their sources: a native game in C or C++, or a header around the search.

A library is kept under what it was made of: the source and what lies beside it, the headers of
Kibitz, the compiler and its flags. So it is compiled once, and again if any of that changes.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from kibitz import files
from kibitz.engines.kernel import BUILT, _kernel
from kibitz.errors import KibitzError, TextError, check_kind, reading, writing
from kibitz.games.chinese_checkers import way_home
from kibitz.native import SYMBOL, NativeGame, include_folder

ENTRY = "kibitz_built"
KINDS = {".c": "CC", ".cc": "CXX", ".cpp": "CXX", ".hpp": "CXX"}
"""What each kind of source is compiled by: the variable that may name another compiler."""
USUAL = {"CC": "cc", "CXX": "c++"}
FLAGS = {
    "CC": ("-std=c11", "-O3"),
    "CXX": ("-std=c++20", "-O3", "-DNDEBUG"),
}
ALWAYS = ("-shared", "-fPIC", "-Wall", "-Wextra", "-ffp-contract=off", "-fmax-errors=3")
QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*")
AROUND = """\
#include <kibitz/own_search.hpp>
#include "{source}"
static_assert(kibitz::searchable<{name}>, "a game has all that kibitz/concept.hpp asks for");
static_assert(
    std::constructible_from<{name}, const kibitz::opening<{name}::sides>&>,
    "a game is made from an opening");
extern "C" [[gnu::visibility("default")]] const kibitz::own_entry* {entry}() {{
    return &kibitz::own_functions<{name}>::entry;
}}
"""
_ONE_AT_A_TIME = threading.Lock()


class NoCompiler(TextError):
    """There is no compiler for a source."""


class CompileError(KibitzError):
    """A source does not compile; `output` is what the compiler says.

    >>> raise kibitz.CompileError("expected a game that compiles: 'game.hpp'", "line 1: ...")
    Traceback (most recent call last):
    kibitz.building.CompileError: expected a game that compiles: 'game.hpp'
    """

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


@dataclass(frozen=True)
class Built:
    """A library that was built from a source, now or earlier.

    >>> from pathlib import Path
    >>> print(kibitz.Built(Path("heaps.hpp"), Path("heaps.so"), new=False).show())
    heaps.so, built before
    """

    source: Path
    library: Path
    new: bool
    """Whether it was compiled just now."""

    def show(self) -> str:
        """Where it is."""
        return f"{self.library}, built {'now' if self.new else 'before'}"

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, ready for JSON."""
        return {"source": str(self.source), "library": str(self.library), "new": self.new}


class BuiltGame(NativeGame):
    """A native game that is compiled from its source when it is first used.

    A source in C or C++ has the struct of `kibitz/native.h`, called `kibitz_game`. A C++ header
    has a class, with the name of the file or `name`, that models `searchable` of
    `kibitz/concept.hpp`: it is compiled around the search. Without a compiler searches go to the
    reference.

    >>> kibitz.BuiltGame("heaps.hpp")
    BuiltGame('heaps.hpp')
    """

    def __init__(self, source: str | Path, name: str = "") -> None:
        self.source, self.name = Path(source), name
        self._entry = 0
        self._ready = False

    def __repr__(self) -> str:
        name = f", {self.name!r}" if self.name else ""
        return f"{type(self).__name__}({str(self.source)!r}{name})"

    def reason_against(self) -> str:
        try:
            self._load()
        except NoCompiler as error:
            return str(error)
        return ""

    def has(self, name: str) -> bool:
        self._load()
        if not self._entry:
            return super().has(name)
        entry = _Entry.from_address(self._entry)
        return bool({"order": entry.orders, "estimate": entry.estimates}.get(name, 0))

    @property
    def most_sides(self) -> int:
        self._load()
        return _Entry.from_address(self._entry).sides if self._entry else super().most_sides

    def places(self) -> tuple[int, int]:
        self._load()
        return (0, self._entry) if self._entry else super().places()

    def _load(self) -> None:
        """Build it if need be, and load it."""
        if self._ready:
            return
        built = build(self.source, self.name)
        if self.source.suffix == ".hpp":
            self._kept = library = ctypes.CDLL(str(built.library))
            found = getattr(library, ENTRY)
            found.restype = ctypes.c_void_p
            self._entry = found()
        else:
            loaded = NativeGame.load(built.library, self.name or SYMBOL)
            self._struct, self._kept = loaded._struct, loaded
        self._ready = True


class _Entry(ctypes.Structure):
    """The beginning of `own_entry` of `kibitz/own_search.hpp`."""

    _fields_: ClassVar[list[tuple[str, Any]]] = [
        ("question_size", ctypes.c_size_t),
        *((name, ctypes.c_int32) for name in ("sides", "orders", "estimates")),
    ]


def build(source: str | Path, name: str = "") -> Built:
    """The library of a source: compiled now, or earlier from the same source.

    `name` is that of the class in a header, if it differs from the name of the file. Libraries are
    kept in `kibitz/built` in the user's cache folder, `XDG_CACHE_HOME`. `way-home` is
    the table of an estimate of Chinese Checkers instead: about a minute, and 170 MB there.

    >>> kibitz.build("game.txt")
    Traceback (most recent call last):
    kibitz.errors.TextError: expected a source that ends in .c, .cc, .cpp, .hpp: 'game.txt'
    """
    check_kind(source, str | Path, "the path of a source")
    path = Path(source)
    if source == way_home.NAME:
        return _way_home(path)
    if path.suffix not in KINDS:
        raise TextError(f"expected a source that ends in {', '.join(KINDS)}: {str(source)!r}")
    name = name or path.stem
    if path.suffix == ".hpp" and not NAME.fullmatch(name):
        raise TextError(f"expected the name of a class: {name!r} for {str(source)!r}")
    with _ONE_AT_A_TIME:
        compiler = _compiler(KINDS[path.suffix])
        about = subprocess.run([compiler[0], "--version"], capture_output=True, check=False).stdout
        command = [*compiler, *_flags(KINDS[path.suffix], about)]
        if path.suffix == ".hpp":
            command.append("-fvisibility=hidden")
        library = _folder() / f"{path.stem}-{_content(path, name, command, about)}.so"
        if library.exists():
            return Built(path, library, new=False)
        _compile(path, name, command, library)
        return Built(path, library, new=True)


def _way_home(name: Path) -> Built:
    """The table that `leaf=way-home` reads on the board of 73 points."""
    table = way_home.path()
    if table.exists():
        return Built(name, table, new=False)
    if not BUILT:
        raise KibitzError("expected the kernel, which makes the table of the way home")
    with writing(table.parent):
        table.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    files.write(table, _kernel.way_home(way_home.IN_A_FILE))
    return Built(name, table, new=True)


def _compiler(variable: str) -> list[str]:
    """The compiler, as an environment variable names it."""
    words = shlex.split(os.environ.get(variable, "")) or [USUAL[variable]]
    found = shutil.which(words[0])
    if found is None:
        raise NoCompiler(f"expected a compiler, which {variable} can name: {words[0]!r}")
    return [found, *words[1:]]


def _flags(variable: str, about: bytes) -> list[str]:
    """As the kernel is compiled; CMakeLists.txt says why."""
    flags = [*FLAGS[variable], *ALWAYS, f"-I{include_folder()}"]
    if b"Free Software Foundation" in about:
        flags.append("-fno-unswitch-loops")
    if platform.machine() in ("x86_64", "AMD64"):
        flags.append("-mpopcnt")
    return flags


def _folder() -> Path:
    """Where libraries are kept."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    place = Path(cache) if Path(cache).is_absolute() else Path.home() / ".cache"
    folder = place / "kibitz" / "built"
    with writing(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _content(path: Path, name: str, command: list[str], about: bytes) -> str:
    """All that a library is made of, in short."""
    content = hashlib.sha256(repr((name, command, platform.machine(), about)).encode())
    with reading(path, "a source to build"):
        for part in (*_with_included(path), *sorted(include_folder().rglob("*.h*"))):
            content.update(hashlib.sha256(part.read_bytes()).digest())
    return content.hexdigest()[:32]


def _with_included(path: Path) -> Iterator[Path]:
    """A source, and what it includes from beside it."""
    waiting, seen = [path.resolve()], set()
    while waiting:
        here = waiting.pop()
        if here in seen or not (here.is_file() or here == path.resolve()):
            continue
        seen.add(here)
        yield here
        for included in QUOTED.findall(here.read_bytes()):
            waiting.append((here.parent / os.fsdecode(included)).resolve())


def _mentions(path: Path, name: str) -> bool:
    """Whether a name stands in a source, or in what it includes from beside it."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return any(word.search(part.read_text(errors="replace")) for part in _with_included(path))


def _compile(path: Path, name: str, command: list[str], library: Path) -> None:
    with tempfile.TemporaryDirectory(dir=library.parent) as place, writing(library):
        made = Path(place) / "made.so"
        source = path.resolve()
        if path.suffix == ".hpp":
            around = Path(place) / "around.cpp"
            around.write_text(AROUND.format(source=source, name=name, entry=ENTRY))
            source = around
        words = [*command, str(source), "-o", str(made)]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            says = done.stderr.replace(f"{place}/", "")
            first = next((line for line in says.splitlines() if "error" in line), "")
            if path.suffix == ".hpp" and not _mentions(path, name):
                raise CompileError(f"expected a class {name!r} in {str(path)!r}: {first}", says)
            raise CompileError(f"expected a game that compiles: {str(path)!r}: {first}", says)
        made.replace(library)
