"""A side decides by what it may know, and by nothing else: not the order of mappings, not truth."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.captain import CaptainView, Foe
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.round_world import RoundWorld
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.state.battle.arena import Battle, BattleSide, Fighter
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from tests.games.nova.builders import design
from tests.games.nova.scenes.doctrine import DESIGNS, MISSILES, commander, foe, own, plan, view

STEPS = ("ready", "steer", "fire", "pick_up", "leave", "lost")


def answers(side: CaptainView, by: Commander) -> list[Any]:
    """All that a commander decides, mappings with their order."""
    found = [getattr(by, step)(side) for step in STEPS]
    return [list(one.items()) if isinstance(one, dict) else one for one in found]


def a_side(round: int = 3) -> CaptainView:
    return view(
        own("a", cycle=8),
        own("b", "Archer", at=(1, 1)),
        own("c", "Carrier"),
        own("z", "Gnat", carrier="c"),
        own("y", "Gnat"),
        foe(1, at=(6, 0), size="FG", shields=10, probed=round),
        foe(2, at=(0, 9), guns={"BL 20": 2}, ew=3),
        round=round,
        lost={"x": foe(3, at=(30, 0)).known},
        started=7,
        gone=1,
    )


def test_the_order_of_what_is_seen_changes_nothing() -> None:
    side = a_side()
    turned = replace(
        side,
        own=dict(reversed(list(side.own.items()))),
        foes=dict(reversed(list(side.foes.items()))),
        lost=dict(reversed(list(side.lost.items()))),
    )
    by = commander("target armed > nearest", z=plan("pick up"))
    assert answers(turned, by) == answers(side, by)


def test_ids_of_alien_ships_decide_nothing() -> None:
    side = a_side()
    names = {"foe1": "q", "foe2": "p"}
    renamed = replace(
        side, foes={names[id]: Foe(names[id], one.at, one.known) for id, one in side.foes.items()}
    )
    by = commander()
    there = {id: [names[aim.target] for aim in all_of] for id, all_of in by.fire(side).items()}
    assert there == {id: [aim.target for aim in all_of] for id, all_of in by.fire(renamed).items()}
    assert by.steer(renamed) == by.steer(side)


def test_deciding_changes_nothing_it_reads() -> None:
    side, by = a_side(), commander()
    first = answers(side, by)
    assert answers(side, by) == first
    assert answers(a_side(), commander()) == first


@pytest.mark.parametrize(
    ("known", "items"),
    [
        ({"size": "DN"}, "target big"),
        ({"shields": 90}, "target strong"),
        ({"ew": 20}, "spread"),
        ({"guns": {"BL 20": 1}}, "target armed"),
        ({"hurt": True}, "target hurt"),
        ({"vector": (-6, 3)}, "range close"),
    ],
)
def test_what_is_learned_may_change_what_is_done(known: dict[str, Any], items: str) -> None:
    ships = [own("a"), own("b", retreats=True), own("p", "Pulsar", at=(7, 0))]
    first, second = foe(2, at=(8, 0), size="FG"), foe(1, at=(8, 1), **{"size": "FG", **known})
    plain = foe(1, at=(8, 1), size="FG")
    before = answers(view(*ships, first, plain, round=2), commander(items))
    assert answers(view(*ships, first, second, round=2), commander(items)) != before


# --- two battles that differ in what one side cannot know ------------------------------------

HIDDEN = design("Frigate", Component("BL", 1, 20), Component("SI", 2, 12), empire="bea")
# The same from outside, while no probe succeeds and it was not fired at: other insides.
OTHER = design("Frigate", Component("BL", 1, 20), Component("EW", 1, 20), empire="bea")


def rolls(die: str, *name: str, count: int = 1) -> Any:
    """Dice that fall by the name of the roll alone, alike in both battles."""
    sides = 10 if die == "d10_low" else int(die[1:])
    first = sum(map(ord, "".join(name)))
    faces = tuple((first + 7 * one) % sides + (die != "d10_low") for one in range(count))
    return SimpleNamespace(faces=faces, total=sum(faces), die=die)


class Watched(Commander):
    """Keeps what it decided, and what it saw, round by round."""

    def __init__(self) -> None:
        super().__init__({}, MISSILES)
        self.decided: list[Any] = []

    def fire(self, view: CaptainView) -> Any:
        """Decide, and remember it."""
        found = super().fire(view)
        self.decided.append(found)
        return found

    def steer(self, view: CaptainView) -> Any:
        """Decide, and remember it."""
        found = super().steer(view)
        self.decided.append(found)
        return found


def fought(alien: Design, rounds: int) -> list[Any]:
    """What Ann decides in each round, her fire among it."""
    designs = {"ann/Frigate": DESIGNS["Frigate"], "bea/Frigate": alien}
    fighters = {}
    for owner, at in (("ann", (0, 0)), ("bea", (24, 0))):
        made = Fighter(owner, owner, owner, owner.upper(), f"{owner}/Frigate", at=at)
        live = Live(made, designs[f"{owner}/Frigate"])
        live.shields = live.full_shields
        fighters[owner] = live.frozen()
    sides = {
        "ann": BattleSide("ann", ("bea",), start=1),
        "bea": BattleSide("bea", ("ann",), start=1),
    }
    battle = Battle("b", "SHOOT", sides, fighters, {"ann": {}, "bea": {}})
    watched = Watched()
    captains = {"ann": watched, "bea": Commander({}, MISSILES)}
    for _ in range(rounds):
        battle = fight_round(battle, RoundWorld(designs, MISSILES), captains, rolls)
    return watched.decided


def test_a_side_acts_alike_until_it_learns_what_is_different() -> None:
    one, other = fought(HIDDEN, 8), fought(OTHER, 8)
    fired = next(place for place, made in enumerate(one) if made and place % 2)
    assert fired > 1  # they see one another only later
    assert one[: fired + 1] == other[: fired + 1]
    assert one[fired + 1 :] != other[fired + 1 :]  # its first volley told it of the EW
