"""What a DeltaVee sheet can say, as records. The grammar's transformer makes them.

Each line remembers where it was written (``ref``). *Targets*, in order of preference, are unit
ids (of contacts too) or words: ``any`` (revealed enemies, nearest first), ``any ship``,
``any battlecraft``, ``any missile``, ``any contact``, ``any enemy`` (all of these).

Lines of one word are carried out one after the other, each if its condition holds; a line
that begins with ``else`` only if none of the chain before it held.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import OrderRef
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Buy
from pbm.kit.records import record
from pbm.language.condition import AnyOf

# --- conditions -----------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Test:
    """One test of a condition, judged at the moment its line is carried out.

    kind and fields used (``unit`` "" is the unit the line is for):
      within (what: missile, contact, enemy or a unit id; number)   an enemy one that near
      contacts_within (number)   the same as within contact
      range (unit, op, number)   chance (op, number)   value (op, number): of the fire at hand
      energy (op, number)  blocks (op, number)  velocity (unit, op, number)  turn (op, number)
      field_on (unit)  field_off (unit)  in_orbit (unit)  docked (unit)  jumping (unit)
      part (unit, name: part or pod kind, state: ok, damaged, destroyed)   damaged: D or X
      revealed (unit)   destroyed (unit)   on_map (unit, name: letter)   prepared ()
      in_range (): of the tractor beam or docking at hand
    op is one of ">=", "<=", ">", "<", "=". A test of a unit that is out of play is false
    (except destroyed); ``negated`` turns the outcome round.
    """

    kind: str
    unit: str = ""
    what: str = ""
    name: str = ""
    state: str = ""
    op: str = ""
    number: int = 0
    negated: bool = False


@record(frozen=True, slots=True)
class Condition(AnyOf[Test]):
    """When a line counts; empty: always."""


ALWAYS = Condition()

# --- Maneuver Commands ----------------------------------------------------------------------


@record(frozen=True, slots=True)
class Change:
    """``accelerate 2``, ``decelerate to 1``, ``left``, ``right 2``.

    kind: accelerate, decelerate, left, right. ``to`` is a velocity to come to, None if
    ``number`` says how many commands.
    """

    kind: str
    number: int = 1
    to: int | None = None


def steps(change: Change, velocity: int) -> tuple[str, ...]:
    """The single commands of a change for a unit with this velocity.

    >>> steps(Change("decelerate", to=1), 3), steps(Change("right", 2), 3)
    (('decelerate', 'decelerate'), ('right', 'right'))
    """
    if change.to is None:
        return (change.kind,) * change.number
    short = change.to - velocity if change.kind == "accelerate" else velocity - change.to
    return (change.kind,) * max(0, short)


@record(frozen=True, slots=True)
class Weave:
    """``weave 2`` (bearing), ``weave to B0411`` (hex), ``weave away from ...`` (away).

    ``away`` are targets, or ``missile``, ``enemy`` for the nearest of them.
    """

    bearing: Direction | None = None
    hex: Hex | None = None
    away: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Jump:
    """kind: prepare, jump, abort. ``condition`` limits a jump; with ``or_abort`` else abort."""

    kind: str
    condition: Condition = ALWAYS
    or_abort: bool = False


@record(frozen=True, slots=True)
class Chase:
    """Commands the program finds so that the unit meets a target in its next move."""

    targets: tuple[str, ...]


Maneuver = Change | Weave | Jump | Chase


@record(frozen=True, slots=True)
class CommandLine:
    """A ``command`` line of any unit."""

    ref: OrderRef
    commands: tuple[Maneuver, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


# --- Battle Commands ------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Prepare:
    """``prepare guided from 1``, ``prepare A1`` (a battlecraft's id)."""

    missile: str = ""
    box: int = 0
    battlecraft: str = ""


@record(frozen=True, slots=True)
class Control:
    """``control 03``: the missile may then be given the commands of its own lines.

    Empty (``control guided``): the last launched of those the ship does not control yet, which
    may have had no number when the sheet was written.
    """

    missile: str = ""


@record(frozen=True, slots=True)
class Launch:
    """``launch A1 bearing 2 dir same speed +1``; None: the program chooses.

    Without bearing: the hex straight ahead, or the first clockwise that is free to it.
    ``direction`` None is the ship's; ``speed`` is relative to the ship's velocity.
    """

    battlecraft: str
    bearing: Direction | None = None
    direction: Direction | None = None
    speed: int = 0


@record(frozen=True, slots=True)
class Search:
    """``active search``."""


@record(frozen=True, slots=True)
class Field:
    """``field on``, ``field off``."""

    up: bool


@record(frozen=True, slots=True)
class Tractor:
    """``tractor B > A: decelerate 2``; ``box`` 0: the first tractor pod not yet used."""

    targets: tuple[str, ...]
    commands: tuple[Change | Weave, ...]
    box: int = 0


@record(frozen=True, slots=True)
class DockWith:
    """``dock with B``."""

    targets: tuple[str, ...]


@record(frozen=True, slots=True)
class Undock:
    """``undock``."""


@record(frozen=True, slots=True)
class Refuel:
    """``refuel A1 full``, ``refuel A1 6``: units, None for full. It takes no Battle Command."""

    battlecraft: str
    units: int | None = None


Battle = Prepare | Control | Launch | Search | Field | Tractor | DockWith | Undock | Refuel


@record(frozen=True, slots=True)
class BattleStep:
    """One Battle Command with its own ``if``."""

    command: Battle
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class BattleLine:
    """A ``battle`` line: commands by priority, as many as the allotment allows."""

    ref: OrderRef
    steps: tuple[BattleStep, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


# --- fire -----------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Shot:
    """One way to use a fire: ``laser barrage at A > A1, chance >= 3``.

    type: laser burst, laser barrage, particle burst, particle barrage. ``until``: "destroyed"
    or a part's name (stop when it is destroyed); ``most`` fires at one target (0: any number).
    """

    type: str
    targets: tuple[str, ...]
    condition: Condition = ALWAYS
    until: str = "destroyed"
    most: int = 0


@record(frozen=True, slots=True)
class MissileLaunch:
    """One way to use a fire: ``launch guided prepared towards B speed +1 if range 4-9``.

    ``missile`` is its type, ``prepared`` asks for one atop the ship. ``towards`` are targets:
    then the program chooses hex and direction where they are not given.
    """

    missile: str
    prepared: bool = False
    bearing: Direction | None = None
    direction: Direction | None = None
    speed: int = 0
    towards: tuple[str, ...] = ()
    condition: Condition = ALWAYS


FireWay = Shot | MissileLaunch


@record(frozen=True, slots=True)
class FireLine:
    """One ``fire``, ``pod`` or ``extra`` line.

    ``item``: burster, ``pod 2``, extra; ``source`` is the item an extra fire comes from.
    ``ways`` are tried from the top. Lines for the same item are alternatives from the top,
    each fire of the item takes the first line and way that can be carried out.
    """

    ref: OrderRef
    item: str
    ways: tuple[FireWay, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False
    source: str = ""


@record(frozen=True, slots=True)
class HitsLine:
    """What to hit first, ``hits``; with ``own``, what to lose first (asteroids).

    ``parts``: names, pod kinds, ``weapon pods``, ``any``. ``on`` empty: on every target.
    ``finish``: prefer a part that the hit destroys.
    """

    ref: OrderRef
    parts: tuple[str, ...]
    on: tuple[str, ...] = ()
    finish: bool = False
    own: bool = False


@record(frozen=True, slots=True)
class HoldLine:
    """``hold fire`` while the condition does not hold (an unrevealed battlecraft)."""

    ref: OrderRef
    until: Condition


@record(frozen=True, slots=True)
class FloorLine:
    """``energy floor 30``: fire spends nothing below."""

    ref: OrderRef
    units: int


# --- doctrine -------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class FieldLine:
    """The emergency field: ``field try | never | try if ...``."""

    ref: OrderRef
    attempt: bool
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class InterceptLine:
    """``intercept always | never | chance >= 5 | not B, C | only A`` (Civ 8), and ``first``.

    ``first`` is the preference among equals.
    """

    ref: OrderRef
    attempt: bool = True
    least_chance: int = 0
    spare: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class PlanetLine:
    """``planet: right 2, accelerate 1`` on entering a planet hex; empty: nothing."""

    ref: OrderRef
    commands: tuple[Change, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


@record(frozen=True, slots=True)
class OrbitLine:
    """``orbit: stay | leave``."""

    ref: OrderRef
    stay: bool
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class Released:
    """One missile of a MIMS: bearing, direction, speed relative to the MIMS."""

    bearing: Direction
    direction: Direction
    speed: int = 0


@record(frozen=True, slots=True)
class ReleaseLine:
    """``release at range <= 5 of A, fan`` or with four placements; ``keep``: do not."""

    ref: OrderRef
    keep: bool = False
    condition: Condition = ALWAYS
    missiles: tuple[Released, ...] = ()


# --- set-up ---------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class PlaceLine:
    """``at A0909 dir 3 velocity 2``; None: as the scenario has it."""

    ref: OrderRef
    at: Hex | None = None
    direction: Direction | None = None
    velocity: int | None = None


@record(frozen=True, slots=True)
class PodsLine:
    """``pods 1 energy, 2-3 heavy weapon``: pod kinds by box."""

    ref: OrderRef
    boxes: Mapping[int, str]


# --- the scenario's own ----------------------------------------------------------------------


@record(frozen=True, slots=True)
class EnterLine:
    """``enter dir 9 if turn >= 4``: how a ship in reserve comes into play, and when it may.

    ``place`` is its hex, direction and velocity; None in it: as the scenario has it.
    """

    ref: OrderRef
    place: PlaceLine
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class TransferLine:
    """``transfer energy pod to A``: to a unit's id, from a box (0: the first energy pod)."""

    ref: OrderRef
    to: str
    box: int = 0
    condition: Condition = ALWAYS


@record(frozen=True, slots=True)
class JettisonLine:
    """``jettison pod 7``: what is put off for a pod that is handed over, by preference.

    ``parts`` are names of pods or their kinds.
    """

    ref: OrderRef
    parts: tuple[str, ...]


# --- purchase -------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class BuyLine:
    """``BUY A Clarinet "Rook": 2 heavy weapon, energy`` and the lines below it.

    ``place`` and ``pods`` are for the ship as those of any other at set-up.
    """

    ref: OrderRef
    ship: Buy
    place: tuple[PlaceLine, ...] = ()
    pods: tuple[PodsLine, ...] = ()


# --- the whole sheet ------------------------------------------------------------------------

# What a unit does in its Command Phase, in the order written.
PhaseLine = CommandLine | BattleLine


@record(frozen=True, slots=True)
class UnitOrders:
    """All lines for one unit, each list in the order written."""

    unit: str
    commands: tuple[PhaseLine, ...] = ()
    fire: tuple[FireLine, ...] = ()
    hits: tuple[HitsLine, ...] = ()
    hold: tuple[HoldLine, ...] = ()
    floor: tuple[FloorLine, ...] = ()
    field: tuple[FieldLine, ...] = ()
    intercept: tuple[InterceptLine, ...] = ()
    planet: tuple[PlanetLine, ...] = ()
    orbit: tuple[OrbitLine, ...] = ()
    release: tuple[ReleaseLine, ...] = ()
    place: tuple[PlaceLine, ...] = ()
    pods: tuple[PodsLine, ...] = ()
    enter: tuple[EnterLine, ...] = ()
    transfer: tuple[TransferLine, ...] = ()
    jettison: tuple[JettisonLine, ...] = ()


NO_ORDERS = UnitOrders("")


@record(frozen=True, slots=True)
class MoveOrder:
    """``MOVE ORDER`` or ``MISSILE ORDER``: units that come first, in this order."""

    ref: OrderRef
    units: tuple[str, ...]


@record(frozen=True, slots=True)
class Orders:
    """One player's orders.

    ``units`` by unit id, ``all`` the lines written for all units of a kind (spaceship,
    battlecraft, missile, or a type of missile). ``missing``: he sent none. ``buys`` is what he
    buys before the game, ``fleet`` where all of it begins. ``agree``: he would end the game.
    """

    player: str
    units: Mapping[str, UnitOrders] = field(default_factory=dict)
    all: Mapping[str, UnitOrders] = field(default_factory=dict)
    move_order: MoveOrder | None = None
    missile_order: MoveOrder | None = None
    missing: bool = False
    buys: tuple[BuyLine, ...] = ()
    fleet: PlaceLine | None = None
    agree: OrderRef | None = None

    def of(self, unit: str, *kinds: str) -> UnitOrders:
        """The lines for one unit; where it has none of a word, those for all of its kinds.

        ``kinds`` are looked for in the order given (a missile's type, then missile).
        """
        own = self.units.get(unit, NO_ORDERS)
        for kind in kinds:
            general = self.all.get(kind, NO_ORDERS)
            own = UnitOrders(
                unit,
                **{
                    part.name: _completed(getattr(own, part.name), getattr(general, part.name))
                    for part in fields(UnitOrders)
                    if part.name != "unit"
                },
            )
        return own


def _completed(own: tuple[Any, ...], general: tuple[Any, ...]) -> tuple[Any, ...]:
    """A unit's own lines and, of the words that none of them begins with, those for all.

    ``command`` and ``battle`` are two words that share a list, as are ``hits`` and ``own hits``;
    lines stay in the order written.
    """
    if not own or not general:
        return own or general
    words = {_word(line) for line in own}
    more = [line for line in general if _word(line) not in words]
    return tuple(sorted((*own, *more), key=lambda line: line.ref.line)) if more else own


def _word(line: Any) -> tuple[type, bool]:
    return type(line), isinstance(line, HitsLine) and line.own
