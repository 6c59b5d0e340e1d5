"""What games on boards share: squares with names and drawings, positions, and what a win is worth.

squares     boards of squares: names, lines of text, SVG, and what the page shows
position    positions on squares: as text, JSON and drawings, and their legal moves
standing    games whose outcome is how each player stands, and who has won
move_limit  games that end after a number of moves
"""

from __future__ import annotations
