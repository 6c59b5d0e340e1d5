"""The tables and figures of the papers. This folder is the registry: one file each.

A file holds one `Experiment`, made of what `kibitz.lab` provides; `shared` is what several use.
`kibitz reproduce --list` names them, `a_b.py` as `a-b`; one of your own is `module:name`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kibitz.errors import TextError
from kibitz.lab.experiment import Experiment
from kibitz.lab.fingerprint import hand_in
from kibitz.lab.work import Results
from kibitz.loading import load_class
from kibitz.matches import probes
from kibitz.registry import Folder

hand_in(probes.counts)

EXPERIMENTS: Folder[Experiment] = Folder("experiment", __name__, Experiment, "-", ("shared",))
STORE = Path("reproduction.sqlite")
"""Where results are kept unless it is said otherwise."""


def names() -> list[str]:
    """The names of the experiments."""
    return list(EXPERIMENTS)


def experiment(name: str) -> Experiment:
    """The experiment of a name, such as `ijcai-2005-table-2`, or `module:name` for your own."""
    if ":" in name:
        return _own(name)
    return EXPERIMENTS.find(name)()


def _own(name: str) -> Experiment:
    found = load_class(name, "an experiment", Experiment)  # type: ignore[type-abstract]
    for word in ("title", "setting"):
        if not hasattr(found, word):
            raise TextError(f"expected an experiment with a {word}: {name!r}")
    try:
        return found()
    except TypeError as error:
        raise TextError(f"expected an experiment made without words: {name!r}: {error}") from None


def everything() -> list[Experiment]:
    """All experiments of Kibitz."""
    return [experiment(name) for name in names()]


def reproduce(
    names: Sequence[str],
    *,
    quick: bool = False,
    so_far: bool = False,
    only: str = "",
    workers: int | None = None,
    cluster: str | None = None,
    store: Path = STORE,
    earlier: Path | None = None,
    progress: Callable[[Experiment, int, int], None] = lambda experiment, done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Iterator[tuple[Experiment, Results]]:
    """Run experiments one after the other, as `kibitz.lab.runner.runs` says."""
    from kibitz.lab.runner import runs

    chosen = [experiment(name) for name in dict.fromkeys(names)]
    return runs(
        chosen,
        quick=quick,
        so_far=so_far,
        only=only,
        workers=workers,
        cluster=cluster,
        store=store,
        earlier=earlier,
        progress=progress,
        warn=warn,
    )
