"""From what was sent to what it gave: picks the sheets in force and runs one leg.

Run, rerun, replay and report all go through `play`; it reads nothing from disk.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbm.campaign import Campaign, Progress, quiet
from pbm.dice import Dice
from pbm.inforce import Candidate, rank
from pbm.normalise import folded
from pbm.problem import Faults, illegal, invalid
from pbm.receipt import has_invalid
from pbm.ruleset import Phase, Reading, Seat
from pbm.ruling_text import parse_rulings
from pbm.rulings import Ruling
from pbm.scripted_dice import ScriptedDice, parse_script
from pbm.sheet import FREE_KINDS, Sheet, find_sheets
from pbm.standing import settled
from pbm.turn import Inputs, Leg, Standing, check_rulings, run


@dataclass(frozen=True, slots=True)
class Text:
    """One text as a player sent it: its number in his mailing, when it came, its bytes.

    ``name`` is what messages call it; ``late`` that the game master took it all the same.
    """

    player: str
    number: int
    received: str
    name: str
    data: bytes
    late: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """All inputs of a leg beside the standing, as they are stored.

    ``mailing`` names the leg even where the game waits for nothing (a set-up without choices).
    """

    mailing: str
    texts: tuple[Text, ...] = ()
    rulings: bytes = b""
    script: bytes | None = None
    go_on: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sheet found in a text, with what the game made of it."""

    text: Text
    sheet: Sheet
    reading: Reading

    @property
    def has_invalid(self) -> bool:
        """True if a line of it was not understood."""
        return has_invalid(self.sheet, self.reading)


@dataclass(frozen=True, slots=True)
class Played:
    """What a leg gave, with the sheets in force and the rulings that went in."""

    given: Given
    leg: Leg
    chosen: Mapping[str, Chosen]
    rulings: tuple[Ruling, ...]


def seat_of(seats: Iterable[Seat], words: str) -> Seat | None:
    """The seat that a sheet's head means, by id or name in any case."""
    wanted = folded(words.strip().strip('"'))
    for seat in seats:
        if wanted in (folded(seat.id), folded(seat.name)):
            return seat
    return None


def the_seat(seats: Sequence[Seat], words: str) -> Seat:
    """The seat of this id or name; Faults with a suggestion for any other."""
    seat = seat_of(seats, words)
    if seat is not None:
        return seat
    known = [seat.name for seat in seats]
    near = difflib.get_close_matches(words, [*known, *(seat.id for seat in seats)], 1)
    raise Faults(
        invalid(
            f'"{words}" is not a player of this campaign',
            reason=f"the players are {', '.join(known)}",
            remedy=f'Did you mean "{near[0]}"?' if near else "",
        )
    )


def is_mailing(sheet: Sheet, mailing: str) -> bool:
    """True if a sheet's head names this mailing, in any case, zeros before it or not."""
    said = sheet.mailing.strip().rstrip(".,;:").casefold()
    return (said.lstrip("0") or "0") == mailing.casefold()


def sheets_of(
    campaign: Campaign, standing: Standing, mailing: str, player: str, texts: Sequence[Text]
) -> list[Chosen]:
    """Every sheet for this mailing in a player's texts, read as the run will read it."""
    ruleset = campaign.ruleset
    known = ruleset.known(standing.state, player, standing.seats, campaign.options)
    found: list[Chosen] = []
    for text in sorted(texts, key=lambda text: text.number):
        for sheet in find_sheets(text.data, text.name).sheets:
            seat = seat_of(standing.seats, sheet.player)
            if seat is None or seat.id != player or not is_mailing(sheet, mailing):
                continue
            if sheet.kind in FREE_KINDS or folded(sheet.campaign) != folded(campaign.name):
                continue
            found.append(Chosen(text, sheet, ruleset.read(sheet, known, campaign.options)))
    return found


def kind_of(mailing: str) -> str:
    """The kind of sheet a mailing waits for."""
    return "SETUP" if mailing == "0" else "ORDERS"


def in_force(chosen: Sequence[Chosen], mailing: str) -> tuple[Chosen | None, str]:
    """Which of a player's sheets counts, and the sentence that says so of the last one.

    Only sheets of the kind that the mailing waits for count; nothing of another is used.
    """
    if not chosen:
        return None, ""
    kind = kind_of(mailing)
    right = [one for one in chosen if one.sheet.kind == kind]
    if not right:
        return None, f"Turn {mailing} waits for a {kind} sheet; none is in force."
    ranked = rank(
        [Candidate(one.text.number, one.sheet.kind, one.has_invalid, True) for one in right], kind
    )
    best = right[ranked.index]
    if chosen[-1].sheet.kind != best.sheet.kind:
        stays = f"your {kind} sheet number {best.text.number} stays in force."
        return best, f"Turn {mailing} waits for a {kind} sheet; {stays}"
    return best, ranked.sentence


def phases_to_come(campaign: Campaign, standing: Standing) -> tuple[Phase, ...]:
    """The phases of the turn that are still to be resolved."""
    if standing.result:
        return ()
    phases = campaign.ruleset.phases(standing.state, standing.turn, campaign.options)
    return phases[standing.phase :]


def labels_of(known: Any) -> dict[str, str]:
    """What players call each opaque id that a view names: its designation, else its name."""
    found: dict[str, str] = {}
    parts = [known]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            called = part.get("designation") or part.get("name")
            if isinstance(part.get("id"), str) and isinstance(called, str):
                found.setdefault(part["id"], called)
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return found


def choose(
    campaign: Campaign, standing: Standing, mailing: str, texts: Sequence[Text]
) -> dict[str, Chosen]:
    """The sheet in force of every player who has one."""
    chosen: dict[str, Chosen] = {}
    for seat in standing.seats:
        own = [text for text in texts if text.player == seat.id]
        best, _why = in_force(sheets_of(campaign, standing, mailing, seat.id, own), mailing)
        if best is not None:
            chosen[seat.id] = best
    return chosen


def play(
    campaign: Campaign,
    standing: Standing,
    given: Given,
    *,
    script_name: str = "dice.txt",
    rulings_name: str = "rulings.txt",
    progress: Progress = quiet,
) -> Played:
    """Run one leg from what was sent.

    Faults for rulings or dice that do not fit; a docket stop is no fault (see `Leg`).
    """
    chosen = choose(campaign, standing, given.mailing, given.texts)
    rulings = read_rulings(
        campaign,
        standing,
        given.rulings,
        rulings_name,
        {player: one.sheet for player, one in chosen.items()},
    )
    dice, script = _dice(campaign, standing, given.script, script_name)
    inputs = Inputs({player: one.sheet for player, one in chosen.items()}, rulings, given.go_on)
    leg = run(
        campaign.ruleset,
        standing,
        given.mailing if standing.due else "",
        inputs,
        campaign.options,
        dice,
        campaign.ids,
        lambda title, done, of: progress(title, done, of),
    )
    if script is not None and leg.standing is not None and (left := script.leftover()):
        raise Faults(*left)
    if leg.unapplied:
        raise Faults(
            *(
                illegal(
                    f"this part of the turn does not come to {ruling.before}",
                    ruling.span,
                    remedy="Keep the ruling for the mailing before that phase",
                )
                for ruling in leg.unapplied
            )
        )
    # The reading that counts is the one made in the turn, after rulings on single lines; the
    # sheet stays as it was written, so that a line taken out is told of as that.
    for player, reading in leg.readings.items():
        chosen[player] = replace(chosen[player], reading=reading)
    if leg.standing is not None:
        leg = replace(leg, standing=settled(campaign.ruleset, leg.standing))
    return Played(given, leg, chosen, rulings)


def read_rulings(
    campaign: Campaign,
    standing: Standing,
    data: bytes,
    file: str,
    sheets: Mapping[str, Sheet] | None = None,
    docket: Sequence[str] | None = None,
) -> tuple[Ruling, ...]:
    """The rulings in these bytes, checked as far as can be; Faults with every problem."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    lines = (
        None
        if sheets is None
        else {
            player: sorted({at for line in sheet.lines for at in (line.number, *dict(line.typed))})
            for player, sheet in sheets.items()
        }
    )
    rulings, problems = parse_rulings(
        text, file, standing.seats, phases_to_come(campaign, standing), lines, docket
    )
    problems += check_rulings(campaign.ruleset, standing, rulings, campaign.options, campaign.ids)
    if problems:
        raise Faults(*problems)
    return tuple(rulings)


def _dice(
    campaign: Campaign, standing: Standing, script: bytes | None, name: str
) -> tuple[Dice, ScriptedDice | None]:
    if script is None:
        return campaign.dice(standing.turn), None
    parsed, problems = parse_script(script.decode("utf-8-sig", "replace"), name)
    if problems:
        raise Faults(*problems)
    ruleset = campaign.ruleset
    known = ruleset.known(standing.state, "", standing.seats, campaign.options)
    dice = ScriptedDice(parsed, labels_of(known))
    return dice, dice
