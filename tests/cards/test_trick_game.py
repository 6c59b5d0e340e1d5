"""Trick games of one's own: what the kernel takes, what goes to the reference, many outcomes."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

import kibitz
from kibitz import Limit, Restrictions, solve
from kibitz.asking.choosing import suits_sets
from kibitz.cards import SUIT_CARDS, Card, TrickGame
from kibitz.cards.estimates import share_out
from kibitz.engines.reference.plain import maxn


@dataclass(frozen=True)
class LateDiamonds(TrickGame):
    """Diamonds may not be led before a club was played; the first lead is a heart."""

    @property
    def restrictions(self) -> Restrictions:
        _, hearts, diamonds, clubs = SUIT_CARDS
        return Restrictions(closed=diamonds, breakers=clubs, first_lead=hearts)


@dataclass(frozen=True)
class OwnSides(TrickGame):
    """Player 2 plays for player 0."""

    def side(self, player: int) -> int:
        return 0 if player == 2 else player


@dataclass(frozen=True)
class CountedTwice(TrickGame):
    """Counts tricks, and has points that it does not count."""

    def points(self, card: Card) -> int:
        return card.rank % 2


@dataclass(frozen=True)
class LateTrumps(TrickGame):
    """Hearts become trumps when a club was played."""

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(breakers=SUIT_CARDS[3])

    def trump_in(self, marks: frozenset[str]) -> int | None:
        return 1 if "broken" in marks else None


@dataclass(frozen=True)
class Numbered(TrickGame):
    """Says itself how many are dealt, instead of none for the usual number."""

    cards: int = 17
    tricks: int = 17


class TestOwnTrickGames:
    @pytest.mark.parametrize("cards", [17, 16, 3])
    def test_a_number_of_its_own_stays_a_number_in_texts(self, cards: int) -> None:
        game = Numbered(players=3, cards=cards, tricks=cards)
        _, arguments = kibitz.text.read_call(str(game))
        assert Numbered.from_arguments("numbered", arguments) == game
        assert "none" not in str(game)

    @pytest.mark.parametrize("kind", [LateDiamonds, OwnSides, CountedTwice, LateTrumps])
    def test_the_engines_never_differ(self, kind: type[TrickGame]) -> None:
        for seed in range(30):
            position = kind(players=3, cards=4).deal(seed)
            auto, slow = solve(position), solve(position, engine="reference")
            assert (auto.value, auto.line, auto.stats) == (slow.value, slow.line, slow.stats)

    def test_restrictions_run_in_the_kernel_and_other_rules_do_not(self) -> None:
        engines = {
            kind: solve(kind(players=3, cards=4).deal(1)).engine
            for kind in (LateDiamonds, CountedTwice, OwnSides, LateTrumps)
        }
        built = "kernel" if kibitz.engines.kernel.BUILT else "reference"
        assert engines == {
            LateDiamonds: built,
            CountedTwice: built,
            OwnSides: "reference",
            LateTrumps: "reference",
        }

    def test_restrictions_say_what_may_be_led(self) -> None:
        game = LateDiamonds(players=3, cards=3)
        start = game.parse(".A.K2. ..AQ.A .3.3.3")
        assert list(map(str, start.legal_moves())) == ["HA"]
        second = start.play("HA").play("DA").play("H3")
        assert list(map(str, second.legal_moves())) == ["DK", "D2"]  # nothing else to lead


@dataclass(frozen=True)
class ManyPoints(TrickGame):
    """120 card points, which can be shared out in more ways than any table has room for."""

    counts_tricks = False

    def points(self, card: Card) -> int:
        return (11, 10, 4, 3, 2)[card.rank] if card.rank < 5 else 0


class TestManyOutcomes:
    def test_the_default_does_without_a_table_of_them(self) -> None:
        position = ManyPoints(players=6, cards=8).deal(1)
        assert not position.has_few_outcomes
        result = solve(position, limit=Limit(nodes=500))
        assert result.algorithm.test == "none"
        with pytest.raises(kibitz.TooManyOutcomes, match="expected at most 20,000 outcomes"):
            solve(position, "leaf-table")

    def test_plain_maxn_needs_none(self) -> None:
        deal = ManyPoints(players=4, cards=8)
        end = deal.parse("A...A K...K Q...Q J...J 0 - 0,0,0,0")
        value, line = maxn(end)
        result = solve(end, "maxn")
        assert (result.value, list(result.line)) == (value, line)


def test_units_are_shared_out_in_every_way() -> None:
    draw = random.Random(1)
    for _ in range(300):
        taken = tuple(draw.choices(range(5), k=draw.randint(1, 5)))
        units = draw.choices([1, 1, 1, 2, 13, 0, -2], k=draw.randint(0, 5))
        ends = set()
        for takers in itertools.product(range(len(taken)), repeat=len(units)):
            end = list(taken)
            for taker, unit in zip(takers, units, strict=True):
                end[taker] += unit
            ends.add(tuple(end))
        assert list(share_out(taken, units)) == sorted(ends)


@dataclass(frozen=True)
class SpadesOnceBroken(TrickGame):
    """Spades are trumps once the king of diamonds was played."""

    players: int = 5

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(breakers=1 << Card("DK"))

    def trump_in(self, marks: frozenset[str]) -> int | None:
        return 0 if "broken" in marks else None


class TestTrumpsThatChange:
    """A card that lies on the table, and does not win, may come to be a trump that does."""

    def test_it_is_live_and_in_the_key(self) -> None:
        game = SpadesOnceBroken()
        trumped = game.parse(".2.. ..2. 64... ..K3. ...32 0 H9,S5 0,0,0,0,0")
        assert list(map(str, trumped.moves())) == ["S6", "S4"]
        assert trumped.play("S6").play("DK").play("C2").leader == 2
        assert trumped.play("S4").play("DK").play("C2").leader == 1
        other = game.parse(".2.. ..2. 64... ..K3. ...32 0 H9,D5 0,0,0,0,0")
        assert other.key() != trumped.key()
        assert other.relative_key() != trumped.relative_key()

    def test_tricks_are_not_counted_before_they_are_won(self) -> None:
        position = SpadesOnceBroken(players=3).parse(".J.8. .4.K. 2..2.")
        with pytest.raises(kibitz.InvalidAlgorithm, match="needs one trump suit"):
            solve(position, "outcome-sets")
        assert not suits_sets(position)
        broken = SpadesOnceBroken(players=3).parse(".J.8. .4.K. 2..2. 0 - 0,0,0 broken")
        assert solve(broken, "outcome-sets").value == solve(broken, "maxn(order=suits)").value


@dataclass(frozen=True)
class PointsBelowZero(TrickGame):
    """The five of hearts costs three points, that of diamonds is worth two."""

    counts_tricks = False

    def points(self, card: Card) -> int:
        return {"H5": -3, "D5": 2}.get(str(card), 0)


class TestPointsBelowZero:
    def test_what_was_taken_rules_nothing_out(self) -> None:
        position = PointsBelowZero().parse(".53.5. .Q.AJ. .7.6. 2 H6 0,0,0")
        value, line = maxn(position)
        for algorithm in ("leaf-table", "branch-and-bound", "abbnb"):
            result = solve(position, algorithm)
            assert (result.value, list(result.line)) == (value, line)
        assert not position.narrows

    def test_a_position_with_less_than_nothing_taken_can_be_read(self) -> None:
        game = PointsBelowZero()
        position = game.parse("A... K... Q... 0 - 0,-3,0")
        assert game.parse(str(position)) == position
        assert game.parse("A..5. K..2. Q...2 0 - 0,0,0").legal_moves()
        with pytest.raises(kibitz.TextError, match="expected 3 counts taken"):
            LateDiamonds(players=3).parse("A... K... Q... 0 - 0,-3,0")
