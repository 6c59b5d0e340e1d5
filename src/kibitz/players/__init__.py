"""Players: what one may know, what that leaves open, and what to choose.

shown        what play has shown that others cannot hold
tables       tables of counts of cards, drawn as the kernel draws them
case         the worlds of one case of what others can hold
worlds       the deals that agree with a view: their number, samples, chances
player       `Player`, and the one who peeks, `OpenPlayer`; their texts
judgement    bids, passes and cards by simple rules
playing_out  worlds played out by these rules, in the kernel if it can
appraisal    what each card is worth over worlds
reduction    the same for one who must choose alike in all of them
before_play  bids, cards to pass and trumps over worlds
plain        `random`, `rules`
playouts     `playouts` by rules in worlds
ismcts       `ismcts`, one tree over all worlds
searching    `search` with open hands, `sampling` over worlds
mixing       `mp-mix` by who is ahead, `believing` by what others seem to want
levels       `easy`, `medium`, `hard`: others by how strong they are
others       `human`, `external`
"""

from kibitz.players.player import OpenPlayer, Player, names, player

__all__ = ["OpenPlayer", "Player", "names", "player"]
