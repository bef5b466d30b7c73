"""Each sentence of what the seal promises has tests that fail where it is not kept.

The tables name cheats of this folder, or tests as FILE::NAME below `tests/core`.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.seal import battles as _battles  # noqa: F401 (all take their cheats into the list)
from tests.seal import histories as _histories  # noqa: F401 (all take their cheats into the list)
from tests.seal import known as _known  # noqa: F401
from tests.seal import promised as _promised  # noqa: F401
from tests.seal.forging import CHEATS

ROOT = Path(__file__).parents[2]
_BEACON = "turns/test_beacon_campaign.py::"
_SEALED = "turns/test_sealed_campaign.py::"
_LOG = "turns/test_published_log.py::"

# The rows of the table of cheats, by their second column.
ROWS = {
    "another face, die, number of dice or sum": (
        "a_face_is_altered another_die_is_rolled_for_an_attack one_of_four_dice_is_left_out "
        "a_die_is_added the_damage_is_more_than_its_parts the_sentence_names_another_face"
    ),
    "another spelling of a name, die, turn, campaign or proof, to draw again": (
        "a_name_ends_in_a_blank a_die_is_spelled_with_a_zero a_mailing_is_spelled_with_a_zero "
        "the_campaign_is_spelled_with_a_blank a_proof_is_written_with_blanks"
    ),
    "another id for a ship, or another ship's": (
        "an_id_is_exchanged_throughout_a_packet a_ship_has_a_second_id "
        "two_ships_exchange_their_ids two_players_are_told_other_ids "
        "a_sentence_names_another_ship "
        "an_own_ship_has_a_chosen_id an_own_ship_has_its_id_of_another_turn "
        "an_enemy_ship_has_two_ids"
    ),
    "a roll of another event, round, battle or volley, or one roll for two events": (
        "a_volley_is_of_a_later_round a_battle_is_at_another_system a_volley_is_counted_further "
        "a_blow_up_is_of_another_round a_volley_is_rolled_as_a_scatter two_volleys_have_one_roll"
    ),
    "the turn played under another number, or left out": (
        "another_turn_is_hashed_than_printed turn_and_mailing_are_moved_on_together "
        "a_turn_is_left_out a_turn_is_made_before_the_one_before_it"
    ),
    "other dice in a correction, or for another player": (
        "a_correction_has_other_dice two_players_have_other_faces_of_a_roll "
        "two_players_have_other_sums_of_an_event"
    ),
    "a roll typed in, or its seal left out": (
        "a_roll_is_called_typed_in all_proofs_are_left_out the_seal_is_left_out_of_one_turn"
    ),
    "the id of that player's ship in a battle of Nova, chosen when you first see it": (
        "an_enemy_ship_has_a_chosen_id an_enemy_ship_has_an_id_chosen_with_its_owner"
    ),
    "a phrase left out, exchanged or added": (
        "a_phrase_is_withheld a_phrase_is_exchanged an_entry_of_nobody_is_added"
    ),
    "another key, seed, game or set of options": (
        "the_key_is_exchanged_after_set_up the_seed_is_exchanged the_game_is_another_in_one_turn "
        "options_are_others_for_another a_player_has_another_key"
    ),
    "a late sheet of a friend": "a_sheet_counted_that_came_after_the_run",
    "knowing dice before the orders are in, to advise a friend or to choose a ruling": (
        f"{_BEACON}test_without_its_value_nothing_is_run {_BEACON}test_other_values_give_other_dice"
    ),
    "another public value, or another round": (
        f"{_BEACON}test_a_cheat_with_public_values_is_told "
        f"{_BEACON}test_a_round_is_the_first_after_the_deadline "
        f"{_BEACON}test_a_rerun_keeps_the_value_and_says_that_a_sheet_was_late"
    ),
    "two histories for two players, also by a correction that only one of them has": (
        "two_players_are_told_two_histories two_players_are_told_two_histories_of_one_turn "
        "a_later_report_has_another_history a_correction_is_left_out_of_the_log"
    ),
    "a report replaced, or left out of the list": (
        "a_packet_was_another_when_it_was_published a_packet_is_left_out_of_the_log "
        "a_packet_is_left_out_of_the_log_and_the_chain_is_not_given the_log_begins_again"
    ),
    "an entry for a report that nobody got, to pick from later": (
        f"{_LOG}test_a_folder_whose_log_has_more_than_its_packets_is_wrong"
    ),
    "a face of their own choice": (
        "a_proof_is_of_another_roll dice/test_vrf.py::test_every_altered_bit_of_a_proof_is_noticed"
    ),
    "guessing what others were told from the list": (
        f"{_LOG}test_each_report_names_the_head_of_all_before_it "
        f"{_LOG}test_an_entry_confirms_no_guess"
    ),
    "another story in a packet that they share": (
        "a_shared_packet_is_altered a_shared_packet_is_altered_and_so_is_the_next "
        "a_shared_packet_is_altered_and_nothing_else_is_given a_face_is_altered_in_a_shared_packet"
    ),
    "an altered packet, letters that are hidden or that a screen obeys": (
        "a_packet_is_not_canonical an_earlier_packet_was_another "
        "a_sentence_turns_letters_round a_sentence_wipes_the_line"
    ),
}
# Sentences of the page, as they stand there.
SENTENCES = {
    "Your first report holds the picture": (
        f"{_SEALED}test_the_public_key_is_told_first_and_the_private_one_never"
    ),
    "From now on the game master cannot use another machine.": "the_key_is_exchanged_after_set_up",
    "The first report after set-up prints the salt** and shows that your phrase is in it.": (
        f"{_SEALED}test_phrases_make_the_salt_which_stays "
        f"{_SEALED}test_the_page_says_key_salt_and_phrase"
    ),
    "It stays for the whole campaign; phrases are closed before the first die of set-up.": (
        f"the_salt_changes_after_set_up {_SEALED}test_a_late_set_up_sheet_changes_no_die"
    ),
    "Your orders are not on it, so a corrected turn keeps its dice, and what others do changes "
    "nothing of yours.": (
        f"{_SEALED}test_a_rerun_keeps_every_face "
        "dice/test_sealed.py::test_who_perceives_a_roll_and_what_else_is_rolled_change_nothing"
    ),
    "A stamp shows no other roll, nor who else saw this one.": (
        "packets/test_verify_dice.py::test_a_packet_has_the_proofs_of_its_rolls_and_no_group "
        f"{_SEALED}test_what_a_player_cannot_know_changes_no_byte_of_his"
    ),
    "A turn keeps its value in reruns and after a stop at the docket;": (
        f"{_BEACON}test_a_rerun_keeps_the_value_and_says_that_a_sheet_was_late "
        f"{_BEACON}test_a_turn_that_stopped_keeps_its_value"
    ),
    "another value for the same turn is WRONG for everybody who holds an earlier report.": (
        f"{_BEACON}test_a_cheat_with_public_values_is_told"
    ),
    "A report says how many sheets counted that came when the value was known.": (
        f"{_SEALED}test_the_page_says_the_public_value_and_late_sheets"
    ),
    "It stands in every report with this number of entries.": (
        "two_players_are_told_two_histories_of_one_turn"
    ),
    "`pbm verify` works the ids of your own ships out again.": (
        "an_own_ship_has_a_chosen_id an_own_ship_has_the_id_of_another "
        "an_own_ship_has_its_id_of_another_battle an_own_ship_has_an_id_of_the_enemys "
        "the_proof_of_own_ids_is_left_out own_ids_are_proven_where_nobody_fought"
    ),
    "sees that the list only grew since your report before,": (
        "the_log_begins_again a_turn_is_left_out_of_the_log "
        "the_log_of_the_turn_before_is_named_again"
    ),
    "each packet of yours, corrected ones too, is in the list of the next report.": (
        "a_packet_is_left_out_of_the_log a_correction_is_left_out_of_the_log "
        f"{_LOG}test_a_correction_is_in_the_next_log_of_whoever_got_it"
    ),
    "The list tells nobody anything: it grows by 64 entries a turn (1024 with more than 64 "
    "players), whoever plays and whoever got a correction, and each entry is hashed with a random "
    "number that only its player is given.": (
        f"{_LOG}test_a_correction_is_in_the_next_log_of_whoever_got_it "
        f"{_LOG}test_an_entry_confirms_no_guess"
    ),
    "What you wrote is left out: orders, their problems, messages, what a correction changed, the "
    "hashes of your sheets, your phrase, and every address.": (
        "packets/test_shared.py::test_no_secret_is_in_any_byte_or_stream "
        "packets/test_shared.py::test_addresses_are_withheld_wherever_they_stand"
    ),
    "its dice at once, and that the rest is unaltered once they have your next packet too,": (
        "a_face_is_altered_in_a_shared_packet a_shared_packet_is_altered"
    ),
    "Each packet must be in it, and each packet in it, of every player, in the list that the "
    "reports name: an entry that belongs to nobody is WRONG.": (
        f"{_LOG}test_packets_are_those_of_the_published_folder "
        f"{_LOG}test_another_packet_or_campaign_is_wrong "
        f"{_LOG}test_replay_tells_of_a_packet_that_is_in_no_log "
        f"{_LOG}test_a_folder_whose_log_has_more_than_its_packets_is_wrong"
    ),
}
PROMISES = {**ROWS, **SENTENCES}


def page() -> str:
    return (ROOT / "docs/sealed-dice.md").read_text(encoding="utf-8")


def test_every_row_of_the_table_of_cheats_has_its_tests() -> None:
    table = page().partition("## Who could cheat")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")]
    assert [row[1] for row in rows[1:]] == list(ROWS)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_stands_on_the_page(sentence: str) -> None:
    assert sentence in re.sub(r"\s+", " ", page())


@cache
def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / "tests/core" / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("promise", PROMISES)
def test_what_breaks_with_a_promise_is_there(promise: str) -> None:
    named = PROMISES[promise].split()
    for one in named:
        file, _, name = one.rpartition("::")
        assert name.startswith("test_") and name in names_in(file) if file else one in CHEATS
