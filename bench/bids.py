"""Bids and what came of them: how far bids are from tricks, and how often they are made.

python bench/bids.py --hands 1000
python bench/bids.py whole-spades --player "sampling(worlds=40)" --hands 100

Hands of whole games, everybody at the table the same player. A row for each game: how many
bids, by how much a bid is more than the tricks it got (mean and deviation), how often it was made
(in Oh Hell exactly), missed with fewer tricks, missed with more. Then how bids follow what
`rules` take the hand to be worth, which is what `weigh=bids` goes by: the numbers of the
`bid_law` of a whole game, by least squares; the spread is what rounding does not explain.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import kibitz
from kibitz.matches.start import begin
from kibitz.matches.table import Seats
from kibitz.players.judgement import tricks_in
from kibitz.showing.layout import columns
from kibitz.whole.game import BidLaw, Whole, whole_game

GAMES = ("whole-spades(players=3,to=300)", "whole-oh-hell(players=3,most=10)")
HEADINGS = ["game", "bids", "too high", "deviation", "made", "too few", "too many"]
HEADINGS += ["steep", "above", "spread"]


class Made(NamedTuple):
    """A bid, the tricks of its player, what rules take the hand to be worth, and its cards."""

    bid: int
    tricks: int
    worth: float
    cards: int


def bids_of(game: str, player: str, seed: int) -> Iterator[list[Made]]:
    """The bids of a whole game, hand by hand."""
    here, rules = begin(game, seed), whole_game(game)
    assert isinstance(here, Whole)
    worth: dict[int, float] = {}
    bids: dict[int, int] = {}
    with closing(Seats([kibitz.player(player)] * here.players, seed)) as seats:
        while not here.is_over:
            view, move = here.view(), seats.choose(here)
            after = here.after(move)
            if view.asks == "bid":
                worth[here.turn], bids[here.turn] = tricks_in(view), int(move)
            if after.number > here.number or after.is_over:
                assert here.playing is not None
                taken = here.playing.position.play(move).taken
                cards = rules.hand(here.number).hand_size
                yield [Made(bids[seat], taken[seat], worth[seat], cards) for seat in bids]
            here = after


def row(game: str, player: str, hands: int, seed: int) -> list[str]:
    """What came of the bids of some hands."""
    games = (bids_of(game, player, number) for number in itertools.count(seed))
    some = itertools.islice(itertools.chain.from_iterable(games), hands)
    found = list(itertools.chain.from_iterable(some))
    over = [made.bid - made.tricks for made in found]
    exactly = game.startswith("whole-oh-hell")
    many = sum(one < 0 for one in over) if exactly else 0
    few = sum(one > 0 for one in over)
    shares = [f"{count / len(found):.1%}" for count in (len(found) - few - many, few, many)]
    figures = [f"{statistics.fmean(over):+.2f}", f"{statistics.pstdev(over):.2f}", *shares]
    law = law_of(found, whole_game(game).players)
    figures += [f"{law.steep:.2f}", f"{law.above:+.2f}", f"{law.spread:.2f}"]
    return [game, str(len(found)), *figures]


def law_of(found: Sequence[Made], players: int) -> BidLaw:
    """The law that these bids follow best, by least squares."""
    worth = [made.worth - made.cards / players for made in found]
    bids = [made.bid - made.cards / players for made in found]
    steep, above = statistics.linear_regression(worth, bids)
    off = (bid - steep * one - above for one, bid in zip(worth, bids, strict=True))
    squares = ((miss**2 - 1 / 12) / made.cards for miss, made in zip(off, found, strict=True))
    return BidLaw(steep, above, max(0.0, statistics.fmean(squares)) ** 0.5)


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("games", nargs="*", default=GAMES)
    reader.add_argument("--player", default="sampling")
    reader.add_argument("--hands", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=0)
    options = reader.parse_args()
    rows = [row(game, options.player, options.hands, options.seed) for game in options.games]
    print(columns([HEADINGS, *rows]))


if __name__ == "__main__":
    main()
