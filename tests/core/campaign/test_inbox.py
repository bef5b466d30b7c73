"""Texts of the inbox: no number is given twice."""

import os
from pathlib import Path

import pytest

from pbm.campaign.inbox import next_number


def test_numbers_begin_with_one(tmp_path: Path) -> None:
    assert next_number(tmp_path / "none") == 1
    assert next_number(tmp_path) == 1


def test_a_number_is_of_a_text_whatever_is_kept_of_it(tmp_path: Path) -> None:
    for name in ("1.txt", "1.toml", "10.receipt.txt", "notes.txt"):
        (tmp_path / name).write_text("")
    assert next_number(tmp_path) == 11


def test_a_folder_that_cannot_be_read_gives_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a text would take the place of one that came before."""

    def refused(_folder: Path) -> None:
        raise PermissionError(13, "refused")

    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(PermissionError):
        next_number(tmp_path)
