"""Parts that are loaded when they are asked for."""

from __future__ import annotations

from pbm.kit.lazy_import import LateMapping, late


def test_a_late_function_is_the_function() -> None:
    assert late("pbm.drawing.hexgrid", "parse_hex")("2018").column == 20


def test_a_late_mapping_is_the_mapping() -> None:
    found = LateMapping("pbm.games.knighthawks.orders.roster", "GONE")
    assert dict(found) == {"destroyed": "destroyed", "lost": "lost off the map"}
    assert len(found) == 2
    assert found["lost"] == "lost off the map"
