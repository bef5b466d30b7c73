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

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec.structs import asdict, replace

from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.setup_lines import Form, SetUpLine, shared
from pbm.dice.keyed import Ids
from pbm.engine.types import Seat
from pbm.games.nova.conformance.builders import MissileFigures
from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.projects import TECH, Project, points_between, table_for
from pbm.games.nova.state.state import (
    PLACED,
    Cargo,
    Contact,
    Empire,
    GateEnd,
    Goal,
    Hull,
    Permit,
    Retreat,
    Ship,
    Sight,
    State,
    System,
    WarpLine,
)
from pbm.games.nova.state.technology import FREE_LEVELS
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault


class _Table(Record):
    turn: int = 1


class _System(Record):
    type: int = 5
    colonies: int = 0
    of: str = ""
    owner: str | None = None
    home: bool = False
    ic: bool = False
    militia: int = 0
    surface: tuple[str, ...] = ()
    suppressed: bool = False
    barred: bool = False
    fought: int = 0
    survivors: tuple[str, ...] = ()
    loot: Mapping[str, int] = {}


class _Line(Record):
    to: str


class _Empire(Record):
    name: str = ""
    home: str = ""
    treasury: int = 0
    treasury_at: str | None = None
    debt: int = 0
    locked: int = 0
    production: int = 0
    tech: Mapping[str, int] = {}
    open: Mapping[str, int] = {}
    knows: tuple[str, ...] = ()
    visited: tuple[str, ...] = ()
    points: int = 0
    missed: int = 0


class _Design(Record):
    lines: tuple[str, ...] = ()
    of: str = ""
    intrinsic_tc: int = 0


class _Owned(Record):
    of: str = ""
    design: str = ""
    at: str = ""
    builder: str = ""


class _Ship(_Owned):
    aboard: str = ""
    bay: str = ""
    cargo: tuple[str, ...] = ()
    damage: Mapping[str, int] = {}
    retreat_to: str = ""
    retreat_from: str = ""
    route: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    unnamed: bool = False
    built: int = 0
    derelict: bool = False


class _Hull(_Owned):
    paid: int = 0


class _Gate(Record):
    of: str = ""
    pair: str = ""
    at: str = ""
    place: Literal["aboard", "gone", "placed", "stored"] | None = None
    aboard: str = ""
    moved: int = 0


class _Project(Record):
    teams: int = 0
    done: int = 0
    design: str = ""


class _Contact(Record):
    kind: str = "normal"
    number: int = 0


class _Goal(Record):
    level: int = 0
    last: int = 0
    by: str = "production"
    hidden: bool = False


FORM = Form(
    {
        "TABLE": _Table,
        "SYSTEM": _System,
        "LINE": _Line,
        "EMPIRE": _Empire,
        "DESIGN": _Design,
        "MISSILE": MissileFigures,
        "SHIP": _Ship,
        "HULL": _Hull,
        "GATE": _Gate,
        "PROJECT": _Project,
        "CONTACT": _Contact,
        "PERMIT": Permit,
        "GOAL": _Goal,
    },
    nameless=("TABLE",),
    often=("PERMIT",),
)


def scene(step: CaseStep, ids: Ids, _options: Mapping[str, str]) -> CaseScene:
    """The game a SET-UP block describes; Faults with what is wrong in it."""
    return _Scene(FORM.lines(step), ids).whole()


class _Scene:
    """The lines of one block, and what is made of them."""

    def __init__(self, lines: list[SetUpLine], ids: Ids) -> None:
        self._lines = lines
        self._id = ids.opaque

    def _of(self, word: str) -> list[SetUpLine]:
        return [line for line in self._lines if line.word == word]

    def _owned(self, word: str, empire: str = "") -> Iterable[tuple[str, str, SetUpLine]]:
        """Lines such as ``DESIGN ann.Scout``: owner and name; of one empire or of all."""
        for line in self._of(word):
            whose, dot, what = line.name.strip('"').partition(".")
            if not dot:
                raise Faults.invalid(f"{line.word} is followed by OWNER.NAME", line.span)
            if empire in (whose, ""):
                yield whose, what, line

    def whole(self) -> CaseScene:
        """Everything together."""
        turn = next((line.given.turn for line in self._of("TABLE")), 1)
        systems = self._systems()
        designs = {
            f"{whose}/{name}": _design(whose, name, line)
            for whose, name, line in self._owned("DESIGN")
        }
        state = State(
            scenario="case",
            title="A case",
            systems=systems,
            empires={
                line.name: self._empire(line, systems, designs) for line in self._of("EMPIRE")
            },
            ships={one.id: one for one in map(self._ship, self._of("SHIP"))},
            hulls={one.id: one for one in map(self._hull, self._of("HULL"))},
            gates={one.id: one for one in map(self._gate, self._of("GATE"))},
            designs=designs,
            goals=tuple(Goal(line.name, **asdict(line.given)) for line in self._of("GOAL")),
            turn=turn,
        )
        things: tuple[Mapping[str, Ship | Hull | GateEnd], ...] = (
            state.ships,
            state.gates,
            state.hulls,
        )
        labels = {id: one.name for kind in things for id, one in kind.items()}
        seats = tuple(
            Seat(line.name, line.given.name or line.name, "E") for line in self._of("EMPIRE")
        )
        return CaseScene(state, seats, turn, labels)

    def _systems(self) -> dict[str, System]:
        found = {line.name: _system(line) for line in self._of("SYSTEM")}
        for one, letter, line in self._owned("LINE"):
            other, _dot, back = line.given.to.partition(".")
            if not back:
                raise Faults.invalid("LINE is written  LINE VIRUS.D to=ALGOL.B", line.span)
            for name, own, far, theirs in ((one, letter, other, back), (other, back, one, letter)):
                here = found.get(name) or System(name, 5, {})
                found[name] = replace(here, lines={**here.lines, own: WarpLine(far, theirs)})
        return found

    # --- empires ---

    def _empire(
        self, line: SetUpLine, systems: Mapping[str, System], designs: Mapping[str, Design]
    ) -> Empire:
        given, id = line.given, line.name
        known = {*given.knows, *([given.home] if given.home else ())}
        sights = {name: _sight(systems[name]) for name in sorted(known) if name in systems}
        sights.update({name: Sight(name) for name in given.visited})
        missiles = {
            name: one.given.called(name) for _whose, name, one in self._owned("MISSILE", id)
        }
        own: dict[str, Any] = {
            "id": id,
            "name": given.name or id,
            "capital": given.home,
            "treasury_at": given.home if given.treasury_at is None else given.treasury_at,
            "tech": {**FREE_LEVELS, **given.tech},
            "designs": {one.name: key for key, one in designs.items() if one.empire == id},
            "missiles": missiles,
            "missiles_from": dict.fromkeys(missiles, 0),
            "projects": tuple(self._projects(id, designs)),
            "contacts": dict(self._contacts(id)),
            "sights": sights,
            "permits": tuple(one.given for one in self._of("PERMIT") if one.name == id),
        }
        return Empire(**shared(given, Empire) | own)

    def _projects(self, id: str, designs: Mapping[str, Design]) -> Iterable[Project]:
        """``PROJECT "ann.BL 15-20" teams=4``, ``PROJECT "ann.NSD Hornet" design=Hornet``."""
        for _whose, text, line in self._owned("PROJECT", id):
            kind, _blank, levels = text.partition(" ")
            numbers = {"teams": line.given.teams, "done": line.given.done}
            start, dash, goal = levels.partition("-")
            if dash and start.isdigit() and goal.isdigit():
                low, high = int(start), int(goal)
                points, table = points_between(kind, low, high), table_for(kind, low, high)
                yield Project(TECH, kind, points, table, low, high, **numbers)
            else:
                design = designs.get(f"{id}/{line.given.design or levels}")
                yield Project(kind, levels, Fraction(1), "C", design=design, **numbers)

    def _contacts(self, id: str) -> Iterable[tuple[str, Contact]]:
        """``CONTACT ann.bea:B kind=normal``: who, the other, and the letter for the other."""
        for _whose, text, line in self._owned("CONTACT", id):
            other, _colon, label = text.partition(":")
            kind = line.given.kind
            yield other, Contact(kind, label if kind != "minor" else "", line.given.number)

    # --- things ---

    def _ship(self, line: SetUpLine) -> Ship:
        given: _Ship = line.given
        damage = dict(given.damage)
        own: dict[str, Any] = {
            "id": self._id("ship", line.name),
            "name": line.name,
            "owner": given.of,
            "builder": given.builder or given.of,
            "design": f"{given.builder or given.of}/{given.design}",
            "at": "" if given.aboard or given.retreat_to else given.at,
            "carrier": self._id("ship", given.aboard) if given.aboard else "",
            "cargo": tuple(_cargo(text, line) for text in given.cargo),
            "damage": Damage(damage.pop("armour", 0), damage.pop("structure", 0), damage),
            "retreat": Retreat(given.retreat_from, given.retreat_to, given.route)
            if given.retreat_to
            else None,
        }
        return Ship(**shared(given, Ship) | own)

    def _hull(self, line: SetUpLine) -> Hull:
        given: _Hull = line.given
        builder = given.builder or given.of
        design, id = f"{builder}/{given.design}", self._id("hull", line.name)
        return Hull(id, line.name, given.of, builder, design, given.at, given.paid)

    def _gate(self, line: SetUpLine) -> GateEnd:
        given: _Gate = line.given
        own: dict[str, Any] = {
            "id": self._id("gate", line.name),
            "name": line.name,
            "owner": given.of,
            "pair": self._id("gate", given.pair),
            "place": given.place or ("aboard" if given.aboard else PLACED),
            "carrier": self._id("ship", given.aboard) if given.aboard else "",
        }
        return GateEnd(**shared(given, GateEnd) | own)


def _design(whose: str, name: str, line: SetUpLine) -> Design:
    parts = []
    for text in line.given.lines:
        read = read_design_line(text)
        if isinstance(read, SyntaxFault) or read.part is None:
            raise Faults.invalid(f'"{text}" is not a line of a design', line.span)
        parts.append(read.part)
    return Design(name, whose, tuple(parts), line.given.intrinsic_tc, line.given.of)


def _system(line: SetUpLine) -> System:
    given: _System = line.given
    surface: dict[str, dict[str, int]] = {}
    for text in given.surface:
        words = text.split()
        if len(words) != 3 or not words[1].isdigit():
            raise Faults.invalid(f'"{text}" is written  ann 2 SDU', line.span)
        surface.setdefault(words[0], {})[words[2]] = int(words[1])
    own: dict[str, Any] = {
        "name": line.name,
        "lines": {},
        "colonizer": given.of,
        "owner": given.of if given.owner is None else given.owner,
        "home_of": given.of if given.home else "",
        "surface": surface,
        "ic_barred": given.barred,
    }
    return System(**shared(given, System) | own)


def _sight(system: System) -> Sight:
    letters = tuple(sorted(system.lines))
    lines = {letter: system.lines[letter].to for letter in letters}
    return Sight(system.name, True, letters, lines, system.type, system.status)


def _cargo(text: str, line: SetUpLine) -> Cargo:
    """``2 AA``, or ``2 AA of bea``."""
    words = text.split()
    if len(words) not in (2, 4) or not words[0].isdigit():
        raise Faults.invalid(f'"{text}" is written  2 AA  or  2 AA of bea', line.span)
    return Cargo(words[1], words[3] if len(words) == 4 else line.given.of, int(words[0]))
