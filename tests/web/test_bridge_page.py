"""Bridge on the page in a real browser: files of other programs, and the contract by buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import CAN, SIZES, Visit, browser, choose, without_chromium
from playwright.sync_api import Browser, Locator, Page, expect
from serving import Server, serving

pytestmark = without_chromium
__all__ = ["browser"]

ONE = "N:AQ2.AKT9.AK5.Q62 K3.7653.QT9.KT84 J654.84.J8742.AJ T987.QJ2.63.9753"
TWO = "N:T987.QJ2.63.9753 AQ2.AKT9.AK5.Q62 K3.7653.QT9.KT84 J654.84.J8742.AJ"
MATCH = f"""[Event "The Cup"]
[Board "1"]
[Room "Open"]
[Dealer "N"]
[Vulnerable "NS"]
[North "Ann"]
[East "Bob"]
[South "Cal"]
[West "Dee"]
[Deal "{ONE}"]
[Contract "3NT"]
[Declarer "N"]
[Result "11"]
[Auction "N"]
2NT Pass 3NT AP
[Play "E"]
C4 CA C3 C2
*

[Room "Closed"]
[North "Eva"]
[Contract "4H"]
[Declarer "N"]
[Result "9"]

[Board "2"]
[Deal "{TWO}"]
[Contract "2S"]
[Declarer "W"]

[Board "3"]
[Deal "N:AKQ... - 32... -"]

made by hand
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("files") / "match.pbn"
    path.write_text(MATCH)
    with serving(str(path), "--seconds", "60") as ready:
        yield ready


@pytest.fixture(params=SIZES)
def page(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The match, as `kibitz serve` opens it."""
    found = Visit(browser, server, viewport=SIZES[request.param])
    page = found.open("#" + server.address.partition("#")[2])
    yield page
    assert found.overflow() <= 0
    found.context.close()
    assert found.faults == []


def picker_of(page: Page) -> Locator:
    return page.locator(".boards select")


def boards(page: Page) -> list[str]:
    return picker_of(page).locator("option").all_inner_texts()


def test_the_picker_shows_the_board_of_the_right_room(page: Page) -> None:
    expect(
        page.get_by_text("Skipped 1 line that is no tag in line 34; 1 board has hidden")
    ).to_be_visible()
    assert boards(page) == [
        "1, open room, 3NT by N +2, Ann-Cal against Bob-Dee",
        "1, closed room, 4♥ by N -1, Eva-S against E-W",
        "2, 2♠ by W",
        "3",
    ]
    picker = picker_of(page)
    facts = page.locator(".facts")
    expect(facts).to_contain_text("3NT by North")
    expect(facts).to_contain_text("makes 3NT +2, North-South +660")
    expect(page.get_by_role("heading", name="North Ann")).to_be_visible()
    picker.select_option("1")
    expect(facts).to_contain_text("Eva")
    expect(facts).to_contain_text("4♥ by North")
    expect(page.get_by_text("♥ trump")).to_be_visible()
    tables = page.get_by_role("region", name="The board at all tables")
    expect(tables.locator("tbody tr")).to_have_count(2)
    expect(page.locator(".imps")).to_have_text("13 IMPs to North-South of the open room")
    tables.get_by_role("button", name="Open").click()
    expect(picker).to_have_value("0")
    page.get_by_role("button", name="the next board").click()
    page.get_by_role("button", name="the next board").click()
    expect(picker).to_have_value("2")
    expect(page.locator(".facts")).to_contain_text("2♠ by West")
    picker.select_option("3")
    expect(page.get_by_label("Known hands")).to_contain_text("North ♠AKQ")
    expect(page.get_by_role("region", name="The table")).to_have_count(0)  # no other deal below
    expect(page.get_by_role("button", name="Play this deal")).to_be_disabled()
    picker.select_option("0")
    expect(page.get_by_role("region", name="The table")).to_be_visible()


def test_all_hands_are_in_sight_below_what_is_known_of_a_board(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server, viewport=SIZES["desk"])
    page = visit.open("#" + server.address.partition("#")[2])
    for card in (page.locator(".seat .card").first, page.locator(".seat.below .card").last):
        expect(card).to_be_in_viewport(ratio=1)
    visit.context.close()


def test_whoever_declares_answers_for_the_cards_of_the_dummy(page: Page) -> None:
    hand = page.get_by_role("region", name="The hand")
    expect(hand).to_contain_text("given away: North Ann 1 trick")
    expect(hand.locator("tbody tr")).to_have_text("2North Annfrom dummyA♣J♣1 trick")


def test_strain_and_leader_change_and_the_deal_and_the_match_stay(page: Page) -> None:
    contract = page.get_by_role("region", name="Contract", exact=True)
    expect(contract.get_by_text("Par NS +660: 3NT by N or S +2")).to_be_visible()
    expect(contract.get_by_text("makes 3NT +2")).to_be_visible()
    contract.get_by_role("button", name="spades", exact=True).click()
    expect(page).to_have_url(re.compile(re.escape("game=bridge%28trump%3DS%29&")))
    contract.get_by_role("button", name="West leads").click()
    expect(contract.get_by_role("button", name="West leads")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page).to_have_url(re.compile(re.escape("T987.QJ2.63.9753+3+-")))
    assert len(boards(page)) == 4
    expect(contract.get_by_text("Par NS +660")).to_be_visible()
    contract.get_by_label("vulnerable").select_option("None")
    expect(contract.get_by_text("Par NS +460")).to_be_visible()
    contract.get_by_role("button", name=re.compile("tricks in clubs by East")).click()
    expect(contract.get_by_role("button", name="South leads")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(contract.get_by_role("button", name="clubs", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_reload_stays_at_the_board(page: Page) -> None:
    picker = picker_of(page)
    picker.select_option("2")
    expect(page).to_have_url(re.compile("board=2"))
    page.reload()
    expect(picker).to_have_value("2")
    expect(page.locator(".facts")).to_contain_text("2♠ by West")


def test_a_reload_keeps_the_boards_of_a_file_that_was_opened(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "match.pbn"
    path.write_text(MATCH)
    with serving() as server:
        visit = Visit(browser, server, viewport=SIZES["desk"])
        page = visit.open("#/home")
        page.locator("input[type=file]").set_input_files(path)
        picker_of(page).select_option("2")
        page.get_by_role("link", name="Learn").click()
        page.go_back()
        expect(picker_of(page)).to_have_value("2")
        page.reload()
        expect(picker_of(page)).to_have_value("2")
        assert len(boards(page)) == 4
        expect(page.locator(".facts")).to_contain_text("2♠ by West")
        assert visit.faults == []
        visit.context.close()


def test_a_file_is_dropped_and_its_board_sent_with_the_names(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server, viewport=SIZES["desk"])
    drop = """text => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "match.pbn"));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        return document.body.dispatchEvent(new DragEvent("drop", options));
    }"""
    for view, ready in (("#/home", ".tiles"), ("#/analyse?game=hearts", ".stage")):
        page = visit.open(view)
        expect(page.locator(ready).first).to_be_visible()
        assert not page.evaluate(drop, MATCH.replace("Ann", "Zoe"))  # the browser stays here
        expect(page.get_by_role("heading", name="North Zoe")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    address = page.get_by_role("link", name="The link").get_attribute("href")
    other = Visit(browser, server, viewport=SIZES["desk"])
    page = other.open("#" + str(address).partition("#")[2])
    expect(page.get_by_role("heading", name="North Zoe")).to_be_visible()
    for one in (visit, other):
        one.context.close()


def test_a_board_of_people_with_long_names_is_sent_and_fits_a_phone(
    page: Page, tmp_path: Path
) -> None:
    name = "Jean-Baptiste Grenouille-Dupont de la Rochefoucauld"
    board = f'[Board "7"][North "{name}"]\n[East "{"x" * 90}"]\n[Deal "{ONE}"]\n[Contract "3NT"]\n'
    page.get_by_role("button", name="Paste or open").click()
    page.locator("textarea").fill(board + '[Declarer "N"]\n[Play "E"]\nC4 CA C3 C2\nS6 S7 SQ SK\n*')
    page.get_by_role("button", name="Open it").click()
    expect(page.locator(".reviewed")).to_contain_text(f"given away: North {name}")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as file:
        page.get_by_role("button", name="Make a page to send").click()
    file.value.save_as(tmp_path / "sent.html")
    sent = page.context.new_page()
    sent.set_viewport_size({"width": 390, "height": 844})
    sent.goto((tmp_path / "sent.html").as_uri())
    expect(sent.get_by_role("heading", level=1)).to_contain_text(name)
    assert sent.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    sent.close()


def test_a_file_of_latin_letters_and_a_large_one_are_opened(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "café.pbn"
    many = MATCH.replace("Ann", "Søren") * 100
    path.write_bytes(many.encode("latin-1"))
    page.get_by_role("button", name=re.compile("Paste")).first.click()
    page.locator("input[type=file]").first.set_input_files(str(path))
    expect(page.locator(".facts")).to_contain_text("Søren")
    assert len(boards(page)) == 400


def test_a_board_is_played_at_the_table_in_its_contract(page: Page) -> None:
    expect(page.locator(".facts")).to_contain_text("3NT by North")
    page.get_by_role("button", name="Play this deal").click()
    expect(page.locator(".dummy")).to_have_count(0)
    expect(page.locator(".trumps")).to_contain_text("3NT by you: 0 of 9 tricks")
    dummy = page.get_by_role("group", name="South, the dummy")
    expect(dummy.get_by_role("button")).to_have_count(13)
    expect(page.locator(".prompt")).to_have_text("Play a card of South, the dummy.")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".prompt")).to_contain_text("deals that fit what you saw")
    for name in ("Hint", "Undo"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    expect(page.locator(".fan .card").last).to_be_in_viewport()
    choose(page)
    expect(dummy.locator(".card")).to_have_count(12)
    expect(page.locator(".fan button").first).to_be_visible()
    page.reload()
    expect(dummy.locator(".card")).to_have_count(12)
    expect(page.locator(".trumps")).to_contain_text("3NT by you")
    page.get_by_role("button", name="Undo").click()
    expect(dummy.get_by_role("button")).to_have_count(13)


def test_somebody_declares_a_contract_from_the_first_screen(page: Page) -> None:
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name=re.compile("^Bridge")).click()
    page.get_by_role("combobox", name="Opponents").select_option("easy")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".trumps")).to_contain_text(re.compile(r"[1-7](NT|[♠♥♦♣]) by you: 0 of"))
    expect(page.get_by_role("group", name="North, the dummy")).to_be_visible()
    expect(page.locator(CAN).first).to_be_visible()


def test_the_result_of_a_contract_is_said(page: Page) -> None:
    deal = "bridge(trump=S,dummy=N) from A... K... Q... J... 3 - 0,0,0,0"
    words = {"game": deal, "seat": "2", "contract": "1S by S", "players": "rules", "seed": "1"}
    page.goto(page.url.partition("#")[0] + f"#/table?{urlencode(words)}")
    expect(page.locator(".result .won")).to_have_text("You go down 6 in 1♠.")
    expect(page.get_by_role("log")).to_contain_text("You go down 6 in 1♠.")
    page.get_by_role("button", name="Analyse this hand").click()
    expect(page.get_by_role("region", name="Contract", exact=True)).to_contain_text("1♠ by S")
