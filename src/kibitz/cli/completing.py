"""Completion in a shell: the verb that prints the script for it, and what it asks for.

The script is that of argcomplete, which comes with the extra `completion`. It runs
`kibitz` at each TAB, so what is proposed are the games, algorithms and experiments that there are.
"""

from __future__ import annotations

import argparse
import os

from kibitz import KibitzError
from kibitz.cli.reading import Verbs

SHELLS = ("bash", "zsh", "fish")


def add(verbs: Verbs) -> None:
    """The verb with its options."""
    verb = verbs.add(completion, json=False)
    verb.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def completion(options: argparse.Namespace) -> int:
    """Print the script that makes TAB complete this command in a shell."""
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError as error:
        raise KibitzError(
            f"completion needs argcomplete; use pip install 'kibitz[completion]' ({error})"
        ) from None
    print(shellcode(["kibitz"], shell=options.shell))
    return 0


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks for words; does not return then."""
    if "_ARGCOMPLETE" in os.environ:
        import argcomplete

        argcomplete.autocomplete(parser, always_complete_options=False)
