"""Campaigns that are played by mail, for tests: the tiny game with a way out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Campaign, open_campaign
from tests.core import table
from tests.core.mail.servers import HOST, Recorder, parsed

GM = "gm@example.org"
WHEN = "2026-04-01T12:00:00Z"


def by_mail(campaign: Campaign, out: Mapping[str, Any], **more: Any) -> Campaign:
    """The campaign with ``[mail]`` in its settings; ``more`` are settings of ``[mail]`` itself."""
    lines = ["", "[mail]", f'address = "{GM}"']
    lines += [f"{name} = {json.dumps(value)}" for name, value in more.items()]
    lines += ["", "[mail.out]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in out.items()]
    file = campaign.folder / "campaign.toml"
    file.write_text(file.read_text().partition("\n[mail]")[0] + "\n".join([*lines, ""]))
    return open_campaign(campaign.folder)


def to_folder(path: Path) -> dict[str, Any]:
    return {"kind": "folder", "path": str(path)}


def to_server(server: Recorder, *, port: int = 0, **more: Any) -> dict[str, Any]:
    plain = {"kind": "smtp", "host": HOST, "port": port or server.port, "security": "none"}
    return plain | more


def mails(folder: Path) -> list[EmailMessage]:
    """The .eml files of a folder, by name."""
    return [parsed(file.read_bytes()) for file in sorted(folder.glob("*.eml"))]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def attached(mail: EmailMessage) -> dict[str, bytes]:
    """The attachments of a mail by name."""
    return {
        str(part.get_filename()): bytes(part.get_payload(decode=True) or b"")
        for part in mail.iter_attachments()
    }


def states(campaign: Campaign) -> dict[str, str]:
    """What became of each mail, by the name of its record."""
    from pbm.mail.outbound.delivery_log import records

    return {id: part.state for id, part in records(campaign.folder).items()}


__all__ = ["GM", "WHEN", "attached", "by_mail", "mails", "states", "table", "text_of"]
