"""Fetches mail from a mailbox and reads what stands in it."""
