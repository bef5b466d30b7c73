"""What a conformance case may ask of Nova's space battles: probes, scatter, plots, jumps, reports.

Battles are fought by the round itself; captains do what the question says.
Ambiguity: NV A-MISS-DIAGRAMS.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.dice.keyed import Dice, Roll, roll_name
from pbm.games.nova.conformance.builders import MissileFigures, design_of
from pbm.games.nova.rules.space_combat.captain import JUMP, Aim, CaptainView, ReadyForRound
from pbm.games.nova.rules.space_combat.fire.gunnery import weapons
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.outcome import reports
from pbm.games.nova.rules.space_combat.round_world import RoundWorld, no_dice
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.rules.space_combat.sensing import Sensing
from pbm.games.nova.rules.space_combat.setting import SCATTER, scattered
from pbm.games.nova.state.battle import vectors
from pbm.games.nova.state.battle.arena import CENTER, Battle, BattleSide, Fighter, Place
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote
from pbm.games.nova.state.battle.vectors import (
    length,
    limited,
    of_directions,
    plus,
    simplified,
    step,
)
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design, figures

Lines = tuple[str, ...]
Figures = Mapping[str, int]

_ONE, _OTHER = "one", "other"
_MISSILE = "missile"
_KILLER = "2 PA PR 9 PD 99"  # always hits, and destroys whatever a question is about


class _Told(Struct):
    """A captain that does what it is told: the same in every round."""

    aims: dict[str, list[Aim]] = field(default_factory=dict)
    leaves: dict[str, str] = field(default_factory=dict)

    def ready(self, _view: CaptainView) -> Mapping[str, ReadyForRound]:
        return {}

    def steer(self, _view: CaptainView) -> Mapping[str, Place]:
        return {}

    def fire(self, view: CaptainView) -> Mapping[str, Sequence[Aim]]:
        return {id: aims for id, aims in self.aims.items() if id in view.own}

    def pick_up(self, _view: CaptainView) -> Mapping[str, str]:
        return {}

    def leave(self, _view: CaptainView) -> Mapping[str, str]:
        return self.leaves

    def lost(self, _view: CaptainView) -> bool:
        return False


def _ship(name: str, design: Design, owner: str, at: Place = CENTER, **more: Any) -> Fighter:
    one = Fighter(name, name, owner, name, name, at=at, builder=owner, **more)
    return replace(one, shields=Live(one, design).full_shields)


def _battle(ships: Sequence[Fighter]) -> Battle:
    owners = list(dict.fromkeys(one.owner for one in ships))
    sides = {one: BattleSide(one, tuple(foe for foe in owners if foe != one)) for one in owners}
    return Battle("", "", sides, {one.id: one for one in ships}, {one: {} for one in owners})


def _in_order(dice: Dice) -> BattleDice:
    def roll(die: str, *name: str, count: int = 1) -> Roll:
        full = roll_name(name)
        return Roll(full, die, dice.faces(full, die, count, "all"), "all")

    return roll


# --- probes -----------------------------------------------------------------------------------


def _sensing(ships: Mapping[str, Live], empires: Sequence[str], notes: list[BattleNote]) -> Sensing:
    sensing = Sensing(1, ships, {one: {} for one in empires}, notes.append)
    sensing.look()
    sensing.probe("C")
    return sensing


def _probing(
    sn: int, target: Lines, distance: int, lost: Figures | None = None, switched_on: bool = True
) -> tuple[Sensing, Mapping[str, Any]]:
    """What a ship with these sensors finds of another, and what its probe told."""
    prober = design_of(["IE 1", f"SN {sn}"] if sn else ["IE 1"])
    alien = design_of(target)
    ships = {
        _ONE: Live(_ship(_ONE, prober, _ONE), prober),
        _OTHER: Live(
            _ship(_OTHER, alien, _OTHER, step(1, distance), damage=Damage(parts=lost or {})), alien
        ),
    }
    for one in ships.values():
        one.sn = True
        one.ew, one.dg = one.best("EW")[0], True
    ships[_OTHER].sn = switched_on
    notes: list[BattleNote] = []
    sensing = _sensing(ships, (_ONE, _OTHER), notes)
    told = [one.facts for one in notes if one.kind == "probed" and one.to == _OTHER]
    return sensing, told[0] if told else {}


def probe(sn: int, distance: int, ss: int = 0, ss_units: int = 1) -> dict[str, Any]:
    """Whether a probe succeeds, the SN it takes, and how many targets the prober sees."""
    screens = [f"{ss_units} SS {ss}"] if ss else []
    sensing, told = _probing(sn, ("IE 1", *screens), distance)
    known = sensing.seen[_ONE].get(_OTHER)
    echoes = known.echoes if known is not None else 0
    return {
        "modified": sn - distance,
        "needed": ss + distance,
        "succeeds": bool(told),
        "echoes": echoes,
        "targets_seen": 0 if known is None else 1 + echoes,
    }


def probed(
    lines: Lines, distance: int, sn: int, lost: Figures | None = None, sensors_on: bool = True
) -> dict[str, Any]:
    """What a side learns of a ship of a design: detected, by a probe, and without one.

    ``lost``: its damaged parts, such as ``{SN1: 1}``; ``sensors_on``: whether it uses its sensors.
    """
    sensing, told = _probing(sn, lines, distance, lost, sensors_on)
    known = sensing.seen[_ONE].get(_OTHER)
    return {
        "detected": known is not None,
        "probed": bool(told),
        "category": told.get("size"),
        "shields": told.get("shields"),
        "EW": told.get("ew"),
        "SN": told.get("sn"),
        "DG": told.get("dg", None if known is None else known.dg),
        "SS": told.get("ss"),
    }


# --- places and vectors -----------------------------------------------------------------------


def scatter(dice: Dice) -> dict[str, Any]:
    """Where a group that jumps in is set up: direction, hexes, place."""
    direction, hexes = (
        dice.faces(what, die, 1, "all")[0]
        for what, die in zip(("direction", "hexes"), SCATTER, strict=True)
    )
    at = scattered(direction, hexes)
    return {
        "direction": direction,
        "distance": vectors.distance(CENTER, at),
        "at": {str(way): number for way, number in simplified(at).items()},
    }


def plot(ie: int, vector: Figures, thrust: Figures) -> dict[str, Any]:
    """The vector after a round's thrust, cut down to what the engine gives."""
    old, wanted = _hexes(vector), _hexes(thrust)
    kept = limited(wanted, ie)
    return {
        "needed": length(wanted),
        "allowed": kept == wanted,
        "vector": {str(way): hexes for way, hexes in simplified(plus(old, kept)).items()},
    }


def _hexes(parts: Figures) -> Place:
    return of_directions({int(way): hexes for way, hexes in parts.items()})


# --- jumping out ------------------------------------------------------------------------------


def jumps(
    lt: int, dg: int = 0, ds: int = 0, distance: int = 0, own: bool = False, rounds: int = 20
) -> dict[str, Any]:
    """The round at whose end a ship jumps that wants to, 0 if none; when a field held it.

    ``own``: the distortion generator is one of its own side's.
    """
    suppressor = [f"DS {ds}"] if ds else []
    designs = {
        "it": design_of(["IE 1", f"JD 3 L{lt}", *suppressor]),
        "holder": design_of(["IE 1", *([f"DG {dg}"] if dg else [])]),
        "foe": design_of(["IE 1", "SN 60"]),
    }
    ships = [
        _ship("it", designs["it"], _ONE),
        _ship("holder", designs["holder"], _ONE if own else _OTHER, step(1, distance)),
        _ship("foe", designs["foe"], _OTHER, step(1, distance)),
    ]
    battle, notes = _battle(ships), []
    captains = {_ONE: _Told(leaves={"it": JUMP}), _OTHER: _Told()}
    world = RoundWorld(designs, {}, stalemate=rounds + 1)
    while battle.round < rounds and not battle.over:
        told: list[BattleNote] = []
        battle = fight_round(battle, world, captains, no_dice, told.append)
        notes += told
    held = [one.round for one in notes if one.kind == "cycle" and one.facts["what"] == "held"]
    gone = [one.round for one in notes if one.kind == "jumped"]
    return {"round": gone[0] if gone else 0, "held": held}


# --- who hears of it --------------------------------------------------------------------------


def combat_report(
    tc: int = 0, tj: int = 0, destroyed_in: int = 1, jammer_lost_in: int = 0
) -> dict[str, Any]:
    """What a side hears of a battle that none of its ships survives, and of how many rounds.

    ``jammer_lost_in``: the round in which the alien jammer is destroyed, 0 for never.
    """
    designs = {
        "caller": design_of(["IE 1", *([f"TC {tc}"] if tc else [])]),
        "gunner": design_of(["IE 1", _KILLER]),
        "jammer": design_of(["IE 1", *([f"TJ {tj}"] if tj else [])]),
        "killer": design_of(["IE 1", _KILLER]),
    }
    ships = [
        _ship("caller", designs["caller"], _ONE),
        _ship("gunner", designs["gunner"], _ONE),
        _ship("jammer", designs["jammer"], _OTHER),
        _ship("killer", designs["killer"], _OTHER),
    ]
    battle, heard = _battle(ships), 0
    for number in range(1, destroyed_in + 1):
        captains = {_ONE: _Told(), _OTHER: _Told()}
        if number == jammer_lost_in:
            captains[_ONE].aims["gunner"] = [Aim("jammer", ("PA1",))]
        if number == destroyed_in:
            captains[_OTHER].aims["killer"] = [Aim("caller", ("PA1",)), Aim("gunner", ("PA2",))]
        battle = fight_round(battle, RoundWorld(designs, {}), captains, _quiet)
        heard = battle.sides[_ONE].heard
    return {"report": reports(battle)[_ONE], "rounds": heard}


def _quiet(die: str, *name: str, count: int = 1) -> Roll:
    return Roll(roll_name(name), die, (1,) * count, "")


# --- a round of fire --------------------------------------------------------------------------


def space_round(
    sides: Mapping[str, Lines],
    designs: Mapping[str, Lines],
    dice: Dice,
    fires: Mapping[str, str],
    at: Mapping[str, Figures] | None = None,
    missile: MissileFigures | None = None,
    shields: Figures | None = None,
    armour: Figures | None = None,
    structure: Figures | None = None,
    cycle: Figures | None = None,
    jumps: Lines = (),
) -> dict[str, Any]:
    """One round in which ships fire all they have: what each does, and how each stands then.

    ``sides``: the ships of each, in the order in which they fire; ``at``: hexes by direction
    from the center. ``shields`` they have, ``armour`` and ``structure`` they have lost before.
    """
    plans = {name: design_of(lines) for name, lines in designs.items()}
    ships: list[Fighter] = []
    for owner, names in sides.items():
        for name in names:
            lost = Damage((armour or {}).get(name, 0), (structure or {}).get(name, 0))
            one = _ship(
                name, plans[name], owner, _hexes((at or {}).get(name, {})), damage=lost,
                missiles=(_MISSILE,), cycle=(cycle or {}).get(name, 0),
            )  # fmt: skip
            ships.append(replace(one, shields=(shields or {}).get(name, one.shields)))
    guns = {name: tuple(one.name for one in weapons(plans[name])) for name in plans}
    captains = {
        owner: _Told(
            {
                name: [Aim(fires[name], guns[name], missile=_MISSILE)]
                for name in names
                if name in fires
            },
            dict.fromkeys(jumps, JUMP),
        )
        for owner, names in sides.items()
    }
    fired = {owner: {_MISSILE: missile.called()} if missile else {} for owner in sides}
    notes: list[BattleNote] = []
    battle = fight_round(
        _battle(ships), RoundWorld(plans, fired), captains, _in_order(dice), notes.append
    )
    found: dict[str, Any] = {"rounds": battle.round, "over": battle.over}
    for name, one in battle.fighters.items():
        found[name] = _stands(one, plans[name], notes)
    return found


def _stands(one: Fighter, design: Design, notes: Sequence[BattleNote]) -> dict[str, Any]:
    """What a ship fired, and its state afterwards."""
    own = [note.facts for note in notes if note.by == one.id and note.kind == "volley"]
    blow = [note.facts for note in notes if note.to == one.id and note.kind == "blow_up"]
    return {
        "letters": [letter for facts in own for letter in facts["letters"]],
        "damages": [points for facts in own for points in facts["damages"]],
        "left": [facts["left"] for facts in own],
        "percent": [facts["percent"] for facts in own],
        "SL": one.shields,
        "TA": figures(design).ta - one.damage.armour,
        "SD": one.damage.structure,
        "parts": dict(one.damage.parts),
        "blow_up": next((facts["chance"] for facts in blow if "chance" in facts), None),
        "state": one.state,
        "cycle": one.cycle,
    }
