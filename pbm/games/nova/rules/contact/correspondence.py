"""Correspondents: empires in normal or full contact, by the reader's own labels.

Rule: NV CON-04, NV CON-07, NV CON-10, NV REP-14.
"""

from collections.abc import Mapping

from pbm.engine.types import Correspondent
from pbm.games.nova.state.state import MINOR, State
from pbm.games.nova.view.labels import behind
from pbm.games.nova.view.record import View


def correspondents(view: View, options: Mapping[str, str]) -> tuple[Correspondent, ...]:
    """Everybody a player has contact with; nobody can write in minor contact."""
    del options
    found = []
    for one in view.contacts:
        label = one.label or f"#{one.number}"
        # The letter stays good after full contact, when the name is printed beside it.
        called = dict.fromkeys((label, one.name, f"#{one.number}"))
        words = tuple(word for word in called if word not in ("", "#0"))
        refusal = "minor contact carries no messages" if one.kind == MINOR else ""
        found.append(Correspondent(label, one.name or label, words, refusal))
    return tuple(found)


def addressed(state: State, player: str, id: str) -> str:
    """The seat that a player's label stands for; "" for none."""
    return behind(state, player, id) if player in state.empires else ""
