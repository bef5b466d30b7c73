"""Cheats thought of by somebody who read the program: what it compares, and what it does not."""

from __future__ import annotations

import base64
import copy
import json

from tests.seal.forging import Forgery, canonical, cheat, entry_of, items, rolls, sha256
from tests.seal.promised import FIRST, HIS_FIRST, LAST, SET_UP, renamed, salted

HIS_SET_UP, HIS_LAST = "000-plover", "002-plover"


# --- value ---------------------------------------------------------------------------------


@cheat("value")
def a_die_is_read_from_zero(made: Forgery) -> None:
    roll = next(roll for roll in rolls(made[FIRST]) if roll["die"] == "d10")
    roll["die"] = "d10_low"
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("value", alone=True)
def a_chance_is_worked_out_wrong(made: Forgery) -> None:
    item = items(made[FIRST])[1]
    item["text"] = item["text"].replace("= 45", "= 95")
    made.rechain()
    made.only("dunlin")


@cheat("value", alone=True)
def a_part_of_the_damage_is_invented(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["terms"] = [[name, 9 if name == "1d10" else amount] for name, amount in item["terms"]]
    made.rechain()
    made.only("dunlin")


@cheat("value", alone=True)
def the_damage_is_more_than_its_parts(made: Forgery) -> None:
    item = items(made[LAST])[-1]
    item["terms"] = [[name, 30 if name == "damage" else amount] for name, amount in item["terms"]]
    made.only("dunlin")


@cheat("value")
def a_proof_has_bits_that_nobody_reads(made: Forgery) -> None:
    proofs = made[FIRST]["seal"]["proofs"]
    name = min(proofs)
    text = proofs[name].rstrip("=")
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    proofs[name] = text[:-1] + digits[digits.index(text[-1]) + 1] + "=="
    made.only("dunlin")


@cheat("value")
def a_roll_stands_twice_with_other_faces(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["rolls"].append({**item["rolls"][0], "faces": [17, 4]})
    made.rechain()
    made.only("dunlin")


@cheat("value")
def a_roll_is_left_out_but_its_proof_stays(made: Forgery) -> None:
    items(made[FIRST])[1]["rolls"].clear()
    made.rechain()
    made.only("dunlin")


@cheat("value")
def all_proofs_are_left_out(made: Forgery) -> None:
    made[FIRST]["seal"]["proofs"] = {}
    made.rechain()
    made.only("dunlin")


# --- name ----------------------------------------------------------------------------------


@cheat("name")
def a_weapon_is_one_that_no_ship_has(made: Forgery) -> None:
    renamed(made, "/XX/", of="/LB/")


@cheat("name")
def a_phase_is_one_that_no_turn_has(made: Forgery) -> None:
    renamed(made, "3.defence/", of="2.defence/")


@cheat("name")
def a_phase_is_spelled_with_a_zero(made: Forgery) -> None:
    renamed(made, "02.defence/", of="2.defence/")


@cheat("name")
def attacker_and_target_change_places(made: Forgery) -> None:
    renamed(made, "/gr80h/LB/psh2z", of="/psh2z/LB/gr80h")


@cheat("name")
def the_attacker_fires_at_itself(made: Forgery) -> None:
    renamed(made, "/gr80h/LB/gr80h", of="/psh2z/LB/gr80h")


@cheat("name")
def dice_for_the_first_move_are_counted_from_two(made: Forgery) -> None:
    for roll in rolls(made[SET_UP]):
        roll["name"] = roll["name"].replace("/1", "/2")
    made.reroll(SET_UP)
    made.rechain()
    made.only("dunlin")


@cheat("name")
def dice_for_the_first_move_are_of_no_side(made: Forgery) -> None:
    roll = next(iter(rolls(made[SET_UP])))
    roll["name"] = "setup/first/C/1"
    made.reroll(SET_UP)
    made.rechain()
    made.only("dunlin")


@cheat("name")
def a_name_is_one_part_longer(made: Forgery) -> None:
    renamed(made, "{}/again")


@cheat("name")
def a_designation_stands_in_place_of_an_id(made: Forgery) -> None:
    renamed(made, "B1", of="psh2z")


@cheat("name", alone=True)
def a_sentence_names_another_ship(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["text"] = item["text"].replace("(A1)", "(A2)")
    made.rechain()
    made.only("dunlin")


# --- time ----------------------------------------------------------------------------------


@cheat("time")
def a_turn_is_said_to_have_a_second_stage(made: Forgery) -> None:
    made[LAST]["mailing"] = "2.2"
    made.only("dunlin")


@cheat("time")
def a_turn_is_negative(made: Forgery) -> None:
    made[FIRST].update(turn=-1, mailing="-1")
    made.reroll(FIRST)
    made.only("dunlin")


@cheat("time")
def a_turn_has_digits_of_another_script(made: Forgery) -> None:
    made[FIRST].update(turn=1, mailing="１")
    made.rechain()
    made.only("dunlin")


@cheat("time")
def the_game_is_another_in_one_turn(made: Forgery) -> None:
    made[LAST]["title"] = "A duel at the other beacon"
    made.only("dunlin")


@cheat("time")
def the_seal_is_left_out_of_one_turn(made: Forgery) -> None:
    del made[LAST]["seal"]
    made[LAST]["versions"]["dice"] = "keyed-1"
    for roll in rolls(made[LAST]):
        roll["faces"] = [1] * len(roll["faces"])
    made.only("dunlin")


@cheat("time")
def the_time_of_a_run_is_spelled_in_another_way(made: Forgery) -> None:
    made[LAST]["made"] = made[LAST]["made"].replace("Z", "+00:00")
    made.only("dunlin")


# --- person --------------------------------------------------------------------------------


@cheat("person")
def two_players_are_told_other_lists_of_phrases(made: Forgery) -> None:
    made[HIS_SET_UP]["seal"]["phrases"] = sorted([sha256(b"1"), sha256(b"2")])
    made.keep(SET_UP, HIS_SET_UP)


@cheat("person")
def a_list_of_phrases_comes_a_turn_later(made: Forgery) -> None:
    seal = made[FIRST]["seal"]
    seal["phrases"] = made[SET_UP]["seal"]["phrases"]
    seal["phrase"], seal["nonce"] = made[SET_UP]["seal"]["phrase"], ""
    made.rechain()
    made.only("dunlin")


@cheat("person")
def an_entry_is_in_capitals(made: Forgery) -> None:
    salted(made, [entry.upper() for entry in made[SET_UP]["seal"]["phrases"]])
    made.only("dunlin")


@cheat("person")
def the_list_of_phrases_is_not_sorted(made: Forgery) -> None:
    made[SET_UP]["seal"]["phrases"].reverse()
    made.rechain()
    made.only("dunlin")


@cheat("person")
def a_nonce_is_ground_for_a_phrase(made: Forgery) -> None:
    seal = made[SET_UP]["seal"]
    mine = entry_of(seal["phrase"])
    nonce = sha256(b"ground fine")
    others = [entry for entry in seal["phrases"] if entry != mine]
    seal["nonce"] = nonce
    salted(made, sorted([*others, entry_of(seal["phrase"], nonce)]))
    made.only("dunlin")


@cheat("person")
def the_key_begins_with_zeros(made: Forgery) -> None:
    key = base64.b64encode(b"\0\0\0" + made.key.modulus).decode()
    for packet in made.packets.values():
        packet["seal"]["key"] = key
    made.rechain()
    made.only("dunlin")


@cheat("person")
def the_seed_is_exchanged(made: Forgery) -> None:
    made[LAST]["seal"]["commitment"] = sha256(b"another seed")
    made.only("dunlin")


@cheat("person")
def a_sheet_is_left_out(made: Forgery) -> None:
    made[FIRST]["seal"]["sheets"] = []
    made.rechain()
    made.only("dunlin")
    made.sent = [made.sheets[FIRST]]


# --- history -------------------------------------------------------------------------------


@cheat("history")
def a_packet_follows_another_players(made: Forgery) -> None:
    made[FIRST]["previous"] = sha256(canonical(made[HIS_SET_UP]))


@cheat("history")
def a_ship_has_other_hull_points_for_another(made: Forgery) -> None:
    made[HIS_FIRST]["known"]["ships"][0]["hull"] += 5
    made.keep(FIRST, HIS_FIRST)


@cheat("history")
def options_are_others_for_another(made: Forgery) -> None:
    made[HIS_FIRST]["options"][0]["value"] = "another"
    made.keep(FIRST, HIS_FIRST)


@cheat("history")
def one_of_two_players_is_not_told_a_roll(made: Forgery) -> None:
    item = items(made[HIS_FIRST])[0]
    name = item["rolls"].pop()["name"]
    del made[HIS_FIRST]["seal"]["proofs"][name]
    made.keep(FIRST, HIS_FIRST)


@cheat("history")
def a_turn_is_told_twice_in_other_words(made: Forgery) -> None:
    again = copy.deepcopy(made[FIRST])
    again["summary"] = ["Nothing happened."]
    made.packets = {FIRST: made[FIRST], "copy-dunlin": again}


@cheat("history")
def a_correction_drops_the_seal(made: Forgery) -> None:
    again = copy.deepcopy(made[FIRST])
    again["corrected"] = "A mistake."
    again["versions"]["dice"] = "keyed-1"
    del again["seal"]
    made.packets = {FIRST: made[FIRST], "001.2-dunlin": again}


@cheat("history", "said")
def all_earlier_packets_are_left_out(made: Forgery) -> None:
    made.keep(LAST)


@cheat("history", "said")
def the_report_on_set_up_is_left_out(made: Forgery) -> None:
    made.keep("new-dunlin", FIRST, LAST)


# --- presentation --------------------------------------------------------------------------


@cheat("presentation")
def a_sentence_has_a_line_break_of_its_own(made: Forgery) -> None:
    item = items(made[FIRST])[0]
    item["text"] = item["text"] + "\u2028Your Shimmer (B1) is destroyed."
    made.rechain()
    made.only("dunlin")


@cheat("presentation")
def a_packet_begins_with_a_mark(made: Forgery) -> None:
    made.only("dunlin")
    made.raw[LAST] = b"\xef\xbb\xbf" + canonical(made[LAST])


@cheat("presentation")
def more_stands_after_the_packet(made: Forgery) -> None:
    made.only("dunlin")
    made.raw[LAST] = canonical(made[LAST]) + b" \n"


@cheat("presentation")
def letters_are_written_as_numbers(made: Forgery) -> None:
    made.only("dunlin")
    made.raw[LAST] = (json.dumps(made[LAST], sort_keys=True, separators=(",", ":")) + "\n").encode()


@cheat("presentation")
def a_heading_hides_letters(made: Forgery) -> None:
    made[FIRST]["story"][0]["title"] += "\u2066"
    made.rechain()
    made.only("dunlin")


@cheat("presentation")
def a_summary_obeys_the_screen(made: Forgery) -> None:
    made[LAST]["summary"] = ["\x1b[31mYou won."]
    made.only("dunlin")
