"""Take sheets in: find their player and turn, store the bytes, write the receipts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pbm.campaign import inbox
from pbm.campaign.absences import note_absence
from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import dates
from pbm.campaign.inbox import EntryPart, InboxEntry, keep, next_number, text_of
from pbm.engine.types import seat_of
from pbm.intake.address import Place
from pbm.intake.early_sheets import early_receipt
from pbm.intake.read_text import read_text
from pbm.intake.refusals import being_run, nothing_due, other_mailing, too_many
from pbm.intake.session import Earlier, IntakeSession, game_state_before, sorted_out
from pbm.kit.clock import moment, stamp
from pbm.kit.problems import Faults, Problem, illegal, warning
from pbm.kit.records import Record, encoded
from pbm.sheets.envelope import FoundSheets, Sheet, find_sheets
from pbm.sheets.received import Text, as_sent
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import INBOX, digest, in_force
from pbm.storage.turn_toml import RULINGS_FILE
from pbm.turns.due import is_held, waited_for
from pbm.turns.history import game_state_after, verify_newest
from pbm.turns.play import read_rulings
from pbm.turns.receipt import receipt
from pbm.turns.sheet_ranking import RankedSheet
from pbm.turns.submissions import Submissions, submissions_of

NO_SHEET = "no sheet"
# Of one player for one stage: each is read together with all before it.
MOST_TEXTS = 200


class Received(Record):
    """The result of taking in a text, for one player and stage.

    ``early``: the sheet was kept for a later turn.
    """

    file: str
    player: str
    mailing: str
    number: int
    stored: Path
    accepted: bool
    in_force: bool
    receipt: str
    problems: tuple[Problem, ...]
    early: bool = False


class Via(Record):
    """How a text came: the key and date of its mail, and the check of its pass.

    A text submitted at the keyboard has no mail, and its pass is not checked. ``remarks`` go
    into its receipt. ``is_new``: the mail was never begun before, so its text is not stored yet.
    """

    mail: str = ""
    sent: str = ""
    password: str = "not checked"
    remarks: tuple[Problem, ...] = ()
    is_new: bool = False

    @property
    def is_again(self) -> bool:
        """True for a mail whose text may be stored already."""
        return bool(self.mail) and not self.is_new


def submit(
    campaign: Campaign,
    sheets: Sequence[tuple[str, bytes]],
    *,
    at: str | None = None,
    late: bool = False,
) -> list[Received]:
    """Take in texts as (name, bytes), like mail: store them and write receipts.

    One record for each player and stage found in each text, one for a text without a usable
    sheet. ``receipt`` is the player's, ``stored`` the path of the stored bytes, ``accepted``
    False if it was refused (``problems`` say why; the bytes are stored all the same).
    ``late=True`` accepts a sheet although its turn is closed by the docket or was run; a rerun of
    that turn then uses it. No text can make it raise.
    """
    when = stamp(moment(at))
    with locked(campaign.folder):
        session = begin_session(campaign, when, late=late)
        return [one for file, data in sheets for one in _take(session, safe_name(file), data)]


def submit_mailed(
    campaign: Campaign, text: tuple[str, bytes], player: str, mailing: str, via: Via, *, at: str
) -> None:
    """Take in a mailed text again, for one player ("" for none) and stage."""
    file, data = text
    with locked(campaign.folder):
        session = begin_session(campaign, stamp(moment(at)))
        found = find_sheets(data, file, campaign.ruleset.all_kinds, session.example)
        if not player:
            keep_unread(session, file, data, found, (), via)
        for place, group in sorted_out(session, found)[0].items():
            if (place.player, place.mailing) == (player, mailing):
                keep_sheets(session, file, data, found, place, group, via)


def begin_session(campaign: Campaign, when: str, *, late: bool = False) -> IntakeSession:
    """The session for texts that come at this time; the caller holds the lock."""
    chain = tuple(in_force(campaign.folder))
    verify_newest(chain)
    return IntakeSession(campaign, chain, game_state_after(campaign, chain), when, late)


def safe_name(file: str) -> str:
    """A file's name, made safe for messages and turn.toml."""
    name = "".join(char if char.isprintable() else "?" for char in re.split(r"[/\\]", file)[-1])
    return name[:80] or "sheet.txt"


def _take(session: IntakeSession, file: str, data: bytes) -> list[Received]:
    """One record for each player and stage in a text; one for a text without a sheet."""
    data, found = read_text(data, file, session.campaign.ruleset.all_kinds, session.example)
    groups, refused = sorted_out(session, found)
    taken = [
        keep_sheets(session, file, data, found, place, group, Via())
        for place, group in groups.items()
    ]
    if refused or not groups:
        taken.append(keep_unread(session, file, data, found, refused))
    return taken


def keep_sheets(
    session: IntakeSession,
    file: str,
    data: bytes,
    found: FoundSheets,
    place: Place,
    group: Sequence[Sheet],
    via: Via,
) -> Received:
    """Store a text in the inbox of its stage, in force or not, with its receipt.

    The text of a mail that is stored already is not stored again. A text above the limit for a
    player and stage is stored unread, unless the game master accepts it late.
    """
    root, player, mailing = session.campaign.folder, place.player, place.mailing
    folder = inbox.mailing_folder(root, mailing) / player
    stage_kinds = [one.name for one in session.campaign.ruleset.kinds if one.taken(mailing)]
    # What stands beside other kinds changes how all of these are read.
    is_beside = any(sheet.kind in stage_kinds[:-1] for sheet in group)
    known = session.earlier(player, mailing, whole=via.is_again)
    there = _stored(known.entries, via)
    number = there.number if there else known.number
    due = mailing in session.game_state.due
    problem, code = (None, "") if place.early else _why_refused(session, group[0], mailing, due)
    if number > MOST_TEXTS:
        problem = problem or too_many(group[0], MOST_TEXTS)
        if not session.late:
            return keep_unread(session, file, data, found, [(group[0], problem)], via)
    accepted = problem is None or session.late
    problems: list[Problem] = [*found.problems, *via.remarks]
    if problem is not None and not session.late:
        problems.append(problem)
    late = session.late and problem is not None
    text = Text(player, number, session.received, file, data, late, via.sent)
    read: list[RankedSheet] = []
    judged = Submissions()
    if place.early:
        seat = next(one for one in session.game_state.seats if one.id == player)
        waits = waited_for(session.campaign, session.game_state, seat)
        said = early_receipt(text, place, group, problems, via.password, waits)
    else:
        earlier = [one for one in known.counting if one.number != number] if accepted else []
        known.memory.sheets[number] = list(group)
        submitted = _read(session, text, earlier, known, mailing, due)
        if is_beside and earlier and not submitted.is_settled(stage_kinds[1:]):
            known = session.earlier(player, mailing, whole=True)
            earlier = [one for one in known.counting if one.number != number]
            submitted = _read(session, text, earlier, known, mailing, due)
        read = [one for one in submitted.every if one.number == number]
        judged = submitted if accepted and due else judged
        problems += _overtaken(text, earlier) if accepted else []
        said = _receipt(session, text, mailing, read, problems, accepted, due, via.password)
    part = EntryPart(
        player=player,
        mailing=mailing,
        name=file,
        received=session.received,
        sha256=digest(data),
        accepted=accepted,
        late=text.late,
        refused="" if accepted else code,
        early=place.early,
        mail=via.mail,
        sent=via.sent,
        stands=judged.standing,
        basis=known.basis if judged.every else "",
        summary=encoded(judged.summary).decode() if judged.every else "",
    )
    stored = there.path if there else keep(folder, number, data, said, part)
    if not there:
        known.entries.append(InboxEntry(stored, number, part))
        known.number = number + 1
        known.texts[number] = text
    if judged.every:
        known.entries = [one for one in known.entries if one.number in judged.standing]
        known.is_whole = False
    if accepted and not late:
        note_absence(root, player, group, early=place.early)
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
        place.early,
    )


def _receipt(
    session: IntakeSession,
    text: Text,
    mailing: str,
    read: Sequence[RankedSheet],
    problems: Sequence[Problem],
    accepted: bool,
    due: bool,
    password: str,
) -> str:
    if not accepted:
        sentences = ["This sheet does not count."] * len(read)
    elif not due:
        sentences = ["This sheet will count when the turn is run again."] * len(read)
    else:
        sentences = [one.sentence for one in read]
    return receipt(
        text.data,
        [(one.sheet, one.reading) for one in read],
        problems,
        sentences,
        text.received,
        _deadline(session, mailing) if due else "",
        password,
    )


def receipt_again(session: IntakeSession, entry: InboxEntry) -> str:
    """The receipt that a stored text would get now, for a mailing that is due."""
    text, mailing = text_of(entry), entry.part.mailing
    found = find_sheets(text.data, text.name, session.campaign.ruleset.all_kinds, session.example)
    known = session.earlier(text.player, mailing, whole=True)
    earlier = [one for one in known.counting if one.number != text.number]
    earlier = earlier if entry.part.accepted else []
    submitted = _read(session, text, earlier, known, mailing, True)
    read = [one for one in submitted.every if one.number == text.number]
    return _receipt(
        session, text, mailing, read, found.problems, entry.part.accepted, True, "checked before"
    )


def _overtaken(text: Text, earlier: Sequence[Text]) -> list[Problem]:
    """A warning if a mail arrived after one that was sent later than it."""
    if not text.sent:
        return []
    order = as_sent([*earlier, text])
    after = order[order.index(text) + 1 :]
    if not after:
        return []
    newest = after[-1]
    return [
        warning(
            f"this mail was overtaken by your text number {newest.number}",
            reason=f"this one was sent at {text.sent}, number {newest.number} "
            f"{'was sent' if newest.sent else 'came'} at {newest.sent or newest.received}",
            outcome=f"Number {newest.number} counts as the newer",
            remedy="To make this one count, send it again",
        )
    ]


def _why_refused(
    session: IntakeSession, sheet: Sheet, mailing: str, due: bool
) -> tuple[Problem | None, str]:
    """The problem of a sheet that comes too late, and the code stored for it."""
    seat = seat_of(session.game_state.seats, sheet.player)
    if not due:
        if is_held(session.campaign, session.game_state, mailing):
            return being_run(sheet, mailing), "run"
        due_now = () if seat is None else waited_for(session.campaign, session.game_state, seat)
        return other_mailing(sheet, due_now, nothing_due(session.game_state)), "run"
    if seat is not None and seat.closed:
        return (
            illegal(
                f"{seat.name} is no longer in the campaign",
                sheet.span,
                outcome="The sheet was not used",
            ),
            "gone",
        )
    if inbox.open_part(session.campaign.folder, mailing) is not None:
        return being_run(sheet, mailing), inbox.CLOSED
    return None, ""


def _read(
    session: IntakeSession,
    text: Text,
    earlier: Sequence[Text],
    known: Earlier,
    mailing: str,
    due: bool,
) -> Submissions:
    """The sheets of a text, read together with earlier texts, and which of them count."""
    campaign = session.campaign
    game_state = session.game_state if due else game_state_before(session, mailing)
    texts = [*earlier, text]
    seats = session.game_state.seats
    return submissions_of(
        campaign, game_state, mailing, text.player, texts, seats, known.memory, text.number
    )


def _deadline(session: IntakeSession, mailing: str) -> str:
    """The deadline of a mailing that is due, as its receipt shows it."""
    awaited = {part.mailing: part for part in session.chain[-1].part.next}
    data = inbox.kept_rulings(session.campaign.folder, mailing)
    if not data:
        return dates(awaited[mailing], ()).text
    try:
        rulings = read_rulings(session.campaign, session.game_state, data, RULINGS_FILE)
    except Faults:
        rulings = ()
    return dates(awaited[mailing], rulings).text


def keep_unread(
    session: IntakeSession,
    file: str,
    data: bytes,
    found: FoundSheets,
    refused: Sequence[tuple[Sheet, Problem]],
    via: Via | None = None,
) -> Received:
    """Store a text without a usable sheet, and say why it was not used.

    The text of a mail that is stored already is not stored again.
    """
    problems = [*found.problems, *(problem for _sheet, problem in refused)]
    folder = session.campaign.folder / INBOX / inbox.UNREAD
    is_again = via is not None and via.is_again
    there = _stored(inbox.unread(session.campaign.folder), via) if is_again else None
    number = there.number if there else next_number(folder)
    said = receipt(data, (), problems, received=session.received)
    part = EntryPart(
        player="",
        mailing="",
        name=file,
        received=session.received,
        sha256=digest(data),
        accepted=False,
        refused=NO_SHEET,
        mail=via.mail if via else "",
        sent=via.sent if via else "",
    )
    stored = there.path if there else keep(folder, number, data, said, part)
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


def _stored(kept: Sequence[InboxEntry], via: Via | None) -> InboxEntry | None:
    """The entry that has the text of this mail: the power failed before the mail was done."""
    return next((one for one in kept if via and via.mail and one.part.mail == via.mail), None)
