"""The status of many campaigns, a line each."""

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
    "needs orders",
    "waits for the game master",
    "is paused",
    "is over",
)
BROKEN, NONE = "is damaged", "cannot be opened"
# Each with its plural, for the last line, which counts them.
STANDS: Mapping[str, str] = {
    READY: "can be run",
    SHEETS: "need orders",
    DOCKET: "wait for the game master",
    PAUSED: "are paused",
    OVER: "are over",
    BROKEN: "are damaged",
    NONE: "cannot be opened",
}
# Most names in a line of the table; large campaigns have more players.
NAMED = 4


class StatusLine(Record):
    """The status of one campaign in a word, and in full or with its problems.

    ``code`` is the exit code that ``pbm status`` of it alone would have had.
    """

    folder: Path
    stands: str
    code: int
    found: Status | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def deadline(self) -> Dates:
        """The first deadline; empty if there is none."""
        said = [one for one in (self.found.deadlines if self.found else ()) if one.deadline]
        return min(said, key=lambda one: read_time(one.deadline), default=Dates())

    @property
    def line(self) -> dict[str, Any]:
        """The line of a table for this campaign."""
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
        """Say what the campaign waits for, or how it ended."""
        found = self.found
        if found is None:
            return "; ".join(problem.fault for problem in self.problems)
        parts = [found.result] if found.result else []
        parts += [f"no orders: {_names(found.missing)}"] if found.missing else []
        parts += [f"WAIT: {_names(found.wait)}"] if found.wait else []
        parts += [f"{count(found.mails, 'mail')} for you"] if found.mails else []
        again = [one.turn for one in found.attention if one.kind == "rerun"]
        parts += [f"rulings on turn {turn} wait until it is run again" for turn in again]
        return "; ".join(parts)

    @property
    def record(self) -> dict[str, Any]:
        """The record for scripts of this campaign."""
        found = self.found
        return {
            "campaign": str(self.folder),
            "game": found.game if found else "",
            "turn": _turn(found),
            "stands": self.stands,
            "deadline": self.deadline.deadline,
            "docket": found.questions if found else 0,
            "mails": found.mails if found else 0,
            "missing": list(found.missing if found else ()),
            "wait": list(found.wait if found else ()),
            "result": found.result if found else "",
            "code": self.code,
            "problems": [problem.fault for problem in self.problems],
            "sheets": sheet_records(found) if found else [],
        }


def sheet_records(found: Status) -> list[dict[str, Any]]:
    """Give each player's sheet as a record for scripts."""
    keys = ("player", "sheet", "received", "problems")
    return [{key: row[key] for key in keys} for row in found.rows]


def status_of_many(folders: Sequence[Path], *, progress: Progress = quiet) -> list[StatusLine]:
    """Look up the status of many campaigns, in the order given.

    Returns a record for each folder: how it ``stands`` in a word, the exit ``code`` of
    ``pbm status`` of it alone, what was ``found`` (None where it cannot be read), its
    ``problems``. Raises nothing for a damaged campaign.
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
    """Tell the status in a word; of several, the one that the game master can act on."""
    if found.result:
        return OVER
    if found.paused:
        return PAUSED
    if found.asked:
        return DOCKET
    return SHEETS if found.missing or found.wait else READY


def tally(found: Sequence[StatusLine]) -> str:
    """Count the campaigns by status, in a sentence."""
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
