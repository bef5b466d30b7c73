"""Labels become ids of seats, and names to come ids of what was built."""

from __future__ import annotations

from pbm.games.nova.orders.addressing import addressed, built, coming, joined
from pbm.games.nova.state.orders.designs import DesignSheet
from pbm.games.nova.state.orders.sheet import Orders
from tests.games.nova.sheet_table import (
    read_body,
)

EVERYTHING = """\
RECEIVED B 100
SALVAGE 2 RA of B at ALGOL
PILLAGE MAVIS lift 2 AA of B, SDU
EXPENDITURES
  Send 40 to B
  Scout 1
  | Send 30 to B
  SG at VIRUS as Ring-D + Ring-E
PLAN if received 5 from B:
COMMISSIONS VIRUS Scout: Bee
MOVEMENT
  VIRUS Bee (Ring-D, Pup (2 AA of B)) > D > gate Ring-D F to B, H to all but B, E (Ring-D)
  VIRUS Stinger S to B, O
  VIRUS 2 AA of B
  SHOOT Carrion I (pass B, stop own, not Bee) tow Bee
  SHOOT Tug (2 AA)
PERMIT B through Ring-D
PERMIT B of Bee
STOP own at SHOOT
TRANSFER Bee, Ring-D at VIRUS to B if contact B
DATA TEDDY to B
CONTACT introduce B to C
CONDITIONAL if contact B: Bee: F to B; TRANSFER Bee at VIRUS to B; else all ships but Bee: N
BATTLE Bee vs B: flee
"""


def test_labels_become_the_ids_of_seats() -> None:
    orders = read_body(EVERYTHING).commands
    assert "'B'" in str(orders)
    found = addressed(orders, {"B": "bea", "C": "cyd"})
    text = str(found)
    assert "'B'" not in text
    assert "'C'" not in text
    assert str(orders).count("'B'") == text.count("'bea'")
    assert addressed(orders, {}) is orders


def test_names_to_come_become_ids_once_they_are_built() -> None:
    orders = read_body(EVERYTHING).commands
    ids = {coming("Bee"): "id-bee", coming("Ring-D"): "id-d"}
    text = str(built(orders, ids))
    assert "'=" not in text
    assert text.count("'id-bee'") == str(orders).count("'=Bee'") == 9
    assert text.count("'id-d'") == str(orders).count("'=Ring-D'") == 5
    assert built(orders, {}) is orders


def test_lines_that_hold_nothing_of_the_kind_stay_the_same_objects() -> None:
    orders = read_body(EVERYTHING).commands
    found = built(addressed(orders, {"B": "bea"}), {"=Bee": "x"})
    assert found.movement[-1] is orders.movement[-1]
    assert found.movement[0] is not orders.movement[0]


def test_designs_of_other_sheets_join_the_orders() -> None:
    orders = Orders("ann")
    one = read_body("DESIGN Moth\n IE 2\nMISSILES Dart", "DESIGNS").commands
    other = read_body("MISSILE Fly MD 1 MA 1 MR 1", "DESIGNS").commands
    found = joined(orders, [one, other]).designs
    assert [design.name for _ref, design in found.designs] == ["Moth"]
    assert [missile.name for _ref, missile in found.missiles] == ["Fly"]
    assert found.missile_list == ("Dart",)
    assert joined(orders, [Orders("ann")]) is orders
    assert isinstance(found, DesignSheet)
