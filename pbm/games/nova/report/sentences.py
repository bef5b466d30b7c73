"""The sentence of every event of Nova, as the one empire that perceives it reads it.

Rule: NV REP-01, NV REP-18, NV REP-24.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import convert

from pbm.games.nova.orders.designs.design_text import quoted
from pbm.games.nova.report import (
    sentences_battle,
    sentences_combat,
    sentences_money,
    sentences_space,
)
from pbm.games.nova.report.battles.battle_words import some
from pbm.games.nova.report.battles.fight_facts import (
    Called,
    Cycling,
    Each,
    Probe,
    Recovery,
    Screen,
    SetUp,
    Switch,
    Ways,
)
from pbm.games.nova.report.facts import Blow, Enemy, GroundEnemy, Match, OwnShip
from pbm.games.nova.report.saying import STATUS_WORDS, Names, mcr, perished, unit, units
from pbm.kit.english import capital, count, listed
from pbm.kit.tables import table
from pbm.packets.catalogue import COMMON, Catalogue, Formatter

_ABBREVIATIONS = table("pbm.games.nova", "abbreviations")
# What the codes of a situation report stand for. Rule: NV REP-02.
ABBREVIATIONS: Mapping[str, str] = {
    row: str(_ABBREVIATIONS.at(row, "meaning")) for row in _ABBREVIATIONS.rows
}


def _of_all(record: type[Each], say: Callable[[list[Any]], str]) -> Formatter:
    """A formatter of acts of several ships, read as records."""
    return lambda _names, all: say(convert(all, list[record]))  # type: ignore[valid-type]


FORMATTERS: dict[str, Formatter] = {
    "who": Names.who,
    # sums of money; what is paid less than nothing is gained
    "mcr": lambda _names, amount: mcr(amount),
    "gained": lambda _names, amount: mcr(-amount),
    "points": lambda _names, amount: sentences_money.points(amount),
    "sums": lambda _names, terms: sentences_money.sums(terms),
    "earned": lambda _names, terms: sentences_money.earned(terms),
    "spent": lambda _names, terms: sentences_money.spent(terms),
    "found": lambda _names, terms: sentences_money.found(terms),
    "term": lambda _names, terms, name: str(dict(terms)[name]),
    "tally": lambda _names, terms, name, one: (
        count(number, one) if (number := dict(terms).get(name)) else ""
    ),
    # two numbers or names of one event
    "less": lambda _names, all, some: str(all - some),
    "fewer": lambda _names, all, left, one: count(all - left, one),
    "part": lambda _names, some, all: str(some) if some != all else "",
    "claim": lambda _names, claim, amount: str(claim) if claim != -amount else "",
    "unlike": lambda _names, name, other: name if name != other else "",
    # units, levels and ships
    "units": lambda _names, held: units(held),
    "unit": lambda _names, number, kind: unit(kind, number),
    "perished": lambda _names, held: perished(held),
    "levels": lambda _names, held: ", ".join(f"{one} {held[one]}" for one in sorted(held)),
    "quoted": lambda _names, name: quoted(name),
    "ships": lambda _names, ships: some(ships),
    "called": lambda _names, ship: convert(ship, Called).name,
    "opening": lambda _names, ship: convert(ship, Called).opening,
    # systems: a type below 0 is not known
    "status": lambda _names, status: STATUS_WORDS[status],
    "held": lambda _names, status: STATUS_WORDS[status] if status != "NONE" else "",
    "known": lambda _names, type: str(type) if type >= 0 else "",
    "ways": lambda _names, lines: ", ".join(
        f"{letter} to {to or 'unknown'}" for letter, to in sorted(lines.items())
    ),
    # lists
    "first": lambda _names, pair: str(pair[0]),
    "last": lambda _names, pair: str(pair[-1]),
    "names": lambda _names, parts: ", ".join(map(str, parts)),
    "letters": lambda _names, parts: ",".join(parts),
    "starred": lambda _names, letters, back: sentences_space.starred(letters, back),
    "gates": lambda _names, kinds: "a star gate end of aliens is" if "SG" in kinds else "",
    "findings": lambda _names, _status, *there: sentences_space.findings(*there),
    "paragraphs": lambda _names, parts: "\n".join(parts),
    "number": lambda _names, parts, one: count(len(parts), one),
    # what was done
    "doing": lambda _names, codes: sentences_space.doing(codes),
    "devastation": lambda _names, result: sentences_space.devastation(result),
    "dead": lambda _names, kinds: units(Counter(kinds)),
    "enemies": lambda names, all: listed(
        sentences_combat.enemy(names, one) for one in convert(all, list[Enemy])
    ),
    "outcomes": lambda _names, own: capital(sentences_combat.outcomes(convert(own, list[OwnShip]))),
    "own_names": lambda _names, own: listed(one["ship"] for one in own),
    "heard": lambda _names, own: sentences_combat.heard(convert(own, list[OwnShip])),
    "criticals": lambda _names, *dice: sentences_battle.criticals(*dice),
    "moves": lambda _names, ships: sentences_battle.moves(convert(ships, list[Ways])),
    "ground_enemies": lambda names, enemies: sentences_combat.ground_enemies(
        names, convert(enemies, list[GroundEnemy])
    ),
    "matches": lambda _names, all: "; ".join(
        map(sentences_combat.match, convert(all, list[Match]))
    ),
    "fire": lambda _names, all: ", ".join(map(sentences_combat.fire, convert(all, list[Blow]))),
    "loss": lambda _names, cause: sentences_battle.LOSSES[cause],
    "ending": lambda _names, why: sentences_battle.ENDS[why],
    "meaning": lambda _names, code: ABBREVIATIONS[code],
}

FORMATTERS |= {
    name: _of_all(record, say)
    for name, record, say in (
        ("set_ups", SetUp, sentences_battle.set_ups),
        ("probes", Probe, sentences_battle.probes),
        ("screens", Screen, sentences_battle.screens),
        ("switches", Switch, sentences_battle.switches),
        ("recoveries", Recovery, sentences_battle.recoveries),
        ("cycles", Cycling, sentences_battle.cycles),
    )
}

CATALOGUE: Catalogue[Names] = Catalogue(
    {
        **sentences_money.SENTENCES,
        **sentences_space.SENTENCES,
        **sentences_combat.SENTENCES,
        **sentences_battle.SENTENCES,
        # Not carried out: the code of the situation report, and the true reason.
        "failed": '"{written}" was not carried out[ ({code}, {code:meaning})]: {why:clause}.',
        "missed_turn": "Your sheet did not arrive: your units act as they do without orders.",
        **COMMON,
    },
    FORMATTERS,
)
