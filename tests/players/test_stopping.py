"""A choice that nobody waits for any more stops, wherever it is."""

from __future__ import annotations

import threading

import pytest

from kibitz.engines.problem.protocol import until
from kibitz.matches.start import begin
from kibitz.matches.table import choose
from kibitz.players import player, playing_out
from kibitz.players.worlds import worlds


class Counted:
    """Is set when it has been asked so many times."""

    def __init__(self, times: int) -> None:
        self.times, self.asked = times, 0

    def is_set(self) -> bool:
        self.asked += 1
        return self.asked > self.times


CHOICES = [
    ("spades(players=3)", 0, "sampling(worlds=50)", 50),  # while worlds are drawn, then played out
    ("spades(players=3,cards=4)", 0, "sampling(worlds=50,exact=4)", 150),  # searches
    ("spades(players=3,cards=4)", 0, "sampling(worlds=20,exact=4,by=reduction)", 500),
    ("spades(players=3)", 0, "playouts(50)", 50),
    ("whole-spades", 0, "sampling(worlds=20)", 100),  # a bid
    ("whole-spades", 3, "sampling(worlds=20,aim=game,weigh=bids)", 150),
    ("whole-spades", 4, "sampling(worlds=20,aim=game)", 25),
    ("whole-hearts", 0, "sampling(worlds=20)", 400),  # cards to pass
    ("whole-hearts", 0, "sampling(worlds=20,experience=0)", 2000),  # any cards to pass
    ("whole-sergeant-major", 0, "sampling(worlds=20)", 20),  # a trump
    ("spades(players=3)", 0, "search", 0),
    ("chinese_checkers", 0, "search", 0),
    ("chinese_checkers", 0, "sampling", 0),
]


@pytest.mark.parametrize(("game", "choices", "text", "times"), CHOICES)
def test_a_choice_stops_at_its_beginning_and_on_its_way(
    game: str, choices: int, text: str, times: int
) -> None:
    here = begin(game, 3)
    for _ in range(choices):
        here = here.after(choose(player("rules"), here))
    for asked in {0, times // 2, times}:
        with until(Counted(asked)), pytest.raises(KeyboardInterrupt):
            choose(player(text, 1), here)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_so_do_worlds_and_play_outs(engine: str) -> None:
    view = begin("spades(players=3)", 3).view()  # type: ignore[attr-defined]
    drawn = worlds(view).sample(5)
    with until(Counted(0)), pytest.raises(KeyboardInterrupt):
        playing_out.outcomes(drawn, engine=engine)
    found = worlds(view)
    with until(Counted(3)), pytest.raises(KeyboardInterrupt):
        found.sample(5, engine=engine)


def test_a_choice_that_somebody_waits_for_is_the_same() -> None:
    here, who = begin("spades(players=3,cards=4)", 3), player("sampling(worlds=10,exact=4)", 1)
    with until(threading.Event()):
        found = choose(who, here)
    assert found == choose(who, here)
