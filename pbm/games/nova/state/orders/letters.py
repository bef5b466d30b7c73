"""Contact and activity orders by letter. Rule: NV ORD-10 to NV ORD-30."""

from collections.abc import Mapping
from typing import NamedTuple


class ContactKind(NamedTuple):
    """A contact order: what players call it, and what it turns into on hostilities, by arms."""

    names: tuple[str, ...]
    armed: str
    unarmed: str


class ActivityKind(NamedTuple):
    """An activity order: how reports say it, its rule, and what players call it.

    It takes one of ``components`` on a ship, or of ``units`` aboard or on the planet.
    ``takes_units``: in brackets it says which. ``harms``: it may be allowed to harm own units.
    ``lands``: it leads to the planet, so that a ship stopped on its way leaves it undone;
    ``leaves``: a guard does, who would leave the warp point.
    """

    verb: str
    rule: str
    names: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    takes_units: bool = False
    harms: bool = False
    lands: bool = False
    leaves: bool = False


CONTACTS: Mapping[str, ContactKind] = {
    "F": ContactKind(("friendly",), "R", "R"),
    "G": ContactKind(("guard",), "H", "F"),
    "H": ContactKind(("hostile", "attack"), "H", "R"),
    "K": ContactKind(("kopp-out",), "H", "R"),
    "N": ContactKind(("neutral",), "H", "R"),
    "Q": ContactKind(("qualified",), "H", "R"),
    "R": ContactKind(("retreat", "flee"), "R", "R"),
    "T": ContactKind(("tolerate",), "H", "N"),
    "U": ContactKind(("ultimatum",), "H", "R"),
}
# Bombs go with D. Ambiguity: NV A-G-LEAVE, NV A-PCB-ORDER.
ACTIVITIES: Mapping[str, ActivityKind] = {
    "A": ActivityKind(
        *("assault", "NV ORD-20", ("assault",)),
        units=("AA", "RA"),
        takes_units=True,
        lands=True,
        leaves=True,
    ),
    "D": ActivityKind(
        *("devastate", "NV ORD-21", ("devastate",)),
        components=("DC",),
        harms=True,
        lands=True,
        leaves=True,
    ),
    "E": ActivityKind(
        *("establish", "NV ORD-22", ("establish",)),
        units=("C", "IC", "TFC", "SG"),
        takes_units=True,
        lands=True,
        leaves=True,
    ),
    "I": ActivityKind("interdict", "NV ORD-24", ("interdict",), components=("DG",)),
    "L": ActivityKind("land", "NV ORD-25", ("land",), takes_units=True, lands=True, leaves=True),
    "M": ActivityKind("maneuver", "NV ORD-26", ("maintain",)),
    "O": ActivityKind("observe", "NV ORD-27", ("observe",), leaves=True),
    "S": ActivityKind("surrender", "NV ORD-28", ("surrender",)),
    "W": ActivityKind("explore the warp point", "NV ORD-29", components=("XC", "SX")),
    "X": ActivityKind("explore", "NV ORD-23", ("explore",), components=("XC", "SX"), leaves=True),
    "Z": ActivityKind("do what they could", "NV ORD-30", ("zap",)),
    "PCB": ActivityKind(
        "drop bombs", "NV UNI-26", units=("PCB",), harms=True, lands=True, leaves=True
    ),
}
# Activities against which a guard has something, and which a beaten ship is said to have tried.
# Ambiguity: NV A-ORD-ACTIVITY.
COUNTING = ("A", "D", "E", "L", "O", "PCB", "W", "X", "Z")
# The letter of every name.
BY_NAME = {
    name: letter
    for table in (CONTACTS, ACTIVITIES)
    for letter, kind in table.items()
    for name in kind.names
}
# What a stop on the way takes away, and what a guard may not do.
# Rule: NV MOV-18, NV ORD-12.
NOT_IF_STOPPED = tuple(sorted(letter for letter, kind in ACTIVITIES.items() if kind.lands))
NOT_OF_A_GUARD = tuple(sorted(letter for letter, kind in ACTIVITIES.items() if kind.leaves))
