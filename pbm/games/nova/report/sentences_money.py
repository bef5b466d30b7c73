"""Sentences on money, building and research.

Rule: NV REP-01, NV REP-04, NV REP-12, NV REP-20, NV REP-23.
"""

from collections.abc import Iterable
from fractions import Fraction

from pbm.games.nova.state.amounts import amount_text
from pbm.packets.catalogue import Sentences


def points(amount: str | int) -> str:
    """Tech Points, exact."""
    return f"{exact(amount)} TP"


def exact(amount: str | int) -> str:
    """A number without loss."""
    return amount_text(Fraction(str(amount)))


def sums(terms: Iterable[tuple[str, str | int]]) -> str:
    """The terms of a sum, one after the other."""
    return ", ".join(f"{name} {exact(amount)}" for name, amount in terms)


def earned(terms: Iterable[tuple[str, int]]) -> str:
    """The terms of a sum without those that are nothing."""
    return sums((name, amount) for name, amount in terms if amount)


def spent(terms: Iterable[tuple[str, int]]) -> str:
    """What was paid for, of terms that are negative where they cost something."""
    return sums((name, -amount) for name, amount in terms if amount <= 0)


def found(terms: Iterable[tuple[str, int]]) -> str:
    """What a roll of research brought in all."""
    return str(sum(amount for name, amount in terms if name != "before"))


SENTENCES: Sentences = {
    "production": (
        "Your systems produce {amount:gained}[: {terms:earned}]."
        "[ Suppressed, and so without revenue: {suppressed:names}.]"
    ),
    "received_free": "You may now spend the {amount:gained} that you received last turn.",
    "pillaged": (
        "You pillage {system} for {amount:gained} (its production is {terms:term production}, "
        "at most {terms:term at most} can be taken)."
    ),
    "salvaged": (
        "You salvage {amount:gained} at {system}[ ({terms:sums})]"
        "[; your sheet claimed {claim:claim *amount}]."
    ),
    "fined": "You are fined {amount:mcr}: {why} ({number}).",
    "maintained": "You maintain {teams:count research team} for {amount:mcr}.",
    "teams_created": "You create {teams:count research team} for {amount:mcr}.",
    "teams_returned": (
        "{teams:count team} had no project and [{teams=1}was|were] not created: "
        "{amount:gained} are refunded."
    ),
    "ships_built": (
        "Built at {at}: {number} {what:quoted} for {amount:mcr} ({price} each), named {names:list}."
    ),
    "units_built": "Built at {at}: {number:unit *what} for {amount:mcr} ({price} each).",
    # A part paid for a hull, its first or a later one.
    **dict.fromkeys(
        ("hull_begun", "hull_paid"),
        "You pay {amount:mcr} at {at} for {name} ({what}): {paid} of {price:mcr} are paid, "
        "{price:less *paid} remain.",
    ),
    "hull_finished": "{name} ({what}) is finished at {at} for the last {amount:mcr} of {price}.",
    "gate_built": (
        "A star gate is built for {amount:mcr}: {names:first} lies at {at}, {names:last} at "
        "{at_other}."
    ),
    "report_bought": "You pay {amount:mcr} for a report on {project}.",
    "report_refunded": "The {amount:gained} for the report on {project} are refunded.",
    # On a ship of the reader's, or on a system. Rule: NV PEN-04.
    "info_bought": (
        "{amount:mcr} for information: [{ship} ({design}) is [at {at}|on its retreat to "
        "{retreats_to}][, aboard {aboard}], [{damaged?}damaged|sound]|about {system} you know "
        "[type {type:known}|its name][, {status}][, warp lines {lines:ways}], last seen in turn "
        "{seen_on}]."
    ),
    "copy_bought": "{amount:mcr} for {pages:count page} of {what}:[\n{texts:paragraphs}]",
    "debt_paid": "You pay {amount:mcr} of your debt of {owed:mcr}; {left:mcr} are left.",
    "money_destroyed": "{amount:mcr} are destroyed as you ordered.",
    "money_sent": "You send {amount:mcr} to {to:who}.",
    "money_received": "{sender:who} sends you {amount:mcr}; you may spend them next turn.",
    "repaired": (
        "{ship} is repaired at {at} for {amount:mcr}[ ({terms:sums})]; "
        "[{left?}more damage remains|it is sound again]."
    ),
    "refitted": "{ship} is refitted from {design_before} to {design} at {at} for {amount:mcr}.",
    "borrowed": (
        "Your treasury is {borrowed:mcr} short; you borrow them. With interest of "
        "{terms:term interest} and an earlier debt of {terms:term owed before} you owe {due:mcr}."
    ),
    "treasury_penalty": (
        "Your treasury of {terms:term treasury} exceeds your production of "
        "{terms:term production}: {terms:term per cent}% of the excess, {amount:mcr}, is lost."
    ),
    "destroyed_on_order": "{name}[ at {at}] is destroyed as you ordered.",
    "seat_ordered": "Your [{what=treasury}treasury|designated home star] is at {at} from now on.",
    "pregame": (
        "[{default?}Your pregame sheet did not arrive; you are given this position. ]You begin at "
        "{system}, a home star of type {home_type}, with {budget:mcr}: {spent} are spent"
        "[ ({terms:spent})], {treasury} stay in your treasury."
        "[ Named by the program: {named:names}.]"
    ),
    "research_begun": "Research on {project} begins: {goal:points} on table {table}.",
    "research_rolled": (
        "{project}: {teams:count team} on table {table} find {terms:found} TP[, {terms:struck}]; "
        "{done} of {goal:points} are done."
    ),
    "research_status": "Report on {project}: {done} of {goal:points} are done.",
    "research_done": (
        "{project} is in[{project_kind=NSD}: ships of it may be built from next turn on"
        "|{project_kind=RSD}: ships of it may be built from next turn on"
        "|{project_kind=NMD}: launchers get it at the next update]. "
        "Its {teams:count team} [{teams=1}is|are] disbanded."
    ),
    "research_dropped": "Research on {project} ends: {why}.",
    "teams_lost": (
        "Without maintenance you lose {before:fewer *teams/team} on {project}; {teams} left."
    ),
    "teams_idle": "{teams:count research team} had no project to work on.",
    "technology_opened": (
        "The technology of {system} [may be researched on table C: {levels:levels}|brings you "
        "nothing new]."
    ),
}
