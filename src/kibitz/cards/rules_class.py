"""The class of a game that a file of rules says, with the fields that the file leaves open."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Literal, cast

from kibitz.cards.rules import Rules
from kibitz.cards.rules_game import ASIDE, TAKEN, RulesGame
from kibitz.cards.rules_play import NONE
from kibitz.scoring import Utility


def again(name: str, source: str, place: str, fields: dict[str, Any]) -> RulesGame:
    """A game of a file, with these fields."""
    return game_class(name, source, place)(**fields)


@functools.lru_cache(256)
def game_class(name: str, source: str, place: str) -> type[RulesGame]:
    """The class of the game that a file of rules says; a wrong file is refused."""
    rules = Rules(name, source)
    rules.check()
    contracts, keys = rules.contracts or ("",), rules.keys()
    plays = [
        rules.play(contract, "", players)
        for contract in contracts
        for players in rules.keys(contract).players()
    ]
    fields: list[tuple[str, Any, Any]] = [("players", int, keys.players()[0])]
    if rules.contracts:
        fields.append(("contract", Literal[rules.contracts], rules.contracts[0]))
    trumps = [rules.keys(contract).trumps() for contract in contracts]
    named = dict.fromkeys(one for some in trumps if len(some) > 1 for one in some)
    if named:
        fields.append(("trump", Literal[tuple(named)], next(iter(named))))
    if any(play.declares for play in plays):
        fields.append(("declarer", int, 0))
    called = dict.fromkeys(card for play in plays for card in play.called)
    if called:
        fields.append(("called", Literal[(*called, NONE)], plays[0].partner))
    if any(play.goal is not None for play in plays):
        fields.append(("goal", int | None, None))
    if any(play.kitty == "last" or play.last for play in plays):
        fields.append(("last", int | None, None))
    if any(play.lays for play in plays):
        fields.append(("kitty", Literal[ASIDE, TAKEN], ASIDE))
    if any(rules.keys(contract).flag("stock", False) for contract in contracts):
        fields.append(("stock", int | None, None))
    fields.append(("utility", Utility, Utility.parse("taken")))
    shown = name.removesuffix(".toml").rpartition("/")[2]
    made = dataclasses.make_dataclass(
        "".join(part.title() for part in shown.replace("-", "_").split("_")) or "Rules",
        fields,
        bases=(RulesGame,),
        namespace={
            "name": shown,
            "file": rules,
            "place": place,
            "examples": tuple(f"{place}({one})" for one in keys.examples()),
            "__doc__": keys.title(),
            "__module__": RulesGame.__module__,
        },
        frozen=True,
        repr=False,
    )
    return cast("type[RulesGame]", made)
