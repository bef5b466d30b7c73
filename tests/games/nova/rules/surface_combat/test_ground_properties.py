"""Surface combats of any make: every unit is accounted for, sides mirror, secrets stay secret."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.dice.keyed import KeyedDice
from pbm.engine.context import PhaseContext
from pbm.games.nova.state.orders.standing import Battle
from pbm.games.nova.state.state import Meeting
from tests.games.nova.builders import told
from tests.games.nova.contact_lines import orders
from tests.games.nova.scenes.invasion import (
    a_line,
    barge,
    dice,
    facts,
    fought,
    ground,
    item,
    mavis,
    once,
    ox,
    planet,
)

KINDS = ("AA", "RA", "SDU", "MA")
LINES = st.lists(
    st.sampled_from(
        [
            item("forward AA > MA"),
            item("screen all"),
            item("screen none"),
            item("match MA"),
            item("double on MA > RA"),
            item("OS on AA"),
            item("withdraw", once("losses", ">=", 50)),
            item("withdraw 1 RA", once("round", "=", 2)),
            item("land 1 RA r3"),
            item("PCB 1", once("round", ">=", 3)),
            item("guard PCB all"),
        ]
    ),
    max_size=4,
)
FORCE = st.fixed_dictionaries({kind: st.integers(0, 4) for kind in ("AA", "RA", "SDU", "PCB")})


def totals(done: PhaseContext, empire: str) -> dict[str, int]:
    """An empire's units on the planet and in its ships, militia too."""
    found = {kind: mavis(done).units(empire, kind) for kind in ("AA", "RA", "SDU")}
    for ship in done.state.ships.values():
        for one in ship.cargo:
            if one.kind in found and one.owner == empire:
                found[one.kind] += one.number
    found["MA"] = mavis(done).militia if mavis(done).owner == empire == "bea" else 0
    return found


@settings(max_examples=60, deadline=None)
@given(FORCE, FORCE, st.integers(0, 3), LINES, LINES, st.integers(0, 2))
def test_every_unit_that_vanishes_has_a_die_or_an_order(
    invader: dict[str, int],
    defender: dict[str, int],
    militia: int,
    ann: Any,
    bea: Any,
    os: int,
) -> None:
    cargo = [(kind, number) for kind, number in invader.items() if number]
    there = {kind: number for kind, number in defender.items() if number}
    lines: tuple[Battle, ...] = (ground(*ann),) if ann else ()
    against: tuple[Battle, ...] = (ground(*bea, player="bea"),) if bea else ()
    done = fought(
        planet(colonies=3, militia=militia, surface={"bea": there} if there else {}),
        ox(*cargo),
        ox(name="Yak", owner="bea"),
        ann=lines,
        bea=against,
        designs=barge(os, 3),
    )
    rounds = {who: told(done, "ground_round", who) for who in ("ann", "bea")}
    for who, had in (("ann", invader), ("bea", {**defender, "MA": militia})):
        dead: dict[str, int] = {}
        for event in rounds[who]:
            for kind, number in event.facts["lost"].items():
                dead[kind] = dead.get(kind, 0) + number
            hit = [one for one in event.facts.get("alien_os", ()) if one["hits"]]
            blows = [
                unit for match in event.facts["matches"] for unit in match["alien"] if unit["hits"]
            ]
            assert sum(event.facts["lost"].values()) <= len(hit) + len(blows)
            own = sum(len(match["own"]) for match in event.facts["matches"])
            shots = len(event.facts.get("os", ()))
            assert sum(len(roll.faces) for roll in event.rolls) == own + shots
            assert sum(event.facts["killed"].values()) <= own + shots
        bombed = any(event.facts["through"] for event in told(done, "pcbs_fell", who))
        after = totals(done, who)
        for kind in KINDS:
            gone = had.get(kind, 0) - after[kind] - dead.get(kind, 0)
            # Militia of a planet that falls are dead to the last; bombs leave nothing there.
            assert gone == 0 or (bombed and gone > 0)
    # What one side lost in the rounds is what the other destroyed.
    for one, other in zip(rounds["ann"], rounds["bea"], strict=True):
        assert one.facts["killed"] == other.facts["lost"]
        assert one.facts["lost"] == other.facts["killed"]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(("AA", "RA")), min_size=1, max_size=5), st.integers(0, 999))
def test_a_fight_mirrors(kinds: list[str], seed: int) -> None:
    """Equal sides with each other's dice: what one loses the other loses after the exchange."""
    held: dict[str, int] = {}
    for kind in sorted(kinds):
        held[kind] = held.get(kind, 0) + 1
    throws = KeyedDice(b"mirror", seed)
    faces = {who: throws.faces(who, "d6", len(kinds), "gm") for who in ("one", "other")}
    found = []
    for ann, bea in (("one", "other"), ("other", "one")):
        surface = {"ann": held, "bea": held}
        done = fought(
            planet(surface=surface, survivors=("ann", "bea"), fought=2),
            ox(name="Bee"),
            ox(name="Yak", owner="bea"),
            lines=(),
            ann=(ground(item("withdraw", once("round", "=", 2))),),
            bea=(ground(item("withdraw", once("round", "=", 2)), player="bea"),),
            faces=dice(
                r1_ann=" ".join(map(str, faces[ann])), r1_bea=" ".join(map(str, faces[bea]))
            ),
        )
        found.append([facts(done, "surface_combat", who)["lost"] for who in ("ann", "bea")])
    assert found[0] == found[1][::-1]


def test_what_is_kept_back_is_not_known() -> None:
    """One SDU kept back, or three: the invader acts and reads alike until he meets them."""
    read = []
    for sdus in (1, 3):
        done = fought(
            planet(surface={"bea": {"RA": 2, "SDU": sdus}}),
            ox(("AA", 2)),
            ann=(ground("double on SDU"),),
            faces=dice(r1_ann="6 6", r1_bea="1 2"),
        )
        seen = [
            (event.id, event.facts, event.rolls) for event in done.events if "ann" in event.seen
        ]
        read.append(seen)
    assert read[0] == read[1]


def test_whose_the_enemies_are_is_not_known() -> None:
    """Whether an ally's army or the owner's own stands there makes no difference to read."""
    read = []
    for who in ("bea", "cyd"):
        done = fought(
            planet(militia=1, surface={who: {"RA": 1}}),
            ox(("AA", 2)),
            players="abc",
            cyd=(orders("cyd"),),
            faces=dice(
                r1_ann="6 6",
                **({"r1_bea": "1 1"} if who == "bea" else {"r1_bea": "1", "r1_cyd": "1"}),
            ),
        )
        rounds = told(done, "ground_round", "ann")
        read.append([(event.facts, event.rolls) for event in rounds])
        text = repr([event.facts for event in done.events if "ann" in event.seen])
        assert not any(name in text for name in ("bea", "cyd", "MINKY", "PAGAN"))
    assert read[0] == read[1]


@settings(max_examples=60, deadline=None)
@given(
    st.fixed_dictionaries(dict.fromkeys(("ann", "bea", "cyd"), FORCE)),
    st.fixed_dictionaries({"ann": FORCE, "cyd": FORCE}),
    st.fixed_dictionaries(dict.fromkeys(("ann", "bea", "cyd"), LINES)),
    st.booleans(),
    st.sampled_from(((), ("ann",), ("cyd",), ("ann", "cyd"))),
    st.sampled_from(("bea", "cyd")),
)
def test_three_empires_on_a_planet_lose_no_unit_unsaid(
    there: dict[str, dict[str, int]],
    landing: dict[str, dict[str, int]],
    said: dict[str, Any],
    joined: bool,
    earlier: tuple[str, ...],
    owner: str,
) -> None:
    surface = {who: {k: n for k, n in held.items() if n} for who, held in there.items()}
    surface = {who: held for who, held in surface.items() if held and len(held) > 1}
    lines = {who: (ground(*items, player=who),) if items else () for who, items in said.items()}
    cargo = {who: [(k, n) for k, n in held.items() if n] for who, held in landing.items()}
    done = fought(
        planet(
            owner=owner,
            colonies=2,
            militia=2 if owner == "bea" else 0,
            surface=surface,
            survivors=tuple(who for who in earlier if who in surface),
            fought=2,
        ),
        ox(*cargo["ann"]),
        ox(*cargo["cyd"], name="Moth", owner="cyd"),
        ox(name="Yak", owner="bea"),
        players="abc",
        designs=barge(1, 3),
        meetings=(Meeting("MAVIS", "ann", "cyd", friendly=True),) if joined else (),
        ann=lines["ann"],
        bea=lines["bea"],
        cyd=(orders("cyd", a_line("moth"), battle=lines["cyd"]),),
    )
    bombed = any(event.facts["through"] for event in told(done, "pcbs_fell"))
    for who in ("ann", "bea", "cyd"):
        dead: dict[str, int] = {}
        for event in told(done, "ground_round", who):
            for kind, number in event.facts["lost"].items():
                dead[kind] = dead.get(kind, 0) + number
        after = totals(done, who)
        for kind in ("AA", "RA", "SDU"):
            had = surface.get(who, {}).get(kind, 0) + landing.get(who, {}).get(kind, 0)
            gone = had - after[kind] - dead.get(kind, 0)
            assert gone == 0 or (bombed and gone > 0)
        others = [f"'{one}'" for one in ("ann", "bea", "cyd") if one != who]
        read = repr([event.facts for event in done.events if who in event.seen])
        assert not any(one in read for one in others)
