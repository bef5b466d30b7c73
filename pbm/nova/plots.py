"""Small pictures of numbers: how far research is."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from markupsafe import Markup

from pbm.nova.amounts import amount_text
from pbm.svg import picture, tag

_WIDTH, _HEIGHT = 120, 12


def bar(done: int, goal: Fraction) -> Markup:
    """How much of a goal is done; full at the goal and beyond."""
    part = min(ceil(done * _WIDTH / goal), _WIDTH) if goal else _WIDTH
    return picture(
        f"{done} of {amount_text(goal)} Tech Points",
        (-1, -1, _WIDTH + 2, _HEIGHT + 2),
        tag("rect", width=part, height=_HEIGHT, fill="#1b4f9c"),
        tag("rect", width=_WIDTH, height=_HEIGHT, fill="none", stroke="#1b1f24"),
        class_="bar",
        width=_WIDTH,
        height=_HEIGHT,
    )
