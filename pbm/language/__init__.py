"""Parse order lines and explain their syntax errors."""
