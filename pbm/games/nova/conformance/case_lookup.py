"""What a case may look up in a state of Nova: empires, systems, ships, gates, what is known."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import asdict

from pbm.games.nova.state.projects import called
from pbm.games.nova.state.state import Empire, GateEnd, Hull, Ship, State
from pbm.kit.records import Record

T = TypeVar("T", Ship, Hull, GateEnd)


def thing(state: State, words: tuple[str, ...]) -> Any:
    """What the words name: ``game``, ``empire ann``, ``ship Stinger``, ``sight ann.TEDDY`` ...

    Also ``system VIRUS``, ``hull Bee``, ``gate Ring-A``, ``project ann.BL20``, ``contact ann.bea``.
    """
    if words == ("game",):
        return {"turn": state.turn, "result": state.result, "winners": state.winners}
    find = _FIND.get(words[0])
    return None if find is None else find(state, ".".join(words[1:]))


def _empire(state: State, name: str) -> Mapping[str, Any] | None:
    one = state.empires.get(name)
    if one is None:
        return None
    return {**asdict(one), "designs": list(one.designs), "missiles": list(one.missiles)}


def _ship(state: State, name: str) -> Mapping[str, Any] | None:
    one = _called(state.ships, name)
    if one is None:
        return None
    return {
        **asdict(one),
        "carrier": _carrier(state, one),
        "design": one.klass,
        "cargo": {cargo.kind: cargo.number for cargo in one.cargo},
        "cargo_of": {cargo.kind: cargo.owner for cargo in one.cargo},
        "retreats": one.retreat is not None,
    }


def _gate(state: State, name: str) -> Mapping[str, Any] | None:
    one = _called(state.gates, name)
    if one is None:
        return None
    return {**asdict(one), "carrier": _carrier(state, one)}


def _carrier(state: State, one: Ship | GateEnd) -> str:
    return state.ships[one.carrier].name if one.carrier else ""


def _called(things: Mapping[str, T], name: str) -> T | None:
    return next((one for one in things.values() if one.name == name), None)


def _of(state: State, name: str) -> tuple[Empire | None, str]:
    """``ann.TEDDY`` taken apart: the empire, and what is asked of it."""
    empire, _dot, what = name.partition(".")
    return state.empires.get(empire), what


def _project(state: State, name: str) -> Mapping[str, Any] | None:
    empire, wanted = _of(state, name)
    for one in empire.projects if empire else ():
        if called(one) == wanted:
            return {"teams": one.teams, "done": one.done, "goal": one.goal, "table": one.table}
    return None


def _sight(state: State, name: str) -> Record | None:
    empire, system = _of(state, name)
    return empire.sights.get(system) if empire else None


def _contact(state: State, name: str) -> Record | None:
    empire, other = _of(state, name)
    return empire.contacts.get(other) if empire else None


_FIND: Mapping[str, Callable[[State, str], Any]] = {
    "empire": _empire,
    "system": lambda state, name: state.systems.get(name),
    "ship": _ship,
    "hull": lambda state, name: _called(state.hulls, name),
    "gate": _gate,
    "sight": _sight,
    "project": _project,
    "contact": _contact,
}
