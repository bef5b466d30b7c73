"""What a ruling does in Nova: set fields, move, add and remove ships, give results of battles.

A ship is named by its name, with its empire's before it (``"VIRUS Wasp"``) where two bear it.
Only those read a ruling whose own things it changes, and of whom alone its words speak.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import fields, replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, Event, only
from pbm.engine.field_parsers import RefusedValue, near, of_addition, outcome, refuse
from pbm.engine.ruling_fields import unknown
from pbm.engine.rulings import Loss, Ruling
from pbm.games.nova.gm import battle_mode
from pbm.games.nova.gm.ruling_fields import (
    EMPIRE_FIELDS,
    SHIP_FIELDS,
    SYSTEM_FIELDS,
    RulingDraft,
    empire_of,
    free,
    system_of,
)
from pbm.games.nova.rules.results.result_language import read_result
from pbm.games.nova.rules.results.result_words import is_named, plausible
from pbm.games.nova.rules.space_combat.battle_result import ground, space
from pbm.games.nova.state.state import Empire, Ship, State, System
from pbm.games.nova.state.working_state import Draft
from pbm.kit.facts import Fact

Readers = tuple[str, ...]
_FIELDS = {"ship": SHIP_FIELDS, "system": SYSTEM_FIELDS, "empire": EMPIRE_FIELDS}


def check_answer(state: State, ruling: Ruling) -> None:
    """Refuse the answer to a question about a battle for what can be known to be wrong now."""
    kind, _, name = ruling.subject.partition("-")
    if kind in ("battle", "ground") and name:
        _check_words(state, ruling.value)


def rule(work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling and tell it to those whom it touches; or Refused."""
    before: State = work.state
    after, readers = _after(work, ruling)
    work.state = after
    seen = only(*(one for one in readers if one in before.empires))
    work.ruled(ruling, seen, tuple(_changes(before, after)))
    if after.result and not before.result:
        work.emit("game_over", rule="", title=after.result, winner=", ".join(after.winners))


def _after(work: PhaseContext, ruling: Ruling) -> tuple[State, Readers]:
    """The state after a ruling, and the empires that may read it."""
    draft = RulingDraft(work)
    if ruling.verb == "result":
        return _resulted(draft, ruling), ()
    if ruling.verb == "set" and ruling.field == battle_mode.FIELD:
        return battle_mode.chosen(work.state, ruling.subject, ruling.value), ()
    if ruling.verb == "set":
        readers = _set(draft, ruling)
    elif ruling.verb == "add":
        readers = _added(draft, ruling)
    else:
        ship = _ship(draft, ruling.subject)
        battle_mode.refuse_in_battle(work.state, ship.id)
        readers = (ship.owner,)
        if ruling.verb == "move":
            SHIP_FIELDS.move(draft, ship.id, ruling)
        else:
            _remove(draft, ship)
    return draft.state(), readers


# --- results ---------------------------------------------------------------------------------


def _battle(draft: Draft, subject: str) -> str:
    """The battle a result is of: ``SHOOT``, ``battle SHOOT``, ``ground SHOOT``."""
    first, _, rest = subject.strip().partition(" ")
    made = ground if first.casefold() == "ground" and rest else space
    name = rest if first.casefold() in ("ground", "battle") and rest else subject.strip()
    return made(system_of(draft, name).name)


def _check_words(state: State, words: str) -> None:
    clauses, faults = read_result(words)
    refuse(faults or plausible(state.empires, clauses))


def _resulted(draft: Draft, ruling: Ruling) -> State:
    """The words are kept for the phase; several results of one battle add up."""
    if ruling.subject.strip().casefold() == "game":
        return _decided(draft, ruling.value)
    state, name = draft.base, _battle(draft, ruling.subject)
    _check_words(state, ruling.value)
    words = "; ".join(one for one in (state.results.get(name, ""), ruling.value) if one)
    return replace(state, results={**state.results, name: words})


def _decided(draft: Draft, value: str) -> State:
    """The game ended by the master's word: an empire, or a draw."""
    sides = {} if value.casefold() == "draw" else {value: empire_of(draft, value).name}
    return replace(draft.base, result=outcome(value, sides)[0], winners=tuple(sides.values()))


# --- things ----------------------------------------------------------------------------------


def _ship(draft: Draft, subject: str) -> Ship:
    found = _ships(draft, subject)
    if len(found) == 1:
        return found[0]
    if found:
        both = " or ".join(
            f'"{draft.empires[one.owner].name} {one.name}"' for one in found if one.owner
        )
        raise RefusedValue(f'"{subject}" could be either of two ships', remedy=f"Write {both}")
    names = [one.name for one in draft.ships.values()]
    raise RefusedValue(
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


def _set(draft: Draft, ruling: Ruling) -> Readers:
    """Set a field of what bears the name and has the field: ship, then system, then empire."""
    kinds = _kinds(draft, ruling.subject)
    if not kinds:
        known = [one.name for one in draft.ships.values()]
        known += [*draft.systems, *(one.name for one in draft.empires.values())]
        raise RefusedValue(
            f'There is no ship, system or empire "{ruling.subject}"',
            remedy=near(ruling.subject, known, "See the map and the lists of ships"),
        )
    for kind in kinds:
        fields_of = _FIELDS[kind]
        if fields_of.row(ruling.field):
            id = _id(draft, kind, ruling.subject)
            if kind == "ship":
                battle_mode.refuse_in_battle(draft.base, id)
            thing = fields_of.get(draft, id)
            fields_of.set(draft, id, ruling.field, ruling.value)
            return _readers(draft, id if kind == "empire" else thing.owner, ruling.field)
    names = [name for kind in kinds for name in _FIELDS[kind].rows]
    raise unknown(ruling.field, ruling.subject, names)


def _readers(draft: Draft, owner: str, field: str) -> Readers:
    """Who may read of a field that was set: nobody where its words name another empire too."""
    head, *names = field.split(".")
    if head == "units":
        return (empire_of(draft, names[0]).id,)
    return () if head in ("owner", "colonizer", "contact") else (owner,)


def _kinds(draft: Draft, subject: str) -> list[str]:
    wanted = subject.casefold()
    found = ["ship"] if _ships(draft, subject) else []
    if any(name.casefold() == wanted for name in draft.systems):
        found.append("system")
    if is_named(draft.empires, subject):
        found.append("empire")
    return found


def _id(draft: Draft, kind: str, subject: str) -> str:
    if kind == "ship":
        return _ship(draft, subject).id
    return system_of(draft, subject).name if kind == "system" else empire_of(draft, subject).id


def _added(draft: RulingDraft, ruling: Ruling) -> Readers:
    """A new ship of a design of its empire, undamaged and empty."""
    given = dict(ruling.details)
    example = 'add "Wasp" as ship class "Hornet" for VIRUS at SHOOT'
    of_addition("a new ship", given, ("as", "class", "for", "at"), example)
    if given["as"].casefold() != "ship":
        raise RefusedValue(
            f'"{given["as"]}" cannot be added',
            remedy="Write as ship; units of a planet are set: set SHOOT.units.VIRUS.AA = 3",
        )
    empire = empire_of(draft, given["for"])
    free(draft, empire.id, ruling.value)
    designs = {name.casefold(): design for name, design in empire.designs.items()}
    key = designs.get(given["class"].casefold())
    if key is None:
        raise RefusedValue(
            f'{empire.name} has no design "{given["class"]}"',
            remedy=near(
                given["class"], empire.designs, f"It has {', '.join(empire.designs) or 'none'}"
            ),
        )
    at = system_of(draft, given["at"]).name
    id = draft.ids.opaque("ship", empire.id, ruling.value, "added", ruling.id)
    draft.put(
        Ship(
            id,
            ruling.value,
            empire.id,
            draft.designs[key].empire,
            key,
            at,
            missiles=tuple(empire.missiles),
            built=draft.base.turn,
        )
    )
    return (empire.id,)


def _remove(draft: Draft, ship: Ship) -> None:
    """A ship is taken out of the game, with what is aboard; ships aboard are left in space."""
    at = draft.place_of(ship)
    draft.drop(ship.id)
    for one in draft.ships.values():
        if one.carrier == ship.id:
            draft.put(replace(one, carrier="", bay="", at=at))


# --- what the turn undid ---------------------------------------------------------------------


def undone(then: State, now: State, ruled: Event) -> Loss | None:
    """The loss of a ship, a system or an empire that a ruling gave or changed."""
    for kind, id, *of in (change.path.split("/") for change in ruled.changes):
        if kind == "ship" and id in then.ships and id not in now.ships:
            return _ship_lost(then, then.ships[id])
        if kind == "system" and of and of[0] in ("owner", "colonies") and then.systems[id].owner:
            name = then.empires[then.systems[id].owner].name
            if now.systems[id].owner != then.systems[id].owner:
                return Loss(f"{name} lost {id}", (f"set {_quoted(id)}.owner = {_quoted(name)}",))
        if kind == "empire" and now.empires[id].eliminated and not then.empires[id].eliminated:
            name = then.empires[id].name
            return Loss(f"{name} was eliminated", (f"set {_quoted(name)}.eliminated = no",))
    return None


def _ship_lost(then: State, ship: Ship) -> Loss:
    """The loss of a ship; one of a design of its owner's can be added again."""
    empire = then.empires.get(ship.owner)
    designs = {key: name for name, key in empire.designs.items()} if empire else {}
    if empire is None or ship.design not in designs:
        return Loss(f"{ship.name} was lost", ())
    at = Draft(then).place_of(ship)
    made = f'"{ship.name}" as ship class "{designs[ship.design]}"'
    again = f"add {made} for {_quoted(empire.name)} at {at}"
    return Loss(f"{ship.name} was lost", (again,) if at else ())


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


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
    """A value as a change shows it: numbers, words and lists of them as they are."""
    if isinstance(value, (str, int, Fraction)):
        return value
    if isinstance(value, Mapping):
        return {str(name): _shown(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return [_shown(part) for part in value]
    if value is None:
        return None
    return {one.name: _shown(getattr(value, one.name)) for one in fields(value)}
