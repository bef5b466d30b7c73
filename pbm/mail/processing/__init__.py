"""Take each mail in: hand its sheets to intake, answer its requests."""
