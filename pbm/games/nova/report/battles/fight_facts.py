"""Facts of the rounds of a battle, read once into records.

A side's own ships go by their names, all others by their counters; for the game master every
ship has its name and its empire. What a reader does not know is left out. Rule: NV SPC-13.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import convert

from pbm.games.nova.state.battle.arena import Place
from pbm.kit.facts import Fact
from pbm.kit.records import Record


class Called(Record):
    """A ship as its reader knows it; all fields empty for one that was not seen."""

    own: str = ""
    foe: int | None = None
    ship: str = ""
    of: str = ""

    @property
    def name(self) -> str:
        """What its reader calls a ship.

        >>> Called(own="Huron").name, Called(foe=1).name, Called(ship="Lewis", of="PIGGY").name
        ('Huron', 'c1', 'Lewis (PIGGY)')
        """
        if self.foe is not None:
            return f"c{self.foe}"
        return f"{self.ship} ({self.of})" if self.ship else self.own or "a ship not seen"

    @property
    def opening(self) -> str:
        """The name at the beginning of a sentence, where no counter stands alone.

        >>> Called(own="Huron").opening, Called(foe=1).opening
        ('Huron', 'Alien c1')
        """
        return self.name if self.foe is None else f"Alien {self.name}"

    @property
    def side(self) -> str:
        """The side of a ship: "own", "alien", or its empire."""
        return self.of or ("own" if self.own else "alien")


class Each(Record, kw_only=True):
    """Something that one ship did, or that was done to it."""

    by: Called = Called()
    to: Called = Called()


_Each = TypeVar("_Each", bound=Each)


class Fight(Each, kw_only=True):
    """Any event of a round; ``all``: like ones together; ``whole``: for the game master."""

    kind: str = ""
    event: str = ""
    system: str = ""
    round: int = 0
    whole: bool = False
    all: tuple[Each, ...] = ()

    @property
    def gone(self) -> str:
        """How a ship left play, "" if none did."""
        return GONE.get(self.kind, "")

    @property
    def lost(self) -> Called:
        """The ship that left play."""
        return self.to if self.kind == "fight_destroyed" else self.by


GONE: Mapping[str, str] = {
    "fight_destroyed": "destroyed",
    "fight_jumped": "jumped",
    "fight_captured": "taken",
    "fight_picked_up": "aboard",
}


class Together(Fight, Generic[_Each]):
    """What several ships did in a step of a round."""

    all: tuple[_Each, ...]


class SetUp(Each):
    """Where a ship begins, after a scatter by direction and hexes where it came in by a route."""

    away: bool = False
    at: Place = (0, 0)
    direction: int | None = None
    hexes: int = 0
    route: str = ""


class Probe(Each):
    """What a probe found."""

    size: str
    shields: int
    ew: int
    dg: int
    ss: int
    sn: bool


class Screen(Each):
    """In how many places a ship seems to be."""

    positions: int


class Switch(Each):
    """Installations switched; ``dg``: whether the distortion field is on."""

    what: tuple[str, ...]
    dg: bool = False


Ways = tuple[Called, int, int, int, int, int, int, int]


class Moves(Fight):
    """Each ship: from x, z to x, z, the vector it keeps, its thrust."""

    ships: tuple[Ways, ...]


class Struck(Record):
    """Points that each shot took."""

    shields: tuple[int, ...]
    armour: tuple[int, ...]
    structure: tuple[int, ...]


class Volley(Fight):
    """Shots of like weapons of one ship at another; None for what is not known of them."""

    mode: str
    shots: int
    damages: tuple[int, ...]
    distance: int = 0
    fc: int = 0
    ew: int | None = None
    size: int = 0
    missile: str = ""
    echoes: int = 0
    bears: bool = True
    dropoff: int = 0
    left: int = 0
    shift: int = 0
    percent: int | None = None
    faces: tuple[tuple[int, ...], ...] = ()
    letters: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    struck: Struck | None = None

    @property
    def weapon(self) -> str:
        """What fired, as far as it is known: kind, size, missile design.

        >>> Volley("ML", 1, (6,), size=12, missile="Dart").weapon, Volley("ML", 1, (6,)).weapon
        ('ML 12 (Dart)', 'ML')
        """
        size = f" {self.size}" if self.size else ""
        return f"{self.mode}{size}{f' ({self.missile})' if self.missile else ''}"


class Critical(Fight):
    """Critical hits on a ship: dice, what each struck, with what effect; who died aboard."""

    faces: tuple[int, ...]
    parts: tuple[str, ...]
    effects: tuple[str, ...]
    dead: tuple[str, ...]
    shields: int


class Recovery(Each):
    """Shields that a ship recovers."""

    recovered: int
    shields: int
    full: int


class Cycling(Each):
    """What a jump drive does."""

    what: str


_KINDS: Mapping[str, type[Fight]] = {
    "fight_placed": Together[SetUp],
    "fight_probed": Together[Probe],
    "fight_screened": Together[Screen],
    "fight_switched": Together[Switch],
    "fight_moved": Moves,
    "fight_volley": Volley,
    "fight_critical": Critical,
    "fight_shields": Together[Recovery],
    "fight_cycle": Together[Cycling],
}


def is_of_round(kind: str) -> bool:
    """True for what happened in a round of a space battle, or as it was set up."""
    return kind.startswith("fight_")


def fight(kind: str, facts: Mapping[str, Fact], event: str = "") -> Fight:
    """An event of a round, by its kind and facts; ``event`` is its id, which pictures carry."""
    return convert({**facts, "kind": kind, "event": event}, _KINDS.get(kind, Fight))
