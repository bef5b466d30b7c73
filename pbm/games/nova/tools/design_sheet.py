"""The designs of a sheet: blocks of lines, redesigns, missiles, and what is wrong with each.

    DESIGN "Hornet"  ...  END DESIGN
    REDESIGN Hornet-2 of Hornet: FC 4, FD 5         (or its lines, down to END DESIGN)
    MISSILE Dart MD 5 MA 60 MR 10

Rule: NV DSN-03, DSN-22, DSN-33.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.games.nova.orders.designs.design_block import NOT_USED, read_block, syntax_problem
from pbm.games.nova.orders.designs.missile import read_missile
from pbm.games.nova.orders.designs.redesign import missing_ratings, read_redesign, redesigned
from pbm.games.nova.orders.designs.words import read_levels
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.legality import (
    Fault,
    faults,
    missile_faults,
    redesign_faults,
    with_intrinsic_tc,
)
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.presets import preset_named
from pbm.kit.problems import Problem, Span, illegal, invalid
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.line import Line

_NAME = r'(?:"[^"]{1,40}"|[^\s":]{1,40})'
_HEAD = re.compile(
    rf"(?:DESIGN\s+(?P<name>{_NAME})|REDESIGN\s+(?P<again>{_NAME})\s+of\s+(?P<of>{_NAME}))"
    r"\s*:?\s*\Z",
    re.IGNORECASE,
)
_END = re.compile(r"END\s+(?:OF\s+)?DESIGN\s*\Z", re.IGNORECASE)
_ONE_LINE = re.compile(r"(?P<word>REDESIGN|MISSILE|TECH)\b", re.IGNORECASE)
_ELSE = re.compile(r"(?:REDESIGN|MISSILE)\s", re.IGNORECASE)
_PRESET = re.compile(r"\s*PRESET\s+(?P<name>\S+)\s*\Z", re.IGNORECASE)
# Lines of such a sheet that say nothing about a design.
_OTHER = re.compile(r"(?:MISSILES|NOTE)\b", re.IGNORECASE)


class Entry(Record):
    """A design or missile of a sheet, where it stands, and the design it redesigns.

    ``places`` are those of the design's parts, where each has a line of its own.
    """

    what: Design | MissileDesign
    span: Span
    old: Design | None = None
    places: tuple[Span, ...] = ()

    def place(self, fault: Fault) -> Span:
        """Where a fault of it stands on the sheet."""
        return self.places[fault.at] if 0 <= fault.at < len(self.places) else self.span


class DesignSheet(Struct):
    """What a sheet says of designs; ``levels`` are the technologies it names itself, if any."""

    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    levels: Mapping[str, int] | None = None


def read_design_sheet(
    lines: Sequence[Line], empire: str, known: Mapping[str, Design], alone: bool = True
) -> DesignSheet:
    """The designs these lines describe; ``known`` are those that redesigns may start from.

    ``alone`` says that nothing else belongs on the sheet; otherwise other lines are passed over.
    """
    return _Reader(lines, empire, known, alone).read()


class _Reader:
    def __init__(
        self, lines: Sequence[Line], empire: str, known: Mapping[str, Design], alone: bool
    ) -> None:
        self._lines = list(lines)
        self._alone = alone
        self._empire = empire
        self._known = {name.casefold(): design for name, design in known.items()}
        self._found = DesignSheet()

    def read(self) -> DesignSheet:
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            head = _HEAD.match(line.text)
            one = _ONE_LINE.match(line.text)
            if head is not None:
                at = self._block(_bare(head["name"] or head["again"]), _bare(head["of"]), at)
                continue
            if one is not None:
                rest = line.part(one.end(), len(line.text))
                {"REDESIGN": self._redesign, "MISSILE": self._missile, "TECH": self._tech}[
                    one["word"].upper()
                ](rest)
            elif self._alone and not _OTHER.match(line.text):
                self._found.problems.append(
                    invalid(
                        "this line is outside every design",
                        line.span(),
                        outcome="It was not read",
                        remedy='A design begins with  DESIGN "Hornet"  and ends with  END DESIGN',
                    )
                )
            at += 1
        return self._found

    def _block(self, name: str, of: str, start: int) -> int:
        """Read the block that begins at a line; gives the index of the line after it."""
        head = self._lines[start]
        end = next(
            (at for at in range(start + 1, len(self._lines)) if self._ends(at)), len(self._lines)
        )
        old = self._old(of, head) if of else None
        block = read_block(
            name, self._empire, self._lines[start + 1 : end], old.name if old else of
        )
        self._found.problems += block.problems
        if end == len(self._lines) or not _END.match(self._lines[end].text):
            remedy = "Write  END DESIGN  below its last line"
            fault = "the end of this design is missing"
            self._found.problems.append(
                invalid(fault, head.span(), outcome=NOT_USED, remedy=remedy)
            )
            return end
        if not block.unread and (old is not None or not of):
            self._add(Entry(block.design, head.span(), old, block.places))
        return end + 1

    def _old(self, name: str, line: Line) -> Design | None:
        """The design that a redesign begins with; a problem if there is none."""
        old = self._known.get(name.casefold())
        if old is None:
            fault = f"there is no design {name}"
            self._found.problems.append(
                illegal(fault, line.span(), outcome=NOT_USED, rule="NV DSN-33")
            )
        return old

    def _ends(self, at: int) -> bool:
        """Whether a line ends a block: its END, or the head of something else."""
        text = self._lines[at].text
        return any(form.match(text) for form in (_END, _HEAD, _ELSE))

    def _add(self, entry: Entry) -> None:
        name = entry.what.name.casefold()
        own = isinstance(entry.what, Design)
        if any(
            isinstance(other.what, Design) is own and other.what.name.casefold() == name
            for other in self._found.entries
        ):
            self._found.problems.append(
                invalid(
                    f"there are two designs called {entry.what.name}",
                    entry.span,
                    outcome=NOT_USED,
                    remedy="Give each its own name",
                    rule="NV DSN-36",
                )
            )
            return
        self._found.entries.append(entry)
        if isinstance(entry.what, Design):
            self._known[name] = entry.what

    def _redesign(self, rest: Line) -> None:
        read = read_redesign(rest.text)
        if isinstance(read, SyntaxFault):
            self._syntax_fault(rest, read)
            return
        old = self._old(read.of, rest)
        if old is None:
            return
        lacking = missing_ratings(old, read)
        if lacking:
            self._found.problems.append(
                illegal(
                    f"{old.name} has no {', '.join(lacking)} to improve",
                    rest.span(),
                    reason="A redesign adds nothing",
                    outcome=NOT_USED,
                    rule="NV DSN-33",
                )
            )
            return
        self._add(Entry(redesigned(old, read), rest.span(), old))

    def _missile(self, rest: Line) -> None:
        read = read_missile(rest.text)
        if isinstance(read, SyntaxFault):
            self._syntax_fault(rest, read)
        else:
            self._add(Entry(read, rest.span()))

    def _tech(self, rest: Line) -> None:
        """They add up; levels of your own come before those of a preset. Rule: NV SET-29."""
        named = _PRESET.match(rest.text)
        if named is not None:
            try:
                self._found.levels = {
                    **preset_named(named["name"]).levels,
                    **(self._found.levels or {}),
                }
            except ValueError as fault:
                span = rest.span(*named.span("name"))
                self._found.problems.append(invalid(str(fault), span, outcome="It was not used"))
            return
        read = read_levels(rest.text)
        if isinstance(read, SyntaxFault):
            self._syntax_fault(rest, read)
        else:
            self._found.levels = {**(self._found.levels or {}), **read}

    def _syntax_fault(self, line: Line, wrong: SyntaxFault) -> None:
        self._found.problems.append(syntax_problem(line, wrong, "This line was not used"))


def _bare(name: str | None) -> str:
    return name.strip('"') if name else ""


def entry_faults(entry: Entry, levels: Mapping[str, int], turn: int = 1) -> tuple[Fault, ...]:
    """Everything that keeps an empire with these levels from an entry of its sheet."""
    if isinstance(entry.what, MissileDesign):
        return missile_faults(entry.what, levels)
    if entry.old is None:
        return faults(entry.what, levels)
    return redesign_faults(entry.old, entry.what, levels, turn)


def completed(entry: Entry, levels: Mapping[str, int]) -> Entry:
    """A new design with the communicator that comes with its size; others as they are.

    Rule: NV DSN-28, DSN-30.
    """
    if isinstance(entry.what, MissileDesign) or entry.old is not None:
        return entry
    return replace(entry, what=with_intrinsic_tc(entry.what, levels))
