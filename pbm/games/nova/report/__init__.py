"""The situation report: sentences, maps and record sheets."""
