"""Scenario files and how a game begins."""
