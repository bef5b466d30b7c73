"""Maneuver Commands: ``command accelerate 2, right``. Rule: DV 7.2."""

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix, when
from pbm.games.deltavee.orders.lines.names import AnyNames, SentenceNames, SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder, after_chain
from pbm.games.deltavee.orders.lines.prefill import Prefill
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import GUIDED, MISSILE_TYPES, UNGUIDED
from pbm.kit.records import Record
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import remark

# Where the next order of a line begins.
_ELSE = re.compile(r";|\belse\b", re.IGNORECASE)


CHANGES = ("accelerate", "decelerate", "left", "right")


_JUMPS = {"prepare_jump": "prepare", "jump": "jump", "abort_jump": "abort"}
_CALLED = {"prepare": "prepare jump", "jump": "jump", "abort": "abort jump"}


class CourseChange(Record):
    """``accelerate 2``, ``decelerate to 1``, ``left``, ``right 2``.

    kind: accelerate, decelerate, left, right. ``to`` is a velocity to come to, None if
    ``number`` says how many commands.
    """

    kind: str
    number: int = 1
    to: int | None = None


def steps(change: CourseChange, velocity: int) -> tuple[str, ...]:
    """The single commands of a change for a unit with this velocity.

    >>> steps(CourseChange("decelerate", to=1), 3), steps(CourseChange("right", 2), 3)
    (('decelerate', 'decelerate'), ('right', 'right'))
    """
    if change.to is None:
        return (change.kind,) * change.number
    short = change.to - velocity if change.kind == "accelerate" else velocity - change.to
    return (change.kind,) * max(0, short)


class Weave(Record):
    """``weave 2`` (bearing), ``weave to B0411`` (hex), ``weave away from ...`` (away).

    ``away`` are targets, or ``missile``, ``enemy`` for the nearest of them.
    """

    bearing: Direction | None = None
    hex: Hex | None = None
    away: tuple[str, ...] = ()


class JumpCommand(Record):
    """kind: prepare, jump, abort. ``condition`` limits a jump; with ``or_abort`` else abort."""

    kind: str
    condition: Condition = ALWAYS
    or_abort: bool = False


class Chase(Record):
    """Commands the program finds so that the unit meets a target in its next move."""

    targets: tuple[str, ...]


Maneuver = CourseChange | Weave | JumpCommand | Chase


class CommandLine(Record):
    """A ``command`` line of any unit."""

    ref: OrderRef
    commands: tuple[Maneuver, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


# --- reading ---


def _read(resolver: UnitResolver, statement: Statement) -> CommandLine:
    return CommandLine(
        resolver.ref,
        _maneuvers(resolver, acts_of(resolver, statement)),
        resolver.condition(statement.holds.condition),
        statement.holds.otherwise,
    )


def _maneuvers(resolver: UnitResolver, parts: Iterable[Node]) -> tuple[Maneuver, ...]:
    found: list[Maneuver] = []
    for part in parts:
        last = found[-1] if found else None
        if part.kind == "or_abort" and isinstance(last, JumpCommand):
            found[-1] = replace(last, or_abort=True)
        else:
            found.append(_maneuver(resolver, part))
    return tuple(found)


def acts_of(resolver: UnitResolver, statement: Statement) -> tuple[Node, ...]:
    """The commands of an order, without a condition of which it is not clear what it limits."""
    for index, part in enumerate(statement.parts):
        if part.kind == "when":
            _unclear(resolver, statement, index)
    return tuple(part for part in statement.parts if part.kind not in ("when", "nothing"))


def _unclear(resolver: UnitResolver, statement: Statement, index: int) -> None:
    text = resolver.line.text
    parts = statement.parts
    starts = [part.word.start_pos for part in parts]
    ends = [*starts[1:], len(text)]
    words = [
        _ELSE.split(text[start:end])[0].strip(" ,") for start, end in zip(starts, ends, strict=True)
    ]
    acts = [word for word, part in zip(words, parts, strict=True) if part.kind != "when"]
    one = f"{statement.verb} {words[index]}: {acts[max(index - 1, 0)]}"
    resolver.bad(
        parts[index].word,
        f'it is not clear what "{words[index]}" counts for',
        reason="This line has several commands",
        remedy=f"Write  {statement.verb} {words[index]}: {', '.join(acts)}  for all of them, or  "
        f"{one}  in a line of its own",
    )


def _maneuver(resolver: UnitResolver, part: Node) -> Maneuver:
    if part.kind == "chase":
        return Chase(resolver.targets(refs_of(part)))
    if part.kind in _JUMPS:
        when = part.part("when")
        return JumpCommand(_JUMPS[part.kind], resolver.condition(when.condition if when else None))
    return pull(resolver, part)


def pull(resolver: UnitResolver, part: Node) -> CourseChange | Weave:
    """A command that a tractor beam can give too: a change or a weave."""
    return change(resolver, part) if part.kind == "change" else _weave(resolver, part)


def change(resolver: UnitResolver, part: Node) -> CourseChange:
    """Accelerate, Decelerate or Direction Change; only a velocity can be come *to*."""
    kind = part.word.type.lower()
    by, to = part.part("by"), part.part("to")
    if to is not None and kind in ("left", "right"):
        resolver.bad(
            part.word,
            f"{kind} takes a number of Direction Changes",
            remedy=f"Write  {kind} 2  or the like",
        )
    elif by is not None and by.number == 0:
        resolver.bad(part.word, f'"{part.word}" is to be done no times')
    number = 1 if by is None or by.number is None else by.number
    return CourseChange(kind, number, to.number if to else None)


def _weave(resolver: UnitResolver, part: Node) -> Weave:
    if part.kind == "weave_to":
        return Weave(hex=resolver.hex(part.items[-1]))
    if part.kind == "weave_away":
        return Weave(away=resolver.listed(refs_of(part), resolver.target))
    return Weave(bearing=resolver.bearing(part.word, part.number))


# --- in the language of the sheets ---


def _text(line: CommandLine, names: SheetNames) -> str:
    what = ", ".join(maneuver_text(one, names) for one in line.commands)
    return f"command {prefix(line.condition, names, otherwise=line.otherwise)}{what}"


def maneuver_text(command: Maneuver, names: AnyNames) -> str:
    """One Maneuver Command."""
    if isinstance(command, CourseChange):
        return change_words(command)
    if isinstance(command, Weave):
        return _weave_text(command, names)
    if isinstance(command, Chase):
        return f"chase {names.targets(command.targets)}"
    return _CALLED[command.kind] + _jump_limits(command, names)


def _jump_limits(jump: JumpCommand, names: AnyNames) -> str:
    """When a ship jumps and what else it does, which a sentence leaves out."""
    if isinstance(names, SentenceNames):
        return ""
    return when(jump.condition, names) + (", else abort" if jump.or_abort else "")


def _weave_text(weave: Weave, names: AnyNames) -> str:
    if weave.away:
        return f"weave away from {names.dangers(weave.away)}"
    return f"weave to {names.hex(weave.hex)}" if weave.hex else f"weave {weave.bearing}"


def change_words(change: CourseChange) -> str:
    """Accelerate, Decelerate or Direction Change.

    >>> change_words(CourseChange("decelerate", to=1)), change_words(CourseChange("right"))
    ('decelerate to 1', 'right')
    """
    if change.to is not None:
        return f"{change.kind} to {change.to}"
    return change.kind if change.number == 1 else f"{change.kind} {change.number}"


def maneuver_words(state: State, side: str, command: Maneuver) -> str:
    """A Maneuver Command in a sentence, with the names that the players of a side use.

    >>> maneuver_words(None, "", CourseChange("right", 2))
    'right 2'
    """
    return maneuver_text(command, SentenceNames(state, side))


def _prefill(sheet: Prefill) -> Iterator[str]:
    """When a missile takes commands."""
    unit = sheet.unit
    if unit.klass == UNGUIDED:
        yield from remark("it takes no commands and grows faster by 1 each turn")
    elif unit.klass == GUIDED and unit.mother:
        number = unit.designation.rpartition("-")[2]
        ship = sheet.roster.designation(unit.mother)
        yield from remark(f"battle control {number} of {ship}: without it no commands")


ORDER = UnitOrder(
    "command",
    CommandLine,
    _read,
    _text,
    rules=("command", "bare_steering"),
    unreached=after_chain("command"),
    into="commands",
    missiles=tuple(kind for kind in MISSILE_TYPES if kind != UNGUIDED),
    why="An unguided missile takes no Maneuver Commands",
    rule="DV 7.1",
    prefill=_prefill,
)
