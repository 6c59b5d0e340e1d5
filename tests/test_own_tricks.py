"""A slice of `make verify-own`, the plain games that it compares with, and that it bites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import own_tasks
import pytest
from own_checks import Case, fault
from own_shrinking import shrunk
from plain_games import Graph, Plain, Question, State, Tricks, place

from kibitz import TrickPosition

SLICE = 120
"""How many trick games; of others there are half as many."""


def deal(game: Tricks, *hands: str) -> Case:
    """The start of a deal, hands as cards with spaces between."""
    held = tuple(tuple(sorted(hand.split(), key=place)) for hand in hands)
    sides = max(game.sides) + 1
    return Case(game, State(held, 0, (), (0,) * sides, False, False), (0,) * len(hands))


@pytest.mark.parametrize("part", range(4))
def test_own_games_have_the_answers_of_plain_max_n(part: int) -> None:
    tasks = own_tasks.tasks(SLICE, SLICE // 2)[part::4]
    found = [wrong for task in tasks for wrong in own_tasks.faults(task)]
    assert not found, "\n".join(found)


class TestPlainGames:
    """By hand, so that what all is compared with is right itself."""

    game = Tricks(trump="S")

    def test_the_highest_trump_or_card_of_the_suit_led_wins_and_leads(self) -> None:
        state = deal(self.game, "H9 D2", "HA C2", "S2 C3").state
        for card in ("H9", "HA", "S2"):
            assert card in self.game.legal(state)
            state = self.game.play(state, card)
        assert (state.leader, state.taken) == (2, (0, 0, 1))
        untrumped = replace(self.game, trump="")
        state = deal(untrumped, "H9", "HA", "S2").state
        for card in ("H9", "HA", "S2"):
            state = untrumped.play(state, card)
        assert state.taken == (0, 1, 0)

    def test_suit_is_followed_and_closed_cards_wait_for_breakers(self) -> None:
        game = Tricks(players=2, sides=(0, 1), closed=("SA",), breakers=("C2",), alone=("H3",))
        state = deal(game, "SA H3 H2", "C2 D4 H9").state
        assert game.legal(state) == ["H3", "H2"]
        assert game.legal(game.play(state, "H3")) == ["H9"]
        assert game.legal(state._replace(broken=True)) == ["SA", "H3", "H2"]
        only = deal(game, "SA H3", "C2 D4").state
        assert game.legal(only) == ["SA", "H3"]  # who has that card alone besides

    def test_the_first_trick_has_rules_of_its_own(self) -> None:
        game = Tricks(
            players=2, sides=(0, 1), first_lead=("C4", "C2"), first_lowest=True, first_not=("HA",)
        )
        state = deal(game, "SA C4 C2", "HA D9 S2").state
        assert game.legal(state) == ["C2"]
        state = game.play(state, "C2")
        assert game.legal(state) == ["S2", "D9"]
        assert game.play(state, "D9").begun

    def test_cards_of_another_kind_between_keep_cards_apart(self) -> None:
        game = Tricks(players=2, sides=(0, 1), counts_tricks=False, points={"SQ": 13})
        state = deal(game, "SK SQ SJ ST", "S2 S3 S4 S5").state
        assert game.groups(state) == [["SK"], ["SQ"], ["SJ", "ST"]]
        state = deal(game, "SK SJ S9 S7", "S8 S3 S4 S5").state
        assert game.groups(state) == [["SK", "SJ", "S9"], ["S7"]]

    def test_the_first_of_equals_stays_in_the_order_that_is_asked_for(self) -> None:
        graph = Graph(
            3,
            (0, 1, 2),
            ((0, (("a", 1), ("b", 4))), (1, (("c", 2), ("d", 3))), (-1, ()), (-2, ()), (-3, ())),
            ((4, 2, 0), (1, 2, 3), (2, 2, 2)),
        )
        assert Plain(graph).answer(0, Question()) == ((4, 2, 0), ["a", "c"])
        assert Plain(graph).answer(0, Question("low")) == ((2, 2, 2), ["b"])
        assert Plain(graph).answer(0, Question(ties="against-root", root=0))[0] == (2, 2, 2)
        assert Plain(graph).answer(0, Question(against=True, root=0))[0] == (2, 2, 2)


class TestTheChecksBite:
    """A fault that is planted is found and made small."""

    @pytest.fixture
    def careless(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Keys that forget who leads."""
        monkeypatch.setattr(TrickPosition, "key", lambda self: (self.hands, self.table))
        yield

    def test_a_wrong_key_is_found_and_its_case_made_small(self, careless: None) -> None:
        game = Tricks(trump="S", lowest=-5, alike="none", closed=("D9",), breakers=("D2",))
        case = deal(game, "SA S3 H4 D2", "SK H9 HA D9", "S2 H2 H3 C4")
        case = replace(case, check="table", algorithm="maxn(table=exact)", number=2)
        wrong = fault(case)
        assert "not" in wrong
        small, still = shrunk(case, wrong, fault, tries=100)
        assert "not" in still
        assert len(small.state.hands[0]) < 4
        assert isinstance(small.game, Tricks)
        assert not small.game.closed

    def test_a_counter_example_is_a_module_and_a_position(self) -> None:
        case = deal(Tricks(counts_tricks=False, points={"SQ": 13}), "SQ", "SK", "H2")
        assert fault(case) == ""
        shown = own_tasks.report("tricks 1", case, "wrong")
        module, _, rest = shown.partition("\n# check ")
        assert "class Own(TrickGame)" in module
        assert "position Q... K... .2.. 0 - 0,0,0" in rest
