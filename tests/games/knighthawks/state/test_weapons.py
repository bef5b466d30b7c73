"""The two weapon tables and the modifiers, cell by cell from the book."""

from __future__ import annotations

import pytest

from pbm.engine.options import settle
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.state.state import WEAPONS
from pbm.games.knighthawks.state.weapons import ARMS, COMBAT, LASERS, MODIFIERS, RESTRICTIONS


@pytest.mark.parametrize(
    ("kind", "hull", "screen", "none", "icm", "dice", "plus", "reach", "terms"),
    [
        ("laser_cannon", 60, 20, 75, 0, 2, 0, 10, "FF RD"),
        ("pod_laser", 60, 10, 75, 0, 1, 0, 5, "FF RD"),
        ("laser_battery", 50, 10, 65, 0, 1, 0, 9, "RD"),
        ("torpedo", 70, 70, 70, 10, 4, 0, 4, "MPO LTD"),
        ("assault_rocket", 60, 60, 60, 5, 2, 4, 4, "FF MPO LTD"),
        ("rocket_battery", 40, 40, 40, 3, 2, 0, 3, "LTD"),
    ],
)
def test_weapon(
    kind: str,
    hull: int,
    screen: int,
    none: int,
    icm: int,
    dice: int,
    plus: int,
    reach: int,
    terms: str,
) -> None:
    weapon = ARMS[kind]
    assert weapon.base("reflective hull") == hull
    assert weapon.base("masking screen") == screen
    assert weapon.base("none") == none
    assert (weapon.icm, weapon.dice, weapon.plus, weapon.range) == (icm, dice, plus, reach)
    said = {
        "FF": weapon.forward,
        "RD": weapon.diffuses,
        "MPO": weapon.moving_only,
        "LTD": weapon.limited,
    }
    assert " ".join(name for name, has in said.items() if has) == terms


def test_tables_hold_together() -> None:
    assert tuple(COMBAT.rows) == tuple(RESTRICTIONS.rows) == WEAPONS == tuple(ARMS)
    assert {table.cite[:5] for table in (COMBAT, RESTRICTIONS, MODIFIERS)} == {"KH 4 "}
    assert [kind for kind, weapon in ARMS.items() if weapon.is_laser] == list(LASERS)
    for kind in WEAPONS:
        weapon = ARMS[kind]
        assert weapon.base("masking screen") <= weapon.base("reflective hull")
        assert weapon.once_a_ship is weapon.limited


def test_names() -> None:
    assert ARMS["rocket_battery"].title == "rocket battery"
    assert ARMS["rocket_battery"].plural == "rocket batteries"
    assert ARMS["torpedo"].plural == "torpedos"
    assert [ARMS[kind].short for kind in WEAPONS] == ["LC", "PL", "LB", "T", "AR", "RB"]


@pytest.mark.parametrize(("mpo", "rocket"), [("no", True), ("yes", False)])
def test_who_fires_in_defence(mpo: str, rocket: bool) -> None:
    options, _problems = settle(OPTIONS, {"rocket_battery.mpo": mpo})
    fires = {kind: ARMS[kind].fires_in_defence(options) for kind in WEAPONS}
    assert fires == {
        "laser_cannon": True,
        "pod_laser": True,
        "laser_battery": True,
        "torpedo": False,
        "assault_rocket": False,
        "rocket_battery": rocket,
    }
