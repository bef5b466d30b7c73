"""Which ships fight, as they are typed: ``Huron, "Old Bess", 3 Frigate``.

A name is that of a ship there is; a number and a class stand for so many ships that are guessed.
"""

import re
from collections.abc import Mapping

from msgspec import Struct, field

from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.surface_combat.ground import STRONGEST
from pbm.games.nova.state.state import Ship
from pbm.kit.problems import Problem, invalid
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.quoting import near

MOST = 1000  # guessed ships of one side
DEFENDERS: Mapping[str, str] = {kind: kind for kind in STRONGEST}
INVADERS: Mapping[str, str] = {kind: kind for kind in GROUND_UNITS}

_PART = re.compile(
    r'\s*(?:(?P<number>\d{1,5})\s+)?(?:"(?P<quoted>[^"]+)"|(?P<bare>[^",\s][^",]*?))\s*\Z'
)
_COMMAS = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*\Z)')


class Force(Struct):
    """The ships of one side: ids of those there are, and how many of which class are guessed.

    Classes by the key of their design.
    """

    ships: list[str] = field(default_factory=list)
    classes: dict[str, int] = field(default_factory=dict)


class Fleet(Record):
    """What one side's words may name: ships and classes, their ids and keys by folded name.

    ``said``: where the words stand, for messages.
    """

    said: str
    ships: Mapping[str, str]
    classes: Mapping[str, str]
    shown: Mapping[str, str]


def fleet(said: str, ships: Mapping[str, str], classes: Mapping[str, str]) -> Fleet:
    """What may be named, from ids and keys by name."""
    return Fleet(
        said,
        {folded(name): id for name, id in ships.items()},
        {folded(name): key for name, key in classes.items()},
        {folded(name): name for name in (*ships, *classes)},
    )


def force(text: str, of: Fleet, problems: list[Problem]) -> Force:
    """The ships that these words name; every fault joins ``problems``."""
    found = Force()
    for part in _COMMAS.split(text):
        match = _PART.match(part)
        if match is None:
            problems.append(
                invalid(
                    f'{of.said}: "{part.strip()}" names no ships',
                    remedy="Name ships and classes with commas between: Huron, 3 Frigate",
                )
            )
            continue
        _name(match["number"], match["quoted"] or match["bare"], of, found, problems)
    if (most := sum(found.classes.values())) > MOST:
        problems.append(invalid(f"{of.said}: {most} ships", reason=f"at most {MOST} are fought"))
    return found


def _name(number: str | None, name: str, of: Fleet, found: Force, problems: list[Problem]) -> None:
    wanted = folded(name)
    if number is None and wanted in of.ships:
        id = of.ships[wanted]
        if id not in found.ships:
            found.ships.append(id)
    elif wanted in of.classes and number != "0":
        key = of.classes[wanted]
        found.classes[key] = found.classes.get(key, 0) + int(number or 1)
    elif wanted in of.classes:
        problems.append(invalid(f"{of.said}: no {name} at all", remedy="Leave it out"))
    else:
        problems.append(_unknown(f"{number} {name}" if number else name, wanted, of))


def _unknown(said: str, wanted: str, of: Fleet) -> Problem:
    like = near(wanted, of.shown)
    classes = sorted(of.shown[one] for one in of.classes)
    kinds = ", ".join(classes[:12]) + (" ..." if len(classes) > 12 else "")
    return invalid(
        f'{of.said}: "{said}" is not known',
        reason=f"the classes are {kinds}" if kinds else "no class is known",
        remedy=f'Did you mean "{like}"?' if like else "",
    )


def guessed(owner: str, classes: Mapping[str, int], at: str, **more: object) -> list[Ship]:
    """So many new ships of each class, named after it."""
    found: list[Ship] = []
    for key, number in classes.items():
        builder, _, name = key.partition("/")
        for place in range(1, number + 1):
            id = f"{owner} {name} {place}"
            one = Ship(id, f"{name} {place}", owner, builder, key, at, **more)  # type: ignore[arg-type]
            found.append(one)
    return found
