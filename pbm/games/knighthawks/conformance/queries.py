"""What a conformance case may ask of Knight Hawks: quantities by name.

Each is answered by the very functions that the adjudication calls; the arguments are what a
case writes. docs/cases.md describes the form.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from pbm.conformance.blank import blank
from pbm.conformance.queries import named
from pbm.dice.keyed import Dice
from pbm.drawing.hexgrid import SIDES, Hex, Side, distance, neighbours
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders import plots
from pbm.games.knighthawks.orders.conditions import ALWAYS
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.orders.ship_orders import Orders, ShipOrders
from pbm.games.knighthawks.orders.ways import Leg, Plot
from pbm.games.knighthawks.rules.combat import chance, damage, defences, reach
from pbm.games.knighthawks.rules.combat.aiming import announce
from pbm.games.knighthawks.rules.movement import orbit
from pbm.games.knighthawks.rules.movement.move_choice import decide
from pbm.games.knighthawks.rules.phases import phases
from pbm.games.knighthawks.state.arcs import in_field, is_blocked
from pbm.games.knighthawks.state.state import Map, Mount, Planet, Ship, State
from pbm.games.knighthawks.state.weapons import ARMS
from pbm.kit.problems import Faults

Kind = Literal[
    "laser_cannon", "pod_laser", "laser_battery", "torpedo", "assault_rocket", "rocket_battery"
]
Defence = Literal["reflective hull", "masking screen"]
Options = Mapping[str, str]
BOARD = Map(60, 60)
_NOBODY = OrderRef("A", "1", 1, "")


def _ship(at: Hex, facing: Side = SIDES[0], **more: Any) -> Ship:
    """A ship that has only what a question speaks of."""
    plain = {"id": "ship", "side": "A", "owner": "A", "hull": 1, "hull_points": 1}
    place = {"reflective": True, "at": at, "facing": facing, "path": (at,)}
    return blank(Ship, **plain | place | more)


def _state(planets: tuple[Hex, ...] = (), sides: tuple[str, ...] = ("A", "B")) -> State:
    found = tuple(
        Planet(f"planet{number}", f"P{number}", f"Planet {number}", at)
        for number, at in enumerate(planets, 1)
    )
    return State("asked", "Asked", BOARD, sides, {side: side for side in sides}, (), found, ())


# --- the tables -------------------------------------------------------------------------------


def weapon(name: Kind, options: Options) -> dict[str, Any]:
    """The rows of the Combat Table and the Weapon Restrictions Table of one weapon."""
    arm = ARMS[name]
    plus = f"+{arm.plus}" if arm.plus else ""
    return {
        "reflective_hull": arm.base(chance.REFLECTIVE_HULL),
        "masking_screen": arm.base(chance.MASKING_SCREEN),
        "no_reflective_hull": arm.base(chance.NO_DEFENCE),
        "icm_each": -arm.icm if arm.icm else None,
        "damage": f"{arm.dice}d10{plus}",
        "range": arm.range,
        "forward_firing": arm.forward,
        "range_diffusion": arm.diffuses,
        "limited_supply": arm.limited,
        "moving_player_only": not arm.fires_in_defence(options),
    }


def icm_stops(weapon: Kind) -> bool:
    """Whether ICMs can be launched against a weapon."""
    return ARMS[weapon].icm > 0


def in_range(weapon: Kind, range: int) -> bool:
    """Whether a target so many hexes away can be fired at."""
    at = Hex(30, 50)
    target = reach.TargetSpot(Hex(30, 50 - range))
    ship = _ship(at, path=(at,), came_from=Hex(30, 51))
    return not reach.shot_fault(_state(), ship, ARMS[weapon], target, {}, defending=False)


def may_fire_in(weapon: Kind, phase: Literal["own", "defensive"], options: Options) -> bool:
    """Whether a weapon may be fired in the own combat phase, or defensively in the enemy's."""
    return phase == "own" or ARMS[weapon].fires_in_defence(options)


# --- the chance to hit, damage ----------------------------------------------------------------


def defence(weapon: Kind, defences: tuple[Defence, ...]) -> str:
    """The defence of a target that counts against a weapon."""
    return chance.defence_against(
        ARMS[weapon],
        reflective="reflective hull" in defences,
        screened="masking screen" in defences,
    )


def chance_(
    weapon: Kind,
    range: int,
    defences: tuple[Defence, ...],
    head_on: bool = False,
    icm: int = 0,
    evade_mr: int = 0,
    out_of_screen: bool = False,
) -> int:
    """The chance to hit in per cent, with every modifier; it may be below 0."""
    arm = ARMS[weapon]
    counts = chance.defence_against(
        arm,
        reflective="reflective hull" in defences,
        screened="masking screen" in defences,
        out_of_screen=out_of_screen,
    )
    return chance.chance_of(
        chance.chance_terms(arm, counts, range, head_on=head_on, evading_mr=evade_mr, icms=icm)
    )


def damage_(
    weapon: Kind,
    hull: int,
    options: Options,
    dice: Dice,
    screened: bool = False,
    out_of_screen: bool = False,
) -> dict[str, Any]:
    """The damage of a hit on a hull (its points), with what is left of it."""
    arm = ARMS[weapon]
    faces = dice.faces("damage", "d10", arm.dice, "all")
    halved = damage.is_halved(arm, screened=screened, out_of_screen=out_of_screen)
    points = damage.damage_terms(arm, faces, halved=halved, options=options)[0][1]
    left = max(0, hull - points)
    return {"damage": points, "halved": halved, "left": left, "destroyed": left == 0}


def may_evade(
    against: Kind, evades: bool = True, speed: int = 3, adf: int = 3, mr: int = 3
) -> bool:
    """Whether a ship may evade a shot: its type, the weapon, and whether it can pay for it."""
    terms = chance.chance_terms(ARMS[against], chance.REFLECTIVE_HULL, 0, evading_mr=mr)
    ship = _ship(Hex(30, 30), evades=evades, speed=speed, adf=adf, mr=mr)
    return len(terms) > 1 and defences.may_evade(ship)


# --- geometry ---------------------------------------------------------------------------------


def range_(at: Hex, target: Hex) -> int:
    """The range from a ship to its target."""
    return distance(at, target)


def neighbours_(of: Hex) -> tuple[Hex, ...]:
    """The six hexes round one, from hexside 12 clockwise."""
    return neighbours(of)


def _ring(middle: Hex, reach: int) -> list[Hex]:
    columns = range(middle.column - reach, middle.column + reach + 1)
    rows = range(middle.row - reach, middle.row + reach + 1)
    near = [Hex(column, row) for column in columns for row in rows]
    return [at for at in near if distance(middle, at) == reach]


def field(at: Hex, facing: Side, range: int, options: Options) -> tuple[Hex, ...]:
    """The hexes of the forward field of fire at one range, by column and row."""
    return tuple(target for target in _ring(at, range) if in_field(at, facing, target, options))


def may_aim(
    at: Hex,
    facing: Side,
    weapon: Kind,
    target: Hex,
    options: Options,
    planets: tuple[Hex, ...] = (),
) -> dict[str, bool]:
    """Whether a ship may fire a weapon at a target in a hex, and whether the shot is head-on."""
    ship, spot = _ship(at, facing), reach.TargetSpot(target)
    fault = reach.shot_fault(_state(planets), ship, ARMS[weapon], spot, options, defending=False)
    straight = reach.is_head_on(ship, ARMS[weapon], spot, defending=False)
    return {"legal": not fault, "head_on": straight and not fault}


def rate_of_fire(weapons: tuple[Kind, ...], options: Options) -> tuple[bool, ...]:
    """Which of the weapons of one ship, all aimed at one enemy, fire in one combat phase."""
    mounts = tuple(Mount(f"W{number}", kind) for number, kind in enumerate(weapons, 1))
    gunner = _ship(Hex(30, 30), mounts=mounts, supplies=dict.fromkeys(weapons, len(weapons)))
    target = replace(_ship(Hex(30, 29)), id="target", side="B", owner="B")
    lines = tuple(
        FireLine(OrderRef("A", "1", number, ""), ALWAYS, mount.label, (target.id,))
        for number, mount in enumerate(mounts, 1)
    )
    state = replace(_state(), ships=(gunner, target))
    orders = {"A": Orders("A", {gunner.id: ShipOrders(gunner.id, attack=lines)})}
    shots, _refused = announce(state, "A", "A", orders, options)
    firing = [shot.mount for shot in shots]
    return tuple(mount.label in firing for mount in mounts)


# --- movement ---------------------------------------------------------------------------------


def plot(
    at: Hex,
    facing: Side,
    speed: int,
    mr: int,
    plot: str,
    options: Options,
    planets: tuple[Hex, ...] = (),
) -> dict[str, Any]:
    """Where a plot leads a ship that may choose this speed, and whether it is flown as written."""
    ship = _ship(at, facing, speed=speed, mr=mr)
    line = MoveLine(_NOBODY, ALWAYS, Plot(speed, _legs(plot)))
    move = decide(_state(planets), ship, line, options)
    if move.faults:
        return {"legal": False, "why": [fault.why for fault in move.faults]}
    way = plots.walk(at, facing, move.course)
    return {
        "legal": True,
        "path": way.path,
        "hexes": len(way.path),
        "turns": way.turns,
        "facing": way.facing,
    }


def _legs(text: str) -> tuple[Leg, ...]:
    """The legs of a plot such as ``3 L 2 R 1``."""
    words = text.upper().split()
    legs: list[Leg] = []
    while words:
        if not words[0].isdigit() or (len(words) > 1 and words[1] not in ("L", "R")):
            raise Faults.invalid(f'"{text}" is not a plot such as 3 L 2 R 1')
        hexes = int(words.pop(0))
        legs.append(Leg(hexes, {"L": -1, "R": 1}[words.pop(0)] if words else 0))
    return tuple(legs)


def orbit_(planet: Hex, start: Hex, clockwise: bool, turns: int) -> tuple[Hex, ...]:
    """The hexes a ship in orbit comes to, turn by turn."""
    if distance(planet, start) != 1:
        raise Faults.invalid(f"{start} is not next to {planet}")
    ring = orbit.orbit_ring(planet, start, clockwise)
    return tuple(ring[turn % len(ring)] for turn in range(turns))


def may_orbit(
    planet: Hex, at: Hex, options: Options, speed: int = 0, adf: int = 3, clockwise: bool = True
) -> bool:
    """Whether a ship that starts its move in a hex may orbit a planet."""
    state = _state((planet,))
    ship = _ship(at, speed=speed, adf=adf)
    return orbit.orbit_fault(state, ship, state.planets[0].id, clockwise, options) is None


# --- sequence of play, dice -------------------------------------------------------------------


def sequence(sides: int, options: Options) -> tuple[str, ...]:
    """The phases of a Game-Turn for so many sides."""
    state = _state(sides=tuple(f"S{number}" for number in range(1, sides + 1)))
    return tuple(phase.key for phase in phases(state, 1, options))


def dice_(die: Literal["d100", "d10"], count: int, dice: Dice) -> tuple[int, ...]:
    """What dice show as the book reads them."""
    return dice.faces("asked", die, count, "all")


QUERIES = named(
    weapon,
    icm_stops,
    in_range,
    may_fire_in,
    defence,
    chance_,
    chance.hits,
    damage_,
    may_evade,
    range_,
    neighbours_,
    field,
    may_aim,
    rate_of_fire,
    plots.may_stop,
    plots.may_rotate,
    plots.legal_speeds,
    plot,
    orbit_,
    may_orbit,
    sequence,
    dice_,
) | {"blocked": is_blocked, "halved": damage.half}
