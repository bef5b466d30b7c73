"""The forms of order lines, as parsed."""
