"""Whole games in the browser, disturbed all the way: make verify-page.

After every few choices the page is reloaded, left and come back to, or the server is started
again. The log and the hand must be what they were.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from browsing import SIZES, opened
from whole_games import play_whole

GAMES = {
    "whole-hearts(to=50)": "desk",
    "whole-spades(to=200)": "phone",
    "whole-oh-hell(players=4,most=7)": "desk",
    "whole-sergeant-major(hands=3)": "phone",
}


def main() -> None:
    """Play each game to its end."""
    with opened() as browser:
        for game, size in GAMES.items():
            begun = time.monotonic()
            kept = play_whole(browser, game, 5, viewport=SIZES[size])
            assert kept["over"]
            choices = kept["log"].count("\n") - 2
            print(
                f"{game} at {size}: {kept['hands']} hands, {choices} choices, {kept['words']}; "
                f"nothing lost, {time.monotonic() - begun:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
