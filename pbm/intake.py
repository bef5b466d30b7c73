"""Takes sheets in: finds whose they are and for which mailing, keeps the bytes, receipts them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbm import inbox
from pbm.campaign import Campaign
from pbm.check import (
    being_run,
    is_held,
    no_such_player,
    other_campaign,
    other_mailing,
    waited_for,
)
from pbm.clock import moment, stamp
from pbm.desk import RULINGS_FILE, is_of_all
from pbm.hands import Text, Weighed, hand_of, is_mailing, seat_of
from pbm.history import standing_after, verify_newest
from pbm.inbox import EntryPart, counting, keep, next_number, text_of
from pbm.legs import StoredLeg, digest, in_force
from pbm.normalise import folded
from pbm.people import dates
from pbm.play import read_rulings
from pbm.problem import Faults, Problem, illegal
from pbm.receipt import receipt
from pbm.sheet import Found, Sheet, find_sheets
from pbm.store import locked
from pbm.turn import Standing

NO_SHEET = "no sheet"


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a text, for one player and mailing."""

    file: str
    player: str
    mailing: str
    number: int
    stored: Path
    accepted: bool
    in_force: bool
    receipt: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Desk:
    """What every text of one submission is held against."""

    campaign: Campaign
    chain: tuple[StoredLeg, ...]
    standing: Standing
    received: str
    late: bool


def submit(
    campaign: Campaign,
    sheets: Sequence[tuple[str, bytes]],
    *,
    at: str | None = None,
    late: bool = False,
) -> list[Received]:
    """See `pbm.process.submit`."""
    when = stamp(moment(at))
    with locked(campaign.folder):
        chain = tuple(in_force(campaign.folder))
        verify_newest(chain)
        desk = _Desk(campaign, chain, standing_after(campaign, chain), when, late)
        return [one for file, data in sheets for one in _take(desk, safe_name(file), data)]


def safe_name(file: str) -> str:
    """A file's name as messages and turn.toml can hold it."""
    name = "".join(sign if sign.isprintable() else "?" for sign in re.split(r"[/\\]", file)[-1])
    return name[:80] or "sheet.txt"


def _take(desk: _Desk, file: str, data: bytes) -> list[Received]:
    """One record for each player and mailing in a text; one for a text without a sheet."""
    found = find_sheets(data, file, desk.campaign.ruleset.all_kinds)
    groups: dict[tuple[str, str], list[Sheet]] = {}
    refused: list[tuple[Sheet, Problem]] = []
    for sheet in found.sheets:
        place = _place(desk, sheet)
        if isinstance(place, Problem):
            refused.append((sheet, place))
        else:
            groups.setdefault(place, []).append(sheet)
    taken = [
        _keep(desk, file, data, found, player, mailing, group)
        for (player, mailing), group in groups.items()
    ]
    if refused or not groups:
        taken.append(_refuse(desk, file, data, found, refused))
    return taken


def _place(desk: _Desk, sheet: Sheet) -> tuple[str, str] | Problem:
    """Whose sheet it is and for which mailing, or why it can be nobody's."""
    if folded(sheet.campaign) != folded(desk.campaign.name):
        return other_campaign(sheet, desk.campaign.name)
    seat = seat_of(desk.standing.seats, sheet.player)
    if seat is None:
        return no_such_player(sheet, [seat.name for seat in desk.standing.seats])
    known = [*desk.standing.due, *(leg.part.mailing for leg in desk.chain[1:])]
    for mailing in known:
        if is_mailing(sheet, mailing) and _knows_of(desk, seat.id, mailing):
            return seat.id, mailing
    return other_mailing(sheet, waited_for(desk.campaign, desk.standing, seat))


def _knows_of(desk: _Desk, player: str, mailing: str) -> bool:
    """True for a player for whose sheet a mailing waits or waited, and of turns for all."""
    if is_of_all(mailing):
        return True
    due = mailing in desk.standing.due
    standing = desk.standing if due else _standing_before(desk, mailing)
    return desk.campaign.ruleset.awaits(standing.state, player, mailing)


def _keep(
    desk: _Desk,
    file: str,
    data: bytes,
    found: Found,
    player: str,
    mailing: str,
    group: Sequence[Sheet],
) -> Received:
    """Keep a text in a mailing's inbox, in force or not, with its receipt."""
    root = desk.campaign.folder
    folder = inbox.mailing_folder(root, mailing) / player
    number = next_number(folder)
    due = mailing in desk.standing.due
    problem, code = _why_refused(desk, group[0], mailing, due)
    accepted = problem is None or desk.late
    problems: list[Problem] = list(found.problems)
    if problem is not None and not desk.late:
        problems.append(problem)
    text = Text(player, number, desk.received, file, data, desk.late and problem is not None)
    read = _read(desk, text, mailing, due, accepted)
    if not accepted:
        sentences = ["This sheet does not count."] * len(read)
    elif not due:
        sentences = ["This sheet counts when the turn is run again."] * len(read)
    else:
        sentences = [one.sentence for one in read]
    said = receipt(
        data,
        [(one.sheet, one.reading) for one in read],
        problems,
        sentences,
        desk.received,
        _deadline(desk, mailing) if due else "",
    )
    part = EntryPart(
        player=player,
        mailing=mailing,
        name=file,
        received=desk.received,
        sha256=digest(data),
        accepted=accepted,
        late=text.late,
        refused="" if accepted else code,
    )
    stored = keep(folder, number, data, said, part)
    problems += [fault for one in read for fault in (*one.sheet.remarks, *one.reading.problems)]
    return Received(
        file,
        player,
        mailing,
        number,
        stored,
        accepted,
        accepted and due and any(one.counts and not one.sheet.is_message for one in read),
        said,
        tuple(problems),
    )


def _why_refused(desk: _Desk, sheet: Sheet, mailing: str, due: bool) -> tuple[Problem | None, str]:
    """Why a sheet for this mailing comes too late, and the word that is kept for it."""
    seat = seat_of(desk.standing.seats, sheet.player)
    if not due:
        if is_held(desk.campaign, desk.standing, mailing):
            return being_run(sheet, mailing), "run"
        due_now = () if seat is None else waited_for(desk.campaign, desk.standing, seat)
        return other_mailing(sheet, due_now), "run"
    if seat is not None and seat.closed:
        return (
            illegal(
                f"{seat.name} is no longer in the campaign",
                sheet.span,
                outcome="The sheet was not used",
            ),
            "gone",
        )
    if inbox.open_part(desk.campaign.folder, mailing) is not None:
        return being_run(sheet, mailing), inbox.CLOSED
    return None, ""


def _read(desk: _Desk, text: Text, mailing: str, due: bool, accepted: bool) -> list[Weighed]:
    """The sheets of a text as they read now, beside what came before it, and which count."""
    campaign = desk.campaign
    standing = desk.standing if due else _standing_before(desk, mailing)
    earlier = [
        text_of(entry)
        for entry in counting(inbox.entries(campaign.folder, mailing))
        if accepted and entry.part.player == text.player
    ]
    texts = [*earlier, text]
    hand = hand_of(campaign, standing, mailing, text.player, texts, desk.standing.seats)
    return [one for one in hand.every if one.number == text.number]


def _standing_before(desk: _Desk, mailing: str) -> Standing:
    place = [leg.part.mailing for leg in desk.chain].index(mailing)
    return standing_after(desk.campaign, desk.chain[:place])


def _deadline(desk: _Desk, mailing: str) -> str:
    """When a mailing that is waited for is due, as the receipt says it."""
    awaited = {part.mailing: part for part in desk.chain[-1].part.next}
    data = inbox.kept_rulings(desk.campaign.folder, mailing)
    try:
        rulings = read_rulings(desk.campaign, desk.standing, data, RULINGS_FILE)
    except Faults:
        rulings = ()
    return dates(awaited[mailing], rulings).text


def _refuse(
    desk: _Desk,
    file: str,
    data: bytes,
    found: Found,
    refused: Sequence[tuple[Sheet, Problem]],
) -> Received:
    """Keep a text that is for nobody or for no turn here, and say why it was not used."""
    problems = [*found.problems, *(problem for _sheet, problem in refused)]
    folder = desk.campaign.folder / inbox.INBOX / inbox.UNREAD
    number = next_number(folder)
    said = receipt(data, (), problems, received=desk.received)
    part = EntryPart(
        player="",
        mailing="",
        name=file,
        received=desk.received,
        sha256=digest(data),
        accepted=False,
        refused=NO_SHEET,
    )
    stored = keep(folder, number, data, said, part)
    sheet = refused[0][0] if refused else None
    return Received(
        file,
        sheet.player if sheet else "",
        sheet.mailing if sheet else "",
        number,
        stored,
        False,
        False,
        said,
        tuple(problems),
    )
