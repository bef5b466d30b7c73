"""What a line of a Nova sheet says, word by word: the grammar's transformer.

Rules of grammar/nova.lark become the records of `orders` with words as written, or
those of `parsed_lines`; here are movement, standing orders and other sheets.
"""

from __future__ import annotations

from typing import Any

from lark import Token
from msgspec.structs import replace

from pbm.games.nova.orders.syntax.money_syntax import MoneySyntax
from pbm.games.nova.orders.syntax.parsed_lines import (
    NOWHERE,
    Alternative,
    Bit,
    PregameLine,
    RawStanding,
    Section,
    Sums,
    Tests,
    Text,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump, Loading, Mover, SetUp, Units
from pbm.language.conditions_syntax import RawCondition


class ParseTreeTransformer(MoneySyntax):
    """Builds the records while the line is parsed."""

    def or_else(self, items: list[Any]) -> Alternative:
        """An expenditure behind a bar."""
        return Alternative(items[0], items[1])

    # --- sections ---

    def expenditures_head(self, items: list[Any]) -> Section:
        """EXPENDITURES."""
        return Section("expenditures", items[0], items[1] if len(items) > 1 else None)

    def plan(self, items: list[Any]) -> Section:
        """A list of expenditures with a condition."""
        condition = next((item for item in items if isinstance(item, RawCondition)), None)
        body = next((item for item in items if isinstance(item, Sums)), None)
        return Section("plan", items[0], body, condition)

    def commissions_head(self, items: list[Any]) -> Section:
        """COMMISSIONS."""
        return Section("commissions", items[0], items[1] if len(items) > 1 else None)

    def research_head(self, items: list[Any]) -> Section:
        """RESEARCH."""
        return Section("research", items[0], items[1] if len(items) > 1 else None)

    def movement_head(self, items: list[Any]) -> Section:
        """MOVEMENT."""
        return Section("movement", items[0], items[1] if len(items) > 1 else None)

    # --- movement ---

    def ship_load(self, items: list[Any]) -> Loading:
        """A ship or a gate end aboard."""
        cargo = items[1] if len(items) > 1 else ()
        return Loading(ship=items[0], cargo=cargo)

    def gate_load(self, items: list[Token]) -> Loading:
        """A gate end aboard."""
        return Loading(units=Units("SG", 1, gate=items[1]))

    def units_load(self, items: list[Units]) -> Loading:
        """Units aboard."""
        return Loading(units=items[0])

    def hold(self, items: list[Any]) -> tuple[Loading, ...]:
        """What is in one hold, or wherever it fits."""
        if isinstance(items[0], Token):
            hold = items[0].upper().replace(" ", "")
            return tuple(replace(item, hold=hold) for item in items[1:])
        return tuple(items)

    def cargo(self, items: list[Any]) -> tuple[Loading, ...]:
        """What is aboard."""
        return tuple(one for item in items for one in item)

    def no_cargo(self, _items: list[Token]) -> tuple[Loading, ...]:
        """Nothing is aboard."""
        return ()

    def ship_mover(self, items: list[Any]) -> Mover:
        """A ship of a movement line."""
        return Mover(items[0], items[1] if len(items) > 1 else None)

    def units_mover(self, items: list[Units]) -> Mover:
        """Units without a ship."""
        return Mover(units=items[0])

    def movers(self, items: list[Mover]) -> list[Mover]:
        """All movers of a line."""
        return items

    def jump(self, items: list[Token]) -> Jump:
        """One jump; which of letter and name a single word is shows when it is looked up."""
        if len(items) > 2:
            return Jump(letter=items[1], system=items[3])
        return Jump(system=items[1])

    def gate_jump(self, items: list[Token]) -> Jump:
        """A jump through a gate."""
        return Jump(gate=items[2])

    def route(self, items: list[Jump]) -> Bit:
        """All jumps."""
        return Bit("route", Token("MORE", ">"), tuple(items))

    def retreat_to(self, items: list[Token]) -> Bit:
        """Where to retreat to."""
        return Bit("retreat", items[0], items[-1])

    def set_up(self, items: list[Token]) -> Bit:
        """Where to set up."""
        return Bit("setup", items[0], SetUp(int(items[1]), int(items[3])))

    def tow(self, items: list[Token]) -> Bit:
        """What to tow."""
        return Bit("tow", items[0], items[1])

    def moves(self, items: list[Any]) -> Bit:
        """A movement line."""
        retreating = items[0].type == "RETREATING"
        start, movers, *rest = items[1:] if retreating else items
        bits = [item for item in rest if isinstance(item, Bit)]
        codes = next((item for item in rest if isinstance(item, tuple)), None)
        route = next((bit.value for bit in bits if bit.kind == "route"), ())
        tail = tuple(bit for bit in bits if bit.kind != "route")
        line = Movement(NOWHERE, start, tuple(movers), route, retreating=retreating)
        return Bit("movement", start, (line, codes, tail))

    # --- standing orders ---

    def when(self, items: list[Any]) -> Tests:
        """The condition of a line."""
        condition: Tests = items[1]
        return condition

    def otherwise(self, items: list[Any]) -> Bit:
        """What is done if a condition does not hold."""
        return Bit("otherwise", items[0], tuple(items[1:]))

    def actions(self, items: list[Any]) -> list[Any]:
        """All actions of a line."""
        return items

    def standing(self, items: list[Any]) -> RawStanding:
        """A GENERAL, CONDITIONAL or SPECIAL line."""
        condition = items[1] if len(items) > 2 else None
        actions = tuple(item for item in items[-1] if not isinstance(item, Bit))
        other = next((item.value for item in items[-1] if isinstance(item, Bit)), ())
        return RawStanding(items[0].type.lower(), actions, condition, other)

    # --- lines whose words are read elsewhere ---

    # --- designs and the pregame sheet ---

    def design_head(self, items: list[Token]) -> Text:
        """A design begins."""
        return Text("design", items[0], (items[1],))

    def design_end(self, items: list[Token]) -> Text:
        """A design ends."""
        return Text("end design", items[0])

    def redesign(self, items: list[Token]) -> Text:
        """A design that improves another."""
        return Text("redesign", items[0], (items[1], items[3]))

    def redesign_head(self, items: list[Token]) -> Text:
        """A redesign written out in full begins."""
        return Text("design", items[0], (items[1], items[3]))

    def missile(self, items: list[Token]) -> Text:
        """A missile design."""
        return Text("missile", items[0], (items[1],))

    def missile_list(self, items: list[Token]) -> Text:
        """The whole list of missiles."""
        return Text("missiles", items[0], tuple(items[1:]))

    def home_type(self, items: list[Token]) -> PregameLine:
        """The type of the home star."""
        return PregameLine("home", items[0], number=int(items[2]))

    def preset(self, items: list[Token]) -> PregameLine:
        """One of the sample technologies."""
        return PregameLine("preset", items[2], items[2])

    def level(self, items: list[Token]) -> tuple[Token, int]:
        """A level of a technology."""
        return items[0], int(items[1])

    def levels(self, items: list[Any]) -> PregameLine:
        """Levels of technologies."""
        return PregameLine("levels", items[0], levels=tuple(items[1:]))

    def as_names(self, items: list[Token]) -> Bit:
        """Names of ships that are bought."""
        return self.as_bit(items)

    def buy(self, items: list[Any]) -> PregameLine:
        """Ships or units that are bought."""
        numbers = [int(item) for item in items[1:] if getattr(item, "type", "") == "NUMBER"]
        names = ("NAME", "QUOTED", "UNIT")
        name = next(item for item in items[1:] if getattr(item, "type", "") in names)
        bits = tuple(item for item in items if isinstance(item, Bit))
        return PregameLine("buy", name, name, numbers[0] if numbers else 1, bits=bits)

    def keep_money(self, items: list[Token]) -> PregameLine:
        """MCr that are kept."""
        return PregameLine("keep", items[0], number=int(items[1]))
