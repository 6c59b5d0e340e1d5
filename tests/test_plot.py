"""Decision spaces as drawings: the points, the region and the line that are on them."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from matplotlib.patches import Polygon
from matplotlib.path import Path as Outline
from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # type: ignore[import-untyped]

import kibitz
from kibitz import KibitzError, LeafTable
from kibitz.cli import main
from kibitz.showing import plot

matplotlib.use("Agg")

TABLE_1 = "spades(players=3,cards=3,bids=1/1/2,utility=mot)"
TEN_TRICKS = "spades(players=3,cards=10)"

Capture = pytest.CaptureFixture[str]


def table(game: str) -> LeafTable:
    return LeafTable.of(kibitz.game(game))


def points(ax: Any, label: str) -> set[tuple[float, ...]]:
    """Where the points with a label lie; those below a plane have none."""
    columns = [
        line.get_data_3d() if hasattr(line, "get_data_3d") else line.get_data()
        for line in ax.lines
        if line.get_marker() == "o" and line.get_label().startswith(label)
    ]
    return {tuple(map(float, point)) for column in columns for point in zip(*column, strict=True)}


def region(ax: Any) -> Any:
    """The grey region."""
    found = [patch for patch in ax.patches if isinstance(patch, Polygon)]
    assert len(found) <= 1
    return Outline(found[0].get_xy()) if found else None


def line(ax: Any) -> list[tuple[float, ...]]:
    """The ends of the diagonal."""
    (found,) = (line for line in ax.lines if str(line.get_label()).startswith("linear"))
    return sorted(tuple(map(float, end)) for end in found.get_xydata())


def legend(ax: Any) -> list[str]:
    found = ax.get_legend()
    assert found is not None
    return [text.get_text() for text in found.get_texts()]


@pytest.fixture
def planes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The corners of each plane that is drawn."""
    drawn: list[Any] = []

    def record(areas: Any, **style: Any) -> Any:
        drawn.extend(areas)
        return Poly3DCollection(areas, **style)

    monkeypatch.setattr(plot, "Poly3DCollection", record)
    return drawn


class TestFigure8:
    ax: Any = table(TABLE_1).plot(players=(0, 1))

    def test_the_ten_outcomes_are_hollow_points(self) -> None:
        assert points(self.ax, "outcome") == {
            (0, 0), (0, 2), (0, 4), (0, 3), (2, 0), (2, 2), (2, 1), (4, 0), (1, 2), (3, 0),
        }  # fmt: skip
        (hollow,) = (line for line in self.ax.lines if line.get_label() == "outcome")
        assert hollow.get_markerfacecolor() == "white"

    def test_the_region_is_the_square_below_2_and_2(self) -> None:
        outline = region(self.ax)
        corners = {tuple(map(float, corner)) for corner in outline.vertices}
        assert corners == {(0, 0), (2, 0), (2, 2), (0, 2)}

    def test_the_line_is_the_diagonal_of_4(self) -> None:
        assert line(self.ax) == [(0, 4), (4, 0)]

    def test_axes_ticks_and_legend(self) -> None:
        assert (self.ax.get_xlabel(), self.ax.get_ylabel()) == ("rank of P0 (1)", "rank of P1 (1)")
        assert self.ax.get_title() == TABLE_1
        assert all(tick == int(tick) for tick in [*self.ax.get_xticks(), *self.ax.get_yticks()])
        assert legend(self.ax) == [
            "bounds that do not prune",
            "linear test: x + y = 4",
            "outcome",
        ]


class TestFigure5:
    ax = table(TEN_TRICKS).plot(scale="payoff", bounds=(5, 6, None))

    def test_the_bound_vector_is_a_solid_point_above_the_line(self) -> None:
        assert points(self.ax, "bounds (5, 6, -): prune") == {(5, 6)}
        assert line(self.ax) == [(0, 10), (10, 0)]
        assert len(points(self.ax, "outcome")) == 66

    def test_every_step_of_the_region_touches_the_line(self) -> None:
        outline = region(self.ax)
        assert {(x, 10 - x) for x in range(1, 10)} <= set(map(tuple, outline.vertices))


class TestFigure7:
    ax: Any = table(TEN_TRICKS).plot(players=(0, 1, 2), bounds=(5, 3, 3))

    def test_all_outcomes_lie_on_the_plane(self, planes: list[Any]) -> None:
        found = points(self.ax, "outcome")
        assert len(found) == 66
        assert {sum(point) for point in found} == {10}
        table(TEN_TRICKS).plot(players=(0, 1, 2))
        assert [set(corners) for corners in planes] == [{(10, 0, 0), (0, 10, 0), (0, 0, 10)}]

    def test_the_bounds_are_a_solid_point_beyond_it(self) -> None:
        assert points(self.ax, "bounds (5, 3, 3): prune") == {(5, 3, 3)}
        assert legend(self.ax) == [
            "linear test: x + y + z = 10",
            "outcome",
            "bounds (5, 3, 3): prune",
        ]
        assert self.ax.get_zlabel() == "rank of P2"

    def test_outcomes_below_the_plane_are_drawn_below_it(self) -> None:
        ax: Any = table(TABLE_1).plot(players=(2, 0, 1))
        assert len(points(ax, "")) == 10
        assert points(ax, "outcome") == {(0, 4, 0), (0, 2, 2), (0, 0, 4)}


@pytest.mark.parametrize("scale", ["rank", "payoff"])
@pytest.mark.parametrize(
    "game",
    [
        TABLE_1,
        TEN_TRICKS,
        "spades(players=3,cards=4,bids=1/2/1,utility=smot)",
        "spades(players=3,cards=4,bids=1/2/1,utility=oh)",
        "spades(players=3,cards=3,bids=1/1/2,utility=wl)",
        "spades(players=4,cards=3,teams=none,utility=place)",
        "heaps:Heaps(heaps=2/2/3)",
    ],
)
def test_the_region_holds_exactly_the_bounds_that_do_not_prune(game: str, scale: Any) -> None:
    found = table(game)
    for players in itertools.permutations(range(found.game.sides), 2):
        ax = found.plot(players, scale)
        outline = region(ax)
        values = [
            sorted({row[player] for row in (found.ranks if scale == "rank" else found.payoffs)})
            for player in players
        ]
        inside = {
            ranks
            for ranks in itertools.product(*(range(len(column)) for column in values))
            if outline is not None
            and outline.contains_point(
                [column[rank] + 0.5 for column, rank in zip(values, ranks, strict=True)]
            )
        }
        assert inside == set(found.open_bounds(*players))
        ax.figure.clear()
    matplotlib.pyplot.close("all")


def test_the_line_of_payoffs_counts_from_the_lowest() -> None:
    """As the linear test does: payoffs of `ahead` are -3 at least, three of them."""
    found = table("spades(players=3,cards=3,utility=scoring:ahead)")
    assert found.lowest == -3
    most = max(sum(payoff + 3 for payoff in row) for row in found.payoffs)
    ends = line(found.plot(scale="payoff"))
    assert len(ends) == 2
    assert [round(x + y, 9) for x, y in ends] == [most - 6] * 2


@pytest.mark.parametrize("scale", ["rank", "payoff"])
@pytest.mark.parametrize("players", [(0, 1), (0, 1, 2)])
@pytest.mark.parametrize(
    "game", ["hearts", TEN_TRICKS, TABLE_1, "spades(players=3,bids=5/5/5,utility=mot)"]
)
def test_the_outcomes_fill_the_drawing(game: str, players: tuple[int, ...], scale: Any) -> None:
    found = table(game)
    ax: Any = found.plot(players, scale)
    rows = found.ranks if scale == "rank" else found.payoffs
    for axis, player in zip("xyz", players, strict=False):
        low, high = getattr(ax, f"get_{axis}lim")()
        least, most = (end(row[player] for row in rows) for end in (min, max))
        assert low < least < most < high
        assert most - least > 0.9 * (high - low)
    matplotlib.pyplot.close("all")


def test_a_line_that_no_bounds_of_the_players_reach_is_said_to_be_out_of_reach() -> None:
    ax = table("hearts").plot()
    assert line(ax) == []
    assert "linear test: x + y = 78, out of reach" in legend(ax)


def test_a_plane_ends_where_the_most_that_players_can_get_ends(planes: list[Any]) -> None:
    table("hearts(players=3)").plot(players=(0, 1, 2))
    assert [set(corners) for corners in planes] == [{(26, 26, 0), (26, 0, 26), (0, 26, 26)}]
    table("heaps:Heaps").plot(players=(0, 1, 2))  # ranks 0 to 2 that add up to 3, in order
    hexagon = [(2, 1, 0), (1, 2, 0), (0, 2, 1), (0, 1, 2), (1, 0, 2), (2, 0, 1)]
    at = hexagon.index(planes[-1][0])
    assert planes[-1] == [*hexagon[at:], *hexagon[:at]]


def test_it_draws_on_axes_that_are_given() -> None:
    ax = matplotlib.figure.Figure().add_subplot()
    assert table(TABLE_1).plot(ax=ax) is ax
    with pytest.raises(KibitzError, match="expected axes with projection='3d'"):
        table(TABLE_1).plot(players=(0, 1, 2), ax=ax)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": (0,)}, "expected two or three players to draw: 0"),
        ({"players": (0, 0)}, "expected different players of 0 to 2: 0,0"),
        ({"players": (0, 3)}, "expected different players of 0 to 2: 0,3"),
        ({"players": ()}, "expected two or three players"),
        ({"scale": "log"}, "expected a scale of rank or payoff: 'log'"),
        ({"bounds": (1, 1)}, "expected 3 bounds"),
        ({"bounds": (5, 1, None)}, "expected a bound of 0 to 4 to draw for player 0: 5"),
        ({"bounds": (None, 1, 0)}, "expected a bound of 0 to 4 to draw for player 0: None"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(KibitzError) as error:
        table(TABLE_1).plot(**options)
    assert message in str(error.value)


def test_without_matplotlib_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "kibitz.showing.plot")
    monkeypatch.delattr("kibitz.showing.plot")
    assert main(["leaf-table", TABLE_1, "--plot", "figure.svg"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert "plots need matplotlib; use pip install 'kibitz[plot]'" in shown.err


class TestCommand:
    @pytest.mark.parametrize(
        ("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
    )
    def test_it_writes_the_same_file_every_time(
        self, suffix: str, start: bytes, tmp_path: Path, capsys: Capture
    ) -> None:
        files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
        for file in files:
            words = ["leaf-table", TABLE_1, "--plot", str(file), "--bounds", "1,1,-"]
            assert main(words) == 0
            assert capsys.readouterr().out.endswith("1,1,- does not prune\n")
        first, second = (file.read_bytes() for file in files)
        assert first.startswith(start)
        assert first == second

    def test_it_draws_a_position_three_players_and_payoffs(
        self, tmp_path: Path, capsys: Capture
    ) -> None:
        position = "7..K. .2..K J...A 0 - 0,1,0"
        first, second = tmp_path / "a.svg", tmp_path / "b.svg"
        assert main(["leaf-table", TABLE_1, position, "--plot", str(first), "--json"]) == 0
        options = ["--players", "0,1,2", "--scale", "payoff"]
        assert main(["leaf-table", TABLE_1, "--plot", str(second), *options, "--json"]) == 0
        assert first.stat().st_size > 0 < second.stat().st_size
        assert first.read_bytes() != second.read_bytes()

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--plot", "figure.gif"], "expected a file that ends in .svg, .png, .pdf"),
            (["--plot", "figure"], "expected a file that ends in .svg, .png, .pdf: 'figure'"),
            (["--plot", "no/such/folder.svg"], "expected a file to write to: 'no/such/folder.svg'"),
            (["--plot", "a.svg", "--players", "0,x"], "expected a whole number: 'x'"),
            (["--plot", "a.svg", "--players", "0,9"], "expected different players of 0 to 2"),
            (["--plot", "a.svg", "--scale", "log"], "expected a scale of rank or payoff"),
            (["-", "--plot", "a.svg"], "expected one table to plot"),
        ],
    )
    def test_bad_input_gets_one_clear_line_and_code_2(
        self,
        words: list[str],
        message: str,
        tmp_path: Path,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["leaf-table", TABLE_1, *words]) == 2
        shown = capsys.readouterr()
        assert (shown.out, len(shown.err.splitlines())) == ("", 1)
        assert message in shown.err
        assert list(tmp_path.iterdir()) == []
