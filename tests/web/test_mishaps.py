"""What people do wrong at the page in a real browser: nothing of it may cost them a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CAN, SIZES, Visit, browser, choose, desk, without_chromium
from playwright.sync_api import Browser, expect
from serving import Server, serving

pytestmark = without_chromium
__all__ = ["browser", "desk"]

HEARTS = "#/table?game=whole-hearts&players=easy&seed=3"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "5") as ready:
        yield ready


def test_a_double_click_begins_one_game(desk: Visit) -> None:
    page = desk.open("#/start?game=whole-hearts")
    page.get_by_role("button", name="Play").evaluate("play => { play.click(); play.click() }")
    expect(page.locator(CAN).first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.go_forward()
    choose(page)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".prompt")).to_contain_text("Choose 3 cards")
    second = "button => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))"
    page.get_by_role("button", name="New game").evaluate(second)
    choose(page)
    assert len(desk.kept()) == 2


def test_who_sits_nowhere_watches(desk: Visit) -> None:
    page = desk.open("#/start?game=whole-oh-hell")
    page.get_by_text("Each opponent").click()
    page.get_by_label("You sit").select_option(label="nowhere: watch")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".place")).to_have_count(4)
    expect(page.locator(".fan")).to_have_count(0)


def test_a_second_tab_of_a_game_does_not_undo_the_first(desk: Visit) -> None:
    page = desk.open(HEARTS)
    choose(page)
    expect(page.locator(CAN).first).to_be_visible()
    other = desk.context.new_page()
    other.goto(page.url)
    for _ in range(3):
        choose(other)
    expect(other.locator(CAN).first).to_be_visible()
    left = other.locator(".fan .card").count()
    now = desk.kept()[0]["log"]
    page.locator(CAN).first.click()  # of a trick that is over
    expect(page.locator(".fan .card")).to_have_count(left)
    assert desk.kept()[0]["log"] == now
    choose(other)
    expect(other.locator(CAN).first).to_be_visible()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(".fan .card")).to_have_count(other.locator(".fan .card").count())


def test_a_game_that_is_not_here_is_not_begun(desk: Visit) -> None:
    page = desk.open("#/table?id=gone")
    expect(page.get_by_role("alert")).to_have_text("This game is not kept in this browser.")
    page.locator("main").get_by_role("link", name="Games").click()
    expect(page.locator(".tiles").first).to_be_visible()
    assert desk.kept() == []


def test_the_table_is_that_of_the_last_game_also_once_it_is_over(desk: Visit) -> None:
    page = desk.open("#/table?game=spades(players%3D3,cards%3D2)&players=easy&seed=1")
    while choose(page):
        pass
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.get_by_role("heading", name="The end")).to_be_visible()


def test_a_broken_log_is_said_to_be_wrong_and_is_no_game(desk: Visit, tmp_path: Path) -> None:
    path = tmp_path / 'a "game" ü.log'
    path.write_text("game whole-hearts\nseed 5\n0 garbage\n")
    page = desk.open("#/home")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("choice 1 of the log")
    assert desk.kept() == []


def test_all_games_to_go_on_with_are_listed(desk: Visit) -> None:
    page = desk.open("#/home")
    one = {
        "game": "hearts",
        "seat": 0,
        "players": ["easy"],
        "forced": True,
        "log": "",
        "over": False,
    }
    games = [{**one, "id": f"g{at}", "when": at, "words": f"hand {at}"} for at in range(8)]
    page.evaluate("text => localStorage.setItem('kibitz.games', text)", json.dumps(games))
    page.reload()
    expect(page.locator(".going .kept li").first).to_be_visible()
    page.get_by_text("Earlier ones: 2").click()
    expect(page.get_by_role("link", name="hand 7")).to_be_visible()


def test_settings_are_shut_by_a_click_beside_them_and_by_escape(desk: Visit) -> None:
    page = desk.open("#/home")
    settings = page.locator("details.settings")
    for by_key in (False, True):
        page.get_by_text("Settings").click()
        page.get_by_label("larger cards").click()
        expect(settings).to_have_attribute("open", "")
        if by_key:
            page.keyboard.press("Escape")
        else:
            page.locator("main").click(position={"x": 2, "y": 300})
        expect(settings).not_to_have_attribute("open", "")
    expect(page.locator(".settings summary")).to_be_focused()


def test_a_tab_that_a_new_server_does_not_know_goes_on_after_its_address_is_opened(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server, viewport=SIZES["desk"])
    page = visit.open(HEARTS)
    choose(page)
    expect(page.locator(CAN).first).to_be_visible()
    visit.context.clear_cookies()
    page.locator(CAN).first.click()
    expect(page.get_by_role("alert")).to_contain_text("open the address that it printed")
    visit.context.new_page().goto(server.welcome)
    choose(page)
    expect(page.locator(".fault")).to_have_count(0)
    visit.context.close()
