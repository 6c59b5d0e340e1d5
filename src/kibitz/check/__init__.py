"""check_game: play a game and say in words which promises it breaks.

For the author of a game. It knows nothing of the rules; it plays at random, asks
everything that a search or a command may ask, and compares the answers: of the same
position twice, of a position and its text, of two positions that share a key.

    asking    what is asked, and the faults that are found
    position  one position
    tree      small parts of the tree
    native    a native game beside the Python game
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from kibitz import games
from kibitz.check.asking import Stuck, words_of
from kibitz.check.native import NativeCheck
from kibitz.check.position import PositionCheck
from kibitz.check.tree import LONGEST, SMALL, TreeCheck
from kibitz.errors import KibitzError, check_count, check_kind, check_whole
from kibitz.game import Game, Position, finite
from kibitz.loading import load
from kibitz.showing.layout import in_full

LOOKED_AT = 100
"""How many positions of a long game are looked at closely."""
SEARCHES = 5
"""How many searches are compared there."""
NO_POSITIONS = ("", "nonsense", "0 0 0", "turn=x", "turn=1000000")


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
        return "\n".join(self) or f"no faults in {self.deals} game{'s' * (self.deals != 1)}"

    def as_dict(self) -> dict[str, Any]:
        """The faults in plain types, ready for JSON."""
        return {"game": str(self.game), "deals": self.deals, "faults": list(self)}

    def _repr_html_(self) -> str:
        return in_full(self.show())


def check_game(game: Game | str, deals: int = 20, seed: int = 0) -> Faults:
    """The faults of a game, with the first case of each; empty if there are none.

    Plays as many random games as `deals`, always the same for the same `seed`. Of a file of rules,
    or a game that is made of one, without arguments it plays each contract with each number of
    players in turn.

    >>> kibitz.check_game("oh_hell(players=3,cards=2,bids=0/1/1)", deals=2)
    []
    """
    check_whole(deals, "a number of deals")
    check_whole(seed, "a whole number as a seed")
    check_count(deals, "deal")
    check_kind(game, Game | str, "a game or its text")
    if isinstance(game, str):
        faults = games.faults_in(game)
        if faults:
            return Faults(game, deals, faults)
        played = games.variants_of(game)
    else:
        played = [game]
    checks = [_Check(one) for one in played[:deals]]
    for at, check in enumerate(checks):
        try:
            check.look_at_the_game()
            for number in range(seed + at, seed + deals, len(checks)):
                check.play_a_game(number)
        except Stuck:
            pass
        except Exception as error:
            check.fault("the game fails", words_of(error))
    found: dict[str, str] = {}
    for check in checks:
        for what, line in check.faults.items():
            found.setdefault(what, line)
    return Faults(checks[0].game, deals, found.values())


class _Check(PositionCheck, TreeCheck, NativeCheck):
    """A game as a whole, and games of it from start to end."""

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
                self.fault(what, f"{wrong!r} with {words_of(error)}")

    def has_a_name(self) -> bool:
        """Whether its class can be found by the name in its text."""
        try:
            name = self.game.text_name()
            return games.is_known(name) or load(name, "a game") is type(self.game)
        except KibitzError:
            return False

    def play_a_game(self, seed: int) -> None:
        """Play at random and look at what comes up, then at small parts of the tree."""
        path = self.play_out(seed)
        self.look_at_the_end(path)
        self.look_at_feasible(path)
        self.play_again(path, seed)
        draw = random.Random(seed)
        self.look_at_groups(path[:LOOKED_AT], draw)
        self.look_at_native(path[:LOOKED_AT])
        nearest = self.small_part(path)
        for part in (nearest, list(self.below(path[0], SMALL))):
            for name in ("key", "relative_key", "text"):
                self.look_at_keys(part, name, draw)
            self.look_at_groups(part, draw)
            self.look_at_progress(part)
            self.look_at_native(part)
        for position in [nearest[0], *draw.choices(nearest, k=SEARCHES)]:
            if not self.faults:
                self.search(position)
                self.count_native(position)
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

    def look_at_feasible(self, path: list[Position]) -> None:
        """What came about was allowed and listed all the way."""
        outcome = path[-1].outcome
        for position in path[:LOOKED_AT]:
            if not self.ask("allows()", position, position.allows, outcome):
                self.fault("allows() refuses an outcome that comes about", outcome, position)
        for position in path[:LOOKED_AT]:
            listed = self.outcomes(position)
            if listed is not None and outcome not in listed:
                self.fault("an outcome is not among outcomes() before it", outcome, position)
        if type(self.game).outcomes is not Game.outcomes:
            with suppress(KibitzError):  # it may be that only positions know
                if outcome not in set(finite(self.game)):
                    self.fault("an outcome is not among outcomes() of the game", outcome)
        for each in self.outcomes(path[0]) or ():
            self.payoffs(each)

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
