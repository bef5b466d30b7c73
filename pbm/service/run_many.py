"""Runs many campaigns side by side: each is read and written here, and carried out by a crew.

A campaign's lock is held from its reading to its writing, and only as many are open as there is
somebody to work on. One that cannot be run stops no other.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, nullcontext
from itertools import count
from pathlib import Path

from pbm.campaign.campaign import Progress, open_campaign, quiet
from pbm.kit.problems import CampaignFault, Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.parallel.pools import Serial, finished
from pbm.parallel.workers import workers
from pbm.service.run import (
    DEFAULTS,
    Carried,
    How,
    NothingToRun,
    Ran,
    Ready,
    carried_out,
    made_ready,
    written,
)
from pbm.storage.atomic_files import locked

OK, PROBLEMS, BAD_CAMPAIGN = 0, 1, 3  # exit codes
RAN, DRY, STOPS, RESTS = "run", "can be run", "waits for the game master", "rests"
REFUSED, BROKEN = "not run", "is not as it should be"


class RunOutcome(Record):
    """What became of one campaign: what it did in words, what it gave, what was wrong.

    ``code`` is the exit code that a run of it alone would have had; 0 for one that rests.
    """

    folder: Path
    did: str
    code: int
    ran: Ran | None = None
    problems: tuple[Problem, ...] = ()


class _Open(Record):
    """A campaign that is under way, with what is to be let go when it is written."""

    place: int
    ready: Ready
    held: ExitStack


def run_many(
    folders: Sequence[Path],
    *,
    how: How = DEFAULTS,
    jobs: int = 1,
    cluster: str = "",
    at: str | None = None,
    progress: Progress = quiet,
) -> list[RunOutcome]:
    """Run many campaigns, each to its next stop, side by side: `run_turn` of each.

    ``jobs`` processes carry them out, or the workers of the Dask scheduler at ``cluster``; this
    process alone reads and writes campaigns, each under its lock. One record for each folder in
    the order given: what it ``did``, the exit ``code`` of a run of it alone (0 for one that is
    over or paused), what it ``ran``, its ``problems``. Nothing is raised for a campaign that
    cannot be run; Faults or CampaignFault where the cluster cannot be used at all.
    """
    wanted = list({folder.resolve(): folder for folder in folders}.values())
    fates: dict[int, RunOutcome] = {}
    opened: dict[int, _Open] = {}  # by the place of the task

    def known(place: int, outcome: RunOutcome) -> None:
        fates[place] = outcome
        progress("campaigns", len(fates), len(wanted))

    def ready() -> Iterator[Ready]:
        """Each campaign that can be run, when there is somebody to do it."""
        tasks = count()
        for place, folder in enumerate(wanted):
            with ExitStack() as held:
                try:
                    campaign = open_campaign(folder)
                    held.enter_context(nullcontext() if how.dry else locked(folder))
                    found = made_ready(campaign, how=how, at=at)
                except Exception as fault:
                    known(place, _failed(folder, fault))
                    continue
                opened[next(tasks)] = _Open(place, found, held.pop_all())
            yield found

    with ExitStack() as rest, workers(jobs, cluster) as crew:
        rest.callback(_let_go, opened)
        # Where there are more workers than campaigns, they share the pages of one after the other.
        by_whom = crew if len(wanted) >= crew.width else Serial()
        for task, future in finished(by_whom, carried_out, ready()):
            one = opened.pop(task)
            with one.held:
                known(one.place, _outcome(one.ready, future))
    return [fates[place] for place in range(len(wanted))]


def _outcome(ready: Ready, future: Future[Carried]) -> RunOutcome:
    """Writes what came of a campaign, and says so."""
    folder = ready.campaign.folder
    try:
        ran = written(ready, future.result())
    except Exception as fault:
        return _failed(folder, fault)
    if ran.docket:
        return RunOutcome(folder, STOPS, PROBLEMS, ran)
    return RunOutcome(folder, DRY if ready.how.dry else RAN, OK, ran)


def _failed(folder: Path, fault: Exception) -> RunOutcome:
    """Why a campaign was not run. An error of our own is told of, and stops no other either."""
    if isinstance(fault, NothingToRun):
        return RunOutcome(folder, RESTS, OK, problems=fault.problems)
    code, problems = told_of(fault)
    return RunOutcome(folder, BROKEN if code == BAD_CAMPAIGN else REFUSED, code, problems=problems)


def told_of(fault: Exception) -> tuple[int, tuple[Problem, ...]]:
    """The exit code of what went wrong with one campaign, and what to tell of it."""
    if isinstance(fault, Faults):
        return BAD_CAMPAIGN if isinstance(fault, CampaignFault) else PROBLEMS, fault.problems
    said = "".join(traceback.format_exception(fault)).rstrip()
    problem = invalid(
        f"pbm itself failed: {type(fault).__name__}",
        reason=said,
        outcome="Nothing of this turn was written",
        remedy="Report it; the other campaigns went on",
    )
    return BAD_CAMPAIGN, (problem,)


def _let_go(opened: Mapping[int, _Open]) -> None:
    """Where the work was broken off: whoever waits for these campaigns may have them."""
    for one in opened.values():
        one.held.close()
