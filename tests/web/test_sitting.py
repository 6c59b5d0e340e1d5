"""A game at the table over the server's answers: what a person sees, and what is kept."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.cards import TrickPosition, listed
from kibitz.errors import KibitzError, TextError
from kibitz.loading import closed
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.web import tables
from kibitz.web.visitors import Room

SMALL = "spades(players=3,cards=4)"


def played(**question: Any) -> list[dict[str, Any]]:
    return list(tables.played({"seat": 0, "players": ["rules"], **question}, Room()))


class TestTrickGames:
    def test_a_person_is_asked_and_sees_no_card_of_the_others(self) -> None:
        (found,) = played(game=SMALL, seed=1)
        start = begin(SMALL, 1)
        assert isinstance(start.position, TrickPosition)
        own = [str(card) for card in listed(start.position.hands[0])]
        assert (found["turn"], found["hands"], found["hand"]) == (0, [own, None, None], None)
        assert found["sizes"] == [4, 4, 4]

    def test_the_others_answer_a_choice_and_the_log_replays(self) -> None:
        (first,) = played(game=SMALL, seed=1)
        after = played(log=first["log"], move=first["moves"][0])
        assert [one["choice"]["player"] for one in after][:3] == [0, 1, 2]
        assert after[-1]["turn"] in (0, None)
        game, seed, choices = log.read(after[-1]["log"].splitlines())
        assert (game, seed, len(choices)) == (SMALL, 1, len(after))

    def test_forced_cards_play_themselves_if_wanted(self) -> None:
        ends = {}
        for forced in (False, True):
            (now,), asked = played(game="spades(players=3,cards=1)", seed=1, forced=forced)[:1], 0
            while not now["is_over"]:
                asked += 1
                *_, now = played(log=now["log"], move=now["moves"][0], forced=forced)
            ends[forced] = asked
        assert ends[False] == 1
        assert played(game="spades(players=3,cards=1)", seed=1, forced=True)[-1]["is_over"]

    def test_a_whole_game_bids_and_passes(self) -> None:
        (bids,) = played(game="whole-spades(players=3)", seed=1)
        assert (bids["asks"], bids["moves"][:2]) == ("bid", ["0", "1"])
        (passes,) = played(game="whole-hearts", seed=1)
        assert (passes["asks"], passes["choices"]) == ("pass", [3])
        after = played(log=passes["log"], move="/".join(passes["moves"][:3]))
        assert after[0]["choice"]["move"] == "/".join(passes["moves"][:3])
        assert after[1]["choice"] == {"player": 1, "asks": "pass", "move": ""}

    def test_without_a_person_the_players_play_it_out_in_the_open(self) -> None:
        *_, last = played(game=SMALL, seed=1, seat=None)
        assert last["is_over"]
        assert sum(last["taken"]) == 4
        assert len(last["hand"]["play"]) == 12

    @pytest.mark.parametrize(
        "question",
        [
            {"game": SMALL, "seed": -1},
            {"game": SMALL, "seed": 1, "seat": 3},
            {"game": SMALL, "seed": 1, "players": ["rules", "rules"]},
            {"game": SMALL, "seed": 1, "players": ["sampling(worlds=100000)"]},
            {"game": SMALL, "seed": 1, "move": "XX"},
            {"log": "nonsense"},
            {"log": f"game {SMALL}\nseed 1\n0 SA\n"},
            {"log": f"game {SMALL}\nseed 1\n" + "0 SA\n" * 6000},
        ],
    )
    def test_what_cannot_be_is_refused(self, question: dict[str, Any]) -> None:
        with pytest.raises(KibitzError):
            played(**question)


class TestOtherGames:
    def test_a_tree_is_played_against_searches(self) -> None:
        (first,) = played(game="tree(depth=2)", seed=1)
        assert (first["turn"], first["open"], first["asks"]) == (0, True, "move")
        *_, last = played(log=first["log"], move=first["moves"][0], players=["search"])
        assert last["is_over"] or last["turn"] == 0
        *_, hint = tables.hint({"log": first["log"]}, Room())
        assert hint["complete"]

    def test_who_only_watches_sees_a_board_to_its_end(self) -> None:
        game = "chinese_checkers(players=2,move_limit=4)"
        found = played(game=game, seed=1, seat=None, players=["random"])
        assert [one["is_over"] for one in found[-2:]] == [False, True]
        assert len(found[-1]["points"]) == 121


class TestHints:
    def test_by_open_cards_and_over_worlds(self) -> None:
        (first,) = played(game=SMALL, seed=1)
        *_, by_open = tables.hint({"log": first["log"], "how": "open"}, Room())
        assert by_open["complete"]
        worlds = list(tables.hint({"log": first["log"], "how": "worlds"}, Room()))
        assert [one.get("worlds") for one in worlds] == [None, 8, 16, 24, 32, 40]
        for chances in worlds[0]["chances"].values():
            assert 0 < sum(chances) <= 1

    def test_a_bid_and_cards_to_pass(self) -> None:
        for game, asks in (("whole-spades(players=3)", "bid"), ("whole-hearts", "pass")):
            (first,) = played(game=game, seed=1)
            (found,) = tables.hint({"log": first["log"]}, Room())
            assert found["asks"] == asks
            assert played(log=first["log"], move=found["choice"])


@pytest.mark.parametrize("between", ["", "\n", "\r", "\x0b", "\u2028", " "])
def test_a_game_that_is_too_large_is_refused_whatever_breaks_its_line(between: str) -> None:
    game = f"tree{between}(depth=40,branching=9)"
    with closed(), pytest.raises(TextError, match="leaves at most"):
        tables._read({"game": game, "seed": 1})
    with closed(), pytest.raises(TextError):
        tables._read({"log": f"game {game}\nseed 1\n"})
