"""Experience of Spades: what a player sees, how hands end, and what sampling makes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sights import sights

import kibitz
from kibitz.cards import TrickGame
from kibitz.matches.start import begin
from kibitz.players import player
from kibitz.players.experience import knows, spades, worths
from kibitz.players.experience.net import net
from kibitz.players.experience.spades import ENDS, FILES, Sight, _outcomes
from kibitz.whole.game import Whole
from kibitz.whole.hand import Hand
from kibitz.whole.view import View
from kibitz.whole.winning import for_the_game

GAMES = ["whole-spades(players=3,to=300)", "whole-spades"]


def played(game: str, seed: int) -> Iterator[tuple[Hand | Whole, kibitz.Card]]:
    """A hand with bids by rules, played at random: where it stands, and the card played then."""
    stream, rules = random.Random(seed), kibitz.player("rules")
    here = begin(game, seed)
    assert isinstance(here, Hand | Whole)
    while not here.number and not here.is_over:
        view = here.view()
        if view.asks == "bid":
            here = here.after(rules.choose(view))
            continue
        card = stream.choice(view.moves())
        yield here, card
        here = here.after(card)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_player_sees_after_a_card_is_what_its_next_view_says(game: str, seed: int) -> None:
    for told, shown in sights(played(game, seed), Sight.of):
        assert (told.bids, told.left) == (shown.bids, shown.left)
        features = list(told.features())
        assert len(set(features)) == len(features)


def test_features_of_a_hand_by_hand() -> None:
    """Seat 1 follows the ten of clubs with its seven; its left neighbour has no hearts."""
    view = View.parse(
        "spades(players=3,bids=6/5/4,utility=kibitz.whole.spades:contract) seat=1 "
        "hand=KQ5.985.KQ84.76432 plays=HA/H6/SA/D3/DA/D2/CT bids=6/5/4"
    )
    sight = Sight.of(view)
    assert sight.voids == {(1, 1)} and sight.broken
    after = sight.after(kibitz.Card("C7"))
    assert (after.bids, after.taken, after.left) == ((5, 4, 6), (0, 1, 1), 15)
    features = set(after.features())
    lengths = spades.TABLE + 3 * 52
    assert {lengths + 3, lengths + 28 + 3, lengths + 56 + 4, lengths + 84 + 4} <= features
    needs = lengths + 4 * 28
    assert {needs + 5 + 6, needs + 20 + 3 + 6, needs + 40 + 5 + 6} <= features
    tables = {at - spades.TABLE for at in features if spades.TABLE <= at < lengths}
    assert tables == {3 * 13 + 7, 2 * 52 + 3 * 13 + 4}
    assert sum(52 <= at < 104 for at in features) == after.unseen.bit_count()


def outcomes(text: str, card: str, shares: list[list[float]]) -> dict[tuple[int, ...], float]:
    sight = Sight.of(View.parse(text)).after(kibitz.Card(card))
    found = _outcomes(sight, shares)
    return {tricks: chance for chance, tricks in found}


def sure(end: int) -> list[float]:
    return [float(at == end) for at in range(ENDS)]


ALL_SIX = (
    "spades(players=3,bids=6/6/6,utility=kibitz.whole.spades:contract) seat=0 "
    "hand=AK52.985.KQ84.765432"
)


def test_outcomes_have_all_tricks() -> None:
    """With bids of 18 for 17 tricks one misses, and if two missed, tricks would be left."""
    half = [0.5, 0.5, *[0.0] * (ENDS - 2)]
    found = outcomes(ALL_SIX, "H9", [half, half, half])
    assert found == {(5, 6, 6): 0.125, (6, 5, 6): 0.125, (6, 6, 5): 0.125}


def test_where_no_likely_ends_fit_all_ends_count() -> None:
    """That all make it exactly is not possible with bids of 18."""
    rare = [0.001, 0.995, *[0.0008] * (ENDS - 2)]
    found = outcomes(ALL_SIX, "H9", [rare, rare, rare])
    assert found and all(sum(tricks) == 17 for tricks in found)


def test_five_or_more_tricks_over_are_as_many_as_are_left() -> None:
    text = ALL_SIX.replace("6/6/6", "1/1/1")
    assert outcomes(text, "H9", [sure(ENDS - 1), sure(1), sure(2)]) == {(14, 1, 2): 1.0}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("spades(players=3,bids=5/5/5,utility=kibitz.whole.spades:contract)", True),
        ("spades(bids=3/3/3/3,utility=kibitz.whole.spades:contract)", True),
        ("spades(players=3)", False),
        ("spades(players=3,bids=5/5/5,utility=mot)", False),
        ("spades(players=2,bids=5/5,utility=kibitz.whole.spades:contract)", False),
        ("spades(teams=none,bids=3/3/3/3,utility=kibitz.whole.spades:contract)", False),
        ("spades(breaking=false,bids=3/3/3/3,utility=kibitz.whole.spades:contract)", False),
        ("spades(cards=9,bids=3/3/3/3,utility=kibitz.whole.spades:contract)", False),
    ],
)
def test_only_usual_games_were_learned(text: str, known: bool) -> None:
    game = kibitz.game(text)
    assert isinstance(game, TrickGame)
    assert spades.knows(game) == known


@pytest.mark.parametrize("game", GAMES)
def test_nets_are_as_wide_as_what_is_seen(game: str) -> None:
    here, card = next(played(game, 5))
    learned = net(FILES[here.players])
    highest = max(Sight.of(here.view()).after(card).features())
    assert highest < len(learned._rows)
    sides = 3 if here.players == 3 else 2
    assert len(learned.says(learned.sums([]))) == sides * ENDS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("aim", ["hand", "game"])
def test_sampling_mixes_play_outs_with_what_hands_like_it_came_to(game: str, aim: str) -> None:
    for here, _ in list(played(game, 2))[::9]:
        view = here.view()
        if len(view.moves()) < 2 or view.hand.bit_count() <= 3:
            continue
        assert knows(view, for_the_game=True)
        alone = player(f"sampling(worlds=6,experience=0,aim={aim})", seed=5).appraisal(view)
        mixed = player(f"sampling(worlds=6,experience=0.25,aim={aim})", seed=5).appraisal(view)
        learned = worths(view, for_the_game(view.game, view) if aim == "game" else view.game)
        assert alone is not None and mixed is not None
        assert (alone.experience, mixed.experience) == (0, 0.25)
        for card in view.moves():
            half = 0.75 * alone.worth(card) + 0.25 * learned[card]
            assert mixed.worth(card) == pytest.approx(half)


def test_a_partnership_gets_the_worth_of_its_own_side() -> None:
    """Whoever is asked: with a bid that is out of reach for both sides, one must miss it."""
    for here, _ in list(played("whole-spades", 3))[:8]:
        view = here.view()
        found = worths(view, view.game)
        side = view.game.side(view.seat)
        most = 10 * sum(view.bids[at] or 0 for at in (side, side + 2))
        assert all(-most <= worth <= most for worth in found.values())
