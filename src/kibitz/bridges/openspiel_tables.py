"""The card games that OpenSpiel and Kibitz share: the order of their actions, and who sees them.

Those in which somebody picks cards up and lays others away are in `openspiel_kitty.py`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from kibitz.cards import NO_MARKS, SUIT_CARDS, Restrictions, TrickGame
from kibitz.errors import TextError
from kibitz.game import Payoffs
from kibitz.games.spades import SPADES, Spades
from kibitz.scoring import Utility
from kibitz.whole.view import View

FOUR = 4
CARDS = 52
IN_TURN = in_turn(CARDS, FOUR)


def by_player(sight: Sight, first: int, last: int, less: int, players: int) -> tuple[Any, ...]:
    """The bids of a range of actions, none for players who have not bid."""
    bids: list[int | None] = [None] * players
    for each in sight.seen[first:last]:
        bids[each.player] = None if each.action is None else each.action - less
    return tuple(bids)


def asked_to_bid(bids: Sequence[int | None], choices: Sequence[int]) -> dict[str, Any]:
    """The fields of the view of a player who is to bid, or who waits until play begins."""
    return {"asks": "bid", "bids": tuple(bids), "choices": tuple(choices)}


# Spades.


@dataclass(frozen=True, repr=False)
class Unbroken(Spades):
    """Spades as OpenSpiel plays it: only a player with nothing else may lead spades, to the end."""

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(closed=SUIT_CARDS[SPADES])


def hand_score(tricks: Sequence[int], bids: Sequence[int]) -> Payoffs:
    """10 b + over if t >= b, 100 less for ten over, else -10 b; a nil counts as a bid of 0."""
    return tuple(
        10 * b + (t - b) - 100 * ((t - b) // 10) if t >= b else -10 * b
        for t, b in zip(tricks, bids, strict=True)
    )


@TABLES.named("spades")
class SpadesTable(Table):
    """52 cards, four bids, play; player 0 bids and leads first."""

    deck_size = CARDS
    begins: ClassVar = CARDS + FOUR

    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        return IN_TURN

    def view(self, sight: Sight) -> View:
        game: TrickGame = Unbroken()
        hand = self.dealt(game, sight, sight.seat)
        bids = by_player(sight, CARDS, self.begins, CARDS, FOUR)
        if None in bids:
            partner = bids[(sight.seat + 2) % FOUR] or 0
            asked = asked_to_bid(bids, range(14 - partner))
            return View(game, sight.seat, hand, **asked)
        game = replace(game, bids=bids, utility=Utility(hand_score))
        plays = self.cards(game, sight.actions(self.begins))
        hand &= ~self.hand(game, sight.actions(self.begins))
        return View(game, sight.seat, hand, plays=plays, bids=bids)

    def action(self, sight: Sight, choice: Any) -> int:
        bidding = len(sight.seen) < self.begins
        return CARDS + int(choice) if bidding else super().action(sight, choice)

    def alike(self, state: Any, other: Any) -> None:
        other.set_current_scores(state.get_current_scores())


# Hearts.


@TABLES.named("hearts")
class HeartsTable(Table):
    """Where cards are passed to, 52 cards, twelve passed, play."""

    deck_size = CARDS
    before_cards = 1
    begins: ClassVar = 1 + CARDS
    PASSED: ClassVar = 3

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        says = game.get_parameters()
        for rule in ("jd_bonus", "avoid_all_tricks_bonus"):
            if says[rule]:
                raise TextError(f"expected hearts without {rule}: {str(game)!r}")
        breaking = "points" if says["qs_breaks_hearts"] else "hearts"
        rules = {
            "lead": "any-club" if says["can_lead_any_club"] else "C2",
            "breaking": breaking if says["must_break_hearts"] else "none",
            "forced_lead": "any" if says["can_lead_hearts_instead_of_qs"] else "queen",
            "first_trick": "clean" if says["no_pts_on_first_trick"] else "any",
        }
        words = ",".join(f"{key}={value}" for key, value in rules.items())
        self.rules = trick_game(f"hearts({words})")

    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        return None, *IN_TURN

    def _passes(self, history: Sequence[Seen]) -> tuple[int, int]:
        """How many seats to the left cards go, and the number of cards passed so far."""
        left = history[0].action or 0
        most = self.PASSED * FOUR if left else 0
        return left, min(most, len(history) - self.begins)

    def hidden(self, history: Sequence[Seen], seat: int) -> set[int]:
        left, passed = self._passes(history)
        done = passed == self.PASSED * FOUR
        return super().hidden(history, seat) | {
            self.begins + at
            for at in range(passed)
            for giver in [at // self.PASSED]
            if giver != seat and not (done and (giver + left) % FOUR == seat)
        }

    def _gifts(self, sight: Sight) -> list[list[int]]:
        """The cards that each has passed, as far as they were seen."""
        _, passed = self._passes(sight.seen)
        found: list[list[int]] = [[] for _ in range(FOUR)]
        for at, each in enumerate(sight.seen[self.begins : self.begins + passed]):
            if each.action is not None:
                found[at // self.PASSED].append(each.action)
        return found

    def view(self, sight: Sight) -> View:
        game, seat = self.rules, sight.seat
        left, passed = self._passes(sight.seen)
        hand = self.dealt(game, sight, seat)
        if left and passed < self.PASSED * FOUR:
            to = (seat + left) % FOUR
            return View(game, seat, hand, asks="pass", choices=(self.PASSED,), to=to)
        rest = sight.seen[self.begins + passed :]
        plays = self.cards(game, sight.actions(self.begins + passed))
        leader = rest[0].player if rest else sight.turn
        more: dict[str, Any] = {}
        if left:
            gifts, giver = self._gifts(sight), (seat - left) % FOUR
            given, got = [0] * FOUR, [0] * FOUR
            given[(seat + left) % FOUR] = self.hand(game, gifts[seat])
            got[giver] = self.hand(game, gifts[giver])
            hand = hand & ~given[(seat + left) % FOUR] | got[giver]
            more = {"given": tuple(given), "got": tuple(got)}
        hand &= ~self.hand(game, sight.actions(self.begins + passed))
        return View(game, seat, hand, leader, plays, **more)

    def action(self, sight: Sight, choice: Any) -> int:
        if not isinstance(choice, tuple):
            return super().action(sight, choice)
        made = self._gifts(sight)[sight.seat]
        return next(
            self.numbers[str(card)] for card in choice if self.numbers[str(card)] not in made
        )

    def complete(self, sight: Sight, held: Held, stream: random.Random) -> list[int]:
        left, passed = self._passes(sight.seen)
        hands, gifts = [list(hand) for hand in held.hands], self._gifts(sight)
        done = left and passed == self.PASSED * FOUR
        for giver in range(FOUR):  # whatever was not seen may be any of what a player then had
            made = min(self.PASSED, max(0, passed - self.PASSED * giver))
            if len(gifts[giver]) < made:
                source = hands[(giver + left) % FOUR] if done else hands[giver]
                gifts[giver] = stream.sample(source, made)
        if done:
            for giver, cards in enumerate(gifts):
                to = hands[(giver + left) % FOUR]
                to[:] = [card for card in to if card not in cards]
            for giver, cards in enumerate(gifts):
                hands[giver] += cards
        dealt = filled(sight, self.piles(sight.seen), dict(enumerate(hands)))
        flat = [card for cards in gifts for card in cards]
        return dealt + flat + sight.actions(self.begins + passed)


# Oh Hell.


def exact_bid(tricks: Sequence[int], bids: Sequence[int], each: int = 1, off: int = 0) -> Payoffs:
    """Points for each trick, and 10 for the exact bid; otherwise points off for each one away."""
    made = (10 * (t == b) + each * t for t, b in zip(tricks, bids, strict=True))
    missed = (-each * abs(t - b) for t, b in zip(tricks, bids, strict=True))
    pairs = zip(made, missed, tricks, bids, strict=True)
    return tuple(less if off and t != b else more for more, less, t, b in pairs)


@TABLES.named("oh_hell")
class OhHellTable(Table):
    """The number of tricks, the dealer, cards, one turned up, bids, play."""

    deck_size = CARDS
    before_cards = 2

    def __init__(self, game: Any) -> None:
        says = game.get_parameters()
        if (says["num_suits"], says["num_cards_per_suit"]) != (4, 13):
            raise TextError(f"expected oh_hell with 52 cards: {str(game)!r}")
        super().__init__(game)
        self.players = game.num_players()
        self.each, self.off = says["points_per_trick"], int(says["off_bid_penalty"])

    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        cards = (history[0].action or 0) * self.players
        return None, None, *in_turn(cards, self.players), None

    def view(self, sight: Sight) -> View:
        tricks, dealer = sight.actions(0, 2)
        piles, seat = self.piles(sight.seen), sight.seat
        game = trick_game(f"oh_hell(players={self.players},cards={tricks})")
        hand = self.dealt(game, sight, seat)
        turned = sight.actions(len(piles) - 1, len(piles))
        marks = frozenset(f"turned={card}" for card in self.cards(game, turned)) or NO_MARKS
        leader, begins = (dealer + 1) % self.players, len(piles) + self.players
        bids = by_player(sight, len(piles), begins, CARDS, self.players)
        known: dict[str, Any] = {"marks": marks, "out": self.hand(game, turned)}
        if (self.each, self.off) == (1, 0):  # scored as the last hand of a whole game
            rules = f"whole-oh-hell(players={self.players},most={tricks},hands=rise)"
            known |= {"whole": rules, "number": tricks - 1, "scores": (0,) * self.players}
        if None in bids:
            last = bids.count(None) == 1
            barred = tricks - sum(bid or 0 for bid in bids) if last else -1
            choices = [bid for bid in range(tricks + 1) if bid != barred]
            return View(game, seat, hand, leader, **known, **asked_to_bid(bids, choices))
        options = {"each": self.each, "off": self.off}
        usual = {"each": 1, "off": 0}
        said = tuple((key, value) for key, value in options.items() if value != usual[key])
        game = replace(game, bids=bids, utility=Utility(exact_bid, said))
        plays = sight.actions(begins)
        hand &= ~self.hand(game, plays)
        return View(game, seat, hand, leader, self.cards(game, plays), bids=bids, **known)

    def action(self, sight: Sight, choice: Any) -> int:
        bidding = len(sight.seen) < len(self.piles(sight.seen)) + self.players
        return CARDS + int(choice) if bidding else super().action(sight, choice)


# Bridge.


@TABLES.named("bridge")
class BridgeTable(Table):
    """52 cards, calls, play; after the first lead dummy lies open, and the declarer plays it."""

    deck_size = CARDS
    PASS: ClassVar = 52
    BIDS: ClassVar = 55
    cautious: ClassVar = (52,)
    TRUMPS: ClassVar = ("C", "D", "H", "S", "none")

    def piles(self, history: Sequence[Seen]) -> Sequence[int | None]:
        return IN_TURN

    def _contract(self, history: Sequence[Seen]) -> tuple[int, str]:
        """The declarer and the trump so far; -1 if nobody has bid."""
        calls = [each for each in history[CARDS:] if (each.action or 0) >= self.PASS]
        bids = [(each.player, (each.action or 0) - self.BIDS) for each in calls]
        made = [(player, bid % 5) for player, bid in bids if bid >= 0]
        if not made:
            return -1, "none"
        last, suit = made[-1]
        first = next(player for player, one in made if one == suit and (player - last) % 2 == 0)
        return first, self.TRUMPS[suit]

    def _begins(self, history: Sequence[Seen]) -> int:
        """After how many actions play begins, as far as they go."""
        calls = sum((each.action or 0) >= self.PASS for each in history[CARDS:])
        return min(len(history), CARDS + calls)

    def hidden(self, history: Sequence[Seen], seat: int) -> set[int]:
        found = super().hidden(history, seat)
        if self._begins(history) == len(history):
            return found
        dummy = (self._contract(history)[0] + 2) % FOUR
        return found - {at for at, pile in enumerate(IN_TURN) if pile == dummy}

    def asks(self, sight: Sight) -> bool:
        calls = [each.action for each in sight.seen[CARDS:]]
        passed = calls[-3:] == [self.PASS] * 3 and self._contract(sight.seen)[0] >= 0
        return self._begins(sight.seen) < len(sight.seen) or passed

    def view(self, sight: Sight) -> View:
        declarer, trump = self._contract(sight.seen)
        begins, seat = self._begins(sight.seen), sight.seat
        game = trick_game(f"bridge(trump={trump})")
        played = sight.actions(begins)
        leader = (declarer + 1) % FOUR if declarer >= 0 else 0
        gone, plays = self.hand(game, played), self.cards(game, played)
        hands = [self.dealt(game, sight, player) for player in range(FOUR)]
        view = View(game, seat, hands[seat] & ~gone, leader, plays, given=_known(hands, seat))
        if declarer == seat and view.turn == (seat + 2) % FOUR and plays:
            return replace(
                view, seat=view.turn, hand=hands[view.turn] & ~gone, given=_known(hands, view.turn)
            )
        return view


def _known(hands: Sequence[int], seat: int) -> tuple[int, ...]:
    """The hands of others that lie open."""
    found = tuple(hand * (player != seat) for player, hand in enumerate(hands))
    return found if any(found) else ()
