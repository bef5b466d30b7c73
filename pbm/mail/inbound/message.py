"""A mail as read: claimed sender, date, and every text that may have a sheet.

Nothing in it is trusted here; `pbm.mail.identity` proves the sender.
"""

from pbm.kit.records import Record
from pbm.mail.inbound.bounces import Bounce


class Came(Record):
    """The hash and size of a mail as it came, of which large files may be left out."""

    sha256: str
    size: int


class MailText(Record):
    """A text of a mail, and ``where`` it was found ("the text", "orders.docx")."""

    where: str
    text: str


class Mail(Record):
    """A mail as read.

    ``key`` is the same for the same mail, however it came: a hash of Message-ID and body.
    ``sha256`` is that of all its bytes. ``sender`` is the address in From ("" for none), ``date``
    the stored form of Date ("" for none or a wrong one), ``arrived`` the time in the last server's
    Received line. ``automatic`` is the reason why no person sent it ("" if one seems to have);
    such a mail is neither read for sheets nor answered, and ``bounce`` is the failure that it
    reports, if any. ``answers`` are the campaigns whose mails it answers. ``is_list`` is true of
    mail from a mailing list: it is read, and answered to known addresses only. ``texts`` are the
    texts to search for sheets, ``ignored`` lists its other parts, and ``advice`` tells the sender
    what to do about a part that may have orders and cannot be read.
    """

    key: str
    sha256: str
    size: int
    message_id: str
    sender: str
    subject: str
    date: str
    arrived: str
    automatic: str
    is_list: bool
    texts: tuple[MailText, ...]
    bounce: Bounce | None = None
    answers: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All its texts as one, in order; several texts each under its name."""
        if len(self.texts) == 1:
            return self.texts[0].text
        return "\n\n".join(f"--- {one.where} ---\n{one.text}" for one in self.texts)
