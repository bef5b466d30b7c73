"""Atomic files, turn folders and their hashes."""
