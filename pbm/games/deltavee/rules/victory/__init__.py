"""Victory: what leaves play, Victory Points, and the conditions that end the game."""
