from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec import field
from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.engine.events import PUBLIC, Change, Event, OrderRef, only
from pbm.engine.options import Option
from pbm.engine.types import Reading, Seat, StorySection, Understood
from pbm.engine.view import GameView
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults, invalid, render
from pbm.packets.explain_format import DEPTHS
from pbm.packets.explain_gm import Explainer, Paper, Receipt, TurnFacts
from pbm.packets.explain_player import explain_packet as explain_whole_packet
from tests.core.counting import GAME, SEATS, line, sheet
from tests.core.stories import item_of

KNOWN = {
    "ships": [
        {"id": "k3v9", "designation": "B1", "name": "Scimitar"},
        {"id": "m2q7", "designation": "A2", "name": "A2"},
        {"id": "w5"},
    ],
    "planets": [{"id": "p1", "name": "Beacon"}],
}

SHOT = Event(
    id="evshot1",
    kind="attack",
    phase="1.attack",
    rule="KH 4 Attacks",
    seen=PUBLIC,
    facts={"by": "k3v9", "target": "m2q7", "hit": True, "damage": 6, "defence": "", "note": None},
    order=OrderRef("ilse", "3", 14, "attack LC at A2"),
    rolls=(
        Roll("1.attack/attack/k3v9/LC/m2q7", "d100", (41,), "all"),
        Roll("1.attack/damage/k3v9/LC/m2q7", "d10", (5, 6), "bob+ilse"),
    ),
    terms=(
        ("laser", 60),
        ("head-on", 10),
        ("range", -20),
        ("damage", 6),
        ("2d10", 11),
        ("half", 6),
    ),
    changes=(Change("ship/m2q7/hull", 12, 6),),
    options=("KH-A17", "houserule", "least"),
)
TOLD = Event(
    id="evtold1",
    kind="ruling",
    phase="1.move",
    rule="",
    seen=only("bob"),
    facts={"path": ["2018", "2019"], "none": [], "orbit": {"planet": "p1"}, "empty": {}},
    terms=(("damage", 13), ("2d10", 9), ("+4", 4), ("a quarter", Fraction(1, 4)), ("mood", "good")),
    ruling="the map was misread",
)
PARTLY = Event(
    id="evpart1",
    kind="seen",
    phase="",
    rule="",
    seen={"ilse": ("by",), "bob": ()},
    facts={"by": "k3v9"},
)
GM_ONLY = Event(id="evnone1", kind="void", phase="", rule="", seen={})
EVENTS = (SHOT, TOLD, PARTLY, GM_ONLY)


class View(GameView, frozen=True, kw_only=True):
    ships: list[Mapping[str, str]]
    planets: list[Mapping[str, str]] = field(default_factory=list)


def build_view(
    state: object, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    return View.read(
        KNOWN if player in ("", "ilse") else {"ships": [{"id": "hid1", "label": "C9"}]}
    )


def tell(events: Sequence[Event], view: View, player: str) -> tuple[StorySection, ...]:
    items = [
        item_of(event.id, text=f"A {event.kind}.")
        for event in events
        if event.kind != "void" and event.shown_to(player) is not None
    ]
    return (StorySection("All", items),)


GAME_OF_SHIPS = replace(
    GAME,
    view=View,
    build_view=build_view,
    tell=tell,
    options=(
        Option("KH-A17", "screen.round", "up", {"up": "halves up"}, "KH 4"),
        Option("KH-A99", "least", "3", {}, "KH 4", least=0, most=9),
    ),
)
SHEET = sheet("ilse", line(14, "attack LC at A2"), line(16, "attack LB at", last=17), line(19, "x"))
RECEIPT = Receipt(
    "ilse", 2, "ilse.txt", "turns/003/orders/ilse/2.txt", "ab" * 32, "2026-01-02T03:04Z"
)
SECOND = replace(RECEIPT, number=1, stored="turns/003/orders/ilse/1.txt", late=True, in_force=False)
FACTS = TurnFacts(
    GAME_OF_SHIPS,
    "3",
    0,
    SEATS,
    {"screen.round": "up", "least": "3"},
    EVENTS,
    (
        Paper(
            "ilse",
            SHEET,
            Reading(
                None,
                (invalid('"x" is no order', line(19, "x").span()), invalid("no place at all")),
                (Understood(14, "fires LC at A2"), Understood(16, "fires LB")),
            ),
            RECEIPT,
        ),
    ),
    (RECEIPT, SECOND),
    "keyed-1",
)


def explain(facts: TurnFacts, what: str) -> str:
    return Explainer(facts).explain(what).text


def explain_packet(packet: dict[str, Any], what: str) -> str:
    return explain_whole_packet(packet, what).text


def fault(what: str, facts: TurnFacts = FACTS) -> str:
    with pytest.raises(Faults) as caught:
        explain(facts, what)
    return render(caught.value.problems[0])


SHOT_TEXT = f"""\
evshot1  attack in 1.attack [KH 4 Attacks]
  A attack.
  Order: Ilse, line 14: attack LC at A2
    typed: attack LC at A2
    understood: fires LC at A2
    sheet: ilse.txt, received 2026-01-02T03:04Z
    sha256: {"ab" * 32}  turns/003/orders/ilse/2.txt
  by: B1
  damage: 6
  defence: -
  hit: yes
  note: -
  target: A2
  Option: KH-A17 screen.round = up: halves up
  Option: houserule
  Option: KH-A99 least = 3
  Sum:
    laser       60 = 60
    head-on    +10 = 70
    range      -20 = 50
  Sum: damage 6
    2d10        11 = 11
    half           = 6
  Dice: 1.attack/attack/B1/LC/A2: d100 41 (group all, keyed-1)
  Dice: 1.attack/damage/B1/LC/A2: d10 5 6 (group Bob+Ilse, keyed-1)
  Change: ship/A2/hull: 12 -> 6
  Perceived by: everybody"""


def test_an_event_is_shown_whole() -> None:
    assert explain(FACTS, "evshot1") == SHOT_TEXT


def test_a_ruling_shows_its_reason_and_who_perceives_it() -> None:
    facts = replace(FACTS, events=(replace(TOLD, facts={**TOLD.facts, "damage": 13}),))
    assert explain(facts, "evtold1") == (
        "evtold1  ruling in 1.move\n"
        "  A ruling.\n"
        "  damage: 13\n"
        "  empty: -\n"
        "  none: -\n"
        "  orbit: planet Beacon\n"
        "  path: 2018, 2019\n"
        "  Ruling: the map was misread\n"
        "  Sum: damage 13\n"
        "    2d10           9 = 9\n"
        "    +4            +4 = 13\n"
        "    a quarter   +1/4 = 53/4\n"
        "    mood: good\n"
        "  Perceived by: Bob"
    )


def test_what_each_player_perceives_is_named() -> None:
    assert explain(FACTS, "evpart1").endswith(
        "Perceived by: Ilse (by), Bob (only that it happened)"
    )
    assert explain(FACTS, "evnone1") == (
        "evnone1  void\n  Perceived by: nobody but the game master"
    )


@pytest.mark.parametrize("what", ["B1", "b1", "scimitar", "k3v9"])
def test_a_unit_is_known_by_designation_name_or_id(what: str) -> None:
    text = explain(FACTS, what)
    assert text == "Scimitar (B1): 2 events\n  evshot1  A attack.\n  evpart1  A seen."
    whole = Explainer(FACTS).explain(what, "everything").text
    assert whole.startswith("Scimitar (B1): 2 events\n\nevshot1 ")
    assert "\n\nevpart1  seen\n" in whole
    assert "evtold1" not in whole


def test_each_depth_tells_more_than_the_one_before() -> None:
    sentence, sums, everything = (Explainer(FACTS).explain("evshot1", one).text for one in DEPTHS)
    assert sentence == "evshot1  A attack."
    assert everything == SHOT_TEXT
    assert set(sums.splitlines()) < set(everything.splitlines())
    assert "Sum:" in sums and "Dice:" in sums
    assert "Perceived by" not in sums and "Change:" not in sums
    one, two, three = (explain_whole_packet(packet(), "evshot1", depth).text for depth in DEPTHS)
    assert one == "evshot1  Your Scimitar fires."
    assert "Dice:" in two and "Your line 14" not in two and "Your line 14" in three
    with pytest.raises(Faults, match='"deep" is not a depth'):
        Explainer(FACTS).explain("evshot1", "deep")


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("attack B1", "evshot1"),
        ("turn 3 attack Scimitar", "evshot1"),
        ("Turn 3 evshot1", "evshot1"),
        ("ilse line 14", "ilse:14"),
        ("turn 3 Ilse line 14", "ilse:14"),
    ],
)
def test_things_go_by_the_words_that_people_use(written: str, same: str) -> None:
    said = Explainer(FACTS).explain(written, "everything").text
    assert said.removeprefix("Scimitar (B1): 1 event\n\n") == explain(FACTS, same)


def test_a_player_says_line_14_of_their_own_sheet() -> None:
    assert explain_packet(packet(), "line 14") == explain_packet(packet(), "14")
    assert "evshot1" in explain_packet(packet(), "attack B1")


def test_a_packet_speaks_of_a_seal_only_where_there_is_one() -> None:
    """It said "sealed: pbm verify checks it" of any packet."""
    assert "seal" not in explain_packet(packet(), "evshot1")
    name = packet()["story"][0]["items"][0]["rolls"][0]["name"]
    sealed = packet() | {"seal": {"scripted": []}}
    assert "(sealed: pbm verify checks it)" in explain_packet(sealed, "evshot1")
    typed = explain_packet(packet() | {"seal": {"scripted": [name]}}, "evshot1")
    assert "typed in by the game master" in typed


def test_a_unit_that_only_its_owner_knows_is_found_too() -> None:
    assert explain(FACTS, "C9") == "C9: 0 events"


def test_a_unit_is_found_inside_the_facts_of_an_event() -> None:
    assert explain(FACTS, "Beacon").startswith("Beacon: 1 event\n\nevtold1 ")


def test_a_player_can_be_explained_like_a_unit_but_not_by_perceived_events() -> None:
    assert explain(FACTS, "Ilse").startswith(
        "Ilse: 1 event\n"
        "  sheet: ilse.txt, received 2026-01-02T03:04Z, in force\n"
        f"    sha256: {'ab' * 32}  turns/003/orders/ilse/2.txt\n"
        "  sheet: ilse.txt, received 2026-01-02T03:04Z, accepted late, not in force\n"
        f"    sha256: {'ab' * 32}  turns/003/orders/ilse/1.txt\n\n"
        "evshot1 "
    )
    assert explain(FACTS, "Bob") == "Bob: 0 events"


@pytest.mark.parametrize("what", ["attack B1 LC A2", "1.attack/attack/k3v9/LC/m2q7", "attack * A2"])
def test_a_roll_is_known_by_its_name(what: str) -> None:
    assert explain(FACTS, what) == SHOT_TEXT


def test_an_order_line_shows_its_outcomes() -> None:
    text = explain(FACTS, "ILSE:014")
    assert text.startswith(
        "Line 14 of Ilse (turn 1, ORDERS)\n"
        "  typed: attack LC at A2\n"
        "  understood: fires LC at A2\n"
        "  sheet: ilse.txt, received 2026-01-02T03:04Z\n"
        f"  sha256: {'ab' * 32}  turns/003/orders/ilse/2.txt\n\n"
        "evshot1 "
    )


def test_a_line_that_goes_on_is_found_by_any_of_its_numbers() -> None:
    assert explain(FACTS, "ilse:17").startswith(
        "Line 16 of Ilse (turn 1, ORDERS)\n"
        "  typed: attack LB at\n"
        "  typed: attack LB at\n"
        "  understood: fires LB\n"
    )
    assert explain(FACTS, "ilse:17").endswith("It had no effect.")


def test_a_line_that_was_not_understood_says_why() -> None:
    assert 'ilse.txt:19:1: "x" is no order' in explain(FACTS, "ilse:19")


def test_a_line_with_events_but_no_sheet_is_still_found() -> None:
    bare = replace(FACTS, papers=(), receipts=())
    assert explain(bare, "ilse:14").startswith("Line 14 of Ilse\n\nevshot1 ")


def test_a_line_that_is_not_there_names_those_that_are() -> None:
    assert fault("ilse:15") == "The sheet of Ilse has no order line 15\nIts lines are 14, 16, 19."
    assert fault("bob:1").endswith("No sheet is in force.")


@pytest.mark.parametrize(
    ("what", "remedy"),
    [
        ("Scimitra", "Did you mean Scimitar?"),
        ("evshot2", "Did you mean evshot1"),
        ("zoe:14", "Give an event's id, a unit, an order line such as ilse:14, or a roll's name."),
        ("ilse:½", "Did you mean Ilse?"),
        ("", "Give an event's id"),
    ],
)
def test_an_unknown_thing_names_what_is_near(what: str, remedy: str) -> None:
    told = fault(what)
    assert told.startswith(f'Nothing in this turn is called "{what}"')
    assert remedy in told


def test_a_term_of_zero_is_added_like_any_other() -> None:
    facts = replace(
        FACTS,
        events=(replace(SHOT, terms=(("damage", 6), ("half", 6), ("none", 0), ("again", 6))),),
    )
    text = explain(facts, "evshot1")
    assert "half        6 = 6\n" in text
    assert "none       +0 = 6\n" in text
    assert "again         = 6\n" in text


# --- for a player -----------------------------------------------------------------------------


def packet() -> dict[str, Any]:
    item: dict[str, Fact] = {
        "event": "evshot1",
        "kind": "attack",
        "text": "Your Scimitar fires.",
        "terms": [["laser", 60], ["damage", 6], ["2d10", 6]],
        "totals": ["damage"],
        "rolls": [{"name": "1/attack/k3v9/LC", "die": "d100", "faces": [41], "group": ""}],
        "ships": ["k3v9"],
        "rule": "KH 4 Attacks",
        "order": {"line": 14, "text": "attack LC at A2"},
    }
    other = {"event": "evtold1", "kind": "note", "text": "A word."}
    late = {"event": "evlate1", "kind": "x", "text": "X.", "order": {"line": 99, "text": "old"}}
    return {
        "player": {"id": "ilse", "name": "Ilse"},
        "known": KNOWN,
        "problems": [],
        "story": [{"title": "A", "items": [item, other]}, {"title": "B", "items": [late]}],
        "orders": [
            {
                "line": 14,
                "text": "attack LC  at A2",
                "understood": "fires LC at A2",
                "faulty": False,
                "fates": ["Your Scimitar fires."] * 2,
                "event": ["evshot1", "evshot1"],
            },
            {
                "line": 16,
                "text": "x",
                "understood": "",
                "faulty": False,
                "fates": [],
                "event": [],
            },
        ],
    }


PACKET_SHOT = """\
evshot1  attack [KH 4 Attacks]
  Your Scimitar fires.
  Your line 14: attack LC  at A2
    understood: fires LC at A2
  Sum:
    laser      60 = 60
  Sum: damage 6
    2d10        6 = 6
  Dice: 1/attack/B1/LC: d100 41"""


def test_a_player_reads_an_event_as_in_the_packet() -> None:
    assert explain_packet(packet(), "evshot1") == PACKET_SHOT
    assert explain_packet(packet(), "evtold1") == "evtold1  note\n  A word."
    assert explain_packet(packet(), "evlate1") == "evlate1  x\n  X.\n  Your line 99: old"


def test_a_player_asks_for_units_and_rolls() -> None:
    assert explain_packet(packet(), "B1") == f"Scimitar (B1): 1 event\n\n{PACKET_SHOT}"
    assert explain_packet(packet(), "attack/B1/LC") == PACKET_SHOT


@pytest.mark.parametrize("what", ["14", "ilse:14", "Ilse:14"])
def test_a_player_asks_for_a_line_of_his(what: str) -> None:
    assert explain_packet(packet(), what) == (
        f"Your line 14: attack LC  at A2\n  understood: fires LC at A2\n\n{PACKET_SHOT}"
    )


def test_a_line_without_an_event_stands_alone() -> None:
    assert explain_packet(packet(), "16") == "Your line 16: x\n  It had no effect."


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("15", "Your sheet has no order line 15\nIts lines are 14, 16."),
        ("bob:14", 'Nothing in this turn is called "bob:14"'),
        ("C9", 'Nothing in this turn is called "C9"'),
    ],
)
def test_explanations_from_a_packet_use_nothing_else(what: str, told: str) -> None:
    with pytest.raises(Faults) as caught:
        explain_packet(packet(), what)
    assert render(caught.value.problems[0]).startswith(told)


def test_a_packet_without_orders_says_so() -> None:
    with pytest.raises(Faults) as caught:
        explain_packet({**packet(), "orders": []}, "1")
    assert caught.value.problems[0].remedy == "No sheet is in force."


def test_events_that_hold_names_are_found_by_them() -> None:
    """Of a unit, and of a place that is no unit."""
    seen = Event("evname", "explored", "H", "", PUBLIC, {"ship": "scimitar", "at": ["ALGOL"]})
    facts = replace(FACTS, events=[seen, SHOT])
    unit = explain(facts, "Scimitar")
    assert unit.startswith("Scimitar (B1): 2 events\n  evname")
    place = explain(facts, "algol")
    assert place.startswith("algol: 1 event\n\nevname") and "evshot1" not in place
    assert 'is called "ALG"' in fault("ALG", facts)


def test_an_order_says_which_ruling_changed_it() -> None:
    from tests.core.engine.test_rulings import ruling

    (paper,) = FACTS.papers
    struck = ruling("cancel", "ilse", "14", text="cancel ilse line 14")
    other = ruling("cancel", "ilse", "16", text="cancel ilse line 16")
    noted = ruling("note", "ilse", "", "14", text="note ilse: 14")
    facts = replace(FACTS, papers=[replace(paper, rulings=(struck, other, noted))])
    told = explain(facts, "ilse:14")
    assert f"  ruling R1: cancel ilse line 14 because {struck.reason}\n" in told
    assert "line 16" not in told
    assert "note ilse" not in told


def test_of_two_sheets_with_the_same_line_the_words_tell_which_is_meant() -> None:
    (paper,) = FACTS.papers
    other = replace(paper, sheet=replace(sheet("ilse", line(14, "else")), kind="PLANS"))
    facts = replace(FACTS, papers=[other, paper])
    assert "typed: attack LC at A2" in explain(facts, "evshot1")
    assert "typed: else" not in explain(facts, "evshot1")
    both = explain(facts, "ilse:14")
    assert "Line 14 of Ilse (turn 1, PLANS)\n  typed: else\n" in both
    assert "Line 14 of Ilse (turn 1, ORDERS)\n  typed: attack LC at A2\n" in both


def test_what_is_said_above_everything() -> None:
    facts = replace(FACTS, remark="Run again.")
    assert explain(facts, "evshot1") == f"Run again.\n\n{SHOT_TEXT}"
    assert explain(facts, "ilse:19").startswith("Run again.\n\nLine 19")


def test_tools_read_events_and_lines_as_records() -> None:
    (shot,) = Explainer(FACTS).explain("evshot1").records
    assert (shot["id"], shot["kind"], shot["dice"], shot["text"]) == (
        "evshot1",
        "attack",
        "keyed-1",
        "A attack.",
    )
    assert shot["rolls"][0]["label"] == "1.attack/attack/B1/LC/A2"
    assert shot["options"][0] == {
        "id": "KH-A17",
        "in_force": "KH-A17 screen.round = up: halves up",
    }
    assert shot["papers"] == [
        {
            "kind": "ORDERS",
            "typed": ["attack LC at A2"],
            "understood": ["fires LC at A2"],
            "rulings": [],
            "file": "turns/003/orders/ilse/2.txt",
            "sha256": "ab" * 32,
            "received": "2026-01-02T03:04Z",
        }
    ]
    order, event = Explainer(FACTS).explain("ilse:14").records
    assert (order["id"], order["kind"], order["events"]) == ("ilse:14", "order line", ["evshot1"])
    assert event == shot
    own, item = explain_whole_packet(packet(), "14").records
    assert (own["id"], own["understood"]) == ("ilse:14", "fires LC at A2")
    assert item["id"] == "evshot1"


def test_a_packet_tells_of_rulings_messages_and_other_sheets() -> None:
    whole = {
        **packet(),
        "problems": ['ilse.txt:16:1: "x" is no order', "ilse.txt:17:1: another"],
        "rulings": [
            {"event": "evtold1", "text": "note", "reason": "so"},
            {"event": "evalone", "text": "pause", "reason": "snow"},
        ],
        "messages": [
            {"event": "evpost1", "sent": False, "name": "Bob", "text": "Hi\nyou", "refused": ""},
            {"event": "evpost2", "sent": True, "name": "Cal", "text": "Hi", "refused": "gone"},
        ],
        "also": [
            {
                "kind": "PLANS",
                "key": "",
                "orders": [
                    {
                        "line": 14,
                        "text": "6",
                        "understood": "",
                        "faulty": False,
                        "fates": ["Not read."],
                        "event": [],
                    }
                ],
                "problems": [],
            }
        ],
    }
    whole["orders"][1]["faulty"] = True
    assert explain_packet(whole, "evtold1") == "evtold1  note\n  A word.\n  Ruling: so"
    assert explain_packet(whole, "evalone") == (
        "evalone  ruling\n  The game master rules: pause.\n  Ruling: snow"
    )
    assert explain_packet(whole, "evpost1") == "evpost1  message\n  Message from Bob: Hi\n  you"
    assert "Message to Cal: not delivered, gone: Hi" in explain_packet(whole, "evpost2")
    assert explain_packet(whole, "14").startswith(
        "Your line 14: attack LC  at A2\n"
        "  understood: fires LC at A2\n"
        "Your line 14 (PLANS): 6\n"
        "  Not read.\n\n"
    )
    assert explain_packet(whole, "16") == (
        'Your line 16: x\n  ilse.txt:16:1: "x" is no order\n  It had no effect.'
    )


def test_a_sheet_of_which_no_text_is_recorded_is_explained_without_it() -> None:
    bare = replace(FACTS, papers=tuple(replace(one, receipt=None) for one in FACTS.papers))
    said = explain(bare, "ilse:14")
    assert "fires LC at A2" in said
    assert "sha256" not in said
    assert "sha256" in explain(FACTS, "ilse:14")
