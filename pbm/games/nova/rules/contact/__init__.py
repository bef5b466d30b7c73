"""Contact, diplomacy and hand-overs."""
