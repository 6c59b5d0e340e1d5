"""What is asked of a position of a random own game, and what its answer must be."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from own_games import built, written, written_graph
from plain_games import Graph, Plain, Question, State, TooLarge, Tricks, place

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, KibitzError, Limit, Result, TooManyOutcomes
from kibitz.engines.problem.protocol import Unfit

ENGINES = ("reference", "kernel")
ROOM = "expected a limit that leaves room for a value"
ORDERS = ("high", "low", "trick", "suits")
MOST = 6000
"""How many positions a plain search may look at; a larger game is played on until it is less."""
LARGE = 10**8
"""How many bits all sets of outcomes may take in the reference."""
REFUSED = (InvalidAlgorithm, Unfit, TooManyOutcomes)
"""A search that does not fit a game says so by these; anything else is a fault."""


@dataclass(frozen=True)
class Case:
    """One question about one position of one game."""

    game: Tricks | Graph
    state: Any
    taken: tuple[int, ...] = ()
    """By each player, in a trick game."""
    provides: frozenset[str] = frozenset()
    """What the module of a graph has besides its rules."""
    check: str = "solve"
    algorithm: str = ""
    """Its text; nothing for what is the default."""
    number: int = 0
    """A seed of what is played, or a limit."""

    @property
    def module(self) -> str:
        if isinstance(self.game, Graph):
            return written_graph(self.game, self.provides)
        return written(self.game)

    @property
    def position(self) -> str:
        """The text of the position."""
        if isinstance(self.game, Graph):
            return f"node={self.state}"
        return self.game.text(self.state, self.taken)

    def __str__(self) -> str:
        words = [f"check {self.check}", f"algorithm {self.algorithm or 'by default'}"]
        words += [f"number {self.number}"] * bool(self.number)
        return f"{self.module}\n# {', '.join(words)}\n# position {self.position}"


def after_move(case: Case, move: str) -> Case:
    """The position after a card, with what each player has taken."""
    game, state = case.game, case.state
    if isinstance(game, Graph):
        return replace(case, state=game.play(state, move))
    after, taken = game.play(state, move), list(case.taken)
    taken[after.leader] += sum(after.taken) - sum(state.taken)
    return replace(case, state=after, taken=tuple(taken))


class Trial:
    """A game of Kibitz beside its plain definition."""

    def __init__(self, case: Case) -> None:
        self.own = built(case.module)
        self.game: Any = case.game
        if isinstance(self.game, Tricks):
            self.game = replace(self.game, to_win=self.own.orders_to_win)
        self.plain = Plain(self.game, 20 * MOST)

    def engines(self, case: Case) -> Sequence[str]:
        """Both, but for sets of outcomes that are too large for plain Python."""
        game, state = self.game, case.state
        if isinstance(game, Graph) or game.counts_tricks or "sets" not in case.algorithm:
            return ENGINES
        cards = [*state.table, *(card for hand in state.hands for card in hand)]
        points = [worth for worth in map(game.points.get, cards) if worth]
        width = sum(points) + sum(state.taken) + 1
        sides = len(state.taken)
        bits = width ** (sides - 1) * sides ** min(len(points), 12)
        return ENGINES if bits < LARGE else ENGINES[1:]

    def position(self, case: Case) -> Any:
        return self.own.parse(case.position)

    def question(self, algorithm: Algorithm, side: int) -> Question:
        """What an algorithm searches."""
        against = algorithm.backup in ("paranoid", "paranoid-partition")
        order = str(algorithm.order)
        one = against or algorithm.ties != "first"
        return Question(
            "every" if order == "high" else order,
            algorithm.ties,
            algorithm.combine,
            against,
            side if one else -1,
        )

    def expected(self, state: Any, algorithm: Algorithm) -> tuple[Any, list[str], Any]:
        """The value, the line and the outcome."""
        side = 0 if self.game.is_over(state) else self.game.side(state)
        value, line = self.plain.answer(state, self.question(algorithm, side))
        if algorithm.guarantees:
            return tuple(own if at == side else None for at, own in enumerate(value)), line, None
        for move in line:
            state = self.game.play(state, move)
        return value, line, self.outcome(state)

    def outcome(self, state: Any) -> Any:
        return -1 - self.game.turn(state) if isinstance(self.game, Graph) else state.taken

    def difference(self, result: Result, state: Any) -> str:
        """How a finished search differs from the definition."""
        value, line, outcome = self.expected(state, result.algorithm)
        right = value, line, line[0] if line else None, outcome
        moves = list(map(str, result.line))
        move = None if result.move is None else str(result.move)
        got = result.value, moves, move, result.outcome
        if got == right and result.certainty == "exact":
            return ""
        return f"{result.engine} {result.algorithm} at {result.position}: {got}, not {right}"

    def walk(self, case: Case, plies: int = 99) -> list[tuple[str, Any, Any]]:
        """Random moves from a position: each with what it leads to, here and there."""
        draw, found = random.Random(case.number), list[tuple[str, Any, Any]]()
        state, position = case.state, self.position(case)
        while not self.game.is_over(state) and len(found) < plies:
            move = draw.choice(self.game.listed(state, "every"))
            state, position = self.game.play(state, move), position.play(move)
            found.append((move, state, position))
        return found


def fault(case: Case, trial: Trial | None = None) -> str:
    """What is wrong with the answer to a question; nothing if it is right."""
    trial = trial or Trial(case)
    try:
        return CHECKS[case.check](case, trial)
    except TooLarge:  # no fault of what is checked
        raise
    except Exception as error:
        return "" if refused(error) else f"{type(error).__name__}: {error}"


def refused(error: Exception) -> bool:
    """Whether an error says that a search does not fit a game."""
    lacks = (
        "alpha-beta needs ",
        "partition needs ",
        "points needs ",
        "does not list its outcomes",
        "unknown order of ",
        ROOM,
    )
    known = isinstance(error, KibitzError) and any(words in str(error) for words in lacks)
    return known or isinstance(error, REFUSED)


CHECKS: dict[str, Callable[[Case, Trial], str]] = {}


def named(check: Callable[[Case, Trial], str]) -> Callable[[Case, Trial], str]:
    CHECKS[check.__name__] = check
    return check


@named
def rules(case: Case, trial: Trial) -> str:
    """What may be played, what is one move, and how it ends."""
    state, position, game = case.state, trial.position(case), trial.game
    for _, after, later in [*trial.walk(case), ("", None, None)]:
        if position.is_over != game.is_over(state):
            return f"is_over at {position}"
        if position.is_over:
            got, right = position.outcome, trial.outcome(state)
        elif isinstance(game, Graph):
            got = list(map(str, position.legal_moves())), position.turn
            right = game.listed(state, "every"), game.turn(state)
        else:
            again = trial.own.parse(str(position))
            lists: list[Any] = [position.legal_moves(), again.legal_moves(), position.moves()]
            lists += [[card for group in position.groups() for card in sorted(group)]]
            lists += [position.ordered(order) for order in ORDERS[2:]]
            got = [list(map(str, each)) for each in lists], position.turn
            groups = [card for group in game.groups(state) for card in group]
            orders = [game.listed(state, order) for order in ("every", "every", "high")]
            orders += [groups, *(game.listed(state, order) for order in ORDERS[2:])]
            right = orders, game.turn(state)
        if got != right:
            return f"rules at {position}: {got}, not {right}"
        state, position = after, later
    return ""


def algorithm_of(case: Case, position: Any) -> Algorithm | None:
    return Algorithm.parse(case.algorithm) if case.algorithm else None


@named
def solve(case: Case, trial: Trial) -> str:
    """Both engines give the value, move, line and outcome, and visit the same nodes."""
    position, found = trial.position(case), []
    for engine in trial.engines(case):
        try:
            result = kibitz.solve(position, algorithm_of(case, position), engine=engine)
        except KibitzError as error:
            if not refused(error) or (not case.algorithm and engine == "reference"):
                raise
            continue
        wrong = trial.difference(result, case.state)
        if wrong:
            return wrong
        found.append((result.stats, result.depth, result.stopped))
    if len(found) == 2 and found[0] != found[1]:
        return f"engines differ at {position}: {found}"
    return ""


@named
def threads(case: Case, trial: Trial) -> str:
    """Threads change no answer."""
    position = trial.position(case)
    result = kibitz.solve(position, case.algorithm, limit=Limit(threads=2))
    return trial.difference(result, case.state)


@named
def deep(case: Case, trial: Trial) -> str:
    """A search with a leaf that comes to the end of the game is exact."""
    position = trial.position(case)
    for engine in trial.engines(case):
        try:
            result = kibitz.solve(position, case.algorithm, engine=engine, limit=Limit(depth=99))
        except KibitzError as error:
            if not refused(error):
                raise
            continue
        wrong = trial.difference(result, case.state)
        if wrong:
            return wrong
    return ""


@named
def analyse(case: Case, trial: Trial) -> str:
    """Each move has the value of the position after it, whichever of its cards is played."""
    position, game = trial.position(case), trial.game
    for engine in trial.engines(case):
        try:
            found = kibitz.analyse(position, algorithm_of(case, position), engine=engine)
        except KibitzError as error:
            if not refused(error):
                raise
            continue
        question, side = trial.question(found.algorithm, -1), game.side(case.state)
        listed = [str(move) for row in found.moves for move in row.moves]
        if sorted(listed) != sorted(game.listed(case.state, "every")) or not found.complete:
            return f"analysis of {position}: {listed}, {found.stopped}"
        gets = []
        for row in found.moves:
            for move in map(str, row.moves):
                value, line = trial.plain.answer(game.play(case.state, move), question)
                got = row.value, list(map(str, row.line))
                right = value, [move, *line]
                if got[0] != right[0] or (move == str(row.move) and got != right):
                    return f"{engine} {found.algorithm}, {move} at {position}: {got}, not {right}"
            gets.append(value[side])
        first = found.moves[gets.index(max(gets))]
        if [row.cost for row in found.moves] != [max(gets) - own for own in gets]:
            return f"costs of {position}: {found.as_dict()['moves']}"
        if found.best is not first:
            return f"best of {position}: {found.best}, not {first}"
        solved = kibitz.solve(position, found.algorithm, engine=engine)
        if (solved.move, solved.value) != (first.move, first.value):
            return f"analyse {first} and solve {solved} differ at {position}"
    return ""


@named
def review(case: Case, trial: Trial) -> str:
    """A played hand has the value after each move, and no cost is below 0."""
    position, walk = trial.position(case), trial.walk(case)
    moves = [move for move, _, _ in walk]
    for engine in trial.engines(case):
        try:
            found = kibitz.review(position, moves, algorithm_of(case, position), engine=engine)
        except KibitzError as error:
            if not refused(error):
                raise
            continue
        question = trial.question(found.algorithm, -1)
        values = [trial.plain.answer(state, question)[0] for _, state, _ in walk]
        before, side = trial.plain.answer(case.state, question)[0], trial.game.side(case.state)
        sides = [side, *(trial.game.side(at) for _, at, _ in walk[:-1])]
        pairs = zip([before, *values], values, sides, strict=False)
        costs = [then[own] - now[own] for then, now, own in pairs]
        got = found.value, [turn.value for turn in found.turns], [t.cost for t in found.turns]
        right = before, values, costs
        if got != right or min(costs, default=0) < 0:
            return f"{engine} {found.algorithm}, {moves} from {position}: {got}, not {right}"
    return ""


def neighbours(case: Case, trial: Trial) -> list[tuple[Any, Any]]:
    """Positions of one deal, forward and back, and some of deals that are nearly the same."""
    walk = [(case.state, trial.position(case)), *((at, here) for _, at, here in trial.walk(case))]
    if isinstance(trial.game, Graph):
        return [*walk, *walk[::-1]]
    draw = random.Random(case.number)
    found, later = list[tuple[Any, Any]](), list[tuple[Any, Any]]()
    for state, position in walk:
        found.append((state, position))
        for other in exchanged(trial.game, state, draw):
            with contextlib.suppress(kibitz.TextError):  # more points than there are
                pair = other, trial.own.parse(trial.game.text(other, position.taken))
                (found if other.hands == state.hands else later).append(pair)
    return [*found, *later[:4], *walk[::-1]]


def exchanged(game: Tricks, state: State, draw: random.Random) -> Iterator[State]:
    """The same with other cards: two of them change places, or one on the table is another."""
    hands = [list(hand) for hand in state.hands]
    if state.table:
        gone = set(game.deck).difference(state.table, *hands)
        table = draw.sample(state.table, len(state.table))
        table[draw.randrange(len(table))] = draw.choice(sorted({*gone, *table}))
        yield from _legal_trick(game, state, hands, table)
        yield from _legal_trick(game, state, hands, draw.sample(state.table, len(state.table)))
    seats = [(player, at) for player, hand in enumerate(hands) for at in range(len(hand))]
    for _ in range(2 * bool(seats)):
        new, table = [list(hand) for hand in hands], list(state.table)
        player, at = draw.choice(seats)
        if table and draw.random() < 0.7:
            place_ = draw.randrange(len(table))
            new[player][at], table[place_] = table[place_], new[player][at]
        else:
            other, there = draw.choice(seats)
            new[player][at], new[other][there] = new[other][there], new[player][at]
        yield from _legal_trick(game, state, new, table)


def _legal_trick(
    game: Tricks, state: State, hands: Sequence[Sequence[str]], table: Sequence[str]
) -> Iterator[State]:
    """The position with these cards, if each is there once and all have followed suit."""
    led = table[0][0] if table else ""
    follows = all(
        card[0] == led or all(held[0] != led for held in hands[(state.leader + at) % game.players])
        for at, card in enumerate(table)
    )
    if follows and len(set(table)) == len(table):
        broken = state.broken or bool(set(table) & set(game.breakers))
        listed = tuple(tuple(sorted(hand, key=place)) for hand in hands)
        yield state._replace(hands=listed, table=tuple(table), broken=broken)


@named
def table(case: Case, trial: Trial) -> str:
    """A kept table changes no answer, whatever was searched before."""
    found = neighbours(case, trial)
    for engine in trial.engines(case):
        algorithm = algorithm_of(case, found[0][1]) or kibitz.strongest(found[0][1])
        if algorithm.table == "none":
            return ""
        deal = found[0][1] if case.number % 2 else None
        kept = kibitz.TranspositionTable(16, deal)
        for state, position in found:
            try:
                result = kibitz.solve(position, algorithm, engine=engine, table=kept)
            except KibitzError as error:
                if not refused(error):
                    raise
                continue
            wrong = trial.difference(result, state)
            if wrong:
                return f"with a kept table, {wrong}"
    return ""


@named
def many(case: Case, trial: Trial) -> str:
    """Positions searched together have the answers that each has alone."""
    found = neighbours(case, trial)
    positions = [position for _, position in found]
    algorithm = algorithm_of(case, positions[0])
    engine = trial.engines(case)[-(case.number % 2)]
    for workers in (1, 2) if engine == "kernel" else (1,):
        results = kibitz.solve_many(trial.own, positions, algorithm, workers=workers, engine=engine)
        for (state, position), result in zip(found, results, strict=True):
            if isinstance(result, Exception) and refused(result):
                continue
            if isinstance(result, KibitzError):
                return f"{workers} workers, {position}: {result}"
            wrong = trial.difference(result, state)
            if algorithm is None and result.algorithm != kibitz.strongest(position):
                wrong = f"{result.algorithm}, not {kibitz.strongest(position)} at {position}"
            if wrong:
                return f"{workers} workers, {wrong}"
    return ""


@named
def limit(case: Case, trial: Trial) -> str:
    """What a stopped search says is true: bounds hold the value, a move is legal."""
    position = trial.position(case)
    for engine in trial.engines(case):
        within = Limit(nodes=case.number)
        try:
            algorithm = algorithm_of(case, position)
            result = kibitz.solve(position, algorithm, engine=engine, limit=within)
        except KibitzError as error:
            if not refused(error):
                raise
            continue
        if result.complete:
            wrong = trial.difference(result, case.state)
            if wrong:
                return wrong
            continue
        wrong = _untrue(result, case.state, trial)
        if wrong:
            return f"{engine} {result.algorithm}, {wrong} within {case.number} at {position}"
    return ""


def _untrue(result: Result, state: Any, trial: Trial) -> str:
    """What a stopped search says and is not so."""
    game, value = trial.game, result.value
    right, _, _ = trial.expected(state, result.algorithm)
    legal = game.listed(state, "every")
    if result.move is not None and str(result.move) not in legal:
        return f"illegal {result.move}"
    if result.certainty == "so far" and not result.algorithm.two_sided:
        question = trial.question(result.algorithm, game.side(state))
        after, line = trial.plain.answer(game.play(state, str(result.move)), question)
        if (value, list(map(str, result.line))) != (after, [str(result.move), *line]):
            return f"so far {value} {result.line}, not {after} {line}"
    if result.certainty == "at least" and value is not None:
        known = [pair for pair in zip(value, right, strict=True) if None not in pair]
        if any(least > truth for least, truth in known):
            return f"at least {value}, not {right}"
    if result.bounds is not None and result.algorithm.by_sets:
        pairs = zip(result.bounds, right, strict=True)
        if not all(low <= truth <= high for (low, high), truth in pairs):
            return f"bounds {result.bounds} without {right}"
    return ""


@named
def analyse_within(case: Case, trial: Trial) -> str:
    """Within a limit, what is called exact is, and a review of the hand has an answer.

    A line that is called whole is; one that is not is a beginning, and the limit is spent.
    """
    position, game = trial.position(case), trial.game
    moves = [move for move, _, _ in trial.walk(case)]
    within = Limit(nodes=case.number)
    for engine in trial.engines(case):
        try:
            algorithm = algorithm_of(case, position)
            found = kibitz.analyse(position, algorithm, engine=engine, limit=within)
            kibitz.review(position, moves, algorithm, engine=engine, limit=within)
        except KibitzError as error:
            if not refused(error):
                raise
            continue
        question = trial.question(found.algorithm, -1)
        for row in found.moves:
            value, line = trial.plain.answer(game.play(case.state, str(row.move)), question)
            right = (value, [str(row.move), *line])
            got = (row.value, list(map(str, row.line)))
            if not row.whole_line and found.visited >= case.number:
                right = (value, right[1][: len(got[1])])
            if row.certainty == "exact" and got != right:
                return f"{engine} {found.algorithm} at {position}: {got}, not {right}"
            if row.bounds and not all(
                low <= truth <= high for (low, high), truth in zip(row.bounds, value, strict=True)
            ):
                return f"{engine} {found.algorithm} at {position}: {row.bounds} without {value}"
    return ""


@named
def checked(case: Case, trial: Trial) -> str:
    """`check_game` finds no fault."""
    found = kibitz.check_game(trial.own, deals=1)
    return "; ".join(found)
