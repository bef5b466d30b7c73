"""The product with a leak in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.engine.context import PhaseContext
from pbm.engine.events import Event, json_form
from pbm.engine.game import Ruleset
from pbm.engine.view import GameView
from pbm.packets import build as packets
from pbm.packets import seal
from pbm.packets.build import Packet
from pbm.packets.record import PacketSeal
from pbm.packets.seal import SealFacts
from pbm.turns import assemble
from pbm.turns.play import Played
from pbm.turns.stage_draft import StageDraft
from tests.secrecy import harness, pairs
from tests.secrecy.base import Base
from tests.secrecy.leak import Known, Leak


@contextmanager
def leaking(leak: Leak, base: Base) -> Iterator[Base]:
    """The product with a leak in it, and a base played by it; nothing is remembered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs, "first", pairs.first.__wrapped__)
        if leak.patch is not None:
            leak.patch(patch)
        if leak.draft is not None:
            patch.setattr(harness, "draft", _leaky_draft(leak.draft))
        if leak.view is None:
            yield base
        else:
            loaded = base.campaign.loaded
            game = _leaky_view(loaded.ruleset, leak.view)
            yield replace(
                base, campaign=replace(base.campaign, loaded=replace(loaded, ruleset=game))
            )


def _leaky_view(game: Ruleset, leak: Callable[[Known, Any, str], Known]) -> Ruleset:
    def build_view(state: Any, player: str, seats: Any, options: Any) -> GameView:
        known = game.build_view(state, player, seats, options).written()
        return game.view.read(leak(known, state, player))

    return replace(game, build_view=build_view)


def _leaky_draft(leak: Callable[[Packet, Played, StageDraft], None]) -> Callable[..., StageDraft]:

    def draft(campaign: Campaign, played: Played, *rest: Any, **more: Any) -> StageDraft:
        made = assemble.draft(campaign, played, *rest, **more)
        leaky: dict[str, Any] = {
            player: json_form(packet) for player, packet in made.packets.items()
        }
        for packet in leaky.values():
            leak(packet, played, made)
        return replace(made, packets=leaky)

    return draft


def _number_by_line(patch: pytest.MonkeyPatch) -> None:
    """Numbering: the id of an event depends on the line of the order it came from."""
    plain = PhaseContext.record

    def record(work: PhaseContext, *given: Any) -> Event:
        event = plain(work, *given)
        if event.order is not None:
            event = replace(event, id=work.ids.opaque(event.id, str(event.order.line)))
            work.events[-1] = event
        return event

    patch.setattr(PhaseContext, "record", record)


NUMBERED = Leak(patch=_number_by_line)


def _every_proof(patch: pytest.MonkeyPatch) -> None:
    """The names of all rolls that were made: a packet holds the proof of each."""
    plain = seal.seal_of

    def seal_of(facts: SealFacts, *rest: Any) -> PacketSeal:
        return replace(plain(facts, *rest), proofs=dict(facts.proofs))

    patch.setattr(packets, "seal_of", seal_of)


PROOFS = Leak(patch=_every_proof)
