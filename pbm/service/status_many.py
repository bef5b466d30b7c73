"""Where many campaigns stand, a line each: which can be run, whom the others wait for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Progress, open_campaign, quiet
from pbm.campaign.deadlines import Dates
from pbm.kit.clock import read_time
from pbm.kit.english import count
from pbm.kit.problems import Problem
from pbm.kit.records import Record
from pbm.service.run_many import BAD_CAMPAIGN, OK, told_of
from pbm.service.status import Status, status

READY, SHEETS, DOCKET, PAUSED, OVER = (
    "can be run",
    "waits for sheets",
    "waits for the game master",
    "is paused",
    "is over",
)
BROKEN, NONE = "is not as it should be", "cannot be opened"
# Each with its words for several campaigns, as the last line counts them.
STANDS: Mapping[str, str] = {
    READY: "can be run",
    SHEETS: "wait for sheets",
    DOCKET: "wait for the game master",
    PAUSED: "are paused",
    OVER: "are over",
    BROKEN: "are not as they should be",
    NONE: "cannot be opened",
}
# So many names a line of the table holds; a cluster of a hundred empires has more.
NAMED = 4


class StatusLine(Record):
    """Where one campaign stands: in a word, in full where it could be read, or what is wrong.

    ``code`` is the exit code that a look at it alone would have had.
    """

    folder: Path
    stands: str
    code: int
    found: Status | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def deadline(self) -> Dates:
        """The first day on which something is due; empty if none is said."""
        said = [one for one in (self.found.deadlines if self.found else ()) if one.deadline]
        return min(said, key=lambda one: read_time(one.deadline), default=Dates())

    @property
    def line(self) -> dict[str, Any]:
        """The campaign as a line of a table."""
        found = self.found
        return {
            "campaign": str(self.folder),
            "turn": _turn(found),
            "stands": self.stands,
            "deadline": self.deadline.text,
            "docket": found.questions or "" if found and not found.result else "",
            "what": self._what(),
        }

    def _what(self) -> str:
        """Who or what keeps it, or how it ended."""
        found = self.found
        if found is None:
            return "; ".join(problem.fault for problem in self.problems)
        parts = [found.result] if found.result else []
        parts += [f"no sheet: {_names(found.missing)}"] if found.missing else []
        parts += [f"WAIT: {_names(found.wait)}"] if found.wait else []
        return "; ".join(parts)

    @property
    def record(self) -> dict[str, Any]:
        """The campaign as a record for scripts."""
        found = self.found
        return {
            "campaign": str(self.folder),
            "game": found.game if found else "",
            "turn": _turn(found),
            "stands": self.stands,
            "deadline": self.deadline.deadline,
            "docket": found.questions if found else 0,
            "missing": list(found.missing if found else ()),
            "wait": list(found.wait if found else ()),
            "result": found.result if found else "",
            "code": self.code,
            "problems": [problem.fault for problem in self.problems],
            "sheets": sheet_records(found) if found else [],
        }


def sheet_records(found: Status) -> list[dict[str, Any]]:
    """Each player's sheet as a record for scripts."""
    keys = ("player", "sheet", "received", "problems")
    return [{key: row[key] for key in keys} for row in found.rows]


def status_of_many(folders: Sequence[Path], *, progress: Progress = quiet) -> list[StatusLine]:
    """Where each of many campaigns stands, in the order given.

    One record for each folder: how it ``stands`` in a word, the exit ``code`` of a look at it
    alone, what was ``found`` (None where it cannot be read), its ``problems``. Raises nothing
    for a campaign that is not as it should be.
    """
    wanted = list({folder.resolve(): folder for folder in folders}.values())
    found = []
    for place, folder in enumerate(wanted, 1):
        found.append(_status_line(folder))
        progress("campaigns", place, len(wanted))
    return found


def _status_line(folder: Path) -> StatusLine:
    try:
        found = status(open_campaign(folder))
    except Exception as fault:
        code, problems = told_of(fault)
        return StatusLine(folder, BROKEN if code == BAD_CAMPAIGN else NONE, code, problems=problems)
    return StatusLine(folder, _stands(found), OK, found)


def _stands(found: Status) -> str:
    """In a word; where several things are missing, what the game master can do himself first."""
    if found.result:
        return OVER
    if found.paused:
        return PAUSED
    if found.asked:
        return DOCKET
    return SHEETS if found.missing or found.wait else READY


def tally(found: Sequence[StatusLine]) -> str:
    """How many there are of each, in a sentence."""
    said = [
        f"{number} {stands if number == 1 else many}"
        for stands, many in STANDS.items()
        if (number := sum(one.stands == stands for one in found))
    ]
    return f"{count(len(found), 'campaign')}: {', '.join(said)}."


def _turn(found: Status | None) -> str:
    return (", ".join(found.due) or str(found.turn)) if found else ""


def _names(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names) if more < 2 else f"{', '.join(names[:NAMED])} and {more} more"
