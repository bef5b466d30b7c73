"""Secrets of every game: what others write and when, each with the leak that gives it away.

Some leaks give a secret away in so many words. Others are as leaks come about: an order in which
things stand, a number that counts what others did, a length, a time.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.campaign import outbox
from pbm.intake import readiness as ready
from pbm.kit.problems import Severity
from pbm.mail.outbound import reminders, report_texts
from pbm.packets.build import Packet
from pbm.sheets.received import Text
from pbm.storage.turn_toml import NEW
from pbm.turns.play import Played
from pbm.turns.stage_draft import StageDraft
from pbm.turns.submissions import submissions_of
from tests.secrecy import harness
from tests.secrecy.base import WHEN
from tests.secrecy.harness import Outcome, World
from tests.secrecy.leak import Leak
from tests.secrecy.secrets import (
    WORDS,
    Allows,
    Changed,
    Draw,
    Secret,
    next_number,
    others,
    sheet_of_another,
    with_lines,
)


def of_the_writer(player: str) -> Allows:
    """What a game keeps of a sheet for its writer alone."""
    return lambda path, *_: (
        path[:3] == ("empires", player, "standing")
        or (path[:2] == ("orders", player) and "ref" in path)
    )


def _some_other(draw: Draw, world: World, player: str) -> str | None:
    """Another who may write; before set-up nobody may."""
    found = [] if world.base.given.mailing == NEW else others(world, player)
    return draw(st.sampled_from(found)) if found else None


def _remarks(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Remarks and blank lines: all order lines of the sheet get other numbers."""
    found = sheet_of_another(draw, world, player)
    if found is None or world.rulings:
        return None
    other, text = found
    lines = draw(st.lists(WORDS.map(lambda words: f"# {words}"), min_size=1, max_size=4))
    return Changed(world.with_texts(with_lines(text, lines, top=True)), of_the_writer(other))


def _junk(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Lines that nobody understands."""
    found = sheet_of_another(draw, world, player)
    if found is None:
        return None
    other, text = found
    lines = draw(st.lists(WORDS, min_size=1, max_size=3))
    return Changed(world.with_texts(with_lines(text, lines)), of_the_writer(other))


def _spare(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A sheet that does not count: of another turn or campaign, or worse than the one in force."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    name, mailing = world.seat(other).name, world.base.given.mailing
    campaign = world.campaign.name
    kind = world.campaign.ruleset.awaited(mailing).name
    texts = world.texts_of(other)
    submitted = submissions_of(
        world.campaign, world.game_state, mailing, other, texts, world.game_state.seats
    )
    main = submitted.main
    whole = main is not None and not any(
        problem.severity is Severity.INVALID
        for problem in (*main.sheet.remarks, *main.reading.problems)
    )
    heads = [f"{kind} {campaign} turn 77 for {name}", f"{kind} other turn {mailing} for {name}"]
    if whole and world.campaign.ruleset.awaited(mailing).counts == "one":
        heads.append(f"{kind} {campaign} turn {mailing} for {name}")
    words = draw(st.lists(WORDS, min_size=1, max_size=3))
    text = "\n".join([draw(st.sampled_from(heads)), *words, "END", ""])
    new = Text(other, next_number(world, other), WHEN, "again.txt", text.encode())
    return Changed(world.with_texts(new))


def _readiness(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Whether another may still change his sheet, or goes away: for the game master alone."""
    found = sheet_of_another(draw, world, player)
    if found is None:
        return None
    other, text = found
    away = f"ABSENT until turn {world.game_state.turn + draw(st.integers(1, 99))}"
    line = draw(st.sampled_from(["WAIT", "FINAL", away]))
    return Changed(world.with_texts(with_lines(text, [line])), of_the_writer(other))


def _message(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A message between others, or to the game master."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    others_too = [one for one in others(world, player) if one != other]
    to = draw(st.sampled_from(["", "gm", *(world.seat(one).name for one in others_too)]))
    head = f"MESSAGE {world.campaign.name} turn {world.base.given.mailing}"
    head += f" for {world.seat(other).name}" + (f" to {to}" if to else "")
    body = "\n".join(draw(st.lists(WORDS, min_size=1, max_size=5)))
    text = f"{head}\n{body}\nEND\n"
    new = Text(other, next_number(world, other), WHEN, "letter.txt", text.encode())
    return Changed(world.with_texts(new))


def _note(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A note to the game master, answered or not."""
    found = sheet_of_another(draw, world, player)
    if found is None:
        return None
    other, text = found
    noted = with_lines(text, [f"NOTE TO GM: {draw(WORDS)}"])
    changed = world.with_texts(noted)
    if draw(st.booleans()):
        answer = _answered(changed, other, draw(WORDS))
        changed = replace(changed, rulings=world.rulings + answer)
    return Changed(changed, of_the_writer(other))


def _answered(world: World, player: str, words: str) -> bytes:
    """An answer to the newest question of a player's sheet."""
    mailing, texts = world.base.given.mailing, world.texts_of(player)
    submitted = submissions_of(
        world.campaign, world.game_state, mailing, player, texts, world.game_state.seats
    )
    ids = [item.id for item in submitted.docket]
    return f"answer {ids[-1]}: {words} because it is so\n".encode() if ids else b""


def _ruling(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What the game master notes for another."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    note = f'note "{world.seat(other).name}": {draw(WORDS)} because he asked\n'.encode()
    return Changed(replace(world, rulings=world.rulings + note))


def _time(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """When another's texts came, and what their files were called."""
    hour, minute = draw(st.integers(0, 23)), draw(st.integers(0, 59))
    when = f"2026-01-01T{hour:02}:{minute:02}:00+00:00"
    name = draw(st.sampled_from(["a.txt", "my orders for this turn.txt"]))
    changed = [
        replace(text, received=when, name=name)
        for text in world.texts
        if text.player in others(world, player)
    ]
    return Changed(world.with_texts(*changed)) if changed else None


def _address(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Another's mail address."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    word = draw(st.text("abcdefgh", min_size=1, max_size=12))
    return Changed(replace(world, addresses={other: f"{word}@example.org"}))


# --- leaks ---


def _numbered_by_lines(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Numbering: the first item of a report is numbered by the lines of all orders."""
    lines = sum(event.order.line for event in played.stage.events if event.order is not None)
    packet["summary"] = [*packet["summary"], f"See number {lines}."]


def _faults_in_time(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Time: each fault in anybody's sheet takes a second of the report's time."""
    faults = sum(
        len(one.reading.problems)
        for submitted in played.submissions.values()
        for one in submitted.every
    )
    packet["made"] = f"{packet['made'][:17]}{faults % 60:02}{packet['made'][19:]}"


def _count_of_texts(patch: pytest.MonkeyPatch) -> None:
    """Count: the outbox says how many texts there were for the turn."""

    def counting(part: Any) -> bytes:
        count = len(part.sheets)
        return outbox.outbox_bytes(part).replace(b'sent = ""', f'sent = "{count}"'.encode())

    patch.setattr(harness, "outbox_bytes", counting)


def _others_told(patch: pytest.MonkeyPatch) -> None:
    """In so many words: who is reminded reads how all the others stand."""
    stood: list[str] = []

    def readiness(*what: Any) -> tuple[ready.Readiness, ...]:
        found = plain_readiness(*what)
        stood[:] = [f"{one.name}: {one.state} {one.until}" for one in found]
        return found

    def text(*what: Any) -> str:
        return plain_text(*what) + "\n".join(stood)

    plain_readiness, plain_text = ready.readiness, report_texts.reminder_text
    patch.setattr(reminders, "readiness", readiness)
    patch.setattr(reminders, "reminder_text", text)


def _length_of_letters(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Length: a title is padded by all that was written to anybody."""
    letters = [event for event in played.stage.events if event.kind == "message"]
    packet["title"] += " " * sum(len(str(event.facts.get("text", ""))) for event in letters)


def _questions_counted(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Numbering: the docket counts the questions of all."""
    count = sum(len(submitted.docket) for submitted in played.submissions.values())
    packet["summary"] = [*packet["summary"], f"Question {count} is the next."]


def _rulings_told(packet: Packet, played: Played, _made: StageDraft) -> None:
    """In so many words: every ruling stands in every report."""
    packet["rulings"] = [
        {"event": "", "text": one.text, "reason": one.reason} for one in played.rulings
    ]


def _newest_time(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Time: the report is dated by the newest text."""
    times = [text.received for text in played.given.texts]
    packet["made"] = max(times, default=packet["made"])


def _addresses_hashed(packet: Packet, _played: Played, made: StageDraft) -> None:
    """A hash over the record of the turn, addresses included, as the packet before."""
    packet["previous"] = hashlib.sha256(repr(made.part.addresses).encode()).hexdigest()


COMMON = (
    Secret("remarks", _remarks, Leak(draft=_numbered_by_lines)),
    Secret("line not understood", _junk, Leak(draft=_faults_in_time)),
    Secret("sheet that does not count", _spare, Leak(patch=_count_of_texts)),
    Secret("readiness", _readiness, Leak(patch=_others_told)),
    Secret("message", _message, Leak(draft=_length_of_letters)),
    Secret("note to the game master", _note, Leak(draft=_questions_counted)),
    Secret("ruling for another", _ruling, Leak(draft=_rulings_told)),
    Secret("time of a sheet", _time, Leak(draft=_newest_time)),
    Secret("mail address", _address, Leak(draft=_addresses_hashed)),
)
