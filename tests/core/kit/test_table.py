"""Cited tables: what they give, and what is wrong with those that do not hold together."""

from __future__ import annotations

import pytest

from pbm.kit.problems import Faults
from pbm.kit.tables import parse_table, table

GOOD = b'cite = "XX 1"\ncolumns = ["one", "two"]\n[rows]\na = [1, "-"]\nb = [2, "word"]\n'


def test_cells() -> None:
    made = parse_table(GOOD, "t.toml")
    assert made.cite == "XX 1"
    assert made.at("a", "one") == 1
    assert made.at("a", "two") == "-"
    assert made.number("a", "two") == 0
    assert made.number("b", "one") == 2
    assert made.at("b", "two") == "word"


def test_what_a_table_does_not_have() -> None:
    made = parse_table(GOOD, "t.toml")
    with pytest.raises(KeyError):
        made.at("c", "one")
    with pytest.raises(ValueError, match="not in tuple"):
        made.at("a", "three")
    with pytest.raises(ValueError, match="word"):
        made.number("b", "two")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'cite = "XX 1"\n', b"", '"cite" is missing'),
        (b'"XX 1"', b'""', "cite does not fit"),
        (b'[1, "-"]', b"[1]", "row a of t.toml has 1 cells for 2 columns"),
        (b'[1, "-"]', b"[1, 2, 3]", "row a of t.toml has 3 cells for 2 columns"),
        (b'[1, "-"]', b"[1, 2.5]", "does not fit"),
        (b'"two"', b'"one"', "two columns of t.toml have the same name"),
        (b"[rows]", b"more = 1\n[rows]", '"more" is not known here'),
    ],
)
def test_faults(old: bytes, new: bytes, said: str) -> None:
    assert old in GOOD
    with pytest.raises(Faults, match=said):
        parse_table(GOOD.replace(old, new, 1), "t.toml")


def test_a_table_of_a_package() -> None:
    assert table("pbm.games.knighthawks", "combat").cite == "KH 4 Combat Table"
