"""BATTLE and GROUND lines: whom they are for, their items, and what is wrong with these."""
