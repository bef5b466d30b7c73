"""The star map: systems joined by warp lines, drawn by hand or generated, and what is wrong in one.

In a scenario file a system is written ``VIRUS 8 home`` or ``ALGOL 5``, a line once, from
either end: ``VIRUS D - ALGOL B`` (line D of VIRUS is line B of ALGOL).

Rule: NV SET-07, NV SET-08, NV SET-15. Ambiguity: NV A-WL-LETTERS, NV A-NAME-GLOBAL.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.scenario_base import placed
from pbm.games.nova.state.state import System, WarpLine
from pbm.kit.problems import Problem, invalid
from pbm.kit.records import Record

HOME_TYPE = 8  # NV SET-16

_SYSTEM = re.compile(r"(?P<name>[A-Z][A-Z0-9'\-]{0,11}) +(?P<type>[0-8])(?P<home> +home)?\Z")
_LINE = re.compile(
    r"(?P<one>[A-Z][A-Z0-9'\-]{0,11}) +(?P<letter>[A-Z]) *- *"
    r"(?P<other>[A-Z][A-Z0-9'\-]{0,11}) +(?P<back>[A-Z])\Z"
)


class StarMap(Record):
    """Systems by name without any colonies, and the home systems in the order of positions."""

    systems: Mapping[str, System]
    homes: tuple[str, ...]


def check_system(text: str) -> str:
    """A system as a map file writes it; ValueError with the reason."""
    if not _SYSTEM.match(text):
        raise ValueError(
            f'"{text}" is not a system; write a name in capitals, its type 0 to 8, '
            "and home if a position begins there, such as VIRUS 8 home"
        )
    return text


def check_line(text: str) -> str:
    """A warp line as a map file writes it; ValueError with the reason."""
    if not _LINE.match(text):
        raise ValueError(
            f'"{text}" is not a warp line; write system, letter, -, system, letter, '
            "such as VIRUS D - ALGOL B"
        )
    return text


def drawn(systems: Sequence[str], lines: Sequence[str]) -> tuple[StarMap, list[Problem]]:
    """The map of these texts, each checked for its form, and what is wrong in the whole."""
    found: dict[str, System] = {}
    homes: list[str] = []
    problems: list[Problem] = []
    for text in systems:
        match = _SYSTEM.match(text)
        if match is None:
            problems.append(invalid(f'"{text}" is not a system', path=("systems",)))
            continue
        name, type = match["name"], int(match["type"])
        if name in found:
            fault = f"two systems are called {name}"
            problems.append(invalid(fault, path=("systems",)))
        if match["home"]:
            homes.append(name)
            if type != HOME_TYPE:
                problems.append(
                    invalid(
                        f"home star {name} is of type {type}",
                        reason=f"a home star begins as type {HOME_TYPE}; "
                        "a player may reduce it on the pregame sheet",
                        rule="NV SET-16",
                        path=("systems",),
                    )
                )
        found[name] = System(name, type, {})
    for text in lines:
        problems += placed(_joined(found, text), "lines")
    if homes:
        problems += [
            invalid(
                f"no way leads from {homes[0]} to {name}",
                remedy="Join it by a warp line",
                path=("lines",),
            )
            for name in sorted(set(found) - reached(found, homes[0]))[:10]
        ]
    return StarMap(found, tuple(homes)), problems


def _joined(systems: dict[str, System], text: str) -> list[Problem]:
    """Draw one line; what is wrong with it."""
    match = _LINE.match(text)
    if match is None:
        return [invalid(f'"{text}" is not a warp line')]
    one, other = match["one"], match["other"]
    missing = [name for name in (one, other) if name not in systems]
    if missing:
        return [invalid(f'line "{text}": there is no system {name}') for name in missing]
    if one == other:
        return [invalid(f'line "{text}" leads from {one} to itself', rule="NV SET-08")]
    ends = (
        (one, match["letter"], other, match["back"]),
        (other, match["back"], one, match["letter"]),
    )
    found = [
        invalid(
            f'line "{text}": {name} has a line {letter} already',
            reason=f"it leads to {systems[name].lines[letter].to}",
            rule="NV SET-18",
        )
        for name, letter, _to, _back in ends
        if letter in systems[name].lines
    ]
    if not found:
        for name, letter, to, back in ends:
            system = systems[name]
            systems[name] = replace(system, lines={**system.lines, letter: WarpLine(to, back)})
    return found


def reached(systems: Mapping[str, System], start: str) -> set[str]:
    """All systems that warp lines join to one, itself among them."""
    found = {start}
    waiting = [start]
    while waiting:
        for line in systems[waiting.pop()].lines.values():
            if line.to not in found:
                found.add(line.to)
                waiting.append(line.to)
    return found


def jumps_between(systems: Mapping[str, System], start: str, most: int = 99) -> dict[str, int]:
    """The number of warp lines from a system to each other one, up to ``most``."""
    found = {start: 0}
    ring = [start]
    for distance in range(1, most + 1):
        ring = [
            line.to
            for name in ring
            for line in systems[name].lines.values()
            if line.to not in found
        ]
        found.update(dict.fromkeys(ring, distance))
        ring = list(dict.fromkeys(ring))
        if not ring:
            break
    return found
