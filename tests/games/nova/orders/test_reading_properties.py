"""What must hold of any sheet: orders print and read back, no line is lost, nothing crashes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.catalogue import line_text
from pbm.games.nova.orders.order_parser import parser
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.conditions import Test as OrderTest
from pbm.games.nova.state.orders.dealings import ContactLine, Data, PermitLine, Transfer
from pbm.games.nova.state.orders.letters import ACTIVITIES, CONTACTS
from pbm.games.nova.state.orders.money import (
    Commission,
    Destroy,
    Expenditure,
    Pillage,
    Research,
    Salvage,
    Seat,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import (
    Activity,
    Codes,
    ContactOrder,
    Jump,
    Loading,
    Mover,
    SetUp,
    Toward,
    Units,
)
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.kit.problems import Severity
from pbm.kit.records import Record
from tests.games.nova.sheet_table import NAMES, read_body

REF = OrderRef("ann", "12", 0, "")
some = st.integers(1, 30)
none_or = st.none() | some
ops = st.sampled_from([">=", "<=", ">", "<", "="])
empires = st.sampled_from(["B", "C", "D"])
lists_of_empires = st.lists(empires, min_size=1, max_size=3, unique=True).map(tuple)
systems = st.sampled_from(["VIRUS", "ALGOL", "TEDDY", "MAVIS", "Old Home"])
# Unarmed ones are ordered no H here, and those that are not to be ordered are left out.
armed = st.sampled_from(["s-stinger", "s-africa", "s-carrion", "s-hulk"])
ships = armed | st.sampled_from(["s-wasp", "s-valhalla-express", "s-pup", "s-tug"])
gates = st.sampled_from(["g-ring-a", "g-ring-b", "g-ring-c"])
designs = st.sampled_from(["Hornet", "Frigate-2", "Scout"])
kinds = st.sampled_from(["AA", "RA", "SDU", "C", "IC", "PCB", "TFC"])
new_names = st.sampled_from(["Bee", "Fly 2", "move", "N", "Ring-X"])


def tuples(of: st.SearchStrategy[Any], least: int = 0, most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=least, max_size=most, unique=True).map(tuple)


plain_units = st.builds(Units, kinds, st.integers(0, 9))
foreign_units = st.builds(Units, kinds, some, empires)
gate_units = st.builds(lambda id: Units("SG", 1, gate=id), gates)
any_units = plain_units | foreign_units | gate_units

towards = st.one_of(
    st.just(Toward()),
    st.builds(Toward, lists_of_empires),
    st.builds(lambda but: Toward(but=but), lists_of_empires),
    st.just(Toward(others=True)),
)
letters = st.sampled_from(sorted(CONTACTS))


@st.composite
def codes(draw: st.DrawFn) -> Codes:
    contact = draw(tuples(st.builds(ContactOrder, letters, towards), 0, 3))
    plain = [one for one in contact if one.toward == Toward()]
    contact = tuple(one for one in contact if one not in plain[1:])
    default = draw(st.sampled_from(["", "R", "H", "N"])) if contact else ""
    acts = draw(st.dictionaries(st.sampled_from(sorted(ACTIVITIES)), some, max_size=4))
    activities = tuple(draw(_activity(code, number)) for code, number in acts.items())
    without = draw(tuples(st.sampled_from(sorted(ACTIVITIES)), 0, 2))
    keep = draw(st.booleans())
    if not (contact or activities or without or keep):
        keep = True
    return Codes(contact, default, activities or None, keep, without)


@st.composite
def _activity(draw: st.DrawFn, code: str, number: int) -> Activity:
    if code == "S":
        return Activity("S", empire=draw(empires), allow_harm=draw(st.booleans()))
    if code in ("A", "E", "L"):
        return Activity(code, units=draw(tuples(any_units)), allow_harm=draw(st.booleans()))
    if code == "I":
        stop = draw(st.booleans())
        but = draw(tuples(ships)) if stop else ()
        return Activity("I", passing=draw(tuples(empires)), stop_own=stop, but=but)
    if code in ("M", "PCB"):
        return Activity(code, number=number)
    return Activity(code, allow_harm=draw(st.booleans()))


tests = st.one_of(
    st.builds(OrderTest, st.just("received"), empires, st.just(""), ops, some, st.booleans()),
    st.builds(
        lambda empire, name, negated: OrderTest("transferred", empire, name, negated=negated),
        empires,
        st.sampled_from(["", "Wasp2", "Old Wasp"]),
        st.booleans(),
    ),
    st.builds(
        lambda kind, empire, negated: OrderTest(kind, empire, negated=negated),
        st.sampled_from(["system_of", "contact", "assaulted"]),
        empires,
        st.booleans(),
    ),
    st.builds(
        lambda kind, negated: OrderTest(kind, negated=negated),
        st.sampled_from(["interdicted", "won", "lost", "alone", "assaulted"]),
        st.booleans(),
    ),
    st.builds(
        lambda kind, op, number, negated: OrderTest(kind, "", "", op, number, negated),
        st.sampled_from(["aliens", "sdu", "losses", "armies", "ships", "round"]),
        ops,
        some,
        st.booleans(),
    ),
)
conditions = st.builds(Condition, tuples(tuples(tests, 1, 3), 1, 3))

holds = st.sampled_from(["", "LB1", "LB2", "CH1"])
loads: st.SearchStrategy[Loading] = st.deferred(
    lambda: st.one_of(
        st.builds(Loading, holds, any_units),
        st.builds(
            lambda hold, ship, cargo: Loading(hold, ship=ship, cargo=cargo),
            holds,
            ships,
            tuples(st.builds(Loading, st.just(""), plain_units), 0, 2),
        ),
    )
)
movers = st.one_of(
    st.builds(Mover, ships, st.none() | tuples(loads)),
    st.builds(lambda units: Mover(units=units), plain_units),
)
jumps = st.one_of(
    st.builds(Jump, st.sampled_from(["B", "D", "Q"])),
    st.builds(Jump, st.sampled_from(["B", "D", "Q"]), systems),
    st.builds(lambda system: Jump(system=system), systems),
    st.builds(lambda id: Jump(gate=id), gates),
)


@st.composite
def movements(draw: st.DrawFn) -> Movement:
    chosen = draw(st.lists(movers, min_size=1, max_size=3, unique_by=lambda one: one.ship or one))
    return Movement(
        REF,
        draw(systems),
        tuple(chosen),
        tuple(draw(st.lists(jumps, max_size=4))),
        draw(st.just(Codes()) | codes()),
        draw(st.just("") | systems | st.sampled_from(["B", "X"])),
        draw(st.none() | st.builds(SetUp, some, some)),
        draw(st.just("") | ships),
    )


groups = st.one_of(
    st.builds(
        lambda what, at, but: Group(what, at=at, but=but),
        st.sampled_from(["all", "armed", "unarmed", "armies", "colonies"]),
        st.just("") | systems,
        tuples(ships, 0, 2),
    ),
    st.builds(lambda name: Group("class", name=name), designs),
    st.builds(lambda ids: Group("ship", ids), tuples(ships, 1, 3)),
)
transfers = st.builds(
    Transfer,
    st.just(REF),
    systems,
    empires,
    tuples(ships, 1, 2),
    tuples(gates, 0, 2),
    tuples(st.builds(Units, st.sampled_from(["IC", "PCB", "TFC"]), some), 0, 1),
    tuples(st.sampled_from(["Wasp2", "Old Wasp"]), 0, 2),
    tuples(st.tuples(st.sampled_from(["FC 8", "BL 15", "XC"]), some), 0, 2),
    st.none() | tuples(st.sampled_from(["Dart", "Lance"]), 0, 2),
    st.just(ALWAYS) | conditions,
)
actions = st.one_of(
    st.builds(Action, groups, codes()), st.builds(lambda one: Action(transfer=one), transfers)
)


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    rank = draw(st.sampled_from(["general", "conditional", "special"]))
    condition = draw(conditions if rank == "conditional" else st.just(ALWAYS) | conditions)
    other = draw(tuples(actions, 0, 2)) if condition != ALWAYS else ()
    return Standing(REF, rank, draw(tuples(actions, 1, 2)), condition, other)


prices = st.none() | st.integers(1, 900).map(Fraction)
expenditures = st.one_of(
    st.builds(
        lambda project, number, price, cost: Expenditure(
            REF, "maintain", number=number, project=project, price=price, cost=cost
        ),
        st.sampled_from(["", "MD 5-7", "NSD Wasp Mark 2"]),
        st.integers(0, 9),
        prices,
        none_or,
    ),
    st.builds(
        lambda kind, number, up_to, at, price: Expenditure(
            REF,
            "ship" if len(kind) > 3 else "build",
            kind,
            number,
            up_to,
            at,
            price=price,
        ),
        designs | kinds,
        some,
        st.booleans(),
        st.just("") | systems,
        prices,
    ),
    st.builds(
        lambda number, up_to: Expenditure(REF, "rdt", number=number, up_to=up_to),
        some,
        st.booleans(),
    ),
    st.builds(
        lambda name, amount, price, names: Expenditure(
            REF, "part", name, amount=amount, price=price, as_names=names
        ),
        designs,
        some,
        prices,
        tuples(new_names, 0, 1),
    ),
    st.builds(
        lambda amount: Expenditure(REF, "finish", id="h-bumble", amount=amount),
        st.integers(0, 9),
    ),
    st.builds(
        lambda ends, names: Expenditure(REF, "gate", at=ends[0], at_other=ends[1], as_names=names),
        st.tuples(systems, systems | st.just("")),
        tuples(new_names, 2, 2),
    ),
    st.builds(
        lambda id, at, repairs, amount: Expenditure(
            REF, "repair", number=0, id=id, at=at, repairs=repairs, amount=amount
        ),
        ships,
        st.just("") | systems,
        tuples(st.tuples(st.sampled_from(["armour", "structure", "ML", "BL1"]), st.integers(0, 9))),
        st.integers(0, 9),
    ),
    st.builds(
        lambda id, name, at: Expenditure(REF, "refit", name, id=id, at=at),
        ships,
        designs,
        st.just("") | systems,
    ),
    st.builds(lambda price: Expenditure(REF, "status", project="MD 5-7", price=price), prices),
    st.builds(lambda name: Expenditure(REF, "info", name), st.sampled_from(["X", "Old Ship"])),
    st.builds(lambda name: Expenditure(REF, "copy", name), st.sampled_from(["designs", "Moth"])),
    st.builds(lambda n, who: Expenditure(REF, "send", amount=n, empire=who), some, empires),
)
lines = st.one_of(
    st.builds(
        Salvage,
        st.just(REF),
        systems,
        tuples(ships, 1, 2),
        tuples(st.just("h-bumble"), 0, 1),
        tuples(any_units, 0, 2),
        none_or,
    ),
    st.builds(Pillage, st.just(REF), systems, none_or, tuples(plain_units)),
    st.builds(Destroy, st.just(REF), st.just("MCr"), some),
    st.builds(lambda id: Destroy(REF, "gate", id=id), gates),
    st.builds(lambda what: Seat(REF, what, "VIRUS"), st.sampled_from(["treasury", "home"])),
    st.builds(
        lambda who, kind, what, revoke: PermitLine(REF, kind, who, what, revoke),
        empires,
        st.just("gate"),
        gates,
        st.booleans(),
    ),
    st.builds(
        lambda who, what, revoke: PermitLine(REF, "interdiction", who, what, revoke),
        empires,
        st.just("") | ships,
        st.booleans(),
    ),
    st.builds(
        lambda what, revoke: PermitLine(REF, "stop", "", what, revoke), systems, st.booleans()
    ),
    st.builds(Data, st.just(REF), st.just(("VIRUS", "TEDDY")), empires),
    st.builds(ContactLine, st.just(REF), st.sampled_from(["full", "through"]), empires),
    st.just(ContactLine(REF, "introduce", "B", "C")),
    transfers,
    standings(),
)
sections = {
    "": (lines, ""),
    "EXPENDITURES\n": (expenditures, "expenditures"),
    "MOVEMENT\n": (movements(), "movement"),
    "COMMISSIONS\n": (
        st.builds(Commission, st.just(REF), systems, designs, tuples(new_names, 1, 3)),
        "commissions",
    ),
    "RESEARCH\n": (
        st.builds(
            Research,
            st.just(REF),
            st.just("TECH"),
            st.just("BL"),
            some,
            some,
            add=some,
            table=st.sampled_from(["", "A", "B", "C"]),
            goal=st.none() | st.fractions(0, 99, max_denominator=80),
            teams_before=none_or,
            teams_after=none_or,
        ),
        "research",
    ),
}


def found_in(commands: Any) -> list[Any]:
    """All lines of the orders, and the expenditures of their lists."""
    found: list[Any] = [line for plan in commands.plans for line in plan.expenditures]
    for one in fields(commands):
        value = getattr(commands, one.name)
        if isinstance(value, tuple) and one.name != "plans":
            found += value
    return found


def without_ref(record: Any) -> str:
    """A record without the places it was written at."""
    if isinstance(record, OrderRef):
        return "-"
    if isinstance(record, Record):
        parts = [without_ref(getattr(record, one.name)) for one in fields(record)]
        return f"{type(record).__name__}({', '.join(parts)})"
    if isinstance(record, tuple):
        return f"({', '.join(map(without_ref, record))})"
    return repr(record)


# Rules whose breach leaves a part of a line out.
CHANGING = {"NV ORD-13", "NV ORD-24", "NV ORD-38", "NV ORD-41", "NV ORD-48"}


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(sorted(sections)).flatmap(lambda key: st.tuples(st.just(key), sections[key][0]))
)
def test_orders_print_and_read_back(drawn: tuple[str, Any]) -> None:
    head, line = drawn
    words = line_text(line, NAMES)
    reading = read_body(f"{head}{words}")
    assert not [p.fault for p in reading.problems if p.severity is Severity.INVALID], words
    if not {problem.rule for problem in reading.problems} & CHANGING:
        (found,) = found_in(reading.commands)
        assert without_ref(found) == without_ref(line), words
        assert line_text(found, NAMES) == words


def test_the_parser_knows_every_section() -> None:
    for start in parser().starts:
        assert parser().parse("", (), start) is not None
