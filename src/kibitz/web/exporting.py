"""The screen as text, PBN, SVG, Python and shell, and a hand as a page of its own."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import kibitz
from kibitz import Analysis, Limit, Position, Review
from kibitz.cards import TrickGame, TrickPosition
from kibitz.cards.units import amount, unit_of
from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.history import History
from kibitz.showing.layout import escaped
from kibitz.web.reading import history_of, pbn_of

Texts = dict[str, str]
Unit = dict[str, Any]


def texts(question: Mapping[str, Any]) -> Texts:
    """What reproduces a screen, in every form that there is of it."""
    hand = history_of(question)
    algorithm = str(question.get("algorithm") or "")
    return {
        "text": str(hand),
        "python": _python(hand, algorithm),
        "shell": _shell(hand, algorithm),
        "pbn": pbn_of(hand.position),
        "svg": drawing(hand.position),
    }


def _python(hand: History, algorithm: str) -> str:
    lines = [
        "import kibitz",
        "",
        f"hand = kibitz.game({_quoted(hand.game)}).parse({_quoted(hand.start)})",
    ]
    if hand.moves:
        lines.append(f"hand = kibitz.History.of(hand, {_quoted(_names(hand))})")
    chosen = f", {_quoted(algorithm)}" if algorithm else ""
    return "\n".join([*lines, f"print(kibitz.analyse(hand{chosen}).show())", ""])


def _names(hand: History) -> str:
    return " ".join(map(str, hand.moves))


def _quoted(text: object) -> str:
    """A text as Python reads it."""
    return json.dumps(str(text), ensure_ascii=False)


def _shell(hand: History, algorithm: str) -> str:
    words = ["kibitz", "analyse", str(hand.game), str(hand.start)]
    words += ["--play", _names(hand)] if hand.moves else []
    words += ["--algorithm", algorithm] if algorithm else []
    return shlex.join(words)


def drawing(position: Position) -> str:
    """The position as SVG, where its game has a drawing; else nothing."""
    try:
        return str(position.svg())
    except GameError:
        return ""


# A page of its own.

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: .5rem 0 }
th, td { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid var(--line) }
pre { overflow-x: auto; background: var(--soft); padding: .7rem }
td { vertical-align: top }
h1 { font-size: 1.5rem; line-height: 1.25 }
h1, p, summary { overflow-wrap: anywhere }
td:not(:last-child) { white-space: nowrap }
svg { max-width: 100%; height: auto }
figure { margin: 0; padding: .5rem; background: #fff; border: 1px solid var(--line) }
figure { border-radius: 12px; width: max-content; max-width: 95% }
.red { color: #c01a1a; background: #fff; border-radius: 3px }
summary { cursor: pointer; padding: .2rem 0 }
.scroll { overflow-x: auto }
.line { max-width: 30rem; overflow-x: auto; white-space: nowrap }
"""


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a6509f", "#a87b00", "#767d84", "#c2566b")
"""One for each side, to be seen on light and dark."""
WHOLE_HAND = 13
_WIDE, _HIGH, _MARGIN = 640, 170, 30
_TEXT = 'fill="currentColor" font-size="13"'


def graph(review: Review, sides: Sequence[str], unit: Unit) -> str:
    """The values of all sides along a hand, where they are exact, with a ring at a mistake."""
    every = [(review.certainty, review.value)]
    every += [(turn.certainty, turn.value) for turn in review.turns]
    values = [
        [int(_counted(unit, one)) if sure == "exact" and one is not None else None for one in value]
        for sure, value in every
    ]
    known = [payoff for value in values for payoff in value if payoff is not None]
    low, high = min(known, default=0), max(known, default=0)
    across = (_WIDE - 2 * _MARGIN) / max(1, len(values) - 1)
    up = (_HIGH - 2 * _MARGIN) / max(1, high - low)

    def place(at: int, payoff: int | None) -> tuple[str, str]:
        return f"{_MARGIN + at * across:.1f}", f"{_MARGIN + (high - (payoff or 0)) * up:.1f}"

    size = f'viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}"'
    parts = [f'<svg {size} role="img" aria-label="Values of all sides along the hand">']
    parts += [
        f'<text x="2" y="{place(0, payoff)[1]}" {_TEXT}>{payoff}</text>'
        for payoff in sorted({low, high})
    ]
    game = review.position.game
    for side, name in enumerate(sides):
        colour = _COLOURS[side % len(_COLOURS)]
        places = [place(at, value[side]) for at, value in enumerate(values)]
        known_places = (
            at for at, value in zip(places, values, strict=True) if value[side] is not None
        )
        line = " ".join(map(",".join, known_places))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="{colour}"/>'
            for (x, y), turn in zip(places[1:], review.turns, strict=True)
            if turn.cost and turn.certainty == "exact" and game.side(turn.player) == side
        ]
        key = f'x="{_MARGIN + side * 110}" y="{_HIGH - 6}" fill="{colour}" font-size="13"'
        parts.append(f"<text {key}>{escaped(name)}</text>")
    return "\n".join([*parts, "</svg>"])


def _signed(text: str, game: Game) -> str:
    """Cards in a text by the signs of their suits, and calls, where a game has them."""
    if not isinstance(game, TrickGame) or game.pack.letters != FRENCH:
        return text
    signs = dict(zip(game.pack.letters, game.pack.signs, strict=True))

    def card(found: re.Match[str]) -> str:
        suit, rank = found["suit"] or found["strain"], found["rank"] or found["level"]
        shown = f"{'10' if rank == 'T' else rank}{signs[suit]}"
        return f'<span class="red">{shown}</span>' if suit in RED else shown

    return _CARD.sub(card, text)


FRENCH, RED = tuple("SHDC"), "HD"
_CARD = re.compile(
    r"\b(?:(?P<suit>[SHDC])(?P<rank>[2-9TJQKA])|(?P<level>[1-7])(?P<strain>[SHDC])(?=X{0,2}\b))\b"
)


def _unit_in_words(unit: Unit) -> str:
    """What the values of a page count."""
    if unit["better"] == "chance":
        return "1 is a win."
    less = "taken, and less is better" if unit["all"] is not None else "and more is better"
    return f"Values are {unit['one']}s, {less}. ~ marks an estimate."


def _counted(unit: Unit, payoff: object) -> str:
    """A payoff as people count it; what is no number as it is."""
    text = str(payoff)
    counts = unit["all"] is not None and text.lstrip("-").isdecimal()
    return str(unit["all"] - int(text)) if counts else text


def _row(cells: Iterable[str], kind: str = "td", line: str = "") -> str:
    last = f'<td><div class="line">{line}</div></td>' if line else ""
    return f"<tr>{''.join(f'<{kind}>{cell}</{kind}>' for cell in cells)}{last}</tr>"


def _dummy(start: Position) -> tuple[int, int] | None:
    """The dummy of a whole deal of bridge, and who plays its cards."""
    if not isinstance(start, TrickPosition) or start.game.name != "bridge":
        return None
    whole = all(hand.bit_count() == WHOLE_HAND for hand in start.hands)
    return ((start.leader + 1) % 4, (start.leader + 3) % 4) if whole else None


def _mistakes(review: Review, people: Sequence[str], unit: Unit) -> str:
    """What was given away in a hand, if both values are exact; the declarer's with the dummy's."""
    game, dummy = review.position.game, _dummy(review.position)
    wrong = [
        (at, turn)
        for at, turn in enumerate(review.turns, 1)
        if turn.certainty == "exact" and turn.cost > 0
    ]
    early = sum(turn.certainty != "exact" for turn in review.turns)
    said = f" {early} early moves are too far from the end to say." if early > 1 else ""
    if not wrong:
        return f"<p>No mistakes.{said}</p>"

    def by(player: int) -> int:
        return dummy[1] if dummy and dummy[0] == player else player

    costs = dict.fromkeys(range(game.players), 0)
    for _, turn in wrong:
        costs[by(turn.player)] += turn.cost
    sums = ", ".join(f"{people[at]} {amount(unit, cost)}" for at, cost in costs.items() if cost)
    rows = [_row(["", "player", "played", "better", "cost"], "th")]
    rows += [
        _row(
            [
                str(at),
                escaped(people[by(turn.player)])
                + (" (dummy)" if by(turn.player) != turn.player else ""),
                _signed(escaped(str(turn.move)), game),
                _signed(escaped(str(turn.best)), game),
                amount(unit, turn.cost),
            ]
        )
        for at, turn in wrong
    ]
    table = f'<div class="scroll"><table>{"".join(rows)}</table></div>'
    return f"<p>Given away: {escaped(sums)}.{said}</p>{table}"


def _values(found: Analysis, sides: Sequence[str], unit: Unit) -> str:
    """Every move of a position, its value for each side, what it costs, and how it goes on."""
    game = found.position.game
    if found.position.is_over:
        return "<p>the end</p>"
    rows = [_row(["", *map(escaped, sides), "costs", "and then"], "th")]
    for row in found.as_dict()["moves"]:
        about = "" if row["certainty"] == "exact" else "~"
        value = row["words"]["value"] or ["-"] * len(sides)
        cards, line = (
            _signed(escaped(" ".join(map(str, some))), game)
            for some in (row["moves"], row["line"][1:])
        )
        cost = "-" if row["cost"] is None else str(row["cost"])
        each = [f"{about}{_counted(unit, payoff)}" for payoff in value]
        rows.append(_row([cards, *each, cost], line=line or " "))
    return f"<table>{''.join(rows)}</table>"


MOST_MOVES = 150
"""How long a hand may be for a visitor's page: each position takes a tenth of a second or more."""


def page_of(
    hand: History, seconds: float, table_mb: int, title: str = "", names: Sequence[str] = ()
) -> str:
    """One static page with the analysis of each position of a hand inside.

    All of them together take about this many seconds.
    """
    game, unit = hand.game, unit_of(hand.game)
    called = escaped(title or str(game))
    known = len(names) == game.players
    people = names if known else list(map(game.who, range(game.players)))
    sides = list(game.side_names)
    if known and game.player_names[0] == "P0":  # seats without names of their own
        for side in range(len(sides)):
            sides[side] = " and ".join(
                who for at, who in enumerate(people) if game.side(at) == side
            )
    drawn = drawing(hand.start).replace(' xmlns="http://www.w3.org/2000/svg"', "")
    each = Limit(seconds=max(0.1, seconds / (2 * len(hand.moves) + 1)), table_mb=table_mb)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{called}</title><style>{_STYLE}</style></head><body><main>",
        f"<h1>{_signed(called, game)}</h1>",
        f"<figure>{drawn}</figure>" if drawn else f"<pre>{escaped(hand.start.show())}</pre>",
    ]
    if hand.moves:
        review = kibitz.review(hand, limit=each)
        parts += ["<h2>Mistakes</h2>", graph(review, sides, unit), _mistakes(review, people, unit)]
    found = [kibitz.analyse(hand.first(at), limit=each) for at in range(len(hand.moves) + 1)]
    parts.append(f"<h2>Every move and its value</h2><p>{_unit_in_words(unit)}</p>")
    for at, analysis in enumerate(found):
        before = _signed(escaped(f"after {hand.moves[at - 1]}"), game) if at else "at the start"
        here = analysis.position
        who = "" if here.is_over else f", {escaped(people[here.turn])} to move"
        parts.append(
            f"<details{' open' if at == 0 else ''}><summary>{at}: {before}{who}</summary>"
            f'<div class="scroll">{_values(analysis, sides, unit)}</div></details>'
        )
    again = _shell(hand, "")
    python = _python(hand, "")
    parts += [
        "<h2>For programmers: the same again</h2>",
        f"<pre>{escaped(again)}</pre><pre>{escaped(python)}</pre>",
        f"<p>Made by Kibitz {kibitz.__version__}.</p></main></body></html>",
    ]
    return "\n".join(parts)
