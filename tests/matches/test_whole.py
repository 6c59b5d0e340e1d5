"""Whole games, rule by rule, and their logs."""

from __future__ import annotations

from dataclasses import replace

import pytest

import kibitz
from kibitz import TrickPosition
from kibitz.cards import hand_of, listed
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player
from kibitz.whole.game import Sheet, Whole, WholeGame, whole_game
from kibitz.whole.oh_hell import WholeOhHell, exact
from kibitz.whole.spades import WholeSpades, contract

GAMES = [
    "whole-hearts(to=30)",
    "whole-hearts(players=3,to=30)",
    "whole-spades(players=3,to=100)",
    "whole-spades(to=100,nil=true)",
    "whole-spades(to=100,alone=true)",
    "whole-oh-hell(players=3,most=4)",
    "whole-oh-hell(players=5,most=3,hands=fall,hook=false)",
]


def started(line: str, seed: int = 1) -> Whole:
    game = begin(line, seed)
    assert isinstance(game, Whole)
    return game


def ended(game: WholeGame, bids: tuple[int, ...], taken: tuple[int, ...]) -> TrickPosition:
    """The end of the first hand with these bids and tricks."""
    rules = game.with_bids(game.hand(0), bids) if bids else game.hand(0)
    deal = rules.deal(1)
    return replace(deal, hands=(0,) * game.players, taken=taken)


def sheet(points: tuple[int, ...], bags: tuple[int, ...] = (0, 0, 0, 0)) -> Sheet:
    return Sheet(3, points, bags[: len(points)])


@pytest.mark.parametrize("line", GAMES)
def test_a_game_is_its_text_ends_and_replays_from_its_log(line: str) -> None:
    assert str(whole_game(line)) == line
    for seed in (1, 2):
        game = begin(line, seed)
        seats = [player("rules" if seat % 2 else "random") for seat in range(game.players)]
        played = play_out(game, seats, seed)
        assert played.end.is_over
        text = log.write(line, seed, played.choices, ["a remark"])
        assert log.read(text.splitlines()) == (line, seed, list(played.choices))
        assert log.replay(line, seed, played.choices) == played.end
        half = played.choices[: len(played.choices) // 2]
        here = log.replay(line, seed, half)
        assert not here.is_over
        assert here.turn == played.choices[len(half)][0]


@pytest.mark.parametrize("line", GAMES)
def test_views_on_the_way_agree_with_the_hands(line: str) -> None:
    game = begin(line, 5)
    assert isinstance(game, Whole)
    chooser = player("random", seed=3)
    for _ in range(60):
        if game.is_over:
            break
        hands = game.deal.hands if game.position is None else game.position.hands
        for seat in range(game.players):
            view = game.view(seat)
            assert kibitz.View.parse(str(view)) == view
            assert view.hand == hands[seat]
            for player_, known in enumerate(view.known):
                assert known & ~hands[player_] == 0
            assert all(hand & ~view.unseen == 0 for p, hand in enumerate(hands) if p != seat)
        game = game.after(chooser.choose(game.view()))


def test_hearts_passes_left_right_across_and_not_at_all() -> None:
    rules = whole_game("whole-hearts")
    assert [rules.passing(number) for number in range(5)] == [
        (3, 1),
        (3, -1),
        (3, 2),
        (0, 0),
        (3, 1),
    ]
    three = whole_game("whole-hearts(players=3)")
    assert [three.passing(number) for number in range(4)] == [(3, 1), (3, -1), (0, 0), (3, 1)]
    assert whole_game("whole-hearts(passes=false)").passing(0) == (0, 0)


def test_cards_passed_change_hands_all_at_once_and_only_two_players_know() -> None:
    game = started("whole-hearts")
    dealt = game.deal.hands
    gifts = [tuple(list(listed(hand))[:3]) for hand in dealt]
    for seat, gift in enumerate(gifts):
        assert game.turn == seat
        assert game.view().to == (seat + 1) % 4
        assert not game.view().got
        game = game.after(gift)
    for seat in range(4):
        left, right = (seat + 1) % 4, (seat - 1) % 4
        assert game.deal.hands[seat] == dealt[seat] & ~hand_of(gifts[seat]) | hand_of(gifts[right])
        view = game.view(seat)
        assert view.given[left] == hand_of(gifts[seat])
        assert view.got[right] == hand_of(gifts[right])
        assert sum(map(bool, view.given)) == sum(map(bool, view.got)) == 1
        assert kibitz.worlds(view).chance(left, gifts[seat][0]) == 1
    assert game.deal.hands[game.turn] >> kibitz.Card("C2") & 1


def test_hearts_ends_at_a_hundred_and_the_fewest_points_win() -> None:
    rules = whole_game("whole-hearts")
    after = rules.scored(sheet((90, 10, 20, 30)), ended(rules, (), (10, 0, 3, 13)))
    assert after.points == (100, 10, 23, 43)
    assert rules.is_over(after)
    assert not rules.is_over(sheet((99, 10, 20, 30)))
    assert max(rules.scores(after)) == rules.scores(after)[1]


def test_the_moon_gives_all_others_26() -> None:
    rules = whole_game("whole-hearts")
    assert rules.scored(sheet((0, 1, 2, 3)), ended(rules, (), (0, 26, 0, 0))).points == (
        26,
        1,
        28,
        29,
    )
    plain = whole_game("whole-hearts(moon=false)")
    assert plain.scored(sheet((0, 0, 0, 0)), ended(plain, (), (0, 26, 0, 0))).points == (
        0,
        26,
        0,
        0,
    )


@pytest.mark.parametrize(
    ("bids", "taken", "points", "bags"),
    [
        ((5, 5, 5), (5, 6, 6), (50, 51, 51), (0, 1, 1)),
        ((6, 5, 4), (5, 6, 6), (-60, 51, 42), (0, 1, 2)),
        ((0, 5, 5), (3, 7, 7), (3, 52, 52), (3, 2, 2)),
    ],
)
def test_spades_scores_ten_a_trick_bid_one_an_overtrick_and_minus_ten_for_a_miss(
    bids: tuple[int, ...], taken: tuple[int, ...], points: tuple[int, ...], bags: tuple[int, ...]
) -> None:
    rules = WholeSpades(players=3)
    after = rules.scored(sheet((0, 0, 0)), ended(rules, bids, taken))
    assert (after.points, after.bags) == (points, bags)


def test_ten_bags_cost_a_hundred_and_the_rest_stays() -> None:
    rules = WholeSpades(players=3)
    after = rules.scored(sheet((200, 0, 0), (8, 0, 0)), ended(rules, (5, 5, 3), (9, 5, 3)))
    assert after.points[0] == 200 + 50 + 4 - 100
    assert after.bags[0] == 2


def test_partners_add_up_their_bids_and_a_nil_counts_by_itself() -> None:
    rules = WholeSpades(nil=True)
    made = rules.scored(sheet((0, 0)), ended(rules, (0, 3, 4, 3), (0, 4, 5, 4)))
    assert made.points == (100 + 40 + 1, 60 + 2)
    failed = rules.scored(sheet((0, 0)), ended(rules, (0, 3, 4, 3), (1, 4, 4, 4)))
    assert failed.points[0] == -100 + 1 + 40
    assert failed.bags == (1, 2)
    plain = WholeSpades().scored(sheet((0, 0)), ended(WholeSpades(), (0, 3, 4, 3), (1, 4, 4, 4)))
    assert plain.points[0] == 40 + 1


def test_spades_ends_at_its_score_or_far_below_nothing() -> None:
    rules = WholeSpades(to=300)
    assert rules.is_over(sheet((300, 10)))
    assert rules.is_over(sheet((10, -200)))
    assert not rules.is_over(sheet((299, -199)))


def test_bids_are_made_from_the_dealers_left_and_the_same_player_leads() -> None:
    game = started("whole-spades(players=3)")
    for seat in range(3):
        assert game.turn == seat
        assert game.view().bids == tuple(4 if one < seat else None for one in range(3))
        game = game.after(4)
    assert game.position is not None
    assert game.position.game.bids == (4, 4, 4)
    assert game.turn == 0
    assert game.rules.dealer(1) == 0


def test_the_utility_of_a_spades_hand_is_its_score_with_bags_by_the_tenth() -> None:
    assert contract((5, 6, 6), (5, 5, 7)) == (50, 41, -70)


def test_the_utility_of_a_nil_is_its_score_where_nobody_has_a_partner() -> None:
    for line, worth in (("players=3,nil=true", (100, -127, 50)), ("players=3", (0, -27, 50))):
        rules = whole_game(f"whole-spades({line})")
        game = rules.with_bids(rules.hand(0), (0, 0, 5))
        assert game.payoffs((0, 3, 5)) == worth
    nil = whole_game("whole-spades(players=3,nil=true)")
    score, bags = nil.score((0, 0, 5), (0, 3, 5), (0, 1, 2), 0)
    assert tuple(own - 10 * more for own, more in zip(score, bags, strict=True)) == (100, -127, 50)
    partners = whole_game("whole-spades(nil=true)")
    game = partners.with_bids(partners.hand(0), (0, 3, 4, 3))
    assert game.payoffs((4, 9)) == (40, 33)


def test_oh_hell_rises_and_falls_and_has_ten_points_for_the_exact_bid() -> None:
    assert WholeOhHell(players=4, most=3).sizes == [1, 2, 3, 2, 1]
    assert WholeOhHell(players=4, most=3, hands="fall").sizes == [3, 2, 1]
    assert WholeOhHell(players=7).sizes[6] == 7
    assert exact((2, 0, 1), (2, 0, 2)) == (12, 10, 1)


def test_the_last_bid_must_not_make_the_bids_add_up() -> None:
    rules = WholeOhHell(players=3, most=3, hands="fall")
    game = rules.hand(0)
    assert rules.bids(game, (1, 1, None)) == (0, 2, 3)
    assert rules.bids(game, (1, None, None)) == (0, 1, 2, 3)
    assert rules.bids(game, (3, 1, None)) == (0, 1, 2, 3)
    free = WholeOhHell(players=3, most=3, hands="fall", hook=False)
    assert free.bids(game, (1, 1, None)) == (0, 1, 2, 3)


def test_sampling_bids_what_is_best_over_its_worlds() -> None:
    sure = "whole-oh-hell(players=3,most=2,hands=fall)"
    line = (
        "oh_hell(cards=2) seat=0 hand=AK... asks=bid choices=0/1/2 bids=-/-/- "
        f"marks=turned=S2 out=2... whole={sure}"
    )
    assert player("sampling(leaf-table,worlds=5)").bid(kibitz.View.parse(line)) == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("whole-heart", "unknown whole game 'whole-heart'; did you mean 'whole-hearts'?"),
        ("whole-hearts(players=5)", "expected 3 to 4 players of whole-hearts: 5"),
        ("whole-spades(to=0)", "expected 1 point or more to play to: 0"),
        ("whole-oh-hell(players=7,most=9)", "expected 1 to 7 cards each: 9"),
        ("whole-oh-hell(hands=up)", "unknown hands 'up'"),
    ],
)
def test_a_game_that_cannot_be_is_refused(line: str, message: str) -> None:
    with pytest.raises(kibitz.KibitzError) as error:
        begin(line, 1)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["seed 1"], "expected a log that begins"),
        (["game hearts(cards=3)", "seed 1", "3 S1"], "choice 1 of the log: "),
        (["game whole-spades", "seed 1", "1 3"], "expected a choice of player 0: '1 3', choice 1"),
    ],
)
def test_a_log_that_cannot_be_is_refused(lines: list[str], message: str) -> None:
    with pytest.raises(kibitz.TextError, match=message):
        log.read(lines)
