"""A whole battle in a turn: the Huron against Lewis and Clark, as far as the book tells it."""

from __future__ import annotations

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.dice.sealed import IdentifyingDice
from pbm.engine.context import PhaseContext
from pbm.engine.subtask import SubtaskContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.results.result_records import BattleSetting
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.captain import JUMP
from pbm.games.nova.rules.space_combat.outcome import outcome
from pbm.games.nova.rules.space_combat.space import (
    bout,
    commanders,
    dice_of,
    fight,
    set_up,
    to_the_end,
    world_of,
)
from pbm.games.nova.state.battle.arena import DESTROYED, JUMPED
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Passage
from pbm.games.nova.state.working_state import Draft
from tests.core.sealed_table import KEY
from tests.games.nova.builders import empire, ship, state, work
from tests.games.nova.scenes.fighters import EXPLORER, TRIBAL, Faces, Told, face_of, fighter, shoot
from tests.games.nova.scenes.fighters import fight as table

AT = "SHOOT"
DESIGNS = {"bea/Tribal": TRIBAL, "ann/Explorer": EXPLORER}


def test_three_rounds_of_the_huron_by_its_own_numbers() -> None:
    """The commentary round by round; what it prints wrong follows from one slip.

    It gives the Lewis 6 points back in round 1, which are the Huron's: with its own 3 it has 5
    shields left and takes 7 points of structure in round 2, not 4, so that it stands at 20 and
    66 percent in round 3, not at 17 and 56. Distances are those that its drop-offs leave.
    """
    fought = table(
        fighter("b", "Tribal"),
        fighter("a", "Explorer", at=(3, 0), missiles=("Dart",)),
        fighter("a2", "Explorer", at=(0, 9), missiles=("Dart",)),
    )
    volleys = Told(aims={one: shoot("b", "ML1", missile="Dart") for one in ("a", "a2")})
    huron = Told(aims={"b": shoot("a")})

    near = Told(moves={"b": (1, 0)}, aims=huron.aims)  # 2 hexes off: 19 is left of the laser
    fought.round(Faces(fire=[50, 50, 0], effect=[3, 1]), a=volleys, b=near)
    said = {one.by: one.facts for one in fought.told("volley")}
    assert (said["b"]["left"], said["b"]["letters"], said["b"]["damages"]) == (19, ["B"], [10])
    assert [said[one]["percent"] for one in ("a", "a2")] == [76, 76]
    assert [said[one]["damages"] for one in ("a", "a2")] == [[6], [3]]
    assert [fought.ship(one).shields for one in ("b", "a", "a2")] == [21, 5, 12]
    known = fought.battle.seen["ann"]["b"]
    assert (known.fc, dict(known.guns), known.ew, known.ie) == (3, {"BL 20": 1}, 2, 1)

    beside = Told(moves={"b": (1, 0)}, aims=huron.aims)  # it drifts on to the Lewis's hex
    dice = Faces(fire=[50, 50, 7], effect=[5, 6], blow_up=[60], critical=[face_of(EXPLORER, "SM1")])
    fought.round(dice, a=volleys, b=beside)
    said = {one.by: one.facts for one in fought.told("volley", 2)}
    assert (said["b"]["left"], said["b"]["letters"], said["b"]["damages"]) == (20, ["D"], [20])
    assert [said[one]["damages"] for one in ("a", "a2")] == [[9], [12]]
    assert fought.ship("b").shields == 6  # 21 barely stopped 9 and 12
    lewis = fought.ship("a")
    assert (lewis.damage.armour, lewis.damage.structure, lewis.shields) == (8, 7, 0)
    assert dict(lewis.damage.parts) == {"SM1": 1}
    assert [one.facts["chance"] for one in fought.told("blow_up", 2) if "ann" in one.seen] == [23]

    apart = Told(moves={"b": (2, 0)}, aims=huron.aims)
    misses = Told(moves={"a": (-1, 0)}, aims=volleys.aims)
    fought.round(Faces(fire=[90, 50, 5], effect=[5], blow_up=[66]), a=misses, b=apart)
    said = {one.by: one.facts for one in fought.told("volley", 3)}
    assert (said["b"]["distance"], said["b"]["left"]) == (5, 17)
    assert (said["b"]["letters"], said["b"]["damages"]) == (["C"], [13])
    assert [one.facts["chance"] for one in fought.told("blow_up", 3) if "ann" in one.seen] == [66]
    assert fought.ship("a").damage.structure == 20
    assert fought.ship("a").state == DESTROYED
    assert [one.facts["cause"] for one in fought.told("destroyed")] == ["blow-up"]
    assert (fought.ship("b").shields, fought.ship("b").damage.armour) == (6, 3)
    assert fought.ship("b").cycle == 0  # lag time 3 was over, it began anew

    quiet, brakes = Told(leaves={"a2": JUMP}), Told(moves={"b": (-1, 0)})
    for number, shields in ((4, 12), (5, 18), (6, 24), (7, 24), (8, 24)):
        assert fought.battle.over == ""
        fought.round(a=quiet, b=brakes)
        assert (fought.battle.round, fought.ship("b").shields) == (number, shields)
    assert (fought.ship("a2").state, fought.battle.over) == (JUMPED, "alone")
    assert (fought.ship("a2").state_since, fought.battle.round) == (8, 8)


def huron() -> tuple[Draft, Effective, PhaseContext]:
    """The scene in a state: both Explorers jumped in by different lines, the Huron on guard."""
    dart = MissileDesign("Dart", 6, 90, 14)
    before = state(
        ship("Huron", "Tribal", at=AT, owner="bea"),
        ship("Lewis", "Explorer", at=AT, missiles=("Dart",)),
        ship("Clark", "Explorer", at=AT, missiles=("Dart",)),
        empire("ann", missiles={"Dart": dart}),
        designs=DESIGNS,
        passages={
            "lewis": Passage("TEDDY", AT, ("A",), "K"),
            "clark": Passage("MINKY", AT, ("C",), "X"),
        },
    )
    made = work(before, [Orders("ann"), Orders("bea")])
    draft = Draft(made.state)
    return draft, Effective(draft), made


PAIRS = [("ann", "bea")]


def field(draft: Draft) -> BattleSetting:
    return fields_of(draft, {AT: PAIRS})[AT]


def test_a_battle_by_doctrine_is_fought_to_its_end_and_is_the_same_every_time() -> None:
    found = []
    for _ in range(2):
        draft, effective, made = huron()
        fought = fight(made, bout(made, draft, effective, field(draft), PAIRS))
        assert fought.battle.over
        assert fought.notes[-1].kind == "ended"
        result = outcome(draft, fought.battle)
        assert result.rounds == fought.battle.round
        found.append((fought.battle, fought.notes))
    assert found[0] == found[1]


def test_it_is_the_same_battle_round_by_round() -> None:
    draft, effective, made = huron()
    whole = fight(made, bout(made, draft, effective, field(draft), PAIRS)).battle
    draft, effective, made = huron()
    battle = set_up(made, draft, effective, field(draft), PAIRS, lambda note: None)
    world = world_of(made, draft, battle)
    assert (world.cap, world.stalemate) == (100, 10)
    assert world.missiles["ann"]["Dart"].md == 6
    captains = commanders(made, draft, effective, battle, world)
    dice = dice_of(made, AT)
    assert to_the_end(battle, world, captains, dice, lambda note: None) == whole


def test_the_dice_of_a_battle_stand_together_under_names_that_tell_nothing() -> None:
    draft, effective, made = huron()
    notes = fight(made, bout(made, draft, effective, field(draft), PAIRS)).notes
    rolls = {roll.name: roll for one in notes for roll in one.rolls}
    (group,) = {roll.group for roll in rolls.values()}
    assert group.startswith("battle-")
    assert not [one for one in rolls if "huron" in one.lower() or "lewis" in one.lower()]
    assert not [one for one in rolls if AT.lower() in one.lower()]


def test_sealed_dice_name_the_system_and_each_ship_by_an_id_of_its_owners() -> None:
    """A ship and a gate end may bear one name; two owners' ids have nothing in common."""
    ships = [
        replace(fighter(id), owner=owner, name=name)
        for id, owner, name in (
            ("a", "ann", "Ring"), ("a2", "ann", "Ring"), ("a3", "ann", "Moth"), ("b", "bea", "Moth")
        )
    ]  # fmt: skip
    sealed = IdentifyingDice(KEY, "duel", 3, "5a17")
    dice = dice_of(
        SubtaskContext(3, "3", "G", sealed, Ids(b"seed")), AT, {one.id: one for one in ships}
    )
    rolled = [dice("d100", "r1", "blow up", one.id).name.split("/") for one in ships]
    assert {tuple(name[:5]) for name in rolled} == {("G", "battle", AT, "r1", "blow up")}
    ids = [name[5] for name in rolled]
    assert len(set(ids)) == 4 and not any(len(id) != 16 for id in ids)
    assert ids[0] == sealed.unit_id("ann", AT, "Ring") != sealed.unit_id("ann", "TEDDY", "Ring")
    assert ids[1] == sealed.unit_id("ann", AT, "Ring\n2")
    assert {f"ids/{AT}/ann", f"ids/{AT}/bea"} <= sealed.proofs.keys()
