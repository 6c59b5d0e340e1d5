"""The rules of trick games once more: slow, plain, written from the rule books.

Nothing of Kibitz is imported. A card is a text, its suit and its rank ("HT" is the ten of
hearts); a hand is a list of cards; of two copies of a card a hand holds the text twice. A game
knows its cards, who may play which of them, who takes a trick and what it is worth, who is
together and how much each side has in the end. A `Table` plays it card by card.

Clauses of the rule books stand beside the lines that follow them, in words of our own. The
books are named with each game; where books differ, the clause that is followed is told.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

Cards = Sequence[str]


class Game:
    """What most trick games share: follow suit if you can, the highest trump or else the
    highest card of the suit led takes the trick, and its taker leads to the next.
    """

    players = 4
    size = 13
    "Cards in each hand."
    laid_away = 0
    "Cards that nobody holds in play."
    suits = "CSHD"
    ranks = "AKQJT98765432"
    "From the strongest to the weakest."
    copies = 1
    trump: str | None = None
    "The suit that is trump, as `suit` names it."
    last = 0
    "What the last trick is worth beside its cards."

    def pack(self) -> list[str]:
        return [suit + rank for suit in self.suits for rank in self.ranks] * self.copies

    def deal(self, draw: random.Random) -> tuple[list[list[str]], list[str]]:
        """Hands of the usual size, and the cards laid away."""
        cards = self.pack()
        draw.shuffle(cards)
        hands = [cards[i * self.size : (i + 1) * self.size] for i in range(self.players)]
        return hands, cards[self.players * self.size :]

    # -- cards ------------------------------------------------------------------------------

    def suit(self, card: str) -> str:
        """The suit to which a card belongs in play, which need not be the printed one."""
        return card[0]

    def power(self, card: str) -> int:
        """How strong a card is among those of its suit."""
        return -self.ranks.index(card[1:])

    def worth(self, card: str) -> int:
        return 0

    # -- a trick ----------------------------------------------------------------------------

    def beats(self, card: str, best: str) -> bool:
        """Whether a card takes the trick from the best before it.

        Of two equal cards the first stays.
        """
        if self.suit(card) == self.suit(best):
            return self.power(card) > self.power(best)
        return self.suit(card) == self.trump

    def winner(self, trick: Cards) -> int:
        """The place of the card that takes a trick."""
        return self.best_of(trick, range(len(trick)))

    def best_of(self, trick: Cards, places: Sequence[int]) -> int:
        """The place of the best of some cards of a trick; the first place, if there are none."""
        best = places[0] if places else 0
        for place in places[1:]:
            if self.beats(trick[place], trick[best]):
                best = place
        return best

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        """The cards that may be played; `friend_wins`: the trick is a partner's so far."""
        if not trick:
            return list(hand)
        same = [card for card in hand if self.suit(card) == self.suit(trick[0])]
        return same or list(hand)

    def value(self, trick: Cards, is_last: bool) -> int:
        return sum(self.worth(card) for card in trick) + (self.last if is_last else 0)

    def shares(
        self, players: list[int], trick: Cards, is_last: bool, sides: Sequence[int]
    ) -> dict[int, int]:
        """What a full trick brings each player; `players` are those of its cards."""
        return {players[self.winner(trick)]: self.value(trick, is_last)}

    # -- sides and the end ------------------------------------------------------------------

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        """The side of each player; here each is alone."""
        return list(range(self.players))

    def before(self, away: Cards) -> dict[int, int]:
        """What cards laid away bring before the first trick."""
        return {}

    def after(self, away: Cards, last_taker: int) -> dict[int, int]:
        """What cards laid away bring after the last trick."""
        return {}

    def may_lay(self, hand: Cards) -> list[str]:
        """The cards that a player who took the kitty may lay away."""
        return list(hand)


@dataclass(frozen=True)
class Table:
    """A hand in play; of `sides` equal numbers are together."""

    game: Game
    hands: tuple[tuple[str, ...], ...]
    leader: int
    sides: tuple[int, ...]
    trick: tuple[str, ...] = ()
    taken: tuple[int, ...] = ()
    away: tuple[str, ...] = ()
    stock: tuple[str, ...] = ()
    "Drawn from after each trick, its taker first."
    layer: int | None = None
    "Who has taken the kitty and lays as many cards away before the lead."

    @staticmethod
    def start(game: Game, hands: Sequence[Cards], leader: int = 0, away: Cards = ()) -> Table:
        before = game.before(away)
        return Table(
            game,
            tuple(tuple(hand) for hand in hands),
            leader,
            tuple(game.sides(hands)),
            (),
            tuple(before.get(player, 0) for player in range(game.players)),
            tuple(away),
        )

    @property
    def lays(self) -> bool:
        """Whether cards are still to be laid away."""
        return self.layer is not None and len(set(map(len, self.hands))) > 1 and not self.trick

    @property
    def turn(self) -> int:
        if self.lays:
            assert self.layer is not None
            return self.layer
        return (self.leader + len(self.trick)) % self.game.players

    @property
    def over(self) -> bool:
        return not self.trick and not any(self.hands)

    def seats(self) -> list[int]:
        """Who plays first, second ... to this trick."""
        return [(self.leader + i) % self.game.players for i in range(self.game.players)]

    def legal(self) -> list[str]:
        if self.lays:
            return self.game.may_lay(self.hands[self.turn])
        friend = False
        if self.trick:
            best = self.seats()[self.game.winner(self.trick)]
            friend = self.sides[best] == self.sides[self.turn]
        return self.game.legal(self.hands[self.turn], self.trick, friend)

    def play(self, card: str) -> Table:
        hands = [list(hand) for hand in self.hands]
        hands[self.turn].remove(card)
        if self.lays:
            gains = self.game.before([card])
            taken = tuple(have + gains.get(player, 0) for player, have in enumerate(self.taken))
            return replace(self, hands=tuple(map(tuple, hands)), taken=taken)
        trick = (*self.trick, card)
        kept = tuple(tuple(hand) for hand in hands)
        if len(trick) < self.game.players:
            return replace(self, hands=kept, trick=trick)
        is_last = not any(hands) and not self.stock
        taker = self.seats()[self.game.winner(trick)]
        stock = list(self.stock)
        for step in range(self.game.players if stock else 0):
            hands[(taker + step) % self.game.players].append(stock.pop(0))
        kept = tuple(tuple(hand) for hand in hands)
        gains = self.game.shares(self.seats(), trick, is_last, self.sides)
        if is_last:
            for player, more in self.game.after(self.away, taker).items():
                gains[player] = gains.get(player, 0) + more
        taken = tuple(have + gains.get(player, 0) for player, have in enumerate(self.taken))
        return replace(self, hands=kept, trick=(), leader=taker, taken=taken, stock=tuple(stock))

    def by_side(self) -> tuple[int, ...]:
        """What each player's side has taken together."""
        return tuple(
            sum(have for have, side in zip(self.taken, self.sides, strict=True) if side == own)
            for own in self.sides
        )


class Tricks(Game):
    """Games in which tricks are counted, not cards."""

    def value(self, trick: Cards, is_last: bool) -> int:
        return 1


EYES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""The card points of Skat and its kin: 30 in a suit."""


# -- Skat: Internationale Skatordnung ---------------------------------------------------------


class Skat(Game):
    """Suit games and Grand. Player 0 is the declarer unless told."""

    players, size, laid_away = 3, 10, 2
    ranks = "ATKQ987J"

    def __init__(self, trump: str | None, declarer: int = 0) -> None:
        # In a suit game all jacks and the suit are trumps; in a Grand the jacks alone are.
        self.colour, self.declarer = trump, declarer
        self.trump = "trumps"

    def suit(self, card: str) -> str:
        if card[1] == "J" or card[0] == self.colour:
            return "trumps"
        return card[0]

    def power(self, card: str) -> int:
        # Jacks are the highest trumps: clubs, spades, hearts, diamonds.
        if card[1] == "J":
            return 100 - "CSHD".index(card[0])
        return -"ATKQ987".index(card[1])

    def worth(self, card: str) -> int:
        return EYES.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0 if player == self.declarer else 1 for player in range(3)]

    def before(self, away: Cards) -> dict[int, int]:
        # The skat belongs to the declarer's points, in hand games too.
        return {self.declarer: self.value(away, False)}


class Ramsch(Skat):
    """Nobody has bid: jacks are trumps as in a Grand, each plays alone for few points, and who
    takes the last trick takes the skat too.
    """

    def __init__(self) -> None:
        super().__init__(None)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0, 1, 2]

    def before(self, away: Cards) -> dict[int, int]:
        return {}

    def after(self, away: Cards, last_taker: int) -> dict[int, int]:
        return {last_taker: self.value(away, False)}


class Null(Tricks):
    """No trumps, the ten below the jack; the declarer loses with the first trick."""

    players, size, laid_away = 3, 10, 2
    ranks = "AKQJT987"

    def __init__(self, declarer: int = 0) -> None:
        self.declarer = declarer

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0 if player == self.declarer else 1 for player in range(3)]


# -- Sheepshead (Wisconsin; pagat.com/schafkopf/shep.html) ------------------------------------


class Sheepshead(Game):
    """Queens, jacks and diamonds are trumps; the picker buried cards and they are the picker's.

    Five play six cards each with a partner, the holder of the jack of diamonds; three play ten
    cards and four play seven, the picker alone.
    """

    ranks = "AT K987QJ".replace(" ", "")

    def __init__(self, players: int = 5, picker: int = 0, partner: str | None = None) -> None:
        self.players, self.picker, self.partner = players, picker, partner
        self.size = {3: 10, 4: 7, 5: 6}[players]
        self.laid_away = 32 - players * self.size
        self.trump = "trumps"

    def suit(self, card: str) -> str:
        return "trumps" if card[1] in "QJ" or card[0] == "D" else card[0]

    def power(self, card: str) -> int:
        # Queens above jacks, each clubs, spades, hearts, diamonds; then A T K 9 8 7.
        if card[1] == "Q":
            return 200 - "CSHD".index(card[0])
        if card[1] == "J":
            return 100 - "CSHD".index(card[0])
        return -"ATK987".index(card[1])

    def worth(self, card: str) -> int:
        return EYES.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [
            0 if player == self.picker or self.partner in hand else 1
            for player, hand in enumerate(hands)
        ]

    def before(self, away: Cards) -> dict[int, int]:
        return {self.picker: self.value(away, False)}


class Leaster(Sheepshead):
    """Nobody has picked: each plays alone for few points; the blind goes with the last trick."""

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return list(range(self.players))

    def before(self, away: Cards) -> dict[int, int]:
        return {}

    def after(self, away: Cards, last_taker: int) -> dict[int, int]:
        return {last_taker: self.value(away, False)}


# -- Doppelkopf: Turnier-Spielregeln of the Deutscher Doppelkopf-Verband -----------------------


class Doppelkopf(Game):
    """The normal game: 48 cards, the tens of hearts highest, and the old ladies together."""

    size, copies = 12, 2
    ranks = "ATKQJ9"
    trump = "trumps"

    def suit(self, card: str) -> str:
        trumps = card == "HT" or card[1] in "QJ" or card[0] == "D"
        return "trumps" if trumps else card[0]

    def power(self, card: str) -> int:
        # Trumps: tens of hearts, queens, jacks (clubs, spades, hearts, diamonds), diamonds.
        if card == "HT":
            return 300
        if card[1] == "Q":
            return 200 - "CSHD".index(card[0])
        if card[1] == "J":
            return 100 - "CSHD".index(card[0])
        return -"ATK9".index(card[1])

    def worth(self, card: str) -> int:
        return EYES.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        # Re are the holders of the queens of clubs; one who has both plays alone.
        return [0 if "CQ" in hand else 1 for hand in hands]


class DoppelkopfSolo(Doppelkopf):
    """A solo: one against three. Of queens, of jacks: these alone are trumps. Of a suit: it
    takes the place of diamonds. "fleischlos" has no trumps. In all but the suit solos the
    ten of hearts is an ordinary ten.
    """

    def __init__(self, kind: str, player: int = 0) -> None:
        self.kind, self.player = kind, player

    def suit(self, card: str) -> str:
        if self.kind == "fleischlos":
            trumps = False
        elif self.kind in ("queens", "jacks"):
            trumps = card[1] == self.kind[0].upper()
        else:
            trumps = card == "HT" or card[1] in "QJ" or card[0] == self.kind
        return "trumps" if trumps else card[0]

    def power(self, card: str) -> int:
        if self.kind in ("queens", "jacks", "fleischlos"):
            if self.suit(card) == "trumps":
                return 100 - "CSHD".index(card[0])
            return -"ATKQJ9".index(card[1])
        return super().power(card)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0 if player == self.player else 1 for player in range(4)]


# -- Jass: Schieber (Puur-Naell-As; pagat.com/jass/schieber.html) ------------------------------


class Jass(Game):
    """Four in two pairs, nine cards each, 157 points with the last trick."""

    size, last = 9, 5
    ranks = "AKQJT9876"

    def __init__(self, trump: str) -> None:
        """A suit, "obenabe" or "undenufe"."""
        self.kind = trump
        self.trump = trump if trump in "CSHD" else None

    def power(self, card: str) -> int:
        if card[0] == self.trump:
            # The jack is the highest trump, the nine the second.
            return -"J9AKQT876".index(card[1])
        if self.kind == "undenufe":
            return -"6789TJQKA".index(card[1])
        return -"AKQJT9876".index(card[1])

    def worth(self, card: str) -> int:
        if card[0] == self.trump and card[1] in "J9":
            return {"J": 20, "9": 14}[card[1]]
        if self.trump is None and card[1] == "8":
            return 8
        if self.kind == "undenufe" and card[1] in "A6":
            # From below the six is what the ace is from above.
            return {"A": 0, "6": 11}[card[1]]
        return EYES.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0, 1, 0, 1]

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        if not trick or self.trump is None:
            return super().legal(hand, trick, friend_wins)
        led = trick[0][0]
        same = [card for card in hand if card[0] == led]
        if led == self.trump:
            # Trumps must follow trumps; only the jack need never be played.
            if same in ([], [self.trump + "J"]):
                return list(hand)
            return same
        # A trump may be played at any time, but below a trump in the trick only by a player
        # who holds nothing but trumps.
        trumps = [card for card in hand if card[0] == self.trump]
        there = [card for card in trick if card[0] == self.trump]
        high = max((self.power(card) for card in there), default=-100)
        over = [card for card in trumps if self.power(card) > high]
        if same:
            return same + over
        others = [card for card in hand if card[0] != self.trump]
        return others + over if others else list(hand)


# -- Belote: Federation Francaise de Belote ----------------------------------------------------


class Belote(Game):
    """Four in two pairs, eight cards each, 162 points with ten for the last trick."""

    size, last = 8, 10
    ranks = "ATKQJ987"

    def __init__(self, trump: str) -> None:
        self.trump = trump

    def power(self, card: str) -> int:
        order = "J9ATKQ87" if card[0] == self.trump else "ATKQJ987"
        return -order.index(card[1])

    def worth(self, card: str) -> int:
        if card[0] == self.trump and card[1] in "J9":
            return {"J": 20, "9": 14}[card[1]]
        return EYES.get(card[1], 0)

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0, 1, 0, 1]

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        if not trick:
            return list(hand)
        led = trick[0][0]
        same = [card for card in hand if card[0] == led]
        trumps = [card for card in hand if card[0] == self.trump]
        there = [self.power(card) for card in trick if card[0] == self.trump]
        over = [card for card in trumps if self.power(card) > max(there, default=-100)]
        if led == self.trump:
            # On trumps one must go higher if one can, even above a partner.
            return over or trumps or list(hand)
        if same:
            return same
        # Without the suit: free while the partner has the trick; otherwise trump, higher than
        # a trump that lies, or a lower one if one cannot.
        if friend_wins:
            return list(hand)
        return over or trumps or list(hand)


class SansAtout(Belote):
    """No trumps: an ace counts 19, so that there are 162 points again."""

    def __init__(self) -> None:
        self.trump = None

    def worth(self, card: str) -> int:
        return 19 if card[1] == "A" else EYES.get(card[1], 0)

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        return Game.legal(self, hand, trick, friend_wins)


class ToutAtout(SansAtout):
    """Every suit in the order of trumps, but none beats another; who follows must go higher."""

    def power(self, card: str) -> int:
        return -"J9ATKQ87".index(card[1])

    def worth(self, card: str) -> int:
        return {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1}.get(card[1], 0)

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        if not trick:
            return list(hand)
        same = [card for card in hand if card[0] == trick[0][0]]
        best = self.power(trick[self.winner(trick)])
        return [card for card in same if self.power(card) > best] or same or list(hand)


# -- Euchre (Hoyle; pagat.com/euchre/euchre.html) ----------------------------------------------

SAME_COLOUR = {"C": "S", "S": "C", "H": "D", "D": "H"}


class Euchre(Tricks):
    """Four in two pairs, five of 24 cards each; the jacks of the trump's colour are bowers."""

    size, laid_away = 5, 4
    ranks = "AKQJT9"

    def __init__(self, trump: str) -> None:
        self.trump = trump

    def suit(self, card: str) -> str:
        assert self.trump is not None
        return self.trump if card == SAME_COLOUR[self.trump] + "J" else card[0]

    def power(self, card: str) -> int:
        assert self.trump is not None
        if card == self.trump + "J":
            return 100
        if card == SAME_COLOUR[self.trump] + "J":
            return 99
        return -self.ranks.index(card[1])

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [0, 1, 0, 1]


class EuchreAlone(Euchre):
    """The maker's partner lays its cards down; the maker is alone against two."""

    players, laid_away = 3, 9

    def __init__(self, trump: str, declarer: int) -> None:
        super().__init__(trump)
        self.declarer = declarer

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        return [int(player != self.declarer) for player in range(3)]


# -- Five Hundred (Australian rules; pagat.com/euchre/500.html) --------------------------------

JOKER = "JO"


class FiveHundred(Tricks):
    """Ten cards each and three laid away. In a suit the joker is the highest trump, above the
    bowers. Four play in pairs with 43 cards (black from the five, red from the four), three
    with 33 (from the seven), the declarer alone.
    """

    laid_away = 3
    size = 10

    def __init__(self, trump: str, players: int = 4, declarer: int = 0) -> None:
        self.trump, self.players, self.declarer = trump, players, declarer

    def pack(self) -> list[str]:
        black, red = ("AKQJT98765", "AKQJT987654")
        if self.players == 3:
            black = red = "AKQJT987"
        cards = [s + r for s in "CS" for r in black] + [s + r for s in "HD" for r in red]
        return [*cards, JOKER]

    def suit(self, card: str) -> str:
        assert self.trump is not None
        if card == JOKER or card == SAME_COLOUR[self.trump] + "J":
            return self.trump
        return card[0]

    def power(self, card: str) -> int:
        assert self.trump is not None
        if card == JOKER:
            return 101
        if card == self.trump + "J":
            return 100
        if card == SAME_COLOUR[self.trump] + "J":
            return 99
        return -"AKQJT987654".index(card[1])

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        if self.players == 4:
            return [player % 2 for player in range(4)]
        return [0 if player == self.declarer else 1 for player in range(3)]


class FiveHundredPlain(FiveHundred):
    """No trumps and misere: jacks in their place. The joker is a suit of its own that beats
    every card: it may be played by one who cannot follow, and led only to name a suit that the
    others must follow; naming stays outside here, so a led joker binds nobody.
    """

    def __init__(self, players: int = 4, declarer: int = 0, full: bool = False) -> None:
        self.trump, self.players, self.declarer = JOKER[0], players, declarer
        self.full = full
        "Whether three play with the pack of four, as when a partner sits out."

    def pack(self) -> list[str]:
        return FiveHundred("S", 4).pack() if self.full else super().pack()

    def suit(self, card: str) -> str:
        return card[0]

    def power(self, card: str) -> int:
        return 0 if card == JOKER else -"AKQJT987654".index(card[1])


# -- Ninety-Nine (Parlett; pagat.com/exact/99.html) --------------------------------------------


class NinetyNine(Tricks):
    """Three players, 36 cards; each lays three away as a bid and plays nine."""

    players, size, laid_away = 3, 9, 9
    ranks = "AKQJT9876"

    def __init__(self, trump: str | None) -> None:
        self.trump = trump

    @staticmethod
    def bid(cards: Cards) -> int:
        """What three cards laid away promise: clubs three, hearts two, spades one."""
        return sum({"C": 3, "H": 2, "S": 1, "D": 0}[card[0]] for card in cards)


# -- Knock-out Whist (pagat.com/whist/kowhist.html) --------------------------------------------


class KnockOutWhist(Tricks):
    """Each for a trick of its own; seven cards in the first hand, one fewer in each next."""

    size = 7

    def __init__(self, trump: str | None, players: int = 4, size: int = 7) -> None:
        self.trump, self.players, self.size = trump, players, size
        self.laid_away = 52 - players * size
