"""What a player reads of money, building and research.

Rule: NV REP-01, NV REP-04, NV REP-12, NV REP-20, NV REP-23.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbm.games.nova.orders.designs.design_text import quoted
from pbm.games.nova.report.saying import Names, Say, mcr, unit
from pbm.games.nova.state.amounts import amount_text
from pbm.kit.english import count, listed
from pbm.packets.narrative import Facts, Shown


def points(amount: str | int) -> str:
    """Tech Points, exact."""
    return f"{amount_text(Fraction(str(amount)))} TP"


def _production(facts: Facts, shown: Shown, _names: Names) -> str:
    each = [f"{name} {sum}" for name, sum in shown.get("terms", ()) if sum]
    text = f"Your systems give {mcr(-facts['amount'])}"
    text += f": {', '.join(each)}." if each else "."
    if facts["suppressed"]:
        text += f" Suppressed, and so nothing from: {', '.join(facts['suppressed'])}."
    return text


def _received_free(facts: Facts, _shown: Shown, _names: Names) -> str:
    return f"The {mcr(-facts['amount'])} that came to you last turn may be spent now."


def _pillaged(facts: Facts, shown: Shown, _names: Names) -> str:
    terms = dict(shown.get("terms", ()))
    said = f"its production is {terms['production']}, at most {terms['at most']} can be taken"
    return f"You pillage {facts['system']} for {mcr(-facts['amount'])} ({said})."


def _salvaged(facts: Facts, shown: Shown, _names: Names) -> str:
    each = ", ".join(f"{name} {sum}" for name, sum in shown.get("terms", ()))
    text = f"You salvage at {facts['system']} for {mcr(-facts['amount'])}"
    text += f" ({each})" if each else ""
    differs = facts["claim"] not in (None, -facts["amount"])
    return f"{text}; you reckoned with {facts['claim']}." if differs else f"{text}."


def _answered(facts: Facts, _shown: Shown, _names: Names) -> str:
    """What was asked of a ship of one's own or a system. Rule: NV PEN-04."""
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


def _copied(facts: Facts, _shown: Shown, _names: Names) -> str:
    paid = f"{mcr(facts['amount'])} for {count(facts['pages'], 'page')} of {facts['what']}"
    return "\n".join((f"{paid}:", *facts["texts"]))


def _fined(facts: Facts, _shown: Shown, _names: Names) -> str:
    return f"You are fined {mcr(facts['amount'])}: {facts['why']} ({facts['number']})."


def _ships_built(facts: Facts, _shown: Shown, _names: Names) -> str:
    what = quoted(facts["what"])
    return (
        f"Built at {facts['at']}: {facts['number']} {what} for {mcr(facts['amount'])} "
        f"({facts['price']} each), named {listed(facts['names'])}."
    )


def _units_built(facts: Facts, _shown: Shown, _names: Names) -> str:
    what = unit(facts["what"], facts["number"])
    return f"Built at {facts['at']}: {what} for {mcr(facts['amount'])} ({facts['price']} each)."


def _hull(facts: Facts, _shown: Shown, _names: Names) -> str:
    """A part paid for a hull, its first or a later one."""
    left = facts["price"] - facts["paid"]
    return (
        f"{mcr(facts['amount'])} are paid at {facts['at']} for {facts['name']} "
        f"({facts['what']}); {facts['paid']} of {facts['price']} are paid, {left} are wanting."
    )


def _hull_finished(facts: Facts, _shown: Shown, _names: Names) -> str:
    return (
        f"{facts['name']} ({facts['what']}) is finished at {facts['at']} "
        f"for the last {mcr(facts['amount'])} of {facts['price']}."
    )


def _gate_built(facts: Facts, _shown: Shown, _names: Names) -> str:
    one, other = facts["names"]
    return (
        f"A star gate is built for {mcr(facts['amount'])}: {one} lies at {facts['at']}, "
        f"{other} at {facts['at_other']}."
    )


def _repaired(facts: Facts, shown: Shown, _names: Names) -> str:
    each = ", ".join(f"{name} {_exact(sum)}" for name, sum in shown.get("terms", ()))
    left = "more is left to mend" if facts["left"] else "it is sound again"
    bill = f" ({each})" if each else ""
    return f"{facts['ship']} is repaired at {facts['at']} for {mcr(facts['amount'])}{bill}; {left}."


def _exact(amount: str | int) -> str:
    return amount_text(Fraction(str(amount)))


def _refitted(facts: Facts, _shown: Shown, _names: Names) -> str:
    change = f"from {facts['design_before']} to {facts['design']}"
    return f"{facts['ship']} is refitted {change} at {facts['at']} for {mcr(facts['amount'])}."


def _borrowed(facts: Facts, shown: Shown, _names: Names) -> str:
    terms = dict(shown.get("terms", ()))
    return (
        f"Your treasury is {mcr(facts['borrowed'])} short; that is borrowed. With interest of "
        f"{terms['interest']} and {terms['owed before']} owed before you owe {mcr(facts['due'])}."
    )


def _penalty(facts: Facts, shown: Shown, _names: Names) -> str:
    terms = dict(shown.get("terms", ()))
    over = f"{terms['treasury']} is more than your production of {terms['production']}"
    lost = f"{terms['per cent']}% of what is in excess, {mcr(facts['amount'])}, is lost"
    return f"Your treasury of {over}; {lost}."


def _destroyed(facts: Facts, _shown: Shown, _names: Names) -> str:
    at = f" at {facts['at']}" if facts["at"] else ""
    return f"{facts['name']}{at} is destroyed as you ordered."


def _seat_ordered(facts: Facts, _shown: Shown, _names: Names) -> str:
    what = "treasury" if facts["what"] == "treasury" else "designated home star"
    return f"Your {what} is at {facts['at']} from now on."


def _pregame(facts: Facts, shown: Shown, _names: Names) -> str:
    each = ", ".join(f"{name} {-sum}" for name, sum in shown.get("terms", ()) if sum <= 0)
    given = "No pregame sheet came; this position is given to you. " if facts.get("default") else ""
    named = ", ".join(facts.get("named", ()))
    return (
        f"{given}You begin at {facts['system']}, a home star of type {facts['home_type']}, with "
        f"{mcr(facts['budget'])}; {facts['spent']} are spent{f' ({each})' if each else ''}, "
        f"{facts['treasury']} stay in your treasury."
        f"{f' Named by the program: {named}.' if named else ''}"
    )


# --- research -------------------------------------------------------------------------------


def _begun(facts: Facts, _shown: Shown, _names: Names) -> str:
    goal = points(facts["goal"])
    return f"Research of {facts['project']} begins: {goal} on table {facts['table']}."


def _rolled(facts: Facts, shown: Shown, _names: Names) -> str:
    found = [sum for name, sum in shown.get("terms", ()) if name != "before"]
    return (
        f"{facts['project']}: {count(facts['teams'], 'team')} on table {facts['table']} "
        f"find {sum(found)} TP; {facts['done']} of {points(facts['goal'])} are done."
    )


def _status(facts: Facts, _shown: Shown, _names: Names) -> str:
    done, goal = facts["done"], points(facts["goal"])
    return f"Report on {facts['project']}: {done} of {goal} are done."


def _in(facts: Facts, _shown: Shown, _names: Names) -> str:
    text = f"{facts['project']} is in."
    if facts["project_kind"] in ("NSD", "RSD"):
        text = f"{facts['project']} is in: ships of it may be built from next turn on."
    elif facts["project_kind"] == "NMD":
        text = f"{facts['project']} is in: launchers get it at the next update."
    gone = facts["teams"]
    return f"{text} Its {count(gone, 'team')} {'is' if gone == 1 else 'are'} disbanded."


def _teams_lost(facts: Facts, _shown: Shown, _names: Names) -> str:
    lost = facts["before"] - facts["teams"]
    return (
        f"{count(lost, 'team')} on {facts['project']} {'was' if lost == 1 else 'were'} "
        f"not maintained and {'is' if lost == 1 else 'are'} lost; {facts['teams']} left."
    )


def _idle(facts: Facts, _shown: Shown, _names: Names) -> str:
    return f"{count(facts['teams'], 'research team')} had no project to work on."


def _opened(facts: Facts, _shown: Shown, _names: Names) -> str:
    levels = facts["levels"]
    if not levels:
        return f"The technology of {facts['system']} brings you nothing new."
    each = ", ".join(f"{kind} {level}" for kind, level in sorted(levels.items()))
    return f"The technology of {facts['system']} may be researched on table C: {each}."


SAYINGS: Mapping[str, Say] = {
    "production": _production,
    "received_free": _received_free,
    "pillaged": _pillaged,
    "salvaged": _salvaged,
    "fined": _fined,
    "maintained": lambda facts, _shown, _names: (
        f"{count(facts['teams'], 'research team')} maintained for {mcr(facts['amount'])}."
    ),
    "teams_created": lambda facts, _shown, _names: (
        f"{count(facts['teams'], 'research team')} created for {mcr(facts['amount'])}."
    ),
    "teams_returned": lambda facts, _shown, _names: (
        f"{count(facts['teams'], 'team')} bought without a project: not created, "
        f"{mcr(-facts['amount'])} come back."
    ),
    "ships_built": _ships_built,
    "units_built": _units_built,
    "hull_begun": _hull,
    "hull_paid": _hull,
    "hull_finished": _hull_finished,
    "gate_built": _gate_built,
    "report_bought": lambda facts, _shown, _names: (
        f"A report on {facts['project']} is paid: {mcr(facts['amount'])}."
    ),
    "report_refunded": lambda facts, _shown, _names: (
        f"The {mcr(-facts['amount'])} for the report on {facts['project']} come back."
    ),
    "info_bought": _answered,
    "copy_bought": _copied,
    "debt_paid": lambda facts, _shown, _names: (
        f"{mcr(facts['amount'])} of your debt of {facts['owed']} are paid; "
        f"{facts['left']} are left."
    ),
    "money_destroyed": lambda facts, _shown, _names: (
        f"{mcr(facts['amount'])} are destroyed as you ordered."
    ),
    "money_sent": lambda facts, _shown, names: (
        f"You send {mcr(facts['amount'])} to {names.who(facts['to'])}."
    ),
    "money_received": lambda facts, _shown, names: (
        f"{mcr(facts['amount'])} come from {names.who(facts['sender'])}; "
        "they may be spent next turn."
    ),
    "repaired": _repaired,
    "refitted": _refitted,
    "borrowed": _borrowed,
    "treasury_penalty": _penalty,
    "destroyed_on_order": _destroyed,
    "seat_ordered": _seat_ordered,
    "pregame": _pregame,
    "research_begun": _begun,
    "research_rolled": _rolled,
    "research_status": _status,
    "research_done": _in,
    "research_dropped": lambda facts, _shown, _names: (
        f"Research of {facts['project']} ends: {facts['why']}."
    ),
    "teams_lost": _teams_lost,
    "teams_idle": _idle,
    "technology_opened": _opened,
}
