"""Dice read from a text: real dice at the table, examples of the books, tests.

    attack B1 LC A2: 41        # the first roll whose name ends so
    damage B1 *: 7 0           # two dice; * stands for anything
    */RB/*: 96 *               # the last character: every such roll, however many
    17 05 88                   # no name: in order, for rolls that no named line fits

docs/dice.md describes the format.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from pbm.dice.keyed import reading
from pbm.kit.problems import Faults, Problem, Span, invalid
from pbm.kit.records import Record

REPEAT = "*"
MOST_DIGITS = 6
# A line that answers more rolls of one run answers one that is rolled again until it differs.
MOST_ANSWERS = 20_000


class ScriptLine(Record):
    """A line: a pattern of rolls' names ("" for any roll) and the faces as written.

    ``repeat``: the line answers every roll it fits, not only the first.
    """

    pattern: str
    faces: tuple[str, ...]
    repeat: bool
    span: Span
    columns: tuple[int, ...]

    def face_span(self, index: int) -> Span:
        """The place of one face."""
        at = self.columns[index]
        return Span(self.span.file, self.span.line, at, len(self.faces[index]), self.span.text)


class DiceScript(Record):
    """A whole text of dice: its lines in order."""

    file: str
    lines: tuple[ScriptLine, ...] = ()


def parse_script(text: str, file: str) -> tuple[DiceScript, list[Problem]]:
    """The lines of a dice text, and all its problems."""
    lines: list[ScriptLine] = []
    problems: list[Problem] = []
    for number, typed in enumerate(text.splitlines(), 1):
        body = typed.partition("#")[0]
        if not body.strip():
            continue
        head, colon, faces = body.rpartition(":")
        start = len(head) + len(colon)
        tokens = [
            (found.group(), start + found.start() + 1) for found in re.finditer(r"[^\s,]+", faces)
        ]
        repeat = bool(tokens) and tokens[-1][0] == REPEAT
        if repeat:
            tokens.pop()
        span = Span(file, number, 1, len(body.rstrip()), typed)
        faults = _faults(span, head, colon, tokens, repeat)
        problems += faults
        if not faults:
            lines.append(
                ScriptLine(
                    name_parts(head),
                    tuple(face for face, _column in tokens),
                    repeat,
                    span,
                    tuple(column for _face, column in tokens),
                )
            )
    return DiceScript(file, tuple(lines)), problems


def _faults(
    span: Span, head: str, colon: str, tokens: Sequence[tuple[str, int]], repeat: bool
) -> list[Problem]:
    if colon and not name_parts(head):
        return [
            invalid(
                "There is no name of a roll before the colon",
                span,
                remedy='Write the roll\'s name or leave the colon out: "attack B1 LC A2: 41".',
            )
        ]
    if not tokens:
        return [
            invalid("This line has no faces", span, remedy='Write them: "attack B1 LC A2: 41".')
        ]
    if repeat and not colon:
        return [
            invalid(
                "Only a line with the name of a roll can repeat",
                span,
                remedy='Put a pattern before the faces: "damage *: 5 5 *".',
            )
        ]
    return [
        invalid(
            f'"{face}" is not the face of a die',
            Span(span.file, span.line, column, len(face), span.text),
            remedy='Faces are whole numbers, with blanks or commas between: "7 0 41".',
        )
        for face, column in tokens
        if not (face.isascii() and face.isdigit() and len(face) <= MOST_DIGITS)
    ]


def read_face(face: str, die: str) -> int | None:
    """The number of a face under a reading of the die; None if it has no such face.

    >>> read_face("00", "d100"), read_face("0", "d10"), read_face("0", "d10_low")
    (100, 10, 0)
    """
    sides, lowest = reading(die)
    number = int(face)
    if lowest == 1 and sides >= 10 and face == str(sides)[1:]:
        number = sides
    return number if lowest <= number < lowest + sides else None


class NoDiceLeft(Faults):
    """The fault of a roll for which the script has no dice left."""


class ScriptedDice:
    """Dice that answer from a script; ``labels`` maps opaque ids to players' names.

    ``is_stored``: the script is that of a turn already run, and gets no further lines.

    Named lines are tried from the top. A line fits a roll if its pattern matches the roll's name,
    whole or from some part to the end, with ids or with labels. A roll that fits no named line
    takes the next faces without a name.
    """

    def __init__(
        self,
        script: DiceScript,
        labels: Mapping[str, str] | None = None,
        *,
        is_stored: bool = False,
    ) -> None:
        self._script = script
        self._is_stored = is_stored
        self._labels = labels or {}
        self._used: Counter[int] = Counter()
        self._answered: dict[str, tuple[int, ...]] = {}
        self._bare = [
            (index, place)
            for index, line in enumerate(script.lines)
            if not line.pattern
            for place in range(len(line.faces))
        ]
        self._next = 0

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """The faces of a named roll; Faults if none are left or they do not fit the die."""
        del group  # the players who perceive a roll do not change its faces
        asked = f"{name}\0{die}\0{count}"
        if asked not in self._answered:
            self._answered[asked] = self._find(name, die, count)
        return self._answered[asked]

    def leftover(self) -> list[Problem]:
        """One problem for every line whose faces were not, or not all, used.

        A line that repeats must have been used, or its pattern is probably mistyped.
        """
        problems = [
            invalid(
                f"No roll asked for these dice: {' '.join(line.faces)}",
                line.span,
                reason="No remaining roll has this name",
                remedy="Remove the line or correct the name.",
            )
            for index, line in enumerate(self._script.lines)
            if line.pattern and index not in self._used
        ]
        return problems + [
            invalid(
                f'No roll asked for this die: "{self._script.lines[index].faces[place]}"',
                self._script.lines[index].face_span(place),
                reason="There are more dice here than were rolled",
                remedy="Remove it.",
            )
            for index, place in self._bare[self._next :]
        ]

    def _find(self, name: str, die: str, count: int) -> tuple[int, ...]:
        shown = self.shown(name)
        for index, line in enumerate(self._script.lines):
            if not line.pattern or (index in self._used and not line.repeat):
                continue
            if not (fits(line.pattern, name) or fits(line.pattern, shown)):
                continue
            self._used[index] += 1
            if self._used[index] > MOST_ANSWERS:
                raise Faults.invalid(
                    f"This line has answered {MOST_ANSWERS:,} rolls, the last of them {shown}",
                    line.span,
                    reason="A die that is rolled again until it differs never does here",
                    remedy="Give such a roll a line of its own.",
                )
            if len(line.faces) != count:
                raise Faults.invalid(
                    f"{shown} needs {_dice(count)}, but {len(line.faces)} are written here",
                    line.span,
                    remedy=f"Write {_dice(count)}, read as {die}.",
                )
            return tuple(self._face(line, place, die, shown) for place in range(count))
        if self._next + count > len(self._bare):
            faces = " ".join(["FACE"] * count)
            ruling = f"roll {shown} counts as {faces} because of the die thrown now"
            remedy = f"Roll it, and keep this ruling too:  {ruling}"
            raise NoDiceLeft.invalid(
                f"{self._script.file}: no dice are left for {shown}",
                reason=f"It rolls {_dice(count)}, read as {die}",
                remedy=remedy if self._is_stored else f'Add a line such as "{shown}: {faces}".',
            )
        taken = self._bare[self._next : self._next + count]
        self._next += count
        return tuple(
            self._face(self._script.lines[index], place, die, shown) for index, place in taken
        )

    def _face(self, line: ScriptLine, place: int, die: str, shown: str) -> int:
        face = read_face(line.faces[place], die)
        if face is None:
            sides, lowest = reading(die)
            raise Faults.invalid(
                f'"{line.faces[place]}" is not a face of a {die}',
                line.face_span(place),
                reason=f"{shown} reads {lowest} to {sides + lowest - 1}"
                + (f', "{str(sides)[1:]}" is {sides}' if lowest and sides >= 10 else ""),
                remedy="Correct the face.",
            )
        return face

    def shown(self, name: str) -> str:
        """The name of a roll, with players' names for its units."""
        return "/".join(
            name_parts(self._labels.get(part, part)) or part for part in name.split("/")
        )


def name_parts(words: str) -> str:
    """Words as the parts of a name, separated by slashes."""
    return "/".join(part for part in re.split(r"[\s/]+", words) if part)


def fits(pattern: str, name: str) -> bool:
    """True if a pattern of parts divided by slashes matches a roll's name or its end.

    >>> fits("pod/2/B", "1.fire/fire/A/pod 2/B"), fits("pod/2", "1.fire/fire/A/pod 2/B")
    (True, False)
    """
    wanted, parts = pattern.casefold(), name_parts(name).casefold().split("/")
    return any(fnmatchcase("/".join(parts[start:]), wanted) for start in range(len(parts)))


def _dice(count: int) -> str:
    return "one die" if count == 1 else f"{count} dice"
