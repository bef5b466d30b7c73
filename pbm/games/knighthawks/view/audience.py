"""Who perceives what: the table is open, but sheets and supplies are each player's own."""

from collections.abc import Mapping, Sequence

from pbm.engine.events import PUBLIC, Seen, only
from pbm.engine.types import Seat


def private(seats: Sequence[Seat], options: Mapping[str, str], player: str) -> Seen:
    """The audience of what only a player knows; their side too with option ``share = side``.

    Ambiguity: KH-A40.
    """
    if options["share"] != "side":
        return only(player)
    side = next((seat.side for seat in seats if seat.id == player), None)
    return only(player, *(seat.id for seat in seats if seat.side == side))


def of_records(seats: Sequence[Seat], options: Mapping[str, str], player: str) -> Seen:
    """The audience of a ship's record sheet: its player, or all with ``records = open``.

    Rule: KH PBM (KH-R41).
    """
    return PUBLIC if options["records"] == "open" else private(seats, options, player)
