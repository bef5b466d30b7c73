"""Phase G: ships of different empires meet, identify themselves or not, and come to terms or blows.

The table is read for groups: the ships of one empire in a system with equal orders. If any two
groups of two empires come to hostilities all ships of both are in them; other results stay
with their groups.

Rule: NV CON-05, NV CON-06, NV CON-12, NV CON-14, NV CON-17 to NV CON-20, NV CON-27,
NV ORD-11 to NV ORD-19, NV ORD-33 to NV ORD-35.
Ambiguity: NV A-CON-LEVEL, NV A-CON-IDENT, NV A-CON-THREE, NV A-CON-ALLY, NV A-CON-REPEAT,
NV A-CON-AWAY, NV A-IFF-MUTUAL, NV A-IFF-WHICH, NV A-CON-S-GT, NV A-ORD-ACTIVITY,
NV A-CON-PLANET, NV A-RET-R.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import derelicts, telling
from pbm.games.nova.rules.contact.meeting_groups import (
    ULTIMATUM,
    MeetingGroup,
    MeetingPair,
    Terms,
    grouped,
)
from pbm.games.nova.rules.contact.tidings import tell
from pbm.games.nova.rules.movement import gates
from pbm.games.nova.rules.movement.retreats import begin_retreat
from pbm.games.nova.rules.space_combat.setting import ships_away
from pbm.games.nova.state.battle.tidings import Tiding
from pbm.games.nova.state.contact_table import (
    FRIENDLY,
    HOSTILE,
    IDENTIFY,
    NEUTRAL,
    MeetingOutcome,
    MeetingSide,
    outcome,
)
from pbm.games.nova.state.state import Meeting, Ship
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label

_PLANET = " at the planet"  # behind the kinds of contacts of which phase H keeps account


def meet(work: PhaseContext) -> None:
    """Phase G: meetings in every system, then battles, then what drifts or changes hands.

    If a battle is fought by mail the last of it waits for its end.
    """
    with drafting(work) as draft:
        effective = Effective(draft)
        terms = Terms(work, effective)
        before = draft.met
        draft.met = {place: kind for place, kind in before.items() if kind.endswith(_PLANET)}
        battles: dict[str, list[tuple[str, str]]] = {}
        here = draft.ships_by_place()
        for name, present in sorted(effective.presence.ships.items()):
            if len(present) > 1:
                fights = _in_system(work, draft, terms, name, here[name], before)
                if fights:
                    battles[name] = fights
        if battles:  # what fights them is loaded only then
            from pbm.games.nova.rules.contact import hostilities

            hostilities.resolve(work, draft, effective, battles)
        if draft.battles:  # the turn waits for them
            derelicts.marked(draft, effective)
        else:
            derelicts.drift(work, draft, effective)
            gates.change_hands(work, draft)


def _in_system(
    work: PhaseContext,
    draft: Draft,
    terms: Terms,
    name: str,
    everyone: Sequence[Ship],
    before: dict[str, str],
) -> list[tuple[str, str]]:
    """All meetings of one system; gives the pairs of empires that fight.

    Only ships at the warp point fight. Rule: NV SPC-06. Ambiguity: NV A-CON-AWAY.
    """
    ships = [ship for ship in everyone if ship.at]
    away = ships_away(draft, terms.effective, name, everyone)
    there = {ship.owner for ship in ships if ship.id not in away}
    if work.options["contact.away"] == "apart":
        ships = [ship for ship in ships if ship.id not in away]
    owners = sorted({ship.owner for ship in ships})
    groups = grouped(terms, ships, owners)
    pairs: dict[tuple[str, str], MeetingPair] = {}
    results: list[tuple[MeetingGroup, MeetingGroup, MeetingOutcome]] = []
    for one, other in combinations(groups, 2):
        if one.owner != other.owner:
            result = _meeting_of(terms, one, other)
            results.append((one, other, result))
            pair = pairs.setdefault((one.owner, other.owner), MeetingPair())
            pair.contact.add(result.contact)
            pair.codes.add(result.code)
            pair.one_identified |= terms.identifies(one, other.owner)
            pair.other_identified |= terms.identifies(other, one.owner)
    for both, pair in pairs.items():
        if not there.issuperset(both):
            pair.contact.discard(HOSTILE)
    fights = [both for both, pair in pairs.items() if HOSTILE in pair.contact]
    fighting = {one for both in fights for one in both}
    tidings = [
        one
        for both, pair in pairs.items()
        for one in _recorded(draft, name, both, pair, ships, before, there)
    ]
    tidings.sort(key=lambda one: not one.named)
    _reported(work, draft, fighting, tidings)
    obeyed: list[Tiding] = []
    for one, other, result in results:
        if (one.owner, other.owner) not in fights:
            obeyed += _obeyed(work, draft, terms, name, one, other, result, fighting)
    obeyed.sort(key=lambda one: (not one.named, one.kind))
    _reported(work, draft, fighting, obeyed)
    _surrenders(draft, terms, groups, pairs)
    return fights


def _reported(
    work: PhaseContext, draft: Draft, fighting: set[str], tidings: Sequence[Tiding]
) -> None:
    """Tell tidings; empires that fight here get theirs after the battle, if they report of it."""
    tell(work, draft, [one for one in tidings if one.viewer not in fighting])
    draft.untold += [one for one in tidings if one.viewer in fighting]


def _meeting_of(terms: Terms, one: MeetingGroup, other: MeetingGroup) -> MeetingOutcome:
    """Read the table for two groups, each by what it knows about the other."""
    return outcome(
        terms.side(one, other.owner, known=terms.identifies(other, one.owner)),
        terms.side(other, one.owner, known=terms.identifies(one, other.owner)),
    )


def _recorded(
    draft: Draft,
    name: str,
    both: tuple[str, str],
    pair: MeetingPair,
    ships: Sequence[Ship],
    before: Mapping[str, str],
    there: Collection[str] = (),
    kept_as: str = "",
) -> list[Tiding]:
    """Keep the result of a meeting; gives what each empire has to report of it.

    Where some of their ships fight, others make no contact this turn.
    """
    hostile = HOSTILE in pair.contact
    friendly = FRIENDLY in pair.contact and not hostile
    if pair.contact:
        draft.meetings.append(
            Meeting(
                name,
                *both,
                hostile,
                friendly,
                pair.one_identified and not hostile,
                pair.other_identified and not hostile,
                tuple(one for one in both if one in there),
            )
        )
    if hostile or not (friendly or NEUTRAL in pair.contact):
        return []
    kind = (FRIENDLY if friendly else NEUTRAL) + kept_as
    found = []
    for viewer, alien in (both, both[::-1]):
        seen = [ship for ship in ships if ship.owner == alien]
        jumped = sum(ship.id in draft.passages for ship in seen)
        goes_on = before.get(f"{name}/{viewer}/{alien}") == kind
        found.append(Tiding("met", viewer, name, alien, len(seen), friendly, kind, jumped, goes_on))
    return found


def _obeyed(
    work: PhaseContext,
    draft: Draft,
    terms: Terms,
    name: str,
    one: MeetingGroup,
    other: MeetingGroup,
    result: MeetingOutcome,
    fighting: set[str],
) -> Iterator[Tiding]:
    """Make ships abort activities or retreat; those that fight others here do neither."""
    for group, alien, aborts, leaves in (
        (one, other, result.one_aborts, result.one_retreats),
        (other, one, result.other_aborts, result.other_retreats),
    ):
        if group.owner in fighting:
            continue
        if aborts:
            named = result.contact == FRIENDLY
            yield from _abort(work, draft, terms, name, group, alien.owner, named=named)
        if leaves:
            ordered = result.code in ULTIMATUM
            left = _leave(work, draft, terms, name, group, ordered=ordered)
            if left and ordered:
                yield Tiding("ultimatum_obeyed", alien.owner, name, group.owner, left)


def _abort(
    work: PhaseContext,
    draft: Draft,
    terms: Terms,
    name: str,
    group: MeetingGroup,
    by: str,
    *,
    named: bool,
) -> Iterator[Tiding]:
    """Ships drop their activities; each side learns whose order or ships it was if ``named``."""
    new = [ship for ship in group.ships if ship.id not in draft.aborted] if group.active else []
    for ship in new:
        draft.aborted[ship.id] = "aliens ordered it"
    if new:
        doing = sorted({code for ship in new for code in terms.effective.letters(ship)} - {"S"})
        work.emit_to(
            "aborted",
            group.owner,
            name,
            rule="NV CON-16",
            system=name,
            ships=[ship.name for ship in new],
            activities=doing,
            who=label(draft, group.owner, by) if named else "",
        )
        yield Tiding("made_abort", by, name, group.owner, len(new), named, activities=tuple(doing))


def _leave(
    work: PhaseContext, draft: Draft, terms: Terms, name: str, group: MeetingGroup, *, ordered: bool
) -> int:
    """Ships retreat, of themselves or ``ordered`` out with U; gives how many do.

    It makes no contact, so neither side learns who owned the others. Rule: NV ORD-19.
    """
    left = 0
    for ship in group.ships:
        if ship.id in draft.fled:
            continue
        ship = draft.ships[ship.id]
        if begin_retreat(draft, terms.effective, ship):
            left += 1
            going = draft.ships[ship.id].retreat
            work.emit_to(
                "retreats",
                ship.owner,
                ship.name,
                rule="NV ORD-17",
                system=name,
                ship=ship.name,
                to=going.to if going is not None else "",
                ordered_out=ordered,
            )
        else:
            line = terms.effective.line_of(ship)
            telling.failed(
                work,
                ship.owner,
                line.ref if line is not None else None,
                "",
                ship.name,
                f"{ship.name} was to retreat from {name}, but its jump drive takes it nowhere",
                rule="NV ORD-17",
                ship=ship.name,
                system=name,
            )
    return left


def _surrenders(
    draft: Draft,
    terms: Terms,
    groups: Sequence[MeetingGroup],
    pairs: dict[tuple[str, str], MeetingPair],
) -> None:
    """S: ships that made friendly contact go over in phase H. Rule: NV ORD-28."""
    friends = {
        both
        for both, pair in pairs.items()
        if FRIENDLY in pair.contact and HOSTILE not in pair.contact
    }
    for group in groups if friends else ():
        for ship in group.ships:
            for doing in terms.effective.activities(ship):
                taker = doing.activity.empire
                both = (min(group.owner, taker), max(group.owner, taker))
                if doing.activity.code == "S" and both in friends:
                    draft.given[key("surrender", group.owner, taker, ship.id)] = 1


def meet_planets(work: PhaseContext) -> None:
    """Phase H: ships at planets that are explored meet the colonies there.

    It never leads to hostilities: a planet neither attacks nor is attacked here.
    """
    if work.options["planets.contact"] == "passive":
        return
    with drafting(work) as draft:
        effective = Effective(draft)
        terms = Terms(work, effective)
        before = draft.met
        draft.met = {place: kind for place, kind in before.items() if not kind.endswith(_PLANET)}
        here: dict[str, list[Ship]] = {}
        for ship in draft.ships.values():
            system = draft.systems.get(ship.at)
            if system is None or not system.colonies or system.owner in ("", ship.owner):
                continue
            sight = draft.empires[ship.owner].sights.get(ship.at) if ship.owner else None
            if sight is not None and sight.explored and ship.id not in draft.fled:
                here.setdefault(ship.at, []).append(ship)
        for name in sorted(here):
            owner = draft.systems[name].owner
            groups = grouped(terms, here[name], (owner,))
            found = [
                one
                for group in groups
                for one in _planet(work, draft, terms, name, owner, group, before)
            ]
            tell(work, draft, sorted(found, key=lambda one: not one.named))


def _planet(
    work: PhaseContext,
    draft: Draft,
    terms: Terms,
    name: str,
    owner: str,
    group: MeetingGroup,
    before: Mapping[str, str],
) -> list[Tiding]:
    """One group of ships and the colonies of a planet."""
    both = (min(owner, group.owner), max(owner, group.owner))
    old = [one for one in draft.meetings if (one.system, one.one, one.other) == (name, *both)]
    if any(one.hostile for one in old):
        return []
    effective = terms.effective
    shows = effective.surface(owner, name, "colonies", group.owner) in IDENTIFY
    orders = effective.surface(
        owner, name, "colonies", group.owner if terms.identifies(group, owner) else ""
    )
    result = outcome(
        terms.side(group, owner, known=shows), MeetingSide(orders, "R", armed=False, active=False)
    )
    if result.contact == FRIENDLY and not any(one.friendly for one in old):
        pair = MeetingPair({FRIENDLY}, {result.code}, True, True)
        tell(work, draft, _recorded(draft, name, both, pair, group.ships, before, kept_as=_PLANET))
    if result.one_aborts:
        named = result.contact == FRIENDLY
        return list(_abort(work, draft, terms, name, group, owner, named=named))
    return []
