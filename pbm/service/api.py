"""What a game master does with a campaign: one function a command.

Everything here takes a folder or an open `Campaign` and plain values, and gives records;
nothing prints. Bad input raises `Faults` with every problem (exit code 1). A campaign that
is not as it should be raises `CampaignFault`, a `Faults` too (exit code 3). Catch
`CampaignFault` first.

``at`` is a time in ISO 8601 with its zone (``2026-12-01T20:00+01:00``); None asks the clock.
``progress`` is called with (what is being done, steps done, steps in all). ``jobs`` processes
share the work, or the crew of `pbm.parallel.workers.workers` that is there already.
A turn is named as its mailing is (``3``, ``3.2``, ``12/SHOOT/3``), or as its folder.
"""

from __future__ import annotations

from pbm.campaign.campaign import Campaign, Progress, open_campaign
from pbm.intake.check import Checked, check_sheet
from pbm.intake.submit import Received, submit
from pbm.kit.problems import CampaignFault, Faults
from pbm.packets import explain_player
from pbm.packets.explain_format import Explained
from pbm.packets.schema import read_packet
from pbm.packets.verify_dice import Verified, verify
from pbm.service.create import new_campaign, unnamed
from pbm.service.demo import Played, demo
from pbm.service.replay import Difference, Remade, replay, report
from pbm.service.rerun import Rerun, rerun
from pbm.service.rulings import docket, rule
from pbm.service.run import How, Ran, run_turn
from pbm.service.run_many import RunOutcome, run_many
from pbm.service.status import Status, StatusRow, explain, form, status, template
from pbm.service.status_many import StatusLine, status_of_many
from pbm.turns.archive import Archived, archive, unpack
from pbm.turns.history import begin_of

__all__ = [
    "Archived",
    "Campaign",
    "CampaignFault",
    "Checked",
    "Difference",
    "Explained",
    "Faults",
    "How",
    "Played",
    "Progress",
    "Ran",
    "Received",
    "Remade",
    "Rerun",
    "RunOutcome",
    "Status",
    "StatusLine",
    "StatusRow",
    "Verified",
    "archive",
    "check_sheet",
    "demo",
    "docket",
    "explain",
    "explain_packet",
    "form",
    "new_campaign",
    "open_campaign",
    "remarks",
    "replay",
    "report",
    "rerun",
    "rule",
    "run_many",
    "run_turn",
    "status",
    "status_of_many",
    "submit",
    "template",
    "unnamed",
    "unpack",
    "verify",
]


def remarks(campaign: Campaign) -> tuple[str, ...]:
    """What its game has to say to the game master of a new campaign; most say nothing."""
    return tuple(campaign.ruleset.remarks(begin_of(campaign).state))


def explain_packet(packet: bytes, file: str, what: str) -> Explained:
    """`explain` for a player, from his packet.json alone; his own lines by number (``14``)."""
    return explain_player.explain_packet(read_packet(packet, file), what)
