"""What an empire hears of ships that obeyed it when they met: they did nothing, or they left.

Rule: NV CON-16, NV ORD-19.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbm.engine.context import PhaseContext
from pbm.engine.events import only


@dataclass(slots=True)
class Obedient:
    """Unknown ships that obeyed in one system, by the empire whose order it was.

    Each hears of all together, so that it does not learn of how many empires they are.
    """

    ships: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, set[str]] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)

    def stopped(self, by: str, ships: int, activities: Sequence[str]) -> None:
        """Some more dropped their activities."""
        self.ships[by] = self.ships.get(by, 0) + ships
        self.dropped.setdefault(by, set()).update(activities)

    def left(self, by: str, ships: int) -> None:
        """Some more left the system."""
        self.gone[by] = self.gone.get(by, 0) + ships


def made_abort(
    work: PhaseContext, by: str, name: str, ships: int, activities: Sequence[str], who: str
) -> None:
    """An empire hears how many ships dropped their activities, and ``who`` if it is known."""
    work.emit(
        "made_abort",
        by,
        name,
        rule="NV CON-16",
        seen=only(by),
        system=name,
        ships=ships,
        activities=list(activities),
        who=who,
    )


def obedience_told(work: PhaseContext, name: str, obedient: Obedient) -> None:
    """Empires hear of unknown ships that dropped their activities, or left by an ultimatum."""
    for by, ships in obedient.ships.items():
        made_abort(work, by, name, ships, sorted(obedient.dropped[by]), "")
    for by, ships in obedient.gone.items():
        work.emit(
            "ultimatum_obeyed",
            by,
            name,
            rule="NV ORD-19",
            seen=only(by),
            system=name,
            ships=ships,
        )
