"""Run conformance cases for ``pbm conform``.

Cases call the very functions of the adjudicator, and their results are compared; nothing is
decided here. Faults of a case (a word that is not understood, dice missing or left over) give it
the result "error".
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from pbm.conformance import expect, play_case, queries
from pbm.conformance.case_file import SHEETS, Case, CaseStep, read_cases
from pbm.conformance.case_kit import CaseKit, kit_of
from pbm.conformance.expectations import Miss
from pbm.dice.scripted import ScriptedDice
from pbm.engine.game import Ruleset
from pbm.engine.options import settle
from pbm.engine.registry import ruleset
from pbm.kit.problems import Faults, Problem, invalid, render
from pbm.kit.records import Record

# From a game's name to its rules and its kit.
Games = Callable[[str], tuple[Ruleset, CaseKit]]


def game_named(name: str) -> tuple[Ruleset, CaseKit]:
    """A game with its kit; Faults for an unknown game."""
    return ruleset(name), kit_of(name)


SUFFIX = ".case"
PASS, FAIL, ERROR = "pass", "fail", "error"


class CaseRow(Record):
    """The outcome of one case, as ``pbm conform --json`` lists it.

    ``misses``: the expectations that were not met, each with its line in the file.
    """

    id: str
    game: str
    rule: str
    file: str
    result: str
    expected: str
    got: str
    line: int = 0
    misses: tuple[Miss, ...] = ()


def case_files(paths: Sequence[Path]) -> list[Path]:
    """The case files among these paths, folders searched, in order.

    Raises Faults for a missing path and for a folder without cases.
    """
    found: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{SUFFIX}"))
            found += inside
            if not inside:
                problems.append(invalid(f"there is no *{SUFFIX} file under {path}"))
        elif path.is_file():
            found.append(path)
        else:
            problems.append(invalid(f"there is no file or folder {path}"))
    if problems:
        raise Faults(*problems)
    return found


def run_cases(
    paths: Sequence[Path],
    on_case: Callable[[int, int], None] = lambda _done, _of: None,
    games: Games = game_named,
    *,
    list_dice: bool = False,
) -> list[CaseRow]:
    """The outcomes of all cases under the paths, in the order of the files.

    With ``list_dice`` a case that lacks dice lists all it needs, each with its lowest face.
    """
    texts = [
        (str(path), path.read_bytes().decode("utf-8-sig", "replace")) for path in case_files(paths)
    ]
    read = [(file, *read_cases(text, file)) for file, text in texts]
    total = sum(len(cases) for _file, cases, _problems in read)
    rows: list[CaseRow] = []
    done = 0
    for file, cases, problems in read:
        rows += [_broken(problem, cases, file) for problem in problems]
        at_fault = {_case_of(problem, cases) for problem in problems}
        for case in cases:
            if case.id not in at_fault:
                rows.append(run_case(case, games, list_dice=list_dice))
            done += 1
            on_case(done, total)
    return rows


def run_case(case: Case, games: Games = game_named, *, list_dice: bool = False) -> CaseRow:
    """Carry out one case."""
    try:
        ruleset, kit = games(case.game)
        in_force, problems = settle(ruleset.options, case.options)
        if problems:
            raise Faults(*(replace(problem, span=case.span) for problem in problems))
        if unknown := kit.vocabulary().faults_of(case):
            raise Faults(*unknown)
        misses = _Course(case, ruleset, kit, in_force, list_dice=list_dice).run()
        if not misses and case.differs:
            misses = _difference(case, ruleset, kit)
    except Faults as fault:
        return _row(case, ERROR, _expected(case), "\n".join(render(p) for p in fault.problems))
    except Exception as odd:  # a value that the game's functions are not made for
        reason = f"{type(odd).__name__} {odd}".strip()
        problem = invalid(f"case {case.id} cannot be carried out", case.span, reason=reason)
        return _row(case, ERROR, _expected(case), render(problem))
    if misses:
        expected, got = zip(*((miss.expected, miss.got) for miss in misses), strict=True)
        return _row(case, FAIL, "; ".join(expected), "; ".join(got), misses)
    return _row(case, PASS, _expected(case), _expected(case))


def events_of(game: str) -> list[dict[str, Any]]:
    """The kinds of events of this game, as records; Faults as in `asks_of`."""
    events = kit_of(game).vocabulary().events
    return [{"kind": kind, **asdict(entry)} for kind, entry in events.items()]


def asks_of(game: str) -> list[dict[str, Any]]:
    """The queries of this game; Faults for an unknown game."""
    kit = kit_of(game)
    return [asdict(line) for line in queries.list_asks(kit.queries, kit.reader)]


def _difference(case: Case, ruleset: Ruleset, kit: CaseKit) -> list[Miss]:
    """The miss of a DIFFERS case whose result is the same under the defaults."""
    defaults, _ = settle(ruleset.options, {})
    try:
        if _Course(case, ruleset, kit, defaults).run():
            return []
    except Faults:  # other dice are rolled: another result
        return []
    chosen = ", ".join(f"{key} = {value}" for key, value in case.options.items())
    return [Miss(f"another result than without {chosen or 'options'}", "the same result")]


class _Course:
    """The steps of a case, carried out in order."""

    def __init__(
        self,
        case: Case,
        ruleset: Ruleset,
        kit: CaseKit,
        options: Mapping[str, str],
        *,
        list_dice: bool = False,
    ) -> None:
        self._list_dice = list_dice
        self._case = case
        self._ruleset = ruleset
        self._kit = kit
        self._options = options
        self._table: play_case.CaseTable | None = None
        self._answers: list[Any] | None = None
        self._dice: list[CaseStep] = []
        self._ran = False
        self.misses: list[Miss] = []

    def run(self) -> list[Miss]:
        for step in self._case.steps:
            if step.word == "EXPECT":
                self._expect(step)
            else:
                self._do(step)
        self._end_of_run()
        if self._dice:
            raise Faults.invalid("these dice are never rolled", self._dice[0].span)
        return self.misses

    def _do(self, step: CaseStep) -> None:
        if step.word == "ASK":
            script = ScriptedDice(play_case.script_of(self._dice))
            dice = play_case.ListedDice(script) if self._list_dice else script
            self._dice = []
            self._answers = queries.ask(
                step, self._kit.queries, self._kit.reader, self._options, dice
            )
            if isinstance(dice, play_case.ListedDice):
                dice.check(step.span)
            if left := script.leftover():
                raise Faults(*left)
        elif step.word == "DICE":
            self._dice.append(step)
        elif step.word == "SET-UP":
            self._end_of_run()
            self._table = play_case.lay(self._ruleset, self._kit, step, self._options)
            self._table.named, self._table.list_dice = _words(self._case), self._list_dice
            self._ran = False
        else:
            table = self._laid(step)
            if step.word in SHEETS:
                table.sheets.append(step)
            elif step.word == "RULINGS":
                table.rulings.append(step)
            else:
                self._end_of_run()
                table.dice, self._dice = self._dice, []
                self._answers, self._ran = None, True
                play_case.play(table, step)

    def _laid(self, step: CaseStep) -> play_case.CaseTable:
        if self._table is None:
            raise Faults.invalid(f"{step.word} needs a SET-UP before it", step.span)
        return self._table

    def _expect(self, step: CaseStep) -> None:
        if self._answers is not None:
            found = queries.misses(self._answers, step)
        elif self._table is not None:
            miss = expect.missed(self._table, step)
            found = [miss] if miss else []
        else:
            raise Faults.invalid("EXPECT needs an ASK or a SET-UP before it", step.span)
        self.misses += [replace(miss, line=step.span.line) for miss in found]

    def _end_of_run(self) -> None:
        """Check that every fault in a sheet was expected."""
        if self._table is not None and self._ran:
            if unexpected := expect.unexpected(self._table):
                raise Faults(*unexpected)
            self._ran = False


def _words(case: Case) -> str:
    """The text of a case without its EXPECT lines."""
    steps = [step for step in case.steps if step.word != "EXPECT"]
    return "\n".join(
        text for step in steps for text in (step.rest, *(line for _number, line in step.block))
    )


def _expected(case: Case) -> str:
    return "; ".join(step.rest for step in case.steps if step.word == "EXPECT")


def _row(case: Case, result: str, expected: str, got: str, misses: Sequence[Miss] = ()) -> CaseRow:
    line = case.span.line
    return CaseRow(
        case.id, case.game, case.rule, case.file, result, expected, got, line, tuple(misses)
    )


def _case_of(problem: Problem, cases: Sequence[Case]) -> str:
    """The id of the case with this fault of form, "" before the first case."""
    line = problem.span.line if problem.span else 0
    return next((case.id for case in reversed(cases) if case.span.line <= line), "")


def _broken(problem: Problem, cases: Sequence[Case], file: str) -> CaseRow:
    name = _case_of(problem, cases)
    case = next((case for case in cases if case.id == name), None)
    game, rule = (case.game, case.rule) if case else ("", "")
    return CaseRow(name, game, rule, file, ERROR, "a case that can be read", render(problem))
