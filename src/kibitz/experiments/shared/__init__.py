"""What several experiments share: bids for deals of Spades, and players that play each other."""
