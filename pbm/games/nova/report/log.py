"""Ship logs: the figures and critical-hit chart of each design, and the losses of its ships.

A log holds one design, and below it the ships of that design with their loads and losses. Designs
alike of several empires are one log in the game master's book. Rule: NV DSN-37, NV REP-19.
"""

from collections.abc import Iterable, Sequence

from markupsafe import Markup
from msgspec.json import encode

from pbm.drawing.tick_boxes import gauge
from pbm.games.nova.report.saying import parts_lost
from pbm.games.nova.view.labels import YOU
from pbm.games.nova.view.record import ChartRow, DesignView, ShipView, View
from pbm.kit.english import count
from pbm.kit.records import Record

_COLUMNS = 3  # columns of a critical chart on a page


def place_of(ship: ShipView) -> str:
    """Where a ship is: a system, aboard another, on a retreat."""
    if ship.carrier:
        bay = f", {ship.bay}" if ship.bay else ""
        return f"aboard {ship.carrier}{bay}"
    if ship.retreat and not ship.at:
        return f"retreats to {ship.retreat.to}"
    return ship.at


class Log(Record):
    """A design with its ships, of each owner in the order of their names."""

    design: DesignView
    fleets: dict[str, Sequence[ShipView]]  # by the owner's name
    place = staticmethod(place_of)

    @property
    def ships(self) -> list[ShipView]:
        """All ships of the design."""
        return [ship for fleet in self.fleets.values() for ship in fleet]

    @property
    def number(self) -> str:
        """How many ships there are of the design."""
        return count(len(self.ships), "ship")

    @property
    def whose(self) -> str:
        """The empire that has them, or how many have."""
        return next(iter(self.fleets)) if len(self.fleets) == 1 else f"{len(self.fleets)} empires"

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The ships as rows of a list, with what is left of their armour and structure."""
        design = self.design
        return [
            (
                owner,
                ship.name,
                place_of(ship),
                f"{design.armour - ship.damage.armour}",
                f"{design.ssz - ship.damage.structure}",
                f"{ship.ie}",
                f"{ship.jd}",
                "; ".join(filter(None, (self.lost(ship), self.load(ship)))),
            )
            for owner, fleet in self.fleets.items()
            for ship in fleet
        ]

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The figures of the design as the head of its log."""
        design = self.design
        armour, shields = str(design.armour), str(design.shields)
        if design.intrinsic_armour:
            armour += f" ({design.intrinsic_armour} intrinsic)"
        if design.shields:
            shields += f", +{design.recovery} a round"
        return [
            ("Class", design.category),
            ("SSZ", str(design.ssz)),
            ("Cost", str(design.cost)),
            ("Armour", armour),
            ("Shields", shields),
            ("Structure", str(design.ssz)),
        ]

    @property
    def chart(self) -> list[list[tuple[str, str]]]:
        """The critical-hit chart as columns of rolls and what they strike."""
        return chart_columns(self.design.chart)

    def load(self, ship: ShipView) -> str:
        """What a ship has aboard."""
        missiles = f"missiles {', '.join(ship.missiles)}" if ship.missiles else ""
        return "; ".join(filter(None, (cargo(ship), missiles)))

    def lost(self, ship: ShipView) -> str:
        """What a ship has lost."""
        return ", ".join(parts_lost(ship.damage))

    def armour(self, ship: ShipView) -> str:
        """The armour that is left, with a pencilled gauge of what is lost."""
        return _left("armour", self.design.armour, ship.damage.armour)

    def structure(self, ship: ShipView) -> str:
        """The structure that is left, with a pencilled gauge of what is lost."""
        return _left("structure", self.design.ssz, ship.damage.structure)


def logs(views: Iterable[View]) -> list[Log]:
    """The logs of all views, by design."""
    found: dict[bytes, Log] = {}
    for view in views:
        for design in view.designs:
            if ships := [ship for ship in view.ships if ship.design == design.name]:
                log = found.setdefault(encode(design), Log(design, {}))
                log.fleets[view.you.name] = ships
    return list(found.values())


def chart_columns(chart: Sequence[ChartRow]) -> list[list[tuple[str, str]]]:
    """A critical-hit chart as columns of rolls and what they strike; 1000 is 000."""
    told = [(f"{one.first:03}-{one.last % 1000:03}", one.label) for one in chart]
    high = -(-len(told) // _COLUMNS)
    return [told[start : start + high] for start in range(0, len(told), high)]


def _left(what: str, full: int, lost: int) -> str:
    if not (lost and full):
        return str(full - lost)
    return Markup("{} {}").format(
        full - lost, gauge(full - lost, full, f"{what}: {lost} of {full} lost")
    )


def cargo(ship: ShipView) -> str:
    """What is in a ship's holds."""
    return ", ".join(
        f"{one.number} {one.kind}" + ("" if one.owner in ("", YOU) else f" of {one.owner}")
        for one in ship.cargo
    )
