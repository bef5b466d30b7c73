"""Checks orders against what the player knows."""
