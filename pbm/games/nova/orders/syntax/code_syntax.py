"""Contact and activity orders, units and conditions of a line, word by word.

The half of the transformer that every section of the sheet uses.
"""

from __future__ import annotations

from typing import Any

from lark import Token
from msgspec.structs import replace

from pbm.games.nova.orders.syntax.parsed_lines import Bit, Do, Many, Member, RawOne
from pbm.games.nova.state.orders.parts import Activity, ContactOrder, Toward, Units
from pbm.language.conditions_syntax import sign
from pbm.language.parse_tree import NodeTransformer

_KINDS = {"COLONY": "C"}
# For a contact order that names nobody.
_EVERYBODY = Toward()


class CodeSyntax(NodeTransformer):
    """Codes, units, groups and tests."""

    # --- units ---

    def unit_kind(self, items: list[Token]) -> Token:
        """A kind of unit by its abbreviation."""
        word = items[0]
        return Token.new_borrow_pos("UNIT", _KINDS.get(word.type, word.type), word)

    def units(self, items: list[Any]) -> Units:
        """Units of a kind, perhaps foreign ones."""
        kind = next(item for item in items if item.type == "UNIT")
        number = int(items[0]) if items[0].type == "NUMBER" else 0
        owner = items[-1] if items[-1] is not kind else ""
        return Units(kind, number, owner)

    def gate_units(self, items: list[Token]) -> Units:
        """A gate end among units."""
        return Units("SG", 1, gate=items[-1])

    # --- codes ---

    def toward(self, items: list[Token]) -> Toward:
        """For these empires."""
        return Toward(to=_named(items))

    def to_all(self, items: list[Token]) -> Toward:
        """For all, or all but some."""
        return Toward(but=_named(items))

    def to_others(self, _items: list[Token]) -> Toward:
        """For all whom no other part names."""
        return Toward(others=True)

    def contact_code(self, items: list[Any]) -> Bit:
        """A contact order, and the default behind it."""
        toward = next((item for item in items if isinstance(item, Toward)), _EVERYBODY)
        letters = [item for item in items if getattr(item, "type", "") == "CONTACT_CODE"]
        default = _letter(letters[1]) if len(letters) > 1 else ""
        return Bit("contact", letters[0], (ContactOrder(_letter(letters[0]), toward), default))

    def harm(self, items: list[Token]) -> Bit:
        """It may hurt one's own."""
        return Bit("harm", items[0], None)

    def activity_part(self, items: list[Units]) -> Bit:
        """What A, E and L take."""
        return Bit("units", Token("UNIT", ""), tuple(items))

    def passing(self, items: list[Token]) -> Bit:
        """Whom an interdictor lets through."""
        return Bit("pass", items[0], _named(items))

    def stop_own(self, items: list[Token]) -> Bit:
        """It stops one's own ships, but some."""
        return Bit("stop", items[0], _named(items))

    def interdict_part(self, items: list[Bit]) -> Bit:
        """Exceptions to an interdiction."""
        return Bit("interdict", items[0].word, tuple(items))

    def activity_code(self, items: list[Any]) -> Bit:
        """An activity order with what stands behind it."""
        word = items[0]
        made = Activity(_letter(word))
        for item in items[1:]:
            if isinstance(item, Bit):
                made = _with(made, item)
            elif item.type in ("NAME", "QUOTED", "NUMBER"):
                made = replace(made, empire=item)
        return Bit("activity", word, made)

    def maintain_code(self, items: list[Token]) -> Bit:
        """M or M+n."""
        number = items[0].partition("+")[2].strip()
        return Bit("activity", items[0], Activity("M", number=int(number or 0)))

    def pcb_code(self, items: list[Any]) -> Bit:
        """Planet Cracker Bombs."""
        numbers = [int(item) for item in items if getattr(item, "type", "") == "NUMBER"]
        harm = any(isinstance(item, Bit) for item in items)
        made = Activity("PCB", number=numbers[0] if numbers else 0, allow_harm=harm)
        return Bit("activity", items[0], made)

    def keep(self, items: list[Token]) -> Bit:
        """Orders stay as they are."""
        return Bit("keep", items[0], None)

    def without(self, items: list[Token]) -> Bit:
        """An activity taken away."""
        return Bit("without", items[1], _letter(items[1]))

    def codes(self, items: list[Bit]) -> tuple[Bit, ...]:
        """All codes of a line."""
        return tuple(items)

    # --- groups ---

    def all_ships(self, items: list[Token]) -> Member:
        """All ships."""
        return Member("all", items[0])

    def armed(self, items: list[Token]) -> Member:
        """All armed ships."""
        return Member("armed", items[0])

    def unarmed(self, items: list[Token]) -> Member:
        """All unarmed ships."""
        return Member("unarmed", items[0])

    def armies(self, items: list[Token]) -> Member:
        """All armies."""
        return Member("armies", items[-1])

    def colonies(self, items: list[Token]) -> Member:
        """All colonies."""
        return Member("colonies", items[-1])

    def of_class(self, items: list[Token]) -> Member:
        """All ships of a design."""
        return Member("class", items[0], items[1])

    def one_ship(self, items: list[Token]) -> Member:
        """One ship by its name."""
        return Member("ship", items[0], items[0])

    def group(self, items: list[Any]) -> Many:
        """Whom a line is for."""
        members = tuple(item for item in items if isinstance(item, Member))
        rest = [item for item in items if isinstance(item, Token)]
        at: Token | None = None
        if rest and rest[0].type == "AT":
            at, rest = rest[1], rest[2:]
        return Many(members, at, tuple(rest[1:]))

    def do(self, items: list[Any]) -> Do:
        """Codes for a group."""
        return Do(items[0], items[1])

    # --- tests ---

    def received(self, items: list[Any]) -> RawOne:
        """MCr received; without a number any at all."""
        op = next((sign(item) for item in items if item.type == "COMPARE"), ">=")
        number = next((int(item) for item in items[:-1] if item.type == "NUMBER"), 1)
        return RawOne("received", items[0], items[-1], op=op, number=number)

    def transferred(self, items: list[Token]) -> RawOne:
        """A unit given by an empire."""
        name = items[1] if items[1].type != "BY" else None
        return RawOne("transferred", items[0], items[-1], name)

    def plain_test(self, items: list[Token]) -> RawOne:
        """A test that asks for nothing more."""
        return RawOne(items[0].type.lower(), items[0])

    def who_test(self, items: list[Token]) -> RawOne:
        """A test of an empire: system, contact, assaulted."""
        word = items[0]
        kind = {"SYSTEM": "system_of"}.get(word.type, word.type.lower())
        return RawOne(kind, word, items[-1] if len(items) > 1 else None)

    def number_test(self, items: list[Token]) -> RawOne:
        """A test of a number."""
        return RawOne(items[0].type.lower(), items[0], op=sign(items[1]), number=int(items[2]))

    def own_test(self, items: list[Token]) -> RawOne:
        """A test of one's own losses, armies or ships."""
        kind = items[1].type.lower()
        return RawOne(kind, items[1], op=sign(items[2]), number=int(items[3]))

    def elsewhere(self, items: list[Any]) -> RawOne:
        """A test with a system behind it, which it may not have."""
        test: RawOne = items[0]
        return replace(test, elsewhere=items[2])


def _letter(token: Token) -> str:
    return "PCB" if token.type == "PCB" else token[0].upper()


def _named(items: list[Token]) -> tuple[Token, ...]:
    return tuple(item for item in items if item.type in ("NAME", "QUOTED", "NUMBER"))


def _with(activity: Activity, bit: Bit) -> Activity:
    if bit.kind == "harm":
        return replace(activity, allow_harm=True)
    if bit.kind == "units":
        return replace(activity, units=bit.value)
    for part in bit.value:
        if part.kind == "pass":
            activity = replace(activity, passing=(*activity.passing, *part.value))
        else:
            activity = replace(activity, stop_own=True, but=(*activity.but, *part.value))
    return activity
