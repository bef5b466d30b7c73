"""One plain sentence for each kind of event, in the words of the player who reads it.

Movement and commands are here; fire, hits and missiles in battle_words.py, the campaign and the
scenarios' own rules in campaign_words.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from pbm.games.deltavee.report.battle_words import BATTLE
from pbm.games.deltavee.report.campaign_words import CAMPAIGN
from pbm.games.deltavee.view.labels import Labels
from pbm.kit.english import count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import (
    Facts,
    Say,
    Shown,
    plainly,
    said,
)


def sentence(shown: Shown, labels: Labels) -> str:
    """The sentence of an event as one player may know it; any kind gets one."""
    return said(shown, labels, _SAY, _anything)


def _anything(facts: Facts, shown: Shown, labels: Labels) -> str:
    unit = facts.get("unit")
    about = f"{labels.unit(unit)}: " if isinstance(unit, str) and unit else ""
    return plainly(facts, shown, about, "unit")


def steps(commands: Sequence[str]) -> str:
    """Single commands in words, equal ones together.

    >>> steps(["accelerate", "accelerate", "right"])
    'accelerate 2, right'
    """
    found: list[list[str]] = []
    for command in commands:
        if found and found[-1][0] == command:
            found[-1].append(command)
        else:
            found.append([command])
    return ", ".join(same[0] if len(same) == 1 else f"{same[0]} {len(same)}" for same in found)


def _paid(facts: Facts, key: str = "units") -> str:
    """What it cost, where the reader is told."""
    units = facts.get(key, 0)
    return f" for {count(units, 'Energy Unit')}" if units else ""


# --- movement -------------------------------------------------------------------------------


def _moved(facts: Facts, _shown: Shown, labels: Labels) -> str:
    path = facts["path"]
    way = f", direction {facts['direction']}" if "direction" in facts else ""
    reminder = ", next step right" if facts.get("zig") else ""
    towing = f" with {labels.unit(facts['docked'])}" if facts.get("docked") else ""
    over = f" by {listed(path[:-1])}" if len(path) > 1 else ""
    return (
        f"{labels.unit(facts['unit'])}{towing} moves from {facts['from']}{over} to {facts['to']}, "
        f"velocity {facts['velocity']}{way}{reminder}."
    )


def _stayed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    why = {"orbit": "in orbit", "velocity 0": "at velocity 0"}.get(facts.get("why", ""), "")
    return f"{labels.unit(facts['unit'])} stays in {facts['at']}{f', {why}' if why else ''}."


def _planet_entered(facts: Facts, _shown: Shown, labels: Labels) -> str:
    did = facts.get("commands")
    orders = f": {steps(did)}" if did else ""
    turned = f", direction {facts['direction']}" if "direction" in facts else ""
    return (
        f"{labels.unit(facts['unit'])} enters the hex of a planet, {facts['at']}{orders}; "
        f"velocity {facts['velocity']}{turned}."
    )


def _orbiting(facts: Facts, _shown: Shown, labels: Labels) -> str:
    where = f" of {labels.planet(facts['planet'])}" if "planet" in facts else " of a planet"
    return f"{labels.unit(facts['unit'])} is in orbit{where} in {facts['at']}."


def _landed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    planet = labels.planet(facts["planet"])
    return f"{labels.unit(facts['unit'])} lands on {planet} and leaves the game."


def _contact_lost(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.unit(facts['unit'])} is no longer there, last seen in {facts['at']}."


def _map_placed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    # Maps stand in the order in which they were placed: only what lay there before is named.
    tiles = labels.known["maps"]["tiles"]
    before = takewhile(lambda tile: tile["letter"] != facts["map"], tiles)
    return f"Map {facts['map']} is placed{_beside(facts, list(before))}."


def _beside(facts: Facts, tiles: Sequence[Mapping[str, Fact]]) -> str:
    for x, y, word in ((-1, 0, "right of"), (1, 0, "left of"), (0, -1, "below"), (0, 1, "above")):
        for tile in tiles:
            if (tile["x"], tile["y"]) == (facts["x"] + x, facts["y"] + y):
                return f" {word} map {tile['letter']}"
    return ""


def _asteroid(facts: Facts, _shown: Shown, labels: Labels) -> str:
    where = f" in {facts['at']}" if "at" in facts else ""
    pace = f" at velocity {facts['velocity']}" if "velocity" in facts else ""
    start = f"{labels.unit(facts['unit'])} passes through an asteroid field{where}{pace}"
    hit = facts.get("hit")
    end = "" if hit is None else ": it is hit" if hit else ": nothing hits it"
    return f"{start}, rolled {facts['rolled']}{end}."


def _gone(words: str) -> Say[Labels]:
    def say(facts: Facts, _shown: Shown, labels: Labels) -> str:
        where = f" in {facts['at']}" if "at" in facts else ""
        return f"{labels.unit(facts['unit'])} {words}{where}."

    return say


def _jump_failed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.unit(facts['unit'])} does not jump: {facts['why']}."


# --- commands -------------------------------------------------------------------------------


def _detected(facts: Facts, _shown: Shown, labels: Labels) -> str:
    unit, by = facts["unit"], facts.get("by", "")
    how = _HOW.get(facts["how"], str(facts["how"]))
    if facts["how"] in _WATCHING and labels.knows(by):
        how = f"{how} by {labels.unit(by)}"
    place = f" in {facts['at']}" if "at" in facts else ""
    if labels.side_of_reader and labels.is_friend(unit):
        number = labels.units.get(unit, {}).get("contact")
        known_as = f", which knew it as contact {number}" if number else ""
        return f"{labels.unit(unit)}{place} is revealed to the enemy{known_as} ({how})."
    whose = "enemy " if labels.side_of_reader else ""
    return f"{how} reveals {whose}{facts['title']} {facts['designation']}{place}."


_HOW = {
    "detection": "detection",
    "active search": "Active Search",
    "fire": "its fire",
    "interception": "its attempt to intercept",
}
_WATCHING = ("detection", "active search")


def _searched(facts: Facts, _shown: Shown, labels: Labels) -> str:
    found = count(facts["found"], "contact") if facts["found"] else "nothing"
    who, around = labels.unit(facts["unit"]), count(facts["range"], "hex", "hexes")
    return f"{who} searches actively, {around} around: {found}."


def _commanded(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.unit(facts['unit'])} carries out {steps(facts['commands'])}{_paid(facts)}: "
        f"velocity {facts['velocity']}, direction {facts['direction']}."
    )


def _course(facts: Facts, _shown: Shown, labels: Labels) -> str:
    changes = [
        f"{name} {facts[name]} after {facts[f'{name}_before']}"
        for name in ("velocity", "direction")
        if name in facts and facts[name] != facts.get(f"{name}_before", facts[name])
    ]
    what = listed(changes) or f"velocity {facts['velocity']}"
    return f"{labels.unit(facts['unit'])} in {facts['at']} now has {what}."


def _wove(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.unit(facts['unit'])} weaves from {facts['from']} to {facts['to']}."


def _jump_marked(facts: Facts, _shown: Shown, labels: Labels) -> str:
    does = {
        "preparing": "prepares for a hyperjump",
        "jumping": "begins its hyperjump: it is gone in its next Movement Phase",
        "": "gives up its hyperjump",
    }[facts["jump"]]
    return f"{labels.unit(facts['unit'])} {does}."


def _chosen(facts: Facts, _shown: Shown, labels: Labels) -> str:
    does = {"chase": "chases", "towards": "heads for", "away": "keeps away from"}.get(
        facts["what"], facts["what"]
    )
    did = steps(facts["commands"]) or "no command"
    # A hex where no map lies yet has a label without a map's letter.
    off = facts["reaches"].startswith("-")
    ends = "off the maps as they lie" if off else f"in {facts['reaches']}"
    return (
        f"{labels.unit(facts['unit'])} {does} {labels.unit(facts['target'])}: {did}; its next "
        f"move ends {ends}, {count(facts['distance'], 'hex', 'hexes')} from it."
    )


def _tractored(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.unit(facts['unit'])} holds {labels.unit(facts['target'])} in its tractor beam: "
        f"{steps(facts['commands'])}{_paid(facts)}."
    )


def _docked(facts: Facts, _shown: Shown, labels: Labels) -> str:
    unit, other = labels.unit(facts["unit"]), labels.unit(facts["with"])
    if facts.get("aboard"):
        return f"{unit} takes {other} into its pod."
    return f"{unit} docks with {other}."


def _undocked(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.unit(facts['unit'])} parts from {labels.unit(facts['with'])}."


def _refueled(facts: Facts, _shown: Shown, labels: Labels) -> str:
    units = count(facts["units"], "Energy Unit")
    return f"{labels.unit(facts['unit'])} gives {units} to {labels.unit(facts['battlecraft'])}."


def _energy_leaked(facts: Facts, _shown: Shown, labels: Labels) -> str:
    units = count(facts["units"], "Energy Unit")
    return f"{labels.unit(facts['unit'])} loses {units} from its damaged energy pod."


def _alert_roll(facts: Facts, _shown: Shown, labels: Labels) -> str:
    needed = f"; {facts['needed']} or less alerts it" if "needed" in facts else ""
    return f"The die for {labels.unit(facts['unit'])} shows {facts['rolled']}{needed}."


_SAY: Mapping[str, Say[Labels]] = {
    "moved": _moved,
    "stayed": _stayed,
    "planet_entered": _planet_entered,
    "orbiting": _orbiting,
    "landed": _landed,
    "contact_lost": _contact_lost,
    "map_placed": _map_placed,
    "map_taken_up": lambda facts, _shown, _labels: f"Map {facts['map']} is taken up.",
    "asteroid": _asteroid,
    "left_maps": _gone("leaves the maps"),
    "out_of_energy": _gone("has no energy left and is removed"),
    "jumped": _gone("makes its hyperjump"),
    "jump_failed": _jump_failed,
    "left_in_orbit": _gone("is safe in orbit and leaves the game"),
    "detected": _detected,
    "searched": _searched,
    "commanded": _commanded,
    "course": _course,
    "wove": _wove,
    "jump_marked": _jump_marked,
    "chosen": _chosen,
    "tractored": _tractored,
    "docked": _docked,
    "undocked": _undocked,
    "refueled": _refueled,
    "energy_leaked": _energy_leaked,
    "alert_roll": _alert_roll,
    "alerted": _gone("is alerted"),
    **CAMPAIGN,
    **BATTLE,
}
KINDS = tuple(_SAY)
