"""The orders of a sheet: one module an order, what they share, and whole sheets."""
