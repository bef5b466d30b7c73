"""The pregame sheet: home star, technology, what is bought, and its sums."""
