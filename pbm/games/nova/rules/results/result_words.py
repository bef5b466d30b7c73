"""The words of a battle's result that can be looked at before anybody knows who will be there.

Rule: NV SUR-01.
"""

from collections.abc import Mapping, Sequence

from pbm.engine.field_parsers import RefusedValue, near
from pbm.games.nova.rules.results.result_language import Clause
from pbm.games.nova.state.components import NAMES
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.units import UNITS

ARMOUR = ("armour", "armor", "ar")
STRUCTURE = ("structure", "sd")
# What fights on a planet and can be lost there; militia are counted by their own clause.
GROUND_UNITS = ("AA", "RA", "SDU")
# Shields are hit multiple by multiple.
_PARTS = (*NAMES, "SM")
FULL, GARBLED, SILENT = "full", "garbled", "silent"
REPORTS = {"reports": FULL, "garbled": GARBLED, "silent": SILENT}


def plausible(empires: Mapping[str, Empire], clauses: Sequence[Clause]) -> tuple[RefusedValue, ...]:
    """Faults of clauses that show before it is known which ships will be there.

    Ships are built and refitted in the turn, so that only empires and words are looked at.
    """
    faults: list[RefusedValue] = []
    for clause in clauses:
        try:
            _look_at(empires, clause)
        except RefusedValue as refused:
            faults.append(refused)
    return tuple(faults)


def _look_at(empires: Mapping[str, Empire], clause: Clause) -> None:
    names = list(clause.names) if clause.word != "retreats" else []
    if len(clause.subject) > 1 or clause.word in (*REPORTS, "knows"):
        names.append(clause.subject[0])
    for name in names:
        named(empires, name)
    if clause.word == "rounds" and not clause.number:
        raise RefusedValue("A battle lasts at least one round")
    alone = len(clause.subject) == 1 and is_named(empires, clause.subject[0])
    for _number, word in clause.losses:
        kind = word.upper().rstrip("0123456789")
        if clause.word == "lifts" or alone:
            ground_unit(word.upper())
        elif word.casefold() not in (*ARMOUR, *STRUCTURE) and kind not in (*UNITS, *_PARTS):
            raise RefusedValue(
                f'"{word}" is not a part of a ship',
                remedy="Write armour, structure, a part as BL1, or units as AA",
            )


def named(empires: Mapping[str, Empire], name: str) -> str:
    """The id of the empire of this name or id."""
    wanted = name.casefold()
    for id, one in empires.items():
        if wanted in (id.casefold(), one.name.casefold()):
            return id
    names = [one.name for one in empires.values()]
    raise RefusedValue(
        f'There is no empire "{name}"',
        remedy=near(name, names, f"The empires are {', '.join(names)}"),
    )


def is_named(empires: Mapping[str, Empire], name: str) -> bool:
    """True if an empire has this name or id."""
    wanted = name.casefold()
    return any(wanted in (id.casefold(), one.name.casefold()) for id, one in empires.items())


def ground_unit(word: str) -> None:
    """Refuse what does not fight on a planet, or is counted otherwise."""
    if word not in GROUND_UNITS:
        raise RefusedValue(
            f'"{word}" does not fight on a planet',
            remedy=f"Write {', '.join(GROUND_UNITS)}; militia have a clause of their own",
            rule="NV SUR-01",
        )
