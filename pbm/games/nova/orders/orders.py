"""What Nova's sheets can say, as records. The grammar's transformer makes them.

Each line remembers where it was written (``ref``). Other empires stand by their id (the reader
turned the player's label into it), own ships, gate ends and hulls by their id, systems by name.
Sums a player writes are claims: they are compared and remarked on, never used. Rule: NV ORD-04.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from pbm.engine.events import OrderRef
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.records import record
from pbm.language.condition import AnyOf

# Contact orders and activities. Rule: NV ORD-11 to ORD-30.
CONTACT_CODES = ("F", "G", "H", "K", "N", "Q", "R", "T", "U")
ACTIVITY_CODES = ("A", "D", "E", "I", "L", "M", "O", "S", "W", "X", "Z", "PCB")

# --- conditions -----------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Test:
    """One test of a condition, judged in the system of the unit it is for.

    kind and fields used:
      received (empire, op, number)   MCr received from that empire this turn
      transferred (name, empire)      the unit of this name was given by that empire this turn
      interdicted ()                  the unit was stopped short of its destination
      system_of (empire)              the system identifies itself as that empire's
      contact (empire)                the empire has identified itself here this turn
      aliens (op, number)             alien ships met here
      assaulted (empire "": any)      own ground units here were attacked
      sdu (op, number)                SDUs still defending against the unit's side
      losses (op, number)             own losses here in percent
      armies (op, number)  ships (op, number)   own ones still here
      round (op, number)  won ()  lost ()  alone ()
      treasury (op, number)           own treasury before expenditures (PLAN only)
    op is one of ">=", "<=", ">", "<", "=". ``negated`` turns the outcome round.
    Rule: NV ORD-37. Ambiguity: NV A-ORD-CO-EVENTS.
    """

    kind: str
    empire: str = ""
    name: str = ""
    op: str = ">="
    number: int = 0
    negated: bool = False


@record(frozen=True, slots=True)
class Condition(AnyOf[Test]):
    """Tests in disjunctive form. Empty: always."""

    # Named again with its kind: what reads a stored state back knows no type variables.
    any_of: tuple[tuple[Test, ...], ...] = ()


ALWAYS = Condition()

# --- parts of lines -------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Units:
    """``2 AA``, ``AA`` (all there are: number 0), ``2 AA of B`` (foreign: ``owner``).

    ``gate``: the id of a gate end, with kind ``SG``.
    """

    kind: str
    number: int = 0
    owner: str = ""
    gate: str = ""


@record(frozen=True, slots=True)
class Toward:
    """For whom a contact order holds: these empires, or everybody ``but`` those.

    Both empty: for all. ``others``: all whom no other part names.
    """

    to: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    others: bool = False


@record(frozen=True, slots=True)
class ContactOrder:
    """``F to B+C``, ``H to others``: a contact order and for whom it holds."""

    code: str
    toward: Toward = Toward()


@record(frozen=True, slots=True)
class Activity:
    """An activity order.

    ``units``: what A, E and L take (empty: all that can). ``number``: M+n, PCB n, else 0.
    ``empire``: to whom S surrenders. ``passing``: whom I lets through; ``stop_own``: it stops
    one's own ships, but those in ``but``. ``allow_harm``: it may hurt one's own (NV ORD-08).
    """

    code: str
    units: tuple[Units, ...] = ()
    number: int = 0
    empire: str = ""
    passing: tuple[str, ...] = ()
    stop_own: bool = False
    but: tuple[str, ...] = ()
    allow_harm: bool = False


@record(frozen=True, slots=True)
class Codes:
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


@record(frozen=True, slots=True)
class Loading:
    """What is to be aboard a ship after loading.

    ``hold``: ``LB1``, ``CH2``, or "" for wherever it fits. ``ship``: a ship carried there, with
    its own ``cargo``; else ``units``.
    """

    hold: str = ""
    units: Units | None = None
    ship: str = ""
    cargo: tuple[Loading, ...] = ()


@record(frozen=True, slots=True)
class Mover:
    """A ship of a movement line; ``cargo`` None: as it is, empty tuple: ``(empty)``.

    Without ``ship``: ``units`` on the planet that get orders without a ship.
    """

    ship: str = ""
    cargo: tuple[Loading, ...] | None = None
    units: Units | None = None


@record(frozen=True, slots=True)
class Jump:
    """One jump of a route: a letter, the system it is said to lead to, or a gate end's id."""

    letter: str = ""
    system: str = ""
    gate: str = ""


@record(frozen=True, slots=True)
class SetUp:
    """``setup 4/7``: direction 1 to 6 and hexes from the center. Rule: NV ORD-46."""

    direction: int
    hexes: int


# --- finances -------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Claims:
    """What the front of the sheet says of the sums; None: not said. ``received`` by empire."""

    production: int | None = None
    treasury: int | None = None
    bonus: int | None = None
    received: Mapping[str, int] = field(default_factory=dict)
    refs: Mapping[str, OrderRef] = field(default_factory=dict)


@record(frozen=True, slots=True)
class Salvage:
    """``SALVAGE Scout-3, 2 RA, Ring-A at ALGOL = 41``: ids of ships, hulls, gate ends, units."""

    ref: OrderRef
    at: str
    ships: tuple[str, ...] = ()
    hulls: tuple[str, ...] = ()
    units: tuple[Units, ...] = ()
    claim: int | None = None


@record(frozen=True, slots=True)
class Pillage:
    """``PILLAGE MAVIS = 120 lift 3 AA, SDU``: ``lift`` is what the holds take first."""

    ref: OrderRef
    at: str
    claim: int | None = None
    lift: tuple[Units, ...] = ()


@record(frozen=True, slots=True)
class Seat:
    """``TREASURY AT SHOOT``, ``HOME AT SHOOT``: what is ``treasury`` or ``home``."""

    ref: OrderRef
    what: str
    at: str


@record(frozen=True, slots=True)
class Destroy:
    """``DESTROY 100 MCr | Ring-A | hull Bee``: what is ``MCr``, ``gate`` or ``hull``."""

    ref: OrderRef
    what: str
    number: int = 0
    id: str = ""


@record(frozen=True, slots=True)
class Expenditure:
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
    empire: str = ""
    project: str = ""
    as_names: tuple[str, ...] = ()
    repairs: tuple[tuple[str, int], ...] = ()
    price: Fraction | None = None
    cost: int | None = None
    or_else: tuple[Expenditure, ...] = ()


@record(frozen=True, slots=True)
class Plan:
    """A list of expenditures; the first plan whose condition holds is carried out."""

    expenditures: tuple[Expenditure, ...]
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class Commission:
    """``VIRUS Hornet: Stinger, Wasp``: names for the ships of a design built at a system."""

    ref: OrderRef
    at: str
    design: str
    names: tuple[str, ...]


@record(frozen=True, slots=True)
class Research:
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


# --- movement -------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Movement:
    """A movement line. ``retreat``: a system's name or a letter, "" the default.

    ``tow``: the ship that the first mover tows. ``retreating``: written for ships that are on
    a retreat.
    """

    ref: OrderRef
    start: str
    movers: tuple[Mover, ...]
    route: tuple[Jump, ...] = ()
    codes: Codes = NO_CODES
    retreat: str = ""
    setup: SetUp | None = None
    tow: str = ""
    retreating: bool = False


# --- diplomacy ------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class PermitLine:
    """``PERMIT B through Ring-A``, ``STOP own at SHOOT``, ``REVOKE ...``.

    ``kind`` and the rest as in `state.Permit`.
    """

    ref: OrderRef
    kind: str
    who: str = ""
    what: str = ""
    revoke: bool = False


@record(frozen=True, slots=True)
class Transfer:
    """``TRANSFER Bee, Ring-A at SHOOT to B against Wasp2 disable FC 8, 2 BL 15 missiles Dart``.

    ``against``: names of units that must be given in return the same turn (simultaneous).
    ``disable``: (component as written, number). ``missiles`` None: all of the giver's.
    """

    ref: OrderRef
    at: str
    to: str
    ships: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    disable: tuple[tuple[str, int], ...] = ()
    missiles: tuple[str, ...] | None = None
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class Data:
    """``DATA TEDDY, MAVIS to B``: exploration data given away."""

    ref: OrderRef
    systems: tuple[str, ...]
    to: str


@record(frozen=True, slots=True)
class ContactLine:
    """``CONTACT full B | introduce B to C | full through B | as introduced first``.

    kind: full (empire), introduce (empire, to), through (empire: the go-between).
    """

    ref: OrderRef
    kind: str
    empire: str = ""
    to: str = ""


# --- general, conditional, special orders ----------------------------------------------------


@record(frozen=True, slots=True)
class Group:
    """Whom a line is for.

    what: ``all``, ``armed``, ``unarmed`` (ships), ``armies``, ``colonies``, ``class`` (name),
    ``ship`` (ids). ``at``: only in this system. ``but``: ids left out.
    """

    what: str
    ids: tuple[str, ...] = ()
    name: str = ""
    at: str = ""
    but: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Action:
    """What a general, conditional or special line orders: codes for a group, or a transfer."""

    group: Group | None = None
    codes: Codes = NO_CODES
    transfer: Transfer | None = None


@record(frozen=True, slots=True)
class Standing:
    """A GENERAL, CONDITIONAL or SPECIAL line: actions, and those for ``else``.

    ``rank``: special, conditional or general. Rule: NV ORD-36 to ORD-39.
    """

    ref: OrderRef
    rank: str
    actions: tuple[Action, ...]
    condition: Condition = ALWAYS
    otherwise: tuple[Action, ...] = ()


@record(frozen=True, slots=True)
class BattleItem:
    """One item of a BATTLE line, as understood: its word and what follows, with ``if``/else.

    ``condition`` and ``otherwise`` are the words of what ``when`` and ``instead`` hold.
    """

    word: str
    value: str = ""
    condition: str = ""
    otherwise: str = ""
    when: Condition = ALWAYS
    instead: BattleItem | None = None


@record(frozen=True, slots=True)
class Battle:
    """A BATTLE or GROUND line; it is kept for the fighting. ``who``: default, class or ships."""

    ref: OrderRef
    who: Group
    items: tuple[BattleItem, ...]
    versus: str = ""
    ground: bool = False


@record(frozen=True, slots=True)
class Free:
    """``FREE text``: an order of one's own, answered on the docket (``item`` is its id)."""

    ref: OrderRef
    text: str
    item: str = ""


# --- designs and the pregame sheet -----------------------------------------------------------


@record(frozen=True, slots=True)
class Purchase:
    """``BUY Hornet 3 @ 83 as A1, A2, A3`` or ``BUY AA 4``: a design or a kind of unit."""

    ref: OrderRef
    name: str
    number: int
    names: tuple[str, ...] = ()
    price: Fraction | None = None


@record(frozen=True, slots=True)
class Pregame:
    """The pregame sheet. ``tech`` by technology, ``keep`` is a claim. Rule: NV SET-11 to SET-35."""

    home_type: int = 8
    preset: str = ""
    tech: Mapping[str, int] = field(default_factory=dict)
    designs: tuple[tuple[OrderRef, Design], ...] = ()
    missiles: tuple[tuple[OrderRef, MissileDesign], ...] = ()
    purchases: tuple[Purchase, ...] = ()
    keep: int | None = None
    refs: Mapping[str, OrderRef] = field(default_factory=dict)


@record(frozen=True, slots=True)
class DesignSheet:
    """Designs, redesigns and missiles handed in with a turn. Rule: NV DSN-03."""

    designs: tuple[tuple[OrderRef, Design], ...] = ()
    missiles: tuple[tuple[OrderRef, MissileDesign], ...] = ()
    missile_list: tuple[str, ...] | None = None


# --- the whole sheet -------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Orders:
    """One empire's orders of a turn, every list in the order written.

    ``plans``: the last holds always. ``missing``: no sheet was sent. ``form_faults``: lines not
    in format (for fines); ``designs_among_orders``: a design stood on the order sheet.
    """

    player: str
    claims: Claims = Claims()
    salvage: tuple[Salvage, ...] = ()
    pillage: tuple[Pillage, ...] = ()
    seats: tuple[Seat, ...] = ()
    destroy: tuple[Destroy, ...] = ()
    plans: tuple[Plan, ...] = ()
    commissions: tuple[Commission, ...] = ()
    research: tuple[Research, ...] = ()
    movement: tuple[Movement, ...] = ()
    permits: tuple[PermitLine, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    data: tuple[Data, ...] = ()
    contacts: tuple[ContactLine, ...] = ()
    standing: tuple[Standing, ...] = ()
    battle: tuple[Battle, ...] = ()
    free: tuple[Free, ...] = ()
    designs: DesignSheet = DesignSheet()
    pregame: Pregame | None = None
    resign: OrderRef | None = None
    missing: bool = False
    form_faults: int = 0
    designs_among_orders: int = 0


@record(frozen=True, slots=True)
class Carried:
    """What a missed turn repeats: standing lines, and each unit's codes by ship id.

    ``movement`` holds lines whose routes are dropped. Rule: NV ORD-43.
    """

    standing: tuple[Standing, ...] = ()
    movement: tuple[Movement, ...] = ()
    permits: tuple[PermitLine, ...] = ()
    battle: tuple[Battle, ...] = ()
