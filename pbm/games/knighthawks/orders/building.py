"""From the words of one statement to an order: names looked up, parts put together.

Here stands what makes a statement *invalid* (it cannot be understood against what the
player knows); what makes it illegal stands in `pbm.games.knighthawks.orders.checks`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lark import Token

from pbm.drawing.hexgrid import SIDES, Hex, Side, parse_hex
from pbm.games.knighthawks.orders.order_printer import KINDS
from pbm.games.knighthawks.orders.orders import (
    ALWAYS,
    Condition,
    EnterOrbit,
    EvadeLine,
    FireLine,
    Goal,
    IcmLine,
    LeaveOrbit,
    Leg,
    MoveLine,
    PlaceLine,
    Plot,
    Stay,
    Test,
    Way,
)
from pbm.games.knighthawks.orders.roster import GONE, Roster, mounts_of, weapons_of
from pbm.games.knighthawks.orders.syntax import Part, ShipTest, Statement
from pbm.games.knighthawks.view.record import ShipView
from pbm.kit.problems import Problem, Severity, invalid
from pbm.language.conditions_syntax import RawCondition, all_of
from pbm.language.order_builder import LineBuilder, quoted

WEAPON_WORDS = {
    "LASER_CANNON": "LC",
    "POD_LASER": "PL",
    "LASER_BATTERY": "LB",
    "TORPEDO": "T",
    "ASSAULT_ROCKET": "AR",
    "ROCKET_BATTERY": "RB",
}
_WAYS = ("plot", "straight", "close", "away", "range", "ram", "towards", "orbit", "stop", "stay")
_GOALS = {"close": "close", "away": "away", "range": "range", "ram": "ram", "towards": "hex"}
ICM_KINDS = ("torpedo", "assault_rocket", "rocket_battery")


@dataclass(slots=True)
class Builder(LineBuilder):
    """Builds the orders of one ship from the statements of one line."""

    roster: Roster
    options: Mapping[str, str]
    ship: ShipView

    # --- the ship ---

    @property
    def name(self) -> str:
        """The ship's designation."""
        return self.ship.designation

    def left(self, supply: str) -> int:
        """How much of a supply it has left."""
        return (self.ship.supplies or {}).get(supply, 0)

    def had(self, supply: str) -> int:
        """How much of a supply it began with."""
        return (self.ship.supplies_at_start or {}).get(supply, 0)

    def in_play(self, targets: Sequence[str]) -> list[str]:
        """The targets of a list that are not out of play."""
        return [target for target in targets if target not in self.roster.gone]

    # --- names ---

    def other(self, token: Token, *, dead: bool = False) -> ShipView | None:
        """The ship of a name; out of play it is warned about, unless ``dead`` ones will do."""
        ship = self.roster.ship(token)
        if ship is None:
            fault = f"{quoted(token)} is not a ship you know of"
            self.unknown(token, fault, self.roster.near_ship(token))
            return None
        if ship.status in GONE and not dead:
            self.problems.append(
                Problem(
                    Severity.WARNING,
                    f"{self.roster.label(ship)} is out of play",
                    self.span(token),
                    reason=f"It was {GONE[ship.status]}",
                    outcome="It does not count here",
                )
            )
        return ship

    def ships(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        """Ids of a list of preference of a move: ships by name, but not this one."""
        found: list[str] = []
        for token in tokens:
            if token.type in ("NEAREST", "ANY"):
                self.bad(
                    token,
                    f'a move cannot be about "{token}"',
                    reason="Only fire chooses among targets; a move is about ships by name",
                    remedy="Name one or more ships, such as  close on A2 > A1",
                )
            elif (ship := self.other(token)) is not None:
                if ship.id == self.ship.id:
                    self.not_allowed(
                        token,
                        f"{token} is this ship itself",
                        outcome="It is left out of this line",
                    )
                elif ship.id not in found:
                    found.append(ship.id)
        return tuple(found)

    def targets(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        """Ids and words of a list of preference of fire; the run says why one was no target."""
        found: list[str] = []
        for token in tokens:
            if token.type in ("NEAREST", "ANY"):
                found.append(token.type.lower())
            elif (ship := self.other(token)) is not None:
                if self.roster.is_friend(ship):
                    fault = f"{self.roster.label(ship)} is on your own side"
                    self.not_allowed(token, fault, outcome="It will not be fired at")
                if ship.id not in found:
                    found.append(ship.id)
        return tuple(found)

    def side(self, token: Token, number: int) -> Side | None:
        """A facing; the six hexsides are numbered as on a clock."""
        if number in SIDES:
            return Side(number)
        self.bad(
            token,
            f"{number} is no facing",
            reason="The hexsides are 12, 2, 4, 6, 8 and 10, as on a clock",
        )
        return None

    def hex(self, token: Token) -> Hex | None:
        """A hex of the map."""
        at = parse_hex(token)
        roster = self.roster
        if 1 <= at.column <= roster.columns and 1 <= at.row <= roster.rows:
            return at
        reason = f"The map goes from 0101 to {Hex(roster.columns, roster.rows)}"
        self.bad(token, f"{token} is not on the map", reason=reason)
        return None

    def orbit(self, part: Part) -> EnterOrbit | None:
        """A planet and a direction."""
        assert part.name is not None
        planet = self.roster.planet(part.name)
        if planet is not None:
            return EnterOrbit(planet.id, part.clockwise)
        fault = f"{quoted(part.name)} is no planet of this map"
        self.unknown(part.name, fault, self.roster.near_planet(part.name))
        return None

    # --- conditions ---

    def condition(self, raw: RawCondition[ShipTest] | None, *, chance: bool = False) -> Condition:
        """A condition; ``chance`` says that there is an attack whose chance it can test."""
        if raw is None:
            return ALWAYS
        self.bounded(raw)
        return Condition(
            tuple(tuple(self.test(test, chance) for test in group) for group in raw.any_of)
        )

    def test(self, raw: ShipTest, chance: bool) -> Test:
        """One test of a condition."""
        if raw.kind == "chance" and not chance:
            self.problems.append(
                invalid(
                    "there is no chance to test here",
                    self.line.span(),
                    reason="Only attacks and evading have a chance to hit",
                )
            )
        ship = "enemy" if raw.name == "enemy" else ""
        if raw.ship is not None:
            found = self.other(raw.ship, dead=True)
            ship = found.id if found else ""
        name = raw.name if raw.kind == "supply" else ""
        return Test(raw.kind, ship, name, raw.op, raw.number, raw.negated)

    # --- statements ---

    def move(self, statement: Statement) -> MoveLine | None:
        """A move line."""
        parts = self.once(statement.parts)
        ways = [part for part in statement.parts if part.kind in _WAYS]
        if len(ways) > 1:
            self.bad(
                ways[1].word,
                "there are two movements in one line",
                reason=f'"{ways[0].word}" is one, "{ways[1].word}" another',
                remedy="Write two lines; the first whose condition holds is carried out",
            )
            return None
        face, ships = parts.get("face"), parts.get("face_ships")
        facing = self.side(face.word, face.number) if face else None
        screen = parts.get("screen") or parts.get("drop")
        if "screen" in parts and "drop" in parts:
            self.bad(parts["drop"].word, "a screen cannot be raised and dropped in one line")
        way = self._way(ways[0] if ways else None, parts.get("speed"))
        if leave := parts.get("leave"):
            way = self._left(leave, way, facing)
            facing = None
        return MoveLine(
            ref=self.ref,
            condition=self.condition(statement.condition),
            way=way,
            facing=facing,
            face_ships=self.ships(ships.targets) if ships else (),
            screen="" if screen is None else "up" if screen.kind == "screen" else "down",
            screen_when=self.condition(screen.condition) if screen else ALWAYS,
        )

    def _way(self, part: Part | None, speed: Part | None) -> Way | None:
        number = speed.number if speed else None
        if part is None:
            return None if number is None else Plot(number, ())
        if part.kind == "straight":
            return Plot(number, ())
        if part.kind == "plot":
            if legs := self._legs(part.steps):
                return Plot(number, legs)
            # A plot of no hex asks for speed 0 and disagrees with any other.
            return Plot(number, (Leg(0, 0),)) if number else Plot(0, ())
        if part.kind in _GOALS:
            ships = self.ships(part.targets)
            at = self.hex(part.name) if part.name is not None else None
            return Goal(_GOALS[part.kind], ships, part.number, at, number)
        if speed is not None:
            self.bad(speed.word, f'a speed does not go with "{part.word}"')
        return self.orbit(part) if part.kind == "orbit" else Stay()

    def _legs(self, steps: Sequence[Token]) -> tuple[Leg, ...]:
        legs: list[Leg] = []
        hexes: int | None = None
        for step in steps:
            if step.type != "NUMBER":
                legs.append(Leg(hexes or 0, -1 if step.type == "LEFT" else 1))
                hexes = None
            elif hexes is None:
                hexes = int(step)
            else:
                self.bad(
                    step,
                    f"two numbers follow each other in the plot: {hexes} and {int(step)}",
                    remedy="Write a turn, L or R, between them",
                )
        if hexes:
            legs.append(Leg(hexes, 0))
        return tuple(legs)

    def _left(self, leave: Part, way: Way | None, facing: Side | None) -> LeaveOrbit | None:
        if isinstance(way, Goal) or (isinstance(way, Plot) and way != Plot(None, ())):
            return LeaveOrbit(facing, way)
        self.bad(
            leave.word,
            "this does not say how to leave orbit",
            reason="A ship that leaves orbit needs a speed, a plot or a goal",
            remedy="Write  leave orbit face 2 speed 3  or the like",
        )
        return None

    def fire(self, statement: Statement) -> FireLine | None:
        """An attack or defence line."""
        assert statement.weapon is not None
        weapon = self.weapon(statement.weapon)
        parts = self.once([part for part in statement.parts if part.kind != "only_if"])
        conditions = [statement.condition] if statement.condition else []
        conditions += [part.condition for part in statement.parts if part.condition is not None]
        targets = self.targets(statement.targets)
        if least := parts.get("least_chance"):
            self._percent(least, ">=")
        if keep := parts.get("keep"):
            mounts = mounts_of(self.ship, weapon)
            self._kept(keep, mounts[0].kind if mounts else "", str(statement.weapon))
        plans = [part for part in statement.parts if part.kind in ("spread", "all")]
        hexes = [p for p in statement.parts if p.kind in ("best_hex", "one_hex", "first_hex")]
        for two in (plans, hexes):
            if len(two) > 1:
                self.bad(two[1].word, f'"{two[0].word}" and "{two[1].word}" exclude each other')
        hex_part = hexes[0] if hexes else None
        number = {kind: part.number for kind, part in parts.items()}
        at = hex_part.name if hex_part else None
        return FireLine(
            ref=self.ref,
            condition=self._all(conditions),
            weapon=weapon,
            targets=targets,
            least_chance=number.get("least_chance", 0),
            within=number.get("within"),
            keep=number.get("keep", 0),
            plan=plans[0].kind if plans else "",
            enough=number.get("spread", 0),
            in_arc="in_arc" in parts,
            hold=statement.hold,
            hexes="first" if hex_part and hex_part.kind == "first_hex" else "best",
            hex=self.hex(at) if at is not None else None,
        )

    def _all(self, raws: Sequence[RawCondition[ShipTest]]) -> Condition:
        return self.condition(all_of(raws), chance=True) if raws else ALWAYS

    def _percent(self, part: Part, op: str) -> None:
        if part.name is not None:
            self.bad(part.name, f'"{part.name}" points the wrong way', remedy=f"Write chance {op}")
        elif not 0 <= part.number <= 100:
            self.bad(part.word, f"a chance is 0 to 100 per cent, not {part.number}")

    def _kept(self, keep: Part, supply: str, what: str) -> None:
        """A supply named behind keep is the one the line is about."""
        if keep.name is not None and supply and str(keep.name) != supply:
            self.bad(
                keep.name,
                f'"keep" is about what {what} uses, not about another supply',
                remedy=f"Write  keep {keep.number}  alone, or a line for the other supply",
            )

    def weapon(self, token: Token) -> str:
        """A mount's label or a kind's short name; a weapon the ship does not carry is a fault."""
        written = WEAPON_WORDS.get(token.type, str(token)) if len(token) > 2 else str(token)
        mounts = mounts_of(self.ship, written)
        if len(mounts) == 1 and mounts[0].label.casefold() == written.casefold():
            return mounts[0].label
        short = next((short for short in KINDS if short.casefold() == written.casefold()), "")
        if mounts:
            return short
        fault = f"{self.ship.designation} has no {quoted(token)}"
        reason = f"It carries {weapons_of(self.ship)}"
        others = self.roster.own_fleet()
        if short or any(mounts_of(ship, written) for ship in others):
            outcome = "This line will not be carried out"
            self.not_allowed(token, fault, reason=reason, outcome=outcome)
        else:
            self.bad(token, fault, reason=reason)
        return ""

    def icm(self, statement: Statement) -> IcmLine | None:
        """An icm line."""
        if statement.parts[0].kind == "never":
            return IcmLine(self.ref, dict.fromkeys(ICM_KINDS, 0))
        each: dict[str, int] = {}
        for part in statement.parts:
            if part.kind != "against":
                continue
            kind = str(part.name)
            if kind not in ICM_KINDS:
                self.bad(
                    part.word,
                    "an ICM is not used against that",
                    reason="ICMs work against torpedos, assault rockets and rocket batteries",
                    rule="KH 4 Interceptor Missiles",
                )
            elif kind in each:
                self.bad(part.word, "the same weapon stands twice in the icm line")
            each[kind] = part.number
        others = self.once([part for part in statement.parts if part.kind != "against"])
        until, keep = others.get("until"), others.get("keep")
        if until:
            self._percent(until, "<=")
        if keep:
            self._kept(keep, "icm", "an icm line")
        return IcmLine(
            self.ref,
            {kind: each[kind] for kind in ICM_KINDS if kind in each},
            until.number if until else None,
            keep.number if keep else 0,
        )

    def evade(self, statement: Statement) -> EvadeLine:
        """An evade line."""
        return EvadeLine(self.ref, statement.verb, self.condition(statement.condition, chance=True))

    def place(self, statement: Statement) -> PlaceLine:
        """A place line."""
        parts = self.once(statement.parts)
        at, facing = parts.get("at"), parts.get("facing")
        orbit, speed = parts.get("orbit"), parts.get("speed")
        return PlaceLine(
            ref=self.ref,
            at=self.hex(at.word) if at else None,
            facing=self.side(facing.word, facing.number) if facing else None,
            speed=speed.number if speed else None,
            orbit=self.orbit(orbit) if orbit else None,
        )
