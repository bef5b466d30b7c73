"""Mail taken in: the sheets of one player of Knight Hawks, in one fetch and one by one."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

from pbm.campaign.campaign import open_campaign
from pbm.mail.fetch import fetch
from pbm.service.api import How, new_campaign, run_turn
from tests.core.mail.post import letter, with_mail
from tests.tooling.bench.measure import Row, calls, growth, measure

MAILS = 100
SIZES = (40, 160)
BEGUN, RUN, CAME = "2026-03-01T12:00Z", "2026-03-02T08:00Z", "2026-03-02T20:00:00Z"
BODY = (
    "SHIP A1", "  move speed 4", "  attack LB at nearest", "  defence LB at nearest",
    "SHIP A2", "  move speed 3", "  attack all at nearest",
)  # fmt: skip


def begun(folder: Path) -> Path:
    """A campaign whose first turn is due, with a folder of mail."""
    players = ("A=Rook:rook@example.org", "B=Zoe:zoe@example.org")
    campaign = new_campaign(
        folder / "vega", "knighthawks/duel", players=players, options={}, seed="bench", at=BEGUN
    )
    run_turn(with_mail(campaign), how=How(missing_ok=True, pdfs=False), at=RUN)
    return campaign.folder


def letters(campaign: Path, count: int) -> list[bytes]:
    """So many mails with a whole sheet, each another one."""
    word = open_campaign(campaign).password("rook", "1")
    return [
        letter(
            "\n".join(
                ("ORDERS vega turn 1 for Rook", f"PASS {word}", *BODY, f"# {number}", "END", "")
            ),
            "rook@example.org",
            id=f"<{number}@example.org>",
            date=f"2026-03-02T09:{number // 60:02}:{number % 60:02}Z",
        )
        for number in range(count)
    ]


def taken(campaign: Path, mails: list[bytes], at_once: int) -> int:
    """Take mails into a copy of a campaign, so many in a fetch; gives the number taken."""
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        copy = Path(shutil.copytree(campaign, Path(folder) / campaign.name))
        found = 0
        for start in range(0, len(mails), at_once):
            for number, mail in enumerate(mails[start : start + at_once], start):
                (copy / "post" / f"{number:05}.eml").write_bytes(mail)
            found += fetch([open_campaign(copy)], at=CAME).counts["taken"]
        return found


def rows() -> list[Row]:
    """Mails of one player; the growth of what one fetch of them calls."""
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        campaign = begun(Path(folder))
        mails = letters(campaign, max(MAILS, *SIZES))
        some = mails[:MAILS]
        found = measure(
            lambda: taken(campaign, some, MAILS), lambda: taken(campaign, some, 1), runs=3
        )
        counted = [(n, calls(partial(taken, campaign, mails[:n], n))) for n in SIZES]
    told = (f"Mail: {MAILS} of a player in one fetch", f"Mail: {MAILS} of a player, a fetch each")
    return [
        *(
            {
                "what": what,
                "count": MAILS,
                "unit": "mails",
                "per_second": found.per_second(MAILS, place),
                "calibrations": found.calibrations(place),
            }
            for place, what in enumerate(told)
        ),
        growth("Mail: calls of a fetch", counted, "mails"),
    ]
