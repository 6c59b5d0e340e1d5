"""Engines: a problem in, an answer out; `protocol.py` is the seam.

reference   the definition, in plain Python
kernel      the same searches in C++, where it was built and knows the game
"""
