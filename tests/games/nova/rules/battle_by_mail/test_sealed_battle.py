"""A battle by mail under seal: proven round by round, and no round opens the next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.dice.sealed import SealedDice
from pbm.service import api
from pbm.turns.history import begin_of
from tests.core.sealed_table import KEY, checked, results, set_key
from tests.games.nova.scenes import battle_by_mail as t

FIGHT = t.ships("SHOOT", "Spy", "Spy2") + t.ships("SHOOT", "Foe", "Foe2", player="Bea")


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """A battle of which both are mailed every round, to the end of its turn."""
    with pytest.MonkeyPatch.context() as patch:
        set_key(patch)
        rulings = FIGHT + t.by_mail("SHOOT", "Ann, Bea")
        campaign = t.begun(tmp_path_factory.mktemp("sealed"), rulings, sealed=True)
        t.run(campaign)
        t.to_the_end(campaign)
        yield campaign


def legs(campaign: Campaign) -> list[str]:
    """The legs of turn 1 in their order."""
    found = [one.name for one in (campaign.folder / "turns").iterdir() if one.name[:3] == "001"]
    return sorted(found, key=lambda name: int(name.rpartition("@")[2]) if "@" in name else 0)


def raw(campaign: Campaign, leg: str, player: str) -> tuple[str, bytes]:
    path = campaign.folder / "turns" / leg / "reports" / player / "packet.json"
    return f"{leg}-{player}", path.read_bytes()


def rolls(packet: dict[str, Any]) -> dict[str, list[int]]:
    return {
        roll["name"]: roll["faces"]
        for section in packet["story"]
        for item in section["items"]
        for roll in item["rolls"]
    }


def test_every_round_is_proven_to_both(fought: Campaign) -> None:
    assert len(legs(fought)) >= 3
    rolled = 0
    for player in ("ann", "bea"):
        packets = [raw(fought, leg, player) for leg in ("new", "000", *legs(fought))]
        found = checked(*packets)
        assert found.ok, [one for one in found.findings if one.result == "wrong"]
        rolled += len(results(found))
        assert results(found, "before") == ["proven"] * (len(packets) - 1)
    assert rolled > 10


def test_both_were_shown_the_same_faces_where_they_were_shown_the_same_roll(
    fought: Campaign,
) -> None:
    last = legs(fought)[-1]
    ann, bea = rolls(t.packet(fought, last)), rolls(t.packet(fought, last, "bea"))
    shared = ann.keys() & bea.keys()
    assert shared and {name: ann[name] for name in shared} == {name: bea[name] for name in shared}
    assert ann.keys() - shared or bea.keys() - shared  # not everything is seen by both


def test_an_id_is_of_one_ship_in_its_battle(fought: Campaign) -> None:
    last = legs(fought)[-1]
    assert not [one for one in checked(raw(fought, last, "ann")).findings if "scene" in one.text]
    packet = t.packet(fought, last)
    volleys = [one for part in packet["story"] for one in part["items"] if "_volley" in one["kind"]]
    (roll, *_more), (name, at) = volleys[-1]["rolls"], volleys[-1]["ships"]
    head, by, to, number = roll["name"].rsplit("/", 3)
    battle = head.split("/")[2]
    for parts, said in (
        (
            (head, "a" * 16, to, number),
            f"{name} has two ids in one scene ({battle}), {by} and {'a' * 16}.",
        ),
        ((head, to, by, number), f"The id {to} is {at} and {name} in one scene ({battle})."),
    ):
        roll["name"] = "/".join(parts)
        found = checked(("forged", json.dumps(packet).encode()))
        assert said in [one.text for one in found.findings if one.result == "wrong"]


def test_a_packet_holds_no_proof_of_what_it_does_not_tell(fought: Campaign) -> None:
    for leg in legs(fought):
        for player in ("ann", "bea"):
            packet = t.packet(fought, leg, player)
            assert set(packet["seal"]["proofs"]) == set(rolls(packet))
            for section in packet["story"]:
                for item in section["items"]:
                    assert {roll["group"] for roll in item["rolls"]} <= {""}


def test_a_round_does_not_open_the_next(fought: Campaign) -> None:
    """What is proven while the turn waits are the rolls of the rounds told, one by one."""
    known: set[str] = set()
    later = [set(t.packet(fought, leg)["seal"]["proofs"]) for leg in legs(fought)]
    for proofs in later[:-1]:
        assert proofs.isdisjoint(known)
        known |= proofs
    assert later[-1] >= known


def test_who_plays_is_told_neither_by_the_list_of_phrases_nor_by_a_roll(fought: Campaign) -> None:
    seal = t.packet(fought, "000")["seal"]
    assert len(seal["phrases"]) == 64 and seal["phrase"] == ""
    assert t.packet(fought, "000", "bea")["seal"] == {
        **seal,
        "sheets": t.packet(fought, "000", "bea")["seal"]["sheets"],
    }
    assert "bea" not in json.dumps(t.packet(fought, "001")["seal"]).casefold()


def test_a_phrase_hides_among_fillers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_key(monkeypatch)
    campaign = api.new_campaign(
        tmp_path / "duel", "nova/duel", players=["E=Ann", "E=Bea"], seed="s", sealed=True,
        at=t.BEGUN,
    )  # fmt: skip
    sheet = (campaign.folder / "turns/new/reports/ann/orders.txt").read_bytes()
    given = sheet.replace(b"# PHRASE  your words", "PHRASE  häns' \u201cred\u201d ink".encode())
    (received,) = api.submit(campaign, [("a.txt", given)], at=t.BEGUN)
    assert "your phrase is" in received.receipt
    t.run(campaign)
    ann, bea = (t.packet(campaign, "000", who)["seal"] for who in ("ann", "bea"))
    assert ann["phrases"] == bea["phrases"] and len(ann["phrases"]) == 64
    assert ann["nonce"] and not bea["nonce"] and not bea["phrase"]
    found = checked(raw(campaign, "new", "ann"), raw(campaign, "000", "ann"))
    assert found.ok and results(found, "phrase") == ["proven"]


def test_it_all_comes_out_again_and_a_rerun_keeps_every_face(fought: Campaign) -> None:
    assert api.replay(fought, pdfs=False) == []
    before = {leg: rolls(t.packet(fought, leg)) for leg in legs(fought)}
    api.rule(fought, "1", b"set Ann.treasury = 1 because of a test\n", "r.txt", at=t.SENT)
    api.rerun(fought, "1", pdfs=False, at="2026-02-01T10:00+00:00")
    for leg in before:
        assert rolls(t.packet(fought, f"{leg}.r2")) == before[leg]


def test_dice_of_a_sealed_turn_are_sealed(fought: Campaign) -> None:
    standing = begin_of(fought)
    assert isinstance(fought.dice(standing), SealedDice)
    assert fought.key == KEY


def test_a_round_with_typed_in_dice_contradicts_nothing_in_later_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report of a later round names that stage, which took in no value, and none of its rolls."""
    set_key(monkeypatch)
    rulings = FIGHT + t.by_mail("SHOOT", "Ann, Bea")
    campaign = t.begun(tmp_path, rulings, sealed=True, beacon="the draw")
    t.run(campaign)
    dice = b"*critical*: 5 5 5 *\n*fire*: 5 5 *\n*blow*: 99 *\n"
    how = api.How(missing_ok=True, pdfs=False)
    at = "2026-01-04T10:00+00:00"
    api.run_turn(campaign, "1/SHOOT/1", how=how, dice_script=("d.txt", dice), at=at)
    t.run(campaign, "1/SHOOT/2")
    found = checked(*(raw(campaign, leg, "ann") for leg in ("new", "000", *legs(campaign))))
    assert {"proven", "not proven"} == set(results(found))
    assert [one.text for one in found.findings if one.result == "wrong"] == []
