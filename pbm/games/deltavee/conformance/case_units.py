"""Units for conformance cases: a class by its title, pods by their kinds, damage by part."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.outfit import craft, in_boxes, missile, places_taken, pod
from pbm.games.deltavee.state.ratings import BATTLECRAFT_POD, CLASSES, STORAGE_POD
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import MISSILE_TYPES, OK, Part, Unit
from pbm.kit.english import count


def class_row(title: str) -> str:
    """The row of tables/classes.toml with this title; ValueError for none."""
    found = next((row for row in CLASSES.rows if CLASSES.at(row, "title") == title), "")
    if not found:
        raise ValueError(f'there is no class "{title}"')
    return found


def held(written: str) -> tuple[str, str]:
    """Kind and class held of a pod such as ``battlecraft Terwillicker-X`` or ``storage Sword``.

    Two empty words for a pod that holds nothing.
    """
    kind, _, klass = written.partition(" ")
    return (kind, klass) if kind in (BATTLECRAFT_POD, STORAGE_POD) and klass else ("", "")


def held_class(written: str) -> str:
    """The class that a pod such as ``battlecraft Terwillicker-X`` holds; empty for none."""
    return held(written)[1]


def boxed(kinds: Sequence[str]) -> list[tuple[int, str]]:
    """Pods as a case writes them with the first box of each."""
    return list(in_boxes(kinds, lambda written: held(written)[0] or written))


def pods_of(
    klass: str,
    kinds: Sequence[str],
    options: Mapping[str, str],
    *,
    armor: int | None = None,
    holds: Mapping[int, str] | None = None,
) -> tuple[Part, ...]:
    """Pods of a row of the class chart, in the order of their boxes.

    ValueError for more than the class has room for. A kind may end in its Civ Level (``tractor beam
    8``) or, of a battlecraft or storage pod, in the class it holds; ``holds`` are the ids of what
    it holds by box.
    """
    plain = [held(written)[0] or _split(written)[0] for written in kinds]
    if kinds and places_taken(klass, plain, options) > (most := CLASSES.number(klass, "pods")):
        title, number = CLASSES.at(klass, "title"), count(len(kinds), "pod")
        raise ValueError(f"{number} on a {title}, which has room for {most} [DV 4.9]")
    found = []
    for box, written in boxed(kinds):
        holder, _ = held(written)
        kind, civ = (holder, "") if holder else _split(written)
        inside = (holds or {}).get(box, "")
        made = pod(kind, box, klass, options, armor=armor, civ=int(civ or 0), holds=inside)
        found.append(made)
    return tuple(found)


def _split(kind: str) -> tuple[str, str]:
    name, _, last = kind.rpartition(" ")
    return (name, last) if name and last.isdigit() else (kind, "")


def damaged(unit: Unit, status: Mapping[str, str], *, told: bool = True) -> Unit:
    """The unit with parts in this status; ValueError for a part it does not have.

    Its enemies were ``told`` of it if it is revealed, as in play.
    """
    for name, mark in status.items():
        part = unit.part(name)
        if part is None:
            raise ValueError(f"it has no {name}")
        known = mark if told and unit.revealed and mark != OK else ""
        unit = unit.with_part(replace(part, status=mark, told=known))
    return unit


def made(
    title: str,
    pods: Sequence[str],
    status: Mapping[str, str],
    options: Mapping[str, str],
    **fields: Any,
) -> Unit:
    """A unit of a class, or a missile of a type and Civ Level such as ``guided 7``."""
    type, civ = _split(title)
    if type in MISSILE_TYPES:
        return missile(type, int(civ or 8), **fields)
    row = class_row(title)
    return damaged(craft(row, pods_of(row, pods, options), **fields), status)


# --- for questions, which have no table --------------------------------------------------------

ROW = 5  # maps in a row


def plain_state(options: Mapping[str, str], *units: Unit) -> State:
    """A state that has only these units."""
    maps = first_maps(ROW, options)
    return State("asked", "Asked", maps, ("1", "2"), {"1": "1", "2": "2"}, units, turn=1)


def hex_of(text: str, options: Mapping[str, str]) -> Hex:
    """A hex of a row of maps."""
    return first_maps(ROW, options).parse(text)


def plain_unit(
    klass: str,
    options: Mapping[str, str],
    pods: Sequence[str] = (),
    status: Mapping[str, str] | None = None,
    **more: Any,
) -> Unit:
    """A unit that has only what a question speaks of."""
    plain: dict[str, Any] = {
        "id": "unit",
        "designation": "A",
        "name": "",
        "side": "1",
        "owner": "1",
        "at": Hex(9, 9),
        "direction": Direction(12),
        "velocity": 0,
    }
    return made(klass, pods, status or {}, options, **{**plain, **more})
