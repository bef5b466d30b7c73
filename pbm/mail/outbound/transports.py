"""Deliver mails to a mail server (SMTP) or to a folder of .eml files.

A carrier returns the result of each mail; only what stops all mails is an error.
"""

import contextlib
import re
import smtplib
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

from msgspec.structs import replace

from pbm.campaign.mail_settings import OutPart
from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.mail.settings import password, place
from pbm.storage.atomic_files import put_file

TIMEOUT_S = 60
PORTS = {"tls": 465, "starttls": 587, "none": 25}

Outcome = Literal["sent", "refused", "later", "unknown"]


class Delivery(Record):
    """The result of delivering a mail, with the server's own words if it failed.

    ``unknown``: the connection broke after the last byte and before the answer.
    """

    outcome: Outcome
    reason: str = ""


class Carrier(Protocol):
    """Delivers mails, one by one."""

    def carry(self, id: str, data: bytes, sender: str, to: str) -> Delivery:
        """Deliver a mail; Faults if no mail can be delivered."""

    def close(self) -> None:
        """Close the connection."""


class Unreachable(Faults):
    """Raised if a mail server cannot be reached; mails not sent are kept."""


class FolderCarrier:
    """Writes mails to a folder, a file for each; the same mail is the same file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def carry(self, id: str, data: bytes, sender: str, to: str) -> Delivery:
        """Write the file, whole or not at all; CampaignFault if the disk refuses."""
        del sender, to
        put_file(self.folder / f"{id}.eml", data)
        return Delivery("sent")

    def close(self) -> None:
        """Do nothing: there is no connection."""


class SmtpCarrier:
    """Sends to one mail server; the connection is opened with the first mail and kept."""

    def __init__(self, part: OutPart, folder: Path) -> None:
        self.part = part
        self.folder = folder
        self._line: smtplib.SMTP | None = None

    def carry(self, id: str, data: bytes, sender: str, to: str) -> Delivery:
        """Send a mail; a connection that broke before is opened once more."""
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
        if code >= 500:  # not about this reader: no other mail would be sent either
            self._drop()
            raise Unreachable(self._no_way(smtplib.SMTPResponseException(code, said)))
        if code >= 400:
            return self._refused(line, code, said)
        for code, said in self._steps(line, to):
            if code >= 400:
                return self._refused(line, code, said)
        line.send(re.sub(rb"(?m)^\.", b"..", data))
        line.send(b".\r\n")
        try:  # all bytes are sent: if the connection breaks now, the result is unknown
            code, answer = line.getreply()
        except (smtplib.SMTPServerDisconnected, OSError):
            self._drop()
            return Delivery("unknown", "the connection broke before the server answered")
        if code == 250:
            return Delivery("sent")
        return self._refused(line, code, answer)

    @staticmethod
    def _steps(line: smtplib.SMTP, to: str) -> Iterator[tuple[int, bytes]]:
        yield line.rcpt(to)
        yield line.docmd("DATA")

    def _refused(self, line: smtplib.SMTP, code: int, said: bytes) -> Delivery:
        reason = f"{code} {' '.join(said.decode('utf-8', 'replace').split())}"
        if code == 421:  # the server closes this connection; another may work
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
            outcome="Mails that were not sent are kept for the next try",
            remedy="Check [mail.out] in campaign.toml, then send again",
        )

    def _drop(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def close(self) -> None:
        """Close the connection, if there is one."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                line.quit()
            line.close()


def why(fault: Exception) -> str:
    """Describe an error of a mail server or network, without any password."""
    if isinstance(fault, smtplib.SMTPAuthenticationError):
        return f"it refused the user or password: {_said(fault)}"
    if isinstance(fault, smtplib.SMTPResponseException):
        return f"it says {_said(fault)}"
    if isinstance(fault, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {fault.verify_message}"
    if isinstance(fault, smtplib.SMTPNotSupportedError):
        return "it does not offer this kind of security or login"
    if isinstance(fault, TimeoutError):
        return "it did not answer in time"
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror.lower()
    return " ".join(str(fault).split()) or type(fault).__name__


def _said(fault: smtplib.SMTPResponseException) -> str:
    words = fault.smtp_error
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    return f"{fault.smtp_code} {' '.join(text.split())}"


def _trust(part: OutPart, folder: Path) -> ssl.SSLContext:
    """Load the trusted certificates; Faults for a file without any."""
    file = place(folder, part.ca_file) if part.ca_file else None
    try:
        return ssl.create_default_context(cafile=str(file) if file else None)
    except (OSError, ssl.SSLError) as fault:
        reason = getattr(fault, "strerror", "") or "it has no certificate"
        raise Faults.invalid(f"ca_file {file} cannot be used", reason=reason.lower()) from None


class Carriers:
    """One carrier for each server or folder, however many campaigns name it."""

    def __init__(self) -> None:
        self._open: dict[OutPart, Carrier] = {}

    def of(self, part: OutPart, folder: Path) -> Carrier:
        """Return the carrier of a campaign's ``[mail.out]``; ``folder`` is the campaign's."""
        whole = replace(
            part,
            **{
                name: str(place(folder, value))
                for name in ("path", "password_file", "ca_file")
                if (value := getattr(part, name))
            },
        )
        if whole not in self._open:
            self._open[whole] = (
                FolderCarrier(Path(whole.path))
                if whole.kind == "folder"
                else SmtpCarrier(whole, folder)
            )
        return self._open[whole]

    def close(self) -> None:
        """Close every connection."""
        for carrier in self._open.values():
            carrier.close()
