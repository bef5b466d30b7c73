"""What pictures draw of an event, from the facts its reader perceives: tracks, fire, losses."""

from collections.abc import Mapping
from typing import Any, Literal

from pbm.engine.story import Scene
from pbm.games.deltavee.view.labels import Labels
from pbm.kit.facts import Fact

_MOVES = ("moved", "wove")
_NEW = ("placed", "launched", "contact_appeared", "entered")
_GONE = ("destroyed", "left_maps", "contact_lost", "jumped", "landed", "left_in_orbit")

_FIELDS: Mapping[str, Literal["up", "down"]] = {"field_raised": "up", "field_lowered": "down"}


def drawn(shown: Mapping[str, Fact], labels: Labels) -> tuple[list[str], Scene | None]:
    """The track and the scene of an item of the story; neither for what no picture shows."""
    facts: Mapping[str, Any] = shown["facts"]
    kind = shown["kind"]
    track: list[str] = []
    if kind in _MOVES and "from" in facts and "to" in facts:
        track = [facts["from"], *facts.get("path", (facts["to"],))]
    elif kind in _GONE and "at" in facts:
        track = [facts["at"]]
    scene = _fire(kind, facts, labels) or _stand(kind, facts, labels)
    return track, scene if scene != Scene() else None


def _stand(kind: str, facts: Mapping[str, Any], labels: Labels) -> Scene:
    """How a unit lies on the map, and whether it comes or goes."""
    if kind == "released":
        return Scene(new=[one for one in facts.get("missiles", ()) if labels.knows(one)])
    unit = facts.get("unit", "")
    if not labels.knows(unit):
        return Scene()
    turned = [facts.get("direction_before", 0), facts.get("direction", 0)]
    return Scene(
        facing=turned if "direction" in facts else [],
        screen=_FIELDS.get(kind, ""),
        new=[unit] if kind in _NEW else [],
        gone=[unit] if kind in _GONE else [],
    )


def _fire(kind: str, facts: Mapping[str, Any], labels: Labels) -> Scene | None:
    """A shot or an interception, or what one of them damaged, between units of the view."""
    if kind == "hit" and facts.get("status", "") == facts.get("status_before", ""):
        return None
    ends = {"fired": ("by", "target"), "interception": ("missile", "target"), "hit": ("by", "unit")}
    by, to = (facts.get(name, "") for name in ends.get(kind, ("", "")))
    if facts.get("declined") or not (labels.knows(by) and labels.knows(to)):
        return None
    if kind == "hit":
        return Scene(by=by, to=to, part=f"{facts['part']} {facts['status']}")
    hit = facts.get("hit" if kind == "fired" else "success")
    # An interception is where the missile met its target on the way.
    at = facts.get("at", "")
    return Scene(by=by, to=to, fire="hit" if hit else "miss", start=at, end=at)
