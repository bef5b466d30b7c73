"""Cheats with the log of all reports, and with shared packets: who was told what, and when.

Each one is against `000` to `002` of a duel whose dice take in public values.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.seal.forging import Forgery, canonical, cheat, items, rolls, sha256, shared
from tests.seal.promised import FIRST, HIS_FIRST, LAST, SET_UP

HIS_LAST = "002-plover"


def log_of(made: Forgery, name: str) -> dict[str, Any]:
    found: dict[str, Any] = made[name]["seal"]["log"]
    return found


def share(made: Forgery, *names: str) -> None:
    """Give these packets as their player shared them."""
    for name in names:
        made.packets[name] = shared(made[name])


def kept(made: Forgery, player: str) -> dict[str, Any]:
    """A player's packets as they are now."""
    found: dict[str, Any] = json.loads(json.dumps(made.packets))
    return {name: packet for name, packet in found.items() if name.endswith(player)}


def reworded(made: Forgery, name: str = FIRST) -> None:
    """Alter a sentence of a packet that no die is in."""
    made[name]["summary"] = ["All was different."]


# --- history -------------------------------------------------------------------------------


@cheat("history", logged=True)
def the_head_is_altered(made: Forgery) -> None:
    log_of(made, LAST)["head"] = sha256(b"another history")
    made.only("dunlin")


@cheat("history", logged=True)
def a_head_stands_there_without_a_proof(made: Forgery) -> None:
    log_of(made, LAST).update(head=sha256(b"another"), nonce="", place=0, packets=[], proof=[])
    made.keep(LAST, HIS_LAST)


@cheat("history", logged=True)
def two_players_are_told_two_histories(made: Forgery) -> None:
    mine = kept(made, "dunlin")
    made.relog(more=b"another history")
    made.packets |= mine


@cheat("history", logged=True)
def two_players_are_told_two_histories_of_one_turn(made: Forgery) -> None:
    mine = kept(made, "dunlin")[LAST]
    made.relog(more=b"another history")
    made.packets = {LAST: mine, HIS_LAST: made[HIS_LAST]}


@cheat("history", logged=True)
def a_later_report_has_another_history(made: Forgery) -> None:
    before = kept(made, "dunlin")[FIRST]
    made.relog(more=b"another history")
    made.packets = {FIRST: before, HIS_LAST: made[HIS_LAST]}


@cheat("history", logged=True)
def a_packet_is_left_out_of_the_log(made: Forgery) -> None:
    made.relog(FIRST)
    made.only("dunlin")


@cheat("history", logged=True)
def a_packet_is_left_out_of_the_log_and_the_chain_is_not_given(made: Forgery) -> None:
    made.relog(FIRST)
    made.keep(FIRST, LAST)


@cheat("history", logged=True)
def a_packet_was_another_when_it_was_published(made: Forgery) -> None:
    reworded(made)
    made.rechain()
    made.only("dunlin")


@cheat("history", logged=True)
def a_correction_is_left_out_of_the_log(made: Forgery) -> None:
    again = json.loads(canonical(made[FIRST]))
    again |= {"corrected": "A mistake.", "previous": made[FIRST]["previous"]}
    made[LAST]["previous"] = sha256(canonical(again))
    made.packets = {
        name: made[name] for name in ("new-dunlin", SET_UP, FIRST)
    } | {"001.r2-dunlin": again, LAST: made[LAST]}  # fmt: skip


@cheat("history", logged=True)
def the_log_begins_again(made: Forgery) -> None:
    """Turn 2 names a log in which its player's packet of turn 1 is the first."""
    before = kept(made, "dunlin")
    made.keep(FIRST, LAST)
    made.relog()
    made.packets = {**before, LAST: made[LAST]}
    made.rechain()


@cheat("history", logged=True)
def the_log_is_given_up(made: Forgery) -> None:
    del made[LAST]["seal"]["log"]
    made.only("dunlin")


@cheat("history", logged=True)
def the_log_of_the_turn_before_is_named_again(made: Forgery) -> None:
    made[LAST]["seal"]["log"] = log_of(made, FIRST)
    made.only("dunlin")


@cheat("history", logged=True)
def the_log_has_a_packet_of_another_player(made: Forgery) -> None:
    made[LAST]["seal"]["log"] = log_of(made, HIS_LAST)
    made.only("dunlin")


@cheat("history", logged=True)
def a_player_has_a_log_that_grows_faster(made: Forgery) -> None:
    mine = kept(made, "dunlin")
    made.relog(batch=1024)
    made.packets |= mine


@cheat("history", logged=True)
def a_turn_is_left_out_of_the_log(made: Forgery) -> None:
    """The log of turn 2 has turn 1 in place of set-up."""
    before = kept(made, "dunlin")
    made.keep("new-dunlin", FIRST, LAST)
    made.relog()
    made.packets = {**before, LAST: made[LAST]}
    made.rechain()


def misspelled(change: Callable[[str], str]) -> Callable[[Forgery], None]:
    def act(made: Forgery) -> None:
        log = log_of(made, LAST)
        log["proof"] = [change(one) for one in log["proof"]]
        made.only("dunlin")

    return act


@cheat("presentation", logged=True)
def a_proof_is_written_in_capitals(made: Forgery) -> None:
    misspelled(str.upper)(made)


@cheat("presentation", logged=True)
def a_proof_is_written_with_blanks_between(made: Forgery) -> None:
    misspelled(lambda one: f"{one[:32]} {one[32:]}")(made)


@cheat("presentation", logged=True)
def the_number_of_entries_is_altered(made: Forgery) -> None:
    log_of(made, LAST)["entries"] += 64
    made.only("dunlin")


# --- shared packets ------------------------------------------------------------------------


@cheat("history", logged=True)
def a_shared_packet_is_altered(made: Forgery) -> None:
    share(made, FIRST)
    reworded(made)
    made.only("dunlin")


@cheat("history", logged=True)
def a_shared_packet_is_altered_and_so_is_the_next(made: Forgery) -> None:
    share(made, FIRST, LAST)
    reworded(made)
    log_of(made, LAST)["packets"] = [sha256(canonical(made[FIRST]))]
    made.only("dunlin")


@cheat("history", logged=True)
def a_shared_packet_is_altered_and_stands_beside_the_whole(made: Forgery) -> None:
    made.packets = {FIRST: made[FIRST], "shared-dunlin": shared(made[FIRST])}
    reworded(made, "shared-dunlin")


@cheat("history", logged=True)
def a_shared_packet_is_said_to_be_of_another(made: Forgery) -> None:
    share(made, FIRST)
    made[FIRST]["seal"]["original"] = sha256(canonical(made[HIS_FIRST]))
    made.keep(FIRST, LAST)


@cheat("history", logged=True)
def shared_packets_name_each_other(made: Forgery) -> None:
    share(made, FIRST, LAST)
    made[FIRST]["seal"]["original"] = made[LAST]["previous"]
    made[FIRST].update(previous=made[LAST]["seal"]["original"], corrected="A mistake.")
    made.keep(FIRST, LAST)


@cheat("presentation", logged=True)
def a_shared_packet_has_the_number_that_covers_it(made: Forgery) -> None:
    cover = made[FIRST]["seal"]["cover"]
    share(made, FIRST)
    made[FIRST]["seal"]["cover"] = cover
    made.keep(FIRST)


@cheat("history", "said", logged=True)
def a_shared_packet_is_altered_and_nothing_else_is_given(made: Forgery) -> None:
    share(made, FIRST)
    reworded(made)
    made.keep(FIRST)


@cheat("value", logged=True)
def a_face_is_altered_in_a_shared_packet(made: Forgery) -> None:
    share(made, FIRST)
    next(iter(rolls(made[FIRST])))["faces"] = [1, 2]
    made.keep(FIRST)


@cheat("value", alone=True, logged=True)
def a_sentence_is_altered_in_a_shared_packet(made: Forgery) -> None:
    share(made, FIRST)
    items(made[FIRST])[0]["text"] = "All was different."
    made.keep(FIRST)


@cheat("time", logged=True)
def a_shared_packet_is_of_another_turn(made: Forgery) -> None:
    share(made, LAST)
    made[LAST].update(turn=1, mailing="1")
    made.keep(LAST)


@cheat("person", logged=True)
def a_shared_packet_is_under_another_key(made: Forgery) -> None:
    assert made.other
    share(made, FIRST)
    made[FIRST]["seal"]["key"] = made.other.text
    made.keep(FIRST)
