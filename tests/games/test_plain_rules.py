"""Games of rules against a second implementation in plain Python: whole games side by side."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from plain_rules import Game, Table
from plain_rules_cases import CASES

import kibitz
from kibitz.cards import TrickPosition

GAMES = 10
"""How many whole games of each contract are played."""

PRESENT = [text for text in CASES if text.partition("(")[0] in kibitz.games.names()]


def held(position: TrickPosition) -> list[list[str]]:
    """The hands, by the names of their cards."""
    listed = position.game.pack.listed
    return [sorted(map(str, listed(hand))) for hand in position.hands]


def side_by_side(text: str, game: Game, position: TrickPosition, draw: random.Random) -> None:
    """Play a deal to its end, here and there."""
    hands, own = held(position), position.game
    stock = tuple(map(str, position.stock))
    left = Counter(game.pack())
    left.subtract(card for hand in hands for card in hand)
    left.subtract(stock)
    assert min(left.values()) >= 0, "a card that is not in the pack"
    whole = min(map(len, hands)) == game.size
    away = sorted(left.elements()) if whole else []
    taker = int(own.arguments().get("declarer", 0)) if "kitty=taken" in text else None
    table = replace(Table.start(game, hands, position.leader, away), stock=stock, layer=taker)
    where = f"{text} {position}"
    together = tuple(own.side_of[player] for player in range(own.players))
    if whole:
        pairs = [(one, other) for one in range(own.players) for other in range(own.players)]
        for one, other in pairs:
            same = table.sides[one] == table.sides[other]
            assert (together[one] == together[other]) == same, where
    table = replace(table, sides=together)
    while not table.over:
        moves = list(map(str, position.legal_moves()))
        facts = position.is_over, position.turn, position.leader, set(moves)
        assert facts == (False, table.turn, table.leader, set(table.legal())), f"{text} {position}"
        assert len(moves) == len(set(moves)), f"{text} {position}"  # of two copies one is listed
        card = draw.choice(sorted(table.legal()))
        position, table = position.play(card), table.play(card)
        if not table.trick:
            assert position.taken == table.taken, f"{text} {position}"
            assert held(position) == [sorted(hand) for hand in table.hands], f"{text} {position}"
    assert position.is_over, where
    assert position.taken == table.taken, where
    ends = [position.outcome[side] for side in together]
    assert tuple(ends) == table.by_side(), where


def long_suits(text: str, plain: Game, draw: random.Random) -> TrickPosition:
    """A deal, often a small one, with long suits and voids: other duties come up often."""
    game: Any = kibitz.game(text)
    if game.deal(0).stock or "kitty=taken" in text:
        return game.deal(draw.randrange(10**9))  # type: ignore[no-any-return]
    size = plain.size if draw.random() < 0.3 else min(plain.size, draw.randint(2, 4))
    mix = draw.choice((0.3, 0.6, 1.0))
    ranks = {suit: draw.random() for suit in {card[0] for card in plain.pack()}}
    cards = sorted(plain.pack(), key=lambda card: ranks[card[0]] + mix * draw.random())
    first = draw.randrange(len(cards) - plain.players * size + 1) if size < plain.size else 0
    held = cards[first : first + plain.players * size]
    hands = [held[player :: plain.players] for player in range(plain.players)]
    if draw.random() < 0.5:
        hands = [held[player * size : (player + 1) * size] for player in range(plain.players)]
    draw.shuffle(hands)
    away = cards[plain.players * size :] if size == plain.size else []
    more = sum(plain.after(away, 0).values())
    if more:
        game = replace(game, last=game.last_trick + more)
    before = plain.before(away)
    taken = ",".join(str(before.get(player, 0)) for player in range(plain.players))
    written = []
    for hand in hands:
        free = {name: list(copies) for name, copies in game.pack.by_name.items()}
        written.append(game.pack.write_hand(sum(1 << free[card].pop(0) for card in hand)))
    position = game.parse(f"{' '.join(written)} {game.deal(0).leader} - {taken}")
    assert isinstance(position, TrickPosition)
    return position


@pytest.mark.parametrize("text", PRESENT)
def test_games_with_long_suits(text: str) -> None:
    draw = random.Random(f"long {text}")
    for _ in range(4 * GAMES):
        plain = CASES[text]()
        try:
            position = long_suits(text, plain, draw)
        except kibitz.TextError as error:  # nobody, everybody or somebody unseen holds a card
            assert re.search(
                "the position does not show who is with|players against the holders", str(error)
            )
            continue
        side_by_side(text, plain, position, draw)


@pytest.mark.parametrize("text", PRESENT)
def test_whole_games(text: str) -> None:
    game, plain = kibitz.game(text), CASES[text]
    draw = random.Random(text)
    for _ in range(GAMES):
        position = game.deal(draw.randrange(10**9))
        assert isinstance(position, TrickPosition)
        side_by_side(text, plain(), position, draw)
