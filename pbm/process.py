"""What a game master does with a campaign, one function a command.

Everything here takes a folder or an open `Campaign` and plain values, and gives records;
nothing prints. Bad input raises `Faults` with every problem (exit code 1). A campaign that
is not as it should be raises `CampaignFault`, a `Faults` too (exit code 3). Catch
`CampaignFault` first.

``at`` is a time in ISO 8601 with its zone (``2026-12-01T20:00+01:00``); None asks the clock.
``progress`` is called with (what is being done, steps done, steps in all).
A turn is named as its mailing is (``3``, ``3.2``, ``12/SHOOT/3``), or as its folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbm import (
    archiving,
    check,
    creation,
    demonstration,
    glance,
    intake,
    many,
    overview,
    replaying,
    rerunning,
    running,
    verifying,
)
from pbm.accounts import Explained
from pbm.archiving import KEPT, Archived
from pbm.campaign import Campaign, Progress, open_campaign, quiet
from pbm.check import Checked
from pbm.demonstration import Played
from pbm.explain_packet import explain_packet as from_packet
from pbm.glance import Glance
from pbm.history import begin_of
from pbm.intake import Received
from pbm.many import Fate
from pbm.overview import Status, StatusRow
from pbm.packet_form import read_packet
from pbm.problem import Faults
from pbm.replaying import Difference, Remade
from pbm.rerunning import Rerun
from pbm.running import Ran
from pbm.store import CampaignFault
from pbm.verifying import Verified

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
    "unpack",
    "verify",
]


def new_campaign(
    folder: Path,
    scenario: str,
    *,
    players: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    seed: str | None = None,
    at: str | None = None,
    published: bool = False,
    sealed: bool = False,
    progress: Progress = quiet,
) -> Campaign:
    """Begin a campaign in a folder that is not there yet (or is empty), and give it open.

    ``scenario`` is GAME/NAME or a file; ``players`` are ``SIDE=NAME`` or
    ``SIDE=NAME:ADDRESS``, in the order in which they take the side's positions; a side that
    nobody is named for is played under its own name. The campaign is called as its folder.
    Writes turns/new with the state before set-up, first reports and set-up sheets.
    Faults for every wrong player, option, time or scenario.
    """
    return creation.new_campaign(
        folder,
        scenario,
        players=players,
        options=options or {},
        seed=seed,
        at=at,
        published=published,
        sealed=sealed,
        progress=progress,
    )


def remarks(campaign: Campaign) -> tuple[str, ...]:
    """What its game has to say to the game master of a new campaign; most say nothing."""
    return tuple(campaign.ruleset.remarks(begin_of(campaign).state))


def submit(
    campaign: Campaign,
    sheets: Sequence[tuple[str, bytes]],
    *,
    at: str | None = None,
    late: bool = False,
) -> list[Received]:
    """Take in texts as (name, bytes), exactly as mail would: kept as received, receipted.

    One record for each player and mailing found in each text, one for a text that holds no
    usable sheet; ``receipt`` is what the player gets, ``stored`` the path of the kept bytes,
    ``accepted`` False if it was refused (``problems`` say why; the bytes are kept all the
    same). ``late=True`` takes a sheet although its turn is closed by the docket or was run;
    for a turn that was run a rerun then counts it. Never raises for what a text holds.
    """
    return intake.submit(campaign, sheets, at=at, late=late)


def check_sheet(
    data: bytes,
    file: str,
    *,
    campaign: Campaign | None = None,
    packet: bytes | None = None,
) -> list[Checked]:
    """What the receipt would say about a text, against a campaign or a player's packet.json.

    Stores nothing. One record for each sheet in the text: ``findings`` are the very bytes
    that the receipt says, ``problems`` what it found, ``ok`` True without an error. With
    neither campaign nor packet only envelopes are looked at. Faults for a broken packet.
    """
    return check.check_sheet(data, file, campaign=campaign, packet=packet)


def template(campaign: Campaign, player: str) -> str:
    """The player's next sheet, prefilled; Faults with a suggestion for an unknown player."""
    return overview.template(campaign, player)


def form(campaign: Campaign, player: str) -> bytes:
    """The player's next sheet as a PDF to fill in; Faults as for ``template``."""
    return overview.form(campaign, player)


def status(campaign: Campaign) -> Status:
    """Where the campaign stands: due mailings, deadline, each player's sheet, open questions.

    ``rows`` have ``player, sheet, received, problems`` (what ``--json`` lists) and
    ``mailing``; ``ready`` is True when a run would go through: nothing is missing, and no open
    question keeps it.
    """
    return overview.status(campaign)


def status_of_many(folders: Sequence[Path], *, progress: Progress = quiet) -> list[Glance]:
    """Where each of many campaigns stands, in the order given.

    One record for each folder: how it ``stands`` in a word, the exit ``code`` of a look at it
    alone, what was ``found`` (None where it cannot be read), its ``problems``. Raises nothing
    for a campaign that is not as it should be.
    """
    return glance.glances(folders, progress=progress)


def run_turn(
    campaign: Campaign,
    mailing: str | None = None,
    *,
    dice_script: tuple[str, bytes] | None = None,
    jobs: int = 1,
    missing_ok: bool = False,
    go_on: bool = False,
    fresh: bool = False,
    dry: bool = False,
    pdfs: bool = True,
    at: str | None = None,
    progress: Progress = quiet,
) -> Ran:
    """Run the campaign to its next stop and write the turn, its reports and the outbox.

    ``mailing`` is needed only where several are due. ``dice_script`` is (name, bytes) of real
    dice. ``missing_ok`` runs although a player sent no sheet; else Faults list who is missing.
    ``go_on`` runs past notes to the GM that have no answer. ``fresh`` lets later sheets count
    that came after the docket stopped the turn. ``dry`` writes nothing; without ``pdfs`` the
    PDFs are left for ``report`` to make. A turn that stops at
    a question writes no turn: ``folder`` is None and ``docket`` lists what is to be answered.
    CampaignFault if stored files were altered, the clock is behind the last turn, or another
    run is going on.
    """
    return running.run_turn(
        campaign,
        mailing,
        dice_script=dice_script,
        jobs=jobs,
        missing_ok=missing_ok,
        go_on=go_on,
        fresh=fresh,
        dry=dry,
        pdfs=pdfs,
        at=at,
        progress=progress,
    )


def run_many(
    folders: Sequence[Path],
    *,
    jobs: int = 1,
    cluster: str = "",
    missing_ok: bool = False,
    go_on: bool = False,
    fresh: bool = False,
    dry: bool = False,
    pdfs: bool = True,
    at: str | None = None,
    progress: Progress = quiet,
) -> list[Fate]:
    """Run many campaigns, each to its next stop, side by side: `run_turn` of each.

    ``jobs`` processes carry them out, or the workers of the Dask scheduler at ``cluster``; this
    process alone reads and writes campaigns, each under its lock. One record for each folder in
    the order given: what it ``did``, the exit ``code`` of a run of it alone (0 for one that is
    over or paused), what it ``ran``, its ``problems``. Nothing is raised for a campaign that
    cannot be run; Faults or CampaignFault where the cluster cannot be used at all.
    """
    return many.run_many(
        folders,
        jobs=jobs,
        cluster=cluster,
        missing_ok=missing_ok,
        go_on=go_on,
        fresh=fresh,
        dry=dry,
        pdfs=pdfs,
        at=at,
        progress=progress,
    )


def report(
    campaign: Campaign,
    turn: str,
    player: str | None = None,
    *,
    out: Path | None = None,
    jobs: int = 1,
    progress: Progress = quiet,
) -> list[Remade]:
    """Make reports again by adjudicating from the set-up's state; never a copy of a file.

    ``turn`` may be ``new``; ``player`` None makes everybody's and the GM's book (``gm``).
    Files go to ``out/<player>/``, or back into the turn's folder where they are missing and
    fit the recorded hash. One record a file: ``path``, ``player``, ``same`` as recorded.
    """
    return replaying.report(campaign, turn, player, out=out, jobs=jobs, progress=progress)


def replay(
    campaign: Campaign,
    turn: str | None = None,
    *,
    pdfs: bool = True,
    jobs: int = 1,
    progress: Progress = quiet,
) -> list[Difference]:
    """Adjudicate again from the stored inputs and compare every recorded hash.

    Up to and with ``turn``, or everything. Each difference has ``file``, ``cause`` (altered
    or missing file, other version of the engine or of a library) and ``text``. A missing
    report, state or event file that can be made again is no difference. Without ``pdfs`` these
    are not made. Empty: all is as recorded. Differences mean exit code 3.
    """
    return replaying.replay(campaign, turn, pdfs=pdfs, jobs=jobs, progress=progress)


def rerun(
    campaign: Campaign,
    turn: str,
    *,
    preview: bool = False,
    pdfs: bool = True,
    jobs: int = 1,
    at: str | None = None,
    progress: Progress = quiet,
) -> Rerun:
    """Run a turn again with the rulings and late sheets that came since, and all later ones.

    ``changes`` maps each player whose report changes to a unified diff of its text;
    ``illegal`` lists orders that were legal and no longer are (they go on the docket);
    ``folders`` the new revisions, empty with ``preview``, which writes nothing. Only changed
    reports go to the outbox, marked as corrected. ``docket`` is not empty where a later turn
    now stops at a question: that turn is open again.
    """
    return rerunning.rerun(
        campaign, turn, preview=preview, pdfs=pdfs, jobs=jobs, at=at, progress=progress
    )


def archive(
    campaign: Campaign, *, keep: int = KEPT, pdfs: bool = True, progress: Progress = quiet
) -> list[Archived]:
    """Pack the files of all turns but the newest ``keep``, each turn into one file of its folder.

    Everything still works on them; their records stay as they are. Without ``pdfs`` these are
    left out, for ``report`` makes them again. One record for each turn that was packed: its
    ``folder``, bytes ``before`` and ``after``. CampaignFault for a file that is not as recorded.
    """
    return archiving.archive(campaign, keep=keep, pdfs=pdfs, progress=progress)


def unpack(campaign: Campaign, *, progress: Progress = quiet) -> list[Archived]:
    """Put the files of all packed turns back into their folders."""
    return archiving.unpack(campaign, progress=progress)


def docket(campaign: Campaign) -> list[dict[str, Any]]:
    """Questions for the game master as records, open ones first.

    Each has ``id, turn, player, question, readings, rule, phase, answered, answer``.
    """
    return overview.docket(campaign)


def rule(campaign: Campaign, turn: str, text: bytes, file: str, *, at: str | None = None) -> Path:
    """Check rulings and keep them for a turn (due: its run takes them; past: a rerun does).

    They are added to those already there; Faults with every problem, then nothing is kept.
    Gives the path of the turn's rulings.
    """
    return overview.rule(campaign, turn, text, file, at=at)


def explain(campaign: Campaign, turn: str, what: str) -> Explained:
    """All about an event, a unit, a player, an order line (``ilse:14``) or a roll of a turn.

    ``text`` is for people, ``records`` are for tools. Faults with near matches for a thing
    that is not there.
    """
    return overview.explain(campaign, turn, what)


def explain_packet(packet: bytes, file: str, what: str) -> Explained:
    """The same for a player, from his packet.json alone; his own lines by number (``14``)."""
    return from_packet(read_packet(packet, file), what)


def demo(
    folder: Path,
    *,
    only: Sequence[str] = (),
    every: bool = False,
    jobs: int = 1,
    progress: Progress = quiet,
) -> list[Played]:
    """Play the shipped sheets of every game in a folder, by the functions above.

    ``only`` names campaigns; all are played else. Everything that was done with a campaign is
    done again: sheets, rulings, runs, reruns, at their times. PDFs are made of the first and the
    last turn, or of ``every`` one; ``report`` makes those that were left out. One record
    for each PDF: ``campaign``, ``turn``, ``player``, ``path``. What an earlier demo left in the
    folder is replaced. Faults if a step can no longer be done.
    """
    return demonstration.demo(folder, only=only, every=every, jobs=jobs, progress=progress)


def verify(
    packets: Sequence[tuple[str, bytes]],
    *,
    key: str = "",
    sent: Sequence[tuple[str, bytes]] = (),
) -> Verified:
    """What a player's packets prove of their dice, by (name, bytes) of each and nothing else.

    ``key`` is the public key or its short form as the first report told it; without it the
    key is that of the packet before set-up, if it is given. ``sent`` are texts he sent, or their
    receipts: did they count? ``ok`` is False where a roll is not proven or anything contradicts;
    Faults for packets that cannot be read or are of several campaigns.
    """
    return verifying.verify_packets(packets, key=key, sent=sent)
