"""Tell one player the turn: the events they perceive, phase by phase, in sentences."""

from collections.abc import Mapping, Sequence

from pbm.engine.events import Event
from pbm.engine.game import Post
from pbm.engine.story import Item
from pbm.engine.types import StorySection
from pbm.games.knighthawks.report.scenes import drawn
from pbm.games.knighthawks.report.sentences import CATALOGUE, shot
from pbm.games.knighthawks.state.state import IN_PLAY
from pbm.games.knighthawks.view.labels import Labels
from pbm.games.knighthawks.view.record import ShipView, View
from pbm.kit.english import count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import (
    SeenEvents,
    failed_lines,
    missed_lines,
    named_in,
    over_lines,
    sections,
    seen_by,
    story_item,
)

_SHIP_FACTS = ("ship", "by", "target", "of")
_ALWAYS_IMPORTANT = ("game_over", "ship_destroyed", "missed_turn", "ruling", "left_map", "collided")
_FAILED = ("not_done", "move_changed")


def tell(events: Sequence[Event], view: View, player: str) -> tuple[StorySection, ...]:
    """The events a player perceives as sentences, in turn order under the titles of phases."""
    labels = Labels(view)
    return sections(
        events, player, lambda phase: phase_title(phase, view), lambda shown: _item(shown, labels)
    )


def phase_title(phase: str, view: View) -> str:
    """The heading of a phase: ``1.move`` reads "Sathar moves" where Sathar is side one."""
    number, _, step = phase.partition(".")
    side = next((side.name for side in view.sides if str(side.moves) == number), "")
    return {
        "setup": "Set-up",
        "move": f"{side} moves",
        "defence": f"Defensive fire at {side}",
        "attack": f"{side} fires",
        "combat": f"{side} and its enemies fire together",
    }.get(step or phase, phase)


def _item(shown: Mapping[str, Fact], labels: Labels) -> Item:
    facts = shown["facts"]
    ships = named_in(facts, _SHIP_FACTS, labels.ships.__contains__)
    own = any(labels.is_yours(ship) for ship in ships) or "order" in shown
    track, scene = drawn(shown, labels)
    return story_item(
        shown,
        CATALOGUE.sentence(shown, labels),
        Item,
        ships=ships,
        own=own,
        important=_is_important(shown, own),
        shot=shot(shown, labels) if shown["kind"] == "attack" else None,
        track=track,
        scene=scene,
    )


def _is_important(shown: Mapping[str, Fact], own: bool) -> bool:
    if shown["kind"] in _ALWAYS_IMPORTANT:
        return True
    # What could not be done stands with each order line; marked here it would drown the hits.
    return own and (shown["kind"] == "move_changed" or bool(shown["facts"].get("hit")))


# --- the first lines ------------------------------------------------------------------------


def summary(
    events: Sequence[Event], view: View, player: str, due: Sequence[str], post: Post
) -> tuple[str, ...]:
    """The first lines of a report: losses, hits, failed orders, and what comes next."""
    del post
    labels = Labels(view)
    seen = seen_by(events, player)
    lines = [
        *over_lines(seen),
        *missed_lines(seen, player, "ships"),
        *_losses(seen, labels),
        *_hits_taken(seen, labels),
        *_hits_scored(seen, labels),
        *failed_lines(seen, _FAILED),
        *_next(view, labels, due, begun=bool(seen)),
    ]
    return tuple(lines)


def _losses(seen: SeenEvents, labels: Labels) -> list[str]:
    gone = list(
        dict.fromkeys(
            facts["ship"]
            for facts in seen.of_kind("ship_destroyed", "left_map", "collided")
            if facts.get("destroyed", True)
        )
    )
    lost: dict[str, list[str]] = {}
    for ship in gone:
        side = labels.ships[ship].side if ship in labels.ships else ""
        who = "You" if labels.is_yours(ship) else labels.side(side)
        lost.setdefault(who, []).append(labels.ship(ship))
    return [
        f"{who} lost {listed(lost[who])}." for who in sorted(lost, key=lambda who: who != "You")
    ]


def _hits(seen: SeenEvents, labels: Labels, *, taken: bool) -> dict[str, tuple[int, int]]:
    """Target to (hits, damage), of the hits on own ships or of those own ships scored."""
    found: dict[str, tuple[int, int]] = {}
    for facts in seen.of_kind("attack"):
        if facts["hit"] and labels.is_yours(facts["target" if taken else "by"]):
            hits, damage = found.get(facts["target"], (0, 0))
            found[facts["target"]] = (hits + 1, damage + facts["damage"])
    return found


def _hits_taken(seen: SeenEvents, labels: Labels) -> list[str]:
    fired = any(labels.is_yours(facts["target"]) for facts in seen.of_kind("attack"))
    said = [
        f"{labels.ship(ship)} {count(hits, 'hit')} for {damage}" + _left(labels.ships.get(ship))
        for ship, (hits, damage) in _hits(seen, labels, taken=True).items()
    ]
    if said:
        return [f"Hits on your ships: {'; '.join(said)}."]
    return ["All shots at your ships missed."] if fired else []


def _left(ship: ShipView | None) -> str:
    if ship is None or ship.status != IN_PLAY:
        return ""
    return f" ({ship.hull} of {ship.hull_points} hull points left)"


def _hits_scored(seen: SeenEvents, labels: Labels) -> list[str]:
    shots = sum(
        not facts["wasted"] and labels.is_yours(facts["by"]) for facts in seen.of_kind("attack")
    )
    if not shots:
        return []
    hits = _hits(seen, labels, taken=False)
    if not hits:
        all_of = "Both" if shots == 2 else f"All {shots}"
        return [f"{all_of} of your shots missed." if shots > 1 else "Your shot missed."]
    said = [f"{labels.ship(ship)} for {damage}" for ship, (_hits, damage) in hits.items()]
    if shots == 1:
        return [f"Your shot hit {listed(said)}."]
    scored = sum(number for number, _damage in hits.values())
    return [f"{scored} of your {count(shots, 'shot')} hit: {listed(said)}."]


def _next(view: View, labels: Labels, due: Sequence[str], *, begun: bool) -> list[str]:
    if view.result:
        return []
    if view.turn == 0:
        mine = [labels.ship(ship_id) for ship_id in view.placements]
        if mine:
            return [f"The campaign begins: place {listed(mine)} with your set-up sheet."]
        return ["The campaign begins. The scenario places your ships."]
    last = f" of {view.last_turn}" if view.last_turn else ""
    if not begun:
        return [f"The campaign begins with turn {view.turn}{last}."]
    part = "".join(due[:1]).partition(".")[2]
    if part:
        named = "The second half" if len(view.sides) == 2 else f"Part {part}"
        return [f"{named} of turn {view.turn}{last} is next."]
    return [f"Turn {view.turn}{last} is next."]
