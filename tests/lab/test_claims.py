"""Several commands on one store share the tasks, and who is killed gives its tasks back."""

from __future__ import annotations

import signal
from pathlib import Path

import counted
from counted import kept_in, notes, start
from waiting import wait_for


def test_two_commands_run_no_task_twice(tmp_path: Path) -> None:
    both = [start(tmp_path, "--workers", "2", **{counted.PAUSE: "0.1"}) for _ in range(2)]
    for running in both:
        out, err = running.communicate()
        assert (running.returncode, err) == (0, "")
        assert "513.5" in out
    begun = notes(tmp_path)
    assert len(begun) == len(set(begun)) == counted.TASKS
    assert {file.name for file in tmp_path.iterdir()} == {"notes", "reproduction.sqlite"}


def test_what_a_killed_command_was_at_is_free_at_once(tmp_path: Path) -> None:
    killed = start(tmp_path, "--workers", "2", **{counted.PAUSE: "60"})
    wait_for(lambda: len(notes(tmp_path)) >= 2)
    other = start(tmp_path, "--workers", "2", **{counted.PAUSE: "0"})
    store = tmp_path / "reproduction.sqlite"
    wait_for(lambda: len(kept_in(store)) == counted.TASKS - 3)  # two at work, one handed out
    assert other.poll() is None
    killed.send_signal(signal.SIGKILL)
    _, err = other.communicate(timeout=30)
    assert (other.returncode, err) == (0, "")
    killed.communicate()
    assert len(kept_in(store)) == counted.TASKS
