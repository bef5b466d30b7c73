"""What the pages say of the commands is true: every command and option they name exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from pbm.cli import main

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN_VERBS = {
    "demo",
    "test",
    "lint",
    "bench",
    "cover",
    "golden",
    "fuzz",
    "mutate",
    "fonts",
    "floors",
    "pictures",
    "lock",
    "COMMAND",
}
COMMANDS = dict(typer.main.get_command(main.app).commands)  # type: ignore[attr-defined]
# A group's commands under both words: "mail send".
EVERY = COMMANDS | {
    f"{name} {word}": command
    for name, group in COMMANDS.items()
    for word, command in getattr(group, "commands", {}).items()
}
OPTIONS = {
    name: {word for option in command.params for word in (*option.opts, *option.secondary_opts)}
    for name, command in EVERY.items()
}
IN_BLOCK = re.compile(r"^    (?:\./run|pbm) (.+)$", re.MULTILINE)
IN_TEXT = re.compile(r"`(?:\./run|pbm) ([^`]+)`")


def commands_in(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    return [*IN_BLOCK.findall(text), *IN_TEXT.findall(text)]


def fault_of(words: str) -> str:
    """Why a command line of a page cannot be typed; empty if it can."""
    parts = shlex.split(re.sub(r"\s{2,}.*", "", words), comments=True)
    if parts and parts[0] in RUN_VERBS and parts[0] not in OPTIONS:
        return ""
    if not parts or parts[0] not in OPTIONS:
        return f"there is no command {parts[:1]}"
    name = parts[0]
    if hasattr(COMMANDS[name], "commands") and len(parts) > 1:
        name = " ".join(parts[:2])
        if name not in OPTIONS:
            return f"there is no command {name}"
    unknown = [part for part in parts[1:] if part.startswith("--") and part not in OPTIONS[name]]
    return f"{parts[0]} has no {unknown[0]}" if unknown else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_a_page_names_can_be_typed(page: Path) -> None:
    faults = {words: fault for words in commands_in(page) if (fault := fault_of(words))}
    assert faults == {}


def test_the_pages_name_every_command() -> None:
    text = " ".join(words for page in PAGES for words in commands_in(page))
    missing = [name for name in COMMANDS if name not in text.split()]
    missing += [name for name in EVERY if " " in name and name not in text]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_page_a_page_points_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    gone = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert gone == []


def anchors(page: Path) -> set[str]:
    """The names by which the headings of a page can be linked."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.casefold()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_heading_a_page_points_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+\.md)#([^)]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if link[1] not in anchors(page.parent / link[0])] == []


def test_a_wrong_command_or_option_would_be_noticed() -> None:
    assert fault_of("rnu DIR")
    assert fault_of("run DIR --fast")
    assert not fault_of("run DIR --dry")


def test_every_picture_of_a_page_is_there_and_small() -> None:
    shown = {
        (page.parent / name).resolve()
        for page in PAGES
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+\.png)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == set((ROOT / "docs/images").glob("*.png"))
    assert [one.name for one in shown if one.stat().st_size >= 100_000] == []
