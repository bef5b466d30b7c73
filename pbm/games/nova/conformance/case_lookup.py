"""What a case may look up in a state of Nova: empires, systems, ships, gates, what is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from pbm.games.nova.state.projects import called
from pbm.games.nova.state.state import State


def thing(state: State, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    """What the words name: ``game``, ``empire ann``, ``ship Stinger``, ``sight ann.TEDDY`` ...

    Also ``system VIRUS``, ``hull Bee``, ``gate Ring-A``, ``project ann.BL20``, ``contact ann.bea``.
    """
    if words == ("game",):
        return {"turn": state.turn, "result": state.result, "winners": state.winners}
    if len(words) != 2:
        return None
    find = _FIND.get(words[0])
    return None if find is None else find(state, words[1])


def _empire(state: State, name: str) -> Mapping[str, Any] | None:
    one = state.empires.get(name)
    if one is None:
        return None
    plain = ("treasury", "debt", "locked", "production", "home", "capital", "treasury_at", "points")
    found: dict[str, Any] = {key: getattr(one, key) for key in plain}
    found |= {key: getattr(one, key) for key in ("missed", "vacant", "eliminated", "tech", "open")}
    found["designs"] = list(one.designs)
    found["missiles"] = list(one.missiles)
    return found


def _system(state: State, name: str) -> Mapping[str, Any] | None:
    one = state.systems.get(name)
    if one is None:
        return None
    return {**asdict(one), "status": one.status, "captured": one.captured}


def _ship(state: State, name: str) -> Mapping[str, Any] | None:
    one = next((ship for ship in state.ships.values() if ship.name == name), None)
    if one is None:
        return None
    carrier = state.ships[one.carrier].name if one.carrier else ""
    return {
        **asdict(one),
        "carrier": carrier,
        "design": one.design.split("/", 1)[1],
        "cargo": {cargo.kind: cargo.number for cargo in one.cargo},
        "cargo_of": {cargo.kind: cargo.owner for cargo in one.cargo},
        "retreats": one.retreat is not None,
    }


def _hull(state: State, name: str) -> Mapping[str, Any] | None:
    one = next((hull for hull in state.hulls.values() if hull.name == name), None)
    return None if one is None else asdict(one)


def _gate(state: State, name: str) -> Mapping[str, Any] | None:
    one = next((end for end in state.gates.values() if end.name == name), None)
    if one is None:
        return None
    return {**asdict(one), "carrier": state.ships[one.carrier].name if one.carrier else ""}


def _sight(state: State, name: str) -> Mapping[str, Any] | None:
    empire, _dot, system = name.partition(".")
    one = state.empires[empire].sights.get(system) if empire in state.empires else None
    return None if one is None else asdict(one)


def _project(state: State, name: str) -> Mapping[str, Any] | None:
    empire, _dot, wanted = name.partition(".")
    if empire not in state.empires:
        return None
    for one in state.empires[empire].projects:
        if called(one.kind, one.subject, one.goal_level) == wanted:
            return {"teams": one.teams, "done": one.done, "goal": one.goal, "table": one.table}
    return None


def _contact(state: State, name: str) -> Mapping[str, Any] | None:
    empire, _dot, other = name.partition(".")
    one = state.empires[empire].contacts.get(other) if empire in state.empires else None
    return None if one is None else asdict(one)


_FIND = {
    "empire": _empire,
    "system": _system,
    "ship": _ship,
    "hull": _hull,
    "gate": _gate,
    "sight": _sight,
    "project": _project,
    "contact": _contact,
}
