"""Results of battles in the words of the game master."""
