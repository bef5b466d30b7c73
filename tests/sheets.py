"""What must hold of the reading of any game's sheet."""

from __future__ import annotations

import re

from pbm.engine.types import Reading


def accounted_for(reading: Reading, number: int, text: str) -> bool:
    """True if a line is understood or a problem speaks of it."""
    if any(
        one.line == number or (one.text.startswith("note to the") and text in one.text)
        for one in reading.understood
    ):
        return True
    for problem in reading.problems:
        if problem.span is not None and problem.span.line == number:
            return True
        one = re.match(r"lines (.*) (?:were read as one|are taken for remarks)", problem.fault)
        sent = re.match(r"Lines (.*) were sent to nobody", problem.outcome)
        below = re.search(r"below it \(lines? (.*)\)", problem.outcome)
        if any(found is not None and number in _numbers(found[1]) for found in (one, below, sent)):
            return True
    return not text


def _numbers(ranges: str) -> set[int]:
    """The numbers in a list such as ``5-7, 12``."""
    ends = [run.partition("-") for run in ranges.split(", ")]
    return {one for low, _, high in ends for one in range(int(low), int(high or low) + 1)}


def as_it_stands(text: str) -> str:
    """A prefilled sheet with the line that lets it count although nothing in it was changed."""
    return text.replace("\nEND\n", "\nFINAL\nEND\n")
