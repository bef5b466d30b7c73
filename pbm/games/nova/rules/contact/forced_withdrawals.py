"""Reports about ships that obeyed another empire: they stayed idle, or left.

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

    Each hears about all together, and so does not learn how many empires own them.
    """

    ships: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, set[str]] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)

    def stopped(self, by: str, ships: int, activities: Sequence[str]) -> None:
        """Count ships that dropped their activities."""
        self.ships[by] = self.ships.get(by, 0) + ships
        self.dropped.setdefault(by, set()).update(activities)

    def left(self, by: str, ships: int) -> None:
        """Count ships that left the system."""
        self.gone[by] = self.gone.get(by, 0) + ships


def made_abort(
    work: PhaseContext, by: str, name: str, ships: int, activities: Sequence[str], who: str
) -> None:
    """Tell an empire how many ships dropped their activities, and ``who`` if it is known."""
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
    """Tell empires about unknown ships that dropped their activities, or left when told to."""
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
