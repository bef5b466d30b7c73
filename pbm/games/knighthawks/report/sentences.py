"""The catalogue of Knight Hawks: one plain sentence for each kind of event."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile

from pbm.engine.story import Shot
from pbm.games.knighthawks.view.labels import Labels, supply_name, weapon_name
from pbm.kit.english import listed, signed
from pbm.kit.facts import Fact
from pbm.packets.catalogue import COMMON, NOT_DONE, Catalogue, Formatter, ShownEvent, missed_turn
from pbm.packets.narrative import struck_terms


def chance_sum(terms: Sequence[Sequence[Fact]], chance: int) -> str:
    """The terms of a chance to hit as a sum that a reader can check.

    >>> terms = ["laser cannon at reflective hull", 60], ["head-on", 10], ["range 3 x 5", -15]
    >>> chance_sum(terms, 55)
    '60 (reflective hull) + 10 (head-on) − 15 (range 3 × 5) = 55'
    >>> chance_sum([["rocket battery at reflective hull", 40], ["range 9 x 5", -45]], -5)
    '40 (reflective hull) − 45 (range 9 × 5) = −5'
    """
    if not terms:
        return f"chance {signed(chance)}"
    parts = [f"{terms[0][1]} ({str(terms[0][0]).partition(' at ')[2]})"]
    for name, amount in terms[1:]:
        words = str(name).replace(" x ", " × ")
        parts.append(f"{'−' if amount < 0 else '+'} {abs(amount)} ({words})")
    return f"{' '.join(parts)} = {signed(chance)}" if len(parts) > 1 else parts[0]


def _moved(told: ShownEvent[Labels]) -> str:
    return told.fill(
        "{ship:whose} [{path?}flies from {from} to {to}, speed {speed} "
        "[{steady?}as before|after {speed_before}], and faces {facing}"
        f"{_WHY}[: {{plot}}].|stays in {{to}}, facing {{facing}}{_WHY}.]",
        steady=told.facts["speed"] == told.facts["speed_before"],
    )


# Only its own side learns the goal of a ship's move.
_WHY = (
    "[{way=close on}, to close on {of:whose}|{way=away from}, to keep away from {of:whose}"
    "|{way=hold range}, to hold the range of {of:whose}|{way=ram}, into the hex of {of:whose}"
    "|{way=towards}, towards the hex it was ordered to|, {way}]"
)


def shot(shown: Mapping[str, Fact], labels: Labels) -> Shot:
    """A shot as a row of a table."""
    facts, told = shown["facts"], ShownEvent(shown, labels)
    wasted = facts["wasted"]
    return Shot(
        by=labels.ship(facts["by"]),
        weapon=facts["mount"] or weapon_name(facts["weapon"]),
        at=labels.ship(facts["target"]),
        range=str(facts["range"]),
        terms=""
        if wasted
        else chance_sum(_chance_terms(told), facts["chance"]).partition(" = ")[0],
        needed="" if wasted else signed(facts["chance"]),
        rolled="" if wasted else str(facts["rolled"]),
        result=told.fill(
            "[{wasted?}wasted on a wreck|[{hit?}hit|miss][ (always a {automatic})]"
            "[{hit?}: {dice} damage, [{left?}{left}|none] left]]",
            dice=_damage(told),
            left=max(0, facts["hull_left"]),
        ),
    )


def _chance_terms(told: ShownEvent[Labels]) -> list[Sequence[Fact]]:
    """The terms of the chance to hit, without those of the damage."""
    return list(takewhile(lambda term: term[0] != "damage", told.terms))


def _attack(told: ShownEvent[Labels]) -> str:
    return told.fill(
        "{by:whose} fires its {gun} at {target:whose}[{phase=defensive} in {at_hex}]: "
        "[{wasted?}it is already destroyed, and the shot is wasted"
        "|{sum}, rolled {rolled}: [{hit?}hit|miss][ (always a {automatic})]"
        "[{hit?}, {dice} damage, [{left?}{left:count hull point}|no hull points] left]].",
        gun=weapon_name(told.facts["weapon"], told.facts["mount"]),
        sum=chance_sum(_chance_terms(told), told.facts["chance"]),
        dice=_damage(told),
        left=max(0, told.facts["hull_left"]),
    )


def _damage(told: ShownEvent[Labels]) -> str:
    """The damage dice and what was added, as a sum if there is more than one number."""
    total = told.facts["damage"]
    faces = [face for roll in told.rolls[1:] for face in roll["faces"]]
    if not faces:
        return str(total)
    struck = struck_terms(dropwhile(lambda term: term[0] != "damage", told.terms))
    if struck:
        return f"{' + '.join(map(str, faces))} rolled, {listed(struck)}: {total}"
    added = [
        amount
        for name, amount in told.terms
        if str(name).startswith("+") and isinstance(amount, int)
    ]
    parts = [str(number) for number in [*faces, *added]]
    whole = sum(faces) + sum(added)
    adds_up = f"{' + '.join(parts)} = {whole}" if len(parts) > 1 else str(whole)
    return f"{adds_up}, halved to {total}" if told.facts["halved"] else adds_up


def _order_of_sides(told: ShownEvent[Labels]) -> str:
    sides = told.labels.side
    rolled = (f"{sides(roll['name'].split('/')[-2])} {sum(roll['faces'])}" for roll in told.rolls)
    return told.fill(
        "dice decide who moves first ({rolled}): {order}.",
        rolled=", ".join(rolled),
        order=listed(map(sides, told.facts["sides"]), "then"),
    )


_COURSE = "[{clockwise?}clockwise|counterclockwise], from {from} to {to}, facing {facing}."

FORMATTERS: Mapping[str, Formatter] = {
    "whose": Labels.whose,
    "known": lambda labels, ship: labels.whose(ship) if ship in labels.ships else "",
    "planet": Labels.planet,
    "other": Labels.other,
    "weapon": lambda _labels, kind: weapon_name(kind),
    "supply": lambda _labels, number, kind: supply_name(kind, number),
}

CATALOGUE: Catalogue[Labels] = Catalogue(
    {
        "moved": _moved,
        "rotated": "{ship:whose} rotates from facing {facing_before} to facing {facing}.",
        "stayed": "{ship:whose} stays where it is[{speed_before?}, after speed {speed_before}].",
        "orbit_entered": f"{{ship:whose}} enters orbit of {{planet:planet}}, {_COURSE}",
        "orbited": f"{{ship:whose}} goes on in its orbit of {{planet:planet}}, {_COURSE}",
        "orbit_left": "{ship:whose} leaves its orbit of {planet:planet}.",
        "left_map": "{ship:whose} leaves the map from {last} and is lost.",
        "collided": "{ship:whose} finds no way past {planet:planet} and "
        "[{destroyed?}is destroyed|stops at speed 0] in {at}.",
        "screen_raised": "{ship:whose} raises a masking screen in {at}.",
        "screen_fell": "{ship:whose} loses its masking screen[: {why}].",
        "screen_dropped": "{ship:whose} drops its masking screen.",
        "move_changed": '{ship:whose} could not move as written ("{written}"): {why}. '
        "Done instead: {done}.",
        "attack": _attack,
        "icm": "{ship:whose} fires {number:supply icm} at the [{against:weapon}|attack]"
        "[ of {by:whose}].",
        "evaded": "{ship:whose} takes evasive maneuvers (MR {mr}): "
        "its next move must make as many turns.",
        "ship_destroyed": "{ship:whose} is destroyed[ by {by:known}].",
        "supply_used": lambda told: told.fill(
            "{ship:whose} uses {used}; {left} left.",
            used=supply_name(told.facts["supply"], told.facts["number"]),
        ),
        "not_done": "{ship:whose}" + NOT_DONE,
        "not_needed": '{ship:whose} did not need "{written}": {why:clause}.',
        "placed": "{ship:whose} begins in {at}, "
        "[in orbit of {orbit:planet}, facing {facing}|facing {facing}, speed {speed}].",
        "order_of_sides": _order_of_sides,
        "missed_turn": missed_turn("ships"),
        **COMMON,
    },
    FORMATTERS,
    about="[{ship:whose}: ]",
)
