"""What one player knows: built by view.py, written into packets, checked where they are read.

Keys of a packet's ``known`` are these fields, in this order; what is UNSET is left out.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from pbm.engine.view import GameView
from pbm.kit.facts import Fact

Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Money = Annotated[int, Meta(ge=-10_000_000, le=1_000_000_000)]
Levels = dict[str, Count]


def _one_of(*words: str) -> Meta:
    return Meta(pattern=f"^({'|'.join(words)})$")


class YouView(Struct, frozen=True, kw_only=True):
    """The reader."""

    player: str
    name: str


class EmpireView(Struct, frozen=True, kw_only=True):
    """The reader's empire: money in MCr, technology by kind; empty for the game master."""

    name: str = ""
    treasury: Money = 0
    treasury_at: str = ""
    debt: Money = 0
    borrowed: Money = 0
    locked: Money = 0
    production: Money = 0
    production_next: Money = 0
    home: str = ""
    capital: str = ""
    tech: Levels = {}
    open: Levels = {}
    points: Count = 0
    missed: Count = 0
    vacant: bool = False
    eliminated: bool = False
    address: str = ""
    annals: list[list[int]] = []


class ChartRow(Struct, frozen=True, array_like=True):
    """What a roll from ``first`` to ``last``, in thousandths, strikes."""

    label: str
    first: int
    last: int


class DesignView(Struct, frozen=True, kw_only=True):
    """A ship design with its figures; ``chart`` is that of its critical hits."""

    name: str
    kind: Literal["design"]
    lines: list[str]
    ssz: Count
    category: str
    cost: Count
    tp: Count
    armour: Count
    intrinsic_armour: Count = 0
    shields: Count
    recovery: Count = 0
    of: str
    chart: list[ChartRow]


class MissileView(Struct, frozen=True, kw_only=True):
    """A missile design and the turn it was researched in."""

    name: str
    md: Count
    ma: Count
    mr: Count
    size: Count
    exact_size: str = ""
    since: int = field(name="from")


class ProjectView(Struct, frozen=True, kw_only=True):
    """A research project; ``done`` only where the campaign tells it."""

    kind: Annotated[str, _one_of("TECH", "NSD", "RSD", "NMD")]
    subject: str
    start: Count
    goal_level: Count
    goal: Annotated[str, Meta(pattern=r"^\d+(/\d+)?$")]
    table: Annotated[str, _one_of("A", "B", "C")]
    teams: Count
    done: Count | None


class UnitsView(Struct, frozen=True, kw_only=True):
    """Units of a kind: whose, "you" or a label."""

    kind: str
    number: Count
    owner: str


class SystemView(Struct, frozen=True, kw_only=True):
    """A system as last seen; ``type`` -1 and None stand for what is not known."""

    name: str
    explored: bool
    type: Annotated[int, Meta(ge=-1, le=8)]
    status: Annotated[str, _one_of("", "NONE", "OUTPOST", "SETTLEMENT", "WORLD")]
    yours: bool
    owner: str | UnsetType = UNSET
    colonizer: str
    captured: bool = False
    home: bool
    ic: bool | None
    militia: Count
    letters: list[str]
    lines: dict[str, str]
    surface: list[UnitsView]
    alien_surface: bool
    alien_ships: Count
    met: list[str] = []
    sdu: bool | None
    armies: bool | None
    last_seen: Count
    explored_on: Count = 0
    interdicted: Count = 0
    revenue: Count
    suppressed: bool
    ic_barred: bool
    return_letter: str
    place: list[int] = []


class DamageView(Struct, frozen=True, kw_only=True):
    """What a ship has lost: points, levels of its drives, installations by name."""

    armour: Count
    structure: Count
    parts: dict[str, Count]
    ie: Count
    jd: Count

    @property
    def is_none(self) -> bool:
        """True for a ship that has lost nothing."""
        return not (self.armour or self.structure or self.parts or self.ie or self.jd)


class RetreatView(Struct, frozen=True, kw_only=True):
    """Where a retreat leads."""

    to: str


class CapacityView(Struct, frozen=True, kw_only=True):
    """Sound cargo holds, and the size of each sound launch bay."""

    holds: Count
    bays: list[Count]


class ShipView(Struct, frozen=True, kw_only=True):
    """An own ship."""

    id: str
    name: str
    design: str
    at: str
    carrier: str
    bay: str
    cargo: list[UnitsView]
    damage: DamageView
    retreat: RetreatView | None
    missiles: list[str]
    armed: bool
    ie: Count = 0
    jd: Count
    unnamed: bool
    built: Count = 0
    capacity: CapacityView
    owner: str | UnsetType = UNSET


class HullView(Struct, frozen=True, kw_only=True):
    """A ship paid for in part."""

    id: str
    name: str
    design: str
    at: str
    paid: Count
    cost: Count
    yours_to_finish: bool
    owner: str | UnsetType = UNSET


class GateView(Struct, frozen=True, kw_only=True):
    """A star gate's end: one's own, or one that others let the reader use."""

    id: str
    name: str
    at: str
    place: Annotated[str, _one_of("stored", "placed", "aboard")]
    other: str
    usable: bool
    carrier: str
    owner: str


class ContactView(Struct, frozen=True, kw_only=True):
    """Another empire by the reader's label; name and address with full contact alone."""

    label: str
    number: Count
    kind: Annotated[str, _one_of("minor", "normal", "full")]
    since: Count
    name: str
    address: str


class PermitView(Struct, frozen=True, kw_only=True):
    """A permission that stands."""

    kind: Annotated[str, _one_of("gate", "interdiction", "stop")]
    who: str
    what: str


class GoalView(Struct, frozen=True, kw_only=True):
    """A victory condition; numbers that are hidden are None."""

    method: Annotated[str, _one_of("population", "production", "time", "territory")]
    level: Count | None
    last: Count | None
    by: str


Step = tuple[int, int]


class PartView(Struct, frozen=True, kw_only=True):
    """An installation of a ship, and whether it works."""

    name: str
    kind: str
    level: Count
    works: bool


class FighterView(Struct, frozen=True, kw_only=True):
    """An own ship in a battle; places and vectors are steps on the hex map."""

    id: str
    name: str
    design: str
    state: str
    carrier: str
    bay: str
    at: Step
    vector: Step
    shields: Count
    shields_full: Count
    armour: int
    structure: int
    ie: Count
    jd: Count
    lag: Count
    cycle: Annotated[int, Meta(ge=-1)]
    dg: Count
    parts: list[PartView]
    lost: dict[str, Count]
    missiles: list[str]
    ranges: dict[str, Count]


class EndView(Struct, frozen=True, kw_only=True):
    """An own star gate end in a battle."""

    name: str
    at: Step
    state: str


class FoeView(Struct, frozen=True, kw_only=True):
    """A ship of others by its counter; None stands for what is not known."""

    counter: Count
    now: bool
    enemy: bool
    gate: bool
    gone: bool
    at: Step
    vector: Step
    last: int
    probed: Count
    size: str
    shields: Count | None
    ew: Count | None
    ss: Count | None
    dg: Count | None
    fc: Count | None
    guns: dict[str, Count]
    ie: Count
    cycling: Count
    hurt: bool
    echoes: Count


class BattleView(Struct, frozen=True, kw_only=True):
    """A battle by mail after ``round`` rounds; ``mailing`` is that of the next, "" for none."""

    system: str
    mailing: str
    round: Count
    over: str
    started: Count
    gone: Count
    own: list[FighterView]
    gates: list[EndView]
    foes: list[FoeView]


class View(GameView, frozen=True, kw_only=True):
    """All that one player knows; ``empires`` the game master alone, ``battles`` in a battle."""

    game: Literal["nova"]
    scenario: str
    title: str
    turn: Count
    you: YouView
    empire: EmpireView
    empires: list[EmpireView] | UnsetType = UNSET
    designs: list[DesignView]
    missiles: list[MissileView]
    projects: list[ProjectView]
    systems: list[SystemView]
    ships: list[ShipView]
    hulls: list[HullView]
    gates: list[GateView]
    contacts: list[ContactView]
    permits: list[PermitView]
    goals: list[GoalView]
    options_told: dict[str, str]
    result: str
    notes: list[str]
    battles: list[BattleView] | UnsetType = UNSET

    def stored(self) -> Fact:
        """The view, with nothing of an empire where the reader has none."""
        return self if self.empire.name else replace(self, empire={})


def empty_view(turn: int, you: YouView, scenario: str = "", title: str = "") -> View:
    """The view of one who knows nothing but the turn."""
    return View(
        game="nova",
        scenario=scenario,
        title=title,
        turn=turn,
        you=you,
        empire=EmpireView(),
        designs=[],
        missiles=[],
        projects=[],
        systems=[],
        ships=[],
        hulls=[],
        gates=[],
        contacts=[],
        permits=[],
        goals=[],
        options_told={},
        result="",
        notes=[],
    )
