"""Fire, launches of missiles, and what to hit. Rule: DV 8.0, DV 9.0."""
