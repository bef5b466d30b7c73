"""Read mail from an IMAP server; mark or move it once it is kept."""

import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pbm.campaign.mail_settings import InPart
from pbm.kit.problems import Faults
from pbm.mail.inbound.headers import said_date
from pbm.mail.inbound.mime import read_head
from pbm.mail.inbound.source import SourceMail
from pbm.mail.settings import password, place

# The program's own flag, since a person may read a mail before it is taken.
MARK = "PbmTaken"
_TIMEOUT_S = 60
_AT_ONCE = 200
_PORTS = {"tls": 993, "starttls": 143, "none": 143}
_SIZE = re.compile(rb"UID (\d+).*?RFC822\.SIZE (\d+)|RFC822\.SIZE (\d+).*?UID (\d+)", re.DOTALL)

T = TypeVar("T")


class ImapSource:
    """A folder of an IMAP mailbox."""

    def __init__(self, part: InPart, folder: Path) -> None:
        try:
            import imap_tools  # an extra
        except ImportError:
            raise Faults.invalid(
                "reading mail from an IMAP server needs a library that is not installed",
                remedy='pip install ".[mail]" in the folder of this program',
            ) from None
        self.where = f"{part.host} {part.mailbox}"
        self.part = part
        port = part.port or _PORTS[part.security]
        word = password(part, folder)
        trusted = ssl.create_default_context(
            cafile=str(place(folder, part.ca_file)) if part.ca_file else None
        )
        self.box: Any = self._asked(
            "cannot be reached", lambda: self._connect(imap_tools, port, trusted)
        )
        try:
            self._asked("refused the login", lambda: self.box.login(part.user, word, part.mailbox))
        except Faults:
            self.close()
            raise
        self.marks = self._may_mark()

    def _connect(self, imap_tools: Any, port: int, trusted: ssl.SSLContext) -> Any:
        host = self.part.host
        match self.part.security:
            case "tls":
                return imap_tools.MailBox(host, port, timeout=_TIMEOUT_S, ssl_context=trusted)
            case "starttls":
                return imap_tools.MailBoxStartTls(
                    host, port, timeout=_TIMEOUT_S, ssl_context=trusted
                )
            case _:
                return imap_tools.MailBoxUnencrypted(host, port, timeout=_TIMEOUT_S)

    def _may_mark(self) -> bool:
        """True if the server keeps the program's flag; else seen mail counts as taken."""
        said = self.box.client.untagged_responses.get("PERMANENTFLAGS", [])
        allowed = b" ".join(one for one in said if isinstance(one, bytes))
        return b"\\*" in allowed or MARK.encode().lower() in allowed.lower()

    def items(self) -> Iterator[SourceMail]:
        """See `Source`."""
        wanted = f"UNKEYWORD {MARK}" if self.marks else "UNSEEN"
        uids = self._asked("broke off", lambda: self._uids(wanted))
        for at in range(0, len(uids), _AT_ONCE):
            some = ",".join(uids[at : at + _AT_ONCE])
            what = "(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (DATE)])"
            found = self._asked("broke off", partial(self._fetch, some, what))
            for uid, size, head in found:
                yield SourceMail(uid, size, said_date(read_head(head)))

    def _uids(self, wanted: str) -> list[str]:
        status, data = self.box.client.uid("SEARCH", None, wanted, "UNDELETED")
        _good(status)
        return [uid.decode() for one in data if one for uid in one.split()]

    def _fetch(self, uids: str, what: str) -> list[tuple[str, int, bytes]]:
        status, data = self.box.client.uid("FETCH", uids, what)
        _good(status)
        found = []
        for place_, one in enumerate(data):
            if not isinstance(one, tuple):
                continue
            after = data[place_ + 1] if place_ + 1 < len(data) else b""
            said = one[0] + (after if isinstance(after, bytes) else b"")
            if sizes := _SIZE.search(said):
                uid, size = (sizes[1], sizes[2]) if sizes[1] else (sizes[4], sizes[3])
                found.append((uid.decode(), int(size), bytes(one[1])))
        return found

    def read(self, id: str, most: int) -> bytes:
        """See `Source`."""
        what = f"(UID RFC822.SIZE BODY.PEEK[]<0.{most}>)"
        found = self._asked("broke off", lambda: self._fetch(id, what))
        if not found:
            raise Faults.invalid(f"mail {id} of {self.where} is gone")
        return found[0][2]

    def taken(self, id: str) -> None:
        """See `Source`."""
        self._asked("broke off", lambda: self._mark(id))

    def _mark(self, id: str) -> None:
        flags = f"(\\Seen {MARK})" if self.marks else "(\\Seen)"
        _good(self.box.client.uid("STORE", id, "+FLAGS.SILENT", flags)[0])
        if self.part.move_to:
            if not self.box.folder.exists(self.part.move_to):
                self.box.folder.create(self.part.move_to)
            self.box.move([id], self.part.move_to)

    def close(self) -> None:
        """See `Source`."""
        with suppress(Exception):  # a server that is gone is closed
            self.box.logout()
        with suppress(Exception):  # the connection itself, if logging out failed
            self.box.client.shutdown()

    def _asked(self, what: str, ask: Callable[[], T]) -> T:
        """Ask the server; Faults in words for every error of server and network."""
        try:
            return ask()
        except Faults:
            raise
        except ssl.SSLError as refused:
            reason = f"its certificate or its TLS cannot be trusted: {refused.reason or refused}"
        except OSError as refused:
            reason = (refused.strerror or str(refused) or type(refused).__name__).lower()
        except Exception as refused:  # imaplib and imap-tools raise many
            reason = " ".join(str(refused).split())[:200] or type(refused).__name__
        raise Faults.invalid(
            f"the mail server {self.part.host} {what}",
            reason=reason,
            outcome="Mails taken so far are kept; the others are still in the mailbox",
            remedy="Check [mail.in] in campaign.toml, or try again later",
        )


def _good(status: str) -> None:
    if status != "OK":
        raise OSError(f"the server answered {status}")
