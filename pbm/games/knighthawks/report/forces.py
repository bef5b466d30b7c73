"""The tables of ships in a report: own, of the own side, of others, out of play."""

from collections.abc import Sequence
from typing import Any

from pbm.games.knighthawks.view.labels import Labels, supply_name, weapon_name
from pbm.games.knighthawks.view.record import ShipView, UnplacedView, View
from pbm.kit.english import count
from pbm.packets.briefing import MOST, Briefing, few

GONE = ("destroyed", "lost")


def forces(view: View) -> list[dict[str, Any]]:
    """Tables with a ``title``, whose they are (``own``, ``gone``), and their ``rows``."""
    labels = Labels(view)
    mine = view.you.side
    alive = [ship for ship in view.ships if ship.status in ("in play", "waiting")]
    tables = [
        _table("Your ships", [ship for ship in alive if ship.yours], labels, own=True),
        _table(
            "Other ships of your side",
            [ship for ship in alive if not ship.yours and mine and ship.side == mine],
            labels,
            unplaced=[ship for ship in view.unplaced if mine and ship.side == mine],
        ),
    ]
    for side in view.sides:
        if side.id != mine:
            of_side = [ship for ship in alive if ship.side == side.id and not ship.yours]
            unplaced = [ship for ship in view.unplaced if ship.side == side.id]
            title = f"{side.name}, as known" if mine else side.name
            tables.append(_table(title, of_side, labels, unplaced=unplaced))
    gone = [ship for ship in view.ships if ship.status in GONE]
    tables.append(_table("Out of play", gone, labels) | {"gone": True})
    return [table for table in tables if table["rows"]]


def briefing(view: View) -> Briefing:
    """The reader's ships in a few rows."""
    labels = Labels(view)
    own = [ship for ship in view.ships if ship.yours and ship.status not in GONE]
    rows = []
    for ship in own:
        cells = row(ship, labels)
        # That ships are to be placed is the first line of the report.
        remarks_now = cells["remarks"] if ship.status == "in play" else ""
        state = "; ".join(filter(None, (cells["supplies"], remarks_now)))
        name = f"{ship.designation} {ship.name}"
        rows.append((name, *(cells[key] for key in ("at", "facing", "speed", "hull")), state))
    return Briefing(
        ("Ship", "Hex", "Face", "Speed", "Hull", "Left, and remarks"),
        (2, 3),
        few(rows, "ships"),
        f"orders for {count(len(own), 'ship')}" if own else "",
        len(rows) <= MOST,
    )


def _table(
    title: str,
    ships: list[ShipView],
    labels: Labels,
    *,
    own: bool = False,
    unplaced: Sequence[UnplacedView] = (),
) -> dict[str, Any]:
    return {
        "title": title,
        "own": own,
        "gone": False,
        "rows": [*(row(ship, labels) for ship in ships), *map(_unplaced, unplaced)],
    }


def row(ship: ShipView, labels: Labels) -> dict[str, Any]:
    """One ship's line: every cell as text."""
    in_play = ship.status in ("in play", "waiting")
    return _printed(ship) | {
        "at": ship.at,
        "facing": str(ship.facing) if in_play else "",
        "speed": str(ship.speed) if in_play else "",
        "hull": f"{max(0, ship.hull)} of {ship.hull_points}",
        "supplies": _supplies(ship),
        "remarks": "; ".join(remarks(ship, labels)),
    }


def _unplaced(ship: UnplacedView) -> dict[str, Any]:
    """The line of a ship that another player must still place."""
    hull = f"{ship.hull_points} of {ship.hull_points}"
    left_out = {"at": "", "facing": "", "speed": "", "supplies": "not known"}
    return _printed(ship) | left_out | {"hull": hull, "remarks": "to be placed"}


def _printed(ship: ShipView | UnplacedView) -> dict[str, Any]:
    """What holds of a ship wherever it stands."""
    return {
        "designation": ship.designation,
        "name": ship.name,
        "class": ship.klass,
        "owner": ship.owner,
        "adf": str(ship.adf),
        "mr": str(ship.mr),
        "weapons": ", ".join(mount.label for mount in ship.mounts),
    }


def arms(view: View) -> list[str]:
    """What the letters of the mounts mean, once for all ships: ``LB laser battery``."""
    ships: list[ShipView | UnplacedView] = [*view.ships, *view.unplaced]
    mounts = [mount for ship in ships for mount in ship.mounts]
    names = {mount.label.rstrip("0123456789"): weapon_name(mount.kind) for mount in mounts}
    return [f"{letters} {name}" for letters, name in sorted(names.items())]


def _supplies(ship: ShipView) -> str:
    if ship.supplies is None:
        return "not known"
    left = [supply_name(kind, number) for kind, number in ship.supplies.items()]
    return ", ".join(left) or "none"


def remarks(ship: ShipView, labels: Labels) -> list[str]:
    """What else holds of a ship: hull, orbit, screen, evasion duty, where it went."""
    if ship.status == "destroyed":
        return ["destroyed"]
    if ship.status == "lost":
        return ["left the map"]
    found = [] if ship.status == "in play" else ["to be placed"]
    if not ship.reflective:
        found.append("no reflective hull")
    if ship.station:
        found.append("station")
    if ship.orbit:
        way = "clockwise" if ship.orbit.clockwise else "counterclockwise"
        found.append(f"in orbit of {labels.planet(ship.orbit.planet)}, {way}")
    if ship.screen:
        screen = f"masking screen made in {ship.screen.made_at}"
        if ship.orbit:
            screen += f", {count(ship.screen.orbit_moves_left, 'move')} left"
        found.append(screen)
    if ship.evading:
        found.append(f"evaded: its next move makes at least {count(ship.mr, 'turn')}")
    return found
