"""Files of LIN: what is read of them, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from commands import Capture, run
from endplay.parsers import lin as theirs
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import KibitzError, TextError, TrickPosition
from kibitz.cards import listed
from kibitz.games.bridge import boards, lin, pbn
from kibitz.web.reading import opened

HANDS = {
    "S": "SAQ2HKJ5DT98CAK43",
    "W": "SK9HAQT2DKQ2CJT98",
    "N": "SJT8H943DAJ7654CQ",
    "E": "S76543H876D3C7652",
}
FULL = ",".join(HANDS[seat] for seat in "SWNE")
CALLS = "mb|1D|an|could be short|mb|p|mb|1S!|mb|d|mb|r|mb|2H|mb|2NT|mb|ppp|"
ONE = f"""pn|Ann,Bob,Cal,Dee|st||md|3{FULL}|rh||ah|Board 7|sv|n|
{CALLS}pg||pc|HQ|pc|H4|pc|H6|pc|HK|pg||
pc|CA|pc|C8|mc|9|
"""
ROOMS = """vg|A match,Final,I,1,2,One,0,Two,0|
rs|3NN=,3NN+1|
pn|Ann,Bob,Cal,Dee,Eva,Fay,Gus,Hal|pg||
qx|o1|md|1SA2,SK3,SQ4,S65|sv|o|mb|1Np|mb|pp|pc|SKS4|pc|s6|pc|SA|nt|well played|
qx|c1|md|1SA2,SK3,SQ4,S65|sv|b|mb|p|mb|p|mb|p|mb|p|
qx|o2|md|2|
qx|c2|md|2SA2,SK3,,|
"""


def read_one(text: str) -> pbn.Record:
    (record,) = lin.read(text)
    return record


class TestRead:
    def test_a_board_is_a_record(self) -> None:
        record = read_one(ONE)
        assert record.board == "7"
        assert [record.tags[seat] for seat in ("South", "West", "North", "East")] == [
            "Ann", "Bob", "Cal", "Dee",
        ]  # fmt: skip
        assert (record.tags["Dealer"], record.tags["Vulnerable"]) == ("N", "NS")
        assert (record.tags["Contract"], record.tags["Declarer"]) == ("2NT", "S")
        assert record.auction == ("1D Pass 1S X", "XX 2H 2NT Pass", "Pass Pass")
        assert record.start.leader == pbn.SEATS.index("W")
        assert record.moves == ("HQ", "H4", "H6", "HK", "CA", "C8")

    def test_a_file_has_boards_of_two_rooms_with_their_names(self) -> None:
        one, two, three, four = lin.read(ROOMS)
        assert [record.board for record in (one, two, three, four)] == ["o1", "c1", "o2", "c2"]
        assert (one.tags["South"], two.tags["South"], two.tags["East"]) == ("Ann", "Eva", "Hal")
        assert (one.tags["Vulnerable"], two.tags["Vulnerable"]) == ("None", "All")
        assert (one.tags["Contract"], one.tags["Declarer"]) == ("1NT", "S")
        assert one.moves == ("SK", "S4", "S6", "SA")
        assert (two.tags["Contract"], two.trump, two.moves) == ("Pass", None, ())
        assert (three.position, four.position) == (None, None)

    def test_a_value_may_go_over_several_lines(self) -> None:
        text = "pn|Ann\nLee,,,|qx|o1\n|md|1SA,\nSK,SQ,SJ|mb|1N\np|mb|pp|pc|SK\nSQ SJ|"
        record = read_one(text)
        assert (record.board, record.tags["South"]) == ("o1", "Ann Lee")
        assert record.moves == ("SK", "SQ", "SJ")
        assert pbn.read(pbn.write([record])) == [record]

    def test_each_line_can_be_a_board(self) -> None:
        lines = [f"pn|{name},,,|md|1SA,SK,SQ,SJ|sv|{name}|" for name in "neb"]
        found = lin.read("\r\n".join(lines))
        assert [record.tags["South"] for record in found] == ["n", "e", "b"]
        assert [record.tags["Vulnerable"] for record in found] == ["NS", "EW", "All"]
        assert [number for number, _ in pbn.numbered(found)] == ["1", "2", "3"]

    @pytest.mark.parametrize("seat", "SWNE")
    @pytest.mark.parametrize("end", ["", ","])
    def test_a_hand_that_is_left_out_has_the_other_cards(self, seat: str, end: str) -> None:
        hands = {**HANDS, seat: ""}
        text = ",".join(hands.values()).removesuffix(",") + (end if seat == "E" else "")
        assert read_one(f"md|1{text}|").start.hands == read_one(f"md|1{FULL}|").start.hands

    def test_hands_may_be_short_and_written_in_any_case_and_order(self) -> None:
        record = read_one("md|4c10s2,h3 2,dKJ , c89|")
        assert str(record.start).split(" ")[:4] == ["..KJ.", "...98", "2...T", ".32.."]

    @pytest.mark.parametrize(
        ("calls", "contract", "declarer"),
        [
            ("1S p 2S p 4S p p p", "4S", "N"),
            ("1H 1S p 2S p p p", "2S", "E"),
            ("p 1C p 1H p 2H p 4H p p d p p p", "4HX", "W"),
            ("1N d r p p p", "1NTXX", "N"),
            ("1N d r 2C p p p", "2C", "W"),
            ("1C p 1N p 3N ppp", "3NT", "S"),
            ("1NT X XX Pass Pass Pass", "1NTXX", "N"),
            ("p p p p", "Pass", None),
        ],
    )
    def test_who_names_the_strain_first_declares(
        self, calls: str, contract: str, declarer: str | None
    ) -> None:
        fields = "".join(f"mb|{call}|" for call in calls.split())
        for text in (fields, f"mb|{calls}|", fields.lower()):
            tags = read_one(f"md|3{FULL}|{text}").tags
            assert (tags["Contract"], tags.get("Declarer")) == (contract, declarer)

    def test_without_an_auction_who_has_the_first_card_leads(self) -> None:
        record = read_one("md|1SA2,SK3,SQ4,S65|pc|SQ|pc|S5|")
        assert (record.start.leader, record.moves) == (0, ("SQ", "S5"))

    @given(st.integers(0, 10_000))
    def test_boards_are_what_endplay_writes_and_reads(self, seed: int) -> None:
        text = written(seed)
        (board,) = theirs.loads(text)
        record = read_one(text)
        assert board.deal is not None and board.contract is not None
        assert record.start.hands == pbn.read_deal(board.deal.to_pbn())
        assert record.tags["Declarer"] == board.contract.declarer.abbr
        strain = board.contract.denom.name
        strain = "NT" if strain == "nt" else strain[0].upper()
        assert record.tags["Contract"] == f"{board.contract.level}{strain}"
        assert record.moves == tuple(
            card.suit.name[0].upper() + card.rank.abbr for card in board.play
        )
        assert pbn.read(pbn.write([record]))[0].moves == record.moves


def written(seed: int) -> str:
    """A board with a random auction and play."""
    stream = random.Random(seed)
    game = kibitz.game("bridge")
    start = game.deal(seed)
    assert isinstance(start, TrickPosition)
    hands = []
    for seat in (2, 3, 0, 1):
        cards = list(map(str, listed(start.hands[seat])))
        suits = (suit + "".join(card[1] for card in cards if card[0] == suit) for suit in "SHDC")
        hands.append("".join(suits))
    bids = sorted(stream.sample([(level, at) for level in range(1, 8) for at in range(5)], 3))
    calls = ["p"] * stream.randrange(3)
    for level, at in bids:
        calls += [f"{level}{'CDHSN'[at]}", *["p"] * stream.randrange(3)]
    while calls[-3:] != ["p"] * 3:
        calls.append("p")
    dealer = stream.randint(1, 4)
    (record,) = lin.read(f"md|{dealer}{','.join(hands)}|" + "".join(f"mb|{c}|" for c in calls))
    here, played = record.start, []
    for _ in range(stream.randrange(53)):
        played.append(str(stream.choice(here.legal_moves())))
        here = here.play(played[-1])
    head = f"pn|a,b,c,d|md|{dealer}{','.join(hands[: stream.choice([3, 4])])}|"
    return head + "".join(f"mb|{c}|" for c in calls) + "".join(f"pc|{c}|" for c in played) + "mc|0|"


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("hello", "expected a field such as mb|1S|: 'hello' in line 1"),
            ("\nhello\nyou\n", "expected a field such as mb|1S|: 'hello\\nyou' in line 2"),
            (
                "pn|a|\nmd|5SA,SK,SQ,SJ|",
                "expected a dealer of 1 to 4, and hands of S, W, N and E: '5SA,SK,SQ,SJ' "
                "in the board at line 2",
            ),
            ("md|1SA,SK,SQ,SJ,ST|", "expected a dealer of 1 to 4, and hands of S, W, N and E"),
            ("md|1AK,SK,SQ,SJ|", "expected a hand such as SAKH32D4C: 'AK' in the board at line 1"),
            ("md|1SASK,SK,SQ,SJ|", "expected a hand such as SAKH32D4C: 'SASK'"),
            ("md|1SX,SK,SQ,SJ|", "expected ranks of AKQJT98765432: 'X' in 'X...'"),
            ("md|1SA,SA,SQ,SJ|", "expected each card once: SA"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, text: str, message: str) -> None:
        with pytest.raises(TextError) as refused:
            lin.read(text)
        assert str(refused.value).startswith(message)
        assert "\n" not in str(refused.value)

    @pytest.mark.parametrize(
        ("played", "message"),
        [
            ("SK", "expected a legal card of N in trick 1: 'SK' in the board at line 1"),
            ("SQS5SK", "expected a legal card of S in trick 1: 'SK'"),
            ("SQS5SASKS2S3S4S6D2", "expected a legal card of E in trick 3: 'D2'"),
            ("SQS", "expected a legal card of E in trick 1: 'S'"),
            ("XX", "expected a legal card of N in trick 1: 'XX'"),
        ],
    )
    def test_a_card_that_is_not_legal_ends_the_play_and_is_said(
        self, played: str, message: str
    ) -> None:
        record = read_one(f"md|1SA2,SK3,SQ4,S65|mb|p|mb|1N|mb|p|mb|p|mb|p|pc|{played}|")
        (note,) = record.notes
        assert note.startswith(message)

    @given(st.text(alphabet="mdpcbqxsvah|1234SHDCAKNp,\n ", max_size=60))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            for record in lin.read(f"{text}\n"):
                assert isinstance(record.moves, tuple)
        except KibitzError as error:
            assert "\n" not in str(error)


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        path = tmp_path / "match.lin"
        path.write_text(f"{ROOMS}qx|o3|md|1SA,SA,SQ,SJ|\n")
        return str(path)

    def test_each_board_is_answered_and_a_bad_one_does_not_stop_the_rest(
        self, capsys: Capture, file: str
    ) -> None:
        code, out, err = run(capsys, "solve", "bridge", file, "--json")
        found = [json.loads(line) for line in out.splitlines()]
        assert (code, err) == (2, "")
        assert [one["board"] for one in found] == ["o1", "c1", "o2", "c2", "o3"]
        assert ["error" in one for one in found] == [False, False, True, True, True]
        assert (found[0]["game"], found[0]["value"]) == ("bridge", [2, 0])
        assert found[2]["error"].endswith(f"in the board at line 6 of {file}")

    def test_the_play_of_a_board_is_reviewed(self, capsys: Capture, file: str) -> None:
        code, out, err = run(capsys, "analyse", "bridge", file, "--hand", "--board", "o1")
        assert (code, err) == (0, "")
        assert out.splitlines()[0] == "board o1"
        assert "no mistakes in 4 moves" in out

    def test_a_board_that_is_not_there_is_refused_with_those_that_are(
        self, capsys: Capture, file: str
    ) -> None:
        said = f"kibitz: expected board 1 in {file!r}, which has o1, c1, o2, c2, o3\n"
        assert run(capsys, "solve", "bridge", file, "--board", "1") == (2, "", said)

    def test_the_page_opens_it_and_what_is_pasted(
        self, capsys: Capture, file: str, tmp_path: Path
    ) -> None:
        page = tmp_path / "page.html"
        assert run(capsys, "serve", file, "--board", "o1", "--export", str(page)) == (0, "", "")
        assert "bridge" in page.read_text()
        found = opened(ROOMS)
        assert (found.kind, list(map(str, found.hand.moves))) == ("LIN", ["SK", "S4", "S6", "SA"])
        assert [one["board"] for one in found.boards] == ["o1", "c1", "o2", "c2"]

    def test_a_bad_file_is_refused_in_one_line(self, capsys: Capture, tmp_path: Path) -> None:
        path = tmp_path / "bad.lin"
        path.write_text("\nnonsense|\n")
        said = f"kibitz: expected a field such as mb|1S|: 'nonsense' in line 2 of {path}\n"
        for words in (("solve", "bridge", str(path)), ("serve", str(path))):
            assert run(capsys, *words) == (2, "", said)


def test_a_text_is_never_taken_for_the_name_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.lin"
    path.write_text(ROOMS)
    with pytest.raises(TextError):
        boards.read_text(str(path))
