"""All pages of the game master's desk."""

from collections.abc import Sequence
from pathlib import Path

from pbm.campaign.campaign import CAMPAIGN_FILE
from pbm.desk.campaigns import Desk
from pbm.desk.dispute_pages import dispute_routes
from pbm.desk.mail_pages import mail_routes
from pbm.desk.people_pages import people_routes
from pbm.desk.report_pages import report_routes
from pbm.desk.server import Route
from pbm.desk.turn_pages import turn_routes
from pbm.kit.problems import Faults


def campaigns_in(folder: Path) -> list[Path]:
    """List the campaigns in a folder; Faults if there is none."""
    found = sorted(file.parent for file in folder.glob(f"*/{CAMPAIGN_FILE}"))
    if not found:
        fault = "there is no campaign in this folder"
        raise Faults.invalid(fault, remedy="Name the folders of your campaigns: pbm desk DIR")
    return found


def desk_routes(folders: Sequence[Path]) -> list[Route]:
    """The routes of a desk with these campaigns."""
    desk = Desk(folders)
    parts = (turn_routes, mail_routes, dispute_routes, report_routes, people_routes)
    return [route for routes in parts for route in routes(desk)]
