"""DeltaVee, tried against the numbers of the book."""
