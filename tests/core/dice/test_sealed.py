"""Sealed dice by themselves: faces, proofs, fingerprints, phrases and the salt."""

from __future__ import annotations

import hashlib

import pytest

from pbm.dice import vrf
from pbm.dice.keyed import drawn, reading
from pbm.dice.sealed import (
    SealedDice,
    closed_list,
    commitment,
    decoded,
    encoded,
    fingerprint,
    key_text,
    nonce_of,
    phrase_entry,
    read_key,
    roll_text,
    salt_of,
)
from pbm.dice.vrf import key_fault, verified
from tests.core.sealed_table import KEY, OTHER_KEY

SALT = "ab" * 32


def dice(turn: int = 3, salt: str = SALT, name: str = "eridani") -> SealedDice:
    return SealedDice(KEY, name, turn, salt)


def test_faces_follow_from_the_proof_alone() -> None:
    rolls = dice()
    faces = rolls.faces("1.attack/attack/k3v9", "d10", 3, "rook+heron")
    proof = decoded(rolls.proofs["1.attack/attack/k3v9"])
    text = f"sealed-1\neridani\n3\n{SALT}\n1.attack/attack/k3v9".encode()
    random = verified(KEY.public, text, proof)
    assert random == hashlib.sha256(b"\x01\x02" + proof).digest()
    assert random is not None and drawn(random, "1.attack/attack/k3v9", "d10", 3) == faces
    assert all(1 <= face <= 10 for face in faces)


def test_who_perceives_a_roll_and_what_else_is_rolled_change_nothing() -> None:
    one, other = dice(), dice()
    other.faces("another", "d6", 5, "x")
    assert one.faces("a", "d100", 1, "all") == other.faces("a", "d100", 1, "gm")
    assert one.faces("a", "d100", 1, "all") == one.faces("a", "d100", 1, "all")
    assert one.faces("b", "d10", 5, "all")[:2] == dice().faces("b", "d10", 2, "all")


def test_campaign_turn_salt_and_name_each_give_another_key() -> None:
    asked = {
        roll_text("eridani", 3, SALT, "a"),
        roll_text("eridani", 4, SALT, "a"),
        roll_text("age", 3, SALT, "a"),
        roll_text("eridani", 3, "cd" * 32, "a"),
        roll_text("eridani", 3, SALT, "b"),
    }
    assert len(asked) == 5
    proofs = set()
    for each in (dice(), dice(4), dice(name="age"), dice(salt="cd" * 32)):
        each.faces("a", "d6", 1, "all")
        proofs.add(each.proofs["a"])
    assert len(proofs) == 4


@pytest.mark.parametrize("die", ["d6", "d10", "d10_low", "d100"])
def test_every_face_comes_up(die: str) -> None:
    sides, lowest = reading(die)
    found: set[int] = set()
    for number in range(12):
        found.update(dice(number % 3).faces(f"roll {number}", die, 100, "all"))
    assert found == set(range(lowest, lowest + sides))


def test_a_key_in_words_and_back() -> None:
    assert read_key(key_text(KEY.public)) == KEY.public
    modulus = KEY.public.modulus.to_bytes(256, "big")
    digest = hashlib.sha256(modulus).hexdigest()
    assert fingerprint(KEY.public).replace(" ", "") == digest[:32]
    for broken in ("", "AAAA", "not base64!", "Ä", encoded(modulus[:-1])):
        with pytest.raises(ValueError, match=r"bits|base64|factor"):
            read_key(broken)


def test_the_salt_hangs_on_key_and_every_phrase_but_not_on_their_order() -> None:
    entries = [phrase_entry("one"), phrase_entry("two")]
    salt = salt_of(KEY.public, entries)
    assert salt == salt_of(KEY.public, entries[::-1])
    lines = ["pbm-salt-1", key_text(KEY.public), *sorted(entries)]
    assert salt == hashlib.sha256("\n".join(lines).encode()).hexdigest()
    others = [
        salt_of(OTHER_KEY.public, entries),
        salt_of(KEY.public, entries[:1]),
        salt_of(KEY.public, []),
        salt_of(KEY.public, [phrase_entry("one"), phrase_entry("two ")]),
    ]
    assert len({salt, *others}) == 5
    assert phrase_entry("one") == hashlib.sha256(b"pbm-phrase-1\n\none").hexdigest()


def test_a_closed_list_tells_neither_how_many_phrases_there_are_nor_which() -> None:
    none = closed_list(KEY, "age", [], 6)
    own = phrase_entry("mine", nonce_of(KEY, "age", "player", "ann"))
    one = closed_list(KEY, "age", [own], 6)
    assert len(none) == len(one) == 64
    assert own in one and own not in none
    assert list(one) == sorted(one) and len(set(one)) == 64
    assert set(one) - {own} < set(none)
    assert nonce_of(KEY, "age", "player", "ann") != nonce_of(KEY, "age", "player", "bea")
    assert len(closed_list(KEY, "age", [], 64)) == 64
    assert len(closed_list(KEY, "age", [own], 65)) == len(closed_list(KEY, "age", [], 1000)) == 1024


def test_the_commitment_binds_the_seed_and_hides_it() -> None:
    found = commitment(KEY, "age", b"a seed")
    assert found == commitment(KEY, "age", b"a seed")
    assert found != commitment(KEY, "age", b"a seee")
    assert found != commitment(OTHER_KEY, "age", b"a seed")
    assert found != hashlib.sha256(b"pbm-seed-1\na seed").hexdigest()


def test_a_key_that_is_not_good_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = ["its modulus is short", ""]
    monkeypatch.setattr(vrf, "key_fault", lambda _key: faults.pop(0))
    made = vrf.new_key()
    assert faults == []
    assert key_fault(made.public) == ""
