"""A mail as it was read: who says he sent it, when, and every text in it that may hold a sheet.

Nothing in it is believed here; `pbm.mail.identity` says who it is from.
"""

from __future__ import annotations

from pbm.kit.records import Record


class MailText(Record):
    """A text of a mail: ``where`` it stood ("the text", "orders.docx"), and what it says."""

    where: str
    text: str


class Mail(Record):
    """A mail as read.

    ``key`` is the same for the same mail, however it came: of Message-ID and body. ``sha256``
    is that of all its bytes. ``sender`` is the address in From ("" for none), ``date`` the
    stored form of Date ("" for none or a wrong one), ``arrived`` when the last server that had it
    says that it came there. ``automatic`` says why it is no person's
    ("" if it seems one's); such a mail is neither read for sheets nor answered. ``is_list`` is
    true of what came over a mailing list: it is read, and answered to known addresses alone.
    ``texts`` are the texts to look for sheets in, ``ignored`` says what else it held, and
    ``advice`` what its sender can do about a part that might hold his orders and cannot be read.
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
    ignored: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All its texts as one, in their order; each but a single one under its name."""
        if len(self.texts) == 1:
            return self.texts[0].text
        return "\n\n".join(f"--- {one.where} ---\n{one.text}" for one in self.texts)
