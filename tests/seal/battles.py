"""Cheats with the ids of ships in a battle of Nova, where a reader may not know whose they are.

Each one is against the first round of Ann's Spy and Spy2 against Bea's Foe and Foe2.
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from tests.seal.duel import SHOOT
from tests.seal.forging import Forgery, canonical, cheat, id_of, ids_of, items, randomness, rolls

HERS, HIS = f"001@{SHOOT}@1-ann", f"001@{SHOOT}@1-bea"
CHOSEN = "c0ffee0000000000"


def volley(made: Forgery, by: str = "own", name: str = HERS, at: int = 0) -> dict[str, Any]:
    """A volley with dice that a packet tells, by an own ship or a "foe"."""
    told = (it for it in items(made[name]) if it["kind"] == "fight_volley" and it["rolls"])
    return [it for it in told if by in it["facts"]["by"]][at]


def part(made: Forgery, place: int, by: str = "own") -> str:
    """A part of the name of a volley's roll: 2 the battle, 3 the round, 5 by whom, 6 at whom."""
    found: str = volley(made, by)["rolls"][0]["name"].split("/")[place]
    return found


def renamed(item: dict[str, Any], old: str, new: str) -> None:
    """Give the rolls of one event other names."""
    for roll in item["rolls"]:
        roll["name"] = f"{roll['name']}/".replace(old, new)[:-1]


def proven(made: Forgery, *names: str) -> None:
    """Prove all rolls of Ann's packet again, tell their faces, and give these packets alone."""
    before = {roll["name"]: roll["faces"] for roll in rolls(made[HERS])}
    made.reroll(HERS)
    for item in items(made[HERS]):
        for roll in item["rolls"]:
            for old, new in zip(before[roll["name"]], roll["faces"], strict=True):
                face = rf"(?<![0-9a-z]){old}(?![0-9])"
                item["text"] = re.sub(face, f"{new}!", item["text"], count=1)
        item["text"] = item["text"].replace("!", "")
    made.keep(*(names or ("new-ann", "000-ann", "001-ann", HERS)))


def exchanged(made: Forgery, old: str, new: str, *names: str) -> None:
    """Give a ship another id throughout the battle."""
    made.rename(HERS, f"/{old}", f"/{new}")
    proven(made, *names)


# --- ids ---------------------------------------------------------------------------------------


@cheat("name", battle=True)
def an_own_ship_has_a_chosen_id(made: Forgery) -> None:
    exchanged(made, part(made, 5), CHOSEN)


@cheat("name", battle=True)
def an_own_ship_has_the_id_of_another(made: Forgery) -> None:
    scene = base64.b64decode(made[HERS]["seal"]["ids"][SHOOT])
    exchanged(made, id_of(scene, "Spy"), id_of(scene, "Spy3"))


@cheat("name", battle=True)
def an_own_ship_has_its_id_of_another_turn(made: Forgery) -> None:
    """The proof is that of turn 2, and fits the ids."""
    later = json.loads(canonical(made[HERS]))
    later["turn"] = 2
    proof = ids_of(made.key, later, SHOOT)
    _with_ids(made, proof)


@cheat("name", battle=True)
def an_own_ship_has_its_id_of_another_battle(made: Forgery) -> None:
    _with_ids(made, ids_of(made.key, made[HERS], "TEDDY"))


@cheat("name", battle=True)
def an_own_ship_has_an_id_of_the_enemys(made: Forgery) -> None:
    _with_ids(made, ids_of(made.key, made[HERS], SHOOT, of="bea"))


def _with_ids(made: Forgery, proof: bytes) -> None:
    """Give Ann's ships the ids that a proof gives."""
    before = base64.b64decode(made[HERS]["seal"]["ids"][SHOOT])
    for name in ("Spy", "Spy2"):
        made.rename(HERS, f"/{id_of(before, name)}", f"/{id_of(proof, name)}")
    made[HERS]["seal"]["ids"] = {SHOOT: base64.b64encode(proof).decode()}
    proven(made)


@cheat("name", battle=True)
def the_proof_of_own_ids_is_left_out(made: Forgery) -> None:
    del made[HERS]["seal"]["ids"]
    exchanged(made, part(made, 5), CHOSEN)


@cheat("name", battle=True)
def the_proof_of_own_ids_is_written_with_blanks(made: Forgery) -> None:
    made[HERS]["seal"]["ids"][SHOOT] += " "
    proven(made)


@cheat("name", battle=True)
def own_ids_are_proven_where_nobody_fought(made: Forgery) -> None:
    made[HERS]["seal"]["ids"]["TEDDY"] = base64.b64encode(
        ids_of(made.key, made[HERS], "TEDDY")
    ).decode()
    proven(made)


@cheat("history", battle=True)
def an_enemy_ship_has_a_chosen_id(made: Forgery) -> None:
    """Its owner was told another name of the same roll."""
    exchanged(made, part(made, 6), CHOSEN, HERS, HIS)


@cheat("name", battle=True)
def an_enemy_ship_has_two_ids(made: Forgery) -> None:
    renamed(volley(made), f"/{part(made, 6)}/", f"/{CHOSEN}/")
    proven(made)


@cheat("history", "said", battle=True)
def an_enemy_ship_has_an_id_chosen_with_its_owner(made: Forgery) -> None:
    """Nothing in one packet says which of the owner's ships it is: give the owner's as well."""
    exchanged(made, part(made, 6), CHOSEN)


# --- what else stands in a name -----------------------------------------------------------------


@cheat("name", battle=True)
def a_battle_is_at_another_system(made: Forgery) -> None:
    renamed(volley(made), f"/{SHOOT}/", "/VIRUS/")
    proven(made)


@cheat("name", battle=True)
def a_volley_is_of_a_later_round(made: Forgery) -> None:
    renamed(volley(made), f"/{part(made, 3)}/", "/r17/")
    proven(made)


@cheat("name", battle=True)
def a_volley_is_counted_further(made: Forgery) -> None:
    number = part(made, 7)
    for roll in volley(made)["rolls"]:
        head, _, effect = roll["name"].partition(f"/{part(made, 6)}/{number}")
        roll["name"] = f"{head}/{part(made, 6)}/9{effect}"
    proven(made)


@cheat("name", battle=True)
def a_blow_up_is_of_another_round(made: Forgery) -> None:
    item = next(it for it in items(made[HERS]) if it["kind"] == "fight_blow_up")
    renamed(item, f"/r{item['facts']['round']}/", "/r40/")
    proven(made)


@cheat("name", battle=True)
def a_volley_is_rolled_as_a_scatter(made: Forgery) -> None:
    """A form of another kind of roll gives another name to the same die."""
    item = volley(made)
    for roll in item["rolls"][:1]:
        roll["name"] = f"G/battle/{SHOOT}/scatter/VIRUS D/hexes"
        roll["die"] = "d10_low"
    proven(made)


@cheat("value", battle=True)
def two_volleys_have_one_roll(made: Forgery) -> None:
    first, second = volley(made), volley(made, at=1)
    second["rolls"] = first["rolls"]
    proven(made)


@cheat("name", battle=True)
def a_turn_is_said_to_be_of_the_earlier_scheme(made: Forgery) -> None:
    """Its ids are of seven letters, which nobody can check."""
    del made[HERS]["seal"]["ids"]
    made[HERS]["versions"]["dice"] = "sealed-1"
    for item in items(made[HERS]):
        for roll in item["rolls"]:
            parts = roll["name"].split("/")
            roll["name"] = "/".join(it[:7] if len(it) == 16 else it for it in parts)
            roll["name"] = roll["name"].replace(f"/{SHOOT}/", "/abcdefg/")
    proven(made)


@cheat("name", "said", battle=True)
def a_campaign_is_begun_with_the_earlier_scheme(made: Forgery) -> None:
    for name in ("new-ann", "000-ann", "001-ann"):
        made[name]["versions"]["dice"] = "sealed-1"
    a_turn_is_said_to_be_of_the_earlier_scheme(made)
    made.rechain()


@cheat("name", battle=True)
def names_of_the_earlier_scheme_are_used(made: Forgery) -> None:
    """The scheme is said to be the one in force."""
    a_turn_is_said_to_be_of_the_earlier_scheme(made)
    made[HERS]["versions"]["dice"] = "sealed-3"


@cheat("presentation", battle=True, alone=True)
def a_sentence_names_another_own_ship_than_its_event(made: Forgery) -> None:
    """The dice are those of Spy, the sentence is of Spy2."""
    item = next(it for it in items(made[HERS]) if it["text"].startswith("Spy "))
    item["text"] = item["text"].replace("Spy ", "Spy2 ", 1)


@cheat("presentation", battle=True, alone=True)
def a_sentence_names_another_counter_than_its_event(made: Forgery) -> None:
    item = volley(made)
    number = item["facts"]["to"]["foe"]
    item["text"] = item["text"].replace(f"c{number} ", f"c{3 - number} ", 1)


# --- what is true -------------------------------------------------------------------------------


def ids_told(made: Forgery) -> dict[str, str]:
    """The id of each of Ann's ships, by its name, worked out without the program."""
    proof = base64.b64decode(made[HERS]["seal"]["ids"][SHOOT])
    assert proof == ids_of(made.key, made[HERS], SHOOT) and len(randomness(proof)) == 32
    return {name: id_of(proof, name) for name in ("Spy", "Spy2")}
