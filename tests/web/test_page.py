"""The page in a real browser: each view at the size of a desk and of a phone, and its enemies."""

from __future__ import annotations

import gzip
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from browsing import CAN, SIZES, Visit, browser, choose, desk, without_chromium
from playwright.sync_api import Browser, Page, Route, expect
from serving import Server, serving
from waiting import LONG, wait_for

import kibitz
from kibitz import experiments
from kibitz.matches.match import match
from kibitz.web import tables
from kibitz.web.site import STATIC

EXAMPLES = Path(__file__).parents[2] / "examples"
HAND = "#/analyse?game=spades(players%3D3,bids%3D1/1/2,utility%3Dmot,breaking%3Dfalse)&position="
DEAL = "7..K.4+.2..K7+J...A3"

pytestmark = without_chromium
__all__ = ["browser", "desk"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = tmp_path_factory.mktemp("lab") / "results.sqlite"
    list(experiments.reproduce(["ijcai-2005-figure-8"], store=store))
    match("spades(players=3,cards=3)", "rules", "random", blocks=3, store=store, workers=1)
    words = ["heaps:Heaps", "--also", "sueca.toml", "--store", str(store), "--seconds", "60"]
    with serving(*words, cwd=EXAMPLES) as ready:
        yield ready


@pytest.fixture(params=SIZES)
def visit(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Somebody at each size; nothing comes from outside, and nothing goes wrong."""
    found = Visit(browser, server, viewport=SIZES[request.param])
    yield found
    assert found.overflow() <= 0
    found.context.close()
    assert found.faults == []
    assert all(url.startswith((server.base, "data:")) for url in found.asked)


LOOKS = [("light", "two"), ("dark", "four")]


def faults_seen(page: Page) -> list[tuple[str, ...]]:
    """What axe finds in a view: everything in the first look, contrast in the others."""
    page.emulate_media(reduced_motion="reduce")  # what is half faded in has no contrast
    page.evaluate(AXE_SCRIPT)
    faults: list[tuple[str, ...]] = []
    for theme, deck in LOOKS:
        page.evaluate(
            "([theme, deck]) => Object.assign(document.documentElement.dataset, {theme, deck})",
            [theme, deck],
        )
        rules = "" if (theme, deck) == LOOKS[0] else "runOnly: ['color-contrast'], "
        found = page.evaluate(f"axe.run({{{rules}resultTypes: ['violations']}})")
        faults += [
            (theme, deck, one["id"], one["nodes"][0]["html"][:160]) for one in found["violations"]
        ]
    return faults


class TestAnalyse:
    def test_every_card_is_valued_and_a_click_plays_it(self, visit: Visit) -> None:
        page = visit.open(HAND + DEAL)
        expect(page.get_by_text("exact, in points")).to_be_visible()
        king = page.get_by_role("button", name="king of diamonds")
        expect(king).to_have_accessible_name(
            "king of diamonds, 13 for the player, 13 0 23 for all, best"
        )
        page.get_by_role("button", name="7 of spades").click()
        page.get_by_role("button", name="7 of clubs").click()
        expect(page.locator(".reviewed tbody tr")).to_have_count(2)
        expect(page.locator(".reviewed tbody tr").first).to_have_text("1Ada7♠K♦13 points")
        expect(page).to_have_url(re.compile(r"play=S7\+C7"))
        page.get_by_role("button", name="jack of spades").click()
        last = page.get_by_role("group", name="The last trick")
        expect(last.get_by_label("jack of spades")).to_be_visible()

    def test_keys_wheel_graph_and_lines_step_through_a_hand(self, desk: Visit) -> None:
        page = desk.open(f"{HAND}{DEAL}&play=S7+C7+SJ")
        now = page.locator(".step.now")
        expect(now).to_have_text("J♠")
        page.keyboard.press("ArrowLeft")
        expect(now).to_contain_text("7♣")
        page.keyboard.press("Home")
        expect(now).to_have_count(0)
        page.locator(".felt").hover()
        page.mouse.wheel(0, 100)
        expect(now).to_contain_text("7♠")
        graph = page.locator(".graph svg")
        width = graph.evaluate("graph => graph.getBoundingClientRect().width")
        graph.click(position={"x": 0.97 * width, "y": 40})  # which waits until it does not move
        expect(now).to_have_text("J♠")
        page.locator(".line button").nth(1).click()
        expect(page.locator(".step")).to_have_count(6)

    def test_another_card_of_a_hand_that_was_looked_at_is_played(self, desk: Visit) -> None:
        page = desk.open(f"{HAND}{DEAL}&play=S7+C7+SJ+CA+C4&at=0")
        expect(page.locator(".graph")).to_contain_text("5 moves")
        expect(page.locator(".reviewed .soft")).to_contain_text("given away")
        page.get_by_role("button", name="king of diamonds").click()
        expect(page.locator(".graph")).to_contain_text("1 move")

    def test_a_deal_is_shared_as_a_page_and_as_an_address(
        self, desk: Visit, tmp_path: Path
    ) -> None:
        page = desk.open(HAND + DEAL)
        page.get_by_role("button", name="king of diamonds").click()
        page.get_by_role("button", name="Share").click()
        page.get_by_text("As texts").click()
        expect(page.locator(".copied pre").nth(1)).to_contain_text("--play DK")
        with page.expect_download() as file:
            page.get_by_role("button", name="Make a page to send").click()
        file.value.save_as(tmp_path / "deal.html")
        sent = (tmp_path / "deal.html").read_text()
        assert "<script" not in sent
        assert "http" not in sent
        assert "<h1>Spades</h1>" in sent
        assert '<span class="red">K♦</span>' in sent
        again = desk.context.new_page()
        again.set_viewport_size({"width": 390, "height": 844})
        again.goto((tmp_path / "deal.html").as_uri())
        expect(again.get_by_role("heading", name="Spades")).to_be_visible()
        assert again.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        again.close()
        address = page.get_by_role("link", name="The link").get_attribute("href")
        again = desk.context.new_page()
        again.goto(str(address))
        expect(again.locator(".step.now")).to_have_text("K♦")

    def test_what_is_pasted_is_opened_or_said_to_be_wrong(self, desk: Visit) -> None:
        page = desk.open(HAND + DEAL)
        page.get_by_role("button", name="Paste").click()
        page.locator("textarea").fill('[Deal "N:AQ... 32... 54... K6..."]')
        page.get_by_role("button", name="Open it").click()
        expect(page.get_by_role("heading", name="North")).to_be_visible()
        page.get_by_role("button", name="Paste").click()
        page.locator("textarea").fill("os:system x")
        page.get_by_role("button", name="Open it").click()
        expect(page.get_by_role("alert")).to_contain_text("named at the start")

    def test_each_of_seven_players_has_a_colour(self, desk: Visit) -> None:
        game = kibitz.game("oh_hell(players=7,cards=1,bids=1/0/0/0/0/0/0)")
        start = game.deal(1)
        words = {"game": str(game), "position": str(start), "play": str(start.moves()[0])}
        page = desk.open(f"#/analyse?{urlencode(words)}")
        lines = page.locator(".graph polyline")
        expect(lines).to_have_count(7)
        for near, far in ((".left", ".right"), (".left3", ".right3"), (".left3", ".below")):
            one, other = (page.locator(f".seat{at}").bounding_box() for at in (near, far))
            assert one is not None
            assert other is not None
            assert one["x"] < other["x"]
            assert one["y"] < other["y"] if far == ".below" else one["y"] == other["y"]
        colour = "(lines) => lines.map((line) => getComputedStyle(line).stroke)"
        assert len(set(lines.evaluate_all(colour))) == 7

    def test_boards_are_picked_also_equal_ones_and_a_bad_one_says_why(self, desk: Visit) -> None:
        page = desk.open(HAND + DEAL)
        page.get_by_role("button", name="Paste").click()
        boards = ["A... K... Q... J...", "A... A... Q... J...", ".A.. .K.. .Q.. .J.."]
        boards.append(boards[0])
        deals = (f'[Board "{at}"]\n[Deal "N:{hands}"]\n' for at, hands in enumerate(boards, 1))
        page.locator("textarea").fill("\n".join(deals))
        page.get_by_role("button", name="Open it").click()
        expect(page.get_by_label("ace of spades")).to_be_visible()
        page.get_by_role("combobox", name="Board").select_option(index=1)
        expect(page.get_by_role("alert")).to_contain_text("expected each card once: SA")
        page.get_by_role("combobox", name="Board").select_option(index=2)
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_label("ace of hearts")).to_be_visible()
        page.get_by_role("combobox", name="Board").select_option(index=3)
        expect(page.get_by_label("ace of spades")).to_be_visible()
        expect(page.get_by_role("combobox", name="Board")).to_have_value("3")

    @pytest.mark.parametrize("earlier", ["New deal", "Open it", "Use these hands"])
    def test_a_board_that_is_picked_is_not_overtaken_by_a_slow_answer(
        self, desk: Visit, earlier: str
    ) -> None:
        page = desk.open(HAND + DEAL)
        deals = (
            f'[Deal "N:{hands}"]\n' for hands in ("A... K... Q... J...", ".A.. .K.. .Q.. .J..")
        )
        page.get_by_role("button", name="Paste").click()
        page.locator("textarea").fill("\n".join(deals))
        page.get_by_role("button", name="Open it").click()
        expect(page.get_by_label("ace of spades")).to_be_visible()
        held: list[Route] = []
        page.route(re.compile("/api/(deal|read|arrange)"), lambda route: held.append(route))
        if earlier != "New deal":
            page.get_by_role("button", name="Paste" if earlier == "Open it" else "Edit").click()
        if earlier == "Open it":
            page.locator("textarea").fill("spades(players=3) 7..K.4 .2..K7 J...A3")
        page.get_by_role("button", name=earlier, exact=True).click()
        page.get_by_role("combobox", name="Board").select_option(index=1)
        expect(page.get_by_label("ace of hearts")).to_be_visible()
        with page.expect_response(lambda response: response.url == held[0].request.url) as slow:
            held[0].continue_()
        slow.value.finished()
        page.get_by_role("button", name="ace of hearts").click()
        expect(page.locator(".step.now")).to_have_text("A♥")

    def test_cards_are_dragged_or_put_by_keys(self, desk: Visit) -> None:
        page = desk.open(HAND + DEAL)
        page.get_by_role("button", name="Edit").click()
        edit = page.get_by_label("Edit the hands")
        king, two = (edit.get_by_label(card) for card in ("king of diamonds", "2 of hearts"))
        expect(king).to_have_attribute("draggable", "true")
        held = {"dataTransfer": page.evaluate_handle("new DataTransfer()")}
        for card, event in ((king, "dragstart"), (two, "dragover"), (two, "drop")):
            card.dispatch_event(event, held)  # a mouse loses a drag on a busy machine
        edit.get_by_label("ace of clubs").press("Enter")
        edit.get_by_label("7 of spades").press("Enter")
        edit.get_by_role("button", name="Use these hands").click()
        expect(edit).to_have_count(0)
        expect(page).to_have_url(re.compile(re.escape("position=.2..A4+..K.K7+J7...3")))

    def test_researchers_see_two_searches_side_by_side(self, desk: Visit) -> None:
        page = desk.open(HAND + DEAL)
        expect(page.get_by_text("exact, in points")).to_be_visible()
        expect(page.get_by_role("heading", name="Side by side")).to_have_count(0)
        page.get_by_text("Settings").click()
        page.get_by_label("for researchers").check()
        page.get_by_label("equal moves").select_option("against-root")
        page.get_by_role("button", name="Compare").click()
        expect(page.locator(".beside tr").nth(2)).to_have_text("value13 0 2313 0 23")
        page.reload()
        expect(page.get_by_role("link", name="Lab")).to_be_visible()

    def test_partners_are_called_as_at_the_table(self, desk: Visit) -> None:
        page = desk.open(
            "#/analyse?game=spades(cards%3D3,teams%3D0/1/0/1)&position="
            "A.2.3. K.3.4. Q.4.5. J.5.6.&names=You,Ben,Cleo,Dan"
        )
        heads = page.get_by_role("region", name="Values of every move").locator("thead th")
        expect(heads).to_have_text(["card", "You and Cleo", "Ben and Dan", "costs", "and then"])

    def test_a_line_says_whether_the_value_depends_on_ties(self, desk: Visit) -> None:
        page = desk.open(HAND + DEAL)
        said = "The result is the same whichever of the equally good cards are played."
        expect(page.locator(".ties")).to_have_text(said)

    def test_what_a_player_sees_is_no_more_than_its_cards(self, desk: Visit) -> None:
        page = desk.open(HAND + DEAL)
        page.get_by_role("combobox", name="cards").select_option("view")
        expect(
            page.get_by_text("20 tried of 20 deals that fit what the player saw")
        ).to_be_visible()
        expect(page.get_by_label("3 cards, face down")).to_have_count(2)
        page.get_by_text("Who may hold what").click()
        expect(page.get_by_label("Chances of every card")).to_contain_text("50.0 %")


def test_costs_are_shown_between_values_of_one_depth_only(desk: Visit) -> None:
    costs = desk.open("#/learn").evaluate(
        """async () => {
            const { costOf } = await import("/static/units.js");
            const row = (move, cost, certainty, depth) =>
                ({ moves: [move], value: [1], cost, certainty, depth });
            const moves = [row("SA", 0, "exact", null), row("SK", 1, "exact", null),
                row("SQ", 1, "estimate", 9)];
            return moves.map((one) => costOf({ best: "SA", moves }, one));
        }"""
    )
    assert costs == [0, 1, None]


def test_cards_of_every_pack_have_their_signs_in_a_sentence(desk: Visit) -> None:
    suits = {
        game: tables.suits_of(kibitz.game(game))  # type: ignore[arg-type]
        for game in ("hearts", "french_tarot", "wizard", "tressette")
    }
    said = desk.open("#/learn").evaluate(
        """async (suits) => {
            const { printed, signs, spoken } = await import("/static/cards.js");
            return Object.fromEntries(Object.entries(suits).map(([game, some]) => {
                printed(some);
                return [game, [signs("HQ beats T19, CT, C5 and BC; par NS +400: 4S by N"),
                    spoken("HQ"), spoken("C7")]];
            }));
        }""",
        suits,
    )
    assert said == {
        "hearts": [
            "Q♥ beats T19, 10♣, 5♣ and BC; par NS +400: 4♠ by N",
            "queen of hearts",
            "7 of clubs",
        ],
        "french_tarot": [
            "Q♥ beats 19★, 10♣, 5♣ and BC; par NS +400: 4♠ by N",
            "queen of hearts",
            "7 of clubs",
        ],
        "wizard": [
            "Q♥ beats T19, 10♣, 5♣ and BC; par NS +400: 4♠ by N",
            "queen of hearts",
            "7 of clubs",
        ],
        "tressette": ["HQ beats T19, 10C, 5C and CB; par NS +400: 4♠ by N", "HQ", "7 of cups"],
    }


def test_mistakes_of_the_dummy_are_those_of_whoever_declares(desk: Visit) -> None:
    seats = desk.open("#/learn").evaluate(
        """async () => {
            const { ownSeats } = await import("/static/learn.js");
            return [ownSeats("bridge(trump=S,dummy=N)", 2), ownSeats("bridge(dummy=N)", 3),
                ownSeats("hearts", 1)];
        }"""
    )
    assert seats == [[2, 0], [3], [1]]


def test_a_game_of_a_file_of_rules_goes_by_its_name(visit: Visit) -> None:
    page = visit.open("#/home")
    link = page.get_by_role("link", name="Sueca", exact=True)
    expect(link.or_(page.get_by_text("More games")).first).to_be_visible()
    if not link.is_visible():
        page.get_by_text("More games").click()
    link.click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(CAN).first).to_be_visible()
    game = page.get_by_role("region", name="This game")
    expect(game).to_contain_text("Sueca: You and Cleo against Ben and Dan.")


def test_a_view_that_is_left_does_not_take_the_address_back(desk: Visit) -> None:
    page = desk.open("#/analyse")
    left = page.evaluate(
        """async () => {
            const { remember } = await import("/static/route.js");
            location.hash = "#/learn";
            remember("analyse", { at: 1 });
            return location.hash;
        }"""
    )
    assert left == "#/learn"


class TestTable:
    def test_a_hand_with_hint_undo_and_claim_from_first_to_last_card(self, visit: Visit) -> None:
        words = "game=spades(players%3D3,cards%3D4)&players=rules&forced=no&seed=1"
        page = visit.open(f"#/table?{words}")
        own, legal = page.locator(".fan .card"), page.locator(CAN)
        expect(legal.first).to_be_visible()
        page.keyboard.press("Tab")
        expect(own.first).to_be_focused()
        for name in ("Hint", "Undo"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
        expect(own.last).to_be_in_viewport()
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".prompt")).to_contain_text("deals that fit what you saw")
        expect(page.get_by_role("log")).to_contain_text("40 deals that fit")
        legal.first.click()
        for left in (3, 2, 1):
            expect(own).to_have_count(left)
            expect(legal.first).to_be_visible()
            barred = page.locator(".fan [aria-disabled]")
            if barred.count():
                barred.first.click(force=True)
                expect(page.get_by_role("alert")).to_contain_text(re.compile("led|broken|must"))
                expect(own).to_have_count(left)
            if left == 2:
                page.get_by_role("button", name="Undo").click()
                expect(own).to_have_count(3)
                page.get_by_role("button", name="Redo").click()
                expect(own).to_have_count(2)
                page.get_by_role("button", name="Last trick").click()
                expect(page.get_by_role("group", name="The last trick")).to_be_visible()
                page.get_by_role("button", name="Last trick").click()
            legal.first.click()
        expect(page.get_by_role("heading", name="The end")).to_be_visible()
        expect(page.get_by_role("region", name="Tricks so far").locator("tr")).to_have_count(5)
        page.get_by_role("button", name="Analyse this hand").click()
        expect(page.locator(".step")).to_have_count(12)
        expect(page.get_by_role("heading", name="You", exact=False).first).to_be_visible()

    def test_a_game_survives_reload_back_another_view_and_another_server(
        self, visit: Visit, browser: Browser
    ) -> None:
        page = visit.open("#/home")
        page.get_by_role("link", name="Spades Bid").click()
        page.get_by_role("combobox", name="Players").first.select_option("3")
        page.get_by_label("play forced cards for me").uncheck()
        page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_role("button", name="3", exact=True).click()
        expect(page.locator(".mine")).to_contain_text("of 3 tricks")
        own = page.locator(".fan .card")
        choose(page)
        expect(own).to_have_count(16)
        hand = own.evaluate_all("cards => cards.map(card => card.ariaLabel.split(',')[0])")

        def same() -> None:
            expect(own).to_have_count(16)
            shown = own.evaluate_all("cards => cards.map(card => card.ariaLabel.split(',')[0])")
            assert shown == hand

        page.reload()
        same()
        page.get_by_role("link", name="Analyse", exact=True).click()
        expect(page.get_by_role("heading", name="Every card")).to_be_visible()
        page.go_back()
        same()
        page.get_by_role("link", name="Games").click()
        page.get_by_role("link", name=re.compile("Spades hand 1")).click()
        same()
        kept = visit.context.storage_state()
        with serving() as other:  # as after a restart: what the browser has is enough
            for origin in kept["origins"]:
                origin["origin"] = other.base
            later = Visit(browser, other, storage_state=kept, viewport=page.viewport_size)
            page = later.open("#/table")
            own = page.locator(".fan .card")
            same()
            page.get_by_role("button", name="New game").click()
            expect(own).to_have_count(17)
            page.get_by_role("link", name="Games").click()
            expect(page.locator(".kept li")).to_have_count(2)
            page.get_by_role("button", name="throw this game away").first.click()
            expect(page.locator(".kept li")).to_have_count(2)
            page.get_by_role("button", name="Yes").click()
            expect(page.locator(".kept li")).to_have_count(1)
            assert later.faults == []
            later.context.close()

    @pytest.mark.parametrize(
        ("game", "hands"), [("whole-hearts(to=7)", 1), ("whole-oh-hell(most=2)", 3)]
    )
    def test_a_whole_game_to_its_end(self, desk: Visit, game: str, hands: int) -> None:
        page = desk.open(f"#/table?game={quote(game)}&players=easy&seed=1")
        while choose(page):
            pass
        expect(page.locator(".result .won")).to_contain_text(re.compile("wins? with [0-9]+ point"))
        said = page.get_by_role("log")
        expect(said).to_contain_text(re.compile("The hand is over: You [0-9]+, in all [0-9]+;"))
        expect(said).to_contain_text("The game is over.")
        page.reload()  # what came of a game is shown again
        expect(page.locator(".result .won")).to_contain_text("win")
        expect(page.get_by_role("region", name="Scores by hand").locator("tbody tr")).to_have_count(
            hands
        )

    def test_cards_that_came_in_a_pass_are_named_whoever_leads(self, visit: Visit) -> None:
        page = visit.open("#/table?game=whole-hearts(to%3D50)&players=easy&seed=5")
        choose(page)
        gave = re.compile(r"^Dan gave you (10|[2-9JQKA])[♠♥♦♣] .*\. Your turn\.$")
        expect(page.locator(".prompt")).to_have_text(gave)
        expect(page.locator(".fan .got")).to_have_count(3)
        game = page.get_by_role("region", name="This game")
        expect(game).to_contain_text("Hearts until somebody has 50 points; the fewest points win")

    def test_a_game_is_saved_opened_and_sent_as_a_link(self, desk: Visit, tmp_path: Path) -> None:
        page = desk.open("#/table?game=whole-spades(players%3D3)&players=easy;medium;hard&seed=1")
        expect(page.locator(".level").first).to_have_text("medium")
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".prompt")).to_contain_text("over 60 deals")
        expect(page.locator(".prompt")).to_contain_text(re.compile("The bid is made in [0-9]+ %"))
        expect(page.locator(".asked")).to_contain_text("You are the first to bid.")
        named = re.search("Bid ([0-9 or,]+):", page.locator(".prompt").inner_text())
        assert named  # equal bids are shown as equal
        expect(page.locator(".asked .best")).to_have_count(len(re.findall("[0-9]+", named[1])))
        page.get_by_role("button", name="3", exact=True).click()
        expect(page.locator(CAN).first).to_be_visible()
        with page.expect_download() as file:
            page.get_by_role("button", name="Save a file").click()
        file.value.save_as(tmp_path / "game.log")
        assert "0 3\n" in (tmp_path / "game.log").read_text()
        page.get_by_role("button", name="New game").click()
        expect(page.get_by_text("How many tricks")).to_be_visible()
        page.locator(".side input[type=file]").set_input_files(tmp_path / "game.log")
        expect(page.locator(".mine")).to_contain_text("of 3 tricks")
        desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy a link").click()
        expect(page.get_by_text("copied")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        page.evaluate("localStorage.removeItem('kibitz.games')")
        page.goto("about:blank")
        page.goto(str(link))
        expect(page.locator(".mine")).to_contain_text("of 3 tricks")

    def test_the_rest_is_claimed_if_it_is_ones_own(self, desk: Visit) -> None:
        hand = "spades(players=3,cards=3) where P0: holds SA SK SQ"
        page = desk.open(f"#/table?game={quote(hand)}&seed=1&forced=no")
        page.get_by_role("button", name="Claim").click()
        expect(page.get_by_role("heading", name="The end")).to_be_visible()
        hand = "spades(players=3,cards=3) where P1: holds SA"
        page = desk.open(f"#/table?game={quote(hand)}&seed=1&forced=no")
        page.get_by_role("button", name="Claim").click()
        expect(page.get_by_role("alert")).to_contain_text("tricks left are yours for sure")

    @pytest.mark.parametrize(
        ("game", "picks"), [("rolit(size=4)", 1), ("focus(players=2,move_limit=20)", 2)]
    )
    def test_squares_are_picked_until_they_say_a_move(
        self, desk: Visit, game: str, picks: int
    ) -> None:
        page = desk.open(f"#/table?game={quote(game)}&players=random&seed=1")
        for _ in range(picks):
            page.locator(".square.can:not(.picked)").first.click()
        made = page.get_by_role("heading", name="Moves")
        expect(made).to_have_text(re.compile("Moves[1-9]"))

    def test_a_piece_is_laid_by_its_squares(self, desk: Visit) -> None:
        page = desk.open(f"#/table?game={quote('blokus(size=8)')}&players=random&seed=1")
        move = kibitz.game("blokus(size=8)").deal(1).moves()[0]
        expect(page.locator(".square .piece")).to_have_count(20)
        for name in re.findall("[a-z][0-9]", str(move)):
            page.locator(f'[data-card="{name}"]').click()
        expect(page.locator(".square.picked, .square .piece").nth(20)).to_be_visible()

    def test_chinese_checkers_shows_the_hops_of_a_move(self, desk: Visit) -> None:
        page = desk.open(
            "#/table?game=chinese_checkers(players%3D2,move_limit%3D10)&players=search(nodes%3D2000)"
        )
        pieces = page.locator(".point.can")
        expect(pieces.first).to_be_visible()
        pieces.first.press("Enter")
        page.locator(".point.end").first.focus()
        expect(page.locator(".star [aria-live]")).to_contain_text("by ")
        page.locator(".point.end").first.press("Enter")
        expect(page.get_by_role("heading", name="Moves")).to_have_text("Moves2")

    def test_a_game_of_ones_own_has_its_moves_as_buttons(self, desk: Visit) -> None:
        page = desk.open("#/table?game=heaps:Heaps&players=search")
        page.get_by_role("button", name="2-2", exact=False).click()
        expect(page.get_by_role("heading", name="Moves")).to_have_text("Moves3")
        page.goto("about:blank")
        page = desk.open("#/table?game=tree(depth%3D3)&seed=2&forced=no&players=search")
        picture = page.get_by_role("img", name="a drawing of the position")
        expect(picture).to_be_visible()
        assert picture.evaluate("image => image.naturalWidth") > 100


WATCHED = """() => {
    window.seen = [];
    const look = () => {
        const trick = document.querySelectorAll('[aria-label="The last trick"] figure').length;
        const now = document.querySelector('.result') ? 'result' : trick ? `trick of ${trick}` : '';
        if (now && seen.at(-1) !== now) seen.push(now);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""
"""Notes, in this order, tricks that are over and the result of a hand."""


class TestLearn:
    def test_own_mistakes_are_put_right(self, visit: Visit) -> None:
        page = visit.open(
            "#/table?game=hearts(players%3D3,cards%3D4)&players=rules&seed=1&forced=no"
        )
        page.evaluate(WATCHED)
        while choose(page):
            pass
        expect(page.locator(".result")).to_be_visible()
        assert page.evaluate("seen.slice(-2)") == ["trick of 3", "result"]  # the last card is seen
        faults = faults_seen(page)
        page.get_by_role("link", name="Learn").click()
        page.get_by_role("button", name="Look for mistakes in 1 hand").click()
        expect(page.get_by_role("region", name="Report").first).to_contain_text("Hearts")
        expect(page.get_by_role("region", name="Report").first).to_contain_text(
            re.compile("Ben [0-9.]+, Cleo [0-9.]+")
        )
        faults += faults_seen(page)
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_role("button", name="Show me")).to_be_in_viewport()
        expect(page.locator(".sentence")).to_contain_text("Which card is better?")
        own = page.locator(".problem .below .card").first
        expect(own).to_have_css("width", "46px")  # for a finger
        page.get_by_role("button", name="Show me").click()
        expect(page.locator(".sentence")).to_contain_text(re.compile(r"Better: .* cost \d+ point"))
        assert [*faults, *faults_seen(page)] == []

    def test_who_made_no_mistake_is_told_so(self, desk: Visit) -> None:
        page = desk.open("#/table?game=spades(players%3D3,cards%3D1)&players=rules&seed=1")
        expect(page.get_by_role("heading", name="The end")).to_be_visible()
        page.get_by_role("link", name="Learn").click()
        page.get_by_role("button", name="Look for mistakes in 1 hand").click()
        expect(page.get_by_text("No mistakes so far")).to_be_visible()

    def test_who_begins_sees_the_first_steps_first(self, visit: Visit) -> None:
        page = visit.open("#/learn")
        expect(page.locator(".learn > section").first).to_have_accessible_name("First steps")
        expect(page.get_by_role("button", name="Look for mistakes")).to_be_disabled()
        expect(page.get_by_role("link", name="Learn")).to_be_in_viewport(ratio=0.9)


class TestWatch:
    def test_a_search_is_watched_and_its_cuts_are_guessed(self, visit: Visit) -> None:
        page = visit.open("#/watch")
        expect(page.get_by_text("begin at the root").first).to_be_visible()
        page.get_by_label("quiz").check()
        for guess in ("Search on", "Search on", "Cut"):
            while not page.get_by_text("Is the rest of this node cut now?").is_visible():
                page.keyboard.press("ArrowRight")
            page.get_by_role("button", name=guess, exact=True).click()
        expect(page.locator(".sentence")).to_have_text(
            "cut: shallow: P0 has 5 and P1 has 6, which is more than all there is, 10"
        )
        expect(page.locator(".crossed")).to_have_count(3)
        expect(page.locator(".searchtree .node.gone")).to_have_count(1)
        expect(page.get_by_text("3 of 3 right")).to_be_visible()


class TestLab:
    def test_results_stand_beside_published_ones_and_a_deal_is_opened(self, visit: Visit) -> None:
        page = visit.open("#/lab")
        page.get_by_role("button", name="The decision space").click()
        expect(page.get_by_role("row", name="maxsum 4 4")).to_be_visible()
        page.get_by_role("button", name="rules v random").click()
        page.get_by_role("button", name="block 1").click()
        expect(page.get_by_role("region", name="The table")).to_be_visible()
        hand = str(kibitz.game("spades(players=3,cards=3)").deal(1)).split()[0]
        expect(page).to_have_url(re.compile(re.escape(hand)))


VIEWS = {
    "#/home": ".tiles",
    "#/start?game=whole-spades": ".start",
    "#/table?game=whole-hearts&seed=1": ".fan",
    "#/table?game=whole-oh-hell(players%3D5,most%3D2)&seed=1": ".asked",
    "#/table?game=heaps:Heaps&players=search": ".plain",
    "#/table?game=bridge(dummy%3DN,trump%3DH)&seat=2&seed=1&players=rules": ".dummy button",
    "#/table?game=focus%20from%20start&players=random": ".square.can",
    f"{HAND}{DEAL}&play=S7+C7+SJ&at=1": ".reviewed tbody",
    "#/analyse": ".values .best",
    "#/analyse?game=chinese_checkers&position=start": ".star",
    "#/learn": ".tour",
    "#/watch?game=tree&position=0[(5,4,1)+1[(0,6,4)+(9,1,0)]]&algorithm=shallow&at=11": ".sentence",
    "#/lab": ".works",
}
"""Every view, and what shows that it is there."""


@pytest.mark.parametrize("fragment", VIEWS)
def test_nothing_stands_in_the_way_of_those_who_see_or_move_otherwise(
    browser: Browser, server: Server, fragment: str
) -> None:
    visit = Visit(browser, server, viewport=SIZES["desk"], reduced_motion="reduce")
    visit.settings(research="on")
    page = visit.open(fragment)
    expect(page.locator(VIEWS[fragment]).first).to_be_visible()
    stop = page.get_by_role("button", name="Stop", exact=True)
    # No search is to take the time of the checks. One that ends by itself first is as good.
    stop.evaluate_all("buttons => buttons.forEach(button => button.click())")
    faults = faults_seen(page)
    visit.context.close()
    assert faults == []


class TestEnemies:
    def test_a_name_that_was_rebound_shows_nothing(self, browser: Browser, server: Server) -> None:
        page = browser.new_page()
        page.set_default_timeout(1000 * LONG)
        port = server.base.rpartition(":")[2]
        answer = page.goto(f"http://rebound.example:{port}/?token=x")
        assert answer is not None
        assert answer.status == 421
        page.close()

    def test_another_site_can_neither_ask_nor_frame_nor_load(self, desk: Visit) -> None:
        desk.open("#/lab")
        base, quiet = desk.server.base, http.server.SimpleHTTPRequestHandler
        quiet.log_message = lambda *words: None  # type: ignore[method-assign]
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), quiet) as other:
            threading.Thread(target=other.serve_forever, daemon=True).start()
            page = desk.context.new_page()
            page.goto(f"http://evil.example:{other.server_port}/")
            asked = """base => fetch(base + "/api/about", {method: "POST", credentials: "include",
                mode: MODE, headers: {"content-type": TYPE}, body: "{}"})
                .then(answer => answer.text(), () => "refused")"""
            for mode, kind, wanted in (
                ('"cors"', '"application/json"', "refused"),
                ('"no-cors"', '"text/plain"', "refused"),
            ):
                script = asked.replace("MODE", mode).replace("TYPE", kind)
                assert page.evaluate(script, base) == wanted
            form = """base => { document.body.innerHTML = `<form method="post"
                enctype="text/plain" action="${base}/api/about"></form>`;
                document.forms[0].submit() }"""
            with page.expect_navigation() as answer:
                page.evaluate(form, base)
            assert answer.value.status == 403
            other.shutdown()

    def test_searches_of_a_visitor_who_leaves_end(self, browser: Browser, server: Server) -> None:
        deal = str(kibitz.game("hearts").deal(3)).replace(" ", "+")
        visits = [Visit(browser, server) for _ in range(3)]
        with server.visitor() as other:
            for visit in visits:
                page = visit.open(f"#/analyse?game=hearts&position={deal}&algorithm=maxn")
                expect(page.get_by_role("button", name="Stop")).to_be_enabled()
            wait_for(lambda: other.ask("about")["others"] == len(visits))  # the server has begun
            for visit in visits:
                visit.context.close()
            wait_for(lambda: not other.ask("about")["others"])


class TestWhatItIsMadeOf:
    def test_it_is_small(self) -> None:
        files = [
            path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")
        ]
        assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 150_000

    def test_parts_by_others_are_as_they_came(self) -> None:
        import hashlib

        said = (STATIC / "vendor" / "README.md").read_text()
        for path in (STATIC / "vendor").glob("*.js"):
            assert hashlib.sha256(path.read_bytes()).hexdigest() in said
