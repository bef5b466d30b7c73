"""Orders for tests of movement, and a turn's phase F played on the small cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.games.nova.rules.movement import arrivals, movement
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Codes, Jump, Loading, Mover, Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import State
from tests.games.nova.builders import design, ref, told, work

# Ships beside the standard ones: with a suppressor, with little or no engine, carriers.
MORE = {
    f"ann/{one.name}": one
    for one in (
        design("Slip", Component("DS", 1, 20)),
        design("Slow", Component("JD", 1, 1, lt=8)),
        design("Net", Component("DG", 1, 9)),
        design("Mother", Component("LB", 1, 10), Component("LB", 1, 30), Component("CH", 1, 30)),
        design("Dock", Component("LB", 1, 180), Component("CH", 6, 30)),
        design("Gnat", Component("AR", 1)),
    )
}


def route(text: str) -> tuple[Jump, ...]:
    """``D > TEDDY > gate ring-a``: letters, names, gates by id."""
    found = []
    for word in text.split(" > "):
        if word.startswith("gate "):
            found.append(Jump(gate=word[5:]))
        else:
            found.append(Jump(word) if len(word) == 1 else Jump(system=word))
    return tuple(found)


def line(
    start: str, *ships: str, to: str = "", does: str = "", n: int = 1, **more: Any
) -> Movement:
    """A movement line: ships by id, a route as in `route`, activities as letters."""
    activities = tuple(Activity(code) for code in does.split()) or None
    player = more.pop("player", "ann")
    fields: dict[str, Any] = {"codes": Codes(activities=activities), **more}
    movers = tuple(Mover(ship) for ship in ships)
    return Movement(
        ref(f"{start} {to}", n, player), start, movers, route(to) if to else (), **fields
    )


def orders(*lines: Movement, player: str = "ann", **more: Any) -> Orders:
    """A sheet of movement lines."""
    return Orders(player, movement=lines, **more)


def brackets(*cargo: Loading | str) -> tuple[Loading, ...]:
    """What is to be aboard: ``2 AA``, ``AA`` (all), ``CH1: C``, ``ship gnat``, ``2 AA of bea``."""
    return tuple(one if isinstance(one, Loading) else _loading(one) for one in cargo)


def _loading(text: str) -> Loading:
    hold, colon, rest = text.rpartition(": ")
    words = rest.split()
    if words[0] == "ship":
        return Loading(hold if colon else "", ship=words[1])
    if words[0] == "gate":
        return Loading(hold if colon else "", Units("SG", gate=words[1]))
    number = int(words.pop(0)) if words[0].isdigit() else 0
    return Loading(hold, Units(words[0], number, words[2] if len(words) > 2 else ""))


def moved(
    table: State, *sheets: Orders, options: Mapping[str, str] | None = None, reports: bool = True
) -> PhaseContext:
    """The work after phase F, and what is reported at the end of phase G."""
    done = work(table, sheets, options, phase="F")
    movement.move(done)
    if reports:
        done.phase = "G"
        arrivals.report(done)
    return done


def failures(done: PhaseContext) -> list[tuple[str, str, str]]:
    """Whom orders failed, with the code and the reason."""
    return [
        (event.facts["written"], event.facts["code"], event.facts["why"])
        for event in told(done, "failed")
    ]


def only_one(done: PhaseContext, kind: str) -> Event:
    """The one event of a kind."""
    (event,) = told(done, kind)
    return event
