"""What games on boards share: squares with names and drawings, and what a win is worth.

squares    boards of squares: names, lines of text, SVG, and what the page shows
standing   games whose outcome is how each player stands, and who has won
"""

from __future__ import annotations
