"""Commands of the Command Phase. Rule: DV 7."""
