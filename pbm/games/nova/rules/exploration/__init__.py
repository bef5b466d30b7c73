"""Exploration, settlement, control and devastation."""
