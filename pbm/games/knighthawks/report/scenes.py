"""The tracks, fire and losses that pictures show, from the facts the reader perceives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.games.knighthawks.view.labels import Labels
from pbm.kit.facts import Fact

_SCREENS: Mapping[str, str] = {
    "screen_raised": "up",
    "screen_fell": "down",
    "screen_dropped": "down",
}


def drawn(shown: Mapping[str, Fact], labels: Labels) -> dict[str, Any]:
    """``track`` and ``scene`` of an item of the story; neither for what no picture shows."""
    facts: Mapping[str, Any] = shown["facts"]
    kind = shown["kind"]
    if kind == "attack":
        return _fire(facts, labels)
    ship = facts.get("ship", "")
    if ship not in labels.ships:
        return {}
    found: dict[str, Any] = {}
    scene: dict[str, Any] = {}
    if "from" in facts:
        way = facts.get("path", [facts["to"]] if "to" in facts else [])
        found["track"] = [facts["from"], *way]
    if "facing" in facts:
        scene["facing"] = [facts.get("facing_before", 0), facts["facing"]]
    if kind in _SCREENS:
        scene["screen"] = _SCREENS[kind]
    if kind == "placed":
        scene["new"] = [ship]
    elif kind in ("ship_destroyed", "left_map") or (kind == "collided" and facts["destroyed"]):
        scene["gone"] = [ship]
    if scene:
        found["scene"] = scene
    return found


def _fire(facts: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    by, to = facts.get("by", ""), facts.get("target", "")
    if by not in labels.ships or to not in labels.ships:
        return {}
    scene: dict[str, Any] = {"by": by, "to": to, "fire": "hit" if facts["hit"] else "miss"}
    # Defensive fire strikes a ship anywhere on its way. Rule: KH 4 Defensive Attacks.
    scene |= {"start": facts["from_hex"], "end": facts["at_hex"]}
    if facts.get("wasted"):
        scene["fire"] = "wasted"
    if facts["hit"] and facts.get("damage"):
        scene["damage"] = facts["damage"]
    return {"scene": scene}
