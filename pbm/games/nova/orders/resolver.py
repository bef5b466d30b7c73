"""Names of one line, looked up against what its player knows.

What makes a line *invalid* (it cannot be understood) is said here and where an order reads its
line; what makes it illegal is said where an order checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import field
from msgspec.structs import replace

from pbm.games.nova.orders.conditions import TESTS, empire_in, kind_of, read_test
from pbm.games.nova.orders.naming import COMING, LONGEST_NAME, Roster, folded, is_minor, label_of
from pbm.games.nova.state.orders.conditions import Condition, Test
from pbm.games.nova.state.orders.parts import Units
from pbm.kit.problems import invalid
from pbm.language.conditions_syntax import RawCondition
from pbm.language.order_resolver import OrderResolver, quoted
from pbm.language.parse_tree import Node, ParsedTest
from pbm.language.token import Token
from pbm.sheets.line import Line


class Resolver(OrderResolver):
    """Looks up what stands in a line."""

    roster: Roster
    options: Mapping[str, str]
    # The lines of the design that the line begins, and the numbers of those not understood.
    block: tuple[Line, ...] = ()
    unread: set[int] = field(default_factory=set)

    def at(self, part: Line) -> Resolver:
        """The resolver of a part of its line, so that places come out right."""
        return replace(self, line=part)

    # --- names ---

    def system(self, token: Token) -> str:
        """The name of a system the player knows."""
        roster, name = self.roster, folded(bare(token))
        found = roster.systems.find(name)
        if found is not None:
            return found.name
        near = roster.near(token, roster.systems)
        if near or name not in roster.ships:
            return self.miss(token, "is not a system you know of", near)
        word, remedy = token, "The system stands first, the ship behind it"
        self.bad(word, f"{quoted(word)} is a ship of yours, not a system", remedy=remedy)
        return ""

    def ship(self, token: Token) -> str:
        """The id of an own ship, or of one that this sheet lets be built."""
        found = self.roster.ships.find(bare(token))
        return found.id if found is not None else self._coming(token, "is not a ship of yours")

    def gate(self, token: Token, *, lent: bool = False) -> str:
        """The id of an own gate end, or of one that this sheet lets be built.

        ``lent`` allows one of others, to jump through.
        """
        name = folded(bare(token))
        found = self.roster.gates.find(name) or (self.roster.lent.find(name) if lent else None)
        if found is not None:
            return found.id
        return self._coming(token, "is not an end of a star gate of yours")

    def _coming(self, token: Token, fault: str) -> str:
        """The id of what this sheet lets be built; the fault if it does not."""
        roster = self.roster
        name = roster.coming.get(folded(bare(token)))
        if name is not None:
            return f"{COMING}{name}"
        return self.miss(
            token, fault, roster.near(token, roster.ships, roster.gates, roster.coming)
        )

    def hull(self, token: Token) -> str:
        """The id of a part-paid ship."""
        found = self.roster.hulls.find(bare(token))
        return (
            found.id
            if found is not None
            else self.miss(token, "is not an unfinished ship of yours")
        )

    def design(self, token: Token) -> str:
        """The name of an own design."""
        name = folded(bare(token))
        found = self.roster.designs.find(name) or self.roster.designs.find(name.removesuffix("s"))
        if found is not None:
            return found.name
        is_army = name in ("army", "armies")
        near = "AA or RA" if is_army else self.roster.near(token, self.roster.designs)
        return self.miss(token, "is not a design of yours", near)

    def empire(self, token: Token) -> str:
        """The player's own label of another empire; a number is not allowed. Rule: NV CON-04."""
        found = self.roster.empire_of(bare(token))
        if found is None:
            near = self.roster.near_empire(token)
            return self.miss(token, "is not an empire you are in contact with", near)
        if is_minor(found):
            self.bad(
                token,
                f"you know {label_of(found)} by its number only",
                reason="Nothing can be ordered for or against an empire in minor contact",
                rule="NV CON-04",
                remedy="Wait for normal contact, or leave it out",
            )
            return ""
        return label_of(found)

    def empires(self, tokens: Iterable[Token]) -> tuple[str, ...]:
        """Several empires, each once."""
        return tuple(dict.fromkeys(one for token in tokens if (one := self.empire(token))))

    def miss(self, token: Token, fault: str, near: str = "") -> str:
        """Say that there is no such thing; its name is empty."""
        word = token
        self.unknown(word, f"{quoted(word)} {fault}", near)
        return ""

    def units(self, node: Node) -> Units:
        """``2 AA``, ``all AA``, ``2 AA of B``, ``gate Ring-A``."""
        if node.kind == "gate_units":
            return Units("SG", 1, gate=self.gate(node.items[-1]))
        first, last = node.items[0], node.items[-1]
        kind = next(token for token in node.items if token.type == "UNIT")
        number = int(first) if first.type == "NUMBER" else 0
        return Units(str(kind), number, "" if last is kind else self.empire(last))

    def new_name(self, token: Token) -> str:
        """A name for something new. Rule: NV ORD-41."""
        name = bare(token)
        if not name or len(name) > LONGEST_NAME:
            self.bad(
                token,
                f'"{name}" has {len(name)} characters' if name else "this name is empty",
                reason=f"A name has 1 to {LONGEST_NAME}",
                rule="NV ORD-41",
            )
        return name

    def is_unique(self, name: str) -> bool:
        """True if no ship of the player and no line before has the name; else say so.

        Rule: NV ORD-41.
        """
        roster = self.roster
        fault, outcome = f'"{name}" is given twice', "The second ship is not called so"
        if folded(name) in roster.ships:
            fault, outcome = f'you have a ship "{name}" already', "The name is not given"
        elif folded(name) not in roster.named:
            roster.named.add(folded(name))
            return True
        reason = "Ships that are not uniquely named can be given no orders"
        self.refuse(fault, reason=reason, rule="NV ORD-41", outcome=outcome)
        return False

    # --- conditions ---

    def condition(self, raw: RawCondition[Any] | None, *, plan: bool = False) -> Condition:
        """A condition; ``plan`` is one of expenditures, which knows only the treasury.

        Rule: NV ORD-37, NV ORD-38, NV MOV-29. Ambiguity: NV A-ORD-CO-EVENTS.
        """
        if raw is None:
            return Condition()
        self.bounded(raw)
        asker = "plan" if plan else "line"
        return Condition(
            tuple(tuple(self._test(test, asker) for test in group) for group in raw.any_of)
        )

    def _test(self, raw: ParsedTest, asker: str) -> Test:
        node = raw.node
        if node.kind == "elsewhere":
            node, _at, where = node.items
            self.bad(
                where,
                "a condition cannot name a system",
                reason="It is judged in the system where the unit itself is, never in another",
                rule="NV ORD-38",
                remedy=f"Leave out  at {where}",
            )
        kind, word = kind_of(node)
        if asker not in TESTS[kind].asked_by:
            if asker == "plan":
                self.bad(
                    word,
                    f'"{word}" cannot be asked by a plan',
                    reason="Money is spent before anything else happens in a turn",
                    rule="NV EOT-04",
                    remedy="Ask for  treasury < 300  or  received 100 from B",
                )
            else:
                self.bad(word, "only a plan can ask for the treasury", rule="NV ORD-37")
        who = empire_in(node)
        return read_test(node, "" if who is None else self.empire(who), raw.negated)

    # --- what may not be ---

    def say_bad(self, fault: str, remedy: str = "", reason: str = "") -> None:
        """Say that the whole line is not understood."""
        self.say(invalid(fault, reason=reason, remedy=remedy))


def bare(token: str) -> str:
    """A name without its quotes."""
    return token.strip('"').strip() if token.startswith('"') else str(token)
