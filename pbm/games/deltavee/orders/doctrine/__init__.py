"""What a unit does when something happens to it."""
