"""The shipped campaign of Nova makes use of much: counted from its stored sheets and events."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pbm.campaign.inbox import entries
from pbm.storage.turn_folders import StoredStage, all_stages, in_force
from pbm.storage.turn_toml import NEW
from tests.shipped import CAMPAIGNS, played

AGE = CAMPAIGNS / "age"

OCCURS = {
    "exploration": ("explored", "warp_point_explored", "observed", "was_explored"),
    "settling": ("established", "landed", "system_emptied"),
    "building": ("units_built", "ships_built", "hull_begun", "hull_finished", "gate_built"),
    "research": ("teams_created", "maintained", "research_begun", "research_done"),
    "money": ("money_sent", "money_received", "pillaged", "salvaged", "fined", "treasury_penalty"),
    "debt": ("borrowed", "debt_paid"),
    "works": ("repaired", "refitted"),
    "contact": ("met", "full_contact", "introduced", "minor_contact", "ultimatum_obeyed"),
    "dealings": ("unit_given", "unit_received", "data_given", "message"),
    "fighting": ("battle", "surface_combat", "system_captured", "retreats", "ship_captured"),
    "rounds": (
        "fight_placed",
        "fight_probed",
        "fight_moved",
        "fight_volley",
        "fight_switched",
        "fight_launched",
        "fight_destroyed",
        "fight_critical",
        "fight_blow_up",
        "fight_shields",
        "fight_cycle",
        "fight_jumped",
        "fight_ended",
    ),
    "bombs": ("devastated", "pcb_dropped", "pcbs_fell"),
    "gates": ("gate_placed", "gate_captured", "gate_lost", "gate_dead"),
    "terraforming": ("terraformed",),
    "people": ("missed_turn", "vacated", "eliminated", "ruling"),
}


@cache
def stages() -> tuple[StoredStage, ...]:
    return tuple(stage for stage in all_stages(played("age")) if stage.name != NEW)


def events() -> Iterator[Mapping[str, Any]]:
    """What happened in the turns in force: of replaced ones only the inputs are kept."""
    for stage in in_force(played("age"))[1:]:
        yield from map(json.loads, (stage.folder / "events.jsonl").read_bytes().splitlines())


def test_everything_that_should_occur_occurs() -> None:
    found = Counter(event["kind"] for event in events())
    assert not [kind for kinds in OCCURS.values() for kind in kinds if not found[kind]]


def test_six_empires_played_ten_turns_and_more() -> None:
    assert int(stages()[-1].part.mailing) >= 10
    assert len({sheet.player for stage in stages() for sheet in stage.part.sheets}) == 6


def test_sheets_were_replaced_late_faulty_missing_and_held_up() -> None:
    mailings = sorted({stage.part.mailing for stage in stages()})
    found = [entry.part for mailing in mailings for entry in entries(AGE, mailing)]
    taken = Counter((part.player, part.mailing) for part in found if part.accepted)
    assert max(taken.values()) > 1
    assert any(part.late and part.accepted for part in found)
    assert any(not part.accepted for part in found)
    assert any(stage.part.missing for stage in stages())
    assert any(stage.part.revision > 1 for stage in stages())
    phases = {item.phase for stage in stages() for item in stage.part.docket}
    assert phases >= {"A", "G", "I"}


# --- battles ---------------------------------------------------------------------------------


@cache
def battles() -> Mapping[tuple[str, str], Mapping[str, Mapping[str, Any]]]:
    """What each side was told of a battle, by turn and system, then by side."""
    found: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for stage in in_force(played("age"))[1:]:
        for line in (stage.folder / "events.jsonl").read_bytes().splitlines():
            event = json.loads(line)
            if event["kind"] == "battle":
                (side,) = event["seen"]
                at = (stage.part.mailing.partition("/")[0], event["facts"]["system"])
                found.setdefault(at, {})[side] = event["facts"]
    return found


def ships_in(told: Mapping[str, Mapping[str, Any]]) -> int:
    return sum(len(facts["own"]) for facts in told.values())


def test_a_dozen_battles_were_fought_in_the_war_small_ones_and_large_ones() -> None:
    war = {at: told for at, told in battles().items() if int(at[0]) >= 15}
    assert len(war) >= 12
    sizes = sorted(map(ships_in, war.values()))
    assert sizes[0] <= 4
    assert sizes[-1] >= 60


def test_three_empires_fought_one_another_in_one_battle() -> None:
    sides = [
        {side: {one["who"] for one in facts.get("against", ())} for side, facts in told.items()}
        for told in battles().values()
    ]
    assert any(sum(len(others) > 1 for others in one.values()) >= 2 for one in sides)


def test_reports_of_battles_came_whole_garbled_and_not_at_all() -> None:
    told = {facts["report"] for sides in battles().values() for facts in sides.values()}
    assert told == {"full", "garbled", "silent"}


def test_one_battle_was_fought_by_mail_and_others_by_hand() -> None:
    """By mail round by round, with faults on the sheets and once without a sheet."""
    rounds = [stage for stage in stages() if "/" in stage.part.mailing]
    assert len(rounds) >= 3
    assert {stage.part.mailing.rpartition("/")[0] for stage in rounds} == {"17/REED"}
    assert sum(len(stage.part.sheets) for stage in rounds) >= 4
    assert any(stage.part.missing for stage in rounds)
    asked = {item.id for stage in stages() for item in stage.part.docket}
    assert asked >= {"battle-VETCH", "battle-DELTA", "ground-ELBOW"}


def test_an_invasion_went_on_for_two_turns_and_ended_in_a_capture() -> None:
    fights = [event["facts"] for event in events() if event["kind"] == "surface_combat"]
    goes_on = {facts["system"] for facts in fights if facts["goes_on"]}
    over = {facts["system"] for facts in fights if not facts["goes_on"]}
    taken = {event["facts"]["system"] for event in events() if event["kind"] == "system_captured"}
    assert goes_on & over & taken


def test_ships_fired_weapons_of_five_kinds() -> None:
    fired = {event["facts"]["mode"] for event in events() if event["kind"] == "fight_volley"}
    assert fired >= {"BL", "PA", "FP", "WC", "ML"}


def test_ships_were_told_to_do_all_they_are_equipped_to_do() -> None:
    """Z on a sheet, and what ships did by it: they fought, and devastated."""
    sheet = (AGE / "inbox" / "012" / "pagan" / "1.txt").read_text(encoding="utf-8")
    ordered = "Godfrey, Raymond, Urban, Bohemond > Z > A Z"
    assert ordered in sheet
    ruled = [stage for stage in stages() if stage.name == "012"]
    lines = (ruled[0].folder / "events.jsonl").read_bytes().splitlines()
    done = [event for event in map(json.loads, lines) if event["kind"] == "devastated"]
    assert [(event["facts"]["ship"], ordered in event["order"]["text"]) for event in done] == [
        ("Bohemond", True)
    ]


def test_a_star_gate_was_jumped_through_and_ships_were_stopped_on_their_way() -> None:
    sheets = "\n".join(path.read_text(encoding="utf-8") for path in AGE.glob("inbox/*/*/*.txt"))
    assert "> gate Tide-B > Y" in sheets
    assert any(event["kind"] == "interdicted" for event in events())
