"""Check sealed dice without pbm: python check_seal.py PACKET... [--sent FILE...].

Written from docs/sealed-dice.md and RFC 9381. It leaves sums, drand and Nova's ids out.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

ID, N, WORD, P = "([a-z0-9]{5,7})", "(?:0|[1-9][0-9]{0,5})", "([^/]{1,100})", "[12][.]"
_H, _MANY = f"(?:/column {N}|/field {N}|/choice)?", f"(?:/{WORD})?(?:/{WORD})?"
# The forms of each game's names of rolls, and their dice.
FORMS = {
    "knighthawks": [
        (f"setup/first/([A-Z])/{N}|{P}(?:attack|defence)/damage/{ID}/{WORD}/{ID}", "d10"),
        (f"{P}(?:attack|defence)/attack/{ID}/{WORD}/{ID}", "d100"),
    ],
    "deltavee": [
        (f"{P}(?:command/(?:alert|reinforcement)|move/asteroid(?: hit)?)/{ID}(?:/{N})?{_H}", "d10"),
        (f"{P}fire/(?:fire|hit)/{ID}/(?:burster|extra|pod {N})/{N}/{ID}{_H}", "d10"),
        (f"{P}(?:fire|move)/(?:intercept|field|field hit)/{ID}/{ID}/{N}(?:/{N})?{_H}", "d10"),
    ],
    "nova": [
        (f"G/battle/{ID}/(?:(?:scatter|maintain)/{ID}/direction|r{N}/meeting/{ID})", "d6"),
        (f"G/battle/{ID}/(?:scatter/{ID}/hexes|r{N}/fire/{ID}/{ID}/{N})", "d100 d10_low"),
        (f"G/battle/{ID}/(?:maintain|r{N}/echo|r{N}/blow up|r{N}/critical)/{ID}", ""),
        (f"G/battle/{ID}/r{N}/fire/{ID}/{ID}/{N}/effect|L/research/{WORD}/{WORD}", "d10 d6"),
        (f"I/(?:ground|pcb)/{WORD}/r{N}/{WORD}{_MANY}|J/pcb/{WORD}", "d6"),
    ],
}


def sha256(data: bytes) -> str:
    """A hash as packets write it."""
    return hashlib.sha256(data).hexdigest()


def unpacked(text: str) -> bytes:
    """The bytes of a base64 text; none for a text that is not written as base64 is."""
    good = re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text) and len(text) % 4 == 0
    data = base64.b64decode(text) if good else b""
    return data if base64.b64encode(data).decode() == text else b""


def randomness(key: bytes, text: bytes, proof: bytes) -> bytes | None:
    """Verify a proof by RFC 9381, 4.3 (RSA-FDH-VRF-SHA256); None for a wrong one."""
    modulus, number, size = int.from_bytes(key, "big"), int.from_bytes(proof, "big"), len(key)
    seed = b"\1\1" + size.to_bytes(4, "big") + key + text
    blocks = (hashlib.sha256(seed + it.to_bytes(4, "big")) for it in range(size // 32 + 1))
    mask = int.from_bytes(b"".join(block.digest() for block in blocks)[: size - 1], "big")
    good = len(proof) == size and number < modulus and pow(number, 65537, modulus) == mask
    return hashlib.sha256(b"\1\2" + proof).digest() if good else None


def faces(random: bytes, name: str, die: str, count: int) -> list[int]:
    """The faces that follow from a roll's random bytes."""
    sides, low = (10, 0) if die == "d10_low" else (int(die[1:]), 1)
    found: list[int] = []
    for block in range(count):
        text = f"{die}\0{name}".encode() + block.to_bytes(8, "big")
        made = hashlib.blake2b(text, digest_size=64, key=random, person=b"pbm-dice-1").digest()
        numbers = [int.from_bytes(made[at : at + 4], "big") for at in range(0, 64, 4)]
        found += [it % sides + low for it in numbers if it < 2**32 - 2**32 % sides]
    return found[:count]


def units(part: Any) -> dict[str, str]:
    """Side and designation of everything that has an id, "" for things without."""
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    found = {id: label for one in inside for id, label in units(one).items()}
    if isinstance(part, dict) and isinstance(part.get("id"), str):
        called = part.get("designation")
        found[part["id"]] = f"{part['side']} {called}" if called and "side" in part else ""
    return found


def name_fault(packet: Any, item: Any, roll: Any) -> str:
    """What is wrong with the name or die of a roll; "" if nothing."""
    forms = [(re.fullmatch(form, roll["name"]), dice) for form, dice in FORMS[packet["game"]]]
    found, dice = next(((found, dice) for found, dice in forms if found), (None, ""))
    if found is None or not roll["name"].isprintable() or " " in (roll["name"] + "x")[-2:-1]:
        return "its name has no form of this game"
    die = roll["die"]
    if not re.fullmatch("d[1-9][0-9]{0,5}|d10_low", die) or die not in (dice.split() or [die]):
        return "it is made with another die"
    ids = [part for part in found.groups() if part and re.fullmatch(ID, part)]
    others = {part for part in found.groups() if part} - set(ids)
    words = set(re.findall(r"\w+", str([packet["known"], item["text"]])))
    if any(not words & set(re.findall(r"\w+", part)) for part in others):
        return "a word of its name stands nowhere else"
    start, _, number = roll["name"].rpartition("/")
    before = f"{start}/{int(number) - 1}" if start.startswith("setup/first/") else roll["name"]
    if number != "1" and before not in [one["name"] for one in item["rolls"]]:
        return "it was counted without the one before"
    if packet["game"] == "knighthawks" and ids:  # everybody knows all ships
        scene = item.get("scene") or {}
        if [scene.get("by"), scene.get("to")] != ids or set(ids) - set(units(packet["known"])):
            return "it is of another unit than the sentence"
    return ""


def check(given: list[tuple[str, bytes]], sent: list[bytes]) -> list[str]:
    """Everything that is wrong with packets, or with how your own sheets counted."""
    wrong: list[str] = []
    alike: dict[str, Any] = {}
    packets = [(file, data, json.loads(data)) for file, data in given]
    seals = [(packet, packet["seal"]) for _file, _data, packet in packets if "seal" in packet]
    by_digest = {one.get("seal", {}).get("original") or sha256(it): one for _, it, one in packets}
    counted = {sheet["sha256"] for _packet, seal in seals for sheet in seal["sheets"]}
    silent = {one["player"]["id"] for one, seal in seals if seal.get("phrase") == ""}
    wrong += ["A sheet that was sent did not count." for one in sent if sha256(one) not in counted]

    def claim(good: object, text: str) -> None:
        wrong.extend([] if good else [f"{file}: {text}."])

    def same(what: str, value: Any) -> None:
        claim(alike.setdefault(what, value) == value, f"{what} is not the same everywhere")

    for file, data, packet in packets:
        mailing, turn, who, seal = (packet.get(it) for it in ("mailing", "turn", "player", "seal"))
        text = json.dumps(packet, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
        claim(text.encode() == data, "it is not written as the program writes it")
        place = re.fullmatch(f"({N})(?:[./][A-Za-z0-9_-]+)*", mailing)
        good = type(turn) is int and (mailing == "new" or (place and int(place[1]) == turn))
        good = good and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}", packet["campaign"])
        good = good and re.fullmatch(r"[0-9-]{10}T[0-9:]{8}Z", packet["made"])
        claim(good, "campaign, turn, stage or time has another spelling")
        scheme = f"sealed-{2 if seal and 'source' in seal else 1}"
        claim(seal and packet["versions"]["dice"] == scheme, "it has no seal")
        if not good or not seal:
            continue
        late = max([packet["made"], *(it["received"] for it in seal["sheets"])])
        claim(packet["corrected"] or late == packet["made"], "a sheet came after the run")
        same("the campaign", [packet[it] for it in ("campaign", "game", "title", "options")])
        same("key, seed or source", [seal["key"], seal["commitment"], seal.get("source")])
        same(f"the player {who['id']}", who)
        for id, label in [pair for pair in units(packet["known"]).items() if pair[1]]:
            same(f"the unit {id}", label)
            same(f"the id of {label}", id)
        key = unpacked(seal["key"])
        claim(256 <= len(key) <= 1024 and key[0], "its key is not one")
        before = by_digest.get(packet["previous"])
        if before is not None:
            due = [it["mailing"] for it in before["next"]]
            skips = len(due) == 1 and "/" not in due[0] + mailing and due != [mailing]
            good = not skips and before["player"] == who and turn - before["turn"] in (0, 1)
            claim(good and before["made"] <= packet["made"], "it does not follow the one before")
        if mailing == "new" or not key:
            continue
        same("the salt", seal["salt"])
        log = seal.get("log") or {"entries": 0, "head": ""}
        same(f"the log of {log['entries']} entries", log["head"])
        if (listed := seal.get("phrases")) is not None:
            mine, nonce, is_open = seal.get("phrase"), seal.get("nonce"), packet["game"] != "nova"
            same("the list of phrases", listed)
            salt = sha256("\n".join(["pbm-salt-1", seal["key"], *listed]).encode())
            good = sorted(it for it in listed if re.fullmatch("[0-9a-f]{64}", it)) == listed
            claim(good and salt == seal["salt"] and mailing == "0", "its salt is not theirs")
            entry = sha256(f"pbm-phrase-1\n{nonce}\n{mine}".encode())
            claim(not mine or entry in listed, "your phrase is not in the salt")
            most = len(packet["known"].get("players", ())) - len(silent)
            claim(not is_open or (len(listed) <= most and not nonce), "a phrase is of nobody")
            heads = b"\n".join(one for one in sent if b"SETUP" in one).decode("utf-8", "replace")
            said = re.findall(r"(?im)^\s*PHRASE[\s:]+(\S.*?)\s*$", heads)
            claim(not said or said[-1] == mine, "your phrase is not the one you sent")
        items = [item for section in packet["story"] for item in section["items"]]
        names = {roll["name"] for one in items for roll in one["rolls"]}
        claim(seal["proofs"].keys() == names and not seal["scripted"], "rolls and proofs differ")
        for item, roll in [(one, roll) for one in items for roll in one["rolls"]]:
            name, die, told = roll["name"], roll["die"], roll["faces"]
            same(f"turn {turn}, {name}", [die, told])
            fault = name_fault(packet, item, roll)
            parts = [scheme, packet["campaign"], str(turn), seal["salt"], name]
            for it in [one for one in seal.get("stages", ()) if name in one["rolls"]]:
                parts[2:] = [it["mailing"], seal["salt"], it["beacon"], f"{len(told)} {die}", name]
                same(f"the value of stage {parts[2]}", it["beacon"])
                claim(re.fullmatch(f"{turn}([./].*)?", parts[2]), f"{name}: of another turn")
            proof = unpacked(seal["proofs"].get(name, ""))
            random = randomness(key, "\n".join(parts).encode(), proof)
            if not fault:
                good = random and told and faces(random, name, die, len(told)) == told
                good = good and all(type(face) is int for face in told)
                fault = "" if good else "it is not proven"
            claim(not fault, f"{name}: {fault}")
    return wrong


if __name__ == "__main__":
    packets_given, _, rest = "\0".join(sys.argv[1:]).partition("\0--sent\0")
    files = [(name, Path(name).read_bytes()) for name in packets_given.split("\0") if name]
    faults = check(files, [Path(name).read_bytes() for name in rest.split("\0") if name])
    print("\n".join(faults) or f"{len(files)} packets: every roll is proven, nothing contradicts.")
    sys.exit(1 if faults else 0)
