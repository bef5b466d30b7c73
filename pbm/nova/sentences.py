"""The sentence of every event of Nova, as the one empire that perceives it reads it.

Any kind gets one: an event without words of its own is told by its kind and its plain facts.
Rule: NV REP-01, NV REP-18, NV REP-24.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm import storytelling
from pbm.nova import sentences_battle, sentences_combat, sentences_money, sentences_space
from pbm.nova.charts import ABBREVIATIONS
from pbm.nova.saying import Names, Say
from pbm.storytelling import Facts, Shown


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
    "missed_turn": lambda facts, _shown, names: storytelling.missed_turn(
        facts, names.player or facts["player"], "", "units"
    ),
    "game_over": lambda facts, _shown, _names: storytelling.game_over(facts),
    "ruling": lambda facts, shown, _names: storytelling.ruling(facts, shown),
}


def sentence(shown: Shown, names: Names) -> str:
    """The sentence of an event as its reader may know it."""
    return storytelling.said(shown, names, SAYINGS, _otherwise)


def _otherwise(facts: Facts, shown: Shown, _names: Names) -> str:
    return storytelling.plainly(facts, shown, "", "")
