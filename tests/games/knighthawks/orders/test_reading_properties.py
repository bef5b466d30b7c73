"""What must hold of any sheet: orders print and read back, no line is lost, nothing crashes."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.drawing.hexgrid import SIDES, Hex
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, ConditionTest
from pbm.games.knighthawks.orders.evade import EvadeLine
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.icm import ICM_KINDS, IcmLine
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.orders.place import PlaceLine
from pbm.games.knighthawks.orders.reading import label_of
from pbm.games.knighthawks.orders.roster import Roster
from pbm.games.knighthawks.orders.ship_orders import Orders, ShipOrders, print_orders
from pbm.games.knighthawks.orders.ways import EnterOrbit, LeaveOrbit, Leg, MoveGoal, Plot, Stay
from pbm.games.knighthawks.state.state import SUPPLIES
from pbm.games.knighthawks.view.record import View
from pbm.kit.problems import render_all
from pbm.kit.text import clean
from pbm.sheets.envelope import find_sheets
from pbm.turns.receipt import receipt
from tests.games.knighthawks.sheet_forms import all_lines
from tests.games.knighthawks.sheet_table import known, read_body, sheet_of

REF = OrderRef("ilse", "3", 0, "")
NAME = label_of(Roster(View.read(known())))
numbers = st.integers(0, 30)
chances = st.integers(0, 100)
enemies = st.sampled_from(["sa1", "sa2", "sa3"])
enemy_lists = st.lists(enemies, min_size=1, max_size=2, unique=True).map(tuple)
sides = st.sampled_from(SIDES)
hexes = st.builds(Hex, st.integers(1, 30), st.integers(1, 20))
ops = st.sampled_from([">=", "<=", ">", "<", "="])
any_ship = st.sampled_from(["sa1", "sa2", "sa3", "sb1", "sb2", "sb5"])


def any_test(chance: bool) -> st.SearchStrategy[ConditionTest]:
    made = [
        st.builds(
            ConditionTest, st.just("within"), ship=any_ship | st.just("enemy"), number=numbers
        ),
        st.builds(ConditionTest, st.just("enemy_lasers_within"), number=numbers),
        st.builds(
            ConditionTest, st.just("hull"), ship=any_ship | st.just(""), op=ops, number=numbers
        ),
        st.builds(
            ConditionTest, st.just("supply"), name=st.sampled_from(SUPPLIES), op=ops, number=numbers
        ),
        st.builds(
            ConditionTest, st.sampled_from(["screened", "in_orbit"]), ship=any_ship | st.just("")
        ),
        st.builds(ConditionTest, st.just("evading")),
        st.builds(ConditionTest, st.sampled_from(["in_arc", "destroyed"]), ship=any_ship),
        st.builds(ConditionTest, st.just("turn"), op=ops, number=numbers),
        st.builds(ConditionTest, st.just("range"), ship=any_ship, op=ops, number=numbers),
        st.builds(
            ConditionTest, st.just("speed"), ship=any_ship | st.just(""), op=ops, number=numbers
        ),
    ]
    if chance:
        made.append(st.builds(ConditionTest, st.just("chance"), op=ops, number=chances))
    return st.one_of(made).flatmap(
        lambda test: st.booleans().map(lambda negated: replace(test, negated=negated))
    )


def conditions(chance: bool = False) -> st.SearchStrategy[Condition]:
    group = st.lists(any_test(chance), min_size=1, max_size=3).map(tuple)
    some = st.lists(group, min_size=1, max_size=3).map(tuple).map(Condition)
    return st.just(ALWAYS) | some


@st.composite
def legs(draw: Any) -> tuple[Leg, ...]:
    turns = draw(st.lists(st.builds(Leg, numbers, st.sampled_from([-1, 1])), max_size=4))
    last = draw(st.integers(0, 9))
    return (*turns, Leg(last, 0)) if last else tuple(turns)


plots = st.builds(Plot, st.none() | numbers, legs())
goals = st.one_of(
    st.builds(
        MoveGoal, st.sampled_from(["close", "away", "ram"]), enemy_lists, speed=st.none() | numbers
    ),
    st.builds(MoveGoal, st.just("range"), enemy_lists, numbers, speed=st.none() | numbers),
    st.builds(MoveGoal, st.just("hex"), at=hexes, speed=st.none() | numbers),
)
orbits = st.builds(EnterOrbit, st.just("pp1"), st.booleans())
moving_plots = plots.filter(lambda plot: plot != Plot(None, ()))
leaving = st.builds(LeaveOrbit, st.none() | sides, moving_plots | goals)
stay = st.builds(Stay)


@st.composite
def move_lines(draw: Any) -> MoveLine:
    way = draw(st.none() | plots | goals | orbits | leaving | stay)
    may_face = way is None or isinstance(way, (MoveGoal, EnterOrbit, Stay))
    facing = draw(st.none() | sides) if may_face else None
    screen = draw(st.sampled_from(["", "up", "down"]))
    face_ships = draw(st.just(()) | enemy_lists) if may_face and facing is None else ()
    if way is None and facing is None and not face_ships and not screen:
        screen = "up"
    return MoveLine(
        REF,
        draw(conditions()),
        way,
        facing,
        face_ships,
        screen,
        draw(conditions()) if screen else ALWAYS,
    )


weapons = st.sampled_from(["LC", "LB", "T", "RB"])
targets = st.lists(
    enemies | st.sampled_from(["nearest", "any"]), min_size=1, max_size=3, unique=True
).map(tuple)


@st.composite
def fire_lines(draw: Any, defence: bool) -> FireLine:
    weapon = draw(weapons.filter(lambda short: not defence or short != "T"))
    if draw(st.booleans()) and draw(st.booleans()):
        return FireLine(REF, draw(conditions(chance=True)), weapon, (), hold=True)
    plan = draw(st.sampled_from(["", "spread", "all"]))
    return FireLine(
        ref=REF,
        condition=draw(conditions(chance=True)),
        weapon=weapon,
        targets=draw(targets),
        least_chance=draw(chances),
        within=draw(st.integers(0, 10)),
        keep=draw(st.integers(0, 3)) if weapon in ("T", "RB") else 0,
        plan=plan,
        enough=draw(numbers) if plan == "spread" else 0,
        in_arc=draw(st.booleans()),
        **draw(hex_choices if defence else st.just({})),
    )


hex_choices: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.just({"hexes": "first"}),
    hexes.map(lambda at: {"hex": at}),
)
icm_lines = st.builds(
    IcmLine,
    st.just(REF),
    st.lists(st.sampled_from(ICM_KINDS), unique=True).flatmap(
        lambda kinds: st.fixed_dictionaries({kind: numbers for kind in ICM_KINDS if kind in kinds})
    ),
    st.none() | chances,
    numbers,
)
evade_lines = st.one_of(
    st.builds(EvadeLine, st.just(REF), st.sampled_from(["always", "never"])),
    st.builds(
        EvadeLine,
        st.just(REF),
        st.just("when"),
        conditions(chance=True).filter(lambda condition: condition != ALWAYS),
    ),
)


def lines(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(of, max_size=3).map(tuple)


orders = st.builds(
    lambda ship: Orders("ilse", {"sb2": ship}),
    st.builds(
        ShipOrders,
        st.just("sb2"),
        move=lines(move_lines()),
        attack=lines(fire_lines(defence=False)),
        defence=lines(fire_lines(defence=True)),
        icm=lines(icm_lines),
        evade=lines(evade_lines),
    ).filter(lambda ship: ship != ShipOrders("sb2")),
)
place_lines = st.builds(
    PlaceLine,
    st.just(REF),
    hexes,
    st.none() | sides,
    st.none() | numbers,
    st.none() | orbits,
)


def without_refs(orders: Orders) -> Orders:
    def bare(lines: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(line, ref=REF) for line in lines)

    return replace(
        orders,
        ships={
            name: ShipOrders(
                name,
                bare(ship.place),
                bare(ship.move),
                bare(ship.attack),
                bare(ship.defence),
                bare(ship.icm),
                bare(ship.evade),
            )
            for name, ship in orders.ships.items()
        },
    )


# A frigate that can do everything, so that no check takes something out of a line.
ABLE = {
    "evades": True,
    "orbit": {"planet": "pp1", "clockwise": True},
    "speed": 0,
    "supplies": {"torpedo": 2, "rocket_battery": 4, "icm": 4, "masking_screen": 1},
    "screen": {"made_at": "1009", "orbit_moves_left": 3},
}


@given(orders)
@settings(max_examples=100)
def test_orders_print_and_read_back(written: Orders) -> None:
    body = print_orders(written, NAME)
    reading = read_body(body, B2=ABLE)
    assert without_refs(reading.commands) == written, body


@given(lines(place_lines).filter(bool))
def test_placings_print_and_read_back(written: tuple[PlaceLine, ...]) -> None:
    orders = Orders("ilse", {"sb2": ShipOrders("sb2", place=written)})
    reading = read_body(print_orders(orders, NAME), turn=0)
    assert without_refs(reading.commands) == orders


# --- sheets of any kind ----------------------------------------------------------------------


@given(st.sampled_from(all_lines()), st.randoms(use_true_random=False))
def test_what_mail_programs_change_changes_no_meaning(line: str, chance: Any) -> None:
    spoilt = "".join(
        chance.choice(
            {" ": [" ", "\u00a0", "\t", " \u200b"], '"': ['"', "\u201c"], "'": ["'", "\u2019"]}.get(
                sign, [sign]
            )
        )
        + chance.choice(["", "", "\u00ad", "\ufeff"])
        for sign in line
    )
    plain, changed = (read_body(f"SHIP B2\n{text}") for text in (line, spoilt))
    assert [one.text for one in changed.understood] == [one.text for one in plain.understood]
    assert [p.fault for p in changed.problems] == [p.fault for p in plain.problems]


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S", "Zs"])))
def test_a_clean_line_is_not_changed(line: str) -> None:
    assert clean(line).text == line


@given(st.binary(max_size=400) | st.text(max_size=300).map(lambda text: text.encode("utf-16")))
def test_any_bytes_give_sheets_and_problems(data: bytes) -> None:
    found = find_sheets(data, "any.txt")
    render_all(found.problems)
    receipt(data, [], found.problems)


@given(st.text(max_size=200))
def test_every_sign_keeps_its_place(text: str) -> None:
    sheet = sheet_of(f'SHIP B1 # "\n  x{text.replace("END", "")}y')
    for line in sheet.lines:
        assert len(line.places) == len(line.text)
        assert line.places == tuple(sorted(line.places))
