"""Which game of plain_rules.py a text of Kibitz means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import plain_rules as a
import plain_rules_b as b

CASES: dict[str, Callable[[], a.Game]] = {
    "skat(contract=null)": a.Null,
    "skat(contract=null,declarer=2)": partial(a.Null, declarer=2),
    "skat(contract=ramsch)": a.Ramsch,
    "doppelkopf": a.Doppelkopf,
    "belote(contract=sans-atout)": a.SansAtout,
    "belote(contract=tout-atout,declarer=3)": a.ToutAtout,
    "jass(contract=obenabe)": partial(a.Jass, "obenabe"),
    "jass(contract=undenufe)": partial(a.Jass, "undenufe"),
    "five_hundred(contract=misere,declarer=1)": partial(
        a.FiveHundredPlain, players=3, declarer=1, full=True
    ),
    "ninety_nine": partial(a.NinetyNine, None),
    "tressette": b.Tressette,
    "tressette(contract=two)": partial(b.Tressette, 2),
    "wizard(trump=none)": partial(b.Wizard, None, 3),
    "skat(contract=null,kitty=taken,declarer=1)": partial(a.Null, declarer=1),
}
for trump in "CSHD":
    CASES |= {
        f"skat(trump={trump},declarer=1)": partial(a.Skat, trump, declarer=1),
        f"belote(trump={trump})": partial(a.Belote, trump),
        f"jass(trump={trump})": partial(a.Jass, trump),
        f"euchre(trump={trump})": partial(a.Euchre, trump),
        f"euchre(contract=alone,trump={trump},declarer=1)": partial(a.EuchreAlone, trump, 1),
        f"five_hundred(trump={trump},declarer=1)": partial(a.FiveHundred, trump, declarer=1),
        f"five_hundred(players=3,trump={trump},declarer=2)": partial(
            a.FiveHundred, trump, players=3, declarer=2
        ),
        f"ninety_nine(trump={trump})": partial(a.NinetyNine, trump),
        f"knock_out_whist(trump={trump})": partial(a.KnockOutWhist, trump),
        f"knock_out_whist(players=7,trump={trump})": partial(a.KnockOutWhist, trump, players=7),
        f"doppelkopf(contract=suit,trump={trump},declarer=3)": partial(
            a.DoppelkopfSolo, trump, player=3
        ),
        f"pinochle(trump={trump})": partial(b.Pinochle, trump),
        f"pinochle(trump={trump},contract=auction,declarer=1)": partial(
            b.AuctionPinochle, trump, declarer=1
        ),
        f"wizard(trump={trump})": partial(b.Wizard, trump, 3),
        f"wizard(trump={trump},players=5)": partial(b.Wizard, trump, 5),
        f"skat(trump={trump},kitty=taken,declarer=1)": partial(a.Skat, trump, declarer=1),
    }
for trump, players in zip("DCSBDC", (2, 3, 4, 2, 3, 4), strict=True):
    CASES[f"briscola(trump={trump},players={players})"] = partial(b.Briscola, trump, players)
for called in ("BA", "B3", "B2", "none"):
    CASES[f"briscola(contract=chiamata,trump=B,called={called},declarer=3)"] = partial(
        b.BriscolaChiamata, "B", 3, called
    )
for players in (3, 4, 5):
    seat = players - 1
    CASES |= {
        f"french_tarot(players={players},declarer={seat})": partial(b.Tarot, players, seat),
        f"french_tarot(players={players},declarer=1,kitty=taken)": partial(b.Tarot, players, 1),
        f"french_tarot(players={players},contract=contre,declarer=0)": partial(
            b.GardeContre, players, 0
        ),
    }
CASES["french_tarot(players=5,called=HK)"] = partial(b.Tarot, 5, 0, "HK")
CASES["french_tarot(players=5,called=DQ,declarer=2)"] = partial(b.Tarot, 5, 2, "DQ")
CASES["french_tarot(players=5,called=HK,declarer=1,kitty=taken)"] = partial(b.Tarot, 5, 1, "HK")
for seat in range(3):
    CASES |= {
        f"skat(contract=grand,declarer={seat})": partial(a.Skat, None, declarer=seat),
        f"sheepshead(players=3,declarer={seat})": partial(a.Sheepshead, 3, seat),
    }
for seat in range(4):
    CASES |= {
        f"sheepshead(players=4,declarer={seat})": partial(a.Sheepshead, 4, seat),
        f"five_hundred(contract=no-trump,declarer={seat})": partial(
            a.FiveHundredPlain, declarer=seat
        ),
        f"five_hundred(players=3,contract=no-trump,declarer={seat % 3})": partial(
            a.FiveHundredPlain, players=3, declarer=seat % 3
        ),
    }
for seat in range(5):
    CASES |= {
        f"sheepshead(declarer={seat})": partial(a.Sheepshead, 5, seat, "DJ"),
        f"sheepshead(declarer={seat},called=none)": partial(a.Sheepshead, 5, seat),
    }
for kind in ("queens", "jacks", "fleischlos"):
    CASES[f"doppelkopf(contract={kind},declarer=1)"] = partial(a.DoppelkopfSolo, kind, player=1)
for players in (3, 4, 5):
    CASES[f"sheepshead(players={players},contract=leaster)"] = partial(a.Leaster, players)


# -- what an outcome is worth to each side ------------------------------------------------------

Payoffs = Callable[[tuple[int, ...]], tuple[int, ...]]


def taken(position: Any) -> Payoffs:
    """The more the better."""
    return lambda outcome: outcome


def least(position: Any) -> Payoffs:
    """The fewer the better."""
    return lambda outcome: tuple(-own for own in outcome)


def place(position: Any) -> Payoffs:
    """How many have less."""
    return lambda outcome: tuple(sum(other < own for other in outcome) for own in outcome)


def goal(position: Any) -> Payoffs:
    """The declarer's side wins with its goal; otherwise the others do."""
    game = position.game
    side = game.side_of[game.declarer]
    target = GOALS[game.name] if game.goal is None else game.goal

    def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
        won = outcome[side] >= target
        return tuple(int(won if own == side else not won) for own in range(len(outcome)))

    return payoffs


GOALS = {"skat": 61, "sheepshead": 61, "doppelkopf": 121, "belote": 82, "euchre": 3}


def null(position: Any) -> Payoffs:
    """The declarer wins by taking no trick."""
    side = position.game.side_of[position.game.declarer]

    def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
        won = outcome[side] == 0
        return tuple(int(won if own == side else not won) for own in range(len(outcome)))

    return payoffs


def euchre(position: Any) -> Payoffs:
    """Makers have one point for three or four tricks and two for all, four if one is alone;
    euchred, the others two.

    It is the difference in points that counts.
    """
    side = position.game.side_of[position.game.declarer]
    march = 2 if position.game.players == 4 else 4

    def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
        points = [0, 0]
        if outcome[side] < 3:
            points[1 - side] = 2
        else:
            points[side] = march if outcome[1 - side] == 0 else 1
        return points[0] - points[1], points[1] - points[0]

    return payoffs


def ninety_nine(position: Any) -> Payoffs:
    """A point for each trick; for an exact bid ten more if all have one, twenty if two, thirty
    if one does.
    """
    bids = position.game.bids

    def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
        exact = [tricks == bid for tricks, bid in zip(outcome, bids, strict=True)]
        bonus = {0: 0, 1: 30, 2: 20, 3: 10}[sum(exact)]
        return tuple(t + bonus * made for t, made in zip(outcome, exact, strict=True))

    return payoffs


def wizard(position: Any) -> Payoffs:
    """Twenty and ten for each trick for an exact bid, otherwise ten less for each trick off."""
    bids = position.game.bids

    def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(
            20 + 10 * tricks if tricks == bid else -10 * abs(tricks - bid)
            for tricks, bid in zip(outcome, bids, strict=True)
        )

    return payoffs


def stay(position: Any) -> Payoffs:
    """Who takes no trick is out; the others like it the more are out."""

    def payoffs(outcome: tuple[int, ...]) -> tuple[int, ...]:
        out = outcome.count(0)
        return tuple(1 + out if tricks else 0 for tricks in outcome)

    return payoffs


PAYOFFS: dict[str, Callable[[Any], Payoffs]] = {
    "taken": taken,
    "tricks": taken,
    "least": least,
    "place": place,
    "goal": goal,
    "null": null,
    "euchre": euchre,
    "euchre(march=4)": euchre,
    "ninety_nine": ninety_nine,
    "wizard": wizard,
    "stay": stay,
}
