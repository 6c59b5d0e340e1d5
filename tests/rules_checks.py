"""What every search must answer about games of rules: plain max^n over plain rules.

Legal cards, tricks, points, sides and payoffs are those of plain_rules.py. Of Kibitz the search
here takes only the order in which moves are listed, which decides ties.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from own_checks import ENGINES, refused
from plain_rules import Table
from plain_rules_cases import CASES, PAYOFFS, Payoffs

import kibitz
from kibitz import Algorithm, KibitzError
from kibitz.cards import TrickPosition

MOST = 20_000
"""How many positions a plain search may look at; a larger deal is played on until it is less."""

MOST_CARDS = {2: 6, 3: 5, 4: 4, 5: 3}
"""In a hand, by the number of players; with more players 2."""

SEARCHES = (
    "maxn",
    "immediate",
    "shallow",
    "branch-and-bound",
    "abbnb",
    "last-branch",
    "speculative",
    "speculative(test=leaf-table,heuristic=taken)",
    "leaf-table",
    "leaf-table(keys=relative)",
    "leaf-table(keys=relative,order=trick)",
    "leaf-table(probe=card,order=low)",
    "leaf-table(ties=against-root)",
    "outcome-sets",
    "outcome-sets(order=high)",
    "outcome-sets(order=high,keys=absolute)",
    *(f"outcome-sets({axis}=none)" for axis in ("sure", "quick", "out", "classes", "ahead")),
    "outcome-sets(sure=none,quick=none,out=none,classes=none,ahead=none,order=high)",
    "outcome-sets(table=bounds,order=trick)",
    "alpha-beta",
    "alpha-beta(window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick)",
    "alpha-beta(window=zero,heuristic=taken,table=bounds,order=trick)",
    "partition",
    "partition(order=high)",
    *(f"partition({axis}=none)" for axis in ("sure", "quick", "later")),
    "partition(inner=listed,order=high)",
    "points",
    "points(sure=none)",
    "points(inner=listed,order=high)",
    "points(keys=absolute,order=high)",
    "points(table=none,keys=absolute,probe=card,sure=none)",
    "paranoid",
    "paranoid(table=bounds,keys=relative,heuristic=taken)",
    "paranoid-partition",
    "paranoid-partition(sure=none,quick=none,later=none,order=high)",
)


ACCEPTED: Counter[tuple[str, str, str]] = Counter()
"""How often each search took on a game, by engine."""


class TooLarge(Exception):
    """A deal that plain search does not finish."""


class Plain:
    """Max^n, or one side against all others, in plain words."""

    def __init__(self, position: TrickPosition, payoffs: Payoffs | None = None) -> None:
        game = position.game
        self.text = str(game)
        self.side_of = [game.side_of[player] for player in range(game.players)]
        self.sides = max(self.side_of) + 1
        names = [str(card) for card in game.pack.cards]
        self.place = {name: at for at, name in reversed(list(enumerate(names)))}
        self.payoffs = payoffs or PAYOFFS[str(game.utility)](position)
        self.looked = 0

    def outcome(self, table: Table) -> tuple[int, ...]:
        found = [0] * self.sides
        for player, taken in enumerate(table.taken):
            found[self.side_of[player]] += taken
        return tuple(found)

    def listed(self, table: Table, position: Any, order: str) -> list[str]:
        legal = sorted(set(table.legal()), key=self.place.__getitem__)
        if order == "high":
            return legal
        moves = position.moves()[::-1] if order == "low" else position.ordered(order)
        assert {str(move) for move in moves} <= set(legal), position
        return list(map(str, moves))

    def answer(
        self, table: Table, position: Any, order: str, ties: str, root: int, against: bool
    ) -> tuple[tuple[int, ...], list[str]]:
        """The payoffs and the line."""
        seen: dict[Any, tuple[tuple[int, ...], list[str]]] = {}

        def search(table: Table, position: Any) -> tuple[tuple[int, ...], list[str]]:
            if table.over:
                return self.payoffs(self.outcome(table)), []
            key = table.hands, table.leader, table.trick, self.outcome(table), table.stock
            if key in seen:
                return seen[key]
            self.looked += 1
            if self.looked > MOST:
                raise TooLarge(self.text)
            side = self.side_of[table.turn]
            best: tuple[tuple[int, ...], list[str]] | None = None
            for move in self.listed(table, position, order):
                later = None if position is None else position.play(move)
                value, line = search(table.play(move), later)
                if best is not None and not self.better(value, best[0], side, root, ties, against):
                    continue
                best = value, [move, *line]
            assert best is not None
            seen[key] = best
            return best

        return search(table, None if order == "high" else position)

    @staticmethod
    def better(
        value: Sequence[int], best: Sequence[int], side: int, root: int, ties: str, against: bool
    ) -> bool:
        """Whether the side to move prefers a value to the best before it."""
        if against:
            sign = 1 if side == root else -1
            return sign * value[root] > sign * best[root]
        if ties == "against-root" and side != root and value[side] == best[side]:
            return value[root] < best[root]
        return value[side] > best[side]


def drawn(text: str, seed: int, most_cards: int) -> tuple[TrickPosition, Table]:
    """A small position of a game, often inside a trick and with something taken."""
    draw = random.Random(f"{text} {seed}")
    game: Any = kibitz.game(text)
    more: dict[str, Any] = {"alike": draw.choice(("live", "live", "none", "next"))}
    if draw.random() < 0.4:
        more["utility"] = draw.choice(("taken", "least", "place"))
    elif "goal" in game.arguments() and "declarer" in game.arguments() and draw.random() < 0.5:
        # As much as a small deal can bring.
        most = 3 if game.counts_tricks else 40
        more |= {"utility": "goal", "goal": draw.randint(1, most)}
    players = game.players
    cards = draw.randint(1, min(most_cards, game.hand_size, MOST_CARDS.get(players, 2)))
    if game.deal(0).stock:
        more["stock"] = players * draw.randint(0, 2)
    if text.startswith(("ninety_nine", "wizard")) and "utility" not in more:
        bids = [draw.randint(0, 2) for _ in range(players)]
        more |= {"bids": tuple(min(bid, cards) for bid in bids), "utility": text.partition("(")[0]}
    game = kibitz.game(text, **more)
    position: Any = game.deal(seed, cards)
    plain = CASES[text]()
    hands = [list(map(str, hand)) for hand in position.as_dict()["hands"]]
    sides = tuple(position.game.side_of[player] for player in range(players))
    plain.last = position.game.last_trick  # with what lies aside, where the last trick takes it
    table = replace(Table.start(plain, hands, position.leader), sides=sides)
    table = replace(
        table,
        taken=position.taken,
        stock=tuple(map(str, position.stock)),
        layer=game.declarer if "kitty=taken" in text else None,
    )
    left = draw.randint(players, 9 if text.startswith("briscola") else 13)  # all may be played
    while sum(map(len, table.hands)) + len(table.stock) > left:
        card = draw.choice(sorted(table.legal()))
        position, table = position.play(card), table.play(card)
    return position, table


def expected(
    plain: Plain, position: TrickPosition, table: Table, algorithm: Algorithm
) -> tuple[Any, list[str], Any]:
    """The value, the line and the outcome that an algorithm must give."""
    side = plain.side_of[table.turn]
    against = algorithm.guarantees
    ties = getattr(algorithm, "ties", "first")
    value, line = plain.answer(table, position, str(algorithm.order), ties, side, against)
    if against:
        return tuple(own if at == side else None for at, own in enumerate(value)), line, None
    for move in line:
        table = table.play(move)
    return value, line, plain.outcome(table)


def faults(
    text: str, seed: int, searches: Sequence[str] = SEARCHES, cards: int = 9
) -> tuple[list[str], int]:
    """What is wrong with the answers about one small position, and how many were asked."""
    position, table = drawn(text, seed, cards)
    return compared(text.partition("(")[0], Plain(position), position, table, searches)


def compared(
    name: str, plain: Plain, position: TrickPosition, table: Table, searches: Sequence[str]
) -> tuple[list[str], int]:
    """Where the default and some searches differ from a plain one, and how many were asked."""
    found, asked = [], 0
    known: dict[tuple[Any, ...], Any] = {}
    legal = sorted(map(str, position.legal_moves()))
    if legal != sorted(set(table.legal())):
        return [f"{position.game} | {position}: legal {legal}, not {table.legal()}"], 0
    for search in ("", *searches):
        try:
            algorithm = Algorithm.parse(search) if search else kibitz.strongest(position)
        except KibitzError as error:
            found.append(f"{search}: {error}")
            continue
        key = str(algorithm.order), getattr(algorithm, "ties", ""), algorithm.guarantees
        counts = []
        for engine in ENGINES:
            try:
                result = kibitz.solve(position, algorithm if search else None, engine=engine)
            except Exception as error:
                if not refused(error):
                    where = f"{position.game} | {position} | {engine} {algorithm}"
                    found.append(f"{where}: {type(error).__name__}: {error}")
                continue
            asked += 1
            counts.append((result.stats, result.depth))
            ACCEPTED[name, engine, search] += 1
            plain.looked = 0
            if key not in known:
                try:
                    known[key] = expected(plain, position, table, algorithm)
                except TooLarge:
                    break
            got = result.value, list(map(str, result.line)), result.outcome
            if got != known[key] or result.certainty != "exact":
                found.append(
                    f"{position.game} | {position} | {engine} {algorithm}: {got}, not {known[key]}"
                )
        if len(counts) == 2 and counts[0] != counts[1]:
            found.append(f"{position.game} | {position} | {algorithm}: engines differ {counts}")
    return found, asked


def present() -> list[str]:
    """The cases whose games are built in."""
    return [text for text in CASES if text.partition("(")[0] in kibitz.games.names()]
