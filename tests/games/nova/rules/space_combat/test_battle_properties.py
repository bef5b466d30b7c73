"""Whatever is fought: nothing is made or lost but by damage, all is fair, and it ends.

Fleets of random ships fight by doctrine; each round is looked at as it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.dice.keyed import KeyedDice, Roll, roll_name
from pbm.games.nova.rules.space_combat.captain import Captain, CaptainView
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.fire.gunnery import weapons
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.round_world import RoundWorld
from pbm.games.nova.rules.space_combat.rounds import fight_round, view_of
from pbm.games.nova.state.battle.arena import (
    ABOARD,
    CAPTURED,
    DESTROYED,
    IN_PLAY,
    JUMPED,
    Battle,
    Fighter,
    Place,
)
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.battle.vectors import length
from pbm.games.nova.state.design import Design, figures
from tests.games.nova.scenes.fighters import (
    DESIGNS,
    EXPLORER,
    MISSILES,
    OWNERS,
    TRIBAL,
    Told,
    battle,
    fighter,
    made,
    of,
    shoot,
)

FLEET: Mapping[str, Design] = {
    "Tribal": TRIBAL,
    "Explorer": EXPLORER,
    "Twin": DESIGNS["Twin"],
    "Cannon": made(of("WC", 2, 0, accuracy=120, damage=4), of("SI", 3, 5), of("SN", 1, 9)),
    "Force": made(of("FP", 3, 8, accuracy=140, damage=5), of("FC", 1, 2), of("AR", 9, 1)),
    "Torch": made(of("PA", 4, 0, damage=6, pr=2), of("IE", 1, 4)),
    "Pulse": made(of("PL", 2, 12), of("EW", 1, 3), of("SS", 3, 15)),
    "Carrier": made(of("LB", 2, 20), of("CH", 4, 30), of("BL", 1, 10), of("SI", 2, 6)),
    "Gnat": made(of("JD", 0), of("BL", 1, 10), of("IE", 1, 4)),
    "Holder": made(of("DG", 1, 20), of("XL", 1, 10)),
    "Slow": made(of("BL", 1, 20), of("JD", 0), of("IE", 1, 1)),
    "Hull": made(),
}
WORLD = RoundWorld(FLEET, MISSILES)
places: st.SearchStrategy[Place] = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


@st.composite
def fleets(draw: st.DrawFn, letters: str = "ab") -> Battle:
    """A few ships of each side, some with damage, cargo and craft."""
    ships: list[Fighter] = []
    for letter in letters:
        for number in range(draw(st.integers(1, 4))):
            klass = draw(st.sampled_from(sorted(FLEET)))
            id = f"{letter}{number}"
            more: dict[str, Any] = {}
            if klass == "Carrier":
                more["stowed"] = (
                    Stowed("AA", OWNERS[letter], ("CH1",)),
                    Stowed("PCB", OWNERS[letter], ("CH2", "CH3", "CH4")),
                )
                ships.append(sound(f"{id}x", "Gnat", carrier=id, bay="LB1"))
            ships.append(sound(id, klass, draw(places), retreats=draw(st.booleans()), **more))
    return battle(*ships)


def sound(id: str, klass: str, at: Place = (0, 0), **fields: Any) -> Fighter:
    """A ship of the fleet with full shields."""
    one = fighter(id, klass, at, shields=0, **fields)
    return replace(one, shields=Live(one, FLEET[klass]).full_shields)


class Rolled:
    """Dice by their name, as a campaign's are; ``seed`` for other falls."""

    def __init__(self, seed: int, names: Mapping[str, str] | None = None) -> None:
        self.seed, self.names = seed, names or {}

    def __call__(self, die: str, *name: str, count: int = 1) -> Roll:
        """The faces of a roll, from its name; ids may be read as others."""
        read = roll_name([self.names.get(one, one) for one in name])
        faces = KeyedDice(b"a test", self.seed).faces(read, die, count, "all")
        return Roll(roll_name(name), die, faces, "")


def captains(fought: Battle) -> dict[str, Commander]:
    return {one: Commander({}, MISSILES) for one in fought.sides}


def told_round(before: Battle, seed: int) -> tuple[Battle, list[BattleNote]]:
    notes: list[BattleNote] = []
    return fight_round(before, WORLD, captains(before), Rolled(seed), notes.append), notes


# --- what always holds -----------------------------------------------------------------------


def hold(before: Battle, after: Battle, notes: list[BattleNote]) -> None:
    """What is true of every round."""
    assert set(after.fighters) == set(before.fighters)
    volleys = [note for note in notes if note.kind == "volley"]
    struck: dict[str, list[BattleNote]] = {}
    for note in notes:
        if note.kind == "struck":
            struck.setdefault(note.to, []).append(note)
    shot = Counter((note.by, name) for note in volleys for name in note.facts["weapons"])
    for (by, name), times in shot.items():
        ship = before.fighters[by]
        assert times == 1, "a weapon fires once"
        assert ship.state == IN_PLAY or (ship.state == ABOARD and after.fighters[by].state_since)
        assert name in {one.name for one in weapons(FLEET[ship.design], ship.damage.parts)}
    for id, one in after.fighters.items():
        old, whole = before.fighters[id], figures(FLEET[one.design])
        live = Live(one, FLEET[one.design])
        assert 0 <= one.shields <= whole.si * whole.sm
        assert one.state not in (IN_PLAY, ABOARD) or one.shields <= live.full_shields
        assert old.damage.armour <= one.damage.armour <= whole.ta
        assert old.damage.structure <= one.damage.structure
        if old.state in (DESTROYED, JUMPED, CAPTURED):
            assert replace(one, sn=old.sn) == old, "what is gone stays as it went"
        took = struck.get(id, [])
        for layer, lost in (
            ("armour", one.damage.armour - old.damage.armour),
            ("structure", one.damage.structure - old.damage.structure),
        ):
            assert sum(sum(note.facts[layer]) for note in took) == lost
        hull = max(whole.ssz, 1)
        if one.state in (IN_PLAY, ABOARD, JUMPED):
            assert one.damage.structure < hull
        if one.state == ABOARD and one.state_since == after.round:
            assert after.fighters[one.carrier].owner == one.owner
        drift = (one.vector[0] - old.vector[0], one.vector[1] - old.vector[1])
        if old.state == one.state == IN_PLAY and after.engagement == before.engagement:
            assert length(drift) <= Live(old, FLEET[old.design]).fitted.ie
            assert one.at == (old.at[0] + one.vector[0], old.at[1] + one.vector[1])
        assert Counter((s.kind, s.end) for s in one.stowed) <= Counter(
            (s.kind, s.end) for s in old.stowed
        )
    dealt: dict[tuple[str, str], int] = {}
    for note in volleys:
        key = (note.by, note.to)
        dealt[key] = dealt.get(key, 0) + sum(note.facts["damages"])
    for id, took in struck.items():
        for note in took:
            absorbed = sum(sum(note.facts[one]) for one in ("shields", "armour"))
            assert absorbed <= dealt[note.by, id] * 3


def inside_out(fought: Battle) -> None:
    """Every ship is in one place, and bays hold no more than they can."""
    room: Counter[tuple[str, str]] = Counter()
    for one in fought.fighters.values():
        if one.state == ABOARD:
            room[one.carrier, one.bay] += figures(FLEET[one.design]).carried
            assert fought.fighters[one.carrier].state in (IN_PLAY, ABOARD, JUMPED, CAPTURED)
    for (carrier, bay), used in room.items():
        live = Live(fought.fighters[carrier], FLEET[fought.fighters[carrier].design])
        assert used <= dict(live.fitted.bays).get(bay, 0)


@settings(max_examples=50)
@given(st.sampled_from(["ab", "abc"]).flatmap(fleets), st.integers(0, 99))
def test_every_round_keeps_what_must_be_kept_and_every_battle_ends(
    fought: Battle, seed: int
) -> None:
    while not fought.over:
        before = fought
        fought, notes = told_round(before, seed)
        hold(before, fought, notes)
        inside_out(fought)
        assert fought.round == before.round + 1 <= WORLD.cap
    if fought.over == "alone":
        afloat = {one.owner for one in fought.fighters.values() if one.state == IN_PLAY}
        assert not [one for one in afloat for foe in fought.sides[one].enemies if foe in afloat]


@given(fleets(), st.integers(0, 9))
def test_who_listens_changes_nothing(fought: Battle, seed: int) -> None:
    heard = told_round(fought, seed)[0]
    assert fight_round(fought, WORLD, captains(fought), Rolled(seed)) == heard


# --- fairness --------------------------------------------------------------------------------

SWAP = {"a": "b", "b": "a"}


def mirrored(fought: Battle) -> Battle:
    """The same battle with sides changed about, seen from the other end of the map."""
    owners = {"ann": "bea", "bea": "ann"}

    def name(id: str) -> str:
        return SWAP[id[0]] + id[1:] if id else ""

    ships = [
        replace(
            one,
            id=name(one.id),
            ship=f"ship-{name(one.id)}",
            owner=owners[one.owner],
            builder=owners[one.builder],
            name=name(one.id).upper(),
            carrier=name(one.carrier),
            stowed=tuple(replace(unit, owner=owners[unit.owner]) for unit in one.stowed),
            at=(-one.at[0], -one.at[1]),
            vector=(-one.vector[0], -one.vector[1]),
        )
        for one in fought.fighters.values()
    ]
    return battle(*ships)


class Passive(Commander):
    """Fires and nothing else, so that no tie has to be broken by where an enemy is."""

    def steer(self, view: CaptainView) -> Mapping[str, Place]:
        """Everybody keeps the vector."""
        return {}


@given(fleets(), st.integers(0, 99))
def test_a_mirrored_battle_is_the_mirror_of_it(fought: Battle, seed: int) -> None:
    """No side has an advantage by its name or by its end of the map."""
    fought = replace(fought, fighters={id: fought.fighters[id] for id in sorted(fought.fighters)})
    other = mirrored(fought)
    ids = {id: SWAP[id[0]] + id[1:] for id in fought.fighters}
    back = {twin: id for id, twin in ids.items()}
    for _ in range(4):
        sides = {one: Passive({}, MISSILES) for one in ("ann", "bea")}
        fought = fight_round(fought, WORLD, sides, Rolled(seed))
        other = fight_round(other, WORLD, sides, Rolled(seed, back))
        if "apart" in (fought.over, other.over) or fought.engagement > 1:
            return  # where sides meet anew is drawn for one of them
        assert other.over == fought.over
        for id, one in fought.fighters.items():
            twin = other.fighters[ids[id]]
            assert (twin.state, twin.shields, twin.damage) == (one.state, one.shields, one.damage)
            assert twin.at == (-one.at[0], -one.at[1])


# --- what a side may know --------------------------------------------------------------------


@given(fleets())
def test_views_of_battles_that_differ_only_in_hidden_things_are_equal(fought: Battle) -> None:
    """Of ships that nobody probed or fired at nothing but place and vector is seen."""
    hidden = {
        id: replace(one, missiles=(), shields=0, retreats=not one.retreats, stowed=(), name="?")
        for id, one in fought.fighters.items()
        if one.owner == "bea"
    }
    other = replace(fought, fighters={**fought.fighters, **hidden})
    assert known(view_of(fought, WORLD, "ann")) == known(view_of(other, WORLD, "ann"))


def known(view: CaptainView) -> list[Any]:
    """All of a view that is not the side's own."""
    return [view.foes, view.others, view.lost, view.gates, view.round, view.started, view.gone]


@pytest.mark.parametrize("klass", ["Torch", "Carrier", "Hull", "Holder"])
def test_what_is_out_of_sight_could_be_anything(klass: str) -> None:
    """A far ship without sensors changes nothing of what a side sees, decides, or hears."""
    near = (sound("a", "Twin"), sound("b", "Twin", (4, 0)))
    found = []
    for far in ([], [sound("b2", klass, (40, 0))]):
        before = battle(*near, *far)
        notes: list[BattleNote] = []
        hers = Told(aims={"b": shoot("a", "BL1", "BL2")})
        sides: dict[str, Captain] = {"ann": Commander({}, MISSILES), "bea": hers}
        after = fight_round(before, WORLD, sides, Rolled(7), notes.append)
        mine = [replace(one, seen=("ann",)) for one in notes if "ann" in one.seen]
        found.append((mine, known(view_of(after, WORLD, "ann"))))
    assert found[0] == found[1]
