"""Draft a stage that was run again, with what changed in each report and why."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import item_of
from pbm.engine.context import GameState
from pbm.engine.rulings import ROLL_VERBS
from pbm.engine.types import Question
from pbm.kit.english import listed
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.correction import Cause, CauseOfChange, correction
from pbm.packets.diff import PacketDifference, difference
from pbm.service.replay import draft_again
from pbm.storage.turn_folders import StoredStage
from pbm.turns.assemble import draft
from pbm.turns.history import given_of
from pbm.turns.play import Given, Played, carried_on, play
from pbm.turns.stage_draft import Before, Marks, StageDraft, marks_of


class StagePair(Record):
    """A stage as it was and as it is now; ``before`` is the state that it began with then."""

    before: GameState
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


class World(Record):
    """The campaign as it would be with one of several causes alone.

    ``before`` is the state before a stage, None where no further stage can be played so;
    ``given`` are the inputs of the first stage, None for the stored ones.
    """

    cause: Cause
    before: GameState | None
    earlier: tuple[Played, ...]
    given: Given | None = None


def worlds_of(pair: StagePair) -> list[World]:
    """List why a stage came out otherwise: rulings kept or withdrawn, and late sheets.

    Only who perceives a ruling, or sent the sheet, may know of it.
    """
    found: list[World] = []

    def add(cause: Cause, **inputs: Any) -> None:
        given = replace(pair.old.given, **inputs)
        found.append(World(cause, pair.before, pair.old.earlier, given))

    withdrawn = {one.value: one for one in pair.new.rulings if one.verb == "withdraw"}
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
            because = ruling if one is pair.new else withdrawn.get(ruling.text)
            ids = one.stage.ruled.get(ruling.id, ())
            events = [event for event in one.stage.events if event.id in ids]
            seen = [
                seat.id
                for seat in state_after(one).seats
                if any(event.keys_for(seat.id) is not None for event in events)
            ]
            said = ruling.text
            if ruling.verb in ROLL_VERBS and events:  # it names things that not all may know
                alike = [one for one in events if one.seen == events[0].seen]
                said = listed(dict.fromkeys(str(one.facts["text"]) for one in alike))
            line = because.span.text if because else ""
            rulings = pair.old.given.rulings + f"\n{line}\n".encode()
            reason = because.reason if because else ""
            add(Cause(word + said, reason, tuple(seen)), rulings=rulings)
    before = {(text.player, text.number) for text in pair.old.given.texts}
    for text in pair.new.given.texts:
        if (text.player, text.number) not in before:
            words = f"Your late sheet: that of {text.received} counts"
            texts = [*pair.old.given.texts, text]
            texts.sort(key=lambda one: (one.player, one.number))
            add(Cause(words, "", (text.player,)), texts=tuple(texts))
    return found


def is_due(game_state: GameState, mailing: str) -> bool:
    """True for a stage that a game state waits for."""
    return not game_state.result and mailing in (game_state.due or (str(game_state.turn),))


def played_alone(
    campaign: Campaign, worlds: Sequence[World], pair: StagePair
) -> list[Played | None]:
    """Play a stage in each of several worlds; the only one is as the stage is now."""
    if len(worlds) == 1:
        return [pair.new]
    found: list[Played | None] = []
    for world in worlds:
        played: Played | None = None
        if world.before and world.cause.seen and is_due(world.before, pair.stage.part.mailing):
            given = world.given or given_of(pair.stage)
            with suppress(Faults):
                played = play(campaign, world.before, given, earlier=world.earlier)
        found.append(played if played and played.stage.game_state else None)
    return found


def moved_on(
    campaign: Campaign, worlds: Sequence[World], alone: Sequence[Played | None], label: str
) -> list[World]:
    """Give the worlds before the next stage, after each was played alone."""
    found = []
    for world, played in zip(worlds, alone, strict=True):
        cause = world.cause
        if not cause.is_earlier:
            said = cause.cause.replace(":", f" in turn {label}:", 1)
            cause = replace(cause, cause=said, is_earlier=True)
        state = state_after(played) if played else None
        found.append(World(cause, state, carried_on(campaign, played) if played else ()))
    return found


def drafted_again(
    campaign: Campaign,
    pair: StagePair,
    before: Before,
    marks: Marks,
    items: Sequence[Question],
    alone: Sequence[tuple[Cause, Played | None]] = (),
) -> Drafted:
    """Draft a stage anew; a player whose report stays the same keeps the same packet."""
    stage, part = pair.stage, pair.stage.part
    old = draft_again(campaign, pair.old, stage, replace(before, packets={}))
    questions = [item_of(item) for item in part.docket] + list(items)
    kept = marks_of(stage)
    marks = replace(marks, entries=kept.entries, log=kept.log)
    plain = replace(
        marks,
        packets_before=part.packets_before,
        corrected=part.corrected,
        corrections=kept.corrections,
    )
    first = draft(campaign, pair.new, before, part.run_at, marks=plain, docket=questions)
    found = _differences(stage, old.packets, first.packets)
    effects = []
    for cause, played in alone if found else ():
        made = None
        if played is pair.new:
            made = first
        elif played is not None:
            made = draft(campaign, played, before, part.run_at, marks=plain, docket=questions)
        effects.append((cause, _differences(stage, old.packets, made.packets if made else {})))
    changes = {
        player: correction(
            change,
            old.packets.get(player),
            first.packets[player],
            [(cause, effect.get(player)) for cause, effect in effects],
        )
        for player, change in found.items()
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


def _differences(
    stage: StoredStage, old: Mapping[str, Packet], new: Mapping[str, Packet]
) -> dict[str, PacketDifference]:
    """Compare the packets of all players; those that are alike are left out."""
    pairs = {
        player: difference(stage.label, old.get(player), packet) for player, packet in new.items()
    }
    return {player: found for player, found in pairs.items() if found is not None}
