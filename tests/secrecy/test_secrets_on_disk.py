"""Seed and keys stand in secret.toml and in no other byte; what is one player's reaches no other.

A campaign of each game is played by mail, set-up and two turns, and every byte of it is searched:
mails are opened, PDFs too.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pbm.campaign.campaign import Campaign
from pbm.dice.keyed import KeyedDice
from pbm.dice.sealed import nonce_of
from pbm.dice.vrf import proof_hash, prove
from pbm.engine.types import every_player
from pbm.mail.fetch import fetch
from pbm.mail.outbound.send import send
from pbm.service.api import How, explain, replay, run_turn, status, template
from pbm.turns import assemble
from tests.core.mail.post import drop, letter, with_mail
from tests.core.sealed_table import set_key
from tests.games.contract import contract
from tests.games.prefilled import SEATS, TURNS, begin
from tests.secrecy.bases import GAMES
from tests.secrecy.insides import insides
from tests.sheets import as_it_stands

# Mail comes from a folder and goes into one.
POST = 'kind = "folder"\npath = "post"\n[mail.out]\nkind = "folder"\npath = "sent"'
# What stands before an address's @ cannot be the end of a hexadecimal Message-ID.
HOST = ".zq@example.org"


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
    found["pass key"] = forms(secret.pass_key.encode()) | forms(bytes.fromhex(secret.pass_key))
    for place, prime in enumerate(secret.primes or ()):
        number = int(prime, 16)
        raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
        found[f"prime {place}"] = {prime.encode(), prime.upper().encode()} | forms(raw)
    if campaign.key is not None:
        for what in ("seed", "phrases"):  # what hides the seed, and who gave a phrase
            proof = prove(campaign.key, f"sealed-1\n{campaign.name}\n{what}".encode())
            found[f"hidden {what}"] = forms(proof) | forms(proof_hash(proof))
    return found


# --- what is one player's ---------------------------------------------------------------------


@dataclass(frozen=True)
class Own:
    """What belongs to one player: his pass for a mailing, his address, his words."""

    owner: str
    what: str
    word: bytes
    mailing: str = ""


def address(seat: str) -> str:
    return f"{seat}{HOST}"


def owned(campaign: Campaign) -> Iterator[Own]:
    for seat in SEATS:
        yield Own(seat, "address", address(seat).encode())
        yield Own(seat, "phrase", phrase(seat).encode())
        for mailing in range(TURNS + 1):
            word = campaign.password(seat, str(mailing)).encode()
            yield Own(seat, "pass", word, str(mailing))
        if campaign.key is not None and campaign.ruleset.correspondents is not every_player:
            yield Own(seat, "nonce", nonce_of(campaign.key, campaign.name, "player", seat).encode())


def phrase(seat: str) -> str:
    return f"zq words of {seat} alone"


def owner_of(name: str, data: bytes) -> str:
    """Whose a file is, by where it stands or whom it comes from or goes to; "": the GM's."""
    if name.endswith(".eml"):
        mail = message_from_bytes(data)
        people = f"{mail['From']} {mail['To']}"
        return next(seat for seat in SEATS if address(seat) in people)
    found = re.search(r"(?:reports|orders|inbox/[0-9]+)/(ann|bea)/", name)
    return found[1] if found else ""


def may_stand(own: Own, name: str, owner: str) -> bool:
    """True where a player's own may be found.

    His pass for a mailing stands in the game master's book only once it is used.
    """
    if owner:
        return owner == own.owner
    if own.what == "pass":
        return name.startswith(f"turns/{int(own.mailing):03}/gm/")
    return own.what != "nonce"


# --- a campaign, played and searched ------------------------------------------------------------


def played(folder: Path, game: str, *, sealed: bool) -> tuple[Campaign, list[str]]:
    """Set-up and two turns by mail, and what the game master's commands said."""
    campaign = with_mail(begin(folder, contract(game), host=HOST, sealed=sealed), source=POST)
    said = [repr(campaign), repr(campaign.secret)]
    for turn in range(TURNS):
        day = f"2026-03-{2 * turn + 2:02}"
        mails = []
        for seat in SEATS:
            if status(campaign).rows:
                sheet = template(campaign, seat).replace("# PHRASE  your words", phrase_line(seat))
                sheet = as_it_stands(sheet)
                mails.append(letter(sheet, address(seat), date=f"{day}T11:00:00Z"))
        drop(campaign, *mails)
        assert not fetch([campaign], at=f"{day}T12:00:00Z").problems
        said += status(campaign).lines
        ran = run_turn(campaign, how=How(go_on=True), at=f"{day}T13:00:00Z")
        assert ran.folder is not None, ran.lines
        said += ran.lines
        assert send([campaign], at=f"{day}T14:00:00Z").is_whole
    said.append(explain(campaign, str(TURNS - 1), "ann").text)
    assert replay(campaign, pdfs=False) == []
    return campaign, said


def phrase_line(seat: str) -> str:
    return f"PHRASE  {phrase(seat)}"


def search(campaign: Campaign, said: list[str]) -> set[tuple[str, str]]:
    """Look into every byte; gives what was found of players' own and the kind of file it was in."""
    secrets, own = secrets_of(campaign), list(owned(campaign))
    secret = (campaign.folder / "secret.toml").read_bytes()
    assert any(form in secret for form in secrets["seed"])  # the search can find
    files = {
        path.relative_to(campaign.folder).as_posix(): path.read_bytes()
        for path in campaign.folder.rglob("*")
        if path.is_file() and path.name != "secret.toml"
    }
    assert len(files) > 30
    files["what was said"] = "\n".join(said).encode()
    found: set[tuple[str, str]] = set()
    for name, data in files.items():
        owner = owner_of(name, data)
        for inside, held in insides(name, data):
            small = held.lower()
            for what, ways in secrets.items():
                assert not [way for way in ways if way in held or way.lower() in small], (
                    inside,
                    what,
                )
            for one in own:
                if one.word.lower() in small:
                    assert may_stand(one, name, owner), (inside, one)
                    kind = "report.pdf" if "report.pdf > page" in inside else Path(name).suffix
                    found.add((one.what, kind))
    return found


@pytest.mark.parametrize(
    ("game", "sealed"),
    [
        (game, sealed)
        for game in GAMES
        for sealed in (True, False)
        if sealed or not contract(game).is_big
    ],
)
def test_secrets_stand_in_one_file_alone(
    game: str, sealed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_key(monkeypatch)
    press: Any = assemble
    for name in ("pages", "gm_pages"):
        monkeypatch.setattr(press, name, without_pdfs(getattr(press, name)))
    campaign, said = played(tmp_path / "c", game, sealed=sealed)
    found = search(campaign, said)
    assert {("pass", ".txt"), ("pass", ".html"), ("pass", ".eml"), ("address", ".eml")} <= found
    assert (campaign.folder / "secret.toml").stat().st_mode & 0o077 == 0
    for word in planted(campaign):  # and they are found wherever they do not belong
        file = campaign.folder / "turns/001/reports/bea/planted.txt"
        file.write_bytes(b"..." + word + b"...")
        with pytest.raises(AssertionError, match="planted"):
            search(campaign, [])
        file.unlink()


def planted(campaign: Campaign) -> Iterator[bytes]:
    yield base64.b64encode(bytes.fromhex(campaign.secret.seed))
    yield campaign.secret.pass_key.upper().encode()
    yield campaign.password("ann", "2").encode()
    yield address("ann").encode()


def test_what_is_packed_into_a_pdf_or_a_mail_is_looked_into() -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.docinfo["/Title"] = "a first w\u00f6rd"
    pdf.attachments["a.txt"] = b"a second word " * 50
    made = io.BytesIO()
    pdf.save(made, compress_streams=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    message = EmailMessage()
    message.set_content("a third word \u20ac" * 50)
    message.add_attachment(made.getvalue(), "application", "pdf", filename="report.pdf")
    data = message.as_bytes()
    words = ["a first w\u00f6rd".encode(), b"a second word", "a third word \u20ac".encode()]
    assert not [word for word in words if word in data]
    held = [inside for _name, inside in insides("x.eml", data)]
    assert [sum(word in one for one in held) > 0 for word in words] == [True, True, True]


def without_pdfs(real: Any) -> Any:
    return lambda *what, pdfs=True, **more: real(*what, pdfs=False, **more)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nor_do_they_stand_in_a_pdf(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_key(monkeypatch)
    campaign, said = played(tmp_path / "c", game, sealed=True)
    assert ("pass", "report.pdf") in search(campaign, said)
