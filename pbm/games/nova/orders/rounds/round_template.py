"""The body of a player's next BATTLE sheet: each own ship with what it has and sees.

As it stands it leaves everything to their BATTLE lines. Rule: NV SPC-09, NV SPC-18, NV SPC-41.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbm.games.nova.orders.rounds.round_reading import ORDERS
from pbm.games.nova.orders.rounds.round_words import part_words, vector_words
from pbm.games.nova.state.battle.arena import ABOARD, IN_PLAY
from pbm.games.nova.state.components import ARMED
from pbm.games.nova.view.record import BattleView, FighterView, FoeView, Step
from pbm.kit.english import count, listed
from pbm.sheets.quoting import Told, remark


def round_template(battles: Sequence[BattleView], due: str) -> str:
    """Lines for the battle whose mailing is ``due``; none where none waits."""
    battle = next((one for one in battles if one.mailing == due), None)
    if battle is None:
        return ""
    lines = [
        *remark(
            "what is not said here is done as the BATTLE lines of your turn's sheet say; "
            f"orders are {'; '.join(form for one in ORDERS for form in one.help)}; "
            "and all items of BATTLE lines"
        ),
        *(line for foe in battle.foes if not foe.gone for line in remark(_foe(foe))),
        "",
    ]
    told = Told()
    for ship in battle.own:
        if ship.state in (IN_PLAY, ABOARD):
            state = [("all", "; ".join(_ship(ship)))]
            lines += [f"{_name(ship)}: doctrine", *told.remarks(_name(ship), state)]
    return "\n".join(lines) + "\n"


def _name(ship: FighterView) -> str:
    name = str(ship.name)
    return name if name.replace("-", "").isalnum() and name.casefold() != "all" else f'"{name}"'


def _foe(foe: FoeView) -> str:
    kind = foe.size or "ship"
    where = f"at {_place(foe.at)} with vector {vector_words(foe.vector)}"
    seen = where if foe.now else f"last seen in round {foe.last} {where}"
    return f"c{foe.counter}: {kind}{'' if foe.enemy else ', no enemy'}, {seen}"


def _place(at: Step) -> str:
    """A place by its way from the center of the warp point."""
    words = vector_words(at)
    return "the center" if words == "none" else words


def _ship(ship: FighterView) -> Iterator[str]:
    if ship.state == ABOARD:
        yield f"aboard {ship.carrier}"
    else:
        yield f"at {_place(ship.at)}, vector {vector_words(ship.vector)}"
    yield f"IE {ship.ie}"
    weapons = [one for one in ship.parts if one.kind in ARMED and one.works]
    if weapons:
        yield f"weapons {part_words(weapons)}"
    if ship.missiles:
        yield f"missiles {', '.join(ship.missiles)}"
    if ship.ranges:
        ranges = sorted(ship.ranges.items(), key=lambda one: (one[1], int(one[0][1:])))
        heaps = groupby(ranges, lambda one: one[1])
        told = [
            f"{listed([foe for foe, _hexes in foes])} at {count(hexes, 'hex', 'hexes')}"
            for hexes, foes in heaps
        ]
        yield ", ".join(told)
