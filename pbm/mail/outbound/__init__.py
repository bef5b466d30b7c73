"""Writes and sends reports, receipts and reminders, and logs what was sent."""
