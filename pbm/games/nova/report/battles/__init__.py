"""Battles, as a report shows them."""
