"""Worlds against their definition: the deals under which all that was played was legal."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from trick_positions import shares

import kibitz
from kibitz import Duties, Restrictions, TrickGame, TrickPosition, View
from kibitz.cards import Hand, hand_of, listed, read_hand
from kibitz.cards.duties import Trick
from kibitz.engines.kernel import BUILT
from kibitz.players.shown import _to_trick

GAMES = [
    "spades(players=3,cards=3)",
    "spades(players=3,cards=3,breaking=false)",
    "spades(cards=2)",
    "hearts(players=3,cards=3)",
    "hearts(players=3,cards=3,lead=any-club,forced_lead=any)",
    "hearts(players=3,cards=3,lead=any-club,breaking=hearts,first_trick=any)",
    "hearts(players=3,cards=3,lead=first)",
    "oh_hell(players=3,cards=3)",
    "sergeant_major(cards=3,trump=D)",
]
DECK = ("SA", "SQ", "S5", "HK", "H8", "H3", "DT", "D4", "CJ", "C7", "C2")
SMALL = hand_of(kibitz.Card(name) for name in DECK)
"""A deck that leaves few worlds: each card of the others', and some more aside."""


def dealt(game: kibitz.Game, seed: int) -> tuple[TrickPosition, Hand]:
    """A deal from the small deck, and the cards of the deck that all know to be out of it."""
    assert isinstance(game, TrickGame)
    cards = list(listed(SMALL))
    random.Random(seed).shuffle(cards)
    each, players = game.hand_size, game.players
    hands = tuple(hand_of(cards[each * p : each * (p + 1)]) for p in range(players))
    marks = game.first_marks(cards[each * players :])
    leader = game.first_leader(hands)
    return TrickPosition(game, hands, leader, (), (0,) * players, marks), game.deck & ~SMALL


def views(name: str | TrickGame, seeds: range) -> Iterator[View]:
    """Views of all players at random points of hands that are played at random."""
    game = kibitz.game(name) if isinstance(name, str) else name
    for seed in seeds:
        start, out = dealt(game, seed)
        stream, plays, here = random.Random(seed), [], start
        for _ in range(stream.randrange(start.plies_left)):
            plays.append(stream.choice(here.legal_moves()))
            here = here.play(plays[-1])
        for seat in range(game.players):
            found = View.of(start, plays, seat)
            yield replace(found, out=found.out | out)


def by_definition(view: View) -> set[tuple[Hand, ...]]:
    """The hands that others may hold now, by playing every deal from its start."""
    game, players = view.game, view.game.players
    found = set()
    played = [0] * players
    for one in view.history():
        played[one.player] |= 1 << one.card
    sizes = [size if p != view.seat else 0 for p, size in enumerate(view.sizes)]
    for hands in shares(list(listed(view.unseen)), sizes):
        now = [hand | (view.hand if p == view.seat else 0) for p, hand in enumerate(hands)]
        first = [hand | gone for hand, gone in zip(now, played, strict=True)]
        if any(g & ~h for g, h in zip(view.known, now, strict=True)):
            continue
        if "begun" not in view.marks and game.first_leader(first) != view.leader:
            continue
        taken = view.taken or (0,) * players
        here = TrickPosition(game, tuple(first), view.leader, (), taken, view.marks)
        try:
            for card in view.plays:
                here = here.play(card)
        except kibitz.IllegalMove:
            continue
        found.add(here.hands)
    return found


def too_high(counts: Sequence[int], expected: Sequence[float]) -> bool:
    """Whether the chi-square of counts is one of the 0.01 % highest (by Wilson and Hilferty)."""
    square = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    free, z = len(counts) - 1, 3.72
    limit: float = free * (1 - 2 / (9 * free) + z * (2 / (9 * free)) ** 0.5) ** 3
    return square > limit


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_the_deals_under_which_every_play_was_legal(name: str) -> None:
    for view in views(name, range(8 if "cards=2" in name else 30)):
        expected = by_definition(view)
        worlds = kibitz.worlds(view)
        listed_worlds = [world.hands for world in worlds]
        assert len(listed_worlds) == len(set(listed_worlds)), view
        assert set(listed_worlds) == expected, view
        assert worlds.number == len(expected), view


@dataclass(frozen=True, repr=False)
class Restricted(TrickGame):
    """Any restrictions."""

    rules: Restrictions = Restrictions()  # noqa: RUF009

    @property
    def restrictions(self) -> Restrictions:
        return self.rules


def at_random(stream: random.Random) -> Restricted:
    """A small game whose restrictions name single cards."""

    def some(most: int) -> Hand:
        return hand_of(stream.sample(list(listed(SMALL)), stream.randrange(most + 1)))

    closed = some(7)
    return Restricted(
        cards=3,
        rules=Restrictions(
            closed=closed,
            breakers=some(3) | (closed if stream.random() < 0.3 else 0),
            alone=some(3) & ~closed if stream.random() < 0.8 else some(2),
            first_lead=some(2),
            first_lowest=stream.random() < 0.5,
            first_not=some(7),
        ),
    )


def test_worlds_are_the_legal_deals_under_any_restrictions() -> None:
    for seed in range(100, 250):
        stream = random.Random(seed)
        for view in views(at_random(stream), range(seed, seed + 1)):
            expected = by_definition(view)
            worlds = kibitz.worlds(view)
            found = [world.hands for world in worlds]
            assert len(found) == len(set(found)) == worlds.number, view.game.restrictions
            assert set(found) == expected, view.game.restrictions


def test_each_hand_from_which_a_card_may_be_played_is_of_one_case() -> None:
    """Under any duties: eight cards, of the suit led, trumps and others."""
    led, trumps, deck = 0b00000111, 0b00111000, 0b11111111
    stream, many = random.Random(1), 0
    for _ in range(400):
        duties = Duties(
            follow=stream.choice(["must", "or-trump", "free"]),
            void=stream.choice(["any", "trump", "overtrump"]),
            head=stream.choice(["none", "trumps", "all"]),
            spared=stream.random() < 0.3,
            under=stream.random() < 0.5,
            kept=stream.choice([0, 0, 2, 8, 16]),
            wild=stream.choice([0, 0, 2, 16, 64]),
        )
        trumped = stream.random() < 0.6
        beaters = stream.choice([0, 0b1000, 0b11000]) if trumped else stream.choice([1, 3]) | trumps
        trick = Trick(led, trumps, beaters, trumped, stream.random() < 0.3)
        first_not = stream.choice([0, 0, stream.randrange(256)])
        card = stream.randrange(8)
        needs = deck & ~first_not if first_not >> card & 1 else 0
        cases = _to_trick(duties, card, deck, needs, trick)
        many += len(cases) > 1
        for hand in range(256):
            if hand >> card & 1:
                legal = duties.legal(hand, trick)
                legal = legal & ~first_not or legal
                of = [1 for missing, held in cases if not hand & missing and not held & ~hand]
                assert len(of) == legal >> card & 1, (duties, trick, first_not, card, hand)
    assert many


@dataclass(frozen=True, repr=False)
class MustTrump(TrickGame):
    """Who has none of the suit led must trump, but not below unless it could go above."""

    @property
    def duties(self) -> Duties:
        return Duties(void="trump", under=False)

    def trump_in(self, marks: frozenset[str]) -> int:
        return 0


def test_who_must_trump_may_do_so_below_with_a_higher_trump_in_hand() -> None:
    """So player 2, who trumps below, may still have a card of another suit."""
    game = MustTrump(players=3, cards=3)
    start = game.parse(".K8..J Q...72 A5..4.")
    for seat in (0, 1):
        view = View.of(start, ["HK", "SQ", "S5"], seat)
        view = replace(view, out=view.out | game.deck & ~SMALL)
        listed_worlds = [world.hands for world in kibitz.worlds(view)]
        assert len(listed_worlds) == len(set(listed_worlds)) == kibitz.worlds(view).number
        assert set(listed_worlds) == by_definition(view)
        assert read_hand("A..4.") in {hands[2] for hands in listed_worlds}


def test_two_cards_that_may_be_alone_are_both_held_or_neither() -> None:
    spades, queen, king = 0b1111111111111, hand_of([kibitz.Card("HQ")]), kibitz.Card("HK")
    rules = Restrictions(closed=spades, breakers=spades, alone=queen | 1 << king)
    game = Restricted(players=2, cards=3, rules=rules)
    start = TrickPosition(game, (0b111, read_hand(".A2.4.")), 0, (), (0, 0), frozenset())
    worlds = kibitz.worlds(replace(View.of(start, ["SA"]), out=0))
    held = {world.hands[0] & rules.alone for world in worlds}
    assert held == {0, rules.alone}


ENGINES = ["reference", *(["kernel"] if BUILT else [])]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_every_world_is_drawn_as_often_as_every_other(name: str, engine: str) -> None:
    tried = 0
    for view in views(name, range(100, 130)):
        worlds = kibitz.worlds(view)
        if not 10 <= worlds.number <= 200 or tried == 5:
            continue
        tried += 1
        draws = 20 * worlds.number
        drawn = Counter(world.hands for world in worlds.sample(draws, tried, engine))
        counts = [drawn[world.hands] for world in worlds]
        assert sum(counts) == draws
        assert not too_high(counts, [20.0] * len(counts)), view
    assert tried == 5


def test_three_hidden_hands_of_thirteen_have_their_multinomial_number() -> None:
    view = kibitz.view(kibitz.game("hearts(lead=first)").deal(1))
    worlds = kibitz.worlds(view)
    assert worlds.number == math.factorial(39) // math.factorial(13) ** 3
    world = worlds.sample(1)[0]
    assert world.hands[0] == view.hand
    world.check()


def test_voids_in_two_suits_are_never_broken() -> None:
    line = "bridge seat=0 hand=7654.765.43.A2 leader=1 plays=C3/H2/C4/C5/CK/H3/D2/CQ"
    worlds = kibitz.worlds(View.parse(line))
    for world in worlds.sample(200, seed=1):
        assert [len(world.hand(player)) for player in range(4)] == [11, 11, 11, 11]
        assert not any(card.suit == 3 for player in (1, 2) for card in world.hand(player))


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_the_shares_of_the_worlds(name: str) -> None:
    for view in itertools.islice(views(name, range(5)), 6):
        worlds = kibitz.worlds(view)
        everything = list(worlds)
        for player in range(view.game.players):
            for card in list(listed(view.unseen | view.hand))[::3]:
                share = sum(world.hands[player] >> card & 1 for world in everything)
                assert worlds.chance(player, card) * worlds.number == share


@pytest.mark.parametrize("weight", [3, 2.5, Fraction(1, 3)])
@pytest.mark.parametrize("engine", ENGINES)
def test_weights_of_cards_make_worlds_likelier(weight: int | float | Fraction, engine: str) -> None:
    start, out = dealt(kibitz.game("spades(players=3,cards=3)"), 1)
    view = View.of(start)
    view = replace(view, out=view.out | out)
    one, two, three = list(listed(view.unseen))[:3]
    weights = {(1, one): weight, (2, one): weight, (1, two): 0, (1, three): 2 * weight}
    weighted = kibitz.worlds(view, weights)
    by_hands: dict[tuple[Hand, ...], float] = {}
    for world in kibitz.worlds(view):
        by_hands[world.hands] = math.prod(
            float(w) for (player, card), w in weights.items() if world.hands[player] >> card & 1
        )
    possible = {hands: w for hands, w in by_hands.items() if w}
    assert weighted.total == pytest.approx(sum(possible.values()))
    assert weighted.number == len(possible) < len(by_hands)
    assert {world.hands for world in weighted} == set(possible)
    draws = 20 * len(possible)
    drawn = Counter(world.hands for world in weighted.sample(draws, 4, engine))
    scale = draws / sum(possible.values())
    expected = [scale * w for w in possible.values()]
    assert not too_high([drawn[hands] for hands in possible], expected)


def test_cards_passed_on_are_known_until_they_are_played() -> None:
    line = "hearts(players=3,cards=3,lead=first) seat=0 hand=A... given=-/..7.2/- leader=1 plays=C2"
    view = View.parse(line.replace("hand=A...", "hand=A.K.Q."))
    worlds = kibitz.worlds(view)
    assert all(world.hands[1] >> kibitz.Card("D7") & 1 for world in worlds.sample(20))
    assert worlds.chance(1, "D7") == 1
    assert worlds.chance(2, "D7") == 0
    assert worlds.number == math.comb(51 - 3 - 2, 1) * math.comb(45, 3)


def test_a_card_known_by_passing_has_its_weight() -> None:
    line = "hearts(players=3,cards=3,lead=first) seat=0 hand=A.K.Q. given=-/..7.2/- leader=1"
    view = View.parse(line)
    plain = kibitz.worlds(view)
    assert kibitz.worlds(view, {(1, "D7"): 3}).total == 3 * plain.total
    assert kibitz.worlds(view, {(1, "D7"): 3}).number == plain.number
    assert kibitz.worlds(view, {(2, "D7"): 0}).total == plain.total
    with pytest.raises(kibitz.KibitzError, match="no deal agrees with"):
        kibitz.worlds(view, {(1, "D7"): 0})


def test_different_worlds_differ_and_few_are_all() -> None:
    for view in itertools.islice(views("oh_hell(cards=3)", range(20)), 20):
        worlds = kibitz.worlds(view)
        for number in (1, 3, 50):
            found = [world.hands for world in worlds.different(number, seed=2)]
            assert len(found) == len(set(found)) == min(number, worlds.number)


def test_the_same_seed_draws_the_same_worlds() -> None:
    worlds = kibitz.worlds(kibitz.view(kibitz.game("spades(players=3)").deal(2)))
    assert worlds.sample(5, seed=3) == worlds.sample(5, seed=3) != worlds.sample(5, seed=4)


@pytest.mark.skipif(not BUILT, reason="there is no kernel")
def test_the_kernel_draws_worlds_that_agree_with_the_view() -> None:
    for name in GAMES:
        for view in itertools.islice(views(name, range(10)), 12):
            worlds = kibitz.worlds(view)
            possible = {world.hands for world in worlds}
            drawn = worlds.sample(30, 5, engine="kernel")
            assert {world.hands for world in drawn} <= possible
            assert len(drawn) == 30
            assert drawn == worlds.sample(30, 5, engine="kernel")


@pytest.mark.skipif(not BUILT, reason="there is no kernel")
@pytest.mark.parametrize("weight", [1, 0.1, Fraction(1, 3)])
@pytest.mark.parametrize(
    "name", [*GAMES, "hearts(lead=first)", "oh_hell(players=7,cards=4)", "bridge"]
)
def test_the_same_worlds_are_drawn_where_there_is_no_kernel(
    name: str, weight: int | float | Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = start = kibitz.game(name).deal(3)
    plays: list[kibitz.Move] = []
    while not here.is_over:
        view = kibitz.view(start, plays)
        unseen = list(listed(view.unseen))
        others = [seat for seat in range(view.game.players) if seat != view.seat]
        worlds = kibitz.worlds(view, dict.fromkeys(zip(others, unseen[::3], strict=False), weight))
        drawn = worlds.sample(9, 5, "kernel")
        assert worlds.sample(9, 5, "auto") == drawn
        with monkeypatch.context() as hidden:
            for module in ("case", "worlds"):
                hidden.setattr(f"kibitz.players.{module}.BUILT", False)
            assert worlds.sample(9, 5, "auto") == drawn
            with pytest.raises(kibitz.KibitzError, match="expected engine=reference"):
                worlds.sample(9, 5, "kernel")
        for move in here.legal_moves()[:1]:
            plays.append(move)
            here = here.play(move)


def test_an_engine_that_is_not_there_is_refused() -> None:
    worlds = kibitz.worlds(kibitz.view(kibitz.game("spades(players=3)").deal(2)))
    with pytest.raises(kibitz.UnknownName, match="unknown engine 'gpu'"):
        worlds.sample(1, engine="gpu")


def test_a_weighed_sample_knows_its_effective_size() -> None:
    worlds = kibitz.worlds(kibitz.view(kibitz.game("spades(players=3)").deal(2)))
    sample = worlds.sample(10)
    assert worlds.weigh(sample, lambda world: 2.0).effective == pytest.approx(10)
    one = worlds.weigh(sample, lambda world: float(world is sample[0]))
    assert one.effective == 1
    assert one.mean(lambda world: world.hands[1]) == sample[0].hands[1]


def test_a_view_that_no_deal_agrees_with_is_refused() -> None:
    view = View.parse("spades(players=3,cards=3) seat=0 hand=AK... plays=S2/H3")
    with pytest.raises(kibitz.KibitzError, match="no deal agrees with"):
        kibitz.worlds(view, {(player, card): 0 for player in (1, 2) for card in deck()})


def deck() -> list[kibitz.Card]:
    return [kibitz.Card(number) for number in range(52)]


def test_seven_players_with_voids_are_counted() -> None:
    game = kibitz.game("oh_hell(players=7)")
    here = start = game.deal(5)
    plays = []
    for _ in range(21):
        plays.append(here.legal_moves()[-1])
        here = here.play(plays[-1])
    worlds = kibitz.worlds(kibitz.view(start, plays))
    assert worlds.number > 10**12
    assert len(worlds.sample(3)) == 3
    if BUILT:
        assert len(worlds.sample(3, engine="kernel")) == 3


def test_the_chances_of_a_card_add_up_with_those_of_the_cards_aside() -> None:
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    chances = kibitz.worlds(view).chances()
    assert len(chances) == 49
    assert sum(map(sum, chances.values())) == pytest.approx(6)


def test_a_weight_of_nobody_or_below_nothing_is_refused() -> None:
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    assert kibitz.worlds(view, {(3, "SA"): 2}).total > kibitz.worlds(view).total
    with pytest.raises(kibitz.TextError, match="expected a player of 0 to 3 for a weight: 4"):
        kibitz.worlds(view, {(4, "SA"): 2})
    with pytest.raises(kibitz.TextError, match="expected weights of 0 or more: -1"):
        kibitz.worlds(view).weigh(kibitz.worlds(view).sample(2), lambda world: -1)
