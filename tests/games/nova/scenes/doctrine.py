"""Sides for tests of doctrine: ships, what is seen of enemies, lines, in a word or two each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.games.nova.orders.battle.doctrine import Doctrine, Plan, doctrine
from pbm.games.nova.rules.space_combat.captain import CaptainView, Foe
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import ABOARD, Fighter, Seen
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.conditions import Test as Asked
from tests.games.nova.builders import design
from tests.games.nova.sheet_table import read_body

DART = MissileDesign("Dart", 6, 90, 14)
LANCE = MissileDesign("Lance", 4, 75, 17)
MISSILES = {"ann": {"Dart": DART, "Lance": LANCE}}

DESIGNS: Mapping[str, Design] = {
    one.name: one
    for one in (
        design("Frigate", Component("BL", 1, 20), Component("FC", 1, 3), Component("SI", 2, 12)),
        design("Pulsar", Component("PL", 2, 12)),
        design("Mixed", Component("BL", 1, 20), Component("PA", 1, 0, damage=6, pr=2)),
        design("Combined", Component("XL", 1, 12), Component("FC", 2, 3), Component("FC", 1, 5)),
        design("Archer", Component("ML", 2, 12)),
        design("Scout", Component("XC"), Component("SN", 1, 30)),
        design("Guard", Component("BL", 1, 10), Component("DG", 1, 20), Component("EW", 1, 2)),
        design("Carrier", Component("LB", 2, 30), Component("IE", 1, 3)),
        design("Gnat", Component("BL", 1, 10), Component("IE", 1, 4), Component("JD", 0)),
        design("Slow", Component("BL", 1, 20), Component("IE", 1, 1)),
    )
}


def own(id: str, klass: str = "Frigate", **fields: Any) -> Live:
    """An own ship, its name the id in capitals, shields up; ``parts``: what it has lost."""
    parts = fields.pop("parts", {})
    if "carrier" in fields:
        fields.setdefault("bay", "LB1")
        fields["state"] = ABOARD
    fields.setdefault("missiles", ("Dart", "Lance"))
    fields.setdefault("builder", "ann")
    live = Live(Fighter(id, id, "ann", id.upper(), f"ann/{klass}", **fields), DESIGNS[klass])
    live.parts = dict(parts)
    live.refit()
    live.shields = live.full_shields
    live.fc = live.best("FC")[0]
    return live


def foe(number: int = 1, at: tuple[int, int] = (10, 0), **known: Any) -> Foe:
    """A hostile ship that is detected, under the counter of this number."""
    return Foe(f"foe{number}", at, Seen(number, at, detected=0, **known))


def view(*ships: Live | Foe, round: int = 1, **fields: Any) -> CaptainView:
    """What a side with these ships knows of these enemies."""
    mine = {one.id: one for one in ships if isinstance(one, Live)}
    foes = {one.id: one for one in ships if isinstance(one, Foe)}
    fields.setdefault("started", len(mine))
    return CaptainView("ann", round, mine, foes, **fields)


def plan(*items: str, own: int = 0) -> Plan:
    """What the items of a BATTLE line come to, as a sheet is read."""
    reading = read_body(f"BATTLE default: {'; '.join(items)}")
    assert not reading.problems, reading.problems
    (line,) = reading.commands.battle
    return Plan(line.items, own)


def decided(*items: str, passes: Any = None, own: int = 0) -> Doctrine:
    """The doctrine of these items; conditions hold as ``passes`` says, else never."""

    def never(_test: Asked) -> bool:
        return False

    return doctrine(plan(*items, own=own), passes or never)


def commander(*items: str, own: int = 0, **plans: Plan) -> Commander:
    """A side all of whose ships fight by these items, but those that have a plan by id."""
    class_of_all = plan(*items, own=own) if items else Plan()
    return Commander(_Else(plans, class_of_all), MISSILES)


class _Else(dict[str, Plan]):
    """Plans by fighter, with one for all others."""

    def __init__(self, plans: Mapping[str, Plan], others: Plan) -> None:
        super().__init__(plans)
        self._others = others

    def get(self, key: str, default: Any = None) -> Any:
        """The plan of a fighter."""
        return super().get(key, self._others)
