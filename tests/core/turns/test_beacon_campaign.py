"""A campaign whose sealed dice take in a public value each turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from pbm.packets.verify import beacon
from pbm.service import api, beacon_values
from pbm.service.api import BeaconNeeded, Faults, replay, rerun, rule, run_turn
from tests.core import table
from tests.core.sealed_table import KEY, again, begin, checked, packet, raw, results, set_key, texts
from tests.seal.forging import Forgery, Key, sha256
from tests.seal.test_second_verifier import SECOND

DRAW = "the Saturday draw"
QUICKNET = "drand:quicknet"
SIGNATURE = "ab" * 48


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    table.set_table(monkeypatch)
    set_key(monkeypatch)
    return tmp_path


def hand_in(campaign: Campaign, turn: int, add: str = "add 2", **more: bool) -> None:
    """A sheet of each player for a turn."""
    order = "hide 3" if turn == 0 else add
    sheets = (table.sheet(name, str(turn), order) for name in ("Ilse", "Bob"))
    table.send(campaign, *sheets, at=f"2026-03-{turn + 2:02d}T12:00:00Z", **more)


def run(campaign: Campaign, turn: int, value: str = "") -> api.Ran:
    """That turn run with a value."""
    return run_turn(campaign, beacon=value, at=f"2026-03-{turn + 2:02d}T20:00:00Z")


@pytest.fixture
def campaign(folder: Path) -> Campaign:
    """Set-up and two turns, each with the numbers of a draw."""
    made = begin(folder, beacon=DRAW)
    for turn in range(3):
        hand_in(made, turn)
        run(made, turn, f"3 14 {turn + 20}")
    return made


def test_each_turn_takes_in_its_value_and_is_proven(campaign: Campaign) -> None:
    found = checked(*(raw(campaign, stage) for stage in ("new", "000", "001", "002")))
    assert found.ok and results(found) == ["proven"] * 4
    assert results(found, "beacon") == ["noted"] * 3
    assert f'stage 2 take in "3 14 22": look it up, {DRAW}' in texts(found, "beacon")
    assert packet(campaign, "new")["seal"]["source"] == DRAW
    assert packet(campaign, "002")["versions"]["dice"] == "sealed-3"
    assert replay(campaign) == []


def test_without_its_value_nothing_is_run(folder: Path) -> None:
    campaign = begin(folder, beacon=DRAW)
    hand_in(campaign, 0)
    with pytest.raises(BeaconNeeded, match="turn 0 needs its public value"):
        run(campaign, 0)
    with pytest.raises(Faults, match="is not the public value"):
        run(campaign, 0, "x" * 201)
    assert run(campaign, 0, " 3  14 20 ").folder is not None
    (stage,) = packet(campaign, "000")["seal"]["stages"]
    assert (stage["mailing"], stage["beacon"], stage["late"]) == ("0", "3 14 20", 0)


def test_a_source_is_named_at_the_start_and_well(folder: Path) -> None:
    with pytest.raises(Faults, match="not a source of public values"):
        begin(folder, beacon="drand:nowhere")
    plain = begin(folder)
    hand_in(plain, 0)
    with pytest.raises(Faults, match="take in no public value"):
        run(plain, 0, "3 14 20")


def test_other_values_give_other_dice(folder: Path) -> None:
    faces = []
    for value in ("3 14 20", "3 14 21"):
        place = folder / value.replace(" ", "-")
        place.mkdir()
        campaign = begin(place, beacon=DRAW)
        for turn in range(2):
            hand_in(campaign, turn)
            run(campaign, turn, value)
        items = [it for part in packet(campaign, "001")["story"] for it in part["items"]]
        faces.append([roll["faces"] for item in items for roll in item["rolls"]])
    assert faces[0] != faces[1]


def test_a_rerun_keeps_the_value_and_says_that_a_sheet_was_late(campaign: Campaign) -> None:
    before = packet(campaign, "002")["seal"]
    table.send(campaign, table.sheet("Ilse", "2", "add 9"), late=True, at="2026-03-06T12:00:00Z")
    rerun(campaign, "2", at="2026-03-07T12:00:00Z")
    after = packet(campaign, "002.r2", "bob")["seal"]
    assert after["stages"] == [{**before["stages"][0], "late": 1}]
    assert after["proofs"] == before["proofs"]
    found = checked(raw(campaign, "002.r2", "bob"))
    assert "1 sheet counted in stage 2 after the public value was known" in found.lines[1]
    assert replay(campaign) == []


def test_a_turn_that_stopped_keeps_its_value(campaign: Campaign) -> None:
    table.send(campaign, table.sheet("Ilse", "3", "add 13"), table.sheet("Bob", "3", "add 2"))
    assert run(campaign, 3, "5 6 7").docket
    with pytest.raises(Faults, match="cannot be exchanged"):
        run(campaign, 3, "5 6 8")
    answer = b"answer T-A3 ilse: yes because so"
    rule(campaign, "3", answer, "r.txt", at="2026-03-05T20:00:00Z")
    assert run(campaign, 3).folder is not None
    assert packet(campaign, "003")["seal"]["stages"][0]["beacon"] == "5 6 7"


def test_dice_typed_in_need_no_value(campaign: Campaign) -> None:
    hand_in(campaign, 3)
    run_turn(campaign, dice_script=("dice.txt", b"7 8"), at="2026-03-05T20:00:00Z")
    found = checked(raw(campaign, "003"))
    assert not found.ok and results(found) == ["not proven"] * 2
    assert results(found, "beacon") == []


# --- drand ---------------------------------------------------------------------------------


@pytest.fixture
def chained(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Turn 0 was run with the round after its deadline."""
    for module in (beacon, beacon_values):
        monkeypatch.setattr(module, "is_signed", lambda _source, _value: True)
    made = begin(folder, beacon=QUICKNET, schedule={"days": 1, "hour": "12:00", "zone": "UTC"})
    hand_in(made, 0)
    return made


def first_round(campaign: Campaign) -> str:
    """The round of turn 0 that is asked for."""
    with pytest.raises(BeaconNeeded) as needed:
        run(campaign, 0)
    return needed.value.problems[0].remedy.split('"')[1].split()[0]


def refused(campaign: Campaign, value: str) -> str:
    """Why turn 0 is not run with this value."""
    with pytest.raises(Faults) as faults:
        run(campaign, 0, value)
    return faults.value.problems[0].reason


def test_a_round_is_the_first_after_the_deadline(chained: Campaign) -> None:
    with pytest.raises(BeaconNeeded) as needed:
        run(chained, 0)
    (problem,) = needed.value.problems
    number = problem.remedy.split('"')[1].split()[0]
    assert f"/public/{number}" in problem.remedy
    assert refused(chained, f"{int(number) + 1} {SIGNATURE}") == (
        f"the first round after the deadline is {number}"
    )
    run(chained, 0, f"{number} {SIGNATURE}")
    found = checked(raw(chained, "new"), raw(chained, "000"))
    assert found.ok and results(found, "beacon") == ["proven"]
    alone = checked(raw(chained, "000"))
    assert "announced stage 0 and its deadline was not given" in alone.lines[1]


@pytest.mark.parametrize(("is_good", "result"), [(True, "proven"), (False, "wrong")])
def test_a_signature_is_checked_where_that_can_be_done(
    chained: Campaign, monkeypatch: pytest.MonkeyPatch, is_good: bool, result: str
) -> None:
    number = first_round(chained)
    run(chained, 0, f"{number} {SIGNATURE}")
    monkeypatch.setattr(beacon, "is_signed", lambda _source, _value: is_good)
    found = checked(raw(chained, "new"), raw(chained, "000"))
    assert results(found, "beacon") == [result] and found.ok is is_good


def test_a_wrong_signature_is_refused(chained: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacon_values, "is_signed", lambda _source, _value: False)
    number = first_round(chained)
    reason = refused(chained, f"{number} {SIGNATURE}")
    assert reason == f"the signature is not that of round {number}"


@pytest.mark.parametrize("schedule", [None, {"days": 0}])
def test_rounds_need_deadlines_from_the_start(folder: Path, schedule: dict[str, int]) -> None:
    with pytest.raises(Faults) as faults:
        begin(folder, beacon=QUICKNET, schedule=schedule)
    (problem,) = faults.value.problems
    assert problem.fault == f"rounds of {QUICKNET} need deadlines"
    assert '--schedule "7 20:00 Europe/Berlin"' in problem.remedy


def test_a_stage_without_a_deadline_needs_one_by_a_ruling(chained: Campaign) -> None:
    """As in a campaign whose schedule was taken out; that the round was chosen shows."""
    file = chained.folder / "campaign.toml"
    number = first_round(chained)
    file.write_text(file.read_text().replace("days = 1", "days = 0"))
    campaign = api.open_campaign(chained.folder)
    run(campaign, 0, f"{number} {SIGNATURE}")
    hand_in(campaign, 1)
    with pytest.raises(Faults) as faults:
        run(campaign, 1, f"1000 {SIGNATURE}")
    (problem,) = faults.value.problems
    assert problem.fault == "turn 1 has no deadline"
    assert "deadline 2026-12-01 20:00 Europe/Berlin because" in problem.remedy
    rule(campaign, "1", b"deadline 2026-03-01 20:00 UTC because so", "r.txt", at=table.LATER)
    with pytest.raises(BeaconNeeded) as needed:
        run(campaign, 1)
    number = needed.value.problems[0].remedy.split('"')[1].split()[0]
    run(campaign, 1, f"{number} {SIGNATURE}")
    assert packet(campaign, "001")["seal"]["stages"][0]["late"] == 2
    found = checked(raw(campaign, "000"), raw(campaign, "001"))
    assert "stage 1 had no deadline, so its round of drand could be chosen" in found.lines[1]


# --- cheats ----------------------------------------------------------------------------------


def other_value(made: Forgery) -> None:
    made["002-bob"]["seal"]["stages"][0]["beacon"] = "1 2 3"
    made.reroll("002-bob")


def two_spellings(made: Forgery) -> None:
    made["002-ilse"]["seal"]["stages"][0]["beacon"] = "3  14 22"
    made.reroll("002-ilse")


def another_stage(made: Forgery) -> None:
    made["002-ilse"]["seal"]["stages"][0]["mailing"] = "1"
    made.reroll("002-ilse")


def another_part_of_the_turn(made: Forgery) -> None:
    made["002-ilse"]["seal"]["stages"][0]["mailing"] = "2.2"
    made.reroll("002-ilse")


def another_source(made: Forgery) -> None:
    made["002-ilse"]["seal"]["source"] = "the other draw"


def no_source(made: Forgery) -> None:
    del made["002-ilse"]["seal"]["source"]


def no_stages(made: Forgery) -> None:
    del made["002-ilse"]["seal"]["stages"]


def a_roll_of_no_stage(made: Forgery) -> None:
    made["002-ilse"]["seal"]["stages"][0]["rolls"].pop()


def a_roll_of_two_stages(made: Forgery) -> None:
    stages = made["002-ilse"]["seal"]["stages"]
    stages.append({**stages[0], "mailing": "2.2", "beacon": "9 9 9"})


def the_earlier_scheme(made: Forgery) -> None:
    made["002-ilse"]["versions"]["dice"] = "sealed-1"
    made.reroll("002-ilse")


def a_die_more(made: Forgery) -> None:
    for section in made["002-ilse"]["story"]:
        for item in section["items"]:
            for roll in item["rolls"]:
                roll["faces"].append(1)


def no_value(made: Forgery) -> None:
    made["002-ilse"]["seal"]["stages"][0]["beacon"] = ""
    made.reroll("002-ilse")


@pytest.mark.parametrize(
    "cheat",
    [
        other_value,
        two_spellings,
        another_stage,
        another_part_of_the_turn,
        another_source,
        no_source,
        no_stages,
        a_roll_of_no_stage,
        a_roll_of_two_stages,
        the_earlier_scheme,
        a_die_more,
        no_value,
    ],
)
def test_a_cheat_with_public_values_is_told(
    campaign: Campaign, cheat: Callable[[Forgery], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SECOND.FORMS, "tiny", [(".*", ".*")])
    names = [f"{stage}-{player}" for stage in ("001", "002") for player in ("ilse", "bob")]
    packets = {name: packet(campaign, *name.split("-")) for name in names}
    made = Forgery(Key(KEY.p, KEY.q), packets, {})
    for name in names:
        made.reroll(name)
    assert made.packets == packets and checked(*made.files()).ok
    assert SECOND.check(made.files(), []) == []
    cheat(made)
    assert not checked(*made.files()).ok
    assert SECOND.check(made.files(), [])


def test_a_deadline_that_is_no_time_is_wrong(chained: Campaign) -> None:
    number = first_round(chained)
    run(chained, 0, f"{number} {SIGNATURE}")
    for deadline, said in (
        ("2026-03-02 12:01 UTC", "is not the first after the deadline"),
        ("2026-99-02 12:00 UTC", "is not a time"),
    ):
        first, then = packet(chained, "new"), packet(chained, "000")
        first["next"][0]["deadline"] = deadline
        before = again("new", first)
        then["previous"] = sha256(before[1])
        found = checked(before, again("000", then))
        assert not found.ok and said in texts(found, "beacon")


def test_a_packet_of_the_earlier_scheme_has_no_public_values(campaign: Campaign) -> None:
    first = json.loads(json.dumps(packet(campaign, "new")))
    first["versions"]["dice"] = "sealed-1"
    assert "in a scheme without any" in texts(checked(again("new", first)), "beacon")
