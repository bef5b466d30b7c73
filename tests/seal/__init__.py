"""Forged packets of a game master who holds the key, and the verdicts on them."""
