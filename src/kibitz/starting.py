"""Ctrl-C while the command is still being imported ends it without a word."""

import signal
import sys
import threading
from itertools import pairwise
from pathlib import PurePath


def _is_command() -> bool:
    """Whether this is `kibitz` or `python -m kibitz`, and no program that imports it."""
    called = PurePath(next(iter(sys.argv), "")).name
    if called == "-m":  # as it is until the module is found
        return ("-m", "kibitz") in pairwise(sys.orig_argv)
    return called in ("kibitz", "kibitz.exe")


_ENDS = (
    _is_command()
    and threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
)
if _ENDS:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def started() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt, as usual."""
    if _ENDS and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
