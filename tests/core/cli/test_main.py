"""The command line as its user has it: words in, text out, an exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from pbm.cli import main

ROOT = Path(__file__).resolve().parents[3]


class Said(NamedTuple):
    code: int
    out: str
    err: str


Pbm = Callable[..., Said]


@pytest.fixture
def pbm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Pbm:
    """One command; what it gave."""

    def call(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["pbm", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main.main()
        said = capsys.readouterr()
        code = ended.value.code
        return Said(0 if code is None else int(code), said.out, said.err)

    return call


def shell(*words: object, cwd: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pbm", *map(str, words)]
    subprocess.run(command, cwd=cwd, env=environ, check=True, capture_output=True)


NOTE = "ORDERS beacon turn 1 for Rook\nSHIP A1\n  move speed 4\nNOTE TO GM may I?\nEND\n"
WRONG = "ORDERS beacon turn 1 for Heron\nSHIP B1\n  mvoe speed 4\n  evade always\nEND\n"
RIGHT = "ORDERS beacon turn 1 for Heron\nSHIP B1\n  move speed 4\nEND\n"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A duel after set-up, made by the commands themselves."""
    home = tmp_path_factory.mktemp("begun")
    players = ("--player", "A=Rook:rook@example.org", "--player", "B=Heron")
    shell(
        "new", "beacon", "--scenario", "knighthawks/duel", *players, "--seed", "cli",
        "--at", "2026-11-01T20:00Z", cwd=home,
    )  # fmt: skip
    shell("run", "beacon", "--missing-ok", "--at", "2026-11-08T20:00Z", cwd=home)
    (home / "note.txt").write_text(NOTE)
    (home / "wrong.txt").write_text(WRONG)
    (home / "right.txt").write_text(RIGHT)
    return home


@pytest.fixture
def home(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it as the working folder."""
    copy = tmp_path / "home"
    shutil.copytree(begun, copy)
    monkeypatch.chdir(copy)
    return copy


def commands() -> list[str]:
    return sorted(typer.main.get_command(main.app).commands)  # type: ignore[attr-defined]


def test_every_command_of_the_design_is_there() -> None:
    wanted = (
        "demo design scenarios options new template check submit status run report replay explain "
        "docket rule correct rerun conform odds verify archive mail desk share write"
    )
    assert commands() == sorted(wanted.split())


@pytest.mark.parametrize("command", commands())
def test_every_help_has_an_example_that_names_the_command(command: str) -> None:
    said = CliRunner().invoke(main.app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    assert said.exit_code == 0
    assert f"pbm {command}" in said.output.partition("Example:")[2]


def test_without_a_word_the_help_is_shown() -> None:
    said = CliRunner().invoke(main.app, [], env={"COLUMNS": "200", "TERM": "dumb"})
    assert "rerun" in said.output


def test_wrong_use_is_exit_code_2(pbm: Pbm) -> None:
    assert pbm("rnu").code == 2
    assert pbm("run").code == 2
    assert pbm("conform").code == 2


def test_scenarios_and_options_as_records(pbm: Pbm) -> None:
    rows = json.loads(pbm("scenarios", "--json").out)
    assert {tuple(row) for row in rows} == {
        ("game", "name", "title", "sides", "players_min", "players_max")
    }
    assert {row["name"] for row in rows} >= {"duel", "station", "fleet"}
    options = json.loads(pbm("options", "knighthawks", "--json").out)
    assert {tuple(row) for row in options} == {("id", "key", "default", "readings", "rule")}
    assert all(not row["readings"] or row["default"] in row["readings"] for row in options)
    assert "knighthawks/duel" in pbm("scenarios").out
    assert "A (Sathar)" in pbm("scenarios").out
    assert "screen.round = up" in pbm("options", "knighthawks").out


def test_an_unknown_game_brings_a_suggestion(pbm: Pbm) -> None:
    said = pbm("options", "nighthawks")
    assert said.code == 1
    assert 'Did you mean "knighthawks"?' in said.err


def test_the_template_is_a_sheet_without_problems(pbm: Pbm, home: Path) -> None:
    text = pbm("template", "beacon", "Rook").out
    Path("rook.txt").write_text(text)
    asked = pbm("check", "rook.txt", "--campaign", "beacon")
    assert "came back as it was prefilled" in asked.out
    Path("rook.txt").write_text(text.replace("\nEND\n", "\nFINAL\nEND\n"))
    said = pbm("check", "rook.txt", "--campaign", "beacon")
    assert said.code == 0, said.out
    assert "No problems." in said.out


def test_check_says_the_same_with_campaign_and_with_packet_as_the_receipt(
    pbm: Pbm, home: Path
) -> None:
    packet = "beacon/turns/000/reports/heron/packet.json"
    by_game_master = pbm("check", "wrong.txt", "--campaign", "beacon")
    by_player = pbm("check", "wrong.txt", "--packet", packet)
    assert by_game_master == by_player
    assert by_player.code == 1
    assert 'Did you mean "move"?' in by_player.out
    assert by_player.out.strip() in pbm("submit", "beacon", "wrong.txt").out


def test_check_without_either_looks_at_the_envelope(pbm: Pbm, home: Path) -> None:
    alone = pbm("check", "right.txt")
    assert alone.code == 0
    assert "Its orders were not read" in alone.out
    assert "No problems" not in alone.out
    Path("cut.txt").write_text(RIGHT.replace("END\n", ""))
    assert pbm("check", "cut.txt").code == 1


def test_a_file_that_is_not_there(pbm: Pbm, home: Path) -> None:
    said = pbm("check", "nothing.txt")
    assert said.code == 1
    assert "nothing.txt cannot be read" in said.err


def test_status_as_records_and_as_a_table(pbm: Pbm, home: Path) -> None:
    assert pbm("submit", "beacon", "right.txt", "--at", "2026-11-09T20:00Z").code == 0
    rows = json.loads(pbm("status", "beacon", "--json").out)
    assert [tuple(row) for row in rows] == [("player", "sheet", "received", "problems")] * 2
    assert [row["player"] for row in rows] == ["Rook", "Heron"]
    assert rows[1]["received"] == "2026-11-09T20:00:00Z"
    assert "Heron" in pbm("status", "beacon").out


def test_run_refuses_with_missing_sheets(pbm: Pbm, home: Path) -> None:
    said = pbm("run", "beacon")
    assert said.code == 1
    assert "Rook" in said.err
    assert "Heron" in said.err
    assert not (home / "beacon/turns/001").exists()


def test_a_turn_from_docket_to_rerun(pbm: Pbm, home: Path) -> None:
    pbm("submit", "beacon", "note.txt", "right.txt", "--at", "2026-11-09T20:00Z")
    stopped = pbm("run", "beacon", "--at", "2026-11-15T20:00Z")
    assert stopped.code == 1
    assert "rook-4" in stopped.out
    asked = pbm("docket", "beacon").out
    assert asked.startswith("Open\n\n  rook-4  turn 1, ")
    assert "answer rook-4: WORDS because REASON" in asked
    (row,) = json.loads(pbm("docket", "beacon", "--json").out)
    assert (row["id"], row["answered"]) == ("rook-4", False)
    Path("rulings.txt").write_text("answer rook-4: no because the book says so\n")
    assert pbm("rule", "beacon", "1", "rulings.txt").code == 0
    ran = pbm("run", "beacon", "--at", "2026-11-15T21:00Z")
    assert ran.code == 0, ran.err
    assert "Orders for turn 2 are due." in ran.out
    assert pbm("replay", "beacon").out == "Every file is as it was recorded.\n"
    assert "move speed 4" in pbm("explain", "beacon", "1", "rook:3").out
    assert pbm("explain", "beacon", "1", "B7").code == 1
    own = "beacon/turns/001/reports/rook/packet.json"
    (line, *_events) = json.loads(pbm("explain", "beacon", "1", "rook:3", "--json").out)
    assert (line["id"], line["kind"]) == ("rook:3", "order line")
    assert "move speed 4" in pbm("explain", "--packet", own, "3").out
    assert json.loads(pbm("explain", "--packet", own, "3", "--json").out)[0]["id"] == "rook:3"
    assert pbm("explain", "--packet", own, "B7").code == 1
    assert pbm("explain", "--packet", "right.txt", "A1").code == 1
    assert pbm("explain", "beacon", "1").code == 2
    Path("more.txt").write_text("set A1.hull = 9 because of a misprint\n")
    assert pbm("rule", "beacon", "1", "more.txt").code == 0
    before = sorted(path.name for path in (home / "beacon/turns").iterdir())
    preview = pbm("rerun", "beacon", "1", "--preview")
    assert preview.code == 0
    assert "Rook" in preview.out
    assert sorted(path.name for path in (home / "beacon/turns").iterdir()) == before
    assert pbm("rerun", "beacon", "1", "--at", "2026-11-16T20:00Z").code == 0
    assert (home / "beacon/turns/001.r2").is_dir()
    report = home / "beacon/turns/001.r2/reports/rook/report.html"
    stored = report.read_bytes()
    report.unlink()
    again = pbm("report", "beacon", "1", "rook")
    assert again.code == 0
    assert again.out.endswith(
        "This is revision 2 of the turn (turns/001.r2), byte for byte what was sent.\n"
    )
    assert report.read_bytes() == stored
    assert pbm("report", "beacon", "1", "rook", "--part", "dice").code == 2
    assert pbm("report", "beacon", "1", "gm", "--part", "dice", "--no-pdfs").code == 2
    alone = pbm("report", "beacon", "1", "gm", "--part", "dice", "--out", "alone")
    assert alone.out == "alone/gm/dice.pdf\n"
    printed = home / alone.out.strip()
    dice = printed.read_bytes()
    assert dice.startswith(b"%PDF")
    part = ("report", "beacon", "1", "gm", "--part", "logs", "--out", "alone", "--about")
    assert pbm(*part, "a1").out == "alone/gm/logs.pdf\n"
    none = pbm(*part, "Nowhere")
    assert none.code == 1
    assert 'no heading of the part "logs" has "Nowhere" in it' in none.err
    assert pbm("report", "beacon", "1", "gm", "--about", "a1").code == 2
    # Printed from the stored book; where that is not the one recorded, the turn is played again.
    book = home / "beacon/turns/001.r2/gm/book.json"
    for spoil in (lambda: book.write_bytes(b"{}"), book.unlink):
        spoil()
        assert pbm("report", "beacon", "1", "gm", "--part", "dice", "--out", "alone").code == 0
        assert printed.read_bytes() == dice


def test_an_altered_campaign_is_exit_code_3(pbm: Pbm, home: Path) -> None:
    state = home / "beacon/turns/000/state.json"
    state.write_bytes(state.read_bytes().replace(b'"speed":3', b'"speed":4', 1))
    said = pbm("run", "beacon", "--missing-ok")
    assert said.code == 3
    assert "state.json" in said.err
    assert pbm("replay", "beacon").code == 3


def test_dry_writes_nothing(pbm: Pbm, home: Path) -> None:
    before = sorted(path for path in home.rglob("*"))
    said = pbm("run", "beacon", "--missing-ok", "--dry")
    assert said.code == 0
    assert sorted(path for path in home.rglob("*")) == before


def test_real_dice_that_do_not_fit_are_named(pbm: Pbm, home: Path) -> None:
    Path("dice.txt").write_text("1.attack/*: 26\n")
    said = pbm("run", "beacon", "--missing-ok", "--dice", "dice.txt")
    assert said.code == 1
    assert "dice.txt:1:1" in said.err
    assert not (home / "beacon/turns/001").exists()


def test_options_of_new_are_key_and_value(pbm: Pbm, tmp_path: Path) -> None:
    folder = tmp_path / "x"
    said = pbm("new", folder, "--scenario", "knighthawks/duel", "--option", "orders")
    assert said.code == 1
    assert "KEY=VALUE" in said.err
    said = pbm("new", folder, "--scenario", "knighthawks/duel", "--option", "order=half-turn")
    assert said.code == 1
    assert 'Did you mean "orders"?' in said.err
    assert not folder.exists()


def test_conform_runs_cases_and_lists_asks(pbm: Pbm, tmp_path: Path) -> None:
    case = ROOT / "tests/rulebook/knighthawks/geometry.case"
    rows = json.loads(pbm("conform", case, "--json").out)
    assert {tuple(row) for row in rows} == {
        ("id", "game", "rule", "file", "result", "expected", "got", "line", "misses")
    }
    assert {row["result"] for row in rows} == {"pass"}
    assert "0 failed" in pbm("conform", case).out
    wrong = tmp_path / "wrong.case"
    wrong.write_text(case.read_text().replace("EXPECT yes", "EXPECT no"))
    shown = pbm("conform", wrong, "--junit", tmp_path / "out.xml")
    assert shown.code == 1
    assert "expected  no" in shown.out
    assert "<failure" in (tmp_path / "out.xml").read_text()
    assert "A weapon fires at a ship." in pbm("conform", "--events", "knighthawks").out
    assert json.loads(pbm("conform", "--asks", "knighthawks", "--json").out)
    assert "chance" in pbm("conform", "--asks", "knighthawks").out


def test_an_interruption_says_that_nothing_was_lost(
    pbm: Pbm, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.service import status

    def interrupted(*_words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(status, "status", interrupted)
    said = pbm("status", "beacon")
    assert said.code == 130
    assert said.err == (
        "Stopped. Nothing is half done; everything that was finished before is kept.\n"
    )


def test_a_side_that_nobody_was_named_for_is_told(
    pbm: Pbm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("--scenario", "knighthawks/duel", "--player", "A=Rook:rook@example.org")
    out = pbm("new", "half", *words).out
    assert "No player was named for Spacefleet, so the player has the side's name" in out


def test_every_file_that_cannot_be_read_is_told(pbm: Pbm, home: Path) -> None:
    said = pbm("submit", "beacon", "right.txt", "none.txt", ".")
    assert said.code == 1
    assert "none.txt cannot be read\nNo such file or directory. Check its name and its" in said.err
    assert ". cannot be read\nIt is a folder. Name the files in it, for example *.txt" in said.err
    assert not list((home / "beacon/inbox").rglob("*.txt"))  # right.txt was not taken in either


def test_a_file_that_may_not_be_read_is_told_with_a_remedy(
    pbm: Pbm, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refused)
    said = pbm("check", "right.txt")
    assert said.code == 1
    assert "right.txt cannot be read\nYou may not read it, or may not enter a folder" in said.err
    assert "Let whoever runs pbm read it" in said.err


def test_a_sheet_is_checked_by_one_thing(pbm: Pbm, home: Path) -> None:
    words = ("check", "right.txt", "--campaign", "beacon", "--packet", "right.txt")
    assert pbm(*words).code == 2


def test_a_game_goes_by_its_name_in_any_case(pbm: Pbm) -> None:
    assert pbm("options", "Nova").out == pbm("options", "nova").out


def test_light_commands_import_nothing_heavy() -> None:
    code = (
        "import sys; import pbm.cli.main; heavy = {'weasyprint', 'lark', 'pydantic', 'jinja2'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environ, check=True, capture_output=True, text=True
    )
    assert said.stdout == "[]\n"


def test_check_does_not_import_weasyprint(home: Path) -> None:
    code = (
        "import sys; from pbm.cli import main\n"
        "sys.argv = ['pbm', 'check', 'right.txt', '--campaign', 'beacon']\n"
        "try: main.main()\n"
        "except SystemExit: pass\n"
        "print('weasyprint' in sys.modules, file=sys.stderr)"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environ, check=True, capture_output=True, text=True
    )
    assert said.stderr == "False\n"


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ('replace Heron line 3 with "move sped 4" because x', '"sped" is not understood'),
        ('replace Heron line 2 with "SHIP Q9" because x', '"Q9" is not a ship you know of'),
        ('hand Rook to "Ann" because x\nhand Heron to "Ann" because x', "another player"),
    ],
)
def test_a_ruling_that_would_lose_orders_is_not_kept(
    pbm: Pbm, home: Path, ruling: str, said: str
) -> None:
    pbm("submit", "beacon", "right.txt", "--at", "2026-11-09T20:00Z")
    Path("rulings.txt").write_text(ruling)
    told = pbm("rule", "beacon", "1", "rulings.txt")
    assert told.code == 1
    assert said in told.err
    assert not (home / "beacon/inbox/001/rulings.txt").exists()
    Path("rulings.txt").write_text('replace Heron line 3 with "move speed 5" because x')
    assert pbm("rule", "beacon", "1", "rulings.txt").code == 0


def test_a_turn_is_corrected_in_one_command(pbm: Pbm, home: Path) -> None:
    pbm("run", "beacon", "--missing-ok", "--at", "2026-11-15T20:00Z")
    words = ("correct", "beacon", "1", "set A1.hull = 9", "--because", "of a misprint")
    shown = pbm(*words, "--preview")
    assert shown.code == 0
    assert "hull points: 9; was: 40" in shown.out
    assert shown.out.endswith("Nothing was written.\n")
    assert pbm("rule", "beacon", "1").out == "No ruling is kept for turn 1.\n"
    done = pbm(*words, "--yes", "--at", "2026-11-16T20:00Z")
    assert done.code == 0, done.err
    assert done.out.endswith("Written: 001.r2. The outbox is filled.\n")
    assert "R1  set A1.hull = 9  of a misprint  holds" in pbm("rule", "beacon", "1").out
    (row,) = json.loads(pbm("rule", "beacon", "1", "--json").out)
    assert (row["id"], row["state"]) == ("R1", "holds")
    wrong = pbm("correct", "beacon", "1", "set A9.hull = 9", "--because", "x", "--yes")
    assert wrong.code == 1 and "There is no ship" in wrong.err


def test_a_player_verifies_his_dice_from_the_command_line(pbm: Pbm, tmp_path: Path) -> None:
    begin = ["new", tmp_path / "duel", "--scenario", "knighthawks/duel", "--sealed"]
    said = pbm(*begin, "--player", "A=Rook")
    assert said.code == 1 and "rounds of drand:quicknet need deadlines" in said.err
    for wrong in ("weekly", "7 20:00 Atlantis", "7 20:00 UTC please", "7 25:00 UTC"):
        said = pbm(*begin, "--schedule", wrong)
        assert said.code == 1 and f'"{wrong}" is not a schedule' in said.err
    begin += ["--schedule", "7 20:00 Europe/Berlin"]
    assert pbm(*begin, "--player", "A=Rook", "--at", "2026-03-01T12:00Z").code == 0
    packet = tmp_path / "duel/turns/new/reports/rook/packet.json"
    said = pbm("verify", packet)
    assert said.code == 0 and "The key is" in said.out and "0 rolls." in said.out
    key = json.loads(packet.read_text())["seal"]["key"]
    assert pbm("verify", packet, "--key", key).code == 0
    said = pbm("verify", packet, "--key", "0" * 32)
    assert said.code == 1 and "WRONG: The key" in said.out
    said = pbm("verify", packet, "--key", "nonsense")
    assert said.code == 1 and "this is not a key" in said.err and "Traceback" not in said.err
    rows = json.loads(pbm("verify", packet, "--json").out)
    assert [(row["what"], row["result"]) for row in rows] == [("key", "noted")]
    broken = tmp_path / "packet.json"
    broken.write_text("nonsense")
    said = pbm("verify", broken, packet)
    assert said.code == 1 and "not a packet.json of this program" in said.err
    assert pbm("verify").code == 2
    (tmp_path / "mine.txt").write_text("ORDERS")
    said = pbm("verify", packet, "--sent", tmp_path / "mine.txt")
    assert said.code == 1 and "counted in none of these turns" in said.out
    explained = pbm("explain", "--packet", packet, "A1")
    assert "group" not in explained.out


def test_a_packet_is_shared_and_compared_with_the_published_folder(
    pbm: Pbm, tmp_path: Path
) -> None:
    folder = tmp_path / "duel"
    new = ("new", folder, "--scenario", "knighthawks/duel", "--player", "A=Rook", "--sealed")
    assert pbm(*new, "--schedule", "7 20:00 Europe/Berlin").code == 0
    packet = folder / "turns/new/reports/rook/packet.json"
    said = pbm("share", packet, tmp_path / "show")
    assert said.code == 0 and said.out == f"Written: {tmp_path / 'show/packet.json'}.\n"
    assert sorted(path.name for path in (tmp_path / "show").iterdir()) == ["packet.json"]
    for given in (packet, tmp_path / "show/packet.json"):
        said = pbm("verify", given, "--published", folder)
        assert said.code == 0 and "The packet is in duel, in turns/new." in said.out
