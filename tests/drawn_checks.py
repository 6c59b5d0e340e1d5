"""What must hold of random games of rules: files, searches, worlds and players.

A file is read without faults and its game passes `check`; texts are read again; legal cards,
sides, leaders and what lies aside are those of plain rules; every search gives the value and
line of plain max^n, the kernel with the counts of the reference; worlds are legal and hold the
true deal; players play legal cards.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from drawn_rules import Draw, Plain, Played, source
from plain_rules_cases import PAYOFFS, Payoffs
from rules_checks import MOST_CARDS, SEARCHES, compared
from rules_checks import Plain as PlainSearch

import kibitz
from kibitz import GameError, KibitzError, Rules, View
from kibitz.cards import TrickPosition, hand_of
from kibitz.players.player import player
from kibitz.players.shown import cannot_hold

PLAYERS = ("rules", "random")
ASKED = 9
"""How many searches each position is given to, beside the default."""
LEFT = 12
"""How many cards are left at most where a position is searched."""


def names(cards: Sequence[Any]) -> list[str]:
    return sorted(map(str, cards))


def hands_of(position: TrickPosition) -> list[list[str]]:
    return [names(position.hand(player)) for player in range(position.game.players)]


class Trial:
    """One random game: its file, its text, and the same in plain words."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.draw = random.Random(f"trial {seed}")
        self.keys, self.drawn = Draw(seed).file()
        self.source = source(self.keys)
        self.path = folder / f"drawn_{seed}.toml"
        self.path.write_text(self.source)
        self.seed = seed
        self.faults: list[str] = []

    def wrong(self, what: object) -> None:
        said = f"drawn {self.seed}: {what}"
        self.faults.append(f"# {said}\n# {self.drawn.arguments}\n{self.source}")

    def game(self, **more: Any) -> Any:
        return kibitz.game(str(self.path), **self.drawn.arguments, **more)

    def run(self) -> list[str]:
        faults = Rules(self.path.name, self.source).faults()
        if faults:
            self.wrong(f"faults {faults}")
            return self.faults
        self.choose()
        for ask in (self.checked, self.dealt, self.solved, self.hidden):
            ask()
            if self.faults:
                break
        return self.faults

    def choose(self) -> None:
        """Name a declarer, a called card and so on, where a text may."""
        fields, named = self.game().arguments(), self.drawn.arguments
        if "declarer" in fields and not isinstance(self.drawn.get("sides"), dict):
            named["declarer"] = self.draw.randrange(self.drawn.get("players"))
        if "called" in fields and self.drawn.get("called"):
            named["called"] = self.draw.choice([*self.drawn.get("called"), "none"])
        if "kitty" in fields and self.draw.random() < 0.5:
            named["kitty"] = "taken"
        named["alike"] = self.draw.choice(("live", "live", "live", "none", "next"))

    def checked(self) -> None:
        """`check` finds nothing, and the text of the game is that of the same game."""
        game = self.game()
        if again := kibitz.check_game(game, deals=1, seed=self.seed):
            self.wrong(f"check {again}")
        if kibitz.game(str(game)) != game:
            self.wrong(f"text {game}")

    def start(self, seed: int, cards: int | None = None) -> tuple[Any, Played]:
        """A deal, and the same in plain words; what only a whole deal says is taken over."""
        while True:
            try:
                position: Any = self.game().deal(seed, cards)
                break
            except KibitzError as error:  # all players hold the card that tells sides
                if "expected players against" not in str(error):
                    raise
                seed += 1000
        plain = Plain(self.drawn)
        hands = hands_of(position)
        away = plain.pack()
        for name in (*map(str, position.stock), *(card for hand in hands for card in hand)):
            away.remove(name)
        sides = tuple(position.game.side_of)
        plain.other = next(p for p, side in enumerate(sides) if side != sides[plain.declarer])
        table = Played.start(plain, hands, position.leader, away)
        lays = self.drawn.arguments.get("kitty") == "taken"
        if cards is None:
            self.told(position, plain, hands, table.taken, away if not lays else [])
        plain.last = position.game.last_trick
        table = replace(
            Played(**vars(table)),
            sides=sides,
            taken=position.taken,
            stock=tuple(map(str, position.stock)),
            layer=position.game.declarer if lays else None,
        )
        return position, table

    def told(
        self, position: Any, plain: Plain, hands: Any, taken: tuple[int, ...], away: list[str]
    ) -> None:
        """Sides, leader and what lies aside of a whole deal are those of the rules."""
        own, right = list(position.game.side_of), plain.sides(hands)
        if "holders" not in str(plain.together) or len(set(right)) > 1:
            own, right = ([list(dict.fromkeys(s)).index(one) for one in s] for s in (own, right))
            if own != right:
                self.wrong(f"sides {own}, not {right} at {position.game} {position}")
        if position.leader != plain.leader(hands):
            self.wrong(f"leader {position.leader}, not {plain.leader(hands)} at {position}")
        last = plain.usual_last
        if plain.kitty == "last" and not plain.counts_tricks:
            last += sum(map(plain.worth, away))
        if position.game.last_trick != last:
            self.wrong(f"last {position.game.last_trick}, not {last} at {position}")
        got, due = position.game.by_side(position.taken), position.game.by_side(taken)
        if got != due and self.drawn.arguments.get("kitty") != "taken" and not position.stock:
            self.wrong(f"taken {position.taken}, not {taken} at {position.game} {position}")

    def walk(self, position: Any, table: Played) -> Iterator[tuple[Any, Played]]:
        """A hand played at random."""
        while not position.is_over:
            yield position, table
            card = self.draw.choice(sorted(set(table.legal())))
            position, table = position.play(card), table.play(card)
        yield position, table

    def dealt(self) -> None:
        """Whole deals have the legal cards and results of plain rules, and are read again."""
        for position, table in self.walk(*self.start(self.seed)):
            if table.over:
                got, right = position.outcome, position.game.by_side(table.taken)
                if got != right:
                    self.wrong(f"outcome {got}, not {right} of {position.game}")
                return
            got = names(position.legal_moves())
            if got != sorted(set(table.legal())) or position.turn != table.turn:
                self.wrong(f"legal {got}, not {sorted(table.legal())} at {position}")
                return
            again = position.game.parse(str(position))
            if str(again) != str(position) or names(again.legal_moves()) != got:
                self.wrong(f"read {again}, not {position}")
                return
            listed = [
                [list(map(str, at.moves())), *(list(map(str, at.ordered(o))) for o in at.orders)]
                for at in (again, position)
            ]
            if listed[0] != listed[1]:
                self.wrong(f"moves {listed[0]}, not {listed[1]} at {position}")
                return

    def payoffs(self, position: Any) -> Payoffs:
        """What an outcome is worth."""
        utility, goal = str(position.game.utility), self.drawn.get("goal")
        if utility != "goal":
            return PAYOFFS[utility](position)
        side = position.game.side_of[position.game.declarer]

        def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
            won = outcome[side] >= goal
            return tuple(int(won if own == side else not won) for own in range(len(outcome)))

        return payoffs

    def solved(self) -> None:
        """Searches of a small position."""
        players = self.drawn.get("players")
        whole = self.game().hand_size
        cards = self.draw.randint(1, min(whole, MOST_CARDS.get(players, 2)))
        stock = bool(self.drawn.get("stock"))
        lays = self.drawn.arguments.get("kitty") == "taken"
        small = None if stock or lays or cards == whole else cards
        left = self.draw.randint(players, 9 if stock else LEFT)
        walk = self.walk(*self.start(self.seed, small))
        position, table = next(
            pair for pair in walk if sum(map(len, pair[1].hands)) + len(pair[1].stock) <= left
        )
        plain = PlainSearch(position, self.payoffs(position))
        searches = self.draw.sample(SEARCHES, ASKED)
        found, _ = compared("drawn", plain, position, table, searches)
        for fault in found:
            self.wrong(fault)

    def hidden(self) -> None:
        """Worlds are legal and hold the true deal; players play legal cards."""
        start, begun = self.start(self.seed + 1)
        position, table, plays = start, begun, list[str]()
        for _ in range(self.draw.randint(0, start.plies_left - 1)):
            plays.append(self.draw.choice(sorted(set(table.legal()))))
            position, table = position.play(plays[-1]), table.play(plays[-1])
        view = View.of(start, plays, table.turn)
        self.worlds(view, begun, position, plays)
        for text in PLAYERS:
            chosen = player(text).choose(view)
            cards = chosen if isinstance(chosen, tuple) else (chosen,)
            if not all(str(card) in table.legal() for card in cards):
                self.wrong(f"{text} plays {chosen} in {view}")

    def worlds(self, view: View, begun: Played, position: Any, plays: list[str]) -> None:
        """Worlds from a view, by which the same cards were played from their first hands."""
        try:
            cases, found = list(cannot_hold(view)), kibitz.worlds(view).sample(3, self.seed)
        except GameError as error:
            if not view.stock or "expected a game without a stock" not in str(error):
                self.wrong(f"worlds of {view}: {error}")
            return
        except KibitzError as error:
            self.wrong(f"worlds of {view}: {error}, not {position}")
            return
        true = [position.hand(player) for player in range(position.game.players)]
        if not any(self.holds(case, true, view) for case in cases):
            self.wrong(f"{view} is not of {position}")
        if begun.lays or view.stock:
            return
        for world in found:
            hands = hands_of(world)
            for played in view.history():
                hands[played.player].append(str(played.card))
            table = replace(begun, hands=tuple(map(tuple, hands)))
            for card in plays:
                if card not in table.legal():
                    self.wrong(f"{card} of {plays} is not legal in {world} of {view}")
                    return
                table = table.play(card)

    @staticmethod
    def holds(case: Sequence[int], hands: Sequence[Sequence[Any]], view: View) -> bool:
        """Whether hands are among those of a case."""
        return all(
            seat == view.seat or not case[seat] & hand_of(hand) for seat, hand in enumerate(hands)
        )


def faults(seed: int) -> list[str]:
    """All that is wrong with one random game."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(seed, Path(folder))
        try:
            return trial.run()
        except Exception as error:
            trial.wrong(f"{type(error).__name__}: {error}")
            return trial.faults
