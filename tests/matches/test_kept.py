"""Games of a match that are kept: logs, rows, and the worst of them reviewed."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import shell

import kibitz
from kibitz.cli import main
from kibitz.errors import KibitzError
from kibitz.lab import runner
from kibitz.lab.store import checked
from kibitz.matches import log
from kibitz.matches.kept import read_log
from kibitz.matches.match import MatchResult, match
from kibitz.matches.start import begin
from kibitz.web.reading import opened

GAME = "spades(players=3,cards=4)"
WHOLE = "whole-oh-hell(players=3,most=2,hands=rise)"
GAMES = (GAME, "hearts(cards=3)", "bridge(cards=3) where N: spades>=1, hcp>=2", WHOLE)


def played(game: str, blocks: int = 3, **more: object) -> MatchResult:
    return match(game, "rules", "random", blocks=blocks, workers=1, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_kept_and_its_log_leads_to_its_scores(game: str, tmp_path: Path) -> None:
    result = played(game)
    games = result.games()
    paths = result.save(tmp_path / "logs")
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == sorted(
        path.name for path in paths
    )
    assert len(games) == len(paths) == len({game.name for game in games})
    for kept, path in zip(games, paths, strict=True):
        name, seed, choices = log.load(str(path))
        end = log.replay(name, seed, choices)
        assert end.is_over
        side_of = [end.side(seat) for seat in range(end.players)]
        assert tuple(end.scores[side] for side in side_of) == kept.scores
        assert set(kept.players) == {"rules", "random"}
        assert opened(path.read_text()).kind == "log"
    assert result.save(tmp_path / "logs") == paths


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_of_games_make_those_of_their_block(game: str) -> None:
    result = played(game)
    for block in range(3):
        of_block = [kept for kept in result.games() if kept.seed == block]
        start = begin(game, block)
        firsts = [start_of(start, side) for side in range(len(of_block[0].scores))]
        for kind, name in enumerate(("rules", "random")):
            scores = [
                kept.scores[seat]
                for kept in of_block
                for seat in dict.fromkeys(firsts)
                if seat is not None and kept.players[seat] == name
            ]
            assert result.values(f"score {kind}")[block] == pytest.approx(sum(scores) / len(scores))


def start_of(start: object, side: int) -> int | None:
    """The first seat of a side."""
    seats = range(start.players)  # type: ignore[attr-defined]
    return next((seat for seat in seats if start.side(seat) == side), None)  # type: ignore[attr-defined]


def test_games_are_there_after_a_stop_without_being_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "store"
    first = played(GAME, store=store)

    def measure(*_: object) -> None:
        raise AssertionError("it was played again")

    monkeypatch.setattr(runner, "measure", measure)
    again = played(GAME, store=store)
    assert again.games() == first.games()


def test_a_folder_with_logs_of_another_match_is_refused(tmp_path: Path) -> None:
    played(GAME).save(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    other = match(GAME, "random", "rules", blocks=4, workers=1)
    with pytest.raises(KibitzError, match="expected a folder without logs of another match"):
        other.save(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("game", ["doppelkopf", "sheepshead"])
def test_a_match_knows_its_own_logs_where_each_deal_says_who_is_together(
    game: str, tmp_path: Path
) -> None:
    result = played(game)
    result.save(tmp_path)
    assert (
        len({tuple(begin(game, block).side(seat) for seat in range(4)) for block in range(3)}) > 1
    )
    result.match.check_folder(tmp_path)


def test_it_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = played(GAME)
    result.save(tmp_path)
    result.match.check_folder(tmp_path)
    replace(result.match, seed=3).check_folder(tmp_path)

    def measure(*_: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr(runner, "measure", measure)
    others = (
        replace(result.match, players=("random", "rules")),
        replace(result.match, game="spades(players=3,cards=3)"),
    )
    for other in others:
        with pytest.raises(KibitzError, match="without logs of another match"):
            other.check_folder(tmp_path)
    words = ["match", GAME, "random", "rules", "--blocks", "3", "--store", ":memory:"]
    assert main([*words, "--save", str(tmp_path)]) == 2
    assert "without logs of another match" in capsys.readouterr().err
    (file := tmp_path / "file").write_text("")
    assert main([*words, "--save", str(file)]) == 2
    assert "expected a folder to write to" in capsys.readouterr().err


def test_the_worst_blocks_are_those_that_the_player_lost_by_most() -> None:
    result = match(GAME, "random", "rules", blocks=12, workers=1)
    pairs = zip(result.values("score 1"), result.values("score 0"), strict=True)
    lost = {block: theirs - own for block, (theirs, own) in enumerate(pairs)}
    worst = result.worst(3)
    assert [one.by for one in worst] == sorted(lost.values(), reverse=True)[:3]
    assert all(lost[one.block] == one.by > 0 for one in worst)
    for one in worst:
        of_block = [game for game in result.games() if game.seed == one.block]
        assert one.game.score_of("random") == min(game.score_of("random") for game in of_block)
    assert result.worst(99, player=1) != worst
    assert len(result.worst(99)) == sum(by > 0 for by in lost.values())


def test_the_review_of_a_worst_game_is_that_of_its_hand() -> None:
    one = match(GAME, "random", "rules", blocks=8, workers=1).worst(1)[0]
    deal = kibitz.game(GAME).deal(one.block)
    moves = [move for _, move in one.game.choices]
    assert one.review.hands == (kibitz.review(deal, moves, limit=kibitz.Limit(nodes=100_000)),)
    changes = [turn.change for turn in one.review.hands[0].turns]
    start = [own or 0 for own in one.review.hands[0].value]
    ends = [sum(column) for column in zip(start, *changes, strict=True)]
    assert tuple(ends) == one.game.scores
    assert sum(one.review.costs().values()) == sum(one.review.hands[0].costs.values())


def test_a_whole_game_is_reviewed_hand_by_hand(tmp_path: Path) -> None:
    result = played(WHOLE)
    path = result.save(tmp_path)[0]
    found = read_log(str(path)).review()
    assert [hand.position.game.hand_size for hand in found.hands] == [1, 2]  # type: ignore[attr-defined]
    code, out, _ = shell(f"kibitz review {path}")
    assert (code, out.strip()) == (0, found.show())
    code, out, _ = shell(f"kibitz review {path} --json")
    assert json.loads(out)["hands"] == json.loads(json.dumps(found.as_dict()))["hands"]


def test_rows_are_of_blocks_or_of_games(tmp_path: Path) -> None:
    result = played(GAME)
    result.to_csv(tmp_path / "blocks.csv")
    result.to_csv(tmp_path / "games.csv", games=True)
    with (tmp_path / "blocks.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [float(row["score"]) for row in rows if row["player"] == "rules"] == result.values(
        "score 0"
    )
    assert [row["block"] for row in rows] == ["0", "0", "1", "1", "2", "2"]
    with (tmp_path / "games.csv").open() as file:
        seats = list(csv.DictReader(file))
    assert len(seats) == 3 * 6 * 3
    assert {row["player"] for row in seats} == {"rules", "random"}
    for block in range(3):
        mine = [
            float(row["score"])
            for row in seats
            if int(row["block"]) == block and row["player"] == "rules"
        ]
        assert sum(mine) / len(mine) == pytest.approx(result.values("score 0")[block])


def test_the_command_saves_reviews_and_writes_rows(tmp_path: Path) -> None:
    words = f"--blocks 4 --workers 1 --store {tmp_path}/store --save {tmp_path}/logs"
    more = f"--csv {tmp_path}/b.csv --games-csv {tmp_path}/g.csv --worst 1 --nodes 500"
    code, out, _ = shell(f"kibitz match '{GAME}' random rules {words} {more}")
    assert code == 0
    assert "\nblock " in out
    assert len(list((tmp_path / "logs").iterdir())) == 24
    assert (tmp_path / "b.csv").exists()
    assert (tmp_path / "g.csv").exists()
    code, out, _ = shell(f"kibitz match '{GAME}' random rules {words} --worst 1 --json")
    (worst,) = json.loads(out)["worst"]
    assert worst["by"] > 0
    assert worst["review"]["hands"][0]["turns"]
    code, out, err = shell(f"kibitz match '{GAME}' random rules {words} --csv {tmp_path}")
    assert (code, out) == (2, "")
    assert "expected a file to write to" in err
    code, out, err = shell("kibitz match whole-hearts random rules --where 'P0: spades>=5'")
    assert (code, out) == (2, "")
    assert err.startswith("kibitz: expected one hand, not a whole game, for --where")


def test_blocks_are_played_again_when_a_condition_has_changed(tmp_path: Path) -> None:
    own = tmp_path / "studies.py"
    line = f"match '{GAME}' rules random --blocks 2 --workers 1 --where 'P0: studies:good'"
    for least, again in ((1, False), (1, False), (2, True)):
        own.write_text(f"def good(cards):\n    return len(cards) > {least}\n")
        code, _, err = shell(f"kibitz {line} --save logs-{least}", cwd=tmp_path)
        assert code == 0
        assert ("older results are not used" in err) == again
    log_file = "logs-2/block-0-game-0.log"
    code, out, err = shell(f"kibitz review {log_file}", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "expected a condition of Kibitz, or one that was named by --also" in err
    also = f"--also '{GAME} where P0: studies:good'"
    assert shell(f"kibitz review {log_file} {also}", cwd=tmp_path)[0] == 0


def test_a_text_among_numbers_is_a_note_and_nothing_else_is() -> None:
    assert checked({"one": 1, "note": "text"}) == {"one": 1, "note": "text"}
    for wrong in (float("inf"), None, True, [1]):
        with pytest.raises(KibitzError, match="expected finite numbers"):
            checked({"one": wrong})
