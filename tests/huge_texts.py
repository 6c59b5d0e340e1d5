"""Texts as large as the page takes, each of a kind that a careless reader is slow at.

As a program it reads them all, and prints how many there were.
"""

from __future__ import annotations

from contextlib import suppress

from kibitz.errors import KibitzError
from kibitz.web.reading import opened
from kibitz.web.security import LONGEST_BODY

SIZE = LONGEST_BODY - 10_000


def much(part: str, size: int = SIZE) -> str:
    """A part again and again."""
    return (part * (size // len(part) + 1))[:size]


def many(part: str, size: int = SIZE) -> str:
    """The same with a number in each."""
    found, number = list[str](), 0
    while size > 0:
        found.append(part.format(number))
        size, number = size - len(found[-1]), number + 1
    return "".join(found)


HALF, SOME = SIZE // 2, SIZE // 10
DEAL = "N:A... K... Q... J..."
HANDS = "7..K.4 .2..K7 J...A3"
CHAIN = "0[" * SOME + "(1,2,3)" + "]" * SOME
PBN = (
    '[Deal "x"]\n"' + much(r"\""),
    '[Deal "x"]\n' + much("x\n"),
    '[Deal "x"]\n' + much('"\n'),
    many('[a{} "##b"]\n', HALF) + "\n" + much('[Deal "x"]\n\n', HALF),
    much(f'[Deal "{DEAL}"]\n\n'),
    f'[Deal "{DEAL}"]\n[Play "N"]\n' + much("SA SK SQ SJ\n"),
    f'[Deal "{DEAL}"]\n[Contract "1' + much(" ") + 'Q"]',
    "[" + much(" "),
    "[a" + much("a"),
    '[a "b"' + much("\n"),
    '[a "b"]' + much("{"),
    '[a "b"]\n' + much("\0"),
    '[a "b"]' + much("{}\n"),
    much('%\n[a "b"]\n'),
    much("[a b\n"),
    f'[Deal "{DEAL}"]\n' + much("{\n"),
    f'[Deal "{DEAL}"]\n[Auction "N"]\n' + much("P "),
    f'[Deal "{DEAL}"]\n' + much('\n[Contract "1S"]\n', SOME),
    much("x\n") + f'[Deal "{DEAL}"]\n',
)
LIN = (
    much("md|1|"),
    much("md|1SA,SK,SQ,SJ|"),
    much("|"),
    "md|1" + much(",") + "|",
    "md|1" + much("S") + "|",
    "md|1S|mb|" + much("p!") + "|",
    "md|1SA,SK,SQ,SJ|pc|" + much("10") + "|",
    "md|1SA,SK,SQ,SJ|" + much("pc|SA|"),
    "md|1SA,SK,SQ,SJ|" + much("ab ") + "!|",
    "pn|" + much("a,", HALF) + "|" + much("md|1|", HALF),
)
LOGS = (
    "game" + much(" ") + "x",
    "game\n" + much("game x\n"),
    "game spades(players=3)\nseed " + much("1"),
    "game spades(players=3)\nseed 1\n" + much("#\n"),
    "game spades(players=3,cards=2)\nseed 1\n" + much("0 C4\n", 20_000),
)
TREES = (
    "1" + much(" ") + "x",
    "1" + much("1") + "x",
    "1" + much("{} "),
    much("("),
    "0[" + much("(1,2,3)") + "]",
    "0[" + many("({},0,0)") + "]",
    "0[(" + much("1,") + "1)]",
    "0{" + much("0<=5,") + "}[(1,2,3)]",
    "0{0" + much(" ") + "}[(1,2,3)]",
    f"{CHAIN} @" + much("0,", 2 * SOME) + "0",
    f"{CHAIN} | " + much("0 ", 2 * SOME),
)
POSITIONS = (
    much("."),
    much("A... "),
    "A..." + much("A"),
    "N:" + much("."),
    "N:" + much("A... "),
    f"{HANDS} 0 " + much("SA,") + "SA 0,0,0",
    f"{HANDS} 0 - " + much("0,") + "0",
    f"{HANDS} 0 - 0,0,0 " + many("m{},"),
    f"{HANDS} " + much("9") + " - 0,0,0",
    f"{HANDS} | " + much("DK,"),
    "chinese_checkers " + much("a1"),
    "chinese_checkers a" + much("1"),
)
GAMES = (
    "spades" + much("("),
    much("spades("),
    "spades(" + much("a=b,") + ")",
    "spades(" + many("a{}=b,") + ")",
    "spades(bids=" + much("1/") + "1)",
    "spades(utility=" * 6_000 + ")" * 6_000,
    much("a:"),
    "spades(players=3,cards=3) seat=1 hand=A.2..K plays=" + much("C7/") + "C7",
    "spades(players=3,cards=3) seat=1 hand=A.2..K " + many("a{}=b "),
)
DATA = (
    '{"a":' + much("["),
    "{" + many('"k{}":1,') + '"a":1}',
    '{"seat":' + much("9") + "}",
    '{"seat":1,"game":"spades","plays":[' + much('"SA",') + '"SA"]}',
    '{"game":"tree","position":"0[(1,2,3)]","play":[' + much("0,") + "0]}",
)
TEXTS = (*PBN, *LIN, *LOGS, *TREES, *POSITIONS, *GAMES, *DATA)

if __name__ == "__main__":
    for text in TEXTS:
        with suppress(KibitzError):
            opened(text)
    print(len(TEXTS))
