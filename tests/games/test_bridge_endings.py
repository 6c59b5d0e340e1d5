"""Endings of Bridge against Haglund's double dummy solver, as PyPI's endplay brings it."""

from __future__ import annotations

import random

import pytest
from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

import kibitz
from kibitz.cards import TrickPosition
from kibitz.games.bridge import pbn

TRUMPS = {
    "S": Denom.spades,
    "H": Denom.hearts,
    "D": Denom.diamonds,
    "C": Denom.clubs,
    "none": Denom.nt,
}


def ending(trump: str, seed: int, cards: int, leader: int) -> TrickPosition:
    """A random ending, with a leader."""
    game = kibitz.game(f"bridge(trump={trump})")
    deal = pbn.write_deal(game.deal(seed, cards))  # type: ignore[arg-type]
    position = game.parse(f"{deal} {leader} - 0,0,0,0")
    assert isinstance(position, TrickPosition)
    return position


def double_dummy(position: TrickPosition, trump: str, cards: list[str]) -> dict[str, int]:
    """For each card after these, the tricks of the mover's side."""
    deal = Deal(pbn.write_deal(position), Player(position.leader), TRUMPS[trump])
    for card in cards:
        deal.play(card)
    return {
        card.suit.name[0].upper() + card.rank.name[1]: tricks for card, tricks in solve_board(deal)
    }


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("trump", TRUMPS)
def test_the_value_of_an_ending_is_what_the_double_dummy_solver_says(
    trump: str, leader: int
) -> None:
    for seed in range(8):
        position = ending(trump, 10 * [*TRUMPS].index(trump) + seed, 4 + (seed == 0), leader)
        best = max(double_dummy(position, trump, []).values())
        ours, theirs = best, len(position.hand(0)) - best
        value = (ours, theirs) if position.side == 0 else (theirs, ours)
        assert kibitz.solve(position).value == value, position


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_card_in_the_middle_of_a_trick_is_worth_what_the_solver_says(trump: str) -> None:
    for seed in range(12):
        draw = random.Random(f"{trump} {seed}")
        start = position = ending(trump, 100 + seed, 4, draw.randrange(4))
        played = []
        for _ in range(seed % 4):
            played.append(str(draw.choice(position.legal_moves())))
            position = position.play(played[-1])
        values = {
            str(card): kibitz.solve(position.play(card)).value[position.side]  # type: ignore[index]
            for card in position.legal_moves()
        }
        assert values == double_dummy(start, trump, played), position
