"""Labels: each empire's own for each other, never lost, telling nobody else anything."""

from __future__ import annotations

from pbm.dice.keyed import Ids
from pbm.games.nova.state.state import FULL, MINOR, NORMAL, Contact
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import ALIEN, behind, label, with_contact
from tests.games.nova.builders import contact, empire, state

IDS = Ids(b"one campaign")


def test_from_alien_to_a_number_to_a_letter() -> None:
    draft = Draft(state(players="abc"))
    assert label(draft, "ann", "bea") == ALIEN
    assert with_contact(draft, IDS, "ann", "bea", MINOR, 3).number == 1
    assert label(draft, "ann", "bea") == "#1"
    assert label(draft, "bea", "ann") == ALIEN
    with_contact(draft, IDS, "ann", "cyd", MINOR, 3)
    assert label(draft, "ann", "cyd") == "#2"
    lettered = with_contact(draft, IDS, "ann", "bea", NORMAL, 4)
    assert (lettered.number, lettered.since) == (1, 4)
    assert label(draft, "ann", "bea") == lettered.label != ""
    full = with_contact(draft, IDS, "ann", "bea", FULL, 5)
    assert full == Contact(FULL, lettered.label, 1, 5)


def test_contact_is_never_lost() -> None:
    draft = Draft(state())
    normal = with_contact(draft, IDS, "ann", "bea", NORMAL, 3)
    assert with_contact(draft, IDS, "ann", "bea", MINOR, 4) == normal
    assert with_contact(draft, IDS, "ann", "bea", NORMAL, 5) == normal


def test_full_contact_at_once_has_a_letter_and_no_number() -> None:
    full = with_contact(Draft(state()), IDS, "ann", "bea", FULL, 3)
    assert full.kind == FULL
    assert full.label
    assert full.number == 0


def test_letters_are_shuffled_for_each_campaign() -> None:
    letters = {
        with_contact(Draft(state()), Ids(bytes([n])), "ann", "bea", NORMAL, 1).label
        for n in range(12)
    }
    assert len(letters) > 1
    assert all(len(one) == 1 for one in letters)


def test_after_all_letters_come_pairs() -> None:
    taken = {f"e{n}": contact(label=sign) for n, sign in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
    draft = Draft(state(empire("ann", contacts=taken)))
    first = with_contact(draft, IDS, "ann", "bea", NORMAL, 3).label
    second = with_contact(draft, IDS, "ann", "cyd", NORMAL, 3).label
    assert first != second
    for one in (first, second):
        assert len(one) == 2
        assert one.isalpha() and one.isupper()
    # The pair that is next was given by hand: the one after it is free.
    by_hand = Draft(state(empire("ann", contacts={**taken, "cyd": contact(label=second)})))
    assert with_contact(by_hand, IDS, "ann", "bea", NORMAL, 3).label == first


def test_each_empire_has_an_order_of_its_own() -> None:
    """So that a label tells nothing of the labels that others give."""
    orders = []
    for viewer in ("ann", "bea"):
        draft = Draft(state(players="abc"))
        contacts = [f"other {number}" for number in range(26)]
        orders.append([with_contact(draft, IDS, viewer, one, NORMAL, 3).label for one in contacts])
    assert sorted(orders[0]) == sorted(orders[1]) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert orders[0] != orders[1]


def test_letters_are_given_in_one_order_and_none_twice() -> None:
    """Also where a letter given by hand stands in the way of the next one."""
    draft = Draft(state(players="abc"))
    first = with_contact(draft, IDS, "ann", "bea", NORMAL, 3).label
    second = with_contact(draft, IDS, "ann", "cyd", NORMAL, 3).label
    assert first != second
    again = Draft(state(empire("ann", contacts={"cyd": contact(label=second)}), players="abc"))
    assert with_contact(again, IDS, "ann", "bea", NORMAL, 3).label == first
    minor = {"cyd": contact("minor", number=1)}
    plain = Draft(state(empire("ann", contacts=minor), players="abc"))
    assert with_contact(plain, IDS, "ann", "bea", NORMAL, 3).label == first


def test_who_is_behind_a_label() -> None:
    contacts = {"bea": contact("minor", number=2), "cyd": contact(label="X")}
    world = state(empire("ann", contacts=contacts), players="abc")
    assert behind(world, "ann", "#2") == "bea"
    assert behind(world, "ann", "X") == "cyd"
    assert behind(world, "ann", "#0") == ""
    assert behind(world, "ann", "") == ""
    assert behind(world, "ann", "Q") == ""
