"""Orders that only some scenarios have a use for, from their words: reserves, pods handed over."""

from __future__ import annotations

from functools import partial

from pbm.games.deltavee.orders.reading.build_doctrine import place_parts, pod_kind, pods_of
from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.orders.reading.pod_kinds import HULL
from pbm.games.deltavee.orders.setup_lines import EnterLine, JettisonLine, TransferLine
from pbm.games.deltavee.orders.syntax.parsed_lines import Part, Statement


def enter_line(builder: Builder, statement: Statement) -> EnterLine:
    """How and when a ship in reserve comes into play."""
    raws = [statement.holds.condition, *(part.condition for part in statement.parts)]
    placing = [part for part in statement.parts if part.kind != "when"]
    return EnterLine(builder.ref, place_parts(builder, placing), builder.conditions(raws))


def transfer_line(builder: Builder, statement: Statement) -> TransferLine:
    """An energy pod handed over to a unit of one's own side."""
    given, *more = statement.parts
    (ref,) = given.units
    found = builder.own(ref)
    condition = builder.conditions([part.condition for part in more])
    to = "" if found is None else found.id
    return TransferLine(builder.ref, to, given.number or 0, condition)


def jettison_line(builder: Builder, statement: Statement) -> JettisonLine:
    """What is put off for a pod that is handed over, by preference."""
    found = builder.each(statement.parts, partial(_pods, builder))
    return JettisonLine(builder.ref, tuple(dict.fromkeys(one for many in found for one in many)))


def _pods(builder: Builder, part: Part) -> tuple[str, ...]:
    """The pods that a word means: one by its number, those of a range, or of a kind."""
    if part.kind == "pods":
        return pods_of(builder, part)
    if part.kind == "words":
        return (pod_kind(builder, part.word, part.name, ()),)
    if part.kind == "finish" or part.name in (*HULL, "any"):
        builder.bad(
            part.word,
            f'"{part.word}" is no pod',
            reason="Only a pod can be put off",
            remedy="Write  jettison pod 3  or a kind of pod",
        )
    return (part.name,)
