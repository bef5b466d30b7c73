"""Finds sheets in any text and keeps the place of every character."""
