"""Sheets for later turns: kept, and read once their turn is due."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pbm.engine.context import GameState
from pbm.kit.english import count
from pbm.kit.problems import Problem, Severity, in_order, render
from pbm.sheets.envelope import Sheet
from pbm.sheets.received import Text
from pbm.turns.receipt import NO_ORDER, directive_lines

if TYPE_CHECKING:
    from pbm.intake.address import Place

# Sheets are kept for so many turns ahead; a turn further off is taken for a typing error.
FARTHEST = 12

_MAILING = re.compile(r"0*(?P<turn>\d{1,6})(?P<part>\.\d)?[.,;:]*")


def later_mailing(said: str, known: Iterable[str], game_state: GameState) -> str:
    """The future mailing that a sheet is for; "" if a sheet for it cannot be kept.

    ``known`` are the mailings so far, which show whether turns of this game have halves.
    """
    found = _MAILING.fullmatch(said.strip())
    if found is None or game_state.result:
        return ""
    turn, part = int(found["turn"]), found["part"] or ""
    if part and not any(mailing.endswith(part) for mailing in known):
        return ""
    is_next = turn > game_state.turn or (turn == game_state.turn and bool(part))
    return f"{turn}{part}" if is_next and turn <= game_state.turn + FARTHEST else ""


def ahead(sheet: Sheet, turn: int, due: Sequence[str]) -> Problem | None:
    """The note of a check on a sheet for a later turn; None for any other sheet.

    ``turn`` is the current turn, ``due`` its mailings.
    """
    found = _MAILING.fullmatch(sheet.mailing.strip())
    if found is None or found["part"] or not turn < int(found["turn"]) <= turn + FARTHEST:
        return None
    return Problem(
        Severity.NOTE,
        f"this sheet is for turn {sheet.mailing}",
        sheet.span,
        reason=f"orders for turn {' and turn '.join(due)} are due now" if due else "",
        outcome=f"It is kept for turn {int(found['turn'])}, and read when its orders are due",
    )


def early_receipt(
    text: Text,
    place: Place,
    sheets: Sequence[Sheet],
    problems: Iterable[Problem],
    password: str,
    due: Sequence[str],
) -> str:
    """The receipt for sheets that are kept: their orders cannot be checked yet.

    ``due`` are the mailings due now, as far as the player may know of them.
    """
    sha256 = hashlib.sha256(text.data).hexdigest()
    parts = [
        f"sha256 {sha256}, {len(text.data)} bytes\nreceived {text.received}",
        *(render(problem) for problem in in_order(problems)),
    ]
    for sheet in sheets:
        lines = [
            f"{sheet.kind} {sheet.campaign} turn {sheet.mailing} for {sheet.player}",
            f"{count(len(sheet.lines), 'line')}, not read yet." if sheet.lines else NO_ORDER,
            *directive_lines(sheet),
            *(render(problem) for problem in in_order(sheet.remarks)),
            f"PASS: {password}." if sheet.password else "There is no PASS line.",
            f"This {sheet.kind} sheet is kept for turn {place.mailing}.",
            f"It is read when orders for turn {place.mailing} are due, with what you know then.",
        ]
        parts.append("\n".join(lines))
    if due:
        now = f"turn {' and turn '.join(due)}"
        parts.append(f"Orders for {now} are due now; this sheet does not count for that.")
    return "\n\n".join(parts) + "\n"
