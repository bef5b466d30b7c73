"""The pages of a battle packet: the hex map and both sides, as the reader knows them.

Own ships are filled, all others hollow; a line shows where the vector takes a ship that does not
thrust. Rule: NV SPC-09, NV SPC-13, NV REP-07.
"""

from collections.abc import Sequence

from markupsafe import Markup

from pbm.games.nova.orders.rounds.round_words import part_words, vector_words
from pbm.games.nova.report.battles.battle_art import scene_picture
from pbm.games.nova.report.battles.battle_scenes import Moved, Scene
from pbm.games.nova.state.battle.arena import ABOARD, IN_PLAY, Place
from pbm.games.nova.view.record import BattleView, FighterView, FoeView
from pbm.kit.english import count
from pbm.kit.records import Record

OWN_HEADS = (
    *("Ship", "Class", "Where", "Vector", "IE", "Shields", "Armour", "Structure"),
    *("Jump drive", "Works", "Lost"),
)
FOE_HEADS = (
    *("Counter", "Size", "Seen", "Where", "Vector", "Shields", "EW", "SS", "FC"),
    *("Weapons seen", "Remarks"),
)


class BattlePage(Record):
    """A battle on the page: the map, the rows of own ships and of others."""

    title: str
    map: Markup | None
    own: Sequence[Sequence[str]]
    foes: Sequence[Sequence[str]]
    own_heads: Sequence[str] = OWN_HEADS
    foe_heads: Sequence[str] = FOE_HEADS


def page_of(battle: BattleView) -> BattlePage:
    """Lay out a battle as it stands."""
    when = f"after round {battle.round}" if battle.round else "before its first round"
    return BattlePage(
        f"The battle at {battle.system} {when}",
        _map(battle),
        list(map(_own, battle.own)),
        list(map(_foe, battle.foes)),
    )


# --- tables ----------------------------------------------------------------------------------


def _where(at: Place) -> str:
    words = vector_words(at)
    return "center" if words == "none" else words


def _own(ship: FighterView) -> list[str]:
    aboard = ship.state == ABOARD
    here = ship.state == IN_PLAY
    where = f"aboard {ship.carrier}" if aboard else _where(ship.at)
    if not (aboard or here):
        return [ship.name, ship.design, ship.state, *[""] * (len(OWN_HEADS) - 3)]
    works = part_words([part for part in ship.parts if part.works])
    lost = [f"{name} {'' if gone == 1 else f'-{gone}'}".strip() for name, gone in ship.lost.items()]
    return [
        ship.name,
        ship.design,
        where,
        vector_words(ship.vector) if here else "",
        str(ship.ie),
        f"{ship.shields} of {ship.shields_full}",
        str(ship.armour),
        str(ship.structure),
        _drive(ship),
        works,
        ", ".join(lost),
    ]


def _drive(ship: FighterView) -> str:
    if not ship.jd:
        return "none"
    if ship.cycle < 0:
        return f"JD {ship.jd}, stopped"
    return f"JD {ship.jd}, {ship.cycle} of {ship.lag} rounds"


def _foe(foe: FoeView) -> list[str]:
    guns = [f"{number} {what}" for what, number in foe.guns.items()]
    remarks = ["" if foe.enemy else "no enemy", "star gate" if foe.gate else ""]
    remarks += ["gone" if foe.gone else "", "damaged" if foe.hurt else ""]
    remarks += [f"{count(foe.echoes, 'echo', 'echoes')}" if foe.echoes else ""]
    remarks += [f"cycles since round {foe.cycling}" if foe.cycling else ""]
    remarks += [f"IE {foe.ie} or more" if foe.ie else ""]
    return [
        f"c{foe.counter}",
        foe.size,
        "now" if foe.now else f"round {foe.last}",
        _where(foe.at),
        vector_words(foe.vector),
        _number(foe.shields) + (f" in round {foe.probed}" if foe.probed else ""),
        _number(foe.ew),
        _number(foe.ss),
        _number(foe.fc),
        ", ".join(guns),
        ", ".join(filter(None, remarks)),
    ]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


# --- the map ---------------------------------------------------------------------------------


def _map(battle: BattleView) -> Markup | None:
    """All ships that are on the map, at the places that are known, and their vectors."""
    own = [_standing(ship.name, 0, ship) for ship in battle.own if ship.state == IN_PLAY]
    foes = [
        _standing(f"c{foe.counter}" if foe.now else f"(c{foe.counter})", 1, foe)
        for foe in battle.foes
        if not foe.gone
    ]
    if not own and not foes:
        return None
    return scene_picture(Scene(f"The battle at {battle.system}", [*own, *foes], ahead=True))


def _standing(name: str, side: int, ship: FighterView | FoeView) -> Moved:
    return Moved(name, side, ship.at, ship.at, ship.vector)
