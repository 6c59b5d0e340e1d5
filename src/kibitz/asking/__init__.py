"""What can be asked of a position or a hand: one file for each question, and how it is answered.

solve       the value, move and line          analyse   every move with its value
review      a played hand, move by move       many      the same of many positions
batch       questions as plain data           trace     a search, step by step
perft       positions counted                 prospects which algorithms can prune
choosing    the default algorithm             staged, forced   answers within limits
"""
