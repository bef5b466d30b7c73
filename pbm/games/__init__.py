"""The games, each in a folder of its own; none of them knows another."""
