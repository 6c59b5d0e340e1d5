"""Games between players: a hand, a whole game, a board, a match of many.

hand      one hand on its way
board     a game with nothing hidden on its way
whole     whole games, hand after hand; `whole_*` are their rules
start     how a game begins, by its text
table     players choose in turn until a game is over
log       a game as lines of text; `export` writes it as PBN
winning   the chance to win a whole game, to play for
seating   who sits where in the games of a block
match     players compared over blocks; `sure` is when to stop
terminal  a person against players
"""
