"""Weapons, their aim and their hits."""
