"""Trick games in numbers: the rules that `TrickGame` says as data, and nothing else."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from kibitz.cards.deck import STANDARD, Hand
from kibitz.cards.duties import Duties
from kibitz.cards.game import ALIKE, TrickGame
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import BEGUN, BROKEN, Restrictions
from kibitz.engines.kernel import PARTITION_PLAYERS, SCORES_KEPT, Entries, _kernel
from kibitz.engines.kernel.adapter import Adapter, Numbers, limits_of, parts_of, rows_of
from kibitz.engines.problem.protocol import ONE_AT_A_TIME, Answer, Problem, Unfit, Watch
from kibitz.engines.problem.scores import PlainScores, Scores
from kibitz.errors import GameError
from kibitz.leaf_table import LeafTable

if TYPE_CHECKING:
    from kibitz._kernel import Deal, Record, TrickPlan, WorldTree
    from kibitz.cards.restrictions import Marks
    from kibitz.game import Move, Outcome, Position

PROGRESS_BITS, MORE_PROGRESS_BITS = 47, 64
"""Room for what all sides have taken, with the usual pack and duties and otherwise."""
MOST_POINTS = 1 << 26
"""How much there can be to take."""
MOST_CARDS, MOST_SUITS = 104, 6
"""How large a pack can be."""
MOST_WORTH = 255
"""How many points a card can have in a search for points."""

CODE = (
    *("allowed", "marks_after", "by_side", "points_in", "_restrictions"),
    *("kind", "kinds", "unlike", "names_suits", "trump_stays"),
    *("_duties", "beaters", "_beaters", "winner", "led_by", "follows_suit", "keys_by_owners"),
    *("keeper", "keeps_points"),
)
"""What the kernel has as code of its own: a game that overrides it goes to the reference.

All else that `TrickGame` lets a game say is read as data when a search begins, or only
matters for deals and texts.
"""


class Tricks(Adapter):
    """Positions of trick games."""

    aims, skips = True, False

    def __init__(self) -> None:
        self._plans: dict[Hashable, tuple[PlainScores, Any]] = {}

    def reason_against(self, position: Position) -> str:
        game = cast("TrickGame", position.game)
        if type(position) is not TrickPosition:
            return f"it does not know the positions of {game.text_name()}"
        if not position.all_in_hands:
            return "it does not know cards that are drawn or laid away"
        return _reason_against(game, position.marks)

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        check([problem], entries.scores)
        first = cast("TrickPosition", entries.first)
        deal = deal_in_numbers(cast("TrickPosition", problem.position), first.hands_before)
        plan = self.plan(problem, entries.scores)
        return plan.search(deal, limits_of(problem, watch), watch, entries.table)

    def search_sets(self, problem: Problem, entries: Entries, watch: Watch) -> Answer:
        from kibitz.engines.kernel import outcome_sets

        return outcome_sets.search(problem, entries, watch)

    def search_many(
        self, problems: Sequence[Problem], scores: PlainScores, watch: Watch
    ) -> list[tuple[Record, float]]:
        if problems[0].algorithm.search.by_sets:
            raise Unfit(ONE_AT_A_TIME)
        check(problems, scores)
        positions = [cast("TrickPosition", problem.position) for problem in problems]
        deals = [deal_in_numbers(position, position.hands) for position in positions]
        plan = self.plan(problems[0], scores)
        return plan.search_many(deals, limits_of(problems[0], Watch()), watch)

    def plan(self, problem: Problem, scores: PlainScores) -> TrickPlan:
        """A game with its scores and an algorithm, made once for all positions that share them."""
        key = id(scores), problem.algorithm, problem.memory.bytes
        kept = self._plans.get(key)
        if kept is None:
            table, rows = rows_of(scores)
            game = cast("TrickGame", problem.position.game)
            rules = rules_in_numbers(game, table.leaves.outcomes)
            if problem.algorithm.search.part("playouts") == "rules":
                rules |= {"wants": game.wanted.rows, "step": game.wanted.step}
            plan = _kernel.TrickPlan(rules, rows, parts_of(problem, scores))
            if len(self._plans) >= SCORES_KEPT:
                self._plans.clear()
            kept = self._plans[key] = scores, plan  # the scores too, lest another has their id
        return cast("TrickPlan", kept[1])

    def line(
        self, record: Record, scores: PlainScores, position: Position
    ) -> tuple[tuple[int, ...], tuple[Move, ...] | None, Outcome | None]:
        """As cards, and the outcome that they lead to."""
        assert isinstance(scores, Scores)
        outcome = None if record[2] < 0 else scores.leaves.outcomes[record[2]]
        return (), cast("TrickPosition", position).cards_of(record[1]), outcome

    def count(self, position: Position, depth: int, watch: Watch) -> list[tuple[int, int]] | None:
        deal = cast("TrickPosition", position)
        rules = rules_in_numbers(deal.game, tuple(deal.outcomes()))
        return _kernel.count_tricks(rules, deal_in_numbers(deal, deal.hands), depth, watch)

    def play_outs(
        self, positions: Sequence[TrickPosition], cards: Sequence[int]
    ) -> list[tuple[int, ...]]:
        """What each side has taken at the end of positions, played out by rules.

        Their games are alike but for bids. Position after position: after each of the cards, or
        if there are none, from there on.
        """
        game = positions[0].game
        most = max(position.to_share for position in _unlike(positions))
        rules = rules_in_numbers(game, ((most,) * game.sides,)) | {"step": game.wanted.step}
        deals = [deal_in_numbers(position, position.hands) for position in positions]
        games = {id(position.game): position.game for position in positions}
        at = {game: number for number, game in enumerate(games)}
        ends = iter(
            _kernel.play_outs(
                rules,
                deals,
                cards,
                [game.wanted.rows for game in games.values()],
                [at[id(position.game)] for position in positions],
            )
        )
        return list(zip(*[ends] * game.sides, strict=True))

    def tree_over_worlds(
        self,
        first: TrickPosition,
        table: LeafTable,
        low: Sequence[int],
        span: Sequence[int],
        c: float,
        seed: int,
        patience: int,
    ) -> WorldTree:
        """One tree over worlds that have the outcomes of a table; see `players/ismcts.py`."""
        game = first.game
        if patience and not plays_by_rules(game):
            raise Unfit("it has other rules for the second of two equal cards")
        rules = rules_in_numbers(game, table.outcomes)
        if patience:
            rules |= {"wants": game.wanted.rows, "step": game.wanted.step}
        deal = deal_in_numbers(first, first.hands)
        return _kernel.WorldTree(rules, deal, table.payoffs, low, span, c, seed, patience)

    def goes_on(self, first: Position, position: Position) -> bool:
        """Who holds what must follow from the first position: a key says which cards are held.

        What is taken and what is in play must add up to as much, since a key leaves out what
        lies on the table. In a first trick with rules of its own all must hold what they did,
        since a relative key leaves out which cards those rules name.
        """
        before, now = cast("TrickPosition", first), cast("TrickPosition", position)
        if now.in_special_trick and now.hands_before != before.hands_before:
            return False
        held = zip(now.hands_before, before.hands_before, strict=True)
        same = [(each.trump, each.left_over, each.to_share) for each in (before, now)]
        return same[0] == same[1] and all(hand & ~owned == 0 for hand, owned in held)


def _unlike(positions: Sequence[TrickPosition]) -> Iterable[TrickPosition]:
    """Those that may differ in what there is to take, not only in who holds which card."""
    return {
        (
            id(position.game),
            position.taken,
            position.table,
            position.stock,
            sum(position.hands),
            *map(int.bit_count, position.hands),
        ): position
        for position in positions
    }.values()


def check(problems: Sequence[Problem], scores: PlainScores) -> None:
    """Refuse what a search cannot handle, and too many players for a partition search."""
    search = problems[0].algorithm.search
    for problem in problems:
        search.check_scores(problem.position, scores)
    many = problems[0].position.game.players > PARTITION_PLAYERS
    if search.backup == "partition" and many:
        raise Unfit(f"it has partition search for up to {PARTITION_PLAYERS} players")
    game = cast("TrickGame", problems[0].position.game)
    if search.part("playouts") == "rules" and not plays_by_rules(game):
        raise Unfit("it has other rules for the second of two equal cards")
    if search.backup == "points":
        if any(map(game.stays, game.pack.cards)):
            raise Unfit("it has no points that stay with players in a search for points")
        if max(map(game.worth_of, game.pack.listed(game.deck))) > MOST_WORTH:
            raise Unfit(f"it has cards of up to {MOST_WORTH} points in a search for points")


def plays_by_rules(game: TrickGame) -> bool:
    """Whether the kernel plays by simple rules as `cards/simple_rules.py` does."""
    return game.pack.copies == 1 or game.duties.twins != "second"


@functools.lru_cache(256)
def _reason_against(game: TrickGame, marks: Marks) -> str:
    for method in CODE:
        if getattr(type(game), method) is not getattr(TrickGame, method):
            return f"it does not know {method}() of {game.text_name()}"
    if [game.side(player) for player in range(game.players)] != list(game.side_of):
        return f"it does not know side() of {game.text_name()}"
    pack = game.pack
    if len(pack.cards) > MOST_CARDS or len(pack.suits) > MOST_SUITS:
        return f"it has no room for the pack of {game.text_name()}"
    if type(game.duties) is not Duties:
        return f"it does not know the duties of {game.text_name()}"
    if type(game.restrictions) is not Restrictions:
        return f"it does not know the restrictions of {game.text_name()}"
    if not game.trump_stays(marks):
        return f"it does not know the changing trumps of {game.text_name()}"
    worths = _worths(game)
    stays = _staying(game)
    if min(*worths, *stays, game.last_trick) < 0:
        return "it counts points of 0 and more"
    most = sum(worths) + sum(stays) + game.last_trick
    if game.counts_tricks:
        most = game.whole_tricks
    room = PROGRESS_BITS if is_usual(game) else MORE_PROGRESS_BITS
    if game.sides * most.bit_length() > room or most > MOST_POINTS:
        return f"it has no room for {most} points for each of {game.sides} sides"
    return ""


def is_usual(game: TrickGame) -> bool:
    """Whether pack and duties are those that most of the kernel is made for."""
    plain = game.follows_suit and not game.last_trick and not game.keeps_points
    return game.pack == STANDARD and plain


def _worths(game: TrickGame) -> list[int]:
    """The points of each card; 0 for those that are not in the deck."""
    deck = game.deck
    return [game.points(card) if deck >> card & 1 else 0 for card in game.pack.cards]


def _staying(game: TrickGame) -> list[int]:
    """The points of each card that stay with the player who plays it; nothing if none do."""
    return list(map(game.stays, game.pack.cards)) if game.keeps_points else []


def rules_in_numbers(game: TrickGame, outcomes: tuple[Any, ...]) -> Numbers:
    """What all positions of a game share."""
    worths = _worths(game)
    if worths != _worths(game):
        raise GameError(f"expected points() to say the same each time: {game}")
    return {
        "players": game.players,
        "sides": game.sides,
        "side_of": game.side_of,
        "counts_tricks": game.counts_tricks,
        "orders_to_win": game.orders_to_win,
        "points": [] if game.counts_tricks else worths,
        "last_trick": 0 if game.counts_tricks else game.last_trick,
        "stays": _staying(game),
        "alike": ALIKE.index(game.alike),
        "relative": game.keys_by_owners,
        "suits": game.pack.suit_cards,
        "copies": game.pack.copies,
        **asdict(game.restrictions),
        **asdict(game.duties),
        "outcomes": outcomes,
        "wants": (),
        "step": 1,
    }


def deal_in_numbers(position: TrickPosition, owners: Sequence[Hand]) -> Deal:
    game, marks, trump = position.game, position.marks, position.trump
    return (
        -1 if trump is None else trump,
        position.hands,
        owners,
        position.left_over * game.players,
        position.leader,
        position.table,
        game.by_side(position.taken),
        BROKEN in marks,
        BEGUN in marks or not game.minds_the_first_trick,
    )


ADAPTER = Tricks()
