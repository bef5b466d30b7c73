"""Pods put off for one that is handed over: ``jettison pod 7``. Rule: DV S9."""

from functools import partial

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.parts import HULL, part_name, part_word, part_words
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.state.units import SPACESHIP
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class JettisonLine(Record):
    """``jettison pod 7``: what is put off for a pod that is handed over, by preference.

    ``parts`` are names of pods or their kinds.
    """

    ref: OrderRef
    parts: tuple[str, ...]


def _read(resolver: UnitResolver, statement: Statement) -> JettisonLine:
    found = resolver.each(statement.parts, partial(_pods, resolver))
    return JettisonLine(resolver.ref, tuple(dict.fromkeys(one for many in found for one in many)))


def _pods(resolver: UnitResolver, part: Node) -> tuple[str, ...]:
    """The pods that a word means: one by its number, those of a range, or of a kind."""
    if part.kind == "pod_range":
        return resolver.pods_of(part)
    if part.kind == "kind_words":
        return (resolver.pod_kind(part_word(part), part_name(part), ()),)
    name = part_name(part)
    if part.kind == "finish" or name in (*HULL, "any"):
        resolver.bad(
            part.word,
            f'"{part.word}" is not a pod',
            reason="Only a pod can be put off",
            remedy="Write  jettison pod 3  or a kind of pod",
        )
    return (name,)


def _text(line: JettisonLine, _names: SheetNames) -> str:
    return f"jettison {', '.join(map(part_words, line.parts))}"


def _check(resolver: UnitResolver, line: JettisonLine) -> JettisonLine | None:
    """A jettison line; None for a ship that is handed no pod. Rule: DV S9."""
    record, unit = resolver.record, resolver.unit
    if record is None or unit is None:
        resolver.not_done("a jettison line is for one ship", "The pods are of one ship", "DV S9")
        return None
    if all(taker != record.id for _giver, taker in resolver.roster.transfers):
        resolver.not_done(
            f"{resolver.name} puts off no pods",
            "Only a ship that may be handed another pod does, to make room for it",
            "DV S9",
        )
        return None
    names = {word for pod in unit.pods for word in (pod.name, pod.kind)}
    lacking = [word for word in line.parts if word not in names]
    if len(lacking) == len(line.parts):
        fault = f"{resolver.name} has no {', '.join(lacking)}"
        resolver.not_done(fault, f"Its pods are in boxes 1 to {len(unit.pods)}", "DV S9")
        return None
    if lacking:
        fault = f"{resolver.name} has no {', '.join(lacking)}"
        resolver.warn(fault, outcome="The rest of the line stands")
    return line


ORDER = UnitOrder(
    "jettison",
    JettisonLine,
    _read,
    _text,
    _check,
    kinds=(SPACESHIP,),
    why="Only a spaceship has pods",
    rule="DV S9",
)
