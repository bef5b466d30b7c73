"""A race: whoever counts to the goal first wins."""
