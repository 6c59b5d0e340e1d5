"""Games made of a file of rules: `RulesGame`, and the class of each file."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, cast

from kibitz import text
from kibitz.cards.deck import Card, Hand, Pack, hand_of
from kibitz.cards.duties import Duties
from kibitz.cards.game import TrickGame
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import Marks, Restrictions
from kibitz.cards.rules import Rules
from kibitz.cards.rules_play import LEADERS, NONE, Play
from kibitz.errors import TextError
from kibitz.fields import changed, fields_of, values_of
from kibitz.game import Game
from kibitz.scoring import Utility

ASIDE, TAKEN = "aside", "taken"
"""Where the cards lie that are not dealt: aside, or with the declarer, who lays some away."""


class LeftOpen:
    """The fields that a file may leave open to texts, and what holds where it does not."""

    contract: ClassVar[str] = ""
    trump: ClassVar[str] = ""
    called: ClassVar[str] = NONE
    goal: ClassVar[int | None] = None
    last: ClassVar[int | None] = None
    kitty: ClassVar[str] = ASIDE
    stock: ClassVar[int | None] = None


@dataclass(frozen=True, repr=False)
class RulesGame(LeftOpen, TrickGame):
    """A trick game whose rules are data; `game_class` makes a subclass for each file.

    A subclass has those of the fields of `LeftOpen`, and `declarer`, that its file leaves open.
    """

    file: ClassVar[Rules]
    place: ClassVar[str]
    """What a text calls it: its name, or the path of its file."""

    def __post_init__(self) -> None:
        many = self.file.keys(self.contract).players()
        self._set("seats", range(min(many), max(many) + 1))
        if self.players == self._usual("players") and self.players not in many:
            self._set("players", many[0])
        self._check_players()
        trumps = self.file.keys(self.contract).trumps()
        if self.trump and self.trump not in trumps:
            if len(trumps) > 1:
                expected = f"expected a trump of {', '.join(trumps)}"
                raise TextError(f"{expected}: {self.trump!r} for trump in {self.place}")
            if self.trump != self._usual("trump"):
                raise TextError(
                    f"expected no choice of trumps with contract={self.contract}: "
                    f"{self.trump!r} in {self.place}"
                )
        if not 0 <= self.declarer < self.players:
            raise TextError(f"expected a declarer of 0 to {self.players - 1}: {self.declarer}")
        if self.called != self._called and self.called != self._usual("called"):
            raise TextError(f"expected called=none, since nobody is called here: {self.called!r}")
        self._check_stock()
        if self.utility is self._usual("utility") or self.utility == self._own_utility:
            self._set("utility", self._own_utility)
        super().__post_init__()

    def _check_stock(self) -> None:
        """Refuse a stock that is too large, or not for all alike."""
        if self.stock is None:
            return
        most = self._most_stock
        if not 0 <= self.stock <= most or self.stock % self.players:
            raise TextError(
                f"expected 0 to {most} cards to draw, {self.players} at a time: {self.stock}"
            )
        if self.stock == self._usual_stock:
            self._set("stock", None)

    @property
    def _own_utility(self) -> Utility:
        """That of the file, if there is all that it asks for; the usual one is always the same."""
        usual, found = self._usual("utility"), Utility.parse(self.play.utility)
        lacks = "bids" in found.rules and self.bids is None
        return cast("Utility", usual if lacks or found == usual else found)

    def __str__(self) -> str:
        """Its text says the usual utility too, where the file has another."""
        said = changed(values_of(self), fields_of(type(self)))
        if self.utility != self._own_utility:
            said["utility"] = self.utility
        return text.write_call(self.text_name(), said)

    def _usual(self, field: str) -> Any:
        return type(self).__dataclass_fields__[field].default

    def _with(self, **changes: Any) -> RulesGame:
        """The same game with other fields, which only its class has."""
        return replace(self, **changes)

    # What a text chooses.

    @property
    def variants(self) -> list[dict[str, Any]]:
        """The fields that say each contract with each number of players, the usual ones first."""
        return [
            {"players": players, **({"contract": contract} if contract else {})}
            for contract in self.file.contracts or ("",)
            for players in self.file.keys(contract).players()
        ]

    @property
    def _kitty(self) -> int:
        """How many cards are not dealt in a whole deal."""
        return self.deck.bit_count() - self.players * self.usual_cards

    @property
    def _most_stock(self) -> int:
        """How many cards there can be to draw, beside those dealt."""
        if not self.file.keys(self.contract).flag("stock", False):
            return 0
        return max(0, self.deck.bit_count() // self.players - self.hand_size) * self.players

    @property
    def _usual_stock(self) -> int:
        keys = self.file.keys(self.contract, self.players)
        return min(keys.stock_size(self.players), self._most_stock)

    @functools.cached_property
    def play(self) -> Play:
        """The game that is played."""
        trumps = self.file.keys(self.contract).trumps()
        trump = self.trump if self.trump in trumps else trumps[0]
        return self.file.play(self.contract, trump, self.players)

    # What a game says of its rules.

    @property
    def pack(self) -> Pack:
        return self.play.pack

    @property
    def deck(self) -> Hand:
        return self.pack.whole & ~self.play.without

    @property
    def counts_tricks(self) -> bool:  # type: ignore[override]
        return self.play.counts_tricks

    @functools.cached_property
    def usual_cards(self) -> int:
        return self.file.keys(self.contract, self.players).hand_size(self.players)

    @property
    def duties(self) -> Duties:
        return self.play.duties

    @property
    def restrictions(self) -> Restrictions:
        return self.play.restrictions

    def trump_in(self, marks: Marks) -> int | None:
        return self.play.trump

    def points(self, card: Card) -> int:
        return self.play.points[card]

    def stays(self, card: Card) -> int:
        return self.play.stays[card]

    @functools.cached_property
    def stock_size(self) -> int:  # type: ignore[override]
        return self._usual_stock if self.stock is None else self.stock

    @functools.cached_property
    def most_laid(self) -> int:  # type: ignore[override]
        return self._kitty if self.play.lays and self.kitty == TAKEN else 0

    @property
    def most_cards(self) -> int:
        return (self.deck.bit_count() - self.most_laid) // self.players

    @functools.cached_property
    def once_laid(self) -> RulesGame:
        return self._with(kitty=ASIDE) if self.most_laid else self

    def may_lay(self, hand: Hand) -> Hand:
        free = hand & ~self.play.never_laid
        return free & ~self.play.laid_last or free or hand

    @property
    def last_trick(self) -> int:
        return self.play.last if self.last is None else self.last

    @property
    def usual_teams(self) -> tuple[int, ...] | None:
        sides = self.play.sides
        if isinstance(sides, tuple):
            return sides if len(sides) == self.players else None
        return self._against({self.declarer}) if sides == "declarer" else None

    def _against(self, together: set[int]) -> tuple[int, ...]:
        """The side of each player if some play together against the rest."""
        first = 0 in together
        return tuple(int((player in together) != first) for player in range(self.players))

    def rule(self, name: str) -> object:
        """A rule that the utility asks for; the declarer as the number of its side."""
        if name == "declarer":
            return self.side_of[self.declarer]
        if name == "goal" and self.goal is None:
            return self.play.goal or 0
        return super().rule(name)

    def first_leader(self, hands: Sequence[Hand]) -> int:
        leader = self.play.leader
        if leader == "first":
            return 0
        if leader == "declarer":
            return self.declarer
        return next((p for p, hand in enumerate(hands) if self._holds(hand, leader)), 0)

    def _holds(self, hand: Hand, name: str) -> bool:
        return any(hand >> card & 1 for card in self.pack.by_name[name])

    def first_taken(self, left_over: Sequence[Card]) -> tuple[int, ...]:
        """The declarer, or its opponents, have the points of the cards not dealt, by the rule."""
        taken, sides = [0] * self.players, self.side_of
        if len(left_over) == self._kitty and not self.most_laid:
            others = (p for p, side in enumerate(sides) if side != sides[self.declarer])
            to = {"declarer": self.declarer, "others": next(others, 0)}.get(self.play.kitty)
            if to is not None:
                taken[to] = sum(map(self.points_laid, left_over))
        return tuple(taken)

    # What a deal settles: who is together, what the last trick brings.

    def dealt(self, deck: Sequence[Card], each: int) -> TrickPosition:
        """Deal; of fewer cards than usual, as if each had played the others before."""
        position = super().dealt(deck, each)
        aside = deck[sum(map(int.bit_count, position.hands)) + len(position.stock) :]
        played = self.usual_cards - min(map(int.bit_count, position.hands))
        before = [hand_of(aside[played * p : played * (p + 1)]) for p in range(self.players)]
        position = self._settled(position, before)
        return replace(position, taken=position.game.first_taken(aside))

    @functools.cached_property
    def last_in_stock(self) -> Hand:
        """The trumps, where there is a stock."""
        trumps = (card for card in self.pack.listed(self.deck) if card.suit == self.play.trump)
        return hand_of(trumps) if self.stock_size else 0

    def parse(self, line: str) -> TrickPosition:
        return self._settled(super().parse(line))

    @functools.cached_property
    def minds_aside(self) -> bool:
        return self.play.kitty != "nobody" or self._lays_away

    def sees_aside(self, player: int, left_over: Sequence[Card]) -> bool:
        """The declarer laid them away."""
        whole = len(left_over) == self._kitty
        return self._lays_away and player == self.declarer and whole

    @property
    def _lays_away(self) -> bool:
        """Whether the cards that are not dealt are those that a declarer laid away."""
        declares = "declarer" in (self.play.sides, self.play.kitty)
        return declares and self.play.kitty != "others"

    def settled_by(self, left_over: Sequence[Card]) -> RulesGame:
        """For games where the last trick brings points: these cards and how many points."""
        settles = self.play.kitty == "last" and not self.counts_tricks
        if not settles or self.last is not None or len(left_over) != self._kitty:
            return self
        last = self.play.last + sum(map(self.points, left_over))
        if last not in self._by_last:
            self._by_last[last] = self._with(last=last)
        return self._by_last[last]

    @functools.cached_property
    def _by_last(self) -> dict[int, RulesGame]:
        return {}

    @functools.cached_property
    def unsettled(self) -> RulesGame:
        settles = self.play.kitty == "last" and self.last is not None
        return self._with(last=None) if settles else self

    @functools.cached_property
    def telling(self) -> Hand:
        leader = self.play.leader
        names = {self._tell_sides, "" if leader in LEADERS else leader} - {""}
        return hand_of(card for name in names for card in self.pack.by_name[name])

    @property
    def _tell_sides(self) -> str:
        """The card whose holders are together; of fewer cards than usual it may be gone."""
        return self._holders if self.cards is None else ""

    def tells(self, hands: Sequence[Hand], leader: int) -> bool:
        if self.play.leader not in LEADERS and self.first_leader(hands) != leader:
            return False
        card = self._tell_sides
        together = {player for player, hand in enumerate(hands) if card and self._holds(hand, card)}
        if self._called != NONE:
            together.add(self.declarer)
        declares = self.declarer in together and self._against(together) == self.side_of
        return not card or declares

    def covers(self, other: Game) -> bool:
        if not isinstance(other, RulesGame) or type(other) is not type(self):
            return False
        left: dict[str, Any] = {}
        if self._holders:
            left["teams"] = self.teams
            field = "called" if self.play.sides == "declarer" else "declarer"
            left[field] = getattr(self, field)
        if self.play.kitty == "last":
            left["last"] = self.last
        return self == other._with(**left)

    @property
    def _called(self) -> str:
        """The card whose holder is the declarer's partner, where there is one."""
        return self.called if self.called in self.play.called else NONE

    @property
    def _holders(self) -> str:
        """The card whose holders are together, where that is the rule."""
        sides = self.play.sides
        if isinstance(sides, str) and sides not in ("alone", "declarer"):
            return sides
        return "" if self._called == NONE else self._called

    def _settled(
        self, position: TrickPosition, before: Sequence[Hand] | None = None
    ) -> TrickPosition:
        """The same position, with what its hands and the cards aside say.

        Cards that each had before, if they are known, make its hands those of a whole deal.
        """
        card, calls, none = self._holders, self._called != NONE, [0] * self.players
        if self.play.kitty == "last":
            shown = (*position.hands, hand_of(position.table))
            position = replace(position, game=self.settled_by(self._aside(shown)))
        if self.teams is not None or not card:
            return position
        hands = zip(position.hands_before, before or none, strict=True)
        held = [hand | more for hand, more in hands]
        together = {player for player, hand in enumerate(held) if self._holds(hand, card)}
        copies = sum((sum(held) >> copy & 1) for copy in self.pack.by_name[card])
        whole = before is not None or position.tricks_left == self.hand_size
        if copies < self.pack.copies and not (whole and (together or calls)):
            raise TextError(
                f"expected teams=..., since the position does not show who is with {card}: "
                f"{str(position)!r}"
            )
        if calls:
            together.add(self.declarer)
        if len(together) == self.players:
            raise TextError(f"expected players against the holders of {card}: {str(position)!r}")
        settled: dict[str, Any] = {"teams": self._against(together)}
        if not calls:
            settled["declarer"] = min(together)
        elif together == {self.declarer}:  # which holds it, or it lies aside
            settled = {"called": NONE}
        return replace(position, game=replace(position.game, **settled))

    # Names and texts.

    @classmethod
    def text_name(cls) -> str:
        return cls.place

    @property
    def title(self) -> str:
        return self.file.keys(self.contract).title()

    def in_words(self, outcome: tuple[int, ...]) -> str:
        words = super().in_words(outcome)
        if self.play.goal is None:
            return words
        goal, side = cast("int", self.rule("goal")), cast("int", self.rule("declarer"))
        verb = "makes" if outcome[side] >= goal else "misses"
        return f"{words}: {self.side_names[side]} {verb} {goal}"

    def __reduce__(self) -> tuple[Any, ...]:
        from kibitz.cards.rules_class import again

        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return again, (self.file.name, self.file.source, self.place, given)
