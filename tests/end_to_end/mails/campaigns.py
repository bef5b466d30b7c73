"""The campaigns that the mails of the corpus come to, each where other sheets are due."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.mail.outbound.delivery_log import SentPart, record
from pbm.service.api import How, new_campaign, rule, run_turn, submit
from pbm.storage.turn_folders import in_force
from tests.core.mail.post import with_mail

BEGUN, RUN = "2026-03-01T12:00Z", "2026-03-02T08:00Z"
REPORT_ID = f"<{{name}}.{'7' * 40}@example.org>"
_KEPT = ("inbox", "outbox")


def _new(folder: Path, name: str, scenario: str, *players: str, **options: str) -> Campaign:
    made = new_campaign(
        folder / name, scenario, players=players, options=options, seed="s", at=BEGUN
    )
    return with_mail(made, "most_bytes = 100000")


def _next(campaign: Campaign) -> Campaign:
    run_turn(campaign, how=How(missing_ok=True, pdfs=False), at=RUN)
    return open_campaign(campaign.folder)


def _vega_0(folder: Path) -> Campaign:
    return _new(
        folder, "vega", "knighthawks/duel", "A=Rook:rook@example.org", "B=Zoë:zoe@example.org"
    )


def _altair(folder: Path) -> Campaign:
    players = ("A=Rook:rook@example.org", "B=Zoë:zoe@example.org", "B=Łukasz:zoe@example.org")
    made = _new(folder, "altair", "knighthawks/station", *players, orders="half-turn")
    return _next(_next(made))


def _orcus_0(folder: Path) -> Campaign:
    players = ("1=Lynx:lynx@example.org", "2=Otter:otter@example.org")
    return _new(folder, "orcus", "deltavee/pirates", *players)


def _kestrel_0(folder: Path) -> Campaign:
    players = ("E=WREN:wren@example.org", "E=HERON:heron@example.org")
    return _new(folder, "kestrel", "nova/duel", *players)


_MEETING = b"""move "WREN Lance" to VIRUS because the two shall meet
set VIRUS.battle = by mail HERON, WREN because the two shall fight
"""


def _kestrel_battle(folder: Path) -> Campaign:
    made = _next(_kestrel_0(folder))
    rule(made, "1", _MEETING, "meeting.txt", at=RUN)
    sheets = (
        b"ORDERS kestrel turn 1 for WREN\nMOVEMENT\nVIRUS Lance H\nEND\n",
        b"ORDERS kestrel turn 1 for HERON\nGENERAL armed ships: H\nEND\n",
    )
    submit(made, [("sheet.txt", one) for one in sheets], at=RUN)
    return _next(made)


# How each state of a campaign is made, and the player whom its mails come from.
STATES: Mapping[str, tuple[Callable[[Path], Campaign], str]] = {
    "vega-0": (_vega_0, "rook"),
    "vega": (lambda folder: _next(_vega_0(folder)), "rook"),
    "altair": (_altair, "rook"),
    "orcus-0": (_orcus_0, "otter"),
    "orcus": (lambda folder: _next(_orcus_0(folder)), "otter"),
    "kestrel-0": (_kestrel_0, "wren"),
    "kestrel": (lambda folder: _next(_kestrel_0(folder)), "wren"),
    "kestrel-battle": (_kestrel_battle, "wren"),
}


def begin(state: str, folder: Path) -> Campaign:
    """A campaign in this state, with a record of a report sent to each of its players."""
    made = STATES[state][0](folder)
    stage = in_force(made.folder)[-1]
    for player, address in stage.part.addresses.items():
        record(
            made.folder,
            SentPart(
                id=f"{stage.name}.{player}", kind="report", turn=stage.label, player=player,
                address=address, message_id=REPORT_ID.format(name=made.name), state="sent",
                date="2026-03-02T08:01:00Z", at="2026-03-02T08:01:00Z",
            ),
        )  # fmt: skip
    for name in _KEPT:
        (made.folder / name).mkdir(exist_ok=True)
        shutil.copytree(made.folder / name, made.folder / f"{name}.as-it-was")
    return made


def put_back(campaign: Campaign) -> Campaign:
    """The campaign as it was before any mail came."""
    for name in _KEPT:
        shutil.rmtree(campaign.folder / name)
        shutil.copytree(campaign.folder / f"{name}.as-it-was", campaign.folder / name)
    return campaign
