"""Playing at the terminal: typed lines in, short lines out."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz import KibitzError
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.matches.terminal import WIDTH, Quit, Terminal, seats
from kibitz.whole.hand import Hidden


class Typist:
    """Types lines, then what the view has first, and keeps what is said."""

    def __init__(self, game: str, lines: list[str], seed: int = 7, quits: bool = False) -> None:
        self.lines, self.said, self.quits = lines, list[str](), quits
        self.terminal = Terminal(game, seats(game, ["rules"], 0), seed, self.ask, self.said.append)

    def ask(self, prompt: str) -> str:
        if self.lines:
            return self.lines.pop(0)
        if self.quits:
            raise Quit
        here = self.terminal.here
        if not isinstance(here, Hidden):
            assert here.position is not None
            return str(here.position.moves()[0])
        view = here.view()
        if view.asks == "pass":
            return " ".join(map(str, view.moves()[: view.choices[0]]))
        return str(view.moves()[0])

    def text(self) -> str:
        self.terminal.run()
        return "\n".join(self.said)


@pytest.mark.parametrize(
    "game",
    [
        "chinese_checkers(players=2,move_limit=9)",
        "whole-sergeant-major(hands=2)",
        "hearts(cards=3)",
        "spades(players=3,cards=3)",
        "whole-hearts(players=3,to=5)",
        "whole-spades(to=10)",
        "whole-oh-hell(players=4,most=2)",
    ],
)
def test_a_game_is_played_to_its_end_in_forty_columns_without_colour(game: str) -> None:
    typist = Typist(game, ["help", "why", "hint"])
    text = typist.text()
    assert typist.terminal.here.is_over
    assert "the end: " in text
    assert all(len(line) <= WIDTH and line.isprintable() for line in text.split("\n"))
    choices = typist.terminal.choices
    assert log.replay(game, 7, choices) == typist.terminal.here


def test_what_is_not_a_card_is_said_so_and_asked_again() -> None:
    text = Typist("spades(players=3,cards=4)", ["SA", "what"], quits=True).text()
    assert text.count("expected one of HT D9 CA, or help") == 2


def test_a_choice_is_taken_back() -> None:
    typist = Typist("spades(players=3,cards=4)", ["undo", "ht", "undo", "d9"], quits=True)
    text = typist.text()
    assert "there is no choice to take back" in text
    assert [str(move) for seat, move in typist.terminal.choices if seat == 0] == ["D9"]


def test_hints_are_over_deals_that_agree_with_the_view_or_with_all_cards_open() -> None:
    text = Typist("spades(players=3,cards=4)", ["hint", "hint open", "why"], quits=True).text()
    assert "average tricks in 100 deals" in text
    assert "all cards open: tricks of all sides\nHT 1 1 2\nD9 1 2 1\nCA 1 1 2" in text
    assert "deals agree with what you" in text
    assert "is best in" in text


def test_cards_may_be_typed_as_they_are_shown() -> None:
    typed = Typist("spades(players=3,cards=4)", ["♠A", "♥T"], quits=True)
    text = typed.text()
    assert "expected one of HT D9 CA, or help" in text
    assert [str(move) for seat, move in typed.terminal.choices if seat == 0] == ["HT"]


def test_a_hint_counts_points_that_are_taken() -> None:
    game = "hearts(players=3,cards=4,lead=first)"
    text = Typist(game, ["hint", "hint open"], seed=4, quits=True).text()
    closed, opened = text.split("average points in ")[1].split("all cards open: points of all")
    position = kibitz.game(game).deal(4)
    in_play = sum(next(iter(position.outcomes())))
    rows = re.findall(r"^[SHDC]\w+  ([0-9.]+) ([0-9.]+) ([0-9.]+)$", closed, re.M)
    assert len(rows) == len(position.moves())
    assert all(0 < sum(map(float, row)) < 26 for row in rows)  # three payoffs are 52 or more
    (best, *_) = re.findall(r"(\d+) (\d+) (\d+)$", opened, re.M)
    assert sum(map(int, best)) == in_play


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    game = "whole-oh-hell(players=3,most=2)"
    typist = Typist(game, ["0", f"save {path}"], quits=True)
    typist.text()
    found = log.read(path.read_text().splitlines())
    assert found == (game, 7, typist.terminal.choices)
    assert found[2]
    again = Terminal(game, seats(game, ["rules"], 0), 7, lambda prompt: "quit", print, found[2])
    assert again.here == typist.terminal.here


def test_others_sit_around_in_turn() -> None:
    found = seats("hearts", ["random", "rules", "sampling"], 2)
    assert list(map(str, found)) == ["random", "rules", "None", "sampling"]
    for lines, seat in (["rules", "rules"], 0), (["rules"], 4):
        with pytest.raises(KibitzError, match="expected"):
            seats("hearts", lines, seat)
    assert begin("hearts", 0).players == 4


def test_seats_and_players_go_by_their_names() -> None:
    for seat in (3, "3", "W", "west"):
        assert [who is None for who in seats("bridge", ["rules"], seat)] == [False] * 3 + [True]
    for seat in ("p", "X", "4", ""):
        with pytest.raises(KibitzError, match="expected a seat of 0 to 2, or its name"):
            seats("spades(players=3)", ["rules"], seat)
    text = Typist("bridge(cards=2)", []).text()
    assert "you are North" in text
    assert "East plays " in text
    assert "you play " in text
    assert re.search("(East|South|West) takes the trick|you take the trick", text)
    assert "player" not in text


def test_players_without_a_seat_of_their_own_have_names() -> None:
    text = Typist("spades(players=3,cards=3)", []).text()
    assert "Ben plays " in text
    assert "Cleo plays " in text
    assert re.search(r"taken  you \d Ben \d Cleo \d", text)
    assert re.search(r"the end: you \d, Ben \d, Cleo \d", text)
    assert "player " not in text


def test_a_person_who_declares_plays_the_dummy_too() -> None:
    game = "bridge(cards=3,dummy=N)"
    typist = Typist(game, [])
    typist.terminal.players = seats(game, ["rules"], "S")
    text = typist.text()
    before, _, after = text.partition("West plays ")
    assert "North has" not in before
    assert "you play for North, the dummy" in after
    assert "North has " in after
    assert "South has " in after
    chosen = [seat for seat, _ in typist.terminal.choices]
    assert sorted(chosen) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_a_hint_begins_with_the_best_card_and_its_reason() -> None:
    said = " ".join(
        Typist("hearts(players=3,cards=6,lead=first)", ["hint"], seed=4, quits=True).text().split()
    )
    assert re.search(r"Play [SHDC]\w.*better than .* over 100 deals|All are about equal", said)


def test_a_hint_for_a_bid_or_a_pass_has_its_reason_and_an_only_card_is_said_to_be_one() -> None:
    typed = Typist("whole-oh-hell(players=3,most=1)", ["hint", "1", "hint"], seed=3, quits=True)
    said = " ".join(typed.text().split())
    assert re.search(r"Bid \d: about .* better than \d, over 60 deals .* made in \d+ %", said)
    assert "D8 is your only card that may be played." in said
    said = " ".join(Typist("whole-hearts", ["hint"], seed=3, quits=True).text().split())
    assert re.search(r"Pass SQ HA HJ.* better than .* over 100 deals", said)


def test_the_table_says_who_played_each_card() -> None:
    typed = Typist("bridge(cards=2)", [], quits=True)
    typed.terminal.players = [*typed.terminal.players[1:], None]
    assert "table  North:" in typed.text()


def test_a_board_is_shown_with_hints_and_refusals_in_short_lines() -> None:
    typed = ["hint", "why", "a1-q1", "a1-b2", "undo"]
    text = Typist("chinese_checkers(players=2,move_limit=20)", typed, seed=3, quits=True).text()
    assert "you are player 0" in text
    assert "points of all\n" in text
    assert "expected a move such as" in text
    assert "you move a1-b2" in text
    assert max(map(len, text.split("\n"))) <= 40


def test_a_board_game_is_saved_and_gone_on_with() -> None:
    typist = Typist("chinese_checkers(players=3)", [], quits=True)
    typist.lines = [str(log.replay(typist.terminal.game, 7, ()).position.legal_moves()[0])]  # type: ignore[union-attr]
    typist.text()
    game, seed, choices = log.read(typist.terminal.text().splitlines())
    assert len(choices) == 3
    assert log.replay(game, seed, choices) == typist.terminal.here


def test_an_open_hint_has_the_best_moves_first() -> None:
    game = "chinese_checkers(players=3)"
    text = Typist(game, ["hint"], seed=4, quits=True).text()
    rows = text.split("points of all\n")[1].split("\n")
    own = [int(row.split(" about ")[1].split()[0]) for row in rows if " about " in row]
    assert len(own) == 17
    assert own == sorted(own, reverse=True)


def test_what_is_known_at_the_table_is_shown() -> None:
    passed = Typist("whole-hearts(players=3)", ["sq sj s6"], quits=True).text()
    assert "got    " in passed
    assert " from Cleo" in passed
    major = Typist("whole-sergeant-major(hands=2)", [], quits=True)
    major.terminal.players = [*major.terminal.players[1:], None]
    said = major.text()
    assert "target Ada 5 Ben 3 you 8" in said
    named = Typist("whole-sergeant-major(hands=2)", [], quits=True).text()
    assert re.search("Cleo names (spades|hearts|diamonds|clubs) as trumps", named)
    assert "turned " in Typist("whole-oh-hell(players=3)", [], quits=True).text()


def test_a_program_is_started_once_for_a_hand_and_is_random_once_it_fails(tmp_path: Path) -> None:
    started = tmp_path / "started"
    program = tmp_path / "program.py"
    program.write_text(f"open({str(started)!r}, 'a').write('x')\nprint('S1', flush=True)\ninput()")
    game = "spades(players=2,cards=4)"
    typist = Typist(game, [])
    line = f"external({sys.executable} {program})"
    typist.terminal.players = seats(game, [line], 0)
    text = typist.text()
    assert "the end: " in text
    assert started.read_text() == "x"
    assert " ".join(text.split()).count("it plays at random") == 1  # wrapped, paths differ


def test_a_program_that_failed_is_not_asked_again_in_the_next_hand(tmp_path: Path) -> None:
    started, program = tmp_path / "started", tmp_path / "program.py"
    program.write_text(f"open({str(started)!r}, 'a').write('x')\nprint('S1', flush=True)\ninput()")
    game = "whole-oh-hell(players=3,most=2)"
    typist = Typist(game, [])
    typist.terminal.players = seats(game, [f"external({sys.executable} {program})", "rules"], 0)
    text = typist.text()
    assert "hand 2: " in text
    assert started.read_text() == "x"


def test_who_sits_where_is_said_with_what_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    typist = Typist("spades(players=3,cards=3)", [f"save {path}"], quits=True)
    typist.terminal.players = seats("spades(players=3,cards=3)", ["rules"], 0)
    said = "".join(typist.text().split())
    assert said.count(f"goonwithkibitzplay-rules--seat0--go-on{path}") == 2  # saved, and left


def test_a_file_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    nowhere, good = tmp_path / "none" / "game.log", tmp_path / "game.log"
    lines = [f"save {good}", f"save {nowhere}"]
    typist = Typist("spades(players=3,cards=3)", lines)
    said = "".join(typist.text().split())
    assert said.count(f"expectedafiletowriteto:'{nowhere}'") == 1
    assert "theend:" in said
    kept = good.read_text()
    assert kept == typist.terminal.text()
    typist.terminal.save = nowhere
    with pytest.raises(KibitzError, match="expected a file to write to"):
        typist.terminal.run()  # before it begins
    lost = Typist("spades(players=3,cards=3)", [])
    lost.terminal.save = tmp_path / "folder" / "game.log"
    lost.terminal.save.parent.mkdir()
    ask = lost.ask

    def without_a_folder(prompt: str) -> str:
        lost.terminal.save.unlink(missing_ok=True)  # type: ignore[union-attr]
        lost.terminal.save.parent.rmdir()  # type: ignore[union-attr]
        lost.terminal._ask = ask
        return ask(prompt)

    lost.terminal._ask = without_a_folder
    with pytest.raises(KibitzError, match="expected a file to write to"):
        lost.terminal.run()  # but not before it has ended
    assert lost.terminal.here.is_over


def test_who_leaves_is_told_that_the_game_is_not_kept() -> None:
    said = Typist("spades(players=3,cards=3)", ["SA"], quits=True).text()
    assert said.endswith("not kept; use save FILE to keep a game")


def test_who_has_won_is_said() -> None:
    assert (
        Typist("whole-hearts(players=3,to=5)", [])
        .text()
        .endswith("the end: you 24, Ben 1, Cleo 1\nBen and Cleo win")
    )
    alone = Typist("whole-hearts(players=3,to=5)", [], seed=8)
    text, points = alone.text(), alone.terminal.here.points
    best, second = sorted(points)[:2]
    who = ("you win", "Ben wins", "Cleo wins")[points.index(best)]
    assert text.endswith(f"\n{who} by {second - best} point{'s' * (second - best > 1)}")
    partners = Typist("whole-spades(to=10)", [])
    text, points = partners.text(), partners.terminal.here.points
    side = points.index(max(points))
    pair = ("you and Cleo", "Ben and Dan")[side]
    assert text.endswith(f"\n{pair} win by {max(points) - min(points)} points")


def test_a_card_that_may_not_be_played_says_why() -> None:
    text = Typist("hearts(players=3,cards=6)", ["HA", "SA", "DA", "CA"], seed=3).text()
    assert re.search(r"[SHDC][2-9TJQKA]: (you have|hearts are|the first lead)", text)


def test_signs_of_suits_where_the_terminal_has_them() -> None:
    typist = Typist("spades(players=3,cards=3)", [], seed=1)
    typist.terminal.signs = True
    text = typist.text()
    assert "plays ♠" in text or "plays ♥" in text
    assert not re.search(r"plays [SHDC]", text)
