"""Experience: what is learned of Hearts, and how sampling takes it into account."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Iterator
from importlib import resources

import pytest
from sights import sights

import kibitz
from kibitz.errors import TextError
from kibitz.matches.start import begin
from kibitz.players import player
from kibitz.players.experience.hearts import (
    FEATURES,
    FILE,
    IS_BROKEN,
    KNOWN,
    KNOWN_HIGH,
    LEADS,
    PASSES,
    VOID,
    WORTH,
    Sight,
    knows,
    knows_passes,
    passed,
    worths,
    worths_of_passes,
)
from kibitz.players.experience.net import net
from kibitz.whole.game import Whole
from kibitz.whole.hand import Hand
from kibitz.whole.view import View


def played(seed: int) -> Iterator[tuple[Hand | Whole, kibitz.Card]]:
    """A hand played at random once all have passed: where it stands, and the card played then."""
    stream = random.Random(seed)
    here = begin("whole-hearts(to=1)", seed)
    assert isinstance(here, Hand | Whole)
    while not here.is_over:
        view = here.view()
        if view.asks == "pass":
            here = here.after(tuple(stream.sample(view.moves(), 3)))
            continue
        card = stream.choice(view.moves())
        yield here, card
        here = here.after(card)


def plain_worth(features: list[int], file: str = FILE) -> float:
    """The net again, number by number as its file says, in fractions of 1."""
    head, *lines = (resources.files("kibitz.players.experience") / file).read_text().splitlines()
    count, first, second, one, two, three = map(int, head.split())
    data = zlib.decompress(base64.b64decode("".join(lines)))
    numbers = [own - 256 if own > 127 else own for own in data]
    assert len(numbers) == (count + 1 + second) * first + 2 * second + 1

    def unit(value: float) -> float:
        return min(max(value, 0.0), 1.0)

    start = count * first
    inner = [
        unit((sum(numbers[at * first + place] for at in features) + numbers[start + place]) / one)
        for place in range(first)
    ]
    start += first
    starts, outs = start + second * first, start + second * first + second
    outer = [
        unit(
            sum(numbers[start + row * first + at] / two * inner[at] for at in range(first))
            + numbers[starts + row] / two
        )
        for row in range(second)
    ]
    found = sum(numbers[outs + row] / three * outer[row] for row in range(second))
    return found + numbers[outs + second] / three


def test_the_net_says_what_its_numbers_say() -> None:
    for here, _ in played(3):
        view = here.view()
        if len(view.moves()) < 2:
            continue
        found = worths(view)
        assert list(found) == list(view.moves())
        for card, worth in found.items():
            features = sorted(Sight.of(view).after(card).features())
            assert len(set(features)) == len(features) and features[-1] < FEATURES
            assert worth == WORTH * net(FILE).says(net(FILE).sums(features))[0]
            assert worth == pytest.approx(WORTH * plain_worth(features), abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_what_a_player_sees_after_a_card_is_what_its_next_view_says(seed: int) -> None:
    for told, shown in sights(played(seed), Sight.of):
        assert told.known == shown.known


def test_features_of_a_hand_by_hand() -> None:
    """Seat 2 sees that its left neighbour has no clubs, and plays its ace of hearts to diamonds."""
    before = Sight.of(View.parse("hearts seat=2 hand=Q5.A.AT943.A8653 plays=C2/CJ"))
    assert not before.voids and not before.broken
    late = "hearts seat=2 hand=Q5.A.AT943.A865 plays=C2/CJ/C3/D2/C4"
    sight = Sight.of(View.parse(late))
    assert sight.voids == {(1, 3)} and not sight.broken
    features = set(sight.after(kibitz.Card("CA")).features())
    assert VOID + 3 in features and not features & {VOID + 7, VOID + 11, IS_BROKEN}
    assert not features & set(range(LEADS, IS_BROKEN))
    assert sum(52 <= at < 104 for at in features) == sight.unseen.bit_count()
    assert IS_BROKEN in sight.after(kibitz.Card("HA")).features()


def test_cards_that_were_passed_are_known_until_they_are_played() -> None:
    """Seat 1 has passed the ace of spades, the nine of hearts and the king of diamonds across."""
    passed = "leader=1 given=-/-/-/A.9.K. got=Q.AJ../-/-/- plays=C2/C5/CA/CQ/S2/S6/ST/S7"
    sight = Sight.of(View.parse(f"hearts seat=1 hand=Q.AJ64.J93.974 {passed}"))
    assert [cards.bit_count() for cards in sight.known] == [0, 3, 0]
    assert {at for at in sight.features() if at >= KNOWN} == {
        KNOWN + 52 + 8,  # of nine spades that are left
        KNOWN + 52 + 13 + 7,
        KNOWN + 52 + 26 + 11,
        KNOWN_HIGH + 3,
    }
    later = View.parse(f"hearts seat=1 hand=.AJ64.J93.974 {passed}/SQ/S3/SA/S4/DK/D2")
    assert Sight.of(later).known == (0, 1 << kibitz.Card("H9"), 0)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("hearts", True),
        ("hearts(players=3)", False),
        ("hearts(moon=false)", False),
        ("hearts(utility=fewest)", False),
        ("hearts(cards=5)", False),
        ("spades", False),
    ],
)
def test_only_the_usual_game_was_learned(text: str, known: bool) -> None:
    game = kibitz.game(text)
    assert isinstance(game, kibitz.cards.TrickGame)
    assert knows(game) == known


VIEW = "hearts seat=2 hand=Q5.A.AT943.A8653 plays=C2/CJ"


def test_sampling_mixes_play_outs_with_experience() -> None:
    view = View.parse(VIEW)
    alone = player("sampling(worlds=12,experience=0)", seed=5).appraisal(view)
    mixed = player("sampling(worlds=12,experience=0.25)", seed=5).appraisal(view)
    learned = worths(view)
    assert alone is not None and mixed is not None
    assert (alone.experience, mixed.experience) == (0, 0.25)
    for card in view.moves():
        assert mixed.worth(card) == pytest.approx(0.75 * alone.worth(card) + 0.25 * learned[card])
        others = [side for side in range(4) if side != alone.side]
        for side in others:
            assert mixed.means[card][side] == alone.means[card][side]
    whole = player("sampling(worlds=12,experience=1)", seed=5)
    assert whole.play(view) == max(view.moves(), key=learned.__getitem__)


def test_experience_is_left_out_where_it_says_nothing() -> None:
    """In short hands, which are solved; for the whole game; below a tree; in other games."""
    whole = "whole-hearts seat=2 hand=Q5.A.AT943.A8653 plays=C2/CJ"
    for text, who in (
        (VIEW, "sampling(worlds=8,exact=13,nodes=100)"),
        (VIEW, "sampling(worlds=8,tree=4)"),
        (whole, "sampling(worlds=8,aim=game)"),
        (VIEW.replace("hearts", "hearts(moon=false)"), "sampling(worlds=8)"),
    ):
        found = player(who, seed=1).appraisal(View.parse(text))
        assert found is not None and found.experience == 0, who


def test_experience_is_from_0_to_1() -> None:
    for wrong in ("-0.1", "1.5", "nan"):
        with pytest.raises(TextError, match=r"expected .*"):
            player(f"sampling(experience={wrong})")


PASS = "whole-hearts seat=1 hand=AQ4.K32.A765.432 asks=pass"


def test_the_net_of_passes_says_what_its_numbers_say() -> None:
    view = View.parse(PASS)
    found = worths_of_passes(view)
    assert len(found) == 286
    for given in list(found)[::40]:
        features = list(passed(view, given))
        assert len(set(features)) == 13 + 1 + 4
        assert found[given] == pytest.approx(WORTH * plain_worth(features, PASSES), abs=1e-9)


def test_sampling_passes_by_experience_and_play_outs() -> None:
    view = View.parse(PASS)
    learned = worths_of_passes(view)
    best = max(learned, key=learned.__getitem__)
    assert player("sampling(worlds=5,experience=1)").pass_cards(view) == best
    found = player("sampling(worlds=5)").appraisal(view)
    assert found is not None and found.experience == 0.5 and best in found.means
    assert min(map(learned.__getitem__, found.means)) == sorted(learned.values())[-6]
    alone = player("sampling(worlds=5,experience=0)").appraisal(view)
    assert alone is not None and alone.experience == 0


@pytest.mark.parametrize(
    "text",
    ["whole-hearts(moon=false) seat=1 hand=AQ4.K32.A765.432 asks=pass", VIEW],
)
def test_only_usual_passes_were_learned(text: str) -> None:
    assert not knows_passes(View.parse(text)) and knows_passes(View.parse(PASS))
