"""Mail: sheets of one player of Knight Hawks, in one fetch and one by one, and their answers."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

from pbm.campaign.campaign import open_campaign
from pbm.mail.fetch import fetch
from pbm.mail.outbound.send import send
from pbm.service.api import How, new_campaign, run_turn
from tests.core.mail.post import letter, with_mail
from tests.tooling.bench.measure import Row, calls, growth, measure, paced

MAILS = 100
SIZES = (100, 400)
WAY_OUT = '\n[mail.out]\nkind = "folder"\npath = "sent"\n'
BEGUN, RUN, CAME = "2026-03-01T12:00Z", "2026-03-02T08:00Z", "2026-03-02T20:00:00Z"
BODY = (
    "SHIP A1", "  move speed 4", "  attack LB at nearest", "  defence LB at nearest, best hex",
    "  attack LC at nearest", "  attack T at nearest, chance >= 50", "  attack RB at nearest",
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


def sent(campaign: Path) -> int:
    """Send the reports and receipts of a copy of the campaign to a folder; their number."""
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        copy = open_campaign(Path(shutil.copytree(campaign, Path(folder) / campaign.name)))
        return len(send([copy], at=CAME).rows)


def rows() -> list[Row]:
    """Mails of one player in and their answers out; the growth of what one fetch of them calls."""
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        campaign = begun(Path(folder))
        mails = letters(campaign, max(MAILS, *SIZES))
        some = mails[:MAILS]
        settings = campaign / "campaign.toml"
        settings.write_text(settings.read_text("utf-8") + WAY_OUT, encoding="utf-8")
        answered = Path(folder) / "answered"
        shutil.copytree(campaign, answered)
        for number, mail in enumerate(some):
            (answered / "post" / f"{number:05}.eml").write_bytes(mail)
        fetch([open_campaign(answered)], at=CAME)
        out = sent(answered)
        found = measure(
            lambda: taken(campaign, some, MAILS),
            lambda: taken(campaign, some, 1),
            lambda: taken(campaign, mails, len(mails)),
            lambda: sent(answered),
            runs=3,
        )
        counted = [(n, calls(partial(taken, campaign, mails[:n], n))) for n in SIZES]
    whole = round(found.seconds[2] / found.seconds[0], 2)
    return [
        paced(f"Mail: {MAILS} of a player in one fetch", MAILS, "mails", found),
        paced(f"Mail: {MAILS} of a player, a fetch each", MAILS, "mails", found, 1),
        paced(f"Mail: {len(mails)} of a player in one fetch", len(mails), "mails", found, 2)
        | {"times": whole, "of": f"{MAILS} mails"},
        paced(f"Mail: {out} sent", out, "mails", found, 3),
        growth("Mail: calls of a fetch", counted, "mails"),
    ]
