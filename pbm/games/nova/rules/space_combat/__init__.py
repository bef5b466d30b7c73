"""Space combat, round by round."""
