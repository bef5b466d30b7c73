"""The time of a run, against the turns and sheets that are stored."""

from collections.abc import Sequence

from pbm.kit.clock import moment, read_time, stamp
from pbm.kit.problems import CampaignFault, Problem, invalid
from pbm.sheets.received import Text
from pbm.storage.turn_folders import StoredStage
from pbm.turns.play import Given


def time_of_run(chain: Sequence[StoredStage], at: str | None) -> str:
    """Tell the time of a run; CampaignFault where the clock is behind the last turn."""
    when = moment(at)
    last = max(read_time(at) for one in chain for at in (one.head.run_at, one.head.rerun_at) if at)
    if at is None and when < last:
        raise CampaignFault.invalid(
            "the clock is behind the last turn",
            reason=f"it says {stamp(when)}; turn {chain[-1].label} was run at {stamp(last)}",
            remedy="Set the clock, or give the time with --at",
        )
    return stamp(when)


def after_the_run(given: Given, when: str) -> tuple[Text, ...]:
    """List texts whose stored time is after the run that counts them."""
    return tuple(text for text in given.texts if read_time(text.received) > read_time(when))


def behind_its_sheets(newer: Sequence[Text], when: str) -> Problem:
    """Say that sheets came after the time of the run."""
    last = max(newer, key=lambda text: text.received)
    return invalid(
        "the clock is behind the sheets",
        reason=f"it says {when}; {last.name} of {last.player} came at {last.received}",
        outcome="Nothing was run",
        remedy="Set the clock, or give the time with --at",
    )
