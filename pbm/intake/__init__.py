"""Take in texts: find their player and turn, decide whether they count, answer."""
