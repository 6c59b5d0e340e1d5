"""Bridge: the play of the cards, what bridge players ask, and the files of other programs.

game      the rules of play
seats     the four seats, and who is vulnerable
contract  what a contract needs and scores
auction   the calls, and the contract that they lead to
par       the score of a deal if both sides bid and play with all cards open
boards    the boards of a file in PBN or LIN, which pbn.py and lin.py read as records
"""

from kibitz.games.bridge.game import Bridge

__all__ = ["Bridge"]
