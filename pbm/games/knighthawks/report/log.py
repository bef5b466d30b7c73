"""Record sheets of ships, with boxes marked off as on paper.

Hull boxes and supplies are marked from the first on; what is unmarked is left.
"""

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from pbm.drawing.hexgrid import SIDES
from pbm.drawing.svg import path, picture, tag
from pbm.drawing.tick_boxes import boxes
from pbm.games.knighthawks.report.forces import GONE, remarks
from pbm.games.knighthawks.state.weapons import ARMS, Weapon
from pbm.games.knighthawks.view.labels import SUPPLY_NAMES, Labels
from pbm.games.knighthawks.view.record import ShipView, View
from pbm.kit.english import count


def logs(views: Iterable[View]) -> list[dict[str, Any]]:
    """A record sheet for each ship in play whose record the reader has the keeping of.

    A packet gives those of its player, a game master's book those of all players.
    """
    return [
        record(ship, Labels(view))
        for view in views
        for ship in view.ships
        if ship.yours and ship.status not in GONE
    ]


def gone(views: Iterable[View]) -> list[str]:
    """Name each ship of theirs that is out of play."""
    return [
        f"{ship.designation} {ship.name}, {ship.klass} ({remarks(ship, Labels(view))[0]})"
        for view in views
        for ship in view.ships
        if ship.yours and ship.status in GONE
    ]


def record(ship: ShipView, labels: Labels) -> dict[str, Any]:
    """One ship's record sheet: its texts, and its boxes as pictures."""
    lost = ship.hull_points - max(0, ship.hull)
    return {
        "id": ship.id,
        "designation": ship.designation,
        "name": ship.name,
        "class": ship.klass,
        "owner": ship.owner,
        "side": labels.side(ship.side),
        "hull": f"{max(0, ship.hull)} of {ship.hull_points}",
        "hull_boxes": boxes(
            ship.hull_points,
            lost,
            f"{count(ship.hull_points, 'hull box', 'hull boxes')}, {lost} marked off",
        ),
        "figures": _figures(ship),
        "weapons": _weapons(ship),
        "supplies": _supplies(ship),
        "hull_kind": "reflective hull" if ship.reflective else "no reflective hull",
        "can_evade": ship.evades,
        "remarks": [text[:1].upper() + text[1:] for text in remarks(ship, labels)],
        "dial": dial(ship.facing),
    }


def _figures(ship: ShipView) -> list[tuple[str, str]]:
    return [
        ("ADF", str(ship.adf)),
        ("MR", str(ship.mr)),
        ("Speed", str(ship.speed)),
        ("Hex", ship.at),
        ("Facing", str(ship.facing)),
    ]


def _weapons(ship: ShipView) -> list[dict[str, str]]:
    """The mounts of each kind with what the combat table says of it."""
    kinds: dict[str, list[str]] = {}
    for mount in ship.mounts:
        kinds.setdefault(mount.kind, []).append(mount.label)
    return [_weapon(", ".join(labels), ARMS[kind]) for kind, labels in kinds.items()]


def _weapon(label: str, weapon: Weapon) -> dict[str, str]:
    bounds = [
        name
        for holds, name in (
            (weapon.forward, "forward field"),
            (weapon.diffuses, "range diffusion"),
            (weapon.moving_only, "moving player only"),
            (weapon.limited, "limited supply"),
        )
        if holds
    ]
    return {
        "label": label,
        "name": weapon.title,
        "range": str(weapon.range),
        "damage": f"{weapon.dice}d10{f' + {weapon.plus}' if weapon.plus else ''}",
        "bounds": ", ".join(bounds),
    }


def _supplies(ship: ShipView) -> list[dict[str, Any]]:
    start = ship.supplies_at_start or {}
    left = ship.supplies or {}
    found = []
    for kind, (_one, many) in SUPPLY_NAMES.items():
        had = max(start.get(kind, 0), left.get(kind, 0))
        if had:
            used = had - left.get(kind, 0)
            found.append(
                {
                    "name": many[:1].upper() + many[1:],
                    "left": f"{had - used} of {had}",
                    "boxes": boxes(had, used, f"{many}: {used} of {had} used", in_row=10),
                }
            )
    return found


def dial(facing: int) -> Markup:
    """A hex with its sides numbered as on a clock and an arrow to the side the ship faces."""
    places = ((0, -36), (36, -17), (36, 25), (0, 46), (-36, 25), (-36, -17))
    numbers = [
        tag(
            "text",
            str(side),
            x=x,
            y=y,
            font_size=18,
            text_anchor="middle",
            font_weight="bold" if side == facing else "normal",
        )
        for side, (x, y) in zip(SIDES, places, strict=True)
    ]
    return picture(
        f"facing {facing}",
        (-50, -52, 100, 104),
        path(["M-15 -26h30l15 26l-15 26h-30l-15 -26z"], fill="none", stroke="#3d4852"),
        path(
            ["M0 14V-14M-6 -8L0 -17L6 -8"],
            fill="none",
            stroke="#1b1f24",
            stroke_width=3,
            transform=f"rotate({int(facing) % 12 * 30})",
        ),
        *numbers,
        class_="dial",
    )
