"""What a ruling does in Nova: set fields, move, add and remove ships, give results of battles.

A ship is named by its name, with its empire's before it (``"VIRUS Wasp"``) where two bear it.
Only those read a ruling whose own things it changes, and of whom alone its words speak.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import fields, replace

from pbm.dice.keyed import Ids
from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, only
from pbm.engine.field_parsers import Refused, near, problems_of
from pbm.engine.rulings import Ruling
from pbm.games.nova.gm import battle_mode
from pbm.games.nova.gm.ruling_fields import (
    CONTACTS,
    DOTTED,
    EMPIRE_FIELDS,
    SHIP_FIELDS,
    SYSTEM_FIELDS,
    Readers,
    Setter,
    empire_of,
    explored_field,
    free,
    lost_field,
    placed,
    surface_field,
    system_of,
    tech_field,
)
from pbm.games.nova.rules.results.result_language import read_result
from pbm.games.nova.rules.results.result_words import plausible
from pbm.games.nova.rules.space_combat.battle_result import ground, space
from pbm.games.nova.state.state import Empire, Ship, State, System
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import with_contact
from pbm.kit.facts import Fact
from pbm.kit.problems import Problem, illegal
from pbm.kit.records import Record


class _After(Record):
    """The state after a ruling, and the empires that may read it."""

    state: State
    readers: Readers = ()


def check_ruling(state: State, ruling: Ruling) -> list[Problem]:
    """What is wrong with a ruling as things stand; empty if it can be done."""
    if ruling.verb == "result":
        return [_problem(ruling, one) for one in _result_faults(state, ruling)]
    return problems_of(ruling, lambda: _after(state, ruling, None))


def check_answer(state: State, ruling: Ruling) -> list[Problem]:
    """What is wrong with the answer to a question about a battle, as far as it can be known."""
    kind, _, name = ruling.subject.partition("-")
    if kind not in ("battle", "ground") or not name:
        return []
    return [_problem(ruling, one) for one in _words_faults(state, ruling.value)]


def _problem(ruling: Ruling, refused: Refused) -> Problem:
    return illegal(
        refused.fault,
        ruling.span,
        reason=refused.reason,
        rule=refused.rule,
        remedy=refused.remedy,
    )


def rule(work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling and tell it to those whom it touches.

    One that can no longer be done when its phase comes is recorded with the reason, for the
    game master alone.
    """
    before: State = work.state
    try:
        after = _after(before, ruling, work.ids)
    except Refused as refused:
        work.ruled(ruling, only(), void=refused.why)
        return
    work.state = after.state
    facts: dict[str, Fact] = {"verb": ruling.verb, "text": ruling.text}
    work.emit(
        "ruling",
        ruling.id,
        rule="",
        seen=only(*(one for one in after.readers if one in before.empires)),
        changes=tuple(_changes(before, after.state)),
        ruling=ruling.reason,
        **facts,
    )
    if after.state.result and not before.result:
        winners = ", ".join(after.state.winners)
        work.emit("game_over", rule="", title=after.state.result, winner=winners)


def _after(state: State, ruling: Ruling, ids: Ids | None) -> _After:
    """The state after a ruling; without ids only as a trial."""
    if ruling.verb == "result":
        for fault in _result_faults(state, ruling):
            raise fault
        return _After(_resulted(state, ruling))
    if ruling.verb == "set" and ruling.field == battle_mode.FIELD:
        return _After(battle_mode.chosen(state, ruling.subject, ruling.value))
    draft = Draft(state)
    match ruling.verb:
        case "add":
            readers = _added(draft, ruling, ids)
        case "remove":
            battle_mode.refuse_in_battle(state, _ship(draft, ruling.subject).id)
            readers = _removed(draft, ruling.subject)
        case "move":
            battle_mode.refuse_in_battle(state, _ship(draft, ruling.subject).id)
            if ruling.details:
                raise Refused(f'"{ruling.details[0][0]}" says nothing of a move')
            readers = placed(draft, _ship(draft, ruling.subject).id, ruling.value)
        case _:
            readers = _set(draft, ruling, ids)
    return _After(draft.state(), readers)


# --- results ---------------------------------------------------------------------------------


def _battle(state: State, subject: str) -> str:
    """The battle a result is of: ``SHOOT``, ``battle SHOOT``, ``ground SHOOT``."""
    first, _, rest = subject.strip().partition(" ")
    made = ground if first.casefold() == "ground" and rest else space
    name = rest if first.casefold() in ("ground", "battle") and rest else subject.strip()
    return made(system_of(Draft(state), name).name)


def _result_faults(state: State, ruling: Ruling) -> tuple[Refused, ...]:
    try:
        if ruling.subject.strip().casefold() == "game":
            _decided(state, ruling.value)
            return ()
        _battle(state, ruling.subject)
    except Refused as refused:
        return (refused,)
    return _words_faults(state, ruling.value)


def _words_faults(state: State, words: str) -> tuple[Refused, ...]:
    clauses, faults = read_result(words)
    return faults or plausible(state.empires, clauses)


def _resulted(state: State, ruling: Ruling) -> State:
    """The words are kept for the phase; several results of one battle add up."""
    if ruling.subject.strip().casefold() == "game":
        return _decided(state, ruling.value)
    name = _battle(state, ruling.subject)
    words = "; ".join(one for one in (state.results.get(name, ""), ruling.value) if one)
    return replace(state, results={**state.results, name: words})


def _decided(state: State, value: str) -> State:
    """The game ended by the master's word: an empire, or a draw."""
    if value.casefold() == "draw":
        return replace(state, result="A draw by the game master's ruling", winners=())
    empire = empire_of(Draft(state), value)
    said = f"{empire.name} wins by the game master's ruling"
    return replace(state, result=said, winners=(empire.name,))


# --- things ----------------------------------------------------------------------------------


def _ship(draft: Draft, subject: str) -> Ship:
    found = _ships(draft, subject)
    if len(found) == 1:
        return found[0]
    if found:
        both = " or ".join(
            f'"{draft.empires[one.owner].name} {one.name}"' for one in found if one.owner
        )
        raise Refused(f'"{subject}" stands for two ships', remedy=f"Write {both}")
    names = [one.name for one in draft.ships.values()]
    raise Refused(
        f'There is no ship "{subject}"', remedy=near(subject, names, "Write a ship's name")
    )


def _ships(draft: Draft, subject: str) -> list[Ship]:
    """Ships of this name, or of this empire and name."""
    wanted = subject.casefold()
    return [
        one
        for one in draft.ships.values()
        if one.name.casefold() == wanted
        or (
            one.owner
            and wanted
            in (
                f"{draft.empires[one.owner].name} {one.name}".casefold(),
                f"{one.owner} {one.name}".casefold(),
            )
        )
    ]


def _set(draft: Draft, ruling: Ruling, ids: Ids | None) -> Readers:
    """Set a field of what bears the name and has the field: ship, then system, then empire."""
    kinds = _kinds(draft, ruling.subject)
    if not kinds:
        known = [one.name for one in draft.ships.values()]
        known += [*draft.systems, *(one.name for one in draft.empires.values())]
        raise Refused(
            f'There is no ship, system or empire "{ruling.subject}"',
            remedy=near(ruling.subject, known, "See the map and the lists of ships"),
        )
    for kind in kinds:
        setter = _setter(kind, ruling, ids)
        if setter is not None:
            id = _id(draft, kind, ruling.subject)
            if kind == "ship":
                battle_mode.refuse_in_battle(draft.base, id)
            return setter(draft, id, ruling.value)
    names = [name for kind in kinds for name in _field_words(kind)]
    raise Refused(
        f'"{ruling.field}" is no field of {ruling.subject}',
        remedy=near(ruling.field, names, f"The fields are {', '.join(names)}"),
    )


def _kinds(draft: Draft, subject: str) -> list[str]:
    wanted = subject.casefold()
    found = ["ship"] if _ships(draft, subject) else []
    if any(name.casefold() == wanted for name in draft.systems):
        found.append("system")
    if any(wanted in (id.casefold(), one.name.casefold()) for id, one in draft.empires.items()):
        found.append("empire")
    return found


def _id(draft: Draft, kind: str, subject: str) -> str:
    if kind == "ship":
        return _ship(draft, subject).id
    return system_of(draft, subject).name if kind == "system" else empire_of(draft, subject).id


def _field_words(kind: str) -> list[str]:
    return [*_FIELDS[kind], *DOTTED[kind]]


_FIELDS: Mapping[str, Mapping[str, Setter]] = {
    "ship": SHIP_FIELDS,
    "system": SYSTEM_FIELDS,
    "empire": EMPIRE_FIELDS,
}


def _setter(kind: str, ruling: Ruling, ids: Ids | None) -> Setter | None:
    """What sets this field of a thing of a kind, None if it has no such field."""
    plain = _FIELDS[kind].get(ruling.field)
    first, *rest = ruling.field.split(".")
    match kind, first, rest:
        case "ship", "lost", [part]:
            return lost_field(part)
        case "system", "units", [empire, unit]:
            return surface_field(empire, unit)
        case "empire", "tech", [name]:
            return tech_field(name)
        case "empire", "explored", [name]:
            return explored_field(name)
        case "empire", "contact", [other]:
            return _contact(other, ids)
    return plain


def _contact(name: str, ids: Ids | None) -> Setter:
    """``contact.MINKY = normal``: what an empire has of another; contact is never lost."""

    def set_it(draft: Draft, id: str, text: str) -> Readers:
        other = empire_of(draft, name).id
        if other == id:
            raise Refused("An empire has no contact with itself")
        if text.casefold() not in CONTACTS:
            raise Refused(f'"{text}" is no kind of contact', remedy=f"Write {', '.join(CONTACTS)}")
        if ids is not None:
            with_contact(draft, ids, id, other, text.casefold(), draft.base.turn)
        return ()

    return set_it


_ADD = ("as", "class", "for", "at")


def _added(draft: Draft, ruling: Ruling, ids: Ids | None) -> Readers:
    """A new ship of a design of its empire, undamaged and empty."""
    given = dict(ruling.details)
    for word in given:
        if word not in _ADD:
            raise Refused(
                f'"{word}" says nothing of a new ship',
                remedy=near(word, _ADD, f"Write {', '.join(_ADD)}"),
            )
    for word in _ADD:
        if word not in given:
            raise Refused(
                f'"{word}" is missing',
                remedy='Write add "Wasp" as ship class "Hornet" for VIRUS at SHOOT',
            )
    if given["as"].casefold() != "ship":
        raise Refused(
            f'"{given["as"]}" cannot be added',
            remedy="Write as ship; units of a planet are set: set SHOOT.units.VIRUS.AA = 3",
        )
    empire = empire_of(draft, given["for"])
    free(draft, empire.id, ruling.value)
    designs = {name.casefold(): design for name, design in empire.designs.items()}
    key = designs.get(given["class"].casefold())
    if key is None:
        raise Refused(
            f'{empire.name} has no design "{given["class"]}"',
            remedy=near(
                given["class"], empire.designs, f"It has {', '.join(empire.designs) or 'none'}"
            ),
        )
    at = system_of(draft, given["at"]).name
    id = ids.opaque("ship", empire.id, ruling.value, "added", ruling.id) if ids else "new"
    turn = draft.base.turn
    draft.ships[id] = Ship(
        id,
        ruling.value,
        empire.id,
        draft.designs[key].empire,
        key,
        at,
        missiles=tuple(empire.missiles),
        built=turn,
    )
    return (empire.id,)


def _removed(draft: Draft, subject: str) -> Readers:
    """A ship is taken out of the game, with what is aboard; ships aboard are left in space."""
    ship = _ship(draft, subject)
    at = draft.place_of(ship)
    del draft.ships[ship.id]
    for id, one in list(draft.ships.items()):
        if one.carrier == ship.id:
            draft.ships[id] = replace(one, carrier="", bay="", at=at)
    return (ship.owner,)


# --- what changed ----------------------------------------------------------------------------


def _changes(before: State, after: State) -> Iterator[Change]:
    tables: Sequence[tuple[str, Mapping[str, Any], Mapping[str, Any]]] = (
        ("ship", before.ships, after.ships),
        ("system", before.systems, after.systems),
        ("empire", before.empires, after.empires),
    )
    for kind, old, new in tables:
        for id in dict.fromkeys((*old, *new)):
            was, now = old.get(id), new.get(id)
            if was is now:
                continue
            if was is None or now is None:
                yield Change(f"{kind}/{id}", _named(was), _named(now))
                continue
            for one in fields(now):
                values = getattr(was, one.name), getattr(now, one.name)
                if values[0] != values[1]:
                    yield Change(f"{kind}/{id}/{one.name}", *map(_shown, values))


def _named(thing: Ship | System | Empire | None) -> Fact:
    return None if thing is None else thing.name


def _shown(value: Any) -> Fact:
    """A value as it stands in a change: what is no number, word or list of such by its words."""
    if isinstance(value, (str, int, Fraction)):
        return value
    if isinstance(value, Mapping):
        return {str(name): _shown(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return [_shown(part) for part in value]
    if value is None:
        return None
    return {one.name: _shown(getattr(value, one.name)) for one in fields(value)}
