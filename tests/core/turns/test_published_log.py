"""The log of all reports of a campaign: how it grows, and what `pbm verify` says of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.packets.published import entry_hash
from pbm.packets.shared import shared_form, shared_hash
from pbm.service.api import Verified, published_folder, replay, rerun, run_turn
from pbm.storage.turn_folders import SEAL_FILE, all_stages, seal
from pbm.turns.published_log import grown, log_faults, published
from tests.core import table
from tests.core.sealed_table import again, begin, checked, packet, raw, results, set_key, texts
from tests.seal.forging import sha256

DRAW = "the Saturday draw"
STAGES = ("new", "000", "001", "002")


@pytest.fixture(scope="module", autouse=True)
def _tiny() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        set_key(patch)
        yield


def played(campaign: Campaign, *turns: int) -> Campaign:
    """These turns, a day after the other."""
    for turn in turns:
        order = "hide 3" if turn == 0 else "add 2"
        sheets = (table.sheet(name, str(turn), order) for name in ("Ilse", "Bob"))
        table.send(campaign, *sheets, at=f"2026-03-{turn + 2:02d}T12:00:00Z")
        run_turn(campaign, beacon=f"3 {turn}", at=f"2026-03-{turn + 2:02d}T20:00:00Z")
    return campaign


def corrected(campaign: Campaign, turn: int, day: int) -> None:
    """A turn run again with another sheet of Ilse's."""
    late = table.sheet("Ilse", str(turn), "add 9")
    table.send(campaign, late, late=True, at=f"2026-03-{day:02d}T12:00:00Z")
    rerun(campaign, str(turn), at=f"2026-03-{day:02d}T13:00:00Z")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """Set-up and two turns, to be looked at only."""
    return played(begin(tmp_path_factory.mktemp("log"), beacon=DRAW), 0, 1, 2)


@pytest.fixture
def own(campaign: Campaign, tmp_path: Path) -> Campaign:
    """A copy of it, to be changed."""
    return open_campaign(Path(shutil.copytree(campaign.folder, tmp_path / "own")))


def log(campaign: Campaign, stage: str, player: str = "ilse") -> dict[str, Any]:
    found: dict[str, Any] = packet(campaign, stage, player)["seal"]["log"]
    return found


def given(campaign: Campaign, *stages: str) -> list[tuple[str, bytes]]:
    return [raw(campaign, stage, player) for stage in stages for player in ("ilse", "bob")]


def test_each_report_names_the_head_of_all_before_it(campaign: Campaign) -> None:
    assert "log" not in packet(campaign, "new")["seal"]
    assert [log(campaign, stage)["entries"] for stage in STAGES[1:]] == [64, 128, 192]
    for before, stage in pairwise(STAGES):
        one, other = log(campaign, stage), log(campaign, stage, "bob")
        assert one["head"] == other["head"] and one["nonce"] != other["nonce"]
        assert one["packets"] == [shared_hash(packet(campaign, before))]
    found = checked(*given(campaign, *STAGES))
    assert found.ok and results(found, "log").count("proven") == 6 + 6
    assert replay(campaign) == []


def test_an_entry_confirms_no_guess(campaign: Campaign) -> None:
    """Whoever guesses what Bob was told, and so the hash, finds it only with his random number."""
    now = published(all_stages(campaign.folder))
    leaves = grown(campaign, now, ["bob", "ilse"]).leaves
    guess = now.packets["bob"]
    mine = log(campaign, "002")["nonce"]
    guesses = [entry_hash(nonce, guess) for nonce in ("", mine, "0" * 64)]
    assert len(set(leaves.values())) == 64 and not set(guesses) & set(leaves.values())
    his = grown(campaign, now, ["bob", "ilse"]).facts("bob")
    assert entry_hash(his.nonce, guess) == leaves["bob"]
    told = [str(packet(campaign, stage)) for stage in STAGES]
    assert not any(log(campaign, "002", "bob")["nonce"] in text for text in told)


def test_a_campaign_without_public_values_has_no_log(tmp_path: Path) -> None:
    campaign = begin(tmp_path)
    table.send(campaign, table.sheet("Ilse", "0", "hide 3"), table.sheet("Bob", "0", "hide 3"))
    run_turn(campaign)
    assert not {"log", "cover"} & packet(campaign, "000")["seal"].keys()
    assert "log" not in (campaign.folder / "turns/000/turn.toml").read_text(encoding="utf-8")


def test_a_correction_is_in_the_next_log_of_whoever_got_it(own: Campaign) -> None:
    before = raw(own, "002", "bob")
    corrected(own, 1, 5)
    assert log(own, "001.r2") == log(own, "001")
    played(own, 3)
    stages = [*STAGES, "001.r2", "002.r2"]
    mine = [shared_hash(packet(own, stage)) for stage in stages[-3:]]
    assert log(own, "003")["packets"] == sorted(mine)
    assert raw(own, "002", "bob") == before
    assert log(own, "003")["entries"] == log(own, "003", "bob")["entries"] == 256
    found = checked(*given(own, *stages, "003"))
    assert not [one for one in found.findings if one.result == "wrong" and one.what == "log"]
    assert replay(own) == []
    # Without the correction in the log it is missed, without the next report it is not.
    assert "wrong" not in results(checked(*given(own, *stages)), "log")
    forged = packet(own, "003")
    forged["seal"]["log"]["packets"].remove(mine[1])
    hers = [raw(own, stage) for stage in stages]
    assert "wrong" in results(checked(*hers, again("003", forged)), "log")


def test_reports_of_the_same_second_are_counted_once(tmp_path: Path) -> None:
    campaign = begin(tmp_path, beacon=DRAW)
    at = "2026-03-02T20:00:00Z"
    for turn in range(3):
        order = "hide 3" if turn == 0 else "add 2"
        sheets = (table.sheet(name, str(turn), order) for name in ("Ilse", "Bob"))
        table.send(campaign, *sheets, at="2026-03-02T12:00:00Z")
        run_turn(campaign, beacon="1 2 3", at=at)
    assert [len(log(campaign, stage)["packets"]) for stage in STAGES[1:]] == [1, 1, 1]
    assert replay(campaign) == []


def test_a_stage_that_not_all_are_told_of_names_the_head_before(campaign: Campaign) -> None:
    now = published(all_stages(campaign.folder))
    assert now.entries == 192
    held = grown(campaign, now, ["ilse", "bob"], is_held=True).facts("ilse")
    told = log(campaign, "002")
    assert (held.entries, held.head, held.nonce) == (192, told["head"], "")
    assert grown(campaign, now, ["ilse"]).facts("ilse").entries == 256


# --- the published folder ------------------------------------------------------------------


def compared(campaign: Campaign, *packets: tuple[str, bytes]) -> Verified:
    return checked(*packets, folder=published_folder(campaign))


def test_packets_are_those_of_the_published_folder(own: Campaign) -> None:
    corrected(own, 2, 5)
    found = compared(own, *given(own, *STAGES, "002.r2"))
    assert set(results(found, "published")) == {"proven"}
    assert "The packet is in own, in turns/002.r2." in texts(found, "published")


def test_of_no_packets_nothing_is_said(campaign: Campaign) -> None:
    assert compared(campaign).findings == ()


def test_a_packet_that_was_not_given_is_named(campaign: Campaign) -> None:
    found = compared(campaign, *(raw(campaign, stage) for stage in STAGES[:2]))
    said = "eridani has packets of ilse that were not given: 001, 002"
    assert said in texts(found, "published") and found.ok


def test_another_packet_or_campaign_is_wrong(campaign: Campaign, tmp_path: Path) -> None:
    made = packet(campaign, "001")
    made["summary"] = ["All was different."]
    found = compared(campaign, again("001", made))
    assert "is not in eridani, or is another one there" in texts(found, "published")
    made = packet(campaign, "new")
    made["seal"]["key"] = "AAAA"
    assert "has another key" in texts(compared(campaign, again("new", made)), "published")
    other = begin(tmp_path, name="vega", beacon=DRAW)
    found = compared(other, raw(campaign, "000"))
    assert "vega is of another campaign" in texts(found, "published")


def test_shared_packets_are_compared_by_their_shared_form(campaign: Campaign) -> None:
    made = shared_form(packet(campaign, "001"))
    found = compared(campaign, again("001", made))
    assert "proven" in results(found, "published")
    made["summary"] = ["All was different."]
    assert "wrong" in results(compared(campaign, again("001", made)), "published")


def test_a_folder_without_a_log_is_compared_too(tmp_path: Path) -> None:
    plain = begin(tmp_path)
    for path in ("ilse", "bob"):
        assert "proven" in results(compared(plain, raw(plain, "new", path)), "published")
    shown = again("new", shared_form(packet(plain, "new")))
    assert "proven" in results(compared(plain, shown), "published")
    (plain.folder / "turns/new/reports/ilse/packet.json").unlink()
    assert "wrong" in results(compared(plain, shown), "published")


def test_a_folder_whose_log_has_more_than_its_packets_is_wrong(own: Campaign) -> None:
    corrected(own, 2, 5)
    played(own, 3)
    packets = given(own, "new", "000", "001", "002", "002.r2", "003")
    assert "wrong" not in results(compared(own, *packets), "published")
    shutil.rmtree(own.folder / "turns/002")
    said = texts(compared(own, *packets), "published")
    assert "its log has a packet that is not there" in said


# --- what is wrong -------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda it: it.pop("log"), "names no log of the reports before it"),
        (lambda it: it["log"].update(head="0" * 64), "does not lead from the player's entry"),
        (lambda it: it["log"].update(place=64), "does not lead from the player's entry"),
        (lambda it: it["log"].update(place=-1), "does not lead from the player's entry"),
        (lambda it: it["log"].update(place=it["log"]["place"] ^ 1), "does not lead from"),
        (lambda it: it["log"].update(entries=129), "does not lead from the player's entry"),
        (lambda it: it["log"].update(entries=0), "does not lead from the player's entry"),
        (lambda it: it["log"].update(batch=128), "does not lead from the player's entry"),
        (lambda it: it["log"].update(nonce="x"), "does not lead from the player's entry"),
        (lambda it: it["log"].update(nonce=""), "does not lead from the player's entry"),
        (lambda it: it["log"]["proof"].pop(), "does not lead from the player's entry"),
        (lambda it: it["log"]["proof"].reverse(), "does not lead from the player's entry"),
        (lambda it: it.update(cover="0"), "lacks the random number"),
        (lambda it: it.pop("cover"), "lacks the random number"),
    ],
)
def test_a_log_that_does_not_fit_is_wrong(campaign: Campaign, change: Change, said: str) -> None:
    made = packet(campaign, "001")
    change(made["seal"])
    found = checked(raw(campaign, "new"), raw(campaign, "000"), again("001", made))
    assert not found.ok and said in texts(found, "log")


def test_a_first_report_names_no_log(campaign: Campaign) -> None:
    made = packet(campaign, "new")
    made["seal"]["log"] = log(campaign, "000")
    assert "names a log before set-up" in texts(checked(again("new", made)), "log")


def test_the_earlier_scheme_has_no_log(tmp_path: Path) -> None:
    made = packet(begin(tmp_path), "new")
    made["seal"]["cover"] = "0" * 64
    assert "in a scheme without one" in texts(checked(again("new", made)), "log")


def test_a_head_alone_repeats_the_one_before(campaign: Campaign) -> None:
    """As in the report of a stage that not all players are told of."""
    made = packet(campaign, "002")
    old = log(campaign, "001")
    made["seal"]["log"] = {**old, "nonce": "", "place": 0, "packets": [], "proof": []}
    before = [raw(campaign, stage) for stage in STAGES[:3]]
    assert "wrong" not in results(checked(*before, again("002", made)), "log")
    made["seal"]["log"]["head"] = "0" * 64
    assert "two histories" in texts(checked(*before, again("002", made)), "log")
    made["seal"]["log"]["head"] = "0"
    assert "does not lead" in texts(checked(*before, again("002", made)), "log")


def test_a_log_grows_by_one_batch_a_turn(campaign: Campaign) -> None:
    one = campaign
    made = packet(one, "002")
    made["previous"] = sha256(raw(one, "000")[1])
    found = checked(raw(one, "new"), raw(one, "000"), again("002", made))
    assert "the log grew by 128 entries from 000-ilse to 002" in texts(found, "log")
    made = packet(one, "001")
    made["previous"] = sha256(raw(one, "002")[1])
    found = checked(raw(one, "002"), again("001", made))
    assert "does not grow after 002-ilse" in texts(found, "log")


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ('peaks = ["', "does not follow from the one before"),
        ('root = "', "is not the one that its entries make"),
        ('[log.packets]\nilse = ["', "has a packet that is not there"),
        ('[log.shown]\nilse = "', "has another packet of ilse"),
    ],
)
def test_replay_tells_of_a_log_that_was_altered(own: Campaign, before: str, reason: str) -> None:
    file = own.folder / "turns/002/turn.toml"
    text = file.read_text(encoding="utf-8")
    at = text.index(before) + len(before)
    other = "1" if text[at] == "0" else "0"
    file.write_text(text[:at] + other + text[at + 1 :], encoding="utf-8")
    file.with_name(SEAL_FILE).write_bytes(seal(file.read_bytes()))
    assert any(reason in one.text for one in replay(own))


def test_replay_tells_of_a_packet_that_is_in_no_log(own: Campaign) -> None:
    file = own.folder / "turns/001/turn.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[log.shown]\n", f'[log.shown]\neve = "{"0" * 64}"\n'), "utf-8")
    said = [fault.reason for fault in log_faults(own, all_stages(own.folder))]
    assert said == ["a packet that was published is not in the log"]
