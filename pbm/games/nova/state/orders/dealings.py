"""Lines about other empires: permissions, transfers, exploration data, contacts."""

from pbm.engine.events import OrderRef
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.parts import EmpireName, ThingId, Units
from pbm.kit.records import Record


class PermitLine(Record):
    """``PERMIT B through Ring-A``, ``STOP own at SHOOT``, ``REVOKE ...``.

    ``kind`` and the rest as in `state.Permit`.
    """

    ref: OrderRef
    kind: str
    who: EmpireName = ""
    what: ThingId = ""
    revoke: bool = False


class Transfer(Record):
    """``TRANSFER Bee, Ring-A at SHOOT to B against Wasp2 disable FC 8, 2 BL 15 missiles Dart``.

    ``units``: installations that lie on the planet. ``against``: names of units that must be given
    in return the same turn (simultaneous).
    ``disable``: (component as written, number). ``missiles`` None: all of the giver's.
    """

    ref: OrderRef
    at: str
    to: EmpireName
    ships: tuple[ThingId, ...] = ()
    gates: tuple[ThingId, ...] = ()
    units: tuple[Units, ...] = ()
    against: tuple[str, ...] = ()
    disable: tuple[tuple[str, int], ...] = ()
    missiles: tuple[str, ...] | None = None
    condition: Condition = ALWAYS


class Data(Record):
    """``DATA TEDDY, MAVIS to B``: exploration data given away."""

    ref: OrderRef
    systems: tuple[str, ...]
    to: EmpireName


class ContactLine(Record):
    """``CONTACT full B | introduce B to C | full through B | as introduced first``.

    kind: full (empire), introduce (empire, to), through (empire: the go-between).
    """

    ref: OrderRef
    kind: str
    empire: EmpireName = ""
    to: EmpireName = ""
