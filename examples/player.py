"""A player of your own: `kibitz match "spades(players=3)" player:careful rules --blocks 10`."""

from kibitz import View


def careful(view: View) -> object:
    """Plays its last card, bids its first choice, passes the first cards that it may."""
    choices = list(map(str, view.moves()))
    if view.asks == "pass":  # so many cards, such as C2/D9/HA
        return "/".join(choices[: view.choices[0]])
    return choices[-1] if view.asks == "play" else choices[0]
