"""Draft a stage that was run again, with what changed in each report and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import item_of
from pbm.engine.context import GameState
from pbm.engine.rulings import ROLL_VERBS
from pbm.engine.types import Question
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.correction import Cause, CauseOfChange, correction
from pbm.packets.diff import difference
from pbm.service.replay import draft_again
from pbm.storage.turn_folders import StoredStage
from pbm.turns.assemble import draft
from pbm.turns.play import Played
from pbm.turns.stage_draft import Before, Marks, StageDraft, marks_of


class StagePair(Record):
    """A stage as it was and as it is now."""

    stage: StoredStage
    old: Played
    new: Played


def state_after(played: Played) -> GameState:
    """The game state after a stage that did not stop at the docket."""
    assert played.stage.game_state is not None
    return played.stage.game_state


class Drafted(Record):
    """A stage made again: draft, earlier packets, and differences by player."""

    draft: StageDraft
    old: Mapping[str, Packet]
    changes: Mapping[str, tuple[CauseOfChange, ...]]


def causes_of(pair: StagePair) -> list[Cause]:
    """List why a stage came out otherwise: rulings kept or withdrawn, and late sheets.

    Only who perceives a ruling, or sent the sheet, may know of it.
    """
    found: list[Cause] = []
    withdrawn = {one.value: one.reason for one in pair.new.rulings if one.verb == "withdraw"}
    sides = (("Ruled: ", pair.new, pair.old), ("No longer ruled: ", pair.old, pair.new))
    for word, one, other in sides:
        known = [(ruling.text, ruling.reason, ruling.before) for ruling in other.rulings]
        for ruling in one.rulings:
            key = (ruling.text, ruling.reason, ruling.before)
            if key in known:
                known.remove(key)
                continue
            if ruling.verb == "withdraw":
                continue
            events = [
                event
                for event in one.stage.events
                if event.kind == "ruling"
                and event.ruling == ruling.reason
                and (event.facts.get("text") == ruling.text or ruling.verb in ROLL_VERBS)
                and event.facts.get("verb", ruling.verb) == ruling.verb
            ]
            seen = [
                seat.id
                for seat in state_after(one).seats
                if any(event.keys_for(seat.id) is not None for event in events)
            ]
            paths = [change.path.split("/") for event in events for change in event.changes]
            ids = tuple(dict.fromkeys(part for path in paths for part in path[:-1]))
            reason = ruling.reason if one is pair.new else withdrawn.get(ruling.text, "")
            said = ruling.text
            if ruling.verb in ROLL_VERBS and events:  # it names things that not all may know
                said = str(events[0].facts["text"])
            found.append(Cause(word + said, reason, tuple(seen), ids))
    before = {(text.player, text.number) for text in pair.old.given.texts}
    for text in pair.new.given.texts:
        if (text.player, text.number) not in before:
            words = f"Your late sheet: that of {text.received} counts"
            found.append(Cause(words, "", (text.player,)))
    return found


def drafted_again(
    campaign: Campaign,
    pair: StagePair,
    before: Before,
    marks: Marks,
    items: Sequence[Question],
    causes: Sequence[Cause] = (),
) -> Drafted:
    """Draft a stage anew; a player whose report stays the same keeps the same packet."""
    stage, part = pair.stage, pair.stage.part
    old = draft_again(campaign, pair.old, stage, replace(before, packets={}))
    questions = [item_of(item) for item in part.docket] + list(items)
    kept = marks_of(stage)
    plain = replace(
        marks,
        packets_before=part.packets_before,
        corrected=part.corrected,
        corrections=kept.corrections,
    )
    first = draft(campaign, pair.new, before, part.run_at, marks=plain, docket=questions)
    changes = {
        player: correction(found, old.packets.get(player), packet, causes)
        for player, packet in first.packets.items()
        if (found := difference(stage.label, old.packets.get(player), packet)) is not None
    }
    keep = {player: said for player, said in part.packets_before.items() if player not in changes}
    said = {
        player: marks.correction if player in changes else part.corrected.get(player, "")
        for player in first.packets
        if player in changes or player in part.corrected
    }
    second = draft(
        campaign,
        pair.new,
        before,
        part.run_at,
        marks=replace(
            marks,
            packets_before=keep,
            corrected=said,
            changed=tuple(changes),
            corrections={
                player: told
                for player, told in {**kept.corrections, **changes}.items()
                if player in said
            },
        ),
        docket=questions,
    )
    return Drafted(second, old.packets, changes)
