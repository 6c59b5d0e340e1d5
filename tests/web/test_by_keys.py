"""The table in a real browser for those who go by keys or listen, and what things are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from browsing import CAN, Visit, browser, choose, desk, phone, without_chromium
from playwright.sync_api import Browser, Page, expect
from serving import Server, serving

from kibitz.web import tables
from kibitz.web.visitors import Room

pytestmark = without_chromium
__all__ = ["browser", "desk", "phone"]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "5") as ready:
        yield ready


def table(**words: object) -> str:
    return f"#/table?{urlencode(words)}"


def reached(game: str, seed: int, **wanted: Any) -> str:
    """The log of a game up to where it is as wanted."""
    question = {"game": game, "seed": seed, "seat": None, "players": ["rules"]}
    states = tables.played(question, Room())
    return str(next(one for one in states if wanted.items() <= one.items())["log"])


def left(page: Page) -> int:
    return page.locator(".fan .card").count()


def test_a_hand_of_hearts_is_played_by_enter_alone(desk: Visit) -> None:
    page = desk.open(table(game="hearts", players="easy", seed=6))
    page.locator(CAN).first.focus()
    for _ in range(13):
        expect(page.locator(".fan button:focus, .result .main:focus")).to_have_count(1)
        if page.locator(".result").is_visible():
            break
        cards = left(page)
        page.keyboard.press("Enter")
        expect(page.locator(".fan .card")).not_to_have_count(cards)
    expect(page.get_by_role("button", name="New deal").first).to_be_focused()


def test_enter_that_is_held_plays_one_card(desk: Visit) -> None:
    page = desk.open(table(game="hearts", players="easy", seed=6))
    page.locator(CAN).first.focus()
    cards = left(page)
    page.keyboard.down("Enter")
    expect(page.locator(".fan .card")).not_to_have_count(cards)
    expect(page.locator(".fan button:focus")).to_have_count(1)
    now = left(page)
    page.keyboard.down("Enter")  # which the keyboard repeats
    page.keyboard.up("Enter")
    expect(page.locator(".fan button:focus")).to_have_count(1)
    assert left(page) == now


def test_bids_passes_and_what_is_asked_are_read_aloud(desk: Visit) -> None:
    page = desk.open(table(game="whole-spades", players="easy", seed=4))
    said = page.get_by_role("log")
    expect(said).to_have_text("Your bid.")
    choose(page)
    expect(page.locator(CAN).first).to_be_visible()
    for name in ("Ben", "Cleo", "Dan"):
        expect(said).to_contain_text(re.compile(f"{name} bids [0-9]+\\."))
    expect(said).to_contain_text("It is your turn.")
    page = desk.open(table(game="whole-hearts", players="easy", seed=3))
    expect(said).to_have_text("Choose 3 cards for Ben.")
    choose(page)
    expect(page.locator(CAN).first).to_be_visible()
    expect(said).to_contain_text("You pass cards.")
    expect(said).to_contain_text(
        re.compile(r"Dan gave you \w+ of \w+, \w+ of \w+ and \w+ of \w+\. It is your turn\.")
    )


def test_a_trump_and_cards_to_lay_away_are_hinted_at_by_their_names(desk: Visit) -> None:
    log = reached("whole-sergeant-major", 4, number=1, asks="trump", turn=0)
    page = desk.open(table(game="whole-sergeant-major", players="easy", log=log))
    prompt = page.locator(".prompt")
    expect(prompt).to_have_text("Name the trump suit.")
    expect(page.locator(".asked button")).to_have_text(
        ["♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs"]
    )
    expect(page.locator(".green")).not_to_contain_text("bag")  # it has none
    page.get_by_role("button", name="Hint", exact=True).click()
    suit = "(spades|hearts|diamonds|clubs)"
    expect(prompt).to_have_text(re.compile(f"Name {suit}.* better than {suit}, over|All are about"))
    page.get_by_role("button", name="♥ hearts").click()
    expect(page.get_by_role("log")).to_contain_text("You name hearts as trumps. Lay away 4 cards.")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(prompt).to_have_text(re.compile(r"Lay away (\w+[♠♥♦♣] ?){4}[:,]"))


def test_bags_are_counted_in_words(desk: Visit) -> None:
    log = reached("whole-spades", 4, number=1, asks="bid")
    page = desk.open(table(game="whole-spades", players="easy", log=log))
    bags = page.locator(".chip", has_text="bag")
    expect(bags.first).to_be_visible()
    for words in bags.all_inner_texts():
        assert re.fullmatch(r"· (1 bag|([02-9]|\d\d) bags)", words)


def test_trumps_of_other_suits_are_held_with_the_trumps(desk: Visit) -> None:
    page = desk.open(table(game="skat", players="easy", seed=3))
    trumps = [re.compile(f"^{rank}") for rank in ("J", "J", "10", "8", "7")]
    others = [re.compile(f"^{rank}") for rank in "Q97QQ"]
    expect(page.locator(".fan .card")).to_have_text([*trumps, *others])
    position = "T87.JQ.Q97.JQ KQ9.TK8.8.AK9 JA.A7.JTK.T87 0 - 11,0,0"
    page = desk.open(f"#/analyse?{urlencode({'game': 'skat', 'position': position})}")
    expect(page.locator(".seat.below .suit").first.locator(".card")).to_have_text(trumps)


def test_the_dummy_beside_a_defender_is_all_in_sight_on_a_phone(phone: Visit) -> None:
    page = phone.open(table(game="bridge", declare="yes", seed=3, seat=1, players="easy"))
    dummy = page.get_by_role("group", name="North, the dummy")
    expect(dummy).to_be_visible()
    inside = """dummy => {
        const box = dummy.getBoundingClientRect();
        return [...dummy.querySelectorAll(".card, .called, .called b")].every(part => {
            const one = part.getBoundingClientRect();
            return one.right <= box.right && one.bottom <= box.bottom;
        });
    }"""
    assert dummy.evaluate(inside)


@pytest.mark.parametrize("size", [(640, 400), (844, 390)])
@pytest.mark.parametrize("game", ["hearts", "bridge", "whole-oh-hell"])
def test_a_low_window_has_seats_and_cards_in_sight(
    browser: Browser, server: Server, size: tuple[int, int], game: str
) -> None:
    """As a phone on its side has, and a desk at twice the size."""
    visit = Visit(browser, server, viewport={"width": size[0], "height": size[1]})
    declare = {"declare": "yes", "seat": 2} if game == "bridge" else {}
    page = visit.open(table(game=game, players="easy", seed=3, **declare))
    expect(page.locator(f"{CAN}, .asked button").first).to_be_visible()
    expect(page.locator(".fan .card").last).to_be_in_viewport(ratio=1)
    cut = """() => {
        const felt = document.querySelector(".green").getBoundingClientRect();
        return [...document.querySelectorAll(".place")].filter(place => {
            const one = place.getBoundingClientRect();
            const across = one.left >= felt.left && one.right <= felt.right;
            return !across || one.top < felt.top || one.bottom > felt.bottom;
        }).map(place => place.textContent);
    }"""
    assert page.evaluate(cut) == []
    assert visit.overflow() <= 0
    visit.context.close()
