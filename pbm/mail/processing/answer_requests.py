"""Answer requests in mails: RESEND a report, ABSENT until a turn, CONFIRM a mail."""

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

# Takes in a mail that its player has confirmed: office, bytes, player.
Confirm = Callable[[Office, bytes, str], str]


def _form(what: str, office: Office) -> str:
    """Tell how a request is written, with a turn of the campaign as the example."""
    turn = office.session.game_state.turn
    forms = {
        "RESEND": f"Write  RESEND turn {max(turn - 1, 0)}  with the turn of the report.",
        "ABSENT": f"Write  ABSENT until turn {turn + 2}  with the first turn you will play again.",
        "CONFIRM": "Copy the whole CONFIRM line from the mail that asked you.",
    }
    return forms[what]


class _Whose(Record):
    """The player who asks, and the campaign; ``passed``: the mail has a right pass."""

    office: Office
    seat: Seat
    passed: bool


def take_requests(
    offices: Sequence[Office], mail: Mail, requests: Sequence[Request], confirm: Confirm
) -> list[str]:
    """Carry out the requests of a mail; return the result of each, in a word."""
    became: list[str] = []
    for number, request in enumerate(requests):
        if not request.turn:
            office = _office(offices, mail, request)
            words = f"{_quoted(request)} is not understood. {_form(request.what, office)}"
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
    """Find out who asks, or say why that fails, without revealing who plays."""
    meant = [o for o in offices if not request.campaign or o.is_named(request.campaign)]
    if not meant:
        return f"{request.campaign} is not a campaign here."
    passes = passes_in(mail.text)
    # A turn may be run without the orders of an absent player, so only the player may say it.
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
        return "this needs your pass. Put the PASS line of your newest report below it."
    return (
        "your address is not known here. Write from the address that your reports go to, or put "
        "the PASS line of one of your reports below it."
    )


def _resend(whose: _Whose, mail: Mail, request: Request, number: int) -> str:
    """Send an old report to the player's known address, whatever address asked for it.

    Only the player's own reports are mentioned, since they may not know what else was run, such
    as a battle that others fought by mail.
    """
    office, seat = whose.office, whose.seat
    known = office.known(seat.id)
    own = [p.told for p in parcels(office.campaign, office.session.chain) if p.player == seat.id]
    turn = re.sub(r"^0+(?=\d)", "", request.turn.casefold())
    label = next((one for one in own if one.casefold() == turn), "")
    if not label:
        there = ", ".join(dict.fromkeys(own)) or "none yet"
        words = f"{_quoted(request)}: you have no such report. Your reports are: {there}."
        to = mail.sender if same(mail.sender, known) or whose.passed else ""
        _say(office, mail, "refused", words, seat.id, number, to=to)
        return "refused"
    to = known or (mail.sender if whose.passed else "")
    words = f"{_quoted(request)}: the report of turn {label} comes with this mail."
    _say(office, mail, "resend", words, seat.id, number, to=to, turn=label, passed=whose.passed)
    return "taken"


def _absent(whose: _Whose, mail: Mail, request: Request, number: int) -> str:
    office, seat, until = whose.office, whose.seat, int(request.turn)
    known = office.known(seat.id)
    now = office.session.game_state.turn
    if until <= now:
        set_absence(office.root, seat.id, 0)
        words = f"turn {now} is due now, so your orders are expected from turn {now} on."
    else:
        set_absence(office.root, seat.id, until)
        words = f"noted. No orders are expected from you before turn {until}."
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
    words = f"{_quoted(request)}: no mail is waiting for this code."
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
