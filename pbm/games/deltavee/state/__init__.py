"""What is on the table, and the figures derived from it."""
