"""Prove the sender of a mail by pass, DKIM signature or OpenPGP signature.

The From line of a mail proves nothing; it is compared with the known address only to decide
where an answer may go.
"""

import re
from collections.abc import Callable, Iterable
from email.message import Message
from pathlib import Path
from typing import Any, Literal

from pbm.campaign.campaign import Campaign
from pbm.campaign.mail_settings import MailPart
from pbm.campaign.passes import is_same
from pbm.kit.problems import Faults, invalid
from pbm.kit.records import Record
from pbm.mail.inbound.headers import sender_of
from pbm.mail.inbound.mime import parsed, read_head
from pbm.sheets.envelope import Sheet

KEYS = "keys"

Verdict = Literal["right", "wrong", "none"]


def verdict(
    campaign: Campaign, player: str, mailings: Iterable[str], said: Iterable[str]
) -> Verdict:
    """Judge the passes given for a player: right for one of the stages, wrong or none.

    A single wrong pass makes all wrong: it is a mistake, or a guess.
    """
    given = [word for word in said if word.strip()]
    if not given:
        return "none"
    right = [campaign.password(player, mailing) for mailing in mailings]
    return "right" if all(any(is_same(w, r) for r in right) for w in given) else "wrong"


def passes_of(sheets: Iterable[Sheet], loose: Iterable[str], rights: Iterable[str]) -> list[str]:
    """Find the passes for these sheets: their own, else a right one in the same mail."""
    own = [sheet.password for sheet in sheets if sheet.password]
    right = list(rights)
    return own or [word for word in loose if any(is_same(word, one) for one in right)][:1]


class Signed(Record):
    """The good signatures of a mail, and remarks on those that are not good.

    ``dkim`` is true if the domain of the sender's address signed the From line; ``openpgp`` are
    the players whose keys signed the mail.
    """

    dkim: bool = False
    openpgp: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def signatures(raw: bytes, settings: MailPart, campaign: Campaign, dns: Any = None) -> Signed:
    """Check the signatures of a mail that the settings ask for.

    Faults if a library for that is not installed. ``dns`` replaces the network in tests.
    """
    dkim, remarks = False, []
    if settings.dkim != "off":
        dkim, why = _dkim(raw, dns)
        remarks += [why] if why else []
    signers: tuple[str, ...] = ()
    if settings.openpgp != "off":
        signers, why = _openpgp(raw, campaign.folder)
        remarks += [why] if why else []
    return Signed(dkim, signers, tuple(remarks))


def _dkim(raw: bytes, dns: Any) -> tuple[bool, str]:
    """Check that the domain of From, or one above it, signed the whole mail with From."""
    if b"dkim-signature" not in raw[:64_000].lower():
        return False, "the mail has no DKIM signature"
    try:
        import dkim  # an extra
    except ImportError:
        raise Faults(_not_installed("dkim", "dkim")) from None
    sender = sender_of(read_head(raw))
    domain = sender.rpartition("@")[2]
    try:
        signed = dkim.DKIM(raw, timeout=10)
        good = signed.verify(**({"dnsfunc": dns} if dns else {}))
        by = (signed.domain or b"").decode("ascii", "replace").lower()
        covers = any(name.lower() == b"from" for name, _value in signed.signed_headers or ())
    except Exception as broken:  # strangers' bytes and the network can raise anything
        return False, f"its DKIM signature could not be checked ({type(broken).__name__})"
    if not good or not covers:
        return False, "its DKIM signature is not good"
    if not by or not (domain == by or domain.endswith(f".{by}")):
        return False, f"it was signed by {by}, which is not the domain of its sender"
    if signed.signature_fields.get(b"l"):
        return False, "its DKIM signature covers only a part of it"
    return True, ""


def _not_installed(extra: str, setting: str) -> Any:
    return invalid(
        f"[mail] {setting} needs a library that is not installed",
        outcome="No mail was taken",
        remedy=f'pip install ".[{extra}]" in the folder of this program, or set {setting} = "off"',
    )


def _openpgp(raw: bytes, folder: Path) -> tuple[tuple[str, ...], str]:
    """List the players whose key in keys/ signed the whole text of a mail."""
    whole = parsed(raw)
    signed = None if whole is None else _signed_part(whole, raw)
    if signed is None:
        return (), "the mail has no OpenPGP signature"
    try:
        import pysequoia  # an extra
    except ImportError:
        raise Faults(_not_installed("pgp", "openpgp")) from None
    found: list[str] = []
    for file in sorted((folder / KEYS).glob("*.asc")):
        try:
            cert = pysequoia.Cert.from_bytes(file.read_bytes())
        except Exception:  # the library names no errors of its own
            raise Faults.invalid(
                f"{KEYS}/{file.name} is not an OpenPGP key",
                remedy="Put the player's public key there",
            ) from None
        if _is_by(pysequoia, signed, cert):
            found.append(file.stem)
    return tuple(found), "" if found else "its OpenPGP signature fits none of the keys in keys/"


def _is_by(pysequoia: Any, signed: tuple[bytes, bytes | None], cert: Any) -> bool:
    text, detached = signed
    store: Callable[[list[str]], list[Any]] = lambda _ids: [cert]  # noqa: E731
    try:
        if detached is None:
            pysequoia.verify(bytes=text, store=store)
        else:
            pysequoia.verify(bytes=text, store=store, signature=pysequoia.Sig.from_bytes(detached))
    except Exception:  # a signature that is not good, or not one
        return False
    return True


def _signed_part(whole: Message, raw: bytes) -> tuple[bytes, bytes | None] | None:
    """Split a signed mail into text and detached signature; None if it is not signed.

    Only a mail that is signed as a whole counts: other parts beside a signed one prove nothing.
    """
    if whole.get_content_type() == "multipart/signed":
        parts = whole.get_payload()
        boundary = whole.get_boundary()
        if not isinstance(parts, list) or len(parts) != 2 or not boundary:
            return None
        mark = b"--" + boundary.encode("utf-8", "replace")
        pieces = raw.replace(b"\r\n", b"\n").split(b"\n" + mark)
        if len(pieces) != 4:
            return None
        # Only the first part of such a mail is read: the other one is the signature.
        last = parts[1]
        if not isinstance(last, Message) or last.get_content_type() != "application/pgp-signature":
            return None
        signature = last.get_payload(decode=True)
        if not isinstance(signature, bytes):
            return None
        return pieces[1].lstrip(b"\n").replace(b"\n", b"\r\n"), signature
    body = whole.get_payload(decode=True)
    if whole.get_content_type() != "text/plain" or not isinstance(body, bytes):
        return None
    text = body.strip()
    return (text, None) if _CLEAR.fullmatch(text.replace(b"\r\n", b"\n")) else None


# One signed text and nothing else, neither around it nor in the lines of its armour.
_CLEAR = re.compile(
    rb"-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: [\w,. -]+\n)*\n(?:(?!-----).*\n)*"
    rb"-----BEGIN PGP SIGNATURE-----\n(?:(?:Version|Comment|Hash): [ -~]*\n)*\n?"
    rb"(?:[A-Za-z0-9+/=]*\n)*-----END PGP SIGNATURE-----"
)
