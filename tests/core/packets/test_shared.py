"""What a packet for showing round leaves out, byte by byte."""

from __future__ import annotations

import copy
import html
import io
import json
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import pikepdf
import pytest
from markupsafe import Markup

from pbm.kit.problems import Faults
from pbm.packets.shared import WITHHELD, is_shared, shared_form, shared_hash
from pbm.pages.report_files import pages, shared_files
from pbm.service.api import verify
from pbm.storage.turn_folders import in_force
from tests.seal.duel import DRAW, LANTERN, PLAYERS, honest
from tests.seal.forging import canonical, sha256, shared
from tests.secrecy.insides import insides
from tests.shipped import CAMPAIGNS

SECRETS = ("cover", "phrase", "nonce")
HER_ADDRESS = "Wharf 9"


PASS = "k3v9-m2q7-w8x4"


def showing(files: Mapping[str, bytes], secrets: Iterable[str]) -> set[str]:
    """Where a secret stands in files: in their bytes, or in a stream, string or page of a PDF."""
    return {
        place
        for file, data in files.items()
        for place, held in insides(file, data)
        if any(form.encode() in held for secret in secrets for form in forms(secret))
    }


def forms(secret: str) -> set[str]:
    """A text as it is written in a PDF, in JSON and in HTML."""
    quoted = json.dumps(secret, ensure_ascii=False)[1:-1]
    return {secret, quoted, html.escape(secret), str(Markup.escape(secret))}


def secrets_of(packet: dict[str, Any]) -> list[str]:
    """What is the player's own business, and what is the campaign's."""
    secret = tomllib.loads((LANTERN / "secret.toml").read_text(encoding="utf-8"))
    found = [packet["seal"][field] for field in SECRETS if packet["seal"].get(field)]
    found += [sheet["sha256"] for sheet in packet["seal"]["sheets"]]
    found += [line["text"] for line in packet["orders"] if len(line["text"]) > 4]
    return [*found, secret["seed"], *secret["primes"], PASS]


@pytest.mark.parametrize("name", [f"{stage.name}-dunlin" for stage in in_force(LANTERN)])
def test_no_secret_is_in_any_byte_or_stream(name: str) -> None:
    packet = copy.deepcopy(honest(DRAW)[name])
    for line in packet["orders"][:1]:
        line["text"] = f"PASS {PASS}"
    files = shared_files(canonical(packet), "packet.json", report=True)
    secrets = secrets_of(packet)
    assert len(secrets) > (4 if name.startswith("new") else 7)
    assert {"packet.json", "report.html", "report.pdf"} <= files.keys()
    assert not {"orders.txt", "form.pdf"} & files.keys()
    assert showing(files, secrets) == set()


def test_the_whole_report_shows_what_a_shared_one_leaves_out() -> None:
    packet = honest(DRAW)["000-dunlin"]
    phrase = packet["seal"]["phrase"]
    files = pages(packet, "")
    assert phrase and phrase.encode() not in files["report.pdf"]
    places = showing({"report.pdf": files["report.pdf"]}, [phrase])
    assert any("page" in place for place in places) and any("stream" in one for one in places)


@pytest.mark.parametrize("place", ["attached", "stream", "string"])
@pytest.mark.parametrize("secret", [PASS, "purple ink", "the lantern at the strait"])
def test_a_secret_planted_in_a_shared_pdf_is_found(place: str, secret: str) -> None:
    packet = honest(DRAW)["001-dunlin"]
    data = shared_files(canonical(packet), "packet.json", report=True)["report.pdf"]
    assert showing({"report.pdf": data}, [secret]) == set()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        if place == "attached":
            pdf.attachments["note.txt"] = secret.encode()
        elif place == "stream":
            pdf.Root.Kept = pdf.make_stream(secret.encode())
        else:
            pdf.Root.Kept = pdf.make_indirect(pikepdf.Dictionary(Held=[pikepdf.String(secret)]))
        out = io.BytesIO()
        packed = pikepdf.ObjectStreamMode.generate
        pdf.save(out, compress_streams=True, recompress_flate=True, object_stream_mode=packed)
    assert secret.encode() not in out.getvalue()
    assert showing({"report.pdf": out.getvalue()}, [secret])


def test_it_is_the_form_that_the_page_on_sealed_dice_describes() -> None:
    for name, packet in honest(DRAW).packets.items():
        made = shared_files(canonical(packet), name)
        assert made == {"packet.json": canonical(shared(packet))}
        assert shared_hash(packet) == sha256(made["packet.json"])
        assert shared_form(shared(packet)) == shared(packet)


def test_a_hash_of_the_whole_is_named_only_where_a_random_number_covers_it() -> None:
    packet = honest()["001-dunlin"]
    assert shared_form(packet)["seal"]["original"] == "" and is_shared(shared_form(packet))
    covers = {one["seal"]["cover"] for one in honest(DRAW).packets.values()}
    assert len(covers) == len(honest(DRAW).packets) == 4 * len(PLAYERS)


def test_dice_without_a_seal_are_shared_as_well() -> None:
    path = CAMPAIGNS / "beacon/turns/008/reports/rook/packet.json"
    found = json.loads(shared_files(path.read_bytes(), "packet.json")["packet.json"])
    assert found["story"] and not found["orders"] and not is_shared(found)


def nova() -> dict[str, Any]:
    path = CAMPAIGNS / "two-lamps/turns/003/reports/linnet/packet.json"
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def test_addresses_are_withheld_wherever_they_stand() -> None:
    packet = nova()
    packet["known"]["empire"]["address"] = "linnet@example.org"
    contact = {"address": HER_ADDRESS, "kind": "full", "label": "B", "name": "Rail", "number": 0}
    packet["known"]["contacts"] = [{**contact, "since": 2}]
    items = [item for section in packet["story"] for item in section["items"]]
    plain = next(item for item in items if not item["rolls"])
    plain["text"] = f"Full contact: empire B is Rail; its address: {HER_ADDRESS}."
    packet["summary"] = ["Write to rail@example.org, or to Wharf 9."]
    packet["messages"] = [{"event": "x", "sent": True, "name": "B", "text": "hi", "refused": ""}]
    packet["rulings"] = [{"event": "x", "text": "Mail <gm@example.org>!", "reason": ""}]
    found = shared_form(copy.deepcopy(packet))
    assert found["known"]["empire"]["address"] == WITHHELD
    assert found["known"]["contacts"][0]["address"] == WITHHELD
    assert found["summary"] == [f"Write to {WITHHELD}, or to {WITHHELD}."]
    assert found["rulings"][0]["text"] == f"Mail <{WITHHELD}>!"
    whole = canonical(found).decode()
    assert f"its address: {WITHHELD}." in whole and "messages" not in found
    assert HER_ADDRESS not in whole and "example.org" not in whole


def test_an_address_like_a_name_of_a_roll_breaks_no_proof() -> None:
    packet = nova()
    packet["known"]["empire"]["address"] = "d6"
    given = ("shared", shared_files(canonical(packet), "packet.json")["packet.json"])
    assert [one for one in verify([given]).findings if one.result == "wrong"] == []


def test_only_a_packet_is_shared() -> None:
    with pytest.raises(Faults, match="not a packet"):
        shared_files(b"{}", "packet.json")
