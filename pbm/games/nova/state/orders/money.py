"""Lines about money: sums claimed, salvage, pillage, expenditures, commissions, research."""

from __future__ import annotations

from fractions import Fraction

from pbm.engine.events import OrderRef
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.parts import EmpireName, Units
from pbm.kit.records import Record


class Claim(Record):
    """``TREASURY 50``, ``RECEIVED 100 FROM B``: a sum as the player has it, in MCr.

    ``what``: production, treasury, after, bonus, total, expend, received. ``who`` as written.
    """

    ref: OrderRef
    what: str
    number: int
    who: str = ""


class Salvage(Record):
    """``SALVAGE Scout-3, 2 RA, Ring-A at ALGOL = 41``: ids of ships, hulls, gate ends, units."""

    ref: OrderRef
    at: str
    ships: tuple[str, ...] = ()
    hulls: tuple[str, ...] = ()
    units: tuple[Units, ...] = ()
    claim: int | None = None


class Pillage(Record):
    """``PILLAGE MAVIS = 120 lift 3 AA, SDU``: ``lift`` is what the holds take first."""

    ref: OrderRef
    at: str
    claim: int | None = None
    lift: tuple[Units, ...] = ()


class Seat(Record):
    """``TREASURY AT SHOOT``, ``HOME AT SHOOT``: what is ``treasury`` or ``home``."""

    ref: OrderRef
    what: str
    at: str


class Destroy(Record):
    """``DESTROY 100 MCr | Ring-A | hull Bee``: what is ``MCr``, ``gate`` or ``hull``."""

    ref: OrderRef
    what: str
    number: int = 0
    id: str = ""


class Expenditure(Record):
    """One line of EXPENDITURES, most important first.

    kind and fields used:
      maintain (project "" for all, number 0 for all teams, price claim)
      rdt (number)   new teams; RESEARCH says on which projects
      ship (name: design, number, up_to, at)      build (name: a unit's kind, number, up_to, at)
      part (name: design, amount, at, as_names: the hull's)   finish (id: hull, amount 0: rest)
      gate (at, at_other, as_names: two, number 1)
      repair (id: ship, at, repairs: (what, number 0 for all), up_to_amount 0: no limit)
      refit (id: ship, name: design, at)
      status (project)   info (name: what)   copy (name: what)
      send (amount, empire)
    ``price`` and ``cost`` are claims. ``or_else``: the ``|`` lines below it, tried in turn if
    the one above cannot be paid whole. ``at`` "" is the capital.
    """

    ref: OrderRef
    kind: str
    name: str = ""
    number: int = 1
    up_to: bool = False
    at: str = ""
    at_other: str = ""
    id: str = ""
    amount: int = 0
    empire: EmpireName = ""
    project: str = ""
    as_names: tuple[str, ...] = ()
    repairs: tuple[tuple[str, int], ...] = ()
    price: Fraction | None = None
    cost: int | None = None
    or_else: tuple[Expenditure, ...] = ()

    @property
    def tries(self) -> tuple[Expenditure, ...]:
        """The line itself and its alternatives, in the order they are tried."""
        return (self, *self.or_else)


class Plan(Record):
    """A list of expenditures; the first plan whose condition holds is carried out."""

    expenditures: tuple[Expenditure, ...]
    condition: Condition = ALWAYS

    @property
    def tries(self) -> tuple[Expenditure, ...]:
        """All lines and their alternatives."""
        return tuple(one for line in self.expenditures for one in line.tries)

    def bills(self, kind: str) -> tuple[Expenditure, ...]:
        """The lines of a kind."""
        return tuple(line for line in self.expenditures if line.kind == kind)


class Commission(Record):
    """``VIRUS Hornet: Stinger, Wasp``: names for the ships of a design built at a system."""

    ref: OrderRef
    at: str
    design: str
    names: tuple[str, ...]


class Research(Record):
    """``BL 15-20 B (45) [4] +2 [6]``; ``drop`` removes all teams.

    ``kind`` TECH, NSD, RSD, NMD; ``subject`` technology or design name; ``add`` and ``remove``
    teams. ``table``, ``goal``, ``teams_before``, ``teams_after`` are claims.
    """

    ref: OrderRef
    kind: str
    subject: str
    start: int = 0
    goal_level: int = 0
    add: int = 0
    remove: int = 0
    drop: bool = False
    table: str = ""
    goal: Fraction | None = None
    teams_before: int | None = None
    teams_after: int | None = None
