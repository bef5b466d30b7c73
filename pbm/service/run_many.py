"""Run many campaigns side by side: workers play, this process reads and writes.

A campaign's lock is held from its reading to its writing, and only as many campaigns are open as
the workers need. A campaign that cannot be run does not stop the others.
"""

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
    How,
    NothingToRun,
    Ran,
    ReadyStage,
    StageOutcome,
    carried_out,
    made_ready,
    written,
)
from pbm.storage.atomic_files import locked

OK, PROBLEMS, BAD_CAMPAIGN = 0, 1, 3  # exit codes
RAN, DRY, STOPS, RESTS = "run", "can be run", "waits for the game master", "nothing to run"
REFUSED, BROKEN = "not run", "is damaged"


class RunOutcome(Record):
    """How one campaign ran: in a word, its result, and its problems.

    ``code`` is the exit code that a run of it alone would have had; 0 if there is nothing to run.
    """

    folder: Path
    did: str
    code: int
    ran: Ran | None = None
    problems: tuple[Problem, ...] = ()


class _Open(Record):
    """A campaign that is being played, with the lock to release when it is written."""

    place: int
    ready: ReadyStage
    held: ExitStack


def run_many(
    folders: Sequence[Path],
    *,
    how: How = DEFAULTS,
    jobs: int | None = 1,
    cluster: str = "",
    at: str | None = None,
    progress: Progress = quiet,
) -> list[RunOutcome]:
    """Run many campaigns side by side, each to its next stop, as `run_turn` does.

    ``jobs`` processes play them (None: one a core, where they are many), or the workers of the
    Dask scheduler at ``cluster``; this process alone reads and writes campaigns, each under its
    lock. Returns a record for each
    folder in the order given: what it ``did``, the exit ``code`` of a run of it alone (0 if it is
    over or paused), what it ``ran``, its ``problems``. Raises nothing for a campaign that
    cannot be run; Faults or CampaignFault where the cluster cannot be used at all.
    """
    wanted = list({folder.resolve(): folder for folder in folders}.values())
    fates: dict[int, RunOutcome] = {}
    opened: dict[int, _Open] = {}  # by the place of the task

    def known(place: int, outcome: RunOutcome) -> None:
        fates[place] = outcome
        progress("campaigns", len(fates), len(wanted))

    def ready() -> Iterator[ReadyStage]:
        """Yield each campaign that can be run when a worker is free for it."""
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
        by_whom = crew if len(wanted) >= max(crew.width, crew.least) else Serial()
        for task, future in finished(by_whom, carried_out, ready()):
            one = opened.pop(task)
            with one.held:
                known(one.place, _outcome(one.ready, future))
    return [fates[place] for place in range(len(wanted))]


def _outcome(ready: ReadyStage, future: Future[StageOutcome]) -> RunOutcome:
    """Write a campaign that was played, and say how it ran."""
    folder = ready.campaign.folder
    try:
        ran = written(ready, future.result())
    except Exception as fault:
        return _failed(folder, fault)
    if ran.docket:
        return RunOutcome(folder, STOPS, PROBLEMS, ran)
    return RunOutcome(folder, DRY if ready.how.dry else RAN, OK, ran)


def _failed(folder: Path, fault: Exception) -> RunOutcome:
    """Say why a campaign was not run; a failure does not stop the others."""
    if isinstance(fault, NothingToRun):
        return RunOutcome(folder, RESTS, OK, problems=fault.problems)
    code, problems = told_of(fault)
    return RunOutcome(folder, BROKEN if code == BAD_CAMPAIGN else REFUSED, code, problems=problems)


def told_of(fault: Exception) -> tuple[int, tuple[Problem, ...]]:
    """Tell the exit code and the problems of an error with one campaign."""
    if isinstance(fault, Faults):
        return BAD_CAMPAIGN if isinstance(fault, CampaignFault) else PROBLEMS, fault.problems
    said = "".join(traceback.format_exception(fault)).rstrip()
    problem = invalid(
        f"the program failed: {type(fault).__name__}",
        reason=said,
        outcome="Nothing of this turn was written",
        remedy="Please report it; the other campaigns went on",
    )
    return BAD_CAMPAIGN, (problem,)


def _let_go(opened: Mapping[int, _Open]) -> None:
    """Release the locks of campaigns whose run was broken off."""
    for one in opened.values():
        one.held.close()
