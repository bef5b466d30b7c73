"""A pair: a world, and one that differs from it only in what one player cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.events import Event
from pbm.kit.problems import Faults
from tests.games.contract import Contract, contract
from tests.secrecy.base import Base
from tests.secrecy.common import COMMON
from tests.secrecy.harness import Outcome, carried_out, difference, told, world_of
from tests.secrecy.secrets import Changed, Draw, Secret, otherwise


def secrets(game: str) -> tuple[Secret, ...]:
    """Every kind of secret that a game's worlds have."""
    return (*COMMON, *contract(game).secrets)


@dataclass
class Tally:
    """What occurred in the pairs that were compared, and why others were not."""

    pairs: int = 0
    secrets: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    put_aside: Counter[str] = field(default_factory=Counter)


@lru_cache(maxsize=4000)
def first(base: Base) -> Outcome | None:
    """The first world of a base, played."""
    return carried_out(world_of(base))


@lru_cache(maxsize=4000)
def first_told(base: Base, player: str) -> Mapping[str, bytes]:
    """What a player gets in the first world of a base."""
    played = first(base)
    assert played is not None
    return told(played, player)


@dataclass(frozen=True)
class Pair:
    """Two played worlds and the secrets in which they differ, for one player."""

    one: Outcome
    other: Outcome
    player: str
    names: tuple[str, ...]

    def leak(self, one: Mapping[str, bytes] | None = None) -> str:
        """What the player gets otherwise, as a person reads it; "" where all is the same."""
        first_bytes = told(self.one, self.player) if one is None else one
        return difference(first_bytes, told(self.other, self.player))


def drawn(
    draw: Draw, base: Base, player: str, kinds: Sequence[Secret], tally: Tally, most: int = 3
) -> Pair | None:
    """A second world beside a base's first one; None if it is no fair one."""
    one = first(base)
    if one is None:
        tally.put_aside["stops at a question"] += 1
        return None
    wanted = draw(st.integers(1, most))
    world, made = world_of(base), list[tuple[str, Changed]]()
    for kind in kinds:
        if len(made) == wanted:
            break
        changed = kind.change(draw, one, world, player)
        if changed is not None:
            made.append((kind.name, changed))
            world = changed.world
    if not made:
        tally.put_aside["no secret fits"] += 1
        return None
    names = "; ".join(name for name, _changed in made)
    try:
        other = carried_out(world)
    except Faults as faults:
        tally.put_aside[f"{names}: {faults.problems[0].fault}"] += 1
        return None
    if other is None or not is_fair(one, other, [changed for _name, changed in made]):
        tally.put_aside[names] += 1
        return None
    return Pair(one, other, player, tuple(name for name, _changed in made))


def is_fair(one: Outcome, other: Outcome, made: Sequence[Changed]) -> bool:
    """True if the second world's secrets had no consequence that the player might see."""
    first_after, second_after = one.after, other.after
    rest = replace(first_after, state=None), replace(second_after, state=None)
    if rest[0] != rest[1]:
        return False
    for path in otherwise(first_after.state, second_after.state):
        if not any(changed.allows(path, first_after.state, second_after.state) for changed in made):
            return False
    if any(changed.course for changed in made):
        hidden = frozenset[str]().union(*(changed.hidden for changed in made))
        game = contract(one.world.base.game)
        return course(one.events, game, hidden) == course(other.events, game, hidden)
    return True


def course(events: Sequence[Event], game: Contract, hidden: frozenset[str]) -> list[Any]:
    """What happened on the table: events but for those, and facts but for those, of one alone.

    Of units that are hidden nothing but where they go.
    """
    found = []
    for event in events:
        own = game.private.get(event.kind, ())
        facts = {name: repr(value) for name, value in event.facts.items() if name not in own}
        if event.facts.get("unit") in hidden:
            facts = {name: value for name, value in facts.items() if name in game.outline}
            own = own if event.kind in game.places else ("*",)
        if own != ("*",):
            found.append((event.kind, sorted(facts.items())))
    return found


def count(tally: Tally, pair: Pair) -> None:
    """Take a compared pair into the tally."""
    tally.pairs += 1
    tally.secrets.update(pair.names)
    for side in (pair.one, pair.other):
        tally.events.update(event.kind for event in side.events)
