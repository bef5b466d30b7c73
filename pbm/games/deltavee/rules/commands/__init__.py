"""Commands and maneuvers."""
