"""The battle at SHOOT before its third round, as Ann knows it: the sheets of the tests are for it.

She has Africa (a carrier with lasers and launchers) with Gnat in a bay and Crate in a hold,
Lewis (no engine, one laser lost, its drive not ready), Huron and Erie (alike), and lost Clark. Of
Bea's ships she sees c1, has lost sight of c2, c4 is gone; c3 is Cyd's, whom she does not fight.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.games.nova.orders.sheet import read
from pbm.games.nova.rules.battle_by_mail.battle_view import view_in_battle
from pbm.games.nova.state.battle.arena import ABOARD, DESTROYED, Battle, BattleSide, Fighter, Seen
from pbm.games.nova.state.battle.mailed import Mailed
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.state import State
from pbm.games.nova.view.record import View
from pbm.sheets.envelope import find_sheets
from pbm.sheets.kinds import SheetKind
from tests.games.nova import builders as t

KINDS = (SheetKind("BATTLE"), SheetKind("ORDERS"))
DESIGNS = {
    f"ann/{one.name}": one
    for one in (
        t.design(
            "Carrier",
            *(Component("BL", 1, 20), Component("BL", 2, 15), Component("XL", 1, 12)),
            *(Component("ML", 2, 12), Component("LB", 1, 30), Component("CH", 1, 30)),
            Component("IE", 1, 4),
        ),
        t.design("Gnat", Component("BL", 1, 10)),
        t.design("Crate", Component("CH", 1, 30)),
        t.design("Cruiser", Component("PL", 2, 12), Component("SI", 2, 12)),
    )
}
_DART = MissileDesign("Dart", 6, 90, 14)


def fighters() -> dict[str, Fighter]:
    """All ships of the battle, by name."""

    def own(name: str, klass: str, **fields: Any) -> Fighter:
        fields.setdefault("missiles", ("Dart",) if klass == "Carrier" else ())
        return Fighter(f"f-{name}", name.lower(), "ann", name, f"ann/{klass}", **fields)

    return {
        one.name: one
        for one in (
            own("Africa", "Carrier", at=(2, 0), vector=(1, 0), cycle=7),
            own("Gnat", "Gnat", state=ABOARD, carrier="f-Africa", bay="LB1"),
            own("Crate", "Crate", state=ABOARD, carrier="f-Africa", bay="CH1"),
            own(
                "Lewis",
                "Cruiser",
                cycle=3,
                damage=Damage(0, 2, {"IE1": 2, "PL2": 1, "SM1": 1}),
            ),
            own("Huron", "Cruiser", cycle=-1, shields=5),
            own("Erie", "Cruiser", damage=Damage(0, 0, {"JD1": 3})),
            own("Clark", "Cruiser", state=DESTROYED, state_since=1),
            Fighter("f-Foe", "foe", "bea", "Foe", "bea/Frigate", at=(4, -1), vector=(0, 1)),
            Fighter("f-Far", "far", "bea", "Far", "bea/Frigate", at=(60, 0)),
            Fighter("f-Guest", "guest", "cyd", "Guest", "cyd/Scout", at=(0, 5)),
            Fighter("f-Wreck", "wreck", "bea", "Wreck", "bea/Frigate", state=DESTROYED),
        )
    }


def state(**more: Any) -> State:
    """A turn that waits for Ann's sheet; ``more`` are fields of the battle."""
    there = fighters()
    seen = {
        "f-Foe": Seen(
            1, (4, -1), (0, 1), 2, probed=2, size="FG", shields=9, ew=1, guns={"BL 15": 1}, ie=2
        ),
        "f-Far": Seen(2, (20, 0), (3, 0), 1, cycling=1, hurt=True, echoes=2, ghosts=True),
        "f-Guest": Seen(3, (0, 5), (0, 0), 2),
        "f-Wreck": Seen(4, (1, 1), (0, 0), 1, gone=True),
    }
    sides = {
        "ann": BattleSide("ann", ("bea",), mailed=True, start=7),
        "bea": BattleSide("bea", ("ann", "cyd"), start=3),
        "cyd": BattleSide("cyd", ("bea",), start=1),
    }
    battle = Battle(
        "b",
        "SHOOT",
        sides,
        {one.id: one for one in there.values()},
        {"ann": seen, "bea": {}, "cyd": {}},
        round=2,
    )
    battle = replace(battle, **more)
    mailed = Mailed(battle, (("ann", "bea"), ("bea", "cyd")), told={"ann": battle.round})
    ships = [
        t.ship(one.name, one.design.split("/")[1], "SHOOT", one.owner) for one in there.values()
    ]
    ann = t.empire("ann", missiles={"Dart": _DART})
    return t.state(*ships, ann, players="abc", designs=DESIGNS, turn=12, battles={"SHOOT": mailed})


def known(**more: Any) -> dict[str, Any]:
    """What Ann knows while the turn waits."""
    return view_in_battle(state(**more), "ann", "VIRUS", t.DEFAULTS).written()


def read_body(body: str, where: str = "SHOOT round 3", **more: Any) -> Reading:
    """A BATTLE sheet with this body as it reads for Ann."""
    text = f"BATTLE age turn 12 {where} for VIRUS\n{body}\nEND\n"
    (sheet,) = find_sheets(text.encode(), "s.txt", KINDS).sheets
    return read(sheet, View.read(known(**more)), t.DEFAULTS)
