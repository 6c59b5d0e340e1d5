"""The rule book of Tressette, clause by clause."""

from __future__ import annotations

from rule_books import after, game_of, legal, points, sizes, suits, winner

TWO = "tressette(contract=two)"


def test_forty_cards_the_three_the_two_and_the_ace_are_highest() -> None:
    assert suits("tressette")[0] == "D3 D2 DA DK DC DJ D7 D6 D5 D4"
    assert sizes("tressette") == (40, 10, 0)


def test_eleven_points_and_two_thirds_with_the_last_trick() -> None:
    assert points("tressette") == 35
    game = game_of("tressette")
    worth = {card.name[1]: game.points(card) for card in game.pack.cards[:10]}
    assert worth == {"A": 3, **dict.fromkeys("32KCJ", 1), **dict.fromkeys("7654", 0)}
    assert game.last_trick == 3


def test_partners_sit_opposite_and_there_is_no_trump() -> None:
    assert game_of("tressette").side_of == (0, 1, 0, 1)
    assert winner("tressette", "D4", "C3", "D5", "S3") == "D5"


def test_follow_suit_otherwise_any_card() -> None:
    hands = "A.K.. 34... .7.6. 2..5."
    assert legal("tressette", hands, "DA") == "D3 D4"
    assert legal("tressette", hands, "DA", "D4") == "C7 S6"


def test_the_last_trick_counts_a_point() -> None:
    assert after("tressette", "4... 5... 6... 7...", "D4", "D5", "D6", "D7").outcome == (0, 3)


def test_two_have_ten_cards_and_draw_after_each_trick_the_winner_first() -> None:
    deal = game_of(TWO).deal(1)
    assert (len(deal.hand(0)), len(deal.stock), deal.tricks_left) == (10, 20, 20)
    game = "tressette(contract=two,cards=2,stock=2)"
    here = after(game, "A.K.. 3..7. stock=D4,B2", "DA", "D3")
    assert str(here) == ".K..2 4..7. 1 - 0,4"


def test_they_follow_suit_while_they_draw() -> None:
    game = "tressette(contract=two,cards=2,stock=2)"
    assert legal(game, "A.K.. 3..7. stock=D4,B2", "DA") == "D3"
