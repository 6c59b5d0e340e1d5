"""Takes the pictures of the page, from the page itself: python docs/make_pictures.py.

Needs chromium and what the tests need. Names of pictures after it take only those.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from kibitz import History, experiments
from kibitz.games.chinese_checkers.game import ChineseCheckers
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player
from kibitz.web.answers import Site
from kibitz.web.reading import Opened, hand_at

IMAGES = Path(__file__).parent / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
GAME = "spades(players=3,cards=7,bids=2/3/2,utility=mot)"
PLAYERS = ("rules", "random", "rules")
STAR = ChineseCheckers(players=3).deal(5)
DESK, PHONE = (1280, 800), (390, 844)

Act = Callable[[Page], None]
Scheme = Literal["light", "dark"]


def played(game: str, seed: int) -> str:
    """The address of a hand that was played, part of the way through."""
    end = play_out(begin(game, seed), list(map(player, PLAYERS)), seed).end
    hand = hand_at(end)
    assert hand is not None
    return f"{Site(Opened(hand.history)).fragment}&at=8"


def _steady(page: Page) -> None:
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=60_000)
    page.locator(".reviewed tbody").wait_for()


def _hint(page: Page) -> None:
    card = page.locator(".fan button:not([aria-disabled])")
    for _ in range(3):
        card.first.wait_for()
        left = page.locator(".fan .card").count()
        card.last.click()
        expect(page.locator(".fan .card")).not_to_have_count(left)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".prompt", has_text="over 40 deals").wait_for()


def _dummy(page: Page) -> None:
    for hand in (".dummy", ".fan"):
        card = page.locator(f"{hand} button:not([aria-disabled])")
        card.first.wait_for()
        left = page.locator(f"{hand} .card").count()
        card.first.click()
        expect(page.locator(f"{hand} .card")).not_to_have_count(left)
    page.locator(
        ".dummy button:not([aria-disabled]), .fan button:not([aria-disabled])"
    ).first.wait_for()


def _tiles(page: Page) -> None:
    page.locator(".tiles").first.wait_for()


def _cut(page: Page) -> None:
    page.locator(".sentence.cut").wait_for()


def _hops(page: Page) -> None:
    start, end = str(max(STAR.legal_moves(), key=lambda move: len(STAR.path(move)))).split("-")
    page.locator(f"[data-card={start}]").click()
    page.locator(f"[data-card={end}]").hover()
    page.locator(".path").wait_for()


def _results(page: Page) -> None:
    page.get_by_role("button", name="The decision space").click()
    page.get_by_text("maxsum").wait_for()


TREE = "0[(5,4,1)+1[(0,6,4)+(9,1,0)]+1[(3,3,4)+2[(3,4,3)+(9,0,1)]]]"
PICTURES: dict[str, tuple[str, tuple[int, int], Scheme, Act]] = {
    "analyse": (played(GAME, 10), DESK, "light", _steady),
    "bridge": ("#/table?game=bridge&declare=yes&seed=3&seat=2", DESK, "light", _dummy),
    "home": ("#/home", DESK, "light", _tiles),
    "phone": ("#/table?game=hearts&seed=3", PHONE, "dark", _hint),
    "table": ("#/table?game=hearts&seed=3", DESK, "light", _hint),
    "watch": (f"#/watch?position={TREE}&algorithm=last-branch&at=22", DESK, "light", _cut),
    "star": (Site(Opened(History(STAR))).fragment, (1240, 960), "dark", _hops),
    "lab": ("#/lab", (1240, 720), "light", _results),
}


def take(welcome: str, names: list[str]) -> None:
    """Take pictures of a server."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name in names:
            fragment, (width, height), scheme, act = PICTURES[name]
            size: ViewportSize = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=scheme)
            page.goto(welcome + fragment)
            page.locator("main > :not(h1)").first.wait_for()
            act(page)
            page.wait_for_timeout(300)
            shot = Image.open(io.BytesIO(page.screenshot()))
            shot.quantize(256, dither=Image.Dither.NONE).save(
                IMAGES / f"page-{name}.png", optimize=True
            )
            page.close()
        browser.close()


def main() -> None:
    """Serve, and take all pictures, or those that are named."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "reproduction.sqlite"
        list(experiments.reproduce(["ijcai-2005-figure-8", "ijcai-2005-table-1"], store=store))
        words = [sys.executable, "-m", "kibitz", "serve", "--no-browser", "--seconds", "6"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=folder)
        try:
            assert server.stdout is not None
            take(server.stdout.readline().strip(), sys.argv[1:] or list(PICTURES))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
