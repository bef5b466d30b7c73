"""Cheats thought of from the promise alone (docs/sealed-dice.md), before the program was read.

Each one is against `000` to `002` of a duel of Knight Hawks, where B1 is Dunlin's.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from tests.seal.forging import (
    Forgery,
    canonical,
    cheat,
    entry_of,
    items,
    rolls,
    salt_of,
    sha256,
)

SET_UP, FIRST, LAST = "000-dunlin", "001-dunlin", "002-dunlin"
HIS_FIRST = "001-plover"


def attack(made: Forgery, name: str = FIRST) -> dict[str, Any]:
    """The first roll of an attack in a packet."""
    return next(roll for roll in rolls(made[name]) if "/attack/" in roll["name"])


def renamed(made: Forgery, change: str, name: str = FIRST, *, of: str = "") -> None:
    """Give the first attack's roll another name (`of` it, or all), and prove it."""
    roll = attack(made, name)
    roll["name"] = roll["name"].replace(of, change) if of else change.format(roll["name"])
    made.reroll(name)
    made.only("dunlin")


# --- value ---------------------------------------------------------------------------------


@cheat("value")
def a_face_is_altered(made: Forgery) -> None:
    attack(made)["faces"] = [1]


@cheat("value")
def a_face_is_altered_with_its_sentence(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["text"] = item["text"].replace("rolled 17", "rolled 16")
    item["rolls"][0]["faces"] = [16]


@cheat("value")
def two_rolls_are_exchanged(made: Forgery) -> None:
    first, second = items(made[FIRST])[1:3]
    first["rolls"][0]["faces"], second["rolls"][0]["faces"] = (
        second["rolls"][0]["faces"],
        first["rolls"][0]["faces"],
    )


@cheat("value", alone=True)
def one_of_four_dice_is_left_out(made: Forgery) -> None:
    roll = next(roll for roll in rolls(made[LAST]) if len(roll["faces"]) == 4)
    del roll["faces"][-1]
    made.only("dunlin")


@cheat("value", alone=True)
def a_die_is_added(made: Forgery) -> None:
    item = next(item for item in items(made[LAST]) if len(item["rolls"]) > 1)
    item["rolls"][1]["faces"].append(1)
    made.reroll(LAST)
    made.only("dunlin")


@cheat("value")
def faces_stand_in_another_order(made: Forgery) -> None:
    roll = next(roll for roll in rolls(made[LAST]) if len(roll["faces"]) == 4)
    roll["faces"].reverse()
    made.only("dunlin")


@cheat("value")
def a_roll_has_no_faces(made: Forgery) -> None:
    attack(made)["faces"] = []
    made.only("dunlin")


@cheat("value")
def a_die_is_spelled_with_a_zero(made: Forgery) -> None:
    attack(made)["die"] = "d0100"
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("value")
def a_die_is_spelled_in_other_digits(made: Forgery) -> None:
    attack(made)["die"] = "d１００"
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("value")
def a_die_is_spelled_with_a_blank(made: Forgery) -> None:
    attack(made)["die"] = "d100 "
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("value", alone=True)
def another_die_is_rolled_for_an_attack(made: Forgery) -> None:
    attack(made)["die"] = "d1000"
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("value")
def a_face_is_a_fraction(made: Forgery) -> None:
    roll = attack(made)
    roll["faces"] = [float(face) for face in roll["faces"]]
    made.only("dunlin")


@cheat("value")
def a_face_is_true_for_one(made: Forgery) -> None:
    roll = attack(made)
    roll["faces"] = [True]
    made.only("dunlin")


@cheat("value")
def a_proof_is_of_another_roll(made: Forgery) -> None:
    proofs = made[FIRST]["seal"]["proofs"]
    one, other = sorted(proofs)[:2]
    proofs[one] = proofs[other]
    made.only("dunlin")


@cheat("value")
def a_proof_is_written_with_blanks(made: Forgery) -> None:
    proofs = made[FIRST]["seal"]["proofs"]
    name = min(proofs)
    proofs[name] = f" {proofs[name]}\n"
    made.only("dunlin")


@cheat("value")
def a_proof_is_made_larger_by_the_modulus(made: Forgery) -> None:
    proofs = made[FIRST]["seal"]["proofs"]
    name = min(proofs)
    number = int.from_bytes(base64.b64decode(proofs[name]), "big") + made.key.p * made.key.q
    size = (number.bit_length() + 7) // 8
    proofs[name] = base64.b64encode(number.to_bytes(size, "big")).decode()
    made.only("dunlin")


@cheat("value", alone=True)
def damage_is_more_than_the_faces(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["terms"] = [[name, 9 if name == "damage" else amount] for name, amount in item["terms"]]
    item["text"] = item["text"].replace("4 damage", "9 damage")
    made.rechain()
    made.only("dunlin")


@cheat("value", alone=True)
def the_sentence_names_another_face(made: Forgery) -> None:
    item = items(made[FIRST])[1]
    item["text"] = item["text"].replace("rolled 89: miss", "rolled 12: hit")
    made.rechain()
    made.only("dunlin")


# --- name ----------------------------------------------------------------------------------


@cheat("name")
def a_name_ends_in_a_blank(made: Forgery) -> None:
    renamed(made, "{} ")


@cheat("name")
def a_name_has_a_letter_without_width(made: Forgery) -> None:
    renamed(made, "{}\u200b")


@cheat("name")
def a_name_has_a_look_alike_letter(made: Forgery) -> None:
    renamed(made, "аttack/", of="attack/")


@cheat("name")
def a_name_has_a_control_character(made: Forgery) -> None:
    renamed(made, "{}\x07")


@cheat("name")
def a_name_has_a_line_break(made: Forgery) -> None:
    renamed(made, "x\n{}")


@cheat("name")
def a_name_is_in_capitals(made: Forgery) -> None:
    renamed(made, "/ATTACK/", of="/attack/")


@cheat("name")
def a_name_has_an_empty_part(made: Forgery) -> None:
    renamed(made, "{}/")


@cheat("name")
def a_name_has_an_id_of_nobody(made: Forgery) -> None:
    renamed(made, "zzzz9", of="psh2z")


@cheat("name")
def a_ship_has_a_second_id(made: Forgery) -> None:
    ships = made[FIRST]["known"]["ships"]
    ships.append(next(ship for ship in ships if ship["id"] == "psh2z") | {"id": "zzzz9"})
    renamed(made, "zzzz9", of="psh2z")


@cheat("name")
def an_id_is_exchanged_throughout_a_packet(made: Forgery) -> None:
    made.rename(FIRST, "psh2z", "zzzz9")
    made.reroll(FIRST)
    made.rechain()
    made.only("dunlin")


@cheat("name")
def two_ships_exchange_their_ids(made: Forgery) -> None:
    for old, new in (("psh2z", "-----"), ("gr80h", "psh2z"), ("-----", "gr80h")):
        made.rename(FIRST, old, new)
    made.reroll(FIRST)
    made.rechain()
    made.only("dunlin")


@cheat("name")
def two_players_are_told_other_ids(made: Forgery) -> None:
    made.rename(HIS_FIRST, "psh2z", "zzzz9")
    made.reroll(HIS_FIRST)
    made.keep(FIRST, HIS_FIRST)


# --- time ----------------------------------------------------------------------------------


@cheat("time")
def another_turn_is_hashed_than_printed(made: Forgery) -> None:
    made[FIRST]["turn"] = 3
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("time")
def turn_and_mailing_are_moved_on_together(made: Forgery) -> None:
    made[LAST].update(turn=3, mailing="3")
    made.reroll(LAST)
    made.rechain()
    made.only("dunlin")


@cheat("time")
def a_turn_is_written_as_text(made: Forgery) -> None:
    made[FIRST]["turn"] = "01"
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("time")
def a_turn_is_a_fraction(made: Forgery) -> None:
    made[FIRST]["turn"] = 1.0
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("time")
def a_mailing_is_spelled_with_a_zero(made: Forgery) -> None:
    made[FIRST].update(mailing="01")
    made.rechain()
    made.only("dunlin")


@cheat("time")
def the_campaign_is_spelled_with_a_blank(made: Forgery) -> None:
    made[FIRST]["campaign"] = "lantern "
    made.reroll(FIRST)
    made.keep(FIRST)


@cheat("time")
def the_campaign_has_another_name_in_one_turn(made: Forgery) -> None:
    made[FIRST]["campaign"] = "lantern-2"
    made.reroll(FIRST)
    made.rechain()
    made.only("dunlin")


@cheat("time")
def a_turn_is_made_before_the_one_before_it(made: Forgery) -> None:
    made[LAST]["made"] = "2026-01-01T00:00:00Z"
    made.only("dunlin")


@cheat("time")
def a_sheet_counted_that_came_after_the_run(made: Forgery) -> None:
    made[FIRST]["seal"]["sheets"][0]["received"] = "2027-01-01T00:00:00Z"
    made.rechain()
    made.only("dunlin")


# --- person --------------------------------------------------------------------------------


def salted(made: Forgery, entries: list[str]) -> None:
    """Set the list of phrases, and everything that follows from it."""
    for name, packet in made.packets.items():
        if packet["seal"]["salt"]:
            packet["seal"]["salt"] = salt_of(made.key, entries)
        if "phrases" in packet["seal"]:
            packet["seal"]["phrases"] = list(entries)
        made.reroll(name)
    made.rechain()


@cheat("person")
def an_entry_of_nobody_is_added(made: Forgery) -> None:
    salted(made, sorted([*made[SET_UP]["seal"]["phrases"], entry_of("ground fine")]))


@cheat("person")
def an_open_game_has_64_entries(made: Forgery) -> None:
    fill = [sha256(bytes([number])) for number in range(62)]
    salted(made, sorted([*made[SET_UP]["seal"]["phrases"], *fill]))
    made.only("dunlin")


@cheat("person")
def an_entry_is_no_hash(made: Forgery) -> None:
    salted(made, sorted([*made[SET_UP]["seal"]["phrases"][:1], "trust me"]))
    made.only("plover")


@cheat("person")
def a_phrase_is_withheld(made: Forgery) -> None:
    seal = made[SET_UP]["seal"]
    mine = entry_of(seal["phrase"])
    salted(made, [entry for entry in seal["phrases"] if entry != mine])
    made[SET_UP]["seal"]["phrase"] = ""
    made.rechain()
    made.only("dunlin")
    made.sent = [made.sheets[SET_UP]]


@cheat("person")
def a_phrase_is_exchanged(made: Forgery) -> None:
    seal = made[SET_UP]["seal"]
    mine = entry_of(seal["phrase"])
    entries = [entry for entry in seal["phrases"] if entry != mine]
    salted(made, sorted([*entries, entry_of("ground fine")]))
    made[SET_UP]["seal"]["phrase"] = "ground fine"
    made.rechain()
    made.only("dunlin")
    made.sent = [made.sheets[SET_UP]]


@cheat("person")
def another_sheet_counted(made: Forgery) -> None:
    made[FIRST]["seal"]["sheets"][0]["sha256"] = sha256(b"another sheet")
    made.only("dunlin")
    made.sent = [made.sheets[FIRST]]


@cheat("person")
def a_player_has_another_key(made: Forgery) -> None:
    assert made.other
    for name, packet in made.packets.items():
        if name.endswith("plover"):
            packet["seal"]["key"] = made.other.text
            if packet["seal"]["salt"]:
                packet["seal"]["salt"] = salt_of(made.other, made[SET_UP]["seal"]["phrases"])
            made.reroll(name, made.other)
    made.rechain()


@cheat("person")
def the_key_is_exchanged_after_set_up(made: Forgery) -> None:
    assert made.other
    for name in (FIRST, LAST):
        made[name]["seal"]["key"] = made.other.text
        made.reroll(name, made.other)
    made.rechain()
    made.only("dunlin")


@cheat("person")
def the_player_is_another_in_one_turn(made: Forgery) -> None:
    made[FIRST]["player"] = made[HIS_FIRST]["player"]
    made.rechain()
    made.only("dunlin")


# --- history -------------------------------------------------------------------------------


@cheat("history")
def the_chain_names_another_packet(made: Forgery) -> None:
    made[FIRST]["previous"] = sha256(b"")
    made.only("dunlin")


@cheat("history")
def the_chain_begins_again(made: Forgery) -> None:
    made[FIRST]["previous"] = ""
    made.only("dunlin")


@cheat("history")
def an_earlier_packet_was_another(made: Forgery) -> None:
    made[SET_UP]["summary"] = ["All was different."]
    made.only("dunlin")


@cheat("history")
def two_players_have_other_faces_of_a_roll(made: Forgery) -> None:
    made[HIS_FIRST]["seal"]["salt"] = sha256(b"another salt")
    made.reroll(HIS_FIRST)
    made.keep(FIRST, HIS_FIRST)


@cheat("history")
def two_players_have_other_sums_of_an_event(made: Forgery) -> None:
    item = items(made[HIS_FIRST])[0]
    item["terms"] = [[name, amount + 5] for name, amount in item["terms"][:1]] + item["terms"][1:]
    made.keep(FIRST, HIS_FIRST)


@cheat("history")
def a_correction_has_other_dice(made: Forgery) -> None:
    again = json.loads(canonical(made[FIRST]))
    again["corrected"] = "A mistake."
    roll = next(iter(rolls(again)))
    roll["name"] += "/again"
    made.packets = {FIRST: made[FIRST], "001.2-dunlin": again}
    made.reroll("001.2-dunlin")
    again["previous"] = made[FIRST]["previous"]


@cheat("history")
def the_salt_changes_after_set_up(made: Forgery) -> None:
    made[LAST]["seal"]["salt"] = sha256(b"ground fine")
    made.reroll(LAST)
    made.keep(FIRST, LAST)


@cheat("history", "said")
def a_turn_is_left_out(made: Forgery) -> None:
    made.keep("000-dunlin", "002-dunlin")


# --- presentation --------------------------------------------------------------------------


@cheat("presentation")
def a_field_stands_twice(made: Forgery) -> None:
    made.only("dunlin")
    text = canonical(made[FIRST]).decode()
    made.raw[FIRST] = text.replace('"faces":[17]', '"faces":[1],"faces":[17]').encode()


@cheat("presentation")
def a_sentence_turns_letters_round(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["text"] = "\u202e" + item["text"]
    made.rechain()
    made.only("dunlin")


@cheat("presentation")
def a_sentence_wipes_the_line(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["text"] = "\x1b[2K" + item["text"]
    made.rechain()
    made.only("dunlin")


@cheat("presentation")
def a_roll_is_called_typed_in(made: Forgery) -> None:
    made[FIRST]["seal"]["scripted"] = [attack(made)["name"]]
    made.rechain()
    made.only("dunlin")


@cheat("presentation")
def a_roll_shows_a_second_face(made: Forgery) -> None:
    attack(made)["shown"] = [99]
    made.rechain()
    made.only("dunlin")


@cheat("presentation")
def a_packet_is_not_canonical(made: Forgery) -> None:
    made.only("dunlin")
    made.raw[LAST] = json.dumps(made[LAST], indent=1).encode()
