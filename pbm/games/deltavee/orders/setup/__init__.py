"""Placing and fitting out ships, bringing them on, handing over pods."""
