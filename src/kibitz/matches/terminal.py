"""A game at the terminal: a person against any players, by keyboard, in 40 columns, no colour."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz import files
from kibitz.asking.analyse import analyse
from kibitz.cards import SUITS, SYMBOLS, TrickGame, TrickPosition
from kibitz.cards.deck import SUIT_WORDS
from kibitz.cards.units import amount, counted, unit_of
from kibitz.errors import KibitzError, TextError, blaming
from kibitz.game import Game, Move
from kibitz.games import is_own
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.matches.table import Seats
from kibitz.players.player import Player
from kibitz.players.reasons import in_words
from kibitz.players.searching import Sampling
from kibitz.players.shown import cannot_hold
from kibitz.players.worlds import worlds
from kibitz.results import Limit
from kibitz.whole.game import Whole, hand_played
from kibitz.whole.hand import Hand, Hidden, Sitting
from kibitz.whole.view import View, shown_by, written
from kibitz.whole.why_not import barred, suit_name

WIDTH = 40
HINTS = 17
"""How many moves a hint has at most: as many as a hand has cards."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
"""What players are called whose seats have no names of their own."""
HELP = """\
a card: SA  a bid: 3  to pass: SA SK H2
a trump: S  a move on a board: a1-e5
hint       what each card is worth,
           over deals you may think of
hint open  the same with all cards open
why        what speaks for the best card
undo       take back your last choice
log        the game so far
save FILE  to go on another time
quit       to leave"""


class Quit(Exception):
    """The person leaves."""


class Terminal:
    """One game: the choices so far, and who is asked for the next."""

    def __init__(
        self,
        game: str,
        players: Sequence[Player | None],
        seed: int,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        choices: log.Choices = (),
        save: Path | None = None,
        signs: bool = False,
    ) -> None:
        self.signs = signs
        self.game, self.players, self.seed = game, players, seed
        self.choices, self.save = list(choices), save
        self._ask, self._write = ask, say
        self.here = log.replay(game, seed, self.choices)
        self._seen: Sitting | None = None
        if len(players) != self.here.players:
            raise TextError(f"expected {self.here.players} players of {game}: {len(players)}")

    def say(self, text: str) -> None:
        """Write lines, none longer than the screen is wide."""
        if self.signs:
            text = with_signs(text)
        for line in text.split("\n"):
            self._write("\n".join(textwrap.wrap(line, WIDTH, subsequent_indent="  ")) or "")

    def run(self) -> Sitting:
        """Play until the end, or until the person leaves."""
        self._saved()
        self.say(f"{self.game}, seed {self.seed}")
        others = Seats(self.players, self.seed)
        try:
            while not self.here.is_over:
                turn = self.here.turn
                who = self.players[turn]
                own = who is None or turn in self._plays_for()
                move = self._person() if own else self._computer(who, others)
                if move is not None:
                    self._choose(turn, move)
        except Quit:
            self._saved()
            self.say(self._left())
            return self.here
        finally:
            others.close()
        self.say(f"the end: {self._standing(self.here.points)}")
        self.say(self._won())
        self._saved()
        return self.here

    def _left(self) -> str:
        """What becomes of a game that is left."""
        if self.save is None:
            return "not kept; use save FILE to keep a game"
        return f"saved; go on with {self._command(str(self.save))}"

    # Names.

    def _name(self, seat: int) -> str:
        """What a player is called: you, a seat of its own name, or somebody."""
        if self.players[seat] is None:
            return "you"
        name = _game(self.here).player_names[seat]
        return PEOPLE[seat % len(PEOPLE)] if name == f"P{seat}" else name

    def _does(self, seats: Sequence[int], does: str) -> str:
        """Who does something: `Ben takes`, `you take`, `Ben and Dan take`."""
        names = sorted(map(self._name, seats), key=lambda name: name != "you")
        many = len(names) > 1 or names == ["you"]
        return f"{' and '.join(names)} {does if many else f'{does}s'}"

    def _standing(self, points: Sequence[int]) -> str:
        """What each side has, by name."""
        here = self.here
        sides = [
            [seat for seat in range(here.players) if here.side(seat) == side]
            for side in range(len(points))
        ]
        names = ("+".join(map(self._name, seats)) for seats in sides)
        return ", ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))

    def _each(self, values: Sequence[object]) -> str:
        """Something of each player, by name."""
        return " ".join(f"{self._name(seat)} {value}" for seat, value in enumerate(values))

    def _won(self) -> str:
        """The winners, and by how much; players with the same score share a win."""
        game = self.here
        best = max(game.scores)
        seats = [seat for seat in range(game.players) if game.scores[game.side(seat)] == best]
        others = [score for score in game.scores if score < best]
        if len(set(map(game.side, seats))) > 1 or not others:
            return self._does(seats, "win")
        return f"{self._does(seats, 'win')} by {amount(self._unit(), best - max(others))}"

    def _unit(self) -> dict[str, Any]:
        """What is counted at the end: points, or in one hand perhaps tricks."""
        one = "point" if isinstance(self.here, Whole) else unit_of(_game(self.here))["one"]
        return {"one": one}

    def _plays_for(self) -> tuple[int, ...]:
        """For whom the person plays: itself, and a dummy."""
        seat, rules = self.players.index(None), _game(self.here)
        return rules.plays_for(seat) if isinstance(rules, TrickGame) else (seat,)

    def _computer(self, who: Player | None, others: Seats) -> Move:
        """What another player chooses; that it has failed is said once."""
        turn = self.here.turn
        failed = others.failures[turn]
        with blaming(who):
            move = others.choose(self.here)
        if others.failures[turn] != failed:
            self.say(f"{others.failures[turn]}; it plays at random")
        return move

    def _choose(self, turn: int, move: Move) -> None:
        """Make a choice and tell what can be seen of it."""
        before = self.here
        asks = before.view().asks if isinstance(before, Hidden) else "move"
        self.here = before.after(move)
        self.choices.append((turn, move))
        if asks in ("bid", "move"):
            self.say(f"{self._does([turn], asks)} {move}")
        elif asks == "trump":
            suit = SUIT_WORDS.get(str(move), move)
            self.say(f"{self._does([turn], 'name')} {suit} as trumps")
        elif asks == "play":
            self.say(f"{self._does([turn], 'play')} {move}")
            at = _hand(before).position
            if len(at.table) == before.players - 1:
                by = at.leader + at.game.winner((*at.table, move), at.trump)
                self.say(f"{self._does([by % before.players], 'take')} the trick")
        if self.here.number != before.number:
            self.say(f"hand {before.number + 1}: {self._standing(self.here.points)}")
        try:
            self._saved()
        except KibitzError as error:  # the game goes on, and the next choice tries again
            self.say(str(error))

    def _saved(self) -> None:
        if self.save is not None:
            files.write(self.save, self.text().encode())

    def text(self) -> str:
        """The log of the game."""
        return log.write(self.game, self.seed, self.choices)

    # What a person does.

    def _person(self) -> Move | None:
        """What the person chooses; none if something else was done."""
        here = self.here
        view = here.view() if isinstance(here, Hidden) else None
        if here is not self._seen:
            shown = _board(here) if view is None else self._shown(view)
            self.say("\n".join(shown))
            self._seen = here
        line = self._ask(f"{'move' if view is None else view.asks}> ").strip()
        word, _, rest = line.partition(" ")
        try:
            match word.lower():
                case "" | "help" | "?":
                    self.say(HELP)
                case "quit" | "q":
                    raise Quit
                case "undo":
                    self._undo(here.turn)
                case "hint":
                    self.say("\n".join(self._hint(view, rest.strip() == "open")))
                case "why":
                    found = _open_hint(here) if view is None else _why(view, self.seed, self._name)
                    self.say("\n".join(found))
                case "log":
                    self._write(self.text().strip())
                case "save":
                    self._save(rest.strip())
                case _:
                    if view is None:
                        return here.move(line)
                    return view.move(without_signs(line).upper().replace(" ", "/"))
        except KibitzError as error:
            short = _short_on_board(here, error) if view is None else _short(error, view, line)
            self.say(short)
        return None

    def _shown(self, view: View) -> Iterator[str]:
        """What a person sees of a view, in short lines."""
        public, players = view.public, view.game.players
        yield ""
        yield f"hand {self.here.number + 1}{self._sits(view)}"
        if view.scores:
            yield f"scores {self._standing(view.scores)}"
        yield from self._written(view)
        if any(bid is not None for bid in view.bids):
            yield f"bids   {self._each(['-' if bid is None else bid for bid in view.bids])}"
        if view.asks == "play":
            yield f"taken  {self._each(public.taken)}"
            by = ((public.leader + at) % players for at in range(players))
            table = zip(map(self._name, by), public.table, strict=False)
            yield f"table  {' '.join(f'{who}:{card}' for who, card in table) or '-'}"
        yield from _held(view)
        if view.asks == "pass":
            cards = f"{view.choices[0]} card{'s' * (view.choices[0] > 1)}"
            yield f"lay away {cards}" if view.to is None else f"{cards} to {self._name(view.to)}"
        if view.asks == "trump":
            yield "name the trump"

    def _sits(self, view: View) -> str:
        """Where the person sits, or for whom it plays, where seats have names."""
        name = view.game.player_names[view.seat]
        if self.players[view.seat] is not None:
            return f", you play for {name}, the dummy"
        return "" if name == f"P{view.seat}" else f", you are {name}"

    def _written(self, view: View) -> Iterator[str]:
        """What else is known: targets or bags, a card turned up, a dummy, cards just got."""
        targets, pack = getattr(view.game, "targets", ()), view.game.pack
        if view.whole and targets:
            yield f"target {self._each(targets)}"
        elif view.bags:
            yield f"bags   {self._standing(view.bags)}"
        for card in pack.listed(shown_by(view.public.marks, view.game)):
            yield f"turned {card}"
        position = self.here.position
        if isinstance(position, TrickPosition):
            for seat in view.game.shows(position, view.seat):
                hand = pack.write_hand(view.known[seat])
                yield f"{view.game.player_names[seat]} has {hand}"
        for player, cards in enumerate(view.got):
            if cards and view.hand.bit_count() == view.game.hand_size:
                names = " ".join(map(str, pack.listed(cards)))
                yield f"got    {names} from {self._name(player)}"

    def _hint(self, view: View | None, is_open: bool) -> Iterator[str]:
        """What each choice is worth."""
        if view is None or (is_open and view.asks == "play"):
            return _open_hint(self.here)
        return _closed_hint(view, self.seed)

    def _undo(self, seat: int) -> None:
        """Go back to before the last choice of a player."""
        seats = (seat, *self._plays_for())
        own = [at for at, (who, _) in enumerate(self.choices) if who in seats]
        if not own:
            raise TextError("there is no choice to take back")
        del self.choices[own[-1] :]
        self.here = log.replay(self.game, self.seed, self.choices)

    def _save(self, name: str) -> None:
        if not name:
            raise TextError("expected a file to save to: save FILE")
        before, self.save = self.save, Path(name)
        try:
            self._saved()
        except KibitzError:
            self.save = before
            raise
        self.say(self._left())

    def _command(self, name: str) -> str:
        """What goes on with a game that is saved: who sits where is not in its log."""
        lines = [str(one) for one in self.players if one is not None]
        others = lines[:1] if len(set(lines)) == 1 else lines
        seat = self.players.index(None)
        game = self.game if is_own(self.game) else "-"  # what is own is named, not read from a log
        words = ["kibitz", "play", game, *others, "--seat", str(seat), "--go-on", name]
        return shlex.join(words)


def _hand(game: Sitting) -> Hand:
    """The hand that is played."""
    hand = hand_played(game)
    assert hand is not None
    return hand


def _game(game: Sitting) -> Game:
    """What is played, by its rules."""
    if game.position is not None:
        return game.position.game
    assert isinstance(game, Hidden)
    return game.view().game


SIGNS = dict(zip(SUITS, SYMBOLS, strict=True))


def with_signs(text: str) -> str:
    """Cards and suits by their signs.

    >>> with_signs("player 0 plays SA"), with_signs("H KQ2")
    ('player 0 plays ♠A', '♥ KQ2')
    """
    cards = re.sub(r"\b([SHDC])(?=[2-9TJQKA]\b)", lambda found: SIGNS[found[1]], text)
    return re.sub(r"^([SHDC])(?= )", lambda found: SIGNS[found[1]], cards, flags=re.MULTILINE)


def without_signs(text: str) -> str:
    """What was typed or copied with signs, as cards are called.

    >>> without_signs("♠A ♥K"), without_signs("SA")
    ('SA HK', 'SA')
    """
    return text.translate({ord(sign): letter for letter, sign in SIGNS.items()})


def _short(error: KibitzError, view: View, line: str) -> str:
    """An error without the whole view; of a card that may not be played, why not."""
    card = without_signs(line).upper()
    reason = barred(view).get(card)
    if reason is not None:
        return f"{card}: {reason}"
    moves = " ".join(map(str, view.moves()))
    if view.asks == "pass":
        return f"expected {view.choices[0]} of your cards, or help"
    text = str(error)
    known = str(view) in text or text.startswith("expected a card")
    wanted = f"one of {moves}" if " " in moves else moves
    return f"expected {wanted}, or help" if known else text


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(str, values))


def _held(view: View) -> Iterator[str]:
    """The own cards by what is printed on them, and which of them are trumps."""
    pack, trump = view.game.pack, view.game.trump_in(view.public.marks)
    trumps = 0 if trump is None else pack.suit_cards[trump]
    wide = max(map(len, pack.letters))
    for suit, letter in enumerate(pack.letters):
        mark = " trump" * (pack.printed_cards[suit] == trumps)
        if pack.printed_cards[suit] & view.game.deck:
            yield f"{letter:{wide}} {pack.ranks_in(view.hand, suit) or '-'}{mark}"
    if trumps and trumps not in pack.printed_cards:
        yield f"trumps {' '.join(map(str, pack.listed(view.hand & trumps))) or '-'}"


def _board(game: Sitting) -> Iterator[str]:
    """What a person sees of a board."""
    assert game.position is not None
    yield ""
    yield game.position.show()
    yield f"you are {game.position.game.who(game.turn)}"


def _short_on_board(game: Sitting, error: KibitzError) -> str:
    """An error without the whole position."""
    assert game.position is not None
    if str(game.position) not in str(error):
        return str(error)
    return f"expected a move such as {game.position.legal_moves()[0]}, or help"


def _open_hint(game: Sitting) -> Iterator[str]:
    """What each move is worth with nothing hidden, the best first."""
    assert game.position is not None
    unit = unit_of(game.position.game)
    cards, sides = ("all cards open: ", " sides") if isinstance(game, Hidden) else ("", "")
    yield f"{cards}{unit['one']}s of all{sides}"
    for row in analyse(game.position, limit=Limit(nodes=200_000)).ranked()[:HINTS]:
        sure = "" if row.certainty == "exact" else " about"
        value = (counted(unit, payoff) for payoff in row.value or () if payoff is not None)
        yield f"{' '.join(map(str, row.moves))}{sure} {_numbers(value)}"


def _closed_hint(view: View, seed: int) -> Iterator[str]:
    """The best choice with its reason, and what each is worth over deals that agree with a view."""
    if view.asks == "play" and len(view.moves()) == 1:
        yield f"{view.moves()[0]} is your only card that may be played."
        return
    found = Sampling(aim="hand", seed=seed).appraisal(view)
    if not found.means:
        yield f"{view.asks} {written(found.best())}"
        return
    yield in_words(view, found)["words"]
    if view.asks != "play":
        return
    unit = unit_of(view.game)
    yield f"average {unit['one']}s in {found.worlds} deals"
    for card in sorted(found.means, key=lambda card: -found.worth(card)):
        yield f"{card}  {' '.join(f'{counted(unit, mean):.1f}' for mean in found.means[card])}"


def _why(view: View, seed: int, name_of: Callable[[int], str]) -> Iterator[str]:
    """What speaks for the best card."""
    number, pack = worlds(view).number, view.game.pack
    yield f"{number:,} deals agree with what you saw" if number > 1 else "you know every card"
    for cannot in [*cannot_hold(view)][:1]:
        for player, hand in enumerate(cannot[:-1]):
            cards = zip(pack.suit_names, pack.suit_cards, strict=True)
            void = [name for name, suit in cards if not suit & view.game.deck & ~hand]
            if void and player != view.seat:
                yield f"{name_of(player)} has no {' '.join(void)}"
    if view.asks != "play" or len(view.moves()) == 1:
        return
    found = Sampling(aim="hand", seed=seed).appraisal(view)
    first, *others = sorted(found.means, key=lambda card: (-found.worth(card), card))
    yield f"{first} is best in {found.votes[first]:.0%} of {found.worlds} deals"
    for card in others[:1]:
        less = found.worth(first) - found.worth(card)
        yield f"{card} in {found.votes[card]:.0%}; it costs {less:.1f} on average"
    suit, name = pack.suit_cards[first.suit], suit_name(pack, first)
    if not view.public.table and not view.unseen & (1 << first) - 1 & suit:
        yield f"nobody has a higher card of {name}"
    yield f"you have {(view.hand & suit).bit_count()} of {name}"


def seats(game: str, lines: Sequence[str], seat: int | str) -> list[Player | None]:
    """Who sits where: a person at a seat, by its number or name, and the others around in turn."""
    from kibitz.players.player import player

    names = _game(begin(game, 0)).player_names
    number, word = len(names), str(seat).lower()
    ways = [(str(at), name.lower(), name[0].lower()) for at, name in enumerate(names)]
    called = [at for at, words in enumerate(ways) if word in words]
    if len(called) != 1:
        raise TextError(f"expected a seat of 0 to {number - 1}, or its name: {seat}")
    (seat,) = called
    others = [player(line) for line in lines]
    if len(others) not in (1, number - 1):
        raise TextError(f"expected 1 other player or {number - 1}: {len(others)}")
    around = iter(others * (number - 1) if len(others) == 1 else others)
    return [None if at == seat else next(around) for at in range(number)]
