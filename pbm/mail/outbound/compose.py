"""Write mails as bytes; the same parts give the same bytes.

The Message-ID depends on the contents of the mail, not on the time, so that a mail sent again
after a broken connection is the same mail. Headers contain only what the reader may know.
"""

import hashlib
from collections.abc import Mapping, Sequence
from email import message_from_bytes, policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from pbm.kit.clock import read_time
from pbm.kit.problems import CampaignFault
from pbm.kit.records import Record
from pbm.storage.turn_folders import digest

# The content type of each kind of file, by the end of its name.
_TYPES = {
    ".pdf": ("application", "pdf"),
    ".json": ("application", "json"),
    ".html": ("text", "html"),
    ".txt": ("text", "plain"),
}
# Seven bits, so that no server on the way has to convert it.
_RULES = policy.SMTP.clone(max_line_length=76, cte_type="7bit")


class Outgoing(Record):
    """A mail to be sent: ``to`` is ``name``'s address; ``files`` by attachment name.

    ``mark`` and the campaign make its Message-ID. ``answers`` is the Message-ID that it answers,
    "" for none.
    """

    campaign: str
    sender: str
    sender_name: str
    to: str
    name: str
    subject: str
    text: str
    mark: Sequence[str]
    files: Mapping[str, bytes]
    answers: str = ""

    @property
    def message_id(self) -> str:
        """The Message-ID, the same for the same mail."""
        said = "".join(f"{len(part)}:{part}" for part in (self.campaign, *self.mark))
        word = hashlib.sha256(said.encode()).hexdigest()[:40]
        return f"<{self.campaign}.{word}@{self.sender.rpartition('@')[2]}>"


def mail_bytes(mail: Outgoing, date: str) -> bytes:
    """Write the mail as it is sent; ``date`` is a stored time.

    CampaignFault if it has any files but its own, or would go to anybody else.
    """
    message = EmailMessage(policy=_RULES)
    message["From"] = _address(mail.sender_name, mail.sender)
    message["To"] = _address(mail.name, mail.to)
    message["Subject"] = one_line(mail.subject)
    message["Date"] = format_datetime(read_time(date))
    message["Message-ID"] = mail.message_id
    if mail.answers:
        message["In-Reply-To"] = mail.answers
        message["References"] = mail.answers
    # No automatic reply shall answer this mail (RFC 3834).
    message["Auto-Submitted"] = "auto-replied" if mail.answers else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(mail.text, charset="utf-8")
    for name, data in mail.files.items():
        main, sub = _TYPES.get(f".{name.rpartition('.')[2]}", ("application", "octet-stream"))
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
        if main == "text":
            message.get_payload()[-1].set_param("charset", "utf-8")  # type: ignore[index, union-attr]
    if mail.files:
        word = hashlib.sha256(mail.message_id.encode()).hexdigest()[:32]
        message.set_boundary(f"=_{word}")
    data = message.as_bytes()
    _last_look(mail, data)
    return data


def _last_look(mail: Outgoing, data: bytes) -> None:
    """Read the bytes back and check: the player's address and files, nothing else."""
    read = message_from_bytes(data, policy=policy.default)
    held = {
        str(part.get_filename()): digest(bytes(part.get_payload(decode=True) or b""))
        for part in read.iter_attachments()
    }
    wanted = {name: digest(content) for name, content in mail.files.items()}
    to = [str(one.addr_spec) for one in read["To"].addresses]
    if held != wanted or to != [mail.to] or read["Cc"] or read["Bcc"]:
        raise CampaignFault.invalid(
            f"the mail to {mail.name or mail.to} would not have the right contents",
            outcome="No mail was sent",
        )


def one_line(text: str) -> str:
    """Put a text into one line, for a header, without characters that would end it."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:200]


def _address(name: str, address: str) -> Address:
    return Address(one_line(name), addr_spec=address)
