"""Beginning a campaign."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.campaign.scenarios import load_scenario
from pbm.engine import registry
from pbm.engine.types import seat_of
from pbm.kit.problems import Faults, render_all
from pbm.service.api import new_campaign, open_campaign, remarks, replay, report
from pbm.service.create import slug
from tests.core import table

pytestmark = pytest.mark.usefixtures("tiny_table")


def faults(folder: Path, **more: object) -> str:
    with pytest.raises(Faults) as fault:
        table.begin(folder, **more)  # type: ignore[arg-type]
    assert not (folder / "eridani").exists() or not any((folder / "eridani").iterdir())
    return render_all(fault.value.problems)


def test_a_folder_holds_all_it_needs(tmp_path: Path) -> None:
    folder = table.begin(tmp_path).folder
    files = table.tree(folder)
    assert set(files) >= {
        "campaign.toml",
        "scenario.toml",
        "secret.toml",
        ".gitignore",
        "outbox/new.toml",
        "turns/new/state.json",
        "turns/new/turn.toml",
        "turns/new/reports/ilse/packet.json",
        "turns/new/reports/ilse/orders.txt",
        "turns/new/gm/book.json",
    }
    assert (folder / "secret.toml").stat().st_mode & 0o777 == 0o600
    assert "secret.toml" in files[".gitignore"].decode()
    assert files["scenario.toml"] == (tmp_path / "count.toml").read_bytes()
    assert not list(tmp_path.glob(".tmp-*"))


def test_a_campaign_begun_without_pdfs_has_all_else_and_report_makes_them(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    whole = table.begin(tmp_path / "a").folder
    campaign = table.begin(tmp_path / "b", pdfs=False)
    pdfs = {name for name in table.tree(whole) if name.endswith(".pdf")}
    assert pdfs
    assert set(table.tree(whole)) - set(table.tree(campaign.folder)) == pdfs
    assert replay(campaign) == replay(open_campaign(whole))
    report(campaign, "new", "ilse", out=tmp_path / "out")
    assert [file.name for file in (tmp_path / "out").rglob("*.pdf")] == ["report.pdf"]


def test_a_seed_stands_in_secret_toml_alone(tmp_path: Path) -> None:
    files = table.tree(table.begin(tmp_path, seed="hush hush").folder)
    assert [name for name, data in files.items() if b"hush hush" in data] == ["secret.toml"]


def test_the_same_seed_gives_the_same_campaign(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = table.tree(table.begin(tmp_path / "a").folder)
    assert table.tree(table.begin(tmp_path / "b").folder) == one


def test_an_example_may_be_published(tmp_path: Path) -> None:
    files = table.tree(table.begin(tmp_path, published=True).folder)
    assert ".gitignore" not in files
    assert b"published = true" in files["campaign.toml"]


def test_sides_that_nobody_is_named_for_play_under_their_own_name(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path, players=("B=Bob",))
    assert [(seat.id, seat.name, seat.side) for seat in campaign.seats] == [
        ("bob", "Bob", "B"),
        ("north", "North", "A"),
    ]


def test_a_side_of_two_gets_two(tmp_path: Path) -> None:
    text = table.SCENARIO.format(goal=10, secret="true")
    text = text.replace('name = "North"', 'name = "North"\nplayers_min = 2')
    (tmp_path / "count.toml").write_text(text)
    campaign = table.begin(tmp_path, players=("B=Bob",))
    assert [seat.name for seat in campaign.seats] == ["Bob", "North 1", "North 2"]


def test_like_names_get_ids_of_their_own(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path, players=("A=Anna B", "A=Anna-B", "B=anna?b"))
    assert [seat.id for seat in campaign.seats] == ["anna-b", "anna-b-2", "anna-b-3"]


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("A",), '--player "A" is not SIDE=NAME'),
        (("A=",), "A name has 1 to 60 characters"),
        (("A=Ilse:home",), '"home" is not a mail address'),
        (("C=Ilse",), 'there is no side "C"'),
        (("A=One", "A=Two", "A=Three"), "side A (North) has 3 players"),
        (("A=Ilse", "B=ilse"), 'two players have the name "ilse"'),
    ],
)
def test_wrong_players_are_all_said(tmp_path: Path, players: tuple[str, ...], said: str) -> None:
    assert said in faults(tmp_path, players=players)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    said = faults(tmp_path, players=("A",), options={"part": "two"}, seed="")
    assert 'player "A"' in said
    assert 'Did you mean "parts"?' in said
    assert "the seed is empty" in said


def test_a_time_without_a_zone_is_refused(tmp_path: Path) -> None:
    assert "time zone" in faults(tmp_path, at="2026-03-01T12:00")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    folder = table.begin(tmp_path).folder
    before = table.tree(folder)
    with pytest.raises(Faults, match="exists already"):
        table.begin(tmp_path)
    assert table.tree(folder) == before
    with pytest.raises(Faults, match="exists already"):
        new_campaign(tmp_path / "count.toml", str(tmp_path / "count.toml"))


def test_a_scenario_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Faults, match='scenario "tiny/cuont" is not there'):
        new_campaign(tmp_path / "it", "tiny/cuont")


def test_the_scenario_s_own_options_stand_until_they_are_changed(tmp_path: Path) -> None:
    text = table.SCENARIO.format(goal=10, secret="true") + '\n[options]\nparts = "two"\n'
    (tmp_path / "count.toml").write_text(text)
    assert table.begin(tmp_path).options["parts"] == "two"
    other = table.begin(tmp_path, options={"parts": "one"}, name="other")
    assert other.options["parts"] == "one"


def test_a_schedule_gives_deadlines(tmp_path: Path) -> None:
    from pbm.service.create import new_campaign as begin

    campaign = table.begin(tmp_path)
    again = begin(
        tmp_path / "dated",
        str(campaign.folder / "scenario.toml"),
        at=table.BEGUN,
        schedule={"days": 7, "hour": "20:00", "zone": "Europe/Berlin"},
    )
    text = (again.folder / "turns/new/turn.toml").read_text()
    assert 'deadline = "2026-03-08T19:00:00Z"' in text
    packet = (again.folder / "turns/new/reports/north/packet.json").read_text()
    assert "2026-03-08 20:00 Europe/Berlin" in packet
    assert open_campaign(again.folder).part.schedule.days == 7


@pytest.mark.parametrize("words", ["b", "B", "South", "south", " SOUTH "])
def test_a_side_is_meant_by_its_id_or_its_name(tmp_path: Path, words: str) -> None:
    campaign = table.begin(tmp_path, players=(f"{words}=Ann",))
    assert [seat.side for seat in campaign.seats if seat.name == "Ann"] == ["B"]


def test_a_side_that_is_none_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(Faults) as caught:
        table.begin(tmp_path, players=("Sout=Ann",))
    (problem, *_more) = caught.value.problems
    assert problem.fault == 'Ann: there is no side "Sout"'
    assert problem.reason == "the sides are A (North), B (South)"
    assert problem.remedy == 'Did you mean "B"?'


def test_a_game_may_remark_on_a_new_campaign(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path)
    assert remarks(campaign) == ()
    speaks = replace(campaign.loaded.ruleset, remarks=lambda _state: ["a word"])
    speaking = replace(campaign, loaded=replace(campaign.loaded, ruleset=speaks))
    assert remarks(speaking) == ("a word",)


def test_a_scenario_goes_to_another_process_as_its_bytes(tmp_path: Path) -> None:
    loaded = load_scenario(
        str(Path(registry.__file__).parents[1] / "games/knighthawks/scenarios/duel.toml")
    )
    again = pickle.loads(pickle.dumps(loaded))
    assert (again.data, again.file, again.scenario) == (loaded.data, loaded.file, loaded.scenario)
    assert again.ruleset is loaded.ruleset


def test_a_name_is_meant_before_another_s_id(tmp_path: Path) -> None:
    """Zoe's sheets must not count for Zoë, whose id is zoe."""
    campaign = table.begin(tmp_path, players=("A=Zoë", "B=Zoe"))
    assert [seat.id for seat in campaign.seats] == ["zoe", "zoe-2"]
    meant = [seat_of(campaign.seats, words) for words in ("Zoe", "ZOË", "zoe-2", '"Zoe"', "Zo")]
    assert [seat and seat.id for seat in meant] == ["zoe-2", "zoe", "zoe-2", "zoe-2", None]


@pytest.mark.parametrize(
    "names", [("é", "e\u0301"), ("Lady Grey", "Lady\u00a0Grey"), ("a-b", "a\u2013b")]
)
def test_names_that_a_sheet_cannot_tell_apart(tmp_path: Path, names: tuple[str, str]) -> None:
    said = faults(tmp_path, players=(f"A={names[0]}", f"B={names[1]}"))
    assert "are the same name to a sheet" in said or "two players have the name" in said


@pytest.mark.parametrize("name", ["gm", "The Game Master", "ALL", "everybody"])
def test_nobody_is_called_as_those_whom_messages_are_for(tmp_path: Path, name: str) -> None:
    assert "A message to this name goes to the game master" in faults(
        tmp_path, players=(f"A={name}",)
    )


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Ilse", "ilse"),
        ("Müller & Söhne", "muller-sohne"),
        ("gm", "player-gm"),
        ("名", "player"),
        ("../../etc", "etc"),
        ("x" * 90, "x" * 30),
    ],
)
def test_a_seat_s_id_is_a_safe_folder(name: str, found: str) -> None:
    assert slug(name) == found
