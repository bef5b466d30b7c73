"""The Python interface for game masters: one function for each command.

Each takes a folder or an open `Campaign` and plain values, and returns records; nothing
prints. Bad input raises `Faults` with every problem (exit code 1). A damaged campaign raises
`CampaignFault`, which is a `Faults` too (exit code 3): catch it first.

``at`` is a time in ISO 8601 with its zone (``2026-12-01T20:00+01:00``); None asks the clock.
``progress`` is called with (what is being done, steps done, steps in all). ``jobs`` processes
share the work, unless `pbm.parallel.workers.workers` already provides workers.
A turn goes by the name of its stage (``3``, ``3.2``, ``12/SHOOT/3``) or of its folder.
"""

from pbm.campaign.campaign import Campaign, Progress, open_campaign
from pbm.intake.check import Checked, check_sheet
from pbm.intake.submit import Received, submit
from pbm.kit.problems import CampaignFault, Faults
from pbm.packets import explain_player
from pbm.packets.explain_format import Explained
from pbm.packets.schema import read_packet
from pbm.packets.verify.dice import verify
from pbm.packets.verify.findings import Verified
from pbm.pages.report_files import shared_files
from pbm.service.beacon_values import BeaconNeeded
from pbm.service.correct import correct
from pbm.service.create import new_campaign, read_schedule, unnamed
from pbm.service.demo.page import demo_page
from pbm.service.demo.play import SHORT, demo
from pbm.service.replay import FileDifference, Remade, replay, report, report_part
from pbm.service.rerun import RerunResult, rerun
from pbm.service.rulings import KeptRuling, docket, kept_of, rule
from pbm.service.run import How, Ran, run_turn
from pbm.service.run_many import RunOutcome, run_many
from pbm.service.status import Status, StatusRow, explain, form, status, template
from pbm.service.status_many import StatusLine, status_of_many
from pbm.turns.archive import Archived, archive, unpack
from pbm.turns.history import begin_of
from pbm.turns.published_log import published_folder

__all__ = [
    "SHORT",
    "Archived",
    "BeaconNeeded",
    "Campaign",
    "CampaignFault",
    "Checked",
    "Explained",
    "Faults",
    "FileDifference",
    "How",
    "KeptRuling",
    "Progress",
    "Ran",
    "Received",
    "Remade",
    "RerunResult",
    "RunOutcome",
    "Status",
    "StatusLine",
    "StatusRow",
    "Verified",
    "archive",
    "check_sheet",
    "correct",
    "demo",
    "demo_page",
    "docket",
    "explain",
    "explain_packet",
    "form",
    "kept_of",
    "new_campaign",
    "open_campaign",
    "published_folder",
    "read_schedule",
    "remarks",
    "replay",
    "report",
    "report_part",
    "rerun",
    "rule",
    "run_many",
    "run_turn",
    "shared_files",
    "status",
    "status_of_many",
    "submit",
    "template",
    "unnamed",
    "unpack",
    "verify",
]


def remarks(campaign: Campaign) -> tuple[str, ...]:
    """What the game tells the game master of a new campaign; most games say nothing."""
    return tuple(campaign.ruleset.remarks(begin_of(campaign).state))


def explain_packet(packet: bytes, file: str, what: str, depth: str = "") -> Explained:
    """Explain from a player's packet.json alone; order lines go by number (``14``)."""
    return explain_player.explain_packet(read_packet(packet, file), what, depth)
