"""What ``pbm design`` shows: every design of a sheet with its figures, chart and faults.

A sheet is a DESIGNS or PREGAME sheet as it is sent, or the bare lines of one. Technology
comes from where the user says, else from the sheet's own TECH line; without any, limits of
technology are not checked.
"""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import ValidationError

from pbm.games.nova.orders.designs.design_block import standard_text
from pbm.games.nova.orders.designs.known_designs import known_design
from pbm.games.nova.orders.designs.missile import missile_text
from pbm.games.nova.orders.designs.words import read_levels
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.components import part_text
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.legality import Fault
from pbm.games.nova.state.missiles import RESEARCH_TP, MissileDesign
from pbm.games.nova.state.presets import preset_named
from pbm.games.nova.state.technology import LT, technologies
from pbm.games.nova.tools.design_sheet import Entry, completed, entry_faults, read_design_sheet
from pbm.games.nova.view.record import View
from pbm.kit.problems import Faults, Problem, Severity, illegal, invalid
from pbm.kit.records import Record
from pbm.kit.text import decode
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import body_lines, find_sheets
from pbm.sheets.kinds import ANY_KINDS
from pbm.sheets.line import Line

_KINDS = ("DESIGNS", "PREGAME", "ORDERS")
# Where no technology is known: every level but LT 0 is let through.
_UNLIMITED = {kind: 1 if kind == LT else 1_000_000 for kind in technologies()}
_REFUSED = "It would not be accepted"


class Technology(Record):
    """What limits designs: an empire's levels, and the designs it has."""

    levels: Mapping[str, int]
    designs: Mapping[str, Design]


class DesignAnswer(Record):
    """The answer: a row for each design and missile, its text, and every problem."""

    rows: tuple[dict[str, Any], ...]
    texts: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def refused(self) -> bool:
        """Whether anything of the sheet would not be accepted."""
        return any(problem.is_error for problem in self.problems)


def design(
    data: bytes, file: str, tech: str | None, preset: str | None, packet: tuple[bytes, str] | None
) -> DesignAnswer:
    """Every design of a text, by levels, a sample technology or an empire's packet, if given."""
    technology = None
    if tech is not None:
        technology = by_levels(tech)
    elif preset is not None:
        technology = by_preset(preset)
    elif packet is not None:
        technology = by_packet(*packet)
    return show(data, file, technology)


def by_levels(text: str) -> Technology:
    """Technology as a list of levels, ``BL 15, JD 3``; Faults if it cannot be read."""
    read = read_levels(text)
    if isinstance(read, SyntaxFault):
        raise Faults.invalid(f"--tech: {read.fault}", reason=read.reason, remedy=read.remedy)
    return Technology(read, {})


def by_preset(name: str) -> Technology:
    """A sample technology by name; Faults if there is none."""
    try:
        return Technology(preset_named(name).levels, {})
    except ValueError as fault:
        raise Faults.invalid(str(fault)) from None


def by_packet(data: bytes, file: str) -> Technology:
    """Technology and designs of the empire whose packet.json this is; Faults for another file."""
    try:
        view = View.read(json.loads(decode(data)[0])["known"])
    except (ValueError, KeyError, TypeError, RecursionError, ValidationError):
        fault = f"{file} is not a packet of a Nova empire"
        raise Faults.invalid(fault, remedy="Give the packet.json of your last report") from None
    return Technology(view.empire.tech, {one.name: known_design(one) for one in view.designs})


def show(data: bytes, file: str, technology: Technology | None) -> DesignAnswer:
    """Every design of a text, judged by this technology, or by the sheet's own."""
    parts = [
        (turn, read_design_sheet(lines, "", technology.designs if technology else {}, alone))
        for lines, turn, alone in _bodies(data, file)
    ]
    rows: list[dict[str, Any]] = []
    texts: list[str] = []
    problems: list[Problem] = []
    for turn, sheet in parts:
        problems += sheet.problems
        levels = technology.levels if technology else sheet.levels
        for entry in sheet.entries:
            whole = completed(entry, levels or {})
            wrong = entry_faults(whole, _UNLIMITED if levels is None else levels, turn)
            problems += [_problem(entry, fault) for fault in wrong]
            rows.append(_row(whole, wrong))
            texts.append(_text(whole))
    if rows and technology is None and any(sheet.levels is None for _, sheet in parts):
        problems.append(_unchecked())
    if not rows and not problems:
        problems.append(_no_design(file))
    return DesignAnswer(tuple(rows), tuple(texts), tuple(problems))


def designs_in(
    data: bytes, file: str, known: Mapping[str, Design]
) -> tuple[list[Design | MissileDesign], list[Problem]]:
    """The designs of a text whoever may build them, and what is wrong with it.

    Limits of technology are not checked: they may be anybody's.
    """
    found: list[Design | MissileDesign] = []
    problems: list[Problem] = []
    for lines, turn, alone in _bodies(data, file):
        sheet = read_design_sheet(lines, "", known, alone)
        problems += sheet.problems
        for entry in sheet.entries:
            wrong = entry_faults(entry, _UNLIMITED, turn)
            problems += [_problem(entry, fault) for fault in wrong]
            found.append(entry.what)
    if not found and not problems:
        problems.append(_no_design(file))
    return found, problems


def _no_design(file: str) -> Problem:
    return invalid(f"{file} holds no design", remedy='Begin with  DESIGN "Hornet"')


def _bodies(data: bytes, file: str) -> list[tuple[tuple[Line, ...], int, bool]]:
    """The lines of each sheet of a text that may hold designs, or of the text itself.

    With them comes the turn, 0 or later, and whether designs are all that belongs there.
    """
    text = find_sheets(data, file, ANY_KINDS)
    found = [one for one in (*text.sheets, *text.unchanged) if one.kind in _KINDS]
    if not found:
        return [(body_lines(data, file), 1, True)]
    return [
        (sheet.lines, 0 if sheet.mailing == "0" else 1, sheet.kind == "DESIGNS") for sheet in found
    ]


def _problem(entry: Entry, fault: Fault) -> Problem:
    return illegal(
        f"{entry.what.name}: {fault.fault}",
        entry.place(fault),
        reason=fault.reason,
        rule=fault.rule,
        outcome=_REFUSED,
    )


def _unchecked() -> Problem:
    return Problem(
        Severity.NOTE,
        "limits of technology were not checked",
        reason="No technology was given",
        remedy="Give --tech, --preset or --packet",
    )


def _row(entry: Entry, wrong: tuple[Fault, ...]) -> dict[str, Any]:
    faults = [{"fault": fault.fault, "reason": fault.reason, "rule": fault.rule} for fault in wrong]
    head = {"name": entry.what.name, "line": entry.span.line}
    if isinstance(entry.what, MissileDesign):
        size = {"size": entry.what.size, "exact_size": amount_text(entry.what.exact_size)}
        said = {"text": missile_text(entry.what), "tp": RESEARCH_TP}
        return {"kind": "missile", **head, **said, **size, "faults": faults}
    known = figures(entry.what)
    return {
        "kind": "redesign" if entry.what.of else "design",
        **head,
        "of": entry.what.of,
        "ssz": known.ssz,
        "class": known.category.abbreviation,
        "class_name": known.category.name,
        "cost": known.cost,
        "exact_cost": amount_text(known.exact_cost),
        "tp": known.tp,
        "ta": known.ta,
        "ia": known.ia,
        "shields": known.shields,
        "si": known.si,
        "sm": known.sm,
        "sr": known.sr,
        "ie": known.ie,
        "jd": known.jd,
        "lt": known.lt,
        "holds": known.holds,
        "bays": list(known.bays),
        "armed": known.is_armed,
        "intrinsic_tc": entry.what.intrinsic_tc,
        "parts": [
            {"text": part_text(x.part), "ssz": x.ssz, "cost": amount_text(x.cost)}
            for x in known.lines
        ],
        "critical": [
            {"rolls": row.span, "label": row.label, "name": row.name, "cfs": amount_text(row.cfs)}
            for row in critical_chart(entry.what).rows
        ],
        "faults": faults,
    }


def _text(entry: Entry) -> str:
    if isinstance(entry.what, MissileDesign):
        exact = amount_text(entry.what.exact_size)
        fits = f"size {entry.what.size} ({exact} before rounding), TP Cost = {RESEARCH_TP}"
        return f"MISSILE {missile_text(entry.what)}   {fits}"
    known = figures(entry.what)
    shields = f"{known.sm} of {known.si}, {known.shields} points, {known.sr} back each round"
    lines = [
        standard_text(entry.what),
        f"    {known.category.name}, {'armed' if known.is_armed else 'unarmed'}",
        f"    Shields: {shields if known.shields else 'none'}",
    ]
    if known.fp_range >= 0:
        lines.append(f"    Force beams reach {known.fp_range} hexes")
    if known.holds or known.bays:
        bays = ", ".join(map(str, known.bays)) or "none"
        lines.append(f"    Cargo holds: {known.holds}; launch bays: {bays}")
    chart = critical_chart(entry.what)
    lines.append(f"    CRITICAL HITS   CFS {amount_text(chart.total)}")
    lines += [f"    {row.span:<9}  {row.label:<14}{amount_text(row.cfs):>8}" for row in chart.rows]
    return "\n".join(lines)
