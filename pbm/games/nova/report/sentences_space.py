"""Sentences on ships, meetings, systems and their planets.

Rule: NV REP-01, NV REP-05, NV REP-08, NV REP-09, NV REP-13, NV REP-15, NV REP-17.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbm.games.nova.report.facts import Looked, Met, Plain
from pbm.games.nova.report.saying import Names, units
from pbm.games.nova.state.orders.letters import ACTIVITIES
from pbm.kit.english import listed
from pbm.packets.catalogue import Sentences, ShownEvent


def doing(codes: Sequence[str]) -> str:
    """Activity orders in words; "nothing" for none."""
    return listed(ACTIVITIES[code].verb for code in codes) or "nothing"


def devastation(result: str) -> str:
    """What devastation does to a planet."""
    return {
        "destroyed": "everything on the planet is destroyed",
        "suppressed": "it gives no revenue next turn and its IC builds nothing",
    }.get(result, "its IC builds nothing next turn")


def _looked(text: str) -> Callable[[ShownEvent[Names]], str]:
    """What a ship found, in a text that may name its warp ``lines`` and what it ``found``."""

    def say(told: ShownEvent[Names]) -> str:
        one = told.read(Looked)
        return told.fill(text, lines=one.lines, found=one.found, gate="SG" in one.installations)

    return say


def _met(told: ShownEvent[Names]) -> str:
    one = told.read(Met)
    ships = "[{ships:some ship}|its people on the planet]"
    aliens = "[{ships:some alien ship}|aliens on the planet]"
    came = "[{jumped_in?}, [{part} of ]which jumped in this turn]"
    if not one.is_friendly:
        text = f"Neutral contact[{{goes_on?}} goes on] at {{system}}: {aliens}{came}."
    elif one.new_contact:
        text = f"Normal contact with {{who:who}} at {{system}}: {ships}{came}"
        text += "[{was_number?}; you called it #{was_number} before]."
    else:
        text = "Friendly contact with {who:who} [{goes_on?}goes on|is made] at {system}: "
        text += f"{ships}{came}."
    return told.fill(text, part=one.jumped_in if one.jumped_in != one.ships else None)


def _received(told: ShownEvent[Names]) -> str:
    one = told.read(Plain)
    return told.fill(
        "[{surrendered?}{was_called} ({klass})[ with {gates:list} aboard] of {sender:who} "
        "surrenders to you|{sender:who} gives you {was_called}[ ({klass})][ with {gates:list} "
        "aboard]] at {system}[; it is called {now}].",
        now=one.what if one.what != one.was_called else "",
    )


def _established(told: ShownEvent[Names]) -> str:
    one = told.read(Plain)
    return told.fill(
        "{made:units} established on {system}[{what=C}: now {status:status}[{gain?}; production "
        "rises by {gain:mcr}]].",
        made={one.what: one.number},
    )


def _was_devastated(told: ShownEvent[Names]) -> str:
    return told.fill(
        "{system} is devastated by aliens, [{sdus?}against {sdus:count SDU}|without an SDU there]: "
        "{result:devastation}.",
        sdus=dict(told.terms).get("SDUs"),
    )


def _bombs_fell(told: ShownEvent[Names]) -> str:
    return told.fill(
        "[{yours?}Your|Alien] bombs fall on {system}: {fell} dropped, "
        "[{shots:count shot} of SDUs, ]{through} got through.",
        shots=dict(told.terms).get("shots of SDUs"),
    )


def _emptied(told: ShownEvent[Names]) -> str:
    one = told.read(Plain)
    return told.fill(
        "{system}[{was=own}, {status:status} of yours,|{was=captured}, {status:status} that you "
        "had captured,|{was=lost}, {status:status} that you had lost,] is emptied ({why}): "
        "nothing lives there any more[; you lost {gone:list}].",
        gone=[
            *filter(None, [units(one.lost)]),
            *one.lost_things,
            *(["the established Industrial Complex"] if one.ic else []),
        ],
    )


_CAME = "[, which it reached from {start} [{letter=*}through a gate|by line {letter}]]"

SENTENCES: Sentences = {
    "explored": _looked(
        "{ship} explores {system}" + _CAME + ": type {type}, {letters:number warp line} ({lines})"
        "[; {status:held} of [{yours?}yours|aliens]|{alien_surface?}; alien units are on the "
        "planet][; on the planet: {found:list}][{gate?}; a star gate end of aliens is in the warp "
        "point][; {alien_ships:some alien ship} here]."
    ),
    "warp_point_explored": _looked(
        "{ship} explores the warp point of {system}" + _CAME + ": {letters:number warp line} "
        "({lines})."
    ),
    "observed": _looked(
        "{ship} observes {system}: type {type}, status {status}; "
        "[{found:list}|no SDUs, armies or Industrial Complex]."
    ),
    "was_explored": (
        "{system} was explored by [{who:who}|aliens]; [{seen_by_ships?}your ships there saw "
        "it|your people there report it]."
    ),
    "met": _met,
    "aborted": (
        "At {system} [{who:who} orders|aliens order] your {ships:list} to do nothing; not done: "
        "{activities:doing}."
    ),
    "made_abort": (
        "At {system} [{ships:count ship} of {who:who}|{ships:count alien ship}] obeyed you and "
        "did [not {activities:doing}|nothing]."
    ),
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
        "{what}[ ({klass})][ with {gates:list} aboard] [{surrendered?}surrenders to|goes over to]"
        " {to:who} at {system}."
    ),
    "unit_received": _received,
    "left_behind": "{ship} stays yours: it leaves {carrier} at {system}.",
    "data_given": "You give the exploration data of {system} to {to:who}.",
    "data_received": (
        "{sender:who} gives you the exploration data of {system}: [type {type:known}, ]status "
        "[{status}|unknown], warp lines {letters:letters}."
    ),
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
    "gate_dead": ("The star gate end {gate} at {system} leads nowhere: its other end is gone."),
    "landed": "Landed on {system}[ by {ship}]: {units:units}.",
    "aliens_landed": "Aliens land units on {system}.",
    "kept_aboard": "Left aboard {ship} at {system}: {units:units}.",
    "units_lifted": "Lifted off {system} before the end: {units:units}.",
    "devastated": "{ship} devastates {system}: [{sdu?}SDUs defend it; ]{result:devastation}.",
    "was_devastated": _was_devastated,
    "pcb_dropped": "{ship} drops {number:unit PCB} on {system}.",
    "pcbs_fell": _bombs_fell,
    "terraformed": (
        "[{ship}|A stored TFC] terraforms {system} from type {type_before} to type {type}"
        "[; lifted off: {saved:units}]."
    ),
    "crew_lost": (
        "{ship} has no engines left at {system}: its crew is lost and it drifts; anybody may take "
        "it."
    ),
    "derelict_taken": (
        "You take a derelict at {system}: {ship} ({klass})[, with {gates:list} aboard]."
        "[ {lost:perished}]"
    ),
    "system_captured": "You capture {system}, {status:status}[; taken with it: {taken:units}].",
    "system_retaken": "You take back {system}, {status:status}[; taken with it: {taken:units}].",
    "system_lost": "Aliens capture {system}, {status:status} that was yours.",
    "system_abandoned": "You no longer hold {system}: none of your armies is left there.",
    "system_returned": "{system} is yours again.",
    "system_emptied": _emptied,
    "treasury_lost": "Your treasury at {system} falls to aliens: {amount:mcr}.",
    "treasury_captured": "You capture a treasury at {system}: {amount:mcr}, to be spent next turn.",
    "home_destroyed": "Your home star {system} is destroyed and never comes back.",
    "seat_moved": "Your designated home star is now {system}, your treasury at {treasury_at}.",
    "world_needed": (
        "You hold no world. Make one before your colonies are gone, or you are out of the game."
    ),
    "eliminated": (
        "Your last world is lost and you cannot make another: your empire is out of the game."
    ),
    "territory": "Territory brings {gain:count point}; you have {points}.",
    "vacated": (
        "Your position is vacant ([{resigned?}you resigned|{missed:count turn} missed in a "
        "row]). A sheet from you fills it again."
    ),
    "alien_vacated": "The position of {who:who} is vacant: its player has left it.",
}
