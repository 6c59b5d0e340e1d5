"""check_game: play a game and say in words which promises it breaks.

For the author of a game. It knows nothing of the rules; it plays at random, asks
everything that a search or a command may ask, and compares the answers: of the same
position twice, of a position and its text, of two positions that share a key.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

from kibitz import games
from kibitz.algorithm import Algorithm
from kibitz.asking.choosing import strongest
from kibitz.asking.solve import compare, solve
from kibitz.errors import KibitzError, TextError, check_kind, in_one_line, shortened
from kibitz.game import Game, Move, Payoffs, Position, finite
from kibitz.loading import load
from kibitz.results import Result
from kibitz.showing.layout import in_full

LONGEST = 10_000
"""After how many moves a game is taken to have no end."""
LOOKED_AT = 100
"""How many positions of a long game are looked at closely."""
PLAYED = 12
"""How many moves of such a position are played, by themselves and by their names."""
SMALL = 200
"""How many positions a part of the tree has at most in which keys are compared."""
PAIRS = 30
"""How many pairs of positions with one key are compared in such a part."""
WALKS = 3
"""How often such a pair is played on side by side."""
SEARCHES = 5
"""How many searches are compared there."""
NO_MOVES = ("", "nonsense")
NO_POSITIONS = ("", "nonsense", "0 0 0", "turn=x", "turn=1000000")

T = TypeVar("T")


class Faults(list[str]):
    """The faults of a game, one line each; empty if none were found.

    >>> faults = kibitz.check_game("tree(depth=2)", deals=2)
    >>> faults, faults.show()
    ([], 'no faults in 2 games')
    """

    def __init__(self, game: Game | str, deals: int, faults: Iterable[str]) -> None:
        super().__init__(faults)
        self.game, self.deals = game, deals

    def show(self) -> str:
        """The faults, or that there are none."""
        return "\n".join(self) or f"no faults in {self.deals} games"

    def as_dict(self) -> dict[str, Any]:
        """The faults in plain types, ready for JSON."""
        return {"game": str(self.game), "deals": self.deals, "faults": list(self)}

    def _repr_html_(self) -> str:
        return in_full(self.show())


def check_game(game: Game | str, deals: int = 20, seed: int = 0) -> Faults:
    """The faults of a game, with the first case of each; empty if there are none.

    Plays as many random games as `deals`, always the same for the same `seed`.

    >>> kibitz.check_game("oh_hell(players=3,cards=2,bids=0/1/1)", deals=2)
    []
    """
    if deals < 1:
        raise TextError(f"expected 1 deal or more: {deals}")
    check_kind(game, Game | str, "a game or its text")
    check = _Check(games.game(game) if isinstance(game, str) else game)
    try:
        check.look_at_the_game()
        for number in range(seed, seed + deals):
            check.play_a_game(number)
    except _Stuck:
        pass
    except Exception as error:
        check.fault("the game fails", _words(error))
    return Faults(check.game, deals, check.faults.values())


class _Stuck(Exception):
    """The game broke in a way that leaves nothing more to ask."""


class _Check:
    """The faults of one game, as they are found."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.faults: dict[str, str] = {}
        self.draw = random.Random(0)

    def fault(self, what: str, case: object = "", where: object = None) -> None:
        """Note a fault, with the first case that shows it."""
        shown = f"{what}: {case}" if case != "" else what
        place = "" if where is None else f" in {_shown(where)}"
        line = " ".join(f"{shown}{place}".split())
        self.faults.setdefault(what, in_one_line(shortened(line)))

    def stuck(self, what: str, case: object = "", where: object = None) -> NoReturn:
        """Note a fault that nothing can be asked after."""
        self.fault(what, case, where)
        raise _Stuck

    def ask(self, what: str, where: object, question: Callable[..., T], *words: Any) -> T:
        """Ask the game something; it may fail in any way."""
        try:
            return question(*words)
        except Exception as error:
            self.stuck(f"{what} fails", _words(error), where)

    # The game as a whole.

    def look_at_the_game(self) -> None:
        """Its fields, its sides, its text."""
        game = self.game
        for cls in type(game).__mro__[: type(game).__mro__.index(Game)]:
            bare = "__dataclass_fields__" not in vars(cls)
            for name, kind in vars(cls).get("__annotations__", {}).items():
                if bare and "ClassVar" not in str(kind):
                    what = f"{cls.__name__} has fields but is not decorated by @dataclass"
                    self.fault(f"{what}(frozen=True)", name)
        self.ask("hash() of the game", game, hash, game)
        sides: int = self.ask("sides", game, getattr, game, "sides")
        for player in range(game.players):
            side = self.ask("side()", game, game.side, player)
            if side not in range(sides):
                self.fault("side() is out of range", f"{side} of {sides} for player {player}")
        if self.has_a_name():
            text = str(game)
            again = self.ask("the text of the game", text, games.game, text)
            if again != game:
                self.fault("the text of the game says another game", f"{again} for {text}")
        for wrong in NO_POSITIONS:
            try:
                game.parse(wrong)
            except KibitzError:
                continue
            except Exception as error:
                what = "parse() refuses a text by another error than TextError"
                self.fault(what, f"{wrong!r} with {_words(error)}")

    def has_a_name(self) -> bool:
        """Whether its class can be found by the name in its text."""
        try:
            name = self.game.text_name()
            return name in games.names() or load(name, "a game") is type(self.game)
        except KibitzError:
            return False

    # One game from its start to its end.

    def play_a_game(self, seed: int) -> None:
        """Play at random and look at what comes up, then at small parts of the tree."""
        path = self.play_out(seed)
        self.look_at_the_end(path)
        self.look_at_feasible(path)
        self.play_again(path, seed)
        draw = random.Random(seed)
        self.look_at_groups(path[:LOOKED_AT], draw)
        nearest = self.small_part(path)
        for part in (nearest, list(self.below(path[0], SMALL))):
            for name in ("key", "relative_key", "text"):
                self.look_at_keys(part, name, draw)
            self.look_at_groups(part, draw)
            self.look_at_progress(part)
        for position in [nearest[0], *draw.choices(nearest, k=SEARCHES)]:
            if not self.faults:
                self.search(position)
                self.look_at_what_is_left_out(position)

    def play_out(self, seed: int) -> list[Position]:
        """All positions of a random game."""
        draw, self.draw = random.Random(seed), random.Random(seed)
        position = self.deal(seed)
        path = [position]
        while not self.look_at(position, closely=len(path) <= LOOKED_AT):
            if len(path) > LONGEST:
                self.stuck(f"a game does not end within {LONGEST:,} moves", "", path[0])
            move = draw.choice(self.legal_moves(position))
            position = self.play(position, move)
            path.append(position)
        return path

    def deal(self, seed: int) -> Position:
        position = self.ask("deal()", self.game, self.game.deal, seed)
        if not isinstance(position, Position):
            self.stuck("deal() or start() gives no Position", repr(position))
        if self.ask("game", position, getattr, position, "game") != self.game:
            self.stuck("a position is of another game", position.game, position)
        return position

    def play(self, position: Position, move: Move) -> Position:
        after = self.ask("play()", position, position.play, move)
        if not isinstance(after, Position):
            self.stuck("play() gives no Position", f"{after!r} for {move}", position)
        return after

    def moves(self, position: Position) -> Sequence[Move]:
        """The moves, one or more, in something that has an order."""
        return self.sequence("moves()", position, position.moves)

    def legal_moves(self, position: Position) -> Sequence[Move]:
        return self.sequence("legal_moves()", position, position.legal_moves)

    def sequence(
        self, what: str, position: Position, ask: Callable[[], Sequence[Move]]
    ) -> Sequence[Move]:
        moves = self.ask(what, position, ask)
        if not isinstance(moves, Sequence):
            self.stuck(f"{what} gives no list", type(moves).__name__, position)
        if not moves:
            self.stuck(f"{what} is empty before the end", "", position)
        return moves

    def is_over(self, position: Position) -> bool:
        return bool(self.ask("is_over", position, getattr, position, "is_over"))

    # One position.

    def look_at(self, position: Position, closely: bool) -> bool:
        """Ask a position everything; the answer is whether the game is over."""
        over = self.is_over(position)
        if closely:
            before = self.facts(position)
            if not over:
                self.look_at_the_turn(position)
                self.look_at_moves(position)
                self.look_at_orders(position)
                self.look_at_estimates(position)
            self.look_at_wrong_moves(position)
            self.look_at_hashes(position)
            if self.facts(position) != before:
                self.stuck("a position changes when it is asked or played from", "", before[0])
            self.look_at_the_text(position)
        return over

    def facts(self, position: Position) -> tuple[Any, ...]:
        """What can be seen of a position; the same for equal positions."""
        text = self.ask("str()", position, str, position)
        if _is_nameless(position, text):
            text = ""
        if self.is_over(position):
            return text, self.ask("outcome", position, getattr, position, "outcome")
        turn = self.ask("turn", position, getattr, position, "turn")
        moves = legal = list(self.moves(position))
        if type(position).legal_moves is not Position.legal_moves:
            legal = list(self.legal_moves(position))
        return text, turn, moves, legal

    def look_at_the_turn(self, position: Position) -> None:
        turn, players = position.turn, self.game.players
        if isinstance(turn, bool) or not isinstance(turn, int) or turn not in range(players):
            self.stuck(f"turn is no player of 0 to {players - 1}", repr(turn), position)
        self.ask("side", position, getattr, position, "side")

    def look_at_moves(self, position: Position) -> None:
        """They are hashable, listed once, legal, named, and can be played: of many some."""
        moves, legal = self.moves(position), self.legal_moves(position)
        for what, listed in (("moves()", moves), ("legal_moves()", legal)):
            for move in listed:
                self.ask("hash() of a move", position, hash, move)
            twice = next((move for at, move in enumerate(listed) if move in listed[:at]), None)
            if twice is not None:
                self.fault(f"{what} lists a move twice", twice, position)
        for move in moves:
            if move not in legal:
                self.fault("moves() lists what legal_moves() does not", move, position)
        names = [str(move) for move in legal]
        if len(set(names)) < len(set(legal)):
            self.fault("two moves have one name", ", ".join(names), position)
        for move in legal if len(legal) <= PLAYED else self.draw.sample(legal, PLAYED):
            after = self.facts(self.play(position, move))
            named = self.ask("play() by the name of a move", position, position.play, str(move))
            if self.facts(named) != after:
                self.fault("play() by the name of a move plays another", move, position)

    def look_at_orders(self, position: Position) -> None:
        """Each lists the same moves."""
        moves = self.moves(position)
        for order in position.orders:
            listed = self.ask(f"ordered({order!r})", position, position.ordered, order)
            if len(listed) != len(moves) or set(listed) != set(moves):
                what = f"ordered({order!r}) does not list the same as moves()"
                self.fault(what, ", ".join(map(str, listed)), position)

    def look_at_estimates(self, position: Position) -> None:
        """Each is an outcome as those at the end are."""
        for leaf in position.estimates:
            outcome = self.ask(f"estimate({leaf!r})", position, position.estimate, leaf)
            self.look_at_bounds(self.payoffs(outcome), f"at estimate({leaf!r})", position)
            if position.lists_outcomes and outcome not in self.outcomes(position):
                self.fault(f"estimate({leaf!r}) is not among outcomes()", outcome, position)

    def look_at_wrong_moves(self, position: Position) -> None:
        """What is no move is refused by an error of Kibitz."""
        for wrong in NO_MOVES:
            try:
                position.play(wrong)
            except KibitzError:
                continue
            except Exception as error:
                case = f"{wrong!r} with {_words(error)}; `legal_move` helps"
                self.fault("play() refuses what is no move by another error", case, position)
            else:
                self.fault("play() takes what is no move", f"{wrong!r}", position)

    def look_at_hashes(self, position: Position) -> None:
        """Keys and progress can stand in a table, and are the same when asked again."""
        for name in ("key()", "relative_key()", "progress"):
            value = self.ask(name, position, _ask, position, name)
            self.ask(f"hash() of {name}", position, hash, value)
            if _ask(position, name) != value:
                self.fault(f"{name} is not the same when asked again", "", position)

    def look_at_the_text(self, position: Position) -> None:
        """It is one line, and says this position and no other."""
        text = str(position)
        if _is_nameless(position, text):
            name = type(position).__name__
            self.fault(f"positions have no text; make {name} a dataclass, or write __str__, parse")
            return
        if text.strip().splitlines() != [text]:
            self.fault("the text of a position is not one line", repr(text))
        again = self.ask("parse() of a position's own text", position, self.game.parse, text)
        if again != position or self.facts(again) != self.facts(position):
            self.fault("the text of a position says another", text)
        elif self.ask("hash()", position, hash, position) != hash(again):
            self.fault("equal positions have different hashes", "", position)
        for show in ("show", "_repr_html_"):
            self.ask(f"{show}()", position, getattr(position, show))

    # How it ends.

    def look_at_the_end(self, path: list[Position]) -> None:
        """An outcome, and payoffs within the bounds that the game declares."""
        end = path[-1]
        outcome = end.outcome
        self.ask("hash() of an outcome", end, hash, outcome)
        self.look_at_bounds(self.payoffs(outcome), "", end)
        for at, position in enumerate(path[:LOOKED_AT]):
            left, after = position.plies_left, len(path) - 1 - at
            if left is not None and left != after:
                self.fault("plies_left is wrong", f"{left}, not {after}", position)

    def look_at_bounds(self, payoffs: Payoffs, which: str, where: Position) -> None:
        """Payoffs are within the bounds that the game declares."""
        game = self.game
        bounded = game.max_sum is not None or type(game).lowest is not Game.lowest
        which = f" {which}" if which else ""
        if bounded and min(payoffs) < game.lowest:
            self.fault(f"a payoff{which} is below lowest={game.lowest}", payoffs, where)
        if game.highest is not None and max(payoffs) > game.highest:
            self.fault(f"a payoff{which} is above highest={game.highest}", payoffs, where)
        if game.max_sum is not None and sum(payoffs) > game.max_sum:
            self.fault(f"payoffs{which} add up to more than max_sum={game.max_sum}", payoffs, where)

    def payoffs(self, outcome: object) -> Payoffs:
        """What an outcome is worth: one whole number per side."""
        game = self.game
        payoffs = self.ask("payoffs()", f"outcome {outcome}", game.payoffs, outcome)
        whole = isinstance(payoffs, tuple) and all(type(payoff) is int for payoff in payoffs)
        if not whole or len(payoffs) != game.sides:
            what = f"payoffs() gives no tuple of {game.sides} whole numbers"
            self.stuck(what, f"{payoffs!r} for {outcome}")
        if game.payoffs(outcome) != payoffs:
            self.fault("payoffs() is not the same when asked again", f"for {outcome}")
        return payoffs

    def look_at_feasible(self, path: list[Position]) -> None:
        """What came about was allowed and listed all the way."""
        outcome = path[-1].outcome
        for position in path[:LOOKED_AT]:
            if not self.ask("allows()", position, position.allows, outcome):
                self.fault("allows() refuses an outcome that comes about", outcome, position)
        for position in path[:LOOKED_AT]:
            if position.lists_outcomes and outcome not in self.outcomes(position):
                self.fault("an outcome is not among outcomes() before it", outcome, position)
        if type(self.game).outcomes is not Game.outcomes:
            with suppress(KibitzError):  # it may be that only positions know
                if outcome not in set(finite(self.game.outcomes())):
                    self.fault("an outcome is not among outcomes() of the game", outcome)
        if path[0].lists_outcomes:
            for listed in self.outcomes(path[0]):
                self.payoffs(listed)

    def outcomes(self, position: Position) -> list[Any]:
        """The outcomes that a position lists; they have an order."""
        listed = self.ask("outcomes()", position, lambda: set(finite(position.outcomes())))
        return self.ask("sorting outcomes()", position, sorted, listed)

    def play_again(self, path: list[Position], seed: int) -> None:
        """The same deal and the same moves lead to the same positions."""
        again = self.deal(seed)
        if self.facts(again) != self.facts(path[0]):
            self.stuck("deal() is not the same for the same seed", again, path[0])
        draw = random.Random(seed)
        for position in path[1:LOOKED_AT]:
            before, move = again, draw.choice(self.legal_moves(again))
            again = self.play(again, move)
            if self.facts(again) != self.facts(position):
                self.stuck("play() is not the same for the same move", move, before)

    # Parts of the tree.

    def small_part(self, path: list[Position]) -> list[Position]:
        """A position near the end, and all below it, as many as are not too many."""
        part = path[-1:]
        for position in reversed(path[:-1]):
            larger = list(self.below(position, SMALL + 1))
            if len(larger) > SMALL:
                break
            part = larger
        return part

    def below(self, position: Position, most: int) -> Iterator[Position]:
        """A position and those below it, deep ones first, as many as that."""
        waiting = [position]
        while waiting and most:
            here = waiting.pop()
            yield here
            most -= 1
            if not self.is_over(here):
                waiting += [self.play(here, move) for move in self.moves(here)]

    def look_at_keys(self, part: Sequence[Position], name: str, draw: random.Random) -> None:
        """Positions that share a key have the same future."""
        if name == "relative_key" and type(part[0]).relative_key is Position.relative_key:
            return
        what = "the text" if name == "text" else f"{name}()"
        sharing: dict[Hashable, list[Position]] = defaultdict(list)
        for position in part:
            sharing[str(position) if name == "text" else _ask(position, what)].append(position)
        pairs = [
            (first, other)
            for first, *others in sharing.values()
            for other in others
            if name == "text" or str(first) != str(other)
        ]
        for first, other in draw.sample(pairs, min(PAIRS, len(pairs))):
            for _ in range(WALKS):
                apart = self.walk_apart(first, other, draw, names=name != "relative_key")
                if apart:
                    case = f"{_shown(first)} and {_shown(other)}, {apart}"
                    self.fault(f"{what} is the same for different futures", case)
                    return

    def look_at_groups(self, part: Sequence[Position], draw: random.Random) -> None:
        """Legal moves that are one move have the same future."""
        pairs = [
            (position, group[0], draw.choice(group[1:]))
            for position in part
            if not self.is_over(position)
            for group in self.ask("groups()", position, position.groups)
            if len(group) > 1
        ]
        for position, first, other in draw.sample(pairs, min(PAIRS, len(pairs))):
            one, two = self.play(position, first), self.play(position, other)
            for _ in range(WALKS):
                apart = self.walk_apart(one, two, draw, names=False, ask=self.legal_moves)
                if apart:
                    case = f"{first} and {other}, {apart}"
                    self.fault("moves() takes two moves for one", case, position)
                    return

    def walk_apart(
        self,
        one: Position,
        two: Position,
        draw: random.Random,
        names: bool,
        ask: Callable[[Position], Sequence[Move]] | None = None,
    ) -> str:
        """Play two positions on by the same move numbers; how they differ, if they do."""
        ask = ask or self.moves
        played: list[str] = []
        while len(played) < LONGEST:
            after = f"after {' '.join(played)}" if played else "at once"
            if self.is_over(one) or self.is_over(two):
                if not (self.is_over(one) and self.is_over(two)):
                    return f"of which one is over {after}"
                ends = self.payoffs(one.outcome), self.payoffs(two.outcome)
                return "" if ends[0] == ends[1] else f"which end in {ends[0]} and {ends[1]} {after}"
            if one.side != two.side:
                return f"where {one.turn} and {two.turn} are to move {after}"
            moves, others = ask(one), ask(two)
            if len(moves) != len(others) or (names and list(moves) != list(others)):
                listed = " and ".join(" ".join(map(str, each)) for each in (moves, others))
                return f"where the moves are {listed} {after}"
            at = draw.randrange(len(moves))
            played.append(str(moves[at]))
            one, two = self.play(one, moves[at]), self.play(two, others[at])
        return ""

    def look_at_progress(self, part: Sequence[Position]) -> None:
        """Positions of the same progress allow the same outcomes."""
        if not part[0].lists_outcomes:
            return
        outcomes = self.outcomes(part[0])
        allowed: dict[Hashable, list[bool]] = {}
        for position in part:
            if position.progress is not None:
                answers = [bool(position.allows(outcome)) for outcome in outcomes]
                if allowed.setdefault(position.progress, answers) != answers:
                    what = "allows() depends on more than progress"
                    self.fault(what, repr(position.progress), position)

    def search(self, position: Position) -> None:
        """What the game provides does not lead the pruned searches astray."""
        algorithm = strongest(position)
        pruned = [algorithm]
        if algorithm.search.table != "none":
            pruned.append(algorithm.with_parts(keys="relative"))
        like = {part: getattr(algorithm, part) for part in ("order", "combine", "leaf")}
        unpruned = Algorithm(**like)
        plain, *results = self.ask("solve()", position, compare, position, [unpruned, *pruned])
        for result in results:
            self.compare_engines(position, result)
            if (result.value, result.line) != (plain.value, plain.line):
                found, right = (
                    f"{each.value} with {' '.join(map(str, each.line))}" for each in (result, plain)
                )
                what = "a pruned search is led astray by outcomes, allows, bounds or keys"
                self.fault(what, f"{found} by {result.algorithm}, not {right}", position)

    def compare_engines(self, position: Position, result: Result) -> None:
        """The kernel, where it takes the game, does what the reference does."""
        if result.engine == "reference":
            return
        slow = self.ask("solve()", position, _by_reference, position, result.algorithm)
        if (result.value, result.line, result.stats) != (slow.value, slow.line, slow.stats):
            found, right = (
                f"{each.value} in {each.stats.visited} nodes" for each in (result, slow)
            )
            what = "kernel and reference differ, which is a fault of Kibitz"
            self.fault(what, f"{found} and {right} by {result.algorithm}", position)

    def look_at_what_is_left_out(self, position: Position) -> None:
        """A legal move that is not searched has the value of one that is."""
        if self.is_over(position):
            return
        moves, legal = self.moves(position), self.legal_moves(position)
        left_out = [move for move in legal if move not in moves]
        if left_out:
            values = [solve(self.play(position, move), "maxn").value for move in moves]
            for move in left_out:
                value = solve(self.play(position, move), "maxn").value
                if value not in values:
                    what = "moves() leaves out a legal move that is like no other"
                    self.fault(what, f"{move} with {value}", position)


def _by_reference(position: Position, algorithm: Algorithm) -> Result:
    return solve(position, algorithm, engine="reference")


def _ask(position: Position, name: str) -> Any:
    """The answer to `key()`, or to `progress`, which is a property."""
    bare = name.removesuffix("()")
    return getattr(position, bare)() if bare != name else getattr(position, bare)


def _is_nameless(position: Position, text: str) -> bool:
    """Whether a position has no text but where it lies in memory."""
    return text == object.__repr__(position)


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, KibitzError) else f"{type(error).__name__}: {error}"


def _shown(where: object) -> str:
    """A game or a position in a message, even if it cannot show itself."""
    try:
        return str(where)
    except Exception:
        return f"a {type(where).__name__}"
