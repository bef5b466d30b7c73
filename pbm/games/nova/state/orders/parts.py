"""Parts that lines share: orders by letter, units, ships and what is aboard, jumps.

Rule: NV ORD-11 to ORD-30.
"""

from __future__ import annotations

from typing import Annotated

from pbm.kit.records import Record

# Another empire: on a sheet the label its player gave it, in a turn the id of its seat.
EmpireName = Annotated[str, "empire"]
# The id of a ship or a gate end; "=NAME" for one that the same sheet lets be built.
ThingId = Annotated[str, "thing"]


class Units(Record):
    """``2 AA``, ``AA`` (all there are: number 0), ``2 AA of B`` (foreign: ``owner``).

    ``gate``: the id of a gate end, with kind ``SG``.
    """

    kind: str
    number: int = 0
    owner: EmpireName = ""
    gate: ThingId = ""


class Toward(Record):
    """For whom a contact order holds: these empires, or everybody ``but`` those.

    Both empty: for all. ``others``: all whom no other part names.
    """

    to: tuple[EmpireName, ...] = ()
    but: tuple[EmpireName, ...] = ()
    others: bool = False


class ContactOrder(Record):
    """``F to B+C``, ``H to others``: a contact order and for whom it holds."""

    code: str
    toward: Toward = Toward()


class Activity(Record):
    """An activity order.

    ``units``: what A, E and L take (empty: all that can). ``number``: M+n, PCB n, else 0.
    ``empire``: to whom S surrenders. ``passing``: whom I lets through; ``stop_own``: it stops
    one's own ships, but those in ``but``. ``allow_harm``: it may hurt one's own (NV ORD-08).
    """

    code: str
    units: tuple[Units, ...] = ()
    number: int = 0
    empire: EmpireName = ""
    passing: tuple[EmpireName, ...] = ()
    stop_own: bool = False
    but: tuple[ThingId, ...] = ()
    allow_harm: bool = False


class Codes(Record, cache_hash=True):
    """Contact and activity orders. ``contact`` in the order written, ``default`` the second.

    None of both parts: the field is not ordered. ``keep``: orders stay as they are though the
    unit was interdicted; ``without``: activities taken away (``no E``).
    """

    contact: tuple[ContactOrder, ...] = ()
    default: str = ""
    activities: tuple[Activity, ...] | None = None
    keep: bool = False
    without: tuple[str, ...] = ()


NO_CODES = Codes()


class Loading(Record):
    """What is to be aboard a ship after loading.

    ``hold``: ``LB1``, ``CH2``, or "" for wherever it fits. ``ship``: a ship carried there, with
    its own ``cargo``; else ``units``.
    """

    hold: str = ""
    units: Units | None = None
    ship: ThingId = ""
    cargo: tuple[Loading, ...] = ()


class Mover(Record):
    """A ship of a movement line; ``cargo`` None: as it is, empty tuple: ``(empty)``.

    Without ``ship``: ``units`` on the planet that get orders without a ship.
    """

    ship: ThingId = ""
    cargo: tuple[Loading, ...] | None = None
    units: Units | None = None


class Jump(Record, cache_hash=True):
    """One jump of a route: a letter, the system it is said to lead to, or a gate end's id."""

    letter: str = ""
    system: str = ""
    gate: ThingId = ""


class SetUp(Record):
    """``setup 4/7``: direction 1 to 6 and hexes from the center. Rule: NV ORD-46."""

    direction: int
    hexes: int
