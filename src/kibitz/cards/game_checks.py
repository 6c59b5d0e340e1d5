"""Which arguments of a trick game do not go together; what is as usual is left out of them.

And what methods of a trick game of one's own may not give.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from types import UnionType
from typing import TYPE_CHECKING, cast

from kibitz import text
from kibitz.cards.deck import Pack
from kibitz.cards.duties import Duties
from kibitz.cards.restrictions import Restrictions
from kibitz.errors import GameError, TextError, check_kind, check_whole

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame


def set_field(game: TrickGame, name: str, value: object) -> None:
    """Set a field of a game that is being made."""
    object.__setattr__(game, name, value)


def check_arguments(game: TrickGame) -> None:
    """Refuse what does not fit, in one line."""
    _gives(game, "pack", game.pack, Pack, "a Pack")
    _gives(game, "deck", game.deck, int, "a set of cards")
    _gives(game, "usual_teams", game.usual_teams, tuple | None, "a tuple of sides, or None")
    for name in ("cards", "tricks"):
        if getattr(game, name) is not None:
            check_whole(getattr(game, name), f"a whole number as {name}")
    for name in ("teams", "bids"):
        if getattr(game, name) is not None:
            set_field(game, name, _numbers(name, getattr(game, name)))
    _cards(game)
    _tricks(game)
    _teams(game)
    _bids(game)


def check_rules(game: TrickGame) -> None:
    """Refuse rules and points of one's own that are of no use."""
    _gives(game, "duties", game.duties, Duties, "Duties")
    _gives(game, "restrictions", game.restrictions, Restrictions, "Restrictions")
    if game.counts_tricks:
        return
    _gives(game, "last_trick", game.last_trick, int, "a whole number")
    for card in game.pack.listed(game.deck):
        _gives(game, "points()", game.points(card), int, f"a whole number for {card}")
        _gives(game, "stays()", game.stays(card), int, f"a whole number for {card}")


def checked_marks(marks: object, source: str, game: TrickGame) -> frozenset[str]:
    """What code of one's own makes of the marks, if it is a set of words."""
    if not isinstance(marks, Set) or not all(isinstance(mark, str) for mark in marks):
        raise GameError(f"expected {source} to be a set of words: {marks!r} in {game.text_name()}")
    return frozenset(marks)


def _gives(game: TrickGame, name: str, found: object, kind: type | UnionType, what: str) -> None:
    if not isinstance(found, kind):
        raise GameError(f"expected {name} to be {what}: {found!r} in {game.text_name()}")


def _numbers(name: str, given: object) -> tuple[int, ...]:
    """A number for each player."""
    check_kind(given, Iterable, f"a number for each player as {name}")
    found = tuple(cast("Iterable[int]", given))
    for number in found:
        check_whole(number, f"whole numbers as {name}")
    return found


def _cards(game: TrickGame) -> None:
    """Refuse more cards than there are; the usual number is none."""
    most = game.most_cards
    if not 1 <= game.hand_size <= most:
        raise TextError(f"expected 1 to {most} cards each: {game.hand_size}")
    if game.cards == game.usual_cards and _may_be_none(game, "cards"):
        set_field(game, "cards", None)


def _may_be_none(game: TrickGame, field: str) -> bool:
    """Whether a field that is left out is none; a subclass may give it a number."""
    return type(game).__dataclass_fields__[field].default is None


def _tricks(game: TrickGame) -> None:
    """The same of tricks after which play ends."""
    if game.tricks is None:
        return
    if not game.counts_tricks:
        raise TextError(f"'tricks' is for games that count tricks, not for {game.name}")
    if not 1 <= game.tricks <= game.whole_tricks:
        raise TextError(f"expected 1 to {game.whole_tricks} tricks: {game.tricks}")
    if game.tricks == game.whole_tricks and _may_be_none(game, "tricks"):
        set_field(game, "tricks", None)


def _teams(game: TrickGame) -> None:
    """Refuse sides that are not numbered as players sit."""
    if game.teams is not None:
        usual = game.usual_teams or tuple(range(game.players))
        given = game.teams or tuple(range(game.players))
        set_field(game, "teams", None if given == usual else given)
    teams = game.side_of
    firsts = [side for at, side in enumerate(teams) if side not in teams[:at]]
    if len(teams) != game.players or firsts != list(range(len(firsts))):
        raise TextError(
            f"expected a team for each of {game.players} players, "
            f"numbered from 0 in order of seats: teams={text.write_value(teams)}"
        )
    if len(firsts) < 2:
        raise TextError(f"expected two teams or more: teams={text.write_value(teams)}")


def _bids(game: TrickGame) -> None:
    """Refuse bids that are missing, or that nobody can make."""
    if game.bids is None:
        if "bids" in game.utility.rules:
            if not game.counts_tricks:
                raise TextError(f"utility {game.utility} needs bids, which {game.name} lacks")
            example = "/".join(["1"] * game.players)
            raise TextError(f"utility {game.utility} needs bids, such as bids={example}")
        return
    most = game.most_tricks
    if len(game.bids) != game.players or not all(0 <= bid <= most for bid in game.bids):
        raise TextError(
            f"expected {game.players} bids of 0 to {most}: "
            f"bids={text.write_value(game.bids)} in {game.name}"
        )
