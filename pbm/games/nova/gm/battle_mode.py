"""The game master's choice of how one battle is fought.

    set SHOOT.battle = by mail VIRUS, MINKY
    set SHOOT.battle = by doctrine

Names behind "by mail" are sides that are mailed all rounds, sure of a report or not. The choice
holds for the fight on the planet too, which goes by the GROUND lines unless by hand.

Rule: NV SPC-01, NV SPC-52. Ambiguity: NV A-WHO.
"""

import re

from msgspec.structs import replace

from pbm.engine.field_parsers import RefusedValue
from pbm.games.nova.gm.ruling_fields import empire_of, system_of
from pbm.games.nova.state.battle.arena import ABOARD, IN_PLAY
from pbm.games.nova.state.state import State
from pbm.games.nova.state.working_state import Draft

FIELD = "battle"
_WAY = re.compile(r"(?:by[ -])?(doctrine|hand|mail)\b[\s:,]*(.*)", re.IGNORECASE)
_KEPT = {"doctrine": "doctrine", "hand": "by-hand", "mail": "by-mail"}


def chosen(state: State, subject: str, words: str) -> State:
    """The state with the way in which the battle at a system is to be fought.

    Refused for words that name no way, and for a battle that is being fought by mail.
    """
    draft = Draft(state)
    system = system_of(draft, subject).name
    found = _WAY.fullmatch(words.strip())
    if found is None:
        raise RefusedValue(
            f'"{words}" is not a way to fight a battle',
            remedy="Write by doctrine, by hand, or by mail and whom to mail all rounds",
        )
    if system in state.battles:
        raise RefusedValue(
            f"The battle at {system} is being fought by mail",
            remedy=f"End it with  result {system}: WORDS",
        )
    way, rest = found[1].casefold(), found[2].strip()
    if rest and way != "mail":
        raise RefusedValue(
            f'"{rest}" is unexpected after "by {way}"', remedy="Leave it out, or write by mail"
        )
    named = [empire_of(draft, one).id for one in _names(draft, rest)]
    return replace(state, ways={**state.ways, system: " ".join((_KEPT[way], *named))})


def _names(draft: Draft, words: str) -> list[str]:
    """Names between commas; without a comma between blanks, unless all is one name."""
    names = {one.name.casefold() for one in draft.empires.values()}
    if "," in words or words.casefold() in names:
        return [one.strip() for one in words.split(",") if one.strip()]
    return words.split()


def refuse_in_battle(state: State, ship: str) -> None:
    """Refused for a ship, by its id, that fights a battle by mail: its place is the battle's."""
    for name, one in state.battles.items():
        for fighter in one.battle.fighters.values():
            if fighter.ship == ship and fighter.state in (IN_PLAY, ABOARD):
                raise RefusedValue(
                    f"{fighter.name} is fighting at {name}",
                    remedy=f"Give its result with  result {name}: WORDS",
                )
