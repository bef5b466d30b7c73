"""What there is in Nova: the star map, the empires, their ships, gates and units.

Everything is frozen: a phase works on copies through a `Draft` (working_state.py).

Empires have the id of their seat, systems their name, ships and gate ends opaque ids. Money is
whole MCr. Rule: NV SET-07, NV SET-08.
"""

from collections.abc import Mapping

from pbm.games.nova.state.battle.mailed import Mailed
from pbm.games.nova.state.battle.tidings import Tiding
from pbm.games.nova.state.damage import UNDAMAGED, Damage
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Carried, Orders
from pbm.games.nova.state.projects import Project
from pbm.kit.records import Record

# Status of a system by the number of its established colonies. Rule: NV ECO-21.
STATUSES = ("NONE", "OUTPOST", "SETTLEMENT", "WORLD")

# Units without a name of their own, as orders write them. Rule: NV UNI-01.
ARMIES = ("AA", "RA")
UNITS = ("AA", "RA", "SDU", "C", "IC", "PCB", "TFC")

# Kinds of contact, from the least. Rule: NV CON-01.
MINOR, NORMAL, FULL = "minor", "normal", "full"

# Where a star gate's end is.
STORED = "stored"  # on the planet of `at`, not placed
PLACED = "placed"  # in the center of the warp point of `at`
ABOARD = "aboard"  # in the holds or a bay of the ship `carrier`
GONE = "gone"  # destroyed or salvaged


class WarpLine(Record):
    """A warp line from one end: the system it leads to and its letter there."""

    to: str
    back: str


class System(Record):
    """A star system.

    ``type`` 0 to 8, it may change (NV SET-19); ``lines`` by letter; ``colonies`` established
    (0 to 3) and ``colonizer`` whose they are ("": none). ``owner`` controls the planet: the
    colonizer, or the captor. ``home_of``: the empire whose home star this is, "" once it is
    destroyed.
    ``ic``: an Industrial Complex is established. ``militia`` armies alive now.
    ``surface``: units on the planet, by owner and kind. ``suppressed``: it gives no revenue
    in the coming phase A; ``ic_barred``: its IC builds nothing in the coming turn.
    ``devastated``: DC was used on it this turn. ``survivors``: empires with ground units that
    lived through last turn's surface combat, ``allies`` those among them who defended it beside
    its owner. ``captured_on``: the turn its captor took it,
    ``loot``: the technology its home star's owner had then (NV RES-17). ``fought``: the last
    turn of surface combat on it.
    """

    name: str
    type: int
    lines: Mapping[str, WarpLine]
    colonies: int = 0
    colonizer: str = ""
    owner: str = ""
    home_of: str = ""
    ic: bool = False
    militia: int = 0
    surface: Mapping[str, Mapping[str, int]] = {}
    suppressed: bool = False
    ic_barred: bool = False
    devastated: bool = False
    survivors: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    captured_on: int = 0
    loot: Mapping[str, int] = {}
    fought: int = 0

    @property
    def status(self) -> str:
        """NONE, OUTPOST, SETTLEMENT or WORLD."""
        return STATUSES[self.colonies]

    @property
    def captured(self) -> bool:
        """True while another than the colonizer controls it."""
        return bool(self.colonies) and self.owner != self.colonizer

    def units(self, owner: str, kind: str) -> int:
        """How many units of a kind an owner has on the planet."""
        return self.surface.get(owner, {}).get(kind, 0)

    def sdus(self) -> int:
        """All System Defence Units that defend the planet: those of its controller."""
        return self.units(self.owner, "SDU") if self.owner else 0


class Cargo(Record):
    """Units in the holds of a ship, in the order in which they were loaded."""

    kind: str
    owner: str
    number: int


class Retreat(Record):
    """A retreat under way, begun in phase G: from where, and to which system or letter.

    ``route`` are the letters of the lines still to be taken, found when it began.
    """

    start: str
    to: str
    route: tuple[str, ...] = ()


class Ship(Record):
    """A finished ship.

    ``design`` is its key in ``State.designs``. ``builder`` built it: only that empire's
    missiles fit. ``at`` is its system, "" while it is aboard another ship (``carrier``, in
    ``bay`` such as ``LB1``, ``CH2``) or on a retreat. ``missiles``: designs it may fire now,
    updated at the end of each turn while its builder has it. ``given``: it changed hands once.
    ``unnamed``: named by the program this turn, so it obeys no orders.
    ``derelict``: no crew; it belongs to nobody.
    """

    id: str
    name: str
    owner: str
    builder: str
    design: str
    at: str
    carrier: str = ""
    bay: str = ""
    cargo: tuple[Cargo, ...] = ()
    damage: Damage = UNDAMAGED
    retreat: Retreat | None = None
    missiles: tuple[str, ...] = ()
    given: bool = False
    unnamed: bool = False
    derelict: bool = False
    built: int = 0

    @property
    def klass(self) -> str:
        """The name of its design, as its builder calls it."""
        return self.design.split("/", 1)[1]


class Hull(Record):
    """A ship paid for in part, at the IC where it is built. It can do nothing.

    Rule: NV ECO-08, NV ECO-09. ``builder`` began it, ``owner`` controls it.
    """

    id: str
    name: str
    owner: str
    builder: str
    design: str
    at: str
    paid: int


class GateEnd(Record):
    """One end of a star gate. ``pair`` is the id of the other end; ``placed`` the turn it was.

    Rule: NV UNI-10. ``place`` is one of STORED, PLACED, ABOARD, GONE. ``moved``: the last turn
    in which it was placed anew, when nobody may pass. ``bay``: the launch bay of ``carrier``
    it lies in, "" in cargo holds. ``captured``: its owner took it by force. ``pair`` is "" once
    it is told that the other end is no more.
    """

    id: str
    name: str
    owner: str
    pair: str
    at: str
    place: str
    carrier: str = ""
    moved: int = 0
    bay: str = ""
    captured: bool = False


class Contact(Record):
    """What an empire has of another: its kind of contact and its own label for it.

    ``label`` is a letter from normal contact on; ``number`` that of a minor contact (0: none).
    """

    kind: str
    label: str = ""
    number: int = 0
    since: int = 0


class Sight(Record):
    """What an empire knows of a system, as last seen.

    ``explored``: it has the exploration data (its own, or given). ``letters``: all letters of
    its lines, once the warp point was explored; ``lines``: where some of them lead, by letter
    ("" as value: unknown). ``type`` -1: unknown. ``status`` and the presence of others as
    last seen in turn ``seen``: ``sdu``, ``armies``, ``ic`` None: unknown. ``explored_on``: the
    turn in which the data came; ``interdicted``: that in which own ships were last stopped
    there on their way.
    """

    name: str
    explored: bool = False
    letters: tuple[str, ...] = ()
    lines: Mapping[str, str] = {}
    type: int = -1
    status: str = ""
    alien_surface: bool = False
    alien_ships: int = 0
    sdu: bool | None = None
    armies: bool | None = None
    ic: bool | None = None
    seen: int = 0
    explored_on: int = 0
    interdicted: int = 0


class Permit(Record):
    """A permission that stands until revoked, or an order to stop one's own ships.

    ``kind``: ``gate`` (pass through the end ``what``), ``interdiction`` (pass one's own
    interdicting ships: all, or the one named ``what``), ``stop`` (one's own ships are stopped
    at the system ``what``). ``who``: the empire let through. Rule: NV MOV-14, NV UNI-15.
    """

    kind: str
    who: str = ""
    what: str = ""


class Empire(Record):
    """An empire and all that is its own.

    ``home``: its home star's system ("": destroyed for good). ``capital``: the designated
    home star, where builds and treasury default to. ``treasury`` may be negative only through
    the debt rules: ``debt`` is what is owed, interest included, ``borrowed`` what was borrowed
    this turn (it bears interest next turn). ``locked``: MCr received this turn, spendable next;
    ``received``: the same by who sent them, what next turn's plans can ask for.
    ``production``: collected in this turn's phase A. ``tech``: levels by technology.
    ``open``: levels whose research is on table C (captured). ``designs``: keys in
    ``State.designs`` by name; ``missiles`` by name, with the turn each was researched.
    ``sights``: systems it knows, ``sights_before`` those at the start of this turn (NV MOV-19;
    empty between turns). ``points``: territory points. ``missed``: turns missed in a
    row. ``standing``: orders that a missed turn repeats (see `Carried`).
    ``tech_before``: technology at the start of this turn (NV RES-17). ``chart``: where systems
    stand on its star map, given once (charting.py). ``annals``: turn, production,
    treasury and levels of technology in all at the end of each of the last turns (history.py).
    """

    id: str
    name: str
    home: str
    capital: str
    treasury_at: str
    treasury: int = 0
    debt: int = 0
    borrowed: int = 0
    locked: int = 0
    received: Mapping[str, int] = {}
    production: int = 0
    tech: Mapping[str, int] = {}
    tech_before: Mapping[str, int] = {}
    open: Mapping[str, int] = {}
    designs: Mapping[str, str] = {}
    missiles: Mapping[str, MissileDesign] = {}
    missiles_from: Mapping[str, int] = {}
    projects: tuple[Project, ...] = ()
    contacts: Mapping[str, Contact] = {}
    sights: Mapping[str, Sight] = {}
    sights_before: Mapping[str, Sight] = {}
    chart: Mapping[str, tuple[int, int]] = {}
    annals: tuple[tuple[int, ...], ...] = ()
    permits: tuple[Permit, ...] = ()
    standing: Carried | None = None
    points: int = 0
    missed: int = 0
    vacant: bool = False
    eliminated: bool = False
    address: str = ""


class Passage(Record):
    """How a ship moved in phase F of this turn.

    ``start`` and ``end`` are systems, ``letters`` the lines taken (``*`` for a gate),
    ``entered_by`` the letter of the last line at its end ("" through a gate). ``planned`` is
    where the route leads as its owner knew ("" unknown), arrived there or not; ``interdicted``:
    stopped by alien interdiction. ``of``: whose ship it was. ``fault``: code, reason and rule of
    the jump that could not be made, told once it is sure that the ship lives. ``reported``: the
    full report of a battle names the ship at its end, whatever became of it.
    """

    start: str
    end: str
    letters: tuple[str, ...]
    entered_by: str
    planned: str = ""
    interdicted: bool = False
    retreated: bool = False
    of: str = ""
    fault: tuple[str, ...] = ()
    reported: bool = False


class Meeting(Record):
    """The outcome of a meeting of two empires in a system this turn (phase G).

    ``one`` < ``other``. ``hostile``: they fought; ``friendly``: contact was made.
    ``one_identified``: `one` told `other` its identity; and the reverse. ``there``: those of
    the two with a ship at the warp point.
    """

    system: str
    one: str
    other: str
    hostile: bool = False
    friendly: bool = False
    one_identified: bool = False
    other_identified: bool = False
    there: tuple[str, ...] = ()


class Goal(Record):
    """A victory condition: population, production, time or territory, with its number.

    ``level`` to be passed (0: none), ``last`` the turn after which the most counts (time),
    ``by``: production or points. ``hidden``: players are told the method, not the number.
    Rule: NV VIC-01 to VIC-05.
    """

    method: str
    level: int = 0
    last: int = 0
    by: str = "production"
    hidden: bool = False


class State(Record):
    """The whole game between two phases. ``designs`` by key ``empire/name``.

    ``turn`` is the turn being played, between turns the one to be played next.

    What lives only within a turn, set by its phases and cleared at its end: ``orders`` by
    empire (put in when phase A begins), ``passages`` and ``stopped`` by ship (why it carries
    out no further order: NV ORD-07), ``aborted`` (why a ship drops its activities but S),
    ``meetings``, ``fled`` (ships that left space combat or avoided it), ``given`` (what phases
    leave to later ones: MCr sent, names of units given, by ``kind/giver/taker/what``),
    ``results`` (words of the game master on battles, by `battle_result.space` or ``ground``),
    ``ways`` (how they want battles fought, by system), ``battles`` (fought by mail, by system;
    while one goes on the turn waits inside phase G), ``untold`` (what empires that fight have to
    report besides, until it is known whether they still can).
    ``met`` stays until the next turn: friendly or neutral by ``system/viewer/alien``, to tell a
    contact that goes on from a new one.
    """

    scenario: str
    title: str
    systems: Mapping[str, System]
    empires: Mapping[str, Empire]
    ships: Mapping[str, Ship] = {}
    hulls: Mapping[str, Hull] = {}
    gates: Mapping[str, GateEnd] = {}
    designs: Mapping[str, Design] = {}
    goals: tuple[Goal, ...] = ()
    orders: Mapping[str, Orders] = {}
    passages: Mapping[str, Passage] = {}
    stopped: Mapping[str, str] = {}
    aborted: Mapping[str, str] = {}
    meetings: tuple[Meeting, ...] = ()
    met: Mapping[str, str] = {}
    fled: tuple[str, ...] = ()
    given: Mapping[str, int] = {}
    results: Mapping[str, str] = {}
    ways: Mapping[str, str] = {}
    battles: Mapping[str, Mailed] = {}
    untold: tuple[Tiding, ...] = ()
    turn: int = 0
    result: str = ""
    winners: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
