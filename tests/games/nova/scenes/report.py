"""An empire with a bit of everything that a report of Nova can hold, and packets of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbm.engine.types import StorySection
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import Goal, Hull, Permit, Retreat, State
from pbm.packets.gm_book import story_shown
from tests.games.nova.builders import (
    DEFAULTS,
    SEATS,
    contact,
    empire,
    gate_pair,
    home,
    ship,
    sight,
    state,
    system,
)


def cluster() -> State:
    """Ann's empire with a bit of everything a report can hold."""
    sights = {
        "VIRUS": sight("VIRUS", lines={"D": "ALGOL", "X": "MAVIS"}),
        "ALGOL": sight("ALGOL", lines={"B": "VIRUS", "D": "TEDDY"}),
        "TEDDY": sight("TEDDY", lines={"A": "", "B": "ALGOL", "E": "", "R": ""}, status="OUTPOST",
                       alien_surface=True, alien_ships=2, sdu=True, armies=True, seen=2),
        "SHOOT": sight("SHOOT", status="NONE", seen=1),
        "MAVIS": sight("MAVIS", lines={"V": "VIRUS", "M": ""}, interdicted=2),
    }  # fmt: skip
    ann = empire(
        "ann",
        treasury=245,
        debt=12,
        locked=40,
        points=3,
        missed=1,
        capital="ALGOL",
        tech={"BL": 15, "JD": 3},
        open={"SN": 20},
        sights=sights,
        missiles={"Dart": MissileDesign("Dart", 5, 60, 10)},
        projects=(
            Project("TECH", "BL", Fraction(45), "B", 15, 20, 12, 4),
            Project("NSD", "Hornet", Fraction(2), "C", teams=1),
        ),
        contacts={"bea": contact("full", "Q"), "cyd": contact("minor", number=1)},
        permits=(
            Permit("gate", "bea", "ring-a"),
            Permit("interdiction", "bea"),
            Permit("stop", "", "ALGOL"),
        ),
    )
    ring = gate_pair("Ring", "ALGOL", "VIRUS")
    hers = empire("bea", permits=(Permit("gate", "ann", "star-a"),))
    return state(
        ann,
        hers,
        home("ann", suppressed=True, ic_barred=True),
        system("ALGOL", colonies=1, colonizer="bea", owner="ann",
               surface={"ann": {"AA": 2}, "bea": {"C": 1}}),
        system("MAVIS", colonies=1, colonizer="ann", owner="bea"),
        ship("Stinger", damage=Damage(3, 2, {"IE1": 1, "JD1": 2, "BL1": 1}), missiles=("Dart",)),
        ship("Wasp", "Hauler", at="ALGOL", cargo=(("C", 2),), unnamed=True),
        ship("Pup", "Scout", at="", carrier="wasp", bay="LB1"),
        ship("Kid", "Scout", at="", carrier="pup"),
        ship("Runner", "Scout", at="", retreat=Retreat("TEDDY", "VIRUS")),
        *(replace(end, place="stored") if end.name == "Ring-B" else end for end in ring),
        *gate_pair("Star", "TEDDY", "MINKY", owner="bea"),
        players="abc",
        hulls={
            "h1": Hull("h1", "Bumble", "ann", "ann", "ann/Frigate", "VIRUS", 40),
            "h2": Hull("h2", "Spoil", "ann", "bea", "bea/Frigate", "VIRUS", 30),
        },
        goals=(Goal("production", 2500), Goal("time", 0, 57, hidden=True)),
        met={"ALGOL/ann/bea": "friendly", "MAVIS/ann/cyd": "neutral"},
    )  # fmt: skip


def packet_of(table: State, story: Sequence[StorySection] = (), **options: str) -> dict[str, Any]:
    settled = {**DEFAULTS, **options}
    return {
        "known": json.loads(json.dumps(build_view(table, "ann", SEATS, settled).written())),
        "story": story_shown(story),
        "options": [{"key": key, "value": value} for key, value in settled.items()],
        "turn": 3,
    }
