"""The words of a DeltaVee set-up in a case, and the fields of each."""

from collections.abc import Mapping

from pbm.conformance.arguments import ArgumentReader, ValueType
from pbm.conformance.setup_lines import Form
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.kit.records import Record

SIDES = ("1", "2")
UP = DIRECTIONS[-1]
READER = ArgumentReader(
    {
        Direction: ValueType(
            "direction 1 to 12", {str(direction): direction for direction in DIRECTIONS}.__getitem__
        )
    }
)


class TableWords(Record):
    """What belongs to no unit."""

    maps: int = 3
    turn: int = 1
    jumps: bool = False
    missiles: Mapping[str, int] = {}
    points: Mapping[str, int] = {}


class _Scenario(Record):
    turn: int | None = None
    maps: int | None = None


class _Unit(Record):
    at: str = ""
    direction: Direction | None = None
    velocity: int | None = None
    status: Mapping[str, str] = {}
    state: str | None = None
    jump: str | None = None
    spent: int | None = None


class _Planet(Record):
    at: str
    name: str = ""


class _Asteroids(Record):
    at: tuple[str, ...] = ()
    around: tuple[str, ...] = ()


class _Player(Record):
    side: str


class _Victory(Record):
    kind: str
    title: str = ""
    units: tuple[str, ...] = ()
    number: int = 0


class _Special(Record):
    units: tuple[str, ...] = ()
    number: int = 0
    limit: int = 0
    name: str = ""


class _Dock(Record):
    with_: str


class _Counter(Record, kw_only=True):
    """What every counter has."""

    player: str = ""
    at: str = ""
    name: str = ""
    direction: Direction = UP
    velocity: int = 0
    zig: int = 0
    spent: int = 0
    revealed: bool = False
    contact: int = 0
    prepared: bool = False
    pod: int = 0


class Battlecraft(_Counter, kw_only=True):
    """A craft that may be aboard another; ``told``: its enemies know its status if revealed."""

    class_: str
    pods: tuple[str, ...] = ()
    armor: int | None = None
    status: Mapping[str, str] = {}
    told: bool = True
    stock: Mapping[str, Mapping[str, int]] = {}
    field: bool = False
    jump: str = ""
    dormant: bool = False
    landing: bool = False
    log: int = 1
    place: tuple[str, ...] = ()
    directions: tuple[Direction, ...] = (UP,)
    velocities: tuple[int, ...] = (0,)


class _Ship(Battlecraft, kw_only=True):
    at: str
    revealed: bool = True


class _Missile(_Counter, kw_only=True):
    type: str
    civ: int = 8
    by: str = ""
    released: bool = False


FORM = Form(
    {
        "SCENARIO": _Scenario,
        "UNIT": _Unit,
        "TABLE": TableWords,
        "PLANET": _Planet,
        "ASTEROIDS": _Asteroids,
        "PLAYER": _Player,
        "SHIP": _Ship,
        "BATTLECRAFT": Battlecraft,
        "MISSILE": _Missile,
        "DOCK": _Dock,
        "VICTORY": _Victory,
        "SPECIAL": _Special,
    },
    READER,
    nameless=("TABLE", "ASTEROIDS"),
    often=("VICTORY", "SPECIAL", "ASTEROIDS"),
)
