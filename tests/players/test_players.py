"""Players: their texts, that they keep the rules, repeat themselves and do not peek."""

from __future__ import annotations

import itertools
import random
import signal
import sys
from pathlib import Path

import own_players
import psutil  # type: ignore[import-untyped]
import pytest
from waiting import wait_for

import kibitz
from kibitz import View, games
from kibitz.cards import hand_of
from kibitz.history import History
from kibitz.matches.check_player import check_player
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import OpenPlayer, player
from kibitz.players.appraisal import USUAL, is_short, solved, values
from kibitz.players.judgement import played_out
from kibitz.players.others import NotStarted, PlayerFailed
from kibitz.players.playing_out import outcomes
from kibitz.players.searching import Sampling, Search
from kibitz.programs import Late, Program
from kibitz.whole.view import changed, seen

TEXTS = [
    "random",
    "rules",
    "sampling",
    "sampling(leaf-table(keys=relative),worlds=5,exact=4,by=vote,aim=game,weigh=bids)",
    "search(maxn(table=exact),nodes=100)",
    "search(paranoid(leaf=cards),nodes=100,ending=paranoid(window=zero,table=bounds))",
    "sampling(worlds=20,tree=4,c=0.1)",
    "playouts(5)",
    "mp-mix(defensive=5,offensive=none,at=root,depth=2)",
    "believing(prob(models=tricks/mot,weights=2/1),depth=3)",
    "ismcts(5,c=0.5)",
    "search(uct(seed=2),nodes=100)",
    "easy",
    "hard",
    "human",
    "external(python3 bot.py --fast=1,seconds=2.5)",
    "own_players:Outlaw(share=0.25)",
    "own_players:lowest",
    "own_players:Nth(number=2)",
]
QUICK = [
    "random",
    "rules",
    "sampling(worlds=3,nodes=300)",
    "sampling(worlds=3,nodes=300,weigh=bids)",
    "sampling(worlds=3,nodes=300,tree=1)",
    "playouts(3)",
    "easy",
    "own_players:lowest",
]
GAMES = [
    "hearts(cards=4)",
    "spades(players=3,cards=4,bids=1/2/1,utility=mot)",
    "oh_hell(cards=4,bids=1/2/1,utility=oh)",
    "sergeant_major(cards=4,trump=H)",
    "bridge(cards=4)",
]


@pytest.mark.parametrize("line", TEXTS)
def test_a_player_is_its_text(line: str) -> None:
    assert str(player(line)) == line
    assert player(str(player(line))) == player(line)
    assert player(line, seed=7).seed == 7


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sampler", "unknown player 'sampler'; did you mean 'sampling'?"),
        ("sampling(worlds=0)", "expected 1 world and 1 node or more"),
        ("playouts(0)", "expected 1 world or more: playouts(0)"),
        ("sampling(tree=-1)", "expected a tree and c of 0 or more"),
        ("sampling(c=-1)", "expected a tree and c of 0 or more"),
        ("sampling(world=3)", "unknown argument of sampling 'world'"),
        ("sampling(by=luck)", "unknown by 'luck'"),
        ("sampling(by=reduction,weigh=bids)", "payoff reduction takes no weights"),
        ("random(seed=3)", "expected the seed beside the text of a player: 3"),
        ("external()", "expected a command"),
        (
            "external(bot,_running=1)",
            "unknown argument of external '_running'; expected one of command",
        ),
        ("external(bot,seconds=0)", "expected more than 0 seconds"),
        ("external(bot,seconds=nan)", "expected a number: 'nan' for seconds"),
        ("own_players:sys", "expected a subclass of Player or a function of a view"),
        ("own_players:lowest(number=1)", "expected no arguments for a function"),
    ],
)
def test_what_is_no_player_is_refused_in_one_line(line: str, message: str) -> None:
    with pytest.raises(kibitz.KibitzError) as error:
        player(line)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", QUICK)
def test_players_keep_the_rules_repeat_themselves_and_do_not_peek(line: str, game: str) -> None:
    assert check_player(line, game, deals=2) == []


def test_a_search_for_the_end_comes_first_and_the_other_if_it_does_not_get_there() -> None:
    deal = kibitz.game("spades(players=3)").deal(1, 5)
    found = []
    for nodes in (100, 100_000):
        searcher = player(
            f"search(paranoid(leaf=cards),nodes={nodes},ending=paranoid(window=zero,table=bounds))"
        )
        assert isinstance(searcher, Search)
        result = searcher.result(deal)
        assert result.stats.visited <= nodes // 2
        found.append((result.complete, result.algorithm, [*searcher.depths]))
    within, whole = found
    assert within == (False, kibitz.Algorithm.parse("paranoid(leaf=cards)"), within[2])
    assert within[2][0] > 0
    assert whole == (True, kibitz.Algorithm.parse("paranoid(window=zero,table=bounds)"), [])


def test_a_player_that_is_shown_all_hands_is_found_out() -> None:
    searcher = player("search(maxn(table=exact))")
    assert isinstance(searcher, OpenPlayer)
    faults = check_player(searcher, "spades(players=3,cards=4,breaking=false)", deals=8)
    assert any("deals that look alike" in fault for fault in faults)
    with pytest.raises(kibitz.TextError, match="expected a player that does not peek"):
        searcher.play(kibitz.view(kibitz.game("spades(cards=3)").deal(1)))


def test_a_player_that_digs_in_memory_or_breaks_the_rules_is_found_out() -> None:
    assert check_player("own_players:Cheat", deals=6)
    faults = check_player("own_players:Outlaw", deals=1)
    assert faults[0].startswith("illegal play S1 for player")


def test_an_error_in_a_player_of_ones_own_is_a_fault_with_its_line() -> None:
    (fault,) = check_player("own_players:divides", deals=1)
    assert fault.startswith("own_players:divides fails in _by_none() at own_players.py:")


@pytest.mark.parametrize(
    "game", ["whole-hearts", "whole-spades(players=3)", "whole-sergeant-major", "whole-oh-hell"]
)
def test_what_comes_before_play_is_checked_in_whole_games(game: str) -> None:
    assert check_player("rules", game, deals=1) == []
    faults = check_player("own_players:Cheat", game, deals=2)
    wanted = "to pass" if game in ("whole-hearts", "whole-sergeant-major") else "to bid"
    assert any(wanted in fault and "deals that look alike" in fault for fault in faults)


def test_nobody_at_a_terminal_is_checked() -> None:
    with pytest.raises(kibitz.TextError, match="expected a player that needs no terminal: human"):
        check_player("human")


def test_two_games_with_the_same_seeds_are_the_same() -> None:
    line = [player("random")] * 4
    first, again, other = (play_out(begin("hearts(cards=5)", 3), line, seed) for seed in (1, 1, 2))
    assert first.choices == again.choices != other.choices


def test_sampling_plays_what_is_best_over_all_worlds_when_they_are_few() -> None:
    game = kibitz.game("spades(players=3,breaking=false)")
    start = game.parse("A..K.3 7.2..K K...A2")
    view = kibitz.view(start)
    worlds = kibitz.worlds(view)
    assert worlds.number == 20
    sampling = player("sampling(leaf-table,worlds=100,exact=9,nodes=1000000)")
    assert isinstance(sampling, Sampling)
    means = {
        card: sum(kibitz.solve(world.play(card)).value[0] for world in worlds) / 20  # type: ignore
        for card in view.moves()
    }
    appraisal = sampling.appraisal(view)
    assert appraisal.worlds == 20
    assert {card: appraisal.worth(card) for card in means} == pytest.approx(means)
    assert means[sampling.play(view)] == max(means.values())


@pytest.mark.parametrize("line", ["sampling(worlds=20)", "playouts(20)"])
def test_where_nothing_is_better_a_player_chooses_as_rules_do(line: str) -> None:
    """The first of equals would be the king, and the hand is lost."""
    view = kibitz.View.parse("euchre(cards=3,trump=H) seat=0 hand=..K9. plays=SA/HT/HQ/ST/CT/CQ")
    found = player(line).appraisal(view)
    assert found is not None
    assert [str(card) for card in found.means] == ["DK", "D9"]
    assert len(set(found.means.values())) == 1
    assert str(player(line).choose(view)) == str(player("rules").choose(view)) == "D9"


def test_the_values_of_cards_are_those_of_the_positions_after_them() -> None:
    position = kibitz.game("hearts(players=3,cards=4)").deal(5)
    assert isinstance(position, kibitz.TrickPosition)
    [found] = solved([position], nodes=10**6)
    assert list(found) and set(found) == set(position.legal_moves())
    for card, value in found.items():
        assert kibitz.solve(position.play(card)).value == value


@pytest.mark.parametrize(
    "game",
    [
        "hearts(cards=5)",
        "spades(cards=6)",
        "briscola(players=3,stock=12)",
        "doppelkopf(cards=5)",
        "jass(cards=4)",
        "skat(kitty=taken)",
        "french_tarot(players=3,cards=5)",
    ],
)
def test_playouts_end_as_players_by_rules_would_end(game: str) -> None:
    """Who know what is in no hand and no stock."""
    position = kibitz.game(game).deal(2)
    assert isinstance(position, kibitz.TrickPosition)
    out = position.game.deck & ~hand_of(position.in_play())
    hand = History(position)
    while not hand.position.is_over:
        view = changed(seen(hand, hand.position.turn), out=out)
        hand = hand.after(player("rules").play(view))
    assert played_out(position) == hand.position.outcome


RULES = [str(game) for name in games.GAMES.files for game in games.variants_of(name)]


@pytest.mark.parametrize("game", RULES)
def test_worlds_are_for_every_contract_with_every_number_of_players(game: str) -> None:
    """To the last card: where hands are short worlds are solved, unless there are too many
    outcomes, as in a leaster of five.
    """
    position = kibitz.game(game).deal(1000)
    assert isinstance(position, kibitz.TrickPosition)
    one = player("sampling(worlds=2)")
    if position.stock and position.game.duties.follow != "free":
        with pytest.raises(kibitz.GameError, match="one in which any card may be played"):
            one.choose(kibitz.view(position))
        return
    if position.tricks_left > 6 and not position.stock:
        position = kibitz.game(game).deal(1000, 6)
    while not position.is_over:
        card = one.choose(kibitz.view(position))
        assert card in position.legal_moves()
        position = position.play(card)


def test_worlds_with_too_many_outcomes_are_played_out() -> None:
    game = kibitz.game("sheepshead(contract=leaster)")
    assert isinstance(game, kibitz.TrickGame)
    worlds = [game.deal(seed, 3) for seed in range(3)]
    assert not any(world.has_few_outcomes for world in worlds)
    ends = [game.payoffs(played_out(world)) for world in worlds]
    assert list(values(worlds, USUAL, 10**6)) == ends
    assert not is_short(worlds[0], 3)
    assert is_short(game.deal(0, 1), 3)


OWN = [
    "own_utilities:Alone",
    "own_utilities:Alone(players=4,utility=place)",
    "own_utilities:Declarer",
    "own_utilities:Declarer(utility=own_utilities:half)",
    "own_utilities:Fewest",
    "own_utilities:Fewest(players=4,teams=0/1/0/1)",
]


@pytest.mark.parametrize(
    "text",
    [*GAMES, "hearts", "spades(bids=3/4/3/2,utility=mot)", "spades(players=3)", *OWN],
)
def test_play_outs_of_the_kernel_are_those_of_the_reference(text: str) -> None:
    for seed in range(12):
        position, stream = kibitz.game(text).deal(seed), random.Random(seed)
        for _ in range(stream.randrange(10)):
            position = position.play(stream.choice(position.legal_moves()))
        assert isinstance(position, kibitz.TrickPosition)
        cards = position.legal_moves()
        kernel = outcomes([position], cards)
        assert kernel == outcomes([position], cards, engine="reference")
        assert len(kernel) == len(cards)


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("hearts", 10),
        ("spades(players=3,bids=5/5/5,utility=mot)", 10),
        ("oh_hell(bids=3/3/4,trump=H,utility=oh)", 10),
        ("sergeant_major(trump=H,utility=target)", 10),
        ("bridge(trump=S)", 10),
        ("own_utilities:Declarer", 15),
        ("own_utilities:Alone", 15),
        ("own_utilities:Fewest", 10),
        ("own_utilities:Jack", 15),
    ],
)
def test_rules_want_what_the_utility_wants_and_beat_chance(text: str, deals: int) -> None:
    """The same deals with each seat by rules among others at random, and the other way round."""
    ahead = 0.0
    for seed in range(deals):
        start = begin(text, seed)
        for seat, (one, other) in itertools.product(
            range(start.players), [("rules", "random"), ("random", "rules")]
        ):
            seated = [player(one if at == seat else other) for at in range(start.players)]
            scores = play_out(start, seated, seed).end.scores
            mine = scores[start.side(seat)]
            others = [scores[start.side(at)] for at in range(start.players) if at != seat]
            ahead += (mine - sum(others) / len(others)) * (1 if one == "rules" else -1)
    assert ahead > 0


@pytest.mark.parametrize(
    ("line", "card"),
    [
        # Points are good: the ace takes the ten.
        ("own_utilities:Alone(cards=3) seat=2 hand=A7..9. leader=0 plays=ST/SK", "SA"),
        # The other defender has it: a ten goes to the ace.
        ("own_utilities:Declarer(cards=2) seat=2 hand=T7... leader=0 plays=S8/SA", "ST"),
        # It is the declarer's: a seven.
        ("own_utilities:Declarer(cards=2) seat=2 hand=T7... leader=0 plays=SA/S8", "S7"),
        # Points are bad: low.
        (
            "own_utilities:Alone(cards=2,utility=own_utilities:less) seat=2 hand=A7... plays=ST/SK",
            "S7",
        ),
        # Tricks are bad: as high as loses.
        ("own_utilities:Fewest(cards=3) seat=2 hand=A73... plays=S9/SK", "S7"),
        # Ten points fewer are worth a trick.
        ("own_utilities:Jack(cards=2) seat=3 hand=..AT. plays=D7/DJ/D8", "DA"),
        # Last to play and able to win: the cheapest card that wins.
        ("bridge(cards=3) seat=3 hand=.AQ3.. plays=H4/H2/HT", "HQ"),
        # The partner has it already.
        ("bridge(cards=3) seat=3 hand=.AQ3.. plays=H4/HK/H2", "H3"),
        # The bid is made, and overtricks are bad: the highest card that loses.
        (
            "spades(players=3,cards=4,bids=0/1/1,utility=mot) seat=2 hand=2.Q9.. leader=0 "
            "taken=0/0/1 out=...AKQ plays=HT/HJ",
            "H9",
        ),
        # Hearts: the queen of spades goes where it can.
        ("hearts(cards=4) seat=2 hand=Q5.A.A. leader=0 marks=begun plays=CT/CJ", "SQ"),
        # Hearts: duck as high as possible.
        ("hearts(cards=4) seat=2 hand=..KT94. leader=0 marks=begun plays=D5/DJ", "DT"),
    ],
)
def test_rules_do_what_beginners_are_taught(line: str, card: str) -> None:
    assert str(player("rules").play(View.parse(line))) == card


def test_a_side_wants_more_as_its_payoffs_say() -> None:
    def wants(line: str) -> list[str]:
        game = kibitz.game(line)
        assert isinstance(game, kibitz.TrickGame)
        return ["".join("-+"[more] for more in row) for row in game.wanted.rows]

    assert wants("hearts(moon=false)") == ["-" * 27] * 4
    assert wants("hearts")[0] == "-" * 25 + "+-"  # who has 25 wants the moon
    assert wants("bridge") == ["+" * 13 + "-"] * 2
    assert wants("oh_hell(cards=4,bids=1/0/4,utility=oh)") == ["+----", "-----", "++++-"]
    assert wants("spades(players=3,cards=5,bids=1/2/2,utility=wl)")[0] == "+-----"
    half = wants("own_utilities:Declarer(utility=own_utilities:half)")
    assert [row.count("+") for row in half] == [61, 60]
    assert wants("own_utilities:Fewest(cards=3)") == ["----"] * 3


def test_votes_are_shares() -> None:
    view = kibitz.view(kibitz.game("hearts(players=3,cards=4,lead=first)").deal(5))
    voting = player("sampling(leaf-table,worlds=4,by=vote)")
    assert isinstance(voting, Sampling)
    appraisal = voting.appraisal(view)
    assert set(appraisal.votes.values()) <= {0, 0.25, 0.5, 0.75, 1}
    assert appraisal.votes[voting.play(view)] == max(appraisal.votes.values())


BOT = """
import json, sys
for line in sys.stdin:
    print(json.loads(line)["moves"][-1], flush=True)
"""


def bot(folder: Path, code: str, more: str = "") -> str:
    path = folder / "bot.py"
    path.write_text(code)
    return f"external({sys.executable} {path}{more})"


def test_a_program_plays_by_reading_views_and_writing_moves(tmp_path: Path) -> None:
    program = player(bot(tmp_path, BOT))
    played = play_out(
        begin("spades(players=3,cards=3)", 1), [program, player("own_players:lowest"), program], 1
    )
    same = play_out(begin("spades(players=3,cards=3)", 1), [player("own_players:lowest")] * 3, 1)
    assert played.choices == same.choices
    assert played.failures == ("", "", "")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "ended"),
        ("import sys; sys.stdin.readline(); print('XX', flush=True)", "answered 'XX'"),
        ("import time; time.sleep(60)", "did not answer in 0.5 s"),
        ("print('S' * 99999, flush=True)", "said too much"),
        ("input(); print('well,\\nSA', flush=True)", "answered with more than a line"),
    ],
)
def test_a_program_that_fails_loses_its_own_game_alone(tmp_path: Path, code: str, why: str) -> None:
    failing = bot(tmp_path, code, ",seconds=0.5" if "sleep" in code else ",seconds=60")
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    with pytest.raises(PlayerFailed, match=why):
        player(failing).play(view)
    played = play_out(
        begin("spades(players=3,cards=3)", 1),
        [player("rules"), player(failing), player("rules")],
        1,
    )
    assert played.end.is_over
    assert [bool(failure) for failure in played.failures] == [False, True, False]


def test_a_program_is_ended_with_what_it_started(tmp_path: Path) -> None:
    child = tmp_path / "child"
    code = "import subprocess; one = subprocess.Popen(['sleep', '60'], stdin=subprocess.DEVNULL)\n"
    code += f"open({str(child)!r}, 'w').write(str(one.pid))\none.wait()"
    with pytest.raises(PlayerFailed, match="did not answer"):
        player(bot(tmp_path, code, ",seconds=2")).play(
            kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
        )
    number = int(child.read_text())
    wait_for(
        lambda: not (psutil.pid_exists(number) and psutil.Process(number).status() != "zombie")
    )


def test_a_program_that_is_not_there_is_said_so() -> None:
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    with pytest.raises(NotStarted, match=r"cannot be started: .*No such file"):
        player("external(no-such-program-at-all)").play(view)


@pytest.mark.parametrize("seconds", ["3600000", "2.5", "1234567.125", "0.0000001", "1e30", "10"])
def test_the_text_of_a_program_is_read_again(seconds: str) -> None:
    one = player(f"external(bot,seconds={seconds})")
    assert player(str(one)) == one
    assert one.seconds == float(seconds)  # type: ignore[attr-defined]


def test_a_program_that_does_not_read_is_late_too(tmp_path: Path) -> None:
    """More than a pipe holds."""
    program = Program([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(Late):
        program.ask("x" * 10_000_000, 0.2)
    assert program.end(patience=0) == -signal.SIGKILL


def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    """It ends by itself, and had started another."""
    child = tmp_path / "child"
    code = "import subprocess\none = subprocess.Popen(['sleep', '60'])\n"
    code += f"open({str(child)!r}, 'w').write(str(one.pid))\n"
    with pytest.raises(PlayerFailed, match="ended with exit code 0"):
        player(bot(tmp_path, code, ",seconds=60")).play(
            kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
        )
    number = int(child.read_text())
    wait_for(
        lambda: not (psutil.pid_exists(number) and psutil.Process(number).status() != "zombie")
    )


def test_rules_pass_high_cards_where_points_are_bad() -> None:
    view = View.parse("hearts seat=1 hand=AQ4.K32.A765.432 asks=pass choices=3")
    assert {str(card) for card in player("rules").pass_cards(view)} >= {"SA", "SQ"}


def test_own_players_module_is_what_is_tested() -> None:
    assert player("own_players:Nth(number=1)") == own_players.Nth(1)


def test_a_player_from_elsewhere_goes_by_where_it_is_found_whatever_it_calls_itself() -> None:
    found = player("own_players:Named")
    assert str(found) == "own_players:Named"
    assert str(player(str(found))) == str(found)
