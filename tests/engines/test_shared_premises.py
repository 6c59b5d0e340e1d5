"""Premises of the proofs: what orders, keys and tables rest on, in games that could break it.

Each position here was searched wrongly before its premise was looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from packs import AnyTricks

import kibitz
from kibitz import Duties, Restrictions, TranspositionTable, TrickGame, solve
from kibitz.cards import Card, Hand, TrickPosition, read_card
from kibitz.cards.deck import Pack
from kibitz.cards.duties import Trick
from kibitz.cards.restrictions import Marks
from kibitz.engines.kernel import BUILT
from kibitz.engines.kernel.tricks import ADAPTER

ENGINES = ["reference", *["kernel"] * BUILT]


@dataclass(frozen=True, repr=False)
class OrTrump(TrickGame):
    """Whoever has the suit led may play a trump instead."""

    @property
    def duties(self) -> Duties:
        return Duties(follow="or-trump")

    def trump_in(self, marks: Marks) -> int:
        return 1


@dataclass(frozen=True, repr=False)
class FirstClub(TrickGame):
    """The two of clubs must be led to the first trick, by a leader who has it."""

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(first_lead=1 << read_card("C2"))


@dataclass(frozen=True, repr=False)
class FirstClubForHearts(FirstClub):
    """The same, where only the hearts taken count."""

    counts_tricks = False

    def points(self, card: Card) -> int:
        return int(card.suit == 1)


class Free(Duties):
    """Any card may be played to a trick, said by code."""

    def legal(self, hand: Hand, trick: Trick) -> Hand:
        return hand


class Low(Duties):
    """The lowest card of the suit led wins, said by code."""

    def beaters(self, pack: Pack, trump: int | None) -> tuple[Hand, ...]:
        suits = [pack.suit_cards[card.suit] for card in pack.cards]
        return tuple(suit & -(2 << card) for card, suit in zip(pack.cards, suits, strict=True))


class LowLeads(Restrictions):
    """Only the last card of a hand may be led, said by code."""

    def allowed(self, cards: Hand, leads: bool, marks: Marks) -> Hand:
        return 1 << cards.bit_length() - 1 if leads else cards


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"bids": (1, 1, 1)}, "A.QT.A. Q.AK.Q. K.J9.K. 2 - 0,0,0"),
        ({"bids": (2, 1, 1)}, "AQ..AQ. JT..JT. K.AK.K. 2 - 0,0,0"),
    ],
)
def test_winning_cards_of_two_suits_are_listed_by_no_suits_name(
    engine: str, options: dict[str, tuple[int, ...]], text: str
) -> None:
    """A player who may follow or trump can be sure to win in both; keys may rename the suits."""
    game = OrTrump(utility=kibitz.Utility.parse("wl"), **options)  # type: ignore[arg-type]
    position = game.parse(text)
    plain = solve(position, "maxn(order=suits)", engine="reference")
    found = solve(position, "outcome-sets", engine=engine)
    assert (found.value, found.line) == (plain.value, plain.line)


@pytest.mark.parametrize(
    "algorithm", ["leaf-table(keys=relative,probe=card)", "outcome-sets", "points"]
)
def test_deals_that_differ_in_the_cards_of_the_first_trick_share_no_entry(algorithm: str) -> None:
    game = FirstClub(players=2)
    bound, free = game.parse("...K2 ...A3"), game.parse("...K4 ...A5")
    assert bound.relative_key() != free.relative_key()
    kept = TranspositionTable(1)
    solve(bound, algorithm, engine="reference", table=kept)
    found = solve(free, algorithm, engine="reference", table=kept)
    fresh = solve(free, algorithm, engine="reference")
    assert (found.value, found.line) == (fresh.value, fresh.line)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "algorithm",
    ["leaf-table(keys=relative)", "maxn(table=exact,keys=relative)", "outcome-sets", "points"],
)
def test_first_tricks_with_other_cards_of_no_worth_share_no_entry(
    engine: str, algorithm: str
) -> None:
    """As much is to share in all three, and both endings have cards of the first."""
    game = FirstClubForHearts(players=2)
    first, bound, free = map(game.parse, ("..A.K42 .A..A53", "..A.2 .A..3", "..A.4 .A..5"))
    kept = TranspositionTable(1)
    found = [
        solve(position, algorithm, engine=engine, table=kept) for position in (first, bound, free)
    ]
    assert [each.value for each in found[1:]] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("algorithm", ["partition", "points"])
def test_an_entry_is_for_as_many_tricks_to_come(algorithm: str) -> None:
    """With the same hands play may end after three tricks or after one."""
    game, hands = kibitz.game("bridge(cards=5,tricks=3)"), "...K32 ...A54 ..432. ..765."
    kept = TranspositionTable(1)
    solve(game.parse(f"{hands} 0 - 0,0,0,0"), algorithm, engine="reference", table=kept)
    last = game.parse(f"{hands} 0 - 2,0,0,0")
    found = solve(last, algorithm, engine="reference", table=kept)
    assert found.value == (2, 1)
    assert found.line == solve(last, algorithm, engine="reference").line


@pytest.mark.parametrize("own", [Free(), Low(), LowLeads()])
def test_duties_and_restrictions_with_code_of_their_own_are_searched_as_code(
    own: Duties | Restrictions,
) -> None:
    field = "own_duties" if isinstance(own, Duties) else "own_restrictions"
    game = AnyTricks(cards=3, **{field: own})  # type: ignore[arg-type]
    plain, position = kibitz.Algorithm.parse("maxn(order=suits)"), game.deal(0)
    assert isinstance(position, TrickPosition)
    assert ADAPTER.reason_against(position).startswith("it does not know the")
    for seed in range(30):
        position = game.deal(seed)
        right = solve(position, plain, engine="reference")
        try:
            found = solve(position, "outcome-sets", engine="reference")
        except kibitz.InvalidAlgorithm as error:
            assert "won by rules said as data" in str(error)
            continue
        assert (found.value, found.line) == (right.value, right.line)


ORDERED = "leaf-table(keys=relative,probe=card,order=suits)"


def test_an_order_that_goes_by_dead_cards_of_the_trick_shares_no_entry_across_them() -> None:
    """Here player 1 throws two diamonds in either order; the order `suits` tells these apart."""
    game = kibitz.game("oh_hell(players=3,bids=3/0/2,trump=none,utility=mot)")
    position = game.parse("AK...2 .2.73. .3.5.5")
    plain = solve(position, "maxn(order=suits)", engine="reference")
    found = solve(position, ORDERED, engine="reference")
    assert (found.value, found.line) == (plain.value, plain.line)


def odd_ranks_first(position: kibitz.Position) -> list[kibitz.Move]:
    """An order that goes by the ranks themselves, which relative keys leave out."""
    return sorted(position.moves(), key=lambda card: (card.rank % 2, card))


def test_relative_keys_are_not_used_with_an_order_that_goes_by_ranks() -> None:
    game = kibitz.game("spades(players=3,bids=1/0/1,utility=momb,breaking=false)")
    position = game.deal(32, cards=4)
    plain = solve(position, kibitz.Algorithm.parse("maxn", order=odd_ranks_first))
    for text in ("maxn(table=exact,keys=relative)", "leaf-table(keys=relative)"):
        found = solve(position, kibitz.Algorithm.parse(text, order=odd_ranks_first))
        assert (found.value, found.line) == (plain.value, plain.line)
