"""Deliberate leaks, one for each kind of secret, and how each is put into the product.

Some give a secret away in so many words. Others are as leaks come about: an order in which
things stand, a number that counts what others did, a length, a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign import outbox
from pbm.campaign.campaign import Campaign
from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.engine.game import Ruleset
from pbm.engine.view import GameView
from pbm.intake import readiness as ready
from pbm.mail.outbound import reminders, report_texts
from pbm.packets import build as packets
from pbm.packets import seal
from pbm.packets.build import Packet
from pbm.packets.seal import SealFacts
from pbm.turns import assemble
from pbm.turns.play import Played
from pbm.turns.stage_draft import StageDraft
from tests.secrecy import harness, pairs
from tests.secrecy.bases import Base

Known = dict[str, Any]


@dataclass(frozen=True)
class Leak:
    """How a secret comes out: through the view, through what is drafted, or by a patch."""

    view: Callable[[Known, Any, str], Known] | None = None
    draft: Callable[[Packet, Played, StageDraft], None] | None = None
    patch: Callable[[pytest.MonkeyPatch], None] | None = None


@contextmanager
def leaking(leak: Leak, base: Base) -> Iterator[Base]:
    """The product with a leak in it, and a base played by it; nothing is remembered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs, "first", pairs.first.__wrapped__)
        if leak.patch is not None:
            leak.patch(patch)
        if leak.draft is not None:
            patch.setattr(harness, "draft", _leaky_draft(leak.draft))
        if leak.view is None:
            yield base
        else:
            loaded = base.campaign.loaded
            game = _leaky_view(loaded.ruleset, leak.view)
            yield replace(
                base, campaign=replace(base.campaign, loaded=replace(loaded, ruleset=game))
            )


def _leaky_view(game: Ruleset, leak: Callable[[Known, Any, str], Known]) -> Ruleset:
    def build_view(state: Any, player: str, seats: Any, options: Any) -> GameView:
        known = game.build_view(state, player, seats, options).written()
        return game.view.read(leak(known, state, player))

    return replace(game, build_view=build_view)


def _leaky_draft(leak: Callable[[Packet, Played, StageDraft], None]) -> Callable[..., StageDraft]:

    def draft(campaign: Campaign, played: Played, *rest: Any, **more: Any) -> StageDraft:
        made = assemble.draft(campaign, played, *rest, **more)
        for packet in made.packets.values():
            leak(packet, played, made)
        return made

    return draft


# --- through what others write ----------------------------------------------------------------


def _number_by_line(patch: pytest.MonkeyPatch) -> None:
    """Numbering: the id of an event depends on the line of the order it came from."""
    plain = PhaseContext.emit

    def emit(work: PhaseContext, kind: str, /, *subject: str, **more: Any) -> Event:
        event = plain(work, kind, *subject, **more)
        if event.order is not None:
            event = replace(event, id=work.ids.opaque(event.id, str(event.order.line)))
            work.events[-1] = event
        return event

    patch.setattr(PhaseContext, "emit", emit)


def _numbered_by_lines(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Numbering: the first item of a report is numbered by the lines of all orders."""
    lines = sum(event.order.line for event in played.stage.events if event.order is not None)
    packet["summary"] = [*packet["summary"], f"See number {lines}."]


def _faults_in_time(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Time: each fault in anybody's sheet takes a second of the report's time."""
    faults = sum(
        len(one.reading.problems)
        for submitted in played.submissions.values()
        for one in submitted.every
    )
    packet["made"] = f"{packet['made'][:17]}{faults % 60:02}{packet['made'][19:]}"


def _count_of_texts(patch: pytest.MonkeyPatch) -> None:
    """Count: the outbox says how many texts there were for the turn."""

    def counting(part: Any) -> bytes:
        count = len(part.sheets)
        return outbox.outbox_bytes(part).replace(b'sent = ""', f'sent = "{count}"'.encode())

    patch.setattr(harness, "outbox_bytes", counting)


def _others_told(patch: pytest.MonkeyPatch) -> None:
    """In so many words: who is reminded reads how all the others stand."""
    stood: list[str] = []

    def readiness(*what: Any) -> tuple[ready.Readiness, ...]:
        found = plain_readiness(*what)
        stood[:] = [f"{one.name}: {one.state} {one.until}" for one in found]
        return found

    def text(*what: Any) -> str:
        return plain_text(*what) + "\n".join(stood)

    plain_readiness, plain_text = ready.readiness, report_texts.reminder_text
    patch.setattr(reminders, "readiness", readiness)
    patch.setattr(reminders, "reminder_text", text)


def _length_of_letters(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Length: a title is padded by all that was written to anybody."""
    letters = [event for event in played.stage.events if event.kind == "message"]
    packet["title"] += " " * sum(len(str(event.facts.get("text", ""))) for event in letters)


def _questions_counted(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Numbering: the docket counts the questions of all."""
    count = sum(len(submitted.docket) for submitted in played.submissions.values())
    packet["summary"] = [*packet["summary"], f"Question {count} is the next."]


def _rulings_told(packet: Packet, played: Played, _made: StageDraft) -> None:
    """In so many words: every ruling stands in every report."""
    packet["rulings"] = [
        {"event": "", "text": one.text, "reason": one.reason} for one in played.rulings
    ]


def _newest_time(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Time: the report is dated by the newest text."""
    times = [text.received for text in played.given.texts]
    packet["made"] = max(times, default=packet["made"])


def _addresses_hashed(packet: Packet, _played: Played, made: StageDraft) -> None:
    """A hash over the record of the turn, addresses included, as the packet before."""
    packet["previous"] = hashlib.sha256(repr(made.part.addresses).encode()).hexdigest()


COMMON: Mapping[str, Leak] = {
    "remarks": Leak(patch=_number_by_line),
    "line not understood": Leak(draft=_faults_in_time),
    "sheet that does not count": Leak(patch=_count_of_texts),
    "readiness": Leak(patch=_others_told),
    "message": Leak(draft=_length_of_letters),
    "note to the game master": Leak(draft=_questions_counted),
    "ruling for another": Leak(draft=_rulings_told),
    "time of a sheet": Leak(draft=_newest_time),
    "mail address": Leak(draft=_addresses_hashed),
}


def _lines_counted(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Count: how many orders were read in all."""
    count = sum(
        len(one.reading.understood)
        for submitted in played.submissions.values()
        for one in submitted.every
    )
    packet["summary"] = [*packet["summary"], f"{count} orders were read."]


def _padded(known: Known, number: int) -> Known:
    """Length: the title is so much longer."""
    return {**known, "title": f"{known['title']}{' ' * (number % 97)}"}


# --- Knight Hawks -----------------------------------------------------------------------------


def _by_supplies(known: Known, state: Any, _player: str) -> Known:
    """Order: ships stand by what they have left."""
    left = {ship.id: sum(ship.supplies.values()) for ship in state.ships}
    ships = sorted(known["ships"], key=lambda one: (left[one["id"]] * 7919) % 1009)
    return {**known, "ships": ships}


def _all_placements(known: Known, state: Any, _player: str) -> Known:
    """In other words: the fastest start of anybody's ship."""
    return _padded(known, sum(one.speed_most for one in state.placements.values()))


KNIGHTHAWKS: Mapping[str, Leak] = {
    "supplies": Leak(view=_by_supplies),
    "order that came to nothing": Leak(draft=_lines_counted),
    "order whose condition did not hold": Leak(draft=_lines_counted),
    "where others may be placed": Leak(view=_all_placements),
}


# --- DeltaVee ---------------------------------------------------------------------------------


def _contact_number(known: Known, state: Any, _player: str) -> Known:
    """Numbering: contacts are counted by kind of missile."""
    kinds = {unit.id: unit.klass for unit in state.units}
    inside = {unit.id: unit.energy + unit.civ for unit in state.units}
    contacts = [
        {**one, "number": one["number"] + len(kinds[one["id"]]) + inside[one["id"]]}
        for one in known["contacts"]
    ]
    return {**known, "contacts": contacts}


def _contact_names(known: Known, state: Any, _player: str) -> Known:
    """Length: as many blanks as the counters' names have signs."""
    down = [unit for unit in state.units if not unit.revealed]
    return _padded(known, sum(len(unit.name) + len(unit.designation) for unit in down))


def _missiles_left(known: Known, state: Any, _player: str) -> Known:
    """Count: the missiles of both sides."""
    stock = [number for u in state.units for part in u.parts for number in part.stock.values()]
    return _padded(known, sum(stock))


def _energy_left(known: Known, state: Any, _player: str) -> Known:
    """A sum over both sides."""
    return _padded(known, sum(unit.energy - unit.spent for unit in state.units))


def _all_damage(known: Known, state: Any, _player: str) -> Known:
    """In so many words: the marks on enemies' logs, whether told or not."""
    marks = {
        unit.id: {part.name: part.status for part in unit.parts if part.status != "ok"}
        for unit in state.units
    }
    units = [
        {**one, "damage": marks[one["id"]]} if "damage" in one else one for one in known["units"]
    ]
    return {**known, "units": units}


def _armour(known: Known, state: Any, _player: str) -> Known:
    """Order: units stand by the armour of their pods."""
    armour = {unit.id: sum(part.armor for part in unit.parts) for unit in state.units}
    weight = sum((place + 1) * armour[unit.id] for place, unit in enumerate(state.units))
    return _padded(known, weight)


def _budgets(known: Known, state: Any, _player: str) -> Known:
    return _padded(known, sum(one.budget for one in state.purchases))


def _placed_anywhere(known: Known, state: Any, _player: str) -> Known:
    return _padded(known, sum(len(one.velocities) for one in state.placements.values()))


DELTAVEE: Mapping[str, Leak] = {
    "kind of what lies face down": Leak(view=_contact_number),
    "name of what lies face down": Leak(view=_contact_names),
    "missiles in a pod": Leak(view=_missiles_left),
    "energy": Leak(view=_energy_left),
    "damage nobody was told of": Leak(view=_all_damage),
    "inside of a pod": Leak(view=_armour),
    "what another may buy": Leak(view=_budgets),
    "where others may be placed": Leak(view=_placed_anywhere),
    "order that came to nothing": Leak(draft=_lines_counted),
    "order whose condition did not hold": Leak(draft=_lines_counted),
}


# --- under seal -------------------------------------------------------------------------------


def _every_proof(patch: pytest.MonkeyPatch) -> None:
    """The names of all rolls that were made: a packet holds the proof of each."""
    plain = seal.seal_of

    def seal_of(facts: SealFacts, *rest: Any) -> dict[str, Any]:
        return {**plain(facts, *rest), "proofs": dict(facts.proofs)}

    patch.setattr(packets, "seal_of", seal_of)


PROOFS = Leak(patch=_every_proof)


# --- Nova -------------------------------------------------------------------------------------


def _richest(known: Known, state: Any, _player: str) -> Known:
    """A sum over all empires."""
    return _padded(known, sum(one.treasury + one.locked for one in state.empires.values()))


def _all_accounts(known: Known, state: Any, _player: str) -> Known:
    return _padded(known, sum(len(one.annals) for one in state.empires.values()))


def _all_technology(known: Known, state: Any, _player: str) -> Known:
    levels = sum(level for one in state.empires.values() for level in one.tech.values())
    points = sum(one.done for empire in state.empires.values() for one in empire.projects)
    return _padded(known, levels + points)


def _all_ships(known: Known, state: Any, _player: str) -> Known:
    """Count: the ships of everybody."""
    return _padded(known, len(state.ships))


def _all_units(known: Known, state: Any, _player: str) -> Known:
    held = [held for one in state.systems.values() for held in one.surface.values()]
    return _padded(known, sum(number for one in held for number in one.values()))


def _all_stars(known: Known, state: Any, _player: str) -> Known:
    """A sum over the map."""
    weights = enumerate(sorted(state.systems), 1)
    return _padded(known, sum(place * state.systems[name].type for place, name in weights))


def _all_gates(known: Known, state: Any, _player: str) -> Known:
    return _padded(known, len(state.gates))


def _all_names(known: Known, state: Any, _player: str) -> Known:
    """Length: as many blanks as all names have signs, weighed by their places."""
    names = "/".join(ship.name for _id, ship in sorted(state.ships.items()))
    return _padded(known, int(hashlib.sha256(names.encode()).hexdigest(), 16))


def _all_contacts(known: Known, state: Any, _player: str) -> Known:
    """Numbering: contacts are counted over all empires."""
    words = repr([sorted(one.contacts.items()) for one in state.empires.values()])
    return _padded(known, int(hashlib.sha256(words.encode()).hexdigest(), 16))


def _goals_told(known: Known, state: Any, _player: str) -> Known:
    """In so many words: the number of a hidden goal."""
    goals = [
        {**told, "level": goal.level or None}
        for told, goal in zip(known["goals"], state.goals, strict=True)
    ]
    return {**known, "goals": goals} if "goals" in known else known


def _notes_told(known: Known, state: Any, _player: str) -> Known:
    return {**known, "notes": list(state.notes)} if "notes" in known else known


NOVA: Mapping[str, Leak] = {
    "treasury": Leak(view=_richest),
    "accounts": Leak(view=_all_accounts),
    "research": Leak(view=_all_technology),
    "unseen fleet": Leak(view=_all_ships),
    "unseen fleet that is not there": Leak(view=_all_ships),
    "units on an unseen planet": Leak(view=_all_units),
    "unseen star": Leak(view=_all_stars),
    "unseen gates": Leak(view=_all_gates),
    "name of a ship": Leak(view=_all_names),
    "contact between others": Leak(view=_all_contacts),
    "what another calls the player": Leak(view=_all_contacts),
    "hidden goal": Leak(view=_goals_told),
    "notes on the map": Leak(view=_notes_told),
    "purchases and research ordered": Leak(draft=_lines_counted),
}

OF_GAME: Mapping[str, Mapping[str, Leak]] = {
    "knighthawks": {**COMMON, **KNIGHTHAWKS},
    "deltavee": {**COMMON, **DELTAVEE},
    # Events of Nova are of one empire each: no order of another stands behind what he perceives.
    "nova": {**COMMON, "remarks": Leak(draft=_numbered_by_lines), **NOVA},
}
