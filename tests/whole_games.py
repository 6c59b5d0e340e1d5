"""Whole games in the browser, disturbed on the way; what is lost is a fault."""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode

from browsing import CAN, Visit, choose
from playwright.sync_api import Browser, Page, expect
from serving import serving

READY = f"{CAN}, .asked button, .result .main"


def cards(page: Page) -> list[str]:
    """The own cards, by their names."""
    names = "cards => cards.map(card => card.ariaLabel.split(',')[0])"
    found = page.locator(".fan .card").evaluate_all(names)
    assert isinstance(found, list)
    return found


def _reload(page: Page) -> None:
    page.reload()


def _back(page: Page) -> None:
    page.get_by_role("link", name="Analyse", exact=True).click()
    expect(page.get_by_role("heading", name="Every card")).to_be_visible()
    page.go_back()


def _from_the_first_screen(page: Page) -> None:
    page.get_by_role("link", name="Games").click()
    page.locator(".going .kept a").first.click()


DISTURBANCES = (_reload, _back, _from_the_first_screen)


def play_whole(browser: Browser, game: str, every: int, **options: Any) -> dict[str, Any]:
    """Play a whole game, disturbed after so many choices each time, at last by another server.

    The game as the browser kept it. Nothing may be lost: neither the log nor the hand.
    """
    with ExitStack() as stack:
        server = stack.enter_context(serving())
        visit = Visit(browser, server, **options)
        words = urlencode({"game": game, "players": "easy", "seed": 1})
        page = visit.open(f"#/table?{words}")
        disturb = itertools.cycle(DISTURBANCES)
        for number in itertools.count(1):
            if not choose(page):
                break
            if number % every:
                continue
            expect(page.locator(READY).first).to_be_visible()
            if page.locator(".result").is_visible():
                continue  # the hand is over, and its result is no choice to come back to
            if number % (every * (len(DISTURBANCES) + 1)):
                _same(visit, lambda: next(disturb)(page))  # noqa: B023
                continue
            server = stack.enter_context(serving())
            visit = _moved(browser, visit, server, options)
            page = visit.page
        assert visit.overflow() <= 0
        assert visit.faults == []
        (kept,) = visit.kept()
        visit.context.close()
    return kept


def _same(visit: Visit, disturb: Any) -> None:
    """Disturb, and find the game as it was."""
    log, hand = visit.kept()[0]["log"], cards(visit.page)
    disturb()
    expect(visit.page.locator(READY).first).to_be_visible()
    assert (visit.kept()[0]["log"], cards(visit.page)) == (log, hand)


def _moved(browser: Browser, visit: Visit, server: Any, options: dict[str, Any]) -> Visit:
    """The same browser after the server was started again, at another address."""
    log, hand = visit.kept()[0]["log"], cards(visit.page)
    kept = visit.context.storage_state()
    for origin in kept["origins"]:
        origin["origin"] = server.base
    assert visit.faults == []
    visit.context.close()
    later = Visit(browser, server, storage_state=kept, **options)
    page = later.open("#/table")
    expect(page.locator(READY).first).to_be_visible()
    assert (later.kept()[0]["log"], cards(page)) == (log, hand)
    return later
