"""Standing choices of a line, from their words: fields, interception, orbit, MIMS, set-up."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from pbm.games.deltavee.orders.doctrine_lines import (
    FieldLine,
    InterceptLine,
    OrbitLine,
    Released,
    ReleaseLine,
)
from pbm.games.deltavee.orders.reading.build_commands import placing
from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.orders.reading.pod_kinds import KINDS, kinds_meant, near_part
from pbm.games.deltavee.orders.setup_lines import PlaceLine, PodsLine
from pbm.games.deltavee.orders.syntax.naming import Ref
from pbm.games.deltavee.orders.syntax.parsed_lines import Part, Statement

MOST_CHANCE = 10
MOST_BOXES = 99
FOUR = 4


def field_line(builder: Builder, statement: Statement) -> FieldLine:
    """Whether to try the emergency field."""
    attempt = statement.parts[0].kind == "try"
    return FieldLine(builder.ref, attempt, builder.condition(statement.holds.condition))


def intercept_line(builder: Builder, statement: Statement) -> InterceptLine:
    """What a missile intercepts, and what it prefers."""
    lists: dict[str, list[Ref]] = {"not": [], "only": [], "first": []}
    attempt, least = True, 0
    last: list[Ref] | None = None
    for part in statement.parts:
        if part.kind == "more":
            if last is None:
                builder.bad(
                    part.word,
                    f'it is not said what about "{part.word}"',
                    remedy=f"Write  not {part.word}  or  only {part.word}",
                )
            else:
                last += part.units
        elif part.kind in lists:
            last = lists[part.kind]
            last += part.units
        else:
            last = None
            attempt = part.kind != "never" and attempt
            least = max(least, _least(builder, part))
    if not attempt and len(statement.parts) > 1:
        builder.bad(statement.parts[0].word, '"never" leaves nothing else to be said')
    spare, only, first = (builder.enemies(lists[kind]) for kind in ("not", "only", "first"))
    return InterceptLine(builder.ref, attempt, least, spare, only, first)


def _least(builder: Builder, part: Part) -> int:
    if part.kind != "least_chance":
        return 0
    if part.at is not None:
        builder.bad(part.at, f'"{part.at}" points the wrong way', remedy="Write chance >=")
    elif (part.number or 0) > MOST_CHANCE:
        fault = f"a chance is 0 to {MOST_CHANCE} in ten, not {part.number}"
        builder.bad(part.word, fault)
    return part.number or 0


def orbit_line(builder: Builder, statement: Statement) -> OrbitLine:
    """Whether to stay in orbit."""
    raws = [statement.holds.condition, *(part.condition for part in statement.parts)]
    return OrbitLine(builder.ref, statement.parts[0].kind == "stay", builder.conditions(raws))


def release_line(builder: Builder, statement: Statement) -> ReleaseLine:
    """Whether a MIMS releases its missiles, when, and where they go."""
    raws = [statement.holds.condition, *(part.condition for part in statement.parts)]
    keep = any(part.kind == "keep" for part in statement.parts)
    return ReleaseLine(builder.ref, keep, builder.conditions(raws), _released(builder, statement))


def _released(builder: Builder, statement: Statement) -> tuple[Released, ...]:
    """The placements written, a new one at each bearing."""
    groups: list[list[Part]] = []
    for part in statement.parts:
        if part.kind == "bearing":
            groups.append([part])
        elif part.kind in ("direction", "speed"):
            if not groups:
                groups.append([])
            groups[-1].append(part)
    found: list[Released] = []
    for group in groups:
        bearing, direction, speed = placing(builder, group)
        # "dir same" says nothing here: which way the MIMS will point is not known.
        if not {"bearing", "direction"} <= {p.kind for p in group if p.number is not None}:
            builder.bad(
                group[0].word,
                "a missile that is released needs a bearing and a direction",
                remedy="Write  bearing 2 dir 3  or  fan",
            )
        elif bearing is not None and direction is not None:
            found.append(Released(bearing, direction, speed))
    if groups and len(groups) != FOUR and builder.is_understood:
        are = "is" if len(groups) == 1 else "are"
        builder.bad(
            groups[0][0].word,
            f"a MIMS releases {FOUR} missiles, {len(groups)} {are} placed",
            rule="DV 9.9",
            remedy="Place all four, or write  fan",
        )
    return tuple(found)


# --- set-up ---------------------------------------------------------------------------------


def place_line(builder: Builder, statement: Statement) -> PlaceLine:
    """Where a ship begins."""
    return place_parts(builder, statement.parts)


def place_parts(builder: Builder, written: Sequence[Part]) -> PlaceLine:
    """Hex, direction and velocity as they are written; None for what is not."""
    parts = builder.once(written)
    at, direction, velocity = (parts.get(kind) for kind in ("at", "direction", "velocity"))
    return PlaceLine(
        builder.ref,
        builder.hex(at.word) if at else None,
        builder.direction(direction.word, direction.number) if direction else None,
        velocity.number if velocity else None,
    )


def pods_line(builder: Builder, statement: Statement) -> PodsLine:
    """Which pod is in which box."""
    boxes: dict[int, str] = {}
    for part in statement.parts:
        assert part.at is not None
        least, most = part.number or 0, part.to or 0
        if least > most or most > MOST_BOXES:
            fault = f"there are no boxes {least}-{most}" if least != most else f"no box {most}"
            builder.bad(part.word, fault, reason=f"Boxes are 1 to {MOST_BOXES} at the most")
            continue
        quoted = part.at.startswith('"')
        kind = part.name if quoted else pod_kind(builder, part.at, part.name, ())
        for box in range(least, most + 1):
            if box in boxes:
                builder.bad(part.word, f"box {box} stands twice in one line")
            boxes[box] = kind
    return PodsLine(builder.ref, boxes)


def pods_of(builder: Builder, part: Part) -> tuple[str, ...]:
    """The pods of a range, by their names."""
    least, most = part.number or 0, part.to or 0
    if least > most or most > MOST_BOXES:
        builder.bad(part.word, f"there are no pods {least}-{most}")
        return ()
    return tuple(f"pod {number}" for number in range(least, most + 1))


def pod_kind(builder: Builder, word: Token, text: str, others: tuple[str, ...]) -> str:
    """The kind of pod that words mean, those of the ship first; "" if that is not clear.

    ``others`` are what the words may mean beside pods.
    """
    unit = builder.unit
    carried = [pod.kind for pod in unit.pods] if unit is not None else []
    found = kinds_meant(text, (*others, *carried)) or kinds_meant(text, KINDS)
    if len(found) == 1:
        return found[0]
    if found:
        several = f"{', '.join(found[:-1])} or {found[-1]}"
        builder.bad(word, f'"{text}" can mean {several}', remedy="Write more words of it")
        return ""
    near = near_part(text, (*others, *carried, *KINDS))
    what = "no part of a ship and no kind of pod" if others else "no kind of pod"
    remedy = f"Did you mean {near}?" if near else "Between two of them stands a comma"
    builder.bad(word, f'"{text}" is {what}', remedy=remedy)
    return ""
