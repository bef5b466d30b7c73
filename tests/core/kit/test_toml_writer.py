"""TOML that is written: the bytes are tomlkit's, and a long text takes no longer than it must."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from pbm.kit import toml_writer
from pbm.kit.toml_writer import LONG, toml_bytes

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(TEXTS, st.lists(TEXTS, max_size=3), st.dictionaries(st.sampled_from("abc"), TEXTS))
def test_the_bytes_are_tomlkit_s(text: str, some: list[str], table: dict[str, str]) -> None:
    whole: dict[str, Any] = {"text": text, "some": some, "n": 3, "rows": [table], "t": table}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toml_writer, "LONG", 0)
        found = toml_bytes(whole)
    assert found == tomlkit.dumps(whole).encode()
    assert tomllib.loads(found.decode()) == whole


def test_every_sign_comes_back_on_both_sides_of_a_long_text() -> None:
    signs = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x10FFFF, 997))))
    for text in (signs, "x" * (LONG - 1) + '"', "x" * LONG + '"', signs[: LONG - 1], signs[:LONG]):
        found = toml_bytes({"text": text})
        assert tomllib.loads(found.decode()) == {"text": text}


def test_a_long_text_is_gone_through_once() -> None:
    """Looked at again for each of its characters, two million of them would take an hour."""
    text = 'he said "so"\n' * 200_000
    found = toml_bytes({"rows": [{"text": text}], "more": [text]})
    assert tomllib.loads(found.decode()) == {"rows": [{"text": text}], "more": [text]}


@given(
    TEXTS, st.integers(-5, 10**9), st.booleans(), st.lists(TEXTS | st.integers() | st.booleans())
)
def test_a_flat_document_is_as_tomlkit_writes_it(
    text: str, number: int, flag: bool, some: list[str | int]
) -> None:
    whole = {"text": text, "number": number, "flag": flag, "a-b_2": "x", "some": some}
    assert toml_bytes(whole) == tomlkit.dumps(whole).encode()


def test_a_key_that_needs_quotes_gets_them() -> None:
    assert toml_bytes({"a b": "x"}) == b'"a b" = "x"\n'
