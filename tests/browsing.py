"""A real browser at the page: a visit, and somebody who plays whatever is asked for."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from serving import Server
from waiting import LONG

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --host-resolver-rules=MAP\\ *.example\\ 127.0.0.1"
)
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}

without_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium: install Debian's package to test the page in a browser"
)


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser, in which nothing is waited for less than anything else."""
    flags = [flag.replace("\\", "") for flag in FLAGS.replace("\\ ", "\0").split(" ")]
    with sync_playwright() as driver:
        options = [flag.replace("\0", " ") for flag in flags]
        found = driver.chromium.launch(executable_path=CHROMIUM, args=options, timeout=1000 * LONG)
        expect.set_options(timeout=1000 * LONG)
        yield found
        found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as found:
        yield found


class Visit:
    """A page that is open, and what went wrong in it."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.context.add_init_script("try { localStorage.pace ??= 'quick' } catch {}")
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.asked: set[str] = set()
        self.server = server
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.asked.add(request.url))
        self.context.set_default_timeout(1000 * LONG)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "400" not in message.text:
            self.faults.append(message.text)

    def open(self, fragment: str) -> Page:
        self.page.goto(self.server.welcome + fragment)
        return self.page

    def settings(self, **words: str) -> None:
        """What is chosen under Settings, from here on."""
        for key, word in words.items():
            self.context.add_init_script(f"try {{ localStorage.{key} = '{word}' }} catch {{}}")

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def kept(self) -> list[dict[str, Any]]:
        """The games that the browser has, the latest first."""
        found = self.page.evaluate("JSON.parse(localStorage['kibitz.games'] ?? '[]')")
        assert isinstance(found, list)
        return found


CAN = ".fan button:not([aria-disabled]), .dummy button:not([aria-disabled])"
"""Cards that may be played."""


def choose(page: Page, touch: bool = False) -> bool:
    """Wait for what is asked of the person, and do the first that may be done; not at the end."""

    def press(what: Locator) -> None:
        what.tap() if touch else what.click()

    ready = page.locator(f"{CAN}, .asked button, .result .main")
    expect(ready.first).to_be_visible()
    if page.get_by_role("heading", name="The end").is_visible():
        return False
    if page.locator(".result .main").is_visible():
        press(page.locator(".result .main"))
        expect(page.locator(".result .main")).to_have_count(0)
    elif page.locator(".asked button").first.is_visible():
        press(page.locator(".asked button").first)
        expect(page.locator(".asked button")).to_have_count(0)
    elif page.get_by_role("button", name=re.compile("^(Pass|Lay away)")).is_visible():
        passing = page.get_by_role("button", name=re.compile("^(Pass|Lay away)"))
        wanted = int((passing.text_content() or "").split()[-1])
        for at in range(wanted):
            press(page.locator(CAN).nth(at))
        log = page.evaluate("localStorage['kibitz.games']")
        press(passing)
        page.wait_for_function("log => localStorage['kibitz.games'] !== log", arg=log)
    else:
        cards = page.locator(".fan .card, .dummy .card")
        left = cards.count()
        press(page.locator(CAN).first)
        expect(cards).not_to_have_count(left)
    return True


@contextmanager
def visiting(browser: Browser, server: Server, size: str) -> Iterator[Visit]:
    """A visit that must go without a fault."""
    found = Visit(browser, server, viewport=SIZES[size])
    yield found
    found.context.close()
    assert found.faults == []


@pytest.fixture
def desk(browser: Browser, server: Server) -> Iterator[Visit]:
    with visiting(browser, server, "desk") as found:
        yield found


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visit]:
    with visiting(browser, server, "phone") as found:
        yield found
