"""The front of the sheet, expenditures and research, from their words.

Rule: NV ORD-04, NV ECO-01 to ECO-20, NV RES-01 to RES-14.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lark import Token
from msgspec.structs import replace

from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.resolver import Resolver, as_token, bare
from pbm.games.nova.orders.syntax.parsed_lines import Bit, Project
from pbm.games.nova.state.components import KINDS
from pbm.games.nova.state.orders.money import (
    Commission,
    Expenditure,
    Pillage,
    Research,
    Salvage,
)
from pbm.games.nova.state.orders.parts import Units
from pbm.language.parse_tree import Node

_PIECE = re.compile(rf"(?:{'|'.join((*KINDS, 'SM'))})[0-9]{{0,3}}")
# How many names an expenditure can give behind "as"; of a gate are told when there are not two.
_NAMES = {"part": 1, "gate": 99, "ship": 99}
MOST_CHARACTERS = 15  # of a ship's name: less than 16. Rule: NV ORD-41.


def salvage_line(resolver: Resolver, bit: Bit) -> Salvage:
    """What is salvaged at a system. Rule: NV ECO-37 to ECO-40, NV ORD-42."""
    things = [one for one in bit.value if isinstance(one, Node)]
    at = next(one for one in reversed(bit.value) if isinstance(one, Token))
    claims = [one.value for one in bit.value if isinstance(one, Bit)]
    ships: list[str] = []
    hulls: list[str] = []
    units: list[Units] = []
    for thing in things:
        name = thing.name
        if name is None:
            units.append(resolver.units(thing.items[0]))
        elif (kind := _kind(resolver, thing, name)) == "hull_thing":
            hulls.append(resolver.hull(name))
        elif kind == "gate_thing":
            units.append(Units("SG", 1, gate=resolver.gate(name)))
        else:
            ships.append(resolver.ship(name))
    system = resolver.system(at)
    claim = claims[0] if claims else None
    return Salvage(resolver.ref, system, tuple(ships), tuple(hulls), tuple(units), claim)


def _kind(resolver: Resolver, thing: Node, token: Token) -> str:
    """What a name without a word before it is: a ship, else a gate end, else a hull."""
    name = folded(bare(token))
    if thing.word is not token or name in resolver.roster.ships:
        return thing.kind
    if name in resolver.roster.gates:
        return "gate_thing"
    return "hull_thing" if name in resolver.roster.hulls else "ship_thing"


def pillage_line(resolver: Resolver, raw: Pillage) -> Pillage:
    """A system pillaged. Rule: NV ECO-32 to ECO-36."""
    written: tuple[Any, ...] = raw.lift
    lift = tuple(map(resolver.units, written))
    return Pillage(resolver.ref, resolver.system(raw.at), raw.claim, lift)


# --- expenditures ---------------------------------------------------------------------------


def expenditure(resolver: Resolver, bit: Bit) -> Expenditure:
    """One line of EXPENDITURES."""
    kind, name, bits = bit.value
    values = _values(resolver, bits)
    made = Expenditure(resolver.ref, kind, **_plain(resolver, kind, values))
    if made.number < 1 and kind in ("rdt", "ship", "build"):
        resolver.bad(bit.word, "this buys nothing", remedy="Write how many, at least 1")
    if len(made.as_names) > _NAMES.get(kind, 0):
        _too_many_names(resolver, values["as_names"][_NAMES.get(kind, 0)], kind)
    match kind:
        case "maintain":
            everything = isinstance(name, Token)
            made = replace(made, project="" if everything else project_name(resolver, name))
        case "status":
            made = replace(made, project=project_name(resolver, name))
        case "ship" | "part":
            made = replace(made, name=resolver.design(name))
        case "build":
            made = replace(made, name=str(name))
        case "finish":
            made = replace(made, id=resolver.hull(name))
        case "repair":
            repairs = tuple(_repair(resolver, part) for part in bits if part.kind == "repairs")
            made = replace(made, id=resolver.ship(name), repairs=repairs)
        case "refit":
            made = replace(made, id=resolver.ship(name), name=resolver.design(values["to"]))
        case "info" | "copy":
            made = replace(made, name=bare(name))
        case "send":
            made = replace(made, empire=resolver.empire(values["empire"]))
        case "gate":
            _gate(resolver, bit, made)
    return made


def _too_many_names(resolver: Resolver, name: Token, kind: str) -> None:
    """``as`` names ships that are built, a hull that is begun, and the ends of a gate."""
    if kind == "part":
        fault = f'"{bare(name)}" is a second name for one ship'
        resolver.bad(name, fault, rule="NV ECO-08", remedy="Write a line for each hull")
        return
    resolver.bad(
        name,
        f'nothing of this line can be called "{bare(name)}"',
        reason="Names behind as are for ships, hulls that are begun, and ends of star gates",
        rule="NV ORD-41",
        remedy=f"Leave out  as {bare(name)}",
    )


def _values(resolver: Resolver, bits: tuple[Bit, ...]) -> dict[str, Any]:
    """Parts by kind; one that stands twice is a fault, but repairs may be many."""
    once = resolver.once(bit for bit in bits if bit.kind != "repairs")
    return {kind: bit.value for kind, bit in once.items()}


def _plain(resolver: Resolver, kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields that are taken as they stand, and systems."""
    usual = 0 if kind in ("maintain", "repair") else 1
    number = values.get("number", values.get("up_to", values.get("teams", usual)))
    fields: dict[str, Any] = {"number": number, "up_to": "up_to" in values}
    if "amount" in values:
        fields["amount"] = values["amount"]
    if "price" in values:
        fields["price"] = Fraction(values["price"])
    if "cost" in values:
        fields["cost"] = values["cost"]
    if "whole" in values:
        fields["price"] = Fraction(values["whole"])
    if "as_names" in values:
        fields["as_names"] = tuple(new_name(resolver, name) for name in values["as_names"])
    for key, at in zip(("at", "at_other"), values.get("at", ()), strict=False):
        fields[key] = resolver.system(at)
    return fields


def _repair(resolver: Resolver, bit: Bit) -> tuple[str, int]:
    """Armour, structure, a kind of component or one installation. Rule: NV ECO-43."""
    what: str = bit.value[0]
    if what not in ("armour", "structure") and not _PIECE.fullmatch(what):
        resolver.bad(
            bit.word,
            f"{what} is nothing that could be repaired",
            reason="Repaired are armour, structure, components such as ML, and ML2 alone",
            rule="NV ECO-43",
        )
    return what, int(bit.value[1])


def _gate(resolver: Resolver, bit: Bit, made: Expenditure) -> None:
    """A gate has two ends, each with its own name. Rule: NV UNI-10, NV UNI-11."""
    if len(made.as_names) != 2:
        resolver.bad(
            bit.word,
            "a star gate needs names for both its ends",
            rule="NV UNI-10",
            remedy="Write  SG at VIRUS + SHOOT as Ring-A + Ring-B",
        )
    if made.number != 1:
        resolver.bad(
            bit.word,
            f"{made.number} star gates stand in one line",
            reason="Which ends go together must be said",
            rule="NV UNI-10",
            remedy="Write one line for each gate",
        )


def new_name(resolver: Resolver, token: str) -> str:
    """A name for something new: less than 16 signs. Rule: NV ORD-41."""
    name = bare(token)
    if not name or len(name) > MOST_CHARACTERS:
        resolver.bad(
            as_token(token),
            f'"{name}" has {len(name)} signs' if name else "this name is empty",
            reason=f"A name has 1 to {MOST_CHARACTERS}",
            rule="NV ORD-41",
        )
    return name


def commission_line(resolver: Resolver, raw: Commission) -> Commission:
    """Names for ships built at a system. Rule: NV ORD-41."""
    names = tuple(new_name(resolver, name) for name in raw.names)
    return Commission(resolver.ref, resolver.system(raw.at), resolver.design(raw.design), names)


# --- research -------------------------------------------------------------------------------


def project_name(resolver: Resolver, project: Project) -> str:
    """A project as `state.Project` is named: ``BL 15-20`` or ``NSD Hornet``."""
    same_technology(resolver, project.subject, project.other)
    if project.kind == "TECH":
        return f"{project.subject.upper()} {project.start}-{project.goal_level}"
    return f"{project.kind} {bare(project.subject)}"


def same_technology(resolver: Resolver, subject: Token, other: Token | None) -> None:
    """``BL15 - BL20`` names one technology twice, not two."""
    if other is not None and other.upper() != subject.upper():
        resolver.bad(
            other,
            f"a project is about one technology, not {subject.upper()} and {other.upper()}",
            rule="NV RES-06",
        )


def research_line(resolver: Resolver, bit: Bit) -> Research:
    """A line of RESEARCH. Rule: NV RES-05, NV RES-06, NV RES-11."""
    made, other = bit.value
    same_technology(resolver, bit.word, other)
    subject = bare(made.subject).upper() if made.kind == "TECH" else bare(made.subject)
    made = replace(made, ref=resolver.ref, subject=subject)
    before, after = made.teams_before, made.teams_after
    if before is not None and after is not None and before + made.add - made.remove != after:
        change = f"+{made.add}" if made.add or not made.remove else f"-{made.remove}"
        resolver.warn(f"{before} {change} is not {after} teams; what counts is {change}")
    assert isinstance(made, Research)
    return made
