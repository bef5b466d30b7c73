"""Resolves parsed lines into orders."""
