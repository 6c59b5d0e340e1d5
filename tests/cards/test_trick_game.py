"""Trick games of one's own: what the kernel takes, what goes to the reference, many outcomes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import kibitz
from kibitz import Limit, Restrictions, solve
from kibitz.cards import SUIT_CARDS, Card, TrickGame
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


class TestOwnTrickGames:
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
