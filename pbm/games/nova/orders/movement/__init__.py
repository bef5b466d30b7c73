"""Movement lines: ships, what is aboard, routes."""
