"""Texts of answers to mail, without anything that only one player may know."""

from collections.abc import Iterable, Sequence

from pbm.campaign.gm_mail import Seems
from pbm.kit.problems import Problem, illegal, in_order, render, render_all
from pbm.kit.text import shown
from pbm.mail.inbound.message import Mail
from pbm.mail.outbound.reply_queue import Kind
from pbm.sheets.envelope import Sheet

_SUBJECTS = {
    "receipt": "receipt",
    "refused": "not used",
    "confirm": "please confirm",
    "told": "a sheet came in your name",
    "advice": "could not be read",
    "passed": "passed on to the game master",
    "gm": "from the game master",
    "slow": "no more answers for now",
}


def subject(campaign: str, kind: Kind, theirs: str) -> str:
    """Write the subject of an answer: campaign, kind of answer, subject of the mail."""
    about = " ".join(shown(theirs).split())[:80]
    return f"{campaign}: {_SUBJECTS[kind]}" + (f" ({about})" if about else "")


def _which(mail: Mail) -> str:
    """Identify a mail by its subject, its date and the hash of its bytes."""
    about = f'"{shown(mail.subject)}"' if mail.subject else "without a subject"
    sent = f", dated {mail.date}" if mail.date else ""
    return f"Your mail {about}{sent}: sha256 {mail.sha256}, {mail.size:,} bytes."


def _beside(mail: Mail) -> list[str]:
    """List parts of the mail that were not read."""
    if not mail.ignored:
        return []
    return ["Other parts of the mail:\n" + "\n".join(f"- {line}" for line in mail.ignored)]


def receipt_text(mail: Mail, receipts: Sequence[str]) -> str:
    """Write the receipts of a mail's sheets, after the mail they are for."""
    rule = "\n" + "-" * 40 + "\n\n"
    name = "The line numbers and the sha256 below are those of its text as it was taken in."
    head = "\n\n".join([f"{_which(mail)}\n{name}", *_beside(mail)])
    return head + "\n\n" + rule.join(text.rstrip("\n") + "\n" for text in receipts)


def refused_text(mail: Mail, problems: Iterable[Problem]) -> str:
    """Say why sheets of a mail were not used; they changed nothing."""
    parts = [_which(mail), render_all(problems), *_beside(mail)]
    return "\n\n".join(parts) + "\n"


def unread_text(mail: Mail, problems: Iterable[Problem]) -> str:
    """Say why no sheet was found in a mail, with advice; the game master has it listed."""
    parts = [_which(mail), *(render(problem) for problem in in_order(problems)), *_beside(mail)]
    parts += _no_text(mail)
    parts.append("The mail was passed on to your game master, too.")
    return "\n\n".join(parts) + "\n"


def _no_text(mail: Mail) -> list[str]:
    said = "It has no text that can be read. Write your orders into the mail itself."
    return [] if mail.texts else [said]


# What a mail without a sheet may be written as, so that it counts without the game master.
_HINTS = {
    "absence": "It reads as if you will be away. That counts once your game master has noted it, "
    "or you send this line with the PASS line of your newest report below it:\n\n"
    "    ABSENT until turn {later}",
    "resignation": "It reads as if you resign. Nothing is changed until your game master has read "
    "it.",
}


def passed_text(
    mail: Mail,
    heads: Sequence[str],
    problems: Iterable[Problem],
    what: Seems,
    misses_report: bool,
    turn: int,
) -> str:
    """Say that a mail without a sheet went to the game master; ``heads`` begin a sheet."""
    parts = [_which(mail), "It was passed on to your game master. It has no order sheet."]
    parts += _no_text(mail)
    if what in _HINTS:
        parts.append(_HINTS[what].format(later=turn + 2))
    if misses_report:
        line = f"RESEND turn {max(turn - 1, 0)}"
        parts.append(f"To get a report once more, send a mail with this line:\n\n    {line}")
    parts += [render(problem) for problem in in_order(problems)]
    example = "\n".join(f"    {shown(head)}" for head in heads)
    parts.append(
        "Orders begin with this line, then the PASS line of your newest report, and end with END:"
        f"\n\n{example}"
    )
    return "\n\n".join([*parts, *_beside(mail)]) + "\n"


def question(mail: Mail, heads: Sequence[str], code: str) -> str:
    """Ask a player to confirm a mail without a pass; the code is for that mail only."""
    return "\n".join(
        [
            "A mail from your address came without a PASS line. Anybody can write any sender",
            "on a mail, so please say whether it is yours. It has:",
            "",
            *(f"  - {shown(head)}" for head in heads),
            "",
            _which(mail),
            "",
            "If you sent it, reply to this mail with the line",
            "",
            f"    CONFIRM {code}",
            "",
            "or send the sheet again with the PASS line of your newest report. Until then the",
            "sheet does not count. If you did not send it, only tell your game master.",
            "",
        ]
    )


def notice_text(mail: Mail, campaign: str) -> str:
    """Notify a player, at their known address, of a sheet from another address."""
    return "\n".join(
        [
            f"A sheet of yours for {campaign} came from {mail.sender or 'no address'} with the",
            "right pass and was taken in. Its receipt went to that address.",
            "",
            f"That mail: sha256 {mail.sha256}, {mail.size:,} bytes.",
            "",
            "If you did not send it, write to your game master at once: somebody has your pass.",
            "",
        ]
    )


def large_text(size: int, most: int) -> str:
    """Answer the sender of a mail that is too large."""
    return "\n".join(
        [
            f"Your mail has {size:,} bytes and was not read: the limit is {most:,} bytes.",
            "",
            "Send your sheet as plain text, without pictures and other files.",
            "",
        ]
    )


def asked_text(mail: Mail, lines: Sequence[str]) -> str:
    """Answer requests, each in a sentence."""
    return "\n\n".join([_which(mail), *lines]) + "\n"


def no_pass(sheet: Sheet, mailing: str) -> Problem:
    """Report a sheet without a pass from an address that cannot be asked."""
    return illegal(
        f"this {sheet.kind} sheet has no PASS line",
        sheet.span,
        reason=f"the pass proves who sent a sheet; the pass for turn {mailing} is in the player's "
        "newest report and on their next sheet",
        outcome="It was not used",
        remedy="Send it again with the PASS line",
    )


def wrong_pass(sheet: Sheet, mailing: str) -> Problem:
    """Report a sheet whose pass is not that of its player."""
    return illegal(
        f"the pass of this {sheet.kind} sheet is wrong",
        sheet.span,
        reason=f"it is not the pass of {shown(sheet.player)} for turn {mailing}",
        outcome="It was not used, and nothing was changed",
        remedy="Copy the PASS line from your newest report",
    )


def old_pass(sheet: Sheet, mailing: str) -> Problem:
    """Report a sheet with its player's pass for another turn."""
    return illegal(
        f"the pass of this {sheet.kind} sheet is for another turn",
        sheet.span,
        reason=f"each turn has its own; this sheet is for turn {mailing}",
        outcome="It was not used, and nothing was changed",
        remedy="Copy the PASS line from your newest report",
    )


def sent_again(sheet: Sheet) -> Problem:
    """Report a signed text that was taken before: somebody may have copied it."""
    return illegal(
        f"this {sheet.kind} sheet was taken before, word for word",
        sheet.span,
        reason="anybody who saw a signed text could send it again",
        outcome="It was not used again",
        remedy="To make it your newest sheet, send it with the PASS line of your newest report",
    )


def no_signature(sheet: Sheet, name: str, remarks: Sequence[str]) -> Problem:
    """Report a sheet in a mail without a signature that the campaign requires."""
    return illegal(
        f"this {sheet.kind} sheet came without a good {name} signature",
        sheet.span,
        reason=f"this campaign requires one; {'; '.join(remarks)}" if remarks else
        "this campaign requires one",
        outcome="It was not used",
        remedy="Send it signed, from the address that your reports go to",
    )  # fmt: skip
