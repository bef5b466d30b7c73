"""Movement lines: ships with their cargo, a route, codes, and where they go if they must.

Rule: NV ORD-07, NV ORD-11 to ORD-32, NV ORD-46 to ORD-48, NV MOV-01 to MOV-07.
"""

from msgspec.structs import replace

from pbm.games.nova.orders import codes
from pbm.games.nova.orders.movement.cargo import check_fits, kinds_aboard, mover_text, read_mover
from pbm.games.nova.orders.movement.prefill import prefill
from pbm.games.nova.orders.movement.routes import (
    jump_text,
    place_text,
    read_jump,
    read_place,
    walk,
)
from pbm.games.nova.orders.naming import COMING, Roster, foe, folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.letters import ACTIVITIES
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Mover, SetUp, Units
from pbm.games.nova.view.record import ShipView
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name

DIRECTIONS = 6


def read(resolver: Resolver, node: Node) -> tuple[Movement, ...]:
    """``VIRUS Bee (2 AA), Pup > D > TEDDY N/R, X retreat B setup 4/7 tow Wasp``."""
    retreating = node.word.type == "RETREATING"
    start, movers, *others = node.items[1:] if retreating else node.items
    parts = resolver.once(others)
    route, retreat = parts.get("route"), parts.get("retreat_to")
    setup, tow = parts.get("set_up"), parts.get("tow")
    line = Movement(
        resolver.ref,
        resolver.system(start),
        tuple([read_mover(resolver, mover) for mover in movers.parts]),
        () if route is None else tuple([read_jump(resolver, jump) for jump in route.parts]),
        codes.read(resolver, parts.get("codes")),
        "" if retreat is None else read_place(resolver, retreat.items[-1]),
        None if setup is None else SetUp(*map(int, setup.tokens("NUMBER"))),
        "" if tow is None else resolver.ship(tow.items[1]),
        retreating,
    )
    return (line,)


def check(resolver: Resolver, line: Movement) -> tuple[Movement, ...]:
    """The line as it is kept; ships that H is not for stand in a line of their own."""
    movers = [mover for mover in line.movers if _may_move(resolver, line, mover)]
    if not movers:
        return ()
    if len(movers) < len(line.movers):
        line = replace(line, movers=tuple(movers))
    if line.setup is not None:
        _set_up(resolver, line.setup)
    if line.route:
        _route(resolver, line)
    for mover in movers:
        if mover.cargo:
            check_fits(resolver, mover.ship, mover.cargo)
    letters = codes.letters(line.codes)
    if "G" in letters:
        codes.guards(resolver, line.codes)
    if "I" in letters and line.route:
        line = _not_interdicting(resolver, line)
    for activity in line.codes.activities or ():
        _needs(resolver, line, activity)
    return _hostile(resolver, line) if "H" in letters else (line,)


def _may_move(resolver: Resolver, line: Movement, mover: Mover) -> bool:
    """Says what is wrong with a ship at its start; False if it takes no order from here."""
    roster = resolver.roster
    if mover.units is not None:
        if mover.units.owner:
            resolver.refuse(
                f"{_plural(mover.units)} of {foe(mover.units.owner)} are not yours to order",
                reason="Units obey their own empire, wherever they are",
                rule="NV CON-22",
                outcome="They are left out here",
            )
            return False
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


def _set_up(resolver: Resolver, setup: SetUp) -> None:
    """Rule: NV ORD-46. Ambiguity: NV A-ORD-SETUP-MAX."""
    most = int(resolver.options["setup_max"])
    if not 1 <= setup.direction <= DIRECTIONS:
        resolver.refuse(
            f"{setup.direction} is not a direction",
            reason=f"Directions are 1 to {DIRECTIONS}",
            rule="NV ORD-46",
            outcome="They set up as if nothing were ordered",
        )
    if setup.hexes > most:
        resolver.refuse(
            f"{setup.hexes} hexes are too many",
            reason=f"In this campaign at most {most} are allowed",
            rule="NV ORD-46",
            outcome=f"They set up {most} hexes from the center",
        )


def _route(resolver: Resolver, line: Movement) -> None:
    """Rule: NV MOV-01, NV MOV-04, NV MOV-05, NV MOV-07."""
    walked = walk(resolver.roster, line.start, line.route)
    if walked.wrong is not None:
        _stops(resolver, *walked.wrong)
    else:
        for mover in line.movers:
            ship = resolver.roster.by_id.get(mover.ship)
            if ship is not None and walked.jumps > ship.jd:
                resolver.refuse(
                    f"{ship.name} can jump {ship.jd} times a turn, not {walked.jumps}",
                    rule="NV MOV-01",
                    outcome=f"It stops after {ship.jd} jumps",
                )
    if line.tow:
        resolver.refuse(
            "nothing can be towed through a jump",
            reason="Ships are carried through in launch bays or cargo holds",
            rule="NV MOV-05",
            outcome="The tow is cast off before the jump",
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


def _not_interdicting(resolver: Resolver, line: Movement) -> Movement:
    """A line with I, which is for ships that do not jump, without it. Rule: NV ORD-24."""
    resolver.refuse(
        "ships that jump cannot interdict in the same turn",
        rule="NV ORD-24",
        outcome="They jump; I is left out",
    )
    left = tuple(one for one in line.codes.activities or () if one.code != "I")
    return replace(line, codes=replace(line.codes, activities=left or None))


def _needs(resolver: Resolver, line: Movement, activity: Activity) -> None:
    """Says of an activity that no ship of the line is fitted for it, or carries what it needs."""
    roster, kind = resolver.roster, ACTIVITIES[activity.code]
    if kind.units:
        if not set(kind.units).isdisjoint(kinds_aboard(roster, line)):
            return
        fault = f"nothing on this line can do {activity.code}"
        takes = f"{', '.join(kind.units)} aboard"
    elif kind.components:
        for mover in line.movers:
            ship = roster.by_id.get(mover.ship)
            if mover.ship and (
                ship is None or not roster.kinds_of(ship.design).isdisjoint(kind.components)
            ):
                return
        named = [_plural(one.units) for one in line.movers if one.units]
        named = [*(roster.by_id[one.ship].name for one in line.movers if one.ship), *named]
        fault = f"{', '.join(named)} cannot do {activity.code}"
        takes = " or ".join(kind.components)
    else:
        return
    resolver.refuse(
        fault,
        reason=f"It takes {takes}",
        rule=kind.rule,
        outcome="It is left undone",
        remedy=_jump_meant(roster, line, activity.code),
    )


def _jump_meant(roster: Roster, line: Movement, code: str) -> str:
    """What to write if a letter was meant for a warp line, "" if no line is called so."""
    system = roster.systems.get(folded(line.start))
    is_line = not line.route and system is not None and code in system.letters
    return f"If the warp line is meant, write  > {code}" if is_line else ""


def _hostile(resolver: Resolver, line: Movement) -> tuple[Movement, ...]:
    """H is not for unarmed ships. Rule: NV ORD-13."""
    unarmed = tuple(mover for mover in line.movers if _is_unarmed(resolver.roster, mover))
    if not unarmed:
        return (line,)
    codes.not_hostile(resolver, [resolver.roster.labels[mover.ship] for mover in unarmed])
    others = tuple(mover for mover in line.movers if mover not in unarmed)
    quiet = replace(line, movers=unarmed, codes=codes.without_hostile(line.codes))
    return (replace(line, movers=others), quiet) if others else (quiet,)


def _is_unarmed(roster: Roster, mover: Mover) -> bool:
    ship = roster.by_id.get(mover.ship)
    return ship is not None and not ship.armed


def line_text(line: Movement, names: Name) -> str:
    """The line in the language of the sheets."""
    text = f"{names(line.start)} {', '.join([mover_text(one, names) for one in line.movers])}"
    for jump in line.route:
        text += f" > {jump_text(jump, names)}"
    if ordered := codes.text(line.codes, names):
        text += f" {ordered}"
    if line.retreat:
        text += f" retreat {place_text(line.retreat, names)}"
    if line.setup is not None:
        text += f" setup {line.setup.direction}/{line.setup.hexes}"
    if line.tow:
        text += f" tow {names(line.tow)}"
    return f"retreating {text}" if line.retreating else text


MOVE = OrderKind(
    *("move", Movement, read, line_text, check, ("moves",), ("retreating",)), prefill=prefill
)
