"""The outcomes of cases, as text for people and as JUnit XML."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as xml

from msgspec.structs import asdict

from pbm.conformance.runner import ERROR, FAIL, PASS, CaseRow

_COUNTED = ((PASS, "passed"), (FAIL, "failed"), (ERROR, "with errors"))


def report(rows: Sequence[CaseRow]) -> Iterator[str]:
    """The lines for people: each case that did not pass, then the totals."""
    for row in rows:
        if row.result != PASS:
            yield f"{row.result.upper()} {row.id} [{row.rule}] {row.file}:{row.line}"
            yield from _reasons(row)
    results = [row.result for row in rows]
    yield ", ".join(f"{results.count(name)} {words}" for name, words in _COUNTED)


def _reasons(row: CaseRow) -> Iterator[str]:
    """Each expectation that was not met, with its line in the file, or the error."""
    if not row.misses:
        yield from (f"    {line}" for line in row.got.splitlines())
    for miss in row.misses:
        yield f"    line {miss.line}: expected  {miss.expected}"
        indent = " " * (len(f"    line {miss.line}: ") + 5)
        first, *rest = miss.got.splitlines() or [""]
        yield f"{indent}got  {first}"
        yield from (f"{indent}     {line}" for line in rest)


def records(rows: Sequence[CaseRow]) -> list[dict[str, Any]]:
    """The outcomes as records for scripts."""
    return [{**asdict(row), "misses": [asdict(miss) for miss in row.misses]} for row in rows]


def junit(rows: Sequence[CaseRow]) -> str:
    """The outcomes as JUnit XML: one suite per file, one test per case."""
    suites = xml.Element("testsuites", _counts(rows))
    for file, group in groupby(rows, lambda row: row.file):
        cases = list(group)
        suite = xml.SubElement(suites, "testsuite", {"name": file, **_counts(cases)})
        for row in cases:
            case = xml.SubElement(
                suite, "testcase", {"classname": row.game, "name": row.id, "file": row.file}
            )
            if row.result != PASS:
                kind = "failure" if row.result == FAIL else "error"
                fault = xml.SubElement(case, kind, {"message": row.got.partition("\n")[0]})
                fault.text = "\n".join(_reasons(row))
    xml.indent(suites)
    return xml.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _counts(rows: Sequence[CaseRow]) -> dict[str, str]:
    results = [row.result for row in rows]
    return {
        "tests": str(len(rows)),
        "failures": str(results.count(FAIL)),
        "errors": str(results.count(ERROR)),
    }
