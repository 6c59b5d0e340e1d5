"""Contracts, auctions and par of Bridge, against the laws and against another program."""

from __future__ import annotations

import functools
import random

import pytest
from endplay.dds import calc_dd_table
from endplay.dds import par as their_par
from endplay.types import Contract as TheirContract
from endplay.types import Deal, Denom, Player, Vul
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Auction, Contract, TextError, TrickPosition
from kibitz.games.bridge import pbn
from kibitz.games.bridge.contract import STRAINS
from kibitz.games.bridge.par import Tricks
from kibitz.games.bridge.seats import SEATS, VULNERABLE, is_vulnerable, side_of

VULS = dict(zip(VULNERABLE, (Vul.none, Vul.ns, Vul.ew, Vul.both), strict=True))
DENOMS = {
    "C": Denom.clubs,
    "D": Denom.diamonds,
    "H": Denom.hearts,
    "S": Denom.spades,
    "NT": Denom.nt,
}


class TestContracts:
    @pytest.mark.parametrize("doubled", [0, 1, 2])
    @pytest.mark.parametrize("vulnerable", VULNERABLE)
    def test_every_score_is_that_of_another_program(self, doubled: int, vulnerable: str) -> None:
        for level in range(1, 8):
            for strain in STRAINS:
                for tricks in range(14):
                    ours = Contract(level, strain, "N", doubled)
                    name = f"{level}{strain}N{'x' * doubled}{tricks - 6 - level:+d}"
                    theirs = TheirContract(name.replace("+0", "=")).score(VULS[vulnerable])
                    assert ours.score(tricks, is_vulnerable(vulnerable, "N")) == theirs, name

    @pytest.mark.parametrize(
        ("text", "tricks", "words"),
        [
            ("4S by S", 10, "makes 4S"),
            ("4s by s", 11, "makes 4S +1"),
            ("3N by W", 7, "3NT down 2"),
            ("2HR by East", 8, "makes 2HXX"),
        ],
    )
    def test_a_result_in_words(self, text: str, tricks: int, words: str) -> None:
        assert Contract.parse(text).words(tricks) == words

    def test_who_declares_leads_and_lies_open(self) -> None:
        contract = Contract.parse("1C", "W")
        assert (contract.side, contract.leader, contract.dummy) == ("EW", "N", "E")

    @pytest.mark.parametrize("text", ["8S by N", "4X by N", "4S by X", "4S", "", "4SXXX by N"])
    def test_no_contract_is_refused(self, text: str) -> None:
        with pytest.raises(TextError, match="expected a"):
            Contract.parse(text)


class TestAuctions:
    @pytest.mark.parametrize(
        ("calls", "contract"),
        [
            ("1S Pass 2S Pass 4S AP", "4S by N"),
            ("Pass 1C =1= P 1H! 1S X XX 2H AP", "2H by W"),
            ("1NT X XX p p p", "1NTXX by N"),
            ("AP", None),
        ],
    )
    def test_who_names_the_strain_first_declares(self, calls: str, contract: str | None) -> None:
        auction = Auction.read("N", calls)
        assert (auction.fault, auction.is_over) == ("", True)
        assert auction.contract == (Contract.parse(contract) if contract else None)

    @pytest.mark.parametrize(
        ("calls", "fault"),
        [
            ("1S 1H", "expected a bid above 1S: 1H by E"),
            ("X", "expected a bid of the other side to double: N in call 1"),
            ("1S Pass X", "expected a bid of the other side to double: S in call 3"),
            ("1S XX", "expected a double of the other side: XX by E in call 2"),
            ("1S Pass Pass Pass Pass", "expected no call after the end: Pass by N"),
            ("1S 8H Pass", "expected a call such as 1S, 2NT, Pass, X or XX: '8H'"),
        ],
    )
    def test_a_call_that_is_not_allowed_is_said(self, calls: str, fault: str) -> None:
        assert Auction.read("N", calls).fault == fault

    def test_one_that_is_not_over_has_a_contract_so_far(self) -> None:
        auction = Auction.read("E", "1D * Pass")
        assert (auction.is_over, str(auction.contract), auction.calls) == (
            False,
            "1D by E",
            ("1D",),
        )


class TestPar:
    @given(st.randoms(use_true_random=False), st.sampled_from(SEATS), st.sampled_from(VULNERABLE))
    def test_it_is_the_value_of_the_auction_call_by_call(
        self, draw: random.Random, dealer: str, vulnerable: str
    ) -> None:
        tricks = {
            (strain, seat): north if seat in "NS" else draw.randint(0, 13 - north)
            for strain in STRAINS
            for north in [draw.randint(0, 13)]
            for seat in SEATS
        }
        found = kibitz.par(tricks, dealer, vulnerable)
        assert found.score == plain_par(tricks, dealer, vulnerable)
        assert bool(found.contracts) == bool(found.score)
        for contract, taken in zip(found.contracts, found.tricks, strict=True):
            points = contract.score(taken, is_vulnerable(vulnerable, contract.declarer))
            assert found.score == (points if contract.side == "NS" else -points)

    @pytest.mark.parametrize("seed", range(4))
    def test_score_and_contracts_are_those_of_another_program(self, seed: int) -> None:
        position = kibitz.game("bridge").deal(seed)
        assert isinstance(position, TrickPosition)
        table = calc_dd_table(Deal(pbn.write_deal(position)))
        tricks = {
            (strain, seat): table[denom, Player.find(seat)]
            for strain, denom in DENOMS.items()
            for seat in SEATS
        }
        for dealer in "NE":
            for vulnerable, vul in VULS.items():
                found = kibitz.par(tricks, dealer, vulnerable)
                theirs = their_par(table, vul, Player.find(dealer))
                assert found.score == theirs.score
                named = {(one.level, one.denom, one.declarer) for one in theirs}
                assert named == {
                    (one.level, DENOMS[one.strain], Player.find(one.declarer))
                    for one in found.contracts
                }

    def test_it_stands_below_the_table_of_a_whole_deal(self) -> None:
        hands = "AKQJ.AKQ.AKQ.AKQ 5432.432.432.432 T9876.J.JT98.JT9 .T98765.765.8765"
        whole = kibitz.game("bridge").parse(hands)
        table = kibitz.trick_table(whole, dealer="E", vulnerable="both")
        assert table.par is not None
        assert table.show().splitlines()[-1] == table.par.show() == table.as_dict()["par"]["words"]
        assert table.par.vulnerable == "All"
        short = kibitz.game("bridge").parse("N:A... K... Q... J...")
        assert kibitz.trick_table(short).par is None

    def test_an_unfinished_table_has_none(self) -> None:
        with pytest.raises(TextError, match="the tricks of every strain and declarer"):
            kibitz.par({("NT", "N"): 7})


def plain_par(tricks: Tricks, dealer: str, vulnerable: str) -> int:
    """Four players call in turn, as the laws have it; all cards are open."""
    bids = [(level, strain) for level in range(1, 8) for strain in STRAINS]

    def score(rank: int, side: str) -> int:
        level, strain = bids[rank]
        taken = max(tricks[strain, seat] for seat in side)
        contract = Contract(level, strain, side[0], int(taken < level + 6))
        points = contract.score(taken, is_vulnerable(vulnerable, side[0]))
        return points if side == "NS" else -points

    @functools.cache
    def value(seat: int, rank: int, side: str, passes: int) -> int:
        if passes == (3 if side else 4):
            return score(rank, side) if side else 0
        own = side_of(SEATS[seat])
        after = (seat + 1) % 4
        choices = [value(after, rank, side, passes + 1)]
        choices += [value(after, higher, own, 0) for higher in range(rank + 1, len(bids))]
        return max(choices) if own == "NS" else min(choices)

    return value(SEATS.index(dealer), -1, "", 0)
