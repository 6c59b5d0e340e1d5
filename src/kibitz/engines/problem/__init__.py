"""What a search is about, for every engine: scores, the listed order of moves, sides, parts."""
