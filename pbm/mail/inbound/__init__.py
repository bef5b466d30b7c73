"""Fetch mail from a mailbox and read its texts."""
