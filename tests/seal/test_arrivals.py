"""Two fleets of Nova that jump into battle under today's seal: where they come out is proven."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from pbm.packets.verify.findings import UNCHECKED
from tests.seal.duel import DRAW, honest
from tests.seal.forging import Forgery, items
from tests.seal.test_cheats import checked
from tests.seal.test_second_verifier import faults

HERS = "003-linnet"  # the last report, after the battle
JUMPS = ("VIRUS X T", "MAVIS T")


def arrivals(source: str = "") -> Forgery:
    """All packets of both empires; their fleets jump into a battle in turn 2."""
    return copy.deepcopy(honest(source, "two-lamps"))


def placed(made: Forgery) -> tuple[str, dict[str, Any]]:
    """The packet of LINNET that tells how her fleet came out of its jumps, and that event."""
    names = [name for name in made.packets if name.endswith("linnet")]
    ((name, item),) = [(it, one) for it in names for one in items(made[it], "fight_placed")]
    return name, item


@pytest.mark.parametrize("source", ["", DRAW])
def test_honest_packets_of_both_sides_leave_nothing_open(source: str) -> None:
    made = arrivals(source)
    found = checked(made)
    assert found.ok and faults(made) == []
    assert not [one for one in found.findings if one.result == UNCHECKED]
    names = {roll["name"].split("/")[4] for roll in placed(made)[1]["rolls"]}
    assert names == set(JUMPS) and all(
        f"after jump {jump}:" in placed(made)[1]["text"] for jump in JUMPS
    )
    for player in ("linnet", "siskin"):
        made = arrivals(source)
        made.only(player)
        found = checked(made)
        assert found.ok and faults(made) == []
        assert " ids of others' units" in found.lines[1]


def another_route_is_hashed(made: Forgery) -> None:
    name, item = placed(made)
    for roll in item["rolls"]:
        roll["name"] = roll["name"].replace(JUMPS[0], "VIRUS X A")
    again(made, name, item)


def another_route_is_hashed_and_told_as_a_fact(made: Forgery) -> None:
    name, item = placed(made)
    made.rename(name, JUMPS[0], "VIRUS X A")
    text = item["text"]
    again(made, name, placed(made)[1])
    placed(made)[1]["text"] = text


def two_groups_exchange_their_dice(made: Forgery) -> None:
    """Each roll is proven, and its faces are told, but of the other group."""
    _name, item = placed(made)
    jumps = {one["route"]: one for one in item["facts"]["all"]}
    other = {JUMPS[0]: dict(jumps[JUMPS[1]]), JUMPS[1]: dict(jumps[JUMPS[0]])}
    for one in item["facts"]["all"]:
        found = other[one["route"]]
        one |= {"direction": found["direction"], "hexes": found["hexes"]}
    told(item)


def a_fact_tells_another_face(made: Forgery) -> None:
    placed(made)[1]["facts"]["all"][0]["hexes"] += 1


def a_group_is_said_to_be_of_another_system(made: Forgery) -> None:
    name, item = placed(made)
    for roll in item["rolls"]:
        roll["name"] = roll["name"].replace("/SHOOT/", "/VIRUS/")
    again(made, name, item)


def the_facts_are_no_list(made: Forgery) -> None:
    placed(made)[1]["facts"]["all"] = "VIRUS X T"


def the_sentence_tells_the_dice_of_the_other_group(made: Forgery) -> None:
    item = placed(made)[1]
    item["text"] = (
        item["text"].replace(JUMPS[0], "?").replace(JUMPS[1], JUMPS[0]).replace("?", JUMPS[1])
    )


def again(made: Forgery, name: str, item: dict[str, Any]) -> None:
    """Prove the rolls of a packet again, and tell the faces of this event as they fall."""
    made.reroll(name)
    faces = {tuple(roll["name"].split("/")[4:]): roll["faces"][0] for roll in item["rolls"]}
    for one in item["facts"]["all"]:
        for what in ("direction", "hexes"):
            one[what] = faces.get((one["route"], what), one[what])
    told(item)


def told(item: dict[str, Any]) -> None:
    """Let a sentence say the dice that its facts tell."""
    for one in item["facts"]["all"]:
        head, jump, rest = item["text"].partition(f"jump {one['route']}: ")
        if jump:
            dice = f"direction {one['direction']}, distance {one['hexes']}"
            item["text"] = head + jump + dice + rest[rest.index(")") :]


@pytest.mark.parametrize(
    ("cheat", "alone"),
    [
        (another_route_is_hashed, False),
        (another_route_is_hashed_and_told_as_a_fact, True),
        (two_groups_exchange_their_dice, False),
        (a_fact_tells_another_face, False),
        (a_group_is_said_to_be_of_another_system, False),
        (the_facts_are_no_list, False),
        (the_sentence_tells_the_dice_of_the_other_group, True),
    ],
)
def test_a_jump_has_dice_of_its_own(cheat: Callable[[Forgery], None], alone: bool) -> None:
    """``alone``: the short verifier, which reads no sentences, need not see it."""
    made = arrivals()
    made.only("linnet")
    cheat(made)
    made.rechain()
    rolls = {
        one.text for one in checked(made).findings if one.what == "roll" and one.result == "wrong"
    }
    assert rolls and not checked(made).ok
    assert alone or faults(made)
