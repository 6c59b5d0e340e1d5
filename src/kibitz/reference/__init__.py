"""The definition of every algorithm, in plain Python, to be read.

`search.py` is the one loop. The other files are its parts, one an axis of the
composition; `kibitz.algorithm` lists them.
"""
