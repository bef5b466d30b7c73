"""Reads and runs the rulebooks' cases."""
