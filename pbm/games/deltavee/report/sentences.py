"""The catalogue of DeltaVee: one plain sentence for each kind of event."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from pbm.engine.story import Shot
from pbm.games.deltavee.view.labels import STATUS, Labels
from pbm.kit.english import count, listed, signed
from pbm.kit.facts import Fact
from pbm.packets.catalogue import (
    COMMON,
    NOT_DONE,
    Catalogue,
    Formatter,
    Sentences,
    ShownEvent,
    missed_turn,
)


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


def value_sum(terms: Sequence[Sequence[Fact]], total: int) -> str:
    """The terms of a Target Value or relative velocity as a sum a reader can add up again.

    >>> value_sum([["velocities 3 and 1: difference", 2], ["range 5", 5]], 7)
    '2 (velocities 3 and 1: difference) + 5 (range 5) = 7'
    """
    if not terms:
        return str(total)
    parts = [f"{terms[0][1]} ({terms[0][0]})"]
    parts += [f"{'−' if amount < 0 else '+'} {abs(amount)} ({name})" for name, amount in terms[1:]]
    return f"{' '.join(parts)} = {total}"


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


# --- movement and commands -------------------------------------------------------------------


def _map_placed(told: ShownEvent[Labels]) -> str:
    # Maps stand in the order in which they were placed: only what lay there before is named.
    tiles = told.labels.view.maps.tiles
    before = takewhile(lambda tile: tile.letter != told.facts["map"], tiles)
    lies = {(tile.x, tile.y): tile.letter for tile in before}
    x, y = told.facts["x"], told.facts["y"]
    beside = ((-1, 0, "right of"), (1, 0, "left of"), (0, -1, "below"), (0, 1, "above"))
    found = (
        f" {word} map {lies[x + by_x, y + by_y]}"
        for by_x, by_y, word in beside
        if (x + by_x, y + by_y) in lies
    )
    return told.fill("Map {map} is placed{beside}.", beside=next(found, ""))


def _detected(told: ShownEvent[Labels]) -> str:
    facts, labels = told.facts, told.labels
    unit = labels.units.get(facts["unit"])
    watching = facts["how"] in ("detection", "active search") and labels.knows(facts.get("by"))
    how = told.fill(
        "[{how=active search}Active Search|{how=fire}its fire"
        "|{how=interception}its attempt to intercept|{how}][{watching?} by {by:unit}]",
        watching=watching,
    )
    if labels.side_of_reader and labels.is_friend(facts["unit"]):
        return told.fill(
            "{unit:unit}[ in {at}] is revealed to the enemy"
            "[{number?}, which knew it as contact {number}] ({how}).",
            how=how,
            number=unit and unit.contact,
        )
    return told.fill(
        "{how} reveals [{sided?}enemy ]{title} {designation}[ in {at}].",
        how=how,
        sided=labels.side_of_reader,
    )


def _course(told: ShownEvent[Labels]) -> str:
    facts = told.facts
    changes = [
        f"{name} {facts[name]} after {facts[f'{name}_before']}"
        for name in ("velocity", "direction")
        if name in facts and facts[name] != facts.get(f"{name}_before", facts[name])
    ]
    return told.fill(
        "{unit:unit} in {at} now has [{changes:list}|velocity {velocity}].", changes=changes
    )


_MOVEMENT: Sentences = {
    "moved": "{unit:unit}[ with {docked:unit}] moves from {from}[ by {path:way}] to {to}, "
    "velocity {velocity}[, direction {direction}][{zig?}, next step right].",
    "stayed": "{unit:unit} stays in {at}[{why=orbit}, in orbit|{why=velocity 0}, at velocity 0].",
    "planet_entered": "{unit:unit} enters the hex of a planet, {at}[: {commands:steps}]; "
    "velocity {velocity}[, direction {direction}].",
    "orbiting": "{unit:unit} is in orbit of [{planet:planet}|a planet] in {at}.",
    "landed": "{unit:unit} lands on {planet:planet} and leaves the game.",
    "contact_lost": "{unit:unit} is no longer there, last seen in {at}.",
    "map_placed": _map_placed,
    "map_taken_up": "Map {map} is taken up.",
    "asteroid": "{unit:unit} passes through an asteroid field[ in {at}][ at velocity {velocity}], "
    "rolled {rolled}[{hit=True}: it is hit|{hit=False}: nothing hits it].",
    "left_maps": "{unit:unit} leaves the maps[ in {at}].",
    "out_of_energy": "{unit:unit} has no energy left and is removed[ in {at}].",
    "jumped": "{unit:unit} makes its hyperjump[ in {at}].",
    "jump_failed": "{unit:unit} does not jump: {why}.",
    "left_in_orbit": "{unit:unit} is safe in orbit and leaves the game[ in {at}].",
}

_COMMANDS: Sentences = {
    "detected": _detected,
    "searched": "{unit:unit} searches actively, {range:count hex/hexes} around: "
    "[{found:some contact}|nothing].",
    "commanded": "{unit:unit} carries out {commands:steps}[ for {units:some Energy Unit}]: "
    "velocity {velocity}, direction {direction}.",
    "course": _course,
    "wove": "{unit:unit} weaves from {from} to {to}.",
    "jump_marked": "{unit:unit} [{jump=preparing}prepares for a hyperjump"
    "|{jump=jumping}begins its hyperjump: it is gone in its next Movement Phase"
    "|gives up its hyperjump].",
    "chosen": "{unit:unit} [{what=chase}chases|{what=towards}heads for"
    "|{what=away}keeps away from|{what}] {target:unit}: [{commands:steps}|no command]; its next "
    "move ends [in {reaches:on_map}|off the maps as they lie], "
    "{distance:count hex/hexes} from it.",
    "tractored": "{unit:unit} holds {target:unit} in its tractor beam: "
    "{commands:steps}[ for {units:some Energy Unit}].",
    "docked": "{unit:unit} [{aboard?}takes {with:unit} into its pod|docks with {with:unit}].",
    "undocked": "{unit:unit} parts from {with:unit}.",
    "refueled": "{unit:unit} gives {units:count Energy Unit} to {battlecraft:unit}.",
    "energy_leaked": "{unit:unit} loses {units:count Energy Unit} from its damaged energy pod.",
    "alert_roll": "The die for {unit:unit} shows {rolled}[; {needed} or less alerts it].",
    "alerted": "{unit:unit} is alerted[ in {at}].",
}


# --- fire, hits, missiles and force fields ---------------------------------------------------


def _odds(told: ShownEvent[Labels], on: str) -> str:
    """The chance in words, "" where it is not told."""
    chance = str(told.facts.get("chance", ""))
    on_or_less = f"{on} on {chance} or less" if "chance" in told.facts else ""
    return {"A": "automatic", "-": "impossible"}.get(chance, on_or_less)


def _value(told: ShownEvent[Labels], name: str) -> str:
    """A total of the event as the sum of its terms, "" where it is not told."""
    return value_sum(told.terms, told.facts[name]) if name in told.facts else ""


def shot(shown: Mapping[str, Fact], labels: Labels) -> Shot:
    """A shot as a row of a table; what the reader may not know is left out."""
    facts, told = shown["facts"], ShownEvent(shown, labels)
    return Shot(
        by=labels.unit(facts["by"]),
        weapon=told.fill("{type}[{item=burster}, its burster|, {item}][{extra?}, extra fire]"),
        at=labels.unit(facts["target"]),
        range=str(facts.get("range", "")),
        terms=_value(told, "value"),
        needed={"A": "automatic", "-": "impossible"}.get(
            str(facts.get("chance", "")), str(facts.get("chance", ""))
        ),
        rolled=str(facts.get("rolled") or ""),
        result="hit" if facts["hit"] else "miss",
    )


def _fired(told: ShownEvent[Labels]) -> str:
    return told.fill(
        "{by:unit} fires a {type}[{item=burster} from its burster| from {item}]"
        "[{extra?}, its extra fire,] at {target:unit}"
        "[: Target Value {sum}| at range {range}][, {odds}][{rolled?}, rolled {rolled}]: "
        "[{hit?}hit|miss].",
        sum=_value(told, "value"),
        odds=_odds(told, "hit"),
        hit=told.facts["hit"],
    )


def _hit(told: ShownEvent[Labels]) -> str:
    facts = told.facts
    changes = facts["status"] != facts["status_before"] if facts.get("part") else False
    return told.fill(
        "The Hit Table for {unit:unit}: rolled {rolled}{then}"
        "[: {nothing}|: its {named} is [{changes?}{status:status}[{chosen?}, as was chosen]"
        "|hit and stays {status:status}]].",
        then="".join(f", then {die}" for die in facts.get("then", ())),
        named=told.labels.part(facts["part"], facts["unit"]) if facts.get("part") else "",
        changes=changes,
    )


def _stock_lost(told: ShownEvent[Labels]) -> str:
    facts = told.facts
    lost = [count(number, f"{kind} missile") for kind, number in facts["lost"].items()]
    lost += [f"{told.labels.bare(one)} prepared from it" for one in facts.get("prepared", ())]
    return told.fill(
        "{unit:unit} loses the missiles of {pod}: {what}.",
        what=listed(lost).replace("mims missiles", "MIMS").replace("mims missile", "MIMS"),
    )


def _destroyed(told: ShownEvent[Labels]) -> str:
    by = told.facts.get("by", "")
    known = told.labels.knows(by) and by != told.facts["unit"]
    return told.fill(
        "{unit:unit} is destroyed in {at}[{known?} by {by:unit}]"
        "[{why=planet} on entering a planet's hex].",
        known=known,
    )


def _interception(told: ShownEvent[Labels]) -> str:
    return told.fill(
        "{missile:unit} [{declined?}lets {target:unit} pass in {at}[, relative velocity {sum}]"
        "|tries to intercept {target:unit} in {at}[, relative velocity {sum}][, {odds}]"
        "[{rolled?}, rolled {rolled}]: it [{success?}intercepts|fails]].",
        sum=_value(told, "relative"),
        odds=_odds(told, "success"),
    )


_FIRE: Sentences = {
    "fired": _fired,
    "fire_held": "{unit:unit} holds its fire, as ordered[: {why}].",
    "hit": _hit,
    "laid_open": lambda told: told.fill(
        "The Missile Hit Chart for {unit:unit}: behind its destroyed {fields:list} "
        "[{parts:runs} [{one?}is|are] destroyed|nothing is left to destroy].",
        one=len(told.facts["parts"]) == 1,
    ),
    "stock_lost": _stock_lost,
    "battlecraft_lost": "{unit:unit} is lost with {pod} of its ship.",
    "prepared_lost": "{unit:unit} loses {lost:count prepared counter}; {number} left atop it.",
    "energy_used": "{unit:unit} uses {units:count Energy Unit}[ with {pod}][; {left} left].",
    "energy_lost": "{unit:unit} loses {units:count Energy Unit}[ with {pod}][; {left} left].",
    "destroyed": _destroyed,
}

_MISSILES: Sentences = {
    "launches_made": "{unit:unit} launched {number:count missile} and no more: {why}.",
    "prepared": "{unit:unit} prepares a launch: {number:count counter} atop it.",
    "prepared_unit": "{unit:unit} has prepared {what:bare}[{pod?} from pod {pod}].",
    "controlled": "{unit:unit} controls {missile:bare}.",
    "launched": "{by:unit} launches {unit:bare}[ from {item}] into {at}, direction {direction}, "
    "velocity {velocity}[ ({limit})].",
    "contact_appeared": "Contact {contact} appears in {at}[, direction {direction}], "
    "velocity {velocity}[ (now known: {unit:known})].",
    "released": "{unit:unit} releases {missiles:number unguided missile}.",
    "interception": _interception,
}

_FIELDS: Sentences = {
    "field_raised": "{unit:unit} raises its force field[{how=emergency} in the last moment]"
    "[ for {units:some Energy Unit}].",
    "field_lowered": "{unit:unit} lowers its force field.",
    "field_fell": "The force field of {unit:unit} falls: {why}.",
    "field_attempt": "{unit:unit} tries to raise its force field, needs {needed} or less, "
    "rolled {rolled}: [{success?}it stands|too late].",
    "field_held": "The force field of {unit:unit} holds the missile"
    "[; {number:some hit} through it].",
}


# --- the campaign and the scenarios' own rules -----------------------------------------------


def _bought(told: ShownEvent[Labels]) -> str:
    items = [f"{name} {amount:,}" for name, amount in told.terms if name not in told.facts]
    return told.fill(
        "{unit:unit} is bought for {trans:thousands} Trans: {items}; {left:thousands} of "
        "{budget:thousands} are left.",
        items=", ".join(items),
    )


def _scored(told: ShownEvent[Labels]) -> str:
    points = told.facts["points"]
    return told.fill(
        "{side:side} [{gains?}scores|loses] {size:count Victory Point} for [{unit:unit}, ]{why}: "
        "{total:signed}.",
        gains=points > 0,
        size=abs(points),
    )


_CAMPAIGN: Sentences = {
    "not_done": "[{missiles:several}|{unit:unit}]" + NOT_DONE,
    "placed": "{unit:unit} begins in {at}, direction {direction}, velocity {velocity}.",
    "first_shot": "{unit:unit} has fired the first shot: dice for reinforcements are thrown from "
    "next turn on.",
    "reinforcement_roll": "Die {die} for a reinforcement of {side:side} shows {rolled}; "
    "[{needed=1}a 1|1 to {needed}] brings a {title}.",
    "entered": "{unit:unit} comes into play in {at}, direction {direction}, velocity {velocity}.",
    "pod_transferred": "{unit:unit} hands over its {type} pod[ with {units:count Energy Unit}] to "
    "{with:unit}[ as its {pod}].",
    "pod_jettisoned": "{unit:unit} puts off its {pod}[ ({type})]"
    "[ and {units:some Energy Unit} in it].",
    "end_offered": "[{player:other} offers|You offer] to end the game.",
    "pods": "{unit:unit} carries its pods in these boxes: {boxes:boxes}.",
    "bought": _bought,
    "not_bought": "{what} could not be bought: {why}.",
    "fleet_bought": "[The fleet of {player:other}|Your fleet]"
    "[{given?} is that of the scenario, since no ship was bought; it] costs {trans:thousands} of "
    "{budget:thousands} Trans[{lost?}; {lost:thousands} are lost]. It begins at {at}.",
    "fleet_shown": "{player:player} spent {trans:thousands} of {budget:thousands} Trans: "
    "{ships:items}.",
    "scored": _scored,
    "missed_turn": missed_turn("units"),
    **COMMON,
}


def _boxes(_labels: Labels, boxes: Mapping[str, str]) -> str:
    return ", ".join(f"{box} {boxes[box]}" for box in sorted(boxes, key=int))


FORMATTERS: Mapping[str, Formatter] = {
    "unit": Labels.unit,
    "bare": Labels.bare,
    "known": lambda labels, unit: labels.unit(unit) if unit in labels.units else "",
    "several": lambda labels, ids: labels.missiles(ids) if len(ids) > 1 else "",
    "planet": Labels.planet,
    "side": Labels.side,
    "player": Labels.player,
    "other": Labels.other,
    "status": lambda _labels, mark: STATUS.get(mark, mark),
    "steps": lambda _labels, commands: steps(commands),
    "way": lambda _labels, path: listed(path[:-1]),
    # A hex where no map lies yet has a label without a map's letter.
    "on_map": lambda _labels, at: "" if at.startswith("-") else at,
    "runs": lambda _labels, parts: parts_in_runs(parts),
    "boxes": _boxes,
    "items": lambda _labels, items: "; ".join(items),
    "number": lambda _labels, things, one: count(len(things), one),
    "signed": lambda _labels, number: signed(number),
}

CATALOGUE: Catalogue[Labels] = Catalogue(
    {**_MOVEMENT, **_COMMANDS, **_FIRE, **_MISSILES, **_FIELDS, **_CAMPAIGN},
    FORMATTERS,
    about="[{unit:unit}: ]",
)
