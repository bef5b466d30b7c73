"""pbm verify: what packets prove, what they do not, and every way in which one may be false."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.dice.keyed import KeyedDice
from pbm.dice.sealed import fingerprint, key_text, phrase_entry, salt_of
from pbm.service import api
from pbm.service.api import Faults, run_turn, verify
from tests.core import table
from tests.core.sealed_table import (
    KEY,
    OTHER_KEY,
    again,
    begin,
    checked,
    packet,
    play,
    raw,
    results,
    set_key,
    sheet,
    texts,
)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """Turns 0 to 3 were run; nothing here changes it."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        set_key(patch)
        yield play(begin(tmp_path_factory.mktemp("sealed")))


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    table.set_table(monkeypatch)


def rolls(packet: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        roll for section in packet["story"] for item in section["items"] for roll in item["rolls"]
    ]


def test_all_packets_of_a_player_are_proven(campaign: Campaign) -> None:
    found = checked(*(raw(campaign, stage) for stage in ("new", "000", "001", "002", "003")))
    assert found.ok
    assert results(found) == ["proven"] * 6
    assert results(found, "key") == ["noted", *["proven"] * 4]
    assert results(found, "salt") == ["proven"] * 4
    assert results(found, "phrase") == ["proven", "unchecked"]
    assert results(found, "before") == ["proven"] * 4
    lines = "\n".join(found.lines)
    assert "2 rolls: 2 proven." in lines and "purple ink" in lines


def test_one_packet_alone_says_what_it_rests_on(campaign: Campaign) -> None:
    found = checked(raw(campaign, "002"))
    assert found.ok and results(found, "key") == results(found, "salt") == ["unchecked"]
    assert found.lines[1].startswith("NOT CHECKED: the key ")
    assert "taken from this packet itself" in texts(found, "key")


def test_the_key_of_the_first_report_is_enough(campaign: Campaign) -> None:
    short = fingerprint(KEY.public)
    for key in (short, short.upper().replace(" ", "-"), key_text(KEY.public)):
        found = checked(raw(campaign, "002"), key=key)
        assert found.ok and results(found, "key") == ["proven"]
    for key in (fingerprint(OTHER_KEY.public), key_text(OTHER_KEY.public)):
        found = checked(raw(campaign, "002"), key=key)
        assert not found.ok and results(found, "key") == ["wrong"]
    with pytest.raises(Faults, match="this is not a key"):
        checked(raw(campaign, "002"), key="7F3A")


def test_two_players_agree_on_what_both_were_shown(campaign: Campaign) -> None:
    found = checked(raw(campaign, "002"), raw(campaign, "002", "bob"))
    assert found.ok and results(found) == ["proven"] * 4
    one, other = packet(campaign, "002"), packet(campaign, "002", "bob")
    assert one["seal"]["proofs"] == other["seal"]["proofs"]
    assert {r["name"]: r["faces"] for r in rolls(one)} == {
        r["name"]: r["faces"] for r in rolls(other)
    }


def test_a_packet_has_the_proofs_of_its_rolls_and_no_group(campaign: Campaign) -> None:
    found = packet(campaign, "002")
    assert set(found["seal"]["proofs"]) == {roll["name"] for roll in rolls(found)}
    assert {roll["group"] for roll in rolls(found)} == {""}
    assert {len(proof) for proof in found["seal"]["proofs"].values()} == {344}


def test_an_altered_face_is_wrong(campaign: Campaign) -> None:
    false = packet(campaign, "002")
    roll = rolls(false)[0]
    roll["faces"] = [roll["faces"][0] % 10 + 1]
    found = checked(again("false", false))
    assert not found.ok and sorted(results(found)) == ["proven", "wrong"]
    assert "The proof gives" in texts(found, "roll")


@pytest.mark.parametrize(
    "how", ["bit", "other", "short", "words", "turn", "campaign", "die", "big"]
)
def test_an_altered_proof_is_wrong(campaign: Campaign, how: str) -> None:
    false = packet(campaign, "002")
    proofs = false["seal"]["proofs"]
    first, second = sorted(proofs)
    match how:
        case "bit":
            proofs[first] = ("A" if proofs[first][0] != "A" else "B") + proofs[first][1:]
        case "other":
            proofs[first] = proofs[second]
        case "short":
            proofs[first] = proofs[first][4:]
        case "words":
            proofs[first] = "trust me"
        case "turn":  # the proof of the same name in another turn
            proofs[first] = packet(campaign, "003")["seal"]["proofs"][first]
        case "campaign":
            false["campaign"] = "eridan"
        case "die" | "big":
            for roll in rolls(false):
                roll["die"] = {"die": "coin", "big": f"d{1 << 33}"}[how]
    found = checked(again("false", false))
    assert not found.ok and "wrong" in results(found)


def test_a_roll_under_another_name_is_wrong(campaign: Campaign) -> None:
    """The game master cannot roll again by calling the roll something else."""
    false = packet(campaign, "002")
    roll = rolls(false)[0]
    was = roll["name"]
    roll["name"] = was + "/again"
    found = checked(again("false", false))
    assert sorted(results(found)) == ["not proven", "proven", "wrong"]
    false["seal"]["proofs"][roll["name"]] = false["seal"]["proofs"].pop(was)
    assert "wrong" in results(checked(again("false", false)))


def test_a_roll_without_its_proof_is_not_proven(campaign: Campaign) -> None:
    false = packet(campaign, "002")
    false["seal"]["proofs"] = {}
    found = checked(again("false", false))
    assert not found.ok and results(found) == ["not proven"] * 2
    assert "has no proof" in texts(found, "roll")


def test_an_exchanged_key_is_noticed_though_all_proofs_fit_it(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_key(monkeypatch, OTHER_KEY)
    other = play(begin(tmp_path))
    assert checked(raw(other, "002")).ok
    found = checked(raw(campaign, "new"), raw(other, "002"))
    assert not found.ok and "it was exchanged" in texts(found, "key")
    assert not checked(raw(other, "002"), key=fingerprint(KEY.public)).ok


@pytest.mark.parametrize("key", ["", "AAAA", "no key at all"])
def test_a_key_that_proves_nothing_is_wrong(campaign: Campaign, key: str) -> None:
    false = packet(campaign, "002")
    false["seal"]["key"] = key
    found = checked(again("false", false))
    assert results(found, "key") == ["wrong"] and results(found) == ["not proven"] * 2


def test_a_changed_commitment_is_an_exchange(campaign: Campaign) -> None:
    false = packet(campaign, "002")
    false["seal"]["commitment"] = "0" * 64
    assert results(checked(raw(campaign, "new"), again("false", false)), "key")[1] == "wrong"


def test_another_salt_is_noticed(campaign: Campaign) -> None:
    false = packet(campaign, "002")
    false["seal"]["salt"] = salt_of(KEY.public, [phrase_entry("chosen by the game master")])
    assert "wrong" in results(checked(again("false", false)))
    assert "wrong" in results(checked(raw(campaign, "000"), again("false", false)), "salt")
    false["seal"]["salt"] = ""
    assert results(checked(again("false", false)), "salt") == ["wrong"]
    first = packet(campaign, "new")
    first["seal"]["salt"] = "0" * 64
    assert results(checked(again("first", first)), "salt") == ["wrong"]


def test_a_phrase_left_out_is_noticed(campaign: Campaign) -> None:
    whole = packet(campaign, "000")
    without = [one for one in whole["seal"]["phrases"] if one != phrase_entry("purple ink")]
    false = copy.deepcopy(whole)
    false["seal"]["phrases"] = without  # the salt is still the old one
    assert results(checked(again("false", false)), "salt") == ["wrong"]
    false["seal"]["salt"] = salt_of(KEY.public, without)  # and now it is not
    found = checked(again("false", false))
    assert results(found, "salt") == ["proven"]
    assert results(found, "phrase") == ["wrong", "unchecked"]
    false["seal"]["phrase"] = ""
    found = checked(again("false", false))
    assert "You gave no phrase" in texts(found, "phrase")


def test_dice_typed_in_are_not_proven_and_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_key(monkeypatch)
    campaign = play(begin(tmp_path), 0)
    table.send(campaign, sheet("Ilse", "1", "add 2"), sheet("Bob", "1", "add 2"))
    run_turn(campaign, dice_script=("dice.txt", b"7 8"), at="2026-03-05T12:00Z")
    found = checked(raw(campaign, "001"))
    assert not found.ok and results(found) == ["not proven"] * 2
    assert "typed these dice in" in texts(found, "roll")
    held = packet(campaign, "001")["seal"]
    assert held["proofs"] == {} and len(held["scripted"]) == 2
    assert api.replay(campaign) == []


def test_rulings_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_key(monkeypatch)
    campaign = play(begin(tmp_path), 0)
    api.rule(campaign, "1", b"set bob.total = 40 because I say so", "r", at=table.LATER)
    table.send(campaign, sheet("Ilse", "1", "add 2"), sheet("Bob", "1", "add 2"))
    run_turn(campaign, at="2026-03-05T12:00Z")
    found = checked(raw(campaign, "001", "bob"))
    assert found.ok and results(found, "ruling") == ["noted"]
    assert "Decided by the game master" in "\n".join(found.lines)


def test_a_campaign_without_a_seal_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = play(table.begin(tmp_path), 1, ("", ""))
    found = checked(raw(campaign, "001"))
    assert not found.ok and results(found) == ["not proven"] * 2
    assert "--sealed" in found.lines[-1]


def test_what_was_sent_and_whether_it_counted(campaign: Campaign) -> None:
    mine, his = sheet("Ilse", "2", "add 2"), sheet("Bob", "2", "add 3")
    found = checked(raw(campaign, "002"), sent=[("mine.txt", mine)])
    assert found.ok and results(found, "sheet") == ["proven"]
    assert "mine.txt counted in turn 2, received 2026-03-04" in texts(found, "sheet")
    for other in (his, mine + b" ", b""):
        found = checked(raw(campaign, "002"), sent=[("other.txt", other)])
        assert not found.ok and "counted in none" in texts(found, "sheet")
    receipt = (campaign.folder / "inbox/002/ilse/1.receipt.txt").read_bytes()
    assert checked(raw(campaign, "002"), sent=[("receipt.txt", receipt)]).ok
    noted = checked(raw(campaign, "002"))
    assert results(noted, "sheet") == ["noted"]
    held = packet(campaign, "002")["seal"]["sheets"]
    assert [one["sha256"] for one in held] != [
        one["sha256"] for one in packet(campaign, "002", "bob")["seal"]["sheets"]
    ]


def test_packets_that_cannot_be_read_are_all_named(campaign: Campaign) -> None:
    other = packet(campaign, "002")
    other["seal"]["proofs"] = 5
    with pytest.raises(Faults) as faults:
        verify([("a", b"nonsense"), again("b", other), raw(campaign, "001")])
    assert len(faults.value.problems) == 2
    elsewhere = packet(campaign, "002")
    elsewhere["campaign"] = "tau"
    with pytest.raises(Faults, match="different campaigns"):
        verify([raw(campaign, "001"), again("b", elsewhere)])


def test_the_packet_before_must_be_the_very_one(campaign: Campaign) -> None:
    touched = packet(campaign, "001")
    touched["summary"] = ["All is well."]
    found = checked(again("001", touched), raw(campaign, "002"))
    assert results(found, "before") == ["unchecked", "wrong"]
    assert "one of the two was altered" in texts(found, "before")
    assert results(checked(raw(campaign, "001"), raw(campaign, "002")), "before")[1:] == ["proven"]


def test_rows_have_one_form(campaign: Campaign) -> None:
    rows = [one.row for one in checked(raw(campaign, "new"), raw(campaign, "002")).findings]
    keys = {"packet", "turn", "what", "result", "text", "name", "die", "faces"}
    assert all(set(row) == keys for row in rows)
    assert {row["result"] for row in rows} <= {
        "proven",
        "not proven",
        "unchecked",
        "wrong",
        "noted",
    }
    assert {row["what"] for row in rows} == {"key", "salt", "before", "sheet", "roll"}
    json.dumps(rows)


def test_two_keys_among_packets_are_noticed_without_the_first(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_key(monkeypatch, OTHER_KEY)
    other = play(begin(tmp_path), 1)
    found = checked(raw(campaign, "002"), raw(other, "001"))
    assert not found.ok and results(found, "key") == ["wrong", "wrong"]


_PIECES = (b"", b"0", b'"', b"\xff", b"\\ud800", b"-1", b"null", b"9" * 30, b"{", b",")


def test_any_change_of_a_packet_is_detected_or_harmless(campaign: Campaign) -> None:
    """Bytes changed at random: a fault that can be read, or findings; never anything else."""
    data = raw(campaign, "000")[1]
    dice = KeyedDice(b"changes", 0)
    told: list[Faults] = []
    for attempt in range(300):
        broken = bytearray(data)
        for change in range(1 + attempt % 3):
            place, length, what = (
                dice.faces(f"{attempt}/{change}/{sides}", f"d{sides}", 1, "all")[0] - 1
                for sides in (len(broken), 4, len(_PIECES))
            )
            broken[place : place + length] = _PIECES[what]
        try:
            verify([("broken", bytes(broken))])
        except Faults as faults:
            told.append(faults)
    assert 0 < len(told) < 300
    assert all(problem.fault for faults in told for problem in faults.problems)


@pytest.mark.parametrize("faces", [[0], [11], [-5], [10**30], [], [1] * 1000])
def test_faces_that_no_die_has_are_wrong(campaign: Campaign, faces: list[int]) -> None:
    false = packet(campaign, "002")
    rolls(false)[0]["faces"] = faces
    found = checked(again("false", false))
    assert sorted(results(found)) == ["proven", "wrong"]


def test_a_first_packet_that_names_one_before_it_is_wrong(campaign: Campaign) -> None:
    first = {**packet(campaign, "new"), "previous": "0" * 64}
    found = checked(again("new-ilse", first))
    assert texts(found, "before") == "The first packet names a packet before it."
    assert not found.ok


def test_of_no_packets_nothing_is_said() -> None:
    assert checked().lines == ()


def test_a_player_who_changes_their_name_is_noticed(campaign: Campaign) -> None:
    other = packet(campaign, "001")
    other["player"]["name"] = "Ilsa"
    found = checked(again("001", other), raw(campaign, "002"))
    assert "is of a player with another name" in texts(found, "before")


def test_a_sheet_of_a_turn_whose_report_is_missing_is_left_open(campaign: Campaign) -> None:
    sent = [("mine.txt", sheet("Ilse", "1", "add 2"))]
    found = checked(raw(campaign, "002"), sent=sent)
    assert found.ok and results(found, "sheet") == ["unchecked"]
    assert "the report of turn 1, for which mine.txt was sent, was not given" in found.lines[1]


def test_a_sheet_that_another_replaced_did_not_count(campaign: Campaign) -> None:
    sent = [("old.txt", sheet("Ilse", "2", "add 1")), ("new.txt", sheet("Ilse", "2", "add 2"))]
    found = checked(raw(campaign, "002"), sent=sent)
    assert found.ok and sorted(results(found, "sheet")) == ["noted", "proven"]
    assert "old.txt did not count: another of your sheets" in texts(found, "sheet")


def test_the_phrase_of_the_newest_set_up_sheet_is_compared(campaign: Campaign) -> None:
    sent = [("mine.txt", sheet("Ilse", "0", "PHRASE purple ink", "hide 3"))]
    found = checked(raw(campaign, "000"), sent=sent)
    assert "The phrase is the one on your sheet." in texts(found, "phrase")
    newer = packet(campaign, "000")
    newer["seal"]["sheets"].append({**newer["seal"]["sheets"][0], "number": 2, "sha256": "0" * 64})
    found = checked(again("000", newer), sent=sent)
    assert "set-up sheet number 2 was not given" in texts(found, "phrase")
