"""Parses order lines and says what is wrong with them."""
