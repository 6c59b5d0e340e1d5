"""Conditions on a deal, as a text says them: `P0: spades>=5, points 15-17, holds SA; P1: balanced`.

Parts with semicolons between them begin with whose hand is meant: a player by its name or number,
several of them together (`P0+P2`), `each` player, or the cards `aside`. Then clauses follow, all
of which must hold. A part without a hand is a Python function of the position, `module:function`;
after a hand such a function is given the cards of that hand.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.cards import NO_MARKS, Card, Hand, TrickGame, hand_of
from kibitz.cards.deck import SUIT_WORDS
from kibitz.errors import KibitzError, TextError
from kibitz.game import Game
from kibitz.loading import load_function
from kibitz.text import split_arguments

RANK_WORDS = dict(
    zip(
        [
            "aces",
            "kings",
            "queens",
            "jacks",
            "tens",
            "nines",
            "eights",
            "sevens",
            "sixes",
            "fives",
            "fours",
            "threes",
            "twos",
        ],
        "AKQJT98765432",
        strict=True,
    )
)
HIGH_CARDS = {"A": 4, "K": 3, "Q": 2, "J": 1}
BALANCED = "4333/4432/5332"
_FUNCTION = re.compile(r"[\w.]+:[\w.]+")
_AMOUNT = re.compile(
    r"(?P<what>.+?)\s*(?P<sign>>=|<=|==|=|>|<|\s)\s*(?P<low>-?\d{1,6})"
    r"(?:\s*-\s*(?P<high>-?\d{1,6})|(?P<more>\+))?"
)


@dataclass(frozen=True)
class Count:
    """What the cards of some hands together are worth is from `low` to `high`."""

    holders: tuple[int, ...]
    """Players; the number after the last stands for the cards aside."""
    worth: tuple[int, ...]
    """What each card of the pack counts, by its number."""
    low: int | None
    high: int | None

    def fits(self, hands: Sequence[Hand]) -> bool:
        """Whether it holds of these hands, the cards aside last."""
        held = functools.reduce(int.__or__, (hands[holder] for holder in self.holders))
        found = sum(worth for card, worth in enumerate(self.worth) if held >> card & 1)
        return (self.low is None or found >= self.low) and (self.high is None or found <= self.high)


Pattern: TypeAlias = tuple[bool, tuple[int | None, ...]]
"""Whether lengths are as suits are printed or in any order, and the lengths; None for any."""
Patterns: TypeAlias = frozenset[Pattern]


@dataclass(frozen=True)
class Shape:
    """How many cards of each printed suit a hand has: one of some patterns."""

    holder: int
    suits: tuple[Hand, ...]
    patterns: Patterns

    @property
    def holders(self) -> tuple[int, ...]:
        """Whose hand it is."""
        return (self.holder,)

    def fits(self, hands: Sequence[Hand]) -> bool:
        """Whether it holds of these hands, the cards aside last."""
        lengths = ((hands[self.holder] & suit).bit_count() for suit in self.suits)
        return bool(functools.reduce(less, lengths, self.patterns))


def less(patterns: Patterns, length: int) -> Patterns:
    """What is left of patterns for the other suits once the next one has this length."""
    found = set[Pattern]()
    for ordered, lengths in patterns:
        at = 0 if ordered else lengths.index(length) if length in lengths else _any(lengths)
        if at is not None and lengths[at] in (None, length):
            found.add((ordered, lengths[:at] + lengths[at + 1 :]))
    return frozenset(found)


def _any(lengths: Sequence[int | None]) -> int | None:
    return lengths.index(None) if None in lengths else None


def may_have(patterns: Patterns, length: int) -> bool:
    """Whether the next suit can have this many cards, or more."""
    for ordered, lengths in patterns:
        if any(one is None or one >= length for one in lengths[: 1 if ordered else None]):
            return True
    return False


Rule: TypeAlias = Count | Shape
"""A condition that can be counted."""


@dataclass(frozen=True)
class Condition:
    """A Python function that a deal must meet: of the position, or of the cards of a hand."""

    name: str
    function: Callable[..., object]
    holder: int | None = None


@dataclass(frozen=True)
class Where:
    """What a deal must be like."""

    text: str
    counted: tuple[Rule, ...]
    conditions: tuple[Condition, ...]


def read_where(game: Game, text: str) -> Where:
    """The conditions of a text on deals of a game."""
    counted: list[Rule] = []
    conditions: list[Condition] = []
    parts = [" ".join(part.split()) for part in text.split(";") if part.strip()]
    said = []
    for part in parts:
        holders, clauses = _heads(game, part)
        if not holders:
            conditions += [_condition(clause, part) for clause in _split(part)]
            said.append(part)
            continue
        name, reader = part.partition(":")[0].strip(), _Reader(game, text)
        for clause in _split(clauses):
            for together in holders:
                if _FUNCTION.fullmatch(clause):
                    conditions += [_condition(clause, part, holder) for holder in together]
                else:
                    counted += reader.read(clause, together)
        said.append(f"{name}: {', '.join(_split(clauses))}")
    return Where("; ".join(said), tuple(counted), tuple(conditions))


def _split(clauses: str) -> list[str]:
    found = [clause.strip() for clause in split_arguments(clauses, clauses)]
    if not found or not all(found):
        raise TextError(f"expected conditions separated by commas: {clauses!r}")
    return found


def _condition(clause: str, part: str, holder: int | None = None) -> Condition:
    if not _FUNCTION.fullmatch(clause):
        raise TextError(
            "expected a hand and its conditions, such as P0: spades>=5, or module:function: "
            f"{part!r}"
        )
    return Condition(clause, load_function(clause, "a condition"), holder)


def _heads(game: Game, part: str) -> tuple[list[tuple[int, ...]], str]:
    """Whose hands a part is about, those together that count together, and its clauses."""
    head, colon, clauses = part.partition(":")
    if not colon:
        return [], part
    words = [word.strip() for word in head.split("+")]
    known = _seats(game)
    if words == ["each"]:
        found: list[tuple[int, ...]] = [(player,) for player in range(game.players)]
    elif all(word.lower() in known for word in words):
        found = [tuple(dict.fromkeys(known[word.lower()] for word in words))]
    elif _FUNCTION.fullmatch(split_first(part)):
        return [], part
    else:
        names = ", ".join(game.player_names)
        raise TextError(
            f"expected a player of {names}, each or aside: {head.strip()!r} in {part!r}"
        )
    if not isinstance(game, TrickGame):
        raise TextError(f"expected a game of cards for conditions on hands, not {game}: {part!r}")
    return found, clauses


def split_first(part: str) -> str:
    """The first clause of a part."""
    return part.partition(",")[0].strip()


def _seats(game: Game) -> dict[str, int]:
    """The numbers of players by what they can be called; aside comes after the last."""
    found = {"aside": game.players}
    for player, name in enumerate(game.player_names):
        for word in (f"p{player}", str(player), name.lower(), game.initial(player).lower()):
            found.setdefault(word, player)
    return found


class _Reader:
    """Reads the clauses on hands of a game."""

    def __init__(self, game: Game, text: str) -> None:
        assert isinstance(game, TrickGame)
        self.game, self.text, self.pack = game, text, game.pack

    def read(self, clause: str, holders: tuple[int, ...]) -> Iterator[Rule]:
        """What a clause says of some hands together."""
        word, _, rest = clause.partition(" ")
        word = word.lower()
        if word in ("holds", "lacks"):
            yield from self._held(word, rest, holders)
        elif word in ("shape", "balanced"):
            if len(holders) > 1:
                raise TextError(f"expected the shape of one hand: {clause!r} in {self.text!r}")
            yield self._shape(BALANCED if word == "balanced" else rest, holders[0], clause)
        else:
            yield self._amount(clause, holders)

    def _held(self, word: str, rest: str, holders: tuple[int, ...]) -> Iterator[Count]:
        names = Counter(map(self._name, rest.replace("+", " ").split()))
        if not names:
            raise TextError(f"expected cards after {word}: {self.text!r}")
        for name, times in names.items():
            if times > self.pack.copies:
                raise TextError(f"expected each card {self.pack.once}: {name} in {self.text!r}")
            worth = self._worth(hand_of(self.pack.by_name[name]))
            low, high = (times, None) if word == "holds" else (None, 0)
            yield Count(holders, worth, low, high)

    def _name(self, word: str) -> str:
        try:
            return self.pack.read_name(word)
        except TextError as error:
            raise TextError(f"{error} in {self.text!r}") from None

    def _shape(self, rest: str, holder: int, clause: str) -> Shape:
        patterns = set[Pattern]()
        suits = len(self.pack.letters)
        for pattern in rest.split("/"):
            dashes = "-" in pattern
            lengths = pattern.strip().split("-") if dashes else list(pattern.strip())
            good = all(re.fullmatch(r"x|\d{1,2}", length) for length in lengths)
            if len(lengths) != suits or not good:
                raise TextError(
                    f"expected a shape of {suits} suits, such as {'x' * suits} in any order or "
                    f"{'-'.join('x' * suits)} as {'-'.join(self.pack.letters)}: {clause!r}"
                )
            found = [None if length == "x" else int(length) for length in lengths]
            if not dashes:
                found.sort(key=lambda length: -1 if length is None else length)
            patterns.add((dashes, tuple(found)))
        return Shape(holder, self.pack.printed_cards, frozenset(patterns))

    def _amount(self, clause: str, holders: tuple[int, ...]) -> Count:
        found = _AMOUNT.fullmatch(clause)
        if found is None:
            raise TextError(
                "expected a condition such as spades>=5, points 15-17, shape 5332, balanced or "
                f"holds SA: {clause!r} in {self.text!r}"
            )
        low, sign = int(found["low"]), found["sign"].strip()
        if sign and (found["high"] or found["more"]):
            raise TextError(f"expected one number after {sign}: {clause!r} in {self.text!r}")
        high = int(found["high"]) if found["high"] else low
        least: int | None = low
        most: int | None = None if found["more"] else high
        if sign in (">=", ">"):
            least, most = low + (sign == ">"), None
        elif sign in ("<=", "<"):
            least, most = None, low - (sign == "<")
        if least is not None and most is not None and least > most:
            raise TextError(f"expected the smaller number first: {clause!r} in {self.text!r}")
        return Count(holders, self._counted(found["what"].strip(), clause), least, most)

    def _counted(self, what: str, clause: str) -> tuple[int, ...]:
        """What each card counts: its points, or whether it is one of a set."""
        name, bracket, rest = what.partition("(")
        name = name.strip().lower()
        if name == "points" and bracket:
            return self._values(rest.removesuffix(")"), clause)
        if name == "hcp" or (name == "points" and self.game.counts_tricks):
            return self._by_rank(HIGH_CARDS)
        if name == "points":
            return tuple(
                self.game.worth_of(card) + self.game.stays(card) for card in self.pack.cards
            )
        cards = 0
        for word in what.split("+"):
            cards |= self._set(word.strip(), clause)
        return self._worth(cards)

    def _values(self, words: str, clause: str) -> tuple[int, ...]:
        """Own values of ranks, `A=3`, or of single cards, `SQ=13`."""
        worth = [0] * len(self.pack.cards)
        for word in split_arguments(words, clause):
            name, _, value = (part.strip() for part in word.partition("="))
            if not re.fullmatch(r"-?\d{1,6}", value):
                raise TextError(f"expected values such as A=3 or SQ=13: {word!r} in {clause!r}")
            ranks = {name: int(value)}
            for card, each in enumerate(self._by_rank(ranks)):
                worth[card] = each or worth[card]
            if name not in self._ranks:
                for card in self.pack.by_name[self._name(name)]:
                    worth[card] = int(value)
        return tuple(worth)

    @functools.cached_property
    def _ranks(self) -> set[str]:
        return {rank for ranks in self.pack.ranks for rank in ranks}

    def _rank(self, card: Card) -> str:
        """What is printed on a card beside its suit."""
        letter = max((x for x in self.pack.letters if card.name.startswith(x)), key=len)
        return card.name.removeprefix(letter)

    def _by_rank(self, values: dict[str, int]) -> tuple[int, ...]:
        return tuple(values.get(self._rank(card), 0) for card in self.pack.cards)

    def _set(self, word: str, clause: str) -> Hand:
        """The cards that a word names: a suit, the trumps, a rank or a card."""
        pack = self.pack
        suits = dict(zip(pack.letters, pack.printed_cards, strict=True))
        if set(suits) >= SUIT_WORDS.keys():
            suits |= {name: suits[letter] for letter, name in SUIT_WORDS.items()}
        if word in suits or word.upper() in suits:
            return suits[word if word in suits else word.upper()]
        word = word.lower() if word.isalpha() and len(word) > 2 else word
        if word in suits:
            return suits[word]
        if word == "trumps":
            trump = self.game.trump_in(NO_MARKS)
            if trump is None:
                raise TextError(f"expected a game with trumps, not {self.game}: {clause!r}")
            return pack.suit_cards[trump]
        rank = "10" if word == "tens" and "10" in self._ranks else RANK_WORDS.get(word)
        if rank in self._ranks:
            return hand_of(card for card in pack.cards if self._rank(card) == rank)
        try:
            return hand_of(pack.by_name[pack.read_name(word)])
        except KibitzError:
            known = ", ".join([*suits, "trumps", "aces", "points", "hcp"])
            raise TextError(
                f"expected something to count ({known}, or cards such as {pack.cards[0]}): "
                f"{word!r} in {self.text!r}"
            ) from None

    def _worth(self, cards: Hand) -> tuple[int, ...]:
        return tuple(cards >> card & 1 for card in range(len(self.pack.cards)))
