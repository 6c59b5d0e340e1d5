"""The table of five strains by four declarers, against Haglund's double dummy solver."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
from endplay.dds import calc_dd_table
from endplay.types import Deal, Denom, Player
from trick_positions import deal

import kibitz
from kibitz import KibitzError, Limit, Result, TextError, TrickPosition, TrickTable
from kibitz.asking.trick_table import contract_position
from kibitz.engines import choice
from kibitz.games.bridge import pbn

STRAINS = {
    "NT": Denom.nt,
    "S": Denom.spades,
    "H": Denom.hearts,
    "D": Denom.diamonds,
    "C": Denom.clubs,
}


def double_dummy(position: TrickPosition) -> dict[tuple[str, str], int]:
    """Their table; of an ending it says the tricks of a whole deal whose others are all won."""
    table = calc_dd_table(Deal(pbn.write_deal(position)))
    before = 13 - len(position.hand(0))
    return {
        (strain, seat): table[STRAINS[strain], Player.find(seat)] - before
        for strain in STRAINS
        for seat in pbn.SEATS
    }


@pytest.mark.parametrize("cards", [5, 6, 8])
@pytest.mark.parametrize("seed", range(3))
def test_the_table_of_an_ending_is_what_the_double_dummy_solver_says(seed: int, cards: int) -> None:
    position = deal("bridge", seed, cards)
    assert kibitz.trick_table(position).tricks == double_dummy(position)


@pytest.mark.parametrize(
    ("seed", "strain", "declarer"), [(2, "NT", "S"), (5, "H", "N"), (5, "D", "N")]
)
def test_a_whole_deal_in_one_strain(seed: int, strain: str, declarer: str) -> None:
    position = deal("bridge", seed)
    result = kibitz.solve(contract_position(position, strain, declarer))
    side = position.game.side(pbn.SEATS.index(declarer))
    assert result.value is not None
    assert result.value[side] == double_dummy(position)[strain, declarer]


def test_workers_trump_and_leader_do_not_matter() -> None:
    position = deal("bridge", 3, 5)
    table = kibitz.trick_table(position)
    other = kibitz.game("bridge(trump=D)").parse(f"{pbn.write_deal(position)} W")
    assert kibitz.trick_table(other, workers=1).tricks == table.tricks
    assert kibitz.trick_table(position, workers=3).tricks == table.tricks


def test_tricks_taken_before_count() -> None:
    here = kibitz.game("bridge").parse("A... K... Q... J... N - 2,0,1,0")
    assert [kibitz.trick_table(here)["NT", seat] for seat in "NSEW"] == [4, 4, 0, 0]


def test_it_tells_how_far_it_is() -> None:
    counts: list[int] = []
    kibitz.trick_table(deal("bridge", 1, 2), progress=counts.append)
    assert counts == list(range(4, 21, 4))


class TestStopped:
    position = deal("bridge", 1, 5)

    @pytest.mark.parametrize("workers", [1, 3])
    def test_by_nodes_it_has_what_is_known_in_each_strain(self, workers: int) -> None:
        whole = kibitz.trick_table(self.position)
        limit = Limit(nodes=5000)
        part = kibitz.trick_table(self.position, limit=limit, workers=workers)
        assert (whole.stopped, part.stopped) == ("", "nodes")
        assert 0 < len(part.tricks) < len(whole.tricks) == 20
        assert part.tricks.items() <= whole.tricks.items()
        assert kibitz.trick_table(self.position, limit=limit).tricks == part.tricks

    def test_it_shows_what_is_not_known(self) -> None:
        part = kibitz.trick_table(self.position, limit=Limit(nodes=1))
        assert part.show().splitlines()[1] == "NT  -  -  -  -"
        assert part.show().splitlines()[-1] == "STOPPED EARLY, 0 of 20 known"
        assert part.as_dict()["tricks"]["NT"]["N"] is None
        assert part.as_dict()["stopped"] == "nodes"

    def test_by_the_time_it_is_for_the_whole_table(self) -> None:
        assert (
            kibitz.trick_table(deal("bridge", 5), limit=Limit(seconds=0.001)).stopped == "seconds"
        )

    def test_when_it_is_cancelled_it_has_what_is_known(self) -> None:
        counts: list[int] = []
        cancel = threading.Event()
        found = kibitz.trick_table(
            deal("bridge", 5),
            workers=1,
            cancel=cancel,
            progress=lambda count: counts.append(count) or cancel.set(),  # type: ignore[func-returns-value]
        )
        assert (found.stopped, len(found.tricks), counts[0]) == ("cancel", 4, 4)

    @pytest.mark.parametrize("workers", [1, 2])
    def test_ctrl_c_is_raised_or_kept(self, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kibitz.asking.budget.search", interrupted)
        found = kibitz.trick_table(self.position, workers=workers, keep_interrupted=True)
        assert (found.stopped, found.tricks) == ("interrupt", {})
        with pytest.raises(KeyboardInterrupt):
            kibitz.trick_table(self.position, workers=workers)

    def test_ctrl_c_is_raised_also_after_a_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def search(position: TrickPosition, *words: Any, **options: Any) -> Result:
            by = choice.search if position.trump is None else interrupted
            return by(position, *words, **options)

        monkeypatch.setattr("kibitz.asking.budget.search", search)
        with pytest.raises(KeyboardInterrupt):
            kibitz.trick_table(self.position, workers=1, limit=Limit(nodes=10))

    def test_a_depth_is_refused(self) -> None:
        with pytest.raises(KibitzError, match=r"expected a leaf=\.\.\. for"):
            kibitz.trick_table(self.position, limit=Limit(depth=3))


def interrupted(*words: Any, **options: Any) -> Result:
    """A search that Ctrl-C stops."""
    return replace(choice.search(*words, **options), stopped="interrupt")


class TestShown:
    table: TrickTable = kibitz.trick_table(kibitz.game("bridge").parse("A... K... Q... .J.."))

    def test_for_people(self) -> None:
        assert self.table.show().splitlines() == [
            "    N  S  E  W",
            "NT  1  0  0  0",
            "S   1  1  0  0",
            "H   0  0  1  1",
            "D   1  0  0  0",
            "C   1  0  0  0",
        ]

    def test_for_programs(self) -> None:
        assert self.table.as_dict()["tricks"]["H"] == {"N": 0, "S": 0, "E": 1, "W": 1}

    def test_in_a_notebook(self) -> None:
        assert "<tr><td>H</td><td>0</td>" in self.table._repr_html_()


@pytest.mark.parametrize(
    ("message", "game", "text"),
    [
        ("expected a position of bridge", "spades", "A... K... Q... J..."),
        ("expected no card on the table", "bridge", ".A.. K... Q... J... 0 - 0,0,0,0"),
        ("expected two sides", "bridge(teams=none)", "A... K... Q... J..."),
    ],
)
def test_what_is_refused(message: str, game: str, text: str) -> None:
    position = kibitz.game(game).parse(text)
    if "table" in message:
        position = position.play("HA")
    with pytest.raises(TextError, match=message):
        kibitz.trick_table(position)
