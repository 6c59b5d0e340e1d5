"""Which cards are one move: of one kind, with nothing between them that matters."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from definition import engine_differences, maxn

import kibitz
from kibitz import Algorithm, Restrictions, TrickPosition, Utility, check_game, solve
from kibitz.cards import CARDS, SUIT_CARDS, Card, Hand, TrickGame, hand_of, listed, read_card
from kibitz.engines import kernel

SPADES, HEARTS = SUIT_CARDS[:2]
HEART_QUEEN: Hand = 1 << read_card("HQ")

UNRESTRICTED = Restrictions()
ALGORITHMS = tuple(
    map(
        Algorithm.parse,
        (
            "maxn(table=exact,keys=relative,probe=card)",
            "leaf-table",
            "leaf-table(keys=relative)",
            "leaf-table(keys=relative,probe=card,order=low)",
            "outcome-sets(order=high)",
            "outcome-sets(order=low,table=bounds)",
            "outcome-sets",
        ),
    )
)


@dataclass(frozen=True, repr=False)
class OwnTricks(TrickGame):
    """A game whose special rules are arguments."""

    rules: Restrictions = UNRESTRICTED
    worths: tuple[int, ...] = (0,) * 52
    trumps: int | None = None

    @property
    def restrictions(self) -> Restrictions:
        return self.rules

    def points(self, card: Card) -> int:
        return self.worths[card]

    def trump_in(self, marks: frozenset[str]) -> int | None:
        return self.trumps


@dataclass(frozen=True, repr=False)
class OwnPoints(OwnTricks):
    counts_tricks: ClassVar[bool] = False


def odd(taken: Sequence[int], seed: int) -> tuple[int, ...]:
    """Payoffs with many ties, which follow from nothing."""
    return tuple(
        random.Random(f"{taken} {seed} {side}").randint(0, 2) for side in range(len(taken))
    )


def random_position(seed: int) -> TrickPosition:
    """A position of a game whose rules name single cards, sometimes in the middle of play."""
    draw = random.Random(seed)
    players = draw.choice((2, 2, 3))
    each = draw.randint(2, 6 - players + (players == 2))
    ranks = draw.choice((each * players // 2 + 1, 13))
    pool = [13 * suit + rank for suit in range(2) for rank in range(ranks)]
    dealt = draw.sample(pool, players * each)

    def some() -> Hand:
        suit = draw.choice(SUIT_CARDS)
        single = hand_of(card for card in dealt if draw.random() < 0.3)
        return draw.choice((0, suit, single, single))

    rules = Restrictions(
        closed=some(),
        breakers=some(),
        alone=hand_of(draw.sample(dealt, draw.randint(0, 2))),
        first_lead=draw.choice((0, 0, some())),
        first_not=draw.choice((0, 0, some())),
    )
    game = draw.choice((OwnTricks, OwnPoints))(
        players=players,
        rules=rules,
        worths=tuple(draw.choice((0, 0, draw.randint(0, 3))) for _ in CARDS),
        trumps=draw.choice((None, None, 0)),
        utility=draw.choice((Utility.parse("tricks"), Utility(lambda taken: odd(taken, seed)))),
    )
    hands = tuple(hand_of(dealt[each * at : each * (at + 1)]) for at in range(players))
    position = TrickPosition(game, hands, draw.randrange(players), (), (0,) * players, frozenset())
    position.check()
    for _ in range(draw.choice((0, 0, 1, 2))):
        position = position.play(draw.choice(position.legal_moves()))
    return position


def value_of_all(position: TrickPosition) -> tuple[int, ...]:
    """The value of plain max^n over every legal card."""
    if position.is_over:
        return position.game.payoffs(position.outcome)
    values = [value_of_all(position.play(card)) for card in position.legal_moves()]
    return max(values, key=lambda value: value[position.side])


class TestRulesThatNameSingleCards:
    def test_cards_that_break_something_are_moves_of_their_own(self) -> None:
        game = OwnTricks(players=2, rules=Restrictions(closed=SPADES, breakers=HEART_QUEEN))
        position = game.parse(".AQT.. A.K9..")
        assert list(map(str, position.moves())) == ["HA", "HQ", "HT"]
        for algorithm in ALGORITHMS:
            assert solve(position, algorithm).value == (2, 1)

    @pytest.mark.parametrize("rule", ["closed", "breakers", "alone"])
    def test_each_rule_tells_cards_apart(self, rule: str) -> None:
        rules = replace(UNRESTRICTED, **{rule: HEART_QUEEN})  # type: ignore[arg-type]
        game = OwnTricks(players=2, rules=rules)
        here, there = game.parse(".QT.. .9.2."), game.parse(".JT.. .9.2.")
        assert len(here.moves()) == (1 if rule == "closed" else 2)
        assert here.relative_key() != there.relative_key()

    def test_points_that_are_not_counted_tell_no_cards_apart(self) -> None:
        worths = tuple(range(52))
        position = OwnTricks(players=2, worths=worths).parse("AKQ... 432...")
        assert list(map(str, position.moves())) == ["SA"]

    @pytest.mark.parametrize("seed", range(120))
    def test_cards_that_are_one_move_have_one_value(self, seed: int) -> None:
        position = random_position(seed)
        value = maxn(position, Algorithm.parse("maxn"), position.side)[0]
        assert value == value_of_all(position)
        for group in position.groups():
            assert len({value_of_all(position.play(card)) for card in group}) == 1

    @pytest.mark.parametrize("seed", range(120))
    def test_every_search_has_the_value_and_line_of_plain_maxn(self, seed: int) -> None:
        position = random_position(seed)
        for algorithm in ALGORITHMS:
            result = solve(position, algorithm, engine="reference")
            right = maxn(position, algorithm, position.side)
            assert (result.value, list(result.line)) == right, f"{position} {algorithm}"
        if kernel.BUILT:
            assert engine_differences(position, ALGORITHMS) == []


@dataclass(frozen=True)
class HighCode(TrickGame):
    """Code, not data: spades may not be led while somebody holds the queen of hearts."""

    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        held = sum(position.hands) & HEART_QUEEN
        return (cards & ~SPADES or cards) if held and not position.table else cards


@dataclass(frozen=True)
class WrongKinds(HighCode):
    """It says that its code goes by suits alone."""

    def kind(self, card: Card) -> tuple[int, ...]:
        return ()


class TestRulesInCode:
    def test_each_card_is_of_its_own_kind(self) -> None:
        position = HighCode(players=2).parse(".AQT.. A.K9..")
        assert position.moves() == position.legal_moves()
        for algorithm in ALGORITHMS:
            assert solve(position, algorithm).value == value_of_all(position)

    def test_a_game_can_say_what_its_code_goes_by(self) -> None:
        by_queen: Any = type(
            "ByQueen", (HighCode,), {"kind": lambda self, card: (HEART_QUEEN >> card & 1,)}
        )
        position = by_queen(players=2).parse(".AKT.. Q.Q9..")
        assert list(map(str, position.moves())) == ["HA", "HT"]
        assert check_game(by_queen(players=2, cards=4), deals=5) == []

    def test_a_check_finds_kinds_that_are_too_wide(self) -> None:
        (fault, *_) = check_game(WrongKinds(players=2, cards=5))
        assert fault.startswith("moves() takes two moves for one: H")


@dataclass(frozen=True)
class NoEcho(TrickGame):
    """Code that goes by the table: not the rank of the card before, if there is a choice."""

    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        if not position.table:
            return cards
        rank = position.table[-1].rank
        return hand_of(card for card in listed(cards) if card.rank != rank) or cards


@dataclass(frozen=True)
class LowWhoLeads(TrickGame):
    """Code that goes by what was taken: who has more than the next plays its lowest card."""

    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        own, following = position.turn, (position.turn + 1) % self.players
        ahead = position.taken[own] > position.taken[following]
        return 1 << cards.bit_length() - 1 if ahead else cards


@dataclass(frozen=True)
class SecondWins(TrickGame):
    """Code that says who wins: the second highest card of the suit led."""

    def winner(self, trick: Sequence[Card], trump: int | None) -> int:
        followed = sorted(card for card in trick if card.suit == trick[0].suit)
        return trick.index(followed[len(followed) > 1])


class TestWhatCodeGoesBy:
    """Values are right whatever part of a position the code of a game asks about."""

    def test_the_cards_on_the_table(self) -> None:
        deal = NoEcho().parse("J6.7.A. T93..6. .A8.3.7")
        for algorithm in ("maxn(table=exact)", "leaf-table(probe=card)"):
            assert solve(deal, algorithm).value == value_of_all(deal) == (2, 2, 0)

    @pytest.mark.parametrize(
        ("line", "value"),
        [("2.K3.Q9.KJ4 T.A75.2.T98", (5, 3)), ("A.J.KT43.Q3 9.Q86.Q2.K7", (4, 4))],
    )
    def test_what_was_taken(self, line: str, value: tuple[int, ...]) -> None:
        deal = LowWhoLeads(players=2).parse(line)
        for algorithm in ("maxn(table=exact)", "outcome-sets(order=high)", "points"):
            assert solve(deal, algorithm).value == value

    def test_code_that_says_who_wins(self) -> None:
        deal = SecondWins().parse(".2.K.J A.9.6. .A6.3.")
        assert solve(deal).value == solve(deal, "leaf-table").value == value_of_all(deal)
        assert kibitz.strongest(SecondWins().deal(1)).backup == "maxn"
        two = SecondWins(players=2).parse("2..Q.Q8 97..42.")
        assert solve(two).value == value_of_all(two) == (3, 1)
        for algorithm in ("points", "partition", "outcome-sets"):
            with pytest.raises(kibitz.InvalidAlgorithm, match=r"rules said (as|by) data"):
                solve(two, algorithm)

    def test_a_check_finds_no_fault(self) -> None:
        for game in (NoEcho(cards=4), LowWhoLeads(cards=4), SecondWins(cards=4)):
            assert check_game(game, deals=2) == []


class TestDecks:
    def test_points_are_asked_of_cards_in_the_deck_only(self) -> None:
        deck = hand_of(card for card in CARDS if card.rank < 5)

        def points(self: TrickGame, card: Card) -> int:
            return {0: 11, 1: 4, 2: 3, 3: 2, 4: 10}[card.rank]

        own: Any = type(
            "Short", (OwnPoints,), {"deck": property(lambda self: deck), "points": points}
        )
        game = own(players=2, cards=4)
        for seed in range(3):
            for engine in ("auto", "reference"):
                assert solve(game.deal(seed), engine=engine).certainty == "exact"
        assert solve(game.deal(0), "outcome-sets").value == solve(game.deal(0), "maxn").value
        assert all(listed(hand) for hand in game.deal(0).hands)
        assert replace(game, alike="none").deal(0).moves()
        assert kibitz.check_game(game, deals=2) == []


@dataclass(frozen=True, repr=False)
class EachItsOwnKind(TrickGame):
    """Says itself which cards are of one kind."""

    def kind(self, card: Card) -> tuple[int, ...]:
        return (int(card),)


@pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel")
def test_a_game_that_says_its_kinds_itself_is_for_the_reference() -> None:
    deal = EachItsOwnKind().deal(1, cards=3)
    assert solve(deal).engine == "reference"
    with pytest.raises(kibitz.KibitzError, match=r"does not know kind\(\)"):
        solve(deal, engine="kernel")
    assert check_game(EachItsOwnKind(cards=3), deals=2) == []
