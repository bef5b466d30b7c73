"""Battles for tests of the round: fighters, captains that do as they are told, dice by their name.

Ships of Ann, Bea and Cyd go by their fighters' ids: ``a`` and ``a2`` are Ann's, ``b`` is Bea's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Roll, roll_name
from pbm.games.nova.rules.space_combat.captain import Aim, CaptainView, ReadyForRound
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.round_world import RoundWorld
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.rules.space_combat.setting import design_of
from pbm.games.nova.state.battle.arena import ABOARD, CENTER, Battle, BattleSide, Fighter, Place
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from tests.games.nova.builders import design

OWNERS = {"a": "ann", "b": "bea", "c": "cyd"}
MISSILES = {
    one: {"Dart": MissileDesign("Dart", 6, 90, 14), "Lance": MissileDesign("Lance", 4, 75, 17)}
    for one in OWNERS.values()
}


def made(*parts: Component, **fields: Any) -> Design:
    """A design of these components, with IE 2 and JD 3 L8 unless others are given."""
    return design("It", *parts, **fields)


def of(kind: str, number: int = 1, level: int = 0, **more: Any) -> Component:
    """A component."""
    return Component(kind, number, level, **more)


# The book's ships: the Tribal and the Explorer class.
TRIBAL = made(
    of("IE", 1, 2), of("JD", 1, 3, lt=3), of("SI", 2, 12), of("AR", 5, 1), of("EW", 1, 2),
    of("BL", 1, 20), of("FC", 1, 3), of("SN", 1, 20),
)  # fmt: skip
EXPLORER = made(
    of("IE", 1, 1), of("JD", 1, 3, lt=8), of("SI", 1, 12), of("AR", 6, 1), of("ML", 1, 12),
    of("SN", 1, 10), of("XC"),
)  # fmt: skip

DESIGNS: Mapping[str, Design] = {
    "Hull": made(),
    "Laser": made(of("BL", 1, 20)),
    "Wall": made(of("AR", 99, 1)),
    "Twin": made(of("BL", 2, 20)),
    "Archer": made(of("ML", 1, 12)),
    "Pulse": made(of("PA", 1, 0, damage=6, pr=2)),
    "Cannon": made(of("WC", 1, 0, accuracy=120, damage=4)),
    "Scout": made(of("SN", 1, 30)),
    "Eye": made(of("SN", 1, 10)),
    "Veil": made(of("SS", 1, 30)),
    "Ghosts": made(of("SS", 3, 30)),
    "Shield": made(of("SI", 2, 12)),
    "Carrier": made(of("LB", 2, 30), of("CH", 1, 30)),
    "Gnat": made(of("JD", 0), of("BL", 1, 10)),
    "Holder": made(of("DG", 1, 20)),
    "Held": made(of("DG", 1, 5), of("JD", 1, 3, lt=3)),
    "Free": made(of("DS", 1, 20), of("JD", 1, 3, lt=3)),
    "Less": made(of("DS", 1, 19), of("JD", 1, 3, lt=3)),
    "Quick": made(of("JD", 1, 3, lt=3)),
    "Spare": made(of("JD", 1, 3, lt=3), of("JD", 1, 3, lt=2)),
    "Stuck": made(of("JD", 0)),
    "Caller": made(of("TC", 1, 2)),
    "Jammer": made(of("TJ", 1, 2)),
    "Deaf": made(of("TJ", 1, 1)),
    "Masks": made(of("EW", 1, 2), of("EW", 1, 7), of("FC", 1, 3), of("FC", 1, 1)),
    "Tribal": TRIBAL,
    "Explorer": EXPLORER,
}


def fighter(id: str, klass: str = "Laser", at: Place = CENTER, **fields: Any) -> Fighter:
    """A ship with full shields unless told; its name is its id in capitals."""
    owner = OWNERS[id[0]]
    if "carrier" in fields:
        fields = {"state": ABOARD, "bay": "LB1", **fields}
    fields = {"missiles": ("Dart", "Lance"), "builder": owner, **fields}
    one = Fighter(id, f"ship-{id}", owner, id.upper(), klass, at=at, **fields)
    return one if "shields" in fields else replace(one, shields=live(one).full_shields)


def gate(id: str, tc: int = 0, at: Place = CENTER) -> Fighter:
    """A star gate end."""
    return Fighter(
        id, "", OWNERS[id[0]], id.upper(), str(tc), at=at, retreats=True, gate=f"end-{id}"
    )


def live(one: Fighter, design: Design | None = None) -> Live:
    """A fighter as it is in a round."""
    return Live(one, design or design_of(DESIGNS, one))


def battle(*fighters: Fighter, enemies: Mapping[str, str] | None = None, **fields: Any) -> Battle:
    """A battle of these; ``enemies`` by first letter (``{"a": "bc"}``), else all of all."""
    owners = sorted({one.owner for one in fighters})
    foes = {
        OWNERS[one]: tuple(OWNERS[other] for other in others)
        for one, others in (enemies or {}).items()
    }
    sides = {
        one: BattleSide(
            one,
            foes.get(one, () if enemies else tuple(o for o in owners if o != one)),
            start=sum(f.owner == one for f in fighters),
        )
        for one in owners
    }
    all_of = {one.id: one for one in fighters}
    return Battle("battle", "SHOOT", sides, all_of, {one: {} for one in owners}, **fields)


@dataclass
class Told:
    """A captain whose answers are written down beforehand; it keeps the views it was given."""

    readiness: Mapping[str, ReadyForRound] = field(default_factory=dict)
    moves: Mapping[str, Place] = field(default_factory=dict)
    aims: Mapping[str, Sequence[Aim]] = field(default_factory=dict)
    boards: Mapping[str, str] = field(default_factory=dict)
    leaves: Mapping[str, str] = field(default_factory=dict)
    goes: bool = False
    views: list[tuple[str, CaptainView]] = field(default_factory=list)

    def ready(self, view: CaptainView) -> Mapping[str, ReadyForRound]:
        """As written."""
        self.views.append(("C", view))
        return self.readiness

    def steer(self, view: CaptainView) -> Mapping[str, Place]:
        """As written."""
        self.views.append(("D", view))
        return self.moves

    def fire(self, view: CaptainView) -> Mapping[str, Sequence[Aim]]:
        """As written."""
        self.views.append(("F", view))
        return self.aims

    def pick_up(self, view: CaptainView) -> Mapping[str, str]:
        """As written."""
        self.views.append(("K", view))
        return self.boards

    def leave(self, view: CaptainView) -> Mapping[str, str]:
        """As written."""
        self.views.append(("L", view))
        return self.leaves

    def lost(self, view: CaptainView) -> bool:
        """As written."""
        self.views.append(("lost", view))
        return self.goes

    def view(self, step: str) -> CaptainView:
        """The last view of a step."""
        return [view for at, view in self.views if at == step][-1]


_WORDS = ("effect", "fire", "echo", "blow up", "critical", "meeting")


class Faces:
    """Dice that fall as told by a word of their name; what is not told is an error.

    Ships do not blow up, and critical hits do nothing, unless told. ``left`` are faces nobody
    rolled yet, ``rolled`` the names.
    """

    quiet: Mapping[str, int] = {"blow up": 100, "critical": 1000}

    def __init__(self, **faces: Sequence[int]) -> None:
        self.left = {name.replace("_", " "): list(told) for name, told in faces.items()}
        self.rolled: list[tuple[str, ...]] = []

    def __call__(self, die: str, *name: str, count: int = 1) -> Roll:
        """The next faces of a roll."""
        word = next(one for one in _WORDS if one in name)
        told = self.left.get(word, [self.quiet[word]] * count if word in self.quiet else None)
        assert told is not None and len(told) >= count, f"no {word} among the dice: {name}"
        faces = tuple(told.pop(0) for _ in range(count))
        self.rolled.append(name)
        return Roll(roll_name(name), die, faces, "")


@dataclass
class Fight:
    """Rounds of a battle, with what was noted in them."""

    battle: Battle
    world: RoundWorld
    notes: list[BattleNote] = field(default_factory=list)

    def round(self, dice: Faces | None = None, **captains: Told) -> Battle:
        """One more round; captains by first letter, those left out do nothing."""
        told = {one: captains.get(one[0]) or Told() for one in self.battle.sides}
        rolled = dice or Faces()
        self.battle = fight_round(self.battle, self.world, told, rolled, self.notes.append)
        assert not any(rolled.left.values()), rolled.left
        return self.battle

    def told(self, kind: str, round: int = 0) -> list[BattleNote]:
        """Notes of a kind, of one round if told."""
        return [one for one in self.notes if one.kind == kind and round in (0, one.round)]

    def ship(self, id: str) -> Fighter:
        """A ship as it stands now."""
        return self.battle.fighters[id]


def fight(*fighters: Fighter, designs: Mapping[str, Design] | None = None, **fields: Any) -> Fight:
    """A battle of these that can be fought; ``designs`` beside those above, or in their place."""
    limits = {name: fields.pop(name) for name in ("cap", "stalemate") if name in fields}
    world = RoundWorld({**DESIGNS, **(designs or {})}, MISSILES, **limits)
    return Fight(battle(*fighters, **fields), world)


def shoot(target: str, *weapons: str, **fields: Any) -> list[Aim]:
    """One aim of some weapons, ``BL1`` unless told."""
    return [Aim(target, weapons or ("BL1",), **fields)]


def face_of(design: Design, part: str) -> int:
    """The first permillage roll that strikes an installation of a design."""
    chart = critical_chart(design)
    return next(face for face in range(1, 1001) if chart.struck(face) == part)
