"""What a player reads of battles: his own ships' fate, and of the enemy what was seen.

Rule: NV REP-06, NV REP-07, NV REP-11, NV REP-16, NV SPC-47.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbm.games.nova.report.battles.battle_words import together
from pbm.games.nova.report.saying import Names, lost_aboard, units, with_gates
from pbm.games.nova.rules.results.result_words import FULL, GARBLED
from pbm.kit.english import capital, count, listed
from pbm.kit.facts import Fact
from pbm.packets.catalogue import Sentences, ShownEvent

MOST_SHIPS = 6  # so many are told one by one


def losses(ship: Mapping[str, Fact]) -> list[str]:
    """What a ship lost, in words: points, installations, units aboard."""
    found = [f"{ship[key]} {key}" for key in ("armour", "structure") if ship[key]]
    found += [
        f"{count(number, 'level')} of {name}" if name[:2] in ("IE", "JD") else name
        for name, number in ship["parts"].items()
    ]
    return [*found, units(ship["cargo"])] if ship["cargo"] else found


def _own(ships: Sequence[Mapping[str, Fact]]) -> str:
    """What became of one's own ships; of many those with one fate together."""
    if len(ships) <= MOST_SHIPS:
        return "; ".join(f"{one['ship']} ({one['klass']}){_fate(one)}" for one in ships)
    heaps = together((_in_short(one), one["ship"]) for one in ships)
    return "; ".join(f"{said}: {', '.join(names)}" for said, names in heaps.items())


def _fate(ship: Mapping[str, Fact]) -> str:
    lost = listed(losses(ship))
    if ship["fate"] == "destroyed":
        return " is destroyed"
    if ship["fate"] == "captured":
        return " is captured by aliens"
    damage = f" loses {lost}" if lost else ""
    if ship["fate"] == "retreats":
        to = f" to {ship['to']}" if ship["to"] else ""
        return f"{damage + ' and' if damage else ''} retreats{to}"
    return damage or " is not damaged"


def _in_short(ship: Mapping[str, Fact]) -> str:
    """What stands before the names of ships with one fate."""
    if ship["fate"] in ("destroyed", "captured"):
        return str(ship["fate"])
    lost = listed(losses(ship))
    to = f", retreats{' to ' + ship['to'] if ship['to'] else ''}" if ship["fate"] else ""
    return f"{f'lost {lost}' if lost else 'not damaged'}{to}"


def _enemy(one: Mapping[str, Fact], names: Names) -> str:
    did = [
        f"{one[key]} {word}"
        for key, word in (
            ("destroyed", "destroyed"),
            ("captured", "captured"),
            ("retreats", "retreated"),
        )
        if one[key]
    ]
    ships = count(one["ships"], "ship")
    return f"{ships} of {names.who(one['who'])}{f' ({listed(did)})' if did else ''}"


def _battle(told: ShownEvent[Names]) -> str:
    facts = told.facts
    own: Sequence[Mapping[str, Fact]] = facts["own"]
    if facts["report"] != FULL:
        where = f" at {facts['system']}" if facts["system"] else ""
        if facts["report"] == GARBLED:
            ships = listed(one["ship"] for one in own)
            return (
                f"A garbled report of a fight{where} against {count(facts['aliens'], 'alien ship')}"
                f"; your {ships} took part."
            )
        return f"All contact is lost with {listed(_last_heard(own))}{where}."
    ended = {"won": "You won", "lost": "You lost"}.get(facts["outcome"], "Nobody won")
    against = listed(_enemy(one, told.labels) for one in facts["against"])
    text = f"Battle at {facts['system']}, {count(facts['rounds'], 'round')}, against {against}."
    return f"{text} {ended}. {capital(_own(own))}."


def _last_heard(own: Sequence[Mapping[str, Fact]]) -> Iterator[str]:
    for one in own:
        way = ""
        if one["start"] and one["letters"]:
            way = f", which jumped from {one['start']} by line {one['letters'][0]}"
        yield f"{one['ship']} ({one['klass']}){way}"


def _ground_enemy(one: Mapping[str, Fact], names: Names) -> str:
    lost = units(one["lost"])
    return f"{names.who(one['who'])} (who lost {lost})" if lost else names.who(one["who"])


def _surface(told: ShownEvent[Names]) -> str:
    facts = told.facts
    role = "You invade" if facts["invades"] else "You defend"
    against = listed(_ground_enemy(one, told.labels) for one in facts["against"])
    text = f"{role} {facts['system']} against {against}, {count(facts['rounds'], 'round')}."
    had = units(facts["had"]) or "no units of yours"
    lost, left = units(facts["lost"]) or "nothing", units(facts["left"]) or "nothing"
    text += f" {capital(had)} fought, lost: {lost}, left: {left}."
    if "militia" in facts:
        before, after = facts["militia"]
        text += f" Militia: {before} before, {after} now."
    if facts.get("alien_militia_lost"):
        text += f" {count(facts['alien_militia_lost'], 'army', 'armies')} of alien militia fell."
    if "withdrawn" in facts:
        text += f" Withdrawn: {units(facts['withdrawn'])}."
    if "emptied" in facts:
        text += " Then PCBs destroyed everything on the planet."
    if facts["goes_on"]:
        text += " The fighting goes on, and the system gives no revenue."
    return text


def _ground_round(told: ShownEvent[Names]) -> str:
    """A round die by die: first one's own units, an x behind a die that destroys."""
    facts = told.facts
    text = f"Round {facts['round']} on {facts['system']}, your units first, x destroys: "
    text += "; ".join(map(_match, facts["matches"])) or "none of your units met an enemy"
    if facts.get("os"):
        fired = [
            f"{one['ship']} at {one['target']} {_die(one)} (needs {one['needs']})"
            for one in facts["os"]
        ]
        text += f". Your OS: {', '.join(fired)}"
    if facts.get("alien_os"):
        fired = [f"at {one['target']} {_die(one)}" for one in facts["alien_os"]]
        text += f". Fire from orbit: {', '.join(fired)}"
    text += "."
    if facts["screened"]:
        text += f" Kept back: {units(facts['screened'])}."
    killed, lost = units(facts["killed"]) or "nothing", units(facts["lost"]) or "nothing"
    return f"{text} You destroy {killed} and lose {lost}."


def _match(match: Mapping[str, Fact]) -> str:
    return " against ".join(", ".join(map(_fighter, match[side])) for side in ("own", "alien"))


def _fighter(unit: Mapping[str, Fact]) -> str:
    friend = "a friend's " if unit.get("friend") else ""
    return f"{friend}{unit['kind']} {_die(unit)}"


def _die(one: Mapping[str, Fact]) -> str:
    return f"{one['die']}{'x' if one['hits'] else ''}"


def _set_off(told: ShownEvent[Names]) -> str:
    facts = told.facts
    parts = [
        f"{units({'PCB': facts[key]})} {words}"
        for key, words in (("on_planet", "on the planet"), ("from_ships", "from your ships"))
        if facts[key]
    ]
    return f"At the end of round {facts['round']} on {facts['system']} you set off {listed(parts)}."


def _guns(told: ShownEvent[Names]) -> str:
    facts = told.facts
    dice = ", ".join(map(str, facts["dice"]))
    return (
        f"Your SDUs on {facts['system']} fire at {units({'PCB': facts['bombs']})}, "
        f"{count(facts['shots'], 'shot')} ({dice}; up to 4 hits): {facts['destroyed']} destroyed."
    )


SENTENCES: Sentences = {
    "battle": _battle,
    "surface_combat": _surface,
    "ground_round": _ground_round,
    "withdrawn": "As round {round} on {system} begins, your ships take up {units:units}.",
    "pcbs_set_off": _set_off,
    "sdus_fired": _guns,
    "minor_contact": (
        "The aliens at {system} are {who:who}. [{new?}They are new to you|You knew them before]."
    ),
    "ship_captured": lambda told: (
        f"You capture {told.facts['was_called']} ({told.facts['klass']}){with_gates(told.facts)} "
        f"at {told.facts['system']}; it is called {told.facts['ship']}.{lost_aboard(told.facts)}"
    ),
    "gate_destroyed": "Your star gate end {gate} at {system} is destroyed.",
}
