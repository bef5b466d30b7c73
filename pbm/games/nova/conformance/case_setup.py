"""The SET-UP block of a Nova case: a cluster of stars in a few lines.

    TABLE turn=3
    SYSTEM VIRUS type=8 colonies=3 of=ann home=yes ic=yes surface=["ann 2 SDU"]
    LINE VIRUS.D to=ALGOL.B
    EMPIRE ann name=VIRUS home=VIRUS treasury=100 tech={BL: 15} knows=[ALGOL]
    DESIGN ann.Scout lines=["IE 1", "JD3 L8", "1 XC"]
    MISSILE ann.Dart md=6 ma=90 mr=14
    SHIP Stinger of=ann design=Scout at=VIRUS cargo=["2 AA", "1 C"]
    CONTACT ann.bea:B kind=normal

An empire's seat is called as its line is; systems that only lines name are of type 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypedDict

from msgspec.structs import replace

from pbm.conformance.case_file import Scene, Step
from pbm.conformance.setup_lines import SceneLine, refuse_doubles, scene_lines
from pbm.dice.keyed import Ids
from pbm.engine.types import Seat
from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.projects import TECH, points_between, table_for
from pbm.games.nova.state.state import (
    PLACED,
    Cargo,
    Contact,
    Empire,
    GateEnd,
    Goal,
    Hull,
    Permit,
    Project,
    Retreat,
    Ship,
    Sight,
    State,
    System,
    WarpLine,
)
from pbm.games.nova.state.technology import FREE_LEVELS
from pbm.kit.problems import Faults, invalid
from pbm.language.syntax_errors import SyntaxFault


class _Table(TypedDict, total=False):
    turn: int


class _System(TypedDict, total=False):
    type: int
    colonies: int
    of: str
    owner: str
    home: bool
    ic: bool
    militia: int
    surface: tuple[str, ...]
    suppressed: bool
    barred: bool
    fought: int
    survivors: tuple[str, ...]
    loot: Mapping[str, int]


class _Line(TypedDict, total=False):
    to: str


class _Empire(TypedDict, total=False):
    name: str
    home: str
    treasury: int
    treasury_at: str
    debt: int
    locked: int
    production: int
    tech: Mapping[str, int]
    open: Mapping[str, int]
    knows: tuple[str, ...]
    visited: tuple[str, ...]
    points: int
    missed: int


class _Design(TypedDict, total=False):
    lines: tuple[str, ...]
    of: str
    intrinsic_tc: int


class _Missile(TypedDict, total=False):
    md: int
    ma: int
    mr: int


class _Ship(TypedDict, total=False):
    of: str
    design: str
    at: str
    builder: str
    aboard: str
    bay: str
    cargo: tuple[str, ...]
    damage: Mapping[str, int]
    retreat_to: str
    retreat_from: str
    route: tuple[str, ...]
    missiles: tuple[str, ...]
    unnamed: bool
    built: int
    derelict: bool


class _Hull(TypedDict, total=False):
    of: str
    design: str
    at: str
    paid: int
    builder: str


class _Gate(TypedDict, total=False):
    of: str
    pair: str
    at: str
    place: str
    aboard: str
    moved: int


class _Project(TypedDict, total=False):
    teams: int
    done: int
    design: str


class _Contact(TypedDict, total=False):
    kind: str
    number: int


class _Permit(TypedDict, total=False):
    kind: str
    who: str
    what: str


class _Goal(TypedDict, total=False):
    level: int
    last: int
    by: str
    hidden: bool


WORDS: Mapping[str, Any] = {
    "TABLE": _Table,
    "SYSTEM": _System,
    "LINE": _Line,
    "EMPIRE": _Empire,
    "DESIGN": _Design,
    "MISSILE": _Missile,
    "SHIP": _Ship,
    "HULL": _Hull,
    "GATE": _Gate,
    "PROJECT": _Project,
    "CONTACT": _Contact,
    "PERMIT": _Permit,
    "GOAL": _Goal,
}
NAMELESS = ("TABLE",)
OFTEN = ("PERMIT",)


def scene(step: Step, ids: Ids, _options: Mapping[str, str]) -> Scene:
    """The game a SET-UP block describes; Faults with what is wrong in it."""
    lines = scene_lines(step, WORDS, NAMELESS)
    refuse_doubles(lines, OFTEN)
    return _Scene(lines, ids).whole()


class _Scene:
    """The lines of one block, and what is made of them."""

    def __init__(self, lines: list[SceneLine], ids: Ids) -> None:
        self._lines = lines
        self._ids = ids
        self._seats = tuple(
            Seat(line.name, line.given.get("name", line.name), "E") for line in self._of("EMPIRE")
        )

    def _of(self, *words: str) -> list[SceneLine]:
        return [line for line in self._lines if line.word in words]

    def _id(self, kind: str, name: str) -> str:
        return self._ids.opaque(kind, name)

    def _split(self, line: SceneLine) -> tuple[str, str]:
        """``ann.Scout`` taken apart: whose it is, and what."""
        whose, dot, what = line.name.partition(".")
        if not dot:
            raise Faults(invalid(f"{line.word} is followed by OWNER.NAME", line.span))
        return whose, what

    def whole(self) -> Scene:
        """Everything together."""
        turn = next((line.given.get("turn", 1) for line in self._of("TABLE")), 1)
        systems = self._systems()
        designs = {f"{e}/{one.name}": one for e, one in self._designs()}
        ships = {one.id: one for one in map(self._ship, self._of("SHIP"))}
        gates = {one.id: one for one in map(self._gate, self._of("GATE"))}
        state = State(
            scenario="case",
            title="A case",
            systems=systems,
            empires={
                line.name: self._empire(line, systems, designs) for line in self._of("EMPIRE")
            },
            ships=ships,
            hulls={one.id: one for one in map(self._hull, self._of("HULL"))},
            gates=gates,
            designs=designs,
            goals=tuple(Goal(line.name, **line.given) for line in self._of("GOAL")),
            turn=turn,
        )
        labels = {id: one.name for id, one in ships.items()}
        labels |= {id: one.name for id, one in gates.items()}
        labels |= {id: one.name for id, one in state.hulls.items()}
        return Scene(state, self._seats, turn, labels)

    # --- the map ---

    def _systems(self) -> dict[str, System]:
        found = {line.name: _system(line) for line in self._of("SYSTEM")}
        for line in self._of("LINE"):
            one, letter = self._split(line)
            other, _dot, back = line.given.get("to", "").partition(".")
            if not back:
                raise Faults(invalid("LINE is written  LINE VIRUS.D to=ALGOL.B", line.span))
            for name, own, far, theirs in ((one, letter, other, back), (other, back, one, letter)):
                here = found.get(name) or System(name, 5, {})
                found[name] = replace(here, lines={**here.lines, own: WarpLine(far, theirs)})
        return found

    # --- empires ---

    def _empire(
        self, line: SceneLine, systems: Mapping[str, System], designs: Mapping[str, Design]
    ) -> Empire:
        given, id = line.given, line.name
        home = given.get("home", "")
        known = {*given.get("knows", ()), *([home] if home else ())}
        sights = {name: _sight(systems[name]) for name in sorted(known) if name in systems}
        sights.update({name: Sight(name) for name in given.get("visited", ())})
        return Empire(
            id=id,
            name=given.get("name", id),
            home=home,
            capital=home,
            treasury_at=given.get("treasury_at", home),
            treasury=given.get("treasury", 0),
            debt=given.get("debt", 0),
            locked=given.get("locked", 0),
            production=given.get("production", 0),
            tech={**FREE_LEVELS, **given.get("tech", {})},
            open=given.get("open", {}),
            designs={one.name: key for key, one in designs.items() if key.startswith(f"{id}/")},
            missiles=dict(self._missiles(id)),
            projects=tuple(self._projects(id, designs)),
            contacts=dict(self._contacts(id)),
            sights=sights,
            permits=tuple(Permit(**one.given) for one in self._of("PERMIT") if one.name == id),
            points=given.get("points", 0),
            missed=given.get("missed", 0),
        )

    def _projects(self, id: str, designs: Mapping[str, Design]) -> Iterable[Project]:
        """``PROJECT "ann.BL 15-20" teams=4``, ``PROJECT "ann.NSD Hornet" design=Hornet``."""
        for line in self._of("PROJECT"):
            whose, text = self._split(line)
            if whose.strip('"') != id:
                continue
            kind, _blank, levels = text.strip('"').partition(" ")
            numbers = {"teams": line.given.get("teams", 0), "done": line.given.get("done", 0)}
            start, dash, goal = levels.partition("-")
            if dash and start.isdigit() and goal.isdigit():
                low, high = int(start), int(goal)
                points, table = points_between(kind, low, high), table_for(kind, low, high)
                yield Project(TECH, kind, points, table, low, high, **numbers)
            else:
                design = designs.get(f"{id}/{line.given.get('design', levels)}")
                yield Project(kind, levels, Fraction(1), "C", design=design, **numbers)

    def _missiles(self, id: str) -> Iterable[tuple[str, MissileDesign]]:
        """``MISSILE ann.Dart md=6 ma=90 mr=14``."""
        for line in self._of("MISSILE"):
            whose, name = self._split(line)
            if whose == id:
                rated = {"md": 1, "ma": 100, "mr": 1, **line.given}
                yield name, MissileDesign(name, **rated)

    def _contacts(self, id: str) -> Iterable[tuple[str, Contact]]:
        """``CONTACT ann.bea:B kind=normal``: who, the other, and his letter for it."""
        for line in self._of("CONTACT"):
            whose, text = self._split(line)
            if whose == id:
                other, _colon, label = text.partition(":")
                kind = line.given.get("kind", "normal")
                number = line.given.get("number", 0)
                yield other, Contact(kind, label if kind != "minor" else "", number)

    # --- things ---

    def _designs(self) -> Iterable[tuple[str, Design]]:
        for line in self._of("DESIGN"):
            whose, name = self._split(line)
            parts = []
            for text in line.given.get("lines", ()):
                read = read_design_line(text)
                if isinstance(read, SyntaxFault) or read.part is None:
                    raise Faults(invalid(f'"{text}" is no line of a design', line.span))
                parts.append(read.part)
            yield (
                whose,
                Design(
                    name,
                    whose,
                    tuple(parts),
                    line.given.get("intrinsic_tc", 0),
                    line.given.get("of", ""),
                ),
            )

    def _ship(self, line: SceneLine) -> Ship:
        given, owner = line.given, line.given.get("of", "")
        builder = given.get("builder", owner)
        damage = dict(given.get("damage", {}))
        aboard = given.get("aboard", "")
        retreat = given.get("retreat_to", "")
        return Ship(
            id=self._id("ship", line.name),
            name=line.name,
            owner=owner,
            builder=builder,
            design=f"{builder}/{given.get('design', '')}",
            at="" if aboard or retreat else given.get("at", ""),
            carrier=self._id("ship", aboard) if aboard else "",
            bay=given.get("bay", ""),
            cargo=tuple(_cargo(text, owner, line) for text in given.get("cargo", ())),
            damage=Damage(damage.pop("armour", 0), damage.pop("structure", 0), damage),
            retreat=Retreat(given.get("retreat_from", ""), retreat, given.get("route", ()))
            if retreat
            else None,
            missiles=given.get("missiles", ()),
            unnamed=given.get("unnamed", False),
            built=given.get("built", 0),
            derelict=given.get("derelict", False),
        )

    def _hull(self, line: SceneLine) -> Hull:
        owner = line.given.get("of", "")
        builder = line.given.get("builder", owner)
        design = f"{builder}/{line.given.get('design', '')}"
        at, paid = line.given.get("at", ""), line.given.get("paid", 0)
        return Hull(self._id("hull", line.name), line.name, owner, builder, design, at, paid)

    def _gate(self, line: SceneLine) -> GateEnd:
        given = line.given
        aboard = given.get("aboard", "")
        return GateEnd(
            self._id("gate", line.name),
            line.name,
            given.get("of", ""),
            self._id("gate", given.get("pair", "")),
            given.get("at", ""),
            given.get("place", "aboard" if aboard else PLACED),
            self._id("ship", aboard) if aboard else "",
            given.get("moved", 0),
        )


def _system(line: SceneLine) -> System:
    given = line.given
    surface: dict[str, dict[str, int]] = {}
    for text in given.get("surface", ()):
        words = text.split()
        if len(words) != 3 or not words[1].isdigit():
            raise Faults(invalid(f'"{text}" is written  ann 2 SDU', line.span))
        surface.setdefault(words[0], {})[words[2]] = int(words[1])
    colonizer = given.get("of", "")
    return System(
        line.name,
        given.get("type", 5),
        {},
        colonies=given.get("colonies", 0),
        colonizer=colonizer,
        owner=given.get("owner", colonizer),
        home_of=colonizer if given.get("home") else "",
        ic=given.get("ic", False),
        militia=given.get("militia", 0),
        surface=surface,
        suppressed=given.get("suppressed", False),
        ic_barred=given.get("barred", False),
        fought=given.get("fought", 0),
        survivors=given.get("survivors", ()),
        loot=given.get("loot", {}),
    )


def _sight(system: System) -> Sight:
    letters = tuple(sorted(system.lines))
    lines = {letter: system.lines[letter].to for letter in letters}
    return Sight(system.name, True, letters, lines, system.type, system.status)


def _cargo(text: str, owner: str, line: SceneLine) -> Cargo:
    """``2 AA``, or ``2 AA of bea``."""
    words = text.split()
    if len(words) not in (2, 4) or not words[0].isdigit():
        raise Faults(invalid(f'"{text}" is written  2 AA  or  2 AA of bea', line.span))
    return Cargo(words[1], words[3] if len(words) == 4 else owner, int(words[0]))
