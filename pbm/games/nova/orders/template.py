"""The body of a player's next sheet: all that he has and carries over, with lines to change.

It reads without a problem as it stands. What is left to the player stands in remarks; a line
of a ship without codes leaves it its default orders. Rule: NV ORD-04, NV ORD-05, NV ORD-40.
Ambiguity: NV A-MISS-SHEET.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET

from pbm.games.nova.orders.naming import Roster, foe, folded, is_alien, is_minor, label_of
from pbm.games.nova.orders.order_parser import names_for
from pbm.games.nova.orders.rounds.round_template import round_template
from pbm.games.nova.state import fees
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.view.record import PermitView, ProjectView, ShipView, SystemView, View
from pbm.sheets.quoting import Name, remark

# A sheet for turn 0 that is right as it stands; a test reads it. Rule: NV SET-11 to SET-35.
PREGAME = """\
# Change whatever you like; the receipt shows every sum.
HOME TYPE 8                       # 7, 6 or 5 give 400, 800 or 1200 MCr more
TECH preset stomp                 # or your own levels only, as in the next line
TECH IE 2
DESIGN Scout
  IE 1
  JD4 L8
  1 XC
END DESIGN
DESIGN Hauler
  IE 1
  JD4 L8
  2 CH
END DESIGN
DESIGN Lancer
  IE 2
  JD4 L8
  3 SI 9
  12 AR 1
  2 BL 18
  1 FC 4
  1 SN 20
END DESIGN
BUY Scout 6 as Scout-1, Scout-2, Scout-3, Scout-4, Scout-5, Scout-6
BUY Hauler 3 as Hauler-1, Hauler-2, Hauler-3
BUY Lancer 4 as Lance, Pike, Spear, Halberd
BUY C 9
BUY RA 2
KEEP {keep}
"""
PREGAME_KEEP = 362

# Technologies of which a few levels more are a common project.
_EXAMPLES = ("BL", "PL", "XL", "SN", "SI")


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    """Lines that read without a problem. Rule: NV ORD-04, NV ORD-05."""
    if view.battles is not UNSET:
        return round_template(view.battles, due)
    roster = Roster(view)
    if roster.turn == 0:
        return PREGAME.format(keep=PREGAME_KEEP)
    if roster.empire.eliminated:
        return "\n".join(remark("your empire is out of the game; there is nothing to order")) + "\n"
    names = names_for(roster)
    lines = [*_front(roster), *_expenditures(roster, names)]
    lines += ["", "COMMISSIONS", *remark(_commission(roster, names)), "", "RESEARCH"]
    lines += _research(roster, names)
    lines += ["", "MOVEMENT", *_movement(roster, names), "", *_contacts(roster, names, options)]
    return "\n".join(lines) + "\n"


# --- front ----------------------------------------------------------------------------------


def _front(roster: Roster) -> Iterator[str]:
    """The fields of the printed form in their order. Rule: NV ORD-04."""
    empire = roster.empire
    production, treasury = empire.production_next, empire.treasury
    yield f"PRODUCTION {production}   TREASURY {treasury}"
    yield "  # SALVAGE name, units at system = sum"
    yield "  # PILLAGE system = sum"
    yield "  # RECEIVED empire sum"
    yield "BONUS 0"
    spent = fees.UPKEEP * sum(one.teams for one in _projects(roster))
    left = treasury + production - empire.debt - spent
    yield f"  # TOTAL {treasury + production}   EXPEND {spent}   TREASURY AFTER {left}"
    if empire.debt:
        yield from remark(f"{empire.debt} MCr of debt are paid first")
    if empire.locked:
        yield from remark(f"{empire.locked} MCr more were sent to you, to be spent later")


def _expenditures(roster: Roster, names: Name) -> Iterator[str]:
    empire = roster.empire
    total = empire.treasury + empire.production_next
    total -= empire.debt
    teams = sum(one.teams for one in _projects(roster))
    yield ""
    yield "EXPENDITURES                      # the most important first"
    if teams:
        yield f"  Maintain all @ {fees.UPKEEP} = {teams * fees.UPKEEP}"
    for hull in roster.hulls.values():
        if hull.yours_to_finish:
            rest = hull.cost - hull.paid
            yield f"  # Finish {names(hull.id)} {rest}"
    left = total - teams * fees.UPKEEP
    yield from remark(f"{left} MCr are left for the rest; these can be bought:")
    capital = names(empire.capital) if empire.capital else "your home"
    for design in roster.designs.values():
        if is_alien(design):
            continue
        yield f"  # {names(design.name)} 1 @ {design.cost} at {capital}"
    costs = (f"{kind} {unit.full_cost}" for kind, unit in UNITS.items() if unit.is_built)
    yield from remark("; ".join(("RDT 40", *costs)))


def _commission(roster: Roster, names: Name) -> str:
    own = (names(one.name) for one in roster.designs.values() if not is_alien(one))
    capital = roster.empire.capital
    place = names(capital) if capital else "system"
    return f"{place} {next(own, 'design')}: a name for each ship that is built"


# --- research -------------------------------------------------------------------------------


def _projects(roster: Roster) -> Sequence[ProjectView]:
    return roster.view.projects


def _research(roster: Roster, names: Name) -> Iterator[str]:
    """Projects as they stand, with the teams they begin with. Rule: NV RES-12."""
    for one in _projects(roster):
        if one.kind == "TECH":
            project = f"{one.subject} {one.start}-{one.goal_level}"
        else:
            project = f"{one.kind} {names(one.subject)}"
        goal = amount_text(Fraction(one.goal))
        teams = one.teams
        done = f"  # {one.done} TP so far" if one.done is not None else ""
        yield f"  {project} {one.table} ({goal}) [{teams}] +0 [{teams}]{done}"
    if not _projects(roster):
        yield from remark(_example(roster.empire.tech))


def _example(tech: Mapping[str, int]) -> str:
    """A line of research as it could begin: the empire's first technology, five levels on."""
    kind = next((one for one in _EXAMPLES if one in tech), "BL")
    level = tech.get(kind, 0)
    return f"{kind} {level}-{level + 5} [0] +4 [4]"


# --- movement -------------------------------------------------------------------------------


def _movement(roster: Roster, names: Name) -> Iterator[str]:
    """Every ship by system, each in a line to be gone on with. Rule: NV ORD-48."""
    places: dict[str, list[ShipView]] = {}
    retreating: list[tuple[ShipView, str]] = []
    for ship in sorted(roster.ships.values(), key=lambda one: one.name):
        if ship.retreat is not None:
            retreating.append((ship, ship.retreat.to))
        elif not ship.carrier:
            places.setdefault(ship.at, []).append(ship)
    for system in roster.systems.values():
        if system.surface or system.name in places:
            yield from _place(roster, names, system, places.get(system.name, []))
    for ship, to in retreating:
        what = f"{ship.name} ({ship.design}) is on a retreat to {to}"
        yield from remark(f"{what}; it needs no orders")
    if not roster.ships:
        yield from remark("you have no ships")


def _place(
    roster: Roster, names: Name, system: SystemView, ships: Iterable[ShipView]
) -> Iterator[str]:
    lines = [f"{letter}={system.lines.get(letter) or '?'}" for letter in system.letters]
    own = [unit for unit in system.surface if unit.owner == "you"]
    ends = [end.name for end in roster.gates.values() if end.at == system.name]
    there = ", ".join([*(f"{unit.number} {unit.kind}" for unit in own), *ends])
    parts = [system.name]
    parts += [f"lines {' '.join(lines)}"] if lines else []
    parts += [f"on the planet {there}"] if there else []
    yield from remark("; ".join(parts))
    for ship in ships:
        if ship.unnamed:
            yield from remark(f"{ship.name} was named by the program; it takes no orders yet")
            continue
        state = "; ".join(_state(ship))
        line = f"  {names(system.name)}  {names(ship.id)}{_cargo(roster, names, ship)}"
        yield f"{line}  # {state}" if len(line) + len(state) < 66 else line


def _state(ship: ShipView) -> Iterator[str]:
    yield ship.design
    yield f"JD {ship.jd}"
    if not ship.damage.is_none:
        yield "damaged"


def _cargo(roster: Roster, names: Name, ship: ShipView) -> str:
    """What is aboard, as it stands; nothing said leaves a ship as it is."""
    parts = [
        f"{one.number} {one.kind}" + ("" if one.owner in ("", "you") else f" of {foe(one.owner)}")
        for one in ship.cargo
    ]
    parts += [f"gate {names(end.id)}" for end in roster.ends_aboard.get(ship.name, ())]
    for other in roster.aboard.get(ship.name, ()):
        hold = f"{other.bay}: " if other.bay else ""
        parts.append(f"{hold}{names(other.id)}{_cargo(roster, names, other)}")
    return f" ({'; '.join(parts)})" if parts else ""


# --- contacts and the rest ------------------------------------------------------------------


def _contacts(roster: Roster, names: Name, options: Mapping[str, str]) -> Iterator[str]:
    contacts = roster.view.contacts
    called = [
        f"{label_of(one)} ({', '.join(filter(None, (one.kind, one.name)))})" for one in contacts
    ]
    if called:
        yield from remark(f"you know {', '.join(called)}")
    for one in contacts:
        if not is_minor(one) and one.kind != "full":
            yield f"  # CONTACT full {foe(label_of(one))}"
    for permit in roster.view.permits:
        yield f"  # stands: {_permit(roster, names, permit)}"
    known = [label_of(one) for one in contacts if not is_minor(one)]
    yield from remark(f"GENERAL all ships: {f'F to {foe(known[0])}' if known else 'T'}")
    yield from remark("CONDITIONAL if interdicted: all ships: keep orders")
    ship = next((names(one.id) for one in roster.ships.values()), "ship")
    yield from remark(f"SPECIAL {ship}: T")
    if options.get("free_orders") == "docket":
        yield from remark("FREE an order of your own;  NOTE TO GM words")


def _permit(roster: Roster, names: Name, permit: PermitView) -> str:
    what = permit.what
    shown = names(what) if what in roster.labels or folded(what) in roster.systems else what
    if permit.kind == "stop":
        return f"STOP own at {shown}"
    if permit.kind == "gate":
        return f"PERMIT {permit.who} through {shown}"
    return f"PERMIT {permit.who} interdiction {f'of {shown}' if what else 'all'}"
