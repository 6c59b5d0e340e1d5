"""MP-Mix picks its search by who is ahead; types are learned from moves."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, cast

import pytest
from plain_backups import prob

import kibitz
from kibitz import Algorithm, History, Limit, beliefs, player, solve
from kibitz.errors import InvalidAlgorithm
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players.mixing import MpMix

BOARD = kibitz.game("chinese_checkers")
START = BOARD.start()
BEHIND = START.play(START.ordered("gain")[0])
"""Player 0 has gained most, and player 1 is to move."""
AHEAD = BEHIND.skipped().skipped()
"""The same, and player 0 is to move."""


@pytest.mark.parametrize(
    ("defensive", "offensive", "behind", "strategy"),
    [
        (1, 1, False, "paranoid"),
        (99, 1, False, "maxn"),
        (None, 1, False, "maxn"),
        (1, 1, True, "offensive"),
        (1, 99, True, "maxn"),
        (1, None, True, "maxn"),
    ],
)
def test_the_search_goes_by_who_leads_and_by_how_much(
    defensive: int | None, offensive: int | None, behind: bool, strategy: str
) -> None:
    position = BEHIND if behind else AHEAD
    who = MpMix(defensive, offensive, depth=2, width=4)
    gained = sorted(position.estimate("distance"))
    assert gained[-1] > gained[-2]
    assert who.strategy(position) == strategy
    result = who.result(position)
    same = solve(position, who.algorithm(position), limit=Limit(depth=2))
    assert (result.value, result.line) == (same.value, same.line)
    if strategy == "offensive":
        assert result.algorithm.target == 0
    assert who.depths == [2]


def test_a_tie_is_no_lead() -> None:
    assert MpMix(1, 1).strategy(BOARD.start()) == "maxn"
    assert MpMix(0, 0).strategy(BOARD.start()) == "paranoid"


def test_it_plays_cards_too() -> None:
    start = begin("spades(players=3,cards=3)", 1)
    played = play_out(start, [player("mp-mix(depth=3)"), player("rules"), player("mp-mix")], 1)
    assert played.end.is_over


def bayes(hand: History, models: tuple[str, ...]) -> list[list[Fraction]]:
    """The same by plain recursion: a type makes each of its best moves equally often."""
    types, game, own = len(models), hand.game, hand.position.side
    rows = [[Fraction(1, types)] * types for _ in range(game.sides)]
    for here, move in zip(hand.line, hand.moves, strict=False):
        if here.side == own:
            continue
        scale = lcm(*(one.denominator for row in rows for one in row))
        weights = tuple(int(one * scale) for row in rows for one in row)
        algorithm = Algorithm(backup="prob", models=models, weights=weights)
        lots = {card: prob(here.play(card), algorithm, own) for card in here.legal_moves()}
        likely = []
        for model in models:
            wants = replace(cast("Any", game), utility=kibitz.Utility.parse(model))
            gets = {
                card: sum(chance * wants.payoffs(end)[here.side] for end, chance in lot.items())
                for card, lot in lots.items()
            }
            best = [card for card in gets if gets[card] == max(gets.values())]
            likely.append(Fraction(move in best, len(best)))
        together = [old * new for old, new in zip(rows[here.side], likely, strict=True)]
        if sum(together):
            rows[here.side] = [one / sum(together) for one in together]
    return rows


def test_a_move_tells_what_its_player_wants() -> None:
    models, learned = ("tricks", "mot", "least"), 0
    for seed in range(12):
        deal = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)").deal(seed, cards=3)
        hand = History(deal)
        for _ in range(4):
            hand = hand.after(random.Random(seed).choice(hand.position.legal_moves()))
        known = beliefs(hand, Algorithm(backup="prob", models=models))
        assert [list(row) for row in known.chances] == bayes(hand, models)
        assert known.algorithm.observer is None
        learned += len(set(known.chances)) > 1
    assert learned > 3


def test_before_anything_is_played_it_is_as_the_weights_say() -> None:
    deal = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)").deal(7, cards=4)
    known = beliefs(deal, "prob(models=tricks/mot,weights=3/1)")
    assert known.chances == ((Fraction(3, 4), Fraction(1, 4)),) * 3


def test_nothing_is_learned_without_the_nodes_for_it() -> None:
    deal = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)").deal(7, cards=4)
    hand = History(deal).after(solve(deal, "maxn").move)
    known = beliefs(hand, "prob(models=tricks/mot/least)", limit=Limit(nodes=5))
    assert known.chances == ((Fraction(1, 3),) * 3,) * 3


def test_beliefs_are_for_searches_by_types() -> None:
    deal = kibitz.game("spades(players=3)").deal(7, cards=2)
    with pytest.raises(InvalidAlgorithm, match="expected a search by types"):
        beliefs(deal, "maxn")
    with pytest.raises(InvalidAlgorithm, match="expected a search by types"):
        player("believing(maxn)")


def test_who_believes_searches_with_what_was_learned() -> None:
    deal = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)").deal(7, cards=4)
    hand = History(deal)
    for _ in range(4):
        hand = hand.after(solve(hand, "maxn").move)
    who = player("believing(prob(models=tricks/mot/least))")
    known = beliefs(hand, Algorithm.parse("prob(models=tricks/mot/least)"))
    assert who.play_after(hand) == solve(hand.position, known.algorithm).move
    start = begin("spades(players=3,cards=3,bids=1/1/1,utility=mot)", 1)
    played = play_out(start, [who, player("rules"), who], 1)
    assert played.end.is_over
