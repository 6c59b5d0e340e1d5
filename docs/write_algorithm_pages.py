"""Writes docs/algorithms/: one page per preset, with a trace and what it is worth on fixed deals.

Run by `make docs`. The words are here, every number comes from a search.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import kibitz
from kibitz import Algorithm

FOLDER = Path(__file__).parent / "algorithms"
DEALS = 10
GAMES = {
    "tricks": "spades(players=3,cards=4,breaking=false)",
    "mot": "spades(players=3,cards=4,bids=1/2/1,utility=mot,breaking=false)",
    "partners": "spades(cards=3,breaking=false)",
}


@dataclass(frozen=True)
class Words:
    """What a page says that no program can know."""

    valid: str
    example: str
    lesson: str
    games: Mapping[str, str] = field(default_factory=lambda: GAMES)
    """What it is tried on."""


WORDS = {
    "maxn": Words(
        "Always. It is the definition: every other search of max^n must return its value, move "
        "and line.",
        "0[1[(1,3,5) (6,1,3)] 1[(6,4,0) (1,4,5)]]",
        "At the last node player 1 gets 4 either way; the first of equal moves counts.",
    ),
    "immediate": Words(
        "Always, for a player whose best outcome is known.",
        "0[1[(7,3,0) (3,2,5)] 1[(0,10,0) (10,0,0)]]",
        "At the second node player 1 has all the 10 points that it can ever get.",
    ),
    "shallow": Words(
        "For payoffs with a lower bound. It can cut only if maxsum < 2 maxp (Lemma 1), or with "
        "equality if both have the most; `kibitz algorithms GAME` says whether it can.",
        "0[(5,4,1) 1[(0,6,4) (9,1,0)]]",
        "Player 0 has 5 and player 1 has 6, and there are 10 points in all.",
    ),
    "branch-and-bound": Words(
        "For games with a monotonic heuristic, such as tricks taken so far.",
        "0[1{1<=9}[(7,9,0) (8,8,0)] 1{0<=5}[(5,6,5) (4,7,5)]]",
        "At the first node player 1 has 9, the most that it can get. Below the second "
        "node player 0 "
        "cannot reach the 7 that it has.",
    ),
    "abbnb": Words(
        "For payoffs with a lower bound and games with a monotonic heuristic. It cuts whatever "
        "shallow pruning cuts.",
        "0[(6,4,0) 1{2>=2}[(5,3,2) (4,4,2)] 1[(7,0,3) (2,4,4)]]",
        "Player 1 has 3 and player 2 gets 2 or more, which leaves player 0 at most 5.",
    ),
    "last-branch": Words(
        "For payoffs with a lower bound. A bound is passed down for at most n-1 plies, and only "
        "below last children.",
        "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (9,0,1)]]]",
        "5 + 3 + 3 is more than the sum of all payoffs: no leaf can be better for all "
        "three players. "
        "Player 1 is on its last branch, so nothing that is cut can change its choice.",
    ),
    "speculative": Words(
        "For payoffs with a lower bound. Whatever was cut too early is searched again.",
        "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (0,5,5)] (6,4,0)]]",
        "The middle child of player 1 is cut. The last child then turns out better for player 1 "
        "and for player 0, so the cut may have mattered, and the child is searched again.",
    ),
    "leaf-table": Words(
        "For games that list their outcomes. Its test is never wrong: a node is cut if and only if "
        "no feasible outcome is better for every bounded player.",
        "0[(3,2,2) 1[(1,3,1) (2,1,3)] 1[(0,1,0) (4,0,0)]]",
        "At the last node player 0 wants more than 3 and player 1 more than 1. The only outcome "
        "that is good enough for player 0 gives player 1 nothing. The sum, 4 of 7, does not "
        "show that.",
    ),
    "equilibria": Words(
        "For games that list their outcomes, and with other parts for any game. Its value is a "
        "set: all values that max^n can have if indifferent players may choose any of their best "
        "moves. See "
        "[equilibria](../equilibria.md).",
        "0[1[(4,2,0) (1,2,3)] (2,2,2)]",
        "Player 1 gets 2 either way. What it does decides whether player 0 goes left for 4 or "
        "right for 2.",
    ),
    "soft": Words(
        "Always. Its value is a set that holds all equilibria, and perhaps more. See "
        "[equilibria](../equilibria.md#where-preferences-are-not-known-soft-maxn).",
        "0[1[(4,2,0) (1,2,3)] (2,2,2)]",
        "A move of player 0 is kept or dropped as a whole, so (1, 2, 3) stays.",
    ),
    "mixed": Words(
        "Always. Its value is a probability for each vector of payoffs, in exact "
        "fractions: a player "
        "that is indifferent on average chooses each of its best moves equally often. Without "
        "ties it is max^n.",
        "0[1[(4,2,0) (1,2,3)] (2,2,2)]",
        "Player 1 gets 2 either way, so player 0 gets 5/2 on average, which is more than 2.",
    ),
    "prob": Words(
        "Always. In games with a utility, `models` are the types of opponents and `weights` their "
        "probabilities, as in `prob(models=tricks/mot,weights=3/1)`. Each type chooses what is "
        "best for it on average, the first of equals, and the value is a probability for each "
        "vector of payoffs, in exact fractions. Within a search a type is equally likely at every "
        "node; `kibitz.beliefs` says what moves already made tell about their players. Without "
        "models it is max^n.",
        "0[1[(4,2,0) (1,3,3)] (2,2,2)]",
        "A tree has no utility, so there are no models, and this is max^n.",
    ),
    "offensive": Words(
        "Always, but it answers another question: how to keep one other side low. `target` is that "
        "side; by default the one that is ahead by the leaf or by the game's first estimate, or "
        "else the next in turn. With `at=all` the player to move does so at all its nodes, with "
        "`at=root` only at the root.",
        "0[1[(4,2,0) (1,3,3)] (2,2,2)]",
        "Player 1 takes 3 below the first move, so player 0 takes the second, which leaves it 2.",
    ),
    "outcome-sets": Words(
        "For trick games without too many outcomes. A question is the set of outcomes that "
        "would still matter above a node; the answer is a set that holds the outcome of the node, "
        "and is either of one payoff class, which is the value, or has nothing in common with the "
        "question. "
        "The value, the move and the line are those of plain max^n in the listed order `suits`.",
        "",
        "",
    ),
    "equilibrium-sets": Words(
        "For the games that outcome sets are for. Its value is a set, that of `equilibria`: all "
        "values that max^n can have if indifferent players may choose any of their best moves. A "
        "question is answered when each of its outcomes is certain or ruled out. See "
        "[equilibria](../equilibria.md#whole-deals).",
        "",
        "",
    ),
    "alpha-beta": Words(
        "For two sides with opposite interests: two players or two teams.",
        "0[(5,4) 1[(4,5) (9,0)]]",
        "Player 1 can hold player 0 to 4, and player 0 already has 5.",
    ),
    "partition": Words(
        "For two sides that want tricks, and rules that go by suits and not by ranks: bridge, "
        "or Spades with partners. An answer comes with the cards that it rests on, so that one "
        "entry of the table serves all positions that differ only in lower cards. See "
        "[two sides](../two-sides.md).",
        "",
        "",
    ),
    "paranoid": Words(
        "Always, but it answers another question: what the player to move gets whatever the others "
        "do. It assumes that the others want nothing but to keep it low. In games of "
        "tricks, [paranoid-partition](paranoid-partition.md) finds the same for whole deals.",
        "0[(5,4,1) 1[(4,6,0) (9,1,0)]]",
        "The others can hold player 0 to 4 below the second move.",
    ),
    "opps": Words(
        "Always, but it searches only some replies: between two turns of the player to move, "
        "`opponents` others may choose among their first `moves` moves, and all others among their "
        "first `others`. A player that takes one of its first `others` is not counted. "
        "The value is "
        "an estimate that depends on the order of moves. It is never less than that of "
        "[paranoid](paranoid.md), and equal with all moves of all opponents.",
        "0[1[2[(3,0,0) (1,0,0)] 2[(4,0,0) (2,0,0)] 2[(6,0,0) (7,0,0) (0,0,0)]] (2,0,0)]",
        "The third move of player 1 is not among its first two, so player 2 has only two moves "
        "left below it, and does not see the 0.",
    ),
    "brs+": Words(
        "Always, but it searches only some replies: one opponent chooses among all its moves, and "
        "the others take the first in their order. It is `opps(opponents=1,moves=none,others=1)`, "
        "and its value is an estimate.",
        "0[1[2[(3,0,0) (1,0,0)] 2[(2,0,0) (0,0,0)]] (1,0,0)]",
        "Both together could hold player 0 to 0. Alone, player 1 holds it to 2, and player 2 to 1.",
    ),
    "brs": Words(
        "For positions that know what a pass leads to, `Position.skipped`, as in Chinese Checkers. "
        "One opponent moves and the others pass, whether or not the rules allow it, so its value "
        "is an estimate. The line ends before the first imagined pass.",
        "",
        "",
        {
            "three": "chinese_checkers(move_limit=10)",
            "four": "chinese_checkers(players=4,move_limit=13)",
        },
    ),
    "points": Words(
        "For two sides that share out points, if more points are never worse: the declarer of Skat "
        "and the others, or partners in Belote or Pinochle; also for tricks, if there are other "
        "duties than to follow suit. Points already taken do not matter to the rest, so one "
        "entry of the table serves every way to a position.",
        "",
        "",
    ),
    "paranoid-partition": Words(
        "For trick games in which the payoff of the player to move depends only on the "
        "tricks of its "
        "side, and more are never worse: Spades and Sergeant Major for tricks, or for making a "
        "bid. It answers the question of `paranoid`, for whole deals too. See "
        "[two sides](../two-sides.md#one-side-against-all-others).",
        "",
        "",
    ),
    "uct": Words(
        "For games with bounds on their payoffs, or a list of outcomes. It can be stopped at any "
        "time; its value is then a mean of play-outs. When the root is proven, it is exactly that "
        "of max^n. See [best-first searches](../best-first.md).",
        "0[(5,4,1) 1[(0,6,4) (9,1,0)]]",
        "A line that begins with `>` is a move down the tree, or in a play-out. In the third "
        "iteration the second move is proven to be worth less than the first.",
    ),
    "best-first": Words(
        "For games with bounds on their payoffs, or a list of outcomes. With an estimate, "
        "`leaf=`, it "
        "has an answer at any time. When the root is proven, its value is exactly that of max^n. "
        "See [best-first searches](../best-first.md#best-first-maxn).",
        "0[(5,4,1) 1[(0,6,4) (9,1,0)]]",
        "A line that begins with `>` is a move down the tree, or one that is added to it.",
    ),
    "deep": Words(
        "**Never.** It is here to show how it fails: the search below returns (7, 3, 0), but max^n "
        "is (6, 3, 1). For two sides with opposite interests, alpha-beta is its sound form.",
        "0[(6,3,1) 1[2[(3,2,5) (0,4,6)] (7,3,0)]]",
        "The leaf (0,4,6) cannot become the value of the root, but it can change what player 1 "
        "chooses.",
    ),
}


@functools.cache
def expanded(text: str, algorithm: Algorithm) -> int:
    """All nodes expanded on the deals of a game."""
    deals = [kibitz.game(text).deal(seed) for seed in range(DEALS)]
    return sum(kibitz.solve(deal, algorithm).stats.expanded for deal in deals)


def worth(name: str) -> str:
    """The average nodes expanded on fixed deals, beside those of plain search."""
    algorithm = Algorithm.parse(name)
    rows = ["| deals | plain | " + name + " | plain / " + name + " |", "| --- | --- | --- | --- |"]
    for label, text in WORDS[name].games.items():
        try:
            nodes, plain = expanded(text, algorithm), expanded(text, algorithm.plain())
        except kibitz.KibitzError as error:
            rows.append(f"| {label} | | refused: {error} | |")
            continue
        averages = f"{plain / DEALS:,.0f} | {nodes / DEALS:,.0f}"
        rows.append(f"| {label} | {averages} | {plain / nodes:.2f} |")
    return "\n".join(rows)


def page(name: str) -> str:
    """The page of a preset."""
    algorithm, preset, words = Algorithm.parse(name), kibitz.PRESETS[name], WORDS[name]
    parts = ", ".join(f"`{axis}={part}`" for axis, part in algorithm.parts().items())
    return f"""# {name}

{preset.claim}

*{preset.paper}.*

**Valid:** {words.valid}

{example(algorithm, words) if words.example else ""}## What it is worth

Average nodes expanded on {DEALS} deals (seeds 0 to {DEALS - 1}):

{worth(name)}

The games are {", ".join(f"`{text}` ({label})" for label, text in words.games.items())}.

## Composition

{parts}
"""


def example(algorithm: Algorithm, words: Words) -> str:
    """A small tree, searched step by step."""
    game = kibitz.game("tree(players=2)" if algorithm.preset == "alpha-beta" else "tree")
    steps = "\n".join(map(str, kibitz.trace(game.parse(words.example), algorithm)))
    return f"""## Worked example

```console
$ kibitz trace "{game}" "{words.example}" --algorithm {algorithm.preset}
{steps}
```

{words.lesson}

"""


def index() -> str:
    """The page that lists the others."""
    rows = [
        f"| [{name}]({name}.md) | {preset.claim} | {preset.paper} |"
        for name, preset in kibitz.PRESETS.items()
    ]
    head = ["| algorithm | what it does | where it is from |", "| --- | --- | --- |"]
    return "\n".join(["# Algorithms", "", *head, *rows, ""])


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {"index.md": index(), **{f"{name}.md": page(name) for name in kibitz.PRESETS}}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in pages().items():
        (FOLDER / file).write_text(text)
