"""The book's twelve sample technologies, with their right sums.

Rule: NV TEC-47.
"""

from collections.abc import Mapping
from fractions import Fraction

from pbm.games.nova.state.technology import total_points
from pbm.kit.records import Record
from pbm.kit.tables import table

_TABLE = table("pbm.games.nova", "presets")


class Preset(Record):
    """One sample technology: levels by abbreviation, in the order of the book."""

    name: str
    title: str
    levels: Mapping[str, int]

    @property
    def points(self) -> Fraction:
        """What it costs in tech points, by the chart."""
        return total_points(self.levels)


def _levels(text: str) -> dict[str, int]:
    pairs = (item.split() for item in text.split(","))
    return {kind: int(level) for kind, level in pairs}


PRESETS: Mapping[str, Preset] = {
    name: Preset(name, str(_TABLE.at(name, "title")), _levels(str(_TABLE.at(name, "levels"))))
    for name in _TABLE.rows
}


def preset_named(name: str) -> Preset:
    """A sample technology by its name, in any case; ValueError if there is none."""
    found = PRESETS.get(name.casefold())
    if found is None:
        raise ValueError(f'"{name}" is not a sample technology; they are {", ".join(PRESETS)}')
    return found
