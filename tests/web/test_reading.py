"""What strangers paste is read in time that is linear in its length."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import huge_texts
import pytest

import kibitz
from kibitz.cards.deck import Pack
from kibitz.games.bridge import pbn
from kibitz.web import reading
from kibitz.web.reading import history_of

ENOUGH = 60
"""Seconds of a processor after which reading is ended: many times what it takes."""


def test_no_text_takes_a_reader_long() -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (ENOUGH, ENOUGH))

    words = [sys.executable, str(Path(huge_texts.__file__))]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=limited)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) == len(huge_texts.TEXTS)


def test_a_value_that_is_not_closed_ends_with_its_line() -> None:
    (record,) = pbn.read('[Board "1"]\n"{ no comment\n; a comment\nmore')
    assert record.lines("Board") == ('"{ no comment', "more")


def test_only_so_many_tags_hold_for_all_later_records() -> None:
    tags = "".join(f'[a{at} "##b"]\n' for at in range(pbn.MOST_LASTING))
    assert len(pbn.read(f'{tags}\n[Board "2"]\n')[1].parts) == pbn.MOST_LASTING + 1
    with pytest.raises(kibitz.TextError, match="64 tags with ## at most"):
        pbn.read(f'{tags}[more "##b"]\n')


def test_a_long_hand_of_a_large_tree_is_refused() -> None:
    large = "0[" * 2_000 + "(1,2,3) " * 3_000 + "]" * 2_000
    question = {"game": "tree", "position": large, "play": ["0"] * 1_000}
    with pytest.raises(kibitz.TextError, match="shorter position for 1,000 moves"):
        history_of(question)


@pytest.mark.parametrize("hands", ["AK... 32... QJ... T9...", "AK... - 32... -"])
def test_a_file_is_read_once_and_so_is_each_hand(
    monkeypatch: pytest.MonkeyPatch, hands: str
) -> None:
    read: list[str] = []
    known = Pack.read_hand

    def told(pack: Pack, field: str, *words: int) -> int:
        read.append(field)
        return known(pack, field, *words)

    files: list[object] = []
    whole = pbn.read

    def opened(text: str, *words: object, **options: bool) -> pbn.Records:
        files.append(text)
        return whole(text, *words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Pack, "read_hand", told)
    monkeypatch.setattr(pbn, "read", opened)
    found = reading.read(f'[Board "1"]\n[Deal "N:{hands}"]\n')
    assert len(found["boards"]) == len(files) == 1
    assert sorted(read) == sorted(field for field in hands.split() if field != "-")


@pytest.mark.parametrize(
    "text", ["", "hello", "a file\nof x:y (words).\n", "?!?;gd?a;:a!ihd\nmore"]
)
def test_a_text_of_another_kind_is_said_to_be_none_of_ours(text: str) -> None:
    with pytest.raises(kibitz.TextError, match=r"^expected a position, PBN, LIN, a log or a view"):
        reading.read(text)


def test_what_is_wrong_with_a_position_is_said() -> None:
    for text, wrong in (
        ("7..K.4 .2..K7", "3 to 4 players"),
        ("hearts start", "4 hands"),
    ):
        with pytest.raises(kibitz.TextError, match=wrong):
            reading.read(text, "hearts")
