"""Invasions of MAVIS for tests: who has what there, what lands, what GROUND lines say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.rules.surface_combat.invading import invade
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition, Test
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.games.nova.state.state import Ship, State, System
from tests.games.nova.builders import design, empire, ref, ship, sight, state, system, told, work
from tests.games.nova.contact_lines import codes, line, orders


def planet(**fields: Any) -> System:
    """An outpost of Bea's on MAVIS."""
    return system("MAVIS", **{"colonies": 1, "colonizer": "bea", **fields})


def barge(os: int = 0, level: int = 3, holds: int = 30) -> Mapping[str, Design]:
    """A design of Ann's with many holds, and perhaps OS."""
    parts = [Component("CH", holds, 30)]
    parts += [Component("OS", os, level)] if os else []
    made = {}
    for id in ("ann", "bea", "cyd"):
        made[f"{id}/Barge"] = design("Barge", *parts, empire=id)
    return made


def ox(*cargo: Any, name: str = "Ox", **fields: Any) -> Ship:
    """A ship at MAVIS."""
    return ship(name, fields.pop("klass", "Barge"), at="MAVIS", cargo=cargo, **fields)


def a_line(ids: str = "ox", *units: str, contact: str = "") -> Movement:
    """A movement line with A for ships: ``a_line("ox", "2 AA")``."""
    taken = []
    for one in units:
        number, kind = one.split()
        taken.append(Units(kind, int(number)))
    given = replace(codes(contact), activities=(Activity("A", units=tuple(taken)),))
    return line(ids, codes=given, at="MAVIS")


def item(words: str, when: Condition = ALWAYS, instead: BattleItem | None = None) -> BattleItem:
    """An item of a GROUND line as the reader stores it: ``item("OS on SDU > RA")``."""
    for word in ("double on", "OS on", "guard PCB"):
        if words.startswith(word):
            return _item(word, words[len(word) :].strip(), when, instead)
    word, _, value = words.partition(" ")
    return _item(word, value, when, instead)


def _item(word: str, value: str, when: Condition, instead: BattleItem | None) -> BattleItem:
    words = condition_text(when)
    return BattleItem(word, value, words, instead.word if instead else "", when, instead)


def once(kind: str, op: str = ">=", number: int = 0, **fields: Any) -> Condition:
    """A condition of one test."""
    return Condition(((Test(kind, op=op, number=number, **fields),),))


def ground(*items: str | BattleItem, player: str = "ann", **fields: Any) -> Battle:
    """A GROUND line; ``who`` and ``versus`` as given, the default for all."""
    made = tuple(one if isinstance(one, BattleItem) else item(one) for one in items)
    who = fields.pop("who", Group("all"))
    return Battle(ref("GROUND", player=player), who, made, ground=True, **fields)


def fought(
    *things: Any,
    lines: tuple[Movement, ...] | None = None,
    ann: tuple[Battle, ...] = (),
    bea: tuple[Battle, ...] = (),
    cyd: tuple[Orders, ...] = (),
    faces: str = "",
    designs: Mapping[str, Design] | None = None,
    turn_options: Mapping[str, str] | None = None,
    **fields: Any,
) -> PhaseContext:
    """Phase I with these things there; Ann knows MAVIS and lands what Ox holds."""
    ids = [one.id for one in things if hasattr(one, "treasury_at")]
    known = [
        empire(id, sights={"MAVIS": sight("MAVIS")})
        for id in ("ann", "bea", *(("cyd",) if "c" in fields.get("players", "ab") else ()))
        if id not in ids
    ]
    moves = (a_line(),) if lines is None else lines
    sheets = (orders("ann", *moves, battle=ann), orders("bea", battle=bea), *cyd)
    table: State = state(*known, *things, designs=dict(designs or barge()), **fields)
    options = {"battles": "doctrine", **(turn_options or {})}
    done = work(table, sheets, options, faces=faces, phase="I")
    invade(done)
    return done


def dice(**faces: str) -> str:
    """Dice of MAVIS by round and empire: ``dice(r1_ann="3 4", r1_ann_OS="1")``."""
    return "\n".join(
        f"ground MAVIS {name.replace('_', ' ')}: {written}" for name, written in faces.items()
    )


def facts(done: PhaseContext, kind: str, empire: str = "ann", place: int = 0) -> dict[str, Any]:
    """The facts of an event of a kind that an empire perceives."""
    return dict(told(done, kind, empire)[place].facts)


def mavis(done: PhaseContext) -> System:
    """The planet afterwards."""
    table: State = done.state
    return table.systems["MAVIS"]
