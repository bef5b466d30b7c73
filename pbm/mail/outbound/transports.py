"""What carries a mail away: a mail server (SMTP), or a folder of .eml files.

A carrier says of each mail what became of it; only what stops everything is an error.
"""

from __future__ import annotations

import contextlib
import re
import smtplib
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

from pbm.campaign.mail_settings import OutPart
from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.mail.settings import password, place
from pbm.storage.atomic_files import put_file

TIMEOUT_S = 60
PORTS = {"tls": 465, "starttls": 587, "none": 25}

Outcome = Literal["sent", "refused", "later", "unknown"]


class Delivery(Record):
    """What became of a mail, and the server's own words where it did not go.

    ``unknown``: the line broke after the last byte and before the answer.
    """

    outcome: Outcome
    reason: str = ""


class Carrier(Protocol):
    """Carries mails, one by one."""

    def carry(self, id: str, data: bytes, sender: str, to: str) -> Delivery:
        """Hand a mail over; Faults if there is no way at all."""

    def close(self) -> None:
        """Let go."""


class Unreachable(Faults):
    """There is no way to a mail server now; what was not sent stays to be sent."""


class FolderCarrier:
    """Puts mails into a folder, one file each; the same mail is the same file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def carry(self, id: str, data: bytes, sender: str, to: str) -> Delivery:
        """Write the file, whole or not at all; CampaignFault if the disk refuses."""
        del sender, to
        put_file(self.folder / f"{id}.eml", data)
        return Delivery("sent")

    def close(self) -> None:
        """Nothing is open."""


class SmtpCarrier:
    """Speaks with one mail server; the line is opened with the first mail and kept."""

    def __init__(self, part: OutPart, folder: Path) -> None:
        self.part = part
        self.folder = folder
        self._line: smtplib.SMTP | None = None

    def carry(self, id: str, data: bytes, sender: str, to: str) -> Delivery:
        """Hand a mail over; a line that broke before it was handed over is opened once more."""
        del id
        try:
            return self._hand_over(data, sender, to)
        except (smtplib.SMTPServerDisconnected, OSError):
            self._drop()
        try:
            return self._hand_over(data, sender, to)
        except (smtplib.SMTPServerDisconnected, OSError) as broken:
            self._drop()
            raise Unreachable(self._no_way(broken)) from None

    def _hand_over(self, data: bytes, sender: str, to: str) -> Delivery:
        line = self._line or self._open()
        most = line.esmtp_features.get("size", "")
        if most.isdigit() and 0 < int(most) < len(data):
            return Delivery(
                "refused", f"it has {len(data):,} bytes, the server takes {int(most):,}"
            )
        code, said = line.mail(sender)
        if code >= 500:  # no fault of the reader's: no other mail would go either
            self._drop()
            raise Unreachable(self._no_way(smtplib.SMTPResponseException(code, said)))
        if code >= 400:
            return self._refused(line, code, said)
        for code, said in self._steps(line, to):
            if code >= 400:
                return self._refused(line, code, said)
        line.send(re.sub(rb"(?m)^\.", b"..", data))
        line.send(b".\r\n")
        try:  # from here on a broken line means something else: all bytes are out
            code, answer = line.getreply()
        except (smtplib.SMTPServerDisconnected, OSError):
            self._drop()
            return Delivery("unknown", "the line broke before the server had answered")
        if code == 250:
            return Delivery("sent")
        return self._refused(line, code, answer)

    @staticmethod
    def _steps(line: smtplib.SMTP, to: str) -> Iterator[tuple[int, bytes]]:
        yield line.rcpt(to)
        yield line.docmd("DATA")

    def _refused(self, line: smtplib.SMTP, code: int, said: bytes) -> Delivery:
        reason = f"{code} {' '.join(said.decode('utf-8', 'replace').split())}"
        if code == 421:  # the server has had enough of this line; another may do
            raise smtplib.SMTPServerDisconnected(f"it says {reason}")
        with contextlib.suppress(smtplib.SMTPException, OSError):
            line.rset()
        return Delivery("later" if 400 <= code < 500 else "refused", reason)

    def _open(self) -> smtplib.SMTP:
        part = self.part
        port = part.port or PORTS[part.security]
        word = password(part, self.folder)
        trust = _trust(part, self.folder) if part.security != "none" else None
        try:
            line: smtplib.SMTP
            if part.security == "tls":
                line = smtplib.SMTP_SSL(part.host, port, timeout=TIMEOUT_S, context=trust)
            else:
                line = smtplib.SMTP(part.host, port, timeout=TIMEOUT_S)
            self._line = line
            line.ehlo()
            if part.security == "starttls":
                line.starttls(context=trust)
                line.ehlo()
            if part.user:
                line.login(part.user, word)
        except (smtplib.SMTPException, OSError) as fault:
            self._drop()
            raise Unreachable(self._no_way(fault)) from None
        return line

    def _no_way(self, fault: Exception) -> Problem:
        part = self.part
        where = f"{part.host}:{part.port or PORTS[part.security]}"
        return invalid(
            f"the mail server {where} takes no mail",
            reason=why(fault),
            outcome="What was not sent yet stays to be sent",
            remedy="Look at [mail.out], and send again",
        )

    def _drop(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def close(self) -> None:
        """Say goodbye, if there is anybody."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                line.quit()
            line.close()


def why(fault: Exception) -> str:
    """What a mail server or the way to it said, in words; no password is in it."""
    if isinstance(fault, smtplib.SMTPAuthenticationError):
        return f"it does not take the user and password: {_said(fault)}"
    if isinstance(fault, smtplib.SMTPResponseException):
        return f"it says {_said(fault)}"
    if isinstance(fault, ssl.SSLCertVerificationError):
        return f"its certificate is not to be trusted: {fault.verify_message}"
    if isinstance(fault, smtplib.SMTPNotSupportedError):
        return "it offers no such security or login"
    if isinstance(fault, TimeoutError):
        return "it does not answer in time"
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror.lower()
    return " ".join(str(fault).split()) or type(fault).__name__


def _said(fault: smtplib.SMTPResponseException) -> str:
    words = fault.smtp_error
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    return f"{fault.smtp_code} {' '.join(text.split())}"


def _trust(part: OutPart, folder: Path) -> ssl.SSLContext:
    """Whose word is taken for who the server is; Faults for a file that holds no certificate."""
    file = place(folder, part.ca_file) if part.ca_file else None
    try:
        return ssl.create_default_context(cafile=str(file) if file else None)
    except (OSError, ssl.SSLError) as fault:
        reason = getattr(fault, "strerror", "") or "it holds no certificate"
        raise Faults(invalid(f"ca_file {file} cannot be used", reason=reason.lower())) from None


class Carriers:
    """One carrier for each server or folder, however many campaigns name it."""

    def __init__(self) -> None:
        self._open: dict[str, Carrier] = {}

    def of(self, part: OutPart, folder: Path) -> Carrier:
        """The carrier of a campaign's ``[mail.out]``; ``folder`` is the campaign's."""
        whole = part.model_copy(
            update={
                name: str(place(folder, value))
                for name in ("path", "password_file", "ca_file")
                if (value := getattr(part, name))
            }
        )
        key = whole.model_dump_json()
        if key not in self._open:
            self._open[key] = (
                FolderCarrier(Path(whole.path))
                if whole.kind == "folder"
                else SmtpCarrier(whole, folder)
            )
        return self._open[key]

    def close(self) -> None:
        """Close every line."""
        for carrier in self._open.values():
            carrier.close()
