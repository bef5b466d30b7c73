"""An empire's purse in phase C: what may be spent, what was, how payments are told.

Rule: NV ECO-15, NV ECO-18, NV ECO-47. Ambiguity: NV A-DEFICIT-CAP.
"""

from msgspec import Struct, field

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.naming import COMING
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy.yards import Yard
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import Key
from pbm.games.nova.state.state import Ship, System
from pbm.games.nova.state.working_state import Draft
from pbm.kit.facts import Fact

# Why a line was not carried out and by which rule; two empty texts if it was.
Outcome = tuple[str, str]
DONE: Outcome = ("", "")


class Purse(Struct):
    """MCr an empire may still spend this turn, and MCr spent on research teams.

    ``allowed``: MCr in all; ``spent``: paid or reserved so far. ``is_short``: a sum was not there
    for the line at hand; ``unpaid``: the first line that could not be paid, below which nothing is
    bought. ``blocked``: why nothing may be spent; ``has_maintained``: teams were maintained before
    the debt was paid. ``kept``: teams that want maintenance, by project; ``maintained`` those that
    had it; ``teams`` new ones.
    ``docked``: ships as they will be after the repairs and refits reserved so far.
    """

    work: PhaseContext
    draft: Draft
    empire: str
    orders: Orders
    yard: Yard
    allowed: int = 0
    spent: int = 0
    is_short: bool = False
    unpaid: str = ""
    blocked: str = ""
    has_maintained: bool = False
    kept: dict[Key, int] = field(default_factory=dict)
    maintained: dict[Key, int] = field(default_factory=dict)
    teams: int = 0
    docked: dict[str, Ship] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """MCr that may still be spent."""
        return max(self.allowed - self.spent, 0)

    def system(self, at: str) -> System:
        """The system a line speaks of, by default the capital's. Rule: NV ECO-05."""
        return self.draft.systems[at or self.draft.empires[self.empire].capital]

    def ship(self, id: str) -> Ship | None:
        """A ship of the empire as it will be after what was reserved for it; None if none is."""
        ship = self.docked.get(id) or self.draft.ships.get(id)
        return ship if ship is not None and ship.owner == self.empire else None

    def pay(
        self, line: Expenditure, amount: int, kind: str, /, rule: str, **facts: Fact
    ) -> Outcome:
        """Pay for a line and report it."""
        self.spent += amount
        telling.paid(
            self.work, self.draft, self.empire, amount, kind, rule=rule, order=line.ref, **facts
        )
        return DONE

    def too_dear(self, cost: int) -> Outcome:
        """The reason that the money does not suffice."""
        self.is_short = True
        return f"it costs {cost} MCr and {self.left} may still be spent", "NV ECO-15"

    def affordable(self, line: Expenditure, price: int, room: int = -1) -> int:
        """The number of a line that can be paid: all, or with ``up to`` as many as possible.

        ``room``: how many can be had at all, -1 for any number.
        """
        number = line.number if room < 0 else min(line.number, room)
        fits = self.left // price
        if number <= fits:
            return number
        return fits if line.up_to else 0

    def short(self, line: Expenditure, why: str, rule: str, **facts: Fact) -> None:
        """Report that a line was not carried out, or only in part."""
        written = self.said(line)
        telling.failed(self.work, self.empire, line.ref, "", written, why, rule=rule, **facts)

    def said(self, line: Expenditure) -> str:
        """The subject of a line, in a few words; the whole line if its ship is gone by now."""
        match line.kind:
            case "repair" | "refit" | "finish" if not self._thing(line.id):
                words = line.ref.text
            case "repair" | "finish":
                words = f"{line.kind} {self._thing(line.id)}"
            case "refit":
                words = f"refit {self._thing(line.id)} to {line.name}"
            case "maintain" | "status":
                words = f"{line.kind} {line.project or 'all'}"
            case "info" | "copy" | "part":
                words = f"{line.kind} {line.name}"
            case "send":
                words = f"send {line.amount}"
            case "gate":
                words = f"SG {' + '.join(line.as_names)}"
            case "rdt":
                words = f"RDT {line.number}"
            case _:
                words = f"{line.name} {line.number}"
        return words.strip()

    def _thing(self, id: str) -> str:
        """The name of a ship or hull, of what was never built the one its sheet gave it, or ""."""
        thing = self.draft.ships.get(id) or self.draft.hulls.get(id)
        if thing is not None and thing.owner == self.empire:
            return thing.name
        return id.removeprefix(COMING) if id.startswith(COMING) else ""
