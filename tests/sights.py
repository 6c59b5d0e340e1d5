"""What a player sees after a card, beside what its next view says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import kibitz
from kibitz.whole.game import Whole
from kibitz.whole.hand import Hand
from kibitz.whole.view import View


def sights(
    played: Iterable[tuple[Hand | Whole, kibitz.Card]], see: Callable[[View], Any]
) -> Iterator[tuple[Any, Any]]:
    """For each card of a hand what its player is told it sees then, and what it is shown."""
    for here, card in played:
        seat = here.turn
        told, after = see(here.view()).after(card), here.after(card)
        if after.is_over or after.number != here.number:
            return
        shown = see(after.view(seat))
        assert (told.own, told.unseen, told.taken) == (shown.own, shown.unseen, shown.taken)
        assert (told.table, told.voids, told.broken) == (shown.table, shown.voids, shown.broken)
        leads = (after.turn - seat) % here.players
        assert told.leads == (None if shown.table else leads)
        yield told, shown
