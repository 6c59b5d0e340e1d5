"""Files as other programs really write them: what is odd in them is read, or skipped and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Capture, run
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import TrickPosition
from kibitz.games.bridge import boards, lin, pbn
from kibitz.web.reading import of_boards, opened, read

DEAL = "W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"
BOARD = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "{DEAL}"]\n'
SHORT = '[Deal "N:A2... K3... Q4... J5..."]\n'


def one(text: str) -> pbn.Record:
    (record,) = pbn.read(text)
    return record


class TestPlay:
    @given(st.integers(0, 10_000), st.integers(0, 52), st.sampled_from(["S", "H", "NT"]))
    def test_each_card_goes_to_its_owner_whatever_seat_a_row_begins_at(
        self, seed: int, length: int, strain: str
    ) -> None:
        here = kibitz.game(f"bridge(trump={strain})").deal(seed)
        assert isinstance(here, TrickPosition)
        deal, moves, rows, turns = pbn.write_deal(here), list[str](), list[list[str]](), [0]
        for _ in range(length):
            if not here.table:
                rows.append(["-"] * 4)
                turns.append(here.turn)
            moves.append(str(here.legal_moves()[seed % len(here.legal_moves())]))
            rows[-1][here.turn] = moves[-1]
            here = here.play(moves[-1])
        head = f'[Deal "{deal}"]\n[Contract "1{strain}"]\n[Declarer "W"]\n[Play "N"]\n'
        fixed = "\n".join(map(" ".join, rows))
        turned = "\n".join(
            " ".join([*row[at:], *row[:at]]) for row, at in zip(rows, turns[1:], strict=True)
        )
        for text in (fixed, turned, turned.replace("\n", " ")):
            assert one(f"{head}{text}\n*\n").moves == tuple(moves)
            assert one(f"{head}{text}\n*\n").notes == ()

    def test_a_card_that_is_not_known_ends_it_and_the_rest_is_counted(self) -> None:
        record = one(f'{SHORT}[Play "N"]\nSA S3 S4 S5\n- SK SQ SJ\n')
        assert record.moves == ("SA", "S3", "S4", "S5")
        assert record.notes[0].startswith("3 cards are left out, since that of N in trick 2 is")

    def test_a_comment_may_break_a_trick(self) -> None:
        record = one(f'{SHORT}[Play "N"]\nSA {{well,\n\nwell}} S3 S4 S5\nS2\n')
        assert record.moves == ("SA", "S3", "S4", "S5", "S2")

    def test_a_bad_contract_or_play_keeps_the_good_deal(self) -> None:
        (record,) = pbn.read(
            f'{BOARD}[Contract "1SHNT"]\n[Declarer "S"]\n[Play "W"]\nC4 C6 hello\n', check=False
        )
        assert record.position is not None
        assert record.moves == ("C4", "C6")
        contract, play = record.notes
        assert contract.startswith("expected a contract such as 4S, 3NT or 2HX: '1SHNT'")
        assert play.startswith("expected a legal card of E in trick 1: 'hello'")


class TestContract:
    def test_it_is_that_of_a_finished_auction_if_none_is_said(self) -> None:
        auction = '[Auction "N"]\n1H Pass 1S Pass\n2S X AP\n'
        for said in ("", '[Contract ""]\n[Declarer ""]\n', '[Contract "?"]\n'):
            record = one(f"{BOARD}{said}{auction}")
            assert str(record.contract) == "2SX by S"
            assert (str(record.start.game), record.start.leader) == ("bridge(trump=S)", 3)

    def test_it_is_none_while_the_auction_goes_on(self) -> None:
        record = one(f'{BOARD}[Auction "N"]\n1H Pass 1S *\n')
        assert (record.contract, str(record.start.game)) == (None, "bridge")

    def test_columns_before_the_dealer_may_be_empty(self) -> None:
        record = one(f'{BOARD}[Auction "W"]\n- 1H Pass 1S\nAP\n')
        assert str(record.contract) == "1S by S"

    def test_the_score_comes_from_contract_result_and_vulnerability(self) -> None:
        record = one(f'{BOARD}[Contract "4S"]\n[Declarer "S"]\n[Result "11"]\n')
        assert (record.score, record.facts()["result"]) == (650, "makes 4S +1")


class TestInheritance:
    SECOND = '\n[West "Dee"]\n[Contract "3NT"]\n[Declarer "N"]\n[Play "E"]\n*\n'

    def test_a_second_table_without_a_deal_has_that_of_the_first(self) -> None:
        first, second = pbn.read(f'{BOARD}[Contract "4S"]\n[Declarer "S"]\n{self.SECOND}')
        assert second.start.hands == first.start.hands
        assert (second.board, second.dealer, second.vulnerable) == ("1", "N", "NS")
        assert (str(first.contract), str(second.contract)) == ("4S by S", "3NT by N")
        assert pbn.read(pbn.write([first, second])) == [first, second]

    def test_another_board_without_a_deal_has_none(self) -> None:
        _, second = pbn.read(f'{BOARD}[Contract "4S"]\n\n[Board "2"]\n[Contract "1S"]\n')
        assert second.position is None

    def test_an_empty_line_may_cut_a_record_in_two(self) -> None:
        record = one(f'{BOARD}\n[Contract "4S"]\n[Declarer "S"]\n\n[Play "W"]\nC4\n')
        assert (str(record.contract), record.moves) == ("4S by S", ("C4",))

    def test_a_record_of_an_event_alone_is_no_board(self) -> None:
        found = boards.read_text(f'[Event "The Cup"]\n\n{BOARD}')
        assert [number for number, _ in found] == ["1"]


class TestSkipped:
    def test_trailing_lines_of_a_dealer_program_are_said_once(
        self, capsys: Capture, tmp_path: Path
    ) -> None:
        path = tmp_path / "dealt.pbn"
        path.write_text(f"{SHORT}\nGenerated 500 hands\nProduced 1 hand\n")
        code, out, err = run(capsys, "solve", str(path))
        assert (code, out.splitlines()[0]) == (0, "board 1")
        assert err == "kibitz: skipped 2 lines that are no tags, the first in line 3\n"

    def test_tags_without_quotes_are_read(self) -> None:
        record = one(f'[Event Random]\n[Board 1]\n[Deal {DEAL}]\n[Site "x]\n[Room"Open"]\n')
        tags = record.tags
        assert [tags[name] for name in ("Event", "Board", "Deal", "Site", "Room")] == [
            "Random",
            "1",
            DEAL,
            "x",
            "Open",
        ]

    def test_a_comment_that_does_not_end_goes_to_the_end_of_its_line(self) -> None:
        found = pbn.read(f'{{ one }}\n{SHORT}{{ two\n[Contract "1S"]\n{{ three\n')
        assert found[0].tags["Contract"] == "1S"
        assert str(found.skipped) == "skipped 2 comments that do not end, the first in line 3"

    def test_text_between_the_fields_of_lin_is_passed_over(self) -> None:
        text = "Played last night:\nmd|1SA2,SK3,SQ4,S65|well\nmb|1N|p|mb|ppp|\n\npc|SK|mb"
        found = lin.read(text)
        assert (str(found[0].contract), found[0].moves) == ("1NT by S", ("SK",))
        assert str(found.skipped) == "skipped 4 texts between fields, the first in line 1"

    def test_a_call_that_is_none_keeps_the_deal(self) -> None:
        (record,) = lin.read("md|1SA,SK,SQ,SJ|mb|1S|mb|8S|pc|SK|")
        assert record.moves == ("SK",)
        assert record.notes[0].startswith("expected a call such as 1S, 2NT, Pass, X or XX: '8S'")

    def test_text_before_the_first_tag_or_field_hides_nothing(self) -> None:
        assert boards.kind_of(f"From Ann\n{BOARD}") == "PBN"
        assert boards.kind_of("From Ann md|1SA,SK,SQ,SJ|") == "LIN"
        assert boards.kind_of("spades 7..K.4 .2..K7 J...A3 | DK") == ""


class TestOnThePage:
    TEXT = (
        f'{BOARD}[Room "Open"]\n[West "Ann"]\n[Contract "4S"]\n[Declarer "S"]\n[Result "9"]\n\n'
        '[Room "Closed"]\n[Contract "3NT"]\n[Declarer "N"]\n\n'
        '[Board "2"]\n[Deal "N:A... - Q... -"]\n\nthe end\n'
    )

    def test_boards_have_rooms_contracts_and_names(self) -> None:
        found = opened(self.TEXT).as_dict()
        first, second, third = found["boards"]
        assert [board["room"] for board in found["boards"]] == ["Open", "Closed", ""]
        assert (first["contract"]["text"], first["names"][3], first["result"]) == (
            "4S by S",
            "Ann",
            "4S down 1",
        )
        assert (first["score"], second["score"]) == (-100, None)
        assert (second["game"], third["error"][:15]) == ("bridge", "expected a deal")
        assert third["known"] == {"N": "A...", "S": "Q..."}

    def test_what_was_skipped_is_said_in_one_sentence(self) -> None:
        assert opened(self.TEXT).said == (
            "skipped 1 line that is no tag in line 18; 1 board has hidden hands, board 2"
        )

    def test_the_board_that_is_opened_is_known_by_its_place(self) -> None:
        same = f"{BOARD}\n" * 2 + f"{BOARD.replace('1', 'x', 1)}"
        assert opened(same).at == 0
        assert of_boards(boards.read_text(same), "PBN", "x").at == 2

    def test_a_file_of_hidden_hands_alone_is_read_too(self) -> None:
        found = read('[Board "4"]\n[Deal "N:AK... - Q... -"]\n')
        assert (found["position"], found["said"]) == ("", "1 board has hidden hands, board 4")
        assert found["boards"][0]["known"] == {"N": "AK...", "S": "Q..."}
        with pytest.raises(kibitz.TextError, match="expected each card once: SA"):
            read('[Board "4"]\n[Deal "N:A... A... Q... J..."]\n')

    def test_known_hands_are_shown_where_others_are_hidden(
        self, capsys: Capture, tmp_path: Path
    ) -> None:
        path = tmp_path / "lead.pbn"
        path.write_text('[Deal "N:AK... - Q... -"]\n')
        assert run(capsys, "show", str(path)) == (
            0,
            "board 1\nN  AK...\nE  -\nS  Q...\nW  -\n",
            "",
        )


@pytest.mark.parametrize("place", range(4))
def test_a_trick_out_of_its_columns_is_read_too(place: int) -> None:
    cards = ["SA", "S3", "S4", "S5"]
    row = " ".join([*cards[place:], *cards[:place]])
    assert one(f'{SHORT}[Play "N"]\n{row}\n').moves == ("SA", "S3", "S4", "S5")
