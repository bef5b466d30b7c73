"""Data that empires give each other: what they know of systems, designs and technology."""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules import telling
from pbm.games.nova.state.orders.dealings import Data
from pbm.games.nova.state.state import FULL, NORMAL, Sight
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label


def give_data(work: PhaseContext) -> None:
    """Phase L: exploration data given away; it comes with the report. NV A-CON-GIVE-DATA."""
    with drafting(work) as draft:
        for empire, orders in draft.base.orders.items():
            for one in orders.data:
                _data(work, draft, empire, one)


def _data(work: PhaseContext, draft: Draft, empire: str, line: Data) -> None:
    """Exploration data given in writing. Rule: NV CON-28."""
    contact = draft.empires[empire].contacts.get(line.to)
    if contact is None or contact.kind not in (NORMAL, FULL):
        telling.failed(
            work,
            empire,
            line.ref,
            "",
            "DATA",
            "you have no normal contact with the receiver",
            rule="NV CON-28",
        )
        return
    for name in line.systems:
        sight = draft.empires[empire].sights.get(name)
        if sight is None or not sight.explored:
            telling.failed(
                work,
                empire,
                line.ref,
                "",
                f"DATA {name}",
                f"you have no exploration data of {name}",
                rule="NV CON-28",
            )
            continue
        taker = draft.empires[line.to]
        old = taker.sights.get(name)
        draft.empires[line.to] = replace(
            taker, sights={**taker.sights, name: joined(old, sight, work.turn)}
        )
        work.emit_to(
            "data_given",
            empire,
            name,
            rule="NV CON-28",
            order=line.ref,
            system=name,
            to=label(draft, empire, line.to),
        )
        work.emit_to(
            "data_received",
            line.to,
            name,
            rule="NV CON-28",
            system=name,
            sender=label(draft, line.to, empire),
            letters=list(sight.letters),
            type=sight.type,
            status=sight.status,
        )


def joined(old: Sight | None, given: Sight, turn: int) -> Sight:
    """What is known of a system after data about it were given: the newer sight counts."""
    stopped = old.interdicted if old else 0  # stops of the giver's ships are not given
    if old is None or not old.explored:
        lines = {**given.lines, **({k: v for k, v in old.lines.items() if v} if old else {})}
        return replace(given, lines=lines, explored_on=turn, interdicted=stopped)
    newer = given if given.seen > old.seen else old
    lines = {
        letter: old.lines.get(letter) or given.lines.get(letter, "") for letter in newer.letters
    }
    return replace(newer, lines=lines, explored_on=old.explored_on, interdicted=stopped)
