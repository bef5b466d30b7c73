"""What is understood but not allowed: each order against the rules, as far as its player knows.

A movement the run could not carry out as written is kept, since the run makes the nearest
legal one of it; a line that could never be carried out is left out. Both are said with their
numbers and the rule. Legality itself stands where the run has it: `plots`, `duty`, `weapons`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbm.hexes import Hex, distance
from pbm.knighthawks.building import Builder
from pbm.knighthawks.duty import duty_fault, turns_owed
from pbm.knighthawks.orders import (
    ALWAYS,
    Condition,
    EnterOrbit,
    EvadeLine,
    FireLine,
    Goal,
    IcmLine,
    LeaveOrbit,
    MoveLine,
    PlaceLine,
    Plot,
    ShipOrders,
    Stay,
)
from pbm.knighthawks.plots import Fault, course_of, plot_faults, plot_speed, speed_fault, walk
from pbm.knighthawks.roster import at, mounts_of
from pbm.knighthawks.weapons import ARMS, Weapon
from pbm.knighthawks.words import SUPPLY_WORDS
from pbm.problem import Problem, Severity, Span, illegal, invalid
from pbm.ruleset import Known
from pbm.sheet import Sheet

_NOT_DONE = "This order will not be carried out"
_NEAREST = "the nearest legal movement will be made instead"
_ONWARD = "it will move as without an order"
ORBITING = "KH 3 Orbiting Planets"


def wrong_kind(sheet: Sheet, known: Known) -> Problem | None:
    """The problem of a sheet whose kind is not what this turn waits for."""
    wanted = "ORDERS" if known["turn"] else "SETUP"
    if sheet.kind == wanted:
        return None
    return invalid(
        f"this is {_article(sheet.kind.lower())} {sheet.kind} sheet",
        sheet.span,
        reason=f"Turn {known['turn']} waits for {wanted} sheets",
        outcome="Nothing of it was used",
        remedy="Write  NOTE TO GM  and your words on that sheet"
        if sheet.kind == "MESSAGE"
        else f"Begin it with {wanted}",
    )


def check(builder: Builder, verb: str, line: Any, kind: str) -> Any:
    """The order if it is to be kept, perhaps with less in it, else None.

    Problems go to the builder. Rule: KH PBM.
    """
    if (verb == "place") != (kind == "SETUP"):
        fault = (
            "a place line belongs on a SETUP sheet"
            if verb == "place"
            else f"{_article(verb)} {verb} line has no place on a SETUP sheet"
        )
        why = "Ships are placed at set-up, and do nothing else there"
        _say(builder, illegal(fault, reason=why, outcome=_NOT_DONE))
        return None
    match line:
        case MoveLine():
            return _move(builder, line)
        case FireLine():
            return _fire(builder, verb, line)
        case IcmLine():
            return _icm(builder, line)
        case EvadeLine():
            return _evade(builder, line)
        case _:
            return _place(builder, line)


def _say(builder: Builder, problem: Problem) -> None:
    """Adds a problem of the whole line."""
    builder.problems.append(replace(problem, span=builder.line.span()))


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _name(builder: Builder) -> str:
    return str(builder.ship["designation"])


def _left(builder: Builder, supply: str) -> int:
    return int((builder.ship["supplies"] or {}).get(supply, 0))


def _had(builder: Builder, supply: str) -> int:
    return int((builder.ship["supplies_at_start"] or {}).get(supply, 0))


# --- movement -------------------------------------------------------------------------------


def _move(builder: Builder, line: MoveLine) -> MoveLine | None:
    line = _screen(builder, line)
    way = line.way
    goal = way.move if isinstance(way, LeaveOrbit) else way
    if isinstance(goal, Goal) and not goal.ships and goal.at is None:
        why = "None of the ships it names can be its target"
        _say(builder, illegal("this movement has no target", reason=why, outcome=_NOT_DONE))
        return None
    if way is None and line.facing is None and not line.face_ships and not line.screen:
        return None
    onward = isinstance(way, EnterOrbit) or not builder.ship["adf"]
    instead = _ONWARD if onward else _NEAREST
    outcome = instead if line.condition == ALWAYS else f"If its condition holds, {instead}"
    for fault in _faults(builder, line):
        _say(
            builder,
            illegal(
                f"{_name(builder)} cannot move like this",
                reason=_sentence(fault.why),
                rule=fault.rule,
                outcome=_sentence(outcome),
                remedy=_remedy(builder, way),
            ),
        )
    if isinstance(way, Plot) and (line.facing is not None or line.face_ships):
        speed = plot_speed(way, builder.ship["speed"])
        if speed and builder.ship["orbit"] is None:
            _say(
                builder,
                illegal(
                    f"{_name(builder)} cannot rotate while it flies",
                    reason=f"Its speed is {speed}; a ship rotates only at speed 0 or in orbit",
                    rule="KH 3 Turning",
                    outcome="It will face as its plot leads it",
                ),
            )
            line = replace(line, facing=None, face_ships=())
    return line


def _faults(builder: Builder, line: MoveLine) -> Iterator[Fault]:
    """Everything that is wrong with a movement, as far as it can be known beforehand."""
    ship, way = builder.ship, line.way
    last, adf, mr = ship["speed"], ship["adf"], ship["mr"]
    owed = turns_owed(_owes(ship, line.condition), mr)
    if not adf and not last and not isinstance(way, (Stay, EnterOrbit, type(None))):
        if not isinstance(way, Plot) or plot_speed(way, last):
            yield Fault("its speed and its ADF are 0, so it cannot move", "KH 3 Acceleration")
        return
    if isinstance(way, LeaveOrbit):
        if ship["orbit"] is None:
            yield Fault("it is not in orbit", ORBITING)
        way = way.move
        if isinstance(way, Plot) and plot_speed(way, last) == 0:
            yield Fault(f"a ship leaves orbit with speed 1 to {adf}", ORBITING)
            return
    if isinstance(way, Plot):
        faults = plot_faults(way, last, adf, mr)
        yield from faults
        if not faults:
            yield from _course_faults(builder, way, owed, is_free=way is not line.way)
    elif isinstance(way, Goal) and way.speed is not None:
        if fault := speed_fault(way.speed, last, adf):
            yield fault
        elif way.speed < owed:
            yield Fault(f"it evaded, so its speed must be {owed} or more", "KH 4 Evasive Maneuvers")
    elif isinstance(way, EnterOrbit):
        yield from _orbit_faults(builder, way, owed)
    elif isinstance(way, Stay) and ship["orbit"] is None:
        fault = speed_fault(0, last, adf) or duty_fault((), owed)
        if fault:
            yield fault


def _owes(ship: Mapping[str, Any], condition: Condition) -> bool:
    """True if the ship owes turns whenever this condition holds."""
    tests = [
        any(test.kind == "evading" and not test.negated for test in group)
        for group in condition.any_of
    ]
    if tests:
        return all(tests)
    return bool(ship["evading"])


def _course_faults(builder: Builder, plot: Plot, owed: int, *, is_free: bool) -> Iterator[Fault]:
    """Duty, planets and the edge for a plot that is legal on a free map.

    ``is_free``: it leaves orbit with a facing of its own choice, so where it leads is open.
    """
    ship, roster = builder.ship, builder.roster
    course = course_of(plot, ship["speed"])
    if fault := duty_fault(course, owed):
        yield fault
    if is_free or ship["orbit"] is not None:
        return
    planets = {at(planet): planet["designation"] for planet in roster.planets}
    for step in walk(at(ship), ship["facing"], course).path:
        if step in planets:
            yield Fault(f"it would enter the hex of {planets[step]}, {step}", "KH 3 Planets")
            return
        if not (1 <= step.column <= roster.columns and 1 <= step.row <= roster.rows):
            _off_map(builder, step)
            return


def _off_map(builder: Builder, step: Hex) -> None:
    roster = builder.roster
    where = f"The map goes from 0101 to {Hex(roster.columns, roster.rows)}"
    _say(
        builder,
        Problem(
            Severity.WARNING,
            f"this plot takes {_name(builder)} off the map",
            reason=f"{where}; a ship that leaves it is lost",
            rule="KH 3 Moving Off The Map",
            outcome=f"It will leave the map towards {step}",
            remedy="Turn earlier if you do not want that",
        ),
    )


def _orbit_faults(builder: Builder, way: EnterOrbit, owed: int) -> Iterator[Fault]:
    ship = builder.ship
    planet = next(one for one in builder.roster.planets if one["id"] == way.planet)
    orbit = ship["orbit"]
    if owed:
        yield Fault("a ship that evaded cannot orbit in its next move", "KH 4 Evasive Maneuvers")
    if orbit is not None and orbit["planet"] == way.planet:
        if orbit["clockwise"] != way.clockwise:
            yield Fault("the direction of an orbit is fixed; it must leave it first", ORBITING)
        return
    apart = distance(at(ship), at(planet))
    if apart != 1:
        where = f"{ship['at']}, {apart} hexes from {planet['designation']} at {planet['at']}"
        yield Fault(f"it starts its move in {where}, not next to it", ORBITING)
    elif builder.options["orbit.max_speed"] == "adf" and ship["speed"] > ship["adf"]:
        yield Fault(f"its last speed {ship['speed']} is above its ADF {ship['adf']}", ORBITING)


def _remedy(builder: Builder, way: Any) -> str:
    ship = builder.ship
    if isinstance(way, EnterOrbit) or not ship["adf"]:
        return ""
    least, most = max(0, ship["speed"] - ship["adf"]), ship["speed"] + ship["adf"]
    turns = f"at most {ship['mr']} turn{'' if ship['mr'] == 1 else 's'}"
    return f"It may fly {least} to {most} hexes with {turns}"


def _sentence(why: str) -> str:
    return why[:1].upper() + why[1:]


def _screen(builder: Builder, line: MoveLine) -> MoveLine:
    """The line without a screen order that cannot be carried out."""
    if line.screen == "up" and not _left(builder, "masking_screen"):
        had = _had(builder, "masking_screen")
        name = _name(builder)
        _say(
            builder,
            illegal(
                f"{name} has no masking screen left"
                if had
                else f"{name} carries no masking screen",
                reason=f"It has used all {had}" if had else "",
                rule="KH 4 Masking Screen",
                outcome="No screen will be raised",
            ),
        )
        return replace(line, screen="", screen_when=ALWAYS)
    if line.screen == "down" and builder.ship["screen"] is None:
        _say(
            builder,
            Problem(
                Severity.WARNING,
                f"{_name(builder)} has no screen up now",
                outcome="The order to drop it does nothing unless that changes",
            ),
        )
    return line


# --- fire -----------------------------------------------------------------------------------


def _fire(builder: Builder, verb: str, line: FireLine) -> FireLine | None:
    if not line.weapon:  # said where the weapon was looked up
        return None
    arm = ARMS[mounts_of(builder.ship, line.weapon)[0]["kind"]]
    if line.hold:
        return line
    if verb == "defence" and not arm.fires_in_defence(builder.options):
        _say(
            builder,
            illegal(
                f"a {arm.title} cannot fire defensively",
                reason="It fires only in its own side's combat phase",
                rule="KH 4 Defensive Attacks",
                outcome=_NOT_DONE,
                remedy="Write it as an attack line",
            ),
        )
        return None
    if not line.targets:
        why = "None of the ships it names can be fired at"
        _say(builder, illegal("this line has no target left", reason=why, outcome=_NOT_DONE))
        return None
    if verb == "attack" and (line.hexes != "best" or line.hex is not None):
        _say(
            builder,
            illegal(
                "only defensive fire chooses a hex",
                reason="In its own combat phase a ship fires at where its target is",
                rule="KH 4 Defensive Attacks",
                outcome="The rest of the line stands",
            ),
        )
        line = replace(line, hexes="best", hex=None)
    return _supply(builder, line, arm)


def _supply(builder: Builder, line: FireLine, arm: Weapon) -> FireLine:
    if line.within > arm.range:
        _warn(builder, f"within {line.within} is more than the range {arm.range} of {line.weapon}")
    if not arm.limited:
        if line.keep:
            _warn(builder, f"{line.weapon} uses no supply, so there is nothing to keep")
            return replace(line, keep=0)
        return line
    left = _left(builder, arm.kind)
    words = SUPPLY_WORDS[arm.kind]
    if not left:
        _say(
            builder,
            illegal(
                f"{_name(builder)} has no {words} left",
                reason=f"It has used all {_had(builder, arm.kind)}",
                rule="KH 4 Weapon Systems",
                outcome="The line stands, but nothing will be fired",
            ),
        )
    elif line.keep >= left:
        _warn(builder, f"this keeps {line.keep} of {left} {words}, so nothing will be fired")
    return line


def _warn(builder: Builder, fault: str) -> None:
    _say(builder, Problem(Severity.WARNING, fault))


def _icm(builder: Builder, line: IcmLine) -> IcmLine | None:
    had, left = _had(builder, "icm"), _left(builder, "icm")
    if not had:
        fault = f"{_name(builder)} carries no ICMs"
        _say(builder, illegal(fault, rule="KH 4 Interceptor Missiles", outcome=_NOT_DONE))
        return None
    if not left:
        _warn(builder, f"{_name(builder)} has used all its {had} ICMs")
    elif line.keep >= left:
        _warn(builder, f"this keeps {line.keep} of {left} ICMs, so none will be used")
    return line


def _evade(builder: Builder, line: EvadeLine) -> EvadeLine | None:
    if builder.ship["evades"]:
        return line
    _say(
        builder,
        illegal(
            f"{_name(builder)} cannot evade",
            reason=f"Only fighters and assault scouts can, it is a {builder.ship['class']}",
            rule="KH 4 Evasive Maneuvers",
            outcome=_NOT_DONE,
        ),
    )
    return None


# --- set-up ---------------------------------------------------------------------------------


def _place(builder: Builder, line: PlaceLine) -> PlaceLine | None:
    ship = builder.ship
    free = builder.roster.placements.get(ship["id"])
    stands = f"It stands at {ship['at']}, facing {ship['facing']}, speed {ship['speed']}"
    if free is None:
        _say(
            builder,
            illegal(
                f"the place of {_name(builder)} is not free to choose",
                reason=stands,
                rule="KH PBM",
                outcome=_NOT_DONE,
            ),
        )
        return None
    for why in _placing_faults(builder, line, free):
        _say(
            builder,
            illegal(
                f"{_name(builder)} cannot be placed like this",
                reason=why,
                rule="KH PBM",
                outcome=f"Unless another line places it, {stands[0].lower()}{stands[1:]}",
            ),
        )
    return line


def _placing_faults(builder: Builder, line: PlaceLine, free: Mapping[str, Any]) -> Iterator[str]:
    ship = builder.ship
    place = str(line.at) if line.at is not None else ship["at"]
    if place not in free["hexes"]:
        hexes = sorted(free["hexes"])
        yield f"{place} is not one of its {len(hexes)} hexes, {hexes[0]} to {hexes[-1]}"
    if line.orbit is not None:
        planet = next(p for p in builder.roster.planets if p["id"] == line.orbit.planet)
        apart = distance(line.at or at(ship), at(planet))
        if apart != 1:
            where = f"{planet['designation']} at {planet['at']}"
            yield f"{place} is {apart} hexes from {where}, not next to it"
        if line.speed:
            yield f"A ship in orbit has speed 0, not {line.speed}"
    if line.facing is not None and line.facing not in free["facings"]:
        yield f"It may face {', '.join(map(str, free['facings']))}, not {line.facing}"
    least, most = free["speed_least"], free["speed_most"]
    if line.speed is not None and not least <= line.speed <= most:
        yield f"Its speed may be {least} to {most}, not {line.speed}"


# --- the ship's lines together --------------------------------------------------------------


def unreached(
    ships: Mapping[str, ShipOrders], names: Mapping[str, str]
) -> Iterator[tuple[int, str, str]]:
    """Lines that cannot count because one above always does: line number, fault, reason."""
    for ship in ships.values():
        name = names[ship.ship]
        moves = [line for line in ship.move if line.way or line.facing or line.face_ships]
        for kind, lines in (("move", moves), ("evade", ship.evade)):
            yield from _after_always(kind, lines, name)
        for line in ship.icm[1:]:
            fault = f"there is more than one icm line for {name}"
            yield _number(line), fault, "Only the first of them counts"
        for placing in ship.place[1:]:
            fault = f"there is more than one place line for {name}"
            yield _number(placing), fault, "The last that can be carried out counts"


def _after_always(kind: str, lines: Sequence[Any], name: str) -> Iterator[tuple[int, str, str]]:
    always = 0
    for line in lines:
        if always:
            reason = f"Line {always} comes first and always holds"
            yield _number(line), f"this {kind} line of {name} never counts", reason
        elif line.condition == ALWAYS:
            always = _number(line)


def _number(line: Any) -> int:
    return int(line.ref.line)


def ranges(numbers: Sequence[int]) -> str:
    """Line numbers in a few words.

    >>> ranges([5, 6, 7, 12])
    '5-7, 12'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def line_span(sheet: Sheet, number: int) -> Span | None:
    """The place of a line of the sheet."""
    return next((line.span() for line in sheet.lines if line.number == number), None)
