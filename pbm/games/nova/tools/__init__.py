"""Commands beside a campaign."""
