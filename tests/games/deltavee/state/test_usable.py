"""What damage leaves. Rule: DV 5.0, DV 8.1, DV 8.5, DV 8.9."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.state import usable
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import DEFAULTS, ship, shot, state

HEAVY, LIGHT, COMM = "heavy weapon", "light weapon", "battle communications"


def a(klass: str, *pods: str, **marks: str) -> Unit:
    """A ship with marks such as ``pod_1="D"``."""
    unit = ship(1, "A", klass, "A0909", 12, 2, pods=pods)
    for name, status in marks.items():
        part = unit.part(name.replace("_", " "))
        assert part is not None
        unit = unit.with_part(replace(part, status=status))
    return unit


def test_fires_by_item() -> None:
    # The book: two light weapons and a burster make three, with battle communications four.
    assert sum(usable.fires(a("clarinet", LIGHT, LIGHT)).values()) == 3
    assert usable.fires(a("clarinet", LIGHT, LIGHT, COMM)) == {
        "burster": 1,
        "pod 1": 1,
        "pod 2": 1,
        "extra": 1,
    }
    assert usable.fires(a("clarinet", COMM, COMM))["extra"] == 2
    assert usable.fires(a("sword", "arsenal", "hunter", "energy")) == {
        "burster": 1,
        "pod 1": 2,
        "pod 2": 1,
    }
    assert usable.fires(a("terwillicker_x")) == {"burster": 1}
    assert usable.fires(a("lander")) == {}


@pytest.mark.parametrize(
    ("status", "arsenal", "heavy", "extra"),
    [("ok", 2, 1, 1), ("V", 2, 1, 1), ("D", 1, 1, None), ("X", None, None, None)],
)
def test_fires_left_by_damage(
    status: str, arsenal: int | None, heavy: int | None, extra: int | None
) -> None:
    unit = a("sword", "arsenal", HEAVY, COMM, pod_1=status, pod_2=status, pod_3=status)
    found = usable.fires(unit)
    assert (found.get("pod 1"), found.get("pod 2"), found.get("extra")) == (arsenal, heavy, extra)


def test_types_of_fire() -> None:
    assert usable.fire_types(a("terwillicker_5000"), "burster") == ("laser burst",)
    assert usable.fire_types(a("terwillicker_x"), "burster") == ("laser burst", "laser barrage")
    assert usable.fire_types(a("lander"), "burster") == ()
    unit = a("sword", HEAVY, "energy", HEAVY, "hunter", HEAVY, pod_3="D", pod_4="V", pod_5="X")
    assert usable.fire_types(unit, "pod 1") == usable.FIRE_TYPES
    assert usable.fire_types(unit, "pod 2") == ()
    assert usable.fire_types(unit, "pod 3") == ("laser burst", "particle burst")
    assert usable.fire_types(unit, "pod 4") == usable.FIRE_TYPES
    assert usable.fire_types(unit, "pod 5") == ()
    assert usable.fire_types(unit, "pod 9") == ()


def test_targeting_programs() -> None:
    assert usable.targeting(a("dagger", LIGHT), "pod 1") == -4  # ship -4, pod -2
    piccolo = a("piccolo", "hunter")
    assert usable.targeting(piccolo, "pod 1") == -4
    assert usable.targeting(piccolo, "burster") == -2
    assert usable.targeting(a("piccolo", "hunter", pod_1="D"), "pod 1") == -4
    assert usable.targeting(a("piccolo", "hunter", pod_1="X"), "pod 1") == -2
    assert usable.targeting(a("corco_zeta", "energy"), "burster") == 0
    for status, program in (("ok", -6), ("V", -6), ("D", -4), ("X", -4)):
        clarinet = a("clarinet", LIGHT, COMM, pod_2=status)
        assert usable.targeting(clarinet, "burster") == program
        assert usable.targeting(clarinet, "pod 1") == program


def test_battle_commands() -> None:
    def given(unit: Unit, reading: str = "none") -> int:
        return usable.battle_commands(unit, {**DEFAULTS, "basic_battle_command": reading})

    assert given(a("sword", LIGHT, HEAVY, "arsenal", COMM, "hunter")) == 5
    assert given(a("sword", HEAVY, COMM, pod_1="D", pod_2="D")) == 2
    assert given(a("sword", HEAVY, COMM, pod_1="V", pod_2="V")) == 3
    assert given(a("sword", HEAVY, COMM, pod_1="X", pod_2="X")) == 0
    assert given(a("sword", "hunter"), "all") == 1
    assert given(a("sword", "hunter"), "battlecraft") == 0
    assert given(a("terwillicker_x"), "all") == 0


def test_searching() -> None:
    assert usable.search_range(a("sword", HEAVY)) == 6
    ranges = [usable.search_range(a("sword", COMM, pod_1=s)) for s in ("ok", "V", "D", "X")]
    assert ranges == [10, 10, 6, 6]


def test_tractors() -> None:
    unit = a("sword", "tractor beam", "tractor beam", "tractor beam", pod_2="V", pod_3="D")
    assert [pod.name for pod in usable.tractors(unit)] == ["pod 1", "pod 2"]
    pod = unit.pods[0]
    assert usable.tractor_power(replace(pod, civ=7)) == (1, 4)
    assert usable.tractor_power(replace(pod, civ=8)) == (2, 6)


def test_force_fields() -> None:
    found = [usable.field_class(a("dagger", force_field=s)) for s in ("ok", "V", "D", "X")]
    assert found == [1, 1, 0, 0]
    found = [usable.field_class(a("sword", force_field=s)) for s in ("ok", "V", "D", "X")]
    assert found == [2, 2, 1, 0]
    assert usable.field_class(a("piccolo")) == 0
    assert usable.field_class(shot(1, "01", "guided", "A0909", 12, 2)) == 0
    for status, able in (("ok", True), ("V", True), ("D", False), ("X", False)):
        assert usable.has_emergency_field(a("sword", force_field=status)) is able
    assert not usable.has_emergency_field(a("piccolo"))


def test_prepared_missiles() -> None:
    assert usable.prepared_limit(a("sword", HEAVY, "hunter", "energy", "arsenal")) == 3
    assert usable.prepared_limit(a("sword", HEAVY, HEAVY, HEAVY, pod_1="V", pod_2="D")) == 2


def test_control_of_a_guided_missile() -> None:
    missile = shot(1, "A-03", "guided", "A0901", 12, 2, mother="1a", pod=1)

    def fault(unit: Unit, **fields: object) -> str:
        return usable.control_fault(state(replace(unit, **fields), missile), missile)

    assert fault(a("sword", HEAVY)) == ""
    assert fault(a("sword", HEAVY, pod_1="V")) == ""
    assert "pod 1, which launched it, is damaged" in fault(a("sword", HEAVY, pod_1="D"))
    assert "destroyed" in fault(a("sword", HEAVY, pod_1="X"))
    assert "gone" in fault(a("sword"))
    assert "gone" in fault(a("sword", "energy"))  # another pod is in its box now
    assert "force field" in fault(a("sword", HEAVY), field_up=True)
    assert "no longer in play" in fault(a("sword", HEAVY), status="jumped")
