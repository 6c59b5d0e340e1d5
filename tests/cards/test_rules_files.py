"""Files of rules: tables by the number of players, declarers in teams, and every fault."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

import kibitz
from kibitz.cards import TrickPosition
from kibitz.cards.rules import KEYS
from kibitz.cards.rules_class import game_class
from kibitz.cards.rules_game import RulesGame
from kibitz.check import _Check
from kibitz.cli import main
from kibitz.errors import TextError
from kibitz.games import variants_of

Make = Callable[..., kibitz.TrickGame]
SMALL = 'suits = "S H"\nranks = "A K Q J T 9"\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Write a file of rules and make its game."""
    monkeypatch.chdir(tmp_path)
    made = 0

    def write(source: str, arguments: str = "") -> kibitz.TrickGame:
        nonlocal made
        made += 1
        Path(f"own{made}.toml").write_text(source, encoding="utf-8")
        found = kibitz.game(f"own{made}.toml({arguments})")
        assert isinstance(found, kibitz.TrickGame)
        return found

    return write


def test_where_tricks_count_the_last_one_brings_nothing_more(game: Make) -> None:
    source = SMALL + 'players = 3\ncards = 3\npoints = { A = 11, K = 4 }\nkitty = "last"\n'
    points, tricks = game(source).deal(1), game(source + 'count = "tricks"\n').deal(1)
    assert isinstance(points.game, kibitz.TrickGame)
    assert points.game.last_trick > 0
    assert tricks.game.last_trick == 0


@pytest.mark.parametrize(
    ("line", "utility", "again"),
    [
        ("euchre", "euchre", "euchre(utility=euchre)"),
        ("euchre(utility=taken)", "taken", "euchre(utility=taken)"),
        ("skat(contract=ramsch,utility=taken)", "taken", "skat(contract=ramsch,utility=taken)"),
        ("wizard(bids=1/1/1,utility=taken)", "taken", "wizard(bids=1/1/1,utility=taken)"),
        ("wizard(bids=1/1/1)", "wizard", "wizard(bids=1/1/1,utility=wizard)"),
        ("wizard(utility=taken)", "taken", "wizard"),
        ("skat(utility=taken)", "taken", "skat"),
    ],
)
def test_a_utility_that_a_text_names_is_the_one_that_counts(
    line: str, utility: str, again: str
) -> None:
    """Also the usual one, where the file has another; and the text says so."""
    found = cast("kibitz.TrickGame", kibitz.game(line))
    assert (str(found.utility), str(found)) == (utility, again)
    assert found == kibitz.game(again) == found.parse(str(found.deal(1))).game.unsettled
    assert replace(found, cards=2).utility == found.utility


def test_points_go_by_cards_before_patterns_and_by_these_before_ranks(game: Make) -> None:
    source = SMALL + (
        'players = 2\npoints = { HA = 6, "suit H" = 2, K = 4, SK = 5, "all 9" = 1, A = 11 }\n'
    )
    made = game(source)
    worth = {str(card): made.points(card) for card in made.pack.cards if made.points(card)}
    hearts = {"HA": 6, "HK": 2, "HQ": 2, "HJ": 2, "HT": 2, "H9": 1}
    assert worth == {"SA": 11, "SK": 5, "S9": 1, **hearts}


def test_a_trump_may_be_named_by_itself_and_by_a_pattern(game: Make) -> None:
    """As in Twenty-Five, where the ace of hearts is always a trump; it counts where it is first."""
    source = 'trump = ["S", "H"]\ntop = ["trump 5", "HA", "trump A"]\nkept = ["trumps", "HA"]\n'
    spades, hearts = game(source), game(source, "trump=H")
    assert spades.pack.suits[0][:4] == ("S5", "HA", "SA", "SK")
    assert hearts.pack.suits[1][:4] == ("H5", "HA", "HK", "HQ")
    with pytest.raises(TextError, match="expected each once: 'S5' for top"):
        game('trump = "S"\ntop = ["trump 5", "trump 5"]\n')


def test_a_house_rule_is_a_line_in_the_file_of_a_game(game: Make) -> None:
    doppelkopf = kibitz.game("doppelkopf")
    assert isinstance(doppelkopf, RulesGame)
    sharp = game('without = ["all 9"]\n' + doppelkopf.file.source)
    assert (sharp.deck.bit_count(), sharp.hand_size, sum(sharp.units)) == (40, 10, 240)


def test_points_may_be_taken_away(game: Make) -> None:
    """As in Omnibus Hearts; the text of a position has less than nothing."""
    source = SMALL + 'players = 2\nutility = "least"\npoints = { "suit H" = 1, SJ = -10 }\n'
    deal = game(source).parse("J.A K.Q")
    assert deal.game.payoffs((-8, 0)) == (8, 0)
    result = kibitz.solve(deal)
    assert (result.outcome, str(result.move)) == ((2, -10), "HA")
    after = deal.play("SJ").play("SK")
    assert str(after).endswith(" 1 - 0,-10")
    assert deal.game.parse(str(after)) == after


def test_cards_to_call_are_named_by_patterns_too(game: Make) -> None:
    source = SMALL + 'sides = "declarer"\ncalled = ["all A", "HK"]\n'
    hands = "K.K A.Q Q.A J.J"
    sides = [game(source, f"called={one}").parse(hands).game.side_of for one in ("SA", "HA", "HK")]
    assert sides == [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1)]
    with pytest.raises(TextError, match="unknown called 'HQ'; expected one of SA, HA, HK, none"):
        game(source, "called=HQ")


def test_check_plays_every_contract_with_every_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = "players = [3, 2]\ncards = 2\n[contract.one]\n[contract.two]\nplayers = 4\n"
    Path("own.toml").write_text(SMALL + source)
    names = [str(game) for game in variants_of("own.toml")]
    one, two, four = "own.toml", "own.toml(players=2)", "own.toml(players=4,contract=two)"
    assert names == [one, two, four]
    assert [str(game) for game in variants_of("own.toml(players=2)")] == [two]
    assert [str(game) for game in variants_of("hearts")] == ["hearts"]
    played = []
    play_a_game = _Check.play_a_game

    def note(check: _Check, seed: int) -> None:
        played.append((str(check.game), seed))
        play_a_game(check, seed)

    monkeypatch.setattr(_Check, "play_a_game", note)
    assert kibitz.check_game("own.toml", deals=4, seed=7) == []
    assert played == [(one, 7), (one, 10), (two, 8), (four, 9)]


def test_examples_are_games_that_can_be_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(
        SMALL + 'players = 2\nexamples = ["cards=3", "cards=7", "last=2"]\n'
    )
    cards, last = kibitz.check_game("own.toml", deals=1)
    assert cards == "'cards=7': expected 1 to 6 cards each: 7 for examples in own.toml, line 4"
    assert last.startswith("'last=2': unknown argument of own.toml 'last'")
    assert last.endswith(" for examples in own.toml, line 4")


class TestByPlayers:
    source = (
        SMALL + 'players = [4, 3]\ncards = { 3 = 3, 4 = 2 }\nwithout = { 3 = ["all 9"] }\n'
        'sides = { 3 = "declarer", 4 = [0, 1, 0, 1] }\ngoal = { 4 = 2 }\n'
    )

    def test_a_table_of_numbers_says_what_holds_for_so_many_players(self, game: Make) -> None:
        four, three = game(self.source), game(self.source, "players=3,declarer=1")
        assert (four.hand_size, four.side_of, four.rule("goal")) == (2, (0, 1, 0, 1), 2)
        assert (three.hand_size, three.side_of, three.rule("goal")) == (3, (0, 1, 0), 0)

    def test_cards_left_out_are_neither_dealt_nor_read(self, game: Make) -> None:
        three = game(self.source, "players=3")
        assert three.deck.bit_count() == 10
        assert all("9" not in str(three.deal(seed)).split(" 0 ")[0] for seed in range(20))
        with pytest.raises(TextError, match="expected cards of the deck: S9"):
            three.parse("A9. KQ. JT.")

    def test_a_contract_may_be_for_another_number(self, game: Make) -> None:
        source = SMALL + "players = 4\n[contract.all]\n[contract.less]\nplayers = 3\n"
        less = game(source, "contract=less")
        assert (less.players, len(less.deal(1).hands)) == (3, 3)
        assert kibitz.game(str(less)) == less
        with pytest.raises(TextError, match="expected 4 players: 3"):
            game(source, "players=3")

    def test_numbers_that_do_not_play_are_refused(self, game: Make) -> None:
        with pytest.raises(TextError, match="expected numbers of players of 4: 5 for cards in"):
            game(SMALL + "cards = { 4 = 3, 5 = 2 }\n")


class TestDeclarers:
    def test_a_declarer_in_a_team_brings_its_goal_to_the_team(self, game: Make) -> None:
        source = SMALL + 'sides = [0, 1, 0, 1]\ngoal = 2\nutility = "goal"\nleader = "declarer"\n'
        mine, theirs = game(source), game(source, "declarer=3")
        assert (mine.payoffs((2, 1)), mine.payoffs((1, 2))) == ((1, 0), (0, 1))
        assert (theirs.payoffs((2, 1)), theirs.payoffs((1, 2))) == ((1, 0), (0, 1))
        assert mine.payoffs((0, 3)) == theirs.payoffs((1, 2)) == (0, 1)
        assert theirs.deal(1).turn == 3

    def test_holders_of_a_card_are_the_declarers(self, game: Make) -> None:
        source = SMALL + 'sides = { holders = "SA" }\ngoal = 2\nutility = "goal"\n'
        deal = game(source).parse("K.A A.K Q.Q J.J")
        assert deal.game.side_of == (0, 1, 0, 0)
        assert deal.game.payoffs((0, 2)) == (0, 1)
        assert "P1 makes 2" in deal.game.in_words((0, 2))

    def test_who_holds_the_card_is_known_of_a_deal_of_fewer_cards(self, game: Make) -> None:
        source = SMALL + 'sides = { holders = "SA" }\n'
        for seed in range(20):
            few, whole = (game(source).deal(seed, cards) for cards in (1, 3))
            assert len(set(few.game.side_of)) == len(set(whole.game.side_of)) == 2

    def test_a_called_card_as_a_text_is_the_usual_one(self, game: Make) -> None:
        source = SMALL + 'sides = "declarer"\ncalled = "HA"\n'
        hands = "K.K A.Q Q.A J.J"
        assert game(source).parse(hands).game.side_of == (0, 1, 0, 1)
        assert game(source, "called=none").parse(hands).game.side_of == (0, 1, 1, 1)
        assert game(source.replace('"HA"', '["HA"]')).parse(hands).game.side_of == (0, 1, 1, 1)

    def test_a_declarer_with_the_called_card_is_alone_to_the_end(self, game: Make) -> None:
        deal = game(SMALL + 'sides = "declarer"\ncalled = "HA"\n').parse("K.A A.Q Q.K J.J")
        assert "called=none" in str(deal.game)
        later = deal.play("HA").play("HQ").play("HK").play("HJ")
        assert isinstance(later, TrickPosition)
        assert later.game.parse(str(later)) == later

    def test_bids_bring_the_utility_that_asks_for_them(self, game: Make) -> None:
        source = SMALL + 'utility = "oh"\n'
        assert str(game(source).utility) == "taken"
        assert str(game(source, "bids=1/1/0/1").utility) == "oh"

    def test_a_fixed_trump_is_no_argument(self, game: Make) -> None:
        here = game(SMALL + 'trump = "H"\n')
        assert "trump" not in here.arguments()
        assert here.parse("A.9 K.Q Q.J J.A").play("SA").trump == 1

    def test_null_has_no_goal(self) -> None:
        assert (
            kibitz.game("skat(contract=null)").in_words((0, 10)) == "P0 0 tricks, P1-P2 10 tricks"
        )


BAD: dict[str, tuple[str, list[str]]] = {
    "a deck that does not divide": (
        "players = [3, 4, 5]\n",
        [
            "expected a deck that divides among 3 players, or cards = ...: 52 cards for players, 1",
            "expected a deck that divides among 5 players, or cards = ...: 52 cards for players, 1",
        ],
    ),
    "holders of a card that may lie aside": (
        SMALL + 'players = 3\ncards = 3\nsides = { holders = "SA" }\n',
        ["expected all cards dealt if holders of a card are together for sides, 5"],
    ),
    "a card that everybody may hold": (
        SMALL + 'players = 2\ncopies = 2\nsides = { holders = "SA" }\n',
        ["expected players against the holders of a card for sides, 5"],
    ),
    "a leader by a card that is not there": (
        SMALL + 'players = 2\nwithout = ["all 9"]\nleader = "S9"\n',
        ["expected a card that the game is played with: 'S9' for leader, 5"],
    ),
    "suits twice": ('suits = "S S H"\n', ["expected each once: 'S' for suits, 1"]),
    "a card twice": (
        'trump = "S"\ntop = ["all J", "SJ"]\n',
        ["expected each once: 'SJ' for top, 2"],
    ),
    "two cards of one name": (
        'suits = "S SA"\nranks = "AK K"\nplayers = 2\n',
        ["expected each once: 'SAK' for ranks, 2"],
    ),
    "ranks twice": ('ranks = "A K A Q K"\n', ["expected each once: 'A', 'K' for ranks, 1"]),
    "a leader without a declarer": (
        'sides = "declarer"\n[contract.one]\nleader = "declarer"\n'
        '[contract.two]\nsides = "alone"\nleader = "declarer"\nkitty = "declarer"\n',
        [
            'expected sides = "declarer", or fixed, with such a kitty for contract.two.kitty, 7',
            'expected sides = "declarer", or fixed, if a declarer leads for contract.two.leader, 6',
        ],
    ),
    "unknown cards": (
        'top = ["XX", "all 1"]\nkept = ["S1"]\nsides = { holders = "ZZ" }\n',
        [
            "expected a card of the deck: 'XX' for top, 1",
            "expected cards of the deck: 'S1' of 'all 1' for top, 1",
            "expected a card of the deck: 'S1' for kept, 2",
            "expected a card of the deck: 'ZZ' for sides, 3",
        ],
    ),
    "points of nothing": (
        "points = { A = 11, X = 3, K = -1001 }\ntrump_points = { Z = 1 }\n",
        [
            "expected a rank, a card or a pattern of cards: 'X' for points.X, 1",
            "expected points of -1000 to 1000: -1001 for points.K, 1",
            "expected a rank, a card or a pattern of cards: 'Z' for trump_points.Z, 2",
        ],
    ),
    "points of a pattern of nothing": (
        '[points]\n"suit X" = 2\n"all 1" = 3\n"suit H" = 1001\n',
        [
            "expected cards such as 'SQ', 'all J', 'trump J', 'colour J', 'suit H' or 'trumps': "
            "'suit X' for points.suit X, 2",
            "expected cards of the deck: 'S1' of 'all 1' for points.all 1, 3",
            "expected points of -1000 to 1000: 1001 for points.suit H, 4",
        ],
    ),
    "a title that is no line": (
        'title = "a\\u001b[31m"\nbook = "b\\nc"\nsymbols = "\\u0007"\n',
        [
            "expected a text of one line, without control characters: 'a\\x1b[31m' for title, 1",
            "expected a text of one line, without control characters: 'b\\nc' for book, 2",
            "expected a text of one line, without control characters: '\\x07' for symbols, 3",
        ],
    ),
    "wrong types": (
        'players = "four"\ncards = "ten"\nsuits = 4\nranks = [1, 2]\ntrump = 7\npoints = 3\n'
        'spared = "yes"\nlast = 2.5\nutility = 3\ntitle = 1\nexamples = 4\nbook = []\n',
        [
            "expected a text: 1 for title, 10",
            "expected a text: [] for book, 12",
            "expected words: 4 for examples, 11",
            "expected players, such as 4 or [3, 4]: 'four' for players, 1",
            "expected a suit, or a list of suits: 7 for trump, 5",
            "expected words: 4 for suits, 3",
            "expected a number of cards, or one for each number of players: 'ten' for cards, 2",
            "expected a text: 3 for utility, 9",
            "expected a number of 0 to 1000: 2.5 for last, 8",
            "expected true or false: 'yes' for spared, 7",
            "expected a table of points, such as { A = 11 }: 3 for points, 6",
            'expected ranks, such as "A K Q": [1, 2] for ranks, 4',
        ],
    ),
    "unknown words": (
        'follow = "yes"\nvoid = "no"\nkitty = "me"\nhand = 3\n[contract.a]\ntrumps = "S"\n',
        [
            "unknown key 'hand'; did you mean 'head'? for hand, 4",
            "unknown key 'trumps'; did you mean 'trump'? for contract.a.trumps, 6",
            "expected one of nobody, declarer, others, last: 'me' for kitty, 3",
            "expected one of must, or-trump, free: 'yes' for follow, 1",
            "expected one of any, trump, overtrump: 'no' for void, 2",
        ],
    ),
    "a goal and a partner of nobody": (
        'goal = 3\ncalled = ["SA"]\n',
        [
            'expected sides = "declarer" if a partner is called for called, 2',
            "expected sides with a declarer if there is a goal for goal, 1",
        ],
    ),
    "code": (
        'utility = "os:getcwd"\n',
        ["expected a utility of Kibitz: 'os:getcwd' for utility, 1"],
    ),
    "no colours": (
        'suits = "A B C"\nranks = "1 2 3 4"\nplayers = 3\ntrump = ["A", "B"]\ntop = ["colour 1"]\n',
        ['expected each trump in a pair of one colour, such as "S C" for colours'],
    ),
    "high and low": (
        'high = ["SA"]\nlow = ["SA"]\n',
        ["expected each once: 'SA' for low, 2"],
    ),
    "a value like a key": (
        'examples = [\n    "goal=3",\n]\ngoal = 3\n',
        ["expected sides with a declarer if there is a goal for goal, 4"],
    ),
    "a pattern of nothing": (
        'breakers = ""\ntop = ["", " "]\n',
        [
            "expected a card of the deck: '' for top, 2",
            "expected a card of the deck: ' ' for top, 2",
            "expected a card of the deck: '' for breakers, 1",
        ],
    ),
    "trumps that say what is trump": (
        'trump = "S"\ntop = "trumps"\nhigh = ["trumps"]\n',
        [
            "expected cards that say what is trump: 'trumps' for top, 2",
            "expected cards that say what is trump: 'trumps' for high, 3",
        ],
    ),
    "sides of another kind": (
        "sides = [0.0, 1.0, 0.0, 1.0]\n",
        [
            "expected a side for each player, numbered from 0 in order of seats: "
            "[0.0, 1.0, 0.0, 1.0] for sides, 1"
        ],
    ),
    "a suit called none": (
        'suits = "none S"\n',
        ["expected letters for suits: 'none' for suits, 1"],
    ),
    "fewer cards than players": (
        'suits = "S"\nranks = "A K"\nplayers = 3\ncards = 1\n',
        ["expected a card for each of 3 players: 2 in all for ranks, 2"],
    ),
    "the same in all contracts": (
        '[contract.one]\nsuits = "S H D C"\nexamples = []\n[contract.two]\ncards = 3\n',
        [
            "expected suits above all contracts for contract.one.suits, 2",
            "expected examples above all contracts for contract.one.examples, 3",
            "expected cards above all contracts for contract.two.cards, 5",
        ],
    ),
    "a utility without its goal": (
        'sides = "declarer"\nutility = "goal"\n',
        ["expected a goal with utility goal for utility, 2"],
    ),
    "a utility without its declarer": (
        'utility = "null"\n',
        ["expected sides with a declarer with utility null for utility, 1"],
    ),
    "bids where points count": (
        'count = "points"\npoints = { A = 1 }\nutility = "mot"\n',
        ['expected count = "tricks" with utility mot for utility, 3'],
    ),
    "a utility of hearts": (
        'utility = "fewest"\n',
        ["expected a utility that needs no moon: 'fewest' for utility, 1"],
    ),
    "holders of a card that nobody need hold": (
        'sides = { holders = "SQ" }\ncards = 12\n',
        ["expected all cards dealt if holders of a card are together for sides, 1"],
    ),
    "a word of another kind": (
        'head = 3\n[contract.one]\nkitty = ["last"]\n',
        [
            "expected one of nobody, declarer, others, last: ['last'] for contract.one.kitty, 3",
            "expected one of none, trumps, all: 3 for head, 1",
        ],
    ),
    "an unknown table": (
        'suits = "S H D C"\n[contrat.one]\n[contract."one two"]\n',
        [
            "unknown key 'contrat'; did you mean 'contract'? for contrat, 2",
            "expected a word for a contract: 'one two' for contract, 3",
        ],
    ),
    "an order of no trumps": (
        'ranks = "A K Q"\ncards = 3\n[contract.one]\ntrump_ranks = "Q K A"\n',
        ["expected a trump suit, whose ranks these are for contract.one.trump_ranks, 4"],
    ),
    "a called card that goes by the trump": (
        'trump = ["S", "H"]\nsides = "declarer"\ncalled = ["trump A"]\n',
        ["expected cards that are the same for all trumps: 'trump A' for called, 3"],
    ),
    "a called card that may leave nobody against": (
        SMALL + 'players = [2, 3]\ncards = 4\nsides = "declarer"\ncalled = ["HA"]\n',
        ["expected players against the declarer and the card's holders for called, 6"],
    ),
    "a called card of which there are two": (
        SMALL + 'players = [3, 4]\ncopies = 2\nsides = "declarer"\ncalled = "HA"\n',
        ["expected players against the declarer and the card's holders for called, 6"],
    ),
    "no contracts": (
        "contract = 3\n",
        ["expected tables such as [contract.grand] for contract, 1"],
    ),
}


@pytest.mark.parametrize(("source", "lines"), BAD.values(), ids=BAD)
def test_all_faults_are_listed_once_with_their_keys_and_lines(
    source: str, lines: list[str]
) -> None:
    """The numbers of lines stand last; the file is named before them."""
    found = kibitz.Rules("bad.toml", source).faults()
    assert [fault.replace(" in bad.toml", "").replace(", line ", ", ") for fault in found] == lines
    assert all(" in bad.toml" in fault for fault in found)


NO_FILES: dict[str, tuple[bytes, str]] = {
    "syntax": (b"players = \n", "expected a file in TOML: invalid value (at line 1, column 11)"),
    "empty": (b"", "expected rules, such as suits and ranks"),
    "comment": (b"# later\n", "expected rules, such as suits and ranks"),
    "binary": (bytes(range(256)), "expected the rules of a game in a file"),
    "deep": (b"a = " + b"[" * 5000, "expected a file in TOML"),
    "number": (b"players = " + b"9" * 5000, "expected a file in TOML"),
    "long": (b"# " + b"x" * 30_000, "'bad.toml': it has more than 20,000 bytes"),
    "dotted": (b"a." * 20_000 + b"b = 1\n", "'bad.toml': it has more than 20,000 bytes"),
    "another code": ('title = "é"'.encode("latin-1"), "not UTF-8 text, from byte 9 on"),
}


JUNK = (
    *("0", "-1", "3", "1e400", "nan", "9223372036854775807", "true", "1979-05-27"),
    *('""', '" "', '"none"', '"trumps"', '"all J"', '"SA"', '"S S"', '"declarer"', '"last"'),
    *("[]", "[[]]", '["SA", "SA"]', '[""]', "[0.0, 1.0]", "[0, 1]", "{}", "{ 2 = 1 }", "{ A = 1 }"),
    *('{ never = "SA" }', '{ holders = "SA" }', '{ W = "" }'),
)


@pytest.mark.parametrize("key", KEYS)
def test_any_value_of_a_key_is_a_fault_or_a_game_that_can_be_played(key: str) -> None:
    for value in JUNK:
        lines = ("players = 2", *SMALL.splitlines())
        source = "\n".join([f"{key} = {value}", *(each for each in lines if key not in each)])
        faults = kibitz.Rules("bad.toml", source).faults()
        assert all(fault.isprintable() for fault in faults)
        if faults:
            continue
        position = game_class("bad.toml", source, "bad.toml")().deal(1, cards=1)
        while not position.is_over:
            position = position.play(position.legal_moves()[-1])
        assert len(position.game.payoffs(position.outcome)) == position.game.sides


@pytest.mark.parametrize("verb", ["solve", "deal", "show"])
class TestCommands:
    @pytest.fixture
    def refused(
        self,
        verb: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> Callable[[], str]:
        """What is said against `bad.toml` in an empty folder."""
        monkeypatch.chdir(tmp_path)

        def asked() -> str:
            more = ["A.K A.K"] if verb != "deal" else ["--seed", "1"]
            assert main([verb, "bad.toml", *more]) == 2
            shown = capsys.readouterr()
            assert shown.out == ""
            assert shown.err.startswith("kibitz: expected ") or "unknown key" in shown.err
            assert shown.err.count("\n") == 1
            return shown.err

        return asked

    @pytest.mark.parametrize("source", [source for source, _ in BAD.values()], ids=list(BAD))
    def test_a_bad_file_is_one_line_and_code_2(
        self, source: str, refused: Callable[[], str]
    ) -> None:
        Path("bad.toml").write_text(source)
        more = len(kibitz.Rules("bad.toml", source).faults()) - 1
        assert ("(and " in refused()) == (more > 0)

    @pytest.mark.parametrize(("content", "words"), NO_FILES.values(), ids=list(NO_FILES))
    def test_what_is_no_file_of_rules_too(
        self, content: bytes, words: str, refused: Callable[[], str]
    ) -> None:
        Path("bad.toml").write_bytes(content)
        assert words in refused()

    def test_nor_is_a_folder_or_nothing(self, refused: Callable[[], str]) -> None:
        assert "'bad.toml'" in refused()
        Path("bad.toml").mkdir()
        assert "'bad.toml'" in refused()

    def test_nor_what_may_never_end(self, refused: Callable[[], str]) -> None:
        os.mkfifo("bad.toml")
        assert "'bad.toml': it is not a plain file" in refused()
        Path("bad.toml").unlink()
        Path("bad.toml").symlink_to("/dev/zero")
        assert "'bad.toml': it is not a plain file" in refused()


def test_a_mark_of_utf_8_at_the_beginning_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(SMALL, encoding="utf-8-sig")
    assert not kibitz.check_game("own.toml", 1)


@pytest.mark.parametrize("path", ["my games/own.toml", "own (1).toml", "a,b.toml", "a=b.toml"])
def test_a_path_that_no_text_can_hold_is_named(path: str) -> None:
    with pytest.raises(
        TextError, match="expected a path of letters, digits and the signs"
    ) as error:
        kibitz.game(f"{path}(cards=3)")
    assert repr(path) in str(error.value)


def test_a_called_card_that_lies_aside_calls_nobody_in_a_short_deal_too(game: Make) -> None:
    source = SMALL + 'players = 3\ncards = 3\nsides = "declarer"\ncalled = "SA"\n'
    own = game(source)
    calls = {
        str(own.deal(seed, cards).game).count("called=none")
        for seed in range(30)
        for cards in (1, 3)
    }
    assert calls == {0, 1}
