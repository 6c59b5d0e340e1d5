"""Whether a value depends on ties, what else it can be, and who decides."""

from __future__ import annotations

import json

import pytest
from heaps import Heaps

import kibitz
from kibitz import Game, KibitzError, Limit, ties
from kibitz.cli import main
from kibitz.errors import NoRoom

TREE = "0[1[(4,2,0) (1,2,3)] (2,2,2)]"
TOGETHER = "0[(1,5,5) 1[2[(2,1,1) (0,1,1)] 2[(2,1,1) (0,1,1)]]]"


def test_a_value_that_does_not_depend_on_ties_says_so() -> None:
    found = ties(kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]"))
    assert (found.value, found.others, found.depends) == ((5, 4, 1), (), False)
    assert found.words == "does not depend on ties"
    assert found.show().startswith("(5, 4, 1) does not depend on ties; ")


def test_who_decides_is_told() -> None:
    found = ties(kibitz.game("tree").parse(TREE))
    assert (found.value, found.others) == ((4, 2, 0), ((2, 2, 2),))
    assert found.deciders == (1,)
    assert found.show().splitlines()[:3] == [
        "value      if ties are broken by",
        "(4, 2, 0)  all in the listed order",
        "(2, 2, 2)  player 1",
    ]


def test_values_that_need_several_players_are_told() -> None:
    text = "0[1[2[(3,1,1) (0,1,1)] 2[(3,1,1) (2,1,1)]] (1,1,1)]"
    found = ties(kibitz.game("tree").parse(text))
    alone = {value for values in found.alone for value in values}
    assert (2, 1, 1) in found.possible
    assert (2, 1, 1) not in alone
    assert "several players together" in found.show()


def test_a_hand_is_asked_at_its_last_position() -> None:
    game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    hand = kibitz.History.of(game.parse("7..K.4 .2..K7 J...A3"), ["DK"])
    assert ties(hand).position == hand.position


def test_the_value_of_a_hand_is_that_of_its_start() -> None:
    game, others = kibitz.game("spades(players=3,bids=3/3/2,utility=smot)"), 0
    for seed in range(12):
        start = game.deal(seed, cards=8)
        here, plays = start, []
        for _ in range(12):
            plays.append(here.legal_moves()[seed % len(here.legal_moves())])
            here = here.play(plays[-1])
        hand = kibitz.History.of(start, plays)
        assert ties(hand).value == kibitz.solve(hand).value
        others += kibitz.solve(hand).value != kibitz.solve(here).value
    assert others


def test_boards_are_asked_about_the_value_that_solve_finds() -> None:
    for text in ("20../1202/.122/1112 0", "222./2100/.11./1110 0"):
        board = kibitz.game("rolit(size=4)").parse(text)
        assert ties(board).value == kibitz.solve(board).value


def test_a_limit_leaves_it_open() -> None:
    deal = kibitz.game("spades(players=3,cards=9)").deal(1)
    found = ties(deal, limit=Limit(nodes=100))
    assert (found.depends, found.value, found.stopped) == (None, None, "nodes")
    assert found.words == "not known whether it depends on ties (stopped: nodes)"


def test_so_does_a_table_without_room_for_so_many_sets_of_values() -> None:
    deal = kibitz.game("skat(contract=ramsch)").parse("JTQ..TK.J9 7.Q7.Q8.TK AK.A.JA9.A")
    table, limit = kibitz.TranspositionTable(1), Limit(table_mb=1)
    with pytest.raises(NoRoom, match=r"^expected more room for equilibria than a table of 1 mega"):
        kibitz.solve(deal, "equilibria", table=table)
    later = deal.play("DJ").play("C7").play("HJ")
    anew = kibitz.solve(later, "equilibria")
    assert kibitz.solve(later, "equilibria", table=table).worth == anew.worth  # nothing half made
    found = kibitz.solve(deal, "leaf-table", limit=limit, ties=True)
    assert found.certainty == "exact"
    assert found.ties is not None
    assert found.ties.words == "not known whether it depends on ties (stopped: memory)"


def test_a_board_that_is_too_large_to_be_searched_to_its_end_may_be_asked_to_a_depth() -> None:
    board = kibitz.game("rolit").start()
    with pytest.raises(NoRoom, match=r"with a limit on depth it is about an estimate$"):
        ties(board, limit=Limit(table_mb=1))
    assert ties(board, limit=Limit(table_mb=1, depth=2)).depends is not None


def test_games_without_outcomes_are_searched_plainly() -> None:
    from heaps import Heaps

    found = ties(Heaps(heaps=(1, 2)).start())
    assert found.value == kibitz.solve(Heaps(heaps=(1, 2)).start()).value


def test_partners_are_named_together() -> None:
    deal = kibitz.game("spades(cards=3,bids=1/1/1/1,utility=wl,breaking=false)").deal(4)
    assert "P0-P2" in ties(deal).show() or not ties(deal).depends


def test_the_verb_says_it_to_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ties", "tree", TREE]) == 0
    assert "depends on ties: also (2, 2, 2), as player 1 decides" in capsys.readouterr().out
    assert main(["ties", "tree", TREE, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["depends_on_ties"] is True
    assert said["deciders"] == [1]
    assert said["possible"] == [[4, 2, 0], [2, 2, 2]]


def test_a_game_without_outcomes_is_told_the_plain_search_for_sets() -> None:
    class Unlisted(Heaps):
        outcomes = Game.outcomes  # type: ignore[assignment]

    start = Unlisted(heaps=(2, 2, 3)).start()
    with pytest.raises(KibitzError, match=r"write it, or use maxn\(backup=equilibria\)$"):
        kibitz.solve(start, "equilibria")
    plain = kibitz.solve(start, "maxn(backup=equilibria)")
    assert set(plain.worth.possible or [plain.value]) == set(kibitz.ties(start).possible)


@pytest.mark.parametrize("text", ["spades(players=3,utility=tricks)", "hearts(players=3)"])
def test_long_hands_are_searched_by_sets(text: str) -> None:
    deal = kibitz.game(text).deal(2, cards=10)
    found = ties(deal)
    assert str(found.result.algorithm) == "equilibrium-sets"
    assert found.depends
    assert found.value == kibitz.solve(deal).value
    assert all(set(values) <= set(found.possible) for values in found.alone)


def test_two_sides_that_want_the_opposite_need_no_search_for_sets() -> None:
    deal = kibitz.game("bridge").deal(1, cards=8)
    found = ties(deal)
    assert str(found.result.algorithm) == str(kibitz.strongest(deal))
    assert (found.depends, found.value) == (False, kibitz.solve(deal).value)


def test_seven_players_are_searched_too() -> None:
    deal = kibitz.game("oh_hell(players=7,bids=1/1/1/1/0/0/0)").deal(1, cards=4)
    assert ties(deal).value == kibitz.solve(deal).value
