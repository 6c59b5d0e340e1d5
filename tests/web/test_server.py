"""The server over HTTP: what it answers, and what it must refuse."""

from __future__ import annotations

import ast
import asyncio
import json
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, aclosing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from commands import Capture, run
from serving import HAND, Server, Visitor, serving
from waiting import LONG, wait_for

import kibitz
from kibitz.games.spades import Spades
from kibitz.web import connections, exporting, site, tables
from kibitz.web.reading import opened
from kibitz.web.security import host_name
from kibitz.web.visitors import Asked, Busy, Places, Room, Visitors
from kibitz.web.visitors import Visitor as Somebody

EXAMPLES = Path(__file__).parents[2] / "examples"
SOMEBODY = Somebody("somebody")
JSON = {"content-type": "application/json"}
TIED = {
    "game": "spades(players=3,cards=8,bids=3/2/2,utility=wl)",
    "position": "972..Q42.Q8 AKT.K7.75.4 3.T.J6.AJ92 0 - 0,0,0",
    "play": ["CQ", "C4", "CA", "D6", "D2", "D5"],
}
"""A hand whose values depend on the tie rule: that of the start, not of where it is now."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    named = ("--also", "parts:Both", "--also", "player:careful")
    with serving("heaps:Heaps", *named, "--seconds", "120", cwd=EXAMPLES) as ready:
        yield ready


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with server.visitor() as ready:
        yield ready


class TestWhoMayAsk:
    def test_the_address_is_needed(self, server: Server) -> None:
        assert httpx.get(f"{server.base}/").status_code == 403
        assert httpx.get(f"{server.base}/static/main.js").status_code == 403
        assert httpx.get(f"{server.base}/?token=guess").status_code == 403
        assert httpx.post(f"{server.base}/api/about", json={}).status_code == 403

    def test_the_token_becomes_a_cookie_that_no_other_site_can_send(self, server: Server) -> None:
        answer = httpx.get(server.welcome)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "HttpOnly; SameSite=Strict" in answer.headers["set-cookie"]
        assert httpx.get(server.welcome).headers["set-cookie"] != answer.headers["set-cookie"]

    def test_a_cookie_that_was_changed_is_none(self, server: Server) -> None:
        with server.visitor() as visitor:
            ((name, value),) = visitor.cookies.items()
        cookies = {"cookie": f"{name}=somebody{value[8:]}"}
        assert httpx.get(f"{server.base}/", headers=cookies).status_code == 403

    @pytest.mark.parametrize(
        "other",
        [
            "a.é=1",
            "kibitz-x=a.é",
            'a="',
            "a=\\",
            "a[b]=c",
            "=",
            "a",
            "{}",
            "a=b, c=d",
            "$x=1",
            ";;",
            "expires",
        ],
    )
    def test_cookies_of_other_programs_are_no_matter(
        self, server: Server, visitor: Visitor, other: str
    ) -> None:
        ((name, value),) = visitor.cookies.items()
        own = f"{name}={value}"
        for cookies in (f"{other}; {own}", f"{own}; {other}", f"{name}=x; {own}"):
            headers = {b"cookie": cookies.encode()}
            assert httpx.get(f"{server.base}/", headers=headers).status_code == 200
        headers = {b"cookie": other.replace("kibitz-x", name).encode()}
        assert httpx.get(f"{server.base}/", headers=headers).status_code == 403

    @pytest.mark.parametrize(
        "host", ["kibitz.evil.example", "127.0.0.1.evil.example", "localhost@evil", "[::2]", ""]
    )
    def test_a_name_that_was_rebound_to_this_machine_is_refused(
        self, visitor: Visitor, host: str
    ) -> None:
        assert visitor.get("/", headers={"host": host}).status_code in (400, 421)

    @pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "[::1]:99", "127.0.0.1"])
    def test_names_of_this_machine_are_not(self, visitor: Visitor, host: str) -> None:
        assert visitor.get("/", headers={"host": host}).status_code == 200

    def test_a_name_that_was_given_is_one_too(self) -> None:
        with serving("--host", "0.0.0.0", "--name", "cards.example") as server:
            assert server.base.startswith("http://cards.example:")
            here = server.welcome.replace("cards.example", "127.0.0.1")
            for name, status in (("cards.example", 303), ("others.example", 421)):
                assert httpx.get(here, headers={"host": name}).status_code == status

    def test_hosts_are_read_with_ports_and_brackets(self) -> None:
        hosts = ("[::1]:80", "localhost:8", "Localhost.", "a:b", "[::1", "::1", "a@b:1", "")
        assert [host_name(host) for host in hosts] == [
            "::1",
            "localhost",
            "localhost",
            *[None] * 5,
        ]

    @pytest.mark.parametrize(
        "headers",
        [
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
            {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"origin": "http://["},
            {"origin": "http://[::1"},
        ],
    )
    def test_another_site_cannot_ask(self, visitor: Visitor, headers: dict[str, str]) -> None:
        answer = visitor.post("/api/about", json={}, headers=headers)
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers

    def test_the_page_itself_can(self, server: Server, visitor: Visitor) -> None:
        for headers in ({"sec-fetch-site": "same-origin"}, {"origin": server.base}):
            assert visitor.post("/api/about", json={}, headers=headers).status_code == 200

    def test_half_a_character_is_refused_in_every_question(self, visitor: Visitor) -> None:
        half = b'{"game": "tree", "log": "\\ud800", "algorithm": "\\ud800"}'
        for name in ("analyse", "table", "solve"):
            answer = visitor.post(f"/stream/{name}", content=half, headers=JSON)
            assert answer.status_code == 400
            assert answer.json()["error"].startswith("expected whole characters")

    def test_a_form_cannot_ask(self, visitor: Visitor) -> None:
        kind = {"content-type": "text/plain"}
        assert visitor.post("/api/about", content="{}", headers=kind).status_code == 415

    def test_every_answer_forbids_scripts_frames_and_referrers(self, visitor: Visitor) -> None:
        for answer in (visitor.get("/"), visitor.get("/nothing"), visitor.post("/api/about")):
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-frame-options"] == "DENY"
            assert answer.headers["referrer-policy"] == "no-referrer"


class TestWhatMayBeAsked:
    def test_a_long_body_is_refused(self, visitor: Visitor) -> None:
        answer = visitor.post("/api/line", json={"text": "x" * 200_001})
        assert (answer.status_code, answer.json()["error"]) == (
            413,
            "expected 200,000 bytes at most",
        )

    def test_a_file_may_have_several_megabytes(self, visitor: Visitor) -> None:
        board = '[Board "1"]\n[Deal "N:A... K... Q... J..."]\n\n'
        answer = visitor.post("/api/read", json={"text": f"{board}{{{'x' * 4_000_000}}}\n{board}"})
        assert [one["board"] for one in answer.json()["boards"]] == ["1", "1"]
        answer = visitor.post("/api/read", json={"text": "x" * 8_000_001})
        assert answer.json() == {"error": "expected 8,000,000 bytes at most"}

    def test_what_is_no_question_is_one_line(self, visitor: Visitor) -> None:
        half = b'{"text": "\\ud800"}', b'{"\\udfff": 1}', b'{"text": "\xed\xa0\x80"}'
        for body in (b"[1]", b"{", b"[" * 100_000, b'"x"', b"\xff", *half):
            answer = visitor.post("/api/read", content=body, headers=JSON)
            assert answer.status_code == 400
            assert answer.json()["error"].startswith("expected")

    @pytest.mark.parametrize(
        "question",
        [
            {"game": "os:system", "seed": 1},
            {"game": "spades(utility=os:system)", "seed": 1},
            {"game": "parts:Whist", "seed": 1},
            {"game": "spades where P0: os:system", "seed": 1},
            {"game": "spades where os:system", "seed": 1},
        ],
    )
    def test_no_text_of_a_request_loads_code(
        self, visitor: Visitor, question: dict[str, Any]
    ) -> None:
        assert "named at the start" in visitor.ask("deal", **question)["error"]

    def test_nor_does_that_of_an_algorithm_or_a_player(self, visitor: Visitor) -> None:
        (found,) = visitor.answers("analyse", **HAND, algorithm="maxn(order=os:system)")
        assert "named at the start" in found["error"]
        for player in ("os:system", "external(touch x)", "human"):
            (found,) = visitor.answers("table", game="hearts", seed=1, seat=0, players=[player])
            assert found["error"].startswith("expected a player")

    def test_a_game_that_was_named_at_the_start_is_known(self, visitor: Visitor) -> None:
        assert "heaps:Heaps" in [one["text"] for one in visitor.ask("about")["games"]]
        found = visitor.answers("analyse", game="heaps:Heaps", position="start")[-1]
        assert found["complete"]

    def test_so_are_parts_and_players_and_no_others_of_their_modules(
        self, visitor: Visitor
    ) -> None:
        def by(part: str) -> dict[str, Any]:
            return visitor.answers("solve", **HAND, algorithms=[f"shallow({part})"])[-1]

        assert by("test=parts:Both")["algorithm"] == "shallow(test=parts:Both)"
        assert by("order=parts:short_suits")["error"].startswith("expected an order of Kibitz")
        seats = {"game": "spades(players=3,cards=2)", "seed": 1, "seat": 0}
        found = visitor.answers("table", **seats, players=["player:careful"])[-1]
        assert "error" not in found

    @pytest.mark.parametrize("name", ["boards.pbn", "examples/boards.pbn", "/etc/hostname"])
    def test_no_text_opens_a_file(self, visitor: Visitor, name: str) -> None:
        assert "error" in visitor.ask("read", text=name)
        assert "error" in visitor.ask("read", text=name, game="bridge")

    @pytest.mark.parametrize("path", ["/static/../site.py", "/static/%2e%2e/site.py", "/static/"])
    def test_only_what_the_page_is_made_of_is_served(self, visitor: Visitor, path: str) -> None:
        assert visitor.get(path).status_code == 404

    def test_huge_trees_are_not_dealt(self, visitor: Visitor) -> None:
        assert "20,000 leaves" in visitor.ask("deal", game="tree(depth=18)", seed=1)["error"]
        (found,) = visitor.answers(
            "table", log="game tree(depth=18)\nseed 1\n", seat=0, players=["rules"]
        )
        assert "20,000 leaves" in found["error"]

    def test_the_crash_of_a_request_is_its_own(self, visitor: Visitor) -> None:
        deep = "0[" * 40_000
        assert "error" in visitor.ask("read", text=deep)
        assert "error" in visitor.ask("line", game="tree", position=[], play=3)
        assert visitor.ask("about")["version"] == kibitz.__version__

    def test_a_visitor_has_so_many_questions_at_once_and_no_more(self, server: Server) -> None:
        deal = kibitz.game("hearts").deal(3)
        long = {"game": "hearts", "position": str(deal), "algorithm": "maxn"}
        with server.visitor() as visitor, server.visitor() as other:
            with ExitStack() as open_streams:
                for _ in range(6):
                    asked = visitor.stream("POST", "/stream/analyse", json=long)
                    assert open_streams.enter_context(asked).status_code == 200
                assert visitor.post("/api/about", json={}).status_code == 429
                assert other.post("/api/about", json={}).status_code == 200
            while "error" in visitor.ask("about"):  # until it is noticed that they are closed
                pass


class TestVisitors:
    def test_a_search_stops_when_its_visitor_leaves(self) -> None:
        ended = threading.Event()
        deal = kibitz.game("hearts").deal(3)

        def work(room: Room) -> Iterator[dict[str, Any]]:
            try:
                yield {}
                kibitz.solve(deal, "maxn", cancel=room.cancel)
            finally:
                ended.set()

        async def visit() -> None:
            answers = visitors.answers(SOMEBODY, work)
            assert await anext(answers) == {}
            await answers.aclose()

        visitors = Visitors(Room())
        asyncio.run(visit())
        assert ended.wait(LONG)
        wait_for(lambda: not visitors.asked)

    def test_a_choice_that_takes_long_stops_too(self) -> None:
        player = "sampling(worlds=200,exact=13,nodes=1000000)"
        question = {"game": "spades(players=3,cards=13)", "seed": 3, "players": [player]}
        chosen = list[Any]()

        def work(room: Room) -> Iterator[dict[str, Any]]:
            for answer in tables.played(question, room):
                chosen.append(answer["choice"])
                yield answer

        async def visit() -> None:
            async with aclosing(visitors.answers(SOMEBODY, work)) as answers:
                await anext(answers)
            assert visitors.asked  # its place is free only when it has ended

        visitors = Visitors(Room())
        asyncio.run(visit())
        wait_for(lambda: not visitors.asked)
        assert chosen == [None]

    def test_a_place_is_taken_until_the_search_has_ended(self) -> None:
        end, order = threading.Event(), list[str]()

        def work(room: Room) -> Iterator[dict[str, Any]]:
            order.append("begins")
            yield {}
            assert end.wait(LONG)
            order.append("ends")

        async def visit() -> None:
            left = visitors.answers(SOMEBODY, work)
            assert await anext(left) == {}
            await left.aclose()
            again = visitors.answers(SOMEBODY, work)
            first = asyncio.ensure_future(anext(again))
            while len(visitors.asked) < 2:
                await asyncio.sleep(0)
            end.set()
            assert await first == {}
            await again.aclose()

        visitors = Visitors(Room(), each=1)
        asyncio.run(visit())
        assert order[:3] == ["begins", "ends", "begins"]

    def test_what_waits_for_a_place_and_leaves_is_never_begun(self) -> None:
        end, began = threading.Event(), list[str]()

        def work(room: Room) -> Iterator[dict[str, Any]]:
            began.append("one")
            yield {}
            assert end.wait(LONG)

        async def visit() -> None:
            first = visitors.answers(SOMEBODY, work)
            assert await anext(first) == {}
            await first.aclose()
            for _ in range(2):
                answers = visitors.answers(SOMEBODY, work)
                with suppress(TimeoutError):
                    await asyncio.wait_for(anext(answers), 0.1)
                await answers.aclose()

        visitors = Visitors(Room(), each=1)
        asyncio.run(visit())
        end.set()
        wait_for(lambda: not visitors.asked)
        assert began == ["one"]

    def test_a_free_place_goes_to_the_address_and_the_visitor_with_fewest(self) -> None:
        began, ends = list[str](), dict[str, threading.Event]()
        places = Places(3, 2, 2)

        def ask(name: str, address: str) -> None:
            who, ends[name] = f"{name}@{address}", threading.Event()

            def answer() -> None:
                began.append(who)
                assert ends[name].wait(LONG)

            places.come(Asked(Somebody(name[0], address), Room(), answer))

        for name in ("a1", "a2", "a3", "b1"):
            ask(name, "here")
        for name in ("c1", "d1"):
            ask(name, "there")
        wait_for(lambda: len(began) == 3)
        assert sorted(began) == ["a1@here", "a2@here", "c1@there"]
        ends["a1"].set()
        wait_for(lambda: len(began) == 4)
        assert began[3] == "b1@here"
        ends["c1"].set()
        wait_for(lambda: len(began) == 5)
        assert began[4] == "d1@there"
        for end in ends.values():
            end.set()
        wait_for(lambda: not places.asked)

    def test_what_goes_wrong_is_an_answer(self) -> None:
        async def ask(work: Any) -> list[dict[str, Any]]:
            return [answer async for answer in Visitors(Room()).answers(SOMEBODY, work)]

        def crash(room: Room) -> Iterator[dict[str, Any]]:
            yield {"at": 1}
            raise MemoryError

        found = asyncio.run(ask(crash))
        assert found[0] == {"at": 1}
        assert "MemoryError" in found[1]["error"]

    def test_many_questions_get_less_time_each_and_addresses_share_alike(self) -> None:
        visitors, end = Visitors(Room(seconds=20), each=100), threading.Event()
        visitors.cores = 1

        def work(room: Room) -> Iterator[dict[str, Any]]:
            yield {"seconds": room.seconds}
            assert end.wait(LONG)

        async def ask() -> list[float]:
            found = list[Any]()
            for address in ("here", "here", "here", "there", "there"):
                who = Somebody(str(len(found)), address)
                found.append(visitors.answers(who, work))
            return [(await anext(one))["seconds"] for one in found]

        assert asyncio.run(ask()) == [20, 20 / 2, 20 / 3, 20 / 2, 20 / 4]
        end.set()

    def test_a_visitor_with_too_many_questions_is_told(self) -> None:
        async def ask() -> None:
            first = visitors.answers(SOMEBODY, work)
            assert await anext(first) == {}
            with pytest.raises(Busy, match="at once"):
                await anext(visitors.answers(SOMEBODY, work))
            other = visitors.answers(Somebody("other"), work)
            assert await anext(other) == {}
            for answers in (first, other):
                await answers.aclose()

        def work(room: Room) -> Iterator[dict[str, Any]]:
            yield {}
            room.cancel.wait(LONG)

        visitors = Visitors(Room(), each=1)
        asyncio.run(ask())

    def test_ctrl_c_reaches_every_choice_at_once_whoever_holds_the_lock(self) -> None:
        """Not only when the loop gets to it: with many tables that takes seconds."""
        visitors, rooms = Visitors(Room(), each=100), list[Room]()

        def answer(room: Room) -> None:
            assert room.cancel.wait(LONG)

        for at in range(40):
            rooms.append(Room())
            who = Somebody("somebody", f"127.0.0.{at % 2}")
            places = visitors._quick if at % 4 == 0 else visitors._searches
            places.come(Asked(who, rooms[-1], partial(answer, rooms[-1])))
        server = site.Server(uvicorn.Config(lambda: None), visitors)
        with visitors._searches._lock, visitors._quick._lock:
            server.handle_exit(signal.SIGINT, None)
            assert all(room.cancel.is_set() for room in rooms)
        wait_for(lambda: not visitors.asked)

    def test_after_ctrl_c_no_thread_is_started(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def work(room: Room) -> Iterator[dict[str, Any]]:
            yield {}

        async def ask() -> list[dict[str, Any]]:
            return [answer async for answer in visitors.answers(SOMEBODY, work)]

        visitors, started = Visitors(Room()), list[Asked]()
        for places in (visitors._searches, visitors._quick):
            monkeypatch.setattr(places, "come", started.append)
        visitors.close()
        assert (asyncio.run(ask()), started) == ([], [])


class TestAnswers:
    def test_every_card_has_a_value_that_the_library_says(self, visitor: Visitor) -> None:
        *_, last = visitor.answers("analyse", **HAND)
        position = kibitz.game(HAND["game"]).parse(HAND["position"])
        wanted = kibitz.analyse(position).as_dict()
        assert last["moves"] == [{**row, "value": list(row["value"])} for row in wanted["moves"]]

    def test_one_algorithm_values_a_whole_hand(self, visitor: Visitor) -> None:
        start = kibitz.game("spades(players=3,cards=7)").deal(1)
        hand = {"game": str(start.game), "position": str(start), "play": []}
        first = visitor.answers("analyse", **hand)[-1]
        assert first["algorithm"] == "outcome-sets(life=6)"
        hand["play"] = first["moves"][0]["line"][:3]
        *_, later = visitor.answers("analyse", **hand)
        *_, review = visitor.answers("review", **hand)
        assert (later["algorithm"], later["complete"]) == ("outcome-sets(life=6)", True)
        best = next(row for row in later["moves"] if row["cost"] == 0)
        assert best["value"] == review["turns"][-1]["value"]

    def test_a_review_grows_move_by_move(self, visitor: Visitor) -> None:
        found = visitor.answers("review", **HAND, play=["S7", "C7"])
        assert [len(one["turns"]) for one in found] == [0, 1, 2]
        assert found[-1]["costs"] == [1, 1, 0]

    def test_two_algorithms_and_the_other_tie_rule(self, visitor: Visitor) -> None:
        found = visitor.answers("solve", **HAND, algorithms=["", "maxn"], ties="against-root")
        assert [one["value"] for one in found] == [[1, 0, 2], [1, 0, 2]]
        assert all("ties=against-root" in one["algorithm"] for one in found)

    @pytest.mark.parametrize(
        ("text", "kind", "game", "play"),
        [
            ("7..K.4 .2..K7 J...A3", "position", "spades(players=3)", []),
            ("spades(players=3) 7..K.4 .2..K7 J...A3 | DK H2", "position", None, ["DK", "H2"]),
            ("0[(5,4,1,1) 1[(0,6,4,0) (3,3,4,0)]]", "position", "tree(players=4)", []),
            ("N:AQ... 32... 54... K6...", "position", "bridge", []),
            (
                '[Deal "N:AQ... 32... 54... K6..."]\n[Play "N"]\nSA S3 S4 S6\n',
                "PBN",
                "bridge",
                ["SA", "S3", "S4", "S6"],
            ),
            ("game spades(players=3,cards=2)\nseed 1\n0 C4\n", "log", None, ["C4"]),
            ("spades(players=3,cards=3) seat=1 hand=A.2..K plays=C7", "view", None, []),
            ('{"game": "tree", "position": "0[(5,4,1) (6,4,0)]"}', "position", "tree", []),
        ],
    )
    def test_anything_can_be_pasted(
        self, visitor: Visitor, text: str, kind: str, game: str | None, play: list[str]
    ) -> None:
        found = visitor.ask("read", text=text)
        assert (found.get("error"), found["kind"], found["play"]) == (None, kind, play)
        assert game in (None, found["game"])

    @pytest.mark.parametrize("asked", [{**HAND, "play": ["DK"]}, TIED], ids=["short", "tied"])
    def test_the_texts_that_reproduce_the_screen_do(
        self, visitor: Visitor, capsys: Capture, asked: dict[str, Any]
    ) -> None:
        """What is shared says what the page says, line for line, and not only each other's."""
        *_, page = visitor.answers("analyse", **asked)
        texts = visitor.ask("export", **asked)
        words = shlex.split(texts["shell"])[1:]
        code, out, _ = run(capsys, *words, "--json")
        shell = json.loads(out.splitlines()[-1])
        assert (code, shell["moves"]) == (0, page["moves"])
        assert (shell["algorithm"], shell["best"]) == (page["algorithm"], page["best"])
        code, out, _ = run(capsys, *words)
        exec(texts["python"], {})
        assert (code, capsys.readouterr().out) == (0, out)
        for row in page["moves"]:
            told = f"{' '.join(row['moves'])} ({', '.join(map(str, row['value']))}) {row['cost']} "
            assert told + " ".join(row["line"][1:]) in " ".join(out.split())
        read = visitor.ask("read", text=texts["text"])
        assert (read["game"], read["play"]) == (asked["game"], asked["play"])

    def test_every_example_can_be_watched(self, visitor: Visitor) -> None:
        for example in visitor.ask("about")["examples"]:
            del example["name"]
            found = visitor.ask("watch", **example, play=[])
            assert (found.get("error"), found["whole"], bool(found["rows"])) == (None, True, True)

    def test_hands_put_together_by_hand_are_checked(self, visitor: Visitor) -> None:
        hands = [["S7", "DK"], ["H2", "CK"], ["SJ"]]
        asked = {"game": HAND["game"], "hands": hands, "leader": 1}
        assert "equal hands" in visitor.ask("arrange", **asked)["error"]
        asked["hands"] = [*hands[:2], ["SJ", "CA"]]
        assert visitor.ask("arrange", **asked)["position"] == "7..K. .2..K J...A 1 - 0,0,0"

    def test_a_player_sees_its_own_cards_and_chances_of_the_others(self, visitor: Visitor) -> None:
        *_, last = visitor.answers("worlds", **HAND)
        assert (last["number"], last["worlds"], last["best"]) == ("20", 20, "DK")
        assert last["chances"]["SJ"] == [0, 0.5, 0.5]


class TestCommand:
    def test_one_static_page_with_the_analysis(self, capsys: Capture, tmp_path: Path) -> None:
        file = tmp_path / "hand.html"
        words = (HAND["game"], HAND["position"], "--play", "S7 C7", "--export", str(file))
        assert run(capsys, "serve", *words) == (0, "", "")
        page = file.read_text()
        assert "Given away: player 0 1 trick, player 1 1 trick." in page
        assert "<td>player 0</td><td>7♠</td>" in page
        assert (page.count("<polyline"), page.count("<circle")) == (3, 2)
        assert page.count("<details") == 3
        assert "http" not in page

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("board.pbn", '[Deal "N:A... K... Q... J..."]\n[Play "N"]\nSA SK SQ SJ\n'),
            ("tree", "0[(5,4,1) 1[(0,6,4) (9,1,0)]]\n"),
            ("log", "game spades(players=3,cards=2)\nseed 1\n0 C4\n"),
        ],
    )
    def test_of_a_file_moves_are_played_in_place_of_its_own(
        self, capsys: Capture, tmp_path: Path, name: str, text: str
    ) -> None:
        file, page = tmp_path / name, tmp_path / "hand.html"
        file.write_text(text)
        start = opened(text).hand.start
        moves = [str(start.moves()[-1])]
        moves.append(str(start.play(moves[0]).moves()[-1]))
        words = ("serve", str(file), "--export", str(page), "--play")
        assert run(capsys, *words, ", ".join(moves)) == (0, "", "")
        assert page.read_text().count("<details") == 3
        code, out, err = run(capsys, *words, "XX")
        assert (code, out) == (2, "")
        assert err.startswith("kibitz: illegal move XX")

    @pytest.mark.parametrize("words", [(), ("whole-hearts",)])
    def test_moves_of_no_hand_are_refused(self, capsys: Capture, words: tuple[str, ...]) -> None:
        code, out, err = run(capsys, "serve", *words, "--play", "SA")
        assert (code, out) == (2, "")
        assert "to --play from" in err

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (json.dumps({**HAND, "play": 5}), "expected a list of 2,000 moves at most: 5"),
            ('{"play": ' * 100_000, "expected JSON: maximum recursion depth"),
        ],
    )
    def test_data_that_say_no_hand_are_refused(
        self, capsys: Capture, tmp_path: Path, text: str, message: str
    ) -> None:
        (tmp_path / "hand").write_text(text)
        code, out, err = run(capsys, "serve", str(tmp_path / "hand"))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err

    def test_a_file_that_is_no_log_is_refused(self, capsys: Capture, tmp_path: Path) -> None:
        (tmp_path / "log").write_bytes(b"\xff\xfe")
        code, out, err = run(capsys, "serve", str(tmp_path / "log"))
        assert (code, out) == (2, "")
        assert err.startswith("kibitz: expected a log, PBN or LIN")

    @pytest.mark.parametrize(
        ("what", "message"),
        [
            ("hand.log", "unknown game or file 'hand.log'; expected one of"),
            ("spadez(players=3)", "unknown game or file 'spadez'; did you mean 'spades'?"),
            (__file__, "expected a log, PBN or LIN: '"),
            (str(Path(__file__).parent), "expected a file, not a folder: '"),
        ],
    )
    def test_what_is_no_game_and_no_file_to_show_is_refused(
        self, capsys: Capture, what: str, message: str
    ) -> None:
        code, out, err = run(capsys, "serve", what, "--export", "page.html")
        assert (code, out) == (2, "")
        assert message in err

    def test_no_host_is_not_every_host(self, capsys: Capture) -> None:
        code, out, err = run(capsys, "serve", "--no-browser", "--host", "")
        assert (code, out) == (2, "")
        assert err == "kibitz: expected a host such as 127.0.0.1 or 0.0.0.0: ''\n"

    def test_names_of_players_are_no_html(self) -> None:
        class Named(Spades):
            @property
            def player_names(self) -> tuple[str, ...]:
                return "<i>A", "B&", "C"

        deal = Named(players=3, breaking=False).parse(HAND["position"])
        page = exporting.page_of(kibitz.History.of(deal, ["DK"]), 1, 4)
        assert "&lt;i&gt;A to move" in page
        assert "<i>" not in page

    def test_a_page_to_send_counts_as_people_do(self) -> None:
        deal = kibitz.game("hearts(players=3,cards=4)").deal(1)
        hand = kibitz.History.of(deal, ["C3"])
        page = exporting.page_of(hand, 10, 4, "Hearts", ["You", "Ben", "Cleo"])
        (row,) = kibitz.analyse(deal).as_dict()["moves"]
        taken = "".join(f"<td>{26 - payoff}</td>" for payoff in row["value"])
        assert f'<td>3♣</td>{taken}<td>0</td><td><div class="line">' in page
        assert "<th>You</th><th>Ben</th><th>Cleo</th>" in page
        assert "Ben to move" in page
        assert "nodes" not in page

    def test_a_page_to_send_names_partners(self) -> None:
        deal = kibitz.game("spades(cards=2,teams=0/1/0/1)").deal(1)
        page = exporting.page_of(
            kibitz.History(deal), 10, 4, "Spades", ["You", "Ben", "Cleo", "Dan"]
        )
        assert "<th>You and Cleo</th><th>Ben and Dan</th>" in page

    def test_on_a_page_to_send_whoever_declares_answers_for_the_dummy(self) -> None:
        hands = "AQ2.AKT9.AK5.Q62 K3.7653.QT9.KT84 J654.84.J8742.AJ T987.QJ2.63.9753"
        deal = kibitz.game("bridge").parse(f"{hands} 1 - 0,0,0,0")
        page = exporting.page_of(kibitz.History.of(deal, ["C4", "CA"]), 60, 64)
        assert "<p>Given away: North 1 trick.</p>" in page
        assert "<td>North (dummy)</td><td>A♣</td><td>J♣</td><td>1 trick</td>" in page

    def test_what_reproduces_a_screen_is_quoted(self) -> None:
        algorithm = '"); print("other'
        found = exporting.texts({**HAND, "algorithm": algorithm})["python"]
        called = ast.parse(found).body[-1].value  # type: ignore[attr-defined]
        assert called.args[0].func.value.args[1].value == algorithm

    def test_without_its_packages_the_page_says_how_to_get_them(self) -> None:
        script = "import sys; sys.modules['uvicorn'] = None; from kibitz.cli import main; main()"
        words = [sys.executable, "-c", script, "serve"]
        done = subprocess.run(words, capture_output=True, text=True)
        said = 'kibitz: the page needs Starlette and uvicorn; use pip install "kibitz[serve]"\n'
        assert (done.stdout, done.stderr) == ("", said)

    def test_idle_connections_lock_nobody_out(self) -> None:
        with serving() as server, ExitStack() as idle:
            host, _, port = server.base.removeprefix("http://").rpartition(":")
            for _ in range(connections.MOST_CONNECTIONS + 100):
                idle.enter_context(socket.create_connection((host, int(port)), LONG))
            with server.visitor() as visitor:
                assert visitor.ask("about")["version"] == kibitz.__version__
            server.process.send_signal(signal.SIGINT)
            _, said = server.process.communicate(timeout=LONG)
        assert said == "kibitz: Ctrl-C ends it\n"

    def test_ctrl_c_ends_it_while_players_choose(self) -> None:
        player = "sampling(worlds=200,exact=13,nodes=1000000)"
        table = {"game": "spades(players=3,cards=13)", "seed": 3, "players": [player]}
        with serving() as server, server.visitor() as visitor, ExitStack() as tables:
            for _ in range(4):
                asked = visitor.stream("POST", "/stream/table", json=table)
                assert tables.enter_context(asked).status_code == 200
            server.process.send_signal(signal.SIGINT)
            server.process.send_signal(signal.SIGINT)
            _, said = server.process.communicate(timeout=LONG)
        assert (server.process.returncode, said) == (130, "kibitz: Ctrl-C ends it\n")

    def test_ctrl_c_ends_it_with_its_searches(self) -> None:
        deal = {"game": "hearts", "position": str(kibitz.game("hearts").deal(3))}
        with serving("--seconds", "600") as server, server.visitor() as visitor:
            question = {**deal, "algorithm": "maxn"}
            with visitor.stream("POST", "/stream/analyse", json=question) as search:
                server.process.send_signal(signal.SIGINT)
                assert search.read().endswith(b"event: end\ndata: {}\n\n")
            _, said = server.process.communicate(timeout=LONG)
        assert (server.process.returncode, said) == (130, "kibitz: Ctrl-C ends it\n")

    @pytest.mark.parametrize(
        ("words", "fragment"),
        [
            ([], ""),
            (["whole-hearts"], "#/table?game=whole-hearts"),
            (["--view", "watch"], "#/watch"),
            (["7..K.4 .2..K7 J...A3"], "game=spades%28players%3D3%29&position=7..K.4"),
        ],
    )
    def test_the_first_screen_is_what_was_asked_for(self, words: list[str], fragment: str) -> None:
        with serving(*words) as server:
            assert fragment in server.address
            assert bool(fragment) == ("#" in server.address)

    def test_a_log_is_opened_as_the_first_screen(self, tmp_path: Path) -> None:
        (tmp_path / "game.log").write_text("game spades(players=3,cards=2)\nseed 1\n0 C4\n")
        with serving(str(tmp_path / "game.log")) as server:
            assert "play=C4" in server.address
