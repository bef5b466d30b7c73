"""Keyed, scripted and sealed dice."""
