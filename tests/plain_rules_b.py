"""More trick games in plain Python (see plain_rules.py): Pinochle, Tarot, Wizard, the Italians."""

from __future__ import annotations

from collections.abc import Sequence

from plain_rules import EYES, Cards, Game, Tricks

# -- Pinochle, four in two pairs (Bicycle; pagat.com/marriage/pinmain.html) --------------------


class Pinochle(Game):
    """Two packs of 24, twelve cards each; 250 points with ten for the last trick."""

    size, copies, last = 12, 2, 10
    ranks = "ATKQJ9"

    def __init__(self, trump: str) -> None:
        self.trump = trump

    def worth(self, card: str) -> int:
        return EYES.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0, 1, 0, 1]

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        if not trick:
            return list(hand)
        led = trick[0][0]
        same = [card for card in hand if card[0] == led]
        trumps = [card for card in hand if card[0] == self.trump]
        best = trick[self.winner(trick)]
        # One must beat the best card if one can, in every suit here; Hoyle asks that of trumps
        # alone. Below a trump that lies on a plain suit, any card of the suit will do.
        if same:
            return [card for card in same if self.beats(card, best)] or same
        # Without the suit one must trump, and above a trump that lies if one can.
        return [card for card in trumps if self.beats(card, best)] or trumps or list(hand)


class AuctionPinochle(Pinochle):
    """Three players, one against two; fifteen cards each, and three are the declarer's. Trumps
    led must be beaten if one can; who cannot follow must trump, but need not overtrump.
    """

    players, size, laid_away = 3, 15, 3

    def __init__(self, trump: str, declarer: int = 0) -> None:
        super().__init__(trump)
        self.declarer = declarer

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0 if player == self.declarer else 1 for player in range(3)]

    def before(self, away: Cards) -> dict[int, int]:
        return {self.declarer: self.value(away, False)}

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        if trick and trick[0][0] != self.trump:
            same = [card for card in hand if card[0] == trick[0][0]]
            trumps = [card for card in hand if card[0] == self.trump]
            return same or trumps or list(hand)
        return super().legal(hand, trick, friend_wins)


# -- French Tarot: Federation Francaise de Tarot -----------------------------------------------

EXCUSE = "TX"


class Tarot(Game):
    """78 cards: four suits of fourteen, trumps T1 to T21 and the Excuse. Points are doubled
    (182 in all), so that halves are whole. The taker laid cards away, and they are the taker's.
    """

    trump = "T"
    ranks = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1")  # type: ignore[assignment]

    def __init__(self, players: int = 4, taker: int = 0, called: str | None = None) -> None:
        self.players, self.taker, self.called = players, taker, called
        self.size = {3: 24, 4: 18, 5: 15}[players]
        self.laid_away = 78 - players * self.size

    def pack(self) -> list[str]:
        trumps = [f"T{number}" for number in range(1, 22)]
        return [suit + rank for suit in "CSHD" for rank in self.ranks] + trumps + [EXCUSE]

    def power(self, card: str) -> int:
        if card[0] == "T":
            return int(card[1:])
        return -self.ranks.index(card[1:])

    def worth(self, card: str) -> int:
        if card in ("T1", "T21", EXCUSE):
            return 9
        if card[0] == "T":
            return 1
        return {"K": 9, "Q": 7, "C": 5, "J": 3}.get(card[1:], 1)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        # One against all; of five the taker calls a king, whose holder helps.
        return [
            0 if player == self.taker or self.called in hand else 1
            for player, hand in enumerate(hands)
        ]

    def winner(self, trick: Cards) -> int:
        # The Excuse takes no trick; if it is led, the next card tells the suit.
        others = [place for place, card in enumerate(trick) if card != EXCUSE]
        return self.best_of(trick, others)

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        shown = [card for card in trick if card != EXCUSE]
        if not shown:
            return list(hand)
        # The Excuse may be played to any trick.
        excuse = [card for card in hand if card == EXCUSE]
        same = [card for card in hand if card[0] == shown[0][0] and card != EXCUSE]
        if same and shown[0][0] != "T":
            return same + excuse
        # On a trump led, or without the suit: trump, above the highest trump that lies if one
        # can, otherwise below it; without a trump, anything.
        trumps = [card for card in hand if card[0] == "T" and card != EXCUSE]
        there = [self.power(card) for card in shown if card[0] == "T"]
        high = [card for card in trumps if self.power(card) > max(there, default=0)]
        return (high or trumps) + excuse if trumps else list(hand)

    def shares(
        self, players: list[int], trick: Cards, is_last: bool, sides: Sequence[int]
    ) -> dict[int, int]:
        taker = players[self.winner(trick)]
        gains = {taker: self.value(trick, is_last)}
        if EXCUSE in trick:
            # The Excuse stays with the side that plays it, which gives a card of half a point
            # (one, doubled) for it. In the last trick it changes sides, whoever takes that; here
            # to the next player of another side. That it takes the last trick of a slam is left
            # out, since a position does not say who took the tricks before it.
            owner = players[list(trick).index(EXCUSE)]
            while is_last and sides[owner] == sides[players[list(trick).index(EXCUSE)]]:
                owner = (owner + 1) % self.players
            gains[taker] -= 8
            gains[owner] = gains.get(owner, 0) + 8
        return gains

    def before(self, away: Cards) -> dict[int, int]:
        return {self.taker: self.value(away, False)}

    def may_lay(self, hand: Cards) -> list[str]:
        # Neither kings nor the three bouts are laid away, and trumps only for want of others. In a
        # small deal there may be nothing else, of which the book says nothing: then any card.
        bouts = ("T1", "T21", EXCUSE)
        low = [card for card in hand if card[1:] != "K" and card not in bouts]
        return [card for card in low if card[0] != "T"] or low or list(hand)


class GardeContre(Tarot):
    """The cards that were not dealt count for the others."""

    def before(self, away: Cards) -> dict[int, int]:
        other = min(player for player in range(self.players) if player != self.taker)
        return {other: self.value(away, False)}


# -- Wizard (Amigo; wizardcards.com) ------------------------------------------------------------


class Wizard(Tricks):
    """60 cards: 52, four wizards and four jesters, which may be played at any time."""

    def __init__(self, trump: str | None, players: int = 4, size: int = 10) -> None:
        self.trump, self.players, self.size = trump, players, size
        self.laid_away = 60 - players * size

    @staticmethod
    def is_wizard(card: str) -> bool:
        return card[0] == "W"

    @staticmethod
    def is_jester(card: str) -> bool:
        return card[0] == "J"

    def pack(self) -> list[str]:
        return super().pack() + [s + r for s in "WJ" for r in "1234"]

    def winner(self, trick: Cards) -> int:
        # The first wizard takes the trick.
        for place, card in enumerate(trick):
            if self.is_wizard(card):
                return place
        # A jester takes nothing, but of jesters alone the first does.
        others = [place for place, card in enumerate(trick) if not self.is_jester(card)]
        return self.best_of(trick, others)

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        # The first card that is no jester tells the suit; if it is a wizard, there is none.
        shown = [card for card in trick if not self.is_jester(card)]
        if not shown or self.is_wizard(shown[0]):
            return list(hand)
        special = [card for card in hand if self.is_wizard(card) or self.is_jester(card)]
        plain = [card for card in hand if card not in special]
        same = [card for card in plain if card[0] == shown[0][0]]
        return same + special if same else list(hand)


# -- Briscola and Tressette (pagat.com/aceten/briscola.html, pagat.com/tressette/tressett.html) --


class Briscola(Game):
    """Forty cards; any card may be played at any time; 120 points."""

    suits = "DCSB"
    ranks = "A3KCJ76542"
    size = 3

    def __init__(self, trump: str, players: int = 2) -> None:
        self.trump, self.players = trump, players

    def pack(self) -> list[str]:
        # Three leave a two out, so that the cards can be shared out evenly.
        return [card for card in super().pack() if self.players != 3 or card != "C2"]

    def worth(self, card: str) -> int:
        return {"A": 11, "3": 10, "K": 4, "C": 3, "J": 2}.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [player % 2 for player in range(4)] if self.players == 4 else super().sides(hands)

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        return list(hand)


class BriscolaChiamata(Briscola):
    """Five with eight cards each; one plays with the holder of a card that it calls, or alone."""

    size = 8

    def __init__(self, trump: str, declarer: int, called: str | None) -> None:
        super().__init__(trump, 5)
        self.declarer, self.called = declarer, called

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [
            int(player != self.declarer and self.called not in hand)
            for player, hand in enumerate(hands)
        ]


class Tressette(Game):
    """Forty cards, no trumps, four in two pairs. Points in thirds: an ace three, three, two and
    courts one each, the last trick three; 35 in all.
    """

    suits = "DCSB"
    ranks = "32AKCJ7654"
    size, last = 10, 3

    def __init__(self, players: int = 4) -> None:
        self.players = players

    def worth(self, card: str) -> int:
        return {"A": 3, "3": 1, "2": 1, "K": 1, "C": 1, "J": 1}.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [player % 2 for player in range(self.players)]
