"""The game master's rulings."""
