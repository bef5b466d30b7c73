"""Sentences on ships, meetings, systems and their planets.

Rule: NV REP-01, NV REP-05, NV REP-08, NV REP-09, NV REP-13, NV REP-15, NV REP-17.
"""

from collections.abc import Sequence

from pbm.games.nova.state.orders.letters import ACTIVITIES
from pbm.kit.english import listed
from pbm.packets.catalogue import Sentences


def doing(codes: Sequence[str]) -> str:
    """Activity orders in words; "nothing" for none."""
    return listed(ACTIVITIES[code].verb for code in codes) or "nothing"


def devastation(result: str) -> str:
    """What devastation does to a planet."""
    return {
        "destroyed": "everything on the planet is destroyed",
        "suppressed": "it gives no revenue next turn and its IC builds nothing",
    }.get(result, "its IC builds nothing next turn")


def starred(letters: Sequence[str], back: str) -> str:
    """Letters of warp lines; a star behind the one that leads back.

    >>> starred(("A", "B"), "B")
    'A,B*'

    Ambiguity: NV A-MISS-UNDERLINE.
    """
    return ",".join([f"{one}*" if one == back else one for one in letters])


def findings(sdu: bool, armies: bool, ic: bool, installations: Sequence[str] | None) -> str:
    """What X or O found on a planet. Rule: NV EXP-01, NV ORD-27."""
    found = ["SDUs"] if sdu else []
    found += ["armies"] if armies else []
    found += ["an Industrial Complex"] if ic else []
    if stored := ", ".join([kind for kind in installations or () if kind != "SG"]):
        found.append(f"installations in store ({stored})")
    return listed(found)


_CAME = "[, which it reached from {start} [{letter=*}through a gate|by line {letter}]]"

SENTENCES: Sentences = {
    "explored": (
        "{ship} explores {system}"
        + _CAME
        + ": type {type}, {letters:number warp line} ({letters:starred *back})"
        "[; {status:held} of [{yours?}yours|aliens]|{alien_surface?}; alien units are on the "
        "planet][; on the planet: {status:findings *sdu/*armies/*ic/*installations}]"
        "[; {installations:gates} in the warp point]"
        "[; {alien_ships:some alien ship} here]."
    ),
    "warp_point_explored": (
        "{ship} explores the warp point of {system}" + _CAME + ": {letters:number warp line} "
        "({letters:starred *back})."
    ),
    "observed": (
        "{ship} observes {system}: type {type}, status {status}; "
        "[{status:findings *sdu/*armies/*ic/*installations}|no SDUs, armies or Industrial Complex]."
    ),
    "was_explored": (
        "{system} was explored by [{who:who}|aliens]; [{seen_by_ships?}your ships there saw "
        "it|your people there report it]."
    ),
    "met": (
        "[{contact=neutral}Neutral contact[{goes_on?} goes on] at {system}: "
        "[{ships:some alien ship}|aliens on the planet]"
        "|[{new_contact?}Normal contact with {who:who}|Friendly contact with {who:who} "
        "[{goes_on?}goes on|is made]] at {system}: [{ships:some ship}|its people on the planet]]"
        "[{jumped_in?}, [{jumped_in:part *ships} of ]which jumped in this turn]"
        "[{was_number?}; you called it #{was_number} before]."
    ),
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
        "[{klass?}{what} ({klass})[ with {gates:list} aboard] [{surrendered?}surrenders to|goes "
        "over to] {to:who}|You give {to:who} {what}] at {system}."
    ),
    "unit_received": (
        "[{surrendered?}{was_called} ({klass})[ with {gates:list} aboard] of {sender:who} "
        "surrenders to you|{sender:who} gives you {was_called}[ ({klass})][ with {gates:list} "
        "aboard]] at {system}[; it is called {what:unlike *was_called}]."
    ),
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
    "established": (
        "{number:unit *what} established on {system}[{what=C}: now {status:status}[{gain?}; "
        "production rises by {gain:mcr}]]."
    ),
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
    "was_devastated": (
        "{system} is devastated by aliens, [against {terms:tally SDUs/SDU}|without an SDU there]: "
        "{result:devastation}."
    ),
    "pcb_dropped": "{ship} drops {number:unit PCB} on {system}.",
    "pcbs_fell": (
        "[{yours?}Your|Alien] bombs fall on {system}: {fell} dropped, "
        "[{shots?}{shots:count shot} of SDUs, ]{through} got through[, {terms:struck}]."
    ),
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
    "system_emptied": (
        "{system}[{was=own}, {status:status} of yours,|{was=captured}, {status:status} that you "
        "had captured,|{was=lost}, {status:status} that you had lost,] is emptied ({why}): "
        "nothing lives there any more[; you lost {lost:units}][; gone with it: {lost_things:list}]"
        "[{ic?}; its Industrial Complex is gone]."
    ),
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
