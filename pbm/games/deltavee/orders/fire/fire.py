"""Fire: ``pod 2: laser barrage at A > A1, chance >= 3``. Rule: DV 8.0, DV 8.1, DV 9.2."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.fire.missile_launch import (
    MissileLaunch,
    launch_fault,
    launch_text,
    read_launch,
)
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix, when
from pbm.games.deltavee.orders.lines.names import ANY, SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder
from pbm.games.deltavee.orders.lines.parts import part_name, part_words
from pbm.games.deltavee.orders.lines.prefill import Prefill
from pbm.games.deltavee.orders.lines.reach import called, is_guarded, nearest
from pbm.games.deltavee.orders.lines.resolver import Testable, UnitResolver
from pbm.games.deltavee.orders.lines.roster import GONE
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import Ref, refs_of
from pbm.games.deltavee.state.ratings import farthest
from pbm.games.deltavee.state.units import ABOARD, BATTLECRAFT, Unit
from pbm.games.deltavee.state.usable import BURSTER, EXTRA, fire_types, fires, item_fault
from pbm.kit.english import with_article
from pbm.kit.records import Record
from pbm.language.order import repeated
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import remark

_NO_EXTRA = "only a battle communications pod that works gives an extra fire"


# What each act has no use for, and what messages call it.
_FOREIGN = {"shot": ("bearing", "direction", "speed", "towards"), "launch": ("until", "at_most")}
_WHAT = {"shot": "fire", "launch": "a launch"}


class ShotWay(Record):
    """One way to use a fire: ``laser barrage at A > A1, chance >= 3``.

    type: laser burst, laser barrage, particle burst, particle barrage. ``until``: "destroyed"
    or a part's name (stop when it is destroyed); ``most`` fires at one target (0: any number).
    """

    type: str
    targets: tuple[str, ...]
    condition: Condition = ALWAYS
    until: str = "destroyed"
    most: int = 0


FireWay = ShotWay | MissileLaunch


class FireLine(Record):
    """One ``fire``, ``pod`` or ``extra`` line.

    ``item``: burster, ``pod 2``, extra; ``source`` is the item an extra fire comes from. ``ways``
    are tried from the top; without any (``extra: hold``) the item fires nothing. Lines for the
    same item are alternatives from the top, each fire of the item takes the first line and way
    that can be carried out.
    """

    ref: OrderRef
    item: str
    ways: tuple[FireWay, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False
    source: str = ""


# --- reading ---

_SEVERAL = re.compile(
    r"(?:fire )?pods?:? (?P<boxes>[0-9]+(?:(?: ?- ?| to |, ?|,? and )[0-9]+)+):? (?P<what>[^;]+)",
    re.IGNORECASE,
)
_MOST_PODS = 39  # of any class
_BOXES = re.compile(r"([0-9]+)(?:(?: ?- ?| to )([0-9]+))?")


def pod_by_pod(text: str) -> Iterator[str]:
    """The line with an order for each pod in the place of one for several.

    >>> next(pod_by_pod("pods 1-2 and 4: laser burst at A"))
    'pod 1: laser burst at A; pod 2: laser burst at A; pod 4: laser burst at A'
    """
    found = _SEVERAL.search(text)
    if found is None:
        return
    ends = [(int(first), int(last or first)) for first, last in _BOXES.findall(found["boxes"])]
    what = "hold" if re.match(r"(?:hold|nothing\b)", found["what"]) else found["what"]
    if all(first <= last <= _MOST_PODS for first, last in ends):
        pods = [f"pod {box}: {what}" for first, last in ends for box in range(first, last + 1)]
        yield f"{text[: found.start()]}{'; '.join(pods)}{text[found.end() :]}"


class _Way(Record):
    """One way to use a fire, with the limits written behind it."""

    act: Node
    limits: tuple[Node, ...] = ()

    @property
    def targets(self) -> tuple[Ref, ...]:
        """What it is fired at or launched towards."""
        towards = (ref for one in self.limits if one.kind == "towards" for ref in refs_of(one))
        return refs_of(self.act) or tuple(towards)


def _read(resolver: UnitResolver, statement: Statement) -> FireLine:
    body = statement.parts[-1]
    ways = [] if body.kind == "held" else _ways(body.parts)
    # A condition before the ways may ask of the fire at hand, whichever it is.
    fires = any(way.act.kind == "shot" for way in ways)
    testable = Testable(fire=fires, target=ways[0].targets if ways else ())
    item, source = _item_of(statement.node)
    return FireLine(
        resolver.ref,
        item,
        tuple(resolver.each(ways, partial(_way, resolver))),
        resolver.condition(statement.holds.condition, testable),
        statement.holds.otherwise,
        source,
    )


def _item_of(node: Node) -> tuple[str, str]:
    """What fires, and of an extra fire the item it comes from, if the line says so."""
    named = node.part("pod_item", "extra_item") or node
    if named.kind in ("pod", "pod_item"):
        return f"pod {named.number}", ""
    if named.kind not in ("extra", "extra_item"):
        return BURSTER, ""
    source = named.part("source", "source_burster")
    if source is None:
        return EXTRA, ""
    return EXTRA, BURSTER if source.number is None else f"pod {source.number}"


def _ways(parts: Sequence[Node]) -> list[_Way]:
    """The ways of a line, each with its limits."""
    found = [_Way(parts[0])]
    for part in parts[1:]:
        if part.kind == "or_else":
            found.append(_Way(part.items[-1]))
        else:
            found[-1] = _Way(found[-1].act, (*found[-1].limits, part))
    return found


def _way(resolver: UnitResolver, way: _Way) -> FireWay:
    limits = resolver.once(part for part in way.limits if part.kind != "when")
    testable = Testable(fire=way.act.kind == "shot", target=way.targets)
    raws = [part.condition for part in way.limits if part.kind == "when"]
    condition = resolver.conditions(raws, testable)
    for kind, part in limits.items():
        if kind in _FOREIGN[way.act.kind]:
            resolver.bad(part.word, f'"{part.word}" does not go with {_WHAT[way.act.kind]}')
    if way.act.kind == "launch":
        return read_launch(resolver, way.act, limits, condition)
    most, until = limits.get("at_most"), limits.get("until")
    if most is not None and not most.number:
        resolver.bad(most.word, "at most 0 fires means no fire", remedy="Leave the line out")
    return ShotWay(
        str(way.act.tokens("FIRE_TYPE")[0]),
        resolver.enemies(way.targets),
        condition,
        part_name(until.parts[0]) if until and until.parts else "destroyed",
        (most.number or 0) if most else 0,
    )


# --- in the language of the sheets ---


def _text(line: FireLine, names: SheetNames) -> str:
    ways = ", else ".join(way_text(way, names) for way in line.ways) or "hold"
    start = prefix(line.condition, names, otherwise=line.otherwise)
    if line.item == BURSTER:
        return f"fire {start}burster: {ways}"
    source = f" from {line.source}" if line.source else ""
    return f"{line.item}{source}: {start}{ways}"


def way_text(way: FireWay, names: SheetNames) -> str:
    """One way to use a fire."""
    if isinstance(way, MissileLaunch):
        return launch_text(way, names)
    words = f"{way.type} at {names.targets(way.targets)}"
    if way.until != "destroyed":
        words += f", until {part_words(way.until)} destroyed"
    if way.most:
        words += f", at most {way.most}"
    return words + when(way.condition, names)


# --- what is allowed ---


def _check(resolver: UnitResolver, line: FireLine) -> FireLine | None:
    """A fire line without the ways that can never be used; None if none is left."""
    if resolver.kind == BATTLECRAFT and line.item != BURSTER:
        why = "A battlecraft has a burster and no pods"
        resolver.not_done(f"{resolver.name} has no {line.item}", why, "DV 8.1")
        return None
    unit = resolver.unit
    if unit is not None and (why := _item(unit, line)):
        by = line.source or line.item
        fault = f"{resolver.name} makes no {'extra fire' if by == EXTRA else f'fire by {by}'}"
        resolver.not_done(fault, why, "DV 8.1")
        return None
    kept = tuple(way for way in line.ways if _kept(resolver, unit, line, way))
    return replace(line, ways=kept) if kept or not line.ways else None


def _item(unit: Unit, line: FireLine) -> str:
    """Why an item makes no fire at all, in a phrase."""
    if line.item not in fires(unit):
        return _NO_EXTRA if line.item == EXTRA else item_fault(unit, line.item, "fire")
    if line.source and line.source not in fires(unit):
        return item_fault(unit, line.source, "fire")
    return ""


def _kept(resolver: UnitResolver, unit: Unit | None, line: FireLine, way: FireWay) -> bool:
    if isinstance(way, MissileLaunch):
        why, rule = launch_fault(resolver, unit, line.source or line.item, way), "DV 9.2"
    else:
        why, rule = _shot(unit, line, way.type), "DV 8.1"
        if not why and not _has_target(resolver, way.targets):
            _no_target(resolver)
        elif not why:
            _reach(resolver, way, (line.condition, way.condition))
    if why:
        what = way_text(way, resolver.names)
        resolver.not_done(f"{resolver.name} cannot do this: {what}", why, rule)
    return not why


def _shot(unit: Unit | None, line: FireLine, type: str) -> str:
    if line.item == BURSTER and type.startswith("particle"):
        return "a burster is a laser"
    if unit is None:
        return ""
    sources = [line.source or line.item]
    if sources == [EXTRA]:
        sources = [item for item in fires(unit) if item != EXTRA]
    if any(type in fire_types(unit, source) for source in sources):
        return ""
    return item_fault(unit, sources[0], type)


def _has_target(resolver: UnitResolver, targets: Sequence[str]) -> bool:
    gone = {unit.id for unit in resolver.roster.units if unit.status in GONE}
    gone |= {one.id for one in resolver.roster.contacts.values() if one.status == "gone"}
    return any(target in ANY or target not in gone for target in targets)


def _no_target(resolver: UnitResolver) -> None:
    why = "None of the units it names can be fired at"
    outcome = "Nothing will be fired by it"
    resolver.refuse("this line has no target left", reason=why, outcome=outcome)


def _reach(resolver: UnitResolver, way: ShotWay, conditions: Sequence[Condition]) -> None:
    """Warn where no target can come near enough to be hit this turn. Rule: DV 8.4, DV 8.6."""
    if resolver.record is None:
        return
    found = nearest(resolver.roster, resolver.record, way.targets, fires=True)
    value = farthest(way.type)
    most = value if found is None or not found.same_course else 2 * value
    if found is None or found.hexes <= most:
        return
    if is_guarded(resolver.roster, conditions, way.targets, most, value):
        return
    halved = f", {most} at the same direction and velocity" if found.same_course else ""
    resolver.warn(
        f"{resolver.name} cannot hit {called(resolver.roster, way.targets)} this turn",
        reason=f"At least {found.hexes} hexes are between them when it fires, and "
        f"{with_article(way.type)} reaches {value}{halved}",
        rule="DV 8.6",
    )


def _prefill(sheet: Prefill) -> Iterator[str]:
    """Every item that fires, at any target."""
    unit = sheet.unit
    if unit.is_missile:
        return
    for item in fires(unit):
        if item != EXTRA and (unit.revealed or unit.status == ABOARD):
            yield f"  {'fire burster' if item == BURSTER else item}: laser burst at any"
    if not unit.revealed:
        yield from remark("it is not revealed yet; fire may show what it is")


ORDER = UnitOrder(
    "fire",
    FireLine,
    _read,
    _text,
    _check,
    rules=("fire", "pod", "extra"),
    starts=("fire", "pod +[0-9]", "extra"),
    said=("fire", "pod", "extra"),
    kinds=CRAFT,
    why="Missiles do not fire",
    rule="DV 8.0",
    prefill=_prefill,
    unreached=repeated,
)
