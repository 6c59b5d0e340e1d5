"""IJCAI-2005, Table 2, by cards per hand: how the searches grow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from kibitz.experiments.shared.bids import TOTAL, bids
from kibitz.lab import plots
from kibitz.lab.experiment import NOTHING, Estimate, Experiment, Line, Results, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALGORITHMS = {
    "full": ("maxn(table=exact)", 9),
    "linear test": ("speculative(table=bounds)", 9),
    "leaf-value table": ("leaf-table(probe=card)", 11),
    "best of Kibitz": ("leaf-table(keys=relative,probe=card)", 12),
}
"""How, and up to how many cards each."""
FEWEST = 4
DEALS = 20


def game(cards: int, deal: int) -> str:
    """The game of a deal, with bids that add up to the same share of the tricks."""
    plain = f"spades(players=3,cards={cards},breaking=false)"
    chosen = bids(plain, deal, TOTAL * cards / 9)
    return f"spades(players=3,cards={cards},bids={chosen},utility=smot,breaking=false)"


class Growth(Experiment):
    """Average nodes expanded by cards per hand."""

    title = "Three-player Spades by cards per hand"
    paper = "IJCAI-2005, Table 2, beyond the paper"
    cost = "minutes"
    setting = (
        "The setting of [Table 2](ijcai-2005-table-2.md) with the utility `smot`, from "
        f"{FEWEST} cards per hand on. The paper has 9 cards only."
    )
    choices: ClassVar[Sequence[str]] = (
        f"{DEALS} deals for each number of cards, seeds 0 to {DEALS - 1}.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task(
                f"{column}, {cards:02} cards",
                deal,
                {
                    "game": game(cards, deal),
                    "deal": str(deal),
                    "algorithm": algorithm,
                    "table_mb": "1024",
                },
            )
            for column, (algorithm, most) in ALGORITHMS.items()
            for cards in range(FEWEST, (min(most, 7) if quick else most) + 1)
            for deal in range(3 if quick else DEALS)
        ]

    def _sizes(self, results: Results, column: str) -> dict[float, Estimate]:
        columns = {outcome.task.column for outcome in results.outcomes}
        return {
            float(cards): results.mean(f"{column}, {cards:02} cards", "expanded")
            for cards in range(FEWEST, ALGORITHMS[column][1] + 1)
            if f"{column}, {cards:02} cards" in columns
        }

    def _growth(self, results: Results, column: str) -> Estimate:
        sizes = self._sizes(results, column)
        if len(sizes) < 2:
            return NOTHING
        least, most = min(sizes), max(sizes)
        return Estimate((sizes[most].value / sizes[least].value) ** (1 / (most - least)))

    def lines(self, results: Results) -> Sequence[Line]:
        found = []
        for column in ALGORITHMS:
            sizes = self._sizes(results, column)
            found += [Line(f"{cards:g} cards", size, None, column) for cards, size in sizes.items()]
            found.append(Line("growth per card", self._growth(results, column), None, column))
        return found

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def by_cards(figure: Figure) -> None:
            series = {
                column: {cards: size.value for cards, size in self._sizes(results, column).items()}
                for column in ALGORITHMS
            }
            plots.curves(figure, series, "cards per hand")

        def growth(figure: Figure) -> None:
            series = {}
            for column in ALGORITHMS:
                sizes = self._sizes(results, column)
                series[column] = {
                    cards: size.value / sizes[cards - 1].value
                    for cards, size in sizes.items()
                    if cards - 1 in sizes
                }
            plots.curves(figure, series, "cards per hand", "growth over one card less")

        return {"Average nodes expanded by cards per hand": by_cards, "Growth per card": growth}

    def remarks(self, results: Results) -> Sequence[str]:
        growth = {column: self._growth(results, column).value for column in ALGORITHMS}
        said = ", ".join(f"{column} {value:.2g}" for column, value in growth.items())
        return (
            f"Growth per card: {said}. A few large deals make the averages, so with "
            f"{DEALS} deals the growth from one number of cards to the next goes up and down by "
            "chance; the averages have wide intervals too.",
        )
