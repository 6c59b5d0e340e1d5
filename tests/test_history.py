"""A hand says the same wherever it is asked about: page, share, command line, batch, export."""

from __future__ import annotations

import functools
import json
import random
import re
import shlex
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from commands import Capture, run

import kibitz
from kibitz import History
from kibitz.web import answers, exporting
from kibitz.web.visitors import Room

GAME = "spades(players=3,cards=8,bids=3/2/2,utility=wl)"
HANDS, PLAYED = 50, 6
PATIENT = Room(600)

Row = tuple[str, list[int], str, int, str]
"""The moves, their value, how certain it is, their cost, and the line after them."""
Rows = list[Row]


@functools.cache
def hands() -> tuple[History, ...]:
    """Hands whose values differ by whether the start or the last position chooses the search."""
    found, seed = list[History](), 0
    while len(found) < HANDS:
        hand, draw = History(kibitz.game(GAME).deal(seed)), random.Random(seed)
        for _ in range(PLAYED):
            hand = hand.after(draw.choice(hand.position.legal_moves()))
        if rows(kibitz.analyse(hand).as_dict()) != rows(kibitz.analyse(hand.position).as_dict()):
            found.append(hand)
        seed += 1
    return tuple(found)


def rows(analysis: dict[str, Any]) -> Rows:
    return [
        (
            " ".join(row["moves"]),
            list(row["value"]),
            row["certainty"],
            row["cost"],
            " ".join(row["line"][1:]),
        )
        for row in analysis["moves"]
    ]


def of_page(hand: History) -> Rows:
    *_, last = answers.answering(answers.analyse, hand.as_dict(), answers.Site(), PATIENT)
    return rows(last)


def of_shell(capsys: Capture, *words: str) -> Rows:
    """The last of ever better answers."""
    code, out, _ = run(capsys, *words, "--json")
    assert code == 0
    return rows(json.loads(out.splitlines()[-1]))


def of_batch(hand: History) -> Rows:
    return rows(kibitz.answer({"ask": "analyse", **hand.as_dict()}))


Seen = tuple[str, list[int], bool, int, str]
"""A row as a page for everybody shows it: it says whether a value is exact, and no more."""


def exported(hand: History) -> list[Seen]:
    """The last table of values of an exported page."""
    page = re.sub(r'<span class="red">(.*?)</span>', r"\1", exporting.page_of(hand, 10_000, 64))
    letters = dict(zip("♠♥♦♣", "SHDC", strict=True))

    def plain(card: re.Match[str]) -> str:
        return letters[card[2]] + card[1].replace("10", "T")

    page = re.sub("(10|[2-9JQKA])([♠♥♦♣])", plain, page)
    last = page[page.rindex("<table") :]
    found = []
    for cells in re.findall(r"<tr>(.*?)</tr>", last, re.S)[1:]:
        moves, *values, cost, line = (
            unescape(re.sub(r"<.*?>", "", cell)).strip()
            for cell in re.findall(r"<td>(.*?)</td>", cells, re.S)
        )
        exact = not values[0].startswith("~")
        payoffs = [int(value.removeprefix("~")) for value in values]
        found.append((moves, payoffs, exact, int(cost), line))
    return found


@pytest.mark.parametrize("at", range(HANDS))
def test_all_five_say_the_same_of_a_hand(capsys: Capture, at: int) -> None:
    hand = hands()[at]
    page = of_page(hand)
    share = shlex.split(exporting.texts(hand.as_dict())["shell"])
    played = " ".join(map(str, hand.moves))
    assert of_shell(capsys, "analyse", GAME, str(hand.start), "--play", played) == page
    assert share[0] == "kibitz"
    assert of_shell(capsys, *share[1:]) == page
    assert of_batch(hand) == page
    seen = [(moves, value, sure == "exact", cost, line) for moves, value, sure, cost, line in page]
    assert sorted(exported(hand)) == sorted(seen)


def test_the_python_that_is_shared_reproduces_the_screen(capsys: Capture) -> None:
    hand = hands()[0]
    exec(exporting.texts(hand.as_dict())["python"])
    assert capsys.readouterr().out.strip() == kibitz.analyse(hand).show()


def test_a_review_values_what_an_analysis_does() -> None:
    for hand in hands()[:10]:
        review = kibitz.review(hand)
        for at, turn in enumerate(review.turns):
            before = kibitz.analyse(hand.first(at))
            row = next(row for row in before.moves if turn.move in row.moves)
            assert (turn.cost, turn.value, turn.certainty) == (row.cost, row.value, row.certainty)


class TestHistory:
    def test_its_positions_are_those_on_the_way(self) -> None:
        hand = hands()[0]
        assert (len(hand.line), hand.line[0], hand.line[-1]) == (7, hand.start, hand.position)
        assert hand.first(3).position == hand.line[3]
        assert hand.first(6) == hand
        assert History.of(hand.start, " ".join(map(str, hand.moves))) == hand

    def test_what_cannot_be_played_is_told(self) -> None:
        deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
        with pytest.raises(kibitz.IllegalMove, match="SA"):
            History.of(deal, "DK SA")
        with pytest.raises(kibitz.TextError, match="expected a position"):
            History.of("7..K.4", "DK")  # type: ignore[arg-type]

    def test_files_of_bridge_and_views_have_the_same_hand(self, tmp_path: Path) -> None:
        from kibitz.games.bridge import pbn

        hand = History(kibitz.game("bridge(trump=S)").deal(3))
        for _ in range(6):
            hand = hand.after(hand.position.moves()[0])
        view = kibitz.view(hand.start, hand.moves)
        assert view.plays == hand.moves
        assert view.hand == hand.position.hands[view.seat]  # type: ignore[attr-defined]
        tags = pbn.Tag("Deal", pbn.write_deal(hand.start)), pbn.Tag("Contract", "1S")  # type: ignore[arg-type]
        assert pbn.read(pbn.write([pbn.Record(tags)]))[0].history == History(hand.start)
