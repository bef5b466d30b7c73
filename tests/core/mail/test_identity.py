"""Signatures: DKIM of a provider, OpenPGP of a player; what counts, what is needed, what is not."""

from __future__ import annotations

import builtins
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path
from typing import Any

import dkim
import pysequoia
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from pbm.campaign.campaign import Campaign
from pbm.mail import identity
from pbm.mail.fetch import fetch
from tests.core.mail.post import (
    BOB,
    CAME,
    ILSE,
    answers,
    became,
    drop,
    letter,
    only,
    ready,
    texts,
    words,
)

pytestmark = pytest.mark.usefixtures("tiny_table")


KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> None:
    """The domain example.org has a DKIM key; nothing else answers."""
    import base64

    public = KEY.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)

    def answer(name: bytes, timeout: int = 5) -> bytes:
        return record if name.endswith((b"example.org.", b"example.net.")) else b""

    asked = identity.signatures
    monkeypatch.setattr(
        "pbm.mail.processing.process_mail.signatures",
        lambda raw, settings, campaign: asked(raw, settings, campaign, answer),
    )


def by_domain(raw: bytes, domain: bytes = b"example.org", **more: Any) -> bytes:
    private = KEY.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    head: bytes = dkim.sign(raw, b"s1", domain, private, **more)
    return head + raw


@pytest.mark.usefixtures("net")
def test_a_providers_signature_may_stand_for_the_pass(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"')
    assert became(campaign, by_domain(letter(words(campaign, word="")))) == ["taken"]
    assert "DKIM signature is good" in only(campaign).body


@pytest.mark.usefixtures("net")
@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b"add 5", b"add 6"),
        lambda raw: raw.replace(b"From: ilse@", b"From: bob@"),
        lambda raw: raw[raw.index(b"From:") :],
    ],
)
def test_a_signature_that_does_not_fit_counts_for_nothing(tmp_path: Path, change: Any) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"\nwithout_pass = "refuse"')
    assert became(campaign, change(by_domain(letter(words(campaign, word=""))))) == ["refused"]
    assert texts(campaign) == {}


@pytest.mark.usefixtures("net")
def test_another_domains_signature_counts_for_nothing(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"\nwithout_pass = "refuse"')
    raw = by_domain(letter(words(campaign, word="")), b"example.net")
    assert became(campaign, raw) == ["refused"]


@pytest.mark.usefixtures("net")
def test_a_signature_of_a_part_counts_for_nothing(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"\nwithout_pass = "refuse"')
    raw = by_domain(letter("hello\n"), length=True) + words(campaign, word="").encode()
    assert became(campaign, raw) == ["refused"]


@pytest.mark.usefixtures("net")
def test_a_good_signature_does_not_make_bob_ilse(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"')
    assert became(campaign, by_domain(letter(words(campaign, word=""), BOB))) == ["refused"]


@pytest.mark.usefixtures("net")
def test_a_signed_text_is_not_taken_twice(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"')
    one = letter(words(campaign, word=""))
    two = letter(words(campaign, "ilse", "1", "add 6", word=""), id="<2@x>")
    again = letter(words(campaign, word=""), id="<3@x>")
    signed = [by_domain(mail) for mail in (one, two, again)]
    assert became(campaign, *signed) == ["taken", "taken", "refused"]
    assert "was taken before, word for word" in only(campaign, kind="refused").body


@pytest.mark.usefixtures("net")
def test_a_signed_sheet_for_a_turn_that_is_none(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "counts"')
    raw = by_domain(letter(words(campaign, "ilse", "last", word="")))
    assert became(campaign, raw) == ["refused"]
    assert "this sheet is for turn last" in only(campaign).body


@pytest.mark.usefixtures("net")
def test_a_campaign_may_need_both(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'dkim = "needed"')
    assert became(campaign, letter(words(campaign))) == ["refused"]
    assert "without a good DKIM signature" in only(campaign).body
    assert became(campaign, by_domain(letter(words(campaign), id="<2@x>"))) == ["taken"]
    raw = by_domain(letter(words(campaign, word=""), id="<3@x>"))
    assert became(campaign, raw) == ["asked"]


# --- OpenPGP ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def keys() -> dict[str, Any]:
    return {who: pysequoia.Tsk.generate(f"{who} <{who}@example.org>") for who in ("ilse", "eve")}


def with_keys(folder: Path, keys: dict[str, Any], lines: str = 'openpgp = "counts"') -> Campaign:
    campaign = ready(folder, lines)
    (campaign.folder / "keys").mkdir()
    text = str(keys["ilse"].extract_certificate())
    (campaign.folder / "keys" / "ilse.asc").write_text(text)
    return campaign


def clear(text: str, key: Any) -> str:
    signed: bytes = pysequoia.sign(key.signer(), text.encode(), mode=pysequoia.SignatureMode.CLEAR)
    return signed.decode()


def mime(text: str, key: Any, sender: str = ILSE) -> bytes:
    part = MIMEText(text, "plain", "us-ascii")
    data = part.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    signature = pysequoia.sign(key.signer(), data, mode=pysequoia.SignatureMode.DETACHED)
    whole = MIMEMultipart("signed", protocol="application/pgp-signature")
    whole["From"], whole["To"], whole["Message-ID"] = sender, "gm@example.org", "<pgp@x>"
    whole.attach(part)
    whole.attach(MIMEApplication(signature, "pgp-signature"))
    return whole.as_bytes()


def test_a_players_signature_may_stand_for_the_pass(tmp_path: Path, keys: dict[str, Any]) -> None:
    campaign = with_keys(tmp_path, keys)
    raw = letter(clear(words(campaign, word=""), keys["ilse"]), "ilse@elsewhere.example")
    assert became(campaign, raw) == ["taken"]
    assert "OpenPGP signature is good" in only(campaign, kind="receipt").body
    assert only(campaign, kind="receipt").to == ILSE


def test_a_signature_as_a_part_of_its_own(tmp_path: Path, keys: dict[str, Any]) -> None:
    campaign = with_keys(tmp_path, keys)
    assert became(campaign, mime(words(campaign, word=""), keys["ilse"])) == ["taken"]


def test_another_key_and_another_text_count_for_nothing(
    tmp_path: Path, keys: dict[str, Any]
) -> None:
    campaign = with_keys(tmp_path, keys, 'openpgp = "counts"\nwithout_pass = "refuse"')
    by_eve = letter(clear(words(campaign, word=""), keys["eve"]), id="<1@x>")
    good = clear(words(campaign, word=""), keys["ilse"])
    changed = letter(good.replace("add 5", "add 6"), id="<2@x>")
    beside = letter(words(campaign, "ilse", "1", "add 9", word="") + "\n" + good, id="<3@x>")
    for_bob = letter(clear(words(campaign, "bob", word=""), keys["ilse"]), id="<4@x>")
    assert became(campaign, by_eve, changed, beside, for_bob) == ["refused"] * 4
    assert texts(campaign) == {}


def test_nothing_is_smuggled_in_beside_a_signed_text(tmp_path: Path, keys: dict[str, Any]) -> None:
    campaign = with_keys(tmp_path, keys, 'openpgp = "counts"\nwithout_pass = "refuse"')
    mine = words(campaign, "ilse", "1", "add 1", word="")
    eves = words(campaign, "ilse", "1", "add 9", word="")
    good = clear(mine, keys["ilse"])
    first, _, rest = good.partition("\n\n")
    text, armour, signature = good.partition("-----BEGIN PGP SIGNATURE-----\n")
    smuggled = [
        f"{good}\n{eves}\n{good}",
        f"{first}\n{eves}\n{rest}",
        f"{text}{armour}{eves}{signature}",
        f"{text}{eves}{armour}{signature}",
    ]
    mails = [letter(one, id=f"<{n}@x>") for n, one in enumerate(smuggled)]
    # A signature may have any words before it, so it must be no part that is read.
    signed = mime(mine, keys["ilse"])
    head, kind, tail = signed.partition(b"Content-Type: application/pgp-signature")
    body = tail.partition(b"\n\n")[2].rpartition(b"\n--")
    armoured = pysequoia.sign(
        keys["ilse"].signer(),
        head.partition(b"\n\n")[2].partition(b"\n")[2].rpartition(b"\n--")[0]
        .replace(b"\n", b"\r\n"),
        mode=pysequoia.SignatureMode.DETACHED,
    )  # fmt: skip
    part = b"Content-Type: text/plain\n\n" + eves.encode() + bytes(armoured) + b"\n--" + body[2]
    assert kind
    assert set(became(campaign, *mails, head + part)) <= {"refused"}
    assert texts(campaign) == {}


def test_a_key_that_is_none_is_said(tmp_path: Path, keys: dict[str, Any]) -> None:
    campaign = with_keys(tmp_path, keys)
    (campaign.folder / "keys" / "ilse.asc").write_text("no key")
    drop(campaign, letter(clear(words(campaign), keys["ilse"])))
    done = fetch([campaign], at=CAME)
    assert "keys/ilse.asc is not an OpenPGP key" in done.problems[0].fault
    assert answers(campaign) == []


@pytest.mark.parametrize(("setting", "module"), [("dkim", "dkim"), ("openpgp", "pysequoia")])
def test_a_library_that_is_not_there_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, module: str,
    keys: dict[str, Any],
) -> None:  # fmt: skip
    campaign = with_keys(tmp_path, keys, f'{setting} = "needed"')
    mails = {
        "dkim": by_domain(letter(words(campaign))),
        "openpgp": letter(clear(words(campaign), keys["ilse"])),
    }
    drop(campaign, mails[setting])
    real = builtins.__import__

    def missing(name: str, *more: Any, **words_: Any) -> Any:
        if name == module:
            raise ImportError(name)
        return real(name, *more, **words_)

    monkeypatch.setattr(builtins, "__import__", missing)
    done = fetch([campaign], at=CAME)
    assert "needs a library that is not installed" in done.problems[0].fault
    assert "pip install" in done.problems[0].remedy
