"""A campaign on disk: its settings, people, secrets, inbox and outbox."""
