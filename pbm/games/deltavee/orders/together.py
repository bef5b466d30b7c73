"""What is said of a sheet's lines together: those that never count, commands that do not fit."""

from collections.abc import Iterator, Mapping

from msgspec.structs import fields, replace

from pbm.games.deltavee.orders.catalogue import LISTS, ORDERS
from pbm.games.deltavee.orders.commands.battle import BattleLine, spends
from pbm.games.deltavee.orders.commands.command_faults import (
    CommandFault,
    command_faults,
    planet_faults,
)
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.fire.missile_launch import MissileLaunch
from pbm.games.deltavee.orders.lines.conditions import ALWAYS
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.orders import NO_ORDERS, Orders, UnitOrders
from pbm.games.deltavee.orders.setup.place import PlaceLine
from pbm.games.deltavee.orders.sheet_text import ALL_HEADS
from pbm.games.deltavee.state.pod_contents import missile_title
from pbm.games.deltavee.state.ratings import needs_preparing
from pbm.games.deltavee.state.units import (
    BATTLECRAFT,
    GUIDED,
    IN_PLAY,
    MIMS,
    MISSILE,
    MISSILE_TYPES,
    RESERVE,
    SPACESHIP,
    Part,
)
from pbm.games.deltavee.view.record import CompanyView, UnitView
from pbm.kit.english import capital, count
from pbm.kit.problems import Problem, Severity, illegal, warning
from pbm.language.order import Unreached

Found = tuple[int, Problem]


def together(roster: Roster, orders: Orders, options: Mapping[str, str]) -> Iterator[Found]:
    """Problems that no line shows by itself, each with the number of its line."""
    names = {unit.id: roster.designation(unit.id) for unit in roster.units}
    names |= {kind: head.lower() for kind, head in ALL_HEADS.items()}
    for number, fault, reason in unreached(orders, names):
        yield number, warning(fault, reason=reason)
    for unit_id, lines in orders.units.items():
        record = roster.record(unit_id)
        assert record is not None
        if record.dormant:
            until = "it wakes before they are carried out"
            yield _idle(lines, f"{names[unit_id]} is dormant", until)
        others = replace(lines, enter=())
        if record.status == RESERVE and roster.turn and others != UnitOrders(unit_id):
            until = "it is in play when they are carried out"
            yield _idle(others, f"{names[unit_id]} is in reserve", until)
        if record.status == IN_PLAY:
            yield from _maneuvers(roster, record, lines, options)
            yield from _too_many(roster, record, lines, options)
            yield from _unprepared(roster, orders, record, lines)
        if record.klass == GUIDED:
            yield from _uncontrolled(roster, orders, record, lines)
    yield from _companies(roster, orders)
    yield from _for_none(roster, orders)


def _for_none(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Lines for all units of a kind that no unit obeys, nor one that may be launched."""
    if orders.buys or roster.purchase is not None:
        return
    units = [(unit.id, unit.klass, unit.kind) for unit in roster.fleet()]
    units += [("", klass, MISSILE) for klass in _launchable(roster)]
    for kind, lines in orders.all.items():
        meant = [one for one in units if kind in one[1:]]
        obeyed = [orders.of(*one) for one in meant]
        for some in (part.name for part in fields(UnitOrders) if part.name != "unit"):
            for line in getattr(lines, some):
                if not any(line in getattr(one, some) for one in obeyed):
                    yield line.ref.line, _of_none(kind, is_any=bool(meant))


def _launchable(roster: Roster) -> set[str]:
    """The types of missiles aboard the player's units; what a MIMS releases may be any."""
    units = [unit for one in roster.fleet() if (unit := roster.unit(one.id)) is not None]
    found = {unit.klass for unit in units if unit.is_missile}
    found |= {
        klass
        for unit in units
        for part in unit.parts
        for klass, number in part.stock.items()
        if number
    }
    return {*MISSILE_TYPES} if MIMS in found else found


def _of_none(kind: str, *, is_any: bool) -> Problem:
    noun = "ship" if kind == SPACESHIP else kind if kind == BATTLECRAFT else "missile"
    why = f"Each {noun} that it is meant for has its own line of this kind"
    return warning(
        f"this line is for no {noun}",
        reason=why if is_any else "You have none, and can launch none",
        remedy="Write it among the lines of the units it is meant for" if is_any else "",
    )


def _idle(lines: UnitOrders, fault: str, until: str) -> Found:
    """A note on the first line of a unit that does nothing yet. Rule: DV S4, DV S8."""
    lists = (getattr(lines, part.name) for part in fields(lines) if part.name != "unit")
    first: int = min(line.ref.line for some in lists for line in some)
    return first, Problem(Severity.NOTE, fault, reason=f"Its orders stand only if {until}")


def _maneuvers(
    roster: Roster, record: UnitView, lines: UnitOrders, options: Mapping[str, str]
) -> Iterator[Found]:
    unit = roster.unit(record.id)
    assert unit is not None
    if record.docked_with:  # what the other unit allows is not all known
        return
    faults = command_faults(roster.state, unit, lines.commands, options)
    for fault in faults:
        yield fault.line, _problem(roster, record, fault, "DV 7.1")
    for fault in planet_faults(unit, lines.planet, options):
        yield fault.line, _problem(roster, record, fault, "DV 6.5")


def _too_many(
    roster: Roster, record: UnitView, lines: UnitOrders, options: Mapping[str, str]
) -> Iterator[Found]:
    """Battle Commands without a condition beyond those of the turn. Rule: DV 7.3."""
    asked = [
        line.ref.line
        for line in lines.commands
        if isinstance(line, BattleLine) and line.condition == ALWAYS and not line.otherwise
        for step in line.steps
        if step.condition == ALWAYS and spends(step.command, options)
    ]
    allowed = record.battle_commands
    if allowed and len(asked) > allowed:
        name = roster.designation(record.id)
        fault = f"{name} has {count(allowed, 'Battle Command')}, and {len(asked)} are asked for"
        outcome = "What stands last is carried out only where one above cannot be"
        reason = "They are carried out in the order written"
        note = Problem(Severity.NOTE, fault, reason=reason, rule="DV 7.3", outcome=outcome)
        yield asked[allowed], note


def _problem(roster: Roster, record: UnitView, fault: CommandFault, rule: str) -> Problem:
    outcome = "unless that changes, the rest of the line will be carried out without this"
    return illegal(
        f"{roster.designation(record.id)} cannot do this: {fault.what}",
        reason=capital(fault.why),
        rule=rule,
        outcome=capital(outcome) if fault.always else f"If its condition holds, and {outcome}",
    )


def _uncontrolled(
    roster: Roster, orders: Orders, record: UnitView, lines: UnitOrders
) -> Iterator[Found]:
    """Commands to a guided missile that no ship controls. Rule: DV 7.1."""
    ships = (*orders.units.values(), *orders.all.values())
    # A missile by its id, or for any of a ship's the ship's; or all ships.
    controlled = {
        step.command.missile or unit.unit
        for unit in ships
        for line in unit.commands
        if isinstance(line, BattleLine)
        for step in line.steps
        if isinstance(step.command, Control)
    }
    if controlled & {record.id, record.mother, SPACESHIP}:
        return
    number = record.designation.rpartition("-")[2]
    for line in lines.commands[:1]:
        yield (
            line.ref.line,
            warning(
                f"nothing on this sheet controls {roster.designation(record.id)}",
                reason="A guided missile takes commands only while its ship controls it",
                rule="DV 7.4",
                remedy=f"Write  battle control {number}  for its ship",
            ),
        )


def _unprepared(
    roster: Roster, orders: Orders, record: UnitView, lines: UnitOrders
) -> Iterator[Found]:
    """Launches of missiles that want preparing and that nothing has prepared. Rule: DV 9.1."""
    unit = roster.unit(record.id)
    assert unit is not None
    ready = {(one.klass, one.pod) for one in roster.state.atop(unit.id)}
    ready |= {
        (step.command.missile, box)
        for some in (lines, orders.all.get(record.kind, NO_ORDERS))
        for line in some.commands
        if isinstance(line, BattleLine)
        for step in line.steps
        if isinstance(step.command, Prepare)
        for box in ([step.command.box] if step.command.box else [pod.box for pod in unit.pods])
    }
    for line in lines.fire:
        pod = unit.part(line.source or line.item)
        for way in line.ways:
            if not isinstance(way, MissileLaunch) or pod is None or (way.missile, pod.box) in ready:
                continue
            wants = needs_preparing(pod.kind, way.missile)
            if way.prepared or wants:
                yield line.ref.line, _nothing_prepares(pod, way, wants=wants)


def _nothing_prepares(pod: Part, way: MissileLaunch, *, wants: bool) -> Problem:
    title = missile_title(way.missile)
    prepare = f"Write  battle prepare {way.missile} from {pod.box}  for its ship"
    return warning(
        f"nothing prepares the {title} of {pod.name} that this launches",
        reason=f"It is launched from a {pod.kind} pod only once it is prepared"
        if wants
        else 'The word "prepared" asks for one that lies atop the ship',
        rule="DV 9.1",
        outcome="Unless that changes, nothing will be launched by this",
        remedy=prepare if wants else 'Leave out "prepared"',
    )


def _companies(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Ships that must agree at set-up, where what is written for two of them does not."""
    for company in roster.view.companies:
        placed = [
            (unit_id, line)
            for unit_id in company.units
            if unit_id in orders.units
            for line in orders.units[unit_id].place[-1:]
        ]
        for place, (unit_id, line) in enumerate(placed):
            for other_id, other in placed[:place]:
                if words := _disagree(roster, company, line, other):
                    number = max(line.ref.line, other.ref.line)
                    units = " and ".join(roster.designation(one) for one in (other_id, unit_id))
                    outcome = "Only the first of them is placed as written"
                    fault = f"{units} must {words}"
                    yield number, illegal(fault, rule="DV PBM", outcome=outcome)


def _disagree(roster: Roster, company: CompanyView, one: PlaceLine, other: PlaceLine) -> str:
    """What two ships of a company must do and would not, in a phrase."""
    if company.different_hexes and one.at is not None and one.at == other.at:
        return f"stand in different hexes, not both in {roster.maps.label(one.at)}"
    for agree, words, mine, theirs in (
        (company.same_direction, "point the same way", one.direction, other.direction),
        (company.same_velocity, "have one velocity", one.velocity, other.velocity),
    ):
        if agree and None not in (mine, theirs) and mine != theirs:
            return f"{words}, not {theirs} and {mine}"
    return ""


# --- the lines of a unit together ---


def unreached(orders: Orders, names: Mapping[str, str]) -> Iterator[Unreached]:
    """Lines that cannot count because of one above: line number, fault, reason.

    ``names`` are what messages call the units and kinds of units, by id and kind.
    """
    for key, unit in (*orders.units.items(), *orders.all.items()):
        yield from _of_unit(unit, names[key])


def _of_unit(unit: UnitOrders, name: str) -> Iterator[Unreached]:
    for order in ORDERS:
        lines = [one for one in getattr(unit, LISTS[order.verb]) if type(one) is order.line]
        yield from order.unreached(lines, name)
