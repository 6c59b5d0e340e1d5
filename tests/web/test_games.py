"""Games in a real browser to their ends: cards, boards, by touch, and disturbed on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, urlencode

import pytest
from browsing import CAN, SIZES, Visit, browser, choose, desk, without_chromium
from playwright.sync_api import Browser, Page, expect
from serving import Server, serving
from whole_games import play_whole

import kibitz

pytestmark = without_chromium
__all__ = ["browser", "desk"]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "2") as ready:
        yield ready


def places(page: Page, *parts: str) -> list[list[int]]:
    """Where parts of the page are, and how high."""
    found = page.evaluate(
        """parts => parts.flatMap(part => [...document.querySelectorAll(part)]).map(part => {
            const { y, height } = part.getBoundingClientRect();
            return [Math.round(y + scrollY), Math.round(height)];
        })""",
        list(parts or (".green", ".place", ".mine", ".fan", ".actions")),
    )
    assert isinstance(found, list)
    return found


def test_a_hand_of_hearts_is_played_on_a_phone_by_touch(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page = visit.open("#/home")
    page.get_by_role("link", name=re.compile("^Hearts")).tap()
    page.get_by_text("For programmers").tap()
    page.get_by_label("Game", exact=True).fill("hearts")
    page.get_by_label("Seed").fill("6")
    page.get_by_role("combobox", name="Opponents").select_option("easy")
    page.get_by_label("play forced cards for me").uncheck()
    page.get_by_role("button", name="Play", exact=True).tap()
    own = page.locator(".fan .card")
    expect(own).to_have_count(13)
    for name in ("Hint", "Undo"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    expect(own.last).to_be_in_viewport()
    first = places(page)
    while choose(page, touch=True):
        assert places(page) == first  # nothing jumps
    points = page.get_by_label("What the hand was worth").locator("tbody td")
    assert sum(map(int, points.all_inner_texts())) == 26
    assert visit.overflow() <= 0
    assert visit.faults == []
    visit.context.close()


def test_a_whole_game_that_is_disturbed_loses_nothing(browser: Browser) -> None:
    kept = play_whole(browser, "whole-oh-hell(players=3,most=2)", 2, viewport=SIZES["desk"])
    assert kept["over"]
    assert kept["hands"] == 3


@pytest.mark.parametrize("tile", ["Skat", "Doppelkopf", "Euchre", "French Tarot"])
def test_games_of_rules_files_are_played_from_the_first_screen(desk: Visit, tile: str) -> None:
    page = desk.open("#/home")
    page.get_by_role("link", name=re.compile(f"^{tile}")).click()
    page.get_by_role("combobox", name="Opponents").select_option("easy")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Undo").wait_for()
    for _ in range(3):  # a deal may end sooner, where the last cards are forced
        if not choose(page):
            break
    expect(
        page.get_by_role("region", name="Tricks so far").locator("tbody tr").first
    ).to_be_visible()
    expect(page.get_by_role("region", name="This game")).to_contain_text(f"{tile}: You")


@pytest.mark.parametrize("tile", ["Rolit", "Focus", "Blokus", "Chinese Checkers"])
def test_boards_begin_at_their_start_with_hint_and_undo_in_sight(
    browser: Browser, server: Server, tile: str
) -> None:
    for size in SIZES.values():
        visit = Visit(browser, server, viewport=size)
        page = visit.open("#/home")
        page.get_by_role("link", name=re.compile(f"^{tile}")).click()
        page.get_by_text("For programmers").click()
        page.get_by_label("Players", exact=True).last.fill("random")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".can").first).to_be_visible()
        expect(page.get_by_role("heading", name="Moves")).to_have_text("Moves0")
        expect(page.locator(".legend .turn")).to_contain_text("You")
        for name in ("Hint", "Undo"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
        assert visit.overflow() <= 0
        assert visit.faults == []
        visit.context.close()


def test_boards_name_their_rows_and_columns_and_speak_of_moves(desk: Visit) -> None:
    page = desk.open(f"#/table?game={quote('blokus(size=8) from start')}&players=random&seed=1")
    expect(page.locator(".square.can").first).to_be_visible()
    assert "".join(page.locator(".names text").all_text_contents()) == "87654321abcdefgh"
    expect(page.get_by_text("pick the squares of a piece")).to_be_visible()
    expect(page.locator("circle.piece")).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".prompt")).to_have_text(re.compile("Best.*: as marked on the board."))
    values = page.get_by_role("region", name="Values of every move")
    expect(values.locator("thead th").first).to_have_text("move")
    page = desk.open(f"#/table?game={quote('rolit(size=4) from start')}&players=random&seed=1")
    expect(page.locator("circle.piece").first).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("You1 disc")


def test_the_trick_of_three_on_a_phone_covers_no_seat(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server, viewport=SIZES["phone"])
    visit.settings(pace="calm")
    page = visit.open("#/table?game=spades(players%3D3)&players=easy&seed=1&forced=no")
    page.locator(CAN).first.click()
    lying = page.locator(".trick figure")
    expect(lying).to_have_count(3)
    boxes = [one.bounding_box() for one in (*lying.all(), *page.locator(".place").all())]
    assert len(boxes) == 5
    for at, card in enumerate(boxes[:3]):
        for other in boxes[3:]:
            assert card
            assert other
            beside = card["x"] >= other["x"] + other["width"] - 1
            before = card["x"] + card["width"] <= other["x"] + 1
            assert beside or before or card["y"] >= other["y"] + other["height"], at
    visit.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_seats_have_room_for_their_cards_and_beside_the_trump(
    browser: Browser, server: Server, size: str
) -> None:
    visit = Visit(browser, server, viewport=SIZES[size])
    page = visit.open("#/table?game=french_tarot&players=easy&seed=1")
    expect(page.locator(".place .back").nth(30)).to_be_visible()
    for seat in page.locator(".place").all():
        outer = seat.bounding_box()
        assert outer
        for back in seat.locator(".back").all():
            inner = back.bounding_box()
            assert inner
            assert outer["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    page = visit.open("#/table?game=whole-oh-hell(players%3D7)&players=easy&seed=1")
    expect(page.locator(".place")).to_have_count(6)
    words = page.locator(".trumps").bounding_box()
    assert words
    for seat in page.locator(".place").all():
        box = seat.bounding_box()
        assert box
        beside = box["x"] >= words["x"] + words["width"] or words["x"] >= box["x"] + box["width"]
        above = box["y"] + box["height"] <= words["y"] or words["y"] + words["height"] <= box["y"]
        assert beside or above
    visit.context.close()


def test_one_hand_of_hearts_is_written_down_in_points_taken(desk: Visit) -> None:
    page = desk.open("#/table?game=hearts(players%3D3,cards%3D2)&players=easy&seed=7")
    while choose(page):
        pass
    taken = page.locator(".result tbody td").all_inner_texts()
    score = page.get_by_role("region", name="Scores by hand").locator("tbody td")
    assert [words.split()[0] for words in score.all_inner_texts()] == taken


def test_a_board_is_played_to_its_end_and_says_who_won(desk: Visit) -> None:
    page = desk.open(f"#/table?game={quote('rolit(size=4,players=2) from start')}&players=random")
    again = page.get_by_role("button", name="Play again")
    moves = page.get_by_role("heading", name="Moves")
    while True:
        expect(page.locator(".square.can").first.or_(again)).to_be_visible()
        if again.is_visible():
            break
        made = moves.inner_text()
        page.locator(".square.can").first.click()
        expect(moves).not_to_have_text(made)
    expect(page.locator(".prompt")).to_have_text(re.compile("(win|wins|equal)\\.$"))
    again.click()
    expect(moves).to_have_text("Moves0")


def test_a_search_goes_on_where_it_stopped(desk: Visit) -> None:
    desk.settings(research="on")
    start = kibitz.game("hearts").deal(3)
    after = start.play(start.legal_moves()[0])
    words = f"game=hearts&position={quote(str(after))}"
    page = desk.open(f"#/analyse?{words}")
    longer = page.get_by_role("button", name="Search longer")
    status = page.locator(".values .status")

    def nodes() -> int:
        found = re.search("([0-9,]+) nodes", status.inner_text())
        assert found
        return int(found[1].replace(",", ""))

    expect(longer).to_be_visible()
    before, rows = nodes(), page.locator(".values tbody tr").count()
    page.evaluate(
        """() => {
            const rows = () => document.querySelectorAll(".values tbody tr").length;
            window.fewest = rows();
            const look = () => { window.fewest = Math.min(window.fewest, rows()); };
            new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
        }"""
    )
    longer.click()
    expect(status).not_to_contain_text(f"{before:,} nodes")
    expect(longer).to_be_visible()
    assert nodes() > before
    assert page.evaluate("window.fewest") == rows  # what was found stays
    page.get_by_role("button", name="Play this deal").click()
    expect(page.locator(".fan .card")).to_have_count(13)


def test_hands_stay_where_they_are_while_one_steps_through_a_deal(
    browser: Browser, server: Server
) -> None:
    deal = kibitz.game("bridge(trump=S)").deal(2)
    play, now = [], deal
    while not now.is_over:
        play.append(now.legal_moves()[0])
        now = now.play(play[-1])
    words = urlencode(
        {"game": str(deal.game), "position": str(deal), "play": " ".join(map(str, play)), "at": 0}
    )
    for size in SIZES.values():
        visit = Visit(browser, server, viewport=size)
        page = visit.open(f"#/analyse?{words}")
        expect(page.locator(".step")).to_have_count(52)
        parts = (".seat", ".around > .trick", ".steps")
        first = places(page, *parts)
        for at in range(1, 52, 3):
            page.locator(".step").nth(at - 1).click()
            expect(page.locator(".step").nth(at - 1)).to_have_class(re.compile("now"))
            assert places(page, *parts) == first
        for _ in range(20):  # faster than searches end
            page.keyboard.press("ArrowLeft")
        expect(page.locator(".values .best").first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
        page.keyboard.press("End")
        ended = re.compile("the end: North-South [0-9]+, East-West [0-9]+ tricks")
        expect(page.locator(".state")).to_have_text(ended)
        visit.context.close()


def test_a_deal_is_played_from_where_it_is_looked_at(desk: Visit) -> None:
    deal = "game=spades(players%3D3,breaking%3Dfalse)&position=7..K.4+.2..K7+J...A3&play=DK+H2"
    page = desk.open(f"#/analyse?{deal}")
    expect(page.locator(".step")).to_have_count(2)
    page.get_by_role("button", name="Play this deal").click()
    expect(page.locator(".fan .card")).to_have_count(3)
    expect(page.get_by_label("jack of spades")).to_be_visible()
    expect(page.get_by_role("group", name="On the table").locator(".card")).to_have_count(2)
    page.get_by_label("3 of clubs").click()
    expect(page.locator(".fan .card")).to_have_count(2)
    page.go_back()
    expect(page.locator(".step")).to_have_count(2)
