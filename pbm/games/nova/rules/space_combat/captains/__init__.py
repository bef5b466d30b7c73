"""Captains that decide by doctrine."""
