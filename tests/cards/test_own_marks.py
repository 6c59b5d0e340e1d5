"""Marks that code of a game makes: a text says them as they are."""

from __future__ import annotations

from dataclasses import dataclass

import kibitz
from kibitz import TrickGame, TrickPosition
from kibitz.cards import Card, Hand, Marks, hand_of, listed


@dataclass(frozen=True)
class Turns(TrickGame):
    """Each queen or jack turns play: while it is turned, no card above a nine is led."""

    @property
    def mark_names(self) -> tuple[str, ...]:
        return ("turned",)

    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        low = hand_of(card for card in listed(cards) if card.rank > 4)
        return low or cards if "turned" in position.marks and not position.table else cards

    def marks_after(self, position: TrickPosition, card: Card) -> Marks:
        return position.marks ^ {"turned"} if card.rank in (2, 3) else position.marks


class TestMarksThatComeAndGo:
    def test_a_position_has_the_marks_that_its_text_says(self) -> None:
        deal = Turns(players=3, cards=3).parse("AQ2... KJ3... ..AQ9.")
        turned = deal.play("SQ")
        back = turned.play("SJ")
        assert [str(at).split()[3:] for at in (deal, turned, back)] == [
            ["0", "-", "0,0,0"],
            ["0", "SQ", "0,0,0", "turned"],
            ["0", "SQ,SJ", "0,0,0", "-"],
        ]
        for position in (deal, turned, back):
            assert Turns(players=3, cards=3).parse(str(position)) == position

    def test_cards_on_the_table_make_those_that_are_not_said(self) -> None:
        game = Turns(players=3, cards=3)
        assert game.parse("A2... KJ3... ..AQ9. 0 SQ 0,0,0").marks == {"turned"}
        assert game.parse("A2... KJ3... ..AQ9. 0 SQ 0,0,0 -").marks == set()

    def test_such_a_game_has_no_faults(self) -> None:
        assert kibitz.check_game(Turns(players=3, cards=3)) == []
