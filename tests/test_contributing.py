"""What CONTRIBUTING.md adds by example works as it is printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

ADD = """
import re
from importlib import import_module
from pathlib import Path

import kibitz
from kibitz.players import player

text = Path("CONTRIBUTING.md").read_text()
sections = dict(section.split("\\n", 1) for section in text.split("\\n## ")[1:])
code = re.compile(r"```python\\n(.*?)```", re.S)
blocks = {heading: code.findall(said)[0] for heading, said in sections.items() if code.search(said)}
for heading, module in (
    ("A pruning rule", "kibitz.engines.reference.bounds"),
    ("A decision test", "kibitz.engines.reference.decision"),
    ("A back-up rule", "kibitz.engines.reference.backup_rule"),
    ("A search", "kibitz.engines.reference.backup_rule"),
    ("A player", "kibitz.players.plain"),
):
    names = vars(import_module(module))
    exec("from __future__ import annotations\\n" + blocks[heading], names)

deal = kibitz.game("spades(players=3)").deal(1, cards=4)
own = "speculative(prune=kibitz.engines.reference.bounds:short)"
import_module("kibitz.engines.reference.bounds").short = kibitz.PruningRule(
    lambda first, last: not first, life=2
)
assert "short = PruningRule(after_first, life=2)" in sections["A pruning rule"]
algorithms = ["maxn", "speculative(prune=after-first)", "shallow(test=both)", own]
compared = kibitz.compare(deal, algorithms, engine="reference")
assert compared.agree and compared[0].stats.visited > compared[1].stats.visited, compared
tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,9) (9,1,0)]]")
together = kibitz.solve(tree, "maxn(backup=kibitz.engines.reference.backup_rule:together)")
assert (together.engine, together.value, together.line) == ("reference", (0, 6, 9), (1, 0))
assert "None" not in kibitz.trace(tree, together.algorithm).show()
for text, value in (("(own=1)", (0, 6, 9)), ("(own=3,others=0)", (5, 4, 1))):
    kind = kibitz.solve(tree, f"kibitz.engines.reference.backup_rule:Kind{text}")
    assert kind.value == value and str(kind.algorithm).endswith(f"Kind{text}"), kind
view = kibitz.view(deal)
assert player("lowest").play(view) == view.moves()[-1]

verb = blocks["A verb"]
looking = Path("src/kibitz/cli/looking.py").read_text()
assert all(part.strip() in looking for part in verb.split("\\n\\n\\n"))
"""


def test_the_examples_work_as_printed() -> None:
    """In a process of its own, since parts that are registered stay registered."""
    done = subprocess.run(
        [sys.executable, "-c", ADD], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
