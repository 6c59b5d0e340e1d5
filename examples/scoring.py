"""A scoring rule of your own: `spades(players=3,utility=scoring:ahead)`."""


def ahead(tricks: tuple[int, ...]) -> list[int]:
    """Tricks more than the best of the others: win by as much as you can."""
    return [own - max(tricks[:at] + tricks[at + 1 :]) for at, own in enumerate(tricks)]
