"""Sentences on the rounds of a space battle: moves, probes, fire, damage, departures.

Every number that decided stands in the sentence: size and range, terms and dice, letter or
percent, damage and what it hit. Rule: NV REP-07, NV SPC-06 to NV SPC-49.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import asdict

from pbm.engine.subtask import STRUCK
from pbm.games.nova.report.battles.battle_words import place, some, together, vector
from pbm.games.nova.report.battles.fight_facts import (
    Called,
    Cycling,
    Probe,
    Recovery,
    Screen,
    SetUp,
    Switch,
    Volley,
    Ways,
)
from pbm.games.nova.report.saying import Names
from pbm.games.nova.rules.space_combat.fire.criticals import AGAIN, DESTROYED, NOTHING, REDUCED
from pbm.games.nova.rules.space_combat.fire.gunnery import LASERS, MISSILE, PLASMA, WARP
from pbm.games.nova.state.battle import arena
from pbm.kit.english import count, listed
from pbm.kit.facts import Fact
from pbm.packets.catalogue import Sentences, ShownEvent
from pbm.packets.narrative import struck_terms

LOSSES: Mapping[str, str] = {
    "damage": "is destroyed",
    "blow-up": "blows up",
    "bomb": "is blown up by what lies in its hold",
    "carrier": "is lost with its carrier",
    "bay": "is lost with the bay or hold it lies in",
}
# Of one ship, and of several.
_CYCLES: Mapping[str, tuple[str, str]] = {
    "start": ("begins to cycle its jump drive", "begin to cycle their jump drives"),
    "restart": ("does not jump, and cycles anew", "do not jump, and cycle anew"),
    "stop": ("stops cycling its jump drive", "stop cycling their jump drives"),
    "held": (
        "cannot jump in a distortion field, and cycles anew",
        "cannot jump in a distortion field, and cycle anew",
    ),
}
ENDS: Mapping[str, str] = {
    arena.LEFT_ALONE: "no enemies face each other any more",
    arena.PARTED: "the sides have lost contact",
    arena.STALEMATE: "nobody can harm anybody",
    arena.CAP: "the last round allowed is over",
}
_EFFECTS: Mapping[str, str] = {
    NOTHING: "No Effect",
    AGAIN: "{}, lost before",
    DESTROYED: "{} destroyed",
    REDUCED: "{} loses one level",
}
MOST_DICE = 6  # of more shots together dice stand in the packet alone
MOST_SAID = 12  # of more than so many ships told apart the packet alone tells
Terms = Sequence[Sequence[Fact]]


def _first(said: Sequence[str]) -> str:
    """What is said of ships, one after the other; of too many the first alone."""
    if len(said) <= MOST_SAID:
        return "; ".join(said)
    return f"{'; '.join(said[:MOST_SAID])}; and so on for {len(said) - MOST_SAID} more"


def _of_ships(pairs: Iterable[tuple[str, Called]], link: str = " ") -> list[str]:
    """What is said of each ship, of those of which the same is said once."""
    heaps = together((said, ship.name) for said, ship in pairs)
    return [f"{some(who)}{link}{said}" for said, who in heaps.items()]


def set_ups(all: Sequence[SetUp]) -> str:
    """Where ships begin."""
    return "; ".join(_of_ships((_set_up(one), one.by) for one in all))


def _set_up(one: SetUp) -> str:
    if one.away:
        return "away from the warp point and out of the battle"
    if one.direction is not None:
        jump = f" after jump {one.route}" if one.route else ""
        dice = f"dice{jump}: direction {one.direction}, distance {one.hexes}"
        return f"scattered to {place(one.at)} ({dice})"
    return f"{'at' if any(one.at) else 'in'} {place(one.at)}"


# --- who is known ----------------------------------------------------------------------------


def probes(all: Sequence[Probe]) -> str:
    """What probes found."""
    return _first(_of_ships(((_found(one), one.to) for one in all), ": "))


def _found(one: Probe) -> str:
    words = [f"{one.size}, shields {one.shields}"]
    words += [
        f"{name} {has}" for name, has in (("EW", one.ew), ("DG", one.dg), ("SS", one.ss)) if has
    ]
    return ", ".join([*words, "uses sensors"] if one.sn else words)


def screens(all: Sequence[Screen]) -> str:
    """In how many places ships seem to be."""
    return "; ".join(_of_ships((f"in {one.positions} places", one.to) for one in all))


def switches(all: Sequence[Switch]) -> str:
    """What ships switched."""
    return "; ".join(_of_ships(((_switch(one), one.by) for one in all), ": "))


def _switch(one: Switch) -> str:
    other = [f"other {what} in use" for what in one.what if what != "DG"]
    field = f"distortion field {'on' if one.dg else 'off'}"
    return listed([*other, field] if "DG" in one.what else other)


# --- moving ----------------------------------------------------------------------------------


def moves(ships: Sequence[Ways]) -> str:
    """How ships moved."""
    ways = together((tuple(way), ship.name) for ship, *way in ships)
    still = [name for way, who in ways.items() if way[:2] == way[2:4] for name in who]
    parts = [f"{some(who)} {_way(way)}" for way, who in ways.items() if way[:2] != way[2:4]]
    if still:
        parts.append(f"{some(still)} {'stays' if len(still) == 1 else 'stay'} in place")
    return _first(parts)


def _way(way: Sequence[int]) -> str:
    thrust = f", thrust {way[6]}" if way[6] else ""
    return f"from {place(way[:2])} to {place(way[2:4])} (vector {vector(way[4:6])}{thrust})"


# --- fire ------------------------------------------------------------------------------------


def _volley(told: ShownEvent[Names]) -> str:
    one = told.read(Volley)
    head = f"{one.by.opening} fires {one.shots} {one.weapon} at {one.to.name} "
    head += f"over {count(one.distance, 'hex', 'hexes')}"
    if one.echoes == one.shots:
        return f"{head}: all at false positions."
    aside = f"; {one.echoes} of {one.shots} at false positions" if one.echoes else ""
    if not one.bears:
        return f"{head}: {listed(struck_terms(told.terms)) or 'too far to do damage'}{aside}."
    told_by = _laser if one.mode in LASERS else _percent
    return f"{head}: {told_by(one, told.terms)}{aside}{_struck(one)}."


def _laser(one: Volley, terms: Terms) -> str:
    """What range leaves, the die with FC and EW, letter and damage."""
    left = f"{one.left} left, " if one.dropoff else ""
    added = _added(terms)
    faces, damages = one.faces[0], one.damages
    if len(faces) == 1:
        total = f" = {faces[0] + one.shift}" if added else ""
        letter = one.letters[0]
        effect = f"letter {letter}, {damages[0]} damage" if letter else "no damage"
        return f"{left}{faces[0]}{added}{total}, {effect}"
    pairs = zip(one.letters, damages, strict=True)
    done = [f"{letter} {hurt}" if letter else "0" for letter, hurt in pairs]
    dice = ", ".join(f"{face}: {one}" for face, one in zip(faces, done, strict=True))
    said = dice if len(faces) <= MOST_DICE else _heaped(done)
    return f"{left}{f'dice{added}; ' if added else ''}{said}, {sum(damages)} damage"


def _percent(one: Volley, terms: Terms) -> str:
    """The chance as a sum, every die against it, and what hits do.

    Whom it was fired at is not told what makes it hit.
    """
    if one.mode == PLASMA:
        return f"it always hits, {sum(one.damages)} damage"
    faces = one.faces[0]
    if one.percent is None:
        chance, hits = "", [bool(damage) for damage in one.damages]
        done = ["hits" if hit else "misses" for hit in hits]
    else:
        added = _added(terms[1:])
        sum_ = f" = {one.percent}" if added else ""
        name, first = terms[0]
        begun = f"0 ({name})" if STRUCK in name else f"{name} {first}"
        chance = f"{begun}{added}{sum_}%; "
        hits = [face <= one.percent for face in faces]
        second = iter(one.faces[1] if len(one.faces) > 1 else ())
        done = [
            _effect(one.mode, next(second, 0), damage, layer) if hit else "misses"
            for hit, damage, layer in zip(hits, one.damages, one.layers, strict=True)
        ]
    dice = ", ".join(f"{face} {one}" for face, one in zip(faces, done, strict=True))
    said = dice if len(hits) <= MOST_DICE else f"{sum(hits)} of {len(hits)} hit"
    return f"{chance}{said}, {sum(one.damages)} damage"


def _effect(mode: str, die: int, damage: int, layer: str) -> str:
    """What a hit does: by a second die of a missile its damage, of a warp cannon what it meets."""
    if mode == MISSILE:
        return f"hits (die {die}: {damage})"
    return f"hits {layer} (die {die})" if mode == WARP else "hits"


def _added(terms: Terms) -> str:
    """The terms behind the first number of a sum: those that count, and those struck out."""
    return "".join(
        f" ({name})" if STRUCK in name else f" {'−' if by < 0 else '+'} {name} {abs(by)}"
        for name, by in terms
        if by or STRUCK in name
    )


def _heaped(done: Sequence[str]) -> str:
    heaps = together((one, one) for one in done)
    return ", ".join(f"{len(all)} × {one}" for one, all in heaps.items())


def _struck(one: Volley) -> str:
    """What one's own ship loses by it."""
    if one.struck is None:
        return ""
    lost = [f"{key} {sum(points)}" for key, points in asdict(one.struck).items() if sum(points)]
    return f" ({', '.join(lost) or 'it was destroyed before'})"


# --- what damage comes to ----------------------------------------------------------------------


def criticals(faces: Sequence[int], parts: Sequence[str], effects: Sequence[str]) -> str:
    """What each die of critical hits struck, and its effect."""
    return ", ".join(
        f"{face} {_EFFECTS[effect].format(part)}"
        for face, part, effect in zip(faces, parts, effects, strict=True)
    )


def recoveries(all: Sequence[Recovery]) -> str:
    """Shields that recover."""
    said = ((f"+{one.recovered} to {one.shields} of {one.full}", one.to) for one in all)
    return _first(_of_ships(said))


# --- leaving -----------------------------------------------------------------------------------


def cycles(all: Sequence[Cycling]) -> str:
    """What jump drives do."""
    heaps = together((one.what, one.by.name) for one in all)
    return "; ".join(f"{some(who)} {_CYCLES[what][len(who) > 1]}" for what, who in heaps.items())


SENTENCES: Sentences = {
    "fight_placed": "Set-up: {all:set_ups}.",
    "fight_probed": "Probes: {all:probes}.",
    "fight_screened": "Screens hide the true places: {all:screens}, one of them true.",
    "fight_sensors": "Other ships use sensors.",
    "fight_switched": "Switched: {all:switches}.",
    "fight_communicator": (
        "An enemy sends a report with TC {level}; your jammers [{blocked?}drown|cannot drown] it "
        "out."
    ),
    "fight_launched": "{by:opening} leaves {to:called}.",
    "fight_picked_up": "{to:opening} takes {by:called} aboard.",
    "fight_left_out": "{by:called} is not taken aboard {to:called}: {why}.",
    "fight_moved": "Movement: [{ships:moves}|nobody is left to move].",
    "fight_wasted": "{by:called} does not fire {weapons:ships} at {to:called}: {why}.",
    "fight_volley": _volley,
    "fight_blow_up": (
        "{to:opening} is damaged: [{chance}% to blow up|it may blow up], die {face}, "
        "[{blown?}it does|it holds]."
    ),
    "fight_destroyed": "{to:opening} {cause:loss}.",
    "fight_critical": (
        "{faces:number critical hit} on {to:called}: {faces:criticals *parts/*effects}"
        "[{shields?}; {shields} of its shields are gone with it][; lost aboard: {dead:dead}]."
    ),
    "fight_shields": "Shields recover: {all:recoveries}.",
    "fight_cycle": "Jump drives: {all:cycles}.",
    "fight_jumped": "{by:opening} jumps out.",
    "fight_captured": "{by:opening} cannot move and is taken by its enemies.",
    "fight_apart": "The sides lose contact.",
    "fight_ended": "The battle is over: {why:ending}.",
}
