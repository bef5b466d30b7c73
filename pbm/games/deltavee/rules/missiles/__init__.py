"""Missiles and interception."""
