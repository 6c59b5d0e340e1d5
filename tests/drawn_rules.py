"""Random games of rules: a file of rules, and the same rules once more in plain words.

A game is drawn as patterns of cards and words, written as a file, and read here again by the
page on files of rules, not by the code of Kibitz: which cards a pattern names, which suit
they count in, what may be played, which card wins, what it brings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plain_rules import Cards, Game, Table

RANKS = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "10", "U", "O")
PAIRS = {"SHDC": ("S C", "H D"), "EGHS": ("E H", "G S")}
"""Suits with the pairs of one colour that a file says or that go without saying."""


@dataclass
class Drawn:
    """What a file says of one contract, with a trump and so many players."""

    keys: dict[str, Any] = field(default_factory=dict)
    """As in the file."""
    arguments: dict[str, Any] = field(default_factory=dict)
    """What a text names."""

    def get(self, key: str, usual: Any = None) -> Any:
        return self.keys.get(key, usual)


def written(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def source(keys: dict[str, Any]) -> str:
    """A file of rules; contracts come last."""
    lines = [f"{key} = {written(value)}" for key, value in keys.items() if key != "contract"]
    for name, changes in keys.get("contract", {}).items():
        lines += ["", f"[contract.{name}]"]
        lines += [f"{key} = {written(value)}" for key, value in changes.items()]
    return "\n".join(lines) + "\n"


class Plain(Game):
    """The game that a file says, by the page on files of rules."""

    def __init__(self, drawn: Drawn) -> None:
        get, named = drawn.get, drawn.arguments
        self.letters = get("suits", "S H D C").split()
        self.players = named.get("players", get("players"))
        ranks = get("ranks")
        self.order = {
            letter: (ranks if isinstance(ranks, str) else ranks[letter]).split()
            for letter in self.letters
        }
        self.order |= {letter: text.split() for letter, text in get("more", {}).items()}
        self.names = [letter + rank for letter, own in self.order.items() for rank in own]
        self.rank = {letter + r: r for letter, own in self.order.items() for r in own}
        self.letter = {letter + r: letter for letter, own in self.order.items() for r in own}
        self.copies = get("copies", 1)
        trump = get("trump", "none")
        usual = trump if isinstance(trump, str) else trump[0]
        self.colour = named.get("trump", usual)
        self.pairs = get("colours") or PAIRS.get("".join(self.letters), ())
        self.first, self.last_of_all = self.cards(get("high", [])), self.cards(get("low", []))
        self.trumps = self.cards(get("top", []))
        if self.colour != "none":
            own = get("trump_ranks", " ".join(self.order[self.colour])).split()
            self.trumps += [self.colour + rank for rank in own]
        apart = {*self.first, *self.last_of_all}
        self.trumps = [name for name in dict.fromkeys(self.trumps) if name not in apart]
        self.trump = "trumps"
        counts = get("count", "points" if "points" in drawn.keys else "tricks")
        self.counts_tricks = counts == "tricks"
        self.table = {key: get(key, {}) for key in ("points", "trump_points", "stays")}
        self.usual_last = 0 if self.counts_tricks else get("last", 0)
        self.last = self.usual_last
        self.word = {
            "follow": get("follow", "must"),
            "void": get("void", "any"),
            "head": get("head", "none"),
            "spared": get("spared", False),
            "undertrump": get("undertrump", True),
            "twins": get("twins", "first"),
        }
        self.kept, self.wild = self.cards(get("kept", [])), self.cards(get("wild", []))
        self.closed = self.cards(get("closed", []))
        self.breakers = self.cards(get("breakers", [])) or self.closed
        self.without = self.cards(get("without", []))
        lay = get("lay", "none")
        lay = lay if isinstance(lay, dict) else {}
        self.never, self.late = self.cards(lay.get("never", [])), self.cards(lay.get("last", []))
        self.declarer = named.get("declarer", 0)
        self.other = (self.declarer + 1) % self.players
        self.together, self.kitty = get("sides", "alone"), get("kitty", "nobody")
        self.called = named.get("called", "none")
        self.leads_first = get("leader", "first")
        self.goal = get("goal")
        pack = len(self.pack())
        self.size = get("cards") or pack // self.players
        self.laid_away = pack - self.players * self.size

    def cards(self, patterns: Any) -> list[str]:
        """The cards that patterns name, in order."""
        found: list[str] = []
        for pattern in [patterns] if isinstance(patterns, str) else patterns:
            kind, _, what = pattern.partition(" ")
            if pattern == "trumps":
                found += self.trumps
            elif not what:
                found.append(pattern)
            elif kind == "suit":
                found += [what + rank for rank in self.order[what]]
            elif kind == "all":
                found += [letter + what for letter in self.letters]
            elif self.colour != "none":
                pair = next((set(two.split()) for two in self.pairs if self.colour in two), set())
                other = (pair - {self.colour}) if kind == "colour" else {self.colour}
                found += [letter + what for letter in other]
        return found

    def pack(self) -> list[str]:
        return [name for name in self.names if name not in self.without] * self.copies

    def suit(self, card: str) -> str:
        if card in self.first:
            return "high"
        if card in self.last_of_all:
            return "low"
        return "trumps" if card in self.trumps else self.letter[card]

    def power(self, card: str) -> int:
        suit = self.suit(card)
        if suit in ("high", "low"):
            return 0
        if suit == "trumps":
            return -self.trumps.index(card)
        return -self.order[suit].index(self.rank[card])

    def worth(self, card: str) -> int:
        found = self._points("points", card, 0)
        if self.suit(card) == "trumps":
            found = self._points("trump_points", card, found)
        return found

    def _points(self, table: str, card: str, usual: int) -> int:
        known = self.table[table]
        return int(known.get(card, known.get(self.rank[card], usual)))

    def beats(self, card: str, best: str) -> bool:
        kind, other = self.suit(card), self.suit(best)
        if kind == "low" or other == "high":
            return False
        if other == "low" or kind == "high":
            return True
        if card == best:
            return bool(self.word["twins"] == "second")
        return super().beats(card, best)

    def legal(self, hand: Cards, trick: Cards, friend_wins: bool) -> list[str]:
        says = [card for card in trick if self.suit(card) != "low"]
        if not says or self.word["follow"] == "free":
            return list(hand)
        led, best = self.suit(says[0]), trick[self.winner(trick)]
        trumped = led != "trumps" and self.suit(best) == "trumps"
        bound = [card for card in hand if card not in self.wild]
        follows = [card for card in bound if self.suit(card) == led]
        must = [card for card in follows if card not in self.kept]
        trumps = [card for card in bound if self.suit(card) == "trumps"]
        void = "any" if self.word["spared"] and friend_wins else self.word["void"]
        can = any(self.beats(card, best) for card in trumps)
        if trumped and not can and not self.word["undertrump"]:
            void = "any"

        def higher(cards: list[str]) -> list[str]:
            return [card for card in cards if self.beats(card, best)] or cards

        may_trump = higher(trumps) if void == "overtrump" else trumps
        if must:
            heads = self.word["head"] == "all" or (self.word["head"] == "trumps" == led)
            may = higher(must) if heads and not trumped else must
            if self.word["follow"] == "or-trump":
                may = [*may, *may_trump]
        elif trumps and void != "any" and led != "trumps":
            may = may_trump
        else:
            may = list(hand)
        may = [*may, *(card for card in follows if card in self.kept)]
        if not self.word["undertrump"] and trumped and any(card not in trumps for card in may):
            may = [card for card in may if card not in trumps or self.beats(card, best)]
        return [card for card in hand if card in may or card in self.wild]

    def leads(self, hand: Cards, broken: bool) -> list[str]:
        """What may be led."""
        opens = [card for card in hand if card not in self.closed]
        return list(hand) if broken or not opens else opens

    def value(self, trick: Cards, is_last: bool) -> int:
        return 1 if self.counts_tricks else super().value(trick, is_last)

    def shares(
        self, players: list[int], trick: Cards, is_last: bool, sides: Sequence[int]
    ) -> dict[int, int]:
        found = super().shares(players, trick, is_last, sides)
        for player, card in zip(players, trick, strict=True):
            points = 0 if self.counts_tricks else self._points("stays", card, 0)
            to = player
            if is_last:
                seats = [(player + step) % self.players for step in range(1, self.players)]
                to = next(seat for seat in seats if sides[seat] != sides[player])
            found[to] = found.get(to, 0) + points
        return found

    def sides(self, hands: Sequence[Cards]) -> list[int]:
        if isinstance(self.together, list):
            return list(self.together)
        if self.together == "alone":
            return list(range(self.players))
        if self.together == "declarer":
            one = {self.declarer}
            one |= {player for player in range(self.players) if self.called in hands[player]}
        else:
            card = self.together["holders"]
            one = {player for player in range(self.players) if card in hands[player]}
        return [int(player not in one) for player in range(self.players)]

    def before(self, away: Cards) -> dict[int, int]:
        if self.counts_tricks or self.kitty not in ("declarer", "others"):
            return {}
        points = sum(self.worth(card) + self._points("stays", card, 0) for card in away)
        if self.kitty == "declarer":
            return {self.declarer: points}
        return {self.other: points}

    def leader(self, hands: Sequence[Cards]) -> int:
        """Who leads first."""
        if self.leads_first in ("first", "declarer"):
            return 0 if self.leads_first == "first" else self.declarer
        return next((p for p, hand in enumerate(hands) if self.leads_first in hand), 0)

    def may_lay(self, hand: Cards) -> list[str]:
        free = [card for card in hand if card not in self.never]
        return [card for card in free if card not in self.late] or free or list(hand)


@dataclass(frozen=True)
class Played(Table):
    """A hand in play that remembers whether one of the cards that open others was played."""

    broken: bool = False

    def legal(self) -> list[str]:
        if self.trick or self.lays:
            return super().legal()
        assert isinstance(self.game, Plain)
        return self.game.leads(self.hands[self.turn], self.broken)

    def play(self, card: str) -> Played:
        assert isinstance(self.game, Plain)
        opened = not self.lays and card in self.game.breakers
        after = super().play(card)
        assert isinstance(after, Played)
        return replace(after, broken=self.broken or opened)


# -- drawing ------------------------------------------------------------------------------------


class Draw:
    """A random file, key by key; what is drawn is valid."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"rules {seed}")
        self.keys: dict[str, Any] = {}
        self.letters: list[str] = []
        self.names: list[str] = []

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def some(self, most: int = 3) -> list[str]:
        """A few cards, by name or by pattern; none of them twice."""
        common = self.keys["ranks"].split() if self._alike else []
        if common and self.chance(0.4):
            return [f"all {self.random.choice(common)}"]
        if "more" in self.keys and self.chance(0.3):
            return [f"suit {self.random.choice(list(self.keys['more']))}"]
        return self.random.sample(self.names, min(len(self.names), self.random.randint(1, most)))

    @property
    def _alike(self) -> bool:
        return isinstance(self.keys["ranks"], str)

    def deck(self) -> None:
        """What is printed."""
        pick, keys = self.random, self.keys
        family = pick.choice(("SHDC", "SHDC", "EGHS"))
        self.letters = list(family[: pick.choice((1, 2, 3, 4, 4))])
        keys["suits"] = " ".join(self.letters)
        each = pick.randint(2, 7)
        ranks = pick.sample(RANKS, each)
        keys["ranks"] = " ".join(ranks)
        if self.chance(0.15):
            keys["ranks"] = {
                letter: " ".join(pick.sample(ranks, pick.randint(1, each)))
                for letter in self.letters
            }
        if self.chance(0.2):
            keys["more"] = {"W": " ".join(map(str, range(1, pick.randint(2, 5))))}
        if self._alike and self.chance(0.2):
            keys["written"] = " ".join(pick.sample(ranks, each))
        if self.chance(0.3):
            keys["copies"] = 2
        if family == "EGHS" and len(self.letters) == 4:
            keys["colours"] = list(PAIRS["EGHS"])
            if self.chance(0.5):
                keys["symbols"] = "EGHS" + ("W" if "more" in keys else "")
        self._name()

    def _name(self) -> None:
        ranks = self.keys["ranks"]
        self.names = [
            letter + rank
            for letter in self.letters
            for rank in (ranks if isinstance(ranks, str) else ranks[letter]).split()
        ]
        for letter, more in self.keys.get("more", {}).items():
            self.names += [letter + rank for rank in more.split()]

    def strength(self) -> dict[str, Any]:
        """Which cards are trumps, and which win anyway or never."""
        pick, found = self.random, dict[str, Any]()
        trump = pick.choice(("none", pick.choice(self.letters), self.letters))
        found["trump"] = trump
        if trump == self.letters and self.chance(0.5):
            found["trump"] = [*self.letters, "none"]
        if self._alike and trump != "none" and self.chance(0.3):
            ranks = self.keys["ranks"].split()
            found["trump_ranks"] = " ".join(pick.sample(ranks, len(ranks)))
        if self.chance(0.4):
            rank = pick.choice(self.keys["ranks"].split()) if self._alike else ""
            paired = "colours" in self.keys or self.letters == list("SHDC")
            tops = [self.some()]
            if rank and trump != "none":
                tops.append([f"trump {rank}"])
                tops.append([pick.choice(self.letters) + rank, f"trump {rank}"])
                if paired:
                    tops.append([f"trump {rank}", f"colour {rank}"])
            found["top"] = pick.choice(tops)
        if self.chance(0.15):
            found["high"] = ["suit W"] if "more" in self.keys else pick.sample(self.names, 1)
        if self.chance(0.15):
            left = [name for name in self.names if name not in found.get("high", ())]
            left = [name for name in left if name[0] != "W"] or left
            if left:
                found["low"] = pick.sample(left, min(len(left), pick.randint(1, 2)))
        return found

    def duties(self) -> dict[str, Any]:
        """What must be played."""
        pick, found = self.random, dict[str, Any]()
        words = {
            "follow": ("must", "or-trump", "free"),
            "void": ("any", "trump", "overtrump"),
            "head": ("none", "trumps", "all"),
            "twins": ("first", "second"),
        }
        for key, values in words.items():
            if self.chance(0.5):
                found[key] = pick.choice(values)
        for key in ("spared", "undertrump"):
            if self.chance(0.4):
                found[key] = self.chance(0.5)
        for key in ("kept", "wild", "closed"):
            if self.chance(0.2):
                found[key] = self.some()
        if "closed" in found and self.chance(0.5):
            found["breakers"] = self.some()
        return found

    def counted(self) -> dict[str, Any]:
        """What cards are worth."""
        pick, found = self.random, dict[str, Any]()
        if self.chance(0.4):
            return found
        ranks = sorted({name[1:] for name in self.names if name[0] != "W"})
        some = pick.sample(ranks, min(len(ranks), pick.randint(1, 3)))
        found["points"] = {rank: pick.choice((1, 2, 4, 10, 11)) for rank in some}
        if self.chance(0.2):
            found["points"] |= {pick.choice(self.names): pick.randint(0, 5)}
        if self.chance(0.2):
            found["trump_points"] = {pick.choice(ranks): pick.randint(0, 20)}
        if self.chance(0.3):
            found["last"] = pick.choice((1, 5, 10))
        if self.chance(0.15):
            found["stays"] = {pick.choice(self.names): pick.randint(1, 8)}
        if self.chance(0.15):
            found["points"] |= {pick.choice(self.names): -pick.randint(1, 10)}
        return found

    def seats(self, players: int) -> dict[str, Any]:
        """Who is together, who leads, and where cards go that are not dealt."""
        pick, found = self.random, dict[str, Any]()
        held = [name for name in self.names if name not in self.keys.get("without", ())]
        kinds: list[Any] = ["alone", "declarer"]
        if players > 2 and "cards" not in self.keys and "without" not in self.keys:
            kinds += [{"holders": pick.choice(held)}]
        kinds += [{2: [0, 1], 3: [0, 1, 0], 4: [0, 1, 0, 1], 5: [0, 1, 0, 1, 1]}[players]]
        sides = pick.choice(kinds)
        if sides != "alone" or self.chance(0.3):
            found["sides"] = sides
        has_declarer = sides == "declarer" or isinstance(sides, list)
        against = players > self.keys.get("copies", 1) + 1
        if sides == "declarer" and against and self.chance(0.3):
            found["called"] = pick.sample(held, min(2, len(held)))
        leaders = ["first", pick.choice(held)] + ["declarer"] * has_declarer
        if self.chance(0.5):
            found["leader"] = pick.choice(leaders)
        if self.chance(0.5):
            found["kitty"] = pick.choice(["nobody", "last"] + ["declarer", "others"] * has_declarer)
        if sides != "alone" and self.chance(0.4):
            found["goal"] = pick.randint(0, 12)
        if has_declarer and found.get("kitty") == "declarer" and self.chance(0.5):
            cards = {"never": self.some(), "last": self.some()}
            found["lay"] = pick.choice(("any", cards))
        utilities = ["taken", "least", "place"] + ["goal"] * ("goal" in found)
        if self.chance(0.5):
            found["utility"] = pick.choice(utilities)
        return found

    def file(self) -> tuple[dict[str, Any], Drawn]:
        """A whole file, and one of its contracts with a trump, a declarer and so on."""
        pick, keys = self.random, self.keys
        self.deck()
        copies = keys.get("copies", 1)
        most = len(self.names) * copies
        players = pick.choice([n for n in (2, 3, 3, 4, 4, 5) if n <= most] or [2])
        if most < 2 * players:
            keys["more"] = {"W": " ".join(map(str, range(1, 2 * players)))}
            self._name()
            keys.pop("symbols", None)
            most = len(self.names) * copies
        keys["players"] = players
        if self.chance(0.2) and most > 4 * players:
            keys["without"] = pick.sample(self.names, pick.randint(1, players - 1))
            most -= copies * len(keys["without"])
        if most % players or self.chance(0.6):
            keys["cards"] = pick.randint(max(1, most // players - 3), most // players)
        if pick.random() < 0.1 and "cards" in keys:
            left = most - keys["cards"] * players
            if left and left % players == 0:
                keys["stock"] = True
        keys |= {**self.strength(), **self.duties(), **self.counted(), **self.seats(players)}
        if keys.get("stock"):
            for key in ("kitty", "lay"):
                keys.pop(key, None)
        drawn = Drawn(dict(keys))
        if self.chance(0.4):
            names = pick.sample(("one", "two", "three-x"), pick.randint(1, 3))
            keys["contract"] = {name: self.changes() for name in names}
            name = pick.choice(names)
            drawn.keys |= keys["contract"][name]
            drawn.arguments["contract"] = name
        trump = drawn.get("trump", "none")
        if isinstance(trump, list) and len(trump) > 1:
            drawn.arguments["trump"] = pick.choice(trump)
        return keys, drawn

    def changes(self) -> dict[str, Any]:
        """What a contract says otherwise."""
        found: dict[str, Any] = {}
        if self.chance(0.6):
            found |= self.duties()
        if self.chance(0.4):
            strength = self.strength()
            found |= {"top": [], "high": [], "low": [], **strength}
            kept = "trump_ranks" in self.keys and found["trump"] != "none"
            if kept and "trump_ranks" not in found:
                found["trump_ranks"] = self.keys["trump_ranks"]
        if self._alike and self.chance(0.3):
            ranks = self.keys["ranks"].split()
            found["ranks"] = " ".join(self.random.sample(ranks, len(ranks)))
        if self.chance(0.2):
            found["count"] = self.random.choice(("tricks", "points"))
        return found
