"""Hand ships and installations (phase H) and exploration data (phase L) from one empire to another.

Rule: NV CON-08, NV CON-21 to NV CON-24, NV CON-28, NV CON-29, NV ORD-28, NV ORD-45,
NV ORD-49. Ambiguity: NV A-CON-TRANSFER-WHEN, NV A-CON-GIVE-DATA (known from next turn: it comes
with the report), NV A-NMD-SURR, NV A-CARGO-BAYS.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import Presence, Scene, holds, key
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.aboard import free_name, goods_along, set_apart, with_guests
from pbm.games.nova.rules.movement.gates import hand_over, hand_over_aboard
from pbm.games.nova.state.components import part_text
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Installation, figures, parts_of
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.dealings import Transfer
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import FULL, NORMAL, GateEnd, Ship
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label
from pbm.kit.facts import Fact
from pbm.kit.records import Record

MOST_PIECES = 9999


class Offer(Record):
    """A transfer, and the condition on which its empire makes it.

    ``wanted``: what the condition is to come to. ``told``: a refusal is reported.
    """

    empire: str
    line: Transfer
    condition: Condition
    wanted: bool = True
    told: bool = True

    @property
    def is_late(self) -> bool:
        """True if it waits until nothing else is given: it asks that something be kept."""
        return any(
            test.kind == "transferred" and test.negated == self.wanted
            for tests in self.condition.any_of
            for test in tests
        )


def transfer(work: PhaseContext) -> None:
    """Hand over all units: surrendered ships, and transfers, simultaneous ones together.

    One transfer may be the condition of another; then they are made one after the other. Two
    that wait for each other are not made. Rule: NV ORD-37.
    """
    with drafting(work) as draft:
        presence = Presence(draft)
        _surrendered(work, draft)
        left = _offers(draft)
        late = False
        while True:
            ready = [
                one for one in left if (late or not one.is_late) and _is_ready(draft, presence, one)
            ]
            left = [one for one in left if one not in ready]
            _handed(work, draft, presence, [(one.empire, one.line) for one in ready])
            if late and not ready:
                break
            late = not ready
        for one in left:
            if one.told:
                why = "its condition does not hold"
                _refused(work, one.empire, one.line, why, rule="NV ORD-37")
        _left_behind(work, draft)


def _offers(draft: Draft) -> list[Offer]:
    """All transfers of all sheets: TRANSFER lines, and those that conditional orders give."""
    found = []
    for empire, orders in draft.base.orders.items():
        found += [Offer(empire, line, line.condition) for line in orders.transfers]
        found += [
            Offer(empire, action.transfer, line.condition, wanted, told=False)
            for line in orders.standing
            for wanted, actions in ((True, line.actions), (False, line.otherwise))
            for action in actions
            if action.transfer is not None
        ]
    return found


def _is_ready(draft: Draft, presence: Presence, offer: Offer) -> bool:
    scene = Scene(draft, presence, offer.empire, offer.line.at)
    return holds(offer.condition, scene) == offer.wanted


def _refused(work: PhaseContext, empire: str, line: Transfer, why: str, *, rule: str) -> None:
    telling.failed(work, empire, line.ref, "", "TRANSFER", why, rule=rule, system=line.at)


def _surrendered(work: PhaseContext, draft: Draft) -> None:
    """Ships whose S met the empire it names. Rule: NV ORD-28."""
    for name in sorted(one for one in draft.given if one.startswith("surrender/")):
        _kind, giver, taker, id = name.split("/")
        ship = draft.ships.get(id)
        if ship is not None and ship.owner == giver:
            along = work.options["ships_aboard"] != "stay"
            for one in with_guests(draft, ship) if along else [ship]:
                if one.owner == giver:
                    _give_ship(work, draft, one, taker, None, rule="NV ORD-28")


def _fault(draft: Draft, presence: Presence, empire: str, line: Transfer) -> tuple[str, str]:
    """Why a transfer cannot happen, and the rule; two empty texts if it can."""
    contact = draft.empires[empire].contacts.get(line.to)
    if contact is None or contact.kind not in (NORMAL, FULL):
        return "you have no normal contact with the receiver", "NV CON-21"
    for id in line.ships:
        ship = draft.ships.get(id)
        if ship is None or ship.owner != empire or draft.place_of(ship) != line.at:
            return f"{ship.name if ship else 'the ship'} is not at {line.at}", "NV CON-21"
    for one in line.units:
        there = draft.systems[line.at].units(empire, one.kind)
        if there < max(one.number, 1):
            why = f"you have {there or 'no'} {one.kind} stored at {line.at}"
            return why + (f", not {one.number}" if one.number > 1 else ""), "NV CON-21"
    for id in line.gates:
        end = draft.gates.get(id)
        if end is None or end.owner != empire or _gate_at(draft, end) != line.at:
            return f"{end.name if end else 'the gate end'} is not at {line.at}", "NV CON-21"
    system = draft.systems[line.at]
    if not presence.own(line.at, line.to):
        if not system.surface.get(line.to) and system.owner != line.to:
            return f"the receiver has no unit at {line.at}", "NV CON-21"
        sight = draft.empires[empire].sights.get(line.at)
        if sight is None or not sight.explored:
            return f"you have no exploration data of {line.at}", "NV CON-21"
    return "", ""


def _gate_at(draft: Draft, end: GateEnd) -> str:
    return draft.place_of(draft.ships[end.carrier]) if end.carrier else end.at


def _handed(
    work: PhaseContext, draft: Draft, presence: Presence, lines: Sequence[tuple[str, Transfer]]
) -> None:
    """Carry out what is possible; of simultaneous transfers all or none.

    A line that asks for a unit in return is dropped when no line that stands gives it, and of
    lines that give the same unit the later one; dropping one may drop another, until nothing
    changes.
    """
    standing: list[tuple[str, Transfer]] = []
    for empire, line in lines:
        why, rule = _fault(draft, presence, empire, line)
        if why:
            _refused(work, empire, line, why, rule=rule)
        else:
            standing.append((empire, line))
    changed = True
    while changed:
        changed = False
        for empire, line in list(standing):
            missing = [
                one for one in line.against if not _offered(draft, standing, line.to, empire, one)
            ]
            if missing:
                standing.remove((empire, line))
                changed = True
                why = f"{', '.join(missing)} is not given in return"
                _refused(work, empire, line, why, rule="NV CON-21")
        twice = None if changed else _twice(draft, standing)
        if twice is not None:
            empire, line = standing.pop(twice)
            changed = True
            why = "another line already gives it away"
            _refused(work, empire, line, why, rule="NV CON-21")
    named = {id for _empire, line in standing for id in line.ships}
    for empire, line in standing:
        for id in line.ships:
            _give_ship(work, draft, draft.ships[id], line.to, line, rule="NV CON-21")
            if work.options["ships_aboard"] == "along":
                plain = replace(line, missiles=None, disable=())
                for one in with_guests(draft, draft.ships[id])[1:]:
                    if one.owner == empire and one.id not in named:
                        _give_ship(work, draft, one, line.to, plain, rule="NV CON-21")
        for id in line.gates:
            _give_gate(work, draft, draft.gates[id], line)
        for units in line.units:
            _give_units(work, draft, empire, units, line)


def _left_behind(work: PhaseContext, draft: Draft) -> None:
    """Put ships beside a carrier that another empire owns now. Ambiguity: NV A-CARGO-BAYS."""
    if not any(name.startswith("unit/") for name in draft.given):
        return
    for id, ship in list(draft.ships.items()):
        at = draft.place_of(ship)
        if set_apart(draft, at, id) and draft.base.ships[id].owner == ship.owner:
            work.emit_to(
                "left_behind",
                ship.owner,
                ship.name,
                rule="NV CON-21",
                ship=ship.name,
                carrier=draft.base.ships[ship.carrier].name,
                system=at,
            )


def _twice(draft: Draft, lines: Sequence[tuple[str, Transfer]]) -> int | None:
    """The place of the first line that gives what a line before it gives."""
    gone: set[str] = set()
    left: dict[tuple[str, str, str], int] = {}
    for place, (empire, line) in enumerate(lines):
        things = {*line.ships, *line.gates}
        if gone & things:
            return place
        gone |= things
        for one in line.units:
            there = draft.systems[line.at].units(empire, one.kind)
            store = empire, line.at, one.kind
            left[store] = left.get(store, there) - (one.number or there)
            if left[store] < 0:
                return place
    return None


def _offered(
    draft: Draft, lines: Sequence[tuple[str, Transfer]], giver: str, taker: str, name: str
) -> bool:
    wanted = name.casefold()
    for empire, line in lines:
        if empire == giver and line.to == taker:
            names = [draft.ships[id].name for id in line.ships]
            names += [draft.gates[id].name for id in line.gates]
            names += [one.kind for one in line.units]
            if wanted in (one.casefold() for one in names):
                return True
    return False


def disabled(draft: Draft, ship: Ship, wanted: Sequence[tuple[str, int]]) -> Damage:
    """The damage of a ship with these components put out of use. Rule: NV CON-23.

    A component is named as on the design sheet (``FC 8``, ``BL 15``); 0 means all of them.
    """
    parts = dict(ship.damage.parts)
    for name, number in wanted:
        left = number or MOST_PIECES
        for piece in figures(draft.designs[ship.design]).installations:
            if left and piece.name not in parts and _is_called(piece, name):
                parts[piece.name] = piece.part.level if piece.part.kind in ("IE", "JD") else 1
                left -= 1
    return replace(ship.damage, parts=parts)


def _is_called(piece: Installation, name: str) -> bool:
    """True for ``BL``, ``BL 15``, and its whole text on the design sheet."""
    wanted = name.replace(" ", "").upper()
    part = piece.part
    whole = part_text(part).removeprefix("1 ").replace(" ", "")
    return wanted in (part.kind, f"{part.kind}{part.level}", whole)


def _give_ship(
    work: PhaseContext, draft: Draft, ship: Ship, taker: str, line: Transfer | None, *, rule: str
) -> None:
    """A ship and all that it carries as its own gets another owner, for good."""
    giver = ship.owner
    missiles = _missiles(draft, ship, line)
    name = free_name(draft, ship, taker)
    draft.put(
        replace(
            ship,
            owner=taker,
            name=name,
            given=True,
            missiles=missiles,
            cargo=goods_along(ship, taker),
            damage=disabled(draft, ship, line.disable) if line is not None else ship.damage,
        )
    )
    aboard = [end.name for end in draft.gates.values() if end.carrier == ship.id]
    received = [end.name for end in hand_over_aboard(draft, ship.id, taker, by_force=False)]
    draft.given[key("unit", giver, taker, ship.name)] = 1
    draft.aborted.pop(ship.id, None)
    at = draft.place_of(ship)
    klass = ship.klass
    work.emit_to(
        "unit_given",
        giver,
        ship.name,
        rule=rule,
        order=line.ref if line is not None else None,
        what=ship.name,
        klass=klass,
        system=at,
        to=label(draft, giver, taker),
        surrendered=line is None,
        gates=aboard,
    )
    work.emit_to(
        "unit_received",
        taker,
        name,
        rule=rule,
        what=name,
        klass=klass,
        system=at,
        sender=label(draft, taker, giver),
        was_called=ship.name,
        surrendered=line is None,
        gates=received,
    )


def _missiles(draft: Draft, ship: Ship, line: Transfer | None) -> tuple[str, ...]:
    """The missiles that a ship keeps: those its line names, else all its giver has by now.

    A ship fires those of its builder alone, so that of one built by others the giver can only
    leave what it has. Rule: NV CON-24. Ambiguity: NV A-NMD-SURR.
    """
    current = ship.missiles
    giver = draft.empires[ship.owner]
    if ship.builder == giver.id and giver.missiles and parts_of(draft.designs[ship.design], "ML"):
        made = sorted(giver.missiles, key=lambda name: (giver.missiles_from.get(name, 0), name))
        current = (*current, *(name for name in made if name not in current))
    if line is None or line.missiles is None:
        return current
    return tuple(name for name in line.missiles if name in current)


def _give_gate(work: PhaseContext, draft: Draft, end: GateEnd, line: Transfer) -> None:
    giver = end.owner
    name = hand_over(draft, end, line.to).name
    draft.given[key("unit", giver, line.to, end.name)] = 1
    _report(work, draft, giver, line, end.name, name, "SG")


def _give_units(work: PhaseContext, draft: Draft, giver: str, units: Units, line: Transfer) -> None:
    """Installations on a planet get another owner where they lie. Rule: NV EOT-08, NV CON-21."""
    system = draft.systems[line.at]
    number = units.number or system.units(giver, units.kind)
    surface = with_units(system.surface, giver, {units.kind: -number})
    surface = with_units(surface, line.to, {units.kind: number})
    draft.systems[line.at] = replace(system, surface=surface)
    draft.given[key("unit", giver, line.to, units.kind)] = number
    what = f"{number} {units.kind}"
    _report(work, draft, giver, line, what, what, "")


def _report(
    work: PhaseContext, draft: Draft, giver: str, line: Transfer, called: str, name: str, klass: str
) -> None:
    """Report to both sides what one gives; ``name`` is what the receiver calls it."""
    facts: dict[str, Fact] = {"klass": klass, "system": line.at, "gates": [], "surrendered": False}
    work.emit_to(
        "unit_given",
        giver,
        called,
        rule="NV CON-21",
        order=line.ref,
        what=called,
        to=label(draft, giver, line.to),
        **facts,
    )
    work.emit_to(
        "unit_received",
        line.to,
        name,
        rule="NV CON-21",
        what=name,
        sender=label(draft, line.to, giver),
        was_called=called,
        **facts,
    )
