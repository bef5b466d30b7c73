"""Sentences about fire, hits, missiles and force fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.games.deltavee.view.labels import STATUS, Labels
from pbm.kit.english import count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import Facts, Say, Shown


def value_sum(terms: Sequence[Sequence[Fact]], total: int) -> str:
    """The terms of a Target Value or relative velocity as a sum a reader can add up again.

    >>> value_sum([["velocities 3 and 1: difference", 2], ["range 5", 5]], 7)
    '2 (velocities 3 and 1: difference) + 5 (range 5) = 7'
    """
    if not terms:
        return str(total)
    parts = [f"{terms[0][1]} ({terms[0][0]})"]
    parts += [f"{'-' if amount < 0 else '+'} {abs(amount)} ({name})" for name, amount in terms[1:]]
    return f"{' '.join(parts)} = {total}"


def _chance(chance: str, on: str) -> str:
    return {"A": "automatic", "-": "impossible"}.get(chance, f"{on} on {chance} or less")


def _fired(facts: Facts, shown: Shown, labels: Labels) -> str:
    item = facts.get("item", "")
    source = "" if not item else f" from its {item}" if item == "burster" else f" from {item}"
    extra = ", its extra fire," if facts.get("extra") else ""
    opening = (
        f"{labels.unit(facts['by'])} fires a {facts['type']}{source}{extra} at "
        f"{labels.unit(facts['target'])}"
    )
    terms = shown.get("terms", ())
    if "value" in facts:
        opening += f": Target Value {value_sum(terms, facts['value'])}"
    elif "range" in facts:
        opening += f" at range {facts['range']}"
    chance = _chance(str(facts["chance"]), "hit") if "chance" in facts else ""
    rolled = f", rolled {facts['rolled']}" if facts.get("rolled") else ""
    end = "hit" if facts["hit"] else "miss"
    between = f", {chance}" if chance else ""
    return f"{opening}{between}{rolled}: {end}."


def _fire_held(facts: Facts, _shown: Shown, labels: Labels) -> str:
    why = f": {facts['why']}" if facts.get("why") else ""
    return f"{labels.unit(facts['unit'])} holds its fire, as ordered{why}."


def _launches_made(facts: Facts, _shown: Shown, labels: Labels) -> str:
    number = count(facts["number"], "missile")
    return f"{labels.unit(facts['unit'])} launched {number} and no more: {facts['why']}."


def _hit(facts: Facts, _shown: Shown, labels: Labels) -> str:
    unit = facts["unit"]
    then = "".join(f", then {die}" for die in facts.get("then", ()))
    start = f"The Hit Table for {labels.unit(unit)}: rolled {facts['rolled']}{then}"
    if facts.get("nothing"):
        return f"{start}: {facts['nothing']}."
    if not facts.get("part"):
        return f"{start}."
    part = labels.part(facts["part"], unit)
    before = facts["status_before"]
    after = STATUS.get(facts["status"], facts["status"])
    if facts["status"] == before:
        return f"{start}: its {part} is hit and stays {after}."
    chosen = ", as was chosen" if facts.get("chosen") else ""
    return f"{start}: its {part} is {after}{chosen}."


def _laid_open(facts: Facts, _shown: Shown, labels: Labels) -> str:
    unit, fields = facts["unit"], facts["fields"]
    start = f"The Missile Hit Chart for {labels.unit(unit)}: behind its destroyed {listed(fields)} "
    if not facts["parts"]:
        return f"{start}nothing is left to destroy."
    are = "is" if len(facts["parts"]) == 1 else "are"
    return f"{start}{parts_in_runs(facts['parts'])} {are} destroyed."


def parts_in_runs(parts: Sequence[str]) -> str:
    """Parts in words, pods whose numbers follow one another together.

    >>> parts_in_runs(["engine", "pod 1", "pod 2", "pod 3", "pod 9"])
    'engine, pods 1 to 3 and pod 9'
    """
    runs: list[list[int]] = []
    found = [part for part in parts if not part.startswith("pod ")]
    for box in sorted(int(part.removeprefix("pod ")) for part in parts if part not in found):
        if runs and runs[-1][-1] == box - 1:
            runs[-1].append(box)
        else:
            runs.append([box])
    found += [f"pods {run[0]} to {run[-1]}" if run[1:] else f"pod {run[0]}" for run in runs]
    return listed(found)


def _stock_lost(facts: Facts, _shown: Shown, labels: Labels) -> str:
    lost = [count(number, f"{kind} missile") for kind, number in facts["lost"].items()]
    lost += [f"{labels.bare(one)} prepared from it" for one in facts.get("prepared", ())]
    said = listed(lost).replace("mims missiles", "MIMS").replace("mims missile", "MIMS")
    return f"{labels.unit(facts['unit'])} loses the missiles of {facts['pod']}: {said}."


def _battlecraft_lost(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.unit(facts['unit'])} is lost with {facts['pod']} of its ship."


def _prepared_lost(facts: Facts, _shown: Shown, labels: Labels) -> str:
    lost = count(facts["lost"], "prepared counter")
    return f"{labels.unit(facts['unit'])} loses {lost}; {facts['number']} left atop it."


def _energy(words: str) -> Say[Labels]:
    def say(facts: Facts, _shown: Shown, labels: Labels) -> str:
        units = count(facts["units"], "Energy Unit")
        left = f"; {facts['left']} left" if "left" in facts else ""
        pod = f" with {facts['pod']}" if facts.get("pod") else ""
        return f"{labels.unit(facts['unit'])} {words} {units}{pod}{left}."

    return say


def _destroyed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    by = facts.get("by", "")
    doer = f" by {labels.unit(by)}" if by and labels.knows(by) and by != facts["unit"] else ""
    how = " on entering a planet's hex" if facts.get("why") == "planet" else ""
    return f"{labels.unit(facts['unit'])} is destroyed in {facts['at']}{doer}{how}."


# --- missiles -------------------------------------------------------------------------------


def _prepared(facts: Facts, _shown: Shown, labels: Labels) -> str:
    atop = count(facts["number"], "counter")
    return f"{labels.unit(facts['unit'])} prepares a launch: {atop} atop it."


def _prepared_unit(facts: Facts, _shown: Shown, labels: Labels) -> str:
    pod = f" from pod {facts['pod']}" if facts.get("pod") else ""
    return f"{labels.unit(facts['unit'])} has prepared {labels.bare(facts['what'])}{pod}."


def _controlled(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.unit(facts['unit'])} controls {labels.bare(facts['missile'])}."


def _launched(facts: Facts, _shown: Shown, labels: Labels) -> str:
    item = f" from {facts['item']}" if facts.get("item") else ""
    return (
        f"{labels.unit(facts['by'])} launches {labels.bare(facts['unit'])}{item} into "
        f"{facts['at']}, direction {facts['direction']}, velocity {facts['velocity']}."
    )


def _contact_appeared(facts: Facts, _shown: Shown, labels: Labels) -> str:
    way = f", direction {facts['direction']}" if "direction" in facts else ""
    unit = facts["unit"]
    now = f" (now known: {labels.unit(unit)})" if unit in labels.units else ""
    return (
        f"Contact {facts['contact']} appears in {facts['at']}{way}, "
        f"velocity {facts['velocity']}{now}."
    )


def _released(facts: Facts, _shown: Shown, labels: Labels) -> str:
    number = count(len(facts["missiles"]), "unguided missile")
    return f"{labels.unit(facts['unit'])} releases {number}."


def _interception(facts: Facts, shown: Shown, labels: Labels) -> str:
    missile, target = labels.unit(facts["missile"]), labels.unit(facts["target"])
    relative = ""
    if "relative" in facts:
        relative = f", relative velocity {value_sum(shown.get('terms', ()), facts['relative'])}"
    if facts.get("declined"):
        return f"{missile} lets {target} pass in {facts['at']}{relative}."
    chance = f", {_chance(str(facts['chance']), 'success')}" if "chance" in facts else ""
    rolled = f", rolled {facts['rolled']}" if facts.get("rolled") else ""
    end = "it intercepts" if facts["success"] else "it fails"
    start = f"{missile} tries to intercept {target} in {facts['at']}"
    return f"{start}{relative}{chance}{rolled}: {end}."


# --- force fields ---------------------------------------------------------------------------


def _field_raised(facts: Facts, _shown: Shown, labels: Labels) -> str:
    units = f" for {count(facts['units'], 'Energy Unit')}" if facts.get("units") else ""
    late = " in the last moment" if facts.get("how") == "emergency" else ""
    return f"{labels.unit(facts['unit'])} raises its force field{late}{units}."


def _field_fell(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"The force field of {labels.unit(facts['unit'])} falls: {facts['why']}."


def _field_attempt(facts: Facts, _shown: Shown, labels: Labels) -> str:
    end = "it stands" if facts["success"] else "too late"
    return (
        f"{labels.unit(facts['unit'])} tries to raise its force field, needs {facts['needed']} or "
        f"less, rolled {facts['rolled']}: {end}."
    )


def _field_held(facts: Facts, _shown: Shown, labels: Labels) -> str:
    rolls = f"; {count(facts['number'], 'hit')} through it" if facts.get("number") else ""
    return f"The force field of {labels.unit(facts['unit'])} holds the missile{rolls}."


BATTLE: Mapping[str, Say[Labels]] = {
    "fired": _fired,
    "fire_held": _fire_held,
    "launches_made": _launches_made,
    "hit": _hit,
    "laid_open": _laid_open,
    "stock_lost": _stock_lost,
    "battlecraft_lost": _battlecraft_lost,
    "prepared_lost": _prepared_lost,
    "energy_used": _energy("uses"),
    "energy_lost": _energy("loses"),
    "destroyed": _destroyed,
    "prepared": _prepared,
    "prepared_unit": _prepared_unit,
    "controlled": _controlled,
    "launched": _launched,
    "contact_appeared": _contact_appeared,
    "released": _released,
    "interception": _interception,
    "field_raised": _field_raised,
    "field_lowered": lambda facts, _shown, labels: (
        f"{labels.unit(facts['unit'])} lowers its force field."
    ),
    "field_fell": _field_fell,
    "field_attempt": _field_attempt,
    "field_held": _field_held,
}
