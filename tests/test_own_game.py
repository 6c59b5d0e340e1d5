"""The protocol of an own game: rules are enough, all else has a safe default and buys pruning."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest
from definition import differences
from generators import random_tree, sound_compositions
from heaps import Heaps, HeapsPosition

import kibitz
from kibitz import (
    BackupRule,
    Game,
    GameError,
    InvalidAlgorithm,
    KibitzError,
    Payoffs,
    Position,
    compare,
    solve,
)
from kibitz.games.tree import Tree, TreePosition


@dataclass(frozen=True)
class RulesPosition(HeapsPosition):
    """A position that provides nothing but its rules."""

    outcomes, allows = Position.outcomes, Position.allows
    key = Position.key  # type: ignore[assignment]


@dataclass(frozen=True)
class Rules(Heaps):
    """Heaps without anything but its rules."""

    heaps: tuple[int, ...] = (2, 2, 3)
    outcomes = Game.outcomes  # type: ignore[assignment]

    def start(self) -> RulesPosition:
        return RulesPosition(self, self.heaps, (0,) * self.players, 0)


class Bounds(Rules):
    max_sum = 3


class Outcomes(Rules):
    outcomes = Heaps.outcomes


class TestRulesOnly:
    def test_they_are_enough_to_solve_it(self) -> None:
        result = solve(Rules().start())
        assert (result.value, result.line) == (
            solve(Heaps(heaps=(2, 2, 3)).start(), "maxn").value,
            solve(Heaps(heaps=(2, 2, 3)).start(), "maxn").line,
        )

    def test_solve_takes_the_strongest_that_the_game_supports(self) -> None:
        chosen = {game: str(solve(game().start()).algorithm) for game in (Rules, Bounds, Outcomes)}
        assert chosen == {
            Rules: "maxn(table=exact)",
            Bounds: "speculative(test=discrete,table=bounds)",
            Outcomes: "leaf-table",
        }
        assert list(kibitz.trace(Rules().start()))[-1].value == solve(Rules().start()).value

    def test_each_step_buys_pruning(self) -> None:
        games = (Rules(), Bounds(), Outcomes(), Heaps(heaps=(2, 2, 3)))
        results = [solve(game.start()) for game in games]
        visited = [result.stats.visited for result in results]
        assert visited == sorted(visited, reverse=True)
        assert len(set(visited)) == 4
        assert len({(result.value, result.line) for result in results}) == 1

    def test_positions_that_are_no_keys_are_searched_without_a_table(self) -> None:
        @dataclass(frozen=True)
        class Unhashable(RulesPosition):
            __hash__ = None  # type: ignore[assignment]

        position = Unhashable(Rules(), (2, 2), (0, 0, 0), 0)
        assert str(solve(position).algorithm) == "maxn"

    @pytest.mark.parametrize(
        ("game", "algorithm", "message"),
        [
            (Rules, "leaf-table", "algorithm leaf-table needs outcomes(), which "),
            (Rules, "leaf-table", "does not provide; write it, or use maxn"),
            (Bounds, "abbnb", "does not provide; write it, or use speculative"),
            (Bounds, "shallow(scale=rank)", "needs outcomes(), which "),
            (Bounds, "maxn(ties=against-root)", "needs outcomes(), which "),
            (Rules, "shallow", "algorithm shallow needs max_sum or outcomes(), which "),
            (Rules, "shallow", "does not provide; write it, or use maxn"),
            (Rules, "uct", "algorithm uct needs highest or outcomes(), which "),
        ],
    )
    def test_an_algorithm_that_asks_for_more_says_what_the_game_must_provide(
        self, game: type[Game], algorithm: str, message: str
    ) -> None:
        with pytest.raises(InvalidAlgorithm) as error:
            solve(game().start(), algorithm)
        assert message in str(error.value)
        assert str(game()) in str(error.value)

    @pytest.mark.parametrize("search", ["uct", "best-first", "uct(policy=paranoid,history=0)"])
    def test_the_highest_payoff_is_enough_for_a_tree_that_grows(self, search: str) -> None:
        class Highest(Rules):
            highest = 2

        class TooLow(Rules):
            highest = 1

        for heaps in ((1, 1), (2, 1), (2, 2)):
            start = RulesPosition(Highest(), heaps, (0, 0, 0), 0)
            found, plain = solve(start, search), kibitz.Algorithm.parse(search).plain()
            assert (found.value, found.certainty) == (solve(start, plain).value, "exact")
        with pytest.raises(GameError, match="expected payoffs within lowest=0 highest=1"):
            solve(TooLow().start(), search)

    def test_outcomes_that_nobody_lists_are_missed_in_one_line(self) -> None:
        for source in (Rules(), Rules().start()):
            with pytest.raises(GameError, match=r"does not list its outcomes; write outcomes\(\)"):
                kibitz.LeafTable.of(source)


@pytest.mark.parametrize("row", [(1, 0), (1, 0, 0.5), (1, 0, Fraction(1, 2)), None])
def test_payoffs_that_are_not_a_whole_number_for_each_side_are_refused(row: Any) -> None:
    class Odd(Heaps):
        def payoffs(self, outcome: tuple[int, ...]) -> Any:
            return row

    class OddRules(Rules):
        """The same, with rules only."""

        payoffs = Odd.payoffs

    acts: list[Any] = [solve, kibitz.analyse, lambda start: kibitz.compare(start, ["maxn"])]
    acts += [lambda start: list(kibitz.trace(start)), lambda start: kibitz.review(start, [])]
    for act in (*acts, kibitz.prospects, kibitz.LeafTable.of):
        for game in (Odd(), OddRules())[: 1 + (act in acts)]:
            with pytest.raises(GameError, match="expected 3 whole numbers as payoffs of"):
                act(game.start())


def test_players_may_have_names() -> None:
    class Named(Heaps):
        player_names = ("Ann", "Bob", "Cy")

    start = Named().start()
    assert "Ann to move; all exact" in kibitz.analyse(start).show()
    assert kibitz.LeafTable.of(start).rows()[0][1:4] == ["Ann", "Bob", "Cy"]
    worst = max(kibitz.analyse(start).moves, key=lambda row: row.cost or 0)
    assert "costs: Ann" in kibitz.review(start, [worst.move]).show()


def test_an_outcome_that_does_not_go_by_sides_is_one_column() -> None:
    @dataclass(frozen=True)
    class Last(RulesPosition):
        @property
        def outcome(self) -> int:  # type: ignore[override]
            return self.turn

    class LastWins(Rules):
        def start(self) -> Last:
            return Last(self, (1, 1), (0, 0, 0), 0)

        def payoffs(self, outcome: int) -> Any:  # type: ignore[override]
            return tuple(int(side == outcome) for side in range(3))

    row = solve(LastWins().start()).as_row()
    assert (row["outcome"], row["value_2"]) == ("2", 1)
    assert "outcome_0" not in row


class BarePosition(TreePosition):
    """A tree that does not list its leaves."""

    __slots__ = ()
    outcomes = Position.outcomes


class BoundedTree(Tree):
    """A tree that provides the sum of its leaves instead."""

    @property
    def max_sum(self) -> int:
        assert self.total is not None
        return self.players * self.low + self.step * self.total


ASK_FOR_BOUNDS = [
    algorithm
    for algorithm in sound_compositions()
    if algorithm.test not in ("none", "leaf-table")
    and (algorithm.scale, algorithm.heuristic, algorithm.ties) == ("payoff", "none", "first")
]


class TestBounds:
    def test_bounds_alone_give_the_same_values_and_lines_and_prune(self) -> None:
        cuts: dict[str, int] = {}
        for seed in range(60):
            drawn = random_tree(seed).game
            assert isinstance(drawn, Tree)
            game = BoundedTree(drawn.players, drawn.low, drawn.depth, 3, 0, 6, drawn.step)
            dealt = game.deal(seed)
            position = BarePosition(game, dealt.root, None, dealt.root, dealt.limits, dealt.leaves)
            sample = random.Random(seed).sample(ASK_FOR_BOUNDS, 16)
            assert differences(position, sample) == []
            for algorithm in ("shallow", "speculative(test=discrete)", "shallow(test=single)"):
                found = solve(position, algorithm).stats.cuts
                cuts[algorithm] = cuts.get(algorithm, 0) + sum(found.values())
        assert min(cuts.values()) > 0

    def test_payoffs_out_of_bounds_are_told(self) -> None:
        class TooMuch(Rules):
            max_sum = 2

        class TooLittle(Rules):
            lowest, max_sum = 1, 3

        for game, bounds in ((TooMuch(), "lowest=0 max_sum=2"), (TooLittle(), "lowest=1 ")):
            with pytest.raises(GameError, match=f"expected payoffs within {bounds}"):
                solve(game.start())

    def test_traces_and_values_are_payoffs(self) -> None:
        class Lower(Rules):
            lowest, max_sum = -4, -9

            def payoffs(self, outcome: Any) -> tuple[int, ...]:
                return tuple(payoff - 4 for payoff in super().payoffs(outcome))

        low, plain = Lower().start(), Bounds().start()
        for algorithm in ("shallow", "speculative"):
            shifted = solve(low, algorithm)
            assert shifted.value == tuple(
                (payoff or 0) - 4 for payoff in solve(plain, algorithm).value or ()
            )
            assert shifted.stats == solve(plain, algorithm).stats
            bounds = [step.bounds for step in kibitz.trace(low, algorithm) if step.bounds]
            assert bounds == [
                {side: bound - 4 for side, bound in step.bounds.items()}
                for step in kibitz.trace(plain, algorithm)
                if step.bounds
            ]


class TestOutcomes:
    def test_those_of_the_game_are_those_of_a_position_as_far_as_it_allows_them(self) -> None:
        position = Heaps(heaps=(1, 1)).start().play("1-1")
        assert list(position.outcomes()) == [(1, 0, 1), (1, 1, 0), (2, 0, 0)]

    def test_those_of_the_start_are_those_of_the_game(self) -> None:
        class Listed(RulesPosition):
            def outcomes(self) -> list[tuple[int, ...]]:
                return Heaps.outcomes(self.game)

        class ListedHeaps(Rules):
            def start(self) -> RulesPosition:
                return Listed(self, self.heaps, (0, 0, 0), 0)

        assert list(ListedHeaps().outcomes()) == Heaps(heaps=(2, 2, 3)).outcomes()
        assert str(solve(ListedHeaps().start()).algorithm) == "leaf-table"


@dataclass(frozen=True)
class Words(Position):
    """A position with a field of every kind that a text can say."""

    game: Game
    turn: int = 0
    fast: bool = False
    name: str = "ann"
    heaps: tuple[int, ...] = ()
    names: tuple[str, ...] = ("a", "b")
    last: int | None = None
    cached: list[int] = field(default_factory=list, compare=False)

    is_over, outcome = True, 0

    def moves(self) -> list[int]:
        return []

    def play(self, move: Any) -> Words:
        return self


class WordGame(Game):
    def start(self) -> Position:
        return Words(self)

    def payoffs(self, outcome: Any) -> tuple[int, ...]:
        return (0, 0, 0)


class TestText:
    game = WordGame()

    def test_a_position_goes_by_its_fields(self) -> None:
        start = Words(self.game)
        text = "turn=0 fast=false name=ann heaps=none names=a/b last=none"
        assert str(start) == repr(start) == text
        changed = replace(start, turn=2, fast=True, heaps=(3, -1), names=("x",), last=4)
        assert str(changed) == "turn=2 fast=true name=ann heaps=3/-1 names=x last=4"
        for position in (start, changed):
            again = self.game.parse(str(position))
            assert again == position
            assert hash(again) == hash(position)

    def test_what_is_left_out_is_as_at_the_start(self) -> None:
        assert self.game.parse(" start ") == self.game.start()
        assert self.game.parse("heaps=1/2") == Words(self.game, heaps=(1, 2))

    @pytest.mark.parametrize(
        ("text", "message"),
        {
            "": "expected key=value: '' in ''",
            "start turn=1": "expected key=value: 'start' in 'start turn=1'",
            "turn=1 turn=1": "expected 'turn' once",
            "trun=1": "unknown field of Words 'trun'; did you mean 'turn'?",
            "game=x": "unknown field of Words 'game'",
            "cached=x": "unknown field of Words 'cached'",
            "turn=x": "expected a whole number: 'x' for turn",
            "turn=3": "expected a player of 0 to 2 to move: 3 in 'turn=3'",
            "fast=maybe": "expected true or false: 'maybe' for fast",
        }.items(),
    )
    def test_a_bad_text_is_refused_in_one_line(self, text: str, message: str) -> None:
        with pytest.raises(KibitzError) as error:
            self.game.parse(text)
        assert message in str(error.value)
        assert len(str(error.value).splitlines()) == 1

    def test_a_field_that_no_text_can_say_is_told(self) -> None:
        @dataclass(frozen=True)
        class Nested(Words):
            board: frozenset[int] = frozenset()

        with pytest.raises(
            KibitzError, match="expected a type that a text can hold, not frozenset"
        ):
            Nested(self.game).with_fields("board=1")

    def test_without_fields_there_is_no_text_and_no_two_are_equal(self) -> None:
        class Plain(Position):
            turn, is_over, outcome = 0, True, 0
            moves = Words.moves
            play = Words.play  # type: ignore[assignment]

            def __init__(self, game: Game) -> None:
                self.game = game

        one, two = Plain(self.game), Plain(self.game)
        assert one == one
        assert one != two
        assert one.key() != two.key()
        with pytest.raises(KibitzError, match="expected Plain to be a dataclass, or parse"):
            one.with_fields("turn=1")

    def test_a_game_without_a_start_says_so(self) -> None:
        class NoStart(WordGame):
            start = Game.start

        for ask in (NoStart().start, lambda: NoStart().deal(1), lambda: NoStart().parse("start")):
            with pytest.raises(GameError, match=r"has no start\(\) that all games share"):
                ask()

    def test_a_deal_is_the_start_and_has_no_cards(self) -> None:
        assert self.game.deal(7) == self.game.start()
        with pytest.raises(KibitzError, match=r"expected no cards for .*WordGame: 3"):
            self.game.deal(7, cards=3)

    def test_a_game_prints_as_its_text_and_has_a_name(self) -> None:
        assert repr(Heaps()) == str(Heaps()) == Heaps.name == "heaps:Heaps"
        assert repr(Heaps(heaps=(1, 2))) == "heaps:Heaps(heaps=1/2)"


class Unscored(Game):
    """Does not say what an outcome is worth."""


class Undecorated(Heaps):
    """Is no dataclass, so that its field is none."""

    stones: int = 7


class UndecoratedRule(BackupRule):
    """The same of a search."""

    own: int = 2

    def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
        return 0


def test_a_field_without_the_decorator_is_said_to_need_it() -> None:
    needs = "expected @dataclass\\(frozen=True\\) above Undecorated"
    with pytest.raises(KibitzError, match=f"{needs}, for the argument 'stones' of "):
        kibitz.game(f"{__name__}:Undecorated(stones=3)")
    with pytest.raises(KibitzError, match=f"{needs}Rule, for the argument 'own' of "):
        kibitz.Algorithm.parse(f"{__name__}:UndecoratedRule(own=3)")
    with pytest.raises(KibitzError, match=r"unknown argument of .* 'none'"):
        kibitz.game(f"{__name__}:Undecorated(none=3)")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Unscored", "expected payoffs() in "),
        ("Words", "expected a subclass of Game: "),
        ("Nowhere", "expected a game 'module:name': "),
    ],
)
def test_what_is_no_game_is_refused_by_name(name: str, message: str) -> None:
    with pytest.raises(KibitzError) as error:
        kibitz.game(f"{__name__}:{name}")
    assert str(error.value).startswith(message)


def test_legal_move_knows_moves_and_their_names_and_refuses_the_rest() -> None:
    class Numbers(Words):
        is_over = False

        def moves(self) -> list[int]:
            return [4, 5]

    here = Numbers(WordGame())
    assert here.legal_move(4) == here.legal_move("4") == 4
    for wrong in (6, "6", "", None, [4]):
        with pytest.raises(kibitz.IllegalMove, match=r"illegal move .* in turn=0 fast=false"):
            here.legal_move(wrong)
    with pytest.raises(kibitz.IllegalMove):
        Words(WordGame()).legal_move(4)


def test_equal_positions_share_a_table_entry_by_default() -> None:
    plain, table = compare(Rules().start(), ["maxn", "maxn(table=exact)"])
    assert table.stats.table_hits > 0
    assert (plain.value, plain.line) == (table.value, table.line)


@dataclass(frozen=True)
class Broken(Game):
    """Two moves, and one thing that goes wrong."""

    wrong: str = ""

    def start(self) -> BrokenPosition:
        return BrokenPosition(self, 0)

    def payoffs(self, outcome: int) -> tuple[int, ...]:
        if self.wrong == "payoffs":
            raise LookupError("no such payoff")
        return (outcome, 0, 0)


@dataclass(frozen=True)
class BrokenPosition(Position):
    game: Broken
    made: int

    turn = 0

    @property
    def is_over(self) -> bool:
        return self.made == 2

    @property
    def outcome(self) -> int:
        return self.made

    def moves(self) -> list[str]:
        return [] if self.game.wrong == "moves" else ["go"]

    def play(self, move: str) -> BrokenPosition:
        if self.game.wrong == "play":
            return BrokenPosition(self.game, self.made + int("x"))
        return BrokenPosition(self.game, self.made + 1)


class TestOwnGamesThatFail:
    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            (
                "payoffs",
                r"Broken\(wrong=payoffs\) fails in payoffs\(\) at test_own_game.py:\d+: L",
            ),
            ("play", r"Broken\(wrong=play\) fails in play\(\) at test_own_game.py:\d+: ValueError"),
            ("moves", r"moves\(\) of test_own_game:Broken\(wrong=moves\) is empty before the end"),
        ],
    )
    def test_one_line_names_game_method_and_place(self, wrong: str, message: str) -> None:
        position = Broken(wrong=wrong).start()
        with pytest.raises(GameError, match=message):
            solve(position)
        with pytest.raises(GameError, match=message):
            list(kibitz.trace(position))

    def test_so_it_is_where_positions_are_counted_or_an_algorithm_is_chosen(self) -> None:
        class Unlisted(Heaps):
            def outcomes(self) -> Any:
                raise LookupError("none")

        with pytest.raises(
            GameError, match=r"fails in play\(\) at test_own_game.py:\d+: ValueError"
        ):
            kibitz.perft(Broken(wrong="play").start(), depth=2)
        with pytest.raises(GameError, match=r"fails in outcomes\(\) at test_own_game.py:\d+: Look"):
            kibitz.strongest(Unlisted().start())

    def test_an_iterator_that_ends_too_early_is_their_error(self) -> None:
        class Searching(Broken):
            def payoffs(self, outcome: int) -> tuple[int, ...]:
                return next(row for row in [(0, 0, 0)] if row[0] > outcome)

        with pytest.raises(GameError, match=r"fails in payoffs\(\) at .*: StopIteration"):
            solve(Searching().start(), "maxn")

    def test_outcomes_that_are_no_list_are_named(self) -> None:
        class Unlisted(Heaps):
            def outcomes(self) -> Any:
                return None

        with pytest.raises(GameError, match=r"expected outcomes\(\) to list outcomes: None in "):
            solve(Unlisted().start())
