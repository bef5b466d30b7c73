"""Over many random turns: every MCr and every unit can be followed through the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, TypeVar

import pytest

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders import missed
from pbm.games.nova.rules.economy import (
    finance,
    payments,
    penalties,
    pillage,
    production,
    salvage,
    treasury,
    works,
)
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.money import (
    Commission,
    Destroy,
    Expenditure,
    Pillage,
    Plan,
    Research,
    Salvage,
    Seat,
)
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import GONE, GateEnd, Hull, State, System
from pbm.games.nova.state.units import UNITS
from tests.games.nova.builders import (
    TYPES,
    contact,
    empire,
    gate_pair,
    home,
    ref,
    ship,
    sight,
    state,
    system,
    work,
)
from tests.games.nova.scenes.economy import hornets

T = TypeVar("T")


class Chance:
    """Numbers that look like chance and are the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._seed, self._count = seed, 0

    def randint(self, low: int, high: int) -> int:
        """From low to high, both included."""
        self._count += 1
        found = sha256(f"{self._seed}/{self._count}".encode()).digest()
        return low + int.from_bytes(found[:8], "big") % (high - low + 1)

    def choice(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.randint(0, len(things) - 1)]

    def sample(self, things: Sequence[T], number: int) -> list[T]:
        """So many of them, none twice."""
        left = list(things)
        return [left.pop(self.randint(0, len(left) - 1)) for _ in range(number)]

    def once_in(self, number: int) -> bool:
        """True once in so many times."""
        return self.randint(1, number) == 1


PLAYERS = ("ann", "bea", "cyd")
KINDS = ("AA", "RA", "SDU", "C", "IC", "PCB", "TFC")
LINES = (
    *("maintain", "rdt", "ship", "build", "part", "finish", "gate"),
    *("repair", "refit", "status", "info", "copy", "send"),
)
PHASES = (
    ("A", (production.collect,)),
    ("B", (pillage.pillage, salvage.salvage)),
    ("C", (penalties.fine, finance.spend)),
    ("D", (works.repair_and_refit,)),
    ("E", (payments.send, production.lift_suppression)),
    ("L", (payments.receive, treasury.penalty, missed.remember)),
)


def table(chance: Chance) -> State:
    """Three empires that know each other, some of whose systems are in others' hands."""
    known = {name: sight(name) for name in TYPES}
    things: list[object] = []
    for player in PLAYERS:
        others = {one: contact(label=one[0].upper()) for one in PLAYERS if one != player}
        project = Project("TECH", "BL", Fraction(17), "B", 15, 20, 0, chance.randint(1, 5))
        own = {name: f"{player}/{name}" for name in ("Scout", "Hauler", "Frigate")}
        own |= {"Hornet": f"{player}/Hornet", "Hornet-2": f"{player}/Hornet-2"}
        things.append(
            empire(
                player,
                treasury=chance.randint(0, 900),
                debt=chance.choice((0, 0, 30)),
                contacts=others,
                projects=(project,),
                sights=known,
                designs=own,
                tech={"BL": 15},
            )
        )
        things.append(home(player))
        things += [
            ship(
                f"{player}{n}",
                "Hornet",
                chance.choice(list(TYPES)),
                player,
                damage=chance.choice((Damage(), Damage(3, 2, {"JD1": 1}))),
            )
            for n in range(3)
        ]
        things.append(ship(f"{player}9", "Hauler", "ALGOL", player, cargo=[("AA", 1)]))
        things += gate_pair(f"{player}-gate", "ALGOL", "TEDDY", player, place="stored")
    things += [_colony(chance, name) for name in ("ALGOL", "TEDDY", "SHOOT", "MAVIS")]
    hulls = {
        f"h-{one}": Hull(f"h-{one}", f"Hull {one}", one, one, f"{one}/Frigate", "ALGOL", 7)
        for one in PLAYERS
    }
    designs = {key: made for player in PLAYERS for key, made in hornets(player).items()}
    return state(*things, players="abc", hulls=hulls, designs=designs)


def _colony(chance: Chance, name: str) -> System:
    colonies = chance.randint(1, 3) if TYPES[name] > 4 else 1
    first = chance.choice(PLAYERS)
    return system(
        name,
        colonies=colonies,
        colonizer=first,
        owner=chance.choice((first, chance.choice(PLAYERS))),
        ic=not chance.once_in(4),
        suppressed=chance.once_in(5),
        ic_barred=chance.once_in(5),
        surface={
            player: {kind: chance.randint(1, 3) for kind in chance.sample(KINDS, 3)}
            for player in PLAYERS
        },
    )


def orders(chance: Chance, player: str, now: State) -> Orders:
    """A sheet of everything an empire might try, wise or not."""
    places = list(TYPES)
    ships = [one.id for one in now.ships.values() if one.owner == player] or ["none"]
    ends = [one.id for one in now.gates.values() if one.owner == player] or ["none"]
    units = tuple(Units(chance.choice(KINDS), chance.randint(0, 3)) for _ in range(2))
    lines = tuple(_line(chance, player, ships, now) for _ in range(chance.randint(0, 9)))
    return Orders(
        player,
        plans=(Plan(lines),),
        salvage=(
            Salvage(
                ref(player=player),
                chance.choice(places),
                ships=(chance.choice(ships),),
                hulls=(f"h-{player}",),
                units=(*units, Units("SG", 1, gate=chance.choice(ends))),
            ),
        ),
        pillage=(Pillage(ref(player=player), chance.choice(places), lift=units),),
        seats=(Seat(ref(player=player), "treasury", chance.choice(places)),),
        destroy=(
            Destroy(ref(player=player), "MCr", chance.choice((1, 50, 5000))),
            Destroy(ref(player=player), "gate", id=chance.choice(ends)),
        )
        if chance.once_in(5)
        else (),
        commissions=(Commission(ref(player=player), "VIRUS", "Scout", ("Nip", "Tuck")),),
        research=(Research(ref(player=player), "TECH", "BL", 15, 20, add=chance.randint(0, 2)),),
        missing=chance.once_in(10),
        form_faults=chance.randint(0, 1),
    )


def _line(chance: Chance, player: str, ships: list[str], now: State) -> Expenditure:
    number, id = chance.randint(1, 3), chance.choice(ships)
    kind = chance.choice(LINES)
    fields: dict[str, Any] = {
        "name": {
            "ship": chance.choice(("Scout", "Frigate", "Ghost")),
            "build": chance.choice(KINDS),
            "part": "Frigate",
            "refit": "Hornet-2",
            "info": chance.choice(("ALGOL", "Nip", "Nobody")),
            "copy": "designs",
        }.get(kind, ""),
        "id": f"h-{player}" if kind == "finish" else id,
        "project": "BL 15-20" if kind == "status" else "",
    }
    return Expenditure(
        ref(kind, player=player),
        kind,
        number=0 if kind in ("maintain", "repair") else number,
        up_to=chance.once_in(3),
        at=chance.choice(("", "", *TYPES)),
        amount=chance.choice((5, 30)) if kind in ("part", "send", "finish", "repair") else 0,
        empire=chance.choice([one for one in PLAYERS if one != player]),
        as_names=(f"{player}{now.turn}{number}A", f"{player}{now.turn}{number}B"),
        **fields,
    )


def money(now: State) -> dict[str, int]:
    """Treasury, what is locked, and debt, by the path that events use."""
    return {
        f"empire/{one.id}/{what}": getattr(one, what)
        for one in now.empires.values()
        for what in ("treasury", "locked", "debt")
    }


def units(now: State) -> Counter[tuple[str, str]]:
    """Units by owner and kind, on planets and aboard."""
    found: Counter[tuple[str, str]] = Counter()
    for one in now.systems.values():
        for owner, held in one.surface.items():
            for kind, number in held.items():
                found[owner, kind] += number
    for one_ship in now.ships.values():
        for cargo in one_ship.cargo:
            found[cargo.owner, cargo.kind] += cargo.number
    return found


def played(made: PhaseContext) -> None:
    """The phases of the economy, each leaving its state to the next."""
    for key, steps in PHASES:
        made.phase = key
        for step in steps:
            before, told = money(made.state), len(made.events)
            step(made)
            _followed(before, made, told)


def _followed(before: dict[str, int], made: PhaseContext, told: int) -> None:
    """Each change of a sum starts from what it was, and the last is what it is."""
    now = dict(before)
    for event in made.events[told:]:
        for change in event.changes:
            if change.path in now:
                assert change.before == now[change.path], event
                now[change.path] = change.after
        if "amount" in event.facts and event.kind != "money_received":
            path = f"empire/{next(iter(event.seen))}/treasury"
            gone = [one.before - one.after for one in event.changes if one.path == path]
            assert gone == [event.facts["amount"]], event
    after = money(made.state)
    debts = {event.facts["left"] for event in made.events[told:] if event.kind == "debt_paid"}
    for path, sum in after.items():
        assert sum == now[path] or (path.endswith("debt") and sum in debts), path


@pytest.mark.parametrize("seed", range(40))
def test_every_mcr_and_every_unit_is_accounted_for(seed: int) -> None:
    chance = Chance(seed)
    now = table(chance)
    for turn in range(3, 6):
        given = [orders(chance, player, now) for player in PLAYERS]
        made = work(now, given, {"fines": "on"})
        made.turn = turn
        played(made)
        _sent_is_received(made)
        _units_followed(units(now), made)
        _things_followed(now, made)
        now = made.state
        for one in now.empires.values():
            assert min(one.treasury, one.debt, one.locked) >= 0


def _sent_is_received(made: PhaseContext) -> None:
    sent = sum(e.facts["amount"] for e in made.events if e.kind == "money_sent")
    received = sum(e.facts["amount"] for e in made.events if e.kind == "money_received")
    assert sent == received == sum(one.locked for one in made.state.empires.values())


def _units_followed(before: Counter[tuple[str, str]], made: PhaseContext) -> None:
    """What is built, salvaged or lost in a pillage stands in an event, with its number."""
    expected = Counter(before)
    for event in made.events:
        (who,) = event.seen or ("",)
        if event.kind == "units_built":
            expected[who, event.facts["what"]] += event.facts["number"]
        if event.kind == "salvaged":
            for what, _mcr in event.terms:
                number, _blank, kind = str(what).partition(" ")
                if kind in UNITS:
                    expected[who, kind] -= int(number)
        if event.kind == "system_emptied":
            for kind, number in event.facts["lost"].items():
                if kind in UNITS:
                    expected[who, kind] -= number
    assert +units(made.state) == +expected


def _things_followed(before: State, made: PhaseContext) -> None:
    """Ships, hulls and gate ends come and go with an event that names them."""
    came: set[str] = set()
    gone: set[str] = set()
    for event in made.events:
        (who,) = event.seen or ("",)
        facts = event.facts
        if event.kind in ("ships_built", "gate_built"):
            came |= {f"{who} {name}" for name in facts["names"]}
        if event.kind in ("hull_begun", "hull_finished"):
            came.add(f"{who} {facts['name']}")
        if event.kind == "salvaged":
            gone |= {f"{who} {name}" for name, _mcr in event.terms}
        if event.kind in ("destroyed_on_order", "hull_finished"):
            gone.add(f"{who} {facts['name']}")
        if event.kind == "system_emptied":
            gone |= {f"{who} {name}" for name in facts["lost_things"]}
    for table in (lambda one: one.ships, lambda one: one.hulls, _ends):
        old, new = table(before), table(made.state)
        for id in new.keys() - old.keys():
            assert f"{new[id].owner} {new[id].name}" in came
        for id in old.keys() - new.keys():
            assert f"{old[id].owner} {old[id].name}" in gone


def _ends(now: State) -> dict[str, GateEnd]:
    return {id: one for id, one in now.gates.items() if one.place != GONE}


def test_the_same_turn_twice_is_the_same() -> None:
    once: list[object] = []
    again: list[object] = []
    for told in (once, again):
        chance = Chance(7)
        now = table(chance)
        made = work(now, [orders(chance, player, now) for player in PLAYERS])
        played(made)
        told += [(event.id, event.kind, event.facts) for event in made.events]
    assert once == again
