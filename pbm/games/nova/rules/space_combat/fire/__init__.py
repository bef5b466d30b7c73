"""Weapons: aims, chances to hit and damage."""
