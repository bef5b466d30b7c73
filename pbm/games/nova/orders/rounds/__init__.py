"""BATTLE sheets: what a player orders for one round of a battle by mail."""
