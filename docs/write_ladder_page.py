"""Writes the tables of docs/ladder.md: the players of the package against each other.

    python docs/write_ladder_page.py [STORE] [--missing] [--so-far] [--minutes=8]

Takes what the store of matches has (build/ladder.sqlite) and plays the rest; stop and go on at
will. With --missing only what the page does not have, with --so-far nothing is played: then what
the page has stays. With --minutes a match has fewer blocks if it would take longer, and its cell
says how many. The words are in the page, every number between its marks comes from here.
The deals are other ones than those that players were made with.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kibitz.lab.estimate import Estimate, estimate_by_blocks
from kibitz.matches.match import MatchResult, match
from kibitz.matches.start import begin
from kibitz.whole.game import WHOLE

PAGE = Path(__file__).parent / "ladder.md"
STORE = Path(__file__).parent.parent / "build" / "ladder.sqlite"
NOT_PLAYED = "not played"
FIRST = 1000
"""The seed of the first deal."""
GAMES = {
    "hearts": 60,
    "spades": 60,
    "spades(players=3)": 60,
    "bridge": 60,
    "whole-hearts(to=50)": 10,
    "whole-spades(players=3,to=300)": 10,
    "whole-oh-hell(players=3,most=6)": 10,
    "whole-sergeant-major(hands=6)": 10,
    "chinese_checkers": 10,
}
"""How many blocks are played of each."""
BRIEFLY = dict.fromkeys(
    (
        *("skat", "skat(contract=grand)", "skat(contract=null)", "skat(contract=ramsch)"),
        *("sheepshead", "doppelkopf", "jass", "belote", "euchre", "five_hundred", "pinochle"),
        *("french_tarot", "briscola", "ninety_nine", "wizard", "knock_out_whist", "tressette"),
        *("euchre(utility=taken)", "knock_out_whist(utility=taken)"),
    ),
    60,
)
"""The same of games in which only neighbours on the ladder meet."""
FEW_PAYOFFS = {"skat(contract=null)": 240, "euchre": 240, "knock_out_whist": 480}
"""Games with so few payoffs that more blocks are played, and another match, of more worlds."""
RULES, SAMPLING, MORE = (
    ("rules", "random"),
    ("sampling", "rules"),
    ("sampling(worlds=400)", "rules"),
)
NEIGHBOURS = (RULES, SAMPLING, MORE)
FEW = 10
"""How many blocks searches of many players are given against each other."""
UCT, BRS, MIX, OPPS, OFFENSIVE, BEST = (
    "search(uct(order=ORDER,playouts=order),nodes=1000)",
    "search(brs(table=bounds,order=ORDER,leaf=LEAF),nodes=20000)",
    "mp-mix(nodes=20000)",
    "search(opps(table=bounds,order=ORDER,leaf=LEAF),nodes=20000)",
    "search(offensive(order=ORDER,leaf=LEAF),nodes=20000)",
    "search(best-first(order=ORDER,leaf=LEAF),nodes=20000)",
)
OPEN = "search(nodes=20000)"
"""Max^n in cards, with open hands."""
OTHERS = (
    "search(paranoid(table=bounds,leaf=cards),nodes=20000)",
    "search(opps(table=bounds,leaf=cards),nodes=20000)",
    "search(offensive(leaf=cards),nodes=20000)",
    "search(best-first(leaf=cards),nodes=20000)",
    "believing",
)
"""The others in cards, with open hands too."""
BOARDS = {
    "chinese_checkers(rows=3,leave=0)": ("distance", "gain"),
    "focus": ("captures", "stack"),
    "rolit": ("mobility", "square"),
    "blokus": ("squares", "large"),
}
"""The estimate and the order of each."""
PAIRS = ((UCT, "rules"), (UCT, BRS), (BRS, MIX), (BRS, OPPS), (BRS, OFFENSIVE), (BRS, BEST))
SEARCHES = [
    *((game, "ismcts", two) for game in ("hearts", "spades") for two in ("rules", "sampling")),
    *(
        (game, *(who.replace("LEAF", leaf).replace("ORDER", order) for who in pair))
        for game, (leaf, order) in BOARDS.items()
        for pair in PAIRS
    ),
    *((game, one, OPEN) for game in ("hearts", "spades(players=3)") for one in OTHERS),
]
"""Matches of searches for many players: the game, and the two who meet."""
Cells = dict[tuple[str, str], str]
"""What is said of two players."""
PLAYERS = ("random", "rules", "playouts(20)", "sampling", "search(nodes=2000)")
VARIANTS = (
    "sampling(worlds=400)",
    "sampling(by=vote)",
    "sampling(exact=5)",
    "sampling(exact=5,by=reduction)",
    "sampling(aim=game)",
    "sampling(weigh=bids)",
)
"""Each against `sampling` as it is."""


def played(
    game: str, one: str, two: str, store: Path, so_far: bool = False, minutes: float = 0
) -> MatchResult:
    """A match of one player against another; within minutes, twice as many blocks each time."""
    most = FEW if (game, one, two) in SEARCHES else blocks_of(game, one)
    start, blocks = time.monotonic(), 1 if minutes else most
    while True:
        found = match(
            game, one, two, blocks=blocks, seed=FIRST, store=store, workers=1, so_far=so_far
        )
        if blocks == most or 2 * (time.monotonic() - start) > 60 * minutes:
            return found
        blocks = min(2 * blocks, most)


def blocks_of(game: str, one: str) -> int:
    """How many blocks a player is given in a game."""
    more = FEW_PAYOFFS if one in (SAMPLING[0], MORE[0]) else {}
    return {**GAMES, **BRIEFLY, **more}[game]


def is_board(game: str) -> bool:
    return game.startswith("chinese_checkers")


def players(game: str) -> list[str]:
    """Who plays a game."""
    return [name for name in PLAYERS if not (is_board(game) and name.startswith("playouts"))]


def variants(game: str) -> Iterator[str]:
    """Which variants of sampling differ in a game."""
    whole = WHOLE.get(game.partition("(")[0])
    for name in VARIANTS:
        idle = ("aim" in name and (whole is None or whole.played_for == "game")) or (
            "weigh" in name and (whole is None or not whole.bidding or whole.bids_tell)
        )
        if not is_board(game) and not idle:
            yield name


def difference(result: MatchResult) -> Estimate:
    """By how much the first player scores more, with an interval for few blocks too."""
    pairs = zip(result.values("score 0"), result.values("score 1"), strict=True)
    return estimate_by_blocks([one - two for one, two in pairs])


def written(number: Estimate, blocks: int) -> str:
    """A difference with its interval, bold if that excludes zero; its blocks if they are few."""
    if not number.cases:
        return NOT_PLAYED
    few = f", {number.cases} of {blocks} blocks" if number.cases < blocks else ""
    if number.low is None or number.high is None:
        return f"{number.value:+.2f}{few}"
    said = f"{number.value:+.2f} ({number.low:+.2f} to {number.high:+.2f})"
    return (f"**{said}**" if number.low > 0 or number.high < 0 else said) + few


def cells(block: str) -> Cells:
    """What a table of the page says of two players, and the lines of variants below it."""
    rows = [
        [cell.strip() for cell in line.strip()[1:-1].split("|")]
        for line in block.splitlines()
        if line.startswith("| ") and "---" not in line
    ]
    found = {
        (row[0], two): cell
        for row in rows[1:]
        for two, cell in zip(rows[0][1:], row[1:], strict=True)
        if cell
    }
    for one, two, cell in re.findall(r"^`(.*?)` against `(.*?)`: (.*)\.$", block, re.M):
        found[one, two] = cell
    return {pair: cell for pair, cell in found.items() if cell != NOT_PLAYED}


def table(game: str, apart: Callable[[str, str], str]) -> str:
    """By how much the player of a row scores more than that of a column."""
    names = players(game)
    rows = [["", *names[:-1]]]
    for at, one in enumerate(names[1:], start=1):
        found = [apart(one, two) for two in names[:at]]
        rows.append([one, *found, *[""] * (len(names) - 1 - at)])
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    lines = [head, "| --- " * len(rows[0]) + "|", *body]
    for name in variants(game):
        lines.append(f"\n`{name}` against `sampling`: {apart(name, 'sampling')}.")
    games = f"{GAMES[game]} blocks unless a cell says otherwise, deals from {FIRST} on"
    return "\n".join([*lines, "", f"{games}, {begin(game, 0).players} players."])


def place(name: str) -> re.Pattern[str]:
    """Where a table stands in the page."""
    return re.compile(rf"<!-- {re.escape(name)} -->\n(.*?)<!-- end -->", re.S)


def on_page(name: str) -> str:
    """A table of the page as it is."""
    return "".join(place(name).findall(PAGE.read_text()))


def put(name: str, block: str) -> None:
    """Write a table of the page anew."""
    page = f"<!-- {name} -->\n{block}\n<!-- end -->"
    PAGE.write_text(place(name).sub(lambda _: page, PAGE.read_text()))


def brief(known: Cells, store: Path, missing: bool, so_far: bool, minutes: float) -> Iterator[str]:
    """A line for each game in which only neighbours meet."""
    heads = [f"{one} against {two}" for one, two in NEIGHBOURS]
    yield f"| game | {' | '.join(heads)} |"
    yield "| --- " * (1 + len(heads)) + "|"
    for game in BRIEFLY:
        line = []
        for head, (one, two) in zip(heads, NEIGHBOURS, strict=True):
            if (one, two) == MORE and game not in FEW_PAYOFFS:
                line.append("")
                continue
            before = known.get((f"`{game}`", head), NOT_PLAYED)
            if not missing or before == NOT_PLAYED:
                result = played(game, one, two, store, so_far, minutes)
                found = written(difference(result), blocks_of(game, one))
                before = before if found == NOT_PLAYED else found
            line.append(before)
        yield f"| `{game}` | {' | '.join(line)} |"


def searches(
    known: Cells, store: Path, missing: bool, so_far: bool, minutes: float
) -> Iterator[str]:
    """A line for each match of searches for many players."""
    head = "first less second"
    yield f"| match | {head} |"
    yield "| --- | --- |"
    for game, one, two in SEARCHES:
        label = f"`{game}`: `{one}` against `{two}`"
        before = known.get((label, head), NOT_PLAYED)
        if not missing or before == NOT_PLAYED:
            result = played(game, one, two, store, so_far, minutes)
            found = written(difference(result), FEW)
            before = before if found == NOT_PLAYED else found
        yield f"| {label} | {before} |"


def write(store: Path, missing: bool, so_far: bool, minutes: float = 0) -> None:
    """Write the page anew, table by table."""
    for game in GAMES:
        known = cells(on_page(game))

        def apart(one: str, two: str, game: str = game, known: Cells = known) -> str:
            if missing and (one, two) in known:
                return known[one, two]
            result = played(game, one, two, store, so_far, minutes)
            found = written(difference(result), GAMES[game])
            return known.get((one, two), found) if found == NOT_PLAYED else found

        put(game, table(game, apart))
    for name, lines in (("briefly", brief), ("searches", searches)):
        put(name, "\n".join(lines(cells(on_page(name)), store, missing, so_far, minutes)))


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    limits = [word.partition("=")[2] for word in sys.argv if word.startswith("--minutes=")]
    write(
        Path(words[0]) if words else STORE,
        "--missing" in sys.argv,
        "--so-far" in sys.argv,
        float(limits[-1]) if limits else 0,
    )
