"""What a line of a Knight Hawks sheet says, word by word, before names are looked up.

The grammar's transformer: rules of grammar/knighthawks.lark become these records. Tokens
keep their places, so that a later message can point at the very word.
"""

from __future__ import annotations

from typing import Any

from lark import Token
from msgspec.structs import replace

from pbm.kit.records import Record
from pbm.language.conditions_syntax import Language, RawCondition, RawTest, all_of, sign, wrong_way


class ShipTest(RawTest):
    """One test: as `orders.Test`, but with the ship as written."""

    kind: str
    ship: Token | None = None
    name: str = ""
    op: str = ""
    number: int = 0


Condition = RawCondition[ShipTest]


class Part(Record):
    """A part of a move, fire, ICM or place line: its kind and the words that belong to it."""

    kind: str
    word: Token
    number: int = 0
    name: Token | None = None
    targets: tuple[Token, ...] = ()
    condition: Condition | None = None
    steps: tuple[Token, ...] = ()
    clockwise: bool = False


class Header(Record):
    """``SHIP`` with the words behind it, or ``FLEET``."""

    names: tuple[Token, ...]
    fleet: bool = False


class Statement(Record):
    """One order: ``verb``, its condition, its parts.

    For fire ``weapon`` and ``targets`` are set; verb "again" repeats the verb before it.
    """

    verb: str
    parts: tuple[Part, ...] = ()
    condition: Condition | None = None
    weapon: Token | None = None
    targets: tuple[Token, ...] = ()
    hold: bool = False


_SUPPLY = {
    "TORPEDO": "torpedo",
    "ROCKET": "assault_rocket",
    "ASSAULT_ROCKET": "assault_rocket",
    "ROCKET_BATTERY": "rocket_battery",
    "ICM": "icm",
    "MASKING_SCREEN": "masking_screen",
}


class ParseTreeTransformer(Language):
    """Builds the records above while the line is parsed."""

    def header(self, items: list[Token]) -> Header:
        """SHIP and its names."""
        return Header(tuple(item for item in items[1:] if item is not None))

    def fleet(self, _items: list[Token]) -> Header:
        """FLEET or ALL SHIPS."""
        return Header((), fleet=True)

    # --- movement ---

    def move(self, items: list[Any]) -> Statement:
        """A move line; its condition before the movement or behind it, or a part of it at each."""
        conditions = [item for item in items if isinstance(item, RawCondition)]
        # An empty one is that of "else": it asks for nothing.
        asking = [condition for condition in conditions if condition != RawCondition()]
        if conditions:
            return Statement("move", _parts(items), all_of(asking) if asking else RawCondition())
        return Statement("move", _parts(items))

    def screen_line(self, items: list[Any]) -> Statement:
        """A screen order on its own."""
        return Statement("move", _parts(items))

    orbit_line = screen_line

    def holds(self, items: list[Any]) -> Condition:
        """The condition before the colon."""
        return next(item for item in items if isinstance(item, RawCondition))

    def otherwise(self, _items: list[Any]) -> Condition:
        """``else``: whatever the lines above left."""
        return RawCondition()

    def speed(self, items: list[Token]) -> Part:
        """A speed in hexes a turn."""
        return Part("speed", items[0], int(items[1]))

    def step(self, items: list[Token]) -> Token:
        """Hexes straight on, or a turn."""
        return items[0]

    def plot(self, items: list[Token]) -> Part:
        """An exact way."""
        return Part("plot", items[0], steps=tuple(items[1:]))

    def straight(self, items: list[Token]) -> Part:
        """Straight on at the last speed."""
        return Part("straight", items[0])

    def close(self, items: list[Any]) -> Part:
        """Close on a target."""
        return Part("close", items[0], targets=items[-1])

    def away(self, items: list[Any]) -> Part:
        """Keep away from a target."""
        return Part("away", items[0], targets=items[-1])

    def range(self, items: list[Any]) -> Part:
        """Hold a range."""
        return Part("range", items[0], int(items[2]), targets=items[-1])

    def ram(self, items: list[Any]) -> Part:
        """End in a target's hex."""
        return Part("ram", items[0], targets=items[-1])

    def towards(self, items: list[Token]) -> Part:
        """Make for a hex."""
        return Part("towards", items[0], name=items[1])

    def orbit(self, items: list[Token]) -> Part:
        """Orbit a planet."""
        return Part("orbit", items[0], name=items[1], clockwise=items[2].type == "CLOCKWISE")

    def leave(self, items: list[Token]) -> Part:
        """Leave orbit."""
        return Part("leave", items[0])

    def stop(self, items: list[Token]) -> Part:
        """Come to a stop."""
        return Part("stop", items[0])

    def stay(self, items: list[Token]) -> Part:
        """Stay, or go on in orbit."""
        return Part("stay", items[0])

    def at_end(self, _items: list[Token]) -> Any:
        """Says nothing more than face does."""
        return None

    def face(self, items: list[Token]) -> Part:
        """Face a hexside."""
        return Part("face", items[0], int(items[1]))

    def face_ships(self, items: list[Any]) -> Part:
        """Face a target."""
        return Part("face_ships", items[0], targets=items[1])

    def screen(self, items: list[Any]) -> Part:
        """Raise a masking screen."""
        return Part("screen", items[0], condition=items[1] if len(items) > 1 else None)

    def drop(self, items: list[Any]) -> Part:
        """Drop it."""
        return Part("drop", items[0], condition=items[2] if len(items) > 2 else None)

    def when(self, items: list[Any]) -> Condition:
        """A condition behind what it limits."""
        found: Condition = items[1]
        return found

    # --- fire ---

    def weapon(self, items: list[Token]) -> Token:
        """A mount's label or a kind of weapon."""
        return items[0]

    def fire(self, items: list[Any]) -> Statement:
        """A weapon, its targets, its limits."""
        return Statement("again", _parts(items), weapon=items[0], targets=items[2])

    def hold(self, items: list[Any]) -> Statement:
        """A weapon that is not fired."""
        return Statement("again", weapon=items[0], hold=True)

    def again(self, items: list[Statement]) -> Statement:
        """Fire without a verb: as the statement before it."""
        return items[0]

    def attack(self, items: list[Any]) -> Statement:
        """Fire in the own combat phase."""
        return _verb("attack", items)

    def defence(self, items: list[Any]) -> Statement:
        """Fire in an enemy's combat phase."""
        return _verb("defence", items)

    def targets(self, items: list[Token]) -> tuple[Token, ...]:
        """Targets by preference."""
        return tuple(item for item in items if item.type != "MORE")

    def least_chance(self, items: list[Token]) -> Part:
        """Fire only from so many per cent on."""
        op = sign(items[1]) if items[1].type == "COMPARE" else ">="
        number = int(next(item for item in items if item.type == "NUMBER"))
        return Part("least_chance", items[0], number + (op == ">"), name=wrong_way(items[1], ">"))

    def keep(self, items: list[Any]) -> Part:
        """Keep some of the supply."""
        supply = items[2] if len(items) > 2 else None
        return Part("keep", items[0], int(items[1]), name=supply)

    def within(self, items: list[Token]) -> Part:
        """Fire only so far."""
        return Part("within", items[0], int(items[1]))

    def only_if(self, items: list[Any]) -> Part:
        """Fire only if."""
        return Part("only_if", items[0], condition=items[-1])

    def in_arc(self, items: list[Token]) -> Part:
        """Fire only into the forward field."""
        return Part("in_arc", items[0])

    def spread(self, items: list[Token]) -> Part:
        """Each weapon at the first target not yet aimed at enough."""
        number = next(int(item) for item in items if item.type == "NUMBER")
        return Part("spread", items[0], number)

    def all(self, items: list[Token]) -> Part:
        """All weapons at the first target."""
        return Part("all", items[0])

    def best_hex(self, items: list[Token]) -> Part:
        """Fire at the best hex of the path."""
        return Part("best_hex", items[0])

    def one_hex(self, items: list[Token]) -> Part:
        """Fire at this hex of the path."""
        return Part("one_hex", items[0], name=items[1])

    def first_hex(self, items: list[Token]) -> Part:
        """Fire at the first hex of the path that is in arc."""
        return Part("first_hex", items[0])

    # --- when fired at, set-up ---

    def icm(self, items: list[Any]) -> Statement:
        """How ICMs are used."""
        return Statement("icm", _parts(items))

    def icm_never(self, items: list[Token]) -> Statement:
        """No ICMs are used."""
        return Statement("icm", (Part("never", items[1]),))

    def against(self, items: list[Any]) -> Part:
        """So many ICMs against a kind of weapon."""
        return Part("against", items[0], int(items[1]), name=items[0])

    def until(self, items: list[Token]) -> Part:
        """ICMs until the chance is low enough."""
        op = sign(items[2]) if items[2].type == "COMPARE" else "<="
        number = int(next(item for item in items if item.type == "NUMBER"))
        return Part("until", items[0], number - (op == "<"), name=wrong_way(items[2], "<"))

    def evade_always(self, _items: list[Token]) -> Statement:
        """Evade whenever it is allowed."""
        return Statement("always")

    def evade_never(self, _items: list[Token]) -> Statement:
        """Never evade."""
        return Statement("never")

    def evade_if(self, items: list[Any]) -> Statement:
        """Evade when a condition holds."""
        return Statement("when", condition=items[-1])

    def place(self, items: list[Any]) -> Statement:
        """Where a ship begins."""
        return Statement("place", _parts(items))

    def place_at(self, items: list[Token]) -> Part:
        """The hex."""
        return Part("at", items[-1], name=items[-1])

    def facing(self, items: list[Token]) -> Part:
        """The facing."""
        return Part("facing", items[0], int(items[1]))

    # --- conditions ---

    def supply(self, items: list[Token]) -> Token:
        """A kind of supply."""
        return Token.new_borrow_pos("SUPPLY", _SUPPLY[items[0].type], items[0])

    def ship_within(self, items: list[Any]) -> ShipTest:
        """That ship within so many hexes."""
        return ShipTest("within", items[0], number=int(items[2]))

    def enemy_within(self, items: list[Token]) -> ShipTest:
        """Any enemy within so many hexes."""
        return ShipTest("within", name="enemy", number=int(items[2]))

    def lasers_within(self, items: list[Token]) -> ShipTest:
        """An enemy with a laser within so many hexes."""
        return ShipTest("enemy_lasers_within", number=int(items[3]))

    def chance(self, items: list[Token]) -> ShipTest:
        """The chance of the attack at hand."""
        return ShipTest("chance", op=sign(items[1]), number=int(items[2]))

    def hull(self, items: list[Any]) -> ShipTest:
        """Hull points."""
        return _compared("hull", "HULL", items)

    def speed_is(self, items: list[Any]) -> ShipTest:
        """A speed."""
        return _compared("speed", "SPEED", items)

    def supply_left(self, items: list[Any]) -> ShipTest:
        """What is left of a supply."""
        return ShipTest("supply", name=str(items[0]), op=sign(items[1]), number=int(items[2]))

    def screened(self, items: list[Token]) -> ShipTest:
        """A masking screen is up."""
        return ShipTest("screened", items[0] if len(items) > 1 else None)

    def in_orbit(self, items: list[Token]) -> ShipTest:
        """A ship is in orbit."""
        return ShipTest("in_orbit", items[0] if len(items) > 2 else None)

    def evading(self, _items: list[Token]) -> ShipTest:
        """The ship evaded and owes turns."""
        return ShipTest("evading")

    def ship_in_arc(self, items: list[Token]) -> ShipTest:
        """A ship in the forward field."""
        return ShipTest("in_arc", items[0])

    def range_to(self, items: list[Token]) -> ShipTest:
        """The range to a ship."""
        return ShipTest("range", items[2], op=sign(items[3]), number=int(items[4]))

    def destroyed(self, items: list[Token]) -> ShipTest:
        """A ship is destroyed."""
        return ShipTest("destroyed", items[0])

    def turn_is(self, items: list[Token]) -> ShipTest:
        """The number of the Game-Turn."""
        return ShipTest("turn", op=sign(items[1]), number=int(items[2]))


def _parts(items: list[Any]) -> tuple[Part, ...]:
    return tuple(item for item in items if isinstance(item, Part))


def _verb(verb: str, items: list[Any]) -> Statement:
    condition = items[1] if isinstance(items[1], RawCondition) else None
    fire: Statement = items[-1]
    return replace(fire, verb=verb, condition=condition)


def _compared(kind: str, word: str, items: list[Token]) -> ShipTest:
    ship = None if items[0].type == word else items[0]
    return ShipTest(kind, ship, op=sign(items[-2]), number=int(items[-1]))
