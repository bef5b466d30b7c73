"""The common part of all games' scenario files: sides, names, owners of units."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Protocol

from msgspec import Meta, field
from msgspec.structs import replace

from pbm.engine.types import Seat
from pbm.kit.file_part import Check, FilePart
from pbm.kit.problems import Problem, invalid

Count = Annotated[int, Meta(ge=0, le=1000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Code = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z][A-Za-z0-9]{0,5}\Z",
        description="1 to 6 letters and figures, a letter first",
    ),
]


def kind_of(kinds: Collection[str]) -> Check:
    """The check of a field that names one of some kinds."""

    def known(kind: str) -> str:
        if kind not in kinds:
            raise ValueError(f'"{kind}": the kinds are {", ".join(kinds)}')
        return kind

    return Check(known)


class SidePart(FilePart):
    """A side and how many players it takes."""

    id: Annotated[
        str, Meta(pattern=r"^[A-Za-z0-9]{1,6}\Z", description="1 to 6 letters and figures")
    ]
    name: Name
    players_min: Annotated[int, Meta(ge=1, le=20)] = 1
    players_max: Annotated[int, Meta(ge=1, le=20)] = 1


class Sided(Protocol):
    """A unit of a scenario: its side, and the number of its player there."""

    @property
    def side(self) -> str:
        """The id of its side."""
        ...

    @property
    def player(self) -> int:
        """The number of the side's player who orders it, from 1."""
        ...


class ScenarioPart(FilePart):
    """The first part of every scenario file."""

    game: str
    name: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9][a-z0-9-]{0,40}\Z",
            description="small letters, figures and -, at most 41",
        ),
    ]
    title: Name
    text: str = ""
    sides: Annotated[tuple[SidePart, ...], Meta(min_length=2, max_length=12)]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def players_min(self) -> int:
        """The least number of players."""
        return sum(side.players_min for side in self.sides)

    @property
    def players_max(self) -> int:
        """The greatest number of players."""
        return sum(side.players_max for side in self.sides)


FilePath = tuple[str | int, ...]


def doubled(names: Iterable[tuple[str, FilePath]]) -> list[tuple[str, FilePath]]:
    """Each name that occurs more than once with the path of its last place, sorted.

    >>> doubled([("B1", ("ships", 0)), ("A1", ("ships", 1)), ("B1", ("ships", 2))])
    [('B1', ('ships', 2))]
    """
    places = list(names)
    often = Counter(name for name, _path in places)
    return [(name, path) for name, path in sorted(dict(places).items()) if often[name] > 1]


def placed(problems: Iterable[Problem], *path: str | int) -> Iterator[Problem]:
    """Problems of a part of a scenario, with the path of that part."""
    return (replace(one, path=(*path, *one.path)) for one in problems)


def side_problems(sides: Sequence[SidePart]) -> Iterator[Problem]:
    """The problems of the sides."""
    for id, path in doubled((one.id, ("sides", at, "id")) for at, one in enumerate(sides)):
        yield invalid(f'two sides are called "{id}"', path=path)
    for number, side in enumerate(sides):
        if side.players_min > side.players_max:
            fault = f"side {side.id} needs more players than it takes"
            yield invalid(fault, path=("sides", number, "players_min"))


def owner_problems(what: str, unit: Sided, sides: Sequence[SidePart]) -> Iterator[Problem]:
    """The problems of a unit's side and player; ``what`` is its name in messages."""
    if unit.side not in [side.id for side in sides]:
        yield invalid(f"{what}: there is no side {unit.side}", path=("side",))
    elif unit.player > max(side.players_max for side in sides if side.id == unit.side):
        yield invalid(f"{what}: side {unit.side} has no player {unit.player}", path=("player",))


def owner_of(unit: Sided, seats: Sequence[Seat]) -> str:
    """The seat that orders a unit; too few players share a side's units in turn."""
    players = [seat.id for seat in seats if seat.side == unit.side]
    return players[(unit.player - 1) % len(players)]
