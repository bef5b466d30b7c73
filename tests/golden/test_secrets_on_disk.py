"""Seed, keys of passes and of sealed dice stand in secret.toml and in no other byte."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest

from pbm import desk
from pbm.campaign import Campaign
from pbm.dice import KeyedDice
from pbm.process import explain, new_campaign, replay, run_turn, status, submit, template
from tests.core.table import plain_book


def forms(secret: bytes) -> set[bytes]:
    """A secret as it might be written: itself, in hex, in base 64, as a number."""
    number = int.from_bytes(secret, "big")
    return {
        secret,
        secret.hex().encode(),
        base64.b64encode(secret).rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
        base64.b32encode(secret).rstrip(b"="),
        str(number).encode(),
    }


def secrets_of(campaign: Campaign) -> dict[str, set[bytes]]:
    """Every secret and the keys that are worked out from it, in all forms."""
    secret = campaign.secret
    seed = secret.seed.encode()
    found = {"seed": forms(seed) | forms(bytes.fromhex(secret.seed))}
    for person in (b"pbm-seed-1", b"pbm-ids-1"):
        key = hashlib.blake2b(seed, digest_size=32, person=person).digest()
        found[person.decode()] = forms(key)
    dice: Any = KeyedDice(seed, 1)
    for group in ("all", "gm", *(player.id for player in campaign.part.players)):
        found[f"group {group}"] = forms(dice._group_key(group))
    if secret.pass_key:
        found["pass key"] = forms(secret.pass_key.encode()) | forms(bytes.fromhex(secret.pass_key))
    for place, prime in enumerate(secret.primes or ()):
        number = int(prime, 16)
        raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
        found[f"prime {place}"] = {prime.encode(), prime.upper().encode()} | forms(raw)
    return found


@pytest.mark.parametrize("sealed", [False, True])
def test_secrets_stand_in_one_file_alone(
    sealed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press: Any = desk
    real = press.pages

    def pages(packet: Any, sheet: str, *, pdfs: bool = True, **more: Any) -> dict[str, bytes]:
        return dict(real(packet, sheet, pdfs=False, **more))

    monkeypatch.setattr(desk, "pages", pages)
    monkeypatch.setattr(desk, "gm_pages", lambda book, **_more: plain_book(book))
    more: dict[str, Any] = {"sealed": True} if sealed else {}
    campaign = new_campaign(
        tmp_path / "c",
        "knighthawks/duel",
        players=("A=Ann", "B=Bea"),
        at="2026-03-01T12:00:00Z",
        **more,
    )
    said: list[str] = [repr(campaign), repr(campaign.secret)]
    for turn in (0, 1):
        for seat in ("ann", "bea"):
            text = template(campaign, seat).encode()
            got = submit(campaign, [("a.txt", text)], at=f"2026-03-0{2 * turn + 2}T12:00:00Z")
            said += [one.receipt for one in got]
        said += run_turn(campaign, at=f"2026-03-0{2 * turn + 3}T12:00:00Z").lines
    said += status(campaign).lines
    said.append(explain(campaign, "1", "A1").text)
    assert replay(campaign, pdfs=False) == []
    secrets = secrets_of(campaign)
    own = (campaign.folder / "secret.toml").read_bytes()
    assert any(form in own for form in secrets["seed"])  # the search can find
    files = {
        path.relative_to(campaign.folder).as_posix(): path.read_bytes()
        for path in campaign.folder.rglob("*")
        if path.is_file() and path.name != "secret.toml"
    }
    assert len(files) > 30
    files["what was said"] = "\n".join(said).encode()
    for name, data in files.items():
        small = data.lower()
        for what, ways in secrets.items():
            assert not [way for way in ways if way in data or way.lower() in small], (name, what)
    assert (campaign.folder / "secret.toml").stat().st_mode & 0o077 == 0
