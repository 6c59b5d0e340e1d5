"""Write the page of the public names from their docstrings: `make docs`."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import kibitz

PAGE = Path(__file__).parent / "api.md"
INTRODUCTION = """\
# The names of `kibitz`

Every public name, with its signature, what it is, and an example that the tests run. `make docs`
writes this page from the docstrings, so `help(kibitz.solve)` says the same. Names stand with the
module that they are from; `import kibitz` has them all.
"""


def modules() -> dict[str, list[str]]:
    """The public names by the module that they are from, as the stub of `kibitz` has them."""
    tree = ast.parse(Path(str(kibitz.__file__)).with_suffix(".pyi").read_text())
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    return {str(node.module): [alias.name for alias in node.names] for node in imports}


def docstring(name: str) -> str:
    """What is written of a public name: in it, or below it where it is no class or function."""
    if _is_called(name):
        return inspect.cleandoc(getattr(kibitz, name).__doc__ or "")
    module = next(module for module, names in modules().items() if name in names)
    return _notes(ast.parse(inspect.getsource(importlib.import_module(module)))).get(name, "")


def _is_called(name: str) -> bool:
    """Whether a name is that of a class or function, and no other name for one."""
    return getattr(getattr(kibitz, name), "__name__", "") == name


def _notes(tree: ast.Module | ast.ClassDef) -> dict[str, str]:
    """The docstrings below assignments."""
    found = {}
    for node, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(below, ast.Expr):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and isinstance(below.value, ast.Constant):
                found[target.id] = inspect.cleandoc(str(below.value.value))
    return found


def _declared(module: ModuleType, name: str) -> str:
    """An assignment as it is written, without a value that is long."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
            whole = ast.unparse(node)
            return whole if len(whole) < 80 else whole.partition(" = ")[0]
    return name


def _signature(name: str, value: Any, indented: bool = True) -> str:
    """A call with its parameters and what it gives, without the quotes around types."""
    given = inspect.signature(value)
    words = []
    for parameter in given.parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        words.append(_parameter(parameter))
    gives = given.return_annotation
    result = "" if gives is given.empty or inspect.isclass(value) else f" -> {_type(gives)}"
    line = f"{name}({', '.join(words)}){result}"
    if not indented or len(line) <= 90:
        return line
    return "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){result}"])


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
    kind = "" if parameter.annotation is parameter.empty else f": {_type(parameter.annotation)}"
    if parameter.default is parameter.empty:
        return f"{stars}{parameter.name}{kind}"
    default = repr(parameter.default)
    return f"{parameter.name}{kind} = {'...' if default.startswith('<') else default}"


def _type(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _members(kind: type) -> Iterator[str]:
    """The public members that a class itself defines, one line each; of fields, what is said."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    notes = _notes(tree)
    for node in _definitions(tree):
        if isinstance(node, ast.FunctionDef):
            yield _member(kind, node)
        elif node.target.id in notes:
            yield f"* `.{node.target.id}`: {_sentence(notes[node.target.id])}"


def _definitions(tree: ast.ClassDef) -> Iterator[Any]:
    """Fields, properties and methods whose names are public, each once."""
    bodies = [node.body if isinstance(node, ast.If) else [node] for node in tree.body]
    last: dict[str, Any] = {}
    for node in (node for body in bodies for node in body):
        if isinstance(node, ast.FunctionDef):
            last[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last[node.target.id] = node
    return (node for name, node in last.items() if not name.startswith("_"))


def _member(kind: type, node: ast.FunctionDef) -> str:
    value = inspect.getattr_static(kind, node.name, None)
    documented = inspect.getdoc(getattr(kind, node.name, None)) or ast.get_docstring(node) or ""
    says = f": {_sentence(documented)}" if documented else ""
    if isinstance(value, staticmethod | classmethod):
        return f"* `{kind.__name__}.{_signature(node.name, getattr(kind, node.name), False)}`{says}"
    if inspect.isfunction(value):
        return f"* `.{_signature(node.name, value, False)}`{says}"
    gives = f": {ast.unparse(node.returns)}" if node.returns else ""
    return f"* `.{node.name}{gives}`{says}"


def _sentence(text: str) -> str:
    """The first paragraph, which is a sentence or two."""
    return " ".join(text.partition("\n\n")[0].split())


def _entry(module: ModuleType, name: str) -> str:
    """One public name."""
    value, text = getattr(kibitz, name), docstring(name)
    prose, prompt, example = text.partition(">>>")
    shown = _signature(name, value) if _is_called(name) else _declared(module, name)
    parts = [f"### {name}", f"```python\n{shown}\n```", prose.strip()]
    parts.append(f"```python\n{prompt}{example.rstrip()}\n\n```")
    if inspect.isclass(value) and _is_called(name):
        parts.append("\n".join(_members(value)))
    return "\n\n".join(part for part in parts if part)


def page() -> str:
    """The whole page."""
    entries, listed = [], []
    slugs: dict[str, int] = {}

    def slug(heading: str) -> str:
        plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        slugs[plain] = slugs.get(plain, -1) + 1
        return f"{plain}-{slugs[plain]}" if slugs[plain] else plain

    slug("The names of kibitz")
    for path, names in modules().items():
        module = importlib.import_module(path)
        says = _sentence(inspect.getdoc(module) or "")
        at = slug(path)
        links = ", ".join(f"[{name}](#{slug(name)})" for name in names)
        listed.append(f"* [`{path}`](#{at}): {links}")
        entries += [f"## {path}", says, *(_entry(module, name) for name in names)]
    start = "```python\n>>> import kibitz\n\n```"
    return "\n\n".join([INTRODUCTION.rstrip(), "\n".join(listed), start, *entries]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
