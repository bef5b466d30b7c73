"""Verify a player's packets: their dice, their history and what they share."""
