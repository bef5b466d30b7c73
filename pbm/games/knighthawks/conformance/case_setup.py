"""The SET-UP block of a Knight Hawks case: a small scenario in a few lines.

    MAP columns=40 rows=30
    PLANET P1 at=2018
    PLAYER ann side=A
    SHIP A1 at=2020 facing=12 speed=4 adf=3 mr=3 hull=40 weapons=[LC, LB1, T] torpedo=4

Every ship gives its figures itself, since ship classes are the house's own (KH-A39).
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import asdict

from pbm.conformance.arguments import ArgumentReader, ValueType
from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.setup_lines import Form, SetUpLine, shared
from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import SIDES, Hex, Side, parse_hex
from pbm.engine.types import Seat
from pbm.games.knighthawks.state.state import (
    IN_PLAY,
    ORBIT_MOVES,
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
from pbm.kit.problems import Faults, Span
from pbm.kit.records import Record

KINDS: Mapping[str, str] = {
    "LC": "laser_cannon",
    "PL": "pod_laser",
    "LB": "laser_battery",
    "T": "torpedo",
    "AR": "assault_rocket",
    "RB": "rocket_battery",
}
_NORTH = SIDES[0]

READER = ArgumentReader(
    {
        Hex: ValueType("hex such as 2018", parse_hex),
        Side: ValueType(
            "facing 12, 2, 4, 6, 8 or 10", {str(side): side for side in SIDES}.__getitem__
        ),
    }
)


class _Map(Record):
    columns: int = 40
    rows: int = 40


class _Turn(Record):
    number: int = 1
    last: int = 0
    first: Literal["listed", "roll"] = "listed"


class _Planet(Record):
    at: Hex


class _Player(Record):
    side: str


class _Victory(Record):
    kind: str
    title: str = ""
    ships: tuple[str, ...] = ()
    number: int = 0


class _Ship(Record):
    at: Hex
    name: str = ""
    side: str = ""
    player: str = ""
    facing: Side = _NORTH
    speed: int = 0
    hull: int | None = None
    hull_points: int | None = None
    adf: int = 3
    mr: int = 3
    reflective: bool = True
    evades: bool = False
    station: bool = False
    weapons: tuple[str, ...] = ()
    torpedo: int | None = None
    assault_rocket: int | None = None
    rocket_battery: int | None = None
    icm: int | None = None
    masking_screen: int | None = None
    orbit: str = ""
    clockwise: bool = True
    screen: Hex | None = None
    orbit_moves_left: int | None = None
    evading: bool = False
    path: tuple[Hex, ...] = ()
    came_from: Hex | None = None
    status: str = ""
    place: tuple[Hex, ...] = ()
    facings: tuple[Side, ...] = (_NORTH,)
    speeds: tuple[int, ...] = (0,)


FORM = Form(
    {
        "MAP": _Map,
        "TURN": _Turn,
        "PLANET": _Planet,
        "PLAYER": _Player,
        "VICTORY": _Victory,
        "SHIP": _Ship,
    },
    READER,
    nameless=("MAP", "TURN"),
    often=("VICTORY",),
)


def scene(step: CaseStep, ids: Ids, _options: Mapping[str, str] | None = None) -> CaseScene:
    """The game a SET-UP block describes; Faults with what is wrong in it."""
    lines = FORM.lines(step)

    def of(word: str) -> list[SetUpLine]:
        return [line for line in lines if line.word == word]

    def id_of(name: str) -> str:
        return ids.opaque("ship", name, length=5)

    players = {line.name: line.given.side for line in of("PLAYER")}
    # Sides in the order they are first spoken of; a ship's side is its letter if not said.
    named = [*players.values(), *(line.given.side or line.name[0] for line in of("SHIP"))]
    sides = tuple(dict.fromkeys(named))
    players |= {side: side for side in sides if side not in players.values()}
    planets = {
        line.name: Planet(
            ids.opaque("planet", line.name, length=5),
            line.name,
            f"Planet {line.name}",
            line.given.at,
        )
        for line in of("PLANET")
    }
    board = next((line.given for line in of("MAP")), _Map())
    turn = next((line.given for line in of("TURN")), _Turn())
    ships = tuple(_ship(id_of(line.name), line, players, planets) for line in of("SHIP"))
    state = State(
        scenario="case",
        title="A case",
        map=Map(board.columns, board.rows),
        sides=sides,
        side_names={side: side for side in sides},
        ships=ships,
        planets=tuple(planets.values()),
        victory=tuple(
            Victory(
                line.name,
                line.given.kind,
                line.given.title or line.given.kind,
                tuple(map(id_of, line.given.ships)),
                line.given.number,
            )
            for line in of("VICTORY")
        ),
        turn=turn.number,
        last_turn=turn.last,
        roll_for_first=turn.first == "roll",
        placements={
            id_of(line.name): Placement(
                line.given.place, line.given.facings, min(line.given.speeds), max(line.given.speeds)
            )
            for line in of("SHIP")
            if line.given.place
        },
    )
    seats = tuple(Seat(name, name, side) for name, side in players.items())
    labels = {ship.id: ship.designation for ship in ships}
    labels |= {planet.id: planet.designation for planet in planets.values()}
    return CaseScene(state, seats, turn.number, labels)


def thing(state: State, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    """What a case may look up: ``ship B1`` with its fields, or ``game`` with its own."""
    if words == ("game",):
        return {name: getattr(state, name) for name in ("turn", "sides", "result", "winner")}
    ship = state.named(words[1]) if len(words) == 2 and words[0] == "ship" else None
    if ship is None:
        return None
    return {
        **asdict(ship),
        "orbit": ship.orbit.planet if ship.orbit else None,
        "clockwise": ship.orbit.clockwise if ship.orbit else None,
        "screen": ship.screen is not None,
        "screen_made_at": ship.screen.made_at if ship.screen else None,
    }


def _ship(
    id: str, line: SetUpLine, players: Mapping[str, str], planets: Mapping[str, Planet]
) -> Ship:
    given: _Ship = line.given
    side = given.side or line.name[0]
    if given.orbit not in (*planets, ""):
        raise Faults.invalid(f"there is no planet {given.orbit}", line.span)
    owner = given.player or next(player for player, own in players.items() if own == side)
    if owner not in players:
        raise Faults.invalid(f"there is no player {owner}", line.span)
    supplies = {
        kind: number for kind in SUPPLIES if (number := getattr(given, kind, None)) is not None
    }
    hull = next(one for one in (given.hull, given.hull_points, 40) if one is not None)
    circle = ORBIT_MOVES if given.orbit else 0  # of a screen that was just made
    left = circle if given.orbit_moves_left is None else given.orbit_moves_left
    own: dict[str, Any] = {
        "id": id,
        "designation": line.name,
        "name": given.name or f"Ship {line.name}",
        "klass": "ship of a case",
        "side": side,
        "owner": owner,
        "hull": hull,
        "hull_points": hull if given.hull_points is None else given.hull_points,
        "mounts": tuple(_mount(label, line.span) for label in given.weapons),
        "supplies": supplies,
        "supplies_at_start": supplies,
        "orbit": Orbit(planets[given.orbit].id, given.clockwise) if given.orbit else None,
        "screen": Screen(given.screen, left) if given.screen else None,
        "status": given.status or (WAITING if given.place else IN_PLAY),
        "path": given.path or (given.at,),
    }
    return Ship(**shared(given, Ship) | own)


def _mount(label: str, span: Span) -> Mount:
    kind = KINDS.get(re.sub(r"\d+$", "", label))
    if kind is None:
        raise Faults.invalid(
            f'"{label}" is not a weapon', span, reason=f"The weapons are {', '.join(KINDS)}"
        )
    return Mount(label, kind)
