"""Draft a stage that was run again, with what changed in each report and why."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import item_of
from pbm.engine.context import GameState
from pbm.engine.events import json_form
from pbm.engine.rulings import END, ROLL_VERBS
from pbm.engine.types import Question
from pbm.kit.english import listed
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.correction import Cause, correction
from pbm.packets.diff import PacketDifference, difference
from pbm.packets.record import CauseOfChange
from pbm.service.replay import draft_again
from pbm.sheets.received import Text
from pbm.storage.turn_folders import StoredStage
from pbm.turns.assemble import draft
from pbm.turns.play import Played, carried_on, play
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


class CauseInStage(Record):
    """A cause that is new in a stage, with the rulings and the sheets that it adds."""

    cause: Cause
    rulings: bytes = b""
    texts: tuple[Text, ...] = ()


def causes_in(pair: StagePair) -> list[CauseInStage]:
    """List why a stage came out otherwise: rulings kept or withdrawn, and late sheets.

    Only who perceives a ruling, or sent the sheet, may know of it.
    """
    found: list[CauseInStage] = []
    withdrawn = {one.value: one for one in pair.new.rulings if one.verb == "withdraw"}
    sides = (("Ruled", pair.new, pair.old), ("No longer ruled", pair.old, pair.new))
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
            when = " at the end" if ruling.before == END else ""
            cause = Cause(f"{word}{when}: {said}", because.reason if because else "", tuple(seen))
            found.append(CauseInStage(cause, f"\n{line}\n".encode()))
    before = {(text.player, text.number) for text in pair.old.given.texts}
    for text in pair.new.given.texts:
        if (text.player, text.number) not in before:
            words = f"Your late sheet: that of {text.received} counts"
            found.append(CauseInStage(Cause(words, seen=(text.player,)), texts=(text,)))
    return found


def is_due(game_state: GameState, mailing: str) -> bool:
    """True for a stage that a game state waits for."""
    return not game_state.result and mailing in (game_state.due or (str(game_state.turn),))


# Some of the causes, by their places.
_Some = frozenset[int]


class Worlds:
    """The causes of a rerun, and the campaign as it would be with some of them alone.

    ``played`` is the stage that `play` was given last, with each cause alone and with all that
    one reader knows; None where it cannot be played so, such as a ruling that needs another. In
    place of those it is played with all others.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._label = ""
        # What the next stage begins with, and the held stages before it.
        self._reached: dict[_Some, tuple[GameState | None, tuple[Played, ...]]] = {}
        self.causes: list[Cause] = []
        self.played: dict[_Some, Played | None] = {}

    def known(self, player: str) -> _Some:
        """The causes that a player may know."""
        return frozenset(at for at, cause in enumerate(self.causes) if player in cause.seen)

    def play(self, pair: StagePair) -> None:
        """Take in the causes in the next stage and play it with some causes alone."""
        self._move_on()
        fresh = causes_in(pair)
        self.causes += [one.cause for one in fresh]
        self._reached[frozenset()] = (pair.before, pair.old.earlier)
        wanted = {frozenset([at]): None for at, cause in enumerate(self.causes) if cause.seen}
        readers = dict.fromkeys(player for cause in self.causes for player in cause.seen)
        wanted |= dict.fromkeys(self.known(player) for player in readers)
        self.played[self.others(frozenset())] = pair.new
        for some in wanted:
            for one in (some, self.others(some)):
                if one not in self.played:
                    self.played[one] = self._with(pair, one, fresh)
                if self.played[one] is not None:
                    break
        self._label = pair.stage.label

    def others(self, some: _Some) -> _Some:
        """All causes but some."""
        return frozenset(range(len(self.causes))) - some

    def _with(self, pair: StagePair, some: _Some, fresh: Sequence[CauseInStage]) -> Played | None:
        first = len(self.causes) - len(fresh)
        added = [one for at, one in enumerate(fresh, first) if at in some]
        before = frozenset(at for at in some if at < first)
        game_state, earlier = self._reached.get(before, (None, ()))
        if game_state is None or not is_due(game_state, pair.stage.part.mailing):
            return None
        given = pair.old.given
        texts = [*given.texts, *(text for one in added for text in one.texts)]
        given = replace(
            given,
            rulings=given.rulings + b"".join(one.rulings for one in added),
            texts=tuple(sorted(texts, key=lambda one: (one.player, one.number))),
        )
        with suppress(Faults):
            played = play(self._campaign, game_state, given, earlier=earlier)
            return played if played.stage.game_state else None
        return None

    def _move_on(self) -> None:
        """Keep what the next stage begins with; causes so far are then of an earlier turn."""
        for some, played in self.played.items():
            self._reached[some] = (
                (state_after(played), carried_on(self._campaign, played)) if played else (None, ())
            )
        self.played = {}
        for at, cause in enumerate(self.causes):
            if not cause.is_earlier:
                word, said = cause.cause.split(":", 1)
                of = "of" if word.endswith(" at the end") else "in"
                said = f"{word} {of} turn {self._label}:{said}"
                self.causes[at] = replace(cause, cause=said, is_earlier=True)


def drafted_again(
    campaign: Campaign,
    pair: StagePair,
    before: Before,
    marks: Marks,
    items: Sequence[Question],
    worlds: Worlds | None = None,
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
    repeated = campaign.ruleset.repeated
    earlier, now = _read(old), _read(first)
    found = _differences(stage, earlier, now, repeated)
    effects: dict[_Some, Mapping[str, PacketDifference]] = {}
    for some, played in worlds.played.items() if worlds and found else ():
        made = first if played is pair.new else None
        if made is None and played is not None:
            made = draft(campaign, played, before, part.run_at, marks=plain, docket=questions)
        effects[some] = _differences(stage, earlier, _read(made) if made else {}, repeated)
    causes = worlds.causes if worlds else ()

    def together(player: str, change: PacketDifference) -> Iterator[PacketDifference | None]:
        """What all causes change that a player knows; else all, and what all others change."""
        assert worlds is not None
        known = worlds.known(player)
        playable = worlds.played.get(known) is not None
        yield effects[known].get(player) if playable else change
        yield None if playable else effects.get(worlds.others(known), {}).get(player)

    changes = {
        player: correction(
            change,
            earlier.get(player),
            now[player],
            [
                (cause, effects.get(frozenset([at]), {}).get(player))
                for at, cause in enumerate(causes)
            ],
            *(together(player, change) if worlds else ()),
            words=campaign.ruleset.fact_words,
        )
        for player, change in found.items()
    }
    keep = {player: said for player, said in part.packets_before.items() if player not in changes}
    said = {
        player: marks.correction if player in changes else part.corrected.get(player, "")
        for player in now
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
    return Drafted(second, earlier, changes)


def _read(drafted: StageDraft) -> dict[str, Packet]:
    """The packets of a draft, by player, with their fields in the order in which they are told."""
    return {player: json_form(packet) for player, packet in drafted.packets.items()}


def _differences(
    stage: StoredStage,
    old: Mapping[str, Packet],
    new: Mapping[str, Packet],
    repeated: Sequence[str],
) -> dict[str, PacketDifference]:
    """Compare the packets of all players; those that are alike are left out."""
    pairs = {
        player: difference(stage.label, old.get(player), packet, repeated)
        for player, packet in new.items()
    }
    return {player: found for player, found in pairs.items() if found is not None}
