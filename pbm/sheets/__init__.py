"""Find sheets in any text and keep the place of every character."""
