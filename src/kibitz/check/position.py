"""One position: its moves, orders, estimates, keys and text."""

from __future__ import annotations

from typing import Any

from kibitz.check.asking import Asking, is_nameless, words_of
from kibitz.errors import KibitzError, NotMadeYet
from kibitz.game import Game, Payoffs, Position

PLAYED = 12
"""How many moves of such a position are played, by themselves and by their names."""
NO_MOVES = ("", "nonsense")


class PositionCheck(Asking):
    """Ask a position everything that a search or a command may ask."""

    def look_at(self, position: Position, closely: bool) -> bool:
        """Ask a position everything; the answer is whether the game is over."""
        over = self.is_over(position)
        if closely:
            before = self.facts(position)
            if not over:
                self.look_at_the_turn(position)
                self.look_at_moves(position)
                self.look_at_orders(position)
                self.look_at_estimates(position)
                self.look_at_passes(position)
            self.look_at_wrong_moves(position)
            self.look_at_hashes(position)
            if self.facts(position) != before:
                self.stuck("a position changes when it is asked or played from", "", before[0])
            self.look_at_the_text(position)
        return over

    def look_at_the_turn(self, position: Position) -> None:
        turn, players = position.turn, self.game.players
        if isinstance(turn, bool) or not isinstance(turn, int) or turn not in range(players):
            self.stuck(f"turn is no player of 0 to {players - 1}", repr(turn), position)
        self.ask("side", position, getattr, position, "side")

    def look_at_moves(self, position: Position) -> None:
        """They are hashable, listed once, legal, named, and can be played: of many some."""
        moves, legal = self.moves(position), self.legal_moves(position)
        for what, listed in (("moves()", moves), ("legal_moves()", legal)):
            for move in listed:
                self.ask("hash() of a move", position, hash, move)
            twice = next((move for at, move in enumerate(listed) if move in listed[:at]), None)
            if twice is not None:
                self.fault(f"{what} lists a move twice", twice, position)
        for move in moves:
            if move not in legal:
                self.fault("moves() lists what legal_moves() does not", move, position)
        names = [str(move) for move in legal]
        if len(set(names)) < len(set(legal)):
            self.fault("two moves have one name", ", ".join(names), position)
        for move in legal if len(legal) <= PLAYED else self.draw.sample(legal, PLAYED):
            after = self.facts(self.play(position, move))
            by_name = "play() by the name of a move, which legal_move() reads,"
            named = self.ask(by_name, position, position.play, str(move))
            if self.facts(named) != after:
                self.fault("play() by the name of a move plays another", move, position)
            if move in moves and type(position).after is not Position.after:
                asked = self.ask("after()", position, position.after, move)
                if not isinstance(asked, Position) or self.facts(asked) != after:
                    self.fault("after() leads to another position than play()", move, position)

    def look_at_orders(self, position: Position) -> None:
        """Each lists the same moves."""
        moves = self.moves(position)
        for order in position.orders:
            listed = self.ask(f"ordered({order!r})", position, position.ordered, order)
            if len(listed) != len(moves) or set(listed) != set(moves):
                what = f"ordered({order!r}) does not list the same as moves()"
                self.fault(what, ", ".join(map(str, listed)), position)

    def look_at_estimates(self, position: Position) -> None:
        """Each is an outcome as those at the end are; what is not made yet is left alone."""
        for leaf in position.estimates:
            try:
                outcome = self.ask(f"estimate({leaf!r})", position, position.estimate, leaf)
            except NotMadeYet:
                continue
            self.look_at_bounds(self.payoffs(outcome), f"at estimate({leaf!r})", position)
            listed = self.outcomes(position)
            if listed is not None and outcome not in listed:
                self.fault(f"estimate({leaf!r}) is not among outcomes()", outcome, position)

    def look_at_passes(self, position: Position) -> None:
        """Where a pass can be imagined, it leads to a position."""
        if position.can_skip:
            after = self.ask("skipped()", position, position.skipped)
            if not isinstance(after, Position):
                self.stuck("skipped() gives no Position", repr(after), position)
            self.is_over(after)

    def look_at_wrong_moves(self, position: Position) -> None:
        """What is no move is refused by an error of Kibitz."""
        for wrong in NO_MOVES:
            try:
                position.play(wrong)
            except KibitzError:
                continue
            except Exception as error:
                case = f"{wrong!r} with {words_of(error)}; `legal_move` helps"
                self.fault("play() refuses what is no move by another error", case, position)
            else:
                self.fault("play() takes what is no move", f"{wrong!r}", position)

    def look_at_hashes(self, position: Position) -> None:
        """Keys and progress can stand in a table, and are the same when asked again."""
        for name in ("key()", "relative_key()", "progress"):
            value = self.ask(name, position, answer_of, position, name)
            self.ask(f"hash() of {name}", position, hash, value)
            if answer_of(position, name) != value:
                self.fault(f"{name} is not the same when asked again", "", position)

    def look_at_the_text(self, position: Position) -> None:
        """It is one line, and says this position and no other."""
        text = str(position)
        if is_nameless(position, text):
            name = type(position).__name__
            self.fault(f"positions have no text; make {name} a dataclass, or write __str__, parse")
            return
        if text.strip().splitlines() != [text]:
            self.fault("the text of a position is not one line", repr(text))
        again = self.ask("parse() of a position's own text", position, self.game.parse, text)
        if again != position or self.facts(again) != self.facts(position):
            self.fault("the text of a position says another", text)
        elif self.ask("hash()", position, hash, position) != hash(again):
            self.fault("equal positions have different hashes", "", position)
        for show in ("show", "_repr_html_"):
            self.ask(f"{show}()", position, getattr(position, show))

    def look_at_bounds(self, payoffs: Payoffs, which: str, where: Position) -> None:
        """Payoffs are within the bounds that the game declares."""
        game = self.game
        bounded = game.max_sum is not None or type(game).lowest is not Game.lowest
        which = f" {which}" if which else ""
        if bounded and min(payoffs) < game.lowest:
            self.fault(f"a payoff{which} is below lowest={game.lowest}", payoffs, where)
        if game.highest is not None and max(payoffs) > game.highest:
            self.fault(f"a payoff{which} is above highest={game.highest}", payoffs, where)
        if game.max_sum is not None and sum(payoffs) > game.max_sum:
            self.fault(f"payoffs{which} add up to more than max_sum={game.max_sum}", payoffs, where)


def answer_of(position: Position, name: str) -> Any:
    """The answer to `key()`, or to `progress`, which is a property."""
    bare = name.removesuffix("()")
    return getattr(position, bare)() if bare != name else getattr(position, bare)
