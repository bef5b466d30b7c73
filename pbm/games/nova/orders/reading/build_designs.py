"""Designs, redesigns and missiles of a sheet, with what is wrong with them.

Rule: NV DSN-03 to DSN-08, NV DSN-22, NV DSN-33, NV DSN-34, NV DSN-36.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from pbm.games.nova.orders.designs.design_block import (
    block_text,
    missing_ratings,
    read_block,
    redesigned,
    syntax_problem,
)
from pbm.games.nova.orders.designs.design_text import (
    missile_text,
    read_missile,
    read_redesign,
)
from pbm.games.nova.orders.designs.known_designs import design_of
from pbm.games.nova.orders.naming import LONGEST_NAME, Roster, folded
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.orders.syntax.parsed_lines import Text
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.legality import (
    Fault,
    faults,
    missile_faults,
    redesign_faults,
    with_intrinsic_tc,
)
from pbm.games.nova.state.orders.designs import DesignSheet
from pbm.kit.problems import Severity, illegal
from pbm.language.line_log import LineLog
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Line

NOT_BEGUN = "Research on it would not be begun while that is so"


@dataclass(slots=True)
class Drawings:
    """The designs and missiles of one sheet, as they are read.

    ``levels`` are the technology they are judged by, ``turn`` that of the sheet.
    """

    roster: Roster
    log: LineLog
    levels: Mapping[str, int]
    turn: int
    sheet: DesignSheet = field(default_factory=DesignSheet)

    def designed(self, name: str) -> Design | None:
        """A design of this sheet or of the player's by its name."""
        for _ref, design in self.sheet.designs:
            if folded(design.name) == folded(name):
                return design
        record = self.roster.designs.get(folded(name))
        return None if record is None else design_of(self.roster, record)

    def block(self, resolver: Resolver, head: Text, lines: Sequence[Line]) -> None:
        """A design written out from DESIGN to END DESIGN."""
        name = self._name(resolver, head)
        old = self._old(resolver, head) if len(head.names) > 1 else None
        read = read_block(name, self.roster.player, lines, old.name if old is not None else "")
        errors = [one for one in read.problems if one.severity is Severity.INVALID]
        if not lines:
            resolver.say_bad(f'design "{name}" has no lines', "Write its components below its name")
        self.log.refuse(resolver.line, *resolver.problems) if resolver.problems else None
        self.log.problems += read.problems
        self.log.unread |= set(read.unread)
        if resolver.is_understood and not errors:
            self._take(resolver, read.design, old)

    def redesign(self, resolver: Resolver, text: Text) -> None:
        """``REDESIGN Frigate-2 of Frigate: EW 3, LT 6``. Rule: NV DSN-33."""
        self._name(resolver, text)
        old = self._old(resolver, text)
        start = text.names[0].start_pos or 0
        part = resolver.line.part(start, len(resolver.line.text))
        found = read_redesign(part.text)
        if isinstance(found, SyntaxFault):
            resolver.problems.append(syntax_problem(part, found))
        elif old is not None:
            for rating in missing_ratings(old, found):
                resolver.bad(
                    text.names[1],
                    f"{old.name} has nothing with {rating}",
                    reason="A redesign improves what is there and adds nothing",
                    rule="NV DSN-33",
                )
        if resolver.is_understood and old is not None and not isinstance(found, SyntaxFault):
            self._take(resolver, redesigned(old, found), old)
        else:
            self.log.refuse(resolver.line, *resolver.problems)

    def missile(self, resolver: Resolver, text: Text) -> None:
        """``MISSILE Dart MD 5 MA 60 MR 10``. Rule: NV DSN-22."""
        part = resolver.line.part(text.names[0].start_pos or 0, len(resolver.line.text))
        found = read_missile(part.text)
        if isinstance(found, SyntaxFault):
            self.log.refuse(resolver.line, syntax_problem(part, found, ""))
            return
        self._faults(resolver, f'missile "{found.name}"', missile_faults(found, self.levels))
        made = (*self.sheet.missiles, (resolver.ref, found))
        self.sheet = replace(self.sheet, missiles=made)
        self.log.say(resolver.line, f"MISSILE {missile_text(found)} (size {found.size})")

    def missile_list(self, resolver: Resolver, text: Text) -> None:
        """The whole list of missiles, as it is to stand. Rule: NV DSN-22."""
        names = [bare(name) for name in text.names]
        new = {folded(missile.name) for _ref, missile in self.sheet.missiles}
        for token, name in zip(text.names, names, strict=True):
            if folded(name) not in new and folded(name) not in self.roster.missiles:
                resolver.miss(token, "is no missile of yours", "")
        if not resolver.is_understood:
            self.log.refuse(resolver.line, *resolver.problems)
            return
        self.sheet = replace(self.sheet, missile_list=tuple(names))
        self.log.say(resolver.line, f"MISSILES {', '.join(names)}")

    def _name(self, resolver: Resolver, head: Text) -> str:
        name = bare(head.names[0])
        if not name:
            resolver.bad(head.names[0], "this design has no name")
        elif self.designed(name) is not None:
            resolver.bad(
                head.names[0],
                f'there is a design "{name}" already',
                reason="Every design has a name of its own",
                rule="NV DSN-36",
                remedy=f"Call it {name[: LONGEST_NAME - 2]}-2 or the like",
            )
        return name

    def _old(self, resolver: Resolver, head: Text) -> Design | None:
        old = self.designed(bare(head.names[1]))
        if old is None:
            near = self.roster.near_design(head.names[1])
            resolver.miss(head.names[1], "is no design of yours", near)
        return old

    def _take(self, resolver: Resolver, design: Design, old: Design | None) -> None:
        if old is None:
            design = with_intrinsic_tc(design, self.levels)
            found = faults(design, self.levels)
        else:
            found = redesign_faults(old, design, self.levels, self.turn)
        self._faults(resolver, f'design "{design.name}"', found)
        self.sheet = replace(self.sheet, designs=(*self.sheet.designs, (resolver.ref, design)))
        self.log.say(resolver.line, design_words(design))

    def _faults(self, resolver: Resolver, what: str, found: Sequence[Fault]) -> None:
        outcome = NOT_BEGUN if self.turn else "It cannot be bought"
        self.log.problems += [
            illegal(
                f"{what}: {one.fault}",
                resolver.line.span(),
                reason=f"{one.reason[:1].upper()}{one.reason[1:]}",
                rule=one.rule,
                outcome=outcome,
            )
            for one in found
        ]


def design_words(design: Design) -> str:
    """A design in one line: its components and the sums that follow from them."""
    own = figures(design)
    lines = " / ".join(line.strip() for line in block_text(design).splitlines()[:-1])
    sums = f"SSZ {own.ssz}, {own.category.abbreviation}, {own.cost} MCr, {own.tp} TP, TA {own.ta}"
    return f"{lines} ({sums})"
