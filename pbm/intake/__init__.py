"""Takes one text in: whose it is, for which turn, whether it counts, what is answered."""
