"""Players: what one may know, what that leaves open, and what to choose.

view    what one player of a trick game may know
worlds  the deals that agree with a view: their number, samples, chances
"""
