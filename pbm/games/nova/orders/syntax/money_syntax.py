"""The front of the sheet, expenditures, commissions and research, word by word."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lark import Token

from pbm.games.nova.orders.syntax.parsed_lines import NOWHERE, Bit, Project, Sum, Sums
from pbm.games.nova.state.orders.money import Commission, Pillage, Research
from pbm.language.parse_tree import Node, NodeTransformer

_UNITS = {"COLONY": "C"}


class MoneySyntax(NodeTransformer):
    """Everything about money and research."""

    def unit_kind(self, items: list[Token]) -> Token:
        """A kind of unit by its abbreviation."""
        word = items[0]
        return Token.new_borrow_pos("UNIT", _UNITS.get(word.type, word.type), word)

    # --- front ---

    def sums(self, items: list[Any]) -> Sums:
        """Items of the front that share a line."""
        return Sums(tuple(items))

    def sum(self, items: list[Any]) -> Sum:
        """A sum the player writes."""
        number = next(item for item in items if isinstance(item, int))
        names = [item for item in items[1:] if isinstance(item, Token) and item.type != "FROM"]
        return Sum(items[0].type.lower(), items[0], number, names[0] if names else None)

    def treasury_after(self, items: list[Any]) -> Sum:
        """The treasury after all expenditures."""
        return Sum("after", items[0], items[2])

    def amount(self, items: list[Token]) -> int:
        """MCr."""
        return next(int(item) for item in items if item.type == "NUMBER")

    def minus(self, items: list[Token]) -> int:
        """MCr below nothing, as a treasury may be."""
        return -self.amount(items)

    def worth(self, items: list[Token]) -> Bit:
        """The sum a line says it comes to."""
        return Bit("cost", items[1], int(items[1]))

    def salvage(self, items: list[Any]) -> Bit:
        """What is salvaged, and where."""
        return Bit("salvage", items[0], tuple(items[1:]))

    def pillage(self, items: list[Any]) -> Pillage:
        """A system that is pillaged."""
        claims = [item.value for item in items if isinstance(item, Bit)]
        lift: tuple[Any, ...] = tuple(item for item in items if isinstance(item, Node))
        return Pillage(NOWHERE, items[1], claims[0] if claims else None, lift)

    # --- expenditures ---

    def spendings(self, items: list[Any]) -> Sums:
        """Expenditures that share a line."""
        return Sums(tuple(items))

    def quantity(self, items: list[Token]) -> Bit:
        """How many."""
        return Bit("number", items[0], int(items[0]))

    def up_to(self, items: list[Token]) -> Bit:
        """At most so many."""
        return Bit("up_to", items[0], int(items[-1]))

    def at_bit(self, items: list[Token]) -> Bit:
        """Where."""
        return Bit("at", items[0], tuple(items[1::2]))

    def as_bit(self, items: list[Token]) -> Bit:
        """Under which name."""
        return Bit("as_names", items[0], tuple(one for one in items[1:] if one.type != "PLUS"))

    def price(self, items: list[Token]) -> Bit:
        """The price of one."""
        return Bit("price", items[0], int(items[0]))

    def limit_bit(self, items: list[Token]) -> Bit:
        """The most that is to be paid."""
        return Bit("amount", items[0], int(items[2]))

    def teams(self, items: list[Token]) -> Bit:
        """Teams on a project."""
        return Bit("teams", items[0], int(items[0]))

    def maintain(self, items: list[Any]) -> Bit:
        """Teams to be kept."""
        return _spending("maintain", items)

    def rdt(self, items: list[Any]) -> Bit:
        """New teams."""
        return _spending("rdt", items)

    def ship_build(self, items: list[Any]) -> Bit:
        """Ships of a design."""
        return _built("ship", items)

    def unit_build(self, items: list[Any]) -> Bit:
        """Units."""
        return _built("build", items)

    def counted_ships(self, items: list[Any]) -> Bit:
        """Ships of a design, their number first."""
        return _built("ship", items)

    def counted_units(self, items: list[Any]) -> Bit:
        """Units, their number first."""
        return _built("build", items)

    def counted_teams(self, items: list[Any]) -> Bit:
        """New teams, their number first."""
        return _built("rdt", items)

    def part(self, items: list[Any]) -> Bit:
        """A part of a ship's price."""
        numbers = [item for item in items if getattr(item, "type", "") == "NUMBER"]
        bits = [Bit("amount", numbers[0], int(numbers[0]))]
        bits += [Bit("whole", word, int(word)) for word in numbers[1:]]
        return _spending("part", [*items, *bits])

    def finish(self, items: list[Any]) -> Bit:
        """The rest of a ship's price, or a part of it."""
        numbers = [item for item in items[2:] if getattr(item, "type", "") == "NUMBER"]
        return _spending("finish", [*items, *(Bit("amount", n, int(n)) for n in numbers)])

    def gate_build(self, items: list[Any]) -> Bit:
        """A star gate."""
        numbers = [item for item in items[1:] if getattr(item, "type", "") == "NUMBER"]
        bits = [item for item in items if isinstance(item, Bit)]
        return _spending("gate", [items[0], *bits, *(Bit("number", n, int(n)) for n in numbers)])

    def repair_item(self, items: list[Token]) -> Bit:
        """What is to be repaired."""
        word = items[0]
        what = word.type.lower() if word.type in ("ARMOUR", "STRUCTURE") else word.upper()
        return Bit("repairs", word, (what, int(items[1]) if len(items) > 1 else 0))

    def repair(self, items: list[Any]) -> Bit:
        """A ship to be repaired."""
        return _spending("repair", items)

    def refit(self, items: list[Any]) -> Bit:
        """A ship to be refitted to a design."""
        return _spending("refit", [*items, Bit("to", items[2], items[3])])

    def status(self, items: list[Any]) -> Bit:
        """The progress of a project."""
        return _spending("status", items)

    def info(self, items: list[Any]) -> Bit:
        """Information on something."""
        return _spending("info", items)

    def copy(self, items: list[Any]) -> Bit:
        """Copies of designs or orders."""
        word = items[1]
        if word.type in ("DESIGNS", "ORDERS"):
            word = Token.new_borrow_pos("NAME", word.type.lower(), word)
        return _spending("copy", [items[0], word, *items[2:]])

    def send(self, items: list[Any]) -> Bit:
        """MCr for another empire."""
        bits = [Bit("amount", items[1], int(items[1])), Bit("empire", items[-1], items[-1])]
        return _spending("send", [items[0], *bits])

    def send_first(self, items: list[Any]) -> Bit:
        """The same, the other empire first."""
        return self.send([items[0], items[2], items[1]])

    def commission(self, items: list[Token]) -> Commission:
        """Names for ships that are built."""
        return Commission(NOWHERE, items[0], items[1], tuple(items[2:]))

    # --- research ---

    def reach(self, items: list[Token]) -> tuple[Token | None, int]:
        """The level a project aims at, and the technology if it is written again."""
        return (items[1] if items[1].type == "TECH" else None), int(items[-1])

    def tech_project(self, items: list[Any]) -> Project:
        """Research on a technology."""
        other, goal = items[2]
        return Project("TECH", items[0], int(items[1]), goal, other)

    def design_project(self, items: list[Token]) -> Project:
        """Research on a design."""
        return Project(items[0].type, items[1])

    def table(self, items: list[Token]) -> Token:
        """The table a project is on."""
        return Token.new_borrow_pos("TABLE", items[0][0].upper(), items[0])

    def goal(self, items: list[Token]) -> Bit:
        """The tech points of a project."""
        return Bit("goal", items[0], Fraction(items[0].replace(",", ".")))

    def change(self, items: list[Token]) -> Bit:
        """Teams added or taken away."""
        return Bit("change", items[1], int(items[1]) * (1 if items[0].type == "PLUS" else -1))

    def project_line(self, items: list[Any]) -> Bit:
        """A line of research."""
        project = next(item for item in items if isinstance(item, Project))
        drop = getattr(items[0], "type", "") == "DROP"
        values: dict[str, Any] = {}
        for item in items:
            if isinstance(item, Bit) and item.kind == "teams":
                key = "teams_after" if "change" in values else "teams_before"
                values["teams_after" if key in values else key] = item.value
            elif isinstance(item, Bit):
                values[item.kind] = item.value
            elif getattr(item, "type", "") == "TABLE":
                values["table"] = str(item)
        change = values.pop("change", 0)
        made = Research(
            NOWHERE,
            project.kind,
            project.subject,
            project.start,
            project.goal_level,
            add=max(change, 0),
            remove=max(-change, 0),
            drop=drop,
            **values,
        )
        return Bit("research", project.subject, (made, project.other))


def _built(kind: str, items: list[Any]) -> Bit:
    """Something to be built, whether its number stands before or behind it."""
    words = [item for item in items if isinstance(item, Token)]
    counts = [Bit("number", word, int(word)) for word in words if word.type == "NUMBER"]
    bits = [item for item in items if isinstance(item, Bit)]
    name = words[-1]
    return _spending(kind, [name, name, *counts, *bits])


def _spending(kind: str, items: list[Any]) -> Bit:
    """An expenditure with its parts as written; the name or project is the second item."""
    word = items[0] if isinstance(items[0], Token) else items[0].subject
    second = items[1] if len(items) > 1 else None
    bits = tuple(item for item in items if isinstance(item, Bit))
    name = second if isinstance(second, (Token, Project)) else None
    return Bit("spending", word, (kind, name, bits))
