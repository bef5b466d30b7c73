"""Each kind of secret has a leak of its own, put in on purpose, and the harness finds it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from tests.games.contract import contract
from tests.secrecy.base import Base, Table
from tests.secrecy.bases import GAMES, played_bases
from tests.secrecy.leak import Leak
from tests.secrecy.leaking import NUMBERED, PROOFS, leaking
from tests.secrecy.pairs import Pair, Tally, drawn, secrets
from tests.secrecy.secrets import Secret
from tests.secrecy.test_pairs import COMMON, quick

KINDS = [(game, kind) for game in GAMES for kind in secrets(game)]
# More than enough worlds in which a kind of secret occurs.
MOST = 12


def worlds_with(game: str, kind: Secret) -> Iterator[tuple[Base, str]]:
    """Bases and players in whose worlds a kind of secret occurs, found without playing much."""
    # The world made for secrets first, then the cases, which are small.
    places = {True: 0, False: 1}
    there = quick(game)
    there.sort(key=lambda one: (one.name[:4] != "SEC-", places[isinstance(one.campaign, Table)]))
    for base in there:
        for player in base.players:
            yield base, player


def pairs_of(base: Base, player: str, kind: Secret, examples: int) -> list[Pair]:
    """Pairs that differ in this kind of secret, of so many that are looked for."""
    found: list[Pair] = []

    @settings(COMMON, max_examples=examples, phases=[Phase.generate])
    @given(st.data())
    def look(data: st.DataObject) -> None:
        if pair := drawn(data.draw, base, player, [kind], Tally(), 1):
            found.append(pair)

    try:
        look()
    except Unsatisfiable:
        return []
    return found


def caught(game: str, kind: Secret, leak: Leak) -> str:
    """What the harness says of a leak; "" if it finds nothing."""
    seen = 0
    for base, player in worlds_with(game, kind):
        with leaking(leak, base) as leaky:
            pairs = pairs_of(leaky, player, kind, 2)
            if not pairs:
                continue
            seen += 1
            if said := pairs[-1].leak():
                return said
        if seen == MOST:
            break
    assert seen, f"no world has the secret {kind.name}"
    return ""


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=[f"{g}-{k.name}" for g, k in KINDS])
def test_a_leak_of_this_secret_is_caught(game: str, kind: Secret) -> None:
    assert caught(game, kind, kind.leak)


def test_an_id_that_depends_on_a_line_of_another_is_caught() -> None:
    (kind,) = (one for one in secrets("knighthawks") if one.name == "remarks")
    assert caught("knighthawks", kind, NUMBERED)


@pytest.mark.parametrize("game", [game for game in GAMES if contract(game).unrolled[0]])
def test_the_proof_of_a_roll_that_he_is_not_told_of_is_caught(game: str) -> None:
    """What is not rolled for has no proof that could be told."""
    stage, secret = contract(game).unrolled
    base = next(one for one in played_bases(game) if one.name == stage)
    (kind,) = (one for one in secrets(game) if one.name == secret)
    for player in base.players:  # not every other sheet leaves a roll out
        pairs = pairs_of(base, player, kind, 12)
        assert pairs and not any(pair.leak() for pair in pairs)
        with leaking(PROOFS, base) as leaky:
            assert any(pair.leak() for pair in pairs_of(leaky, player, kind, 12))
