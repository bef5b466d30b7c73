"""What a game master does with a campaign, one function a command, each where it is at home.

Everything here takes a folder or an open `Campaign` and plain values, and gives records;
nothing prints. Bad input raises `Faults` with every problem (exit code 1). A campaign that
is not as it should be raises `CampaignFault`, a `Faults` too (exit code 3). Catch
`CampaignFault` first.

``at`` is a time in ISO 8601 with its zone (``2026-12-01T20:00+01:00``); None asks the clock.
``progress`` is called with (what is being done, steps done, steps in all). ``jobs`` processes
share the work, or the crew of `pbm.executor.workers` that is there already.
A turn is named as its mailing is (``3``, ``3.2``, ``12/SHOOT/3``), or as its folder.
"""

from __future__ import annotations

from pbm.accounts import Explained
from pbm.archiving import Archived, archive, unpack
from pbm.campaign import Campaign, Progress, open_campaign
from pbm.check import Checked, check_sheet
from pbm.creation import new_campaign, unnamed
from pbm.demonstration import Played, demo
from pbm.explain_packet import explain_packet as _from_packet
from pbm.glance import Glance, status_of_many
from pbm.history import begin_of
from pbm.intake import Received, submit
from pbm.many import Fate, run_many
from pbm.overview import Status, StatusRow, docket, explain, form, rule, status, template
from pbm.packet_form import read_packet
from pbm.problem import Faults
from pbm.replaying import Difference, Remade, replay, report
from pbm.rerunning import Rerun, rerun
from pbm.running import How, Ran, run_turn
from pbm.store import CampaignFault
from pbm.verifying import Verified
from pbm.verifying import verify_packets as verify

__all__ = [
    "Archived",
    "Campaign",
    "CampaignFault",
    "Checked",
    "Difference",
    "Explained",
    "Fate",
    "Faults",
    "Glance",
    "How",
    "Played",
    "Progress",
    "Ran",
    "Received",
    "Remade",
    "Rerun",
    "Status",
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
    return _from_packet(read_packet(packet, file), what)
