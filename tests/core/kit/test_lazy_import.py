"""Parts that are loaded when they are asked for."""

from __future__ import annotations

from pbm.kit.lazy_import import lazy


def test_a_late_function_is_the_function() -> None:
    assert lazy("pbm.drawing.hexgrid", "parse_hex")("2018").column == 20
