"""A game at the table over the server's answers: what a person sees, and what is kept."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest

import kibitz
from kibitz.cards import TrickPosition, listed
from kibitz.engines.problem.protocol import until
from kibitz.errors import KibitzError, TextError
from kibitz.loading import closed
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.players.appraisal import Appraisal
from kibitz.players.reasons import in_words
from kibitz.web import answers, bridge, tables
from kibitz.web.answers import Site
from kibitz.web.courses import Course
from kibitz.web.paused import Paused
from kibitz.web.visitors import Room
from kibitz.whole.why_not import barred

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


class TestWholeGames:
    @pytest.mark.parametrize("game", ["whole-hearts(to=30)", "whole-oh-hell(players=3,most=2)"])
    def test_the_sheet_has_each_hand_and_each_opens(self, game: str) -> None:
        states = played(game=game, seed=2, seat=None)
        ended = [one["choice"]["ended"] for one in states if "ended" in (one["choice"] or {})]
        last = states[-1]
        assert [row["total"] for row in last["sheet"]] == [one["total"] for one in ended]
        assert last["sheet"][-1]["total"] == last["score"]
        sums = [sum(row["points"][0] for row in last["sheet"])]
        assert sums == last["score"][:1]
        for number, row in enumerate(last["sheet"]):
            hand = tables.hand_of({"log": last["log"], "number": number})
            end = kibitz.History.of(kibitz.game(hand["game"]).parse(hand["position"]), hand["play"])
            assert list(end.position.taken) == row["taken"]  # type: ignore[attr-defined]
        with pytest.raises(TextError, match="expected a hand of"):
            tables.hand_of({"log": last["log"], "number": len(ended)})

    @pytest.mark.parametrize(
        ("game", "goal"),
        [
            ("whole-hearts(to=50)", "Hearts until somebody has 50 points; the fewest points win"),
            ("whole-spades(to=200)", "Spades to 200 points"),
            ("whole-oh-hell(players=3,most=2)", "Oh Hell: hands of 1 to 2 cards and back"),
            ("whole-oh-hell(most=5,hands=fall)", "Oh Hell: hands of 5 cards down to 1"),
            ("hearts", ""),
        ],
    )
    def test_what_is_played_for_is_said_by_the_rules_that_were_chosen(
        self, game: str, goal: str
    ) -> None:
        assert played(game=game, seed=2)[0]["goal"] == goal

    def test_the_trick_that_ends_a_hand_is_shown_with_it(self) -> None:
        states = played(game="whole-oh-hell(players=3,most=2)", seed=2, seat=None)
        first = next(one for one in states if "ended" in (one["choice"] or {}))
        (trick,) = first["choice"]["ended"]["tricks"]
        assert first["choice"]["move"] == trick["cards"][-1]["card"]
        assert first["choice"]["ended"]["taken"][trick["by"]] == 1

    def test_who_has_won_has_the_best_score(self) -> None:
        last = played(game="whole-hearts(to=30)", seed=2, seat=None)[-1]
        fewest = min(last["score"])
        assert last["won"] == [at for at in range(4) if last["score"][at] == fewest]

    def test_cards_that_were_got_are_known(self) -> None:
        (first,) = played(game="whole-hearts", seed=3)
        after = played(log=first["log"], move="/".join(first["moves"][:3]))[-1]
        ((giver, cards),) = [(one["player"], one["cards"]) for one in after["got"]]
        assert giver == 3
        assert set(cards) <= set(after["hands"][0]) - set(first["hands"][0])


class TestWhyNot:
    def test_each_card_that_may_not_be_played_has_a_reason(self) -> None:
        reasons = set()
        for seed in range(12):
            now = played(game="hearts(cards=5)", seed=seed)[-1]
            while not now["is_over"]:
                own = set(now["hands"][0])
                assert set(now["barred"]) == own - set(now["moves"])
                reasons.update(now["barred"].values())
                now = played(log=now["log"], move=now["moves"][-1])[-1]
        assert "hearts are not broken yet" in reasons
        assert any(reason.endswith("the suit that was led") for reason in reasons)
        lead = barred(kibitz.view(kibitz.game("hearts").deal(1)))
        assert len(lead) == 12
        assert set(lead.values()) == {"the first lead is C2"}

    @pytest.mark.parametrize(
        ("deal", "card", "reason"),
        [
            ("skat(cards=3) from J.A.7. K.8.. T.9.. 1 CA,CQ 0,0,0", "SA", "trumps, which were"),
            (
                "wizard(cards=3) from .5.9..1. 2.2.... 3.3.... 1 H7,H8 0,0,0",
                "D9",
                "hearts, the suit",
            ),
            (
                "tressette(cards=3) from A.2.3. 2.3.. 3.4.. 7.5.. 1 D4,D5,D6 0,0,0,0",
                "C2",
                "coins, the suit",
            ),
        ],
    )
    def test_the_suit_that_was_led_goes_by_its_name(
        self, deal: str, card: str, reason: str
    ) -> None:
        said = played(game=deal, seed=1)[0]["barred"][card]
        assert said.startswith(f"you have {reason}")

    @pytest.mark.parametrize(
        ("deal", "card", "reason"),
        [
            (
                "jass(cards=3) from J7..K. 6.6.. .8.7. ..A.A 1 DQ,S8,D6 0,0,0,0",
                "S7",
                "it is lower than the trump on the table",
            ),
            (
                "french_tarot(cards=3) from J....9,X .2.1.. .3.2.. .4.5.. 1 D4,D10,D3 0,0,0,0",
                "SJ",
                "you must trump",
            ),
        ],
    )
    def test_trumps_that_must_be_played_are_the_reason(
        self, deal: str, card: str, reason: str
    ) -> None:
        assert played(game=deal, seed=1)[0]["barred"][card] == reason


class TestClaims:
    def test_a_claim_is_right_if_all_the_rest_is_taken_against_any_play(self) -> None:
        right, game = 0, "spades(players=3,cards=3,breaking=false) where P0: holds SA SK"
        for seed in range(20):
            now = played(game=game, seed=seed)[-1]
            position = begin(game, seed).position
            assert isinstance(position, TrickPosition)
            least = least_tricks(position, 0)
            right += least == 3
            if least < 3:
                with pytest.raises(TextError) as refused:
                    played(log=now["log"], claim=True)
                said = "not all of the 3 tricks left are yours for sure: play on"
                assert str(refused.value) == said  # not how many, which would give cards away
                continue
            assert played(log=now["log"], claim=True)[-1]["taken"] == [3, 0, 0]
        assert 0 < right < 20

    def test_games_without_tricks_have_no_claims(self) -> None:
        now = played(game="hearts(cards=3,lead=first)", seed=1)[-1]
        with pytest.raises(TextError, match="expected a trick game, during play, for a claim"):
            played(log=now["log"], claim=True)


def least_tricks(position: TrickPosition, seat: int) -> int:
    """What a player takes at least, if all others play against it."""
    if position.is_over:
        return position.taken[seat]
    best = max if position.turn == seat else min
    return best(least_tricks(position.play(card), seat) for card in position.legal_moves())


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

    def test_a_hint_says_by_how_much_and_over_how_many_deals(self) -> None:
        now = played(game="whole-hearts", seed=3)[-1]
        now = played(log=now["log"], move="/".join(now["moves"][:3]))[-1]
        words = []
        while now["asks"] == "play":
            *_, found = tables.hint({"log": now["log"]}, Room())
            words.append(found["words"])
            if "equal" in found:
                best = max(row["mean"][0] for row in found["cards"])
                assert found["best"] in found["equal"]
                means = {row["card"]: row["mean"][0] for row in found["cards"]}
                assert all(means[card] < best for card in means if card not in found["equal"])
            now = played(log=now["log"], move=now["moves"][0])[-1]
        assert any("points better than" in one and "40 deals" in one for one in words)
        assert any(one.startswith("All are about equal") for one in words)
        assert "It is your only card that may be played." in words

    def test_a_bid_and_cards_to_pass(self) -> None:
        for game, asks in (("whole-spades(players=3)", "bid"), ("whole-hearts", "pass")):
            (first,) = played(game=game, seed=1)
            (found,) = tables.hint({"log": first["log"]}, Room())
            assert found["asks"] == asks
            assert found["choice"] in found["equal"]
            assert re.match("(Bid|Pass) .* better than|All are about equal", found["words"])
            assert played(log=first["log"], move=found["choice"])

    def test_how_often_a_bid_is_made(self) -> None:
        def words(game: str, own: dict[int, tuple[float, ...]]) -> str:
            view = begin(game, 1).view()  # type: ignore[attr-defined]
            means = {bid: (sum(each) / 4, 0.0, 0.0) for bid, each in own.items()}
            found = Appraisal(0, 4, means, dict.fromkeys(own, 0.5), own, (1, 1, 1, 1))
            return str(in_words(view, found)["words"])

        said = words("whole-oh-hell(players=3,most=3)", {1: (11, 11, 11, 0), 0: (1, 1, 1, 1)})
        assert said.endswith("over 4 deals that fit what you saw. The bid is made in 75 % of them.")
        alone = "whole-spades(players=3{})"
        said = words(alone.format(""), {3: (30, -30, 21, 12), 2: (2, 2, 2, 2)})
        assert "The bid is made in 75 % of them." in said
        said = words(alone.format(",nil=true"), {0: (100, -109, -109, 100), 2: (-20,) * 4})
        assert "The bid is made in 50 % of them." in said
        said = words("whole-spades", {3: (30, -30, 21, 12), 2: (2, 2, 2, 2)})
        assert "made" not in said  # what a partner will bid is not known yet

    def test_cards_to_pass_say_what_suit_they_leave(self) -> None:
        view = begin("whole-hearts", 2).view()  # type: ignore[attr-defined]
        pack, own = view.game.pack, list(view.game.pack.listed(view.hand))
        suits = {card.suit: [one for one in own if one.suit == card.suit] for card in own}
        suit, cards = next((suit, some) for suit, some in suits.items() if len(some) <= 3)
        passed = tuple(cards + [card for card in own if card.suit != suit][: 3 - len(cards)])
        other = tuple(card for card in own if card not in passed)[:3]
        means = {passed: (20.0, 0.0, 0.0, 0.0), other: (10.0, 0.0, 0.0, 0.0)}
        payoffs = {passed: (20.0, 20.0), other: (10.0, 10.0)}
        found = Appraisal(0, 2, means, dict.fromkeys(means, 0.5), payoffs, (1, 1))
        said = str(in_words(view, found)["words"])
        assert said.startswith(f"Pass {' '.join(map(str, passed))}: about 10 points better than ")
        names = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
        assert f"It leaves you no {names[pack.suit_names[suit]]}" in said


@pytest.mark.parametrize("between", ["", "\n", "\r", "\x0b", "\u2028", " "])
def test_a_game_that_is_too_large_is_refused_whatever_breaks_its_line(between: str) -> None:
    game = f"tree{between}(depth=40,branching=9)"
    with closed(), pytest.raises(TextError, match="leaves at most"):
        tables._read({"game": game, "seed": 1})
    with closed(), pytest.raises(TextError):
        tables._read({"log": f"game {game}\nseed 1\n"})


def test_a_long_course_is_left_when_nobody_waits_for_it() -> None:
    (found,) = played(game=SMALL, seed=1)
    after = played(log=found["log"], move=found["moves"][0])
    game, seed, choices = log.read(after[-1]["log"].splitlines())
    nobody = threading.Event()
    nobody.set()
    assert len(Course(game, seed, choices).choices) == len(choices)
    with until(nobody), pytest.raises(KeyboardInterrupt):
        Course(game, seed, choices)


class TestTheDummy:
    DEAL = "bridge(cards=4,trump=S,dummy=N)"

    def test_who_declares_chooses_for_both_and_sees_both(self) -> None:
        now, asked = played(game=self.DEAL, seed=1, seat=2)[-1], []
        assert now["yours"] == [2, 0]
        while not now["is_over"]:
            asked.append(now["turn"])
            shown = [at for at, hand in enumerate(now["hands"]) if hand is not None]
            assert shown == [0, 2]
            assert set(now["barred"]) == set(now["hands"][now["turn"]]) - set(now["moves"])
            now = played(log=now["log"], move=now["moves"][0], seat=2)[-1]
        assert sorted(asked) == [0, 0, 0, 0, 2, 2, 2, 2]

    def test_a_defender_sees_it_after_the_lead_and_plays_its_own_cards(self) -> None:
        (first,) = played(game=self.DEAL, seed=1, seat=3)
        assert [hand is None for hand in first["hands"]] == [True, True, True, False]
        after = played(log=first["log"], move=first["moves"][0], seat=3)
        assert [hand is None for hand in after[-1]["hands"]] == [False, True, True, False]
        assert (after[-1]["dummy"], after[-1]["yours"]) == (0, [3])

    def test_a_contract_is_counted_and_said_at_the_end(self) -> None:
        deal = "bridge(dummy=N) from AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. "
        deal += "...AKQJT98765432 3 - 0,0,0,0"
        last = played(game=deal, seed=1, seat=None, contract="3NT by S")[-1]
        assert (last["contract"]["needs"], last["contract"]["taken"]) == (9, 0)
        assert last["contract"]["words"] == "3NT down 9"
        with pytest.raises(TextError, match="expected a contract"):
            played(game=deal, seed=1, contract="8S by S")
        with pytest.raises(TextError, match="of bridge only"):
            played(game=SMALL, seed=1, contract="3NT by S")

    def test_a_deal_to_declare_has_a_contract_that_south_can_make(self) -> None:
        for seed in (1, 4):
            (found,) = bridge.to_play({"seed": seed}, None, Room())
            contract = kibitz.Contract.parse(found["contract"])
            start = begin(found["game"], 1).position
            assert isinstance(start, TrickPosition)
            assert (contract.declarer, start.turn) == ("S", 3)
            value = kibitz.solve(start).value
            assert value is not None
            assert value[0] == contract.needs


class TestPositionsToBeginWith:
    def test_a_game_begins_with_a_position_and_its_log_replays(self) -> None:
        game = "spades(players=3) from 7..K.4 .2..K7 J...A3 0 - 0,0,0"
        (first,) = played(game=game, seed=5)
        assert first["hands"][0] == ["S7", "DK", "C4"]
        *_, last = played(log=first["log"], move="DK")
        assert last["log"].startswith(f"game {game}\nseed 5\n0 DK\n")
        assert played(game="Rolit from start", seed=1, players=["random"])[0]["turn"] == 0

    @pytest.mark.parametrize(
        "game",
        ["whole-hearts from start", "hearts where P0: holds SA from start", "hearts from start"],
    )
    def test_what_has_no_such_start_is_refused(self, game: str) -> None:
        with pytest.raises(TextError, match="expected"):
            played(game=game, seed=1)


class TestPausedAnalyses:
    HARD = "hearts(players=3,cards=9)"

    def question(self, seed: int = 1, **more: Any) -> dict[str, Any]:
        start = kibitz.game(self.HARD).deal(seed)
        return {"game": self.HARD, "position": str(start), "algorithm": "maxn", **more}

    def test_what_was_stopped_goes_on_for_the_same_visitor_and_question(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun = list[str]()

        class Counted(kibitz.Analyser):
            def __init__(self, *words: Any) -> None:
                super().__init__(*words)
                begun.append(str(self.hand.start))

        monkeypatch.setattr(kibitz, "Analyser", Counted)
        paused = Paused()

        def asked(visitor: str, seed: int = 1, **more: Any) -> int:
            """How many analyses were begun, once this is asked."""
            room = Room(seconds=0.02, visitor=visitor, paused=paused)
            *_, last = answers.analyse(self.question(seed, **more), Site(), room)
            assert not last["complete"]
            return len(begun)

        assert asked("a") == 1
        assert asked("a", longer=1) == 1
        assert asked("a", longer=2) == 1
        assert asked("b", longer=1) == 2  # another visitor has nothing of it
        assert asked("a", longer=3) == 2
        assert asked("a", seed=2, longer=1) == 3  # another question
        assert asked("a", seed=2) == 4  # from the start again

    def test_one_of_each_visitor_and_few_in_all_are_kept(self) -> None:
        paused = Paused(most=2)
        for name in "abc":
            paused.put(name, "x", kibitz.Analyser(kibitz.game(SMALL).deal(1)))
        assert paused.take("a", "x") is None
        assert paused.take("b", "y") is None
        assert paused.take("b", "x") is None
        assert paused.take("c", "x") is not None
        assert paused.take("c", "x") is None
