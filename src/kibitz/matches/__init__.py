"""Games between players: a hand, a whole game, a match of many.

hand     one hand on its way
table    players choose in turn until a game is over
"""
