"""The orders of a turn, as the state keeps them."""
