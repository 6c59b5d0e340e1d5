"""Worlds that fit the bids of the others count for more."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest

import kibitz
from kibitz import TrickPosition, View
from kibitz.cards import read_hand
from kibitz.players import player, weighing
from kibitz.players.appraisal import Appraisal
from kibitz.players.judgement import tricks_in
from kibitz.players.searching import Sampling

CARDS = 3


def view(bids: str) -> View:
    """Two players with three cards each; the payoffs, tricks, do not depend on the bids."""
    return View.parse(
        f"spades(players=2,cards={CARDS},bids={bids},utility=tricks) seat=0 hand=.9.Q.5 bids={bids}"
    )


def worlds(here: View, *hands: str) -> list[TrickPosition]:
    """The worlds in which the other has these hands."""
    return [here.position([here.hand, read_hand(hand)]) for hand in hands]


def weights(here: View, *hands: str) -> list[float]:
    """What they weigh."""
    found = weighing.by_bids(here, worlds(here, *hands))
    assert found is not None
    return found


def sampling(line: str) -> Sampling:
    found = player(line)
    assert isinstance(found, Sampling)
    return found


def chance(bid: int, worth: float, steep: float, above: float, spread: float) -> float:
    """How likely a bid of one of two players with three cards is, by numbers."""
    normal = NormalDist(1.5 + steep * (worth - 1.5) + above, spread * math.sqrt(CARDS))
    return 0.98 * (normal.cdf(bid + 0.5) - normal.cdf(bid - 0.5)) + 0.02 / (CARDS + 1)


@pytest.mark.parametrize("bid", [0, 1, 3])
@pytest.mark.parametrize(
    ("whole", "law"), [("", (1, 0, 0.3)), (" whole=whole-spades(players=2)", (0.62, 0.1, 0.2))]
)
def test_a_weight_is_the_chance_of_the_bid_by_what_the_hand_is_worth(
    bid: int, whole: str, law: tuple[float, float, float]
) -> None:
    here = View.parse(f"{view(f'1/{bid}')}{whole}")
    strong, weak = weights(here, "AKQ...", ".2.2.2")
    most, least = (
        tricks_in(View.parse(f"spades(players=2,cards={CARDS}) seat=1 hand={hand}"))
        for hand in ("AKQ...", ".2.2.2")
    )
    assert most > 2.5 > 1 > least
    assert strong / weak == pytest.approx(chance(bid, most, *law) / chance(bid, least, *law))
    assert max(strong, weak) == 1


@pytest.mark.parametrize("text", ["spades(players=3)", "oh_hell(cards=5)", "euchre", "doppelkopf"])
def test_a_hand_is_worth_what_its_cards_are(text: str) -> None:
    """Card by card, as tricks_in was written at first."""
    for seed in range(20):
        here = kibitz.view(kibitz.game(text).deal(seed))
        game, trump = here.game, here.game.trump_in(here.public.marks)
        trumps = 0 if trump is None else game.pack.suit_cards[trump]
        worth = 0.0
        for card in game.pack.listed(here.hand):
            length = (here.hand & game.pack.suit_cards[card.suit]).bit_count()
            above = game.pack.above(card) | (trumps if card.suit != trump else 0)
            beaten = (above & here.unseen).bit_count() / here.unseen.bit_count()
            if trump is not None and card.suit != trump:
                beaten += 0.03 * max(0, length - 2)
            worth += max(0.0, 1 - beaten * 1.5 * math.sqrt(game.players - 1))
            if card.suit == trump:
                worth += 0.12 * max(0, length - 3)
        assert tricks_in(here) == pytest.approx(worth)


def test_what_was_played_since_counts_as_held_when_the_bid_was_made() -> None:
    before = view("1/3")
    after = View.parse(f"{before} plays=C5/CA".replace("hand=.9.Q.5", "hand=.9.Q."))
    assert weights(before, "AK...A", "..32.A") == weights(after, "AK...", "..32.")


def test_the_own_bid_and_a_bid_to_come_say_nothing() -> None:
    here = view("1/2")
    found = worlds(here, "AKQ...", ".2.2.2")
    one, other = (weighing.by_bids(view(bids), found) for bids in ("1/2", "3/2"))
    assert one == other
    line = "spades(players=2,cards=3) seat=0 hand=.9.Q.5 asks=bid choices=0/1/2/3 bids=3/-"
    assert weighing.by_bids(View.parse(line), found) is None
    assert weighing.by_bids(View.parse(line.replace("3/-", "-/3")), found) is not None


def test_an_appraisal_is_by_weight() -> None:
    here = view("1/3")
    found = worlds(here, "AKQ...", ".2.2.2", ".3.3.3")
    [first, *rest] = (Appraisal.of([world]) for world in found)
    assert Appraisal.of(found, weights=[1, 0, 0]).means == first.means
    both = Appraisal.of(found, weights=[0.5, 1, 2.5])
    for card in first.means:
        expected = (0.5 * first.worth(card) + rest[0].worth(card) + 2.5 * rest[1].worth(card)) / 4
        assert both.worth(card) == pytest.approx(expected)
    assert Appraisal.of(found, weights=[1, 1, 1]) == Appraisal.of(found)


def test_a_high_bid_makes_the_others_strong_if_bids_weigh() -> None:
    def worth(line: str, bids: str) -> float:
        found = sampling(line).appraisal(view(bids))
        return found.worth(found.best())

    assert worth("sampling", "1/0") == worth("sampling", "1/3")
    weighed = [worth("sampling(weigh=bids)", f"1/{bid}") for bid in range(4)]
    assert weighed == sorted(weighed, reverse=True)
    assert weighed[0] > weighed[3] + 0.5


def test_a_bid_that_is_made_weighs_in_the_next_bid() -> None:
    """With an ace beside small cards: who has bid all the others' tricks will trump it."""
    line = (
        "spades(players=2,cards=4) seat=1 hand=.AK.A.2 asks=bid choices=0/1/2/3/4 "
        "bids={}/- whole=whole-spades(players=2) scores=0/0"
    )
    plain, weighed = (
        [player(f"sampling(worlds=400{more})").choose(View.parse(line.format(bid))) for bid in "04"]
        for more in ("", ",weigh=bids")
    )
    assert plain[0] >= plain[1]
    assert weighed[0] > weighed[1]
    assert weighed[0] >= plain[0]
    assert weighed[1] <= plain[1]


def test_where_nobody_bids_weights_change_nothing() -> None:
    here = kibitz.view(kibitz.game("hearts(cards=5)").deal(3))
    one, two = (sampling(f"sampling({line}worlds=9)") for line in ("", "weigh=bids,"))
    assert one.appraisal(here) == two.appraisal(here)


def test_by_itself_sampling_weighs_bids_where_that_is_known_to_win() -> None:
    """Oh Hell with three cards, after bids of the others, of whom one bids all tricks."""
    here = View.parse(
        "oh_hell(cards=3,trump=H,bids=1/3/0,utility=oh) seat=0 hand=.9.Q.5 bids=1/3/0 "
        "whole=whole-oh-hell(players=3) scores=0/0/0 number=2"
    )
    auto, none, bids = (
        sampling(f"sampling({weigh}worlds=60,aim=hand)").appraisal(here)
        for weigh in ("", "weigh=none,", "weigh=bids,")
    )
    assert auto == bids != none
    spades = View.parse(f"{view('1/3')} whole=whole-spades(players=2)")
    auto, none = (
        sampling(f"sampling({weigh}worlds=60,aim=hand)").appraisal(spades)
        for weigh in ("", "weigh=none,")
    )
    assert auto == none
