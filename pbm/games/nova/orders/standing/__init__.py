"""Lines that stand for all units or for groups of them: general, conditional, special."""
