"""Rules of scenarios: reserves, scoring, victory, prices."""
