"""Verify a player's dice from their packets alone, without campaign or network.

docs/sealed-dice.md says what this proves and what it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbm.dice.keyed import drawn
from pbm.dice.roll_forms import is_die
from pbm.dice.sealed import (
    beacon_text,
    decoded,
    encoded,
    fingerprint,
    key_text,
    phrase_entry,
    read_key,
    roll_text,
    salt_of,
)
from pbm.dice.vrf import PublicKey, verified
from pbm.kit.english import count
from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.text import shown
from pbm.packets.labels import labels_of
from pbm.packets.schema import read_packet
from pbm.packets.verify import chain, story, unit_ids
from pbm.packets.verify.beacon import stages
from pbm.packets.verify.findings import (
    HASH,
    NEW,
    NOT_PROVEN,
    NOTED,
    PROVEN,
    UNCHECKED,
    WRONG,
    Finding,
    Given,
    Result,
    Verified,
)
from pbm.packets.verify.log import log
from pbm.packets.verify.published import PublishedFolder, published
from pbm.packets.verify.sent import sheets


def verify(
    packets: Sequence[tuple[str, bytes]],
    *,
    key: str = "",
    sent: Sequence[tuple[str, bytes]] = (),
    folder: PublishedFolder | None = None,
) -> Verified:
    """What a player's packets, as (name, bytes), prove about their dice.

    ``key`` is the public key or its short form from the first report; without it the key is that of
    the packet before set-up, if given. ``sent`` are texts the player sent, or their receipts, to
    check whether they counted; ``folder`` is that of the campaign, published when it is over.
    ``ok`` is False if a roll is not proven or anything contradicts. Raises Faults for packets that
    cannot be read or are of several campaigns.
    """
    problems: list[Problem] = []
    given: list[Given] = []
    for file, data in packets:
        try:
            given.append(Given(file, data, read_packet(data, file)))
        except Faults as faults:
            problems += faults.problems
    campaigns = sorted({one.packet["campaign"] for one in given})
    if len(campaigns) > 1:
        problems.append(
            invalid(
                "these packets are of different campaigns",
                reason=", ".join(map(story.seen, campaigns)),
                remedy="Give those of one campaign",
            )
        )
    problems += _key_problems(key)
    if problems:
        raise Faults(*problems)
    trusted = _first_key(given)
    findings: list[Finding] = []
    own: dict[str, unit_ids.OwnIds] = {}
    for one in given:
        findings += _checked(one, given, key, trusted, own)
    findings += unit_ids.ids(given)
    findings += unit_ids.scene_ids(given)
    findings += unit_ids.withheld(given, own)
    findings += unit_ids.left_open(given, own)
    findings += chain.entries(given)
    findings += sheets(given, sent)
    findings += published(given, folder) if folder and given else ()
    return Verified(tuple(findings), tuple(map(story.seen, _lines(given, findings))))


def _checked(
    one: Given,
    given: Sequence[Given],
    key: str,
    trusted: Given | None,
    own: dict[str, unit_ids.OwnIds],
) -> Iterator[Finding]:
    """The findings about one packet, by itself and compared with the others.

    What proves the ids of its reader's units joins ``own``, by its file.
    """
    public: PublicKey | None = None
    yield from story.spelling(one)
    if one.seal is not None:
        found, public = _key(one, given, key, trusted)
        yield found
        yield from _salt(one, given, public)
        yield from chain.follows(one, given)
        yield from log(one, given)
        yield from stages(one, given)
    yield from chain.shared(one, given)
    own[one.file] = unit_ids.own_ids(one, given, public)
    for fault in own[one.file].faults:
        yield one.found("spelling", WRONG, fault)
    yield from _rolls(one, public, own[one.file])
    for ruling in one.packet["rulings"]:
        yield one.found("ruling", NOTED, f"Decided by the game master: {ruling['text']}")


# --- the key ---------------------------------------------------------------------------------


def _key_problems(key: str) -> list[Problem]:
    """The problem of a given key, if it is not a key."""
    if not key or re.fullmatch(r"[0-9a-f]{32}", _plain(key)):
        return []
    try:
        read_key(key.strip())
    except ValueError:
        return [
            invalid(
                "this is not a key",
                reason="it is neither 32 characters from 0-9 and a-f, nor a whole public key",
                remedy="Copy it from your first report, or give that report's packet instead",
            )
        ]
    return []


def _plain(words: str) -> str:
    return re.sub(r"[\s-]", "", words).casefold()


def _first_key(given: Sequence[Given]) -> Given | None:
    """The packet from before any die was rolled, if it is given."""
    return next((one for one in given if one.turn == NEW and one.seal is not None), None)


def _keys(one: Given) -> tuple[str, ...] | None:
    """The key, seed, source of public values and scheme, which must agree in all packets."""
    if one.seal is None:
        return None
    named = one.seal.get("source") or ""
    return one.seal["key"], one.seal["commitment"], named, one.packet["versions"]["dice"]


def _key(
    one: Given, given: Sequence[Given], key: str, trusted: Given | None
) -> tuple[Finding, PublicKey | None]:
    assert one.seal is not None
    try:
        public = read_key(one.seal["key"])
    except ValueError as reason:
        return one.found("key", WRONG, f"The key cannot prove dice: {reason}."), None
    if key_text(public) != one.seal["key"]:
        return one.found("key", WRONG, "The key is not written as keys are."), None
    name = fingerprint(public)
    if key and _plain(key) != _plain(name) and key.strip() != one.seal["key"]:
        return one.found("key", WRONG, f"The key {name} is not the one you gave."), public
    others = [trusted] if trusted is not None else given
    for other in others:
        if _keys(other) not in (None, _keys(one)):
            text = f"The key {name} differs from the one in {other.file}: it was exchanged."
            return one.found("key", WRONG, text), public
    if key:
        return one.found("key", PROVEN, f"The key {name} is the one you gave."), public
    if trusted is one:
        text = f"The key is {name}. It was published before any die was rolled: keep this packet."
        return one.found("key", NOTED, text), public
    if trusted is not None:
        return one.found("key", PROVEN, f"The key {name} is the one in {trusted.file}."), public
    text = (
        f"the key {name} is taken from this packet itself: give the packet of your first report, "
        "or --key"
    )
    return one.found("key", UNCHECKED, text), public


# --- the salt --------------------------------------------------------------------------------


def _salt(one: Given, given: Sequence[Given], key: PublicKey | None) -> Iterator[Finding]:
    assert one.seal is not None
    salt = one.seal["salt"]
    if one.turn == NEW:
        if salt:
            yield one.found("salt", WRONG, "There is a salt before anybody could give a phrase.")
        return
    if not HASH.fullmatch(salt):
        yield one.found("salt", WRONG, "The salt is not a hash.")
        return
    made = next((other for other in given if other.seal and other.seal.get("phrases")), None)
    others = [other.file for other in given if other.seal and other.seal["salt"] not in ("", salt)]
    if others:
        yield one.found("salt", WRONG, f"The salt differs from the one in {', '.join(others)}.")
    elif one.seal.get("phrases") is not None:
        yield _made_of_phrases(one, key)
    elif made is not None:
        yield one.found("salt", PROVEN, f"The salt is the one in {made.file}.")
    else:
        text = "the salt is taken from this packet itself: give the report on set-up"
        yield one.found("salt", UNCHECKED, text)
    if one.seal.get("phrases") is not None and not one.is_shared:
        yield _own_phrase(one)


def _made_of_phrases(one: Given, key: PublicKey | None) -> Finding:
    assert one.seal is not None
    if key is None or salt_of(key, one.seal["phrases"]) != one.seal["salt"]:
        return one.found("salt", WRONG, "The salt is not made of the key and these phrases.")
    return one.found("salt", PROVEN, "The salt is made of the key and the phrases as listed.")


def _own_phrase(one: Given) -> Finding:
    assert one.seal is not None
    words = one.seal.get("phrase") or ""
    if not words:
        return one.found("phrase", NOTED, "You gave no phrase on a sheet that came in time.")
    if phrase_entry(words, one.seal.get("nonce") or "") not in one.seal["phrases"]:
        return one.found("phrase", WRONG, f'Your phrase "{words}" is not in the list of phrases.')
    return one.found("phrase", PROVEN, f'Your phrase "{words}" is in the salt.')


# --- rolls -----------------------------------------------------------------------------------


def _rolls(one: Given, key: PublicKey | None, own: unit_ids.OwnIds) -> Iterator[Finding]:
    labels = labels_of(one.packet["known"])
    faults = story.roll_faults(one.packet, own)
    told: dict[tuple[str, str, tuple[int, ...]], None] = {}
    for section in one.packet["story"]:
        for item in section["items"]:
            for roll in item["rolls"]:
                told[roll["name"], roll["die"], tuple(roll["faces"])] = None
    for name, die, faces in told:
        result, text = _roll(one, key, name, die, faces)
        if result == PROVEN and name in faults:
            result, text = WRONG, faults[name]
        called = "/".join(labels.get(part, part) for part in name.split("/"))
        yield one.found("roll", result, text, name=called, die=die, faces=faces)
    names = {name for name, _die, _faces in told}
    if len(names) < len(told):
        yield one.found("roll", WRONG, "A roll stands in the packet with two kinds of dice.")
    if one.seal is not None:
        for name in one.seal["proofs"].keys() - names:
            text = f"There is a proof for {name}, a roll that is not in the packet."
            yield one.found("roll", WRONG, text, name=name)


def _roll(
    one: Given, key: PublicKey | None, name: str, die: str, faces: tuple[int, ...]
) -> tuple[Result, str]:
    if one.seal is None:
        return NOT_PROVEN, "The dice of this campaign are not sealed."
    if name in one.seal["scripted"]:
        return NOT_PROVEN, "The game master typed these dice in."
    if name not in one.seal["proofs"]:
        return NOT_PROVEN, "The packet has no proof for it."
    if key is None:
        return NOT_PROVEN, "There is no key to check it with."
    if one.packet["turn"] < 0 or not HASH.fullmatch(one.seal["salt"]):
        return WRONG, "The turn or salt cannot be used for dice."
    try:
        proof = decoded(one.seal["proofs"][name])
    except ValueError:
        return WRONG, "The proof cannot be read."
    if encoded(proof) != one.seal["proofs"][name]:
        return WRONG, "The proof is not written as proofs are."
    if not is_die(die):
        return WRONG, "The die is not written as dice are."
    text = _text(one, name, f"{len(faces)} {die}")
    if text is None:
        return WRONG, "It is not of one stage with a public value."
    random = verified(key, text, proof)
    if random is None:
        return WRONG, "The proof does not belong to this roll in this turn with this key and salt."
    ought = drawn(random, name, die, len(faces))
    if ought != faces or not faces:
        return WRONG, f"The proof gives {_shown(ought or drawn(random, name, die, 1))}."
    return PROVEN, "The faces follow from the key."


def _text(one: Given, name: str, dice: str) -> bytes | None:
    """What the proof of a roll is of; None for a roll of no stage."""
    assert one.seal is not None
    campaign, salt = one.packet["campaign"], one.seal["salt"]
    if not one.has_values:
        return roll_text(campaign, one.packet["turn"], salt, name)
    stages = [it for it in one.seal.get("stages") or () if name in it["rolls"]]
    if len(stages) != 1:
        return None
    return beacon_text(campaign, stages[0]["mailing"], salt, stages[0]["beacon"], dice, name)


def _shown(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces)


# --- in words --------------------------------------------------------------------------------


def _lines(given: Sequence[Given], findings: Sequence[Finding]) -> Iterator[str]:
    if any(one.seal is not None for one in given):
        yield from _first_lines(findings)
    for one in given:
        packet = one.packet
        own = [found for found in findings if found.packet == one.file]
        rolls = [found for found in own if found.what == "roll"]
        which = "before the first turn" if one.turn == NEW else f"turn {one.turn}"
        yield shown(f"{one.file}: {packet['campaign']}, {which}, for {packet['player']['name']}")
        for found in own:
            if found.what != "roll":
                yield shown(f"  {_MARKS[found.result]}{found.text}")
        for found in rolls:
            faces = f"{found.name}  {found.die} {_shown(found.faces)}".rstrip()
            why = "" if found.result == PROVEN else f"  {found.text}"
            yield shown(f"  {found.result:10}  {faces}{why}")
        results = [found.result for found in rolls]
        counts = ", ".join(
            f"{results.count(result)} {result}"
            for result in (PROVEN, NOT_PROVEN, WRONG)
            if results.count(result)
        )
        yield f"  {count(len(rolls), 'roll')}{': ' if rolls else ''}{counts}."
    if any(one.seal is not None for one in given):
        yield "Dice that you were not shown are in none of your packets and are not checked."
    elif given:
        yield "Only campaigns begun with --sealed have proofs."


def _first_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """The verdict on all packets, and what they leave open."""
    wrong = sum(found.result == WRONG for found in findings)
    open_ = sum(found.result == NOT_PROVEN for found in findings)
    if wrong:
        yield f"WRONG: {count(wrong, 'contradiction')}."
    elif open_:
        yield f"NOT PROVEN: {count(open_, 'roll')}."
    else:
        proven = sum(found.result == PROVEN and found.what == "roll" for found in findings)
        yield f"{count(proven, 'roll')}: proven, as far as these packets show."
    left = dict.fromkeys(found.text for found in findings if found.result == UNCHECKED)
    if left:
        yield shown(f"NOT CHECKED: {'; '.join(left)}.")


_MARKS = {
    PROVEN: "",
    NOTED: "",
    NOT_PROVEN: "NOT PROVEN: ",
    UNCHECKED: "NOT CHECKED: ",
    WRONG: "WRONG: ",
}
