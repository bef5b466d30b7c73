"""The servers of these tests are what they are taken for: real ones, with their real refusals."""

from __future__ import annotations

import smtplib
import ssl
from pathlib import Path

import pytest

from tests.core.mail.servers import HOST, cutting, dovecot, exim, need_post, recorder

USERS = {"rook": "r-word", "heron": "h-word"}


def mail(number: int, to: str = "rook@example.org") -> bytes:
    return (
        f"From: gm@example.org\r\nTo: {to}\r\nSubject: {number}\r\n\r\nHello {number}\r\n".encode()
    )


def test_a_mail_goes_through_exim_into_dovecot_and_out_over_imap() -> None:
    need_post()
    with dovecot(USERS) as box, exim(box.lmtp, USERS) as post:
        post.submit(*(mail(n) for n in range(12)), sender="gm@example.org", to="rook@example.org")
        for _ in range(100):
            if len(box.inbox("rook")) == 12:
                break
        assert sorted(int(one["Subject"]) for one in box.read("rook")) == list(range(12))
        assert box.inbox("heron") == []


def test_exim_refuses_strangers_and_unknown_readers() -> None:
    need_post()
    with dovecot(USERS) as box, exim(box.lmtp, USERS) as post:
        with smtplib.SMTP(HOST, post.smtp, timeout=20) as smtp:
            smtp.ehlo()
            assert smtp.has_extn("starttls")
            with pytest.raises(smtplib.SMTPRecipientsRefused) as relay:
                smtp.sendmail("a@elsewhere.test", ["b@elsewhere.test"], mail(1))
            assert relay.value.recipients["b@elsewhere.test"][0] == 550
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                smtp.sendmail("a@elsewhere.test", ["nobody@example.org"], mail(1))
            smtp.sendmail("a@elsewhere.test", ["heron@example.org"], mail(1))
        with (
            smtplib.SMTP_SSL(HOST, post.smtps, timeout=20, context=post.trust()) as smtp,
            pytest.raises(smtplib.SMTPAuthenticationError),
        ):
            smtp.login(post.user, "wrong")
        with pytest.raises(ssl.SSLCertVerificationError):
            smtplib.SMTP_SSL(HOST, post.smtps, timeout=20, context=ssl.create_default_context())


def test_a_line_breaks_where_it_is_told_to(tmp_path: Path) -> None:
    with recorder(tmp_path) as post, cutting(post.port, up=200) as line:
        for _ in range(2):
            try:
                with smtplib.SMTP(HOST, line.port, timeout=20) as smtp:
                    smtp.sendmail("a@example.org", ["b@example.org"], mail(1) + b"x\r\n" * 500)
            except (smtplib.SMTPException, OSError):
                assert line.broke
                assert post.book.mails == []
        assert line.broke
        assert len(post.book.mails) == 1
