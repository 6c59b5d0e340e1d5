"""The fields of a view as texts, and in plain types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from kibitz import text
from kibitz.cards import Hand, Pack, hand_of

Asks: TypeAlias = Literal["play", "bid", "pass", "trump"]
"""What a player is asked for: a card to play, a bid, cards to pass or lay away, the trump."""


def write_field(name: str, value: Any, pack: Pack) -> str:
    """A field of a view as a text."""
    if name in ("hand", "out", "turned"):
        return pack.write_hand(value)
    if name == "marks":
        return ",".join(sorted(value))
    if name in ("given", "got"):
        return "/".join(pack.write_hand(hand) if hand else "-" for hand in value)
    if name == "bids":
        return "/".join("-" if bid is None else str(bid) for bid in value)
    return text.write_value(value)


def plain_field(name: str, word: str) -> Any:
    """A field of a view in plain types: numbers, texts and lists of them, none for a dash."""
    if name in ("seat", "leader", "to", "number", "stock"):
        return int(word)
    if name in ("hand", "out", "turned", "marks", "asks", "whole"):
        return word
    parts = [None if part == "-" else part for part in word.split("/")]
    if name in ("plays", "given", "got"):
        return parts
    return [None if part is None else int(part) for part in parts]


def read_fields(words: Mapping[str, str], pack: Pack) -> dict[str, Any]:
    """The fields of a view that texts say; of copies of a card each is another one."""
    found: dict[str, Any] = {}
    used: Hand = 0
    for name in ("hand", "plays", "out"):
        if name == "plays" and name in words:
            found[name] = pack.read_cards(words[name].split("/"), used)
            used |= hand_of(found[name])
        elif name in words:
            found[name] = pack.read_hand(words[name], used)
            used |= found[name]
    more = {name: _read(name, word, pack) for name, word in words.items() if name not in found}
    return {**found, **more}


def _read(name: str, word: str, pack: Pack) -> Any:
    """The field of a view that a text says."""
    match name:
        case "marks":
            return frozenset(word.split(","))
        case "given" | "got":
            return tuple(0 if part == "-" else pack.read_hand(part) for part in word.split("/"))
        case "bids":
            parts = word.split("/")
            return tuple(None if part == "-" else text.read_int(part, name) for part in parts)
        case "asks":
            return text.read_value(Asks, word, name)
        case "whole":
            return word
        case "turned":
            return pack.read_hand(word)
        case "seat" | "leader" | "to" | "number" | "stock":
            return text.read_int(word, name)
    return tuple(text.read_int(part, name) for part in word.split("/"))
