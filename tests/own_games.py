"""Random games as users write them: drawn as plain data, then written as a module of Python."""

from __future__ import annotations

import random
import sys
import types
from dataclasses import replace
from typing import Any

from plain_games import FULL_DECK, RANKS, SUITS, Graph, State, Tricks, place

from kibitz import Game

MODULE = "own_game"
"""What a written module is called."""

HEAD = """\
from dataclasses import dataclass
from typing import ClassVar

from kibitz import Restrictions, TrickGame, Utility
from kibitz.cards import hand_of, listed, read_card


def cards(names):
    return hand_of(map(read_card, names.split()))


def payoffs(taken):
    {utility}


@dataclass(frozen=True)
class Own(TrickGame):
    players: int = {players}
    utility: Utility = Utility(payoffs)
    alike: str = {alike!r}
    tricks: int | None = {tricks}
"""

DECK = """
    @property
    def deck(self):
        return cards({deck!r})
"""

TEAMS = """
    @property
    def usual_teams(self):
        return {sides}
"""

POINTS = """
    counts_tricks: ClassVar[bool] = {counts_tricks}

    def points(self, card):
        return {points}.get(str(card), 0)
"""

TRUMP = """
    def trump_in(self, marks):
        return {trump}
"""

LOWEST = """
    @property
    def lowest(self):
        return {lowest}
"""

RESTRICTIONS = """
    @property
    def restrictions(self):
        return Restrictions({restrictions})
"""

OVERTAKE = """
    def allowed(self, position, cards):
        if position.table:
            best = position.winning[0]
            higher = [card for card in listed(cards) if card.suit == best.suit and card < best]
            if higher and best.suit == position.table[0].suit:
                cards = hand_of(higher)
        return super().allowed(position, cards)
"""

GRAPH = """\
from dataclasses import dataclass, replace

from kibitz import Game, Position

NODES = {nodes}
VALUES = {values}


@dataclass(frozen=True)
class Own(Game):
    players: int = {players}

    def start(self):
        return OwnPosition(self)

    def payoffs(self, outcome):
        return VALUES[outcome]
{extra}

@dataclass(frozen=True)
class OwnPosition(Position):
    game: Own
    node: int = 0
{path}
    @property
    def turn(self):
        return max(NODES[self.node][0], 0)

    @property
    def is_over(self):
        return NODES[self.node][0] < 0

    @property
    def outcome(self):
        return -1 - NODES[self.node][0]

    def moves(self):
        return {moves}(name for name, _ in NODES[self.node][1])

    def play(self, move):
        move = self.legal_move(move)
        return replace(self, node=dict(NODES[self.node][1])[move]{walk})
{more}"""


def written(game: Tricks) -> str:
    """The module of a trick game."""
    names = ("closed", "breakers", "alone", "first_lead", "first_not")
    sets = {name: " ".join(getattr(game, name)) for name in names if getattr(game, name)}
    rules = [f"{name}=cards({cards!r})" for name, cards in sets.items()]
    rules += ["first_lowest=True"] * game.first_lowest
    trump = str(SUITS.index(game.trump)) if game.trump else "None"
    alone = game.sides == tuple(range(game.players))
    parts = [
        (HEAD, True),
        (DECK, game.deck != FULL_DECK),
        (TEAMS, not alone),
        (POINTS, bool(game.points) or not game.counts_tricks),
        (TRUMP, bool(game.trump)),
        (LOWEST, game.lowest != 0),
        (RESTRICTIONS, bool(rules)),
        (OVERTAKE, game.overtake),
    ]
    return "".join(part for part, wanted in parts if wanted).format(
        utility=game.utility,
        players=game.players,
        alike=game.alike,
        tricks=game.tricks or None,
        deck=" ".join(game.deck),
        sides=game.sides,
        counts_tricks=game.counts_tricks,
        points=game.points,
        trump=f'{trump} if "broken" in marks else None' if game.late_trump else trump,
        lowest=game.lowest,
        restrictions=", ".join(rules),
    )


def written_graph(game: Graph, provides: frozenset[str]) -> str:
    """The module of a graph, with what a game may provide besides its rules."""
    below: list[set[int]] = [set() for _ in game.nodes]
    for at in range(len(game.nodes) - 1, -1, -1):
        mover, moves = game.nodes[at]
        below[at] = {-1 - mover} if mover < 0 else set().union(*(below[to] for _, to in moves))
    extra, more = "", ""
    if game.sides != tuple(range(game.players)):
        extra += f"\n    sides = {max(game.sides) + 1}\n"
        extra += f"\n    def side(self, player):\n        return {game.sides}[player]\n"
    lowest = min(map(min, game.values))
    if lowest < 0 or "lowest" in provides:
        extra += f"\n    lowest = {lowest}\n"
    if "max_sum" in provides:
        extra += f"\n    max_sum = {max(map(sum, game.values))}\n"
    if "highest" in provides:
        extra += f"\n    highest = {max(map(max, game.values))}\n"
    if "outcomes" in provides:
        shown = f"(outcome for outcome in range({len(game.values)}))"
        extra += f"\n    def outcomes(self):\n        return {shown}\n"
    if "allows" in provides:
        more += f"\n    def allows(self, outcome):\n        return outcome in {below}[self.node]\n"
    if "progress" in provides:
        more += "\n    @property\n    def progress(self):\n        return self.node\n"
    if "key" in provides:
        more += "\n    def key(self):\n        return self.node\n"
    path = "path" in provides
    return GRAPH.format(
        nodes=game.nodes,
        values=game.values,
        players=game.players,
        extra=extra,
        path="    path: tuple[str, ...] = ()\n" if path else "",
        moves="tuple" if "tuple" in provides else "list",
        walk=", path=(*self.path, move)" if path else "",
        more=more,
    )


def built(text: str) -> Any:
    """The game of a module, which can be imported by name."""
    module = types.ModuleType(MODULE)
    sys.modules[MODULE] = module
    exec(compile(text, f"{MODULE}.py", "exec"), vars(module))
    game: Game = module.Own()
    return game


def _some(draw: random.Random, cards: list[str], most: int) -> tuple[str, ...]:
    """A few of these cards, or a suit of the deck."""
    if draw.random() < 0.3:
        suit = draw.choice(SUITS)
        return tuple(card for card in FULL_DECK if card[0] == suit)
    chosen = draw.sample(cards, min(len(cards), draw.randint(1, most)))
    return tuple(sorted(chosen, key=place))


def random_utility(draw: random.Random, sides: int, most: int) -> str:
    """What players want: mostly something odd."""
    rows = [[draw.randint(-3, 4) for _ in range(draw.randint(2, 9))] for _ in range(sides)]
    steps = [sorted(draw.choices(range(-5, 9), k=min(most, 60) + 1)) for _ in range(sides)]
    wanted = [draw.randint(0, max(1, most)) for _ in range(sides)]
    a, b, m, c = draw.randint(1, 9), draw.randint(0, 9), draw.randint(2, 11), draw.randint(0, 5)
    zipped = "zip({}, taken)"
    texts = [
        "return list(taken)",
        "return list(taken)",
        "return [-own for own in taken]",
        f"return [row[own % len(row)] for row, own in {zipped.format(rows)}]",
        f"return [row[own % len(row)] for row, own in {zipped.format(rows)}]",
        f"return [({a} * own * own + {b} * taken[at - 1]) % {m} - {c} "
        "for at, own in enumerate(taken)]",
        "return [sum(other < own for other in taken) for own in taken]",
        "return [own - max(taken[:at] + taken[at + 1:]) for at, own in enumerate(taken)]",
        "return [len(taken) * own - sum(taken) for own in taken]",
        f"return [int(own >= bid) for own, bid in {zipped.format(wanted)}]",
        f"return [-abs(own - bid) for own, bid in {zipped.format(wanted)}]",
        f"return [row[max(0, min(own, len(row) - 1))] for row, own in {zipped.format(steps)}]",
        "return [own % 2 for own in taken]",
        "return [0] * len(taken)",
        f"return [own * 10**{draw.choice((5, 9, 12))} for own in taken]",
    ]
    return draw.choice(texts)


def random_points(draw: random.Random, dealt: list[str], deck: tuple[str, ...], sides: int) -> Any:
    """What cards are worth: by suits, by ranks or singly, together up to 500."""
    room = {2: 12, 3: 7, 4: 6}.get(sides, 4)
    style = draw.choice(("like", "few", "few", "many", "ranks", "less"))
    if style == "like":  # each card of a suit is worth as much
        suit, worth = draw.choice(SUITS), draw.choice((1, 1, 5, 20))
        points = {card: worth for card in deck if card[0] == suit}
    elif style == "ranks":  # as in Sueca or Skat
        ranks = draw.sample(RANKS, draw.randint(1, 5))
        by_rank = dict(zip(ranks, (11, 10, 4, 3, 2), strict=False))
        points = {card: by_rank[card[1]] for card in deck if card[1] in by_rank}
    else:
        count = draw.randint(1, room if style != "many" else room + 1)
        chosen = draw.sample(dealt, min(count, len(dealt)))
        most = draw.choice((2, 13, 62, 64, 100, 300, 500)) // len(chosen)
        points = {card: draw.randint(1, max(1, most)) for card in chosen}
        if style == "less" and draw.random() < 0.3:
            points = {card: worth - draw.randint(0, 2) * worth for card, worth in points.items()}
    inside = [card for card in dealt if points.get(card)]
    draw.shuffle(inside)
    for card in inside[room:]:  # so that outcomes can be listed
        if style not in ("like",) or sides > 3:
            del points[card]
    return points


def random_tricks(seed: int) -> tuple[Tricks, State, tuple[int, ...]]:
    """A trick game, a position of it, and what each player has taken there."""
    draw = random.Random(f"own tricks {seed}")
    if draw.random() < 0.02:
        return _wide_choice(draw)
    players = draw.choice((2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 7))
    each = draw.randint(1, {2: 6, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2}[players])
    wide = draw.random() < 0.02
    ranks = draw.randint(2, 13)
    suits = draw.sample(SUITS, draw.randint(2, 4))
    chosen = draw.sample(RANKS, ranks)
    deck = tuple(card for card in FULL_DECK if card[0] in suits and card[1] in chosen)
    tricks = 0
    if wide or len(deck) < players * each or draw.random() < 0.2:
        deck = FULL_DECK
    if wide:
        each = draw.randint(52 // players - 3, 52 // players)
    elif draw.random() < 0.1:
        tricks = draw.randint(1, each)
    dealt = draw.sample(deck, players * each)
    hands = tuple(
        tuple(sorted(dealt[each * at : each * (at + 1)], key=place)) for at in range(players)
    )
    sides = _sides(draw, players)
    count = max(sides) + 1
    counts_tricks = wide or draw.random() < 0.5
    points = {} if counts_tricks else random_points(draw, dealt, deck, count)
    total = sum(points.values())
    rules: dict[str, Any] = {}
    if draw.random() < 0.5:
        near = dealt if draw.random() < 0.8 else list(deck)
        rules["closed"] = _some(draw, near, 4)
        rules["breakers"] = rules["closed"] if draw.random() < 0.3 else _some(draw, near, 3)
        if draw.random() < 0.4:
            rules["alone"] = _some(draw, near, 2)[:2]
        if draw.random() < 0.1:
            del rules["closed"]
    if draw.random() < 0.25:
        if draw.random() < 0.6:
            rules["first_lead"] = _some(draw, dealt, 3)
            one_suit = len({card[0] for card in rules["first_lead"]}) == 1
            rules["first_lowest"] = one_suit and draw.random() < 0.4
        if draw.random() < 0.6:
            lead = rules.get("first_lead", ())
            rules["first_not"] = tuple(card for card in _some(draw, dealt, 4) if card not in lead)
    trump = draw.choice((*SUITS, "", ""))
    most = (each if counts_tricks else max(total, 1)) + 1
    game = Tricks(
        players=players,
        deck=deck,
        cards=len(deck) // players,
        points=points,
        counts_tricks=counts_tricks,
        tricks=tricks if counts_tricks else 0,
        trump=trump,
        late_trump=bool(trump and rules.get("breakers")) and draw.random() < 0.1,
        overtake=draw.random() < 0.05,
        sides=sides,
        utility=random_utility(draw, count, most),
        lowest=draw.choice((0, 0, 0, -(10**15))),
        alike=draw.choice(("live", "live", "live", "next", "none")),
        **rules,
    )
    if wide:
        game = replace(game, tricks=1, alike=draw.choice(("live", "next", "none", "none")))
    taken = _taken(draw, game, each, dealt)
    by_side = [0] * count
    for player, number in enumerate(taken):
        by_side[sides[player]] += number
    marks = draw.random() < 0.3, draw.random() < 0.5
    state = State(
        hands,
        draw.randrange(players),
        (),
        tuple(by_side),
        marks[0] and bool(game.breakers),
        marks[1] and game.minds_the_first_trick,
    )
    return game, state, taken


def _wide_choice(draw: random.Random) -> tuple[Tricks, State, tuple[int, ...]]:
    """Two players with up to 26 cards; the second can play any of its own, and one trick more."""
    each = draw.randint(20, 26)
    suit = draw.choice(SUITS)
    others = [card for card in FULL_DECK if card[0] != suit]
    second = draw.sample(others, each)
    lead = draw.choice([card for card in FULL_DECK if card[0] == suit])
    rest = [card for card in FULL_DECK if card not in second and card != lead]
    first = draw.sample(rest, each - 1)
    game = Tricks(
        players=2,
        cards=26,
        sides=(0, 1),
        tricks=2,
        trump=draw.choice(("", suit, *SUITS)),
        utility=random_utility(draw, 2, 2),
        alike=draw.choice(("live", "next", "none", "none")),
    )
    hands = tuple(tuple(sorted(cards, key=place)) for cards in (first, second))
    return game, State(hands, 0, (lead,), (0, 0), False, False), (0, 0)


def _sides(draw: random.Random, players: int) -> tuple[int, ...]:
    """The side of each player; often each its own."""
    if players == 2 or draw.random() < 0.6:
        return tuple(range(players))
    while True:
        drawn = [draw.randrange(draw.choice((2, 2, 3))) for _ in range(players)]
        order = list(dict.fromkeys(drawn))
        if len(order) > 1:
            return tuple(map(order.index, drawn))


def _taken(draw: random.Random, game: Tricks, each: int, dealt: list[str]) -> tuple[int, ...]:
    """What was taken before, within what there is."""
    taken = [0] * game.players
    room = game.cards - each
    if game.tricks:
        room = min(room, game.tricks - 1)
    if not game.counts_tricks:
        room = sum(game.points.values()) - sum(game.points.get(card, 0) for card in dealt)
    if room > 0 and draw.random() < 0.4:
        for _ in range(draw.randint(1, 3)):
            more = draw.randint(0, min(room, 40))
            taken[draw.randrange(game.players)] += more
            room -= more
    return tuple(taken)


def random_graph(seed: int) -> tuple[Graph, frozenset[str]]:
    """A tree with shared parts, movers that repeat or skip, and what the game provides."""
    draw = random.Random(f"own graph {seed}")
    players = draw.randint(2, 7)
    sides = _sides(draw, players)
    low, high = draw.choice(((0, 3), (0, 8), (-4, 4), (0, 1), (-(10**12), 10**12)))
    count, width = max(sides) + 1, draw.randint(2, 4)
    values = tuple(
        tuple(draw.randint(low, high) for _ in range(count)) for _ in range(draw.randint(1, 9))
    )
    inner = draw.randint(1, 24)
    nodes: list[tuple[int, tuple[tuple[str, int], ...]]] = []
    for at in range(inner):
        reach = min(inner + len(values), at + 1 + draw.choice((2, 4, 8)))
        moves = draw.randint(1, width)
        names = draw.sample(["a", "b", "up", "10", "x-1", "left", "Q"], moves)
        targets = [
            draw.randint(at + 1, max(reach, inner) - 1 if at + 1 < inner else inner) for _ in names
        ]
        if draw.random() < 0.5:
            targets = [draw.randrange(at + 1, inner + len(values)) for _ in names]
        nodes.append((draw.randrange(players), tuple(zip(names, targets, strict=True))))
    nodes += [(-1 - at, ()) for at in range(len(values))]
    options = ("outcomes", "allows", "progress", "key", "path", "tuple", "max_sum", "highest")
    provides = frozenset(one for one in (*options, "lowest") if draw.random() < 0.5)
    return Graph(players, sides, tuple(nodes), values), provides
