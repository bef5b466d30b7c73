"""Decides what each mail is, hands sheets to intake, answers requests."""
