"""PCBs at the end of a round: whose, from where, who fires at them, what is left."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.state import Cargo
from tests.games.nova.builders import told
from tests.games.nova.contact_lines import orders
from tests.games.nova.scenes.invasion import (
    a_line,
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

MISS = {"r1_ann": "6", "r1_bea": "6"}


def bombed(*things: Any, falls: str = "", sdus: int = 1, **fields: Any) -> PhaseContext:
    """An AA lands beside some SDUs; at the end of round 1 Ann uses 2 PCBs, or as ``ann`` says."""
    faces = dice(**MISS) + (f"\npcb MAVIS r1 bea: {falls}" if falls else "")
    fields.setdefault("ann", (ground("PCB 2"),))
    fields.setdefault("lines", (a_line("ox", "1 AA"),))
    return fought(planet(surface={"bea": {"SDU": sdus}}), *things, faces=faces, **fields)


@pytest.mark.parametrize(
    ("falls", "through", "type"),
    [("5", 2, 3), ("4", 1, 3), ("1", 1, 3)],
)
def test_sdus_fire_at_bombs_that_fall_from_ships(falls: str, through: int, type: int) -> None:
    done = bombed(ox(("AA", 1), ("PCB", 3)), falls=falls)
    assert facts(done, "pcbs_fell")["through"] == through
    assert facts(done, "pcbs_fell")["yours"] is True
    assert facts(done, "pcbs_fell", "bea")["yours"] is False
    assert facts(done, "sdus_fired", "bea")["dice"] == [int(falls)]
    assert not told(done, "sdus_fired", "ann")
    assert done.state.ships["ox"].cargo == (Cargo("PCB", "ann", 1),)
    assert (mavis(done).colonies, mavis(done).surface, mavis(done).type) == (0, {}, type)
    assert mavis(done).owner == ""
    summary = facts(done, "surface_combat")
    assert (summary["emptied"], summary["left"], summary["goes_on"]) == (True, {}, False)
    assert len(told(done, "ground_round", "ann")) == 1


def test_bombs_that_are_shot_down_leave_the_fight_going() -> None:
    faces = "\n".join(
        [
            dice(**{f"r{n}_{who}": "6" for n in (1, 2, 3) for who in ("ann", "bea")}),
            "pcb MAVIS r1 bea: 1 4",
        ]
    )
    done = fought(
        planet(surface={"bea": {"SDU": 2}}),
        ox(("AA", 1), ("PCB", 2)),
        lines=(a_line("ox", "1 AA"),),
        ann=(ground(item("PCB 2", once("round", "=", 1)), "screen none"),),
        bea=(ground("screen SDU", player="bea"),),
        faces=faces,
    )
    assert facts(done, "pcbs_fell")["through"] == 0
    assert "emptied" not in facts(done, "surface_combat")
    assert mavis(done).owner == "bea"
    assert done.state.ships["ox"].cargo == ()


@pytest.mark.parametrize(
    ("line", "through"), [(None, 0), ("guard PCB spread", 0), ("guard PCB all", 1)]
)
def test_fire_is_spread_unless_all_guard_against_the_first(line: str | None, through: int) -> None:
    lines = () if line is None else (ground(line, player="bea"),)
    faces = dice(**{f"r{n}_{who}": "6" for n in (1, 2, 3) for who in ("ann", "bea")})
    done = fought(
        planet(surface={"bea": {"SDU": 2}}),
        ox(("AA", 1), ("PCB", 2)),
        lines=(a_line("ox", "1 AA"),),
        ann=(ground(item("PCB 2", once("round", "=", 1))),),
        bea=lines,
        faces=(dice(**MISS) if through else faces) + "\npcb MAVIS r1 bea: 1 1",
    )
    assert facts(done, "pcbs_fell")["through"] == through


def test_friends_guard_each_with_his_own_die() -> None:
    done = fought(
        planet(surface={"bea": {"SDU": 1}, "cyd": {"SDU": 1}}),
        ox(("AA", 1), ("PCB", 2)),
        lines=(a_line("ox", "1 AA"),),
        ann=(ground("PCB 2"),),
        players="abc",
        faces=dice(r1_ann="6", r1_bea="6") + "\npcb MAVIS r1 bea: 1\npcb MAVIS r1 cyd: 5",
    )
    assert facts(done, "pcbs_fell")["through"] == 1
    assert facts(done, "sdus_fired", "cyd")["destroyed"] == 0


def test_bombs_on_the_planet_are_not_fired_at() -> None:
    beach = planet(
        surface={"bea": {"SDU": 1}, "ann": {"AA": 1, "PCB": 1}}, survivors=("ann", "bea"), fought=2
    )
    done = fought(beach, lines=(), ann=(ground("PCB 1"),), faces=dice(**MISS))
    assert facts(done, "pcbs_set_off")["on_planet"] == 1
    assert not told(done, "sdus_fired")
    assert mavis(done).surface == {}


def test_a_defender_may_set_off_his_own_and_both_add_up() -> None:
    there = planet(type=7, surface={"bea": {"RA": 1, "PCB": 1}})
    done = fought(
        there,
        ox(("AA", 1), ("PCB", 1)),
        lines=(a_line("ox", "1 AA"),),
        ann=(ground("PCB 1"),),
        bea=(ground("PCB 1", player="bea"),),
        faces=dice(**MISS),
    )
    assert mavis(done).type == 3
    assert [event.facts["yours"] for event in told(done, "pcbs_fell", "bea")] == [False, True]


def test_too_few_bombs_are_told_once_and_what_there_is_goes_off() -> None:
    none = fought(
        planet(militia=1),
        ox(("AA", 1)),
        ann=(ground("PCB 1"),),
        faces=dice(**{f"r{n}_{who}": "6" for n in (1, 2, 3) for who in ("ann", "bea")}),
    )
    assert [event.facts["why"] for event in told(none, "failed")] == [
        "0 are on MAVIS and 0 in your ships there"
    ]
    one = bombed(ox(("AA", 1), ("PCB", 1)), falls="5")
    assert facts(one, "failed")["why"] == "0 are on MAVIS and 1 in your ships there"
    assert facts(one, "pcbs_fell")["fell"] == 1


def test_bombs_lie_in_several_ships() -> None:
    yak = ox(("PCB", 1), name="Yak")
    done = bombed(ox(("AA", 1), ("PCB", 1)), yak, ox(name="Zebra"), falls="5")
    assert done.state.ships["ox"].cargo == done.state.ships["yak"].cargo == ()


def test_who_comes_after_an_empty_planet_stays_aboard() -> None:
    sheets = (orders("cyd", a_line("moth", "1 AA"), battle=(ground("PCB 1", player="cyd"),)),)
    bomb = ox(("AA", 1), ("PCB", 1), name="Moth", owner="cyd")
    done = fought(
        planet(militia=1),
        ox(("AA", 1)),
        bomb,
        players="abc",
        cyd=sheets,
        faces=dice(r1_cyd="6", r1_bea="6"),
    )
    assert "nobody lives on MAVIS any more" in facts(done, "failed")["why"]
    assert done.state.ships["ox"].cargo == (Cargo("AA", "ann", 1),)


def test_a_bomb_that_landed_goes_off_without_a_shot() -> None:
    faces = dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_bea="6")
    done = fought(
        planet(surface={"bea": {"SDU": 1}}),
        ox(("AA", 1), ("PCB", 3)),
        ann=(ground("land 1 PCB r2", item("PCB 1", once("round", "=", 2))),),
        faces=faces,
    )
    assert [event.facts["units"] for event in told(done, "landed")] == [{"AA": 1}, {"PCB": 1}]
    assert facts(done, "surface_combat")["had"] == {"AA": 1}
    assert facts(done, "pcbs_set_off")["on_planet"] == 1
    assert done.state.ships["ox"].cargo == (Cargo("PCB", "ann", 2),)
