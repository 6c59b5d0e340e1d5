"""Three strings: a game, a position and an algorithm each have one text that round-trips."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from strategies import algorithms, noise, positions

import kibitz
from kibitz import Algorithm, Card, KibitzError, Position, Utility


@given(positions)
def test_a_game_is_its_text(position: Position) -> None:
    game = kibitz.game(str(position.game))
    assert game == position.game
    assert str(game) == repr(game) == str(position.game)


@given(positions)
def test_a_position_is_its_text(position: Position) -> None:
    again = position.game.parse(str(position))
    assert again == position
    assert hash(again) == hash(position)
    assert str(again) == repr(again) == str(position)


@given(algorithms)
def test_an_algorithm_is_its_text(algorithm: Algorithm) -> None:
    again = Algorithm.parse(str(algorithm))
    assert again == algorithm
    assert str(again) == repr(again) == str(algorithm)


@given(noise)
def test_noise_is_refused_with_one_line(text: str) -> None:
    for read in (
        kibitz.game,
        Algorithm.parse,
        Utility.parse,
        kibitz.game("tree").parse,
        kibitz.game("spades(players=3)").parse,
    ):
        try:
            read(text)
        except KibitzError as error:
            assert len(str(error).splitlines()) == 1


def test_a_preset_and_its_composition_are_equal_and_print_as_they_were_written() -> None:
    text = "speculative(test=leaf-table,heuristic=taken,table=bounds,probe=trick)"
    assert Algorithm.parse(text) == Algorithm.parse("leaf-table")
    assert str(Algorithm.parse(text)) == text
    assert str(Algorithm.parse("leaf-table")) == "leaf-table"


def test_an_algorithm_made_of_parts_goes_by_the_nearest_preset() -> None:
    assert str(Algorithm(prune="speculative", test="linear")) == "speculative"
    assert str(Algorithm(prune="shallow", test="discrete")) == "shallow(test=discrete)"
    assert str(Algorithm.parse("shallow(life=1)")) == "shallow"


@pytest.mark.parametrize("parts", [{"prune": "bogus"}, {"test": "linaer"}, {"preset": "zz"}])
def test_parts_that_do_not_exist_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(KibitzError, match="unknown"):
        Algorithm(**parts)


def test_equal_games_have_equal_texts() -> None:
    for one, two in [
        ("spades(players=3,cards=17)", "spades(players=3)"),
        ("spades(teams=0/1/0/1)", "spades"),
        ("spades(players=3,teams=none)", "spades(players=3)"),
        ("spades(players=3,utility=smot(margin=2),bids=1/1/1)",
         "spades(players=3,utility=smot,bids=1/1/1)"),
    ]:  # fmt: skip
        assert kibitz.game(one) == kibitz.game(two)
        assert str(kibitz.game(one)) == str(kibitz.game(two))


def test_fields_can_be_given_beside_a_text() -> None:
    game = kibitz.game("spades(players=3)", bids=[1, 1, 2], cards=3)
    assert game == kibitz.game("spades(players=3,bids=1/1/2,cards=3)")
    assert hash(game) == hash(kibitz.game("spades(players=3,bids=1/1/2,cards=3)"))
    assert replace(kibitz.game("spades"), players=3) == kibitz.game("spades(players=3)")
    with pytest.raises(KibitzError, match="did you mean 'bids'"):
        kibitz.game("spades(players=3)", bid=(1, 1, 2))


def test_a_game_writes_what_differs_from_the_default() -> None:
    assert str(kibitz.game("spades()")) == "spades"
    text = "spades(players=3,bids=1/1/2,utility=smot(margin=3),breaking=false)"
    assert str(kibitz.game(text)) == text
    assert str(kibitz.game("spades( players=3 , breaking=true )")) == "spades(players=3)"


@pytest.mark.parametrize(
    ("text", "reason"),
    {
        "speculative(test=none)": "'speculative' needs a decision test",
        "shallow(life=2)": "'life' is for last-branch, speculative and questions",
        "speculative(life=0)": "a bound lives for 1 ply or more",
        "shallow(first=given)": "'first=given' is for speculative",
        "maxn(heuristic=taken)": "'heuristic=taken' narrows a decision test",
        "immediate(scale=rank)": "'scale=rank' is for sums",
        "immediate(table=bounds)": "'table=bounds' keeps what pruning left open",
        "shallow(keys=relative)": "'keys=relative' needs a table",
        "shallow(ties=against-root)": "'ties=against-root' orders payoffs anew",
        "deep(table=exact)": "'deep' gives wrong values",
        "paranoid(prune=shallow)": "'shallow' prunes maxn, not paranoid; use prune=alpha-beta",
        "maxn(prune=alpha-beta)": "'alpha-beta' prunes minimax and paranoid, not maxn",
        "paranoid(test=linear)": "'test=linear' is for maxn",
        "paranoid(ties=against-root)": "'ties=against-root' is for maxn",
        "paranoid(prune=none,heuristic=taken)": "need prune=alpha-beta",
        "paranoid(window=zero)": "use table=bounds",
        "maxn(window=zero)": "'window=zero' is for minimax, paranoid, opps and brs",
        "shalow": "unknown algorithm 'shalow'; did you mean 'shallow'?",
        "shallow(tests=linear)": "unknown argument of shallow 'tests'; did you mean 'test'?",
        "maxn(life=n-1)": "'life' is for last-branch, speculative and questions",
        "speculative(life=unlimited)": "expected a whole number: life=unlimited",
        "shallow(test=linaer)": "unknown test 'linaer'; did you mean 'linear'?",
        "shallow(preset=maxn)": "expected the preset in front of the bracket",
    }.items(),
)
def test_an_invalid_algorithm_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(KibitzError) as error:
        Algorithm.parse(text)
    assert reason in str(error.value)


def test_every_preset_is_what_the_definitions_say() -> None:
    searches = {name: Algorithm.parse(name).search for name in kibitz.PRESETS}
    chosen = {
        name: tuple(search.shown(axis) for axis in ("life", "test", "heuristic", "table"))
        for name, search in searches.items()
    }
    assert chosen == {
        "maxn": ("0", "none", "none", "none"),
        "outcome-sets": ("n", "none", "none", "sets"),
        "immediate": ("0", "leaf-table", "none", "none"),
        "shallow": ("1", "linear", "none", "none"),
        "branch-and-bound": ("1", "single", "taken", "none"),
        "abbnb": ("1", "linear", "taken", "none"),
        "last-branch": ("n-1", "linear", "none", "none"),
        "speculative": ("n-1", "linear", "none", "none"),
        "leaf-table": ("n-1", "leaf-table", "taken", "bounds"),
        "equilibria": ("n-1", "leaf-table", "taken", "bounds"),
        "equilibrium-sets": ("n", "none", "none", "sets"),
        "soft": ("0", "none", "none", "exact"),
        "mixed": ("0", "none", "none", "exact"),
        "prob": ("0", "none", "none", "exact"),
        "offensive": ("0", "none", "none", "exact"),
        "alpha-beta": ("unlimited", "none", "none", "none"),
        "partition": ("unlimited", "none", "none", "partition"),
        "points": ("unlimited", "none", "none", "points"),
        "paranoid": ("unlimited", "none", "none", "none"),
        "opps": ("unlimited", "none", "none", "none"),
        "brs+": ("unlimited", "none", "none", "none"),
        "brs": ("unlimited", "none", "none", "none"),
        "paranoid-partition": ("unlimited", "none", "none", "partition"),
        "uct": ("0", "none", "none", "none"),
        "best-first": ("0", "none", "none", "none"),
        "deep": ("unlimited", "linear", "none", "none"),
    }


@pytest.mark.parametrize("name", kibitz.PRESETS)
def test_what_is_shown_of_a_preset_can_be_typed(name: str) -> None:
    parts = Algorithm.parse(name).parts().items()
    typed = ",".join(f"{axis}={choice}" for axis, choice in parts)
    assert Algorithm.parse(f"{name}({typed})") == Algorithm.parse(name)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"players": "3"}, "expected a whole number: '3' for players"),
        ({"players": 3.0}, "expected a whole number: 3.0 for players"),
        ({"players": True}, "expected a whole number: True for players"),
        ({"players": 3, "bids": (1, 2, 3.5)}, "expected a whole number: 3.5 for bids"),
        ({"bids": 3}, "expected whole numbers: 3 for bids"),
        ({"bids": "1111"}, "expected whole numbers: '1111' for bids"),
        ({"breaking": 1}, "expected True or False: 1 for breaking"),
    ],
)
def test_fields_given_in_python_have_the_types_of_a_text(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(KibitzError) as caught:
        kibitz.game("spades", **fields)
    assert str(caught.value) == message


def test_fields_given_in_python_may_be_lists_and_none_and_texts_where_a_text_is_read() -> None:
    given = kibitz.game("spades", players=3, bids=[1, 1, 2], cards=None, utility="mot")
    assert given == kibitz.game("spades(players=3,bids=1/1/2,utility=mot)")


def test_a_long_text_is_cut_in_an_error() -> None:
    for read in (kibitz.game, Algorithm.parse, kibitz.game("tree").parse):
        with pytest.raises(KibitzError) as caught:
            read("x" * 10**6)
        assert len(str(caught.value)) <= 600


def test_a_card_is_its_text_and_its_number() -> None:
    assert (str(Card("SA")), Card("SA"), Card("C2")) == ("SA", 0, 51)
    assert Card(Card("HT")) == Card("HT") == Card("10h")
    with pytest.raises(KibitzError, match="expected a card"):
        Card("AX")
