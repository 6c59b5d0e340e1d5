"""Packs of any cards: names, hands, copies; what duties allow, and what a card played says."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest

import kibitz
from kibitz.cards import CARDS, STANDARD, Duties, Pack
from kibitz.cards.deck import pack_of
from kibitz.errors import TextError

SKAT = (
    kibitz.Rules("skat.toml", (Path(kibitz.__file__).parent / "games" / "skat.toml").read_text())
    .play()
    .pack
)
RANKS = ("A", "T", "K")
TWICE = Pack(
    tuple(tuple(suit + rank for rank in RANKS) for suit in "HD"),
    tuple((suit, *RANKS) for suit in "HD"),
    copies=2,
)
TAROT = Pack(
    (("T21", "T2", "T1"), ("S10", "S9"), ("TX",)),
    (("T", "21", "2", "1", "X"), ("S", "10", "9")),
)
ALONE = Pack((("S10", "SA", "S9", "SK"),), (("S", "A", "K", "10", "9"),))
"""A single suit."""


def names(pack: Pack, cards: int) -> list[str]:
    return [card.name for card in pack.listed(cards)]


class TestPacks:
    def test_jacks_are_trumps_above_the_ace(self) -> None:
        trumps = names(SKAT, SKAT.suit_cards[0])
        assert trumps == ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "C8", "C7"]
        assert SKAT.read_card("HJ").suit == 0
        assert SKAT.read_card("HA").suit == SKAT.read_card("H7").suit == 2

    @pytest.mark.parametrize("pack", [STANDARD, SKAT, TWICE, TAROT, ALONE], ids=str)
    def test_a_hand_is_read_as_it_is_written(self, pack: Pack) -> None:
        draw = random.Random(1)
        for _ in range(50):
            hand = sum(1 << card for card in draw.sample(pack.cards, len(pack.cards) // 3))
            again = pack.read_hand(pack.write_hand(hand))
            assert names(pack, again) == names(pack, hand)
            assert pack.write_hand(again) == pack.write_hand(hand)

    def test_ten_is_t_and_lower_case_will_do(self) -> None:
        assert {SKAT.read_card(text).name for text in ("HT", "h10", "10H", "th", "Ht")} == {"HT"}
        assert names(SKAT, SKAT.read_hand("j10.a..")) == ["CJ", "CT", "SA"]

    def test_ranks_of_two_signs_stand_between_commas(self) -> None:
        hand = TAROT.read_hand("21,1,X.10")
        assert names(TAROT, hand) == ["T21", "T1", "S10", "TX"]
        assert TAROT.write_hand(hand) == "21,1,X.10"

    def test_both_copies_have_one_name(self) -> None:
        hand = TWICE.read_hand("AAT.K")
        assert names(TWICE, hand) == ["HA", "HA", "HT", "DK"]
        other = TWICE.read_hand("T.K", used=hand)
        assert not hand & other
        assert names(TWICE, other) == ["HT", "DK"]

    @pytest.mark.parametrize(
        ("pack", "text", "message"),
        [
            (SKAT, "AA...", "expected each card once: CA"),
            (TWICE, "AAA.", "expected each card twice at most: HA"),
            (TWICE, "A", "expected a hand H.D with one dot"),
            (SKAT, "2...", "expected ranks of JATKQ987: '2'"),
            (TAROT, "22.", "expected ranks of 21, 2, 1, X: '22'"),
        ],
    )
    def test_a_wrong_hand_is_told(self, pack: Pack, text: str, message: str) -> None:
        with pytest.raises(TextError) as error:
            pack.read_hand(text)
        assert str(error.value).startswith(message)

    def test_a_card_of_two_suits_and_one_that_is_not_printed_are_refused(self) -> None:
        with pytest.raises(TextError, match="expected each card in one suit, once: SA"):
            Pack((("SA",), ("SA",)), (("S", "A"),))
        with pytest.raises(TextError, match="expected cards that are printed: SK"):
            Pack((("SK",),), (("S", "A"),))

    @pytest.mark.parametrize("pack", [STANDARD, SKAT, TWICE], ids=str)
    def test_cards_travel_as_themselves(self, pack: Pack) -> None:
        for card in pack.cards:
            again = pickle.loads(pickle.dumps(card))
            assert (again, again.name, again.suit, again.rank) == (
                card,
                card.name,
                card.suit,
                card.rank,
            )
            assert copy.copy(card) == card
        assert pickle.loads(pickle.dumps(CARDS[3])) is CARDS[3]

    def test_so_do_they_once_there_were_many_packs(self) -> None:
        for at in range(400):
            pack_of((("SA", f"S{at}x"),), (("S", "A", f"{at}x"),))
        assert pickle.loads(pickle.dumps(STANDARD)) is STANDARD
        assert pickle.loads(pickle.dumps(CARDS[3])) is CARDS[3]


def legal(duties: Duties, pack: Pack, hand: str, table: str, trump: int | None) -> set[str]:
    """What a third player may play, whose partner led."""

    class Game(kibitz.TrickGame):
        @property
        def pack(self) -> Pack:
            return pack

        @property
        def duties(self) -> Duties:
            return duties

        def trump_in(self, marks: kibitz.cards.Marks) -> int | None:
            return trump

    game = Game(players=4, cards=1, teams=(0, 1, 0, 1))
    played = tuple(map(pack.read_card, table.split()))
    hands = (0, 0, pack.read_hand(hand), 0)
    position = kibitz.TrickPosition(game, hands, 0, played, (0, 0, 0, 0), frozenset())
    assert position.turn == 2
    return set(map(str, position.legal_moves()))


class TestDuties:
    """The trumps are clubs with the jacks; the first to play is the partner of the third."""

    @pytest.mark.parametrize(
        ("duties", "hand", "table", "expected"),
        [
            (Duties(), "A.K.97.", "HA HT", "H9 H7"),
            (Duties(), "A.K..", "HA HT", "CA SK"),
            (Duties(follow="or-trump"), "A.K.97.", "HA HT", "H9 H7 CA"),
            (Duties(follow="free"), "A.K.97.", "HA HT", "CA SK H9 H7"),
            (Duties(void="trump"), "A.K..", "HA HT", "CA"),
            (Duties(void="trump"), ".K..", "HA HT", "SK"),
            (Duties(void="trump", spared=True), "A.K..", "HA HT", "CA SK"),
            (Duties(void="trump", spared=True), "A.K..", "HT HA", "CA"),
            (Duties(void="overtrump"), "JT7.K..", "HA CA", "CJ"),
            (Duties(void="overtrump"), "T7.K..", "HA CA", "CT C7"),
            (Duties(head="all"), "..AK9.", "HT HQ", "HA"),
            (Duties(head="all"), "..K9.", "HT HQ", "HK H9"),
            (Duties(head="all"), "..A9.", "HT CQ", "HA H9"),
            (Duties(head="trumps"), "..A9.", "HT HQ", "HA H9"),
            (Duties(head="trumps"), "AK..9.", "CT CQ", "CA"),
            (Duties(under=False), "J7.K..", "HA CA", "CJ SK"),
            (Duties(under=False), "97...", "HA CA", "C9 C7"),
            (Duties(void="overtrump", under=False), "J7.K..", "HA CA", "CJ"),
            (Duties(void="overtrump", under=False), "97.K..", "HA CA", "SK"),
            (Duties(void="overtrump", under=False), "97...", "HA CA", "C9 C7"),
            (Duties(void="trump", under=False), "97.K..", "HA CA", "SK"),
            (Duties(void="trump", under=False), "97.K..", "HA HT", "C9 C7"),
            (Duties(follow="or-trump", under=False), "J7..9.", "HA CA", "CJ H9"),
            (Duties(kept=1), "J.K..", "CA CT", "CJ SK"),
            (Duties(kept=1), "JA.K..", "CT CK", "CJ CA"),
            (Duties(kept=1 << 18, void="trump"), "7.K.A.", "HT HQ", "C7 HA"),
            (Duties(kept=1 << 18, void="trump"), "7.K.A9.", "HT HQ", "HA H9"),
            (Duties(kept=1 << 18, head="all"), "..A9.", "HT HQ", "HA H9"),
            (Duties(kept=1 << 19, head="all"), "..AT9.", "HK HQ", "HA HT"),
        ],
    )
    def test_what_may_be_played(self, duties: Duties, hand: str, table: str, expected: str) -> None:
        assert legal(duties, SKAT, hand, table, 0) == set(expected.split())

    def test_a_card_that_never_wins_leaves_the_suit_open(self) -> None:
        excuse = 1 << TAROT.read_card("TX")
        duties = Duties(wild=excuse, low=excuse)
        assert legal(duties, TAROT, "21.10", "TX S9", 0) == {"S10"}
        assert legal(duties, TAROT, "21,X.10", "TX S9", 0) == {"S10", "TX"}
        beaters = duties.beaters(TAROT, 0)
        assert beaters[TAROT.read_card("TX")] == TAROT.whole & ~excuse
        assert all(not cards & excuse for cards in beaters)

    def test_of_cards_that_always_win_the_first_does(self) -> None:
        high = TAROT.suit_cards[0]
        beaters = Duties(high=high, wild=high).beaters(TAROT, None)
        assert all(
            beaters[card] == (0 if high >> card & 1 else high | beaters[card])
            for card in TAROT.cards
        )

    @pytest.mark.parametrize("twins", ["first", "second"])
    def test_which_of_two_equal_cards_wins(self, twins: str) -> None:
        beaters = Duties(twins=twins).beaters(TWICE, None)  # type: ignore[arg-type]
        one, other = TWICE.by_name["HT"]
        assert beaters[one] >> other & 1 == beaters[other] >> one & 1 == (twins == "second")
        assert names(TWICE, beaters[other] & ~(1 << one)) == ["HA", "HA"]
