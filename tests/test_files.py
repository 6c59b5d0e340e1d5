"""Files are read whole if they are not too large, and written whole or not at all."""

from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import counted
import pytest

from kibitz import KibitzError, files
from kibitz.games.bridge import lin, pbn
from kibitz.matches import log


def test_a_file_is_replaced_and_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("before")
    path.chmod(0o640)
    files.write(path, b"after")
    assert path.read_bytes() == b"after"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    files.write(tmp_path / "out", b"new")
    (tmp_path / "plain").touch()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "goal").write_text("before")
    (tmp_path / "link").symlink_to(tmp_path / "goal")
    files.write(tmp_path / "link", b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "goal").read_bytes() == b"after"


def test_what_is_no_plain_file_is_written_as_it_comes() -> None:
    files.write(Path(os.devnull), b"all")
    assert not Path(os.devnull).is_file()
    assert files.is_writable(Path(os.devnull))


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    for path in tmp_path, tmp_path / "no" / "folder":
        assert not files.is_writable(path)
        with pytest.raises(KibitzError, match="expected a file to write to: "):
            files.write(path, b"")


@pytest.mark.parametrize("word", ["--csv", "--parquet"])
def test_a_full_disk_leaves_the_file_as_it_was(word: str, tmp_path: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    (tmp_path / "out").write_text("before")
    words = ["counted:Counted", "--store", ":memory:", word, "out"]
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "reproduce", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": counted.TESTS, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=small,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected a file to write to: 'out': File too large" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "out").read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.pbn"
    with path.open("wb") as file:
        file.truncate((files.LARGEST << 20) + 1)
    for read in (files.read, pbn.read, lin.read, lambda path: log.load(str(path))):
        with pytest.raises(KibitzError, match="it has more than 64 MB"):
            read(path)
    assert files.read_text(Path(__file__), "a test").startswith('"""Files')


def test_nor_is_one_that_has_no_end() -> None:
    with pytest.raises(KibitzError, match="'/dev/zero': it has more than 64 MB"):
        files.read(Path("/dev/zero"))
