"""Turn 0: every player places his ships within the freedom the scenario gives."""

from __future__ import annotations

from pbm.turn import Work


def set_up(work: Work) -> None:
    """Place every waiting ship and begin turn 1."""
