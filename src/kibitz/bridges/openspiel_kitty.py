"""Skat and Euchre of OpenSpiel, in which somebody picks cards up and lays others away, unseen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from kibitz.bridges.openspiel_cards import (
    TABLES,
    Held,
    Seen,
    Sight,
    Table,
    filled,
    in_turn,
    trick_game,
)
from kibitz.bridges.openspiel_tables import FOUR
from kibitz.cards import TrickGame
from kibitz.errors import TextError
from kibitz.whole.view import View


@TABLES.named("skat")
class SkatTable(Table):
    """32 cards, who plays what, two cards laid away by the declarer, play; player 0 leads."""

    deck_size = 32
    ASIDE: ClassVar = 3
    PILES: ClassVar = (
        *(player for player in range(3) for _ in range(3)),
        *(ASIDE, ASIDE),
        *(player for player in range(3) for _ in range(4)),
        *(player for player in range(3) for _ in range(3)),
    )
    KINDS: ClassVar = ("", "trump=D", "trump=H", "trump=S", "trump=C")
    cautious: ClassVar = (32,)
    LAID: ClassVar = 2

    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        return self.PILES

    def _bids(self, history: Sequence[Seen]) -> tuple[int, int, int]:
        """Who declares which kind of game, and after how many actions; -1 if nobody yet."""
        for at, each in enumerate(history[self.deck_size :], self.deck_size):
            if each.action not in self.cautious:
                return each.player, (each.action or 0) - self.deck_size, at + 1
        return -1, 0, len(history)

    def hidden(self, history: Sequence[Seen], seat: int) -> set[int]:
        declarer, _, begins = self._bids(history)
        found = super().hidden(history, seat)
        if seat == declarer:
            return found - {at for at, pile in enumerate(self.PILES) if pile == self.ASIDE}
        return found | {at for at in range(begins, begins + self.LAID) if at < len(history)}

    def asks(self, sight: Sight) -> bool:
        return self._bids(sight.seen)[0] >= 0

    def _rules(self, declarer: int, kind: int) -> TrickGame:
        if declarer < 0:
            return trick_game("skat")
        kinds = (*self.KINDS, "contract=grand", "contract=null")
        return trick_game(f"skat({kinds[kind]},declarer={declarer})")

    def view(self, sight: Sight) -> View:
        declarer, kind, begins = self._bids(sight.seen)
        game, seat = self._rules(declarer, kind), sight.seat
        hand = self.dealt(game, sight, seat)
        out = 0
        asked: dict[str, Any] = {}
        if seat == declarer:
            hand |= self.dealt(game, sight, self.ASIDE)
            out = self.hand(game, sight.actions(begins, begins + self.LAID))
            if len(sight.seen) < begins + self.LAID:
                asked = {"asks": "pass", "choices": (1,)}
        plays = sight.actions(begins + self.LAID) if declarer >= 0 else []
        hand &= ~(out | self.hand(game, plays))
        return View(game, seat, hand, plays=self.cards(game, plays), out=out, **asked)

    def action(self, sight: Sight, choice: Any) -> int:
        return super().action(sight, choice[0] if isinstance(choice, tuple) else choice)

    def complete(self, sight: Sight, held: Held, stream: random.Random) -> list[int]:
        declarer, _, begins = self._bids(sight.seen)
        hands, aside = [list(hand) for hand in held.hands], list(held.aside)
        laid = sight.actions(begins, begins + self.LAID)
        if 0 <= declarer != sight.seat:
            # What was picked up is any two of the twelve that the declarer then had.
            laid = stream.sample(aside, len(sight.seen[begins : begins + self.LAID]))
            twelve = hands[declarer] + aside
            aside = stream.sample(twelve, self.LAID)
            hands[declarer] = [card for card in twelve if card not in aside]
        dealt = filled(sight, self.PILES, {**dict(enumerate(hands)), self.ASIDE: aside})
        bids = sight.actions(self.deck_size, begins)
        return dealt + bids + laid + sight.actions(begins + self.LAID)


@TABLES.named("euchre")
class EuchreTable(Table):
    """The dealer, 20 cards, one turned up, bids, the dealer's discard, who goes alone, play."""

    deck_size = 24
    before_cards = 1
    TURNED: ClassVar = 21
    PASS: ClassVar = 24
    ALONE: ClassVar = 29
    TOGETHER: ClassVar = 30
    cautious: ClassVar = (24, 30)
    TRUMPS: ClassVar = "CDHS"

    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        return None, *in_turn(20, FOUR, history[0].action or 0), None

    def _bids(self, history: Sequence[Seen]) -> tuple[int, str, bool, int]:
        """The maker, its trump, whether the dealer takes the card up, how many actions; or -1."""
        for at, each in enumerate(history[self.TURNED + 1 :], self.TURNED + 1):
            if each.action != self.PASS:
                trump = self.TRUMPS[(each.action or 0) - self.PASS - 1]
                return each.player, trump, at - self.TURNED - 1 < FOUR, at + 1
        return -1, "", False, len(history)

    def _begins(self, history: Sequence[Seen]) -> int:
        """After how many actions play begins, as far as they go."""
        _, _, taken, at = self._bids(history)
        at += taken
        while at < len(history) and history[at].action in (self.ALONE, self.TOGETHER):
            at += 1
        return at

    def hidden(self, history: Sequence[Seen], seat: int) -> set[int]:
        _, _, taken, at = self._bids(history)
        own_discard = seat == history[0].action
        laid = {at} if taken and not own_discard and at < len(history) else set()
        return super().hidden(history, seat) | laid

    def asks(self, sight: Sight) -> bool:
        said = sight.actions(self._begins(sight.seen) - 1, self._begins(sight.seen))
        return self._plays(sight) and said == [self.TOGETHER] and self.has_worlds(sight)

    def has_worlds(self, sight: Sight) -> bool:
        return self.ALONE not in sight.actions(self.TURNED + 1)

    def _plays(self, sight: Sight) -> bool:
        """Whether cards are played."""
        maker, _, taken, at = self._bids(sight.seen)
        lone = self.game.get_parameters()["allow_lone_defender"]
        return maker >= 0 and self._begins(sight.seen) - at - taken == (3 if lone else 1)

    def view(self, sight: Sight) -> View:
        if not self.has_worlds(sight):
            raise TextError("expected a hand of euchre in which nobody plays alone")
        seat, dealer = sight.seat, sight.seen[0].action or 0
        maker, trump, taken, at = self._bids(sight.seen)
        rules = f"euchre(trump={trump},declarer={maker})" if maker >= 0 else "euchre"
        game = trick_game(rules)
        hand = self.dealt(game, sight, seat)
        turned = self.hand(game, sight.actions(self.TURNED, self.TURNED + 1))
        laid = self.hand(game, sight.actions(at, at + 1)) if taken else 0
        given, out = [0] * FOUR, turned
        if taken and at < len(sight.seen):  # the dealer has laid a card away
            if seat == dealer:
                hand, out = (hand | turned) & ~laid, laid
            else:
                given[dealer], out = turned, 0
        plays = sight.actions(self._begins(sight.seen))
        hand &= ~self.hand(game, plays)
        cards, leader = self.cards(game, plays), (dealer + 1) % FOUR
        known = tuple(given) if any(given) else ()
        return View(game, seat, hand, leader, cards, out=out, given=known)

    def complete(self, sight: Sight, held: Held, stream: random.Random) -> list[int]:
        dealer = sight.seen[0].action or 0
        _, _, taken, at = self._bids(sight.seen)
        hands, laid = [list(hand) for hand in held.hands], sight.actions(at, at + 1)
        turned = sight.actions(self.TURNED, self.TURNED + 1)
        if taken and dealer != sight.seat and at < len(sight.seen):
            # What the dealer laid away is any of the cards aside.
            laid = [stream.choice(held.aside)]
            hands[dealer] = [card for card in hands[dealer] if card not in turned] + laid
        dealt = filled(sight, self.piles(sight.seen), dict(enumerate(hands)))
        bids = sight.actions(self.TURNED + 1, at)
        return dealt + bids + (laid if taken else []) + sight.actions(at + taken)
