"""Making turns again: the same bytes out of sheets, rulings and set-up alone."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.engine import registry
from pbm.engine.context import PhaseContext
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.rulings import Ruling
from pbm.kit import environment
from pbm.pages.pdf_compare import PdfFacts
from pbm.service import api
from pbm.service import replay as replay_module
from pbm.service.api import CampaignFault, Faults, replay, report, rerun, rule, run_turn
from pbm.turns import assemble
from pbm.turns.history import is_regenerable
from tests.core import table
from tests.core.table import sheet

tiny: Any = import_module("tests.core.tiny")
press: Any = assemble


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    table.set_table(monkeypatch)
    return table.played(tmp_path, 2)


def test_without_pdfs_a_replay_leaves_them_out(campaign: Campaign) -> None:
    assert replay(campaign, pdfs=False) == []


def strip(campaign: Campaign) -> dict[str, bytes]:
    """Delete every report, event file and state but the set-up's; what was there before."""
    turns = campaign.folder / "turns"
    before = table.tree(turns)
    for name in before:
        stage, _, file = name.partition("/")
        if is_regenerable(file) and name != "new/state.json":
            (turns / stage / file).unlink()
    return before


def test_a_replay_of_what_stands_finds_nothing(campaign: Campaign) -> None:
    heard: list[str] = []
    before = table.tree(campaign.folder)
    assert replay(campaign, progress=lambda what, _done, _of: heard.append(what)) == []
    assert "turn 1" in heard
    assert table.tree(campaign.folder) == before


def test_everything_comes_back_after_all_that_can_be_made_is_gone(campaign: Campaign) -> None:
    before = strip(campaign)
    assert replay(campaign) == []
    for turn in ("new", "0", "1", "2"):
        assert all(one.same for one in report(campaign, turn))
    after = table.tree(campaign.folder / "turns")
    pages = {name for name in before if "/reports/" in name or "/gm/" in name}
    assert {name: after[name] for name in pages} == {name: before[name] for name in pages}
    assert set(before) - set(after) == {
        f"{stage}/{name}"
        for stage in ("000", "001", "002")
        for name in ("events.jsonl", "state.json")
    }


def test_a_report_is_never_a_copy(campaign: Campaign, tmp_path: Path) -> None:
    file = campaign.folder / "turns/001/reports/ilse/report.html"
    good = file.read_bytes()
    file.write_bytes(b"altered")
    made = report(campaign, "1", "Ilse", out=tmp_path / "out")
    assert {one.path.name for one in made} == {
        "orders.txt",
        "packet.json",
        "report.html",
        "report.pdf",
    }
    assert (tmp_path / "out/ilse/report.html").read_bytes() == good
    assert file.read_bytes() == b"altered"
    assert all(one.player == "ilse" for one in made)


def test_a_report_takes_one_turn_to_play(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It begins with the game state of the turn before; the PDFs can be left out."""
    played: list[str] = []
    history: Any = import_module("pbm.turns.history")
    real = history.play

    def play(campaign: Campaign, state: Any, given: Any, **more: Any) -> Any:
        played.append(given.mailing)
        return real(campaign, state, given, **more)

    monkeypatch.setattr(history, "play", play)
    made = report(campaign, "2", "Ilse", out=tmp_path, pdfs=False)
    assert played == ["2"]
    assert all(one.same for one in made)
    assert not any(one.path.suffix == ".pdf" for one in made)
    # Without the states of the turns before, they are played too.
    for stage in ("new", "000", "001"):
        (campaign.folder / f"turns/{stage}/state.json").unlink()
    assert all(one.same for one in report(campaign, "2", "Ilse", out=tmp_path))
    assert played == ["2", "0", "1", "2"]


def test_one_player_s_report_or_the_book(campaign: Campaign, tmp_path: Path) -> None:
    made = report(campaign, "001", "gm", out=tmp_path)
    assert [one.path for one in made] == [tmp_path / "gm/book.json"]
    with pytest.raises(Faults, match="is not a player"):
        report(campaign, "1", "Carla")
    with pytest.raises(Faults, match="was not run"):
        report(campaign, "7")


def test_a_report_checks_its_words_before_it_plays(campaign: Campaign) -> None:
    heard: list[str] = []
    for turn, player in (("2", "Carla"), ("2.r2", "Ilse"), ("9", "Ilse")):
        with pytest.raises(Faults):
            report(campaign, turn, player, progress=lambda what, _done, _of: heard.append(what))
    assert heard == []


def test_every_revision_of_a_report_can_be_had(campaign: Campaign, tmp_path: Path) -> None:
    sent = (campaign.folder / "turns/001/reports/bob/packet.json").read_bytes()
    rule(campaign, "1", b"set bob.total = 40 because it was wrong", "r.txt", at=table.LATER)
    rerun(campaign, "1", at="2026-03-09T12:00Z")
    corrected = (campaign.folder / "turns/001.r2/reports/bob/packet.json").read_bytes()
    assert sent != corrected
    made = {}
    for turn in ("1", "1.r1", "001.r1", "1.r2"):
        files = report(campaign, turn, "Bob", out=tmp_path / turn)
        assert all(one.same for one in files)
        made[turn] = (files[0].stage, files[0].revision)
        packet = (tmp_path / turn / "bob/packet.json").read_bytes()
        assert packet == (sent if turn.endswith(".r1") else corrected)
    old, new = ("001", 1), ("001.r2", 2)
    assert made == {"1": new, "1.r1": old, "001.r1": old, "1.r2": new}
    with pytest.raises(Faults, match=r"turn 1\.r3 was not run"):
        report(campaign, "1.r3", "Bob")


def test_a_report_that_comes_out_otherwise_lies_beside(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        assemble, "pages", lambda _packet, _next, **_more: {"report.html": b"a newer look"}
    )
    before = table.tree(campaign.folder / "turns")
    (one,) = report(campaign, "1", "ilse")
    assert not one.same
    assert one.path == campaign.folder / "made/001/ilse/report.html"
    assert table.tree(campaign.folder / "turns") == before


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("001/state.json", "altered file"),
        ("001/events.jsonl", "altered file"),
        ("002/reports/bob/report.pdf", "altered file"),
        ("new/reports/bob/packet.json", "altered file"),
        ("001/orders/ilse/1.txt", "altered file"),
        ("000/gm/book.json", "altered file"),
    ],
)
def test_an_altered_file_is_named(campaign: Campaign, name: str, cause: str) -> None:
    file = campaign.folder / "turns" / name
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    (one,) = replay(campaign)
    assert (one.file, one.cause) == (f"turns/{name}", cause)
    assert "was changed after it was written" in one.text


def test_a_missing_input_is_named(campaign: Campaign) -> None:
    for folder in ("turns/001/orders", "inbox/001"):
        (campaign.folder / folder / "ilse/1.txt").unlink()
    found = replay(campaign)
    assert [(one.file, one.cause) for one in found] == [
        ("turns/001/orders/ilse/1.txt", "missing file"),
        ("inbox/001/ilse/1.txt", "missing file"),
    ]
    with pytest.raises(CampaignFault, match=r"turns/001/orders/ilse/1\.txt is missing"):
        report(campaign, "1")
    # Turn 2 has all that its report needs.
    assert all(one.same for one in report(campaign, "2"))


def test_a_text_that_lies_in_the_inbox_is_not_missed(campaign: Campaign) -> None:
    copy = campaign.folder / "turns/001/orders/ilse/1.txt"
    data = copy.read_bytes()
    copy.unlink()
    assert replay(campaign) == []
    assert report(campaign, "2")
    assert replay(campaign, put_back=True) == []
    assert copy.read_bytes() == data


def test_another_text_in_the_inbox_does_not_stand_for_it(campaign: Campaign) -> None:
    (campaign.folder / "turns/001/orders/ilse/1.txt").unlink()
    (campaign.folder / "inbox/001/ilse/1.txt").write_text("another")
    with pytest.raises(CampaignFault, match=r"turns/001/orders/ilse/1\.txt is missing"):
        report(campaign, "1")
    # Turn 2 has all that its report needs.
    assert all(one.same for one in report(campaign, "2"))


def test_a_published_campaign_needs_no_receipts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays it again makes them; one that is there is held to its hash."""
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 1, published=True)
    receipt = campaign.folder / "inbox/001/ilse/1.receipt.txt"
    receipt.write_text("other words")
    assert [one.file for one in replay(campaign)] == ["inbox/001/ilse/1.receipt.txt"]
    receipt.unlink()
    assert replay(campaign) == []
    (campaign.folder / "inbox/001/ilse/1.txt").unlink()
    assert [one.file for one in replay(campaign)] == ["inbox/001/ilse/1.txt"]


def test_a_replay_may_stop_at_a_turn(campaign: Campaign) -> None:
    (campaign.folder / "turns/002/state.json").write_bytes(b"x")
    assert replay(campaign, "1") == []
    assert [one.file for one in replay(campaign, "2")] == ["turns/002/state.json"]


def test_other_rules_are_named(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of the rules shows in states and all that follows, with its cause."""
    real = tiny.add

    def more(work: Any) -> None:
        real(work)
        state = work.state
        totals = {who: total + 1 for who, total in state.totals.items()}
        work.state = replace(state, totals=totals)

    monkeypatch.setattr(tiny, "add", more)
    found = replay(campaign)
    assert {one.cause for one in found} == {"the stored inputs give another result"}
    files = {one.file for one in found}
    assert "turns/001/state.json" in files
    assert "turns/002/reports/ilse/packet.json" in files
    assert "turns/000/state.json" not in files


def test_other_libraries_excuse_pdfs_and_nothing_else(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = dict(environment.recorded()) | {"weasyprint": "99"}
    monkeypatch.setattr(environment, "recorded", lambda: now)
    real = press.pages

    def pages(
        packet: dict[str, object], sheet: str, *, pdfs: bool = True, kept: object = None
    ) -> dict[str, bytes]:
        found: dict[str, bytes] = real(packet, sheet, pdfs=pdfs)
        return {**found, "report.pdf": b"other bytes"}

    monkeypatch.setattr(assemble, "pages", pages)
    monkeypatch.setattr(replay_module, "pdf_facts", lambda _data: PdfFacts((), ()))
    assert replay(campaign) == []
    monkeypatch.setattr(
        assemble,
        "pages",
        lambda packet, sheet, pdfs=True, kept=None: pages(packet, sheet) | {"new.txt": b""},
    )
    found = replay(campaign, "new")
    assert {one.file.rpartition("/")[2] for one in found} == {"new.txt"}
    assert all("weasyprint was" in one.cause for one in found)
    assert all(one.text == "It was not made at that time." for one in found)


def test_under_other_libraries_a_pdf_must_still_say_the_same(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = dict(environment.recorded()) | {"weasyprint": "99"}
    monkeypatch.setattr(environment, "recorded", lambda: now)
    real = press.pages

    def pages(
        packet: dict[str, object], sheet: str, *, pdfs: bool = True, kept: object = None
    ) -> dict[str, bytes]:
        return {**real(packet, sheet, pdfs=pdfs), "report.pdf": b"other bytes"}

    monkeypatch.setattr(assemble, "pages", pages)
    said = {b"other bytes": PdfFacts(("new",), ())}
    monkeypatch.setattr(
        replay_module, "pdf_facts", lambda data: said.get(data, PdfFacts(("old",), ()))
    )
    found = replay(campaign, "new")
    stored = [one for one in found if one.file.endswith("report.pdf")]
    assert stored
    assert {one.text for one in stored} == {"Its words differ: page 1 differs."}
    for one in stored:
        (campaign.folder / one.file).unlink()
    assert replay(campaign, "new") == []


def test_a_file_that_is_not_made_any_more_is_named(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = press.gm_pages
    monkeypatch.setattr(assemble, "gm_pages", lambda _book, pdfs=True, kept=None: {})
    found = replay(campaign, "new")
    assert [(one.file, one.text) for one in found] == [
        ("turns/new/gm/book.json", "It is no longer made.")
    ]
    assert real is not press.gm_pages


def test_an_older_rules_version_is_the_cause(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = replace(tiny.RULESET, adjudication=2, phases=_skipping)
    monkeypatch.setattr(tiny, "RULESET", newer)
    again = api.open_campaign(campaign.folder)
    assert again.ruleset.adjudication == 2
    causes = {one.cause for one in replay(again)}
    assert "the version of the rules was 1 and is 2" in causes
    # And the campaign plays on under the newer rules.
    table.send(again, sheet("Ilse", "3", "add 1"), sheet("Bob", "3", "add 1"))
    assert run_turn(again, at=table.LATER).folder is not None
    assert registry.ruleset("tiny") is newer


def _skipping(state: Any, turn: int, options: Any) -> tuple[Any, ...]:
    def quietly(work: Any) -> None:
        return None

    found: tuple[Any, ...] = tiny.phases(state, turn, options)
    if turn == 0:
        return found

    def end(work: Any) -> None:
        state = work.state
        work.state = replace(state, turn=state.turn + 1)

    return tuple(replace(phase, resolve=end) for phase in found)


def test_a_turn_that_can_no_longer_be_played_is_said(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.send(campaign, sheet("Ilse", "3", "add 13"), sheet("Bob", "3", "add 1"))
    run_turn(campaign, at=table.LATER)
    api.rule(campaign, "3", b"answer T-A3 ilse: yes because so", "r.txt", at=table.LATER)
    run_turn(campaign, at=table.LATER)
    assert replay(campaign) == []
    # The same question under another name has no answer.
    real = tiny.Question
    monkeypatch.setattr(
        tiny, "Question", lambda name, *rest: real(name.replace("T-A3", "T-A4"), *rest)
    )
    found = replay(campaign)
    assert found[-1].cause == "cannot be played again"
    assert "it stops at a question that it did not have then" in found[-1].text.lower()
    (campaign.folder / "turns/003/state.json").unlink()
    with pytest.raises(CampaignFault, match="can no longer be played"):
        api.status(campaign)


def test_inputs_that_no_longer_fit_are_said(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_work: PhaseContext, _ruling: Ruling) -> None:
        raise RefusedValue("not this")

    api.rule(campaign, "3", b"set bob.total = 4 because so", "r.txt", at=table.LATER)
    table.send(campaign, sheet("Ilse", "3", "add 1"), sheet("Bob", "3", "add 1"))
    run_turn(campaign, at=table.LATER)
    monkeypatch.setattr(tiny, "RULESET", replace(tiny.RULESET, rule=refused))
    again = api.open_campaign(campaign.folder)
    found = replay(again)
    assert any("inputs no longer fit" in one.text for one in found)
    assert any("not this" in one.text for one in found)


def test_the_set_up_state_itself_can_be_made_again(campaign: Campaign) -> None:
    shutil.rmtree(campaign.folder / "turns/new/reports")
    (campaign.folder / "turns/new/state.json").unlink()
    assert all(one.same for one in report(campaign, "new"))
    assert api.status(campaign).due == ("3",)
    for stage in ("000", "001", "002"):
        (campaign.folder / "turns" / stage / "state.json").unlink()
    assert api.status(campaign).due == ("3",)


def test_unreadable_files_are_said(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    file = campaign.folder / "turns/001/state.json"
    file.unlink()
    file.mkdir()
    with pytest.raises(CampaignFault, match="cannot be read"):
        replay(campaign)


def test_an_altered_state_is_never_gone_on_from(campaign: Campaign) -> None:
    file = campaign.folder / "turns/002/state.json"
    file.write_bytes(file.read_bytes().replace(b'"turn":3', b'"turn":4'))
    with pytest.raises(CampaignFault, match=r"turns/002/state\.json was changed"):
        api.status(campaign)


def test_what_is_missing_is_put_back_if_it_comes_out_as_recorded(campaign: Campaign) -> None:
    turn = campaign.folder / "turns" / "000"
    kept = {name: (turn / name).read_bytes() for name in ("state.json", "events.jsonl")}
    for name in kept:
        (turn / name).unlink()
    assert replay(campaign, pdfs=False) == []
    assert not [name for name in kept if (turn / name).exists()]
    assert replay(campaign, pdfs=False, put_back=True) == []
    assert {name: (turn / name).read_bytes() for name in kept} == kept


def test_what_comes_out_otherwise_is_not_put_back(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = campaign.folder / "turns" / "001" / "state.json"
    state.unlink()
    monkeypatch.setattr(tiny, "RULESET", replace(tiny.RULESET, adjudication=2, phases=_skipping))
    assert replay(api.open_campaign(campaign.folder), pdfs=False, put_back=True)
    assert not state.exists()
