"""The check of retired phrases: what it finds, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tooling.tools import plain_words
from tests.tooling.tools.plain_words import FOLDERS, main, retired


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Here comes a number", ["Here comes"]),
        ("# a line that\n# waits for orders", ["waits for orders"]),
        ('fault = (\n    "it is not "\n    f"said"\n)', ["it is not said"]),
        ("a letter is no digit", ["is no "]),
        ("there is no digit, and it is no longer one", []),
        ("return x is None", []),
        ("a line is none", ["is none"]),
        ("at most 15 signs", ["15 signs"]),
        ("the signs of a storm; legs of a movement", []),
        ("the player and his ships", ["his"]),
        ("this history", []),
    ],
)
def test_what_is_retired(text: str, said: list[str]) -> None:
    assert [words for _line, words, _say in retired(text)] == said


def test_a_place_is_its_line() -> None:
    assert [line for line, _words, _say in retired("\n\nits noughts")] == [3]


def _tree(root: Path, text: str) -> Path:
    for folder in FOLDERS:
        (root / folder).mkdir()
    (root / "README.md").write_text("Plain.")
    (root / "CHANGELOG.md").write_text("# Changes\n## new\nfine\n## old\nat the most\n")
    (root / "docs/page.md").write_text(text)
    return root


def test_exceptions_are_printed_and_must_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = _tree(tmp_path, "at the most three\n")
    monkeypatch.setattr(plain_words, "MEANT", ())
    assert main(root) == 1
    assert 'docs/page.md:1: "at the most" is retired: at most, at least' in capsys.readouterr().out
    monkeypatch.setattr(plain_words, "MEANT", (("docs/page.md", "at the most three", "a quote"),))
    assert main(root) == 0
    assert 'meant: docs/page.md: "at the most three" (1): a quote' in capsys.readouterr().out
    (root / "docs/page.md").write_text("three\n")
    assert main(root) == 1
    monkeypatch.setattr(plain_words, "MEANT", ())
    assert main(root) == 0
