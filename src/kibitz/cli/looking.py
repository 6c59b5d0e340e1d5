"""Verbs that look at games, algorithms and positions without a search."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import kibitz
from kibitz import Algorithm, Game, LeafTable, Position, TextError, text
from kibitz import games as registry
from kibitz.cli.answering import each, print_json, show_shown
from kibitz.cli.reading import Verbs, whole
from kibitz.errors import writing
from kibitz.layout import columns


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    verbs.add(games)
    listing = verbs.add(algorithms)
    listing.add_argument("game", metavar="GAME", nargs="?", help="which can prune this game?")
    listing.add_argument("position", metavar="POSITION", nargs="?", help="or this position?")
    listing.add_argument("--parts", default="", help="of all, such as leaf=cards,width=3")
    dealing = verbs.add(deal, "GAME")
    dealing.add_argument("--seed", type=whole, required=True, help="same seed, same deal")
    dealing.add_argument("--cards", type=whole, help="cards each, instead of as many as usual")
    showing = verbs.add(show, "GAME", "POSITION")
    showing.add_argument("--svg", metavar="FILE", help="draw it too, where the game has a drawing")
    ranking = verbs.add(leaf_table, "GAME")
    ranking.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="what can still come about there, instead of in a whole game",
    )
    ranking.add_argument("--bounds", help="does this bound vector prune? ranks, such as 1,1,-")
    ranking.add_argument("--plot", metavar="FILE", help="draw which bounds prune: svg, png, pdf")
    ranking.add_argument("--players", default="0,1", help="two or three to draw, default 0,1")
    ranking.add_argument("--scale", default="rank", help="rank (default) or payoff, to draw")
    checking = verbs.add(check, "GAME")
    checking.add_argument("--deals", type=whole, default=20, help="random games, default 20")
    checking.add_argument("--seed", type=whole, default=0, help="of the first deal, default 0")
    counting = verbs.add(perft, "GAME", "POSITION")
    counting.add_argument("--depth", type=whole, default=3, help="plies, default 3")
    counting.add_argument("--legal", action="store_true", help="count every legal move on its own")


def games(options: argparse.Namespace) -> int:
    """List the games with their arguments."""
    found = [kibitz.game(name) for name in registry.names()]
    if options.json:
        print_json(
            [
                {
                    "game": game.name,
                    "about": game.title,
                    "arguments": {
                        key: text.write_value(value) for key, value in game.arguments().items()
                    },
                }
                for game in found
            ]
        )
    else:
        print("\n\n".join(game.show() for game in found))
    return 0


def algorithms(options: argparse.Namespace) -> int:
    """List the algorithms and their parts, or with a game which of them can prune it and why."""
    if options.game is not None:
        return _show_prospects(options)
    rows: list[dict[str, Any]] = []
    for name, preset in kibitz.PRESETS.items():
        algorithm = Algorithm.parse(name)
        rows.append(
            {
                "algorithm": name,
                "claim": preset.claim,
                "paper": preset.paper,
                "sound": algorithm.sound,
                "parts": algorithm.parts(),
            }
        )
    if options.json:
        print_json(rows)
        return 0
    for row in rows:
        parts = " ".join(f"{axis}={part}" for axis, part in row["parts"].items())
        print(f"{row['algorithm']}\n  {row['claim']}\n  {row['paper']}\n  {parts}")
    return 0


def _show_prospects(options: argparse.Namespace) -> int:
    def answer(source: Game | Position) -> dict[str, Any]:
        data = {"game": str(source)}
        if isinstance(source, Position):
            data = {"game": str(source.game), "position": str(source)}
        rows = [
            {"algorithm": str(row.algorithm), "prunes": row.prunes, "reason": row.reason}
            for row in kibitz.prospects(source, options.parts)
        ]
        return {**data, "prospects": rows}

    def show(data: dict[str, Any]) -> None:
        rows = [
            [row["algorithm"], "prunes" if row["prunes"] else "cannot prune", row["reason"]]
            for row in data["prospects"]
        ]
        print(columns(rows, left=range(3)))

    return each(options, answer, show)


def deal(options: argparse.Namespace) -> int:
    """Deal a random position."""
    position = kibitz.game(options.game).deal(options.seed, options.cards)
    if options.json:
        print_json({"game": str(position.game), "seed": options.seed, "position": str(position)})
    else:
        print(position)
    return 0


def show(options: argparse.Namespace) -> int:
    """Show a position for people."""
    if options.svg is not None and options.position == "-":
        raise TextError("expected one position to draw, not a position a line")

    def answer(position: Position) -> dict[str, Any]:
        if options.svg is not None:
            drawing, path = position.svg(), Path(options.svg)
            with writing(path):
                path.write_text(drawing, encoding="utf-8")
        over = position.is_over
        return {
            "game": str(position.game),
            "position": str(position),
            "turn": None if over else position.turn,
            "moves": [] if over else [str(move) for move in position.moves()],
            "legal_moves": [] if over else [str(move) for move in position.legal_moves()],
            "is_over": over,
            "outcome": position.outcome if over else None,
            "shown": position.show(),
        }

    return each(options, answer, show_shown)


def leaf_table(options: argparse.Namespace) -> int:
    """Show the leaf-value table: every outcome, its payoffs and its ranks."""
    bounds = None if options.bounds is None else _bounds(options.bounds)
    if options.plot is not None and options.position == "-":
        raise TextError("expected one table to plot, not a position a line")

    def answer(source: Game | Position) -> dict[str, Any]:
        table = LeafTable.of(source)
        if options.plot is not None:
            from kibitz import plot

            players = text.read_ints(options.players, "--players")
            plot.save(Path(options.plot), table, players, options.scale, bounds)
        rows = zip(table.outcomes, table.payoffs, table.ranks, strict=True)
        data: dict[str, Any] = {"game": str(table.game)}
        if isinstance(source, Position):
            data["position"] = str(source)
        data["rows"] = [
            {"outcome": outcome, "payoffs": payoffs, "ranks": ranks}
            for outcome, payoffs, ranks in rows
        ]
        if bounds is not None:
            data.update(bounds=bounds, prunes=table.prunes(bounds))
        if options.position != "-" and not options.json:
            data["shown"] = str(table)
        return data

    def show(data: dict[str, Any]) -> None:
        print(data["shown"])
        if bounds is not None:
            print(options.bounds, "prunes" if data["prunes"] else "does not prune")

    return each(options, answer, show)


def _bounds(line: str) -> list[int | None]:
    parts = line.split(",")
    return [None if part.strip() == "-" else text.read_int(part, "a bound") for part in parts]


def check(options: argparse.Namespace) -> int:
    """Play a game at random and tell what is wrong with it."""
    game = kibitz.game(options.game)
    faults = kibitz.check_game(game, options.deals, options.seed)
    if options.json:
        print_json({"game": str(game), "deals": options.deals, "faults": faults})
    else:
        print(*(faults or [f"no faults in {options.deals} games"]), sep="\n")
    return int(bool(faults))


def perft(options: argparse.Namespace) -> int:
    """Count the positions after each number of moves."""

    def answer(position: Position) -> dict[str, Any]:
        return {
            "game": str(position.game),
            "position": str(position),
            "counts": kibitz.perft(position, options.depth, options.legal),
        }

    def show(data: dict[str, Any]) -> None:
        for ply, count in enumerate(data["counts"], start=1):
            print(f"{ply:3} {count:>15,}")

    return each(options, answer, show)
