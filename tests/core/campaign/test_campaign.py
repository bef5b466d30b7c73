"""The campaign's own files: every fault at its place, nothing guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import open_campaign, open_campaigns
from pbm.campaign.mail_settings import check_address
from pbm.campaign.secrets import new_secret, read_secret, secret_bytes
from pbm.engine.player_names import check_name
from pbm.kit.problems import CampaignFault, Faults, render_all
from tests.core import table

pytestmark = pytest.mark.usefixtures("tiny_table")


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))


def faults(folder: Path) -> str:
    with pytest.raises(CampaignFault) as fault:
        open_campaign(folder)
    return render_all(fault.value.problems)


def test_a_new_campaign_opens(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path)
    again = open_campaign(campaign.folder)
    assert again == campaign
    assert campaign.name == "eridani"
    assert [seat.id for seat in campaign.seats] == ["ilse", "bob"]
    assert campaign.options == {"parts": "one", "most": "20"}
    assert "seed" not in repr(campaign)


def test_of_several_every_fault_is_told_with_its_folder(tmp_path: Path) -> None:
    good, bad, cut = (table.begin(tmp_path, name=name).folder for name in ("good", "bad", "cut"))
    assert [one.name for one in open_campaigns([good, bad, good / "../good"])] == ["good", "bad"]
    none = tmp_path / "none"
    with pytest.raises(Faults) as stopped:
        open_campaigns([good, none])
    assert not isinstance(stopped.value, CampaignFault)  # exit code 1, not 3
    change(bad, "campaign.toml", 'side = "A"', 'side = "C"')
    (cut / "scenario.toml").unlink()
    with pytest.raises(CampaignFault) as caught:
        open_campaigns([none, bad, good, cut])
    said = render_all(caught.value.problems)
    assert f"{none} is not a campaign\n" in said
    assert f"{bad}/campaign.toml:" in said and 'there is no side "C"' in said
    assert f"{cut}: scenario.toml cannot be read\n" in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('side = "A"', 'side = "C"', 'there is no side "C"'),
        ('side = "A"', 'sid = "A"', '"sid" is not known here'),
        ('name = "Bob"', 'name = "ILSE"', 'two players have the name "ilse"'),
        ('id = "bob"', 'id = "ilse"', 'two players have the id "ilse"'),
        ('id = "bob"', 'id = "gm"', 'a player cannot have the id "gm"'),
        ('id = "bob"', 'id = "../bob"', "players.1.id does not fit"),
        ('name = "Bob"', 'name = ""', "A name has 1 to 60 characters"),
        ("bob@example.org", "bob", '"bob" is not a mail address'),
        ('parts = "one"', 'parts = "three"', '"three" is not a reading of option parts'),
        ('parts = "one"', 'part = "one"', 'Did you mean "parts"?'),
        ('game = "tiny"', 'game = "tinny"', 'game is "tinny"'),
        ("adjudication = 1", "adjudication = 2", "Install a newer pbm"),
        ('dice = "keyed-1"', 'dice = "sealed-9"', 'the dice scheme "sealed-9" is unknown'),
        ("pbm-campaign-1", "pbm-campaign-7", "install the version that wrote the file"),
        ('zone = "UTC"', 'zone = "Middle/Earth"', "is not a time zone"),
        ('hour = "20:00"', 'hour = "25:00"', "schedule.hour does not fit"),
        ('title = "Counting"', "title = ", "this line is not TOML"),
        ("days = 0", "days = 0\nday = 1", 'Did you mean "days"?'),
    ],
)
def test_every_fault_of_campaign_toml_is_said(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = table.begin(tmp_path).folder
    change(folder, "campaign.toml", old, new)
    shown = faults(folder)
    assert said in shown
    assert shown.startswith("campaign.toml:")


def test_all_faults_of_all_files_are_said_at_once(tmp_path: Path) -> None:
    folder = table.begin(tmp_path).folder
    change(folder, "campaign.toml", 'id = "bob"', 'id = "BOB"')
    change(folder, "scenario.toml", "goal", "gaol")
    (folder / "secret.toml").unlink()
    shown = faults(folder)
    assert "campaign.toml:" in shown
    assert 'Did you mean "goal"?' in shown
    assert "secret.toml cannot be read" in shown


def test_side_counts_are_held(tmp_path: Path) -> None:
    folder = table.begin(tmp_path).folder
    change(folder, "campaign.toml", 'side = "B"', 'side = "A"')
    assert "side B (South) has 0 players" in faults(folder)
    assert "It takes 1 to 2" in faults(folder)


def test_a_folder_that_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="is not a campaign") as fault:
        open_campaign(tmp_path)
    assert not isinstance(fault.value, CampaignFault)


def test_a_secret_never_shows(tmp_path: Path) -> None:
    folder = table.begin(tmp_path, seed="hush hush").folder
    assert "hush" not in repr(read_secret((folder / "secret.toml").read_bytes()))
    for broken in ('seed = ["hush hush"]', "seed = hush hush", 'sead = "hush hush"'):
        (folder / "secret.toml").write_text(broken)
        shown = faults(folder)
        assert "secret.toml:1:" in shown
        assert "hush" not in shown


def test_a_seed_nobody_chose_is_long_and_new() -> None:
    one, other = new_secret(None), new_secret(None)
    assert one != other
    assert len(one.seed) == 64
    assert read_secret(secret_bytes(one)) == one


def test_a_campaign_of_an_older_rules_version_opens(tmp_path: Path) -> None:
    folder = table.begin(tmp_path).folder
    assert open_campaign(folder).part.adjudication == 1


@pytest.mark.parametrize("name", [" ", "x" * 61, "a\nb", 'a"b', "a/b", "a\u200bb"])
def test_names_that_no_sheet_could_hold(name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        check_name(name)


def test_addresses() -> None:
    assert check_address("") == ""
    assert check_address("a@example.org") == "a@example.org"
    with pytest.raises(ValueError, match="not a mail address"):
        check_address("a@example.org, b@example.org")
