"""What to write in the place of lines that players often get wrong."""

import re

from msgspec.structs import replace

from pbm.games.knighthawks.view.record import ShipView
from pbm.language.syntax_errors import SyntaxFault

_CHANGE = re.compile(
    r"(?:move )?(?:(?P<faster>accelerate|speed up)|decelerate|slow(?: down)?) "
    r"(?:by )?(?P<by>[0-9]+)\Z",
    re.IGNORECASE,
)


def with_remedy(ship: ShipView | None, text: str, wrong: SyntaxFault) -> SyntaxFault:
    """A syntax fault of a ship's line, with what to write if that is known.

    A number behind ``accelerate`` can be the change of the speed or the speed.
    """
    change = _CHANGE.match(text)
    if ship is None or change is None:
        return wrong
    number = int(change["by"])
    speed = max(0, ship.speed + (number if change["faster"] else -number))
    remedy = f"Write  move speed {speed}  for a change by {number}, or  move speed {number}"
    return replace(wrong, remedy=remedy)
