"""Ships and pods bought before the game."""
