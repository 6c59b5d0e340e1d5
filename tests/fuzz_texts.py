"""Feeds mangled texts of games, positions and algorithms: `make fuzz`.

    python tests/fuzz_texts.py [--seconds S] [--seed N]

Whatever a text says, it is understood or refused with a KibitzError of one line; what is
understood round-trips, and is searched alike by both engines. The first text that breaks
this is printed and ends the run.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from generators import (
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
)
from tqdm import tqdm

import kibitz
from kibitz import Algorithm, KibitzError, Limit, solve
from kibitz.engines import kernel

MAKERS = (random_tree, random_deal, random_trump_deal, random_hearts)
ALGORITHMS = sound_compositions()
NOISE = "()[]{},=/.-@:<> 0123456789AKQJTSHDCnone\u0663\u00b2\x00'\""


def mangled(draw: random.Random, text: str) -> str:
    """A text with a few characters lost, changed, added or moved; or as often left as it is."""
    for _ in range(draw.choice((0, 0, 0, 0, 1, 1, 2, 8))):
        at, to = sorted(draw.randint(0, len(text)) for _ in "12")
        part = draw.choice(("", draw.choice(NOISE), text[at:to] * 2, text[at:to][::-1]))
        text = text[:at] + part + text[to if draw.random() < 0.3 else at + 1 :]
    return text


def feed(draw: random.Random) -> str:
    """Try one game, position and algorithm; returns how far it got."""
    position = draw.choice(MAKERS)(draw.randrange(10**6))
    texts = str(position.game), str(position), str(draw.choice(ALGORITHMS))
    game_text, position_text, algorithm_text = (mangled(draw, text) for text in texts)
    try:
        game = kibitz.game(game_text)
        assert kibitz.game(str(game)) == game, "a game that does not round-trip"
        here = game.parse(position_text)
        assert game.parse(str(here)) == here, "a position that does not round-trip"
        algorithm = Algorithm.parse(algorithm_text)
        assert Algorithm.parse(str(algorithm)) == algorithm, "an algorithm that does not round-trip"
        limit = Limit(nodes=500)
        results = [solve(here, algorithm, engine="reference", limit=limit)]
        if kernel.BUILT:
            results.append(solve(here, algorithm, limit=limit))
    except KibitzError as error:
        assert len(str(error).splitlines()) == 1, "an error of several lines"
        return "refused"
    one, two = results[0], results[-1]
    assert (one.value, one.line, one.stats) == (two.value, two.line, two.stats), "engines differ"
    return "searched"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=random.randrange(10**9))
    chosen = options.parse_args()
    end, counts = time.monotonic() + chosen.seconds, {"refused": 0, "searched": 0}
    seed = chosen.seed
    with tqdm(disable=None, unit="text") as bar:
        while time.monotonic() < end:
            try:
                counts[feed(random.Random(seed))] += 1
            except Exception:
                print(f"seed {seed} breaks it; run with --seed {seed}", file=sys.stderr)
                raise
            seed += 1
            bar.update()
    print(f"{counts['searched']:,} searched, {counts['refused']:,} refused, none broken")
    return 0


if __name__ == "__main__":
    sys.exit(main())
