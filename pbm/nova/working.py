"""What a damaged ship still has: thrust, jumps, shields, installations.

Rule: NV SPC-38, DSN-18.
"""

from __future__ import annotations

from pbm.nova.damage import Damage
from pbm.nova.design import Design, figures


def ie_left(design: Design, damage: Damage) -> int:
    """Thrust that the impulse engine still gives. Rule: NV SPC-38."""
    return max(figures(design).ie - damage.parts.get("IE1", 0), 0)


def jump_left(design: Design, damage: Damage) -> tuple[int, int]:
    """JD and LT of the best jump drive still working, (0, 0) without any.

    Rule: NV DSN-18, SPC-38.
    """
    drives = [
        (piece.part.level - damage.parts.get(piece.name, 0), -piece.part.lt)
        for piece in figures(design).installations
        if piece.part.kind == "JD"
    ]
    level, lag = max(drives, default=(0, 0))
    return (level, -lag) if level > 0 else (0, 0)


def shields_left(design: Design, damage: Damage) -> tuple[int, int]:
    """SI and the number of shields still working. Rule: NV SPC-37, SPC-40."""
    lost = sum(name.startswith("SM") for name in damage.parts)
    return figures(design).si, figures(design).sm - lost


def levels_left(design: Design, damage: Damage, kind: str) -> tuple[int, ...]:
    """The level or size of each working installation of a kind. Rule: NV SPC-38."""
    return tuple(
        piece.part.level
        for piece in figures(design).installations
        if piece.part.kind == kind and piece.name not in damage.parts
    )
