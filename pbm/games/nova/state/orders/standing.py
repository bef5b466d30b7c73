"""General, conditional and special lines, and those for battles. Rule: NV ORD-36 to ORD-39."""

from __future__ import annotations

from pbm.engine.events import OrderRef
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.dealings import Transfer
from pbm.games.nova.state.orders.parts import NO_CODES, Codes, EmpireName, ThingId
from pbm.kit.records import Record


class Group(Record):
    """Whom a line is for.

    what: ``all``, ``armed``, ``unarmed`` (ships), ``armies``, ``colonies``, ``class`` (name),
    ``ship`` (ids). ``at``: only in this system. ``but``: ids left out.
    """

    what: str
    ids: tuple[ThingId, ...] = ()
    name: str = ""
    at: str = ""
    but: tuple[ThingId, ...] = ()

    def names(self, ship: str, klass: str) -> bool:
        """True if it names a ship, by id, or the ships of its class."""
        if self.what == "ship":
            return ship in self.ids
        return self.what == "class" and klass == self.name


class Action(Record):
    """What a general, conditional or special line orders: codes for a group, or a transfer."""

    group: Group | None = None
    codes: Codes = NO_CODES
    transfer: Transfer | None = None


class Standing(Record):
    """A GENERAL, CONDITIONAL or SPECIAL line: actions, and those for ``else``.

    ``rank``: special, conditional or general. Rule: NV ORD-36 to ORD-39.
    """

    ref: OrderRef
    rank: str
    actions: tuple[Action, ...]
    condition: Condition = ALWAYS
    otherwise: tuple[Action, ...] = ()


class BattleItem(Record):
    """One item of a BATTLE line, as understood: its word and what follows, with ``if``/else.

    ``condition`` and ``otherwise`` are the words of what ``when`` and ``instead`` hold.
    """

    word: str
    value: str = ""
    condition: str = ""
    otherwise: str = ""
    when: Condition = ALWAYS
    instead: BattleItem | None = None


class Battle(Record):
    """A BATTLE or GROUND line; it is kept for the fighting. ``who``: default, class or ships."""

    ref: OrderRef
    who: Group
    items: tuple[BattleItem, ...]
    versus: EmpireName = ""
    ground: bool = False


class Free(Record):
    """``FREE text``: the player's own words, answered on the docket (``item`` is its id)."""

    ref: OrderRef
    text: str
    item: str = ""
