"""Templates are compiled once, and again where what was kept is no longer right."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import jinja2
import pytest
from jinja2.bccache import bc_magic

from pbm.pages import render

NAME = "page.html"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def rendered(text: str) -> tuple[str, int]:
    """What a template of a new environment gives, and how often one was compiled for it."""
    environment = jinja2.Environment(
        loader=jinja2.DictLoader({NAME: text}), bytecode_cache=render._compiled(for_print=True)
    )
    compiled = jinja2.Environment.compile
    with patch.object(
        jinja2.Environment, "compile", autospec=True, side_effect=compiled
    ) as compiling:
        found = environment.get_template(NAME).render(name="Rook")
    return found, compiling.call_count


def kept(home: Path) -> Path:
    [file] = (home / ".cache" / "pbm").glob("*-print/*")
    return file


def test_a_template_is_compiled_once(home: Path) -> None:
    assert rendered("{{ name }}!") == ("Rook!", 1)
    assert rendered("{{ name }}!") == ("Rook!", 0)
    assert (kept(home).stat().st_mode & 0o777) == 0o600


def test_a_template_that_changed_is_compiled_again(home: Path) -> None:
    rendered("{{ name }}!")
    assert rendered("{{ name }}?") == ("Rook?", 1)
    assert rendered("{{ name }}?") == ("Rook?", 0)


@pytest.mark.parametrize("keep", [0, 8, 15, 40, 80])
def test_a_damaged_file_is_compiled_again(home: Path, keep: int) -> None:
    rendered("{{ name }}!")
    kept(home).write_bytes(kept(home).read_bytes()[:keep])
    assert rendered("{{ name }}!") == ("Rook!", 1)
    assert rendered("{{ name }}!") == ("Rook!", 0)


def test_bytes_of_something_else_are_compiled_again(home: Path) -> None:
    rendered("{{ name }}!")
    data, head = kept(home).read_bytes(), len(bc_magic)
    kept(home).write_bytes(data[:head] + b"\xff" + data[head:])
    assert rendered("{{ name }}!") == ("Rook!", 1)


def test_paper_and_screen_are_kept_apart(home: Path) -> None:
    printed, shown = (render._compiled(for_print=one) for one in (True, False))
    assert printed is not None
    assert shown is not None
    assert printed.folder != shown.folder


def test_pages_are_made_without_a_place_to_keep_them(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".cache").write_text("a file stands where the folder should")
    assert rendered("{{ name }}!") == ("Rook!", 1)
    assert rendered("{{ name }}!") == ("Rook!", 1)
    monkeypatch.delenv("HOME")
    assert rendered("{{ name }}!") == ("Rook!", 1)
