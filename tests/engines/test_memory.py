"""Tables that are kept from one search to the next change no answer."""

from __future__ import annotations

import random

import pytest
from generators import (
    random_deal,
    random_hearts,
    random_trump_deal,
    sound_compositions,
    two_sided_compositions,
    with_a_leaf,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

import kibitz
from kibitz import Algorithm, KibitzError, Limit, TranspositionTable, solve
from kibitz.cards import hand_of, write_hand

CHECKERS = kibitz.game("chinese_checkers")
SPADES = kibitz.game("spades(players=3,breaking=false)")
HEARTS = kibitz.game("hearts(players=3)")
TO_THE_END = [*sound_compositions(), *two_sided_compositions("paranoid")]
WITH_A_TABLE = [
    algorithm
    for algorithm in [*with_a_leaf(TO_THE_END, "cards", ("high", "low", "trick")), *TO_THE_END]
    if algorithm.table != "none"
]


@pytest.mark.parametrize("engine", ["auto", "reference"])
class TestKeptTables:
    def test_the_next_move_of_a_game_finds_what_the_last_one_knew(self, engine: str) -> None:
        for algorithm in (
            "maxn(leaf=distance,order=gain,width=4,table=exact)",
            "maxn(leaf=cards,table=exact)",
            "maxn(leaf=cards,table=exact,keys=relative)",
        ):
            game = CHECKERS if "distance" in algorithm else SPADES
            position, kept = game.deal(3), TranspositionTable(8)
            first = solve(position, algorithm, engine=engine, limit=Limit(depth=5), table=kept)
            assert first.move is not None
            after, limit = position.play(first.move), Limit(depth=4)
            fresh = solve(after, algorithm, engine=engine, limit=limit)
            known = solve(after, algorithm, engine=engine, limit=limit, table=kept)
            assert (known.value, known.line) == (fresh.value, fresh.line)
            assert known.stats.visited < fresh.stats.visited

    def test_a_search_that_does_not_fit_empties_it(self, engine: str) -> None:
        """Other deals, the same cards dealt otherwise, another trump, another tree."""
        draw, kept = random.Random(0), TranspositionTable(1)
        cards = list(SPADES.deal(9, cards=12).hand(0))  # type: ignore[attr-defined]
        positions = [SPADES.deal(seed, cards=3) for seed in range(6)]
        for _ in range(12):
            draw.shuffle(cards)
            hands = [write_hand(hand_of(cards[at : at + 4])) for at in (0, 4, 8)]
            positions += [game.parse(" ".join(hands)) for game in (SPADES, HEARTS)]
        hell = kibitz.game("oh_hell(players=3)")
        positions += [
            hell.parse(f"5..3.4 Q.5.2. 3.8.5. 0 - 0,0,0 turned={card}") for card in ("S9", "H9")
        ]
        tree = kibitz.game("tree(depth=5,branching=3)").deal(1)
        positions += [tree, tree.play(tree.moves()[1]), tree.play(tree.moves()[2])]
        for algorithm in (
            "leaf-table",
            "paranoid(table=bounds)",
            "maxn(table=exact,keys=relative)",
        ):
            for position in positions:
                if position.game.name == "tree" and "relative" in algorithm:
                    continue
                known = solve(position, algorithm, engine=engine, table=kept)
                fresh = solve(position, algorithm, engine=engine)
                assert (known.value, known.line) == (fresh.value, fresh.line), f"{position}"

    @settings(max_examples=25, deadline=None)
    @given(seed=seeds, algorithm=st.sampled_from(WITH_A_TABLE))
    def test_games_played_out_with_one_table(
        self, engine: str, seed: int, algorithm: Algorithm
    ) -> None:
        kept, draw = TranspositionTable(8), random.Random(seed)
        position = draw.choice((random_deal, random_trump_deal, random_hearts))(seed)
        limit = Limit() if algorithm.leaf == "none" else Limit(depth=3)
        while not position.is_over:
            known = solve(position, algorithm, engine=engine, limit=limit, table=kept)
            fresh = solve(position, algorithm, engine=engine, limit=limit)
            assert (known.value, known.line) == (fresh.value, fresh.line), f"{position}"
            position = position.play(draw.choice(position.moves()))

    def test_one_search_at_a_time(self, engine: str) -> None:
        kept, position = TranspositionTable(1), SPADES.deal(1, cards=6)

        def again(visited: int) -> None:
            solve(position, "maxn(table=exact)", table=kept)

        with pytest.raises(KibitzError, match="the table is in use by another search"):
            solve(position, "maxn(table=exact)", engine=engine, table=kept, progress=again)

    def test_an_algorithm_without_a_table_is_refused(self, engine: str) -> None:
        with pytest.raises(KibitzError, match="expected an algorithm with a table: maxn"):
            solve(SPADES.deal(1, cards=2), "maxn", engine=engine, table=TranspositionTable(1))
