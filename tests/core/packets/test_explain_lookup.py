"""What a player calls a unit, as a game master writes it of a dispute."""

import pytest

from pbm.kit.facts import Fact
from pbm.kit.problems import Faults, render
from pbm.packets.explain_lookup import Rows, Subject, find, labels_in, names_in, names_said

# Two sides call their own ship D, and one another's by the side too; one has a ship E.
BOOK = [{"id": "s1", "label": "1D"}, {"id": "s2", "label": "2D"}, {"id": "s3", "label": "2E"}]
ONE = [{"id": "s1", "label": "D"}, {"id": "s3", "label": "E"}, {"id": "seen", "label": "F"}]
OTHER = [{"id": "s2", "label": "D"}, {"id": "s3", "label": "2E"}]
MOVED = {"id": "ev1", "kind": "moved", "facts": {"ship": "s3", "map": "E"}}


def said(what: str, *players: Fact) -> Subject:
    names = names_in([BOOK], {})
    views = names_said(players, names)
    return find(what, Rows([MOVED]), names, labels_in(names), lambda _what: None, players=views)


def test_the_name_of_one_player_is_that_unit_before_a_place_of_the_name() -> None:
    assert said("e", ONE, OTHER) == Subject("2E: 1 event", ("ev1",))
    assert said("E", OTHER) == Subject("E: 1 event", ("ev1",))  # the map, as nobody says E


def test_a_name_of_two_units_is_refused_with_both() -> None:
    with pytest.raises(Faults) as wrong:
        said("D", ONE, OTHER)
    told = render(wrong.value.problems[0])
    assert told == '"D" is what players call more than one unit\nWrite 1D or 2D.'


def test_what_the_book_does_not_hold_is_no_name() -> None:
    with pytest.raises(Faults):
        said("F", ONE, OTHER)
