"""What pictures draw of an event, from the facts its reader perceives: tracks, fire, losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.games.deltavee.view.labels import Labels
from pbm.kit.facts import Fact

_MOVES = ("moved", "wove")
_NEW = ("placed", "launched", "contact_appeared", "entered")
_GONE = ("destroyed", "left_maps", "contact_lost", "jumped", "landed", "left_in_orbit")

_FIELDS: Mapping[str, str] = {"field_raised": "up", "field_lowered": "down"}


def drawn(shown: Mapping[str, Fact], labels: Labels) -> dict[str, Any]:
    """``track`` and ``scene`` of an item of the story; neither for what no picture shows."""
    facts: Mapping[str, Any] = shown["facts"]
    kind = shown["kind"]
    found: dict[str, Any] = {}
    if kind in _MOVES and "from" in facts and "to" in facts:
        found["track"] = [facts["from"], *facts.get("path", (facts["to"],))]
    elif kind in _GONE and "at" in facts:
        found["track"] = [facts["at"]]
    scene = _fire(kind, facts, labels) or _stand(kind, facts, labels)
    if scene:
        found["scene"] = scene
    return found


def _stand(kind: str, facts: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    """How a unit lies on the map, and whether it comes or goes."""
    scene: dict[str, Any] = {}
    if kind == "released":
        scene["new"] = [one for one in facts.get("missiles", ()) if labels.knows(one)]
        return scene if scene["new"] else {}
    unit = facts.get("unit", "")
    if not labels.knows(unit):
        return {}
    if "direction" in facts:
        scene["facing"] = [facts.get("direction_before", 0), facts["direction"]]
    if kind in _FIELDS:
        scene["screen"] = _FIELDS[kind]
    if kind in _NEW:
        scene["new"] = [unit]
    elif kind in _GONE:
        scene["gone"] = [unit]
    return scene


def _fire(kind: str, facts: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    """A shot or an interception, or what one of them damaged, between units of the view."""
    if kind == "hit" and facts.get("status", "") == facts.get("status_before", ""):
        return {}
    ends = {"fired": ("by", "target"), "interception": ("missile", "target"), "hit": ("by", "unit")}
    by, to = (facts.get(name, "") for name in ends.get(kind, ("", "")))
    if facts.get("declined") or not (labels.knows(by) and labels.knows(to)):
        return {}
    if kind == "hit":
        return {"by": by, "to": to, "part": f"{facts['part']} {facts['status']}"}
    hit = facts.get("hit" if kind == "fired" else "success")
    scene = {"by": by, "to": to, "fire": "hit" if hit else "miss"}
    # An interception is where the missile met its target on the way.
    return scene | ({"start": facts["at"], "end": facts["at"]} if "at" in facts else {})
