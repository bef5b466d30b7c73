"""The situation report in the book's codes: one item an event, where the book has one.

    * MD7 in
    * ALGOL - D -> TEDDY (B*,A,E,R)4  NC,1AS,JI,AXS

A ``*`` behind a letter marks the line that leads back. What exploration found, whom it met
there and who else explored stand in one item. Money, loading and quiet moves have none.

Rule: NV REP-01 to REP-08, NV REP-24. Ambiguity: NV A-MISS-UNDERLINE, NV A-WL-LETTERS,
NV A-REP-QUIET, NV A-MA-PAIR.
"""

from collections.abc import Mapping, Sequence

from msgspec import convert

from pbm.games.nova.report.facts import Battle, Looked, Met, OwnShip
from pbm.games.nova.report.sentences_space import starred
from pbm.games.nova.rules.results.result_words import GARBLED, SILENT
from pbm.packets.catalogue import Catalogue, ShownEvent
from pbm.packets.narrative import Shown

_ALIENS = {"OUTPOST": "AOP", "SETTLEMENT": "ASP", "WORLD": "AWP"}
_OWN = {"OUTPOST": "OP", "SETTLEMENT": "ST", "WORLD": "WD"}


def header(empire: str, turn: int) -> str:
    """The first item: whose report, of which turn. Rule: NV REP-03."""
    return f"* {empire}    Turn {turn}"


def items(seen: Sequence[Shown]) -> dict[str, str]:
    """The item of each event that has one, by the event's id.

    What was met or noticed where something was explored stands in the item of that.
    """
    explored = {shown["facts"]["system"] for shown in seen if shown["kind"] in _EXPLORED}
    joined: dict[str, list[str]] = {}
    for shown in seen if explored else ():
        if shown["kind"] in _MET and shown["facts"]["system"] in explored:
            joined.setdefault(shown["facts"]["system"], []).extend(_met(shown))
    found: dict[str, str] = {}
    for shown in seen:
        kind, facts = shown["kind"], shown["facts"]
        if kind in _EXPLORED:
            # The items of several explorers of one system tell who was met only once.
            text = _explored(shown, joined.pop(facts["system"], []))
        elif kind in _MET:
            system = facts["system"]
            text = "" if system in explored else f"{system} - {','.join(_met(shown))}"
        else:
            text = _ITEMS.text(shown, None)
        if text:
            found[shown["id"]] = f"* {text}"
    return found


# --- contact and exploration ----------------------------------------------------------------

_EXPLORED = ("explored", "warp_point_explored")
_MET = ("met", "was_explored")


def _met(shown: Shown) -> list[str]:
    """Contact with aliens: its kind, how many ships, whether they came this turn."""
    if shown["kind"] == "was_explored":
        return ["AXS"]
    one = convert(shown["facts"], Met)
    kind = f"{'C' if one.goes_on else ''}{'FC' if one.is_friendly else 'NC'}"
    who = f"({one.who})" if one.is_friendly and one.who else ""
    ships = [f"{one.ships}AS"] if one.ships else []
    return [f"{kind}{who}", *ships, *(["JI"] if one.jumped_in else [])]


def _explored(shown: Shown, more: Sequence[str]) -> str:
    one = convert(shown["facts"], Looked)
    way = f"{one.start} - {one.letter} -> " if one.start else ""
    at_point = shown["kind"] == "warp_point_explored"
    found = [*more, *([] if at_point else _planet(one))]
    head = f"{way}{one.system} ({starred(one.letters, one.back)}){'WP' if at_point else one.type}"
    return f"{head}  {','.join(found)}" if found else head


def _planet(one: Looked) -> list[str]:
    """Who holds a planet, and what was seen on it."""
    status = (_OWN if one.yours else _ALIENS).get(one.status, "AUL" if one.alien_surface else "")
    there = ((status, status), (one.sdu, "SDU"), (one.armies, "armies"), (one.ic, "IC"))
    return [code for is_there, code in there if is_there]


def _observed(told: ShownEvent[None]) -> str:
    one = told.read(Looked)
    return f"{one.system} - {','.join(_planet(one)) or 'NONE'}"


# --- battles --------------------------------------------------------------------------------


def battle(
    system: str,
    destroyed: int,
    tokens: Sequence[str],
    designs: Sequence[tuple[str, Mapping[str, int]]],
    own: Sequence[OwnShip],
) -> str:
    """What a battle came to: aliens destroyed and what is known of them, damage of own ships.

    Rule: NV REP-07.
    """
    known = [
        f"{category}({','.join(f'{kind}{level}' for kind, level in parts.items())})"
        for category, parts in designs
    ]
    first = [f"X'd {destroyed}AS"] if destroyed else []
    parts = [",".join((*first, *tokens, *known))]
    parts += [f"{one.ship} Dmg'd ({','.join(_losses(one))})" for one in own]
    return f"{system} - {', '.join(part for part in parts if part)}."


def _battle(told: ShownEvent[None]) -> str:
    """The item of a battle: a report, a garbled one, or that contact was lost."""
    one = told.read(Battle)
    names = ", ".join(ship.ship for ship in one.own)
    if one.report == SILENT:
        first = one.own[0]
        if first.start and first.letters:
            # Where to, they could not tell. Rule: NV REP-06.
            return f"{first.start} - {first.letters[0]} -> ACL ({names})"
        return told.fill("[{system} - ]ACL ({names})", names=names)
    if one.report == GARBLED:
        return told.fill("{system} - {aliens}AS,ACL ({names})", names=names)
    beaten = [f"{ship.ship} X'd" for ship in one.own if ship.fate == "destroyed"]
    gone = ", ".join(ship.ship for ship in one.own if ship.fate == "retreats")
    met = [f"{each.ships}AS" for each in one.against if not each.destroyed]
    met += [f"CO {each.retreats}AS" for each in one.against if each.retreats]
    met += ["JI"] if any(each.jumped_in for each in one.against) else []
    met += [f"TT{code}" for code in sorted({code for each in one.against for code in each.tried})]
    hurt = [ship for ship in one.own if ship.fate != "destroyed" and _losses(ship)]
    fled = [f"CO ({gone})"] if gone else []
    return battle(one.system, one.destroyed, [*met, *beaten, *fled], (), hurt)


def _losses(ship: OwnShip) -> list[str]:
    found = [f"-{ship.armour}AR"] if ship.armour else []
    found += [f"{ship.structure}SD"] if ship.structure else []
    return [*found, *(f"{name} X'd" for name in ship.parts)]


# --- everything else ------------------------------------------------------------------------

_ITEMS: Catalogue[None] = Catalogue(
    {
        "research_done": "{project} in",
        "observed": _observed,
        "established": "{system} - E'd [{what=C}({number})[{gain?} (+{gain})]|{what}]",
        "battle": _battle,
        "surface_combat": (
            "{system} - BT {rounds} ([{lost:lost}|-0]) left [{left:units}|0][{goes_on?} goes on]"
        ),
        "minor_contact": "{system} - {who}",
        "ship_captured": "{system} - {ship} taken",
        "gate_destroyed": "{system} - {gate} X'd",
        "gate_placed": "{system} - E'd {gate}",
        "gate_captured": "{system} - {gate} taken",
        "gate_dead": "{gate} leads nowhere",
        "gate_lost": "{system} - {gate} lost",
        "aborted": "{system} - ONA ({ships:names})",
        "made_abort": "{system} - {ships}AS,AO[,{activities:tried}]",
        "retreats": "{system} - [{ordered_out?}UG,]CO ({ship})",
        "ultimatum_obeyed": "{system} - {ships}AS,UG,CO",
        "interdicted": "{at} - {ship} interdicted",
        "aliens_landed": "{system} - AUL",
        "devastated": "{system} - D'd",
        "was_devastated": "{system} - ADS,D'd",
        "pcbs_fell": "{system} - PCB {through} of {fell}",
        "terraformed": "{system} - type {type_before} to {type}",
        "system_captured": "{system} - taken",
        "system_retaken": "{system} - taken back",
        "system_lost": "{system} - lost",
        "system_returned": "{system} - returned",
        "system_emptied": "{system} - X'd",
        "crew_lost": "{system} - {ship} derelict",
        "derelict_taken": "{system} - {ship} (derelict) taken",
        "unit_given": "{system} - {what} to {to}",
        "unit_received": "{system} - {what} from {sender}",
        "full_contact": "{who} is {name}",
        "money_received": "{amount} MCr from {sender}",
        "failed": "[{system} - |{at} - ][{ship}|{written}] [{code}|not done]",
        "alien_vacated": "{who} is vacant",
    },
    {
        "names": lambda _none, names: ", ".join(names),
        "units": lambda _none, held: ",".join(f"{held[kind]}{kind}" for kind in held if held[kind]),
        "lost": lambda _none, held: ",".join(f"-{held[kind]}{kind}" for kind in held if held[kind]),
        "tried": lambda _none, codes: ",".join(f"TT{code}" for code in codes if len(code) == 1),
    },
)
