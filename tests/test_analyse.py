"""Every move with its value; a played hand with its mistakes; questions as data."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz
from kibitz import InvalidAlgorithm, KibitzError, Limit, Position, analyse, solve
from kibitz.engines import choice
from kibitz.engines.reference.plain import maxn

GAMES = [
    ("spades(players=3,bids=1/1/2,utility=mot,breaking=false)", 5),
    ("spades(cards=4)", 4),
    ("hearts(players=3,cards=5)", 5),
    ("oh_hell(cards=4,bids=1/1/2,utility=oh)", 4),
    ("bridge(cards=4,trump=H)", 4),
    ("tree(depth=5,branching=3)", 0),
]
WHOLE = kibitz.game("spades(players=3,breaking=false)").deal(3)
HAND = "7..K.4 .2..K7 J...A3"
SPADES = kibitz.game(GAMES[0][0])


def positions(name: str, cards: int, count: int = 8) -> list[Position]:
    """Starts, and positions some moves later."""
    found: list[Position] = []
    for seed in range(count):
        position, draw = kibitz.game(name).deal(seed, cards or None), random.Random(seed)
        for _ in range(draw.randrange(4)):
            if not position.is_over:
                position = position.play(draw.choice(position.legal_moves()))
        found.append(position)
    return found


class TestAnalyse:
    @pytest.mark.parametrize(("name", "cards"), GAMES)
    def test_every_legal_move_has_the_value_of_the_position_after_it(
        self, name: str, cards: int
    ) -> None:
        for position in positions(name, cards):
            found = analyse(position)
            assert found.complete
            listed = [move for row in found.moves for move in row.moves]
            assert sorted(map(str, listed)) == sorted(map(str, position.legal_moves()))
            truth = {move: maxn(position.play(move))[0] for move in listed}
            best = max(payoffs[position.side] for payoffs in truth.values())
            for row in found.moves:
                for move in row.moves:
                    if position.game.sides > 2:
                        assert row.value == truth[move]
                    assert row.cost == best - truth[move][position.side]

    @pytest.mark.parametrize(("name", "cards"), GAMES)
    def test_the_best_move_is_that_of_solve(self, name: str, cards: int) -> None:
        for position in positions(name, cards):
            result, best = solve(position), analyse(position).best
            assert best is not None
            assert (best.move, best.value, best.line) == (result.move, result.value, result.line)

    def test_all_moves_cost_little_more_than_one(self) -> None:
        """By nodes, with one table for all of them."""
        one, all_of_them = 0, 0
        for seed in range(10):
            position = SPADES.deal(seed, 6)
            one += solve(position).stats.visited
            all_of_them += analyse(position).stats.visited
        assert all_of_them < 2 * one

    def test_within_a_limit_each_move_has_an_estimate_that_says_so(self) -> None:
        found = analyse(WHOLE, limit=Limit(nodes=100_000))
        assert found.visited <= 100_000
        assert (found.stopped, found.complete) == ("nodes", False)
        assert found.best is not None
        for row in found.moves:
            assert (row.certainty, row.value is None) == ("estimate", False)
            assert row.depth is not None
            assert row.depth > 1

    def test_costs_between_values_of_different_depths_are_said_to_be_rough(self) -> None:
        rough = "costs are rough, between values of different depths"
        uneven = analyse(kibitz.game("spades(players=3)").deal(3, 13), limit=Limit(nodes=30_000))
        assert len({row.depth for row in uneven.moves}) > 1
        assert (uneven.comparable, rough in uneven.show()) == (False, True)
        even = analyse(WHOLE, limit=Limit(depth=3))
        assert {row.depth for row in even.moves} == {4}
        assert (even.comparable, rough in even.show()) == (True, False)
        exact = analyse(SPADES.deal(1, 4))
        assert (exact.comparable, rough in exact.show()) == (True, False)

    def test_ever_better_tables_end_with_the_answer(self) -> None:
        position = SPADES.deal(1, 8)
        tables = list(kibitz.analysing(position))
        sure = [sum(row.certainty == "exact" for row in table.moves) for table in tables]
        assert sure == sorted(sure)
        assert len(set(sure)) > 2
        assert tables[-1] == analyse(position)

    def test_an_estimate_that_came_to_the_end_in_another_order_is_not_exact(self) -> None:
        game = kibitz.game("spades(players=3,cards=7,bids=2/1/1,utility=smot)")
        position = game.parse("T.8.KQ4.T .AK632.3. 8.54.6.K98 0 CQ,C4 0,0,0")
        tables = list(kibitz.analysing(position))
        assert tables[-1].complete
        for row in [row for table in tables for row in table.moves if row.certainty == "exact"]:
            alone = solve(position.play(row.move), tables[-1].algorithm)
            assert (row.value, row.line[1:]) == (alone.value, alone.line)

    def test_what_is_only_bounded_is_not_called_estimated(self) -> None:
        found = analyse(SPADES.deal(3, 7), "outcome-sets", limit=Limit(nodes=5000))
        assert [row.certainty for row in found.moves].count("bound") == 1
        assert "4 of 5 exact, 1 not known yet" in found.show()

    def test_a_finished_game_has_no_moves(self) -> None:
        found = analyse(SPADES.parse("... ... ... 0 - 1,1,1"))
        assert (found.moves, found.best) == ((), None)
        assert found.show() == "the game is over"

    @pytest.mark.parametrize(
        "algorithm", ["paranoid", "paranoid-partition", "maxn(ties=against-root)"]
    )
    def test_hopes_of_one_player_are_no_values(self, algorithm: str) -> None:
        for ask in (analyse, lambda deal, by: kibitz.review(deal, ["DK"], by)):
            with pytest.raises(
                InvalidAlgorithm, match="expected a search whose value is the same whoever asks"
            ):
                ask(SPADES.parse(HAND), algorithm)

    def test_moves_are_valued_by_what_their_player_thinks_the_others_want(self) -> None:
        game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)")
        for seed in range(8):
            position = game.deal(seed, cards=3)
            for card in ("first", "second"):
                by = "prob(models=tricks/least/mot,weights=3/1/2)"
                found, result = analyse(position, by), solve(position, by)
                best = max(found.moves, key=lambda row: row.worth.expected[position.side])  # type: ignore
                assert (best.worth, found.best) == (result.worth, best), card
                position = position.play(position.moves()[0])

    def test_it_says_which_limit_stopped_it(self) -> None:
        assert analyse(WHOLE, limit=Limit(nodes=2000, seconds=1000)).stopped == "nodes"
        assert analyse(WHOLE, limit=Limit(nodes=10**9, seconds=0.1)).stopped == "seconds"

    def test_a_limit_that_is_reached_between_two_moves_stopped_it_too(self) -> None:
        position = SPADES.deal(1, 5)
        found = [analyse(position, "outcome-sets", limit=Limit(nodes=n)) for n in range(1, 400)]
        assert {each.complete for each in found} == {True, False}
        assert all(each.stopped == ("" if each.complete else "nodes") for each in found)

    def test_what_is_no_limit_is_refused(self) -> None:
        ask: Any
        for ask in (analyse, lambda deal, limit: kibitz.review(deal, [], limit=limit)):
            with pytest.raises(kibitz.KibitzError, match="expected a limit such as"):
                ask(WHOLE, limit=5)

    def test_it_can_be_cancelled(self) -> None:
        cancel = threading.Event()
        for found in kibitz.analysing(WHOLE, cancel=cancel):
            if found.best is not None:
                cancel.set()
        assert found.stopped == "cancel"
        assert found.best is not None
        assert analyse(WHOLE, cancel=cancel).stopped == "cancel"

    def test_an_estimate_is_no_mistake_where_the_best_move_was_played(self) -> None:
        deal, limit = kibitz.game("spades(players=3)").deal(1), Limit(nodes=2_000)
        found = kibitz.review(deal, "C2 CA C5 DA", limit=limit)
        assert {turn.certainty for turn in found.turns} == {"estimate"}
        assert any(turn.change[deal.game.side(turn.player)] < 0 for turn in found.turns)
        assert found.mistakes == []
        for seed in range(5):
            deal = kibitz.game("spades(players=3)").deal(seed)
            found = kibitz.review(deal, [deal.moves()[0]], limit=limit)
            assert all(turn.best != turn.move for turn in found.mistakes)
            assert not found.mistakes or "rough costs: P0" in found.show()

    def test_the_limit_of_a_review_is_for_each_value(self, monkeypatch: pytest.MonkeyPatch) -> None:
        visited: list[int] = []

        def counted(*args: Any, **options: Any) -> kibitz.Result:
            visited.append((found := searched(*args, **options)).stats.visited)
            return found

        searched = choice.search
        monkeypatch.setattr("kibitz.asking.budget.search", counted)
        found = kibitz.review(WHOLE, [WHOLE.moves()[0]], limit=Limit(nodes=30_000))
        assert len(found.turns) == 1
        assert 40_000 < sum(visited) <= 60_000

    def test_the_moves_of_a_review_may_be_one_text(self) -> None:
        deal = SPADES.deal(1, 3)
        line = kibitz.solve(deal).line[:3]
        assert kibitz.review(deal, ", ".join(map(str, line))) == kibitz.review(deal, line)

    def test_a_review_that_is_cancelled_ends_with_the_moves_so_far(self) -> None:
        deal, cancel = SPADES.deal(1, 5), threading.Event()

        def moves() -> Iterator[Any]:
            yield deal.moves()[0]
            cancel.set()
            yield deal.play(deal.moves()[0]).moves()[0]

        found = kibitz.review(deal, moves(), "maxn", engine="reference", cancel=cancel)
        assert (len(found.turns), found.stopped) == (1, "cancel")
        assert found.show().startswith("STOPPED EARLY, after 1 move")
        with pytest.raises(KeyboardInterrupt):
            kibitz.review(deal, [], "maxn", engine="reference", cancel=cancel)

    def test_a_review_that_is_cancelled_in_a_long_search_has_an_estimate(self) -> None:
        class Later:
            asked = 0

            def is_set(self) -> bool:
                self.asked += 1
                return self.asked > 100

        found = kibitz.review(WHOLE, [WHOLE.moves()[0]], cancel=Later())
        assert (found.turns, found.stopped, found.certainty) == ((), "cancel", "estimate")


class TestStopped:
    def test_every_moment_gives_a_move_and_says_how_sure_it_is(self) -> None:
        draw = random.Random(1)
        whole = [
            kibitz.game(name).deal(seed, cards)
            for name, cards in (("spades(players=3)", 12), ("hearts", 13), ("bridge", 13))
            for seed in range(10)
        ]
        for _ in range(1000):
            position, nodes = draw.choice(whole), int(10 ** draw.uniform(0, 5))
            result = solve(position, limit=Limit(nodes=nodes))
            assert result.visited <= nodes
            assert result.move in position.moves()
            if result.value is None:
                assert result.certainty in ("unknown", "bound")
                assert nodes < 100
            else:
                assert result.certainty in ("exact", "estimate", "so far", "at least")
                assert (result.certainty == "exact") == result.complete

    @pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(seconds=1e-6)])
    @pytest.mark.parametrize("name", ["spades(players=3)", "hearts", "tree(depth=5,branching=3)"])
    def test_an_analysis_names_a_move_within_any_limit(self, name: str, limit: Limit) -> None:
        position = kibitz.game(name).deal(1)
        found = kibitz.analyse(position, limit=limit)
        assert found.best is not None
        assert found.best.move in position.moves()
        assert {row.certainty for row in found.moves} <= {"unknown", "bound", "estimate"}
        if limit.seconds and position.estimates:
            assert found.best.certainty == "estimate"

    @pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(seconds=1e-6)])
    @pytest.mark.parametrize("name", ["spades(players=3)", "hearts", "tree(depth=5,branching=3)"])
    def test_a_review_goes_through_a_hand_within_any_limit(self, name: str, limit: Limit) -> None:
        position = kibitz.game(name).deal(1)
        played: list[Any] = []
        for _ in range(4):
            here = kibitz.game(name).deal(1)
            for move in played:
                here = here.play(move)
            played.append(here.legal_moves()[-1])
        found = kibitz.review(position, played, limit=limit)
        assert [turn.move for turn in found.turns] == played
        for turn in found.turns:
            assert turn.cost >= 0
            known = None not in turn.value
            assert turn.certainty == "estimate" if known else turn.certainty in ("unknown", "bound")
        assert "not known" in found.show() or "estimated" in found.show()

    def test_the_default_is_exact_if_there_is_room(self) -> None:
        position = SPADES.deal(1, 8)
        whole = solve(position)
        assert solve(position, limit=Limit(nodes=10**7)).value == whole.value
        assert solve(position, limit=Limit(seconds=60)).line == whole.line

    def test_the_order_of_the_estimates_changes_no_exact_answer(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kibitz.asking.staged.FEW", 1)
        game = kibitz.game("spades(players=3,bids=2/1/1,utility=smot)")
        position = game.parse("T.8.KQ4.T .AK632.3. 8.54.6.K8 0 - 0,0,1")
        alone, staged = solve(position), solve(position, keep_interrupted=True)
        assert (staged.algorithm, staged.value) == (alone.algorithm, alone.value)
        assert staged.line == alone.line

    @pytest.mark.parametrize("nodes", [1, 2, 3, 5, 10, 50])
    def test_bounds_without_a_value_are_said_to_be_bounds(self, nodes: int) -> None:
        found = solve(WHOLE, limit=Limit(nodes=nodes))
        assert found.bounds is not None
        assert found.certainty == ("bound" if found.value is None else "estimate")

    def test_answers_so_far_are_told(self) -> None:
        told: list[kibitz.Result] = []
        solve(WHOLE, limit=Limit(nodes=300_000), so_far=told.append)
        assert told
        assert all(result.move is not None for result in told)


class TestReview:
    def test_a_mistake_has_its_cost_and_a_better_move(self) -> None:
        moves = ["S7", "H2", "SJ", "CA", "C4", "CK", "C3", "DK", "C7"]
        found = kibitz.review(SPADES.parse(HAND), moves)
        [mistake] = found.mistakes
        assert (mistake.player, str(mistake.move), str(mistake.best)) == (0, "S7", "DK")
        assert (mistake.cost, found.costs) == (13, {0: 13, 1: 0, 2: 0})

    @pytest.mark.parametrize(("name", "cards"), GAMES[:4])
    def test_changes_add_up_to_the_result(self, name: str, cards: int) -> None:
        for seed in range(5):
            start = position = kibitz.game(name).deal(seed, cards)
            draw, moves = random.Random(seed), []
            while not position.is_over:
                moves.append(draw.choice(position.legal_moves()))
                position = position.play(moves[-1])
            found = kibitz.review(start, moves)
            total = [sum(changes) for changes in zip(*(t.change for t in found.turns), strict=True)]
            ends = [
                own + more for own, more in zip(found.value, total, strict=True) if own is not None
            ]
            assert tuple(ends) == position.game.payoffs(position.outcome)
            assert all(turn.cost >= 0 for turn in found.turns)

    def test_the_best_line_has_no_mistakes(self) -> None:
        position = SPADES.parse(HAND)
        found = kibitz.review(position, solve(position).line)
        assert "no mistakes" in found.show()


class TestSharing:
    def test_positions_of_one_deal_share_a_table_in_any_order(self) -> None:
        deal = SPADES.deal(2, 6)
        later = [deal.play(move) for move in deal.moves()]
        table = kibitz.TranspositionTable(16, deal)
        for position in (*later, deal, *later):
            found = solve(position, table=table)
            assert (found.value, found.line) == (solve(position).value, solve(position).line)
        assert table.emptied == 0
        solve(SPADES.deal(3, 6), table=table)
        assert table.emptied == 1


QUESTION: dict[str, Any] = {"id": 1, "game": str(SPADES), "position": HAND}


class TestQuestions:
    def test_an_answer_is_that_of_solve_with_the_id(self) -> None:
        found = kibitz.answer(QUESTION)
        assert found["id"] == 1
        assert found["move"] == "DK"
        played = kibitz.answer({**QUESTION, "play": "DK H2", "ask": "analyse"})
        assert played["best"] == "SJ"

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"ask": "sing"}, "expected ask to be one of solve, analyse"),
            ({"position": 7}, "expected a text as position"),
            ({"limit": 5}, "expected a limit such as"),
            ({"limit": {"hours": 1}}, "unknown limit 'hours'"),
            ({"limit": {"nodes": 0}}, "expected a limit of 1 node or more"),
            ({"plays": "DK"}, "did you mean 'play'"),
            ({"play": "D2"}, "illegal move D2"),
            ({"algorithm": "shalow"}, "did you mean 'shallow'"),
        ],
    )
    def test_a_bad_question_is_answered_by_its_error(
        self, change: dict[str, Any], message: str
    ) -> None:
        found = kibitz.answer({**QUESTION, **change})
        assert found["id"] == 1
        assert message in found["error"]

    @pytest.mark.parametrize("workers", [1, 3])
    @pytest.mark.parametrize("ordered", [True, False])
    def test_many_questions_all_have_their_answers(self, workers: int, ordered: bool) -> None:
        games = [("spades(players=3)", 4), ("bridge", 4), ("hearts", 4)]
        asked = [
            {"id": at, "game": name, "position": str(kibitz.game(name).deal(at, cards))}
            for at, (name, cards) in zip(range(30), itertools.cycle(games), strict=False)
        ]
        found = list(kibitz.answer_many(asked, workers=workers, ordered=ordered))
        ids = [answer["id"] for answer in found]
        assert (ids if ordered else sorted(ids)) == list(range(30))
        for answer in found:
            assert answer["position"].startswith(asked[answer["id"]]["position"].split()[0])

    def test_a_hand_is_reviewed(self) -> None:
        found = kibitz.answer({**QUESTION, "play": "s7", "ask": "review"})
        assert [turn["best"] for turn in found["turns"]] == ["DK"]

    def test_the_table_of_strains_is_asked_for(self) -> None:
        ending = str(kibitz.game("bridge").deal(1, 3))
        found = kibitz.answer({"game": "bridge", "position": ending, "ask": "trick-table"})
        assert "error" not in found

    @pytest.mark.parametrize("workers", [1, 2])
    def test_the_table_of_strains_is_cut_off_by_its_limit(self, workers: int) -> None:
        deal = str(kibitz.game("bridge").deal(1))
        asked = {"game": "bridge", "position": deal, "ask": "trick-table", "limit": {"nodes": 50}}
        for found in kibitz.answer_many([asked, asked], workers=workers):
            assert found["stopped"] == "nodes"
            assert found["tricks"]["NT"]["N"] is None

    def test_an_algorithm_for_the_table_of_strains_is_refused(self) -> None:
        asked = {"game": "bridge", "position": "A... K... Q... J...", "ask": "trick-table"}
        found = kibitz.answer({**asked, "algorithm": "maxn"})
        assert found["error"] == "expected no algorithm for trick-table: maxn"

    def test_what_is_no_json_is_said_to_be_none(self) -> None:
        assert "expected an object in JSON" in kibitz.answer("{nonsense")["error"]  # type: ignore[arg-type]

    def test_no_workers_are_refused(self) -> None:
        with pytest.raises(KibitzError, match="expected 1 worker or more"):
            kibitz.answer_many([], workers=0)


@pytest.mark.parametrize("ask", [analyse, solve])
def test_ctrl_c_between_two_searches_keeps_what_is_known(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = kibitz.game("spades(players=3)").deal(1)
    search, calls = choice.search, []

    def interrupted(*args: Any) -> Any:
        calls.append(args)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return search(*args)

    monkeypatch.setattr("kibitz.asking.budget.search", interrupted)
    found = ask(deal, keep_interrupted=True)
    assert (found.stopped, found.complete) == ("interrupt", False)
    assert found.move is not None if ask is solve else found.best is not None
    with pytest.raises(KeyboardInterrupt):
        ask(deal, limit=Limit(nodes=1_000_000))


def test_a_value_that_is_known_before_its_line_says_that_the_line_ends_early() -> None:
    early = 0
    for seed in (2, 4):
        deal = kibitz.game("spades(players=3,utility=tricks)").deal(seed, cards=7)
        whole = kibitz.analyse(deal, "outcome-sets")
        assert all(row.whole_line for row in whole.moves)
        for nodes in (50, 100, 200, 400, 800):
            found = kibitz.analyse(deal, "outcome-sets", limit=Limit(nodes=nodes))
            for row, right in zip(found.moves, whole.moves, strict=True):
                if row.certainty != "exact":
                    continue
                assert row.value == right.value
                assert row.line == (right.line if row.whole_line else right.line[: len(row.line)])
                assert row.and_then().endswith("...") is not row.whole_line
                assert row.as_dict()["whole_line"] is row.whole_line
                assert row.whole_line or found.visited == nodes
                early += not row.whole_line
    assert early


class TestAnAnalysisThatGoesOn:
    @pytest.mark.parametrize("nodes", [1, 50, 400, 2000])
    def test_it_ends_with_the_values_of_one_that_was_never_stopped(self, nodes: int) -> None:
        for name, cards in GAMES:
            for position in positions(name, cards, 3):
                if position.is_over:
                    continue
                wanted = analyse(position)
                analyser = kibitz.Analyser(position)
                *_, found = analyser.run(Limit(nodes=nodes))
                runs = 1
                while not found.complete:
                    before = found
                    *_, found = analyser.run(Limit(nodes=nodes * 4**runs))
                    runs += 1
                    assert found.visited > before.visited
                    kept = {row.moves for row in before.moves if row.certainty == "exact"}
                    assert kept <= {row.moves for row in found.moves if row.certainty == "exact"}
                values = [(row.moves, row.value, row.cost) for row in found.moves]
                assert values == [(row.moves, row.value, row.cost) for row in wanted.moves]

    def test_it_takes_fewer_nodes_than_to_begin_again(self) -> None:
        start = kibitz.game("hearts(players=3,cards=7)").deal(2)
        whole = analyse(start).visited
        analyser = kibitz.Analyser(start)
        *_, first = analyser.run(Limit(nodes=whole * 3 // 4))
        *_, last = analyser.run()
        assert not first.complete
        assert last.visited - first.visited < whole
