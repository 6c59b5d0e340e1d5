"""Parts of one's own: decision tests, orders, restrictions; and what goes wrong with own games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from definition import random_tree

import kibitz
from kibitz import Algorithm, DecisionTest, Game, GameError, Limit, Position, Restrictions, solve
from kibitz.cards import SUIT_CARDS, Card, TrickGame
from kibitz.engines.reference.decision import LeafTableTest
from kibitz.engines.reference.plain import maxn

ANY: Any = solve  # for what a type checker would refuse
SPADES = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")


class Careful(DecisionTest):
    """Of a sum and a table, whichever says no."""

    needs = "outcomes"

    def __init__(self, scores: Any) -> None:
        self.table = LeafTableTest(scores)
        self.asked = 0

    def possible(self, bounds: Any, feasible: Any) -> bool:
        return self.table.possible(bounds, feasible)


def by_name(position: Position) -> Sequence[Any]:
    return sorted(position.moves(), key=str)


class TestOwnParts:
    @pytest.mark.parametrize("preset", ["shallow", "last-branch", "speculative"])
    def test_a_decision_test_works_in_every_composition(self, preset: str) -> None:
        own = Algorithm.parse(f"{preset}(test=test_parts:Careful,table=bounds)")
        for seed in range(40):
            position = random_tree(seed)
            value, line = maxn(position)
            result = solve(position, own)
            assert (result.value, list(result.line)) == (value, line)
            like = solve(position, replace(own, test="leaf-table"), engine="reference")
            assert result.stats == like.stats
            assert result.engine == "reference"

    def test_texts_of_own_parts_round_trip(self) -> None:
        text = "speculative(test=test_parts:Careful,order=test_parts:by_name)"
        algorithm = Algorithm.parse(text)
        assert algorithm.test is Careful
        assert str(algorithm) == text
        assert Algorithm.parse(str(algorithm)) == algorithm
        assert Algorithm.parse("speculative", test=Careful, order=by_name) == algorithm

    def test_an_order_decides_ties(self) -> None:
        tree = kibitz.game("tree").parse("0[(1,0,0) (1,5,0)]")
        assert solve(tree, "maxn").move == 0
        last = Algorithm.parse("maxn", order=lambda position: position.moves()[::-1])
        assert solve(tree, last).move == 1

    @pytest.mark.parametrize(
        ("part", "message"),
        [
            ("test=builtins:int", "expected a name or a subclass of DecisionTest"),
            ("order=test_parts:SPADES", "expected a function as order"),
            ("test=no_such:thing", "expected test 'module:name'"),
            ("test=linaer", "did you mean 'linear'"),
            ("prune=shalow,test=linear", "did you mean 'shallow'"),
        ],
    )
    def test_what_is_no_part_is_refused(self, part: str, message: str) -> None:
        with pytest.raises(kibitz.KibitzError, match=message):
            Algorithm.parse(f"speculative({part})")


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
    """Counts tricks, and has points that it does not count: other cards are one move."""

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

    def test_positions_of_another_game_are_refused_in_a_batch(self) -> None:
        other = kibitz.game("spades(players=3,breaking=false)")
        deals = [SPADES.deal(1, cards=3), other.deal(1, cards=3)]
        good, bad = kibitz.solve_many(SPADES, deals)
        assert isinstance(good, kibitz.Result)
        assert "expected a position of spades(players=3,bids=1/1/2" in str(bad)


@dataclass(frozen=True)
class Broken(Game):
    """Two moves, and one thing that goes wrong."""

    wrong: str = ""

    def start(self) -> BrokenPosition:
        return BrokenPosition(self, 0)

    def payoffs(self, outcome: int) -> tuple[int, ...]:
        if self.wrong == "payoffs":
            raise LookupError("no such payoff")
        return (outcome, 0, 0)


@dataclass(frozen=True)
class BrokenPosition(Position):
    game: Broken
    made: int

    turn = 0

    @property
    def is_over(self) -> bool:
        return self.made == 2

    @property
    def outcome(self) -> int:
        return self.made

    def moves(self) -> list[str]:
        return [] if self.game.wrong == "moves" else ["go"]

    def play(self, move: str) -> BrokenPosition:
        if self.game.wrong == "play":
            return BrokenPosition(self.game, self.made + int("x"))
        return BrokenPosition(self.game, self.made + 1)


class TestOwnGamesThatFail:
    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            ("payoffs", r"Broken\(wrong=payoffs\) fails in payoffs\(\) at test_parts.py:\d+: Look"),
            ("play", r"Broken\(wrong=play\) fails in play\(\) at test_parts.py:\d+: ValueError"),
            ("moves", r"moves\(\) of test_parts:Broken\(wrong=moves\) is empty before the end"),
        ],
    )
    def test_one_line_names_game_method_and_place(self, wrong: str, message: str) -> None:
        position = Broken(wrong=wrong).start()
        with pytest.raises(GameError, match=message):
            solve(position)
        with pytest.raises(GameError, match=message):
            list(kibitz.trace(position))

    @pytest.mark.parametrize(
        ("ask", "message"),
        [
            (lambda: ANY("7..K.4 .2..K7 J...A3"), "expected a position, as game.parse reads"),
            (lambda: ANY(SPADES.deal(1), limit=5), "expected a limit such as Limit"),
            (
                lambda: Limit(**dict[str, Any](seconds="3")),
                "expected a limit of more than 0 seconds",
            ),
        ],
    )
    def test_what_is_no_position_or_limit_is_refused(self, ask: Any, message: str) -> None:
        with pytest.raises(kibitz.KibitzError, match=message):
            ask()


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
