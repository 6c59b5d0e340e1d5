"""Games between players: one hand, a whole game, a board, a match of many.

board         a game with nothing hidden on its way
start         how a game begins, by its text
table         players choose in turn until a game is over
log           a game as lines of text; `export` writes it as PBN
seating       who sits where in the games of a block
match         players compared over blocks; `sure` is when to stop
kept          the games of a match: logs, rows, the worst of them reviewed
club          every player against every other; `ratings` is their model
probes        small searches and games, by which results know the program that made them
check_player  does a player peek?
hand_scores   hands that were played, for the chances to win a whole game
terminal      a person against players
"""
