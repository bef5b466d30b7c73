"""The sentence of every event of Nova, as the one empire that perceives it reads it.

Rule: NV REP-01, NV REP-18, NV REP-24.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import convert

from pbm.games.nova.report import (
    sentences_battle,
    sentences_combat,
    sentences_money,
    sentences_space,
)
from pbm.games.nova.report.battles.battle_words import some
from pbm.games.nova.report.battles.fight_facts import Called
from pbm.games.nova.report.saying import STATUS_WORDS, Names, mcr, unit, units
from pbm.games.nova.state.charts import ABBREVIATIONS
from pbm.packets.catalogue import COMMON, Catalogue, Formatter

FORMATTERS: Mapping[str, Formatter] = {
    "who": Names.who,
    "mcr": lambda _names, amount: mcr(amount),
    "gained": lambda _names, amount: mcr(-amount),  # what is paid less than nothing
    "units": lambda _names, held: units(held),
    "unit": lambda _names, number, kind: unit(kind, number),
    "points": lambda _names, amount: sentences_money.points(amount),
    "status": lambda _names, status: STATUS_WORDS[status],
    "doing": lambda _names, codes: sentences_space.doing(codes),
    "devastation": lambda _names, result: sentences_space.devastation(result),
    "called": lambda _names, ship: convert(ship, Called).name,
    "opening": lambda _names, ship: convert(ship, Called).opening,
    "ships": lambda _names, ships: some(ships),
    "loss": lambda _names, cause: sentences_battle.LOSSES[cause],
    "ending": lambda _names, why: sentences_battle.ENDS[why],
    "meaning": lambda _names, code: ABBREVIATIONS[code],
}

CATALOGUE: Catalogue[Names] = Catalogue(
    {
        **sentences_money.SENTENCES,
        **sentences_space.SENTENCES,
        **sentences_combat.SENTENCES,
        **sentences_battle.SENTENCES,
        # Not carried out: the code of the situation report, and the true reason.
        "failed": "{written}: not carried out[ ({code}, {code:meaning})]: {why:clause}.",
        "missed_turn": "Your sheet did not arrive: your units act as they do without orders.",
        **COMMON,
    },
    FORMATTERS,
)
