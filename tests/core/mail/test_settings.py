"""``[mail]`` of campaign.toml: what it may say, and that no password stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import CAMPAIGN_FILE
from pbm.campaign.mail_settings import InPart, MailPart, OutPart
from pbm.kit.file_part import part_of
from pbm.kit.problems import Faults, render_all
from pbm.kit.toml_reader import load
from pbm.mail.settings import password, settings_of


def said(text: str) -> str:
    with pytest.raises(Faults) as faults:
        load(MailPart, text.encode(), "campaign.toml")
    return render_all(faults.value.problems)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[in]\nkind = "imap"', "map needs a host"),
        ('[in]\nkind = "maildir"', "aildir needs a path"),
        ('[in]\nkind = "pop3"\npath = "x"', "in.kind does not fit"),
        ('[in]\nkind = "imap"\nhost = "h"\npassword = "x"', '"password" is not known here'),
        ('[in]\nkind = "imap"\nhost = "h"\nsecurity = "none"', "only for a server on this machine"),
        (
            '[out]\nkind = "smtp"\nhost = "h"\npassword_env = "A"\npassword_file = "b"',
            "ive either password_env or password_file, not both",
        ),
        ('address = "me"', "is not a mail address"),
        ("answers_an_hour = 0", "must be at least 1"),
        ("most_bytes = 9999", "must be at least 10000"),
        ('without_pass = "take"', "without_pass does not fit"),
    ],
)
def test_what_does_not_fit_is_said(text: str, fault: str) -> None:
    assert fault in said(text)


def test_a_campaign_without_mail_is_told_where_to_read(tmp_path: Path) -> None:
    with pytest.raises(Faults, match=r"has no \[mail\]"):
        settings_of(None, tmp_path)


def settings(mail: str, folder: Path) -> MailPart:
    """The settings of a campaign with this [mail]."""
    folder.mkdir(exist_ok=True)
    (folder / CAMPAIGN_FILE).write_text(f"[mail]\n{mail}")
    return settings_of(load(MailPart, mail.encode(), CAMPAIGN_FILE), folder)


def test_a_shared_file_gives_what_the_campaign_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "mail.toml").write_text(
        'address = "all@example.org"\nname = "All"\nanswers_an_hour = 50\n'
        '[in]\nkind = "maildir"\npath = "box"\n[out]\nkind = "folder"\npath = "out"\n'
    )
    own = 'shared = "../mail.toml"\nname = "Mine"\nanswers_an_hour = 20\n'
    found = settings(own, tmp_path / "eridani")
    assert (found.address, found.name) == ("all@example.org", "Mine")
    assert found.answers_an_hour == 20  # said, though it is what holds where nothing is said
    assert found.source == InPart(kind="maildir", path=str(tmp_path / "box"))
    assert found.out == OutPart(kind="folder", path=str(tmp_path / "out"))


def test_a_shared_file_that_is_not_there_or_shares_again(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="cannot be read"):
        settings('shared = "none.toml"\n', tmp_path)
    (tmp_path / "mail.toml").write_text('shared = "other.toml"\n')
    (tmp_path / "in.toml").write_text('[in]\nkind = "folder"\npath = "x"\n')
    assert settings('shared = "in.toml"\n', tmp_path).out is None
    with pytest.raises(Faults, match="names another shared file"):
        settings('shared = "mail.toml"\n', tmp_path)


def part(**more: str) -> InPart:
    return part_of(InPart, {"kind": "imap", "host": "h", **more})


def test_a_password_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORD", "secret")
    assert password(part(password_env="WORD"), tmp_path) == "secret"
    assert password(part(), tmp_path) == ""
    monkeypatch.setenv("WORD", "")
    with pytest.raises(Faults, match="WORD is not set"):
        password(part(password_env="WORD"), tmp_path)


def test_a_password_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "word"
    with pytest.raises(Faults, match="cannot be read"):
        password(part(password_file="word"), tmp_path)
    file.write_text("secret\n")
    file.chmod(0o640)
    with pytest.raises(Faults, match="others can read"):
        password(part(password_file="word"), tmp_path)
    file.chmod(0o600)
    assert password(part(password_file="word"), tmp_path) == "secret"
    file.write_bytes(b"\xff")
    with pytest.raises(Faults, match="cannot be read"):
        password(part(password_file="word"), tmp_path)
