"""What a player reads of ships, meetings, systems and what is on their planets.

Rule: NV REP-01, NV REP-05, NV REP-08, NV REP-09, NV REP-13, NV REP-15, NV REP-17.
"""

from __future__ import annotations

from pbm.games.nova.report.saying import (
    STATUS_WORDS,
    Names,
    lettered,
    lost_aboard,
    mcr,
    presence,
    unit,
    units,
    with_gates,
)
from pbm.games.nova.state.orders.letters import ACTIVITIES
from pbm.kit.english import count, listed
from pbm.packets.catalogue import Sentences, ShownEvent
from pbm.packets.narrative import Facts


def doing(codes: list[str]) -> str:
    """Activity orders in words; "nothing" for none."""
    return listed(ACTIVITIES[code].verb for code in codes) or "nothing"


def _came(facts: Facts) -> str:
    if not facts["start"]:
        return ""
    way = "through a gate" if facts["letter"] == "*" else f"by line {facts['letter']}"
    return f", which it reached from {facts['start']} {way}"


def _explored(told: ShownEvent[Names]) -> str:
    facts = told.facts
    letters = lettered(facts["letters"], facts["back"])
    text = f"{facts['ship']} explores {facts['system']}{_came(facts)}: type {facts['type']}, "
    text += f"{count(len(facts['letters']), 'warp line')} ({letters})"
    if facts["status"] != "NONE":
        text += f"; {STATUS_WORDS[facts['status']]} of {'yours' if facts['yours'] else 'aliens'}"
    elif facts["alien_surface"]:
        text += "; units of aliens are on the planet"
    found = presence(facts)
    text += f"; on it are {listed(found)}" if found else ""
    ships = count(facts["alien_ships"], "alien ship") if facts["alien_ships"] else ""
    return f"{text}; {ships} here." if ships else f"{text}."


def _warp_point(told: ShownEvent[Names]) -> str:
    facts = told.facts
    letters = lettered(facts["letters"], facts["back"])
    return (
        f"{facts['ship']} explores the warp point of {facts['system']}{_came(facts)}: "
        f"{count(len(facts['letters']), 'warp line')} ({letters})."
    )


def _observed(told: ShownEvent[Names]) -> str:
    facts = told.facts
    found = listed(presence(facts)) or "no SDUs, armies or Industrial Complex"
    return (
        f"{facts['ship']} observes {facts['system']}: type {facts['type']}, "
        f"status {facts['status']}; {found}."
    )


def _met(told: ShownEvent[Names]) -> str:
    facts = told.facts
    ships = count(facts["ships"], "ship") if facts["ships"] else "its people on the planet"
    jumped = facts["jumped_in"]
    of_them = "" if jumped == facts["ships"] else f"{jumped} of "
    came = f", {of_them}which jumped in this turn" if jumped else ""
    who = told.labels.who(facts["who"])
    if facts["contact"] != "friendly":
        again = " again" if facts["goes_on"] else ""
        return f"At {facts['system']} {ships} of aliens{came}: neutral contact{again}."
    if facts["new_contact"]:
        was = f"; you called it #{facts['was_number']} before" if facts["was_number"] else ""
        return f"Normal contact with {who} at {facts['system']}: {ships}{came}{was}."
    again = "goes on" if facts["goes_on"] else "is made"
    return f"Friendly contact with {who} {again} at {facts['system']}: {ships}{came}."


def _made_abort(told: ShownEvent[Names]) -> str:
    facts = told.facts
    ships = count(facts["ships"], "ship" if facts["who"] else "alien ship")
    if facts["who"]:
        ships += f" of {told.labels.who(facts['who'])}"
    left = f"did not {doing(facts['activities'])}" if facts["activities"] else "did nothing"
    return f"At {facts['system']} {ships} obeyed you and {left}."


def _received(told: ShownEvent[Names]) -> str:
    facts = told.facts
    who, klass, at = told.labels.who(facts["sender"]), facts["klass"], facts["system"]
    called = f"; it is called {facts['what']}" if facts["was_called"] != facts["what"] else ""
    if facts["surrendered"]:
        aboard = with_gates(facts)
        return (
            f"{facts['was_called']} ({klass}){aboard} of {who} surrenders to you at {at}{called}."
        )
    return f"{who} gives you {facts['was_called']} ({klass}){with_gates(facts)} at {at}{called}."


def _data_received(told: ShownEvent[Names]) -> str:
    facts = told.facts
    type = f"type {facts['type']}, " if facts["type"] >= 0 else ""
    return (
        f"{told.labels.who(facts['sender'])} gives you the exploration data of {facts['system']}: "
        f"{type}status {facts['status'] or 'unknown'}, warp lines {','.join(facts['letters'])}."
    )


def _established(told: ShownEvent[Names]) -> str:
    facts = told.facts
    what = unit(facts["what"], facts["number"])
    if facts["what"] != "C":
        return f"{what} established on {facts['system']}."
    gain = f"; production rises by {mcr(facts['gain'])}" if facts["gain"] else ""
    return f"{what} established on {facts['system']}: now {STATUS_WORDS[facts['status']]}{gain}."


def devastation(result: str) -> str:
    """What devastation does to a planet."""
    return {
        "destroyed": "everything on the planet is destroyed",
        "suppressed": "it gives no revenue next turn and its IC builds nothing",
    }.get(result, "its IC builds nothing next turn")


def _was_devastated(told: ShownEvent[Names]) -> str:
    facts = told.facts
    sdus = dict(told.terms).get("SDUs", 0)
    defence = f"against {count(sdus, 'SDU')}" if sdus else "without an SDU there"
    return f"{facts['system']} is devastated by aliens, {defence}: {devastation(facts['result'])}."


def _bombs_fell(told: ShownEvent[Names]) -> str:
    facts = told.facts
    shots = dict(told.terms).get("shots of SDUs")
    fire = "" if shots is None else f"{count(shots, 'shot')} of SDUs, "
    whose = "Your" if facts["yours"] else "Alien"
    return (
        f"{whose} bombs fall on {facts['system']}: {facts['fell']} dropped, "
        f"{fire}{facts['through']} got through."
    )


def _derelict(told: ShownEvent[Names]) -> str:
    facts = told.facts
    aboard = f", with {listed(facts['gates'])} aboard" if facts["gates"] else ""
    ship = f"{facts['ship']} ({facts['klass']}){aboard}"
    return f"You take a derelict at {facts['system']}: {ship}.{lost_aboard(facts)}"


def _emptied(told: ShownEvent[Names]) -> str:
    facts = told.facts
    lost = listed([*filter(None, [units(facts["lost"])]), *facts["lost_things"]])
    own = f"; you lost {lost}" if lost else ""
    status = STATUS_WORDS[facts["status"]]
    whose = {
        "own": f", {status} of yours,",
        "captured": f", {status} that you had captured,",
        "lost": f", {status} that you had lost,",
    }.get(facts["was"], "")
    return f"{facts['system']}{whose} is emptied ({facts['why']}): nothing lives there{own}."


SENTENCES: Sentences = {
    "explored": _explored,
    "warp_point_explored": _warp_point,
    "observed": _observed,
    "was_explored": (
        "{system} was explored by [{who:who}|aliens]; [{seen_by_ships?}your ships there saw "
        "it|your people there report it]."
    ),
    "met": _met,
    "aborted": (
        "At {system} [{who:who} orders|aliens order] your {ships:list} to do nothing; dropped: "
        "{activities:doing}."
    ),
    "made_abort": _made_abort,
    "retreats": (
        "{ship} retreats from {system}[ to {to}][{ordered_out?}, ordered out by an ultimatum of"
        " aliens]; it arrives next turn."
    ),
    "ultimatum_obeyed": (
        "At {system} {ships:count alien ship} [{ships=1}leaves|leave], as your ultimatum orders."
    ),
    "interdicted": (
        "{ship} is stopped by interdiction at {at}[, short of {planned}], after {jumps:count jump}."
    ),
    "unit_given": (
        "{what} ({klass})[ with {gates:list} aboard] [{surrendered?}surrenders to|goes over to]"
        " {to:who} at {system}."
    ),
    "unit_received": _received,
    "left_behind": "{ship} stays yours: it leaves {carrier} at {system}.",
    "data_given": "You give the exploration data of {system} to {to:who}.",
    "data_received": _data_received,
    "full_contact": (
        "Full contact: empire {who} is {name}[; its address: {address}][; introduced by "
        "{through:who}][{was_number?}; you called it #{was_number} before]."
    ),
    "introduced": "You introduce {who:who} and {to:who} to each other: they are in full contact.",
    "established": _established,
    "gate_placed": (
        "The star gate end {gate} stands in the warp point of {system}; ships may pass from "
        "next turn on[ if {waits_for} stands too]."
    ),
    "gate_captured": (
        "You take the star gate end {gate} at {system}; [{works?}its other end stands|its other"
        " end does not stand]."
    ),
    "gate_lost": "Aliens take your star gate end {gate} at {system}.",
    "gate_dead": (
        "The star gate end {gate} at {system} leads nowhere: the one that belongs to it is no more."
    ),
    "landed": "Landed on {system}[ by {ship}]: {units:units}.",
    "aliens_landed": "Aliens land units on {system}.",
    "kept_aboard": "Left aboard {ship} at {system}: {units:units}.",
    "units_lifted": "Lifted off {system} before the end: {units:units}.",
    "devastated": "{ship} devastates {system}: [{sdu?}SDUs defend it; ]{result:devastation}.",
    "was_devastated": _was_devastated,
    "pcb_dropped": "{ship} drops {number:unit PCB} on {system}.",
    "pcbs_fell": _bombs_fell,
    "terraformed": (
        "{ship} terraforms {system} from type {type_before} to type {type}[; lifted off: "
        "{saved:units}]."
    ),
    "crew_lost": (
        "{ship} is left without engines at {system}; its crew is lost, and it drifts, anybody's."
    ),
    "derelict_taken": _derelict,
    "system_captured": "You capture {system}, {status:status}[; taken with it: {taken:units}].",
    "system_retaken": "You take back {system}, {status:status}[; taken with it: {taken:units}].",
    "system_lost": "Aliens capture {system}, {status:status} that was yours.",
    "system_abandoned": "{system} is no longer held by you: no army of yours is left there.",
    "system_returned": "{system} is yours again.",
    "system_emptied": _emptied,
    "treasury_lost": "Your treasury at {system} falls to aliens: {amount:mcr}.",
    "treasury_captured": "You capture a treasury at {system}: {amount:mcr}, to be spent next turn.",
    "home_destroyed": "Your home star {system} is destroyed and never comes back.",
    "seat_moved": "Your designated home star is now {system}, your treasury at {treasury_at}.",
    "world_needed": (
        "You hold no world. Without one you are out once you have no colonies to make one."
    ),
    "eliminated": (
        "Your last world is lost and no other can be made: your empire is out of the game."
    ),
    "territory": "Territory brings {gain:count point}; you have {points}.",
    "vacated": (
        "Your position is vacant ([{resigned?}you resigned|{missed:count turn} missed in a "
        "row]). A sheet from you fills it again."
    ),
    "alien_vacated": "The position of {who:who} is vacant: its player has left it.",
}
