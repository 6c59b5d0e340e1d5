"""The cards of a file of rules: which are trumps, what a pattern names, what each is worth."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from kibitz.cards.deck import SUITS, SYMBOLS, Card, Hand, Pack, hand_of, pack_of
from kibitz.cards.duties import Duties
from kibitz.cards.restrictions import Restrictions
from kibitz.cards.rules_faults import Fault, all_of
from kibitz.cards.rules_play import NONE

if TYPE_CHECKING:
    from kibitz.cards.rules_keys import Keys

MOST_CARDS = 78
"""How many cards a deck has at most."""
MOST_POINTS = 1000
WORDS: Mapping[str, Any] = {
    "follow": Literal["must", "or-trump", "free"],
    "void": Literal["any", "trump", "overtrump"],
    "head": Literal["none", "trumps", "all"],
    "twins": Literal["first", "second"],
}
"""The words that say what must be played, the usual one first."""


def _goes_by_trump(pattern: str) -> bool:
    """Whether the trump says which cards a pattern names."""
    return pattern.split()[:1] in (["trump"], ["colour"], ["trumps"])


class ContractCards:
    """The cards of a contract with a trump: what is printed on them, and where they count."""

    def __init__(self, keys: Keys, trump: str) -> None:
        self.keys, self.trump = keys, trump
        self.ranks = keys.ranks("ranks")
        self.printed = keys.ranks("written") if "written" in keys.data else self._first_ranks()
        for letter, ranks in self.ranks.items():
            if sorted(ranks) != sorted(self.printed.get(letter, ())):
                raise Fault(
                    f"expected the same ranks of {letter} as are written: {' '.join(ranks)}",
                    "ranks",
                )
        self.letters = tuple(self.ranks)
        names = [letter + rank for letter, ranks in self.ranks.items() for rank in ranks]
        keys.once(names, "ranks")
        self.names = set(names)

    def _first_ranks(self) -> dict[str, list[str]]:
        """As the usual contract has them, so that a hand is written alike in all."""
        usual = self.keys.usual
        return usual.ranks("written" if "written" in usual.data else "ranks")

    def name(self, word: str, *keys: str) -> str:
        if word not in self.names:
            raise Fault(f"expected a card of the deck: {word!r}", *keys)
        return word

    def in_play(self, word: str, key: str) -> str:
        """A card of the game, which must not be one of those that it is played without."""
        if self.name(word, key) in self.all("without"):
            raise Fault(f"expected a card that the game is played with: {word!r}", key)
        return word

    def expand(self, pattern: str, *keys: str) -> list[str]:
        """The cards that a pattern names, such as `SQ`, `all J`, `trump J` or `suit H`."""
        words = pattern.split()
        if words == ["trumps"]:
            if keys[0] in ("top", "high", "low"):
                raise Fault(f"expected cards that say what is trump: {pattern!r}", *keys)
            return list(self.trump_names())
        if len(words) < 2:
            return [self.name(pattern, *keys)]
        kind, what = words[0], words[-1]
        if len(words) == 2 and kind == "suit" and what in self.ranks:
            return [what + rank for rank in self.ranks[what]]
        ask: Callable[[], tuple[str, ...]] | None = {
            "all": self.keys.letters,
            "trump": self._own_trump,
            "colour": self._other_of_colour,
        }.get(kind)
        if len(words) != 2 or ask is None:
            shown = "'SQ', 'all J', 'trump J', 'colour J', 'suit H' or 'trumps'"
            raise Fault(f"expected cards such as {shown}: {pattern!r}", *keys)
        letters = ask()
        for letter in letters:
            if letter + what not in self.names:
                raise Fault(f"expected cards of the deck: {letter + what!r} of {pattern!r}", *keys)
        return [letter + what for letter in letters]

    def _own_trump(self) -> tuple[str, ...]:
        return () if self.trump == NONE else (self.trump,)

    def _other_of_colour(self) -> tuple[str, ...]:
        """The other suit of the trump's colour."""
        usual = ["S C", "H D"] if set(self.keys.letters()) == set(SUITS) else []
        for pair in self.keys.words("colours", usual):
            two = pair.split()
            if len(two) != 2 or not set(two) <= set(self.letters):
                raise Fault(f'expected pairs of suits, such as ["S C", "H D"]: {pair!r}', "colours")
            if self.trump in two:
                return (two[1 - two.index(self.trump)],)
        if self.trump == NONE:
            return ()
        raise Fault('expected each trump in a pair of one colour, such as "S C"', "colours")

    def all(self, key: str, by_trump: bool = True) -> list[str]:
        """All cards that the patterns under a key name, which may go by the trump.

        Such a pattern may name a card that another names too, as `trump A` beside `HA`; it counts
        where it comes first.
        """
        value = self.keys.data.get(key, [])
        patterns = [value] if isinstance(value, str) else self.keys.words(key)
        found = all_of(lambda pattern: self.expand(pattern, key), patterns)
        for goes in (False, True):
            alike = [one for one in patterns if _goes_by_trump(one) == goes]
            if alike and goes and not by_trump:
                raise Fault(f"expected cards that are the same for all trumps: {alike[0]!r}", key)
            self.keys.once([name for one in alike for name in self.expand(one, key)], key)
        return list(dict.fromkeys(found))

    @functools.cached_property
    def _apart(self) -> set[str]:
        """The cards that always or never win: they count in no other suit."""
        found = [*self.all("high"), *self.all("low")]
        self.keys.once(found, "low")
        return set(found)

    @functools.cache  # noqa: B019
    def trump_names(self) -> tuple[str, ...]:
        """The trumps, from the strongest down."""
        top = [name for name in self.all("top") if name not in self._apart]
        if self.trump == NONE:
            return tuple(top)
        ranks = self.ranks[self.trump]
        if "trump_ranks" in self.keys.data:
            order = self.keys.words("trump_ranks")
            if sorted(order) != sorted(ranks):
                raise Fault(
                    f"expected the ranks {' '.join(ranks)}: {' '.join(order)}", "trump_ranks"
                )
            ranks = order
        own = [self.trump + rank for rank in ranks]
        return (*top, *(name for name in own if name not in top and name not in self._apart))

    def suits(self) -> list[tuple[str, ...]]:
        """The suits that count, trumps where their suit is printed, or first."""
        trumps = self.trump_names()
        found = [trumps] if trumps and self.trump == NONE else []
        for letter, ranks in self.ranks.items():
            if letter == self.trump:
                found.append(trumps)
                continue
            names = (letter + rank for rank in ranks)
            plain = tuple(name for name in names if name not in {*trumps, *self._apart})
            found.append(plain)
        for key in ("high", "low"):
            found.append(tuple(self.all(key)))
        return [suit for suit in found if suit]

    def trump_suit(self) -> int | None:
        """The number of the trump suit."""
        trumps = self.trump_names()
        return self.suits().index(trumps) if trumps else None

    @functools.cache  # noqa: B019
    def pack(self) -> Pack:
        """The pack; its suits hold each card once."""
        copies = self.keys.number("copies", 1, 1, 2)
        printed = tuple((letter, *self.printed[letter]) for letter in self.letters)
        if (deck := copies * len(self.names)) > MOST_CARDS:
            raise Fault(f"expected at most {MOST_CARDS} cards: {deck}", "ranks")
        return pack_of(tuple(self.suits()), printed, copies, self._symbols())

    def _symbols(self) -> str:
        french = dict(zip(SUITS, SYMBOLS, strict=True))
        usual = ""
        if set(self.letters) <= set(french):
            usual = "".join(french[letter] for letter in self.letters)
        symbols = self.keys.line("symbols", usual).replace(" ", "")
        if symbols and len(symbols) != len(self.letters):
            raise Fault(
                f"expected a sign for each of {' '.join(self.letters)}: {symbols!r}", "symbols"
            )
        return symbols

    def hand(self, key: str) -> Hand:
        """The cards under a key, with all their copies."""
        return self._hand(self.all(key))

    def named(self, patterns: object, key: str) -> Hand:
        """The cards of some patterns, with all their copies."""
        if not isinstance(patterns, list) or not all(isinstance(one, str) for one in patterns):
            raise Fault(f"expected a list of cards: {patterns!r}", key)
        return self._hand(all_of(lambda pattern: self.expand(pattern, key), patterns))

    def _hand(self, found: Iterable[str]) -> Hand:
        names = self.pack().by_name
        return hand_of(card for name in found for card in names[name])

    def without(self) -> Hand:
        """The cards that are not in the game."""
        return self.hand("without")

    def restrictions(self) -> Restrictions:
        """What may not be led."""
        closed = self.hand("closed")
        return Restrictions(closed=closed, breakers=self.hand("breakers") or closed)

    def duties(self) -> Duties:
        """What must be played."""
        keys = self.keys

        def word(key: str) -> Any:
            return keys.one_of(key, get_args(WORDS[key]))

        return Duties(
            follow=word("follow"),
            void=word("void"),
            head=word("head"),
            spared=keys.flag("spared", False),
            under=keys.flag("undertrump", True),
            kept=self.hand("kept"),
            wild=self.hand("wild"),
            high=self.hand("high"),
            low=self.hand("low"),
            twins=word("twins"),
        )

    def points(self) -> tuple[int, ...]:
        """The points of each card: by its rank, as a trump, or by its name."""
        by_rank, as_trump = self.table("points"), self.table("trump_points")
        trump = self.trump_suit()

        def worth(card: Card) -> int:
            rank = self._rank(card)
            found = by_rank.get(card.name, by_rank.get(rank, 0))
            if card.suit == trump:
                found = as_trump.get(card.name, as_trump.get(rank, found))
            return found

        return tuple(map(worth, self.pack().cards))

    def stays(self) -> tuple[int, ...]:
        """The points of each card that stay with the player who plays it."""
        table = self.table("stays")
        return tuple(
            table.get(card.name, table.get(self._rank(card), 0)) for card in self.pack().cards
        )

    def _rank(self, card: Card) -> str:
        return next(card.name[len(one) :] for one in self.letters if card.name in self._of(one))

    @functools.cache  # noqa: B019
    def _of(self, letter: str) -> frozenset[str]:
        return frozenset(letter + rank for rank in self.ranks[letter])

    def table(self, key: str) -> dict[str, int]:
        """Points by rank and by card; a card's own before a pattern's, then the later pattern's."""
        value = self.keys.points(key)
        known = {rank for ranks in self.ranks.values() for rank in ranks} | self.names
        found = dict[str, int]()

        def read(word: str) -> Sequence[str]:
            points, pattern = value[word], " " in word or word == "trumps"
            if not pattern and word not in known:
                raise Fault(f"expected a rank, a card or a pattern of cards: {word!r}", key, word)
            least = 0 if key == "stays" else -MOST_POINTS
            if type(points) is not int or not least <= points <= MOST_POINTS:
                raise Fault(f"expected points of {least} to {MOST_POINTS}: {points!r}", key, word)
            named = self.expand(word, key, word) if pattern else [word]
            found.update((name, points) for name in named if not (pattern and name in value))
            return ()

        all_of(read, value)
        return found
