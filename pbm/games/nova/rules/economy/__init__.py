"""Production, spending and upkeep."""
