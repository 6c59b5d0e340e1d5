"""The four seats of Bridge, their sides, and who is vulnerable."""

from __future__ import annotations

from kibitz.errors import TextError

SEATS = "NESW"
"""North, East, South and West, players 0 to 3."""
SIDES = ("NS", "EW")
NAMES = ("North", "East", "South", "West")
VULNERABLE = ("None", "NS", "EW", "All")
"""Who is vulnerable, as PBN says it."""

_SPELLINGS = {
    **dict.fromkeys(("none", "love", "-", "o", "0", "nobody"), "None"),
    **dict.fromkeys(("all", "both", "b", "everybody"), "All"),
    **dict.fromkeys(("ns", "n-s", "n"), "NS"),
    **dict.fromkeys(("ew", "e-w", "e"), "EW"),
}


def is_seat(word: str) -> bool:
    """Whether this is N, E, S or W; lower case will do."""
    return len(word) == 1 and word in SEATS + SEATS.lower()


def seat_of(word: str) -> str:
    """The letter of a seat, also by its whole name.

    >>> from kibitz.games.bridge.seats import seat_of
    >>> seat_of("s"), seat_of("West")
    ('S', 'W')
    """
    said = word.strip()
    if not is_seat(said) and said.title() not in NAMES:
        raise TextError(f"expected a seat of {SEATS}: {word!r}")
    return said[0].upper()


def after(seat: str, places: int = 1) -> str:
    """The seat this many places further on, clockwise."""
    return SEATS[(SEATS.index(seat) + places) % len(SEATS)]


def side_of(seat: str) -> str:
    """The side of a seat, NS or EW."""
    return SIDES[SEATS.index(seat) % 2]


def vulnerability(word: str) -> str:
    """Who is vulnerable, by any of its spellings: `None`, `NS`, `EW` or `All`.

    >>> from kibitz.games.bridge.seats import vulnerability
    >>> vulnerability("both"), vulnerability("-"), vulnerability("n-s")
    ('All', 'None', 'NS')
    """
    found = _SPELLINGS.get(word.strip().lower())
    if found is None:
        raise TextError(f"expected who is vulnerable, one of {', '.join(VULNERABLE)}: {word!r}")
    return found


def is_vulnerable(vulnerable: str, seat: str) -> bool:
    """Whether a seat is vulnerable, where `vulnerable` says which sides are."""
    return vulnerable in ("All", side_of(seat))


def usual_dealer(board: int) -> str:
    """Who deals a board of a tournament, by its number."""
    return SEATS[(board - 1) % len(SEATS)]


def usual_vulnerability(board: int) -> str:
    """Who is vulnerable on a board of a tournament, by its number.

    >>> from kibitz.games.bridge.seats import usual_dealer, usual_vulnerability
    >>> [(usual_dealer(board), usual_vulnerability(board)) for board in (1, 2, 7, 13, 16)]
    [('N', 'None'), ('E', 'NS'), ('S', 'All'), ('N', 'All'), ('W', 'EW')]
    """
    at = board - 1
    return VULNERABLE[(at + at // len(SEATS)) % len(VULNERABLE)]
