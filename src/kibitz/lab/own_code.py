"""Own code: the module of every `module:name`, and every local module that it imports.

A result belongs to it. It is found by reading, and none of it is run: imports anywhere in a
module, relative ones and packages among them, `module:name` in its strings, compiled modules by
their bytes, and of a program the files that its command names. Files of rules count where a text
or a string names them, those that come with Kibitz by the names of their games. Comments and
docstrings do not count. Local is what is neither Python's, nor Kibitz', nor installed; an
installed package counts if a text names it. What cannot be followed, such as data that it reads,
is said.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import re
import shlex
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

from kibitz.loading import working_directory

RULES = re.compile(r"[^\s'\"(),;|=]+\.toml\b")
"""The path of a file of rules."""
NAMED = re.compile(r"(?<![\w.])([^\W\d][\w.]*):(?=[\w<])")
PROGRAM = re.compile(r"\bexternal\(([^()]*)")
BUILT_IN = Path(__file__).parents[1] / "games"
INSTALLED = {"site-packages", "dist-packages"}
DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BY_NAME = {"__import__", "eval", "exec", "import_module", "run_module", "run_path"}
"""What runs code that is named when it runs."""
OUTSIDE = {
    *("CDLL", "Popen", "check_output", "open", "read_bytes", "read_csv", "loadtxt", "read_text"),
    *("system", "urlopen"),
}
"""What reads files, or asks other programs."""
DECORATORS = {
    *("abstractmethod", "cache", "cached_property", "classmethod", "contextmanager", "dataclass"),
    *("deleter", "final", "getter", "lru_cache", "overload", "override", "property", "setter"),
    *("staticmethod", "total_ordering", "wraps"),
}
"""What may stand above a function or class that is used by its name alone."""
BESIDE = "<program>"
"""What the folder of a program's file is called."""
LOOSE = BY_NAME | {"__subclasses__", "attrgetter", "getattr", "globals", "methodcaller", "vars"}
"""After which any name of a module can be used."""


@dataclass(frozen=True)
class Code:
    """Own code as one text, and what it depends on that is not in it."""

    text: str
    unfollowed: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Source:
    """A file of own code."""

    name: str
    """As Python imports it; a file of a program has its path instead."""
    path: Path
    data: bytes
    is_package: bool = False
    is_python: bool = True

    @functools.cached_property
    def tree(self) -> ast.Module:
        """What it says, without docstrings; of a compiled file nothing."""
        if not self.is_python:
            return ast.Module([], [])
        try:
            tree = ast.parse(self.data)
        except (SyntaxError, ValueError, RecursionError):
            return ast.Module([], [])
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        return tree

    @functools.cached_property
    def text(self) -> str:
        """The whole of it in short."""
        return _unparsed(self.tree.body) or hashlib.sha256(self.data).hexdigest()

    @functools.cached_property
    def whole(self) -> Seen:
        """What the whole of it names."""
        return self.seen(self.tree.body)

    def seen(self, nodes: Iterable[ast.AST]) -> Seen:
        """What some of its code names."""
        imports: list[str] = []
        unfollowed: list[str] = []
        package = self.name if self.is_package else self.name.rpartition(".")[0]
        if self.name.startswith(BESIDE):
            package = BESIDE
        for node in (each for one in nodes for each in ast.walk(one)):
            if isinstance(node, ast.Import):
                imports += [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom):
                with suppress(ImportError):  # a relative import that leads nowhere
                    base = resolve_name("." * node.level + (node.module or ""), package)
                    imports += [base, *(f"{base}.{one.name}" for one in node.names)]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                imports += NAMED.findall(node.value) + RULES.findall(node.value)
            elif isinstance(node, ast.Call):
                called = _last_name(node.func)
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and called in ("import_module", "__import__"):
                    imports.append(str(first.value))
                elif called in BY_NAME | OUTSIDE and not _only_writes(node):
                    unfollowed.append(f"{called} ({self.path.name}, line {node.lineno})")
        return Seen(tuple(dict.fromkeys(imports)), tuple(unfollowed))

    @functools.cache  # noqa: B019 a source is kept for good
    def part(self, words: frozenset[str]) -> tuple[str, Seen]:
        """What of it some words lead to, and what that names."""
        nodes = self._used(set(words))
        return _unparsed(nodes), self.seen(nodes)

    def _used(self, words: set[str]) -> list[ast.stmt]:
        """What words lead to, by names alone; what has no name always counts.

        A class that code names counts as a whole, with those that it extends, since code that
        has one of its objects can call anything of it; of others, the parts whose names are used.
        """
        pieces, found, whole = list(_pieces(self.tree.body)), list[ast.stmt](), set(words)
        while True:
            taken = [
                one for one in pieces if one.names is None or one.names & words or one.of in whole
            ]
            if not taken:
                return found
            pieces = [one for one in pieces if one not in taken]
            for one in taken:
                found.append(one.node)
                names = set(_names(one.node))
                words |= names
                if not isinstance(one.node, ast.ClassDef) or one.node.name in whole:
                    whole |= names
            for name, above in self._extended.items():
                if name in whole:
                    words |= above
                    whole |= above
            if words & LOOSE or self._notes_classes:
                return self.tree.body

    @functools.cached_property
    def _notes_classes(self) -> bool:
        """Whether a class is told of all that extend it, and may use them without their names."""
        functions = (node for node in ast.walk(self.tree) if isinstance(node, FUNCTIONS))
        return any(node.name == "__init_subclass__" for node in functions)

    @functools.cached_property
    def _extended(self) -> dict[str, set[str]]:
        """The names in the head of each class of the module."""
        classes = (node for node in self.tree.body if isinstance(node, ast.ClassDef))
        return {node.name: set(_names(_head(node))) for node in classes}


@dataclass(frozen=True)
class Seen:
    """What code names: modules that it may import, and what it reads from elsewhere."""

    imports: tuple[str, ...]
    unfollowed: tuple[str, ...]


def own_code(words: str, home: str = "", used: Collection[str] = ()) -> Code:
    """The own code behind a text, and behind some words of a module, its home."""
    named = NAMED.findall(words)
    texts = {path.stem: _rules(path) for path in _built_in(words)}
    unfollowed: list[str] = []
    waiting = [name for name in dict.fromkeys(named + RULES.findall(words)) if name != home]
    tops = {name.partition(".")[0] for name in (*named, home)}

    def take(source: Source, text: str, seen: Seen) -> None:
        texts[source.name] = text
        unfollowed.extend(seen.unfollowed)
        waiting.extend(seen.imports)

    if (source := _module(home, tops)) is not None:
        take(source, *source.part(frozenset(used)))
        waiting = [name for name in waiting if name != home]
    elif home and home.partition(".")[0] != "kibitz":
        unfollowed.append(f"what {home} imports, as it is no file")
    whole: set[str] = set()
    while waiting:
        name = waiting.pop()
        if RULES.fullmatch(name):
            texts[name] = _rules(Path(name))
            continue
        parents = [name[: dot.start()] for dot in re.finditer(r"\.", name)]
        for each in {*parents, name} - whole:
            whole.add(each)
            if (source := _module(each, tops)) is not None:
                take(source, source.text, source.whole)
    for command in PROGRAM.findall(words):
        for source in _program(command):
            texts[source.name] = source.text
        unfollowed.append(f"what {shlex.quote(command.partition(',seconds=')[0])} reads")
    lines = (f"{name}\n{texts[name]}" for name in sorted(texts))
    return Code("\n".join(lines), tuple(dict.fromkeys(unfollowed)))


def _rules(path: Path) -> str:
    """What a file of rules says; of one that is no TOML its bytes, of none nothing."""
    try:
        data = path.read_bytes()
        return json.dumps(tomllib.loads(data.decode()), default=str)
    except OSError:
        return ""
    except ValueError:
        return hashlib.sha256(data).hexdigest()


def _built_in(words: str) -> list[Path]:
    """The files of rules of Kibitz whose games a text names."""
    files = _files_of_rules(BUILT_IN)
    return [files[name] for name in sorted(files.keys() & re.findall(r"\w+", words))]


@functools.cache
def _files_of_rules(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in folder.glob("*.toml")}


def _last_name(function: ast.expr) -> str:
    """What is called: `f` of `a.b.f()`."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _only_writes(call: ast.Call) -> bool:
    """Whether a file is opened to write to it."""
    words = (*call.args[:2], *(one.value for one in call.keywords if one.arg == "mode"))
    modes = (word.value for word in words if isinstance(word, ast.Constant))
    return _last_name(call.func) == "open" and not {"w", "a", "x", "wb", "ab", "xb"}.isdisjoint(
        mode for mode in modes if isinstance(mode, str)
    )


def _unparsed(nodes: Iterable[ast.stmt]) -> str:
    return "\n".join(map(ast.unparse, nodes))


def _names(piece: ast.AST) -> Iterator[str]:
    """The names that code uses, whatever they are names of, apart from variables of a function."""
    own = set(_variables(piece)) if isinstance(piece, FUNCTIONS) else set()
    for node in ast.walk(piece):
        if isinstance(node, ast.Name) and node.id not in own:
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _variables(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """What a function binds itself; what functions inside of it bind does not count."""
    waiting: list[ast.AST] = [function.args, *function.body]
    if any(isinstance(node, ast.Global) for node in ast.walk(function)):
        return
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if not isinstance(node, (*FUNCTIONS, *SCOPES)):
            waiting += ast.iter_child_nodes(node)


class _Piece(NamedTuple):
    """A statement of a module or of a class of it."""

    node: ast.stmt
    names: set[str] | None
    """What it defines; none if that is not known, and it counts in any case."""
    of: str
    """The class that it is in, if it is in one."""


def _head(node: ast.ClassDef) -> ast.ClassDef:
    """A class without what is in it."""
    return ast.ClassDef(**{**vars(node), "body": [ast.Pass()]})


def _pieces(body: Sequence[ast.stmt], of: str = "") -> Iterator[_Piece]:
    """The statements of a module, and of its classes."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield _Piece(_head(node), None, of)
            inside = _pieces(node.body, of or node.name)
            yield from (
                inside if _keeps_to_itself(node) else (_Piece(one, None, of) for one in node.body)
            )
            continue
        names: set[str] = set()
        if isinstance(node, FUNCTIONS):
            names = {node.name} if _keeps_to_itself(node) else set()
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = {one.asname or one.name.partition(".")[0] for one in node.names} - {"*"}
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {word for target in targets for word in _names(target)}
        special = any(name.startswith("_") and name.endswith("_") for name in names)
        yield _Piece(node, None if special or not names else names, of)


def _keeps_to_itself(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether no decorator can have put it where it is found without its name."""
    called = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return {_last_name(one) for one in called} <= DECORATORS


_LOADED: dict[str, tuple[object, Source | None]] = {}
"""Loaded modules as they were when they were first asked for, each with its mark."""
_FOUND: dict[str, tuple[object, Source | None]] = {}
"""Modules that are not loaded, each with the state of its file."""


def _module(name: str, tops: Collection[str]) -> Source | None:
    """A module, if it is own code. What is loaded stays as it was, until it is loaded again."""
    if not name or name.partition(".")[0] == "kibitz":
        return None
    loaded = sys.modules.get(name)
    if loaded is not None:
        mark = getattr(loaded, "__spec__", None) or loaded  # another one after a reload
        if name not in _LOADED or _LOADED[name][0] is not mark:
            _LOADED[name] = mark, _read(name, _place(name))
        found = _LOADED[name][1]
    else:
        place = _place(name)
        state = place and _state(place[0])
        if name not in _FOUND or _FOUND[name][0] != state:
            _FOUND[name] = state, _read(name, place)
        found = _FOUND[name][1]
    installed = found is not None and INSTALLED & set(found.path.parts)
    return None if installed and name.partition(".")[0] not in tops else found


def _read(name: str, place: tuple[Path, bool] | None) -> Source | None:
    if place is None:
        return None
    path, is_package = place
    is_python = path.suffix not in EXTENSION_SUFFIXES
    with suppress(OSError):
        return Source(name, path, path.read_bytes(), is_package, is_python)
    return None


def _state(path: Path) -> tuple[Path, int, int] | None:
    with suppress(OSError):
        found = path.stat()
        return path, found.st_mtime_ns, found.st_size
    return None


def _place(name: str) -> tuple[Path, bool] | None:
    """The file of a module, and whether it is a package; Python's own have none here."""
    loaded = sys.modules.get(name)
    file = getattr(loaded, "__file__", None)
    is_package = hasattr(loaded, "__path__")
    if loaded is None:
        spec = _spec(name)
        file = spec.origin if spec is not None and spec.has_location else None
        is_package = spec is not None and spec.submodule_search_locations is not None
    if not file or _is_pythons(Path(file)):
        return None
    return Path(file), is_package


def _spec(name: str) -> ModuleSpec | None:
    """Where Python would find a module, without running its packages."""
    whole, places, spec = "", None, None
    with working_directory():
        for part in name.split("."):
            whole = f"{whole}.{part}" if whole else part
            finders = (getattr(finder, "find_spec", None) for finder in sys.meta_path)
            found = (find(whole, places, None) for find in finders if find is not None)
            spec = next(filter(None, found), None)
            if spec is None:
                return None
            places = spec.submodule_search_locations
            if places is None and whole != name:
                return None
    return spec


@functools.cache
def _is_pythons(path: Path) -> bool:
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    return not INSTALLED & set(path.parts) and any(map(path.is_relative_to, folders))


def _program(command: str) -> Iterator[Source]:
    """The files that a command names, with what its Python files import from beside them."""
    command = command.partition(",seconds=")[0]
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    started = shutil.which(words[0]) if words else None
    named = [Path(word) for word in (*words, *([started] if started else []))]
    waiting = [(path, path.parent) for path in named]
    seen: set[Path] = set()
    while waiting:
        path, root = waiting.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        is_python = path.suffix == ".py"
        source = Source(f"{BESIDE}.{path}", path, path.read_bytes(), is_python=is_python)
        yield source
        for name in source.whole.imports:
            first, *below = name.split(".")
            file = path.parent.joinpath(*below) if first == BESIDE else root.joinpath(first, *below)
            waiting += [(file.with_suffix(".py"), root), (file / "__init__.py", root)]
