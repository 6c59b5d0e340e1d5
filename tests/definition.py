"""Plain max^n, written once more and independently of the package, and what must equal it."""

from __future__ import annotations

import itertools
import random
from typing import Any

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Position, Result
from kibitz.cards import CARDS, hand_of, write_hand

AXES: dict[str, tuple[Any, ...]] = {
    "prune": ("none", "shallow", "last-branch", "speculative"),
    "life": (None, 1, 2, 4),
    "first": ("none", "given"),
    "test": ("none", "linear", "discrete", "single", "leaf-table"),
    "scale": ("payoff", "rank"),
    "heuristic": ("none", "taken"),
    "table": ("none", "exact", "bounds"),
    "keys": ("absolute", "relative"),
    "probe": ("card", "trick"),
    "order": ("high", "low"),
    "ties": ("first", "against-root"),
}


TWO_SIDED_AXES: dict[str, tuple[Any, ...]] = {
    "backup": ("minimax", "paranoid"),
    "prune": ("none", "alpha-beta"),
    "heuristic": ("none", "taken"),
    "window": ("full", "zero"),
    "table": ("none", "exact", "bounds"),
    "keys": ("absolute", "relative"),
    "probe": ("card", "trick"),
    "order": ("high", "low"),
}


def sound_compositions() -> list[Algorithm]:
    """Every composition of max^n that is valid and sound."""
    return _compositions(AXES)


def two_sided_compositions(backup: str) -> list[Algorithm]:
    """Every valid composition of a two-sided search."""
    return _compositions({**TWO_SIDED_AXES, "backup": (backup,)})


def _compositions(axes: dict[str, tuple[Any, ...]]) -> list[Algorithm]:
    found = []
    for choices in itertools.product(*axes.values()):
        try:
            found.append(Algorithm(**dict(zip(axes, choices, strict=True))))
        except InvalidAlgorithm:
            continue
    return found


ALIKE = ("live", "live", "live", "next", "none")
"""Which cards are one move, most often by the usual rule."""

FAR = 10_000
"""Deeper than any game here."""


def worth(position: Position, algorithm: Algorithm) -> tuple[int, ...]:
    """The payoffs at the end, or those to expect at the horizon."""
    game, leaf = position.game, algorithm.leaf
    if position.is_over:
        payoffs = game.payoffs(position.outcome)
    elif isinstance(leaf, str):
        payoffs = game.payoffs(position.estimate(leaf))
    else:
        payoffs = leaf.payoffs(position)
    if algorithm.combine == "against":
        return tuple(sum(own - other for other in payoffs) for own in payoffs)
    return payoffs


def listed(position: Position, algorithm: Algorithm) -> list[Any]:
    """The moves that are searched, in the order that decides ties."""
    if algorithm.order in ("high", "low"):
        moves = list(position.moves())
        moves = moves if algorithm.order == "high" else moves[::-1]
    else:
        moves = list(position.ordered(str(algorithm.order)))
    return moves[: algorithm.width or len(moves)]


def maxn(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR
) -> tuple[tuple[int, ...], list[Any]]:
    """The payoffs and the line that the definitions demand."""
    if position.is_over or plies == 0:
        return worth(position, algorithm), []
    mover = position.side
    best: tuple[tuple[int, ...], list[Any]] | None = None
    for move in listed(position, algorithm):
        payoffs, line = maxn(position.play(move), algorithm, root, plies - 1)
        if best is not None:
            better = payoffs[mover] > best[0][mover]
            tied = mover != root and payoffs[mover] == best[0][mover]
            if algorithm.ties == "against-root" and tied:
                better = payoffs[root] < best[0][root]
            if not better:
                continue
        best = payoffs, [move, *line]
    assert best is not None
    return best


def two_sided(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR
) -> tuple[int, list[Any]]:
    """Minimax of the reduced game: the root's payoff, which all other sides minimise."""
    if position.is_over or plies == 0:
        return worth(position, algorithm)[root], []
    sign = 1 if position.side == root else -1
    best: tuple[int, list[Any]] | None = None
    for move in listed(position, algorithm):
        payoff, line = two_sided(position.play(move), algorithm, root, plies - 1)
        if best is None or sign * payoff > sign * best[0]:
            best = payoff, [move, *line]
    assert best is not None
    return best


def expected(position: Position, algorithm: Algorithm, plies: int = FAR) -> tuple[Any, ...]:
    """The value, line, move and outcome that plain search gives."""
    root = 0 if position.is_over else position.side
    if algorithm.backup == "maxn":
        value, line = maxn(position, algorithm, root, plies)
    else:
        payoff, line = two_sided(position, algorithm, root, plies)
    end = position
    for move in line:
        end = end.play(move)
    outcome = end.outcome if end.is_over else None
    if algorithm.backup == "minimax":
        value = worth(end, algorithm)
    if algorithm.backup == "paranoid":
        sides = range(position.game.sides)
        return tuple(payoff if side == root else None for side in sides), line, *line[:1], None
    return value, line, *line[:1], outcome


def differences(position: Position, algorithms: list[Algorithm]) -> list[str]:
    """Where the reference differs from the plain definition, as texts that reproduce it."""
    plain: dict[Algorithm, tuple[Any, ...]] = {}
    found = []
    for algorithm in algorithms:
        if algorithm.plain() not in plain:
            plain[algorithm.plain()] = expected(position, algorithm)
        result = kibitz.solve(position, algorithm, engine="reference")
        line = list(result.line)
        got = result.value, line, *([result.move] if line else []), result.outcome
        if got != plain[algorithm.plain()] or not result.complete:
            right = plain[algorithm.plain()]
            found.append(f"{position.game} | {position} | {algorithm}: {got}, not {right}")
    return found


def engine_differences(position: Position, algorithms: list[Algorithm]) -> list[str]:
    """Where the kernel differs from the reference in an answer or a count."""
    found = []
    for algorithm in algorithms:
        expected = kibitz.solve(position, algorithm, engine="reference")
        got = kibitz.solve(position, algorithm, engine="kernel")
        if facts(got) != facts(expected):
            found.append(
                f"{position.game} | {position} | {algorithm}: {facts(got)}, not {facts(expected)}"
            )
    return found


def facts(result: Result) -> tuple[Any, ...]:
    """All that two engines must agree on."""
    return (
        result.value,
        result.outcome,
        result.move,
        result.line,
        result.stopped,
        result.stats,
    )


def random_tree(seed: int) -> Position:
    """A small tree with ties, movers that repeat or skip, and 2 to 6 players."""
    draw = random.Random(seed)
    depth = draw.randint(1, 5)
    arguments = {
        "players": draw.randint(2, 6),
        "depth": depth,
        "branching": draw.randint(2, 3 if depth == 5 else 4),
        "low": draw.choice((0, 0, -2)),
        "payoff": draw.randint(1, 5),
        "step": draw.choice((1, 1, 2)),
    }
    total = draw.choice(("", "", ",total=3", ",total=8"))
    text = ",".join(f"{key}={value}" for key, value in arguments.items())
    return kibitz.game(f"tree({text}{total})").deal(seed)


def random_deal(seed: int, cards: int = 4) -> Position:
    """A small deal of Spades under any rules and utility, sometimes in the middle of play."""
    draw = random.Random(seed)
    players = draw.randint(2, 4)
    each = draw.randint(1, cards if players < 4 else cards - 1)
    bids = "/".join(str(draw.randint(0, each)) for _ in range(players))
    utility = draw.choice(("tricks", "momb", "mot", "smot", "smot(margin=1)", "wl", "oh", "place"))
    teams = draw.choice(("none", "0/1/0/1", "0/1/1/0")) if players == 4 else "none"
    breaking = draw.choice(("true", "false"))
    game = kibitz.game(
        f"spades(players={players},cards={each},teams={teams},bids={bids},"
        f"utility={utility},breaking={breaking},alike={draw.choice(ALIKE)})"
    )
    position = game.deal(seed)
    for _ in range(draw.choice((0, 0, 1, 2, players))):
        if not position.is_over:
            position = position.play(draw.choice(position.legal_moves()))
    return position


def random_opposed(seed: int) -> Position:
    """A small position of two sides with opposite interests."""
    draw = random.Random(seed)
    if draw.random() < 0.5:
        return kibitz.game(f"tree(players=2,depth={draw.randint(1, 6)},total=6)").deal(seed)
    game = draw.choice(("spades(cards=3)", "spades(players=2)", "spades(teams=0/1/1/0)"))
    return kibitz.game(game).deal(seed, cards=draw.randint(1, 3))


def random_trump_deal(seed: int, cards: int = 4) -> Position:
    """A small deal of a game whose text names the trump, sometimes in the middle of play."""
    draw = random.Random(f"trump {seed}")
    name = draw.choice(("oh_hell", "oh_hell", "sergeant_major", "bridge"))
    players = {"oh_hell": draw.randint(3, 5), "sergeant_major": 3, "bridge": 4}[name]
    each = draw.randint(1, max(2, cards + 3 - players))
    tricks = draw.choice((each, draw.randint(1, each)))
    bids, targets = ("/".join(str(draw.randint(0, tricks)) for _ in range(players)) for _ in "bt")
    trump = draw.choice(("S", "H", "D", "C", "none"))
    own = {
        "oh_hell": {
            "trump": draw.choice(("turned", trump)),
            "utility": draw.choice(("oh", "oh", "tricks", "mot", "wl", "place")),
        },
        "sergeant_major": {
            "trump": trump,
            "utility": draw.choice(("tricks", "target", "wl", "place")),
            "targets": targets,
        },
        "bridge": {"trump": trump, "teams": draw.choice(("0/1/0/1", "none", "0/1/1/0"))},
    }[name]
    text = ",".join(f"{key}={value}" for key, value in own.items())
    position = kibitz.game(
        f"{name}(players={players},cards={each},tricks={tricks},bids={bids},"
        f"alike={draw.choice(ALIKE)},{text})"
    ).deal(seed)
    for _ in range(draw.choice((0, 0, 1, 2, players))):
        if not position.is_over:
            position = position.play(draw.choice(position.legal_moves()))
    return position


def random_hearts(seed: int, cards: int = 4) -> Position:
    """A small deal of Hearts under any rules, sometimes with a shot at the moon, or in play."""
    draw = random.Random(seed)
    players = draw.choice((3, 3, 4))
    each = draw.randint(1, cards if players == 3 else cards - 1)
    rules = {
        "lead": draw.choice(("C2", "any-club", "first")),
        "breaking": draw.choice(("points", "hearts", "none")),
        "forced_lead": draw.choice(("queen", "any")),
        "first_trick": draw.choice(("clean", "any")),
        "moon": draw.choice(("true", "false")),
        "utility": draw.choice(("points", "points", "points", "fewest", "tricks", "place")),
        "teams": draw.choice(("none", "none", "0/1/0/1")) if players == 4 else "none",
        "alike": draw.choice(ALIKE),
    }
    text = ",".join(f"{key}={value}" for key, value in rules.items())
    game = kibitz.game(f"hearts(players={players},{text})")
    deck = [card for card in CARDS if str(card) != "D2"]
    few = [card for card in deck if card.suit == 1 or str(card) in "SA SK SQ SJ D5 CT C4 C3 C2"]
    dealt = draw.sample(draw.choice((deck, few)), players * each)
    hands = [hand_of(dealt[each * player : each * (player + 1)]) for player in range(players)]
    position = game.parse(" ".join(map(write_hand, hands)))
    if draw.random() < 0.4:
        out_of_play = 26 - sum(card.suit == 1 or 13 * (str(card) == "SQ") for card in dealt)
        taken = [0] * players
        taken[draw.randrange(players)] = out_of_play
        words = [*map(write_hand, hands), draw.randrange(players), "-", ",".join(map(str, taken))]
        position = game.parse(" ".join(map(str, words)))
    for _ in range(draw.choice((0, 0, 1, 2, players))):
        if not position.is_over:
            position = position.play(draw.choice(position.legal_moves()))
    return position
