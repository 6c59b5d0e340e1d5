"""Nets: features of what a player sees, and what hands with them came to.

A net has two inner layers. All its weights are whole numbers, so that it says the same on every
machine; units are said in the first line of its file, and so are its sizes.
"""

from __future__ import annotations

import base64
import functools
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from operator import mul
from typing import TypeVar

from kibitz.cards import SUIT_CARDS, Card
from kibitz.cards.restrictions import BROKEN
from kibitz.engines.problem.protocol import checkpoint
from kibitz.whole.view import View

Choice = TypeVar("Choice")


class Net:
    """Two inner layers, each unit from 0 to 1, in whole numbers."""

    def __init__(self, text: str) -> None:
        head, *lines = text.splitlines()
        features, first, second, *self._units = map(int, head.split())
        numbers = array("b", zlib.decompress(base64.b64decode("".join(lines))))
        at = 0

        def matrix(height: int, width: int) -> list[list[int]]:
            nonlocal at
            start, at = at, at + height * width
            return [numbers[row : row + width].tolist() for row in range(start, at, width)]

        one, two, _ = self._units
        self._rows = matrix(features, first)
        (start,) = matrix(1, first)
        self._start = start
        self._inner = matrix(second, first)
        (self._inner_start,) = matrix(1, second)
        outputs = (len(numbers) - at) // (second + 1)
        self._outer = matrix(outputs, second)
        (self._outer_start,) = matrix(1, outputs)
        self._one, self._two = one, one * two

    def sums(self, features: Sequence[int]) -> list[int]:
        """What the features come to in the first layer."""
        rows = [self._rows[at] for at in features]
        return [sum(column) for column in zip(self._start, *rows, strict=True)]

    def moved(self, sums: Sequence[int], less: set[int], more: set[int]) -> list[int]:
        """The same with some features less and some more."""
        found = list(sums)
        for at in less:
            found = [a - b for a, b in zip(found, self._rows[at], strict=True)]
        for at in more:
            found = [a + b for a, b in zip(found, self._rows[at], strict=True)]
        return found

    def says(self, sums: Sequence[int]) -> list[float]:
        """What a position comes to: the outputs."""
        one, two = self._one, self._two
        inner = [min(max(own, 0), one) for own in sums]
        found = [
            min(max(start * one + sum(map(mul, row, inner)), 0), two)
            for row, start in zip(self._inner, self._inner_start, strict=True)
        ]
        unit = two * self._units[2]
        return [
            (start * two + sum(map(mul, row, found))) / unit
            for row, start in zip(self._outer, self._outer_start, strict=True)
        ]


@functools.cache
def net(file: str) -> Net:
    """A net of the package."""
    return Net((resources.files("kibitz.players.experience") / file).read_text())


def said(
    learned: Net, choices: Iterable[tuple[Choice, Iterable[int]]]
) -> Iterator[tuple[Choice, list[float]]]:
    """What a net says of choices, by their features."""
    known: set[int] = set()
    sums: list[int] = []
    for choice, having in choices:
        checkpoint()
        features = set(having)
        if known:
            sums = learned.moved(sums, known - features, features - known)
        else:
            sums = learned.sums(sorted(features))
        known = features
        yield choice, learned.says(sums)


def on_table(view: View) -> tuple[tuple[int, Card], ...]:
    """Who played which card to the trick, in order; counted from the player on."""
    public, players = view.public, view.game.players
    order = [(public.leader + at - view.seat) % players for at in range(len(public.table))]
    return tuple(zip(order, public.table, strict=True))


def voids(view: View) -> Iterator[tuple[int, int]]:
    """Who else has shown to have no card of which suit, counted from the player on.

    By not following it, or by leading a suit that is closed, and not broken yet.
    """
    closed = view.game.restrictions.closed
    for player, card, before in view.history():
        who = (player - view.seat) % view.game.players
        if not who:
            continue
        if before.table:
            led = before.table[0].suit
            if card.suit != led:
                yield who, led
        elif closed >> card & 1 and BROKEN not in before.marks:
            yield from ((who, suit) for suit in range(len(SUIT_CARDS)) if suit != card.suit)
