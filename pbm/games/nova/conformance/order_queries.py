"""What a conformance case may ask of Nova's order language: how lines of a sheet are read."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.conformance.blank import blank
from pbm.engine.types import Reading
from pbm.games.nova.orders.pregame.sums import pregame_sums
from pbm.games.nova.orders.sheet import read
from pbm.games.nova.view.record import (
    CapacityView,
    ContactView,
    DesignView,
    EmpireView,
    ShipView,
    SystemView,
    View,
    YouView,
    empty_view,
)
from pbm.kit.problems import Severity
from pbm.sheets.envelope import find_sheets
from pbm.sheets.kinds import SheetKind

Names = tuple[str, ...]
Options = Mapping[str, str]
_KINDS = tuple(SheetKind(name) for name in ("ORDERS", "DESIGNS", "PREGAME", "BATTLE"))
_TURN = 5


def read_orders(
    lines: Names,
    options: Options,
    section: str = "",
    ships: Mapping[str, str] = {},
    systems: Mapping[str, Mapping[str, str]] = {},
    empires: Mapping[str, str] = {},
    tech: Mapping[str, int] = {},
    treasury: int = 0,
    production: int = 0,
    kind: str = "ORDERS",
) -> dict[str, Any]:
    """Lines of a sheet: what is understood, the faults found, and the rules they rest on.

    ``ships`` by name with the components they hold; all stand in the first of ``systems``,
    which are given with their warp lines; the home star is a world with an IC. ``empires`` by
    label with the kind of contact.
    """
    view = _view(ships, systems, empires, tech, treasury, production)
    reading = _read(lines if not section else (section, *lines), view, options, kind)
    faults = [one for one in reading.problems if one.severity is not Severity.NOTE]
    return {
        "understood": tuple(one.text for one in reading.understood),
        "faults": tuple(one.fault for one in faults),
        "rules": tuple(dict.fromkeys(one.rule.removeprefix("NV ") for one in faults if one.rule)),
        "docket": tuple(item.question for item in reading.docket),
        "form_faults": reading.commands.form_faults,
    }


def read_pregame(lines: Names, options: Options) -> dict[str, Any]:
    """A pregame sheet: MCr there are, what technology, designs and purchases cost, what is left."""
    reading = _read(lines, replace(_view({}, {}, {}, {}, 0, 0), turn=0), options, "PREGAME")
    sums = dict(pregame_sums(reading.commands.pregame))
    faults = [one for one in reading.problems if one.severity is not Severity.NOTE]
    notes = [one.rule.removeprefix("NV ") for one in reading.problems if one not in faults]
    spent = sum(sums.values()) - sums["money"]
    return {
        **sums,
        "left": sums["money"] - spent,
        "faults": tuple(one.fault for one in faults),
        "notes": tuple(notes),
    }


def _read(lines: Sequence[str], view: View, options: Options, kind: str) -> Reading:
    text = "\n".join([f"{kind} case turn {view.turn} for case", *lines, "END", ""])
    (sheet,) = find_sheets(text.encode(), "case", _KINDS).sheets
    return read(sheet, view, options)


def _view(
    ships: Mapping[str, str],
    systems: Mapping[str, Mapping[str, str]],
    empires: Mapping[str, str],
    tech: Mapping[str, int],
    treasury: int,
    production: int,
) -> View:
    home = next(iter(systems), "")
    return replace(
        empty_view(_TURN, YouView(player="case", name="case")),
        empire=EmpireView(
            name="case",
            treasury=treasury,
            production_next=production,
            capital=home,
            tech=dict(tech),
        ),
        systems=[_system(name, lines, name == home) for name, lines in systems.items()],
        ships=[_ship(name, home, parts) for name, parts in ships.items()],
        designs=[_design(name, parts) for name, parts in ships.items()],
        contacts=[_contact(label, kind) for label, kind in empires.items()],
    )


def _system(name: str, lines: Mapping[str, str], home: bool) -> SystemView:
    return blank(
        SystemView,
        name=name,
        explored=True,
        type=8,
        status="WORLD" if home else "NONE",
        yours=home,
        colonizer="you" if home else "",
        home=home,
        ic=home,
        letters=sorted(lines),
        lines=dict(lines),
        last_seen=_TURN - 1,
    )


def _ship(name: str, at: str, parts: str) -> ShipView:
    weapons = {"BL", "PL", "XL", "FP", "PA", "WC", "ML"}
    return blank(
        ShipView,
        id=name.casefold(),
        name=name,
        design=f"{name}-class",
        at=at,
        armed=bool(weapons & set(parts.split())),
        jd=3,
        capacity=blank(CapacityView, holds=4 if "CH" in parts.split() else 0),
    )


def _design(name: str, parts: str) -> DesignView:
    return blank(DesignView, name=f"{name}-class", kind="design", lines=parts.split(), cost=83)


def _contact(label: str, kind: str) -> ContactView:
    number = int(label) if label.isdigit() else 0
    return blank(ContactView, label="" if number else label, number=number, kind=kind)
