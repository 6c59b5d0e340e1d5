"""Files in Portable Bridge Notation: what is read, what is written back, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Capture, run
from endplay.parsers import pbn as theirs
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import KibitzError, TextError
from kibitz.games.bridge import Bridge, pbn
from kibitz.games.bridge.pbn import Record, Tag
from kibitz.web.reading import opened

DEAL = "W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"
EXPORT = f"""% PBN 2.1
% EXPORT
[Event "The \\"Cup\\""]
[Site ""]
[Board "1"]
[Dealer "N"]
[Deal "{DEAL}"]
[Declarer "S"]
[Contract "4SX"]
[Auction "N"]
1H Pass 1S =1= Pass
2S Pass 4S AP
[Note "1:natural"]
[Note "2:never used"]
[Play "W"]
C4 C6 C3 CK
*

[Event "#"]
[Board "2"]
[Deal "N:A... K... Q... J..."]
"""
IMPORT = """; written by hand
[Board "7"] [Deal "n:a.2.. k.3.. q.4.. 10.5.."] { a comment; with "quotes"

and an empty line } [Contract
   "3nt"][Declarer "e"]
[Play "S"] ; who leads
S4 ; low {
% - - -
H5
[Board "8"]
[Deal "N:A... - Q... -"]


[Board "9"]
[Contract "Pass"]
"""


def position(record: Record) -> kibitz.TrickPosition:
    assert record.position is not None
    return record.position


class TestReading:
    PLAYED = '[Deal "N:A2... K3... Q4... J5..."]\n[Play "N"]\n{}\n'

    def test_notes_and_judgements_in_the_play_are_skipped(self) -> None:
        (record,) = pbn.read(self.PLAYED.format("SA =1= S3! s4 $2 S5?\nS2 SK - -"))
        assert record.moves == ("SA", "S3", "S4", "S5", "S2", "SK")

    @pytest.mark.parametrize("card", ["SK", "H2", "6D", "SJ"])
    def test_a_card_that_cannot_be_played_ends_the_play_and_is_said(self, card: str) -> None:
        (record,) = pbn.read(self.PLAYED.format(f"SA S3 {card} S5"))
        assert (record.moves, record.start.leader) == (("SA", "S3"), 0)
        wrong = f"expected a legal card of S in trick 1: {card!r} in the record at line 1"
        assert record.notes == (wrong,)

    def test_a_value_lasts_until_another_one(self) -> None:
        boards = ['[Site "##Rome"] [Board "1"]', '[Board "2"]', '[Site "Ulm"]', '[Board "4"]']
        text = "\n\n".join(boards)
        assert [record.tags["Site"] for record in pbn.read(text)] == ["Rome", "Rome", "Ulm", "Rome"]

    def test_a_contract_says_the_trump_and_the_declarer_who_leads(self) -> None:
        first, second = map(position, pbn.read(EXPORT))
        assert str(first.game) == "bridge(trump=S)"
        assert (first.turn, first.hands) == (3, pbn.read_deal(DEAL))
        assert str(second.game) == "bridge"
        assert second.turn == 0

    @pytest.mark.parametrize(("declarer", "leader"), [("N", 1), ("E", 2), ("S", 3), ("W", 0)])
    def test_the_player_after_the_declarer_leads(self, declarer: str, leader: int) -> None:
        record = Record((Tag("Deal", DEAL), Tag("Declarer", declarer)))
        assert position(record).turn == leader

    def test_without_a_declarer_the_play_says_who_leads(self) -> None:
        assert position(Record((Tag("Deal", DEAL), Tag("Play", "E")))).turn == 1

    @pytest.mark.parametrize(
        ("contract", "trump"),
        [("1S", "S"), ("7NT", "none"), ("3N", "none"), ("2HXX", "H"), ("5dx", "D"), ("4 C", "C")],
    )
    def test_contracts(self, contract: str, trump: str) -> None:
        record = Record((Tag("Deal", DEAL), Tag("Contract", contract)))
        game = position(record).game
        assert isinstance(game, Bridge)
        assert game.trump == trump

    @pytest.mark.parametrize("contract", ["", "?", "-", "Pass"])
    def test_without_a_contract_the_trump_is_that_of_the_game(self, contract: str) -> None:
        text = f'[Deal "{DEAL}"]\n[Contract "{contract}"]'
        assert str(position(pbn.read(text, Bridge(trump="H"))[0]).game) == "bridge(trump=H)"

    def test_auction_play_and_other_tags_are_kept(self) -> None:
        first, second = pbn.read(EXPORT)
        assert first.auction == ("1H Pass 1S =1= Pass", "2S Pass 4S AP")
        assert first.play == ("C4 C6 C3 CK", "*")
        assert first.tags["Event"] == second.tags["Event"] == 'The "Cup"'
        assert [tag.value for tag in first.parts if tag.name == "Note"] == [
            "1:natural",
            "2:never used",
        ]
        assert (second.auction, second.play) == ((), ())

    def test_comments_empty_lines_in_them_and_any_layout(self) -> None:
        seven, eight, nine = pbn.read(IMPORT)
        assert str(position(seven)) == "A.2.. K.3.. Q.4.. T.5.. 2 - 0,0,0,0"
        assert seven.play == ("S4", "H5")
        assert (eight.position, nine.position) == (None, None)
        assert [record.board for record in (seven, eight, nine)] == ["7", "8", "9"]

    def test_an_empty_file_has_no_records(self) -> None:
        assert pbn.read("% PBN 2.1\n\n; nothing\n") == []

    def test_lines_may_end_as_on_other_systems(self) -> None:
        assert pbn.read(EXPORT.replace("\n", "\r\n")) == pbn.read(EXPORT)

    def test_files_by_their_path_or_their_name(self, tmp_path: Path) -> None:
        path = tmp_path / "café.pbn"
        path.write_bytes(EXPORT.replace("Cup", "Café").encode("latin-1"))
        records = pbn.read(path)
        assert records == pbn.read(str(path))
        assert records[0].tags["Event"] == 'The "Café"'

    def test_a_file_that_is_not_there_is_refused(self) -> None:
        with pytest.raises(KibitzError, match=r"expected a file to read: 'none\.pbn': No such"):
            pbn.read("none.pbn")

    def test_another_program_reads_the_same_deals(self) -> None:
        boards = theirs.loads(EXPORT)
        for board, record in zip(boards, pbn.read(EXPORT), strict=True):
            assert pbn.read_deal(board.deal.to_pbn()) == position(record).hands
        assert str(boards[0].contract).startswith("4♠Sx")


class TestWriting:
    @pytest.mark.parametrize("text", [EXPORT, IMPORT])
    def test_what_is_written_is_read_again(self, text: str) -> None:
        records = pbn.read(text)
        assert pbn.read(pbn.write(records)) == records

    def test_tags_and_lines_stand_as_they_were(self) -> None:
        written = pbn.write(pbn.read(EXPORT))
        assert written == EXPORT.partition("EXPORT\n")[2].replace('"#"', '"The \\"Cup\\""')

    def test_another_program_reads_what_is_written(self) -> None:
        (board,) = theirs.loads(pbn.write(pbn.read(EXPORT)[:1]))
        assert pbn.read_deal(board.deal.to_pbn()) == pbn.read_deal(DEAL)


BAD = {
    "expected a tag such as [Board \"1\"]: 'Board 1' in line 2": "\nBoard 1\n",
    "expected a tag such as [Board \"1\"]: '[Board1]' in line 1": "[Board1]\nBoard 2",
    "expected ranks of AKQJT98765432: 'X' in 'X...' in the record at line 3": (
        '[Event "x"]\n\n[Event "y"]\n[Deal "N:X... K... Q... J..."]\n'
    ),
    "expected each card once: SA": '[Deal "N:A... A... Q... J..."]',
    "expected equal hands": '[Deal "N:A... K... Q... J2..."]',
    "expected a contract such as 4S, 3NT or 2HX: '8S'": (
        f'[Deal "{DEAL}"]\n[Contract "8S"]\n[Declarer "N"]'
    ),
    "expected a seat of NESW: 'X' in the record at line 1": f'[Deal "{DEAL}"]\n[Declarer "X"]',
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_file_is_refused_in_one_line_with_its_number(message: str, text: str) -> None:
    with pytest.raises(TextError) as error:
        pbn.read(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.pbn"
    path.write_text("\n\nnonsense")
    with pytest.raises(TextError, match=rf"'nonsense' in line 3 of {path}"):
        pbn.read(path)


@given(st.text('[]{};%"\\#\nBoardDeal N:AK.T-12', max_size=60))
def test_noise_is_read_or_refused_with_one_line(text: str) -> None:
    try:
        records = pbn.read(text)
    except KibitzError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert pbn.read(pbn.write(records)) == records


class TestTheCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        path = tmp_path / "boards.pbn"
        path.write_text(
            '[Board "1"]\n[Deal "N:A... K... Q... J..."]\n[Contract "1S"]\n[Declarer "E"]\n\n'
            '[Board "2"]\n[Deal "N:A... - Q... -"]\n\n'
            '[Board "3"]\n[Deal "N:.A.. .K.. .Q.. .J.."]\n'
        )
        return str(path)

    def test_each_board_is_a_block_and_a_bad_one_does_not_stop_the_rest(
        self, capsys: Capture, file: str
    ) -> None:
        code, out, _ = run(capsys, "solve", "bridge", file)
        blocks = out.split("\n\n")
        assert code == 2
        assert [block.splitlines()[0] for block in blocks] == ["board 1", "board 2", "board 3"]
        assert blocks[0].splitlines()[1:3] == ["move     SQ", "value    (1, 0)"]
        assert "expected a deal with all four hands in the record at line 6 of" in blocks[1]

    def test_each_board_is_an_object(self, capsys: Capture, file: str) -> None:
        code, out, _ = run(capsys, "solve", "bridge", file, "--json")
        first, second, third = map(json.loads, out.splitlines())
        assert code == 2
        assert (first["board"], first["game"], first["move"]) == ("1", "bridge(trump=S)", "SQ")
        assert (second["board"], list(second)) == ("2", ["board", "error"])
        assert (third["board"], third["value"]) == ("3", [1, 0])

    @pytest.mark.parametrize("verb", ["show", "solve", "analyse", "trace", "perft", "trick-table"])
    def test_one_board_can_be_chosen(self, capsys: Capture, file: str, verb: str) -> None:
        code, out, _ = run(capsys, verb, "bridge", file, "--board", "3")
        assert (code, out.splitlines()[0]) == (0, "board 3")
        assert out.count("board") == 1

    def test_a_bad_deal_or_card_is_a_fault_of_its_board_alone(
        self, capsys: Capture, file: str
    ) -> None:
        with Path(file).open("a") as more:
            more.write('\n[Board "4"]\n[Deal "N:A... A... Q... J..."]\n')
            more.write('\n[Board "5"]\n[Deal "N:A... K... Q... J..."]\n[Play "N"]\nS9\n')
        code, out, _ = run(capsys, "analyse", "bridge", file, "--hand", "--board", "5")
        card = "left out: expected a legal card of N in trick 1: 'S9' in the record at line 15 of"
        assert (code, card in out) == (2, True)
        code, out, _ = run(capsys, "solve", "bridge", file)
        assert code == 2
        assert out.count("kibitz: ") == 2
        assert "board 4\nkibitz: expected each card once: SA" in out
        assert run(capsys, "solve", "bridge", file, "--board", "3")[0] == 0

    def test_the_page_opens_the_board_that_is_asked_for(
        self, capsys: Capture, file: str, tmp_path: Path
    ) -> None:
        page = tmp_path / "page.html"
        with Path(file).open("a") as more:
            more.write('\n[Board "4"]\n[Deal "N:A... K... Q... J..."]\n[Play "N"]\nS9\n')
        for words in ((file,), ("bridge", file)):
            asked = ("serve", *words, "--board", "3", "--export", str(page))
            assert run(capsys, *asked) == (0, "", "")
            assert "bridge &#x27;.A.. .K.. .Q.. .J.." in page.read_text()
        for board, message in {
            "2": "expected a deal with all four hands in the record at line 6",
            "7": "expected board 7 in PBN",
        }.items():
            code, _, err = run(capsys, "serve", file, "--board", board, "--export", str(page))
            assert (code, message in err) == (2, True)
        found = opened(Path(file).read_text())
        assert [one.get("error", "")[:15] for one in found.boards] == [
            "",
            "expected a deal",
            "",
            "",
        ]
        assert [len(one["notes"]) for one in found.boards] == [0, 0, 0, 1]

    @pytest.mark.parametrize(
        ("message", "words"),
        [
            ("expected a file of PBN or LIN for --board", ("serve", "tree", "--board", "1")),
            ("expected bridge for a file of boards, not spades", ("serve", "spades", "FILE")),
            ("expected board 4 in", ("solve", "bridge", "FILE", "--board", "4")),
            ("expected bridge for a file of boards, not spades", ("solve", "spades", "FILE")),
            ("expected one position to draw", ("show", "bridge", "FILE", "--svg", "x.svg")),
            (
                "expected a file of PBN or LIN for --board",
                ("solve", "bridge", "A... K... Q... J...", "--board", "1"),
            ),
        ],
    )
    def test_what_is_refused(
        self, capsys: Capture, file: str, message: str, words: tuple[str, ...]
    ) -> None:
        code, out, err = run(capsys, *(file if word == "FILE" else word for word in words))
        assert (code, out) == (2, "")
        assert message in err


def test_the_play_is_read_in_the_order_in_which_cards_were_played() -> None:
    deal = '[Deal "N:AQ... 32... 54... K6..."]\n[Declarer "W"]\n[Play "E"]\n'
    (record,) = pbn.read(f"{deal}S2 S4 S6 SQ\nS3 S5 SK SA\n")
    assert record.moves == ("SQ", "S2", "S4", "S6", "SA", "S3", "S5", "SK")
    (record,) = pbn.read(f"{deal}S2 S4 * SQ\n")
    assert record.moves == ("SQ", "S2", "S4")
    (record,) = pbn.read('[Deal "N:AQ... 32... 54... K6..."]\n')
    assert record.moves == ()
