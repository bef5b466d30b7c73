"""Take one mail in: find its sheets, check their sender, keep and answer them."""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbm.campaign.inbox import entries
from pbm.campaign.passes import word_of
from pbm.engine.types import every_player, seat_of
from pbm.intake.address import Place
from pbm.intake.session import place_of
from pbm.intake.submit import Via, keep_sheets, keep_unread
from pbm.kit.problems import Problem, Severity, illegal
from pbm.kit.records import Record
from pbm.mail.identity import Signed, passes_of, signatures, verdict
from pbm.mail.inbound import limits
from pbm.mail.inbound.message import Came, Mail
from pbm.mail.inbound.mime import SHEET_HEAD, read_mail, sent_at
from pbm.mail.outbound.reply_queue import Answer, Kind
from pbm.mail.processing import reply_texts
from pbm.mail.processing.answer_requests import take_requests
from pbm.mail.processing.meaning import asks, misses_report, own_lines, seems
from pbm.mail.processing.pass_on import put, take_automatic, was_said
from pbm.mail.processing.post_office import MailRecord, Office, Waiting, home_of, same
from pbm.mail.processing.requests import passes_in, requests_in
from pbm.sheets.envelope import FoundSheets, Sheet, find_sheets
from pbm.sheets.envelope_faults import NO_SHEET
from pbm.storage.turn_folders import digest

NAME = "mail.txt"


class Taken(Record):
    """How a mail was taken, in a word and a sentence, with its sender.

    ``became``: taken, refused, asked, unread, automatic, again (it was taken before), or left
    (in the mailbox, for another campaign that shares it).
    """

    became: str
    why: str
    sender: str
    subject: str


class _Mailbag(Struct):
    """One mail on its way through one campaign."""

    office: Office
    mail: Mail
    raw: bytes
    text: bytes
    found: FoundSheets
    signed: Signed
    loose: tuple[str, ...]
    own: Sequence[str]
    confirmed: str = ""
    became: str = "unread"
    why: str = ""


def take(offices: Sequence[Office], raw: bytes, came: Came | None = None) -> Taken:
    """Take a mail in, for every campaign that its sheets and requests name.

    ``came`` is given for a mail of which ``raw`` may not be all.
    """
    mail = read_mail(raw)
    if came is not None:
        mail = replace(mail, sha256=came.sha256, size=came.size)
    for office in offices:
        if office.was_taken(mail.key):
            return Taken("again", "it was taken before", mail.sender, mail.subject)
    if mail.automatic:
        home, became, why = take_automatic(offices, mail)
        home.keep(mail, raw)
        return _done(home, mail, became, why)
    home = home_of(offices, mail)
    text = mail.text.encode("utf-8", "replace")
    read = [(office, _found(office, mail, text)) for office in offices]
    # An unchanged prefilled sheet has no orders, but names the campaign that the mail is for.
    names = {one.campaign for _office, found in read for one in (*found.sheets, *found.unchanged)}
    meant = [
        (office, found)
        for office, found in read
        if any(office.is_named(one.campaign) for one in (*found.sheets, *found.unchanged))
    ]
    elsewhere = {n.casefold() for office in offices for n in office.settings.others}
    strange = [n for n in names if not any(office.is_named(n) for office in offices)]
    if strange and not meant and all(n.casefold() in elsewhere for n in strange):
        return Taken("left", f"it is for {', '.join(strange)}", mail.sender, mail.subject)
    if meant:
        home = meant[0][0]
    home.keep(mail, raw)
    words: list[str] = []
    why = ""
    inside = _inside(next(f for o, f in read if o is home))
    asked = requests_in(mail.text, inside)
    if not any(office.seats_at(mail.sender) for office in offices):
        asked = tuple(one for one in asked if one.turn)  # a stranger's line may mean anything
    own = own_lines(mail.text, [*inside, *(range(r.number, r.number + 1) for r in asked if r.turn)])
    for office, found in meant or [(home, next(f for o, f in read if o is home))]:
        office.keep(mail, raw)
        bag = _Mailbag(
            office, mail, raw, text, found,
            signatures(raw, office.settings, office.campaign) if meant else Signed(),
            passes_in(mail.text), own,
        )  # fmt: skip
        _sheets_of(bag, with_strange=office is home, only_requests=bool(asked))
        words.append(bag.became)
        why = why or bag.why
    words += take_requests(offices, mail, asked, _confirm)
    best = next((w for w in ("taken", "asked", "refused") if w in words), "unread")
    what, line = seems(own)
    silent = best != "taken" and not any(office.has_answered(mail.key) for office in offices)
    if best == "unread" or what != "mail" or asks(own) or silent:
        put(home, mail, what, line)
    return _done(home, mail, best, why or ("it has no sheet" if best == "unread" else ""))


def _found(office: Office, mail: Mail, text: bytes) -> FoundSheets:
    """Find a mail's sheets; messages show heads with the sender's name, if known."""
    seats = office.seats_at(mail.sender)
    example = office.session.example
    if len(seats) == 1:
        example = replace(example, player=seats[0].name)
    return find_sheets(text, NAME, office.campaign.ruleset.all_kinds, example)


def _inside(found: FoundSheets) -> list[range]:
    """The lines of a text that belong to its sheets."""
    return [
        range(sheet.span.line, max((n for ln in sheet.lines for n, _t in ln.typed), default=0) + 1)
        for sheet in (*found.sheets, *found.unchanged)
    ]


def _done(office: Office, mail: Mail, became: str, why: str) -> Taken:
    record = MailRecord(
        sha256=mail.sha256,
        size=mail.size,
        received=office.when,
        sender=mail.sender,
        subject=mail.subject,
        date=mail.date,
        message_id=mail.message_id,
        became=became,
        why=why,
    )
    office.close(mail.key, record)
    return Taken(became, why, mail.sender, mail.subject)


def _confirm(office: Office, raw: bytes, player: str) -> str:
    """Take a mail in again, for the player who confirmed it."""
    mail = read_mail(raw)
    text = mail.text.encode("utf-8", "replace")
    found = _found(office, mail, text)
    signed = signatures(raw, office.settings, office.campaign)
    bag = _Mailbag(office, mail, raw, text, found, signed, (), (), player)
    _sheets_of(bag, with_strange=False, only_requests=True)
    return bag.became


def _sheets_of(bag: _Mailbag, *, with_strange: bool, only_requests: bool) -> None:
    """Take every sheet of a mail for this campaign, and those that name no campaign."""
    office = bag.office
    if len(bag.found.sheets) > limits.MOST_SHEETS:
        many = illegal(
            f"the mail has {len(bag.found.sheets)} sheets",
            reason=f"at most {limits.MOST_SHEETS} are taken from one mail",
            outcome="None was taken",
            remedy="Send them in several mails",
        )
        _refuse(bag, [many])
        return
    groups: dict[tuple[str, str], list[Sheet]] = {}
    places: dict[tuple[str, str], Place | Problem] = {}
    refused: list[tuple[Sheet, Problem]] = []
    for sheet in bag.found.sheets:
        seat = seat_of(office.session.game_state.seats, sheet.player)
        mine = office.is_named(sheet.campaign)
        if not mine and not with_strange:
            continue
        place = place_of(office.session, sheet)
        if not mine or seat is None:
            assert isinstance(place, Problem)
            told = _nobodys(bag, sheet) if mine else None
            shown = _for_strangers(bag, place) if mine else place
            refused.append((sheet, told or shown))
            continue
        if bag.confirmed and seat.id != bag.confirmed:
            continue
        mailing = place.mailing if isinstance(place, Place) else sheet.mailing
        groups.setdefault((seat.id, mailing), []).append(sheet)
        places.setdefault((seat.id, mailing), place)
    receipts: dict[str, list[str]] = {}
    ways: dict[str, str] = {}
    for (player, mailing), group in groups.items():
        place = places[player, mailing]
        way = _way(bag, player, mailing, group)
        if isinstance(way, Problem):
            refused.append((group[0], way))
        elif way == "ask":
            _ask(bag, player, group)
        elif isinstance(place, Problem):
            refused.append((group[0], place))
        else:
            is_new = bag.mail.key in office.new and not bag.confirmed
            sent = sent_at(bag.mail, office.when)
            via = Via(bag.mail.key, sent, way, is_new=is_new)
            kept = keep_sheets(office.session, NAME, bag.text, bag.found, place, group, via)
            receipts.setdefault(player, []).append(kept.receipt)
            ways[player] = way
            bag.became = "taken" if kept.accepted else "refused"
    for player, texts in receipts.items():
        _receipted(bag, player, texts, ways[player])
    if refused:
        _refuse(bag, [problem for _sheet, problem in refused])
    if not groups and not refused and not bag.confirmed:
        _unread(bag, only_requests)


def _nobodys(bag: _Mailbag, sheet: Sheet) -> Problem | None:
    """The fault of a sheet for an unknown player, where players are hidden.

    It reads like a sheet for another player without their pass, so that nobody can guess who
    plays.
    """
    if bag.office.campaign.ruleset.correspondents is every_player:
        return None
    fault = _unsigned(bag, sheet, dkim=False, openpgp=False)
    if passes_of([sheet], bag.loose, ()):
        return reply_texts.wrong_pass(sheet, sheet.mailing)
    return fault or reply_texts.no_pass(sheet, sheet.mailing)


def _unsigned(bag: _Mailbag, sheet: Sheet, *, dkim: bool, openpgp: bool) -> Problem | None:
    """The fault of a mail without a signature that the campaign requires."""
    settings = bag.office.settings
    for wanted, there, name in (
        (settings.dkim, dkim, "DKIM"),
        (settings.openpgp, openpgp, "OpenPGP"),
    ):
        if wanted == "needed" and not there:
            return reply_texts.no_signature(sheet, name, bag.signed.remarks)
    return None


def _for_strangers(bag: _Mailbag, problem: Problem) -> Problem:
    """Remove the players' names from a problem that goes to an unknown address."""
    if bag.office.seats_at(bag.mail.sender):
        return problem
    return illegal(problem.fault, problem.span, outcome=problem.outcome, remedy=problem.remedy)


def _way(bag: _Mailbag, player: str, mailing: str, group: Sequence[Sheet]) -> str | Problem:
    """Tell how a player's sheets are proven ("right", ...), "ask", or the fault."""
    office, settings, mail = bag.office, bag.office.settings, bag.mail
    campaign = office.campaign
    known = office.known(player)
    at_home = same(mail.sender, known)
    dkim = bag.signed.dkim and at_home
    openpgp = player in bag.signed.openpgp
    first = group[0]
    mailings = {mailing, *office.session.game_state.due}
    rights = [campaign.password(player, one) for one in sorted(mailings)]
    given = passes_of(group, bag.loose, rights)
    came = verdict(campaign, player, mailings, given)
    if came == "wrong" and verdict(campaign, player, office.mailings, given) == "right":
        return reply_texts.old_pass(first, mailing)
    if came == "wrong":
        return reply_texts.wrong_pass(first, mailing)
    if fault := _unsigned(bag, first, dkim=dkim, openpgp=openpgp):
        return fault
    if came == "right":
        return "right"
    if bag.confirmed == player:
        return "you confirmed the mail"
    by_signature = (settings.openpgp == "counts" and openpgp) or (
        settings.dkim == "counts" and dkim
    )
    if by_signature and _was_sent(bag, player, mailing):
        return reply_texts.sent_again(first)
    if settings.openpgp == "counts" and openpgp:
        return "your OpenPGP signature is good"
    if settings.dkim == "counts" and dkim:
        return "your provider's DKIM signature is good"
    if at_home and settings.without_pass == "ask":
        return "ask"
    return reply_texts.no_pass(first, mailing)


def _was_sent(bag: _Mailbag, player: str, mailing: str) -> bool:
    """True if another mail brought the same text for a player and stage."""
    try:
        there = entries(bag.office.root, mailing, player)
    except ValueError:  # its head names no stage
        return False
    same_text = [entry for entry in there if entry.part.sha256 == digest(bag.text)]
    return any(entry.part.mail != bag.mail.key for entry in same_text)


def _ask(bag: _Mailbag, player: str, group: Sequence[Sheet]) -> None:
    """Ask a player, at their known address, to confirm a mail without a pass."""
    office, mail = bag.office, bag.mail
    code = word_of(office.campaign.secret.key, "confirm", office.campaign.name, player, mail.key)
    office.wait(bare(code), Waiting(mail=mail.key, player=player))
    heads = [f"{s.kind} {s.campaign} turn {s.mailing} for {s.player}" for s in group]
    _answer(bag, "confirm", office.known(player), reply_texts.question(mail, heads, code), player)
    bag.became = "asked"


def bare(code: str) -> str:
    """Write a code as a file name."""
    return re.sub(r"[^0-9A-Za-z]", "", code).upper()


def _receipted(bag: _Mailbag, player: str, texts: Sequence[str], way: str) -> None:
    """Answer with the receipt; notify the known address if another one sent the mail."""
    office, mail = bag.office, bag.mail
    known = office.known(player)
    proved = way == "right" and mail.sender and not mail.is_list
    to = mail.sender if proved else known
    _answer(
        bag, "receipt", to, reply_texts.receipt_text(mail, texts), player, passed=way == "right"
    )
    if known and not same(to, known):
        _answer(bag, "told", known, reply_texts.notice_text(mail, office.campaign.name), player)


def _refuse(bag: _Mailbag, problems: Sequence[Problem]) -> None:
    bag.became = "refused" if bag.became == "unread" else bag.became
    bag.why = problems[0].fault
    body = reply_texts.refused_text(bag.mail, problems)
    _answer(bag, "refused", _back(bag), body, _whose(bag))


def _back(bag: _Mailbag) -> str:
    """The address for an answer without secrets: never that of a mailing list."""
    known = bag.office.seats_at(bag.mail.sender)
    return bag.mail.sender if known or not bag.mail.is_list else ""


def _whose(bag: _Mailbag) -> str:
    seats = bag.office.seats_at(bag.mail.sender)
    return seats[0].id if len(seats) == 1 else ""


def _unread(bag: _Mailbag, only_requests: bool) -> None:
    """Answer a mail without a usable sheet: it is the game master's now."""
    office, mail = bag.office, bag.mail
    tried = any(SHEET_HEAD.match(line) for line in bag.own)
    seats = office.seats_at(mail.sender)
    if only_requests or not (tried or seats):
        return
    via = Via(mail.key, sent_at(mail, office.when), is_new=mail.key in office.new)
    unread = keep_unread(office.session, NAME, bag.text, bag.found, (), via)
    faults = [one for one in unread.problems if one.severity is not Severity.NOTE]
    what, line = seems(bag.own)
    if tried or mail.advice:
        bag.why = bag.why or (faults[0].fault if faults else "")
        kind: Kind = "advice" if mail.advice else "refused"
        _answer(bag, kind, _back(bag), reply_texts.unread_text(mail, unread.problems), _whose(bag))
    elif not (
        was_said(office, mail, line or mail.subject)
        or reply_texts.subject(office.campaign.name, "passed", "") in mail.subject
    ):
        example = office.session.example
        heads = [replace(example, player=seat.name).head() for seat in seats]
        problems = [one for one in faults if one.fault != NO_SHEET]
        body = reply_texts.passed_text(
            mail, heads, problems, what, misses_report(bag.own), office.session.game_state.turn
        )
        _answer(bag, "passed", _back(bag), body, _whose(bag))


def _answer(
    bag: _Mailbag, kind: Kind, to: str, body: str, player: str, *, passed: bool = False
) -> None:
    office, mail = bag.office, bag.mail
    what = "confirmed" if bag.confirmed else kind
    office.answer(
        Answer(
            id=f"{mail.key}-{player or 'you'}-{what}",
            kind=kind,
            to=to,
            subject=reply_texts.subject(office.campaign.name, kind, mail.subject),
            body=body,
            in_reply_to=mail.message_id if same(to, mail.sender) else "",
            made=office.when,
            player=player,
            passed=passed,
        )
    )
