"""The play of Bridge: four hands, two sides, a trump or none, and 13 tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards import TrickPosition, TrumpGame, pbn, write_hand


@dataclass(frozen=True, repr=False)
class Bridge(TrumpGame):
    """The play of Bridge: players 0 to 3 are North, East, South and West, partners opposite.

    Tricks are all that counts; bids, contracts and the dummy are not part of it.
    """

    name: ClassVar[str] = "bridge"
    seats: ClassVar[range] = range(4, 5)
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
        """Read a position; the hands may be a deal of PBN, such as `W:AK.Q..2 ...`."""
        first, colon, rest = line.partition(":")
        if colon:
            words = rest.split()
            hands = pbn.read_deal(f"{first}:{' '.join(words[:4])}")
            line = " ".join([*map(write_hand, hands), *words[4:]])
        return super().parse(line)
