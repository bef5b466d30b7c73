"""A space battle between two rounds: what is on the hex map, and what each side knows of it.

Everything is frozen, so a battle by mail can stop until sheets arrive; a round is fought on
working copies (`live`). Places and vectors are axial steps (x, z) on the hex
map of `hexgrid`; the center of the warp point is (0, 0). Directions go from 1 to 6, clockwise
from straight up. Ids of fighters are opaque, made for one battle, and the same for all sides.

Rule: NV SPC-01, NV SPC-04, NV SPC-09, NV SPC-13, NV SPC-14.
"""

from collections.abc import Mapping

from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.damage import UNDAMAGED, Damage
from pbm.kit.records import Record

Place = tuple[int, int]
CENTER: Place = (0, 0)

# What a fighter is at the end of a round.
IN_PLAY = "in play"
ABOARD = "aboard"  # in a bay or hold of the fighter `carrier`
DESTROYED = "destroyed"
JUMPED = "jumped"
CAPTURED = "captured"  # by the side `captor`
AWAY = "away"  # not at the warp point: takes no part

# Why a battle ended.
LEFT_ALONE = "alone"  # no hostile pair is left on the map
PARTED = "parted"  # sides lost one another, and some left
STALEMATE = "stalemate"
CAP = "cap"  # the greatest number of rounds was fought

# Detection without sensors, in hexes. Rule: NV SPC-13.
PLAIN_SIGHT = 20


class Fighter(Record):
    """One ship in a battle.

    ``ship`` is its id in the state, ``design`` the key of its design. ``shields`` are the points
    it has now; ``damage`` all its losses, those from before the battle included; ``stowed`` what
    lies in its holds, ``ends`` gate ends in its bays (bay, id). ``cycle`` counts the rounds its
    jump drive ``drive`` has cycled, -1 while it does not. ``ew`` and ``fc`` are the names of the
    installations in use, "" for none; ``dg``: its distortion generators are on; ``sn``: it used
    sensors this round. ``retreats``: it has orders to escape. ``keeps``: the range of its order
    M (-1: none). ``state_since``: the round in which it came to its state, 0 at set-up.
    ``captor``: who holds it. ``gate``: the id of the star gate end that it is (``ship`` is ""
    then, ``design`` the level of its communicator): it has no engines, and no battle is for it.
    """

    id: str
    ship: str
    owner: str
    name: str
    design: str
    at: Place = CENTER
    vector: Place = (0, 0)
    shields: int = 0
    damage: Damage = UNDAMAGED
    stowed: tuple[Stowed, ...] = ()
    ends: tuple[tuple[str, str], ...] = ()
    missiles: tuple[str, ...] = ()
    builder: str = ""
    state: str = IN_PLAY
    state_since: int = 0
    carrier: str = ""
    bay: str = ""
    cycle: int = 0
    drive: str = ""
    ew: str = ""
    fc: str = ""
    dg: bool = False
    sn: bool = False
    retreats: bool = False
    keeps: int = -1
    captor: str = ""
    gate: str = ""


class Seen(Record):
    """What a side knows of one ship that is not its own.

    ``number``: its counter on this side's map (c1, c2 ...). ``at``, ``vector``: as last
    detected, in round ``detected`` (0: at set-up, -1: never), first in ``since``. ``probed``:
    the last round of a successful probe, 0 for none. None: unknown. ``shields`` hold for it,
    ``size`` (such as FG), ``ew``, ``ss`` and ``dg`` last. ``fc``, ``guns`` (kind, of lasers
    with size, such as ``BL 20``: how many) once it fired; ``ie`` the most hexes it was seen to
    change its vector by, ``burned`` the round in which it was last seen to do so. ``cycling``:
    the round its jump cycle began. ``hurt``: structural damage was done to it. ``echoes``:
    false positions it shows beside the true one. ``ghosts``: true while probes fail and these
    are to be reckoned with.
    """

    number: int
    at: Place = CENTER
    vector: Place = (0, 0)
    detected: int = -1
    since: int = 0
    probed: int = 0
    size: str = ""
    shields: int | None = None
    ew: int | None = None
    ss: int | None = None
    dg: int | None = None
    fc: int | None = None
    guns: Mapping[str, int] = {}
    ie: int = 0
    burned: int = 0
    cycling: int = 0
    hurt: bool = False
    echoes: int = 0
    ghosts: bool = False
    gone: bool = False


class BattleSide(Record):
    """One empire in a battle, and what has become of its word from it.

    ``enemies``: empires it fires at, and that fire at it. ``mailed``: its player fights it by
    mail. ``away_reports``: its ships away from the warp point report too. ``start``: ships it
    brought, carried ones included. ``heard``: the last round of which a report comes though no
    ship live (a communicator worked as it began, and no jammer held it), 0 for none. ``sent``:
    the last round in which a ship died whose communicator got its report through: no jammer
    that comes later takes it back. ``noticed``: enemies whose jammers found its communicators.
    ``garbled``: a communicator died of a critical hit in round 1. ``opened``: rounds since the
    last damage in which its ships moved away from all enemies.
    Rule: NV SPC-47, NV SPC-48. Ambiguity: NV A-TC-TIME.
    """

    empire: str
    enemies: tuple[str, ...]
    mailed: bool = False
    away_reports: bool = True
    start: int = 0
    heard: int = 0
    sent: int = 0
    noticed: tuple[str, ...] = ()
    garbled: bool = False
    opened: int = 0


class Battle(Record):
    """A space battle in a system after ``round`` rounds (0: set up).

    ``seen``: what each empire knows of alien ships, by empire and fighter. ``ends_lost``: ids of
    gate ends that died aboard a ship. ``quiet``: rounds in a row in which nobody was damaged.
    ``engagement``: how often sides met anew after losing one another. ``over``: why it ended, ""
    while it goes on.
    """

    id: str
    system: str
    sides: Mapping[str, BattleSide]
    fighters: Mapping[str, Fighter]
    seen: Mapping[str, Mapping[str, Seen]] = {}
    ends_lost: tuple[str, ...] = ()
    round: int = 0
    quiet: int = 0
    engagement: int = 1
    over: str = ""
