"""Full contact, introductions, permissions, and who may write to whom."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.contact.correspondence import addressed, correspondents
from pbm.games.nova.rules.contact.diplomacy import permit, speak
from pbm.games.nova.state.orders.dealings import ContactLine, PermitLine
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Permit
from pbm.games.nova.view.record import ContactView, YouView, empty_view
from tests.games.nova.builders import contact, empire, ref, state, told, work


def lines(player: str, *given: tuple[str, ...]) -> Orders:
    made = tuple(ContactLine(ref(player=player), *one) for one in given)
    return Orders(player, contacts=made)


def spoken(*sheets: Orders, kinds: dict[str, dict[str, Any]] | None = None) -> PhaseContext:
    found = kinds or {
        "ann": {"bea": contact("normal", "B")},
        "bea": {"ann": contact("normal", "A")},
    }
    empires = [empire(id, contacts=contacts) for id, contacts in found.items()]
    done = work(state(*empires, players="abc"), sheets, phase="H")
    speak(done)
    return done


def kind(done: PhaseContext, viewer: str, other: str) -> str:
    known = done.state.empires[viewer].contacts.get(other)
    return known.kind if known is not None else ""


def test_full_contact_takes_both_in_one_turn() -> None:
    done = spoken(lines("ann", ("full", "bea")), lines("bea", ("full", "ann")))
    assert (kind(done, "ann", "bea"), kind(done, "bea", "ann")) == ("full", "full")
    (event,) = told(done, "full_contact", "ann")
    assert event.facts == {
        "who": "B",
        "name": "MINKY",
        "address": "",
        "was_number": 0,
        "through": "",
    }
    assert not told(done, "failed")


def test_one_request_alone_changes_nothing() -> None:
    done = spoken(lines("ann", ("full", "bea")))
    assert kind(done, "ann", "bea") == "normal"
    (event,) = told(done, "failed", "ann")
    assert "both must ask in the same turn" in event.facts["why"]
    assert event.facts["written"] == "CONTACT full B"
    assert not told(done, "failed", "bea")


def test_full_contact_needs_normal_contact_first() -> None:
    minor = {
        "ann": {"bea": contact("minor", number=1)},
        "bea": {"ann": contact("minor", number=1)},
    }
    both = (lines("ann", ("full", "bea")), lines("bea", ("full", "ann")))
    done = spoken(*both, kinds=minor)
    assert kind(done, "ann", "bea") == "minor"
    assert len(told(done, "failed")) == 2
    none: dict[str, dict[str, Any]] = {"ann": {}, "bea": {}}
    assert kind(spoken(*both, kinds=none), "ann", "bea") == ""


def test_who_has_it_already_is_not_told_again() -> None:
    full = {
        "ann": {"bea": contact("full", "B")},
        "bea": {"ann": contact("normal", "A")},
    }
    done = spoken(lines("ann", ("full", "bea")), lines("bea", ("full", "ann")), kinds=full)
    assert not told(done, "full_contact", "ann")
    assert told(done, "full_contact", "bea")
    assert not told(done, "failed")


GO_BETWEEN = {
    "ann": {"bea": contact("full", "B"), "cyd": contact("full", "C")},
    "bea": {"ann": contact("full", "X")},
    "cyd": {"ann": contact("full", "Y"), "bea": contact("minor", number=3)},
}
ALL_THREE = (
    lines("ann", ("introduce", "bea", "cyd")),
    lines("bea", ("through", "ann")),
    lines("cyd", ("through", "")),
)


def test_a_go_between_introduces_two_who_ask_for_it() -> None:
    done = spoken(*ALL_THREE, kinds=GO_BETWEEN)
    assert kind(done, "bea", "cyd") == "full"
    assert kind(done, "cyd", "bea") == "full"
    (event,) = told(done, "full_contact", "cyd")
    assert event.facts["name"] == "MINKY"
    assert event.facts["was_number"] == 3
    assert event.facts["through"] == "Y"
    assert told(done, "full_contact", "bea")[0].facts["was_number"] == 0
    (made,) = told(done, "introduced")
    assert made.seen == {"ann": ("*",)}
    assert made.facts == {"who": "B", "to": "C"}
    assert not told(done, "failed")


@pytest.mark.parametrize("missing", [1, 2])
def test_all_three_must_ask(missing: int) -> None:
    some = [one for n, one in enumerate(ALL_THREE) if n != missing]
    done = spoken(*some, kinds=GO_BETWEEN)
    assert kind(done, "bea", "cyd") == ""
    (failed,) = told(done, "failed", "ann")
    assert "both must ask in the same turn" in failed.facts["why"]
    assert failed.facts["written"] == "CONTACT introduce B to C"


def test_nobody_is_introduced_without_the_go_between() -> None:
    done = spoken(*ALL_THREE[1:], kinds=GO_BETWEEN)
    assert kind(done, "bea", "cyd") == ""
    assert [(one.facts["written"], one.facts["why"]) for one in told(done, "failed")] == [
        ("CONTACT full through X", "X introduced you to nobody this turn"),
        ("CONTACT as introduced first", "nobody introduced you to anybody this turn"),
    ]


def test_a_request_through_another_does_not_count() -> None:
    other = (ALL_THREE[0], lines("bea", ("through", "cyd")), ALL_THREE[2])
    assert kind(spoken(*other, kinds=GO_BETWEEN), "bea", "cyd") == ""


@pytest.mark.parametrize("weak", ["bea", "cyd"])
def test_the_go_between_needs_full_contact_with_both(weak: str) -> None:
    known = {**GO_BETWEEN, "ann": {**GO_BETWEEN["ann"], weak: contact("normal", "Q")}}
    assert kind(spoken(*ALL_THREE, kinds=known), "bea", "cyd") == ""


# --- permissions ---


def test_permissions_stand_until_they_are_revoked() -> None:
    give = PermitLine(ref(), "gate", "bea", "ring-a")
    done = work(state(), [Orders("ann", permits=(give, give))], phase="E")
    permit(done)
    assert done.state.empires["ann"].permits == (Permit("gate", "bea", "ring-a"),)
    stop = PermitLine(ref(), "stop", "", "TEDDY")
    again = work(done.state, [Orders("ann", permits=(stop,))], phase="E")
    permit(again)
    assert len(again.state.empires["ann"].permits) == 2
    take = PermitLine(ref(), "gate", "bea", "ring-a", revoke=True)
    last = work(again.state, [Orders("ann", permits=(take,))], phase="E")
    permit(last)
    assert last.state.empires["ann"].permits == (Permit("stop", "", "TEDDY"),)


# --- messages ---


def test_only_normal_and_full_contact_carry_messages() -> None:
    contacts = (("B", 0, "normal", ""), ("C", 2, "full", "PAGAN"), ("", 3, "minor", ""))
    nobody = empty_view(3, YouView(player="ann", name="Ann"))
    view = replace(
        nobody,
        contacts=[
            ContactView(label=label, number=number, kind=kind, since=1, name=name, address="")
            for label, number, kind, name in contacts
        ],
    )
    b, c, third = correspondents(view, {})
    assert (b.id, b.name, b.words, b.refusal) == ("B", "B", ("B",), "")
    assert (c.id, c.name, c.words, c.refusal) == ("C", "PAGAN", ("C", "PAGAN", "#2"), "")
    assert (third.id, third.name, third.words) == ("#3", "#3", ("#3",))
    assert "minor contact" in third.refusal
    assert correspondents(nobody, {}) == ()


def test_labels_lead_to_seats() -> None:
    contacts = {"bea": contact("normal", "B"), "cyd": contact("minor", number=3)}
    world = state(empire("ann", contacts=contacts), players="abc")
    assert addressed(world, "ann", "B") == "bea"
    assert addressed(world, "ann", "#3") == "cyd"
    assert addressed(world, "ann", "Z") == ""
    assert addressed(world, "bea", "B") == ""
    assert addressed(world, "gm", "B") == ""
