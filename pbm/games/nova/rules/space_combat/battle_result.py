"""What a space battle comes to: asked of the game master where he gives it, and carried out.

The result comes as a ruling (``result SHOOT: WORDS``) or as the answer to a question that goes
to the docket when ships come to blows. Each side is told in its own terms: who it fought only
if it could examine wrecks, nothing but that contact is lost if no ship of its own lived.

Rule: NV SET-04, NV SPC-47, NV SPC-49, NV CON-02, NV CON-09, NV CON-13, NV CON-24, NV CON-26,
NV UNI-12, NV REP-06, NV REP-07, NV REP-16. Ambiguity: NV A-WHO, NV A-CON-MINOR-WHO,
NV A-CON-EXAMINE, NV A-NMD-SURR, NV A-CON-IDENT, NV A-CARGO-CAPT.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext, Unanswered
from pbm.engine.events import only
from pbm.engine.field_parsers import Refused
from pbm.engine.types import Question
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import aboard
from pbm.games.nova.rules.aboard import free_name
from pbm.games.nova.rules.movement.gates import hand_over_aboard
from pbm.games.nova.rules.movement.retreats import begin_retreat, way_to
from pbm.games.nova.rules.results.result_language import FORMS, read_result
from pbm.games.nova.rules.results.result_meaning import Field, Result, understood
from pbm.games.nova.rules.space_combat.battle_report import Fought, Pairs, tell_battle
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.fitted import fitted
from pbm.games.nova.state.state import ABOARD, GONE, MINOR, PLACED, Retreat, Ship
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import label, with_contact
from pbm.kit.facts import Fact

Judge = Callable[[str], tuple[Result, tuple[Refused, ...]]]
_SPACE_FORMS = "rounds won destroyed captured retreats loses knows reports silent garbled"


def space(system: str) -> str:
    """The name of a space battle, in rulings' results and on the docket."""
    return f"battle {system}"


def ground(system: str) -> str:
    """The name of a surface combat."""
    return f"ground {system}"


def given(
    work: PhaseContext, draft: Draft, effective: Effective, battles: Mapping[str, Pairs]
) -> dict[str, Result]:
    """The results of battles by hand, by system: pairs of empires that fight.

    All are asked for at once: raises Unanswered with the questions of those not given yet.
    """
    results: dict[str, Result] = {}
    waiting: list[Question] = []
    for name, pairs in battles.items():
        place = field_of(draft, name, pairs)
        question = _question(draft, effective, place, pairs)
        try:
            results[name] = ruled(work, draft, space(name), question, _judge(draft, place))
        except Unanswered as stop:
            waiting += stop.items
    if waiting:
        raise Unanswered(*with_forms(waiting, _SPACE_FORMS))
    return results


def ruled(work: PhaseContext, draft: Draft, name: str, question: str, judge: Judge) -> Result:
    """The result of a battle, from a ruling or an answer that makes sense.

    What is wrong with one that does not goes on the docket beside the question.
    """
    words = draft.base.results.get(name)
    asked, wrong = 0, ""
    while True:
        if words is None:
            asked += 1
            id = name.replace(" ", "-") if asked == 1 else f"{name.replace(' ', '-')}-{asked}"
            item = Question(id, "", f"{question}{wrong}", rule="NV CON-13")
            words = work.ask(item, only())
        result, faults = judge(words)
        if not faults:
            return result
        said = "; ".join(f"{one.why} {one.remedy}".strip().rstrip(".") for one in faults)
        wrong, words = f' The result given before, "{words}", cannot stand: {said}.', None


def with_forms(items: Sequence[Question], words: str) -> list[Question]:
    """Questions of one kind; how their answers are written stands with the first alone."""
    forms = "; ".join(FORMS[word] for word in words.split())
    first = f"Give the result in clauses between semicolons: {forms}."
    others = f"Give the result in clauses as for {items[0].id}."
    return [
        replace(one, question=f"{one.question} {others if number else first}")
        for number, one in enumerate(items)
    ]


def _judge(draft: Draft, place: Field) -> Judge:
    def judge(words: str) -> tuple[Result, tuple[Refused, ...]]:
        clauses, faults = read_result(words)
        if faults:
            return Result(), faults
        result, faults = understood(draft, place, clauses)
        return result, faults or tuple(_retreats(draft, place, result))

    return judge


def _retreats(draft: Draft, place: Field, result: Result) -> list[Refused]:
    """Ships that cannot retreat so: no jump drive is left, or no way leads there."""
    found: list[Refused] = []
    for id, to in result.retreats.items():
        ship = draft.ships[id]
        parts = _more(ship.damage, result.damage.get(id, Damage())).parts
        if fitted(draft.designs[ship.design], parts).jd < 1:
            found.append(
                Refused(
                    f"{ship.name} cannot retreat", "It has no jump drive left", rule="NV MOV-19"
                )
            )
        elif not (_way(draft, ship, to)[1] if to else draft.systems[place.system].lines):
            letters = ", ".join(sorted(draft.systems[place.system].lines)) or "none"
            found.append(
                Refused(
                    f"{ship.name} cannot retreat to {to}" if to else f"{ship.name} cannot retreat",
                    f"No line that its empire knows leads there; the letters are {letters}",
                    rule="NV MOV-19",
                )
            )
    return found


def _way(draft: Draft, ship: Ship, to: str) -> tuple[str, tuple[str, ...]]:
    """A retreat to a letter, or to a system next to this one or on known lines."""
    lines = draft.systems[ship.at].lines
    if to.upper() in lines:
        return to.upper(), (to.upper(),)
    wanted = to.casefold()
    for letter in sorted(lines):
        if lines[letter].to.casefold() == wanted:
            return lines[letter].to, (letter,)
    return way_to(draft.base, ship.owner, ship.at, lambda name: name.casefold() == wanted)


def field_of(draft: Draft, name: str, pairs: Pairs) -> Field:
    """Who takes part in a battle between these pairs, and what is there."""
    empires = tuple(sorted({one for both in pairs for one in both}))
    ships = [
        ship.id
        for ship in draft.ships.values()
        if ship.owner in empires and draft.place_of(ship) == name
    ]
    gates = [end.id for end in draft.gates.values() if end.at == name and end.place == PLACED]
    return Field(name, empires, ships, gates)


def _question(draft: Draft, effective: Effective, place: Field, pairs: Pairs) -> str:
    """Who fights, with which ships, by name, and with which orders."""
    names = {one: draft.empires[one].name for one in place.empires}
    sides = []
    for empire in place.empires:
        ships = [draft.ships[id] for id in place.ships if draft.ships[id].owner == empire]
        ships.sort(key=lambda ship: _with_carrier(draft, ship))
        told = ", ".join(_ship_words(effective, ship) for ship in ships)
        lines = [line.ref.text for line in _battle_lines(draft, empire)]
        sides.append(f"{names[empire]}: {told}{''.join(f' | {line}' for line in lines)}.")
    who = " and ".join(f"{names[one]} against {names[other]}" for one, other in pairs)
    return f"Ships fight at {place.system}: {who}. {' '.join(sides)}"


def _with_carrier(draft: Draft, ship: Ship) -> tuple[str, str]:
    """Ships by name, what they carry behind them."""
    return (draft.ships[ship.carrier].name, ship.name) if ship.carrier else (ship.name, "")


def _battle_lines(draft: Draft, empire: str) -> list[Fact]:
    orders = draft.base.orders.get(empire)
    return [line for line in orders.battle if not line.ground] if orders is not None else []


def _ship_words(effective: Effective, ship: Ship) -> str:
    klass = ship.design.split("/", 1)[1]
    if ship.carrier:
        return f"{ship.name} ({klass}, aboard {effective.draft.ships[ship.carrier].name})"
    codes = [effective.contact(ship), f"else {effective.on_hostilities(ship)}"]
    codes += [one.activity.code for one in effective.activities(ship)]
    line = effective.line_of(ship)
    if line is not None and line.retreat:
        codes.append(f"retreat {line.retreat}")
    return f"{ship.name} ({klass}, {' '.join(codes)})"


def _more(old: Damage, new: Damage) -> Damage:
    parts = dict(old.parts)
    for name, levels in new.parts.items():
        parts[name] = parts.get(name, 0) + levels
    return Damage(old.armour + new.armour, old.structure + new.structure, parts)


# --- carrying out ----------------------------------------------------------------------------


def carry_out(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    place: Field,
    pairs: Pairs,
    result: Result,
) -> None:
    """Do what a result says, and tell each side as much as it may know."""
    before = {id: draft.ships[id] for id in place.ships}
    for id, lost in result.damage.items():
        ship = draft.ships[id]
        draft.ships[id] = replace(ship, damage=_more(ship.damage, lost))
    for id, gone in result.cargo.items():
        draft.ships[id] = without_cargo(draft.ships[id], gone)
    fates = _fates(draft, effective, place, result)
    _gates(work, draft, place, result)
    _contacts(work, draft, place, pairs, result, before, fates)
    won = _winners(place, pairs, result, before, fates)
    fought = Fought(place, pairs, result, before, fates, won)
    for empire in place.empires:
        tell_battle(work, draft, fought, empire)
        _kept(draft, place.system, empire, result, before, fates, won)
    taken = _taken(result, before, fates)
    for id, captor in taken.items():
        _captured(work, draft, place.system, before[id], captor)
    for id in taken:
        aboard.set_apart(draft, place.system, id)


def without_cargo(ship: Ship, gone: Mapping[str, int]) -> Ship:
    """The ship after units aboard were lost, the last loaded of a kind first."""
    left = dict(gone)
    kept = []
    for one in reversed(ship.cargo):
        less = min(one.number, left.get(one.kind, 0))
        left[one.kind] = left.get(one.kind, 0) - less
        if one.number > less:
            kept.append(replace(one, number=one.number - less))
    return replace(ship, cargo=tuple(reversed(kept)))


def _fates(draft: Draft, effective: Effective, place: Field, result: Result) -> dict[str, str]:
    """What becomes of each ship: destroyed, captured, retreats, or stays (""); done so too.

    What is aboard shares it, unless the result says otherwise.
    """
    told = {
        **dict.fromkeys(result.destroyed, "destroyed"),
        **dict.fromkeys(result.captured, "captured"),
        **dict.fromkeys(result.retreats, "retreats"),
    }
    fates: dict[str, str] = {}
    for id in place.ships:
        ship = draft.ships[id]
        while ship.id not in told and ship.carrier:
            ship = draft.ships[ship.carrier]
        fates[id] = told.get(ship.id, "")
    for id, to in result.retreats.items():
        _sent_off(draft, effective, id, to)
    for id, fate in fates.items():
        if fate == "destroyed":
            _destroyed(draft, id)
    for id in list(draft.ships):
        ship = draft.ships[id]
        if ship.carrier and ship.carrier not in draft.ships:
            aboard.set_apart(draft, place.system, id)
    return fates


def _sent_off(draft: Draft, effective: Effective, id: str, to: str) -> None:
    ship = draft.ships[id]
    if not to:
        begin_retreat(draft, effective, ship)
        return
    named, route = _way(draft, ship, to)
    draft.ships[id] = replace(ship, at="", retreat=Retreat(ship.at, named, route))
    draft.fled.append(id)


def _destroyed(draft: Draft, id: str) -> None:
    """A ship is gone, and gate ends aboard with it."""
    del draft.ships[id]
    draft.aborted.pop(id, None)
    for gate, end in draft.gates.items():
        if end.place == ABOARD and end.carrier == id:
            draft.gates[gate] = replace(end, place=GONE, carrier="", at="")


def _gates(work: PhaseContext, draft: Draft, place: Field, result: Result) -> None:
    """Ends of star gates shot to pieces; their owner hears of it. Rule: NV UNI-12."""
    for id in result.gates:
        end = draft.gates[id]
        draft.gates[id] = replace(end, place=GONE, at="")
        if end.owner in draft.empires:
            work.emit(
                "gate_destroyed",
                end.owner,
                end.name,
                rule="NV UNI-12",
                seen=only(end.owner),
                gate=end.name,
                system=place.system,
            )


def _stays(empire: str, before: Mapping[str, Ship], fates: Mapping[str, str]) -> bool:
    """True if an empire still has a ship where the battle was."""
    return any(ship.owner == empire and not fates[id] for id, ship in before.items())


def _contacts(
    work: PhaseContext,
    draft: Draft,
    place: Field,
    pairs: Pairs,
    result: Result,
    before: Mapping[str, Ship],
    fates: Mapping[str, str],
) -> None:
    """Who stays examines the wrecks of those he fought. Rule: NV CON-02, NV CON-09."""
    for both in pairs:
        for viewer, alien in (both, both[::-1]):
            wrecks = any(
                ship.owner == alien and fates[id] == "destroyed" for id, ship in before.items()
            )
            pair = (viewer, alien)
            if wrecks and _stays(viewer, before, fates) and pair not in result.knows:
                result.knows.append(pair)
    for viewer, alien in dict.fromkeys(result.knows):
        minor_contact(work, draft, place.system, viewer, alien, "NV CON-02")


def minor_contact(
    work: PhaseContext, draft: Draft, system: str, viewer: str, alien: str, rule: str
) -> None:
    """A viewer learns a number for an alien empire, or finds that it is one it knows."""
    known = draft.empires[viewer].contacts.get(alien)
    with_contact(draft, work.ids, viewer, alien, MINOR, work.turn)
    work.emit(
        "minor_contact",
        viewer,
        system,
        alien,
        rule=rule,
        seen=only(viewer),
        system=system,
        who=label(draft, viewer, alien),
        new=known is None,
    )


def _winners(
    place: Field,
    pairs: Pairs,
    result: Result,
    before: Mapping[str, Ship],
    fates: Mapping[str, str],
) -> dict[str, str]:
    """``won`` or ``lost`` by empire: as said, else who alone of his enemies is left there."""
    if result.won is not None:
        return {one: "won" if one in result.won else "lost" for one in place.empires}
    found: dict[str, str] = {}
    for both in pairs:
        for one, other in (both, both[::-1]):
            stays, enemy = _stays(one, before, fates), _stays(other, before, fates)
            if stays and not enemy:
                found.setdefault(one, "won")
            elif enemy and not stays:
                found[one] = "lost"
            elif stays:
                found[one] = ""
    return found


def _kept(
    draft: Draft,
    system: str,
    empire: str,
    result: Result,
    before: Mapping[str, Ship],
    fates: Mapping[str, str],
    won: Mapping[str, str],
) -> None:
    """What conditions of later phases ask for."""
    own = [id for id, ship in before.items() if ship.owner == empire]
    gone = sum(fates[id] in ("destroyed", "captured") for id in own)
    outcome = won.get(empire, "")
    if outcome:
        draft.given[key(outcome, empire, "", system)] = 1
    draft.given[key("losses", empire, "", system)] = gone * 100 // len(own)
    draft.given[key("round", empire, "", system)] = result.rounds


def _taken(result: Result, before: Mapping[str, Ship], fates: Mapping[str, str]) -> dict[str, str]:
    """Captors of captured ships, and of what is aboard them."""
    found: dict[str, str] = {}
    for id, fate in fates.items():
        ship = before[id]
        while fate == "captured" and ship.id not in result.captured:
            ship = before[ship.carrier]
        if fate == "captured":
            found[id] = result.captured[ship.id]
    return found


def _captured(work: PhaseContext, draft: Draft, system: str, ship: Ship, captor: str) -> None:
    """A ship taken in battle keeps the missiles it had, and the installations in its holds.

    Rule: NV CON-24. Ambiguity: NV A-CARGO-CAPT.
    """
    name = free_name(draft, ship, captor)
    taken = draft.ships[ship.id]
    cargo = aboard.goods_taken(taken, captor, work.options)
    draft.ships[ship.id] = replace(taken, owner=captor, name=name, given=True, cargo=cargo)
    draft.aborted[ship.id] = "captured"
    ends = hand_over_aboard(draft, ship.id, captor, by_force=True)
    work.emit(
        "ship_captured",
        captor,
        name,
        rule="NV CON-24",
        seen=only(captor),
        ship=name,
        was_called=ship.name,
        klass=ship.design.split("/", 1)[1],
        system=system,
        gates=[end.name for end in ends],
        lost=aboard.lost(taken.cargo, cargo),
    )
