"""The keys of a file of rules, read for one contract and number of players, and their faults."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from kibitz.cards.deck import SUITS, Hand
from kibitz.cards.rules_cards import MOST_POINTS, WORDS, ContractCards
from kibitz.cards.rules_faults import Fault, all_of, gathered
from kibitz.cards.rules_play import LEADERS, NONE, Play
from kibitz.errors import TextError
from kibitz.scoring import Utility

if TYPE_CHECKING:
    from kibitz.cards.rules import Rules

Value = TypeVar("Value")

USUAL_PLAYERS = 4
KITTY = ("nobody", "declarer", "others", "last")
BY_PLAYERS = ("cards", "without", "sides", "called", "goal")
"""Keys that may say what they say by the number of players, as in `{ 3 = 10, 5 = 6 }`."""


class Keys:
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
        """What a table says for this number of players."""
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
        yield from gathered([self.title, self.book, self.examples, self._tables])
        yield from (no_players := list(gathered([self.players])))
        yield from (no_trumps := list(gathered([self.trumps])))
        for players in (0,) if no_players else self.players():
            keys = Keys(self.rules, self.contract, players)
            for trump in (NONE,) if no_trumps else keys.trumps():
                yield from gathered(keys.asks(trump))

    def _tables(self) -> None:
        """Refuse numbers that play in no contract."""
        every = [Keys(self.rules, contract) for contract in self.rules.contracts or ("",)]
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

    def line(self, key: str, usual: str = "") -> str:
        """A text that is shown as it is."""
        value = self.text(key, usual)
        if not value.isprintable():
            raise Fault(f"expected a text of one line, without control characters: {value!r}", key)
        return value

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
        what = f"one of {', '.join(names)}"
        value = self._get(key, str, what, names[0])
        if value not in names:
            raise Fault(f"expected {what}: {value!r}", key)
        return str(value)

    # What the file says.

    @property
    def usual(self) -> Keys:
        """The file without a contract."""
        return Keys(self.rules, "")

    def title(self) -> str:
        """The game in a sentence."""
        return self.line("title", self.rules.name)

    def book(self) -> str:
        """Where its rules are written."""
        return self.line("book")

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
        self.once(found, "suits")
        if not found:
            raise Fault("expected suits", "suits")
        return tuple(found)

    def once(self, words: Sequence[str], *keys: str) -> None:
        twice = [repr(word) for word, times in Counter(words).items() if times > 1]
        if twice:
            raise Fault(f"expected each once: {', '.join(twice)}", *keys)

    def ranks(self, key: str) -> dict[str, list[str]]:
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
            self.once(ranks, key)
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
        self.once(found, "trump")
        if not found:
            raise Fault("expected a trump, or 'none'", "trump")
        return tuple(found)

    def hand_size(self, players: int) -> int:
        """The number of cards that each is dealt."""
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
        cards = ContractCards(self, self.trumps()[0])
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
        yield self._trump_ranks
        yield lambda: self.number("copies", 1, 1, 2)
        yield lambda: self.number("last", 0, 0, MOST_POINTS)
        for key, names in WORDS.items():
            yield functools.partial(self.one_of, key, get_args(names))
        for key in ("spared", "undertrump", "stock"):
            yield functools.partial(self.flag, key, False)

        for key in ("points", "trump_points", "stays"):
            yield functools.partial(self.points, key)

        def of_cards(ask: Callable[..., object], *more: object) -> Callable[[], object]:
            return lambda: ask(ContractCards(self, trump), *more)

        for key in ("top", "kept", "wild", "high", "low", "closed", "breakers", "without"):
            yield of_cards(ContractCards.all, key)
        for key in ("points", "trump_points", "stays"):
            yield of_cards(ContractCards.table, key)
        for ask in (
            ContractCards.pack,
            ContractCards.duties,
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
            yield functools.partial(self._check_holders, self.many)

    def play(self, trump: str) -> Play:
        """What is played with a trump."""
        cards = ContractCards(self, trump)
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

    def _trump_ranks(self) -> None:
        """Refuse an order of trumps beside no trump."""
        own = self.rules.data.get("contract", {}).get(self.contract, self.rules.data)
        if "trump_ranks" in own and self.trumps() == (NONE,):
            raise Fault("expected a trump suit, whose ranks these are", "trump_ranks")

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

    def _payoffs(self, cards: ContractCards) -> None:
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

    def _called(self, cards: ContractCards) -> tuple[str, ...]:
        value = self.data.get("called", [])
        found = [value] if isinstance(value, str) else cards.all("called", by_trump=False)
        called = all_of(lambda name: [cards.in_play(name, "called")], found)
        if called and self._sides(cards) != "declarer":
            raise Fault('expected sides = "declarer" if a partner is called', "called")
        return tuple(called)

    def _goal(self, cards: ContractCards) -> int | None:
        if "goal" not in self.data:
            return None
        if self._sides(cards) == "alone":
            raise Fault("expected sides with a declarer if there is a goal", "goal")
        return self.number("goal", 0, 0, MOST_POINTS)

    def _sides(self, cards: ContractCards) -> tuple[int, ...] | str:
        value = self._get("sides", (str, list, dict), "sides, such as [0, 1, 0, 1]", "alone")
        if isinstance(value, str):
            return self.one_of("sides", ("alone", "declarer"))
        if isinstance(value, dict):
            if list(value) != ["holders"] or not isinstance(value["holders"], str):
                raise Fault(f'expected sides = {{ holders = "a card" }}: {value!r}', "sides")
            return cards.in_play(value["holders"], "sides")
        firsts = [side for at, side in enumerate(value) if side not in value[:at]]
        if (
            not all(type(side) is int for side in value)
            or len(value) not in self.players()
            or firsts != list(range(len(firsts)))
            or len(firsts) < 2
        ):
            raise Fault(
                f"expected a side for each player, numbered from 0 in order of seats: {value!r}",
                "sides",
            )
        return tuple(value)

    def _check_holders(self, players: int) -> None:
        """Refuse holders of a card against the rest where nobody, or everybody, may hold it."""
        copies = self.number("copies", 1, 1, 2)
        if self.data.get("called") and copies + 1 >= players:
            raise Fault("expected players against the declarer and the card's holders", "called")
        if not isinstance(self.data.get("sides"), dict):
            return
        if self.hand_size(players) * players < self._deck():
            raise Fault("expected all cards dealt if holders of a card are together", "sides")
        if copies >= players:
            raise Fault("expected players against the holders of a card", "sides")

    def _leader(self, cards: ContractCards) -> str:
        value = self.text("leader", "first")
        if value == "declarer" and not self._has_declarer:
            raise Fault('expected sides = "declarer", or fixed, if a declarer leads', "leader")
        return value if value in LEADERS else cards.in_play(value, "leader")

    def _kitty(self) -> str:
        value = self.one_of("kitty", KITTY)
        if value in ("declarer", "others") and not self._has_declarer:
            raise Fault('expected sides = "declarer", or fixed, with such a kitty', "kitty")
        return value

    def _lay(self, cards: ContractCards) -> tuple[bool, Hand, Hand]:
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
            raise Fault('expected kitty = "declarer" if cards are laid away', "lay")
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
