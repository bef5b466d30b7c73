"""What mails ask for beside their sheets: an old report again, to be let alone, "it was me"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbm.campaign.absences import set_absence
from pbm.engine.types import Seat, seat_of
from pbm.kit.records import Record
from pbm.mail.identity import verdict
from pbm.mail.inbound.message import Mail
from pbm.mail.outbound.reply_queue import Answer, Kind
from pbm.mail.outbound.report_packages import parcels
from pbm.mail.processing import reply_texts
from pbm.mail.processing.post_office import Office, same
from pbm.mail.processing.requests import Request, passes_in

# Takes the mail in that a player confirms: office, its bytes, player.
Confirm = Callable[[Office, bytes, str], str]

_FORMS = {
    "RESEND": "Write  RESEND turn 7  with the turn of the report.",
    "ABSENT": "Write  ABSENT until turn 14  with the turn from which you send sheets again.",
    "CONFIRM": "Copy the whole CONFIRM line from the mail that asked you.",
}


class _Whose(Record):
    """Who asks, in which campaign; ``passed``: he gave a right pass."""

    office: Office
    seat: Seat
    passed: bool


def take_requests(
    offices: Sequence[Office], mail: Mail, requests: Sequence[Request], confirm: Confirm
) -> list[str]:
    """Do what a mail asks for; what became of each, in a word."""
    became: list[str] = []
    for number, request in enumerate(requests):
        if not request.turn:
            office = _office(offices, mail, request)
            words = f"{_quoted(request)}: it is not understood. {_FORMS[request.what]}"
            _say(office, mail, "refused", words, "", number)
            became.append("refused")
            continue
        if request.what == "CONFIRM":
            became.append(_confirmed(offices, mail, request, confirm, number))
            continue
        whose = _whose(offices, mail, request)
        if isinstance(whose, str):
            office = _office(offices, mail, request)
            _say(office, mail, "refused", f"{_quoted(request)}: {whose}", "", number)
            became.append("refused")
        elif request.what == "RESEND":
            became.append(_resend(whose, mail, request, number))
        else:
            became.append(_absent(whose, mail, request, number))
    return became


def _quoted(request: Request) -> str:
    return f'"{request.line[:80]}"'


def _office(offices: Sequence[Office], mail: Mail, request: Request) -> Office:
    named = [office for office in offices if request.campaign and office.is_named(request.campaign)]
    return next(iter([*named, *(o for o in offices if o.seats_at(mail.sender)), offices[0]]))


def _whose(offices: Sequence[Office], mail: Mail, request: Request) -> _Whose | str:
    """Who asks, or why that cannot be said; nothing is told of who plays."""
    meant = [o for o in offices if not request.campaign or o.is_named(request.campaign)]
    if not meant:
        return f"{request.campaign} is no campaign here."
    passes = passes_in(mail.text)
    # A turn may be run without the sheet of a player who is away, so nobody may say it for him.
    absence = request.what == "ABSENT"
    found: list[_Whose] = []
    for office in meant:
        seats = office.session.game_state.seats
        if request.player:
            named = seat_of(seats, request.player)
            seats = () if named is None else (named,)
        for seat in seats:
            mailings = office.session.game_state.due if absence else office.mailings
            passed = verdict(office.campaign, seat.id, mailings, passes) == "right"
            at_home = not absence and not passes and same(office.known(seat.id), mail.sender)
            if passed or at_home:
                found.append(_Whose(office, seat, passed))
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(sorted(f"{w.office.campaign.name} for {w.seat.name}" for w in found))
        return f"you play more than one position. Name one: {names}."
    if passes:
        return "the pass in this mail is wrong. Copy the PASS line from your newest report."
    if absence:
        return "it needs your pass. Put the PASS line of your newest report below it."
    return (
        "it came from an address that is not known here. Write from the address your reports "
        "go to, or put the PASS line of one of your reports below it."
    )


def _resend(whose: _Whose, mail: Mail, request: Request, number: int) -> str:
    """The old report goes to the address its player is known by, wherever he asked from.

    Only his own reports are spoken of: what else was run, a battle that others fought by mail,
    is not his to know.
    """
    office, seat = whose.office, whose.seat
    known = office.known(seat.id)
    own = [p.told for p in parcels(office.campaign, office.session.chain) if p.player == seat.id]
    turn = re.sub(r"^0+(?=\d)", "", request.turn.casefold())
    label = next((one for one in own if one.casefold() == turn), "")
    if not label:
        there = ", ".join(dict.fromkeys(own)) or "none yet"
        words = f"{_quoted(request)}: there is no such report. Yours are: {there}."
        to = mail.sender if same(mail.sender, known) or whose.passed else ""
        _say(office, mail, "refused", words, seat.id, number, to=to)
        return "refused"
    to = known or (mail.sender if whose.passed else "")
    words = f"{_quoted(request)}: the report of turn {label} goes along with this mail."
    _say(office, mail, "resend", words, seat.id, number, to=to, turn=label, passed=whose.passed)
    return "taken"


def _absent(whose: _Whose, mail: Mail, request: Request, number: int) -> str:
    office, seat, until = whose.office, whose.seat, int(request.turn)
    known = office.known(seat.id)
    now = office.session.game_state.turn
    if until <= now:
        set_absence(office.root, seat.id, 0)
        words = f"turn {now} is waited for now, so sheets of yours are expected from it on."
    else:
        set_absence(office.root, seat.id, until)
        words = f"it was noted. No sheet of yours is expected before turn {until}."
    line = f"{_quoted(request)}: {words}"
    _say(office, mail, "absent", line, seat.id, number, to=known or mail.sender)
    return "taken"


def _confirmed(
    offices: Sequence[Office], mail: Mail, request: Request, confirm: Confirm, number: int
) -> str:
    code = re.sub(r"[^0-9A-Za-z]", "", request.turn).upper()
    for office in offices:
        asked = office.asked(code)
        if asked is not None:
            waiting, raw = asked
            return confirm(office, raw, waiting.player)
    words = f"{_quoted(request)}: nothing waits to be confirmed by this code."
    _say(_office(offices, mail, request), mail, "refused", words, "", number)
    return "refused"


def _say(
    office: Office,
    mail: Mail,
    what: str,
    words: str,
    player: str,
    number: int,
    *,
    to: str | None = None,
    turn: str = "",
    passed: bool = False,
) -> None:
    if to is None:
        to = "" if mail.is_list and not office.seats_at(mail.sender) else mail.sender
    kind: Kind = "refused" if what == "refused" else "receipt"
    office.answer(
        Answer(
            id=f"{mail.key}-{player or 'you'}-{what}{number}",
            kind=kind,
            to=to,
            subject=reply_texts.subject(office.campaign.name, kind, mail.subject),
            body=reply_texts.asked_text(mail, [words]),
            in_reply_to=mail.message_id if same(to, mail.sender) else "",
            made=office.when,
            player=player,
            resend=turn,
            passed=passed,
        )
    )
