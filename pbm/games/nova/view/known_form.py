"""The form of ``known`` in a Nova packet: what view.py writes, checked where read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0, le=10_000_000)]
Money = Annotated[int, Field(ge=-10_000_000, le=1_000_000_000)]
Levels = dict[str, Count]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class YouForm(_Form):
    """The reader."""

    player: str
    name: str


class EmpireForm(_Form):
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


class DesignForm(_Form):
    """A ship design with its figures; ``chart``: what permillage rolls from, to strike."""

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
    chart: list[tuple[str, int, int]]


class MissileForm(_Form):
    """A missile design and the turn it was researched in."""

    name: str
    md: Count
    ma: Count
    mr: Count
    size: Count
    since: Annotated[int, Field(alias="from")]


class ProjectForm(_Form):
    """A research project; ``done`` only where the campaign tells it."""

    kind: Literal["TECH", "NSD", "RSD", "NMD"]
    subject: str
    start: Count
    goal_level: Count
    goal: Annotated[str, Field(pattern=r"^\d+(/\d+)?$")]
    table: Literal["A", "B", "C"]
    teams: Count
    done: Count | None


class UnitsForm(_Form):
    """Units of a kind: whose, "you" or a label."""

    kind: str
    number: Count
    owner: str


class SystemForm(_Form):
    """A system as last seen; ``type`` -1 and None stand for what is not known."""

    name: str
    explored: bool
    type: Annotated[int, Field(ge=-1, le=8)]
    status: Literal["", "NONE", "OUTPOST", "SETTLEMENT", "WORLD"]
    yours: bool
    owner: str = ""
    colonizer: str
    captured: bool = False
    home: bool
    ic: bool | None
    militia: Count
    letters: list[str]
    lines: dict[str, str]
    surface: list[UnitsForm]
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


class DamageForm(_Form):
    """What a ship has lost: points, levels of its drives, installations by name."""

    armour: Count
    structure: Count
    parts: dict[str, Count]
    ie: Count
    jd: Count


class RetreatForm(_Form):
    """Where a retreat leads."""

    to: str


class CapacityForm(_Form):
    """Sound cargo holds, and the size of each sound launch bay."""

    holds: Count
    bays: list[Count]


class ShipForm(_Form):
    """An own ship."""

    id: str
    name: str
    design: str
    at: str
    carrier: str
    bay: str
    cargo: list[UnitsForm]
    damage: DamageForm
    retreat: RetreatForm | None
    missiles: list[str]
    armed: bool
    ie: Count = 0
    jd: Count
    unnamed: bool
    built: Count = 0
    capacity: CapacityForm
    owner: str = ""


class HullForm(_Form):
    """A ship paid for in part."""

    id: str
    name: str
    design: str
    at: str
    paid: Count
    cost: Count
    yours_to_finish: bool
    owner: str = ""


class GateForm(_Form):
    """A star gate's end: one's own, or one that others let the reader use."""

    id: str
    name: str
    at: str
    place: Literal["stored", "placed", "aboard"]
    other: str
    usable: bool
    carrier: str
    owner: str


class ContactForm(_Form):
    """Another empire by the reader's label; name and address with full contact alone."""

    label: str
    number: Count
    kind: Literal["minor", "normal", "full"]
    since: Count
    name: str
    address: str


class PermitForm(_Form):
    """A permission that stands."""

    kind: Literal["gate", "interdiction", "stop"]
    who: str
    what: str


class GoalForm(_Form):
    """A victory condition; numbers that are hidden are None."""

    method: Literal["population", "production", "time", "territory"]
    level: Count | None
    last: Count | None
    by: str


Step = tuple[int, int]


class PartForm(_Form):
    """An installation of a ship, and whether it works."""

    name: str
    kind: str
    level: Count
    works: bool


class FighterForm(_Form):
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
    cycle: Annotated[int, Field(ge=-1)]
    dg: Count
    parts: list[PartForm]
    lost: dict[str, Count]
    missiles: list[str]
    ranges: dict[str, Count]


class OwnEndForm(_Form):
    """An own star gate end in a battle."""

    name: str
    at: Step
    state: str


class FoeForm(_Form):
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


class BattleForm(_Form):
    """A battle by mail after ``round`` rounds; ``mailing`` is that of the next, "" for none."""

    system: str
    mailing: str
    round: Count
    over: str
    started: Count
    gone: Count
    own: list[FighterForm]
    gates: list[OwnEndForm]
    foes: list[FoeForm]


class KnownForm(_Form):
    """All that one player knows."""

    game: Literal["nova"]
    scenario: str
    title: str
    turn: Count
    you: YouForm
    empire: EmpireForm
    designs: list[DesignForm]
    missiles: list[MissileForm]
    projects: list[ProjectForm]
    systems: list[SystemForm]
    ships: list[ShipForm]
    hulls: list[HullForm]
    gates: list[GateForm]
    contacts: list[ContactForm]
    permits: list[PermitForm]
    goals: list[GoalForm]
    options_told: dict[str, str]
    result: str
    notes: list[str]
    battles: list[BattleForm] = []
