"""``[mail]`` of campaign.toml: addresses, mailboxes, servers, proof of senders.

No file of a campaign has a password: a setting names an environment variable, or a file that
only its owner can read. Several campaigns may share a mailbox: each names the same place, or
the same file with ``shared``.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, field

from pbm.kit.file_part import Check, FilePart

Security = Literal["tls", "starttls", "none"]


LOOPBACK = ("localhost", "127.0.0.1", "::1")


def check_address(address: str) -> str:
    """Check a mail address, which may be empty; ValueError with the reason."""
    if address and not re.fullmatch(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+", address):
        raise ValueError(f'"{address}" is not a mail address')
    return address


class ServerPart(FilePart):
    """Settings of a mailbox or server, with paths from the campaign's folder.

    ``security`` is ``tls`` from the first byte, ``starttls``, or ``none``, which is allowed only
    for a server on the same machine. ``ca_file`` is for a server whose certificate the system
    does not know.
    """

    path: str = ""
    host: str = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    security: Security = "tls"
    user: str = ""
    password_env: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z_][A-Za-z0-9_]*\Z|^\Z",
            description="the name of an environment variable, such as PBM_MAIL",
        ),
    ] = ""
    password_file: str = ""
    ca_file: str = ""

    def misfit(self) -> str:
        """Say what its kind lacks or does not allow."""
        kind = getattr(self, "kind", "")
        if kind in ("imap", "smtp"):
            if not self.host:
                return f"{kind} needs a host"
            if self.security == "none" and self.host not in LOOPBACK:
                return (
                    f'security "none" would send passwords and orders unencrypted to {self.host}; '
                    "it is allowed only for a server on this machine"
                )
            if self.password_env and self.password_file:
                return "give either password_env or password_file, not both"
        elif not self.path:
            return f"{kind} needs a path"
        return ""


class InPart(ServerPart):
    """``[mail.in]``: the mailbox that sheets come to.

    ``mailbox`` is the folder that is read; mail that was taken in is marked as seen, or moved to
    the folder ``move_to`` if that is set.
    """

    kind: Literal["imap", "maildir", "mbox", "folder"]
    mailbox: str = "INBOX"
    move_to: str = ""


class OutPart(ServerPart):
    """``[mail.out]``: the server that sends mail, or a folder of .eml files."""

    kind: Literal["smtp", "folder"]


class MailPart(FilePart):
    """``[mail]``: see docs/mail.md.

    ``without_pass`` is about a sheet without a PASS line from a player's own address: ``ask``
    asks the player there to confirm it, ``refuse`` only says why it was not taken.
    A signature that ``counts`` replaces the pass; one that is ``needed`` is required as well.
    ``others`` are campaigns that share the mailbox: mail for them is left there.
    ``answers_an_hour`` limits the answers to one address, ``most_bytes`` the size of a mail.
    """

    shared: str = ""
    address: Annotated[str, Check(check_address)] = ""
    name: str = ""
    without_pass: Literal["ask", "refuse"] = "ask"
    dkim: Literal["off", "counts", "needed"] = "off"
    openpgp: Literal["off", "counts", "needed"] = "off"
    others: tuple[str, ...] = ()
    answers_an_hour: Annotated[int, Meta(ge=1, le=1000)] = 20
    most_bytes: Annotated[int, Meta(ge=10_000, le=100_000_000)] = 5_000_000
    remind_hours: tuple[Annotated[int, Meta(ge=1, le=2000)], ...] = (24,)
    source: InPart | None = field(name="in", default=None)
    out: OutPart | None = None
