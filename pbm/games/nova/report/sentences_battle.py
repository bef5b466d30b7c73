"""What a player reads of the rounds of a space battle: moves, probes, fire, damage, who leaves.

Every number that decided stands in the sentence: size and range, terms and dice, letter or
percent, damage and what it hit. Rule: NV REP-07, NV SPC-06 to NV SPC-49.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbm.games.nova.report.battles.battle_words import (
    called,
    opening,
    place,
    some,
    together,
    vector,
    weapon,
)
from pbm.games.nova.report.saying import Names, units
from pbm.games.nova.rules.space_combat.fire.criticals import AGAIN, DESTROYED, NOTHING, REDUCED
from pbm.games.nova.rules.space_combat.fire.gunnery import LASERS, MISSILE, PLASMA, WARP
from pbm.games.nova.state.battle import arena
from pbm.kit.english import capital, count, listed
from pbm.kit.facts import Fact
from pbm.packets.catalogue import Sentences, ShownEvent
from pbm.packets.narrative import Facts

_CAUSES: Mapping[str, str] = {
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
_ENDS: Mapping[str, str] = {
    arena.LEFT_ALONE: "no enemies face one another any more",
    arena.PARTED: "the sides have lost one another",
    arena.STALEMATE: "nobody can harm anybody",
    arena.CAP: "the last round that is fought is over",
}
_EFFECTS: Mapping[str, str] = {
    NOTHING: "No Effect",
    AGAIN: "{}, lost before",
    DESTROYED: "{} destroyed",
    REDUCED: "{} one level less",
}
LAYERS = ("shields", "armour", "structure")
MOST_DICE = 6  # of more shots together dice stand in the packet alone
MOST_SAID = 12  # of more than so many ships told apart the packet alone tells
Terms = Sequence[Sequence[Fact]]


def _first(parts: Iterable[str]) -> str:
    """What is said of ships, one after the other; of too many the first alone."""
    said = list(parts)
    if len(said) <= MOST_SAID:
        return "; ".join(said)
    return f"{'; '.join(said[:MOST_SAID])}; and so on for {len(said) - MOST_SAID} more"


def _placed(told: ShownEvent[Names]) -> str:
    facts = told.facts
    heaps = together((_set_up(one), called(one["by"])) for one in facts["all"])
    return f"Set-up: {'; '.join(f'{some(who)} {said}' for said, who in heaps.items())}."


def _set_up(one: Mapping[str, Fact]) -> str:
    if one["away"]:
        return "away from the warp point and out of the battle"
    if "direction" in one:
        dice = f"direction {one['direction']}, distance {one['hexes']}"
        return f"scattered to {place(one['at'])} (dice: {dice})"
    return f"in {place(one['at'])}" if not any(one["at"]) else f"at {place(one['at'])}"


# --- who is known ----------------------------------------------------------------------------


def _probed(told: ShownEvent[Names]) -> str:
    facts = told.facts
    heaps = together((_found(one), called(one["to"])) for one in facts["all"])
    return f"Probes: {_first(f'{some(who)}: {said}' for said, who in heaps.items())}."


def _found(one: Mapping[str, Fact]) -> str:
    words = [f"{one['size']}, shields {one['shields']}"]
    words += [f"{name.upper()} {one[name]}" for name in ("ew", "dg", "ss") if one[name]]
    return ", ".join([*words, "uses sensors"] if one["sn"] else words)


def _screened(told: ShownEvent[Names]) -> str:
    facts = told.facts
    heaps = together((one["positions"], called(one["to"])) for one in facts["all"])
    said = (f"{some(who)} in {number} places" for number, who in heaps.items())
    return f"Screens hide the true places: {'; '.join(said)}, one of them true."


def _switched(told: ShownEvent[Names]) -> str:
    facts = told.facts
    heaps = together((_switch(one), called(one["by"])) for one in facts["all"])
    return f"Switched: {'; '.join(f'{some(who)}: {said}' for said, who in heaps.items())}."


def _switch(one: Mapping[str, Fact]) -> str:
    other = [f"other {what} in use" for what in one["what"] if what != "DG"]
    field = f"distortion field {'on' if one['dg'] else 'off'}"
    return listed([*other, field] if "DG" in one["what"] else other)


# --- moving ----------------------------------------------------------------------------------


def _moved(told: ShownEvent[Names]) -> str:
    facts = told.facts
    ways = together(((tuple(way)), called(one)) for one, *way in facts["ships"])
    still = [name for way, who in ways.items() if way[:2] == way[2:4] for name in who]
    parts = [f"{some(who)} {_way(way)}" for way, who in ways.items() if way[:2] != way[2:4]]
    if still:
        parts.append(f"{some(still)} {'stays' if len(still) == 1 else 'stay'} in place")
    return f"Movement: {_first(parts) or 'nobody is left to move'}."


def _way(way: Sequence[int]) -> str:
    thrust = f", thrust {way[6]}" if way[6] else ""
    return f"from {place(way[:2])} to {place(way[2:4])} (vector {vector(way[4:6])}{thrust})"


# --- fire ------------------------------------------------------------------------------------


def _volley(told: ShownEvent[Names]) -> str:
    facts = told.facts
    shots, echoes = facts["shots"], facts["echoes"]
    head = f"{opening(facts['by'])} fires {shots} {weapon(facts)} at {called(facts['to'])} "
    head += f"over {count(facts['distance'], 'hex', 'hexes')}"
    if echoes == shots:
        return f"{head}: all at false positions."
    aside = f"; {echoes} of {shots} at false positions" if echoes else ""
    if not facts["bears"]:
        return f"{head}: too far to do damage{aside}."
    told_by = _laser if facts["mode"] in LASERS else _percent
    dice = told_by(facts, told.terms)
    return f"{head}: {dice}{aside}{_struck(facts)}."


def _laser(facts: Facts, terms: Terms) -> str:
    """What range leaves, the die with FC and EW, letter and damage."""
    left = f"{facts['left']} left, " if facts["dropoff"] else ""
    added = "".join(_term(name, by) for name, by in terms if by)
    faces, letters, damages = facts["faces"][0], facts["letters"], facts["damages"]
    if len(faces) == 1:
        total = f" = {faces[0] + facts['shift']}" if added else ""
        effect = f"letter {letters[0]}, {damages[0]} damage" if letters[0] else "no damage"
        return f"{left}{faces[0]}{added}{total}, {effect}"
    pairs = zip(letters, damages, strict=True)
    done = [f"{letter} {hurt}" if letter else "0" for letter, hurt in pairs]
    dice = ", ".join(f"{face}: {one}" for face, one in zip(faces, done, strict=True))
    said = dice if len(faces) <= MOST_DICE else _heaped(done)
    return f"{left}{f'dice{added}; ' if added else ''}{said}, {sum(damages)} damage"


def _percent(facts: Facts, terms: Terms) -> str:
    """The chance as a sum, every die against it, and what hits do."""
    damages: Sequence[int] = facts["damages"]
    if facts["mode"] == PLASMA:
        return f"it always hits, {sum(damages)} damage"
    if "percent" not in facts:
        return _unseen(facts)
    percent = facts["percent"]
    added = "".join(_term(name, by) for name, by in terms[1:] if by)
    chance = f"{terms[0][0]} {terms[0][1]}{added}{f' = {percent}' if added else ''} %"
    on = [face <= percent for face in facts["faces"][0]]
    second = iter(facts["faces"][1] if len(facts["faces"]) > 1 else ())
    done = [
        _effect(facts["mode"], next(second, 0), damage, layer) if hit else "misses"
        for hit, damage, layer in zip(on, damages, facts["layers"], strict=True)
    ]
    dice = ", ".join(f"{face} {one}" for face, one in zip(facts["faces"][0], done, strict=True))
    said = dice if len(on) <= MOST_DICE else f"{sum(on)} of {len(on)} hit"
    return f"{chance}; {said}, {sum(damages)} damage"


def _unseen(facts: Facts) -> str:
    """The same for whom it was fired at, who is not told what makes it hit."""
    faces, damages = facts["faces"][0], facts["damages"]
    on = [bool(damage) for damage in damages]
    dice = ", ".join(
        f"{face} {'hits' if hit else 'misses'}" for face, hit in zip(faces, on, strict=True)
    )
    said = dice if len(on) <= MOST_DICE else f"{sum(on)} of {len(on)} hit"
    return f"{said}, {sum(damages)} damage"


def _effect(mode: str, die: int, damage: int, layer: str) -> str:
    """What a hit does: by a second die of a missile its damage, of a warp cannon what it meets."""
    if mode == MISSILE:
        return f"hits (die {die}: {damage})"
    return f"hits {layer} (die {die})" if mode == WARP else "hits"


def _term(name: str, by: int) -> str:
    return f" {'-' if by < 0 else '+'} {name} {abs(by)}"


def _heaped(done: Sequence[str]) -> str:
    heaps = together((one, one) for one in done)
    return ", ".join(f"{len(all)} x {one}" for one, all in heaps.items())


def _struck(facts: Facts) -> str:
    """What one's own ship loses by it."""
    if "struck" not in facts:
        return ""
    lost = [f"{key} {sum(facts['struck'][key])}" for key in LAYERS if sum(facts["struck"][key])]
    return f" ({', '.join(lost) or 'it was destroyed before'})"


def _wasted(told: ShownEvent[Names]) -> str:
    facts = told.facts
    what = some(facts["weapons"])
    return f"{called(facts['by'])} does not fire {what} at {called(facts['to'])}: {facts['why']}."


# --- what damage comes to ----------------------------------------------------------------------


def _blow_up(told: ShownEvent[Names]) -> str:
    facts = told.facts
    who, chance = opening(facts["to"]), facts.get("chance")
    against = "it may blow up" if chance is None else f"{chance} % to blow up"
    end = "it does" if facts["blown"] else "it holds"
    return f"{who} is damaged: {against}, die {facts['face']}, {end}."


def _destroyed(told: ShownEvent[Names]) -> str:
    facts = told.facts
    return f"{opening(facts['to'])} {_CAUSES.get(facts['cause'], 'is destroyed')}."


def _critical(told: ShownEvent[Names]) -> str:
    facts = told.facts
    hits = ", ".join(
        f"{face} {_EFFECTS[effect].format(part)}"
        for face, part, effect in zip(facts["faces"], facts["parts"], facts["effects"], strict=True)
    )
    text = f"{capital(count(len(facts['faces']), 'critical hit'))} on {called(facts['to'])}: {hits}"
    if facts["shields"]:
        text += f"; {facts['shields']} of its shields are gone with it"
    dead = {kind: len(all) for kind, all in together((one, one) for one in facts["dead"]).items()}
    return f"{text}; lost aboard: {units(dead)}." if dead else f"{text}."


def _shields(told: ShownEvent[Names]) -> str:
    facts = told.facts
    heaps = together(
        (f"+{one['recovered']} to {one['shields']} of {one['full']}", called(one["to"]))
        for one in facts["all"]
    )
    return f"Shields recover: {_first(f'{some(who)} {said}' for said, who in heaps.items())}."


# --- leaving -----------------------------------------------------------------------------------


def _cycle(told: ShownEvent[Names]) -> str:
    facts = told.facts
    heaps = together((one["what"], called(one["by"])) for one in facts["all"])
    said = (f"{some(who)} {_CYCLES[what][len(who) > 1]}" for what, who in heaps.items())
    return f"Jump drives: {'; '.join(said)}."


SENTENCES: Sentences = {
    "fight_placed": _placed,
    "fight_probed": _probed,
    "fight_screened": _screened,
    "fight_sensors": "Ships of others use sensors.",
    "fight_switched": _switched,
    "fight_communicator": (
        "An enemy reports with TC {level}; [{blocked?}your jammers drown it|your jammers cannot"
        " drown it]."
    ),
    "fight_launched": "{by:opening} leaves {to:called}.",
    "fight_picked_up": "{to:opening} takes {by:called} aboard.",
    "fight_left_out": "{by:called} is not taken aboard {to:called}: {why}.",
    "fight_moved": _moved,
    "fight_wasted": _wasted,
    "fight_volley": _volley,
    "fight_blow_up": _blow_up,
    "fight_destroyed": _destroyed,
    "fight_critical": _critical,
    "fight_shields": _shields,
    "fight_cycle": _cycle,
    "fight_jumped": "{by:opening} jumps out.",
    "fight_captured": "{by:opening} cannot move and is taken by its enemies.",
    "fight_apart": "The sides lose one another.",
    "fight_ended": lambda told: f"The battle is over: {_ENDS[told.facts['why']]}.",
}
