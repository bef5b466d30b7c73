"""After the fighting of phase G: report phase F to the empires of ships that survived.

A ship without exploration learns the name of the system it came to and the letter of the line
it came by. One that was stopped on its way, or could go no further, says so. Of a ship that was
lost its empire knows where it came to only from the full report of the battle in which it was lost.

Rule: NV EXP-04, NV MOV-15. Ambiguity: NV A-ACL-DEST.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.empire_orders import orders_of
from pbm.games.nova.rules import telling
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.state import Passage, Ship, Sight
from pbm.games.nova.state.working_state import Draft, drafting


def report(work: PhaseContext) -> None:
    """The last step of phase G."""
    with drafting(work) as draft:
        learned: dict[str, dict[str, dict[str, str]]] = {}
        come: set[Passage] = set()  # nearly all ships came as another did
        for id, passage in draft.passages.items():
            ship = draft.ships.get(id)
            is_lost = ship is None or ship.owner != passage.of
            if passage not in come and (not is_lost or passage.reported):
                come.add(passage)
                _learns(draft, passage, learned.setdefault(passage.of, {}))
            if ship is None or is_lost:
                continue
            if passage.interdicted or passage.fault:
                line = orders_of(draft, passage.of).line.get(id)
                tell = _stopped if passage.interdicted else _failed
                tell(work, draft, ship, passage, line)
        for empire, places in learned.items():
            _remember(draft, empire, places)


def _learns(draft: Draft, passage: Passage, places: dict[str, dict[str, str]]) -> None:
    """The name of the system and the letter back; where that leads if that was known.

    A system that was only passed through is not seen, so its name stays unknown, unless it was
    known before this phase: what another ship reports now says nothing of it.
    """
    here = places.setdefault(passage.end, {})
    if not passage.entered_by:
        return
    before = draft.systems[passage.end].lines[passage.entered_by].to
    if before == passage.start or before in draft.base.empires[passage.of].sights:
        here[passage.entered_by] = before
        places.setdefault(before, {})[passage.letters[-1]] = passage.end
    else:
        here.setdefault(passage.entered_by, "")


def _failed(
    work: PhaseContext, _draft: Draft, ship: Ship, passage: Passage, line: Movement | None
) -> None:
    """Report why a ship could go no further."""
    code, why, rule = passage.fault
    telling.failed(
        work,
        passage.of,
        line.ref if line is not None else None,
        code,
        ship.name,
        why,
        rule=rule,
        ship=ship.name,
        at=passage.end,
    )


def _stopped(
    work: PhaseContext, draft: Draft, ship: Ship, passage: Passage, line: Movement | None
) -> None:
    """Report that a ship was stopped; its empire remembers where. NV MOV-15."""
    empire = draft.empires[passage.of]
    sight = empire.sights.get(passage.end) or Sight(passage.end)
    sights = {**empire.sights, passage.end: replace(sight, interdicted=work.turn)}
    draft.empires[passage.of] = replace(empire, sights=sights)
    work.emit_to(
        "interdicted",
        passage.of,
        ship.name,
        rule="NV MOV-11",
        order=line.ref if line is not None and not passage.retreated else None,
        ship=ship.name,
        id=ship.id,
        at=passage.end,
        planned=passage.planned,
        jumps=len(passage.letters),
    )


def _remember(draft: Draft, id: str, places: Mapping[str, Mapping[str, str]]) -> None:
    empire = draft.empires[id]
    sights = dict(empire.sights)
    for name, lines in places.items():
        old = sights.get(name) or Sight(name)
        new = {letter: to for letter, to in lines.items() if to or letter not in old.lines}
        if name not in sights or any(old.lines.get(letter) != to for letter, to in new.items()):
            sights[name] = replace(old, lines={**old.lines, **new})
    draft.empires[id] = replace(empire, sights=sights)
