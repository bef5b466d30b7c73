"""A design on a sheet: its lines read together, its sums compared, and printed again.

    DESIGN "Hornet"                    "Hornet" Class FG   TP Cost = 2   (TA=12)
      IE 4                                  COMPONENT                    SSZ    COST
      JD3 L8                                IE 4                           -      17
    END DESIGN                              JD3 L8                         -      14

Both forms are read, a sum being a claim that is compared and never used.
Rule: NV DSN-03 to DSN-08.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pbm.games.nova.orders.designs.design_text import DesignLine, quoted, read_design_line
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.components import Component, bare_text, part_text, piece_size, ratings_of
from pbm.games.nova.state.design import Design, Figures, figures, new_design_tp
from pbm.kit.problems import Problem, Span, invalid, warning
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.line import Line

NOT_USED = "The design was not used"
_SUMS = "NV DSN-01, DSN-02, DSN-10"


class Block(Record):
    """What a block of lines gave.

    ``places`` are those of the design's parts, ``unread`` the numbers of lines that were not
    understood.
    """

    design: Design
    problems: tuple[Problem, ...]
    places: tuple[Span, ...] = ()
    unread: tuple[int, ...] = ()


def syntax_problem(line: Line, wrong: SyntaxFault, outcome: str = NOT_USED) -> Problem:
    """The problem of a line, or a part of one, that was not understood."""
    span = line.span(wrong.start, wrong.end)
    return invalid(
        wrong.fault,
        span,
        reason=wrong.reason,
        outcome=outcome,
        remedy=wrong.remedy,
        expected=wrong.expected,
    )


def read_block(name: str, empire: str, lines: Sequence[Line], of: str = "") -> Block:
    """The design that these lines describe, with every problem of reading them.

    Whether it is legal is not asked here: `pbm.games.nova.state.legality.faults` says.
    """
    problems: list[Problem] = []
    read: list[tuple[Line, DesignLine]] = []
    unread: list[int] = []
    unused = f"The design {name} was not used"
    for line in lines:
        found = read_design_line(line.text)
        if isinstance(found, SyntaxFault):
            problems.append(syntax_problem(line, found, unused))
            unread.append(line.number)
        else:
            read.append((line, found))
    marks = [(line, found.intrinsic_tc) for line, found in read if found.intrinsic_tc]
    problems += [
        invalid("the intrinsic communicator occurs twice", line.span(), outcome=unused)
        for line, _level in marks[1:]
    ]
    parts = tuple(found.part for _line, found in read if found.part is not None)
    design = Design(name, empire, parts, marks[0][1] if marks else 0, of)
    if not unread:
        problems += _wrong_claims(design, read)
    places = tuple(line.span() for line, found in read if found.part is not None)
    return Block(design, tuple(problems), places, tuple(unread))


def _wrong_claims(design: Design, read: Sequence[tuple[Line, DesignLine]]) -> Iterator[Problem]:
    known = figures(design)
    right: Mapping[str, Fraction | str] = {
        "ssz": Fraction(known.ssz),
        "cost": Fraction(known.cost),
        "TP": Fraction(known.tp),
        "TA": Fraction(known.ta),
        "category": known.category.abbreviation,
    }
    number = 0
    for line, found in read:
        own = right
        if found.part is not None:
            figured = known.lines[number]
            own = _own(found.part, figured.ssz, figured.cost, known)
            number += 1
        for what, said in found.claims:
            if said == own[what] or (what == "TP" and said == new_design_tp(known.cost)):
                continue
            yield _wrong(line, what, said, own[what])


def _own(part: Component, ssz: int, cost: Fraction, known: Figures) -> dict[str, Fraction | str]:
    sums: dict[str, int | Fraction] = {
        "ssz": ssz,
        "cost": cost,
        "SR": known.sr,
        "size": piece_size(part),
    }
    return {what: Fraction(amount) for what, amount in sums.items()}


def _wrong(line: Line, what: str, said: Fraction | str, own: Fraction | str) -> Problem:
    name = {"ssz": "SSZ", "cost": "cost", "category": "class"}.get(what, what)
    return warning(
        f"the {name} here is {_shown(own)}, not {_shown(said)}",
        line.span(),
        reason="The sums of a sheet are compared, never used",
        rule=_SUMS,
    )


def _shown(amount: Fraction | str) -> str:
    return amount if isinstance(amount, str) else amount_text(amount)


def block_text(design: Design) -> str:
    """A design as a sheet writes it, from its head line to END DESIGN; it reads back the same.

    A redesign names the design it is of in its head.
    """
    head = f"REDESIGN {quoted(design.name)} of {quoted(design.of)}" if design.of else ""
    lines = [head or f"DESIGN {quoted(design.name)}"]
    lines += [f"  {part_text(part)}" for part in design.parts]
    if design.intrinsic_tc:
        lines.append(f"  intrinsic TC {design.intrinsic_tc}")
    return "\n".join([*lines, "END DESIGN"])


def standard_text(design: Design) -> str:
    """A design in the book's format: head with class, tech points and armour, sums by line.

    Rule: NV DSN-04 to DSN-08.
    """
    known = figures(design)
    size = known.category.abbreviation
    head = f'"{design.name}" Class {size}   TP Cost = {known.tp}   (TA={known.ta})'
    lines = [head, _row("COMPONENT", "SSZ", "COST")]
    for line in known.lines:
        beside = ratings_of(line.part)
        if line.part.kind == "SI":
            beside = {"SR": known.sr}
        said = ", ".join(f"{rating} {value}" for rating, value in beside.items())
        row = _row(bare_text(line.part), str(line.ssz or "-"), amount_text(line.cost))
        lines.append(f"{row}   ({said})" if said else row)
    if design.intrinsic_tc:
        lines.append(_row(f"intrinsic TC {design.intrinsic_tc}", "-", "-"))
    lines.append(_row("", "----", "----"))
    lines.append(_row("", str(known.ssz), str(known.cost)))
    return "\n".join(lines)


def _row(what: str, ssz: str, cost: str) -> str:
    return f"    {what:<26} {ssz:>6} {cost:>7}"
