"""What answers to mail say: plain text; nothing that only the right player may know stands here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbm.kit.problems import Problem, illegal, in_order, render, render_all
from pbm.kit.text import shown
from pbm.mail.inbound.message import Mail
from pbm.mail.outbound.reply_queue import Kind
from pbm.sheets.envelope import Sheet

_SUBJECTS = {
    "receipt": "receipt",
    "refused": "not used",
    "confirm": "please confirm",
    "told": "a sheet came for you",
    "advice": "could not be read",
    "slow": "not used",
}


def subject(campaign: str, kind: Kind, theirs: str) -> str:
    """The subject of an answer: the campaign, what it is, what the mail was about."""
    about = " ".join(shown(theirs).split())[:80]
    return f"{campaign}: {_SUBJECTS[kind]}" + (f" ({about})" if about else "")


def _which(mail: Mail) -> str:
    """The mail that is spoken of: its subject, its date, the hash of its bytes."""
    about = f'"{shown(mail.subject)}"' if mail.subject else "without a subject"
    sent = f", dated {mail.date}" if mail.date else ""
    return f"Your mail {about}{sent}: sha256 {mail.sha256}, {mail.size:,} bytes."


def _beside(mail: Mail) -> list[str]:
    """What else the mail held."""
    if not mail.ignored:
        return []
    return ["Beside its text:\n" + "\n".join(f"- {line}" for line in mail.ignored)]


def receipt_text(mail: Mail, receipts: Sequence[str]) -> str:
    """The receipts of a mail's sheets, behind which mail they are for."""
    rule = "\n" + "-" * 40 + "\n\n"
    name = "Lines are counted in its text as it was taken; sha256 below is that of this text."
    head = "\n\n".join([f"{_which(mail)}\n{name}", *_beside(mail)])
    return head + "\n\n" + rule.join(text.rstrip("\n") + "\n" for text in receipts)


def refused_text(mail: Mail, problems: Iterable[Problem]) -> str:
    """Why sheets of a mail were not used. Nothing was changed by them."""
    parts = [_which(mail), render_all(problems), *_beside(mail)]
    return "\n\n".join(parts) + "\n"


def unread_text(mail: Mail, problems: Iterable[Problem]) -> str:
    """Why no sheet was found in a mail, with advice."""
    parts = [_which(mail), *(render(problem) for problem in in_order(problems)), *_beside(mail)]
    if not mail.texts:
        parts.append("It holds no text that can be read. Write your orders into the mail itself.")
    return "\n\n".join(parts) + "\n"


def question(mail: Mail, heads: Sequence[str], code: str) -> str:
    """Asks the player whether a mail without a pass is his; the code is for that mail alone."""
    return "\n".join(
        [
            "A mail with your address as its sender came without a PASS line, and anybody can",
            "write any sender on a mail. It held:",
            "",
            *(f"  - {shown(head)}" for head in heads),
            "",
            _which(mail),
            "",
            "If you sent it, answer this mail with the line",
            "",
            f"    CONFIRM {code}",
            "",
            "or send the sheet again with the PASS line of your newest report. Until then it does",
            "not count. If you did not send it, do nothing, and tell your game master.",
            "",
        ]
    )


def notice_text(mail: Mail, campaign: str) -> str:
    """Tells a player at the address he is known by what was taken from somewhere else."""
    return "\n".join(
        [
            f"A sheet of yours for {campaign} came from {mail.sender or 'no address'}, with the",
            "right pass, and was taken in. The receipt went there.",
            "",
            f"That mail: sha256 {mail.sha256}, {mail.size:,} bytes.",
            "",
            "If it was not you, write to your game master at once: somebody has your pass.",
            "",
        ]
    )


def large_text(size: int, most: int) -> str:
    """For the sender of a mail that is too large to be read."""
    return "\n".join(
        [
            f"Your mail has {size:,} bytes; at most {most:,} are read of one. It was not read.",
            "",
            "Send your sheet as plain text, without pictures and other files.",
            "",
        ]
    )


def asked_text(mail: Mail, lines: Sequence[str]) -> str:
    """What became of requests, each in a sentence."""
    return "\n\n".join([_which(mail), *lines]) + "\n"


def no_pass(sheet: Sheet, mailing: str) -> Problem:
    """A sheet without a pass from an address where nobody can be asked."""
    return illegal(
        f"this {sheet.kind} sheet bears no PASS line",
        sheet.span,
        reason=f"without it nobody knows whose it is; the pass for turn {mailing} stands in the "
        "player's newest report and on his next sheet",
        outcome="It was not used",
        remedy="Send it again with the PASS line",
    )


def wrong_pass(sheet: Sheet, mailing: str) -> Problem:
    """A sheet whose pass is none of its player's for this turn."""
    return illegal(
        f"the pass of this {sheet.kind} sheet is wrong",
        sheet.span,
        reason=f"it is not the pass of {shown(sheet.player)} for turn {mailing}",
        outcome="It was not used, and nothing was changed",
        remedy="Copy the PASS line from your newest report",
    )


def old_pass(sheet: Sheet, mailing: str) -> Problem:
    """A sheet with its player's pass for another turn."""
    return illegal(
        f"the pass of this {sheet.kind} sheet is for another turn",
        sheet.span,
        reason=f"each turn has its own; this sheet is for turn {mailing}",
        outcome="It was not used, and nothing was changed",
        remedy="Copy the PASS line from your newest report",
    )


def sent_again(sheet: Sheet) -> Problem:
    """A signed text that was taken once before: somebody may have copied it."""
    return illegal(
        f"this {sheet.kind} sheet was taken before, word for word",
        sheet.span,
        reason="a signed text could be sent again by anybody who saw it",
        outcome="It was not used again",
        remedy="If it is to count as your newest, send it with the PASS line of your newest report",
    )


def no_signature(sheet: Sheet, name: str, remarks: Sequence[str]) -> Problem:
    """A sheet in a mail without a signature that this campaign asks for."""
    return illegal(
        f"this {sheet.kind} sheet came without a good {name} signature",
        sheet.span,
        reason=f"this campaign asks for one; {'; '.join(remarks)}" if remarks else
        "this campaign asks for one",
        outcome="It was not used",
        remedy="Send it signed, from the address you are known by",
    )  # fmt: skip
