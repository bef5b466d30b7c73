"""What a hex and a Game-Turn stand for; nothing is computed from it.

Rule: DV 1.0.
"""

HEX_KM = 20_000
TURN_MINUTES = 15


def scale(hexes: int = 1, turns: int = 1) -> dict[str, int]:
    """The kilometres across so many hexes, the minutes of so many Game-Turns."""
    return {"km": hexes * HEX_KM, "minutes": turns * TURN_MINUTES}


def scale_words() -> str:
    """The scale in a sentence for reports."""
    return f"A hex is {HEX_KM:,} km across, a Game-Turn {TURN_MINUTES} minutes."
