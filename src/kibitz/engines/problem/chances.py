"""Numbers that look random, the same on every machine and in the kernel."""

from __future__ import annotations

import random


class SplitMix(random.Random):
    """Numbers that look random, the same on every machine: splitmix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        """The next 64 bits."""
        self.state = x = (self.state + 0x9E3779B97F4A7C15) % 2**64
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
        return x ^ x >> 31

    def random(self) -> float:
        """At least 0 and less than 1."""
        return (self.next() >> 11) * 2.0**-53

    def below(self, n: int) -> int:
        """0 to n - 1, each as likely as every other."""
        while True:
            product = (self.next() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32
