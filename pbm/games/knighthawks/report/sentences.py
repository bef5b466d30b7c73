"""One plain sentence for each kind of event, in the words of the player who reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.games.knighthawks.view.labels import Labels, supply_name, weapon_name
from pbm.kit.english import count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import (
    Facts,
    Say,
    Shown,
    game_over,
    missed_turn,
    not_done,
    plainly,
    ruling,
    said,
)


def sentence(shown: Shown, labels: Labels) -> str:
    """The sentence of an event as one player may know it; any kind gets one."""
    return said(shown, labels, _SAY, _anything)


def chance_sum(terms: Sequence[Sequence[Fact]], chance: int) -> str:
    """The terms of a chance to hit as a sum a reader can add up again.

    >>> terms = ["laser cannon at reflective hull", 60], ["head-on", 10], ["range 3 x 5", -15]
    >>> chance_sum(terms, 55)
    '60 at reflective hull + 10 head-on - 15 range 3 x 5 = 55'
    """
    if not terms:
        return f"chance {chance}"
    _weapon, at, defence = str(terms[0][0]).partition(" at ")
    parts = [f"{terms[0][1]}{at}{defence}"]
    for name, amount in terms[1:]:
        link = " for " if str(name)[:1].isdigit() else " "
        parts.append(f"{'-' if amount < 0 else '+'} {abs(amount)}{link}{name}")
    return f"{' '.join(parts)} = {chance}" if len(parts) > 1 else parts[0]


def _anything(facts: Facts, shown: Shown, labels: Labels) -> str:
    ship = facts.get("ship")
    about = f"{labels.whose(ship)}: " if isinstance(ship, str) and ship else ""
    return plainly(facts, shown, about, "ship")


# --- movement -------------------------------------------------------------------------------

_WAYS: Mapping[str, str] = {
    "close on": "to close on {}",
    "away from": "to keep away from {}",
    "hold range": "to hold the range of {}",
    "ram": "into the hex of {}",
    "towards": "towards the hex it was ordered to",
}


def _moved(facts: Facts, _shown: Shown, labels: Labels) -> str:
    ship, path = facts["ship"], facts["path"]
    before, speed = facts["speed_before"], facts["speed"]
    pace = f"speed {speed} as before" if speed == before else f"speed {speed} after {before}"
    # Only its own side is told what a ship was after.
    way, target = facts.get("way", ""), facts.get("of", "")
    why = f", {_WAYS[way].format(labels.whose(target))}" if way in _WAYS else ""
    if way and not why:
        why = f", {way}"
    plot = f": {facts['plot']}" if facts.get("plot") else ""
    if not path:
        return f"{labels.whose(ship)} stays in {facts['to']}, facing {facts['facing']}{why}."
    return (
        f"{labels.whose(ship)} flies from {facts['from']} to {facts['to']}, "
        f"{pace}, and faces {facts['facing']}{why}{plot}."
    )


def _rotated(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.whose(facts['ship'])} rotates from facing {facts['facing_before']} "
        f"to facing {facts['facing']}."
    )


def _stayed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    stopped = f", after speed {facts['speed_before']}" if facts.get("speed_before") else ""
    return f"{labels.whose(facts['ship'])} stays where it is{stopped}."


def _round(facts: Facts) -> str:
    return "clockwise" if facts["clockwise"] else "counterclockwise"


def _orbit_entered(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.whose(facts['ship'])} enters orbit of {labels.planet(facts['planet'])}, "
        f"{_round(facts)}, from {facts['from']} to {facts['to']}, facing {facts['facing']}."
    )


def _orbited(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.whose(facts['ship'])} goes on in its orbit of {labels.planet(facts['planet'])}, "
        f"{_round(facts)}, from {facts['from']} to {facts['to']}, facing {facts['facing']}."
    )


def _orbit_left(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.whose(facts['ship'])} leaves its orbit of {labels.planet(facts['planet'])}."


def _left_map(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.whose(facts['ship'])} leaves the map from {facts['last']}: it is lost."


def _collided(facts: Facts, _shown: Shown, labels: Labels) -> str:
    end = "is destroyed" if facts["destroyed"] else "stops at speed 0"
    return (
        f"{labels.whose(facts['ship'])} finds no way past {labels.planet(facts['planet'])} "
        f"and {end} in {facts['at']}."
    )


def _screen_raised(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.whose(facts['ship'])} raises a masking screen in {facts['at']}."


def _screen_fell(facts: Facts, _shown: Shown, labels: Labels) -> str:
    why = f": {facts['why']}" if facts.get("why") else ""
    return f"{labels.whose(facts['ship'])} loses its masking screen{why}."


def _screen_dropped(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return f"{labels.whose(facts['ship'])} drops its masking screen."


def _move_changed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.whose(facts['ship'])} could not move as written "
        f'("{facts["written"]}"): {facts["why"]}. Done instead: {facts["done"]}.'
    )


# --- combat ---------------------------------------------------------------------------------


def _attack(facts: Facts, shown: Shown, labels: Labels) -> str:
    weapon = weapon_name(facts["weapon"], facts["mount"])
    where = f" in {facts['at_hex']}" if facts["phase"] == "defensive" else ""
    opening = (
        f"{labels.whose(facts['by'])} fires its {weapon} at {labels.whose(facts['target'])}{where}"
    )
    if facts["wasted"]:
        return f"{opening}: it is already destroyed, and the shot is wasted."
    terms: list[Sequence[Fact]] = list(shown.get("terms", ()))
    cut = next((at for at, term in enumerate(terms) if term[0] == "damage"), len(terms))
    result = f"{chance_sum(terms[:cut], facts['chance'])}, rolled {facts['rolled']}"
    if not facts["hit"]:
        automatic = " (always a miss)" if facts["automatic"] == "miss" else ""
        return f"{opening}: {result}: miss{automatic}."
    automatic = " (always a hit)" if facts["automatic"] == "hit" else ""
    left = facts["hull_left"]
    after = f"{count(left, 'hull point')} left" if left > 0 else "no hull points left"
    return f"{opening}: {result}: hit{automatic}, {_damage(facts, shown)} damage, {after}."


def _damage(facts: Facts, shown: Shown) -> str:
    """The dice and what was added to them, as a sum where there is one."""
    total = facts["damage"]
    faces = [face for roll in shown.get("rolls", ())[1:] for face in roll["faces"]]
    if not faces:
        return str(total)
    whole = sum(faces)
    terms = list(shown.get("terms", ()))
    added = [
        amount for name, amount in terms if str(name).startswith("+") and isinstance(amount, int)
    ]
    parts = [str(number) for number in [*faces, *added]]
    whole += sum(added)
    adds_up = f"{' + '.join(parts)} = {whole}" if len(parts) > 1 else str(whole)
    return f"{adds_up}, halved to {total}" if facts["halved"] else adds_up


def _icm(facts: Facts, _shown: Shown, labels: Labels) -> str:
    against = weapon_name(facts["against"]) if "against" in facts else "attack"
    by = f" of {labels.whose(facts['by'])}" if facts.get("by") else ""
    return (
        f"{labels.whose(facts['ship'])} fires {supply_name('icm', facts['number'])} "
        f"at the {against}{by}."
    )


def _evaded(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.whose(facts['ship'])} takes evasive maneuvers (MR {facts['mr']}): "
        f"its next move must make as many turns."
    )


def _ship_destroyed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    by = facts.get("by", "")
    doer = f" by {labels.whose(by)}" if by in labels.ships else ""
    return f"{labels.whose(facts['ship'])} is destroyed{doer}."


def _supply_used(facts: Facts, _shown: Shown, labels: Labels) -> str:
    used = supply_name(facts["supply"], facts["number"])
    return f"{labels.whose(facts['ship'])} uses {used}; {facts['left']} left."


def _not_done(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return not_done(labels.whose(facts["ship"]), facts)


def _not_needed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.whose(facts['ship'])} had no need of "
        f'"{facts["written"]}": {str(facts["why"]).rstrip(".")}.'
    )


# --- the campaign ---------------------------------------------------------------------------


def _placed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    orbit = facts.get("orbit")
    if orbit:
        planet = orbit["planet"] if isinstance(orbit, Mapping) else str(orbit)
        rest = f"in orbit of {labels.planet(planet)}, facing {facts['facing']}"
    else:
        rest = f"facing {facts['facing']}, speed {facts['speed']}"
    return f"{labels.whose(facts['ship'])} begins in {facts['at']}, {rest}."


def _order_of_sides(facts: Facts, shown: Shown, labels: Labels) -> str:
    rolled = ", ".join(
        f"{labels.side(roll['name'].split('/')[-2])} {sum(roll['faces'])}"
        for roll in shown.get("rolls", ())
    )
    order = listed((labels.side(side) for side in facts["sides"]), "then")
    return f"dice decide who moves first ({rolled}): {order}."


def _missed_turn(facts: Facts, _shown: Shown, labels: Labels) -> str:
    reader = labels.known["you"]["player"]
    return missed_turn(facts, reader, labels.player(facts["player"]), "ships")


_SAY: Mapping[str, Say[Labels]] = {
    "moved": _moved,
    "rotated": _rotated,
    "stayed": _stayed,
    "orbit_entered": _orbit_entered,
    "orbited": _orbited,
    "orbit_left": _orbit_left,
    "left_map": _left_map,
    "collided": _collided,
    "screen_raised": _screen_raised,
    "screen_fell": _screen_fell,
    "screen_dropped": _screen_dropped,
    "move_changed": _move_changed,
    "attack": _attack,
    "icm": _icm,
    "evaded": _evaded,
    "ship_destroyed": _ship_destroyed,
    "supply_used": _supply_used,
    "not_done": _not_done,
    "not_needed": _not_needed,
    "placed": _placed,
    "order_of_sides": _order_of_sides,
    "game_over": lambda facts, _shown, _labels: game_over(facts),
    "missed_turn": _missed_turn,
    "ruling": lambda facts, shown, _labels: ruling(facts, shown),
}
KINDS = tuple(_SAY)
