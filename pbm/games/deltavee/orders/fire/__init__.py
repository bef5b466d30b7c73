"""Fire, launches of missiles, and what to hit. Rule: DV 8, DV 9."""
