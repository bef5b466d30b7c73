"""Which kinds of sheet a turn and a battle take. Rule: NV ORD-01."""

from __future__ import annotations

from msgspec import UNSET

from pbm.games.nova.orders.naming import Roster
from pbm.kit.problems import Problem, invalid
from pbm.sheets.envelope import Sheet


def wrong_kind(sheet: Sheet, roster: Roster) -> Problem | None:
    """That this turn or this battle takes no sheet of that kind; None if it does."""
    if sheet.kind == "BATTLE":
        return invalid(
            "no battle waits for a sheet of yours",
            sheet.span,
            reason="A BATTLE sheet is for one round of a battle that is fought by mail",
            outcome="Nothing of it was used",
            remedy="Write  BATTLE  lines on your ORDERS sheet; your ships fight by them",
        )
    if roster.view.battles is not UNSET:
        return invalid(
            f"a battle takes no {sheet.kind} sheet",
            sheet.span,
            reason="It takes a BATTLE sheet for its next round",
            outcome="Nothing of it was used",
            remedy="Use the sheet of your battle report",
        )
    wanted = ("ORDERS", "DESIGNS") if roster.turn else ("PREGAME",)
    if sheet.kind in wanted:
        return None
    return invalid(
        f"turn {roster.turn} takes no {sheet.kind} sheet",
        sheet.span,
        reason=f"It takes {' and '.join(wanted)}",
        outcome="Nothing of it was used",
        remedy=f"Begin it with {wanted[0]}",
    )
