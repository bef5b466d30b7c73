"""The tracks, fire and losses that pictures show, from the facts the reader perceives."""

from collections.abc import Mapping
from typing import Any, Literal

from pbm.engine.story import Scene
from pbm.games.knighthawks.view.labels import Labels
from pbm.kit.facts import Fact

_SCREENS: Mapping[str, Literal["up", "down"]] = {
    "screen_raised": "up",
    "screen_fell": "down",
    "screen_dropped": "down",
}


def drawn(shown: Mapping[str, Fact], labels: Labels) -> tuple[list[str], Scene | None]:
    """The track and the scene of an item of the story; neither for what no picture shows."""
    facts: Mapping[str, Any] = shown["facts"]
    kind = shown["kind"]
    if kind == "attack":
        return [], _fire(facts, labels)
    ship = facts.get("ship", "")
    if ship not in labels.ships:
        return [], None
    way = facts.get("path", [facts["to"]] if "to" in facts else [])
    destroyed = kind == "collided" and facts["destroyed"]
    turned = [facts.get("facing_before", 0), facts.get("facing", 0)]
    scene = Scene(
        facing=turned if "facing" in facts else [],
        screen=_SCREENS.get(kind, ""),
        new=[ship] if kind == "placed" else [],
        gone=[ship] if kind in ("ship_destroyed", "left_map") or destroyed else [],
    )
    track = [facts["from"], *way] if "from" in facts else []
    return track, scene if scene != Scene() else None


def _fire(facts: Mapping[str, Any], labels: Labels) -> Scene | None:
    by, to = facts.get("by", ""), facts.get("target", "")
    if by not in labels.ships or to not in labels.ships:
        return None
    return Scene(
        by=by,
        to=to,
        fire="wasted" if facts.get("wasted") else "hit" if facts["hit"] else "miss",
        # Defensive fire strikes a ship anywhere on its way. Rule: KH 4 Defensive Attacks.
        start=facts["from_hex"],
        end=facts["at_hex"],
        damage=facts.get("damage", 0) if facts["hit"] else 0,
    )
