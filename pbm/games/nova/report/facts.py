"""Facts of events, read once into records for sentences, codes and the first lines."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import convert

from pbm.kit.records import Record
from pbm.packets.narrative import SeenEvents

_Record = TypeVar("_Record", bound=Record)


def told(seen: SeenEvents, record: type[_Record], *kinds: str) -> list[_Record]:
    """The facts of the events of some kinds, as records."""
    facts = seen.of_kind(*kinds)
    return convert(facts, list[record]) if facts else []  # type: ignore[valid-type]


class Plain(Record):
    """Facts that many kinds of events have; each kind has some of them."""

    system: str = ""
    ship: str = ""
    gate: str = ""
    project: str = ""
    who: str = ""
    to: str = ""
    sender: str = ""
    name: str = ""
    what: str = ""
    status: str = ""
    why: str = ""
    was: str = ""
    number: int = 0
    amount: int = 0
    new: bool = False
    surrendered: bool = False
    goes_on: bool = False
    default: bool = False

    @property
    def is_world(self) -> bool:
        """True of colonies that made a system a world."""
        return self.what == "C" and self.status == "WORLD"


class Looked(Record):
    """What a ship found in a system, at its warp point or on its planet."""

    system: str
    letters: tuple[str, ...] = ()
    back: str = ""
    start: str = ""
    letter: str = ""
    type: int = 0
    status: str = ""
    yours: bool = False
    sdu: bool = False
    armies: bool = False
    ic: bool = False
    alien_surface: bool = False


class Met(Record):
    """A meeting in a system: with whom, and how many ships, some of them newly arrived."""

    system: str
    contact: str
    goes_on: bool
    ships: int
    jumped_in: int
    who: str = ""
    new_contact: bool = False

    @property
    def is_friendly(self) -> bool:
        """True of friendly contact; neutral contact tells nothing of who it is."""
        return self.contact == "friendly"


class OwnShip(Record):
    """An own ship after a battle.

    ``fate``: destroyed, captured, retreats or ""; ``start`` and ``letters`` say how a ship set out
    that sent no report.
    """

    ship: str
    klass: str = ""
    fate: str = "destroyed"
    to: str = ""
    armour: int = 0
    structure: int = 0
    parts: Mapping[str, int] = {}
    cargo: Mapping[str, int] = {}
    start: str = ""
    letters: tuple[str, ...] = ()

    @property
    def is_lost(self) -> bool:
        """True of a ship that its empire no longer has."""
        return self.fate in ("destroyed", "captured")


class Enemy(Record):
    """Ships of one enemy, or of all that could not be told apart, and their losses.

    ``tried``: activities of those that were beaten.
    """

    who: str
    ships: int
    destroyed: int
    captured: int
    retreats: int
    jumped_in: int = 0
    tried: tuple[str, ...] = ()


class Battle(Record):
    """The result of a battle, as far as the ``report`` of it goes."""

    report: str
    system: str
    own: tuple[OwnShip, ...]
    rounds: int = 0
    outcome: str = ""
    against: tuple[Enemy, ...] = ()
    aliens: int = 0

    @property
    def destroyed(self) -> int:
        """How many alien ships were destroyed."""
        return sum(one.destroyed for one in self.against)


class Blow(Record):
    """The die of a unit, or of a ship that fires at a target on the planet."""

    die: int
    hits: bool
    kind: str = ""
    friend: bool = False
    ship: str = ""
    target: str = ""
    needs: int = 0


class Match(Record):
    """Units that fight each other in a round on a planet."""

    own: tuple[Blow, ...]
    alien: tuple[Blow, ...]


class GroundEnemy(Record):
    """An enemy on a planet and what it lost."""

    who: str
    lost: Mapping[str, int]
