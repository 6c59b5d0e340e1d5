"""The rules of a trick game as words, in a file such as `sueca.toml`; no code is run from it.

    suits = "S H D C"
    ranks = "A 7 K J Q 6 5 4 3 2"
    players = 4
    sides = [0, 1, 0, 1]
    trump = ["S", "H", "D", "C"]
    points = { A = 11, 7 = 10, K = 4, J = 3, Q = 2 }

`Rules` is such a file. What is played follows from it and, where there is a choice, from the
contract and the trump that a text names: `play` makes a `Play`. `docs/rules-files.md` has every
key. Each fault is a line that says what was expected, and where in the file.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from kibitz.cards.deck import SUITS, SYMBOLS, Card, Hand, Pack, hand_of, pack_of
from kibitz.cards.duties import Duties
from kibitz.cards.restrictions import Restrictions
from kibitz.errors import TextError, in_one_line, shortened
from kibitz.scoring import Utility

Value = TypeVar("Value")

MOST_CARDS = 78
"""How many cards a deck has at most."""
NONE = "none"
USUAL_PLAYERS = 4
LEADERS = ("first", "declarer")
KITTY = ("nobody", "declarer", "others", "last")
FOR_ALL = ("title", "book", "cards", "suits", "more", "copies", "symbols", "colours")
"""Keys that are the same in every contract."""
CHANGING = (
    *("players", "without", "ranks", "written", "trump", "trump_ranks", "top"),
    *("points", "trump_points", "stays", "last", "count"),
    *("follow", "void", "head", "spared", "undertrump", "twins", "kept", "wild", "high", "low"),
    *("closed", "breakers", "sides", "called", "leader", "kitty", "lay", "stock"),
    *("goal", "utility"),
)
"""Keys that a contract may say otherwise."""
BY_PLAYERS = ("cards", "without", "sides", "called", "goal")
"""Keys that may say what they say by the number of players, as in `{ 3 = 10, 5 = 6 }`."""
KEYS = (*FOR_ALL, *CHANGING, "contract", "examples")
MOST_POINTS = 1000


@dataclass(frozen=True)
class Play:
    """What is played: the cards, what they are worth, what may be played, and who is together."""

    pack: Pack
    trump: int | None
    duties: Duties
    restrictions: Restrictions
    counts_tricks: bool
    points: tuple[int, ...]
    """Of each card by its number."""
    last: int
    """Points for the last trick."""
    sides: tuple[int, ...] | Literal["alone", "declarer"] | str
    """The side of each player; each alone; a declarer against the rest; or the holders of a card
    against the rest, by its name."""
    called: tuple[str, ...]
    """Cards whose holder may be the declarer's partner."""
    partner: str
    """Which of them says so unless a text names another, or `none`."""
    leader: str
    """`first`, `declarer`, or the name of a card whose holder leads."""
    kitty: str
    """Who gets the points of cards that are not dealt: nobody, the declarer, the others, or who
    takes last."""
    goal: int | None
    utility: str
    without: Hand
    """Cards of the pack that are not in the game."""
    stays: tuple[int, ...]
    """The points of each card that stay with who plays it."""
    lays: bool
    """Whether the declarer may take the cards that are not dealt and lay others away."""
    never_laid: Hand
    laid_last: Hand
    """Cards that are laid away only if no others can be."""

    @property
    def declares(self) -> bool:
        """Whether somebody is the declarer, alone or with partners."""
        asks = "declarer" in Utility.parse(self.utility).rules
        words = "declarer" in (self.leader, self.kitty)
        return self.sides != "alone" and (
            isinstance(self.sides, str) or self.goal is not None or words or asks
        )


_WORD = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_WORDS = rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*"
_HEAD, _KEY = re.compile(rf"\s*\[{_WORDS}\]"), re.compile(rf"{_WORDS}=")
"""The line that begins a table, and one with a key."""


def _words(line: str) -> tuple[str, ...]:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, line))


class Fault(Exception):
    """What is wrong in a file, and under which keys."""

    def __init__(self, words: str, *keys: str) -> None:
        super().__init__(in_one_line(shortened(words)))
        self.keys_ = keys


class Together(Exception):
    """Faults that were found together."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__()
        self.faults = faults


def _gathered(asks: Iterable[Callable[[], object]]) -> Iterator[Fault]:
    """The faults that come up when all this is asked."""
    for ask in asks:
        try:
            ask()
        except Fault as fault:
            yield fault
        except Together as together:
            yield from together.faults


def _all_of(ask: Callable[[Value], Sequence[str]], values: Iterable[Value]) -> list[str]:
    """What a question gives for all values; the faults of all of them come together."""
    found, faults = list[str](), list[Fault]()
    for value in values:
        try:
            found += ask(value)
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Together(faults)
    return found


@dataclass(frozen=True)
class Rules:
    r"""A file with the rules of a trick game.

    >>> rules = kibitz.Rules("pairs", 'players = 2\nsuits = "S H"\nranks = "A K Q"')
    >>> rules.faults(), rules.play().pack
    ([], <pack of 6 cards>)
    """

    name: str
    source: str
    """What stands in the file."""

    @functools.cached_property
    def data(self) -> dict[str, Any]:
        """The file as a table."""
        try:
            return tomllib.loads(self.source)
        except (ValueError, RecursionError) as error:
            words = in_one_line(shortened(str(error).partition(";")[0]))
            raise TextError(
                f"expected a file in TOML: {words[:1].lower()}{words[1:]} in {self.name}"
            ) from None

    @functools.cached_property
    def contracts(self) -> tuple[str, ...]:
        """The names of the contracts, the usual one first."""
        found = self.data.get("contract", {})
        return tuple(found) if isinstance(found, dict) else ()

    def faults(self) -> list[str]:
        """What is wrong with the file, one line each."""
        return list(dict.fromkeys(self._faults()))

    def check(self) -> None:
        """Refuse a file that is wrong."""
        faults = self.faults()
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise TextError(faults[0] + more)

    def _faults(self) -> Iterator[str]:
        try:
            data = self.data
        except TextError as error:
            yield str(error)
            return
        if not data:
            yield self._line("expected rules, such as suits and ranks", ())
            return
        yield from self._unknown(data, KEYS, ())
        found = data.get("contract", {})
        if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
            yield self._line("expected tables such as [contract.grand]", ("contract",))
            return
        for contract, changes in found.items():
            if not contract.replace("-", "_").isidentifier():
                yield self._line(f"expected a word for a contract: {contract!r}", ("contract",))
            yield from self._unknown(changes, CHANGING, ("contract", contract))
        for contract in self.contracts or ("",):
            for fault in _Keys(self, contract).faults():
                yield self._line(str(fault), self._place(contract, fault.keys_))

    def _unknown(
        self, table: Mapping[str, Any], known: Sequence[str], where: tuple[str, ...]
    ) -> Iterator[str]:
        for key in table:
            if where and key in (*FOR_ALL, "examples"):
                yield self._line(f"expected {key} above all contracts", (*where, key))
            elif key not in known:
                from difflib import get_close_matches

                near = get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f" (known: {', '.join(known)})"
                yield self._line(f"unknown key {key!r}{hint}", (*where, key))

    def _place(self, contract: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        changed = self.data.get("contract", {}).get(contract, {})
        return ("contract", contract, *keys) if keys and keys[0] in changed else keys

    def _line(self, words: str, keys: tuple[str, ...]) -> str:
        """A fault with its place: the key and the line that it stands in, as far as it is there."""
        place = ".".join(keys)
        number = self._number_of(keys)
        line = f", line {number}" if number else ""
        return f"{words} for {place} in {self.name}{line}" if place else f"{words} in {self.name}"

    def _number_of(self, keys: tuple[str, ...]) -> int | None:
        """The line of a key, or of the nearest one above it."""
        table: tuple[str, ...] = ()
        best: tuple[int, int] = (0, 0)
        for number, line in enumerate(self.source.splitlines(), 1):
            head, key = _HEAD.match(line), _KEY.match(line)
            if head:
                table = here = _words(head[1])
            elif key:
                here = (*table, *_words(key[1]))
            else:
                continue
            if here == keys[: len(here)] and len(here) > best[0]:
                best = len(here), number
        return best[1] or None

    @functools.lru_cache(256)  # noqa: B019 files are few
    def keys(self, contract: str = "", players: int = 0) -> _Keys:
        """The file as one contract, and so many players, read it."""
        return _Keys(self, contract or (self.contracts[0] if self.contracts else ""), players)

    @functools.lru_cache(256)  # noqa: B019
    def play(self, contract: str = "", trump: str = "", players: int = 0) -> Play:
        """What is played in a contract with a trump; without them, in the usual one."""
        keys = self.keys(contract, players)
        for fault in _gathered([lambda: keys.play(trump or keys.trumps()[0])]):
            place = self._place(keys.contract, fault.keys_)
            raise TextError(self._line(str(fault), place))
        return keys.play(trump or keys.trumps()[0])


class _Keys:
    """The keys of a file, those of a contract before the others."""

    def __init__(self, rules: Rules, contract: str, players: int = 0) -> None:
        self.rules, self.contract, self.many = rules, contract, players
        changes = rules.data.get("contract", {}).get(contract, {})
        usual = {**rules.data, **changes}.get("players", USUAL_PLAYERS)
        many = players or (usual[0] if isinstance(usual, list) and usual else usual)
        self.by_players: dict[str, Mapping[str, Any]] = {}
        """The tables that go by the number of players."""
        self.data = self._for(many, rules.data)
        changes = self._for(many, changes)
        for key in self._forgotten(changes):
            self.data.pop(key, None)
        self.data.update(changes)

    def _for(self, many: object, table: Mapping[str, Any]) -> dict[str, Any]:
        """What a table says for so many players."""
        found = {}
        for key, value in table.items():
            by = isinstance(value, dict) and value and all(word.isdigit() for word in value)
            if key not in BY_PLAYERS or not by:
                found[key] = value
                continue
            self.by_players[key] = value
            if str(many) in value:
                found[key] = value[str(many)]
        return found

    def _forgotten(self, changes: Mapping[str, Any]) -> Iterator[str]:
        """What the file says of a declarer, in a contract that has none or one with no goal."""
        sides = changes.get("sides")
        if changes.get("utility") == "null":
            yield "goal"
        if sides is None or sides == "declarer":
            return
        yield "called"
        if sides == "alone":
            yield "goal"
        if not isinstance(sides, list):
            yield "lay"
            yield from (key for key in ("leader", "kitty") if self.data.get(key) == "declarer")

    def faults(self) -> Iterator[Fault]:
        """All that is wrong here, whatever trump is named and however many play."""
        yield from _gathered([self.title, self.book, self.examples, self._tables])
        yield from (no_players := list(_gathered([self.players])))
        yield from (no_trumps := list(_gathered([self.trumps])))
        for players in (0,) if no_players else self.players():
            keys = _Keys(self.rules, self.contract, players)
            for trump in (NONE,) if no_trumps else keys.trumps():
                yield from _gathered(keys.asks(trump))

    def _tables(self) -> None:
        """Refuse numbers that play in no contract."""
        every = [_Keys(self.rules, contract) for contract in self.rules.contracts or ("",)]
        known = {str(number) for keys in every for number in keys.players()}
        for key, table in self.by_players.items():
            for number in table:
                if number not in known:
                    words = f"expected numbers of players of {', '.join(sorted(known))}"
                    raise Fault(f"{words}: {number}", key)

    # Values of one kind.

    def _get(self, key: str, kind: type[Value] | tuple[type, ...], what: str, usual: Any) -> Any:
        value = self.data.get(key, usual)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise Fault(f"expected {what}: {value!r}", key)
        return value

    def text(self, key: str, usual: str = "") -> str:
        return str(self._get(key, str, "a text", usual))

    def flag(self, key: str, usual: bool) -> bool:
        return bool(self._get(key, bool, "true or false", usual))

    def number(self, key: str, usual: int, least: int, most: int) -> int:
        value: int = self._get(key, int, f"a number of {least} to {most}", usual)
        if not least <= value <= most:
            raise Fault(f"expected a number of {least} to {most}: {value}", key)
        return value

    def words(self, key: str, usual: Sequence[str] = ()) -> list[str]:
        """A list of texts, or one text with spaces between words."""
        value = self._get(key, (str, list), "words", list(usual))
        if isinstance(value, str):
            return value.split()
        if not all(isinstance(one, str) for one in value):
            raise Fault(f"expected a list of words: {value!r}", key)
        return list(value)

    def one_of(self, key: str, names: Sequence[str]) -> str:
        value = self.text(key, names[0])
        if value not in names:
            raise Fault(f"expected one of {', '.join(names)}: {value!r}", key)
        return value

    # What the file says.

    def title(self) -> str:
        """The game in a sentence."""
        return self.text("title", self.rules.name)

    def book(self) -> str:
        """Where its rules are written."""
        return self.text("book")

    def examples(self) -> tuple[str, ...]:
        """Arguments of small games, for tests."""
        return tuple(self.words("examples"))

    def players(self) -> tuple[int, ...]:
        """How many can play, the usual number first."""
        value = self._get("players", (int, list), "players, such as 4 or [3, 4]", USUAL_PLAYERS)
        found = [value] if isinstance(value, int) else value
        if not found or not all(type(one) is int and 2 <= one <= 7 for one in found):
            raise Fault(f"expected players of 2 to 7: {value!r}", "players")
        if sorted(found) != list(range(min(found), max(found) + 1)):
            raise Fault(f"expected numbers of players without gaps: {value!r}", "players")
        return tuple(found)

    def letters(self) -> tuple[str, ...]:
        """The printed suits that have the same ranks."""
        found = self.words("suits", list(SUITS))
        for letter in found:
            if not letter.isalpha() or letter == NONE:
                raise Fault(f"expected letters for suits: {letter!r}", "suits")
        self._once(found, "suits")
        if not found:
            raise Fault("expected suits", "suits")
        return tuple(found)

    def _once(self, words: Sequence[str], *keys: str) -> None:
        twice = [repr(word) for word, times in Counter(words).items() if times > 1]
        if twice:
            raise Fault(f"expected each once: {', '.join(twice)}", *keys)

    def _ranks(self, key: str) -> dict[str, list[str]]:
        """The ranks of each printed suit, from the strongest down."""
        value = self._get(key, (str, dict), 'ranks, such as "A K Q"', "A K Q J T 9 8 7 6 5 4 3 2")
        letters = self.letters()
        if isinstance(value, str):
            found = {letter: value.split() for letter in letters}
        else:
            unknown = [letter for letter in value if letter not in letters]
            missing = [letter for letter in letters if letter not in value]
            if unknown or missing:
                raise Fault(f"expected ranks of {' '.join(letters)}: {' '.join(value)}", key)
            if not all(isinstance(ranks, str) for ranks in value.values()):
                raise Fault("expected a text of ranks for each suit", key)
            found = {letter: value[letter].split() for letter in letters}
        more = self._get("more", dict, "a table of suits with ranks of their own", {})
        for letter, ranks in more.items():
            plain = letter.isalpha() and letter not in (*letters, NONE)
            if not isinstance(ranks, str) or not plain:
                raise Fault(f"expected another suit and its ranks: {letter} = {ranks!r}", "more")
            found[letter] = ranks.split()
        for letter, ranks in found.items():
            self._once(ranks, key)
            if not ranks:
                raise Fault(f"expected ranks of {letter}", key)
            for rank in ranks:
                if not rank.isalnum():
                    raise Fault(f"expected letters and digits for ranks: {rank!r}", key)
        return found

    def trumps(self) -> tuple[str, ...]:
        """The trumps that can be named, the usual one first; `none` is one of them."""
        value = self._get("trump", (str, list), "a suit, or a list of suits", NONE)
        found = [value] if isinstance(value, str) else value
        known = (*self.letters(), *self._get("more", dict, "a table of suits", {}), NONE)
        for trump in found:
            if trump not in known:
                raise Fault(f"expected a trump of {', '.join(known)}: {trump!r}", "trump")
        self._once(found, "trump")
        if not found:
            raise Fault("expected a trump, or 'none'", "trump")
        return tuple(found)

    def hand_size(self, players: int) -> int:
        """How many cards each is dealt."""
        deck, value = self._deck(), self._cards()
        if not value:
            if deck % players:
                raise Fault(
                    f"expected a deck that divides among {players} players, or cards = ...: "
                    f"{deck} cards",
                    "cards" if "cards" in self.rules.data else "players",
                )
            return deck // players
        if deck < players:
            raise Fault(f"expected a card for each of {players} players: {deck} in all", "ranks")
        if not 1 <= value <= deck // players:
            raise Fault(f"expected 1 to {deck // players} cards for each: {value}", "cards")
        return value

    def _deck(self) -> int:
        cards = _Cards(self, self.trumps()[0])
        return len(cards.pack().cards) - cards.without().bit_count()

    def stock_size(self, players: int) -> int:
        """How many cards are left to draw from."""
        if not self.flag("stock", False):
            return 0
        left = self._deck() - players * self.hand_size(players)
        if left % players:
            raise Fault(f"expected a stock that divides among {players} players: {left}", "stock")
        return left

    def _cards(self) -> int:
        what = "a number of cards, or one for each number of players"
        return int(self._get("cards", int, what, 0))

    def points(self, key: str) -> dict[str, Any]:
        """A table of points."""
        return dict(self._get(key, dict, "a table of points, such as { A = 11 }", {}))

    def asks(self, trump: str) -> Iterator[Callable[[], object]]:
        """What `play` is made of, to be asked one by one."""
        yield from (self.letters, self._cards, self.utility, self._count, self._kitty)
        yield lambda: self.number("copies", 1, 1, 2)
        yield lambda: self.number("last", 0, 0, MOST_POINTS)
        for key, names in _TYPES.items():
            yield functools.partial(self.one_of, key, get_args(names))
        for key in ("spared", "undertrump", "stock"):
            yield functools.partial(self.flag, key, False)

        for key in ("points", "trump_points", "stays"):
            yield functools.partial(self.points, key)

        def of_cards(ask: Callable[..., object], *more: object) -> Callable[[], object]:
            return lambda: ask(_Cards(self, trump), *more)

        for key in ("top", "kept", "wild", "high", "low", "closed", "breakers", "without"):
            yield of_cards(_Cards.all, key)
        for key in ("points", "trump_points", "stays"):
            yield of_cards(_Cards.table, key)
        for ask in (
            _Cards.pack,
            _Cards.duties,
            self._sides,
            self._called,
            self._goal,
            self._payoffs,
        ):
            yield of_cards(ask)
        yield of_cards(self._leader)
        yield of_cards(self._lay)
        if self.many:
            yield functools.partial(self.hand_size, self.many)
            yield functools.partial(self.stock_size, self.many)
            yield of_cards(self._holders, self.many)

    def play(self, trump: str) -> Play:
        """What is played with a trump."""
        cards = _Cards(self, trump)
        counts, called = self._count(), self._called(cards)
        return Play(
            cards.pack(),
            cards.trump_suit(),
            cards.duties(),
            cards.restrictions(),
            counts == "tricks",
            cards.points(),
            self.number("last", 0, 0, MOST_POINTS) if counts == "points" else 0,
            self._sides(cards),
            called,
            called[0] if called and isinstance(self.data["called"], str) else NONE,
            self._leader(cards),
            self._kitty(),
            self._goal(cards),
            self.utility(),
            cards.without(),
            cards.stays(),
            *self._lay(cards),
        )

    def _count(self) -> str:
        usual = ("points", "tricks") if "points" in self.data else ("tricks", "points")
        return self.one_of("count", usual)

    def utility(self) -> str:
        """What an outcome is worth; one of Kibitz, for no code is run from a file."""
        value = self.text("utility", "taken")
        try:
            if ":" in value:
                raise TextError(f"expected a utility of Kibitz: {value!r}")
            Utility.parse(value)
        except TextError as error:
            raise Fault(str(error), "utility") from None
        return value

    def _payoffs(self, cards: _Cards) -> None:
        """Refuse a utility that asks for rules which the file does not give."""
        given = {
            "bids": ('count = "tricks"', self._count() == "tricks"),
            "declarer": ("sides with a declarer", self._sides(cards) != "alone"),
            "goal": ("a goal", self._goal(cards) is not None),
        }
        for rule in Utility.parse(self.utility()).rules:
            if rule not in given:
                raise Fault(
                    f"expected a utility that needs no {rule}: {self.utility()!r}", "utility"
                )
            what, there = given[rule]
            if not there:
                raise Fault(f"expected {what} with utility {self.utility()}", "utility")

    def _called(self, cards: _Cards) -> tuple[str, ...]:
        called = _all_of(lambda word: [cards.name(word, "called")], self.words("called"))
        if called and self._sides(cards) != "declarer":
            raise Fault('expected sides = "declarer" where a partner is called', "called")
        return tuple(called)

    def _goal(self, cards: _Cards) -> int | None:
        if "goal" not in self.data:
            return None
        if self._sides(cards) == "alone":
            raise Fault("expected sides with a declarer where there is a goal", "goal")
        return self.number("goal", 0, 0, MOST_POINTS)

    def _sides(self, cards: _Cards) -> tuple[int, ...] | str:
        value = self._get("sides", (str, list, dict), "sides, such as [0, 1, 0, 1]", "alone")
        if isinstance(value, str):
            return self.one_of("sides", ("alone", "declarer"))
        if isinstance(value, dict):
            if list(value) != ["holders"] or not isinstance(value["holders"], str):
                raise Fault(f'expected sides = {{ holders = "a card" }}: {value!r}', "sides")
            return cards.name(value["holders"], "sides")
        firsts = [side for at, side in enumerate(value) if side not in value[:at]]
        if (
            not all(type(side) is int for side in value)
            or len(value) not in self.players()
            or firsts != list(range(len(firsts)))
            or len(firsts) < 2
        ):
            raise Fault(
                f"expected a side for each player, numbered from 0 as they sit: {value!r}", "sides"
            )
        return tuple(value)

    def _holders(self, cards: _Cards, players: int) -> None:
        """Refuse sides that go by a card which nobody may hold."""
        sides = self._sides(cards)
        if sides in ("alone", "declarer") or not isinstance(sides, str):
            return
        left = self._deck() - players * self.hand_size(players)
        if left or cards.hand("without") & cards.named([sides], "sides"):
            raise Fault(f"expected all cards dealt where {sides} says who is together", "sides")

    def _leader(self, cards: _Cards) -> str:
        value = self.text("leader", "first")
        if value == "declarer" and not self._has_declarer:
            raise Fault('expected sides = "declarer", or fixed, where a declarer leads', "leader")
        return value if value in LEADERS else cards.name(value, "leader")

    def _kitty(self) -> str:
        value = self.one_of("kitty", KITTY)
        if value in ("declarer", "others") and not self._has_declarer:
            raise Fault('expected sides = "declarer", or fixed, with such a kitty', "kitty")
        return value

    def _lay(self, cards: _Cards) -> tuple[bool, Hand, Hand]:
        """Whether the declarer may lay cards away; which never, and which only without others."""
        what = '"any", or cards, such as { never = ["all K"], last = ["trumps"] }'
        value = self._get("lay", (str, dict), what, NONE)
        if isinstance(value, str) and value not in (NONE, "any"):
            raise Fault(f"expected {what}: {value!r}", "lay")
        if value == NONE:
            return False, 0, 0
        if not self._has_declarer:
            raise Fault("expected a declarer who lays cards away", "lay")
        if self._count() == "points" and self._kitty() != "declarer":
            raise Fault('expected kitty = "declarer" where cards are laid away', "lay")
        table = {} if isinstance(value, str) else value
        for key in table:
            if key not in ("never", "last"):
                raise Fault(f"expected never or last: {key!r}", "lay")
        never, last = (cards.named(table.get(key, []), "lay") for key in ("never", "last"))
        return True, never, last

    @property
    def _has_declarer(self) -> bool:
        sides = self.data.get("sides")
        return sides == "declarer" or isinstance(sides, list)


class _Cards:
    """The cards of a contract with a trump: what is printed on them, and where they count."""

    def __init__(self, keys: _Keys, trump: str) -> None:
        self.keys, self.trump = keys, trump
        self.ranks = keys._ranks("ranks")
        self.printed = keys._ranks("written") if "written" in keys.data else self._first_ranks()
        for letter, ranks in self.ranks.items():
            if sorted(ranks) != sorted(self.printed.get(letter, ())):
                raise Fault(
                    f"expected the same ranks of {letter} as are written: {' '.join(ranks)}",
                    "ranks",
                )
        self.letters = tuple(self.ranks)
        names = [letter + rank for letter, ranks in self.ranks.items() for rank in ranks]
        keys._once(names, "ranks")
        self.names = set(names)

    def _first_ranks(self) -> dict[str, list[str]]:
        """As the usual contract has them, so that a hand is written alike in all."""
        usual = _Keys(self.keys.rules, "")
        return usual._ranks("written" if "written" in usual.data else "ranks")

    def name(self, word: str, key: str) -> str:
        if word not in self.names:
            raise Fault(f"expected a card of the deck: {word!r}", key)
        return word

    def expand(self, pattern: str, key: str) -> list[str]:
        """The cards that a pattern names, such as `SQ`, `all J`, `trump J` or `suit H`."""
        words = pattern.split()
        if words == ["trumps"]:
            if key in ("top", "high", "low"):
                raise Fault(f"expected cards that say what is trump: {pattern!r}", key)
            return list(self.trump_names())
        if len(words) < 2:
            return [self.name(pattern, key)]
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
            raise Fault(f"expected cards such as {shown}: {pattern!r}", key)
        letters = ask()
        for letter in letters:
            if letter + what not in self.names:
                raise Fault(f"expected cards of the deck: {letter + what!r} of {pattern!r}", key)
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

    def all(self, key: str) -> list[str]:
        """All cards that the patterns under a key name."""
        value = self.keys.data.get(key, [])
        patterns = [value] if isinstance(value, str) else self.keys.words(key)
        found = _all_of(lambda pattern: self.expand(pattern, key), patterns)
        self.keys._once(found, key)
        return found

    @functools.cached_property
    def _apart(self) -> set[str]:
        """The cards that always or never win: they count in no other suit."""
        found = [*self.all("high"), *self.all("low")]
        self.keys._once(found, "low")
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
        symbols = self.keys.text("symbols", usual).replace(" ", "")
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
        return self._hand(_all_of(lambda pattern: self.expand(pattern, key), patterns))

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
            return keys.one_of(key, get_args(_TYPES[key]))

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
        """The points of each card that stay with who plays it."""
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
        value = self.keys.points(key)
        known = {rank for ranks in self.ranks.values() for rank in ranks} | self.names

        def check(word: str) -> Sequence[str]:
            if word not in known:
                raise Fault(f"expected a rank or a card: {word!r}", key, word)
            points = value[word]
            if type(points) is not int or not 0 <= points <= MOST_POINTS:
                raise Fault(f"expected points of 0 to {MOST_POINTS}: {points!r}", key, word)
            return ()

        _all_of(check, value)
        return value


_TYPES: Mapping[str, Any] = {
    "follow": Literal["must", "or-trump", "free"],
    "void": Literal["any", "trump", "overtrump"],
    "head": Literal["none", "trumps", "all"],
    "twins": Literal["first", "second"],
}
