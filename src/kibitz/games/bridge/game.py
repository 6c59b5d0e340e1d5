"""The play of Bridge: four hands, two sides, a trump or none, and 13 tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards import Hand, TrickPosition, TrumpGame, write_hand
from kibitz.errors import check_kind
from kibitz.games.bridge.deals import read_deal
from kibitz.games.bridge.seats import SEATS, is_seat, seat_of


@dataclass(frozen=True, repr=False)
class Bridge(TrumpGame):
    """The play of Bridge: players 0 to 3 are North, East, South and West, partners opposite.

    Tricks are all that counts; bids and contracts are not part of it. With `dummy=N` the cards of
    North lie open once the first card is played, and the player who plays for North sees South's.

    >>> deal = kibitz.game("bridge(cards=2,dummy=N)").parse("AK... QJ... T9... 87... 1 - 0,0,0,0")
    >>> kibitz.view(deal)
    bridge(cards=2,dummy=N) seat=1 hand=QJ... leader=1
    >>> kibitz.view(deal, "SQ")
    bridge(cards=2,dummy=N) seat=2 hand=T9... leader=1 plays=SQ given=AK.../.../.../...
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
    dummy: str | None = None
    """The seat whose cards lie open after the first lead, N, E, S or W; none if all are hidden."""

    def __post_init__(self) -> None:
        if self.dummy is not None:
            self._set("dummy", seat_of(str(self.dummy)))
        super().__post_init__()

    def first_leader(self, hands: Sequence[Hand]) -> int:
        """The player before the dummy; without a dummy the first player."""
        return 0 if self.dummy is None else (SEATS.index(self.dummy) + 3) % 4

    def shows(self, position: TrickPosition, seat: int) -> tuple[int, ...]:
        """The dummy, once a card is played; to the dummy itself its partner, who plays for it."""
        if self.dummy is None:
            return ()
        dummy, left = SEATS.index(self.dummy), sum(map(int.bit_count, position.hands))
        if left == self.hand_size * self.players:
            return ()
        return ((dummy + 2) % 4,) if seat == dummy else (dummy,)

    def plays_for(self, seat: int) -> tuple[int, ...]:
        """A declarer plays for the dummy too."""
        partner = (seat + 2) % 4
        both = self.dummy is not None and SEATS.index(self.dummy) in (seat, partner)
        return (seat, partner) if both else (seat,)

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
