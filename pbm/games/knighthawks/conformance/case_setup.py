"""The SET-UP block of a Knight Hawks case: a small scenario in a few lines.

    MAP columns=40 rows=30
    PLANET P1 at=2018
    PLAYER ann side=A
    SHIP A1 at=2020 facing=12 speed=4 adf=3 mr=3 hull=40 weapons=[LC, LB1, T] torpedo=4

Every ship gives its figures itself, since ship classes are the house's own (KH-A39).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, TypedDict, cast

from msgspec.structs import asdict

from pbm.conformance.case_file import Scene, Step
from pbm.conformance.setup_lines import SceneLine, refuse_doubles, scene_lines
from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Hex, Side
from pbm.engine.types import Seat
from pbm.games.knighthawks.state.state import (
    IN_PLAY,
    SUPPLIES,
    WAITING,
    Map,
    Mount,
    Orbit,
    Placement,
    Planet,
    Screen,
    Ship,
    State,
    Victory,
)
from pbm.kit.problems import Faults, Span, invalid

KINDS: Mapping[str, str] = {
    "LC": "laser_cannon",
    "PL": "pod_laser",
    "LB": "laser_battery",
    "T": "torpedo",
    "AR": "assault_rocket",
    "RB": "rocket_battery",
}


class _Map(TypedDict, total=False):
    columns: int
    rows: int


class _Turn(TypedDict, total=False):
    number: int
    last: int
    first: Literal["listed", "roll"]


class _Planet(TypedDict, total=False):
    at: Hex


class _Player(TypedDict, total=False):
    side: str


class _Victory(TypedDict, total=False):
    kind: str
    title: str
    ships: tuple[str, ...]
    number: int


class _Ship(TypedDict, total=False):
    name: str
    side: str
    player: str
    at: Hex
    facing: Side
    speed: int
    hull: int
    hull_points: int
    adf: int
    mr: int
    reflective: bool
    evades: bool
    station: bool
    weapons: tuple[str, ...]
    torpedo: int
    assault_rocket: int
    rocket_battery: int
    icm: int
    masking_screen: int
    orbit: str
    clockwise: bool
    screen: Hex
    orbit_moves_left: int
    evading: bool
    path: tuple[Hex, ...]
    came_from: Hex
    status: str
    place: tuple[Hex, ...]
    facings: tuple[Side, ...]
    speeds: tuple[int, ...]


WORDS: Mapping[str, Any] = {
    "MAP": _Map,
    "TURN": _Turn,
    "PLANET": _Planet,
    "PLAYER": _Player,
    "VICTORY": _Victory,
    "SHIP": _Ship,
}


def scene(step: Step, ids: Ids, _options: Mapping[str, str] | None = None) -> Scene:
    """The game a SET-UP block describes; Faults with what is wrong in it."""
    found = scene_lines(step, WORDS, nameless=("MAP", "TURN"))
    _complete(found)
    lines = [(line.word, line.name, line.given, line.span) for line in found]
    players = {name: given for word, name, given, _ in lines if word == "PLAYER"}
    ships = {name: (given, span) for word, name, given, span in lines if word == "SHIP"}
    sides = _sides(players, {name: given for name, (given, _) in ships.items()})
    for side in sides:
        if all(given["side"] != side for given in players.values()):
            players[side] = {"side": side}
    planets = {
        name: Planet(ids.opaque("planet", name, length=5), name, f"Planet {name}", given["at"])
        for word, name, given, _ in lines
        if word == "PLANET"
    }
    board = next((given for word, _, given, _ in lines if word == "MAP"), {})
    turn = next((given for word, _, given, _ in lines if word == "TURN"), {})
    built = [
        _ship(name, given, span, players, planets, ids) for name, (given, span) in ships.items()
    ]
    number = turn.get("number", 1)
    state = State(
        scenario="case",
        title="A case",
        map=Map(board.get("columns", 40), board.get("rows", 40)),
        sides=sides,
        side_names={side: side for side in sides},
        ships=tuple(built),
        planets=tuple(planets.values()),
        victory=tuple(
            Victory(
                name,
                given["kind"],
                given.get("title", given["kind"]),
                tuple(ids.opaque("ship", ship, length=5) for ship in given.get("ships", ())),
                given.get("number", 0),
            )
            for word, name, given, _ in lines
            if word == "VICTORY"
        ),
        turn=number,
        last_turn=turn.get("last", 0),
        roll_for_first=turn.get("first") == "roll",
        placements={
            ship.id: Placement(
                given["place"],
                given.get("facings", (Side(12),)),
                min(given.get("speeds", (0,))),
                max(given.get("speeds", (0,))),
            )
            for ship, (given, _) in zip(built, ships.values(), strict=True)
            if "place" in given
        },
    )
    seats = tuple(Seat(name, name, given["side"]) for name, given in players.items())
    labels = {ship.id: ship.designation for ship in state.ships}
    labels |= {planet.id: planet.designation for planet in state.planets}
    return Scene(state, seats, number, labels)


def thing(state: State, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    """What a case may look up: ``ship B1`` with its fields, or ``game`` with its own."""
    if words == ("game",):
        return {
            "turn": state.turn,
            "sides": state.sides,
            "result": state.result,
            "winner": state.winner,
        }
    ship = state.named(words[1]) if len(words) == 2 and words[0] == "ship" else None
    if ship is None:
        return None
    fields = {**asdict(ship), "at": ship.at, "path": ship.path, "came_from": ship.came_from}
    return {
        **fields,
        "orbit": ship.orbit.planet if ship.orbit else None,
        "clockwise": ship.orbit.clockwise if ship.orbit else None,
        "screen": ship.screen is not None,
        "screen_made_at": ship.screen.made_at if ship.screen else None,
    }


# What a line must say.
_NEEDED: Mapping[str, tuple[str, str]] = {
    "SHIP": ("at", "place"),
    "PLANET": ("at", "place"),
    "PLAYER": ("side", "side"),
    "VICTORY": ("kind", "kind"),
}


def _complete(lines: list[SceneLine]) -> None:
    """Refuse lines that lack what they need, and names that stand twice."""
    for line in lines:
        key, said = _NEEDED.get(line.word, ("", ""))
        if key and key not in line.given:
            raise Faults(invalid(f"{line.word.lower()} {line.name} has no {said}", line.span))
    refuse_doubles(lines, often=("VICTORY",))


def _sides(players: Mapping[str, Any], ships: Mapping[str, Any]) -> tuple[str, ...]:
    """Sides in the order they are first spoken of; a ship's side is its letter if not said."""
    named = [given["side"] for given in players.values()]
    named += [given.get("side", name[0]) for name, given in ships.items()]
    return tuple(dict.fromkeys(named))


def _ship(
    name: str,
    fields: Mapping[str, Any],
    span: Span,
    players: Mapping[str, Any],
    planets: Mapping[str, Planet],
    ids: Ids,
) -> Ship:
    given = cast(_Ship, fields)
    side = given.get("side", name[0])
    if given.get("orbit", next(iter(planets), "")) not in (*planets, ""):
        raise Faults(invalid(f"there is no planet {given['orbit']}", span))
    owner = given.get("player") or next(p for p, said in players.items() if said["side"] == side)
    if owner not in players:
        raise Faults(invalid(f"there is no player {owner}", span))
    supplies = {kind: cast(int, fields[kind]) for kind in SUPPLIES if kind in fields}
    hull = given.get("hull", given.get("hull_points", 40))
    orbit = (
        Orbit(planets[given["orbit"]].id, given.get("clockwise", True))
        if "orbit" in given
        else None
    )
    screen = (
        Screen(given["screen"], given.get("orbit_moves_left", 0)) if "screen" in given else None
    )
    return Ship(
        id=ids.opaque("ship", name, length=5),
        designation=name,
        name=given.get("name", f"Ship {name}"),
        klass="ship of a case",
        side=side,
        owner=owner,
        hull=hull,
        hull_points=given.get("hull_points", hull),
        adf=given.get("adf", 3),
        mr=given.get("mr", 3),
        reflective=given.get("reflective", True),
        evades=given.get("evades", False),
        mounts=tuple(_mount(label, span) for label in given.get("weapons", ())),
        supplies=supplies,
        supplies_at_start=supplies,
        at=given["at"],
        facing=given.get("facing", Side(12)),
        speed=given.get("speed", 0),
        station=given.get("station", False),
        orbit=orbit,
        screen=screen,
        evading=given.get("evading", False),
        status=given.get("status", WAITING if "place" in given else IN_PLAY),
        path=given.get("path", (given["at"],)),
        came_from=given.get("came_from"),
    )


def _mount(label: str, span: Span) -> Mount:
    kind = KINDS.get(re.sub(r"\d+$", "", label))
    if kind is None:
        raise Faults(
            invalid(f'"{label}" is no weapon', span, reason=f"there are {', '.join(KINDS)}")
        )
    return Mount(label, kind)
