"""A side that fights by doctrine: each step of a round, by default and as ordered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.rules.space_combat.captain import (
    BEST,
    JUMP,
    RESTART,
    Aim,
    CaptainView,
    Foe,
    ReadyForRound,
)
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.live import Live
from tests.games.nova.scenes.doctrine import DART, commander, foe, own, plan, view

Place = tuple[int, int]


# --- step C ---


def ready(ship: Live, *items: str, others: tuple[Any, ...] = (), **fields: Any) -> ReadyForRound:
    return commander(*items).ready(view(ship, *others, **fields))[ship.id]


def test_by_default_the_best_is_used_and_sensors_and_screens_are_on() -> None:
    assert ready(own("a"), others=(foe(size="CT"),)) == ReadyForRound(dg=True)


def test_installations_in_use() -> None:
    ship = own("a", "Combined")  # two FC 3 and an FC 5
    assert ready(ship).fc == BEST
    assert ready(ship, "FC none", "EW none") == replace(ready(ship), fc="", ew="")
    assert [ready(ship, f"FC {n}").fc for n in (2, 3, 4, 5)] == ["", "FC1", "FC1", "FC3"]
    assert ready(own("b", "Combined", parts={"FC1": 1}), "FC 3").fc == "FC2"
    assert ready(own("c", "Guard"), "EW 2").ew == "EW1"


def test_sensors_and_screens() -> None:
    assert not ready(own("a"), "SN never").probe
    assert ready(own("a"), "SN 12").sn_most == 12
    assert ready(own("a"), "SN 12").probe
    assert not ready(own("a"), "SS none").ss
    assert ready(own("a"), "SS 12").ss_most == 12
    assert (ready(own("a")).sn_most, ready(own("a")).ss_most) == (-1, -1)


def test_distortion_generators_are_on_for_the_stronger_that_does_not_flee() -> None:
    guard = own("g", "Guard")  # 33 SSZ
    assert guard.figures.ssz == 31
    assert ready(guard, others=(foe(size="CT"),)).dg
    assert not ready(guard, others=(foe(size="DE"),)).dg  # taken for 40
    assert not ready(guard, others=(own("s", "Scout"), foe(size="DE"))).dg  # no arms
    assert ready(guard, others=(own("t"), foe(size="DE"))).dg
    assert not ready(guard, others=(own("t"), foe(size="DE")), lost={"x": foe(2).known}).dg
    assert not ready(guard, "flee", others=(foe(size="CT"),)).dg
    assert not ready(guard, "DG off", others=(foe(size="CT"),)).dg
    assert ready(guard, "DG on", others=(foe(size="DN"),)).dg


def test_jump_drives_cycle_unless_one_is_never_to_jump() -> None:
    assert ready(own("a")).cycle == "go"
    assert ready(own("a"), "jump never").cycle == "stop"


def test_ships_are_launched_in_the_first_round_or_as_ordered() -> None:
    carried = own("z", "Gnat", carrier="c")
    carrier = own("c", "Carrier")

    def launches(*items: str, **fields: Any) -> bool:
        return ready(carried, *items, others=(carrier, foe()), **fields).launch

    assert launches()
    assert not launches("launch never")
    assert not launches("launch r2")
    assert launches("launch r2", round=2)
    assert launches("launch r2", round=3)
    assert not launches("pick up")
    assert not launches("flee")


def test_nothing_is_launched_from_a_carrier_that_escapes() -> None:
    carried, carrier = own("z", "Gnat", carrier="c"), own("c", "Carrier")
    side = view(carried, carrier, foe())
    assert commander(c=plan("range 9")).ready(side)["z"].launch
    assert not commander(c=plan("flee")).ready(side)["z"].launch


# --- step D ---


def steer(ship: Live, *items: str, others: tuple[Any, ...] = (), **fields: Any) -> Place:
    side = view(ship, *(others or (foe(),)), **fields)
    return commander(*items).steer(side).get(ship.id, (0, 0))


def test_it_closes_to_the_range_of_the_best_damage() -> None:
    assert steer(own("a")) == (2, 0)  # beams are best at 0 hexes
    assert steer(own("a", "Archer")) == (-2, 0)  # Darts reach 14, the enemy is at 10
    assert steer(own("a", "Archer", missiles=("Lance",)), others=(foe(at=(17, 0)),)) == (0, 0)


def test_it_aims_at_where_the_enemy_will_be() -> None:
    flying = foe(at=(10, 0), vector=(0, 3))
    assert steer(own("a"), others=(flying,)) != (2, 0)
    assert steer(own("a", vector=(1, 3)), others=(flying,)) == (2, 0)


def test_ranges_as_ordered() -> None:
    assert steer(own("a"), "range close") == (2, 0)
    assert steer(own("a"), "range 10") == (0, 0)
    assert steer(own("a"), "range 12") == (-2, 0)
    assert steer(own("a"), "range 9") == (1, 0)
    assert steer(own("a"), "range open") == (-2, 0)
    assert steer(own("a"), "flee") == (-2, 0)
    assert steer(own("a", "Archer"), "range best") == (-2, 0)


def test_the_range_of_order_m_holds_where_no_range_is_ordered() -> None:
    assert steer(own("a", keeps=12)) == (-2, 0)
    assert steer(own("a", keeps=0)) == (2, 0)
    assert steer(own("a", keeps=12), "range close") == (2, 0)
    assert steer(own("a", keeps=12), "range best") == (2, 0)


def test_the_range_is_no_greater_than_the_side_sees() -> None:
    archer = own("a", "Archer", missiles=("Far",))
    far = {"ann": {"Far": replace(DART, name="Far", mr=26, ma=50, md=1)}}
    side = view(archer, foe(at=(20, 0)))
    scouted = view(archer, own("s", "Scout"), foe(at=(20, 0)))
    assert _by(far).steer(side) == {}
    assert _by(far).steer(scouted)["a"] == (-2, 0)
    assert "a" not in _by(far, plan("SN never")).steer(scouted)


def _by(missiles: Any, plan_: Plan | None = None) -> Any:
    return Commander({} if plan_ is None else {"s": plan_, "a": plan_}, missiles)


def test_unarmed_ships_flee_unless_they_are_ordered_a_range_themselves() -> None:
    scout = own("a", "Scout")
    assert steer(scout) == (-2, 0)
    assert steer(scout, "range close") == (-2, 0)
    side = view(scout, foe())
    assert commander("range close", own=1).steer(side) == {"a": (2, 0)}
    disarmed = own("a", parts={"BL1": 1})
    assert steer(disarmed) == (-2, 0)
    assert steer(own("a", "Archer", missiles=())) == (-2, 0)


def test_ships_with_order_r_flee() -> None:
    assert steer(own("a", retreats=True)) == (-2, 0)
    assert steer(own("a", retreats=True), "range close") == (-2, 0)
    # the set-up says so of unarmed ships too, but these may be ordered to stay
    scout = own("a", "Scout", retreats=True)
    assert commander("range close", own=1).steer(view(scout, foe())) == {"a": (2, 0)}


def test_a_side_breaks_off_at_the_level_ordered() -> None:
    def flees(level: int, gone: int) -> bool:
        return steer(own("a"), f"break off {level}%", started=4, gone=gone) == (-2, 0)

    assert [flees(75, gone) for gone in (2, 3)] == [False, True]
    assert [flees(76, gone) for gone in (2, 3)] == [False, False]
    assert [flees(100, gone) for gone in (2, 3)] == [False, False]
    assert [flees(0, gone) for gone in (0, 1)] == [False, True]


def test_without_an_order_a_side_breaks_off_when_half_is_lost_and_it_is_not_the_stronger() -> None:
    ship = own("a")
    assert ship.figures.ssz == 23
    equal, less = foe(size="FG"), foe(size="ES")  # taken for 23 and 10
    assert steer(ship, others=(equal,), started=4, gone=1) == (2, 0)
    assert steer(ship, others=(equal,), started=4, gone=2) == (-2, 0)
    assert steer(ship, others=(less,), started=4, gone=3) == (2, 0)
    assert steer(ship, "break off 50%", others=(less,), started=4, gone=2) == (-2, 0)
    hidden = {"x": foe(3, size="FG").known}
    assert steer(ship, others=(less,), lost=hidden, started=4, gone=2) == (-2, 0)


def test_the_nearest_a_round_ahead_is_steered_for_or_the_first_target() -> None:
    near, far = foe(1, at=(6, 0)), foe(2, at=(0, 9), size="DN")
    assert steer(own("a"), others=(near, far)) == (2, 0)
    assert steer(own("a"), "target big > nearest", others=(near, far)) == (0, 2)
    leaving = foe(1, at=(6, 0), vector=(6, 0))
    assert steer(own("a"), others=(leaving, far)) == (0, 2)
    # those that flee do so from the nearest, whatever the targets
    assert steer(own("a"), "target big", "flee", others=(near, far)) == (-2, 0)
    assert steer(own("a"), "target big", "range open", others=(near, far)) == (-2, 0)


def test_of_two_at_one_distance_the_first_counter_is_taken() -> None:
    assert steer(own("a"), others=(foe(2, at=(6, 0)), foe(1, at=(0, 6)))) == (0, 2)


def test_enemies_out_of_sight_are_sought_where_they_would_be() -> None:
    gone = replace(foe(1, at=(4, 0), vector=(2, 0)).known, detected=2)
    side = view(own("a"), round=5, lost={"x": gone})  # at (8, 0) by now
    assert commander().steer(side) == {"a": (2, 0)}
    assert commander("flee").steer(side) == {"a": (-2, 0)}
    assert commander("range 8").steer(side) == {"a": (2, 0)}  # it goes on at 2 hexes a round
    never = replace(gone, detected=-1)
    assert commander().steer(view(own("a"), round=5, lost={"x": never})) == {}


def test_out_of_enemies_ships_come_to_rest() -> None:
    assert commander().steer(view(own("a", vector=(3, 0)))) == {"a": (-2, 0)}
    assert commander().steer(view(own("a"))) == {}


def test_without_engines_nothing_is_plotted() -> None:
    assert steer(own("a", parts={"IE1": 2})) == (0, 0)
    assert steer(own("a", parts={"IE1": 1})) == (1, 0)


def test_ships_of_a_class_stay_together_and_all_do_if_ordered() -> None:
    ships = (own("a"), own("b"), own("c", "Slow"))
    side = view(*ships, foe())
    assert commander().steer(side) == {"a": (2, 0), "b": (2, 0), "c": (1, 0)}
    assert commander("together").steer(side) == {"a": (1, 0), "b": (1, 0), "c": (1, 0)}


def test_a_hurt_ship_does_not_slow_down_its_class() -> None:
    side = view(own("a"), own("b", parts={"IE1": 1}), foe())
    assert commander().steer(side) == {"a": (2, 0), "b": (1, 0)}


# --- small ships and carriers ---


def beside(**fields: Any) -> tuple[Live, Live]:
    return own("z", "Gnat", **fields), own("c", "Carrier")


def test_out_of_enemies_small_ships_fly_to_the_carrier_which_waits() -> None:
    gnat, carrier = beside(at=(9, 0))
    assert commander().steer(view(gnat, carrier)) == {"z": (-4, 0)}
    moving = own("c", "Carrier", vector=(0, 1))
    assert "c" not in commander().steer(view(gnat, moving))
    assert commander().steer(view(own("c", "Carrier", vector=(0, 1)))) == {"c": (0, -1)}


def test_small_ships_go_aboard_when_fleeing_or_ordered_else_they_fight() -> None:
    gnat, carrier = beside(at=(3, 0))
    others = (carrier, foe(at=(9, 0)))
    assert steer(gnat, others=others) == (4, 0)
    assert steer(gnat, "pick up", others=others) == (-3, 0)
    assert steer(gnat, "flee", others=others) == (-3, 0)


def test_those_with_a_jump_drive_leave_by_themselves() -> None:
    small, carrier = own("z", "Slow", at=(3, 0)), own("c", "Carrier")
    assert steer(small, "flee", others=(carrier, foe(at=(9, 0)))) == (-1, 0)
    side = view(small, carrier, foe(at=(9, 0)))
    assert commander("flee").pick_up(side) == {}


def test_the_nearest_carrier_with_room_is_chosen() -> None:
    gnats = [own(f"z{n}", "Gnat", at=(1, 0)) for n in range(3)]
    near, far = own("c", "Carrier"), own("d", "Carrier", at=(9, 0))
    hit = own("c", "Carrier", parts={"LB1": 1, "LB2": 1})
    side = view(gnats[0], near, far)
    assert commander().steer(side)["z0"] == (-1, 0)
    assert commander().steer(view(gnats[0], hit, far))["z0"] == (4, 0)
    assert commander().steer(view(gnats[0], hit)) == {}
    # a Gnat takes 10; two bays of 30 hold three each
    full = [own(f"y{n}", "Gnat", carrier="c", bay=f"LB{1 + n % 2}") for n in range(6)]
    assert commander().steer(view(gnats[0], near, far, *full))["z0"] == (4, 0)
    assert commander().steer(view(gnats[0], near, far, *full[:5]))["z0"] == (-1, 0)


def test_a_ship_is_picked_up_beside_its_carrier_with_full_shields() -> None:
    def taken(gnat: Live) -> bool:
        return commander("pick up").pick_up(view(gnat, own("c", "Carrier"), foe())) == {"z": "c"}

    assert taken(own("z", "Gnat"))
    assert not taken(own("z", "Gnat", at=(1, 0)))
    assert not taken(own("z", "Gnat", vector=(1, 0)))


def test_ships_whose_shields_recover_wait() -> None:
    ship = own("a")
    by, side = commander("pick up"), view(ship, own("c", "Carrier"), foe())
    assert by.pick_up(side) == {"a": "c"}
    ship.shields -= 1
    assert by.pick_up(side) == {}


def test_carriers_and_ships_that_fit_nowhere_are_not_picked_up() -> None:
    by = commander("pick up")
    assert by.pick_up(view(own("z", "Gnat"), own("y", "Gnat"), foe())) == {}
    assert by.pick_up(view(own("c", "Carrier"), own("d", "Carrier"), foe())) == {}
    guard = own("g", "Guard")
    assert guard.figures.carried == 31
    assert by.pick_up(view(guard, own("c", "Carrier"), foe())) == {}
    assert by.pick_up(view(own("a"), own("c", "Carrier"), foe())) == {"a": "c"}


# --- step F ---


def fire(*things: Any, items: tuple[str, ...] = (), **fields: Any) -> dict[str, list[Aim]]:
    return dict(commander(*items).fire(view(*things, **fields)))  # type: ignore[arg-type]


def aimed(*things: Any, items: tuple[str, ...] = (), **fields: Any) -> list[str]:
    """Targets in the order of ships and weapons, one for each weapon."""
    found = fire(*things, items=items, **fields)
    return [aim.target for all_of in found.values() for aim in all_of for _ in aim.weapons]


def test_every_weapon_that_may_do_damage_is_fired() -> None:
    assert fire(own("a"), foe(at=(3, 0))) == {"a": [Aim("foe1", ("BL1",), rank=0)]}
    assert fire(own("a", "Pulsar"), foe(at=(3, 0)))["a"][0].weapons == ("PL1", "PL2")
    assert fire(own("a"), foe(at=(40, 0))) == {}
    assert fire(own("a", "Scout"), foe(at=(3, 0), guns={"BL 20": 1})) == {}
    assert fire(own("a", parts={"BL1": 1}), foe(at=(3, 0))) == {}


def weak(number: int, at: Place = (1, 0), **known: Any) -> Foe:
    """A target of 12 points: a frigate that is hurt and has no shields."""
    return foe(number, at=at, size="FG", shields=0, hurt=True, **known)


def test_fire_goes_on_to_the_next_once_a_target_has_enough() -> None:
    ships = [own(f"a{n}") for n in range(4)]  # about 15 points each at 1 hex
    # 12 points and a fifth: two shots; then the next two; then again from the first
    assert aimed(*ships[:2], weak(1), weak(2)) == ["foe1", "foe2"]
    assert aimed(*ships[:2], weak(1), weak(2), items=("overkill 2",)) == ["foe1", "foe1"]
    assert aimed(*ships[:3], weak(1), weak(2)) == ["foe1", "foe2", "foe1"]
    assert aimed(*ships, weak(1)) == ["foe1"] * 4


def test_spread_fire_goes_round() -> None:
    ships = [own(f"a{n}") for n in range(4)]
    found = aimed(*ships, weak(1), weak(2), items=("spread", "overkill 9"))
    assert found == ["foe1", "foe2", "foe1", "foe2"]
    assert aimed(*ships, weak(1), weak(2), items=("focus", "overkill 9")) == ["foe1"] * 4


def test_the_greatest_kill_comes_first_then_the_nearest() -> None:
    tough = foe(1, at=(1, 0), size="FG", shields=90)
    assert aimed(own("a"), tough, weak(2)) == ["foe2"]
    assert aimed(own("a"), weak(1, at=(1, 1)), weak(2)) == ["foe2"]
    assert aimed(own("a"), tough, weak(2), items=("target strong",)) == ["foe1"]
    assert aimed(own("a"), weak(2), weak(1), items=("target kill",)) == ["foe1"]


def test_targets_out_of_range_are_passed_over() -> None:
    assert aimed(own("a"), weak(1, at=(40, 0)), weak(2), items=("target farthest",)) == ["foe2"]


def test_groups_share_what_they_place_on_a_target() -> None:
    ships = [own("a"), own("b", at=(0, 1))]
    assert aimed(*ships, weak(1), weak(2, at=(1, 1))) == ["foe1", "foe2"]


def test_ships_that_flee_fire_once_an_enemy_has_fired() -> None:
    harmless, fired = weak(1), weak(1, guns={"BL 20": 1})
    assert aimed(own("a", retreats=True), harmless) == []
    assert aimed(own("a", retreats=True), fired) == ["foe1"]
    assert aimed(own("a"), harmless, items=("flee",)) == []
    assert aimed(own("a"), harmless) == ["foe1"]
    lost = {"x": foe(3, guns={"BL 20": 1}).known}
    assert aimed(own("a", retreats=True), harmless, lost=lost) == ["foe1"]


def test_lasers_and_missiles_are_fired_as_chosen() -> None:
    (aim,) = fire(own("a", "Combined"), foe(at=(0, 0)))["a"]
    assert (aim.mode, aim.missile) == ("PL", "")
    (aim,) = fire(own("a", "Combined"), foe(at=(0, 0)), items=("XL beam",))["a"]
    assert aim.mode == "BL"
    (aim,) = fire(own("a", "Archer"), foe(at=(0, 0)))["a"]
    assert (aim.mode, aim.missile) == ("", "Dart")
    assert fire(own("a", "Archer", builder="bea"), foe(at=(0, 0))) == {}


def test_the_order_of_weapons_ranks_their_damage() -> None:
    def ranks(*items: str) -> list[tuple[str, int]]:
        found = fire(own("a", "Mixed"), foe(at=(1, 0)), items=items)["a"]
        return [(aim.weapons[0], aim.rank) for aim in found]

    assert ranks() == [("BL1", 0), ("PA1", 0)]
    assert ranks("order PA > BL") == [("PA1", 0), ("BL1", 1)]
    assert ranks("order PA") == [("PA1", 0), ("BL1", 1)]
    assert ranks("order BL") == [("BL1", 0), ("PA1", 1)]


def test_warp_cannon_reckon_with_probes_of_this_round() -> None:
    near = foe(at=(1, 0), probed=4)
    assert fire(own("a"), near, round=4) == fire(own("a"), near, round=5)


def test_gate_ends_are_fired_at_if_ordered_with_what_no_ship_is_left_for() -> None:
    ring = Foe("ring", (0, 0), foe(9).known)
    gates = {"ring": ring}
    assert aimed(own("a"), gates=gates) == []
    assert aimed(own("a"), gates=gates, items=("target gates > nearest",)) == ["ring"]
    ships = [own("a"), own("b")]
    assert aimed(*ships, weak(1), gates=gates, items=("target gates",)) == ["foe1", "ring"]
    assert aimed(own("a", at=(50, 0)), gates=gates, items=("target gates",)) == []


# --- capture ---


def test_a_hurt_ship_without_thrust_is_spared_if_it_is_to_be_captured() -> None:
    hulk = weak(1, at=(3, 0), burned=2)
    assert aimed(own("a"), hulk, round=4) == ["foe1"]
    assert aimed(own("a"), hulk, round=4, items=("capture",)) == []
    assert aimed(own("a"), hulk, round=3, items=("capture",)) == ["foe1"]
    sound = foe(1, at=(3, 0), burned=2)
    assert aimed(own("a"), sound, round=4, items=("capture",)) == ["foe1"]
    fresh = weak(1, at=(3, 0))  # it never used its engines
    assert aimed(own("a"), fresh, round=2, items=("capture",)) == ["foe1"]
    assert aimed(own("a"), fresh, round=3, items=("capture",)) == []


def test_one_keeps_off_from_what_is_to_be_captured() -> None:
    hulk = weak(1, at=(3, 0))
    assert steer(own("a"), "capture", others=(hulk,), round=4) == (-2, 0)
    fighter = foe(2, at=(0, 9))
    assert steer(own("a"), "capture", others=(hulk, fighter), round=4) == (0, 2)


# --- step L ---


def leaves(ship: Live, *items: str, others: tuple[Any, ...] = (), **fields: Any) -> str | None:
    return commander(*items).leave(view(ship, *others, **fields)).get(ship.id)


def test_those_that_flee_jump_and_others_start_anew() -> None:
    done = own("a", cycle=8)
    assert leaves(done) == RESTART
    assert leaves(done, "flee") == JUMP
    assert leaves(own("a", cycle=8, retreats=True)) == JUMP
    assert leaves(done, "break off 50%", started=2, gone=1) == JUMP
    assert leaves(done, "jump ready") == JUMP
    assert leaves(done, "jump never", "flee") == RESTART
    assert leaves(own("a", cycle=7), "flee") is None


def test_a_carrier_waits_for_ships_that_cannot_leave_alone() -> None:
    carrier, gnat = own("c", "Carrier", cycle=8), own("z", "Gnat")
    assert leaves(carrier) == JUMP
    assert leaves(carrier, others=(gnat,)) == RESTART
    assert leaves(carrier, "jump ready", others=(gnat,)) == JUMP
    assert leaves(carrier, others=(own("z"),)) == JUMP
    small = own("c", "Carrier", cycle=8, parts={"LB1": 1, "LB2": 1})
    assert leaves(small, others=(gnat,)) == JUMP


# --- loss of detection ---


@pytest.mark.parametrize(
    ("items", "goes"),
    [((), False), (("lost leave",), True), (("lost seek",), False), (("flee",), True)],
)
def test_a_side_that_lost_all_enemies_seeks_unless_it_would_be_away(
    items: tuple[str, ...], goes: bool
) -> None:
    side = view(own("a"), own("b"), lost={"x": foe().known})
    assert commander(*items).lost(side) is goes


def test_a_side_leaves_only_whole() -> None:
    side: CaptainView = view(own("a"), own("b"), lost={"x": foe().known})
    assert not commander(a=plan("lost leave")).lost(side)
    assert commander(a=plan("lost leave"), b=plan("flee")).lost(side)
