"""Plays one stage from stored inputs and assembles its folder."""
