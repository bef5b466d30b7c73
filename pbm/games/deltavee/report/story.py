"""The turn as one player lived it: the events they perceive, phase by phase."""

from collections.abc import Iterator, Sequence

from pbm.engine.events import Event
from pbm.engine.game import Post
from pbm.engine.story import Item
from pbm.engine.types import StorySection
from pbm.games.deltavee.orders.lines.conditions import EARLIER, NOT_HELD
from pbm.games.deltavee.report.scenes import drawn
from pbm.games.deltavee.report.sentences import CATALOGUE, parts_in_runs, shot
from pbm.games.deltavee.state.units import MISSILE
from pbm.games.deltavee.view.labels import STATUS, Labels
from pbm.games.deltavee.view.record import View
from pbm.kit.english import count, listed, signed
from pbm.kit.facts import Fact
from pbm.packets.narrative import (
    SeenEvents,
    Shown,
    failed_lines,
    missed_lines,
    named_in,
    over_lines,
    sections,
    seen_by,
    story_item,
)

_UNIT_FACTS = ("unit", "by", "target", "missile", "with", "battlecraft")
_ALWAYS_IMPORTANT = (
    "game_over",
    "destroyed",
    "jumped",
    "landed",
    "left_in_orbit",
    "scored",
    "entered",
    "end_offered",
    "missed_turn",
    "ruling",
    "fleet_bought",
    "not_bought",
    "fleet_shown",
)
_FAILED = ("not_done",)
_UNBOUGHT = ("not_bought",)
_PHASES = {"move": "moves", "command": "gives commands", "fire": "fires"}


def tell(events: Sequence[Event], view: View, player: str) -> tuple[StorySection, ...]:
    """The events the player perceives as sentences in turn order, under the titles of their phases.

    Who reads a unit's commands reads its course with them, not once more.
    """
    labels = Labels(view)
    if labels.side_of_reader:
        events = list(_once(events, player))
    return sections(
        events, player, lambda phase: phase_title(phase, view), lambda shown: _item(shown, labels)
    )


def _once(events: Sequence[Event], player: str) -> Iterator[Event]:
    """The events without the courses that stand in the commands the player reads."""
    commanded: tuple[Fact, ...] = ()
    for event in events:
        course = tuple(event.facts.get(name) for name in ("unit", "velocity", "direction"))
        if event.kind == "commanded" and event.keys_for(player) is not None:
            commanded = course
        elif event.kind == "course" and course == commanded:
            continue
        yield event


def phase_title(phase: str, view: View) -> str:
    """The heading of a phase: ``1.move`` reads "Venable moves" where Venable is player 1."""
    number, _, step = phase.partition(".")
    if phase == "setup":
        return "Set-up"
    side = next((side.name for side in view.sides if str(side.number) == number), "")
    return f"{side} {_PHASES[step]}" if side and step in _PHASES else phase


def _item(shown: Shown, labels: Labels) -> Item:
    facts = shown["facts"]
    units = named_in(facts, _UNIT_FACTS, labels.knows)
    own = any(labels.is_yours(unit) for unit in units) or "order" in shown
    track, scene = drawn(shown, labels)
    return story_item(
        shown,
        CATALOGUE.sentence(shown, labels),
        Item,
        ships=units,
        own=own,
        important=_is_important(shown, own, labels),
        shot=shot(shown, labels) if shown["kind"] == "fired" else None,
        track=track,
        scene=scene,
    )


def _is_important(shown: Shown, own: bool, labels: Labels) -> bool:
    if shown["kind"] in _ALWAYS_IMPORTANT:
        return True
    facts = shown["facts"]
    if shown["kind"] == "laid_open":
        return bool(facts["parts"])
    if shown["kind"] == "hit":
        concerned = own or labels.is_yours(facts.get("by", ""))
        return concerned and facts.get("status", "") != facts.get("status_before", "")
    return False


# --- the first lines ------------------------------------------------------------------------


def summary(
    events: Sequence[Event], view: View, player: str, due: Sequence[str], post: Post
) -> tuple[str, ...]:
    """What a player wants to know first: losses, hits, failed orders, and what comes next."""
    del due, post
    labels = Labels(view)
    seen = seen_by(events, player)
    lines = (
        *over_lines(seen),
        *missed_lines(seen, player, "units"),
        *_fleet(seen, player),
        *_jumps(seen, labels),
        *_losses(seen, labels),
        *_hits(seen, labels, taken=True),
        *_hits(seen, labels, taken=False),
        *_found(seen, labels),
        *_points(seen, view),
        *failed_lines([*_failures(seen), *_unbought(seen)], (*_FAILED, *_UNBOUGHT)),
        *_next(seen, view, labels),
    )
    return lines or ("Nothing was hit, lost or found.",)


def _fleet(seen: SeenEvents, player: str) -> list[str]:
    """What the reader's fleet cost; that it is the scenario's where none was bought."""
    return [
        "No ship was bought by your sheet: you have the fleet of the scenario."
        if facts["given"]
        else f"Your fleet costs {facts['trans']:,} of {facts['budget']:,} Trans."
        for facts in seen.of_kind("fleet_bought")
        if facts["player"] == player
    ]


def _jumps(seen: SeenEvents, labels: Labels) -> list[str]:
    """Which ships are gone into hyperspace, and which will be: news to all who play."""
    gone = [facts["unit"] for facts in seen.of_kind("jumped")]
    begun = [facts["unit"] for facts in seen.of_kind("jump_marked") if facts["jump"] == "jumping"]
    words = (("Hyperjump made", gone), ("Hyperjump begun", begun))
    return [f"{word}: {listed([*map(labels.unit, units)])}." for word, units in words if units]


def _losses(seen: SeenEvents, labels: Labels) -> list[str]:
    """Who lost what, ships and battlecraft by name, missiles and contacts by number."""
    lost: dict[str, list[str]] = {}
    for facts in seen.of_kind("destroyed"):
        unit = facts["unit"]
        lost.setdefault(labels.side_of(unit), []).append(unit)
    lines = []
    for side in sorted(lost, key=lambda side: side != labels.side_of_reader):
        who = "You" if side == labels.side_of_reader else labels.side(side)
        lines.append(f"{who} lost {listed(_counted(lost[side], labels))}.")
    return lines


def _counted(units: Sequence[str], labels: Labels) -> list[str]:
    """Ships and battlecraft by name, the rest as a number of missiles or contacts."""
    named = [
        unit for unit in units if unit not in labels.units or labels.units[unit].kind != MISSILE
    ]
    craft = [unit for unit in named if unit in labels.units]
    found = [labels.bare(unit) for unit in craft]
    missiles, contacts = len(units) - len(named), len(named) - len(craft)
    if missiles:
        found.append(count(missiles, "missile"))
    if contacts:
        found.append(count(contacts, "contact"))
    return found


def _hits(seen: SeenEvents, labels: Labels, *, taken: bool) -> list[str]:
    # A part hit more than once stands once, as it was left.
    marks: dict[str, dict[str, str]] = {}
    for facts in seen.of_kind("hit"):
        unit, part = facts.get("unit", ""), facts.get("part", "")
        mine = labels.is_yours(unit if taken else facts.get("by", ""))
        if mine and part and facts["status"] != facts["status_before"]:
            after = STATUS.get(facts["status"], facts["status"])
            marks.setdefault(unit, {})[labels.part(part, unit)] = after
    for facts in seen.of_kind("laid_open"):
        unit = facts.get("unit", "")
        if facts["parts"] and labels.is_yours(unit if taken else facts.get("by", "")):
            marks.setdefault(unit, {})[parts_in_runs(facts["parts"])] = STATUS["X"]
    if marks:
        name = labels.bare if taken else labels.unit
        said = "; ".join(
            f"{name(unit)}: {listed(f'{part} {after}' for part, after in parts.items())}"
            for unit, parts in marks.items()
        )
        return [f"{'Hits on your units' if taken else 'Your hits'}: {said}."]
    shots = [
        facts
        for facts in seen.of_kind("fired")
        if labels.is_yours(facts.get("target" if taken else "by", ""))
    ]
    if not shots:
        return []
    if taken:
        return ["Nothing that was fired at your units did damage."]
    hits = sum(bool(facts.get("hit")) for facts in shots)
    if hits:
        which = f"{hits} of your {len(shots)} shots" if len(shots) > 1 else "Your shot"
        return [f"{which} hit, without damage."]
    return [f"All {len(shots)} of your shots missed." if len(shots) > 1 else "Your shot missed."]


def _found(seen: SeenEvents, labels: Labels) -> list[str]:
    """What was revealed, on either side."""
    units = [facts["unit"] for facts in seen.of_kind("detected")]
    theirs = [labels.bare(unit) for unit in units if not labels.is_friend(unit)]
    ours = [labels.bare(unit) for unit in units if labels.is_yours(unit)]
    new = [facts["contact"] for facts in seen.of_kind("contact_appeared")]
    lines = []
    if new:
        numbers = listed(str(number) for number in new)
        lines.append(f"New: {'contact' if len(new) == 1 else 'contacts'} {numbers}.")
    if theirs:
        lines.append(f"Revealed of the enemy: {listed(theirs)}.")
    if ours:
        lines.append(f"Revealed to the enemy: {listed(ours)}.")
    return lines


def _failures(seen: SeenEvents) -> list[Shown]:
    """What was not done that was to be done.

    That is not a line whose condition did not hold, not an alternative to one that was carried out,
    and no line for all of a kind that fits only some of them.
    """
    doers: dict[int, set[str]] = {}
    for shown in seen:
        if "order" in shown and shown["kind"] not in _FAILED:
            facts = shown["facts"]
            doer = facts.get("by") or facts.get("unit", "")
            doers.setdefault(shown["order"]["line"], set()).add(doer)
    return [
        shown
        for shown in seen
        if shown["kind"] in _FAILED
        and "order" in shown
        and not str(shown["facts"]["why"]).startswith((NOT_HELD, EARLIER))
        and "missiles" not in shown["facts"]
        and not doers.get(shown["order"]["line"], set()) - {shown["facts"]["unit"]}
    ]


def _unbought(seen: SeenEvents) -> list[Shown]:
    """What was written on a purchase and not bought."""
    return [shown for shown in seen if shown["kind"] in _UNBOUGHT]


def _points(seen: SeenEvents, view: View) -> list[str]:
    if not seen.of_kind("scored"):
        return []
    said = [f"{side.name} {signed(side.points)}" for side in view.sides]
    return [f"Victory Points: {listed(said)}."]


def _next(seen: SeenEvents, view: View, labels: Labels) -> list[str]:
    """What comes next; the sheets that are due stand below the summary of every report."""
    if view.result:
        return []
    if view.turn == 0 and view.purchase:
        budget = f"{view.purchase.budget:,}"
        return [f"The campaign begins: buy a fleet for {budget} Trans with your set-up sheet."]
    if view.turn == 0:
        mine = [labels.bare(one) for one in labels.units if one in view.placements]
        if mine:
            return [f"The campaign begins: set up {listed(mine)} with your set-up sheet."]
        return ["The campaign begins; your ships are placed by the scenario."]
    if seen.of_kind("placed"):
        return ["All ships are in their places; the game begins."]
    return [] if seen else [f"The campaign begins with turn {view.turn}."]
