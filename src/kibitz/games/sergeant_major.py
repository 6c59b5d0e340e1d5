"""Sergeant Major, or 8-5-3: three players, each with a target of tricks for its seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz import text
from kibitz.cards import TrumpGame
from kibitz.errors import TextError
from kibitz.game import Payoffs
from kibitz.scoring import built_in

CARDS_EACH = 16
"""Cards each; the other four are set aside."""


@built_in
def target(tricks: Sequence[int], targets: Sequence[int]) -> Payoffs:
    """Tricks above or below the target of the seat, as in Sergeant Major (8-5-3)."""
    return tuple(t - goal for t, goal in zip(tricks, targets, strict=True))


@dataclass(frozen=True, repr=False)
class SergeantMajor(TrumpGame):
    """Sergeant Major (8-5-3), 3 players with 16 cards each; no trump unless one is named."""

    name: ClassVar[str] = "sergeant_major"
    seats: ClassVar[range] = range(3, 4)
    examples: ClassVar = (
        "sergeant_major(cards=4)",
        "sergeant_major(cards=5,trump=D)",
        "sergeant_major(cards=4,trump=S,utility=target)",
        "sergeant_major(cards=4,utility=target,targets=1/2/1)",
        "sergeant_major(cards=5,tricks=2)",
    )

    targets: tuple[int, ...] = (8, 5, 3)
    """How many tricks each player should take; what utility `target` counts from."""

    def __post_init__(self) -> None:
        self._set("targets", tuple(self.targets))
        super().__post_init__()
        if len(self.targets) != self.players or not all(
            0 <= goal <= CARDS_EACH for goal in self.targets
        ):
            raise TextError(
                f"expected {self.players} targets of 0 to {CARDS_EACH}: "
                f"targets={text.write_value(self.targets)} in {self.name}"
            )

    @property
    def usual_cards(self) -> int:
        return CARDS_EACH

    @property
    def most_cards(self) -> int:
        return CARDS_EACH
