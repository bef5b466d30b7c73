"""The tables behind a report: money, research, systems, ships, gates, designs, contacts.

They hold what the next sheet needs. A campaign may leave out those that only list what there
is. Rule: NV REP-01, NV REP-20. Ambiguity: NV A-REP-QUIET.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from fractions import Fraction
from typing import Any

from pbm.games.nova.report.log import cargo, place_of
from pbm.games.nova.report.saying import Names, Row, parts_lost
from pbm.games.nova.report.sentences_money import points
from pbm.games.nova.report.star_map.plots import bar, growth, money
from pbm.games.nova.state.projects import called
from pbm.games.nova.view.labels import ALIEN, YOU
from pbm.games.nova.view.record import View
from pbm.kit.english import capital, count
from pbm.kit.facts import Fact

# What a payment stands under in the accounts, by kind of event, in the order of a turn.
ACCOUNTS: Mapping[str, str] = {
    "pregame": "Left of the pregame",
    "received_free": "Received last turn",
    "production": "Production",
    "pillaged": "Pillage",
    "salvaged": "Salvage",
    "fined": "Fines",
    "debt_paid": "Debt paid",
    "maintained": "Research teams maintained",
    "teams_created": "Research teams created",
    "teams_returned": "Research teams created",
    "ships_built": "Ships built",
    "hull_begun": "Ships paid for in part",
    "hull_paid": "Ships paid for in part",
    "hull_finished": "Ships paid for in part",
    "units_built": "Units built",
    "gate_built": "Star gates built",
    "report_bought": "Reports on research",
    "info_bought": "Information",
    "copy_bought": "Copies",
    "money_destroyed": "Destroyed",
    "repaired": "Repairs",
    "refitted": "Refits",
    "money_sent": "Sent to others",
    "treasury_lost": "Captured by aliens",
    "report_refunded": "Reports given back",
    "treasury_penalty": "Penalty on savings",
    "borrowed": "Borrowed",
}
_KINDS = {"gate": "may pass through", "interdiction": "is not stopped by"}


def annex(packet: Mapping[str, Fact]) -> dict[str, Any]:
    """Every table of a packet; ``lists`` False where the campaign wants events only."""
    known = packet["known"]
    settled = {one["key"]: one["value"] for one in packet.get("options", ())}
    names = Names(View.read(known))
    return {
        "lists": settled.get("status_annex", "yes") == "yes",
        "accounts": accounts(packet),
        "empire": _empire(known),
        "course": money(known["empire"].get("annals", ())),
        "growth": growth(known),
        "projects": [_project(one) for one in known["projects"]],
        "technology": _levels(known["empire"].get("tech", {})),
        "captured_technology": _levels(known["empire"].get("open", {})),
        "systems": systems(known),
        "ships": ships(known),
        "hulls": list(_hulls(known)),
        "gates": [_gate(one) for one in known["gates"]],
        "designs": [_design(one) for one in known["designs"]],
        "missiles": known["missiles"],
        "contacts": [_contact(one) for one in known["contacts"]],
        "permits": [_permit(one, known, names) for one in known["permits"]],
        "goals": [goal_words(one) for one in known["goals"]],
    }


def accounts(packet: Mapping[str, Fact]) -> dict[str, Any] | None:
    """What the treasury held, each kind of payment added up, and what it holds now."""
    own = packet["known"]["empire"]
    if not own:
        return None
    sums: dict[str, int] = {}
    for section in packet["story"]:
        for item in section["items"]:
            if "mcr" in item:
                title = ACCOUNTS.get(item["kind"], "Other")
                sums[title] = sums.get(title, 0) + item["mcr"]
    order = dict.fromkeys((*ACCOUNTS.values(), "Other"))
    return {
        "before": own["treasury"] - sum(sums.values()),
        "rows": [(title, f"{sums[title]:+}") for title in order if sums.get(title)],
        "after": own["treasury"],
    }


def _empire(known: Mapping[str, Fact]) -> list[tuple[str, str]]:
    """The head of the next sheet, and what else stands with an empire."""
    own = known["empire"]
    if not own:
        return []
    rows = [
        ("Production next turn", str(own["production_next"])),
        ("Treasury", f"{own['treasury']} at {own['treasury_at']}"),
        ("Debt", str(own["debt"]) if own["debt"] else ""),
        ("Usable next turn only", str(own["locked"]) if own["locked"] else ""),
        ("Home star", own["home"] or "destroyed"),
        ("Builds at", own["capital"] if own["capital"] != own["home"] else ""),
        ("Territory points", str(own["points"]) if _counts_territory(known) else ""),
        ("Turns missed", str(own["missed"]) if own["missed"] else ""),
    ]
    return [(name, value) for name, value in rows if value]


def _counts_territory(known: Mapping[str, Fact]) -> bool:
    """Whether points for territory can decide this game."""
    return any("territory" in (one["method"], one["by"]) for one in known["goals"])


def _levels(levels: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {level}" for kind, level in sorted(levels.items()))


def _project(one: Row) -> dict[str, Any]:
    goal = Fraction(one["goal"])
    done = one["done"]
    return {
        "name": called(one["kind"], one["subject"], one["goal_level"]),
        "from": f"from {one['subject']} {one['start']}" if one["start"] else "",
        "table": one["table"],
        "goal": points(one["goal"]),
        "teams": one["teams"],
        "done": "" if done is None else str(done),
        "bar": None if done is None else bar(done, goal),
    }


def goal_words(one: Row) -> str:
    """A victory condition in words; a number that is hidden is not told. Rule: NV VIC-01."""
    level = one["level"] if one["level"] is not None else "a number that is not told"
    if one["method"] == "time":
        last = f"turn {one['last']}" if one["last"] is not None else "a turn that is not told"
        return f"Time: the highest {one['by']} after {last}"
    words = {
        "population": f"Population: {level} points for outposts, settlements and worlds",
        "production": f"Production: more than {level} MCr a turn",
        "territory": f"Territory: {level} points for systems held",
    }[one["method"]]
    return words + (f", or the most after turn {one['last']}" if one["last"] else "")


# --- systems and ships ----------------------------------------------------------------------


def systems(known: Mapping[str, Fact]) -> list[dict[str, Any]]:
    """One's own systems first, then those known, by name."""
    ordered = sorted(known["systems"], key=lambda one: (not one["yours"], one["name"]))
    visited = {ship["at"] for ship in known["ships"]}
    return [_system(one, known["turn"], visited) for one in ordered]


def _system(one: Row, turn: int, visited: Set[str]) -> dict[str, Any]:
    return {
        "name": one["name"],
        "own": one["yours"],
        "type": str(one["type"]) if one["type"] >= 0 else "?",
        "status": _status(one),
        "lines": [f"{letter} {to or '?'}" for letter, to in sorted(one["lines"].items())],
        "planet": ", ".join(_planet(one)),
        "gives": str(one["revenue"]) if one["revenue"] else "",
        "remarks": ", ".join(_remarks(one, turn, visited)),
        "seen": "now" if one["yours"] else _seen(one, turn),
    }


def _status(one: Row) -> str:
    """Whose a system is and of what status."""
    status = str(one["status"] or "?").capitalize() if one["status"] != "NONE" else "–"
    owner = one.get("owner", "")
    if one["colonizer"] and one["captured"]:
        whose = "yours" if one["colonizer"] == YOU else "of aliens"
        by = "captured by you" if one["yours"] else "captured by aliens"
        return f"{status} {whose}, {by}"
    return f"{status} of {owner}" if owner else status


def _planet(one: Row) -> Iterator[str]:
    """What lies on a planet: own units by number, of others that they are there."""
    if one["militia"]:
        yield f"{one['militia']} militia"
    for unit in one["surface"]:
        foreign = {YOU: "", ALIEN: " of aliens"}
        whose = foreign.get(unit["owner"], f" of {unit['owner']}")
        yield f"{unit['number']} {unit['kind']}{whose}"
    if one["ic"]:
        yield "IC established"
    if not one["yours"]:
        if one["sdu"]:
            yield "SDUs"
        if one["armies"]:
            yield "armies"
        if one["alien_surface"]:
            yield "aliens"


def _remarks(one: Row, turn: int, visited: Set[str]) -> Iterator[str]:
    if one["home"]:
        yield "home star"
    if one["suppressed"]:
        yield "suppressed"
    if one["ic_barred"]:
        yield "IC builds nothing"
    if one["met"]:
        yield f"met {', '.join('aliens' if who == ALIEN else who for who in one['met'])}"
    if one["alien_ships"]:
        ships = count(one["alien_ships"], "alien ship")
        # Beside whom one met now, what was seen long ago must not read as of today.
        yield ships if one["last_seen"] == turn - 1 else f"{ships} in turn {one['last_seen']}"
    if one["interdicted"]:
        yield f"stopped there in turn {one['interdicted']}"
    if one["return_letter"]:
        yield f"home by {one['return_letter']}"
    if one["name"] in visited and not one["yours"] and one["last_seen"] < turn - 1:
        yield "your ships are there"


def _seen(one: Row, turn: int) -> str:
    """When a planet was last looked at; ships that only stand in its system do not see it."""
    if not one["explored"]:
        return "not explored"
    return "now" if one["last_seen"] == turn - 1 else f"turn {one['last_seen']}"


def ships(known: Mapping[str, Fact]) -> list[dict[str, Any]]:
    """Ships by place and design; what is aboard follows its carrier.

    Ships of which nothing else is to be said share a row.
    """
    aboard: dict[str, list[Row]] = {}
    for ship in known["ships"]:
        if ship["carrier"]:
            aboard.setdefault(ship["carrier"], []).append(ship)
    free = [ship for ship in known["ships"] if not ship["carrier"]]
    rows: list[dict[str, Any]] = []
    for ship in sorted(free, key=lambda one: (place_of(one), one["design"], one["name"])):
        _with_load(rows, ship, aboard, 0)
    rows = list(_together(rows))
    place = None
    for row in rows:
        row["first"] = row["place"] != place
        place = row["place"]
    return rows


def _together(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows that differ in the name alone as one."""
    heaps: list[list[dict[str, Any]]] = []
    for row in rows:
        if heaps and _alike(heaps[-1][0], row):
            heaps[-1].append(row)
        else:
            heaps.append([row])
    for heap in heaps:
        names = ", ".join(one["name"] for one in heap)
        each = " each" if len(heap) > 1 and heap[0]["load"] else ""
        yield {**heap[0], "name": names, "load": heap[0]["load"] + each}


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    fields = ("place", "design", "load", "damage", "remarks")
    plain = not (one["depth"] or other["depth"] or one["carries"] or other["carries"])
    return plain and all(one[name] == other[name] for name in fields)


def _with_load(
    rows: list[dict[str, Any]], ship: Row, aboard: Mapping[str, list[Row]], depth: int
) -> None:
    place = rows[-1]["place"] if depth else place_of(ship)
    damage = ", ".join(parts_lost(ship["damage"]))
    remarks = [f"in {ship['bay']}" if ship["bay"] else "aboard"] if depth else []
    remarks += ["named by the program"] if ship["unnamed"] else []
    remarks += [f"of {ship['owner']}"] if ship.get("owner") else []
    rows.append(
        {
            "place": place,
            "name": ship["name"],
            "design": ship["design"],
            "depth": depth,
            "load": cargo(ship),
            "damage": f"lost: {damage}" if damage else "",
            "remarks": ", ".join(remarks),
            "carries": ship["name"] in aboard,
        }
    )
    for one in aboard.get(ship["name"], ()):
        _with_load(rows, one, aboard, depth + 1)


def _hulls(known: Mapping[str, Fact]) -> Iterator[dict[str, str]]:
    for one in known["hulls"]:
        text = f"{one['paid']} of {one['cost']} MCr paid"
        rest = one["cost"] - one["paid"]
        own = f"{rest} to finish" if one["yours_to_finish"] else "begun by aliens, for salvage"
        yield {
            "name": one["name"],
            "what": one["design"] or "unknown design",
            "at": one["at"],
            "paid": text,
            "rest": own,
        }


def _gate(one: Row) -> dict[str, str]:
    place = {
        "stored": f"stored at {one['at']}",
        "placed": f"in the warp point of {one['at']}",
        "aboard": f"aboard {one['carrier']}",
    }[one["place"]]
    return {
        "name": one["name"],
        "place": place,
        "other": one["other"] or "not yours",
        "use": "open" if one["usable"] else "closed",
        "owner": "" if one["owner"] == YOU else f"of {one['owner']}",
    }


def _design(one: Row) -> dict[str, Any]:
    return {**one, "text": "; ".join(one["lines"])}


def _contact(one: Row) -> dict[str, Any]:
    label = one["label"] or f"#{one['number']}"
    return {
        "label": label,
        "kind": one["kind"],
        **{k: one[k] for k in ("name", "address", "since")},
    }


def _permit(one: Row, known: Mapping[str, Fact], names: Names) -> str:
    things = {each["id"]: each["name"] for each in (*known["ships"], *known["gates"])}
    what = things.get(one["what"], one["what"])
    if one["kind"] == "stop":
        return f"Your own ships are stopped at {what}"
    default = "all your gates" if one["kind"] == "gate" else "your interdiction"
    return capital(f"{names.who(one['who'])} {_KINDS[one['kind']]} {what or default}")
