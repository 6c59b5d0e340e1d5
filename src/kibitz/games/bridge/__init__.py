"""Bridge: the play of the cards, and the files of other programs.

game    the rules of play
boards  the boards of a file in PBN or LIN, which pbn.py and lin.py read
"""

from kibitz.games.bridge.game import Bridge

__all__ = ["Bridge"]
