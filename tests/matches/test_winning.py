"""Playing for the whole game: chances to win, and what they change."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kibitz
from kibitz import View
from kibitz.cards import CARDS, hand_of, read_hand, write_hand
from kibitz.matches import hand_scores
from kibitz.matches.hand_scores import GAMES
from kibitz.players import player
from kibitz.players.searching import Sampling
from kibitz.whole import winning
from kibitz.whole.game import Sheet, whole_game
from kibitz.whole.winning import Chances


def last_tricks(bids: str, scores: str, bags: str) -> View:
    """Two cards each and five tricks taken by all; the ace takes both tricks, the deuce none."""
    hand, others = ".A2..", ".K.2.32"
    out = hand_of(CARDS) & ~read_hand(hand) & ~read_hand(others)
    game = f"spades(players=3,bids={bids},utility=kibitz.whole.spades:contract)"
    more = f"scores={scores} bags={bags} number=6 whole=whole-spades(players=3,to=300)"
    return View.parse(
        f"{game} seat=0 hand={hand} taken=5/5/5 marks=broken out={write_hand(out)} "
        f"bids={bids} {more}"
    )


@pytest.mark.parametrize("line", GAMES)
def test_there_are_chances_for_every_game_and_they_add_up(line: str) -> None:
    rules = whole_game(line)
    sides = rules.hand(0).sides
    start = Sheet(0, (0,) * sides, (0,) * sides)
    assert sum(Chances.of(rules)(start)) == pytest.approx(1)


def test_who_is_ahead_has_the_better_chances() -> None:
    spades, hearts = (whole_game(f"whole-{name}(players=3)") for name in ("spades", "hearts"))
    nothing = (0, 0, 0)
    high, low, _ = Chances.of(spades)(Sheet(3, (400, 100, 100), nothing))
    assert high > 0.8 > 0.2 > low
    few, many, _ = Chances.of(hearts)(Sheet(3, (10, 90, 40), nothing))
    assert few > many
    assert Chances.of(spades)(Sheet(9, (510, 100, 100), nothing)) == (1, 0, 0)
    assert Chances.of(spades)(Sheet(9, (510, 100, 510), nothing)) == (0.5, 0, 0.5)


@pytest.mark.parametrize(
    ("name", "players"),
    [("hearts", range(3, 5)), ("spades", range(2, 5)), ("oh-hell", range(3, 8))],
)
def test_there_is_a_table_for_any_number_of_players(name: str, players: range) -> None:
    for number in players:
        start = Sheet(0, (0,) * number, (0,) * number)
        alone = ",alone=true" if (name, number) == ("spades", 4) else ""
        rules = whole_game(f"whole-{name}(players={number}{alone})")
        assert sum(Chances.of(rules)(start)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("line", "low", "high", "bags"),
    [
        ("whole-spades(players=3,to=300)", -199, 299, 9),
        ("whole-spades(players=3,to=300)", 200, 299, 9),
        ("whole-spades", -199, 499, 9),
        ("whole-hearts(to=50)", 0, 49, 0),
    ],
)
def test_hands_that_cannot_end_a_game_may_be_passed_over(
    line: str, low: int, high: int, bags: int
) -> None:
    rules, stream = whole_game(line), random.Random(line)
    chances, sides = Chances.of(rules), rules.hand(0).sides
    for number in range(12):
        points = tuple(stream.randint(low, high) for _ in range(sides))
        sheet = Sheet(number, points, tuple(stream.randint(0, bags) for _ in range(sides)))
        assert sorted(chances._by_points(sheet)) == sorted(chances._one_by_one(sheet))


def test_a_game_that_no_number_of_hands_ends_has_chances() -> None:
    rules = whole_game("whole-spades(players=3,to=100000)")
    assert sum(Chances.of(rules)(Sheet(0, (0, 0, 0), (0, 0, 0)))) == pytest.approx(1)


def test_by_itself_sampling_plays_for_the_game_where_that_is_known_to_win() -> None:
    starts = [whole_game(f"whole-{name}").start(1) for name in ("spades", "oh-hell")]
    found = [Sampling(worlds=4).appraisal(start.view()).scale for start in starts]
    assert found == [winning.SCALE, None]
    alone = kibitz.view(kibitz.game("spades(players=3,cards=4)").deal(1))
    assert Sampling(worlds=4).appraisal(alone).scale is None


def test_advice_says_the_chance_to_win_of_every_choice() -> None:
    shown = kibitz.advise(last_tricks("5/5/5", "248/200/200", "0/0/0"), seconds=60).show()
    assert "HA has the best chance to win the game" in shown
    assert all(line.split()[1].endswith("%") for line in shown.splitlines()[-2:])


def test_larger_hands_than_in_the_table_score_like_the_largest() -> None:
    rules = whole_game("whole-oh-hell(players=3,most=17)")
    assert sum(Chances.of(rules)(Sheet(0, (0, 0, 0), (0, 0, 0)))) == pytest.approx(1)


def test_a_hand_by_itself_is_played_for_its_own_score() -> None:
    view = View.parse("oh_hell(players=7,cards=1) seat=0 hand=A... marks=turned=H2 out=.2..")
    assert winning.for_the_game(view.game, view) is view.game


@pytest.mark.parametrize(
    ("bids", "scores", "bags", "card"),
    [
        # Two overtricks are the last two points to 300.
        ("5/5/5", "248/200/200", "0/0/0", "HA"),
        # They make the third player miss its bid.
        ("5/5/6", "200/200/200", "1/0/0", "HA"),
        # They would be the ninth and the tenth.
        ("5/5/6", "200/200/200", "8/0/0", "H2"),
    ],
)
def test_near_the_end_and_near_the_tenth_overtrick_it_plays_differently(
    bids: str, scores: str, bags: str, card: str
) -> None:
    view = last_tricks(bids, scores, bags)
    assert str(player("sampling(aim=game)").play(view)) == card
    assert str(player("sampling").play(view)) == card
    assert str(player("sampling(aim=hand)").play(view)) == "H2"


@pytest.mark.parametrize(("scores", "bid"), [("290/100/100", 2), ("0/0/0", 4)])
def test_a_bid_is_for_the_whole_game_too(scores: str, bid: int) -> None:
    """Ten points short, a bid that is surely made wins; by the hand alone four are best."""
    bids = "/".join(map(str, range(18)))
    hand = f"seat=0 hand=KQ32.K432.Q432.J5432 asks=bid choices={bids} bids=-/-/-"
    more = f"scores={scores} number=5 whole=whole-spades(players=3,to=300)"
    view = View.parse(f"spades(players=3) {hand} {more}")
    assert player("sampling(aim=game)").choose(view) == bid
    assert player("sampling(aim=hand)").choose(view) == 4


@pytest.mark.parametrize(
    ("number", "won"), [(3, (0, 1, 0)), (4, (0, 1, 0)), (5, (1, 0, 0)), (6, (0, 1, 0))]
)
def test_a_game_is_ended_with_the_hands_that_are_next(number: int, won: tuple[int, ...]) -> None:
    """The first to bid scores 50, the next 40 and 35, and the deal goes round."""
    hands: dict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {0: [((5, 4, 3), (5, 4, 8))]}
    chances = Chances(whole_game("whole-spades(players=3,to=300)"), hands)
    assert chances(Sheet(number, (240, 245, 200), (0, 0, 0))) == won


def test_the_table_of_hands_is_written_as_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_scores, "GAMES", ("whole-spades(players=3)",))
    path = tmp_path / "hands.txt"
    hand_scores.write(path, 5)
    remark, game, *rows = path.read_text().splitlines()
    assert remark.startswith("#")
    assert game == "game whole-spades 3"
    assert len(rows) >= 5
    for row in rows:
        kind, bids, taken = row.split()
        assert kind == "0"
        assert len(bids.split(",")) == 3
        assert sum(map(int, taken.split(","))) == 17


def test_hands_are_turned_to_their_dealer() -> None:
    rules = whole_game("whole-spades(players=3)")
    chances = Chances(rules, {0: [((5, 4, 3), (5, 4, 8))]})
    assert chances._scored(0) == [((50, 40, 35), (0, 0, 5))]
    assert chances._scored(1) == [((35, 50, 40), (5, 0, 0))]


def test_the_aim_is_part_of_the_text() -> None:
    found = player("sampling(aim=game)")
    assert isinstance(found, Sampling)
    assert found.aim == "game"
    with pytest.raises(kibitz.KibitzError, match="unknown aim 'luck'"):
        player("sampling(aim=luck)")
