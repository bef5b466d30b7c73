"""What a game master does with a campaign, one module a command."""
