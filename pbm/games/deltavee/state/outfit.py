"""Making units from the charts: hulls with their parts, pods in boxes, missiles.

Rule: DV 4.0, DV 5.0, DV 9.5, DV 10.1.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pbm.games.deltavee.state.hulls import field_names, hull_names
from pbm.games.deltavee.state.ratings import (
    CLASSES,
    ENERGY_POD,
    PODS,
    missile_number,
    pod_civ,
    pod_room,
    pod_stock,
)
from pbm.games.deltavee.state.units import FORCE_FIELD, MISSILE, UNGUIDED, Part, Unit
from pbm.kit.tables import EMPTY

T = TypeVar("T")


def hull_parts(klass: str) -> tuple[Part, ...]:
    """Bridge, engine and, where the class has one, force field, with the class's armor.

    A cruiser has several fields, ``force field 1`` ...; aliens have hull and grid, or one module.
    """
    armor = CLASSES.number(klass, "armor")
    fields = field_names(klass) if CLASSES.number(klass, "field") else ()
    return (
        *(Part(name, kind, armor) for name, kind in hull_names(klass)),
        *(Part(name, FORCE_FIELD, armor) for name in fields),
    )


def pod(
    kind: str,
    box: int,
    klass: str,
    options: Mapping[str, str],
    *,
    armor: int | None = None,
    civ: int = 0,
    holds: str = "",
) -> Part:
    """A new pod of a ship of this class, with its missiles.

    ``armor`` and ``civ`` are those the scenario states; else the chart's, else by option.
    Kinds that stand in no row are the "other" pods, without effect. Ambiguity: DV-A37, DV-A92.
    """
    if kind == "tractor beam" and not civ:
        civ = int(options["tractor.default_civ"])
    if armor is None:
        armor = _armor(kind, klass, options["default_pod_armor"])
    civ = pod_civ(kind, CLASSES.number(klass, "civ"), civ)
    return Part(
        f"pod {box}",
        kind,
        armor,
        box=box,
        civ=civ,
        stock=pod_stock(kind),
        holds=holds,
        room=pod_room(kind),
    )


def in_boxes(kinds: Sequence[T], kind_of: Callable[[T], str]) -> Iterator[tuple[int, T]]:
    """Pods with the first box of each, one behind the other."""
    box = 1
    for one in kinds:
        yield box, one
        box += pod_room(kind_of(one))


def places_taken(klass: str, kinds: Sequence[str], options: Mapping[str, str]) -> int:
    """Places that pods take up in a hull: one each, a storage pod four.

    Two energy pods in a hull that is not streamlined may share one. Ambiguity: DV-A43.
    """
    shared = options["energy_pods.two_for_one"] == "yes"
    room = sum(map(pod_room, kinds))
    if not shared or CLASSES.at(klass, "streamlined") == "yes":
        return room
    return room - sum(kind == ENERGY_POD for kind in kinds) // 2


def _armor(kind: str, klass: str, default: str) -> int:
    printed = PODS.at(kind, "armor") if kind in PODS.rows else EMPTY
    if printed != EMPTY:
        return int(printed)
    return CLASSES.number(klass, "armor") if default == "hull" else int(default)


def craft(klass: str, pods: tuple[Part, ...] = (), **fields: Any) -> Unit:
    """A spaceship or battlecraft of a class; ``fields`` are the other fields of Unit."""
    return Unit(
        klass=klass,
        kind=str(CLASSES.at(klass, "kind")),
        parts=(*hull_parts(klass), *pods),
        energy=CLASSES.number(klass, "energy"),
        civ=CLASSES.number(klass, "civ"),
        **fields,
    )


def missile(type: str, civ: int, **fields: Any) -> Unit:
    """A missile of a type and Civ Level, unrevealed; ``fields`` are the other fields of Unit."""
    energy = 0 if type == UNGUIDED else missile_number(type, civ, "energy")
    return Unit(kind=MISSILE, klass=type, civ=civ, energy=energy, **{"revealed": False, **fields})
