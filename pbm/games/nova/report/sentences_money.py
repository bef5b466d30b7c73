"""What a player reads of money, building and research.

Rule: NV REP-01, NV REP-04, NV REP-12, NV REP-20, NV REP-23.
"""

from __future__ import annotations

from fractions import Fraction

from pbm.games.nova.orders.designs.design_text import quoted
from pbm.games.nova.report.saying import Names, mcr, unit
from pbm.games.nova.state.amounts import amount_text
from pbm.kit.english import count, listed
from pbm.packets.catalogue import Sentences, ShownEvent


def points(amount: str | int) -> str:
    """Tech Points, exact."""
    return f"{amount_text(Fraction(str(amount)))} TP"


def _production(told: ShownEvent[Names]) -> str:
    facts = told.facts
    each = [f"{name} {sum}" for name, sum in told.terms if sum]
    text = f"Your systems give {mcr(-facts['amount'])}"
    text += f": {', '.join(each)}." if each else "."
    if facts["suppressed"]:
        text += f" Suppressed, and so nothing from: {', '.join(facts['suppressed'])}."
    return text


def _pillaged(told: ShownEvent[Names]) -> str:
    facts = told.facts
    terms = dict(told.terms)
    said = f"its production is {terms['production']}, at most {terms['at most']} can be taken"
    return f"You pillage {facts['system']} for {mcr(-facts['amount'])} ({said})."


def _salvaged(told: ShownEvent[Names]) -> str:
    facts = told.facts
    each = ", ".join(f"{name} {sum}" for name, sum in told.terms)
    text = f"You salvage at {facts['system']} for {mcr(-facts['amount'])}"
    text += f" ({each})" if each else ""
    differs = facts["claim"] not in (None, -facts["amount"])
    return f"{text}; you reckoned with {facts['claim']}." if differs else f"{text}."


def _answered(told: ShownEvent[Names]) -> str:
    """What was asked of a ship of one's own or a system. Rule: NV PEN-04."""
    facts = told.facts
    paid = f"{mcr(facts['amount'])} for information"
    if "ship" in facts:
        place = f"at {facts['at']}" if facts["at"] else f"on its retreat to {facts['retreats_to']}"
        place += f", aboard {facts['aboard']}" if facts["aboard"] else ""
        sound = "damaged" if facts["damaged"] else "sound"
        return f"{paid}: {facts['ship']} ({facts['design']}) is {place}, {sound}."
    lines = ", ".join(f"{one} to {to or 'unknown'}" for one, to in sorted(facts["lines"].items()))
    known = [f"type {facts['type']}"] if facts["type"] >= 0 else ["its name"]
    known += [facts["status"]] if facts["status"] else []
    known += [f"warp lines {lines}"] if lines else []
    known += [f"last seen in turn {facts['seen_on']}"]
    return f"{paid}: of {facts['system']} you know {', '.join(known)}."


def _copied(told: ShownEvent[Names]) -> str:
    facts = told.facts
    paid = f"{mcr(facts['amount'])} for {count(facts['pages'], 'page')} of {facts['what']}"
    return "\n".join((f"{paid}:", *facts["texts"]))


def _ships_built(told: ShownEvent[Names]) -> str:
    facts = told.facts
    what = quoted(facts["what"])
    return (
        f"Built at {facts['at']}: {facts['number']} {what} for {mcr(facts['amount'])} "
        f"({facts['price']} each), named {listed(facts['names'])}."
    )


def _units_built(told: ShownEvent[Names]) -> str:
    facts = told.facts
    what = unit(facts["what"], facts["number"])
    return f"Built at {facts['at']}: {what} for {mcr(facts['amount'])} ({facts['price']} each)."


def _hull(told: ShownEvent[Names]) -> str:
    """A part paid for a hull, its first or a later one."""
    facts = told.facts
    left = facts["price"] - facts["paid"]
    return (
        f"{mcr(facts['amount'])} are paid at {facts['at']} for {facts['name']} "
        f"({facts['what']}); {facts['paid']} of {facts['price']} are paid, {left} are wanting."
    )


def _gate_built(told: ShownEvent[Names]) -> str:
    facts = told.facts
    one, other = facts["names"]
    return (
        f"A star gate is built for {mcr(facts['amount'])}: {one} lies at {facts['at']}, "
        f"{other} at {facts['at_other']}."
    )


def _repaired(told: ShownEvent[Names]) -> str:
    facts = told.facts
    each = ", ".join(f"{name} {_exact(sum)}" for name, sum in told.terms)
    left = "more is left to mend" if facts["left"] else "it is sound again"
    bill = f" ({each})" if each else ""
    return f"{facts['ship']} is repaired at {facts['at']} for {mcr(facts['amount'])}{bill}; {left}."


def _exact(amount: str | int) -> str:
    return amount_text(Fraction(str(amount)))


def _borrowed(told: ShownEvent[Names]) -> str:
    facts = told.facts
    terms = dict(told.terms)
    return (
        f"Your treasury is {mcr(facts['borrowed'])} short; that is borrowed. With interest of "
        f"{terms['interest']} and {terms['owed before']} owed before you owe {mcr(facts['due'])}."
    )


def _penalty(told: ShownEvent[Names]) -> str:
    facts = told.facts
    terms = dict(told.terms)
    over = f"{terms['treasury']} is more than your production of {terms['production']}"
    lost = f"{terms['per cent']}% of what is in excess, {mcr(facts['amount'])}, is lost"
    return f"Your treasury of {over}; {lost}."


def _pregame(told: ShownEvent[Names]) -> str:
    facts = told.facts
    each = ", ".join(f"{name} {-sum}" for name, sum in told.terms if sum <= 0)
    given = "No pregame sheet came; this position is given to you. " if facts.get("default") else ""
    named = ", ".join(facts.get("named", ()))
    return (
        f"{given}You begin at {facts['system']}, a home star of type {facts['home_type']}, with "
        f"{mcr(facts['budget'])}; {facts['spent']} are spent{f' ({each})' if each else ''}, "
        f"{facts['treasury']} stay in your treasury."
        f"{f' Named by the program: {named}.' if named else ''}"
    )


# --- research -------------------------------------------------------------------------------


def _rolled(told: ShownEvent[Names]) -> str:
    facts = told.facts
    found = [sum for name, sum in told.terms if name != "before"]
    return (
        f"{facts['project']}: {count(facts['teams'], 'team')} on table {facts['table']} "
        f"find {sum(found)} TP; {facts['done']} of {points(facts['goal'])} are done."
    )


def _in(told: ShownEvent[Names]) -> str:
    facts = told.facts
    text = f"{facts['project']} is in."
    if facts["project_kind"] in ("NSD", "RSD"):
        text = f"{facts['project']} is in: ships of it may be built from next turn on."
    elif facts["project_kind"] == "NMD":
        text = f"{facts['project']} is in: launchers get it at the next update."
    gone = facts["teams"]
    return f"{text} Its {count(gone, 'team')} {'is' if gone == 1 else 'are'} disbanded."


def _teams_lost(told: ShownEvent[Names]) -> str:
    facts = told.facts
    lost = facts["before"] - facts["teams"]
    return (
        f"{count(lost, 'team')} on {facts['project']} {'was' if lost == 1 else 'were'} "
        f"not maintained and {'is' if lost == 1 else 'are'} lost; {facts['teams']} left."
    )


def _opened(told: ShownEvent[Names]) -> str:
    facts = told.facts
    levels = facts["levels"]
    if not levels:
        return f"The technology of {facts['system']} brings you nothing new."
    each = ", ".join(f"{kind} {level}" for kind, level in sorted(levels.items()))
    return f"The technology of {facts['system']} may be researched on table C: {each}."


SENTENCES: Sentences = {
    "production": _production,
    "received_free": "The {amount:gained} that came to you last turn may be spent now.",
    "pillaged": _pillaged,
    "salvaged": _salvaged,
    "fined": "You are fined {amount:mcr}: {why} ({number}).",
    "maintained": "{teams:count research team} maintained for {amount:mcr}.",
    "teams_created": "{teams:count research team} created for {amount:mcr}.",
    "teams_returned": (
        "{teams:count team} bought without a project: not created, {amount:gained} come back."
    ),
    "ships_built": _ships_built,
    "units_built": _units_built,
    "hull_begun": _hull,
    "hull_paid": _hull,
    "hull_finished": "{name} ({what}) is finished at {at} for the last {amount:mcr} of {price}.",
    "gate_built": _gate_built,
    "report_bought": "A report on {project} is paid: {amount:mcr}.",
    "report_refunded": "The {amount:gained} for the report on {project} come back.",
    "info_bought": _answered,
    "copy_bought": _copied,
    "debt_paid": "{amount:mcr} of your debt of {owed} are paid; {left} are left.",
    "money_destroyed": "{amount:mcr} are destroyed as you ordered.",
    "money_sent": "You send {amount:mcr} to {to:who}.",
    "money_received": "{amount:mcr} come from {sender:who}; they may be spent next turn.",
    "repaired": _repaired,
    "refitted": "{ship} is refitted from {design_before} to {design} at {at} for {amount:mcr}.",
    "borrowed": _borrowed,
    "treasury_penalty": _penalty,
    "destroyed_on_order": "{name}[ at {at}] is destroyed as you ordered.",
    "seat_ordered": "Your [{what=treasury}treasury|designated home star] is at {at} from now on.",
    "pregame": _pregame,
    "research_begun": "Research of {project} begins: {goal:points} on table {table}.",
    "research_rolled": _rolled,
    "research_status": "Report on {project}: {done} of {goal:points} are done.",
    "research_done": _in,
    "research_dropped": "Research of {project} ends: {why}.",
    "teams_lost": _teams_lost,
    "teams_idle": "{teams:count research team} had no project to work on.",
    "technology_opened": _opened,
}
