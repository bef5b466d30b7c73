"""The turn as one player sees it: the events they perceive, phase by phase.

Each item holds its sentence, its item of the situation report if the book has one, and the change
of the treasury. Rule: NV REP-01, NV REP-20, NV EOT-01.
"""

from collections.abc import Mapping, Sequence

from msgspec import convert

from pbm.engine.events import Event
from pbm.engine.story import Undone
from pbm.engine.types import StorySection
from pbm.games.nova.report import sitrep
from pbm.games.nova.report.battles.battle_story import around, ships_of, told_by_rounds
from pbm.games.nova.report.battles.fight_facts import fight, is_of_round
from pbm.games.nova.report.facts import Battle
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.saying import Names
from pbm.games.nova.report.sentences import ABBREVIATIONS, CATALOGUE
from pbm.games.nova.view.record import View
from pbm.kit.facts import Fact
from pbm.packets.narrative import Shown, in_sections, perceived, story_item

# The steps of a turn, in their order. Rule: NV EOT-01 to NV EOT-14.
PHASES: Mapping[str, str] = {
    "setup": "Pregame",
    "A": "Production",
    "B": "Pillage and salvage",
    "C": "Construction",
    "D": "Repair, refit, loading",
    "E": "Transfer of MCr",
    "F": "Movement",
    "G": "Contact and space combat",
    "H": "Exploration and transfers",
    "I": "Surface combat",
    "J": "Devastation",
    "K": "Establishing",
    "L": "Research and accounts",
}
_IMPORTANT = (
    "battle",
    "crew_lost",
    "eliminated",
    "game_over",
    "gate_destroyed",
    "gate_lost",
    "home_destroyed",
    "missed_turn",
    "research_done",
    "ruling",
    "surface_combat",
    "system_captured",
    "system_emptied",
    "system_lost",
    "system_retaken",
    "treasury_lost",
    "vacated",
    "world_needed",
)


def tell(events: Sequence[Event], view: View, player: str) -> tuple[StorySection, ...]:
    """The events a player perceives as sentences, under the titles of their phases."""
    names = Names(view)
    seen = perceived(events, player)
    coded = sitrep.items([shown for _event, shown in seen])

    def item(shown: Shown) -> Item:
        return _item(shown, names, coded)

    battles = told_by_rounds(seen)
    apart = {shown["id"] for one in battles for shown in one.shown}
    before, after = around(seen, apart)
    return (
        *in_sections(before, phase_title, item),
        *(StorySection(one.title, [item(shown) for shown in one.shown]) for one in battles),
        *in_sections(after, phase_title, item),
    )


def phase_title(phase: str) -> str:
    """The heading of a phase: its letter and what is done in it."""
    title = PHASES.get(phase, "")
    return f"{phase} {title}" if len(phase) == 1 and title else title or phase


def _item(shown: Shown, names: Names, coded: Mapping[str, str]) -> Item:
    kind, facts, order = shown["kind"], shown["facts"], shown.get("order")
    if order and order["line"] == 0:  # repeated in a turn without a sheet
        order, shown = None, {key: value for key, value in shown.items() if key != "order"}
    of_round = is_of_round(kind)
    return story_item(
        shown,
        CATALOGUE.sentence(shown, names),
        Item,
        ships=ships_of(fight(kind, facts)) if of_round else _ships(kind, facts),
        own=order is not None,
        important=kind in _IMPORTANT or bool(facts.get("new_contact")),
        undone=_undone(facts, order["text"]) if order and kind == "failed" else None,
        sitrep=coded.get(shown["id"], ""),
        mcr=_gained(shown["changes"]) if "changes" in shown else 0,
        facts=facts if of_round else {},
        track=[] if of_round else _places(facts, names),
    )


def _gained(changes: Sequence[Mapping[str, Fact]]) -> int:
    """What the treasury gained; less than nothing if it lost."""
    gains = [
        change["after"] - change["before"]
        for change in changes
        if change["path"].endswith("/treasury")
    ]
    return sum(gains)


def _undone(facts: Mapping[str, Fact], line: str) -> Undone:
    """An order that was not carried out: the words of its line, and why with the code for it."""
    written, code = facts["written"], facts["code"]
    why = facts["why"].rstrip(".")
    return Undone(
        what="" if written.casefold() == line.casefold() else f'"{written}"',
        why=f"{why} ({code}, {ABBREVIATIONS[code]})" if code else why,
    )


def _places(facts: Mapping[str, Fact], names: Names) -> list[str]:
    """The system of an event, for an exploration with the one it began in."""
    known = names.systems
    at = facts.get("system") or facts.get("at") or ""
    if at not in known:
        return []
    start = facts.get("start", "")
    return [start, at] if start in known else [at]


def _ships(kind: str, facts: Mapping[str, Fact]) -> list[str]:
    """Names of the reader's own ships in an event."""
    if kind == "battle":
        return [one.ship for one in convert(facts, Battle).own]
    together = facts.get("ships")
    if isinstance(together, list):  # those of others are only counted
        return together
    return [facts["ship"]] if facts.get("ship") else []
