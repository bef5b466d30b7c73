"""What must hold of the reading of any game's sheet."""

from __future__ import annotations

import re

from pbm.engine.types import Reading


def accounted_for(reading: Reading, number: int, text: str) -> bool:
    """True if a line is understood or a problem speaks of it."""
    if any(one.line == number for one in reading.understood):
        return True
    for problem in reading.problems:
        if problem.span is not None and problem.span.line == number:
            return True
        one = re.match(r"lines (\d+)-(\d+) were read as one", problem.fault)
        if one is not None and int(one[1]) <= number <= int(one[2]):
            return True
        if "below it (" in problem.outcome:
            listed = problem.outcome.partition("(line")[2].partition(")")[0].lstrip("s ")
            for run in listed.split(", "):
                low, _, high = run.partition("-")
                if int(low) <= number <= int(high or low):
                    return True
    return not text


def as_it_stands(text: str) -> str:
    """A prefilled sheet with the line that lets it count although nothing in it was changed."""
    return text.replace("\nEND\n", "\nFINAL\nEND\n")
