"""Counter-examples made small: the smallest form of a case that still gets a wrong answer."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from own_checks import Case, after_move
from plain_games import FULL_DECK, Graph, State, TooLarge, Tricks

from kibitz import KibitzError
from kibitz.check import shrinking


def shrunk(
    case: Case, wrong: str, ask: Callable[[Case], str], tries: int = 400
) -> tuple[Case, str]:
    """The smallest case found that still has something wrong."""

    def shows(smaller: Case) -> str | None:
        try:
            what = ask(smaller)
        except (TooLarge, KibitzError, AssertionError):
            return None  # no position of this game
        return what if what and _same(what, wrong) else None

    return shrinking.shrunk(case, wrong, smaller_cases, shows, tries)


def _same(one: str, other: str) -> bool:
    """Whether two faults are of one sort: an error stays that error."""
    errors = [what.split(":")[0].endswith("Error") and what.split(":")[0] for what in (one, other)]
    return errors[0] == errors[1]


def smaller_cases(case: Case) -> Iterator[Case]:
    """What is a little simpler."""
    if isinstance(case.game, Graph):
        yield from _smaller_graphs(case, case.game)
        return
    game, state = case.game, case.state
    if not game.is_over(state):
        for move in game.legal(state):
            if not game.is_over(game.play(state, move)):
                yield after_move(case, move)
    yield from _fewer_cards(case, game, state)
    usual = Tricks(players=game.players, sides=tuple(range(game.players)))
    plainer: list[dict[str, Any]] = [
        {"closed": (), "breakers": (), "alone": ()},
        {"first_lead": (), "first_not": (), "first_lowest": False},
        *({name: getattr(usual, name)} for name in ("overtake", "late_trump", "trump", "lowest")),
        *({name: ()} for name in ("closed", "breakers", "alone", "first_lead", "first_not")),
        {"first_lowest": False},
        {"deck": FULL_DECK, "cards": 52 // game.players},
        {"alike": "live"},
        {"utility": "return list(taken)"},
        {"utility": "return [-own for own in taken]"},
    ]
    if game.tricks and len(state.hands[0]) < 8:
        plainer.append({"tricks": 0})
    for name in ("closed", "breakers", "alone", "first_lead", "first_not"):
        held = getattr(game, name)
        dealt = {card for hand in state.hands for card in hand} | set(state.table)
        plainer.append({name: tuple(card for card in held if card in dealt)})
        plainer += [{name: (*held[:at], *held[at + 1 :])} for at in range(min(len(held), 6))]
    for card, worth in game.points.items():
        fewer = {each: number for each, number in game.points.items() if each != card}
        plainer.append({"points": fewer})
        if abs(worth) > 1:
            plainer += [{"points": {**game.points, card: n}} for n in (worth // 2, worth - 1) if n]
    for changes in plainer:
        if any(getattr(game, name) != value for name, value in changes.items()):
            changed = replace(game, **changes)
            marks = state._replace(
                broken=state.broken and bool(changed.breakers),
                begun=state.begun and changed.minds_the_first_trick,
            )
            yield replace(case, game=changed, state=marks)
    if any(case.taken):
        nothing = state._replace(taken=(0,) * len(state.taken))
        yield replace(case, state=nothing, taken=(0,) * game.players)
    for name in ("broken", "begun"):
        if getattr(state, name):
            yield replace(case, state=state._replace(**{name: False}))
    if state.leader and not state.table:
        yield replace(case, state=state._replace(leader=0))
    if case.number > 1 and case.check != "limit":
        yield replace(case, number=case.number % 10)


def _fewer_cards(case: Case, game: Tricks, state: State) -> Iterator[Case]:
    """A card less in each hand, those on the table left alone; or a player less."""
    draw = random.Random(0)
    sizes = {len(hand) for hand in state.hands}
    if len(sizes) == 1 and not state.table and len(state.hands[0]) > 1:
        every = list(itertools.product(*state.hands)) if max(sizes) ** game.players < 5000 else []
        some = draw.sample(every, min(40, len(every)))
        some += [tuple(draw.choice(hand) for hand in state.hands) for _ in range(20 - len(every))]
        for cards in some:
            hands = tuple(
                tuple(held for held in hand if held != card)
                for hand, card in zip(state.hands, cards, strict=True)
            )
            yield replace(case, state=state._replace(hands=hands))
    if game.players > 2 and not state.table and game.sides == tuple(range(game.players)):
        for gone in range(game.players):
            kept = [player for player in range(game.players) if player != gone]
            fewer = replace(
                game,
                players=game.players - 1,
                sides=tuple(range(game.players - 1)),
                cards=len(game.deck) // (game.players - 1),
                utility="return list(taken)",
            )
            less = state._replace(
                hands=tuple(state.hands[player] for player in kept),
                taken=tuple(state.taken[player] for player in kept),
                leader=min(state.leader, game.players - 2),
            )
            taken = tuple(case.taken[player] for player in kept)
            yield replace(case, game=fewer, state=less, taken=taken)


def _smaller_graphs(case: Case, game: Graph) -> Iterator[Case]:
    for _, to in game.nodes[case.state][1]:
        if not game.is_over(to):
            yield replace(case, state=to)
    for one in sorted(case.provides):
        yield replace(case, provides=case.provides - {one})
    for at, (mover, moves) in enumerate(game.nodes):
        if len(moves) > 1:
            for out in range(len(moves)):
                nodes = list(game.nodes)
                nodes[at] = mover, (*moves[:out], *moves[out + 1 :])
                yield replace(case, game=replace(game, nodes=tuple(nodes)))
