"""Nova's fighting: space combat round by round, surface combat, doctrine, and what it comes to."""
