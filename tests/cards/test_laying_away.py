"""Cards that a declarer lays away before the first lead, and points that stay with a player."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import pytest
from rule_books import game_of, hands, legal

import kibitz
from kibitz.cards import Card, TrickGame
from kibitz.errors import KibitzError, TextError
from kibitz.whole.view import changed

SKAT = "skat(kitty=taken,declarer=1)"
TEXT = "AT.J.. KQJ.A9.. 98.T.. 0 - 0,0,0"


class TestLaying:
    def test_the_declarer_lays_then_the_leader_leads(self) -> None:
        here = game_of(SKAT).parse(TEXT)
        assert (here.turn, here.to_lay, here.tricks_left, here.plies_left) == (1, 2, 3, 11)
        assert "player 1 lays away: CJ CK CQ SA S9" in here.show()
        here = here.play("SA")
        assert (here.turn, here.to_lay, here.taken) == (1, 1, (0, 11, 0))
        here = here.play("CQ")
        assert (here.turn, here.to_lay, here.taken) == (0, 0, (0, 14, 0))
        assert (here.tricks_left, here.plies_left) == (3, 9)

    def test_texts_are_read_again_all_the_way(self) -> None:
        here = game_of(SKAT).parse(TEXT)
        while not here.is_over:
            assert here.game.parse(str(here)) == here
            here = here.play(here.legal_moves()[-1])

    def test_a_deal_has_the_kitty_in_the_hand(self) -> None:
        with_it, without = (game_of(f"skat(kitty={word})").deal(3) for word in ("taken", "aside"))
        assert with_it.hands[1:] == without.hands[1:]
        assert with_it.hands[0] & without.hands[0] == without.hands[0]
        assert len(with_it.hand(0)) == 12
        assert with_it.taken == (0, 0, 0)

    def test_the_order_in_which_cards_are_laid_makes_no_difference(self) -> None:
        here = game_of(SKAT).parse(TEXT)
        assert here.play("SA").play("CQ").key() == here.play("CQ").play("SA").key()

    @pytest.mark.parametrize("contract", ["suit", "grand", "null"])
    def test_a_search_finds_the_best_cards_to_lay(self, contract: str) -> None:
        game = game_of(f"skat(kitty=taken,declarer=1,contract={contract},cards=3)")
        for seed in range(8):
            here = game.deal(seed)
            laid = [here.play(one).play(two) for one, two in combinations(here.hand(1), 2)]
            values = [kibitz.solve(after, engine="reference").value for after in laid]
            found = kibitz.solve(here)
            assert found.value is not None
            assert found.value[1] == max(value[1] or 0 for value in values if value is not None)
            assert found.engine == "reference"

    def test_every_end_is_among_the_outcomes_and_all_points_are_counted(self) -> None:
        here = game_of(SKAT).parse(TEXT)
        assert here.to_share == 53
        outcomes = set(here.outcomes())
        assert {sum(outcome) for outcome in outcomes} == {53}
        ends = {here.outcome for here in _ends(here)}
        assert ends <= outcomes

    def test_equal_cards_are_one_move(self) -> None:
        here = game_of(SKAT).parse("AT.J.. KQJ.98.. 98.T.. 0 - 0,0,0")
        assert [str(card) for card in here.moves()] == ["CJ", "CK", "CQ", "S9"]

    def test_analyse_values_each_card(self) -> None:
        here = game_of(SKAT).parse(TEXT)
        found = {str(answer.move) for answer in kibitz.analyse(here).moves}
        assert found == {"CJ", "CK", "CQ", "SA", "S9"}

    def test_the_declarer_is_asked_what_to_lay_away(self) -> None:
        view = kibitz.view(game_of(SKAT).deal(1))
        assert (view.seat, view.asks, view.hand.bit_count()) == (1, "pass", 12)

    @pytest.mark.parametrize("algorithm", ["outcome-sets", "partition"])
    def test_searches_that_need_all_cards_in_hands_say_so(self, algorithm: str) -> None:
        here = game_of("skat(contract=null,kitty=taken,declarer=1)").parse(TEXT)
        with pytest.raises(KibitzError, match="needs all cards in hands, none drawn or laid away"):
            kibitz.solve(here, algorithm)

    @pytest.mark.parametrize(
        ("text", "sizes"), [("AT... KQJ.A9.. 98.T..", "2, 5, 3"), ("A... KQJT... 9...", "1, 4, 1")]
    )
    def test_the_others_have_the_same_and_the_declarer_no_more_than_the_kitty(
        self, text: str, sizes: str
    ) -> None:
        with pytest.raises(TextError, match=f"expected equal hands .* not {sizes}: "):
            game_of(SKAT).parse(text)

    def test_with_the_kitty_aside_all_hands_are_equal(self) -> None:
        with pytest.raises(TextError, match="expected equal hands"):
            game_of("skat(declarer=1)").parse(TEXT)

    def test_where_nobody_declares_nothing_is_laid(self) -> None:
        assert game_of("skat(contract=ramsch,kitty=taken)").most_laid == 0

    def test_tiers(self) -> None:
        """Never kings; trumps only without other cards; a king if there is nothing else."""
        game = "french_tarot(cards=1,players=3,kitty=taken)"
        cards = hands("french_tarot", "SK HK DK CK T21 T1 TX", "S1", "S2")
        assert legal(game, cards) == "SK HK DK CK T21 T1 TX"


def _ends(here: kibitz.TrickPosition) -> list[kibitz.TrickPosition]:
    if here.is_over:
        return [here]
    return [end for move in here.moves() for end in _ends(here.play(move))]


@dataclass(frozen=True)
class Staying(TrickGame):
    """The king of spades brings 5 to its player, 1 to the winner of the trick."""

    counts_tricks = False
    cards: int | None = 2

    def points(self, card: Card) -> int:
        return 1 if card == Card("SK") else 2 * (card.suit == 0)

    def stays(self, card: Card) -> int:
        return 5 * (card == Card("SK"))


class TestStaying:
    start = "A2... K.3.. Q.2.."

    def test_points_stay_with_the_player_or_in_the_last_trick_with_the_next(self) -> None:
        here = Staying().parse(self.start)
        assert here.play("S2").play("SK").play("SQ").taken == (0, 5 + 5, 0)
        later = here.play("SA").play("SK").play("SQ")
        assert later.taken == (5, 5, 0)
        last = Staying().parse("A... K... Q...").play("SA").play("SK").play("SQ")
        assert last.taken == (5, 0, 5)

    def test_they_are_among_what_is_left_until_the_card_is_played(self) -> None:
        here = Staying().parse(self.start)
        assert sorted(here.units_left) == [1, 2, 2, 2, 5]
        here = here.play("SA")
        assert here.to_share == 12
        here = here.play("SK")
        assert sorted(here.units_left) == [1, 2, 2, 2]
        assert here.to_share == 12
        assert here.outcomes_key[0] == (0, 5, 0)

    def test_they_are_part_of_what_a_card_is(self) -> None:
        game = Staying()
        assert game.kind(Card("SK")) != game.kind(Card("SQ"))

    def test_a_search_for_points_leaves_them_to_the_reference(self) -> None:
        here = Staying().parse(self.start)
        assert kibitz.solve(here).value == kibitz.solve(here, "maxn").value
        if here.game.sides == 2:
            with pytest.raises(KibitzError, match="points that stay with players"):
                kibitz.solve(here, "points", engine="kernel")

    def test_outcome_sets_do_not_count_a_holder_out(self) -> None:
        """Player 1 wins no trick any more, but its king brings points."""
        here = Staying().parse("AQ... K.3.. .98..")
        plain = kibitz.solve(here, "maxn(order=suits)")
        sets = "outcome-sets(table=sets,probe=trick,sure=used,quick=used,out=used,order=suits)"
        assert kibitz.solve(here, sets).value == plain.value
        assert plain.outcome is not None
        assert plain.outcome[1] == 5

    @pytest.mark.parametrize("plays", ["SA SK SQ H5 H2 H3", "H5 H2 H3 SA SK SQ"])
    def test_views_know_them_also_in_the_last_trick(self, plays: str) -> None:
        start = here = Staying().parse("A.5.. K.2.. Q.3..")
        names = plays.split()
        for at, name in enumerate(names, 1):
            here = here.play(name)
            for seat in range(3):
                view = kibitz.view(start, names[:at], seat)
                assert changed(view).public.taken == here.taken
        assert here.taken == ((5, 5, 0) if names[1] == "SK" else (5, 0, 5))


BAD_FILES = {
    "expected a rank, a card or a pattern of cards: 'SX' for stays.SX": "stays = { SX = 3 }",
    "expected points of 0 to 1000: -1 for stays.SA": "stays = { SA = -1 }",
    "expected true or false: 'yes' for stock": 'stock = "yes"',
    "expected a stock that divides among 3 players: 22 for stock": (
        "players=3\ncards=10\nstock=true"
    ),
    'expected "any", or cards, such as': 'sides = "declarer"\nlay = "all"',
    "expected a declarer who lays cards away for lay": 'lay = "any"',
    'expected kitty = "declarer" if cards are laid away for lay': (
        'sides = "declarer"\npoints = { A = 1 }\nlay = "any"'
    ),
    "expected never or last: 'first' for lay": 'sides = "declarer"\nlay = { first = ["SA"] }',
    "expected a list of cards: 'SA' for lay": 'sides = "declarer"\nlay = { last = "SA" }',
    "expected a card of the deck: 'SX' for lay": 'sides = "declarer"\nlay = { last = ["SX"] }',
}


@pytest.mark.parametrize(("message", "source"), BAD_FILES.items())
def test_a_bad_file_is_refused_in_one_clear_line(message: str, source: str) -> None:
    (fault,) = kibitz.Rules("bad.toml", source).faults()
    assert message in fault
    assert "in bad.toml, line" in fault


def test_a_trump_of_a_further_suit_has_no_colour() -> None:
    rules = kibitz.Rules(
        "own.toml", 'more = { T = "2 1" }\ntrump = "T"\nkept = ["all K"]\nplayers=2'
    )
    assert rules.faults() == []
