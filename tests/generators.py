"""What is tried: every composition of the parts there are, and random positions of all kinds."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Position, TrickPosition, Utility
from kibitz.cards import CARDS, hand_of, write_hand
from kibitz.engines.reference import RULES
from kibitz.engines.reference.searches import choices
from kibitz.leaf_table import LeafTable, rank

CHOICES = choices()


def _rules(two_sided: bool) -> tuple[str, ...]:
    """The sound rules of pruning, and none."""
    fits = {name: rule.sound and rule.two_sided == two_sided for name, rule in RULES.items()}
    fits["questions"] = False  # for outcome sets, which have tests of their own
    return tuple(name for name in RULES if fits[name] or not RULES[name].prunes)


TABLES = tuple(table for table in CHOICES["table"] if table not in ("sets", "partition", "points"))


AXES: dict[str, tuple[Any, ...]] = {
    "prune": _rules(two_sided=False),
    "life": (None, 1, 2, 4),
    **{axis: CHOICES[axis] for axis in ("first", "test", "scale", "heuristic", "keys")},
    **{axis: CHOICES[axis] for axis in ("probe", "order", "ties")},
    "table": TABLES,
}

TWO_SIDED_AXES: dict[str, tuple[Any, ...]] = {
    "prune": _rules(two_sided=True),
    **{axis: CHOICES[axis] for axis in ("heuristic", "window", "keys", "probe", "order")},
    "table": TABLES,
}


@functools.cache
def sound_compositions() -> tuple[Algorithm, ...]:
    """Every composition of max^n that is valid and sound."""
    return _compositions(AXES)


@functools.cache
def two_sided_compositions(backup: str) -> tuple[Algorithm, ...]:
    """Every valid composition of a two-sided search."""
    return _compositions({"backup": (backup,), **TWO_SIDED_AXES})


def _compositions(axes: dict[str, tuple[Any, ...]]) -> tuple[Algorithm, ...]:
    found = []
    for parts in itertools.product(*axes.values()):
        try:
            found.append(Algorithm(**dict(zip(axes, parts, strict=True))))
        except InvalidAlgorithm:
            continue
    return tuple(found)


def with_a_leaf(
    algorithms: Sequence[Algorithm], leaf: object, orders: tuple[str, ...]
) -> list[Algorithm]:
    """What can be made of compositions with a leaf, a width and more orders."""
    found = []
    draw = random.Random(0)
    for algorithm in algorithms:
        changes: dict[str, Any] = {
            "leaf": leaf,
            "combine": draw.choice(("own", "against")),
            "width": draw.choice((None, 1, 2, 3)),
            "order": draw.choice(orders),
            "deepening": draw.choice(("iterative", "iterative", "none")),
        }
        try:
            found.append(Algorithm(algorithm.search, **changes))
        except InvalidAlgorithm:
            continue
    return found


ALIKE = ("live", "live", "live", "next", "none")
"""Which cards are one move, most often by the usual rule."""


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


def random_few_ranks(
    seed: int, cards: int, games: Sequence[str], utility: Callable[..., Sequence[int]]
) -> TrickPosition:
    """A deal of one of these games, often from few ranks, perhaps in the middle of it.

    Some have another utility, and some end early.
    """
    draw = random.Random(f"camps {seed}")
    game: Any = kibitz.game(draw.choice(games))
    if draw.random() < 0.2:
        game = replace(game, utility=Utility(utility))
    if draw.random() < 0.2 and cards > 1:
        game = replace(game, tricks=draw.randint(1, cards))
    position: TrickPosition = game.deal(seed, cards)
    if draw.random() < 0.6 and not position.marks:
        ranks = draw.randint(-(-cards * game.players // 4), 13)
        pool = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
        draw.shuffle(pool)
        hands = [hand_of(pool[cards * p : cards * (p + 1)]) for p in range(game.players)]
        position = replace(position, hands=tuple(hands), leader=draw.randrange(game.players))
        position.check()
    for _ in range(draw.choice((0, 0, 1, 2, 3, 5))):
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


def scored(position: TrickPosition, draw: random.Random) -> TrickPosition:
    """The position with payoffs that have many ties, as no utility of the package has them."""
    leaves, most = LeafTable.of(position), draw.randint(1, 4)
    if draw.random() < 0.5:
        return position
    sides = range(position.game.sides)
    rows = rank([[draw.randint(0, most) for _ in sides] for _ in leaves.outcomes])
    worth = dict(zip(leaves.outcomes, rows, strict=True))
    utility = Utility(lambda outcome: worth[outcome])
    return replace(position, game=replace(position.game, utility=utility))
