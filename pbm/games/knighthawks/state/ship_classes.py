"""The classes of ships: the figures that a record sheet begins with (KH-A39)."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, field

from pbm.engine.scenario_base import Code, Count, Name
from pbm.games.knighthawks.state.state import SUPPLIES, WEAPONS, Mount
from pbm.kit.file_part import Check, FilePart
from pbm.kit.package_data import package_data
from pbm.kit.toml_reader import load


def _known_weapons(weapons: Mapping[str, str]) -> Mapping[str, str]:
    for label, kind in weapons.items():
        if kind not in WEAPONS:
            raise ValueError(f'{label} = "{kind}": the weapons are {", ".join(WEAPONS)}')
    return weapons


def _known_supplies(supplies: Mapping[str, int]) -> Mapping[str, int]:
    for kind in supplies:
        if kind not in SUPPLIES:
            raise ValueError(f'"{kind}": the supplies are {", ".join(SUPPLIES)}')
    return supplies


class ShipClass(FilePart):
    """One class: the figures a record sheet begins with."""

    title: Name
    hull_points: Annotated[int, Meta(ge=1, le=10000)]
    adf: Count
    mr: Count
    reflective: bool
    evades: bool = False
    station: bool = False
    weapons: Annotated[Mapping[Code, str], Check(_known_weapons)] = field(default_factory=dict)
    supplies: Annotated[Mapping[str, Count], Check(_known_supplies)] = field(default_factory=dict)


class _Classes(FilePart):
    classes: Mapping[str, ShipClass]


@cache
def house_classes() -> Mapping[str, ShipClass]:
    """The ship classes of ships.toml; the figures are the house's own (KH-A39)."""
    data = package_data("pbm.games.knighthawks", "ships.toml")
    return load(_Classes, data, "ships.toml").classes


def figures(klass: ShipClass) -> dict[str, Any]:
    """What a ship has of its class, as fields of Ship."""
    supplies = {kind: klass.supplies[kind] for kind in SUPPLIES if kind in klass.supplies}
    return {
        "klass": klass.title,
        "hull": klass.hull_points,
        "hull_points": klass.hull_points,
        "adf": klass.adf,
        "mr": klass.mr,
        "reflective": klass.reflective,
        "evades": klass.evades,
        "station": klass.station,
        "mounts": tuple(Mount(label, kind) for label, kind in klass.weapons.items()),
        "supplies": supplies,
        "supplies_at_start": supplies,
    }
