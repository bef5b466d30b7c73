"""Write and send reports, receipts and reminders, and log what was sent."""
