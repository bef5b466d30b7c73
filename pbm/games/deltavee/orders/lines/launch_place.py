"""Where what is launched is placed, where it points there and how fast it is."""

from collections.abc import Iterable

from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.geometry import Direction
from pbm.language.parse_tree import Node


def launch_place(
    resolver: UnitResolver, parts: Iterable[Node]
) -> tuple[Direction | None, Direction | None, int]:
    """Bearing, direction and difference of velocity of what is launched."""
    found = resolver.once(part for part in parts if part.kind in ("bearing", "direction", "speed"))
    bearing, direction, speed = (found.get(kind) for kind in ("bearing", "direction", "speed"))
    return (
        resolver.bearing(bearing.word, bearing.number) if bearing else None,
        resolver.direction(direction.word, direction.number) if direction else None,
        sum(int(sign.replace(" ", "")) for sign in speed.tokens("SIGNED")) if speed else 0,
    )


def launch_place_words(bearing: int | None, direction: int | None, speed: int) -> list[str]:
    """Bearing, direction and difference of velocity, what the program chooses left out.

    >>> launch_place_words(2, None, 1)
    ['bearing 2', 'speed +1']
    """
    words = [] if bearing is None else [f"bearing {bearing}"]
    words += [] if direction is None else [f"dir {direction}"]
    return words + ([f"speed {speed:+d}"] if speed else [])
