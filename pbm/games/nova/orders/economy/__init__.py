"""Orders of the front of the sheet about what an empire owns."""
