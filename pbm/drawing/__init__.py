"""Hex geometry and vector pictures."""
