"""Payoff reduction: one choice for all worlds that look the same, against others who know."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

import kibitz
from kibitz import View, worlds
from kibitz.cards import CARDS, Card, TrickPosition, hand_of, read_hand, write_hand
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player
from kibitz.players.appraisal import Appraisal
from kibitz.players.searching import Sampling

TWO = "spades(players=2,cards=3,breaking=false)"


def seen(hand: str, unseen: str) -> View:
    """A hand of three; the other player holds three of the unseen cards."""
    out = hand_of(CARDS) & ~(read_hand(hand) | read_hand(unseen))
    return View.parse(f"{TWO} seat=0 hand={hand} out={write_hand(out)}")


def worlds_at_random(seed: int, unseen: int) -> list[TrickPosition]:
    """All worlds with so many unseen cards."""
    cards = random.Random(seed).sample(list(CARDS), 3 + unseen)
    return list(worlds(seen(write_hand(hand_of(cards[:3])), write_hand(hand_of(cards[3:])))))


def plans(every: Sequence[TrickPosition], card: Card) -> list[dict[tuple[Card, ...], Card]]:
    """Every way to choose later on, by what was played until then."""
    choices: dict[tuple[Card, ...], Sequence[Card]] = {}

    def collect(position: TrickPosition, played: tuple[Card, ...]) -> None:
        if position.is_over:
            return
        if position.turn == 0:
            choices[played] = position.legal_moves()
        for after in position.legal_moves():
            collect(position.play(after), (*played, after))

    for world in every:
        collect(world.play(card), (card,))
    chosen = itertools.product(*choices.values())
    return [dict(zip(choices, cards, strict=True)) for cards in chosen]


def worth(
    position: TrickPosition, played: tuple[Card, ...], plan: dict[tuple[Card, ...], Card]
) -> int:
    """What a plan gets against one who knows it and all cards."""
    if position.is_over:
        return position.game.payoffs(position.outcome)[0]
    moves = [plan[played]] if position.turn == 0 else position.legal_moves()
    return min(worth(position.play(card), (*played, card), plan) for card in moves)


def best_defence(every: Sequence[TrickPosition], card: Card) -> float:
    """What a card is worth on average by the best plan against one who knows all cards."""
    return max(
        sum(worth(world.play(card), (card,), plan) for world in every) / len(every)
        for plan in plans(every, card)
    )


def test_the_mean_counts_on_a_right_guess_and_payoff_reduction_does_not() -> None:
    """With the only trump gone one must guess what to lead; who keeps it may guess wrong once."""
    view = seen("T.8..2", ".J.764.K")
    by_mean, by_reduction = Sampling(), Sampling(by="reduction")
    every = list(worlds(view))
    assert len(every) == 10
    trump, heart, club = view.moves()
    means = by_mean.appraisal(view).means
    assert means[trump] == means[heart] == means[club] == (1.8, 1.2)
    assert by_mean.play(view) == club  # as rules do, where nothing is better
    assert best_defence(every, trump) == by_reduction.appraisal(view).worth(trump) == 1.5
    assert best_defence(every, heart) == by_reduction.appraisal(view).worth(heart) == 1.8
    assert by_reduction.play(view) in (heart, club)


@pytest.mark.parametrize("seed", [*range(6), 25, 59, 86, 146])  # the last four need reduction
def test_against_one_who_knows_all_it_is_worth_what_the_best_plan_is(seed: int) -> None:
    every = worlds_at_random(seed, unseen=4)
    found = Appraisal.of(every, by="reduction")
    for card in every[0].legal_moves():
        assert found.worth(card) == pytest.approx(best_defence(every, card))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "game", ["hearts(cards=3)", "spades(players=3,cards=3)", "bridge(cards=3)"]
)
def test_one_world_is_worth_what_it_is_with_open_hands(game: str, seed: int) -> None:
    world = kibitz.game(game).deal(seed)
    assert isinstance(world, TrickPosition)
    opened, fused = Appraisal.of([world]), Appraisal.of([world], by="reduction")
    assert fused.means == opened.means


@pytest.mark.parametrize("seed", range(8))
def test_nothing_counts_more_than_with_open_hands(seed: int) -> None:
    every = worlds_at_random(seed, unseen=5)
    opened, fused = Appraisal.of(every), Appraisal.of(every, by="reduction")
    assert all(fused.worth(card) <= opened.worth(card) for card in opened.means)


def test_a_player_by_reduction_plays_whole_hands() -> None:
    seats = [player("sampling(worlds=4,by=reduction)"), *[player("rules")] * 2]
    for game in ("spades(players=3,cards=5)", "hearts(players=3,cards=5)"):
        assert not any(play_out(begin(game, 1), seats, 1).failures)
