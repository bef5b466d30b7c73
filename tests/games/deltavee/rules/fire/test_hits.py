"""The Hit Table and what hits do. Rule: DV 8.7, DV 8.8, DV 8.9, DV 11.0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, Event
from pbm.games.deltavee.orders.fire.hits import HitsLine
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.rules.fire.damage import Blow, damaged, is_wreck, worse
from pbm.games.deltavee.rules.fire.hits import struck
from pbm.games.deltavee.rules.victory.victory import Decided
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.state import Victory
from pbm.games.deltavee.state.units import Part, Unit
from tests.games.deltavee.builders import ref, ship, shot, state, told, work

HEAVY, COMM = "heavy weapon", "battle communications"
DAGGER = ("hunter", "energy")


def target(klass: str, *pods: str, marks: Mapping[str, str] | None = None, **fields: Any) -> Unit:
    """Bea's ship B with parts of some status."""
    unit = ship(2, "B", klass, "A0905", 12, 2, pods=pods, **fields)
    return marked(unit, marks or {})


def marked(unit: Unit, marks: Mapping[str, str]) -> Unit:
    for name, status in marks.items():
        part = unit.part(name)
        assert part is not None
        unit = unit.with_part(replace(part, status=status))
    return unit


def hit(
    unit: Unit,
    faces: str,
    lines: Sequence[HitsLine] = (),
    options: Mapping[str, str] | None = None,
    others: Sequence[Unit] = (),
    **how: Any,
) -> PhaseContext:
    """The work after Ann's ship A hit a unit, with these dice and lines about parts."""
    firing = ship(1, "A", "sword", "A0909", 12, 2)
    orders = {
        "ann": [UnitOrders("1a", hits=tuple(line for line in lines if not line.own))],
        "bea": [UnitOrders(unit.id, hits=tuple(line for line in lines if line.own))],
    }
    made = work(state(firing, unit, *others), orders, options, faces=faces, phase="1.fire")
    struck(made, unit.id, **{"name": ("hit", unit.id), "rule": "DV 8.7", "by": "1a", **how})
    return made


def rock(unit: Unit, faces: str, **more: Any) -> PhaseContext:
    return hit(unit, faces, by="", owner_chooses=True, critical=False, **more)


def line(*parts: str, **fields: Any) -> HitsLine:
    return HitsLine(ref(), parts, **fields)


def told_hit(made: PhaseContext) -> Event:
    (event,) = told(made, "hit")
    return event


def part(made: PhaseContext) -> str:
    """What was hit, with the status before and after."""
    facts = told_hit(made).facts
    return f"{facts['part']} {facts['status_before']} {facts['status']}".strip()


# --- the table ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "names"),
    [
        (2, "bridge engine"),
        (3, "force field pod 8"),
        (4, "pod 1 pod 9"),
        (5, "pod 2 pod 10"),
        (6, "pod 3 pod 11"),
        (7, "pod 4 pod 12"),
        (8, "pod 5 pod 13"),
        (9, "pod 6 pod 14"),
        (10, "pod 7 pod 15"),
    ],
)
def test_the_table_lists_two_parts(die: int, names: str) -> None:
    pods = tuple(Part(f"pod {box}", "crew", 2, box=box) for box in range(1, 16))
    unit = ship(2, "B", "dagger", "A0905", 12, 2, pods=pods)
    first, second = (
        part(hit(unit, str(die), [line(wanted)])).removesuffix(" ok V")
        for wanted in (pods_named(names)[0], pods_named(names)[1])
    )
    assert f"{first} {second}" == names


def pods_named(names: str) -> list[str]:
    words = names.replace("force field", "force-field").replace("pod ", "pod-").split()
    return [word.replace("-", " ") for word in words]


def test_what_the_target_has_of_two() -> None:
    assert part(hit(target("corco_mu", *["crew"] * 12), "3")).startswith("pod 8")
    assert part(hit(target("dagger", *DAGGER), "3")) == "force field ok V"
    made = hit(target("dagger", *DAGGER), "6")
    assert part(made) == ""
    assert told_hit(made).facts["nothing"] == "it has no such part"
    assert made.state.unit("2b") == target("dagger", *DAGGER)


def test_a_critical_hit_takes_any_part() -> None:
    for name in ("bridge", "engine", "force field", "pod 1", "pod 2"):
        made = hit(target("dagger", *DAGGER), "1", [line(name)])
        assert part(made) == f"{name} ok V"
        assert told_hit(made).facts["chosen"]


def test_a_critical_hit_on_an_unrevealed_unit_is_none() -> None:
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2, revealed=False)
    missile = shot(2, "01", "guided", "A0905", 12, 2)
    facts = [told_hit(hit(unit, "1")).facts for unit in (craft, missile)]
    assert {**facts[0], "unit": ""} == {**facts[1], "unit": ""}
    assert facts[0]["nothing"] == "no effect"
    assert part(hit(replace(craft, revealed=True), "1")) == "engine ok V"


@pytest.mark.parametrize(
    ("revealed", "die", "dies"),
    [(True, 1, True), (True, 2, True), (True, 3, False), (False, 1, False), (False, 2, True)],
)
def test_missiles(revealed: bool, die: int, dies: bool) -> None:
    made = hit(shot(2, "01", "guided", "A0905", 12, 2, revealed=revealed), str(die))
    assert (made.state.unit("201").status == "destroyed") is dies
    assert len(told(made, "destroyed")) == dies
    if dies:
        assert told(made, "destroyed")[0].facts["by"] == "1a"
        assert told(made, "destroyed")[0].rule == ("DV 8.8" if revealed else "DV 8.0")


def test_other_results_say_the_same_of_every_contact() -> None:
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2, revealed=False)
    missile = shot(2, "01", "guided", "A0905", 12, 2)
    for die in range(3, 11):
        facts = [told_hit(hit(unit, str(die))).facts for unit in (craft, missile)]
        assert {**facts[0], "unit": ""} == {**facts[1], "unit": ""}
    named = told_hit(hit(replace(missile, revealed=True), "4")).facts["nothing"]
    assert named == "a missile is hit by a 1 or 2 alone"


def test_nothing_happens_to_what_is_out_of_play() -> None:
    made = hit(target("dagger", status="destroyed"), "4")
    assert made.events == []


# --- choices --------------------------------------------------------------------------------


def test_an_attacker_without_lines_prefers_engine_weapons_and_so_on() -> None:
    pods = ("crew", HEAVY, COMM, "light weapon")
    order = ["engine", "bridge", "pod 2", "pod 4", "pod 3", "force field", "pod 1"]
    for place, name in enumerate(order):
        unit = target("flute", *pods, marks=dict.fromkeys(order[:place], "X"))
        assert told_hit(hit(unit, "1")).facts["part"] == name


def test_lines_of_the_attacker() -> None:
    unit = target("flute", "crew", HEAVY, COMM, "light weapon")
    assert part(hit(unit, "1", [line("bridge")])).startswith("bridge")
    assert part(hit(unit, "1", [line("battle communications", "bridge")])).startswith("pod 3")
    assert part(hit(unit, "1", [line("weapon pods")])).startswith("pod 2")
    assert part(hit(unit, "1", [line("any", "bridge")])).startswith("engine")
    assert part(hit(unit, "1", [line("pod 1", "any")])).startswith("pod 1")
    assert part(hit(unit, "1", [line("bridge", own=True)])).startswith("engine")


def test_lines_for_one_target() -> None:
    unit = target("flute", "crew")
    lines = [line("bridge"), line("pod 1", on=("2b",))]
    assert part(hit(unit, "1", lines)).startswith("pod 1")
    lines = [line("bridge"), line("pod 1", on=("2z",))]
    assert part(hit(unit, "1", lines)).startswith("bridge")


def test_finish_prefers_what_the_hit_destroys() -> None:
    unit = target("flute", "crew", marks={"pod 1": "D"})
    assert part(hit(unit, "1", [line("bridge", "pod 1")])) == "bridge ok V"
    assert part(hit(unit, "1", [line("bridge", "pod 1", finish=True)])) == "pod 1 D X"


def test_a_hit_names_the_line_that_chose_its_part() -> None:
    unit = target("dagger", *DAGGER)
    bridge, engine = line("bridge", on=("2z",)), line("engine")
    told_of = told_hit(hit(unit, "2", [bridge, engine]))
    assert told_of.order == engine.ref
    at_it = line("engine", on=("2b",))
    assert told_hit(hit(unit, "2", [bridge, at_it])).order == at_it.ref
    assert told_hit(hit(unit, "2", [line("pod 1")])).order is None
    assert told_hit(hit(unit, "4", [line("pod 1")])).order is None
    mine = line("bridge", own=True)
    assert told_hit(rock(unit, "2", lines=[mine])).order == mine.ref
    assert told_hit(rock(unit, "2", lines=[line("bridge")])).order is None


def test_a_choice_never_falls_on_a_destroyed_part() -> None:
    unit = target("flute", marks={"engine": "X"})
    made = hit(unit, "2", [line("engine")])
    assert part(made) == "bridge ok V"
    assert not told_hit(made).facts["chosen"]
    made = hit(target("flute", "crew", marks={"pod 1": "X"}), "4")
    assert told_hit(made).facts["nothing"] == "pod 1 destroyed already"


def test_a_missile_follows_its_own_lines_or_its_ships() -> None:
    missile = shot(1, "01", "guided", "A0905", 12, 2, mother="1a")
    lines = [line("bridge")]
    assert part(hit(target("flute"), "2", lines, others=[missile], by="101")) == "bridge ok V"
    firing = ship(1, "A", "sword", "A0909", 12, 2)
    orders = {
        "ann": [UnitOrders("1a", hits=(line("bridge"),)), UnitOrders("101", hits=(line("engine"),))]
    }
    made = work(state(firing, target("flute"), missile), orders, faces="2", phase="1.fire")
    struck(made, "2b", name=("field hit", "2b"), rule="DV 9.8", by="101")
    assert part(made) == "engine ok V"


def test_without_an_attacker_the_default_order_holds() -> None:
    assert part(hit(target("flute"), "2", [line("bridge")], by="")) == "engine ok V"


# --- asteroids ------------------------------------------------------------------------------


def test_an_asteroid_makes_no_critical_hit() -> None:
    made = rock(target("dagger", *DAGGER), "1")
    assert told_hit(made).facts["nothing"] == "a critical hit has no effect here"
    missile = shot(2, "01", "guided", "A0905", 12, 2, revealed=True)
    assert rock(missile, "1").state.unit("201").in_play
    assert not rock(missile, "2").state.unit("201").in_play


def test_of_two_parts_the_owner_gives_up_the_sounder_then_the_higher_box() -> None:
    unit = target("dagger", *DAGGER)
    assert part(rock(unit, "2")) == "bridge ok V"
    assert part(rock(marked(unit, {"bridge": "V"}), "2")) == "engine ok V"
    assert part(rock(marked(unit, {"bridge": "V", "engine": "D"}), "2")) == "bridge V D"
    many = target("corco_mu", *["crew"] * 12)
    assert part(rock(many, "4")).startswith("pod 9")
    assert part(rock(marked(many, {"pod 9": "V"}), "4")).startswith("pod 1 ok")


def test_own_hits_say_what_to_lose_first() -> None:
    unit = target("dagger", *DAGGER)
    assert part(rock(unit, "2", lines=[line("engine", own=True)])) == "engine ok V"
    assert part(rock(unit, "2", lines=[line("engine")])) == "bridge ok V"


def test_a_die_may_decide() -> None:
    unit = target("dagger", *DAGGER)
    for die, name in ((5, "bridge"), (6, "engine")):
        made = rock(unit, f"2\n{die}", options={"asteroid.choice": "random"})
        assert part(made) == f"{name} ok V"
        assert [(roll.name, roll.total) for roll in told_hit(made).rolls] == [
            ("1.fire/hit/2b", 2),
            ("1.fire/hit/2b/choice", die),
        ]


def test_what_an_asteroid_does_to_a_contact_is_its_sides_affair() -> None:
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2, revealed=False)
    event = told_hit(rock(craft, "2"))
    shown = event.shown_to("ann")
    assert shown is not None
    assert shown["facts"] == {"unit": "2b1", "rolled": 2}
    assert "changes" not in shown
    assert len(shown["rolls"]) == 1  # dice on a table are open to all
    assert event.shown_to("bea")["facts"]["part"] == "bridge"  # type: ignore[index]
    # So is the second die of the enhanced table.
    twice = told_hit(rock(craft, "2\n8", options=ENHANCED)).shown_to("ann")
    assert twice is not None
    assert twice["facts"] == {"unit": "2b1", "rolled": 2, "then": [8]}
    assert len(twice["rolls"]) == 2
    # What fire does to it the attacker sees.
    seen = told_hit(hit(craft, "2")).shown_to("ann")
    assert seen is not None
    assert seen["facts"]["part"] == "engine"


# --- the enhanced table ---------------------------------------------------------------------

ENHANCED = {"hit_table": "enhanced"}


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("1 2", "engine ok V"),  # critical: his choice
        ("1 3", ""),
        ("2 1", "bridge ok V"),
        ("2 4", "engine ok V"),
        ("2 6", "bridge ok V"),
        ("2 8", "engine ok V"),
        ("2 9", ""),
        ("3 2", "force field ok V"),
        ("4 2", "pod 1 ok V"),
        ("5 10 3 1", "pod 2 ok D"),  # pods 34 and 10 are not there
        ("9 1", ""),  # none of the row: one second die
    ],
)
def test_the_enhanced_table(dice: str, found: str) -> None:
    unit = target("dagger", *DAGGER)
    unit = unit.with_part(replace(unit.pods[1], armor=1))
    made = hit(unit, dice.replace(" ", "\n"), options=ENHANCED)
    assert part(made) == found
    more = [f"1.fire/hit/2b/column {number}" for number in range(1, len(dice.split()))]
    assert [roll.name for roll in told_hit(made).rolls] == ["1.fire/hit/2b", *more]


def test_missiles_and_battlecraft_on_the_enhanced_table() -> None:
    missile = shot(2, "01", "guided", "A0905", 12, 2, revealed=True)
    for die, dies in ((1, True), (2, True), (3, False)):
        assert hit(missile, str(die), options=ENHANCED).state.unit("201").in_play is not dies
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2)
    assert part(hit(craft, "1\n2", options=ENHANCED)) == "engine ok V"
    assert part(hit(craft, "2\n9", options=ENHANCED)) == ""
    assert part(hit(craft, "4", options=ENHANCED)) == ""


def test_more_than_fifteen_pods_need_the_enhanced_table() -> None:
    for number, dice in ((15, "4"), (16, "4\n1")):
        pods = tuple(Part(f"pod {box}", "crew", 2, box=box) for box in range(1, number + 1))
        unit = ship(2, "B", "dagger", "A0905", 12, 2, pods=pods)
        assert len(told_hit(hit(unit, dice)).rolls) == number - 14


def test_a_class_with_room_for_more_needs_it_however_few_pods_it_carries() -> None:
    """Rule: DV EHC."""
    unit = ship(2, "B", "military_transport", "A0905", 12, 2, pods=("crew",))
    made = hit(unit, "2\n1")
    assert len(told_hit(made).rolls) == 2
    assert part(made).startswith("bridge")


# --- damage ---------------------------------------------------------------------------------


def test_status_by_armor_and_hits() -> None:
    def history(armor: int) -> list[str]:
        found, one = [], Part("pod 1", "crew", armor, box=1)
        for _ in range(4):
            one = replace(one, status=worse(one))
            found.append(one.status)
        return found

    assert history(0) == ["X", "X", "X", "X"]
    assert history(1) == ["D", "X", "X", "X"]
    assert history(2) == ["V", "D", "X", "X"]
    assert worse(Part("pod 1", "crew", 1, status="V", box=1)) == "D"


def test_hull_and_pods_have_their_own_armor() -> None:
    unit = target("corco_zeta", "light weapon")
    assert part(hit(unit, "2", [line("bridge")])) == "bridge ok X"
    assert part(hit(unit, "4")) == "pod 1 ok D"


def wound(unit: Unit, name: str, others: Sequence[Unit] = (), **fields: Any) -> PhaseContext:
    """The work after one hit on a part."""
    made = work(state(unit, *others, **fields), phase="1.fire")
    damaged(made, unit.id, name, Blow("DV 8.8", "1a"))
    return made


def test_a_part_it_does_not_have() -> None:
    with pytest.raises(KeyError):
        wound(target("flute"), "pod 9")


@pytest.mark.parametrize(
    ("klass", "before", "falls"),
    [("dagger", "ok", False), ("dagger", "V", True), ("sword", "V", False), ("sword", "D", True)],
)
def test_an_active_field_falls_when_it_cannot_be_used(klass: str, before: str, falls: bool) -> None:
    unit = target(klass, field_up=True, marks={"force field": before})
    made = wound(unit, "force field")
    assert made.state.unit("2b").field_up is not falls
    assert len(told(made, "field_fell")) == falls


def armed(status: str) -> tuple[Unit, list[Unit]]:
    """A ship with two heavy weapon pods, one missile prepared from each, and one launched."""
    unit = target("sword", HEAVY, HEAVY, marks={"pod 1": status})
    atop = [
        shot(2, f"B-0{box}", "guided", "A0905", 12, 0, mother="2b", pod=box, status="prepared")
        for box in (1, 2)
    ]
    gone = shot(2, "B-03", "guided", "A0901", 12, 3, mother="2b", pod=1)
    return unit, [*atop, gone]


def test_a_damaged_weapon_pod_loses_its_missiles_and_those_prepared_from_it() -> None:
    unit, missiles = armed("V")
    made = wound(unit, "pod 1", missiles)
    after = made.state.unit("2b")
    assert set(after.pods[0].stock.values()) == {0}
    assert after.pods[1].stock == unit.pods[1].stock
    assert [made.state.unit(one.id).status for one in missiles] == [
        "destroyed",
        "prepared",
        "in play",
    ]
    (lost,) = told(made, "stock_lost")
    assert lost.facts["lost"] == {"unguided": 6, "guided": 5, "intelligent": 3, "mims": 1}
    assert lost.shown_to("ann") is None
    assert lost.shown_to("bea") is not None
    (atop,) = told(made, "prepared_lost")
    assert (atop.facts["lost"], atop.facts["number"]) == (1, 1)


def test_a_vulnerable_weapon_pod_loses_nothing_and_a_damaged_one_nothing_more() -> None:
    unit, missiles = armed("ok")
    made = wound(unit, "pod 1", missiles)
    assert made.state.unit("2b").pods[0].stock == unit.pods[0].stock
    assert len(made.state.atop("2b")) == 2
    unit, missiles = armed("D")
    assert told(wound(unit, "pod 1", missiles), "stock_lost") == []


def test_an_empty_weapon_pod_has_nothing_to_lose() -> None:
    unit = target("sword", HEAVY, marks={"pod 1": "V"})
    empty = replace(unit.pods[0], stock={"guided": 0})
    assert told(wound(unit.with_part(empty), "pod 1"), "stock_lost") == []


@pytest.mark.parametrize(
    ("status", "lost", "atop"), [("aboard", True, 0), ("prepared", True, 1), ("in play", False, 0)]
)
def test_a_battlecraft_in_a_damaged_pod_is_lost(status: str, lost: bool, atop: int) -> None:
    bay = Part("pod 1", "battlecraft", 1, box=1, holds="2b1")
    unit = ship(2, "B", "spear", "A0905", 12, 2, pods=(bay,))
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2, mother="2b", pod=1, status=status)
    made = wound(unit, "pod 1", [craft])
    assert made.state.unit("2b1").status == ("left" if lost else status)
    assert len(told(made, "battlecraft_lost")) == lost
    assert all(event.shown_to("ann") is None for event in told(made, "battlecraft_lost"))
    assert len(told(made, "prepared_lost")) == atop


@pytest.mark.parametrize(("spent", "after"), [(0, 144), (143, 144), (144, 144), (150, 150)])
def test_a_destroyed_energy_pod_is_spent(spent: int, after: int) -> None:
    unit = target("flute", "energy", spent=spent, marks={"pod 1": "D"})
    made = wound(unit, "pod 1")
    assert made.state.unit("2b").spent == after
    assert left(made.state.unit("2b")) == 66 - max(0, spent - 144)
    assert len(told(made, "energy_lost")) == (spent < 144)


def test_a_damaged_energy_pod_keeps_its_energy_for_now() -> None:
    assert wound(target("flute", "energy"), "pod 1").state.unit("2b").spent == 0


@pytest.mark.parametrize(
    ("pods", "gone", "wreck"),
    [(4, 2, False), (4, 3, True), (5, 2, False), (5, 3, True), (6, 3, False), (6, 4, True)],
)
def test_a_ship_is_destroyed_with_bridge_engine_and_most_pods(
    pods: int, gone: int, wreck: bool
) -> None:
    marks = {"bridge": "X", "engine": "X"} | {f"pod {box}": "X" for box in range(1, gone + 1)}
    unit = target("corco_mu", *["crew"] * pods, marks=marks)
    assert is_wreck(unit) is wreck
    assert not is_wreck(marked(unit, {"bridge": "D"}))
    assert not is_wreck(marked(unit, {"engine": "D"}))


def test_a_battlecraft_without_bridge_and_engine_is_destroyed() -> None:
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2)
    craft = marked(craft, {"bridge": "X", "engine": "D"})
    made = wound(craft, "engine")
    assert made.state.unit("2b1").status == "destroyed"
    (event,) = told(made, "destroyed")
    assert (event.facts["why"], event.facts["by"], event.rule) == ("hits", "1a", "DV 11.0")
    hidden = wound(replace(craft, revealed=False), "engine")
    assert told(hidden, "destroyed")[0].rule == "DV 8.0"


def test_victory_is_looked_at_after_the_damage() -> None:
    craft = marked(ship(2, "B1", "terwillicker_x", "A0905", 12, 2), {"bridge": "X", "engine": "D"})
    victory = (Victory("1", "destroyed", "It is gone.", ("2b1",)),)
    made = work(state(craft, victory=victory), phase="1.fire")
    with pytest.raises(Decided):
        damaged(made, "2b1", "engine", Blow("DV 8.8", "1a"))
    assert made.state.winner == "1"


def test_no_part_is_ever_mended() -> None:
    for status in ("ok", "V", "D", "X"):
        made = wound(target("sword", "crew", marks={"pod 1": status}), "pod 1")
        now = made.state.unit("2b").pods[0].status
        order = ["ok", "V", "D", "X"]
        assert order.index(now) >= order.index(status)


# --- what is told ---------------------------------------------------------------------------

BEA = {"bea": ("*",)}


def test_a_hit_is_told_whole() -> None:
    (event,) = hit(target("dagger", *DAGGER), "2", [line("engine")]).events
    assert (event.rule, event.seen) == ("DV 8.7", PUBLIC)
    assert event.facts == {
        "unit": "2b",
        "by": "1a",
        "rolled": 2,
        "part": "engine",
        "status_before": "ok",
        "status": "V",
        "chosen": True,
        "nothing": "",
    }
    assert event.changes == (Change("unit/2b/engine", "ok", "V"),)
    assert [roll.total for roll in event.rolls] == [2]
    assert told_hit(hit(target("dagger", *DAGGER), "2\n8", options=ENHANCED)).facts["then"] == [8]


def test_the_end_of_a_unit_is_told_whole() -> None:
    craft = marked(ship(2, "B1", "terwillicker_x", "A0905", 12, 2), {"bridge": "X", "engine": "D"})
    (event,) = told(wound(craft, "engine"), "destroyed")
    assert (event.rule, event.seen) == ("DV 11.0", PUBLIC)
    assert event.facts == {"unit": "2b1", "at": "A0905", "why": "hits", "by": "1a"}
    missile = shot(2, "01", "guided", "A0905", 12, 2, revealed=True)
    made = hit(missile, "2")
    assert told_hit(made).facts["status"] == "X"
    (event,) = told(made, "destroyed")
    assert event.facts == {"unit": "201", "at": "A0905", "why": "hits", "by": "1a"}


def test_what_goes_with_a_part_is_told_whole() -> None:
    """Rule: DV 8.9. What was in a pod is its side's own to know; how many counters lie atop not."""
    unit, missiles = armed("V")
    made = wound(unit, "pod 1", missiles)
    (lost,) = told(made, "stock_lost")
    assert (lost.rule, lost.seen) == ("DV 8.9", BEA)
    assert (lost.facts["unit"], lost.facts["pod"], lost.facts["prepared"]) == (
        "2b", "pod 1", ["2b-01"],
    )  # fmt: skip
    (atop,) = told(made, "prepared_lost")
    assert (atop.rule, atop.seen, atop.facts["unit"]) == ("DV 8.9", PUBLIC, "2b")

    made = wound(target("flute", "energy", spent=100, marks={"pod 1": "D"}), "pod 1")
    (lost,) = told(made, "energy_lost")
    assert (lost.rule, lost.seen) == ("DV 8.9", BEA)
    assert lost.facts == {"unit": "2b", "pod": "pod 1", "units": 44, "left": 66}
    assert lost.changes == (Change("unit/2b/spent", 100, 144),)

    bay = Part("pod 1", "battlecraft", 1, box=1, holds="2b1")
    unit = ship(2, "B", "spear", "A0905", 12, 2, pods=(bay,))
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2, mother="2b", pod=1, status="prepared")
    made = wound(unit, "pod 1", [craft])
    (lost,) = told(made, "battlecraft_lost")
    assert (lost.rule, lost.seen) == ("DV 8.9", BEA)
    assert lost.facts == {"unit": "2b1", "ship": "2b", "pod": "pod 1"}
    assert lost.changes == (Change("unit/2b1/status", "prepared", "left"),)
    (atop,) = told(made, "prepared_lost")
    assert atop.facts == {"unit": "2b", "lost": 1, "number": 0}


@pytest.mark.parametrize(
    ("revealed", "by_rock", "told_of"),
    [(True, False, "V"), (True, True, "V"), (False, False, "V"), (False, True, "")],
)
def test_what_the_enemy_was_told_of_a_part(revealed: bool, by_rock: bool, told_of: str) -> None:
    """Fire shows the attacker what it hits; a rock that hits a contact shows nobody else."""
    craft = ship(2, "B1", "terwillicker_x", "A0905", 12, 2, revealed=revealed)
    made = (rock if by_rock else hit)(craft, "2")
    (marked_part,) = (one for one in made.state.unit("2b1").parts if one.status == "V")
    assert marked_part.told == told_of


def test_both_parts_of_the_table_may_be_gone() -> None:
    unit = target("dagger", *DAGGER, marks={"bridge": "X", "engine": "X"})
    assert told_hit(hit(unit, "2")).facts["nothing"] == "bridge and engine destroyed already"


def test_a_field_that_falls_is_told_to_everybody() -> None:
    """Rule: DV 8.9. Ambiguity: DV-A57."""
    made = wound(target("dagger", field_up=True, marks={"force field": "V"}), "force field")
    (fell,) = told(made, "field_fell")
    assert (fell.rule, fell.seen) == ("DV 8.9", PUBLIC)
    assert fell.facts == {"unit": "2b", "why": "it was damaged beyond use"}
    assert made.state.unit("2b").field_up is False
