"""``[mail]`` of campaign.toml: addresses, where mail comes from, where it goes, who may.

Passwords stand in no file of a campaign: a setting names an environment variable, or a file
that its owner alone can read. Several campaigns may share one mailbox: each names the same
place, or the same file by ``shared``.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

Security = Literal["tls", "starttls", "none"]


LOOPBACK = ("localhost", "127.0.0.1", "::1")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def check_address(address: str) -> str:
    """A mail address, or nothing; ValueError with the reason."""
    if address and not re.fullmatch(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+", address):
        raise ValueError(f'"{address}" is no mail address')
    return address


class ServerPart(_Part):
    """What a place of mail may say; paths are from the campaign's folder, port 0 is the usual.

    ``security`` is ``tls`` from the first byte, ``starttls``, or ``none``, which only a server
    on the same machine may have. ``ca_file`` is for a server whose certificate the system does
    not know.
    """

    path: str = ""
    host: str = ""
    port: Annotated[int, Field(ge=0, le=65535)] = 0
    security: Security = "tls"
    user: str = ""
    password_env: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$|^$")] = ""
    password_file: str = ""
    ca_file: str = ""

    @model_validator(mode="after")
    def _whole(self) -> ServerPart:
        kind = getattr(self, "kind", "")
        if kind in ("imap", "smtp"):
            if not self.host:
                raise ValueError(f"{kind} needs a host")
            if self.security == "none" and self.host not in LOOPBACK:
                raise ValueError(
                    f'security "none" would send passwords and orders in the open to {self.host}; '
                    "only a server on this machine may have it"
                )
            if self.password_env and self.password_file:
                raise ValueError("give one of password_env and password_file")
        elif not self.path:
            raise ValueError(f"{kind} needs a path")
        return self


class InPart(ServerPart):
    """``[mail.in]``: a mailbox that sheets come to.

    ``mailbox`` is the folder that is read; mail that was taken is marked as seen, or moved to
    the folder ``move_to`` where one is named.
    """

    kind: Literal["imap", "maildir", "mbox", "folder"]
    mailbox: str = "INBOX"
    move_to: str = ""


class OutPart(ServerPart):
    """``[mail.out]``: a server that mail is given to, or a folder of .eml files."""

    kind: Literal["smtp", "folder"]


class MailPart(_Part):
    """``[mail]``: see docs/mail.md.

    ``without_pass`` says what becomes of a sheet without a PASS line from a player's own
    address: ``ask`` asks him there to confirm it, ``refuse`` only says why it was not taken.
    A signature that ``counts`` stands for the pass; one that is ``needed`` is asked for beside it.
    ``others`` are campaigns that share the mailbox: mail for them is left there.
    ``answers_an_hour`` go to one address at most, ``most_bytes`` has a mail at most.
    """

    shared: str = ""
    address: str = ""
    name: str = ""
    without_pass: Literal["ask", "refuse"] = "ask"
    dkim: Literal["off", "counts", "needed"] = "off"
    openpgp: Literal["off", "counts", "needed"] = "off"
    others: tuple[str, ...] = ()
    answers_an_hour: Annotated[int, Field(ge=1, le=1000)] = 20
    most_bytes: Annotated[int, Field(ge=10_000, le=100_000_000)] = 5_000_000
    remind_hours: tuple[Annotated[int, Field(ge=1, le=2000)], ...] = (24,)
    source: InPart | None = Field(default=None, alias="in")
    out: OutPart | None = None

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    _address = field_validator("address")(check_address)
