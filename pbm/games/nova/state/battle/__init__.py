"""A space battle between two rounds, and what happened in it."""
