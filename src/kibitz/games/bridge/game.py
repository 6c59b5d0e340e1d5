"""The play of Bridge: four hands, two sides, a trump or none, and 13 tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards import TrickPosition, TrumpGame, write_hand
from kibitz.errors import check_kind
from kibitz.games.bridge.deals import read_deal
from kibitz.games.bridge.seats import SEATS, is_seat


@dataclass(frozen=True, repr=False)
class Bridge(TrumpGame):
    """The play of Bridge: players 0 to 3 are North, East, South and West, partners opposite.

    Tricks are all that counts; bids, contracts and the dummy are not part of it.
    """

    name: ClassVar[str] = "bridge"
    seats: ClassVar[range] = range(4, 5)
    seat_names: ClassVar = ("North", "East", "South", "West")
    examples: ClassVar = (
        "bridge(cards=4)",
        "bridge(cards=4,trump=S)",
        "bridge(cards=3,trump=D)",
        "bridge(cards=3,teams=none,trump=C)",
    )

    players: int = 4

    @property
    def usual_teams(self) -> tuple[int, ...]:
        """North and South against East and West."""
        return (0, 1, 0, 1)

    def parse(self, line: str) -> TrickPosition:
        """Read a position; the hands may be a deal of PBN, the leader a seat: `W:AK.Q..2 ... S`.

        The rest may be left out after a seat.
        """
        check_kind(line, str, "the text of a position")
        first, colon, rest = line.partition(":")
        words = rest.split() if colon else line.split()
        hands, fields = words[:4], words[4:]
        if colon:
            hands = [*map(write_hand, read_deal(f"{first}:{' '.join(hands)}"))]
        if fields and is_seat(fields[0]):
            fields[0] = str(SEATS.index(fields[0].upper()))
            fields += ["-", "0,0,0,0"] if len(fields) == 1 else []
        return super().parse(" ".join([*hands, *fields]))
