"""Battles fought by mail, a round at a time."""
