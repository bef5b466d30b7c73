"""Movement lines against what their player knows: places, routes, equipment, codes.

Rule: NV ORD-07, NV ORD-11 to ORD-30, NV MOV-01 to MOV-07.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.games.nova.orders.checks.known_routes import walk
from pbm.games.nova.orders.naming import COMING, Roster, folded
from pbm.games.nova.orders.order_precedence import NOT_OF_A_GUARD, without_hostile
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Codes, Loading, Mover, Units
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.view.record import ShipView

DIRECTIONS = 6
# What an activity needs on the ship, and what becomes of it without.
_NEEDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "X": (("XC", "SX"), "NV ORD-23"),
    "W": (("XC", "SX"), "NV ORD-29"),
    "D": (("DC",), "NV ORD-21"),
    "I": (("DG",), "NV ORD-24"),
}
# What an activity needs aboard, or on the planet.
_CARRIES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "E": (("C", "IC", "TFC", "SG"), "NV ORD-22"),
    "A": (("AA", "RA"), "NV ORD-20"),
    "PCB": (("PCB",), "NV UNI-26"),
}


def movement(resolver: Resolver, line: Movement) -> tuple[Movement, ...]:
    """A movement line as it is kept; ships that H is not for stand in a line of their own."""
    movers = tuple(mover for mover in line.movers if _may_move(resolver, line, mover))
    if not movers:
        return ()
    if len(movers) < len(line.movers):
        line = replace(line, movers=movers)
    _set_up(resolver, line)
    _route(resolver, line)
    _towing(resolver, line)
    for mover in movers:
        _fits(resolver, mover)
    guards(resolver, line.codes)
    codes = _interdiction(resolver, line)
    if codes is not line.codes:
        line = replace(line, codes=codes)
    for code in line.codes.activities or ():
        _activity(resolver, line, code)
    return _hostile(resolver, line)


def _may_move(resolver: Resolver, line: Movement, mover: Mover) -> bool:
    """Says what is wrong with a ship at its start; False if it takes no order from here."""
    roster = resolver.roster
    if not mover.ship:
        if line.route:
            resolver.refuse(
                f"{_plural(mover.units)} cannot jump without a ship",
                rule="NV MOV-01",
                outcome="They stay on the planet",
                remedy="Write them in brackets behind the ship that carries them",
            )
        return True
    if mover.ship in roster.moved:
        resolver.refuse(
            f"{roster.labels.get(mover.ship, mover.ship.removeprefix(COMING))} has orders already",
            reason=f"Line {roster.moved[mover.ship]} comes first",
            rule="NV ORD-48",
            outcome="It is left out here",
        )
        return False
    roster.moved[mover.ship] = resolver.line.number
    ship = roster.by_id.get(mover.ship)
    if ship is None:
        return True
    if ship.unnamed:
        resolver.refuse(
            f"{ship.name} was named by the program this turn",
            reason="Ships not uniquely named can be given no orders",
            rule="NV ORD-41",
            outcome="It stays at its place",
        )
        return False
    if (ship.retreat is not None) != line.retreating:
        _retreating(resolver, ship)
        return False
    at = roster.place_of(ship)
    if at and at != line.start:
        resolver.refuse(
            f"{ship.name} is at {at}, not at {line.start}",
            rule="NV ORD-07",
            outcome="It cannot follow this line and stays where it is (NT)",
        )
    return True


def _retreating(resolver: Resolver, ship: ShipView) -> None:
    if ship.retreat is not None:
        resolver.refuse(
            f"{ship.name} is on a retreat",
            reason="It needs no orders; orders for it must say that it is retreating",
            rule="NV ORD-32",
            outcome="The line is left out for it",
            remedy=f"Write  retreating  before the system: it retreats to {ship.retreat.to}",
        )
    else:
        resolver.refuse(
            f"{ship.name} is not on a retreat",
            rule="NV ORD-32",
            outcome="The line is left out for it",
            remedy="Leave out  retreating",
        )


def _plural(units: Units | None) -> str:
    assert units is not None
    return f"{units.number} {units.kind}" if units.number else f"{units.kind}"


def _set_up(resolver: Resolver, line: Movement) -> None:
    """Rule: NV ORD-46. Ambiguity: NV A-ORD-SETUP-MAX."""
    if line.setup is None:
        return
    most = int(resolver.options["setup_max"])
    if not 1 <= line.setup.direction <= DIRECTIONS:
        resolver.refuse(
            f"{line.setup.direction} is no direction",
            reason=f"Directions are 1 to {DIRECTIONS}",
            rule="NV ORD-46",
            outcome="They set up as if nothing were ordered",
        )
    if line.setup.hexes > most:
        resolver.refuse(
            f"{line.setup.hexes} hexes are too many",
            reason=f"In this campaign at most {most} are allowed",
            rule="NV ORD-46",
            outcome=f"They set up {most} hexes from the center",
        )


def _route(resolver: Resolver, line: Movement) -> None:
    """Rule: NV MOV-01, NV MOV-04, NV MOV-07."""
    walked = walk(resolver.roster, line.start, line.route)
    if walked.wrong is not None:
        _stops(resolver, *walked.wrong)
        return
    for mover in line.movers:
        ship = resolver.roster.by_id.get(mover.ship)
        if ship is not None and walked.jumps > ship.jd:
            resolver.refuse(
                f"{ship.name} can jump {ship.jd} times a turn, not {walked.jumps}",
                rule="NV MOV-01",
                outcome=f"It stops after {ship.jd} jumps",
            )


def _stops(resolver: Resolver, number: int, code: str, why: str) -> None:
    resolver.refuse(
        f"jump {number} of this route is not possible ({code})",
        reason=why,
        rule="NV ORD-07",
        outcome="The ships stop before it and do nothing more"
        if number > 1
        else "The ships stay where they are and do nothing more",
    )


def _towing(resolver: Resolver, line: Movement) -> None:
    if line.tow and line.route:
        resolver.refuse(
            "nothing can be towed through a jump",
            reason="Ships are carried through in launch bays or cargo holds",
            rule="NV MOV-05",
            outcome="The tow is cast off before the jump",
        )


def _fits(resolver: Resolver, mover: Mover) -> None:
    """Says that a cargo is more than the holds take, on a ship without bays. Rule: NV DSN-12."""
    ship = resolver.roster.by_id.get(mover.ship)
    if ship is None or not mover.cargo or ship.capacity.bays:
        return
    units = [one.units for one in mover.cargo if one.units is not None]
    needed = sum((UNITS[one.kind].holds or 0) * max(one.number, 1) for one in units)
    holds = ship.capacity.holds
    if needed > holds:
        resolver.refuse(
            f"{ship.name} has {holds} cargo holds, not the {needed} this takes",
            rule="NV DSN-12",
            outcome="What does not fit stays behind",
        )


# --- codes ----------------------------------------------------------------------------------


def guards(resolver: Resolver, codes: Codes) -> None:
    """What a guard may not do. Rule: NV ORD-12. Ambiguity: NV A-G-LEAVE."""
    if not any(one.code == "G" and not one.toward.to for one in codes.contact):
        return
    leaving = [one.code for one in codes.activities or () if one.code in NOT_OF_A_GUARD]
    if leaving:
        resolver.refuse(
            f"{', '.join(leaving)} would take a guard away from the warp point",
            reason=f"With G only I, M, S and W are possible, not {', '.join(NOT_OF_A_GUARD)}",
            rule="NV ORD-12",
            outcome="It is broken off",
        )


def _interdiction(resolver: Resolver, line: Movement) -> Codes:
    """I is for ships that do not jump. Rule: NV ORD-24."""
    codes = line.codes
    if not line.route or all(one.code != "I" for one in codes.activities or ()):
        return codes
    resolver.refuse(
        "ships that jump cannot interdict in the same turn",
        rule="NV ORD-24",
        outcome="They jump; I is left out",
    )
    left = tuple(one for one in codes.activities or () if one.code != "I")
    return replace(codes, activities=left or None)


def _activity(resolver: Resolver, line: Movement, activity: Activity) -> None:
    """Says of an activity that no ship of the line is fitted for it, or carries what it needs."""
    roster = resolver.roster
    needs, rule = _NEEDS.get(activity.code, ((), ""))
    ships = [roster.by_id.get(mover.ship) for mover in line.movers if mover.ship]
    known = [ship for ship in ships if ship is not None]
    if needs and (len(known) == len(line.movers)):
        fitted = [ship for ship in known if roster.kinds_of(ship.design) & set(needs)]
        if not fitted:
            resolver.refuse(
                f"{', '.join(ship.name for ship in known)} cannot do {activity.code}",
                reason=f"It takes {' or '.join(needs)}",
                rule=rule,
                outcome="It is left undone",
                remedy=_jump_meant(roster, line, activity.code),
            )
    carries, rule = _CARRIES.get(activity.code, ((), ""))
    if carries and not any(kind in carries for kind in _aboard(roster, line)):
        resolver.refuse(
            f"nothing on this line can do {activity.code}",
            reason=f"It takes {', '.join(carries)} aboard",
            rule=rule,
            outcome="It is left undone",
            remedy=_jump_meant(roster, line, activity.code),
        )


def _jump_meant(roster: Roster, line: Movement, code: str) -> str:
    """What to write if a letter was meant for a warp line, "" if no line is called so."""
    system = roster.systems.get(folded(line.start))
    is_line = not line.route and system is not None and code in system.letters
    return f"If the warp line is meant, write  > {code}" if is_line else ""


def _aboard(roster: Roster, line: Movement) -> Iterator[str]:
    """Kinds of units that a line has with it, as ordered, else as they are."""
    for mover in line.movers:
        if mover.units is not None:
            yield mover.units.kind
        elif mover.cargo is None:
            yield from _loaded(roster, mover.ship)
        else:
            yield from _ordered(roster, mover.cargo)


def _ordered(roster: Roster, cargo: tuple[Loading, ...]) -> Iterator[str]:
    for one in cargo:
        if one.units is not None:
            yield one.units.kind
        elif one.cargo:
            yield from _ordered(roster, one.cargo)
        else:
            yield from _loaded(roster, one.ship)


def _loaded(roster: Roster, id: str) -> Iterator[str]:
    ship = roster.by_id.get(id)
    if ship is not None:
        yield from (cargo.kind for cargo in ship.cargo)
        yield from ("SG" for _end in roster.ends_aboard.get(ship.name, ()))
        for other in roster.aboard.get(ship.name, ()):
            yield from _loaded(roster, other.id)


def _hostile(resolver: Resolver, line: Movement) -> tuple[Movement, ...]:
    """H is not for unarmed ships. Rule: NV ORD-13."""
    codes = line.codes
    if codes.default != "H" and all(one.code != "H" for one in codes.contact):
        return (line,)
    unarmed = [mover for mover in line.movers if _is_unarmed(resolver.roster, mover)]
    if not unarmed:
        return (line,)
    names = ", ".join(resolver.roster.labels[mover.ship] for mover in unarmed)
    resolver.refuse(
        f"{names} cannot be ordered H",
        reason="H is not for unarmed ships",
        rule="NV ORD-13",
        outcome="H is left out for it",
    )
    contact = without_hostile(codes.contact)
    default = codes.default if contact and codes.default != "H" else ""
    tame = replace(codes, contact=contact, default=default)
    others = tuple(mover for mover in line.movers if mover not in unarmed)
    quiet = replace(line, movers=tuple(unarmed), codes=tame)
    return (replace(line, movers=others), quiet) if others else (quiet,)


def _is_unarmed(roster: Roster, mover: Mover) -> bool:
    ship = roster.by_id.get(mover.ship)
    return ship is not None and not ship.armed
