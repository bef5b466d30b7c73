"""Open the mailbox that the settings name."""

from pathlib import Path

from pbm.campaign.mail_settings import InPart
from pbm.kit.problems import Faults
from pbm.mail.inbound.mailboxes import FolderSource, MaildirSource, MboxSource
from pbm.mail.inbound.source import Source


def open_source(part: InPart, folder: Path) -> Source:
    """Open the mailbox that the settings name, by a whole path; Faults if that fails."""
    if part.kind == "imap":
        from pbm.mail.inbound.imap import ImapSource

        return ImapSource(part, folder)
    path = Path(part.path)
    if part.kind == "mbox":
        if not path.is_file():
            raise _not_there(path, "not an mbox file")
        return MboxSource(path)
    if not path.is_dir():
        raise _not_there(path, "not a folder")
    if part.kind == "maildir":
        if not (path / "new").is_dir() or not (path / "cur").is_dir():
            raise _not_there(path, "not a Maildir: it has no folders new and cur")
        return MaildirSource(path)
    return FolderSource(path)


def _not_there(path: Path, why: str) -> Faults:
    return Faults.invalid(
        f"{path} is {why}",
        reason="[mail.in] in campaign.toml names it",
        remedy="Make it, or correct the path",
    )
