"""Check sealed dice without pbm (but for sentences, drand, the log): PACKET... [--sent FILE...]."""

import base64
import json
import re
import sys
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

N, WORD, P, _2 = "(?:0|[1-9][0-9]{0,5})", "([^/]{1,100})", "[12][.]", (b"", b"\n2")
ID, UNIT, _SHOT = "([a-z0-9]{5,7})", "([0-9a-f]{16})", "system round by to number"
_DICE = "(?<!effect )(?:d100|d10_low)|(?<=effect )(?:d10|d6)"
_H, _MANY = f"(?:/column {N}|/field {N}|/choice)?", f"(?:/{WORD})?(?:/{WORD})?"
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
        (f"G/battle/{ID}/r{N}/fire/{ID}/{ID}/{N}(?:/effect)?", f"(?:{_DICE})(?! sealed-3)"),
        (f"G/battle/{ID}/r{N}/(?:blow up|critical)/{ID}", "d1000?(?! sealed-3)"),
        (f"G/battle/{ID}/scatter/{ID}/(?:direction|hexes)", "(?:d6|d10_low)(?! sealed-3)"),
        (f"G/battle/{WORD}/scatter/{WORD}/(?:direction|hexes)", "d6|d10_low", "system route"),
        (f"G/battle/{WORD}/r({N})/fire/{UNIT}/{UNIT}/({N})(?:/effect)?", _DICE, _SHOT),
        (f"G/battle/{WORD}/r({N})/(?:blow up|critical)/{UNIT}", "d100|d1000", "system round to"),
        (f"L/research/{WORD}/{WORD}", "d10"),
        (f"I/(?:ground|pcb)/{WORD}/r{N}/{WORD}{_MANY}|J/pcb/{WORD}", "d6"),
    ],
}


def unpacked(text: str) -> bytes:
    """The bytes of a base64 text; none for a text that is not written as base64 is."""
    data = base64.b64decode(text if re.fullmatch("([A-Za-z0-9+/=]{4})*", text) else "")
    return data if base64.b64encode(data).decode() == text else b""


def randomness(key: bytes, text: bytes, written: str) -> bytes:
    """Verify a proof by RFC 9381, 4.3 (RSA-FDH-VRF-SHA256); nothing for a wrong one."""
    proof = unpacked(written)
    modulus, number, size = int.from_bytes(key, "big"), int.from_bytes(proof, "big"), len(key)
    seed = b"\1\1" + size.to_bytes(4, "big") + key + text
    blocks = (sha256(seed + it.to_bytes(4, "big")) for it in range(size // 32 + 1))
    mask = int.from_bytes(b"".join(block.digest() for block in blocks)[: size - 1], "big")
    good = len(proof) == size and number < modulus and pow(number, 65537, modulus) == mask
    return sha256(b"\1\2" + proof).digest() if good else b""


def faces(random: bytes, name: str, die: str, count: int) -> list[int]:
    """The faces that follow from a roll's random bytes."""
    sides, low = (10, 0) if die == "d10_low" else (int(die[1:]), 1)
    found = []
    for block in range(count):
        text = f"{die}\0{name}".encode() + block.to_bytes(8, "big")
        made = blake2b(text, digest_size=64, key=random, person=b"pbm-dice-1").digest()
        numbers = [int.from_bytes(made[at : at + 4], "big") for at in range(0, 64, 4)]
        found += [it % sides + low for it in numbers if it < 2**32 - 2**32 % sides]
    return found[:count]


def units(part: Any) -> dict[str, str]:
    """Side and designation of everything that has an id, as far as it has them."""
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    found = {id: label for one in inside for id, label in units(one).items()}
    if isinstance(part, dict) and isinstance(part.get("id"), str):
        found[part["id"]] = f"{part.get('side', '')}\0{part.get('designation') or ''}"
    return found


def name_fault(packet: Any, item: Any, roll: Any, items: Any, own: Any, same: Any) -> str:
    """What is wrong with the name or die of a roll; "" if nothing."""
    rolled, listed = f"{roll['name']} {roll['die']}", FORMS[packet["game"]]
    whole, (start, _, last) = f"{rolled} {packet['versions']['dice']}", roll["name"].rpartition("/")
    forms = [(re.fullmatch(f"(?:{a})(?<! ) (?:{b}) sealed-.", whole), c) for a, b, *c in listed]
    found, about = next((it for it in forms if it[0]), (None, []))
    if found is None or not rolled.isprintable():
        return "its name and die have no form of this game"
    facts, told = "".join(about).split(), item.get("facts", {})
    alike = [[one["kind"], *map((one.get("facts") or {}).get, facts)] for one in items]
    for fact, part in zip(facts, found.groups(), strict=False):
        good = str(unit := told.get(fact, {})) == part
        if fact == "number":
            good = int(part) <= alike.count([item["kind"], *map(told.get, facts)])
        elif fact == "route":
            good = [*{it.get(last) for it in told["all"] if it.get(fact) == part}] == roll["faces"]
        elif fact in ("by", "to"):
            who, name = packet["player"]["id"], str(unit.get("own"))
            same(f"{roll['name']} of {who}, run at {packet['made']}", item["event"])
            same(f"{unit or part} of {who} at {told['system']}, run at {packet['made']}", part)
            key = own.get(told["system"], b"") + name.encode()
            good = "own" not in unit or part in [sha256(key + it).hexdigest()[:16] for it in _2]
        if not good:
            return f"it is not of the event, by its {fact}"
    ids = [part for part in found.groups() if part and re.fullmatch(ID, part)]
    others = {part for part in found.groups()[len(facts) :] if part} - set(ids)
    words = set(re.findall(r"\w+", str([packet["known"], item["text"]])))
    if any(not words & set(re.findall(r"\w+", part)) for part in others):
        return "a word of its name stands nowhere else"
    if start.startswith("setup/first/") and int(last) > str(item["rolls"]).count(f"'{start}/"):
        return "it was counted without the one before"
    scene, all_seen = item.get("scene") or {}, packet["game"] == "knighthawks"
    good = [scene.get("by"), scene.get("to")] == ids and set(ids) <= set(units(packet["known"]))
    return "it is of another unit than the sentence" if all_seen and ids and not good else ""


def check(given: list[tuple[str, bytes]], sent: list[bytes]) -> list[str]:
    """Everything that is wrong with packets, or with how your own sheets counted."""
    wrong, alike = list[str](), dict[str, Any]()
    packets = [(file, data, json.loads(data), sha256(data).hexdigest()) for file, data in given]
    seals = [(it["player"]["id"], it["seal"]) for _, _, it, _ in packets if "seal" in it]
    by_digest = {it.get("seal", {}).get("original") or one: it for _, _, it, one in packets}
    counted = {sheet["sha256"] for _who, seal in seals for sheet in seal["sheets"]}
    silent = {who for who, seal in seals if seal.get("phrase") == ""}
    wrong += ["A sheet did not count." for one in sent if sha256(one).hexdigest() not in counted]

    def claim(good: object, text: str) -> None:
        wrong.extend([] if good else [f"{file}: {text}."])

    def same(what: str, value: Any) -> None:
        claim(alike.setdefault(what, value) == value, f"{what} is not the same everywhere")

    for file, data, packet, _ in packets:
        mailing, turn, who, seal = (packet.get(it) for it in ("mailing", "turn", "player", "seal"))
        text = json.dumps(packet, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
        claim(text.encode() == data, "it is not written as the program writes it")
        form = rf"[^\W_][\w-]{{0,40}} [\d-]{{10}}T[\d:]{{8}}Z (?:0 new|({N}) \1([./][\w-]+)*)"
        good = re.fullmatch(form, f"{packet['campaign']} {packet['made']} {turn!r} {mailing}", re.A)
        claim(good, "campaign, turn, stage or time has another spelling")
        scheme = f"sealed-{2 if seal and 'source' in seal else 1}"
        claim(seal and packet["versions"]["dice"] in (scheme, "sealed-3"), "it has no seal")
        if not good or not seal:
            continue
        late = max([packet["made"], *(it["received"] for it in seal["sheets"])])
        claim(packet["corrected"] or late == packet["made"], "a sheet came after the run")
        same("the campaign", [packet[it] for it in ("campaign", "game", "title", "options")])
        same("a key", [packet["versions"]["dice"], *map(seal.get, ("key", "commitment", "source"))])
        same(f"the player {who['id']}", who)
        for id, label in [it for it in units(packet["known"]).items() if all(it[1].split("\0"))]:
            same(f"the unit {id}", label)
            same(f"the id of {label}", id)
        key = unpacked(seal["key"])
        claim(256 <= len(key) <= 1024 and key[0], "its key is not one")
        if before := by_digest.get(packet["previous"]):
            due = [it["mailing"] for it in before["next"]]
            skips = len(due) == 1 and "/" not in due[0] + mailing and due != [mailing]
            good = not skips and before["player"] == who and turn - before["turn"] in (0, 1)
            claim(good and before["made"] <= packet["made"], "it does not follow the one before")
        if mailing == "new" or not key:
            continue
        same("the salt", seal["salt"])
        same(f"the log of {(log := seal.get('log') or {}).get('entries')}", log.get("head"))
        if (listed := seal.get("phrases")) is not None:
            mine, nonce, is_open = seal.get("phrase"), seal.get("nonce"), packet["game"] != "nova"
            same("the list of phrases", listed)
            salt = sha256("\n".join(["pbm-salt-1", seal["key"], *listed]).encode()).hexdigest()
            good = sorted(it for it in listed if re.fullmatch("[0-9a-f]{64}", it)) == listed
            claim(good and salt == seal["salt"] and mailing == "0", "its salt is not theirs")
            entry = sha256(f"pbm-phrase-1\n{nonce}\n{mine}".encode()).hexdigest()
            claim(not mine or entry in listed, "your phrase is not in the salt")
            most = len(packet["known"].get("players", ())) - len(silent)
            claim(not is_open or (len(listed) <= most and not nonce), "a phrase is of nobody")
            heads = b"\n".join(one for one in sent if b"SETUP" in one).decode("utf-8", "replace")
            said = re.findall(r"(?im)^\s*PHRASE[\s:]+(\S.*?)\s*$", heads)
            claim(not said or said[-1] == mine, "your phrase is not the one you sent")
        items = [item for section in packet["story"] for item in section["items"]]
        names = {roll["name"] for one in items for roll in one["rolls"]}
        claim(seal["proofs"].keys() == names and not seal["scripted"], "rolls and proofs differ")
        own, head = {}, [packet["campaign"], str(turn), seal["salt"]]
        for place, text in seal.get("ids", {}).items():
            slip = "\n".join(["sealed-1", *head, f"ids/{place}/{who['id']}"])
            own[place] = randomness(key, slip.encode(), text)
            claim(own[place] and f"/{place}/" in str(names), f"your ids at {place} are not proven")
        for item, roll in [(one, roll) for one in items for roll in one["rolls"]]:
            name, die, told = roll["name"], roll["die"], roll["faces"]
            same(f"turn {turn}, {name}", [die, told])
            fault = name_fault(packet, item, roll, items, own, same)
            parts = [scheme, *head, name]
            for it in [one for one in seal.get("stages", ()) if name in one["rolls"]]:
                parts[2:] = [it["mailing"], seal["salt"], it["beacon"], f"{len(told)} {die}", name]
                same(f"the value of stage {parts[2]}", it["beacon"])
                claim(re.fullmatch(f"{turn}([./].*)?", parts[2]), f"{name}: of another turn")
            random = randomness(key, "\n".join(parts).encode(), seal["proofs"].get(name, ""))
            good = random and told and (fault or str(faces(random, name, die, len(told))))
            claim(good == str(told) and not fault, f"{name}: {fault or 'it is not proven'}")
    return wrong


if __name__ == "__main__":
    packets_given, _, rest = "\0".join(sys.argv[1:]).partition("\0--sent\0")
    files = [(name, Path(name).read_bytes()) for name in packets_given.split("\0") if name]
    faults = check(files, [Path(name).read_bytes() for name in rest.split("\0") if name])
    print("\n".join(faults) or f"{len(files)} packets: every roll is proven, nothing contradicts.")
    sys.exit(1 if faults else 0)
