"""Commands of the Command Phase. Rule: DV 7.0."""
