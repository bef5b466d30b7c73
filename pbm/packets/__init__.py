"""One player's view of a turn as data: built, explained, compared, verified."""
