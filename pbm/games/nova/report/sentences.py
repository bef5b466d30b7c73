"""The sentence of every event of Nova, as the one empire that perceives it reads it.

Any kind gets one: an event without words of its own is told by its kind and its plain facts.
Rule: NV REP-01, NV REP-18, NV REP-24.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.games.nova.report import (
    sentences_battle,
    sentences_combat,
    sentences_money,
    sentences_space,
)
from pbm.games.nova.report.saying import Names, Say
from pbm.games.nova.state.charts import ABBREVIATIONS
from pbm.packets import narrative
from pbm.packets.narrative import Facts, Shown


def _failed(facts: Facts, _shown: Shown, _names: Names) -> str:
    """An order not carried out: the code of the situation report, and the true reason."""
    why = str(facts["why"]).rstrip(".")
    code = f" ({facts['code']}, {ABBREVIATIONS[facts['code']]})" if facts["code"] else ""
    return f"{facts['written']}: not carried out{code}: {why}."


SAYINGS: Mapping[str, Say] = {
    **sentences_money.SAYINGS,
    **sentences_space.SAYINGS,
    **sentences_combat.SAYINGS,
    **sentences_battle.SAYINGS,
    "failed": _failed,
    "missed_turn": lambda facts, _shown, names: narrative.missed_turn(
        facts, names.player or facts["player"], "", "units"
    ),
    "game_over": lambda facts, _shown, _names: narrative.game_over(facts),
    "ruling": lambda facts, shown, _names: narrative.ruling(facts, shown),
}


def sentence(shown: Shown, names: Names) -> str:
    """The sentence of an event as its reader may know it."""
    return narrative.said(shown, names, SAYINGS, _otherwise)


def _otherwise(facts: Facts, shown: Shown, _names: Names) -> str:
    return narrative.plainly(facts, shown, "", "")
