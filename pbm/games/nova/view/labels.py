"""What one empire calls another: its own letters and numbers, which tell nobody else anything.

Letters are given in an order that the campaign's seed shuffles for each empire, so that they
say nothing of the order of seats or of meeting others. Rule: NV CON-02, NV CON-05, NV CON-06.
Ambiguity: NV A-CON-LETTERS.
"""

from collections.abc import Mapping
from itertools import chain, islice, product
from typing import Protocol

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.games.nova.state.state import FULL, MINOR, NORMAL, Contact, Empire
from pbm.games.nova.state.working_state import Draft

ALIEN = "alien"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RANK = {MINOR: 0, NORMAL: 1, FULL: 2}


class _World(Protocol):
    @property
    def empires(self) -> Mapping[str, Empire]:
        """Empires by id."""


def label(world: _World, viewer: str, other: str) -> str:
    """What a viewer calls another empire: ``B``, ``#1`` after minor contact, else ``alien``."""
    contact = world.empires[viewer].contacts.get(other)
    if contact is None:
        return ALIEN
    return contact.label or f"#{contact.number}"


def behind(world: _World, viewer: str, called: str) -> str:
    """The id of the empire with this label of a viewer's; "" for none."""
    for other, contact in world.empires[viewer].contacts.items():
        numbered = contact.number and called == f"#{contact.number}"
        if numbered or (contact.label and called == contact.label):
            return other
    return ""


def with_contact(draft: Draft, ids: Ids, viewer: str, other: str, kind: str, turn: int) -> Contact:
    """Give a viewer at least this kind of contact with another; never lost (NV CON-01)."""
    empire = draft.empires[viewer]
    old = empire.contacts.get(other)
    if old is not None and _RANK[old.kind] >= _RANK[kind]:
        return old
    new = Contact(
        kind,
        _next_letter(empire, ids) if kind != MINOR and not (old and old.label) else _kept(old),
        _next_number(empire) if kind == MINOR else (old.number if old else 0),
        turn,
    )
    draft.empires[viewer] = replace(empire, contacts={**empire.contacts, other: new})
    return new


def _kept(old: Contact | None) -> str:
    return old.label if old is not None else ""


def _next_number(empire: Empire) -> int:
    return 1 + max((one.number for one in empire.contacts.values()), default=0)


def _next_letter(empire: Empire, ids: Ids) -> str:
    """The first free letter in the viewer's own order; two letters once all are taken.

    As many as are taken are passed over at once: as a rule they are the first of the order.
    """
    taken = {one.label for one in empire.contacts.values() if one.label}
    own = sorted(_LETTERS, key=lambda sign: ids.opaque("label", empire.id, sign))
    pairs = ("".join(pair) for pair in product(own, own))
    found = next(islice(chain(own, pairs), len(taken), None))
    if found not in taken:
        return found
    return next(one for one in chain(own, map("".join, product(own, own))) if one not in taken)


# The reader, as the owner of a thing in a view.
YOU = "you"
