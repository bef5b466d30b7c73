"""Battles of one turn fought side by side: the same turn as one after the other, sign for sign."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random  # noqa: TID251  # what fights is drawn at random, not the dice
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.dice.keyed import KeyedDice
from pbm.engine.context import PhaseContext
from pbm.engine.events import Event, plain
from pbm.engine.subtask import Dispatcher, Subtask, SubtaskResult
from pbm.games.nova.rules.contact import meeting
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle as Line
from pbm.games.nova.state.orders.standing import BattleItem, Group
from pbm.games.nova.state.state import ABOARD, Ship, State
from pbm.kit.problems import CampaignFault, Faults
from pbm.parallel.pools import Crew, given_up
from pbm.service import api
from pbm.turns import subtask_dispatch
from tests.core.crews import Pickling, at_work
from tests.core.sealed_table import set_key
from tests.core.table import tree
from tests.games.nova.builders import (
    TYPES,
    design,
    empire,
    gate_pair,
    ref,
    ship,
    sight,
    state,
    work,
)
from tests.games.nova.lines import ALL, act, codes, sheet, standing, when
from tests.games.nova.scenes import battle_by_mail as t

DONE = "pbm.turns.subtask_dispatch._done"
EMPIRES = ("ann", "bea", "cyd")


def met(table: State, orders: Sequence[Orders], others: Dispatcher | None = None) -> PhaseContext:
    """Phase G of a turn whose battles are fought by doctrine."""
    made = work(table, orders, {"battles": "doctrine"}, phase="G", others=others)
    meeting.meet(made)
    return made


def aside(sent: list[int]) -> Dispatcher:
    """Others, who fight all battles before one of them is carried out, the last one first."""

    def all_of(_what: str, pieces: Sequence[Subtask]) -> Iterator[SubtaskResult[Any]]:
        sent.append(len(pieces))
        found = [piece.done(KeyedDice(b"test", 3)) for piece in reversed(pieces)]
        yield from reversed(found)

    return Dispatcher(0, all_of)


def said(events: Sequence[Event]) -> list[Any]:
    return [plain(event) for event in events]


# --- one after the other, or all before the first is carried out -------------------------------


def _designs() -> dict[str, Any]:
    made = {}
    for one in EMPIRES:
        for what in (
            design("War", Component("BL", 2, 15), Component("SI", 1, 12), Component("AR", 4, 1),
                   Component("ML", 1, 12), Component("TC", 1, 1), empire=one),
            design("Claw", Component("BL", 4, 25), Component("IE", 1, 5), Component("FC", 1, 4),
                   Component("SN", 1, 20), empire=one),
            design("Carrier", Component("LB", 2, 60), Component("CH", 2, 30), empire=one),
            design("Gnat", Component("BL", 1, 10), Component("JD", 0), empire=one),
            design("Tub", Component("CH", 3, 30), Component("IE", 1, 1), empire=one),
        ):  # fmt: skip
            made[f"{one}/{what.name}"] = what
    return made


def turmoil(random: Random) -> tuple[State, list[Orders]]:
    """Three empires that fight in every system, with all that a battle could leave for others.

    Names come again everywhere, so that captured ships have to change theirs; gate ends of one
    pair lie in several battles, some aboard; orders ask for losses, victories, rounds, aliens and
    treasuries, and ships retreat to where others fight. Of two battles the result is given.
    """
    things: list[Any] = []
    for at in TYPES:
        for owner in EMPIRES:
            for klass in random.choices(("War", "Claw", "Tub", "War"), k=random.randint(1, 3)):
                things.append(_ship(random, len(things), klass, at, owner))
            if random.random() < 0.5:
                carrier = _ship(random, len(things), "Carrier", at, owner)
                inside = {"carrier": carrier.id, "bay": "LB1"}
                things += [carrier, _ship(random, len(things) + 1, "Gnat", "", owner, **inside)]
    for at, owner in (("ALGOL", "bea"), ("PAGAN", "cyd"), ("SHOOT", "ann")):
        things.append(ship("Prize", "Carrier", at, owner, id=f"prize{at}"))
    carriers = [one for one in things if isinstance(one, Ship) and one.design.endswith("/Carrier")]
    for number in range(6):
        one, other = random.sample(sorted(TYPES), 2)
        near, far = gate_pair(f"Ring{number}", one, other, random.choice(EMPIRES))
        if carriers and number % 2:
            host = random.choice(carriers[-3:])
            far = replace(far, at="", place=ABOARD, carrier=host.id, owner=host.owner)
        things += [near, far]
    for one in EMPIRES:
        # Where the result is given nobody stays away from the warp point.
        known = {at: sight(at) for at in TYPES if random.random() < 0.7}
        known = {at: one for at, one in known.items() if at not in ("ALGOL", "PAGAN")}
        missiles = {"Dart": MissileDesign("Dart", 6, 90, 14)}
        money = random.choice((0, 100, 900))
        things.append(empire(one, sights=known, missiles=missiles, treasury=money))
    won = "rounds 2; Prize captured by VIRUS"
    given = {"battle ALGOL": won, "battle PAGAN": won}
    table = state(*things, players="abc", designs=_designs(), results=given)
    return table, [_orders(random, one) for one in EMPIRES]


def _ship(random: Random, number: int, klass: str, at: str, owner: str, **fields: Any) -> Ship:
    name = random.choice(("Wasp", "Lark", "Moth"))
    values: dict[str, Any] = {"missiles": ("Dart",), "cargo": (("AA", 1), ("IC", 1)), **fields}
    if klass not in ("Tub", "Carrier"):
        del values["cargo"]
    return ship(name, klass, at, owner, id=f"s{number}", **values)


_ASKED: tuple[Callable[[Random], Any], ...] = (
    lambda random: when("losses", op=">=", number=random.choice((1, 30))),
    lambda _random: when("won"),
    lambda _random: when("lost", negated=True),
    lambda random: when("round", op=">", number=random.choice((0, 2))),
    lambda random: when("aliens", op=">", number=random.choice((1, 3))),
    lambda random: when("ships", op=">", number=random.choice((1, 2))),
    lambda random: when("treasury", op=">", number=random.choice((50, 500))),
    lambda _random: when("alone"),
)


def _orders(random: Random, player: str) -> Orders:
    def asked() -> Any:
        return random.choice(_ASKED)(random)

    lines = [
        standing("special", Group("all", at=random.choice(sorted(TYPES))), codes("H")),
        standing(
            "conditional",
            random.choice((ALL, Group("armed"), Group("class", name="War"))),
            codes(random.choice(("H/H", "T", "K/R")), act("M", number=random.randint(0, 9))),
            condition=asked(),
            otherwise=codes("H"),
        ),
        standing("general", ALL, codes("H")),
    ]
    items = [
        BattleItem("range", random.choice(("close", "best")), when=asked()),
        BattleItem("capture", ""),
        BattleItem(*random.choice((("flee", ""), ("range", "open"))), when=asked()),
    ]
    battle = (Line(ref(), random.choice((ALL, Group("armed"))), tuple(items)),)
    return sheet(player, *lines, battle=battle)


SEEDS = range(8)


@cache
def drawn(seed: int) -> tuple[State, list[Orders], PhaseContext]:
    """A turmoil, and what comes of it with one battle after the other."""
    table, orders = turmoil(Random(seed))
    return table, orders, met(table, orders)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_battle_depends_on_how_another_was_carried_out(seed: int) -> None:
    table, orders, alone = drawn(seed)
    sent: list[int] = []
    beside = met(table, orders, aside(sent))
    assert sent and sent[0] > 3
    assert said(beside.events) == said(alone.events)
    assert beside.state == alone.state
    assert list(beside.state.ships) == list(alone.state.ships)


def test_much_comes_of_what_is_drawn() -> None:
    """Else the test above would prove little."""
    kinds: set[str] = set()
    fled = renamed = gates = 0
    for seed in SEEDS:
        _table, _orders, made = drawn(seed)
        kinds |= {event.kind for event in made.events}
        fled += len(made.state.fled)
        taken = [one for one in made.events if one.kind == "ship_captured"]
        renamed += sum(one.facts["ship"] != one.facts["was_called"] for one in taken)
        gates += sum(end.place == "gone" for end in made.state.gates.values())
        gates += sum(bool(one.facts["gates"]) for one in taken)
    assert {"ship_captured", "minor_contact", "battle", "fight_volley"} <= kinds
    assert renamed == 2 * len(SEEDS)
    assert min(fled, gates) > len(SEEDS)


# --- whole turns -------------------------------------------------------------------------------

SHEET = (
    "ORDERS duel turn 1 for {name}\nSPECIAL all ships: H\n"
    "BATTLE all: range close; if own losses >= 50% then flee\nEND\n"
)
FIGHTS = "".join(
    t.ships(at, f"S{at}", f"T{at}") + t.ships(at, f"F{at}", player="Bea")
    for at in ("SHOOT", "TEDDY", "KERBI", "PAVO")
)
BY_HAND = 'result PAVO: rounds 2; "FPAVO" destroyed because of the dice\n'


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign before a turn with three battles to be fought, and one whose result is given."""
    folder = tmp_path_factory.mktemp("beside")
    return t.begun(folder, FIGHTS + BY_HAND, {"battles": "doctrine"}, SHEET).folder


@pytest.fixture(scope="module")
def alone(ready: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All files after that turn, run by one process."""
    campaign = copied(ready, tmp_path_factory.mktemp("alone"))
    t.run(campaign)
    return tree(campaign.folder)


def copied(ready: Path, to: Path) -> Campaign:
    return open_campaign(Path(shutil.copytree(ready, to / "duel")))


def run(campaign: Campaign, **more: Any) -> Any:
    how = api.How(missing_ok=True, pdfs=False)
    return api.run_turn(campaign, how=how, at="2026-01-04T10:00+00:00", **more)


def test_a_turn_with_few_shots_is_fought_here(
    ready: Path, alone: dict[str, bytes], tmp_path: Path
) -> None:
    campaign, crew = copied(ready, tmp_path), Pickling()
    with at_work(crew):
        run(campaign)
    assert DONE not in crew.did
    assert crew.did  # the pages are the crew's work all the same
    assert tree(campaign.folder) == alone


def test_battles_that_come_and_go_packed_make_the_same_files(
    ready: Path, alone: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three battles of three ships each: 27 rolls or so.
    monkeypatch.setattr(subtask_dispatch, "LEAST", 27)
    campaign, crew = copied(ready, tmp_path), Pickling()
    with at_work(crew):
        run(campaign)
        assert crew.did.count(DONE) == 3
        assert tree(campaign.folder) == alone
        assert api.replay(campaign, pdfs=False) == []
        assert crew.did.count(DONE) == 6
        api.rule(campaign, "1", b"set Ann.treasury = 5 because of a test\n", "r.txt", at=t.SENT)
        assert crew.did.count(DONE) == 9  # whether the ruling changes anything
        api.rerun(campaign, "1", pdfs=False, preview=True)
        assert crew.did.count(DONE) == 15  # as it was, and as it is now


def test_processes_make_the_same_files(
    ready: Path, alone: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subtask_dispatch, "LEAST", 0)
    heard: list[tuple[str, int, int]] = []
    campaign = copied(ready, tmp_path)
    run(campaign, jobs=2, progress=lambda *said: heard.append(said))
    assert [one for one in heard if one[0] == "battles"] == [("battles", n, 3) for n in (1, 2, 3)]
    assert tree(campaign.folder) == alone


def test_workers_who_outnumber_campaigns_share_the_battles_of_each(
    ready: Path, alone: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subtask_dispatch, "LEAST", 0)
    campaign, crew = copied(ready, tmp_path), Pickling()
    how = api.How(missing_ok=True, pdfs=False)
    with at_work(crew):
        (fate,) = api.run_many([campaign.folder], how=how, at="2026-01-04T10:00+00:00")
    assert fate.problems == ()
    assert crew.did.count(DONE) == 3
    assert tree(campaign.folder) == alone


def test_where_battles_cannot_be_fought_nothing_is_written(
    ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Doomed(Crew):
        width = 2

        def submit(self, fn: Any, /, *args: Any, **more: Any) -> Any:
            return given_up()

    monkeypatch.setattr(subtask_dispatch, "LEAST", 0)
    campaign = copied(ready, tmp_path)
    before = tree(campaign.folder)
    with at_work(Doomed()), pytest.raises(CampaignFault, match="its worker died"):
        run(campaign)
    assert tree(campaign.folder) == before


def test_typed_dice_are_used_up_here(
    ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faces without a name go to rolls in their order, and what is left over is told."""
    monkeypatch.setattr(subtask_dispatch, "LEAST", 0)
    crew, dice = Pickling(), ("d.txt", b"5 5 5 5")
    with pytest.raises(Faults, match="no dice are left for") as one:
        run(copied(ready, tmp_path / "alone"), dice_script=dice)
    with at_work(crew), pytest.raises(Faults, match="no dice are left for") as other:
        run(copied(ready, tmp_path / "with"), dice_script=dice)
    assert DONE not in crew.did
    assert other.value.problems == one.value.problems


def test_proofs_of_sealed_battles_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subtask_dispatch, "LEAST_SEALED", 18)
    set_key(monkeypatch)
    two = "".join(
        t.ships(at, f"S{at}", f"T{at}") + t.ships(at, f"F{at}", player="Bea")
        for at in ("SHOOT", "TEDDY")
    )
    begun = t.begun(tmp_path, two, {"battles": "doctrine"}, SHEET, sealed=True)
    other = copied(begun.folder, tmp_path / "other")
    run(begun)
    crew = Pickling()
    with at_work(crew):
        run(other)
    assert crew.did.count(DONE) == 2
    assert tree(other.folder) == tree(begun.folder)
    assert t.packet(other, "001")["seal"]["proofs"]
