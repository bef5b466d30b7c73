"""Correct a turn with one ruling: check it, show what it changes, keep it, run again."""

from collections.abc import Callable

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.service.rerun import RerunResult, rerun
from pbm.service.rulings import checked, rule, ruling_line

FILE = "correction"


def correct(
    campaign: Campaign,
    turn: str,
    ruling: str,
    because: str,
    *,
    agreed: Callable[[RerunResult], bool],
    pdfs: bool = True,
    jobs: int = 1,
    at: str | None = None,
    progress: Progress = quiet,
) -> RerunResult:
    """Correct a turn that was run, and all later ones, with one ruling and its reason.

    ``agreed`` is given the preview and says whether to go on; if not, nothing is written and
    the preview is returned. Faults for a ruling that cannot be, or would change nothing.
    """
    text = ruling_line(ruling, because)
    checked(campaign, turn, text, FILE)
    shown = rerun(campaign, turn, preview=True, more=text, jobs=jobs, progress=progress)
    if not agreed(shown):
        return shown
    rule(campaign, turn, text, FILE, at=at)
    return rerun(campaign, turn, pdfs=pdfs, jobs=jobs, at=at, progress=progress)
