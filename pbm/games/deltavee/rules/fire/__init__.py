"""Fire, hits and damage."""
