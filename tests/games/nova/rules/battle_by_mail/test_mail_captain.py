"""A side with a sheet for the round: what it orders is done, the rest is left to doctrine.

Rule: NV SPC-04, NV SPC-09, NV SPC-11, NV SPC-18, NV SPC-41.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.rounds.round_orders import (
    CYCLE,
    FIRE,
    HOLD,
    LAUNCH,
    LEAVE,
    PICK_UP,
    PLOT,
    RoundOrders,
    Told,
)
from pbm.games.nova.rules.battle_by_mail.mail_captain import MailCaptain
from pbm.games.nova.rules.space_combat.captain import JUMP, RESTART, Aim, CaptainView, ReadyForRound
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import Place
from tests.games.nova.scenes import doctrine as d


class Doctrine:
    """Decides what it was told to."""

    def __init__(self, aims: Mapping[str, Sequence[Aim]] | None = None) -> None:
        self.aims = aims or {}

    def ready(self, view: CaptainView) -> Mapping[str, ReadyForRound]:
        return {id: ReadyForRound(ew="EW1") for id in view.own if id == "one"}

    def steer(self, view: CaptainView) -> Mapping[str, Place]:
        return dict.fromkeys(view.own, (1, 0))

    def fire(self, view: CaptainView) -> Mapping[str, Sequence[Aim]]:
        return self.aims

    def pick_up(self, view: CaptainView) -> Mapping[str, str]:
        return {}

    def leave(self, view: CaptainView) -> Mapping[str, str]:
        return dict.fromkeys(view.own, RESTART)

    def lost(self, view: CaptainView) -> bool:
        return True


class Case:
    """A captain with these orders, and what could not be done."""

    def __init__(self, *told: Told, aims: Mapping[str, Sequence[Aim]] | None = None) -> None:
        self.unable: list[str] = []
        self.captain = MailCaptain(
            Doctrine(aims), RoundOrders("ann", told), lambda _told, why: self.unable.append(why)
        )


def told(ship: str, kind: str, **more: Any) -> Told:
    return Told(OrderRef("ann", "12/SHOOT/3", 2, ""), ship, kind, kind, **more)


def cycled(ship: Live, rounds: int) -> Live:
    ship.cycle = rounds
    return ship


def test_launches_and_jump_drives() -> None:
    case = Case(
        told("gnat", LAUNCH),
        told("gnat", LAUNCH, yes=False),
        told("one", LAUNCH),
        told("two", LAUNCH, yes=False),
        told("one", CYCLE, yes=False),
        told("two", CYCLE),
        told("gone", CYCLE),
    )
    view = d.view(d.own("one"), d.own("two"), d.own("gnat", "Gnat", carrier="two"))
    ready = case.captain.ready(view)
    assert ready["gnat"].launch is True
    assert (ready["one"].ew, ready["one"].cycle, ready["two"].cycle) == ("EW1", "stop", "go")
    assert case.unable == ["ONE is out already"]


def test_a_ship_is_kept_aboard() -> None:
    case = Case(told("gnat", LAUNCH, yes=False))
    view = d.view(d.own("two"), d.own("gnat", "Gnat", carrier="two"))
    assert case.captain.ready(view)["gnat"].launch is False


def test_plots_are_followed_as_far_as_the_engines_go() -> None:
    case = Case(
        told("one", PLOT, by=(0, 2)),
        told("two", PLOT, by=(0, 3)),
        told("gnat", PLOT, by=(0, 1)),
    )
    view = d.view(d.own("one"), d.own("two"), d.own("gnat", "Gnat", carrier="two"))
    steer = case.captain.steer(view)
    assert (steer["one"], steer["two"], steer["gnat"]) == ((0, 2), (1, 0), (1, 0))
    assert case.unable == ["IE 2 is left, and it takes 3", "GNAT is aboard another ship"]


def test_shots_go_first_and_other_weapons_follow_doctrine() -> None:
    aims = {"one": [Aim("foe2", ("PL1", "PL2"))], "two": [Aim("foe2", ("BL1",))]}
    case = Case(told("one", FIRE, weapons=("PL2",), counter=1), aims=aims)
    view = d.view(d.own("one", "Pulsar"), d.own("two"), d.foe(1), d.foe(2))
    assert case.captain.fire(view) == {
        "one": [Aim("foe1", ("PL2",)), Aim("foe2", ("PL1",))],
        "two": [Aim("foe2", ("BL1",))],
    }
    assert case.unable == []


def test_who_holds_fire_fires_what_is_ordered_alone() -> None:
    aims = {"one": [Aim("foe1", ("PL1", "PL2"))]}
    case = Case(told("one", HOLD), aims=aims)
    view = d.view(d.own("one", "Pulsar"), d.foe(1))
    assert case.captain.fire(view) == {"one": []}
    shot = told("one", FIRE, weapons=("PL2",), counter=1)
    assert Case(told("one", HOLD), shot, aims=aims).captain.fire(view) == {
        "one": [Aim("foe1", ("PL2",))]
    }


def test_shots_that_cannot_be_fired_are_told() -> None:
    case = Case(
        told("one", FIRE, weapons=("PL1",), counter=7),
        told("one", FIRE, weapons=("PL1", "PL2"), counter=1),
        told("gnat", FIRE, weapons=("BL1",), counter=1),
    )
    view = d.view(
        d.own("one", "Pulsar", parts={"PL1": 1}), d.own("gnat", "Gnat", carrier="one"), d.foe(1)
    )
    assert case.captain.fire(view) == {"one": [Aim("foe1", ("PL2",))], "gnat": []}
    assert case.unable == [
        "c7 is not detected when the ships fire",
        "PL1 of ONE does not work",
        "GNAT is not on the map",
    ]


def test_mode_and_missile_as_ordered_else_by_doctrine_else_the_first() -> None:
    view = d.view(d.own("one", "Combined"), d.own("two", "Archer"), d.foe(1))

    def fired(*orders: Told, aims: Mapping[str, Sequence[Aim]] | None = None) -> list[Aim]:
        return [
            aim for aims in Case(*orders, aims=aims).captain.fire(view).values() for aim in aims
        ]

    xl = told("one", FIRE, weapons=("XL1",), counter=1)
    assert fired(xl) == [Aim("foe1", ("XL1",), "BL")]
    doctrine = {"one": [Aim("foe2", ("XL1",), "PL")]}
    assert fired(xl, aims=doctrine) == [Aim("foe1", ("XL1",), "PL")]
    pulse = told("one", FIRE, weapons=("XL1",), counter=1, mode="BL")
    assert fired(pulse, aims=doctrine) == [Aim("foe1", ("XL1",), "BL")]
    ml = told("two", FIRE, weapons=("ML1", "ML2"), counter=1, position=2)
    assert fired(ml) == [Aim("foe1", ("ML1", "ML2"), missile="Dart", position=2)]
    some = {"two": [Aim("foe1", ("ML2",), missile="Lance")]}
    assert fired(ml, aims=some) == [
        Aim("foe1", ("ML1",), missile="Dart", position=2),
        Aim("foe1", ("ML2",), missile="Lance", position=2),
    ]
    named = told("two", FIRE, weapons=("ML1",), counter=1, missile="Lance")
    assert fired(named) == [Aim("foe1", ("ML1",), missile="Lance")]


def test_gate_ends_may_be_fired_at() -> None:
    case = Case(told("one", FIRE, weapons=("BL1",), counter=1))
    view = d.view(d.own("one"), gates={"end": d.foe(1)})
    assert case.captain.fire(view) == {"one": [Aim("foe1", ("BL1",))]}


def test_ships_are_taken_aboard() -> None:
    view = d.view(d.own("two", "Carrier"), d.own("one"), d.own("gnat", "Gnat", carrier="two"))
    case = Case(told("two", PICK_UP, other="one"), told("two", PICK_UP, other="gnat"))
    assert case.captain.pick_up(view) == {"one": "two"}
    assert case.unable == ["one of the two ships is not on the map"]


def test_who_jumps() -> None:
    view = d.view(
        cycled(d.own("one"), 8),
        cycled(d.own("two"), 7),
        cycled(d.own("off"), -1),
        cycled(d.own("gnat", "Gnat"), 8),
        cycled(d.own("stay"), 8),
    )
    case = Case(
        told("one", LEAVE),
        told("two", LEAVE),
        told("off", LEAVE),
        told("gnat", LEAVE),
        told("stay", LEAVE, yes=False),
    )
    leave = case.captain.leave(view)
    assert {id: word for id, word in leave.items() if word == JUMP} == {"one": JUMP}
    assert case.unable == [
        "its jump drive needs 1 round more",
        "its jump drive does not cycle",
        "it has no jump drive that works",
    ]
    assert case.captain.lost(view) is True
