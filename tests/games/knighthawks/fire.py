"""Lines of fire made in a word or two, and a phase that is run for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbm.dice.scripted import ScriptedDice, parse_script
from pbm.drawing.hexgrid import parse_hex
from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, ConditionTest
from pbm.games.knighthawks.orders.evade import EvadeLine
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.icm import IcmLine
from pbm.games.knighthawks.orders.ship_orders import ShipOrders
from pbm.games.knighthawks.state.state import Mount, Ship, State
from tests.games.knighthawks.builders import ref, ship, work

KINDS = {
    "LC": "laser_cannon",
    "PL": "pod_laser",
    "LB": "laser_battery",
    "T": "torpedo",
    "AR": "assault_rocket",
    "RB": "rocket_battery",
}


def mounts(*labels: str) -> tuple[Mount, ...]:
    """Mounts by label; the kind is the label's letters."""
    return tuple(Mount(label, KINDS[label.rstrip("0123456789")]) for label in labels)


def mover(designation: str, came_from: str, *path: str, **fields: Any) -> Ship:
    """A ship that came this way in its last move."""
    hexes = tuple(parse_hex(at) for at in path)
    return ship(designation, path[-1], came_from=parse_hex(came_from), path=hexes, **fields)


def fire(weapon: str, *targets: str, line: int = 1, player: str = "ann", **more: Any) -> FireLine:
    """A line of fire; ``when`` is a test."""
    if "when" in more:
        more["condition"] = Condition(((more.pop("when"),),))
    written = ref(line, f"{weapon} at {' > '.join(targets)}", player)
    return FireLine(
        **{"ref": written, "condition": ALWAYS, "weapon": weapon, **more}, targets=targets
    )


def hold(weapon: str, line: int = 1, player: str = "ann", **more: Any) -> FireLine:
    """A line that keeps a weapon silent."""
    return fire(weapon, line=line, player=player, hold=True, **more)


def chance_at_least(number: int) -> ConditionTest:
    """A test of the chance at hand."""
    return ConditionTest("chance", op=">=", number=number)


def icm(keep: int = 0, until: int | None = None, line: int = 9, **each: int) -> IcmLine:
    """An icm line of bea's."""
    return IcmLine(ref(line, "icm", "bea"), each, until, keep)


def evade(when: str, test: ConditionTest | None = None, line: int = 8) -> EvadeLine:
    """An evade line of bea's."""
    condition = Condition(((test,),)) if test else ALWAYS
    return EvadeLine(ref(line, "evade", "bea"), when, condition)


def phase(
    resolve: Callable[[PhaseContext, str], None],
    table: State,
    *given: ShipOrders,
    dice: str = "attack *: 50 *\ndamage *: 1 *",
    side: str = "A",
    leftover: bool = False,
    **options: str,
) -> PhaseContext:
    """Run one combat phase; orders go to the owners of their ships; all dice must be used."""
    script, problems = parse_script(dice, "dice")
    assert not problems
    scripted = ScriptedDice(script)
    owners: dict[str, list[ShipOrders]] = {}
    for one in given:
        owners.setdefault(table.ship(one.ship).owner, []).append(one)
    named = {key.replace("__", "."): value for key, value in options.items()}
    made = work(table, owners, named, scripted, "phase")
    resolve(made, side)
    assert leftover or not scripted.leftover()
    return made


def of_kind(made: PhaseContext, kind: str) -> list[Event]:
    """The events of one kind, in order."""
    return [event for event in made.events if event.kind == kind]


def facts(made: PhaseContext, kind: str, *names: str) -> list[Any]:
    """Of every event of one kind, a fact, or a tuple of several."""
    if len(names) == 1:
        return [event.facts[names[0]] for event in of_kind(made, kind)]
    return [tuple(event.facts[name] for name in names) for event in of_kind(made, kind)]


def orders(ship_id: str, **lists: Sequence[Any]) -> ShipOrders:
    """The orders of one ship."""
    return ShipOrders(ship_id, **{name: tuple(lines) for name, lines in lists.items()})
