"""Whole games, hand after hand, and what one seat may know of them.

view            what one player of a trick game may know
view_text       its fields as texts
view_check      which views there can be
hand            one hand on its way
game            the rules of a whole game, and one on its way
winning         the chance to win a whole game, to play for
hearts, ...     the whole games; this folder is their registry
"""
