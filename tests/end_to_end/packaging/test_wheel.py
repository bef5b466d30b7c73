"""The wheel and the sdist as somebody gets them: complete, and working outside the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Collection, Sequence
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from pbm.language.parse_tree import NodeTransformer
from pbm.language.parser import LineParser
from pbm.language.table_cache import text_of
from pbm.turns.history import is_regenerable
from tests.sheets import as_it_stands

ROOT = Path(__file__).parents[3]


def built(source: Path, into: Path, *targets: str) -> Path:
    """The folder, with the named archives of the source built in it."""
    options = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), *options]
    ran = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return into


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist of this checkout."""
    return built(ROOT, tmp_path_factory.mktemp("dist"), "sdist", "wheel")


def needed(
    requires: Sequence[str],
    found: dict[str, metadata.Distribution],
    extras: Collection[str] = ("",),
) -> None:
    """Add to found, by name, what these requirements bring in here, and what that needs."""
    for text in requires:
        one = Requirement(text)
        if one.marker and not any(one.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        key = one.name.lower().replace("_", "-")
        if key not in found or one.extras:
            found[key] = metadata.distribution(one.name)  # else it is not in requirements.lock
            needed(found[key].requires or [], found, one.extras or ("",))


def copied(distribution: metadata.Distribution, site: Path) -> None:
    """Copy an installed distribution, by its own list of files, into another site-packages."""
    for file in distribution.files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(str(distribution.locate_file(file)), target)


class Installed:
    """A fresh environment that holds the wheel and what the wheel says it needs, no more."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", symlinks=True)
        self.bin = folder / "venv" / "bin"
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()

    def fill(self, wheel: Path) -> None:
        """Install the wheel, and copy its dependencies from the locked environment."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python")]
        options = ["--no-deps", "--no-index", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", *options, str(wheel)], check=True)
        [site] = (self.folder / "venv" / "lib").glob("python*/site-packages")
        declared = metadata.Distribution.at(next(site.glob("pbm-*.dist-info"))).requires or []
        found: dict[str, metadata.Distribution] = {}
        needed(declared, found)
        assert {"typer", "weasyprint", "pydantic-core"} <= set(found)
        assert not {"pytest", "hypothesis", "ruff"} & set(found)
        for distribution in found.values():
            copied(distribution, site)

    def pbm(self, *words: str, code: int = 0) -> str:
        """What the installed command prints when it is run outside the checkout."""
        ran = subprocess.run(
            [str(self.bin / "pbm"), *words],
            cwd=self.elsewhere,
            env={"PATH": os.defpath, "HOME": str(self.elsewhere), "COLUMNS": "200"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == code, ran.stderr
        assert "Traceback" not in ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def installed(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, installed outside the checkout."""
    fresh = Installed(tmp_path_factory.mktemp("fresh"))
    [wheel] = archives.glob("*.whl")
    fresh.fill(wheel)
    return fresh


def beside(folder: str) -> dict[str, bytes]:
    """The files of a folder of the checkout, by the names they should have in the wheel."""
    prefix = "" if folder == "pbm" else "pbm/_data/"
    return {
        f"{prefix}{file.relative_to(ROOT).as_posix()}": file.read_bytes()
        for file in sorted((ROOT / folder).rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts and not is_made(file)
    }


def is_made(file: Path) -> bool:
    """True for what a campaign can make again from what it keeps."""
    inside = file.relative_to(ROOT).parts
    return inside[0] == "campaigns" and inside[4:] != () and is_regenerable("/".join(inside[4:]))


def test_it_is_built_with_nothing_but_what_its_build_asks_for(tmp_path: Path) -> None:
    found: dict[str, metadata.Distribution] = {}
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    needed(asked, found)
    for one in found.values():
        copied(one, tmp_path / "site")
    command = [sys.executable, "-S", "-m", "hatchling", "build", "-d", str(tmp_path), "-t", "wheel"]
    environ = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    ran = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert list(tmp_path.glob("*.whl"))


@pytest.mark.parametrize("folder", ["pbm", "grammar", "templates", "campaigns"])
def test_the_wheel_holds_the_checkouts_files(archives: Path, folder: str) -> None:
    expected = beside(folder)
    assert expected
    [wheel] = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = {name: opened.read(name) for name in opened.namelist() if name in expected}
    assert held.keys() == expected.keys()
    assert held == expected


@pytest.mark.parametrize("name", ["deltavee", "knighthawks", "nova"])
def test_the_wheel_brings_the_tables_of_its_languages(archives: Path, name: str) -> None:
    [wheel] = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = opened.read(f"pbm/_data/grammar/{name}.tables.json")
    fresh = LineParser(name, NodeTransformer(), fresh=True)
    assert held.decode() == text_of(fresh.tables)


def test_the_wheel_is_light_and_its_campaigns_hold_what_went_in(archives: Path) -> None:
    [wheel] = archives.glob("*.whl")
    assert wheel.stat().st_size < 8_000_000
    with zipfile.ZipFile(wheel) as opened:
        turns = [name for name in opened.namelist() if "/turns/" in name]
    assert {Path(name).name for name in turns} >= {"turn.toml", "rulings.txt", "dice.txt"}
    made = [name for name in turns if Path(name).suffix in (".pdf", ".html", ".json", ".jsonl")]
    # What a correction says is an input of the turns that were made again.
    assert {Path(name).name for name in made} <= {"correction.json"}


def test_the_wheel_holds_nothing_else(archives: Path) -> None:
    [wheel] = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
    assert {name.split("/")[0] for name in names} == {"pbm", "pbm-0.1.0.dist-info"}
    assert not [name for name in names if name.endswith(".pyc") or "/reports/" in name]
    licences = {Path(name).name for name in names if "/licenses/" in name}
    assert licences == {
        "LICENSE",
        "LICENSE-DejaVu.txt",
        "LICENSE-IBM-Plex.txt",
        "LICENSE-Noto-CJK.txt",
    }


def test_the_sdist_makes_the_same_wheel(archives: Path, tmp_path: Path) -> None:
    [sdist] = archives.glob("*.tar.gz")
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path, filter="data")
    [source] = tmp_path.iterdir()
    [again] = built(source, tmp_path / "again", "wheel").glob("*.whl")
    [wheel] = archives.glob("*.whl")
    assert again.read_bytes() == wheel.read_bytes()


def test_the_installed_command_helps_and_lists(installed: Installed) -> None:
    assert "Usage: pbm" in installed.pbm("--help")
    scenarios = json.loads(installed.pbm("scenarios", "--json"))
    assert {"game": "knighthawks", "name": "duel"}.items() <= scenarios[0].items()
    assert json.loads(installed.pbm("options", "knighthawks", "--json"))


def test_the_installed_command_plays_a_turn(installed: Installed) -> None:
    installed.pbm(
        *("new", "game", "--scenario", "knighthawks/duel", "--seed", "wheel"),
        *("--player", "A=Rook", "--player", "B=Heron", "--at", "2026-01-01T12:00Z"),
    )
    for week, player in enumerate(("Rook", "Heron"), start=2):
        sheet = installed.elsewhere / f"{player}.txt"
        text = installed.pbm("template", "game", player)
        sheet.write_text(as_it_stands(text), encoding="utf-8")
        installed.pbm("submit", "game", sheet.name, "--at", f"2026-01-0{week}T12:00Z")
    installed.pbm("run", "game", "--at", "2026-01-08T12:00Z")
    pages = list((installed.elsewhere / "game").glob("turns/*/reports/*/report.pdf"))
    assert len(pages) >= 2
    assert all(page.read_bytes().startswith(b"%PDF") for page in pages)
    installed.pbm("replay", "game")


def test_the_installed_command_needs_no_folder_that_can_be_written(installed: Installed) -> None:
    """It takes the tables of the wheel: none are made, beside them or in the user's cache."""
    [data] = installed.folder.glob("venv/lib/python*/site-packages/pbm/_data/grammar")
    was = {file.name: file.stat().st_mtime_ns for file in data.iterdir()}
    data.chmod(0o555)
    script = (
        "import sys; from pbm.language.parser import LineParser;"
        "print([LineParser(name, None) and 'lark' not in sys.modules"
        " for name in ('deltavee', 'knighthawks', 'nova')])"
    )
    ran = subprocess.run(
        [str(installed.bin / "python"), "-c", script],
        cwd=installed.elsewhere,
        env={"PATH": os.defpath, "HOME": str(installed.elsewhere)},
        capture_output=True,
        text=True,
        check=True,
    )
    data.chmod(0o755)
    assert ran.stdout == "[True, True, True]\n"
    assert {file.name: file.stat().st_mtime_ns for file in data.iterdir()} == was
    assert not list((installed.elsewhere / ".cache").rglob("*.tables.json"))


@pytest.mark.slow
def test_the_installed_command_plays_the_demo(installed: Installed) -> None:
    listed = installed.pbm("demo", "tour")
    pages = list((installed.elsewhere / "tour").rglob("report.pdf"))
    assert pages
    assert listed.splitlines()[-1] == str(Path("tour") / "index.html")


@pytest.mark.slow
def test_the_lock_is_enough_for_the_wheel(archives: Path, tmp_path: Path) -> None:
    """As a stranger installs it: packages from the index, each checked by its hash."""
    fresh = Installed(tmp_path)
    pip = [sys.executable, "-m", "pip", "--python", str(fresh.bin / "python"), "install", "-q"]
    lock = ["--no-deps", "--require-hashes", "-r", str(ROOT / "requirements.lock")]
    subprocess.run([*pip, *lock], check=True, env={**os.environ, "PYTHONPATH": ""})
    [wheel] = archives.glob("*.whl")
    subprocess.run([*pip, "--no-index", "--find-links", str(archives), str(wheel)], check=True)
    assert "knighthawks" in fresh.pbm("scenarios")
