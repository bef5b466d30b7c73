"""What a player reads of ships, meetings, systems and what is on their planets.

Rule: NV REP-01, NV REP-05, NV REP-08, NV REP-09, NV REP-13, NV REP-15, NV REP-17.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.games.nova.report.saying import (
    STATUS_WORDS,
    Names,
    Say,
    lettered,
    lost_aboard,
    mcr,
    presence,
    unit,
    units,
    with_gates,
)
from pbm.kit.english import count, listed
from pbm.packets.narrative import Facts, Shown

_CODES: Mapping[str, str] = {
    "A": "assault",
    "D": "devastate",
    "E": "establish",
    "I": "interdict",
    "L": "land",
    "M": "maneuver",
    "O": "observe",
    "PCB": "drop bombs",
    "S": "surrender",
    "W": "explore the warp point",
    "X": "explore",
    "Z": "do what they could",
}


def doing(codes: list[str]) -> str:
    """Activity orders in words; "nothing" for none."""
    return listed(_CODES.get(code, code) for code in codes) or "nothing"


def _came(facts: Facts) -> str:
    if not facts["start"]:
        return ""
    way = "through a gate" if facts["letter"] == "*" else f"by line {facts['letter']}"
    return f", which it reached from {facts['start']} {way}"


def _explored(facts: Facts, _shown: Shown, _names: Names) -> str:
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


def _warp_point(facts: Facts, _shown: Shown, _names: Names) -> str:
    letters = lettered(facts["letters"], facts["back"])
    return (
        f"{facts['ship']} explores the warp point of {facts['system']}{_came(facts)}: "
        f"{count(len(facts['letters']), 'warp line')} ({letters})."
    )


def _observed(facts: Facts, _shown: Shown, _names: Names) -> str:
    found = listed(presence(facts)) or "no SDUs, armies or Industrial Complex"
    return (
        f"{facts['ship']} observes {facts['system']}: type {facts['type']}, "
        f"status {facts['status']}; {found}."
    )


def _was_explored(facts: Facts, _shown: Shown, names: Names) -> str:
    who = names.who(facts["who"]) if facts["who"] else "aliens"
    seen = "your ships there saw it" if facts["seen_by_ships"] else "your people there report it"
    return f"{facts['system']} was explored by {who}; {seen}."


def _met(facts: Facts, _shown: Shown, names: Names) -> str:
    ships = count(facts["ships"], "ship") if facts["ships"] else "its people on the planet"
    jumped = facts["jumped_in"]
    of_them = "" if jumped == facts["ships"] else f"{jumped} of "
    came = f", {of_them}which jumped in this turn" if jumped else ""
    who = names.who(facts["who"])
    if facts["contact"] != "friendly":
        again = " again" if facts["goes_on"] else ""
        return f"At {facts['system']} {ships} of aliens{came}: neutral contact{again}."
    if facts["new_contact"]:
        was = f"; you called it #{facts['was_number']} before" if facts["was_number"] else ""
        return f"Normal contact with {who} at {facts['system']}: {ships}{came}{was}."
    again = "goes on" if facts["goes_on"] else "is made"
    return f"Friendly contact with {who} {again} at {facts['system']}: {ships}{came}."


def _aborted(facts: Facts, _shown: Shown, names: Names) -> str:
    order = f"{names.who(facts['who'])} orders" if facts["who"] else "aliens order"
    return (
        f"At {facts['system']} {order} your {listed(facts['ships'])} to do nothing; "
        f"dropped: {doing(facts['activities'])}."
    )


def _made_abort(facts: Facts, _shown: Shown, names: Names) -> str:
    ships = count(facts["ships"], "ship" if facts["who"] else "alien ship")
    if facts["who"]:
        ships += f" of {names.who(facts['who'])}"
    left = f"did not {doing(facts['activities'])}" if facts["activities"] else "did nothing"
    return f"At {facts['system']} {ships} obeyed you and {left}."


def _retreats(facts: Facts, _shown: Shown, _names: Names) -> str:
    to = f" to {facts['to']}" if facts["to"] else ""
    why = ", ordered out by an ultimatum of aliens" if facts["ordered_out"] else ""
    return f"{facts['ship']} retreats from {facts['system']}{to}{why}; it arrives next turn."


def _ultimatum_obeyed(facts: Facts, _shown: Shown, _names: Names) -> str:
    ships, leave = count(facts["ships"], "alien ship"), "leaves" if facts["ships"] == 1 else "leave"
    return f"At {facts['system']} {ships} {leave}, as your ultimatum orders."


def _interdicted(facts: Facts, _shown: Shown, _names: Names) -> str:
    planned = f", short of {facts['planned']}" if facts["planned"] else ""
    jumps = count(facts["jumps"], "jump")
    return f"{facts['ship']} is stopped by interdiction at {facts['at']}{planned}, after {jumps}."


def _given(facts: Facts, _shown: Shown, names: Names) -> str:
    how = "surrenders to" if facts["surrendered"] else "goes over to"
    return (
        f"{facts['what']} ({facts['klass']}){with_gates(facts)} {how} {names.who(facts['to'])} "
        f"at {facts['system']}."
    )


def _received(facts: Facts, _shown: Shown, names: Names) -> str:
    who, klass, at = names.who(facts["sender"]), facts["klass"], facts["system"]
    called = f"; it is called {facts['what']}" if facts["was_called"] != facts["what"] else ""
    if facts["surrendered"]:
        aboard = with_gates(facts)
        return (
            f"{facts['was_called']} ({klass}){aboard} of {who} surrenders to you at {at}{called}."
        )
    return f"{who} gives you {facts['was_called']} ({klass}){with_gates(facts)} at {at}{called}."


def _data_received(facts: Facts, _shown: Shown, names: Names) -> str:
    type = f"type {facts['type']}, " if facts["type"] >= 0 else ""
    return (
        f"{names.who(facts['sender'])} gives you the exploration data of {facts['system']}: "
        f"{type}status {facts['status'] or 'unknown'}, warp lines {','.join(facts['letters'])}."
    )


def _full_contact(facts: Facts, _shown: Shown, names: Names) -> str:
    by = f"; introduced by {names.who(facts['through'])}" if facts["through"] else ""
    address = f"; its address: {facts['address']}" if facts["address"] else ""
    was = f"; you called it #{facts['was_number']} before" if facts["was_number"] else ""
    return f"Full contact: empire {facts['who']} is {facts['name']}{address}{by}{was}."


def _established(facts: Facts, _shown: Shown, _names: Names) -> str:
    what = unit(facts["what"], facts["number"])
    if facts["what"] != "C":
        return f"{what} established on {facts['system']}."
    gain = f"; production rises by {mcr(facts['gain'])}" if facts["gain"] else ""
    return f"{what} established on {facts['system']}: now {STATUS_WORDS[facts['status']]}{gain}."


def _landed(facts: Facts, _shown: Shown, _names: Names) -> str:
    by = f" by {facts['ship']}" if facts["ship"] else ""
    return f"Landed on {facts['system']}{by}: {units(facts['units'])}."


def _devastated(facts: Facts, _shown: Shown, _names: Names) -> str:
    sdu = "SDUs defend it; " if facts["sdu"] else ""
    return f"{facts['ship']} devastates {facts['system']}: {sdu}{_result(facts['result'])}."


def _result(result: str) -> str:
    return {
        "destroyed": "everything on the planet is destroyed",
        "suppressed": "it gives no revenue next turn and its IC builds nothing",
    }.get(result, "its IC builds nothing next turn")


def _was_devastated(facts: Facts, shown: Shown, _names: Names) -> str:
    sdus = dict(shown.get("terms", ())).get("SDUs", 0)
    defence = f"against {count(sdus, 'SDU')}" if sdus else "without an SDU there"
    return f"{facts['system']} is devastated by aliens, {defence}: {_result(facts['result'])}."


def _bombs_fell(facts: Facts, shown: Shown, _names: Names) -> str:
    shots = dict(shown.get("terms", ())).get("shots of SDUs")
    fire = "" if shots is None else f"{count(shots, 'shot')} of SDUs, "
    whose = "Your" if facts["yours"] else "Alien"
    return (
        f"{whose} bombs fall on {facts['system']}: {facts['fell']} dropped, "
        f"{fire}{facts['through']} got through."
    )


def _terraformed(facts: Facts, _shown: Shown, _names: Names) -> str:
    saved = units(facts["saved"])
    lifted = f"; lifted off: {saved}" if saved else ""
    change = f"from type {facts['type_before']} to type {facts['type']}"
    return f"{facts['ship']} terraforms {facts['system']} {change}{lifted}."


def _derelict(facts: Facts, _shown: Shown, _names: Names) -> str:
    aboard = f", with {listed(facts['gates'])} aboard" if facts["gates"] else ""
    ship = f"{facts['ship']} ({facts['klass']}){aboard}"
    return f"You take a derelict at {facts['system']}: {ship}.{lost_aboard(facts)}"


def _taken(facts: Facts) -> str:
    taken = units(facts["taken"])
    return f"; taken with it: {taken}" if taken else ""


def _emptied(facts: Facts, _shown: Shown, _names: Names) -> str:
    lost = listed([*filter(None, [units(facts["lost"])]), *facts["lost_things"]])
    own = f"; you lost {lost}" if lost else ""
    status = STATUS_WORDS[facts["status"]]
    whose = {
        "own": f", {status} of yours,",
        "captured": f", {status} that you had captured,",
        "lost": f", {status} that you had lost,",
    }.get(facts["was"], "")
    return f"{facts['system']}{whose} is emptied ({facts['why']}): nothing lives there{own}."


def _alien_vacated(facts: Facts, _shown: Shown, names: Names) -> str:
    return f"The position of {names.who(facts['who'])} is vacant: its player has left it."


def _vacated(facts: Facts, _shown: Shown, _names: Names) -> str:
    why = (
        "you resigned" if facts["resigned"] else f"{count(facts['missed'], 'turn')} missed in a row"
    )
    return f"Your position is vacant ({why}). A sheet from you fills it again."


def _gate_placed(facts: Facts, _shown: Shown, _names: Names) -> str:
    other = f" if {facts['waits_for']} stands too" if facts["waits_for"] else ""
    return (
        f"The star gate end {facts['gate']} stands in the warp point of {facts['system']}; "
        f"ships may pass from next turn on{other}."
    )


def _gate_captured(facts: Facts, _shown: Shown, _names: Names) -> str:
    works = "its other end stands" if facts["works"] else "its other end does not stand"
    return f"You take the star gate end {facts['gate']} at {facts['system']}; {works}."


SAYINGS: Mapping[str, Say] = {
    "explored": _explored,
    "warp_point_explored": _warp_point,
    "observed": _observed,
    "was_explored": _was_explored,
    "met": _met,
    "aborted": _aborted,
    "made_abort": _made_abort,
    "retreats": _retreats,
    "ultimatum_obeyed": _ultimatum_obeyed,
    "interdicted": _interdicted,
    "unit_given": _given,
    "unit_received": _received,
    "left_behind": lambda facts, _shown, _names: (
        f"{facts['ship']} stays yours: it leaves {facts['carrier']} at {facts['system']}."
    ),
    "data_given": lambda facts, _shown, names: (
        f"You give the exploration data of {facts['system']} to {names.who(facts['to'])}."
    ),
    "data_received": _data_received,
    "full_contact": _full_contact,
    "introduced": lambda facts, _shown, names: (
        f"You introduce {names.who(facts['who'])} and {names.who(facts['to'])} to each other: "
        "they are in full contact."
    ),
    "established": _established,
    "gate_placed": _gate_placed,
    "gate_captured": _gate_captured,
    "gate_lost": lambda facts, _shown, _names: (
        f"Aliens take your star gate end {facts['gate']} at {facts['system']}."
    ),
    "gate_dead": lambda facts, _shown, _names: (
        f"The star gate end {facts['gate']} at {facts['system']} leads nowhere: "
        "the one that belongs to it is no more."
    ),
    "landed": _landed,
    "aliens_landed": lambda facts, _shown, _names: f"Aliens land units on {facts['system']}.",
    "kept_aboard": lambda facts, _shown, _names: (
        f"Left aboard {facts['ship']} at {facts['system']}: {units(facts['units'])}."
    ),
    "units_lifted": lambda facts, _shown, _names: (
        f"Lifted off {facts['system']} before the end: {units(facts['units'])}."
    ),
    "devastated": _devastated,
    "was_devastated": _was_devastated,
    "pcb_dropped": lambda facts, _shown, _names: (
        f"{facts['ship']} drops {unit('PCB', facts['number'])} on {facts['system']}."
    ),
    "pcbs_fell": _bombs_fell,
    "terraformed": _terraformed,
    "crew_lost": lambda facts, _shown, _names: (
        f"{facts['ship']} is left without engines at {facts['system']}; its crew is lost, "
        "and it drifts, anybody's."
    ),
    "derelict_taken": _derelict,
    "system_captured": lambda facts, _shown, _names: (
        f"You capture {facts['system']}, {STATUS_WORDS[facts['status']]}{_taken(facts)}."
    ),
    "system_retaken": lambda facts, _shown, _names: (
        f"You take back {facts['system']}, {STATUS_WORDS[facts['status']]}{_taken(facts)}."
    ),
    "system_lost": lambda facts, _shown, _names: (
        f"Aliens capture {facts['system']}, {STATUS_WORDS[facts['status']]} that was yours."
    ),
    "system_abandoned": lambda facts, _shown, _names: (
        f"{facts['system']} is no longer held by you: no army of yours is left there."
    ),
    "system_returned": lambda facts, _shown, _names: f"{facts['system']} is yours again.",
    "system_emptied": _emptied,
    "treasury_lost": lambda facts, _shown, _names: (
        f"Your treasury at {facts['system']} falls to aliens: {mcr(facts['amount'])}."
    ),
    "treasury_captured": lambda facts, _shown, _names: (
        f"You capture a treasury at {facts['system']}: {mcr(facts['amount'])}, "
        "to be spent next turn."
    ),
    "home_destroyed": lambda facts, _shown, _names: (
        f"Your home star {facts['system']} is destroyed and never comes back."
    ),
    "seat_moved": lambda facts, _shown, _names: (
        f"Your designated home star is now {facts['system']}, your treasury "
        f"at {facts['treasury_at']}."
    ),
    "world_needed": lambda _facts, _shown, _names: (
        "You hold no world. Without one you are out once you have no colonies to make one."
    ),
    "eliminated": lambda _facts, _shown, _names: (
        "Your last world is lost and no other can be made: your empire is out of the game."
    ),
    "territory": lambda facts, _shown, _names: (
        f"Territory brings {count(facts['gain'], 'point')}; you have {facts['points']}."
    ),
    "vacated": _vacated,
    "alien_vacated": _alien_vacated,
}
