"""Each file of a campaign altered by one byte, cut off, or taken away: replay names it.

Two things are no damage, and are not named: what can be made again may be missing, and the
schedule in campaign.toml is the game master's to change.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.engine import registry
from pbm.kit.problems import CampaignFault, Faults, render_all
from pbm.service import api
from pbm.service.api import open_campaign, replay, rerun, rule, run_turn
from pbm.storage.turn_toml import REGENERABLE
from tests.core import table
from tests.core.table import sheet
from tests.faults.beginnings import beginning
from tests.games import prefilled
from tests.games.contract import contract

# What no hash is kept of, each for a reason: the lock and git's own, the outbox (a list of what
# is still to be sent, that changes as it is sent), rulings of a turn that was not run yet.
NOT_HELD = ("campaign.lock", ".gitignore", "inbox/004/rulings.txt")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything a campaign can hold: a rerun, rulings, dice, a stop, late and unread texts."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        campaign = table.played(tmp_path_factory.mktemp("model"), 2)
        table.send(campaign, sheet("Ilse", "2", "add 9"), late=True, at=table.LATER)
        table.send(campaign, sheet("Ilse", "1", "add 9"), b"no sheet at all", at=table.LATER)
        rule(campaign, "2", b"set bob.total = 4 because so", "r.txt", at=table.LATER)
        rerun(campaign, "2", at="2026-03-07T12:00Z")
        table.send(campaign, sheet("Ilse", "3", "add 13"), sheet("Bob", "3", "add 1"))
        run_turn(campaign, at="2026-03-08T12:00Z")
        rule(campaign, "3", b"answer T-A3 ilse: yes because so", "r.txt", at=table.LATER)
        dice = ("dice.txt", b"3 4\n")
        run_turn(campaign, dice_script=dice, at="2026-03-08T12:00Z")
        table.send(campaign, sheet("Ilse", "4", "add 13"), sheet("Bob", "4", "add 1"))
        run_turn(campaign, at="2026-03-09T12:00Z")
        rule(campaign, "4", b"answer T-A3 ilse: yes because so", "r.txt", at=table.LATER)
        assert replay(campaign) == []
    return campaign.folder


def found_by_replay(folder: Path, pdfs: bool = True) -> str:
    """What the game master reads."""
    try:
        return "\n".join(
            f"{one.file}: {one.cause}. {one.text}"
            for one in replay(open_campaign(folder), pdfs=pdfs)
        )
    except Faults as faults:
        return render_all(faults.problems)


def held(folder: Path) -> list[str]:
    return [
        name
        for name in table.tree(folder)
        if name not in NOT_HELD and not name.startswith("outbox/")
    ]


def is_made_again(name: str) -> bool:
    """True for what may be missing."""
    top, _, rest = name.partition("/")
    inside = rest.partition("/")[2]
    return top == "turns" and inside.startswith(REGENERABLE)


def damages(data: bytes, places: int) -> Iterator[bytes]:
    """One byte altered at so many places, from the first to the last; then the file cut off.

    An empty file gets a byte.
    """
    if not data:
        yield b"x"
        return
    for number in range(places):
        place = number * (len(data) - 1) // max(1, places - 1)
        yield data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
    yield data[: len(data) // 2]


def check_file(folder: Path, name: str, places: int, pdfs: bool = True) -> None:
    """Altered, cut off or gone, this file is named."""
    file = folder / name
    good = file.read_bytes()
    for bad in damages(good, places):
        file.write_bytes(bad)
        assert names(found_by_replay(folder, pdfs), name), (name, bad[:80])
    file.unlink()
    said = found_by_replay(folder, pdfs)
    assert is_made_again(name) or is_in_the_inbox(folder, name) or names(said, name), (name, said)
    file.write_bytes(good)


def is_in_the_inbox(folder: Path, name: str) -> bool:
    """True for a turn's sheet that the inbox still has."""
    top, turn, *rest = [*name.split("/"), ""]
    sheet = folder / "inbox" / turn.partition(".r")[0] / "/".join(rest[1:-1])
    return top == "turns" and rest[0] == "orders" and sheet.is_file()


def names(said: str, name: str) -> bool:
    """True if a message names this file."""
    return any(name in line for line in said.splitlines())


def kind_of(name: str) -> tuple[str, ...]:
    """What a file is: which of several turns, players and texts it is of does not matter."""
    top, _, rest = name.partition("/")
    folder = rest.partition("/")[0]
    turn = folder if folder in ("new", "unread", "002", "004.open") else ""
    return (
        top if top != rest else "",
        turn,
        *re.sub(r"ilse|bob|ann|bea|\d", "", rest).split("/")[1:],
    )


@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_each_file_of_a_campaign_is_held(model: Path, tmp_path: Path, all_of_them: bool) -> None:
    """One file of each kind, or every one."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        whole = held(work)
        kinds = {name.rpartition("/")[2].lstrip("0123456789") for name in whole}
        assert {"turn.toml", "turn.sha256", ".receipt.txt", "dice.txt", "docket.json"} <= kinds
        chosen = whole if all_of_them else list({kind_of(name): name for name in whole}.values())
        for name in chosen:
            check_file(work, name, 3 if all_of_them else 1)
        assert found_by_replay(work) == ""


@pytest.mark.slow
def test_each_byte_of_what_decides_is_held(model: Path, tmp_path: Path) -> None:
    """Every byte of the campaign's own files, of turn.toml, of seals and of the inbox."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        for name in ("campaign.toml", "scenario.toml", "secret.toml", "turns/002.r2/turn.toml"):
            data = (work / name).read_bytes()
            end = data.find(b"[schedule]") if name == "campaign.toml" else len(data)
            for place in range(end):
                bad = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
                (work / name).write_bytes(bad)
                assert names(found_by_replay(work), name), (name, place)
            (work / name).write_bytes(data)
        for name in ("turns/003/turn.sha256", "inbox/003/ilse/1.toml", "inbox/003/rulings.txt"):
            check_file(work, name, len((work / name).read_bytes()))


BEGINNINGS = [(game, name) for game in registry.names() for name in contract(game).beginnings]
SHIPPING_NONE = [game for game in registry.names() if not contract(game).beginnings]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), BEGINNINGS)
def test_each_file_of_a_real_turn_is_held(game: str, name: str, tmp_path: Path) -> None:
    """The set-up and the first turns of a real campaign, with its pages and PDFs."""
    work = beginning(name, tmp_path, contract(game).beginnings[name]).folder
    assert found_by_replay(work) == ""
    whole = held(work)
    inside = {file.rpartition("/")[2] for file in whole if file.startswith("turns/000/")}
    made = {"packet.json", "report.html", "report.pdf", "events.jsonl", "state.json", "turn.toml"}
    assert made <= inside
    for file in whole:
        check_file(work, file, 1, pdfs=False)
    assert found_by_replay(work, pdfs=False) == ""


@pytest.mark.parametrize("game", SHIPPING_NONE)
def test_each_file_of_a_prefilled_turn_is_held(game: str, tmp_path: Path) -> None:
    """One file of each kind of a game that ships no campaign."""
    work = prefilled.play(tmp_path / game, contract(game)).folder
    for name in {kind_of(name): name for name in held(work)}.values():
        check_file(work, name, 1, pdfs=False)
    assert found_by_replay(work, pdfs=False) == ""


def test_a_turn_taken_away_is_missed(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        for name in ("new", "000", "001", "002.r2", "003"):
            work = tmp_path / name / "eridani"
            shutil.copytree(model, work)
            shutil.rmtree(work / "turns" / name)
            assert f"turns/{name} is missing" in found_by_replay(work)
            with pytest.raises(api.CampaignFault):
                run_turn(open_campaign(work), at="2026-03-10T12:00Z")


def test_a_rerun_never_reverts_in_silence(model: Path, tmp_path: Path) -> None:
    """With its record altered, the turn it corrected would follow again; it is refused."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        shutil.rmtree(work / "turns/003")
        shutil.rmtree(work / "turns/004.open")
        (work / "outbox/003.toml").unlink()
        file = work / "turns/002.r2/turn.toml"
        text = file.read_text()
        before = next(line for line in text.splitlines() if line.startswith("previous"))
        file.write_text(text.replace(before, f'previous = "{"0" * 64}"'))
        said = found_by_replay(work)
        assert "turns/002.r2/turn.toml was changed after it was written" in said


def test_a_turn_copied_by_hand_is_named(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        for name in ("004", "003.r2", "002.old"):
            work = tmp_path / name / "eridani"
            shutil.copytree(model, work)
            shutil.rmtree(work / "turns/004.open")
            shutil.copytree(work / "turns/003", work / "turns" / name)
            said = found_by_replay(work)
            assert f"turns/{name} holds turn 3" in said
            assert f"Take turns/{name} away" in said
            with pytest.raises(api.CampaignFault, match="holds turn 3"):
                run_turn(open_campaign(work), at="2026-03-10T12:00Z")


def test_a_turn_of_another_copy_of_the_campaign_is_named(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        (tmp_path / "other").mkdir()
        other = table.played(tmp_path / "other", 5)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        shutil.copytree(other.folder / "turns/005", work / "turns/005")
        said = found_by_replay(work)
        assert "turns/005 does not follow from turns/003" in said
        assert "from another copy of the campaign" in said
        assert "remove turns/005" in said


def test_files_put_into_a_turn_by_hand_are_named(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        extra = "turns/003/orders/ilse/9.txt"
        (work / extra).write_bytes(b"ORDERS")
        (work / "turns/003/.DS_Store").write_bytes(b"")
        (found,) = replay(open_campaign(work))
        assert (found.file, found.cause) == (extra, "unknown file")
        # It counts for nothing: the turn is played without it.
        assert api.status(open_campaign(work)).due == ("4",)


def test_a_folder_in_place_of_a_record_of_the_inbox_is_named(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        record = work / "inbox/002/ilse/1.toml"
        record.unlink()
        record.mkdir()
        with pytest.raises(CampaignFault, match=r"inbox/002/ilse/1\.toml cannot be read"):
            rerun(open_campaign(work), "2", at="2026-03-10T12:00Z")
        assert "inbox/002/ilse/1.toml" in found_by_replay(work, pdfs=False)


def test_an_intake_that_was_cut_off_is_named(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        (work / "inbox/004/ilse/2.txt").write_bytes(b"half")
        (found,) = replay(open_campaign(work))
        assert found.file == "inbox/004/ilse/2.toml"
        assert "submit 2.txt again" in found.text


def test_the_schedule_may_change_and_nothing_else(model: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        file = work / "campaign.toml"
        text = file.read_text()
        file.write_text(f"# my own remark\n{text.replace('days = 0', 'days = 14')}\n")
        assert found_by_replay(work) == ""
        for was, now in (("Counting", "Recounting"), ("ilse@", "ilsa@"), ('"Ilse"', '"Ilsa"')):
            assert was in text
            file.write_text(text.replace(was, now))
            assert "campaign.toml was changed" in found_by_replay(work)
            with pytest.raises(api.CampaignFault, match=r"campaign\.toml was changed"):
                run_turn(open_campaign(work), at="2026-03-10T12:00Z")


def test_a_scenario_that_players_no_longer_fit_is_named(model: Path, tmp_path: Path) -> None:
    """Not campaign.toml alone, where it shows; without a record of it only what shows is told."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        file = work / "scenario.toml"
        text = file.read_text()
        file.write_text(text.replace('id = "A"', 'id = "C"'))
        first, *_others = found_by_replay(work).splitlines()
        assert first.startswith("scenario.toml was changed after the campaign began")
        assert 'there is no side "A"' in found_by_replay(work)
        (work / "turns/new/turn.toml").unlink()
        assert 'there is no side "A"' in found_by_replay(work)
        assert "scenario.toml was changed" not in found_by_replay(work)
        shutil.copy(model / "turns/new/turn.toml", work / "turns/new/turn.toml")
        file.write_text(text)
        mine = (work / "campaign.toml").read_text().replace('side = "A"', 'side = "C"')
        (work / "campaign.toml").write_text(mine)
        assert 'there is no side "C"' in found_by_replay(work)
        assert "scenario.toml was changed" not in found_by_replay(work)


def test_the_first_difference_is_told_to_the_field(model: Path, tmp_path: Path) -> None:
    """Rules that changed without a new version: which event, which field, what it was."""
    from importlib import import_module
    from typing import Any

    from msgspec.structs import replace

    tiny: Any = import_module("tests.core.tiny")
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        work = tmp_path / "eridani"
        shutil.copytree(model, work)
        real = tiny.add

        def more(work: Any) -> None:
            real(work)
            totals = {who: total + 1 for who, total in work.state.totals.items()}
            work.state = replace(work.state, totals=totals)

        patch.setattr(tiny, "add", more)
        found = {one.file: one.text for one in replay(open_campaign(work))}
        first = next(iter(found))
        assert first.startswith("turns/001/")
        assert ", first in state.totals.bob: " in found["turns/001/state.json"]
        assert ", first in line 1 (" in found["turns/002.r2/events.jsonl"]
        assert "added in 1.add" in found["turns/002.r2/events.jsonl"] or (
            "ruling in 1.add" in found["turns/002.r2/events.jsonl"]
        )
