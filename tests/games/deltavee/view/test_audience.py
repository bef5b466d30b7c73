"""Who perceives what: a unit's own player, his side, everybody, and an enemy in outline."""

from __future__ import annotations

import pytest

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYTHING, PUBLIC
from pbm.engine.types import Seat
from pbm.games.deltavee.view.audience import (
    about,
    hidden,
    of_side,
    own_side,
    private,
    shows_direction,
)
from tests.games.deltavee.builders import SEATS, ship, shot, state, work

# Bob plays on Bea's side.
TEAM = (*SEATS, Seat("bob", "Bob", "2"))
CONTACT = shot(2, "01", "guided", "A1109", 9, 4)  # Bea's, not revealed
SHIP = ship(2, "A", "dagger", "A1209", 9, 2)
OUTLINE = ("unit", "at", "from", "to", "path", "velocity", "velocity_before", "ways")


def table(**options: str) -> PhaseContext:
    made = work(state(SHIP, CONTACT), options={k.replace("_", "."): v for k, v in options.items()})
    made.seats = TEAM
    return made


def test_the_players_of_a_side() -> None:
    assert own_side(TEAM, "1") == ("ann",)
    assert own_side(TEAM, "2") == ("bea", "bob")
    assert of_side(table(), "2") == {"bea": EVERYTHING, "bob": EVERYTHING}
    assert of_side(table(), "1") == {"ann": EVERYTHING}


@pytest.mark.parametrize(("share", "who"), [("own", {"bea"}), ("side", {"bea", "bob"})])
def test_records_are_for_their_player_or_his_side(share: str, who: set[str]) -> None:
    assert set(private(table(share=share), SHIP)) == who
    assert set(private(table(share=share), CONTACT)) == who


@pytest.mark.parametrize(
    ("option", "pointing"),
    [("shown", ("direction", "direction_before", "zig")), ("hidden", ())],
)
def test_an_enemy_sees_of_a_contact_its_outline(option: str, pointing: tuple[str, ...]) -> None:
    """Its own side all of it. Ambiguity: DV-A15."""
    made = table(contacts_direction=option)
    assert about(made, CONTACT, "rolled") == {
        "bea": EVERYTHING,
        "bob": EVERYTHING,
        "*": (*OUTLINE, *pointing, "rolled"),
    }
    assert about(made, SHIP, "rolled") == PUBLIC
    assert shows_direction(made.options) is bool(pointing)


def test_what_only_the_side_of_a_contact_perceives() -> None:
    assert hidden(table(), CONTACT) == {"bea": EVERYTHING, "bob": EVERYTHING}
    assert hidden(table(), SHIP) == PUBLIC
