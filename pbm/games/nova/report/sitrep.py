"""The situation report in the book's codes: one item an event, where the book has one.

    * MD7 in
    * ALGOL - D -> TEDDY (B*,A,E,R)4  NC,1AS,JI,AXS

A ``*`` behind a letter marks the line that leads back. What exploration found, whom it met
there and who else explored stand in one item. Money, loading and quiet moves have none.

Rule: NV REP-01 to REP-08, NV REP-24. Ambiguity: NV A-MISS-UNDERLINE, NV A-WL-LETTERS,
NV A-REP-QUIET, NV A-MA-PAIR.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbm.games.nova.report.saying import lettered
from pbm.games.nova.rules.results.result_words import GARBLED, SILENT
from pbm.kit.facts import Fact
from pbm.packets.narrative import Facts, Shown

_ALIENS = {"OUTPOST": "AOP", "SETTLEMENT": "ASP", "WORLD": "AWP"}
_OWN = {"OUTPOST": "OP", "SETTLEMENT": "ST", "WORLD": "WD"}


def header(empire: str, turn: int) -> str:
    """The first item: whose report, of which turn. Rule: NV REP-03."""
    return f"* {empire}    Turn {turn}"


def items(seen: Sequence[Shown]) -> dict[str, str]:
    """The item of each event that has one, by the event's id.

    What was met or noticed where something was explored stands in the item of that.
    """
    explored = {shown["facts"]["system"]: shown for shown in seen if shown["kind"] in _JOINING}
    found: dict[str, str] = {}
    joined: dict[str, list[str]] = {}
    for shown in seen:
        facts = shown["facts"]
        if shown["kind"] in _JOINED and facts["system"] in explored:
            joined.setdefault(facts["system"], []).extend(_JOINED[shown["kind"]](facts))
    for shown in seen:
        facts = shown["facts"]
        if shown["kind"] in _JOINING:
            # The items of several explorers of one system tell who was met only once.
            text = _JOINING[shown["kind"]](facts, joined.pop(facts["system"], []))
        elif shown["kind"] in _JOINED:
            what = ",".join(_JOINED[shown["kind"]](facts))
            text = "" if facts["system"] in explored else f"{facts['system']} - {what}"
        else:
            say = _ITEMS.get(shown["kind"])
            text = say(facts) if say is not None else ""
        if text:
            found[shown["id"]] = f"* {text}"
    return found


# --- contact and exploration ----------------------------------------------------------------


def met(facts: Facts) -> list[str]:
    """Contact with aliens: its kind, how many ships, whether they came this turn."""
    friendly = facts["contact"] == "friendly"
    kind = (
        ("CFC" if facts["goes_on"] else "FC") if friendly else ("CNC" if facts["goes_on"] else "NC")
    )
    who = f"({facts['who']})" if friendly and facts.get("who") else ""
    ships = [f"{facts['ships']}AS"] if facts["ships"] else []
    return [f"{kind}{who}", *ships, *(["JI"] if facts["jumped_in"] else [])]


def _way(facts: Facts) -> str:
    return f"{facts['start']} - {facts['letter']} -> " if facts["start"] else ""


def _explored(facts: Facts, more: Sequence[str]) -> str:
    found = [*more, *_planet(facts)]
    text = f"{_way(facts)}{facts['system']} ({lettered(facts['letters'], facts['back'])})"
    return f"{text}{facts['type']}{'  ' if found else ''}{','.join(found)}"


def _planet(facts: Facts) -> list[str]:
    """Who holds a planet, and what was seen on it."""
    status = (_OWN if facts.get("yours") else _ALIENS).get(facts.get("status", ""), "")
    if not status and facts.get("alien_surface"):
        status = "AUL"
    words = (("sdu", "SDU"), ("armies", "armies"), ("ic", "IC"))
    return [*([status] if status else []), *(word for key, word in words if facts.get(key))]


def _warp_point(facts: Facts, more: Sequence[str]) -> str:
    letters = lettered(facts["letters"], facts["back"])
    return f"{_way(facts)}{facts['system']} ({letters})WP{'  ' if more else ''}{','.join(more)}"


def _observed(facts: Facts) -> str:
    return f"{facts['system']} - {','.join(_planet(facts)) or 'NONE'}"


# --- battles --------------------------------------------------------------------------------


def contact_lost(start: str, letter: str, ships: Sequence[str]) -> str:
    """All contact lost with ships that jumped; where to, they could not tell. Rule: NV REP-06."""
    return f"{start} - {letter} -> ACL ({', '.join(ships)})"


def battle(
    system: str,
    destroyed: int,
    tokens: Sequence[str],
    designs: Sequence[tuple[str, Mapping[str, int]]],
    own: Mapping[str, Mapping[str, Fact]],
) -> str:
    """What a battle came to: aliens destroyed and what is known of them, own damage.

    ``own`` by ship: ``armour``, ``structure``, ``lost`` installations. Rule: NV REP-07.
    """
    known = [
        f"{category}({','.join(f'{kind}{level}' for kind, level in parts.items())})"
        for category, parts in designs
    ]
    first = [f"X'd {destroyed}AS"] if destroyed else []
    parts = [",".join((*first, *tokens, *known))]
    parts += [f"{ship} Dmg'd ({','.join(_losses(lost))})" for ship, lost in own.items()]
    return f"{system} - {', '.join(part for part in parts if part)}."


def _battle(facts: Facts) -> str:
    """The item of a battle: a report, a garbled one, or that contact was lost."""
    own: Sequence[Mapping[str, Fact]] = facts["own"]
    names = [one["ship"] for one in own]
    if facts["report"] == SILENT:
        first = own[0]
        if first["start"] and first["letters"]:
            return contact_lost(first["start"], first["letters"][0], names)
        where = f"{facts['system']} - " if facts["system"] else ""
        return f"{where}ACL ({', '.join(names)})"
    if facts["report"] == GARBLED:
        return f"{facts['system']} - {facts['aliens']}AS,ACL ({', '.join(names)})"
    beaten = [f"{one['ship']} X'd" for one in own if one["fate"] == "destroyed"]
    gone = [one["ship"] for one in own if one["fate"] == "retreats"]
    fled = [f"CO ({', '.join(gone)})"] if gone else []
    met = [f"{one['ships']}AS" for one in facts["against"] if not one["destroyed"]]
    met += [f"CO {one['retreats']}AS" for one in facts["against"] if one["retreats"]]
    hurt = {
        one["ship"]: {**one, "lost": list(one["parts"])}
        for one in own
        if one["fate"] != "destroyed" and (one["armour"] or one["structure"] or one["parts"])
    }
    destroyed = sum(one["destroyed"] for one in facts["against"])
    return battle(facts["system"], destroyed, [*met, *beaten, *fled], (), hurt)


def _losses(lost: Mapping[str, Fact]) -> list[str]:
    found = [f"-{lost['armour']}AR"] if lost.get("armour") else []
    found += [f"{lost['structure']}SD"] if lost.get("structure") else []
    return [*found, *(f"{name} X'd" for name in lost.get("lost", ()))]


# --- everything else ------------------------------------------------------------------------


def established(facts: Facts) -> str:
    """What was established, and by how much production rises. Rule: NV REP-08."""
    if facts["what"] != "C":
        return f"{facts['system']} - E'd {facts['what']}"
    gain = f" (+{facts['gain']})" if facts["gain"] else ""
    return f"{facts['system']} - E'd ({facts['number']}){gain}"


def _failed(facts: Facts) -> str:
    place = facts.get("system") or facts.get("at") or ""
    what = facts.get("ship") or facts["written"]
    where = f"{place} - " if place else ""
    return f"{where}{what} {facts['code'] or 'not done'}"


def _surface(facts: Facts) -> str:
    lost = ",".join(f"-{number}{kind}" for kind, number in facts["lost"].items() if number)
    left = ",".join(f"{number}{kind}" for kind, number in facts["left"].items() if number)
    goes_on = " goes on" if facts["goes_on"] else ""
    return f"{facts['system']} - BT {facts['rounds']} ({lost or '-0'}) left {left or '0'}{goes_on}"


def _made_abort(facts: Facts) -> str:
    tried = [f"TT{code}" for code in facts["activities"] if len(code) == 1]
    return f"{facts['system']} - {','.join((f'''{facts['ships']}AS''', 'AO', *tried))}"


_JOINING: Mapping[str, Callable[[Facts, Sequence[str]], str]] = {
    "explored": _explored,
    "warp_point_explored": _warp_point,
}
_JOINED: Mapping[str, Callable[[Facts], list[str]]] = {
    "met": met,
    "was_explored": lambda _facts: ["AXS"],
}
_ITEMS: Mapping[str, Callable[[Facts], str]] = {
    "research_done": lambda facts: f"{facts['project']} in",
    "observed": _observed,
    "established": established,
    "battle": _battle,
    "surface_combat": _surface,
    "minor_contact": lambda facts: f"{facts['system']} - {facts['who']}",
    "ship_captured": lambda facts: f"{facts['system']} - {facts['ship']} taken",
    "gate_destroyed": lambda facts: f"{facts['system']} - {facts['gate']} X'd",
    "gate_placed": lambda facts: f"{facts['system']} - E'd {facts['gate']}",
    "gate_captured": lambda facts: f"{facts['system']} - {facts['gate']} taken",
    "gate_dead": lambda facts: f"{facts['gate']} leads nowhere",
    "gate_lost": lambda facts: f"{facts['system']} - {facts['gate']} lost",
    "aborted": lambda facts: f"{facts['system']} - ONA ({', '.join(facts['ships'])})",
    "made_abort": _made_abort,
    "retreats": lambda facts: (
        f"{facts['system']} - {'UG,' if facts['ordered_out'] else ''}CO ({facts['ship']})"
    ),
    "ultimatum_obeyed": lambda facts: f"{facts['system']} - {facts['ships']}AS,UG,CO",
    "interdicted": lambda facts: f"{facts['at']} - {facts['ship']} interdicted",
    "aliens_landed": lambda facts: f"{facts['system']} - AUL",
    "devastated": lambda facts: f"{facts['system']} - D'd",
    "was_devastated": lambda facts: f"{facts['system']} - ADS,D'd",
    "pcbs_fell": lambda facts: f"{facts['system']} - PCB {facts['through']} of {facts['fell']}",
    "terraformed": lambda facts: (
        f"{facts['system']} - type {facts['type_before']} to {facts['type']}"
    ),
    "system_captured": lambda facts: f"{facts['system']} - taken",
    "system_retaken": lambda facts: f"{facts['system']} - taken back",
    "system_lost": lambda facts: f"{facts['system']} - lost",
    "system_returned": lambda facts: f"{facts['system']} - returned",
    "system_emptied": lambda facts: f"{facts['system']} - X'd",
    "crew_lost": lambda facts: f"{facts['system']} - {facts['ship']} derelict",
    "derelict_taken": lambda facts: f"{facts['system']} - {facts['ship']} (derelict) taken",
    "unit_given": lambda facts: f"{facts['system']} - {facts['what']} to {facts['to']}",
    "unit_received": lambda facts: f"{facts['system']} - {facts['what']} from {facts['sender']}",
    "full_contact": lambda facts: f"{facts['who']} is {facts['name']}",
    "money_received": lambda facts: f"{facts['amount']} MCr from {facts['sender']}",
    "failed": _failed,
    "alien_vacated": lambda facts: f"{facts['who']} is vacant",
}
