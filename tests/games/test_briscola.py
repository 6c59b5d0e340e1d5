"""The rule book of Briscola, clause by clause."""

from __future__ import annotations

from itertools import chain

import pytest
from rule_books import after, game_of, legal, points, trumps, winner

import kibitz
from kibitz.errors import TextError


class TestTheCards:
    def test_forty_the_three_is_second_to_the_ace(self) -> None:
        assert trumps("briscola(trump=B)") == "BA B3 BK BC BJ B7 B6 B5 B4 B2"
        assert game_of("briscola").deck.bit_count() == 40

    def test_there_are_120_points(self) -> None:
        assert points("briscola") == points("briscola(players=3)") == 120

    def test_three_play_without_a_two(self) -> None:
        game = game_of("briscola(players=3)")
        assert game.deck.bit_count() == 39
        assert not game.deck >> game.pack.read_card("C2") & 1

    def test_four_play_in_pairs(self) -> None:
        assert game_of("briscola(players=4)").side_of == (0, 1, 0, 1)
        assert game_of("briscola(players=3)").side_of == (0, 1, 2)


class TestTheDeal:
    @pytest.mark.parametrize(("players", "stock"), [(2, 34), (3, 30), (4, 28)])
    def test_three_cards_each_and_the_rest_is_the_stock(self, players: int, stock: int) -> None:
        deal = game_of(f"briscola(players={players})").deal(1)
        assert {len(deal.hand(player)) for player in range(players)} == {3}
        assert len(deal.stock) == stock
        dealt = chain(deal.stock, *map(deal.hand, range(players)))
        assert sorted(dealt) == list(deal.game.pack.listed(deal.game.deck))

    def test_its_last_card_is_the_trump_turned_up_each_as_often(self) -> None:
        for trump in "DCSB":
            last = {str(game_of(f"briscola(trump={trump})").deal(s).stock[-1]) for s in range(100)}
            assert last == set(trumps(f"briscola(trump={trump})").split())


class TestTheTrick:
    hands = "A.K.5. 3.7.6."

    def test_any_card_may_be_played(self) -> None:
        assert legal("briscola(stock=0)", self.hands, "CK") == "D3 C7 S6"

    def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(self) -> None:
        assert winner("briscola", "CA", "D2") == "D2"
        assert winner("briscola", "C2", "SA") == "C2"
        assert winner("briscola", "CK", "C3") == "C3"

    def test_the_winner_draws_first_and_leads(self) -> None:
        here = after("briscola", f"{self.hands} stock=DJ,CJ,D4,C4", "CK", "D3")
        assert here.taken == (0, 14)
        assert here.turn == 1
        assert str(here) == "A.J.5. J.7.6. 1 - 0,14 stock=D4,C4"

    def test_all_draw_in_turn(self) -> None:
        text = "A.K.5. 3.7.6. 2.6.7. stock=DJ,CJ,BJ,D4,C4,B4"
        here = after("briscola(players=3)", text, "S5", "S6", "S7")
        assert str(here) == "A.KJ.. 3.7..J J2.6.. 2 - 0,0,0 stock=D4,C4,B4"

    def test_play_goes_on_without_a_stock_to_the_last_card(self) -> None:
        for seed in range(10):
            here = game_of("briscola(players=4)").deal(seed)
            tricks = here.tricks_left
            assert tricks == 10
            while not here.is_over:
                here = here.play(here.legal_moves()[seed % len(here.legal_moves())])
            assert sum(here.outcome) == 120


class TestTheStock:
    def test_a_smaller_one_is_an_argument(self) -> None:
        assert len(game_of("briscola(stock=4)").deal(1).stock) == 4
        assert str(game_of("briscola(stock=34)")) == "briscola"
        assert game_of("briscola(cards=2,stock=0)").deal(1).stock == ()

    def test_fewer_cards_are_those_of_the_end(self) -> None:
        assert game_of("briscola").deal(1, cards=2).stock == ()

    def test_it_is_part_of_the_position(self) -> None:
        game = game_of("briscola")
        one = game.parse("A.K.5. 3.7.6. stock=DJ,CJ")
        two = game.parse("A.K.5. 3.7.6. stock=CJ,DJ")
        assert one != two
        assert one.key() != two.key()
        assert one.relative_key() != two.relative_key()
        assert "to draw: DJ CJ" in one.show()
        assert one.as_dict()["stock"] == ["DJ", "CJ"]

    def test_its_cards_are_live(self) -> None:
        """The queen's place is taken by a card to come, so the cards beside it are two moves."""
        game = game_of("briscola")
        hands = "..654. 3.7.2."
        assert len(game.parse(hands).moves()) == 1
        assert len(game.parse("..764. 3.A.2. stock=S5,CJ").moves()) == 2

    @pytest.mark.parametrize(("stock", "move"), [("C6,DA", "C2"), ("DA,C6", "S7")])
    def test_who_will_draw_the_ace_of_trumps_decides(self, stock: str, move: str) -> None:
        game = game_of("briscola(cards=2,stock=2)")
        found = kibitz.solve(game.parse(f"...A .2.7. 0 S6 0,0 stock={stock}"))
        assert (str(found.move), found.outcome) == (move, (0, 22))

    def test_a_view_holds_its_size_and_hides_its_cards(self) -> None:
        start = game_of("briscola").deal(1)
        view = kibitz.view(start)
        assert view.stock == 34
        assert "stock=34" in str(view)
        assert view.hand == start.hands[0]


BAD = {
    "expected a stock that divides among 2 players": "A.K.5. 3.7.6. stock=D2",
    "expected 3 cards each while there is a stock": "A.K.. 3.7.. stock=D2,C2",
    "expected each card once: DA": "A.K.5. 3.7.6. stock=D2,DA",
    "expected a card, suit of DCSB": "A.K.5. 3.7.6. stock=",
    "expected at most 3 cards each": "A.K2.5. 3.7.64.",
    "expected a stock of at most 4 cards": "A.K.5. 3.7.6. stock=D2,C2,S2,B2,B3,B4",
    "expected the hands alone, or the hands, leader": "A.K.5. 3.7.6. stock=D2,C2 stock=D2",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_position_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        game_of("briscola(stock=4)").parse(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


BAD_GAMES = {
    "expected 0 to 34 cards to draw, 2 at a time: 3": "briscola(stock=3)",
    "expected 0 to 34 cards to draw, 2 at a time: 36": "briscola(stock=36)",
    "expected 0 to 20 cards to draw, 2 at a time: 22": "briscola(cards=10,stock=22)",
    "expected 1 to 20 cards each: 21": "briscola(cards=21)",
}


@pytest.mark.parametrize(("message", "text"), BAD_GAMES.items())
def test_a_bad_game_is_refused_in_one_clear_line(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        kibitz.game(text)
    assert message in str(error.value)
