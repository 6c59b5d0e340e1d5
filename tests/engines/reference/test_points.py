"""The search for points gives the value and line of plain minimax, whatever is left out of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from packs import AnyTricks, random_two_sides
from strategies import seeds

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Limit, Restrictions
from kibitz.cards import TrickGame, TrickPosition, hand_of, read_card
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.table import Store
from kibitz.engines.reference.tricks.points import PointsRun
from kibitz.engines.reference.tricks.points_table import PointsEntry, Shapes, answer
from kibitz.errors import KibitzError

LEFT_OUT = (
    "points",
    "points(near=none)",
    "points(sure=none)",
    "points(keys=absolute)",
    "points(inner=listed)",
    "points(near=none,sure=none,inner=listed)",
    "points(table=none,keys=absolute,probe=card)",
)
WITH_TWINS = (
    "doppelkopf(cards=3)",
    "doppelkopf(cards=3,contract=suit,trump=H,declarer=1)",
    "doppelkopf(cards=3,contract=queens,declarer=2)",
    "doppelkopf(cards=3,contract=jacks)",
    "doppelkopf(cards=3,contract=fleischlos,declarer=3)",
    "pinochle(cards=3)",
    "pinochle(contract=auction,cards=3,declarer=2)",
)
OTHERS = (
    "jass(cards=3)",
    "jass(cards=3,contract=undenufe)",
    "skat(cards=4,trump=H,declarer=1)",
    "sheepshead(cards=3)",
    "belote(cards=3)",
    "tressette(cards=3)",
    "spades(cards=3,teams=0/1/0/1)",
)


def trick_game(text: str) -> TrickGame:
    game = kibitz.game(text)
    assert isinstance(game, TrickGame)
    return game


def plain(position: kibitz.Position) -> tuple[object, ...]:
    """Value and line by plain minimax."""
    found = kibitz.solve(position, "alpha-beta(order=trick,prune=none)", engine="reference")
    return found.value, found.line


@pytest.mark.parametrize("text", WITH_TWINS + OTHERS)
def test_each_part_can_be_left_out(text: str) -> None:
    for seed in range(4):
        position = trick_game(text).deal(seed)
        expected = plain(position)
        for algorithm in LEFT_OUT:
            found = kibitz.solve(position, algorithm, engine="reference")
            assert (found.value, found.line) == expected, (algorithm, str(position))


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_random_packs_and_duties_with_twins(seed: int) -> None:
    position = random_two_sides(seed, most=3)
    try:
        found = kibitz.solve(position, "points", engine="reference")
    except KibitzError:
        return  # sides that want something else than more
    assert (found.value, found.line) == plain(position), str(position)
    for algorithm in random.Random(seed).sample(LEFT_OUT[1:], 2):
        again = kibitz.solve(position, algorithm, engine="reference")
        assert (again.value, again.line) == (found.value, found.line), algorithm


@pytest.mark.parametrize("text", WITH_TWINS + OTHERS)
def test_what_one_deal_settles_serves_other_deals(text: str) -> None:
    """The contract of an entry: it holds for every position of its shape, from whatever deal."""
    store: Store[list[PointsEntry]] = Store(10**9)
    expanded = alone = 0
    draw, first = random.Random(text), trick_game(text).deal(1)
    for _ in range(25):
        position = redealt(first, draw)
        expected = kibitz.solve(position, "points", engine="reference")
        memory = kibitz.TranspositionTable(megabytes=1)
        run = Algorithm.parse("points").search.begin(
            Problem(position, Algorithm.parse("points"), Limit(), memory)
        )
        assert isinstance(run, PointsRun)
        run.store = store
        last = None
        for event in run.events():
            expanded += event.kind == "expand"
            last = event.answer or last
        assert last is not None
        assert run.payoffs(last) == expected.value, str(position)
        alone += expected.stats.expanded
    assert expanded < alone  # some answers came from other deals


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(
    ("kept", "trump", "deal"),
    [
        ("D2 S7 S9", None, "QJT.QJ9.962. K96.K54.Q83."),
        ("SQ SJ HT", None, "JT9.KQJT.. AKQ87.A8.."),
        ("SA SJ HK H7", 0, "AQT97.AQ.. KJ8.KJT9.."),
    ],
)
def test_a_card_with_rules_of_its_own_is_none_of_the_others_that_are_left(
    kept: str, trump: int | None, deal: str, engine: str
) -> None:
    """Once it is gone, what was found rests on nobody having it."""
    duties = kibitz.Duties(kept=hand_of(map(read_card, kept.split())))
    game = AnyTricks(players=2, own_duties=duties, own_trump=trump)
    position = game.parse(deal)
    right = kibitz.solve(position, "alpha-beta(order=trick,table=bounds)")
    for text in ("points", "points(inner=listed)", "points(near=none,inner=listed)"):
        found = kibitz.solve(position, text, engine=engine)
        assert (found.value, found.line) == (right.value, right.line), text


def redealt(position: TrickPosition, draw: random.Random) -> TrickPosition:
    """A deal in which each hand has as many cards of each suit, others of them."""
    pack, hands = position.game.pack, [0] * len(position.hands)
    for suit in pack.suit_cards:
        cards = list(pack.listed(suit))
        draw.shuffle(cards)
        for player, hand in enumerate(position.hands):
            for _ in range((hand & suit).bit_count()):
                hands[player] |= 1 << cards.pop()
    return replace(position, hands=tuple(hands))


def test_a_bound_changes_with_the_points_that_count() -> None:
    game = trick_game("skat(cards=2,contract=grand)")
    rich = game.parse(".A9.. .TK.. ..A9. 0 - 0,0,0")
    poor = game.parse(".A7.. .TQ.. ..K9. 0 - 0,0,0")
    shapes = Shapes(rich, absolute=False)
    ace, nine = rich.hand(0)
    low = 1 << ace

    whole = sum(rich.hands)
    there = sum(poor.hands)
    entry = shapes.entry(shapes.of(rich), low, 21, False, whole, whole)
    assert answer([entry], shapes.of(rich), 21) == (21, low, whole, whole)
    assert answer([entry], shapes.of(poor), 21) is None  # 1 less for the queen, 7 for the king
    assert answer([entry], shapes.of(poor), 13) == (13, low, there, there)
    most = shapes.entry(shapes.of(poor), low, 13, True, there, there)
    assert answer([most], shapes.of(rich), 22) == (21, low, whole, whole)
    assert answer([most], shapes.of(rich), 21) is None
    # What only the second side takes does not count; what the first always takes counts as it is.
    own = 1 << ace | 1 << nine
    entry = shapes.entry(shapes.of(rich), low, 21, False, own, whole & ~own)
    assert answer([entry], shapes.of(poor), 21) == (
        21,
        low,
        sum(poor.hands[:1]),
        sum(poor.hands[1:]),
    )
    more = shapes.entry(shapes.of(poor), low, 13, False, there, 0)
    assert answer([more], shapes.of(rich), 21) == (21, low, whole, 0)


@dataclass(frozen=True)
class Opening(TrickGame):
    """Clubs become trumps once the jack of clubs is played."""

    players: int = 3

    @property
    def usual_teams(self) -> tuple[int, ...]:
        return (0, 0, 1)

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(breakers=hand_of([read_card("CJ")]))

    def trump_in(self, marks: frozenset[str]) -> int | None:
        return 3 if "broken" in marks else None


def test_changing_trumps_are_for_other_searches() -> None:
    position = Opening().parse("...T ... ...J 1 D7 0,0,0")
    with pytest.raises(InvalidAlgorithm, match="'points' needs one trump suit"):
        kibitz.solve(position, "points")
    assert kibitz.solve(position).value == kibitz.solve(position, "maxn").value == (0, 1)


def test_two_copies_against_each_other_are_told_from_cards_in_order() -> None:
    game = trick_game("doppelkopf(cards=2,contract=suit,trump=D)")
    shapes = Shapes(game.deal(0), absolute=False)
    tied = game.parse("A.A.. AT... .T.K. .K.9. 0 - 0,0,0,0")
    apart = game.parse("A.A.. TT... .T.K. .K.9. 0 - 0,0,0,0")
    assert shapes.of(tied).key == shapes.of(apart).key
    assert shapes.of(tied).codes != shapes.of(apart).codes
