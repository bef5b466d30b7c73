"""What captains decide by doctrine."""
