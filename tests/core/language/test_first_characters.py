"""What a pattern's words may begin with: never too little, and nothing where it is not known."""

from __future__ import annotations

import pytest

from pbm.language.first_characters import begins


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        ("go", "Gg"),
        (r"\+=", "+"),
        ("(?i:[B-D9]x)", "9BCDbcd"),
        (r"(?:a|\(|[xy])z", "(AXYaxy"),
        ("-?>", "->"),
        ("[0-2]{1,6}(?!3)", "012"),
        ("(?!a)(?=b)b", "Bb"),
        (r"\bq", "Qq"),
        ("\u00e9t", ""),  # nothing of ASCII
        ("x?", None),  # nothing at all
        ("x?.", None),
        (".?x", None),
        ("(?:a|.)", None),
        ("[^x]", None),
        (r"[\d]", None),
        ("(?:x?)(y)", "XYxy"),
        ("(x?)(y)", None),
    ],
)
def test_what_a_word_may_begin_with(pattern: str, first: str | None) -> None:
    assert begins(pattern) == first
