"""Clubs of players: round robins and ratings."""

from __future__ import annotations

import csv
import itertools
import json
import math
import random
from pathlib import Path

import pytest
from commands import shell

from kibitz.errors import TextError
from kibitz.matches.club import club
from kibitz.matches.match import match
from kibitz.matches.ratings import SCALE, Meeting, fitted, ratings

GAME = "spades(players=3,cards=4)"


def likelihood(worth: list[float], meetings: list[Meeting]) -> float:
    """The logarithm of how likely results are, with one draw more between any two."""
    found = 0.0
    pairs = {(one, two) for one, two, _ in meetings}
    for one, two, share in [*meetings, *((one, two, 0.5) for one, two in pairs)]:
        chance = 1 / (1 + 10 ** ((worth[two] - worth[one]) / 400))
        found += share * math.log(chance) + (1 - share) * math.log(1 - chance)
    return found


def test_no_other_ratings_make_the_results_likelier() -> None:
    draw = random.Random(5)
    for players in (2, 3, 5):
        meetings = [
            (one, two, draw.choice([0, 0.5, 1, 1]))
            for one, two in itertools.combinations(range(players), 2)
            for _ in range(12)
        ]
        found = fitted(players, meetings)
        assert sum(found) == pytest.approx(0, abs=1e-6)
        best = likelihood(found, meetings)
        for player in range(players):
            for step in (-2.0, 2.0):
                other = [one + step * (at == player) for at, one in enumerate(found)]
                assert likelihood(other, meetings) < best


def test_two_players_differ_by_the_odds_of_their_results() -> None:
    one, two = fitted(2, [(0, 1, 1.0)] * 29 + [(0, 1, 0.0)] * 9 + [(0, 1, 0.5)])
    assert one - two == pytest.approx(SCALE * math.log(30 / 10))
    assert one == -two


def test_who_never_lost_has_a_rating_and_equal_results_equal_ones() -> None:
    best, *rest = fitted(3, [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5)] * 50)
    assert 300 < best < 2000
    assert rest[0] == pytest.approx(rest[1])
    assert fitted(3, [(0, 1, 1.0)] * 4)[2] == pytest.approx(0, abs=1)


def test_intervals_are_of_blocks_and_the_same_each_time() -> None:
    draw = random.Random(1)
    few = [[(0, 1, float(draw.random() < 0.7))] for _ in range(20)]
    many = few * 9
    one, again, more = ratings(2, few), ratings(2, few), ratings(2, many)
    assert one == again
    widths = [each[0].high - each[0].low for each in (one, more)]  # type: ignore[operator]
    assert widths[1] < 0.5 * widths[0]
    assert ratings(2, few[:5])[0].low is None


def test_a_club_is_its_matches(tmp_path: Path) -> None:
    names = ("random", "rules", "playouts(2)")
    found = club(GAME, *names, blocks=10, workers=1, store=tmp_path / "store")
    for one, two in itertools.combinations(range(3), 2):
        alone = match(GAME, names[one], names[two], blocks=10, workers=1)
        assert found.difference(one, two).value == pytest.approx(alone.difference().value)
        assert found.difference(two, one).value == -found.difference(one, two).value
    assert sum(found.won(one) for one in range(3)) == pytest.approx(1.5)
    order = [row["player"] for row in found.rows()]
    assert order[-1] == "random"
    values = [row["rating"] for row in found.rows()]
    assert values == sorted(values, reverse=True)
    again = club(GAME, *names, blocks=10, store=tmp_path / "store", so_far=True)
    assert again.as_dict() == found.as_dict()
    found.to_csv(tmp_path / "club.csv")
    with (tmp_path / "club.csv").open() as file:
        assert [row["player"] for row in csv.DictReader(file)] == order


def test_the_command_shows_the_club(tmp_path: Path) -> None:
    words = f"'{GAME}' random rules --blocks 10 --workers 1 --store {tmp_path}/store"
    code, out, _ = shell(f"kibitz club {words} --csv {tmp_path}/club.csv")
    assert code == 0
    assert out.splitlines()[2].split()[:2] == ["1", "rules"]
    assert (tmp_path / "club.csv").read_text().startswith("place,player,rating,low,high,blocks,won")
    code, out, _ = shell(f"kibitz club {words} --so-far --json")
    assert json.loads(out)["players"][0]["player"] == "rules"
    code, out, err = shell(f"kibitz club '{GAME}' rules rules")
    assert (code, out, err) == (2, "", "kibitz: expected players that differ: rules, rules\n")


def test_one_player_is_no_club() -> None:
    with pytest.raises(TextError, match="expected two players or more: 1"):
        club(GAME, "rules")
