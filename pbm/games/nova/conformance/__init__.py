"""Queries and set-up of the rulebook's cases."""
