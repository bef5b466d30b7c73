"""What comes with the product is found; what does not is said."""

from __future__ import annotations

import pytest

from pbm.kit.assets import data_dir
from pbm.pages.fonts import is_held


def test_the_grammar_is_found_and_nothing_else_is_made_up() -> None:
    assert (data_dir("grammar") / "common.lark").is_file()
    with pytest.raises(FileNotFoundError, match="no such thing"):
        data_dir("no such thing")


def test_characters_that_no_packaged_font_holds_are_named() -> None:
    assert all(map(is_held, "Zażółć Жук →"))
    assert [is_held(one) for one in "a名한b"] == [True, True, False, True]
